//! Files in a folder of their own, and the programs that build and run them.

use crate::suites;
use emit::{EmitOptions, emit, target};
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use suite::Suite;
use tempfile::TempDir;

/// What came out of a program.
pub struct Ran {
    pub ok: bool,
    pub text: String,
}

impl Ran {
    #[track_caller]
    pub fn passes(self) -> Ran {
        assert!(self.ok, "{}", self.text);
        self
    }

    #[track_caller]
    pub fn fails(self) -> Ran {
        assert!(!self.ok, "{}", self.text);
        self
    }

    #[track_caller]
    pub fn says(self, words: &str) -> Ran {
        assert!(self.text.contains(words), "no `{words}` in: {}", self.text);
        self
    }

    #[track_caller]
    pub fn keeps_quiet_about(self, words: &str) -> Ran {
        assert!(!self.text.contains(words), "`{words}` in: {}", self.text);
        self
    }
}

/// A folder that goes away with the test.
pub struct Bench(TempDir);

impl Bench {
    pub fn new() -> Bench {
        Bench(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    pub fn emit(&self, name: &str, to: &str, suite: &Suite, options: &EmitOptions) {
        let text = emit(suite, target(to).unwrap(), options).unwrap();
        assert_eq!(text, emit(suite, target(to).unwrap(), options).unwrap());
        self.write(name, &text);
    }

    /// Runs a command line; `behaviour` goes to the subject.
    pub fn run(&self, line: &str, behaviour: &str) -> Ran {
        self.run_words(&line.split_whitespace().collect::<Vec<_>>(), behaviour)
    }

    pub fn run_words(&self, words: &[&str], behaviour: &str) -> Ran {
        let mut command = Command::new(words[0]);
        command
            .args(&words[1..])
            .current_dir(self.0.path())
            .env("BEHAVIOUR", behaviour);
        let output = command
            .output()
            .unwrap_or_else(|e| panic!("{words:?} cannot be run: {e}"));
        let text = [output.stdout, output.stderr].concat();
        Ran {
            ok: output.status.success(),
            text: String::from_utf8_lossy(&text).into_owned(),
        }
    }
}

/// A target, the tools that it needs, and what is to hold for it.
#[derive(Clone, Copy)]
pub struct Language {
    pub target: &'static str,
    /// What to call the file.
    pub file: &'static str,
    /// Makes the subject and whatever else is to be built; the second argument is the type of its numbers.
    pub build: fn(&Bench, &str),
    pub run: &'static [&'static str],
    /// Double and single precision.
    pub real: [&'static str; 2],
}

impl Language {
    pub fn built(&self, suite: &Suite, options: &EmitOptions) -> Bench {
        self.built_with(suite, options, self.real[0])
    }

    fn built_with(&self, suite: &Suite, options: &EmitOptions, real: &str) -> Bench {
        let bench = Bench::new();
        bench.emit(self.file, self.target, suite, options);
        (self.build)(&bench, real);
        bench
    }

    pub fn ran(&self, bench: &Bench, behaviour: &str) -> Ran {
        bench.run_words(self.run, behaviour)
    }

    /// A correct subject passes; one with another formula and one that rejects nothing fail where they must.
    /// Gives what is said about the wrong formula.
    pub fn tells_right_from_wrong(&self) -> Ran {
        let bench = self.built(&suites::sound(), &share());
        self.ran(&bench, "correct").passes();
        self.ran(&bench, "lenient")
            .fails()
            .says("t3: ")
            .says("it answered")
            .says("t5: ")
            .says("outside the domain")
            .says("has no value here")
            .keeps_quiet_about("provably wrong");
        self.ran(&bench, "coded")
            .fails()
            .says("t3: ")
            .keeps_quiet_about("provably wrong");
        let wrong = self.ran(&bench, "wrong");
        wrong
            .fails()
            .says("t1: ")
            .says("provably wrong")
            .says("t4: ")
            .keeps_quiet_about("it answered")
    }

    pub fn knows_error_codes(&self) {
        let options = EmitOptions {
            reject_values: vec![-1.0, -99.0],
            ..share()
        };
        let bench = self.built(&suites::sound(), &options);
        self.ran(&bench, "coded").passes();
        self.ran(&bench, "correct").passes();
        self.ran(&bench, "lenient").fails();
    }

    /// Only the two tests that no answer can pass fail, each with its reason.
    pub fn survives_hostile_names(&self) {
        let bench = self.built(&suites::odd(), &share());
        self.ran(&bench, "correct")
            .fails()
            .says("nothing: ")
            .says("no double is acceptable for this input")
            .says("between: ")
            .says("not proven: ")
            .keeps_quiet_about("provably wrong")
            .keeps_quiet_about("it answered");
    }

    pub fn knows_single_precision(&self) {
        let bench = self.built_with(&suites::single(), &share(), self.real[1]);
        self.ran(&bench, "correct").passes();
        self.ran(&bench, "wrong").fails().says("t1: ");
    }

    pub fn takes_many(&self, count: usize) {
        let bench = self.built(&suites::large(count), &share());
        self.ran(&bench, "correct").passes().says(&count.to_string());
    }
}

/// Options for the function `share`.
pub fn share() -> EmitOptions {
    EmitOptions {
        function: Some("share".into()),
        command: "lydian emit suite.json".into(),
        ..EmitOptions::default()
    }
}
