//! A look at what a run has left behind.

use super::{Bench, Run};
use std::fs;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

/// Runs the program with a mark in its environment, which all its descendants inherit.
pub struct Marked {
    mark: String,
}

impl Marked {
    pub fn new() -> Marked {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        Marked {
            mark: format!("LYDIAN_TEST_MARK={}-{number}.", std::process::id()),
        }
    }

    /// The program, ready to be started.
    pub fn command(&self, bench: &Bench, arguments: &[&str]) -> Command {
        let mut command = bench.command(arguments);
        let (name, value) = self.mark.split_once('=').unwrap();
        command.env(name, value);
        command
    }

    /// Runs it, and fails the test if a process is left behind.
    #[track_caller]
    pub fn run(&self, bench: &Bench, arguments: &[&str]) -> Run {
        let output = self.command(bench, arguments).output().unwrap();
        assert_eq!(self.left(), Vec::<String>::new(), "left behind by {arguments:?}");
        Run::new(output, arguments.join(" "))
    }

    /// Processes that carry the mark: their command lines.
    pub fn left(&self) -> Vec<String> {
        let entries = fs::read_dir("/proc").unwrap().flatten();
        let marked = entries.filter(|entry| {
            let environment = fs::read(entry.path().join("environ")).unwrap_or_default();
            String::from_utf8_lossy(&environment)
                .split('\0')
                .any(|pair| pair == self.mark)
        });
        let line = |entry: fs::DirEntry| {
            let words = fs::read(entry.path().join("cmdline")).unwrap_or_default();
            let name = entry.file_name().to_string_lossy().into_owned();
            format!("{name}: {}", String::from_utf8_lossy(&words).replace('\0', " "))
        };
        marked.map(line).collect()
    }
}
