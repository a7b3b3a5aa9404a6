//! Files in a folder of their own, and the programs that build and run them.

use campaign::emit::{Options, emit, target};
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

    pub fn emit(&self, name: &str, to: &str, suite: &Suite, options: &Options) {
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

/// Options for the function `share`.
pub fn share() -> Options {
    Options {
        function: Some("share".into()),
        command: "lydian emit suite.json".into(),
        ..Options::default()
    }
}
