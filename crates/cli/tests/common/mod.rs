//! The real program, run in a folder of its own.
#![allow(dead_code)]

pub mod cover;
pub mod marked;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;
use tempfile::TempDir;

/// Looks at all cases on two threads; what is wrong with them.
pub fn complaints<C: Sync>(cases: &[C], complaint: impl Fn(&C) -> Option<String> + Sync) -> Vec<String> {
    let next = Mutex::new(cases.iter());
    let wrong = Mutex::new(Vec::new());
    std::thread::scope(|threads| {
        for _ in 0..2 {
            threads.spawn(|| {
                loop {
                    let Some(case) = next.lock().unwrap().next() else {
                        return;
                    };
                    let found = complaint(case);
                    wrong.lock().unwrap().extend(found);
                }
            });
        }
    });
    wrong.into_inner().unwrap()
}

/// Copies a program so that it can be started at once. Another process writes the copy: a file that this process has
/// open for writing would be open, too, in children that other tests start meanwhile, and could not be run ("text file
/// busy") until they have become programs of their own.
pub fn copy_executable(from: &Path, to: &Path) {
    let copied = Command::new("install").args(["-m", "755"]).args([from, to]).status();
    assert!(copied.unwrap().success(), "{}", to.display());
}

/// A folder that goes away with the test.
pub struct Bench {
    pub folder: TempDir,
}

impl Bench {
    pub fn new() -> Bench {
        Bench {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path(name), text).unwrap();
    }

    /// Runs `lydian` with the words of a line.
    pub fn lydian(&self, line: &str) -> Run {
        self.lydian_with(&line.split_whitespace().collect::<Vec<_>>())
    }

    pub fn lydian_with(&self, arguments: &[&str]) -> Run {
        let output = self.command(arguments).output().unwrap();
        Run::new(output, arguments.join(" "))
    }

    /// `lydian`, which heeds signals even if the process that runs the tests ignores them, as `nohup` does.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("/usr/bin/env");
        command.args(["--default-signal=INT,TERM,HUP", env!("CARGO_BIN_EXE_lydian")]);
        command.current_dir(self.folder.path()).args(arguments);
        command
    }
}

/// A suite about x + 1.
pub fn suite_text() -> String {
    static TEXT: std::sync::OnceLock<String> = std::sync::OnceLock::new();
    let made = || {
        let bench = Bench::new();
        bench.write("one.lyd", "spec one(x in [0, 1]) accuracy 1e-6 { x + 1 }");
        bench.lydian("generate one.lyd --quiet --out out").expect(0);
        fs::read_to_string(bench.path("out/suite.json")).unwrap()
    };
    TEXT.get_or_init(made).clone()
}

/// A finished run.
pub struct Run {
    pub code: i32,
    pub out: String,
    pub err: String,
    pub line: String,
}

impl Run {
    pub fn new(output: Output, line: String) -> Run {
        Run {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
            line,
        }
    }

    /// Fails the test unless the exit code is this one.
    #[track_caller]
    pub fn expect(self, code: i32) -> Run {
        assert_eq!(
            self.code, code,
            "{}\nstdout: {}\nstderr: {}",
            self.line, self.out, self.err
        );
        self
    }

    /// Fails the test unless standard error holds this.
    #[track_caller]
    pub fn complains(self, about: &str) -> Run {
        assert!(self.err.contains(about), "{}\nno `{about}` in: {}", self.line, self.err);
        self
    }
}

/// All files below a folder, with their contents.
pub fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all.extend(contents(&path));
        } else {
            all.insert(path.clone(), fs::read(&path).unwrap());
        }
    }
    all
}

/// The specifications that come with the project.
pub fn project_specs() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../specs");
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<String> = entries.map(|path| path.to_str().unwrap().into()).collect();
    paths.sort();
    assert!(paths.len() > 20);
    paths
}
