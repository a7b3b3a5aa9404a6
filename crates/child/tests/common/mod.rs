//! Commands with a mark in their environment, which all their descendants inherit.
#![allow(dead_code, reason = "not every test needs everything")]

use std::fs;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

const NAME: &str = "LYDIAN_TEST_MARK";

pub struct Marked {
    mark: String,
}

impl Marked {
    pub fn new() -> Marked {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        Marked {
            mark: format!("child-{}-{number}.", std::process::id()),
        }
    }

    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.env(NAME, &self.mark);
        command
    }

    /// Command lines of living processes that carry the mark.
    pub fn left(&self) -> Vec<String> {
        let wanted = format!("{NAME}={}", self.mark);
        let entries = fs::read_dir("/proc").unwrap().flatten();
        let marked = entries.filter(|entry| {
            let environment = fs::read(entry.path().join("environ")).unwrap_or_default();
            environment.split(|&b| b == 0).any(|pair| pair == wanted.as_bytes())
        });
        let line = |entry: fs::DirEntry| {
            let words = fs::read(entry.path().join("cmdline")).unwrap_or_default();
            String::from_utf8_lossy(&words).replace('\0', " ")
        };
        marked.map(line).collect()
    }
}

/// Waits, with a limit only against hanging for ever.
pub fn wait_until(mut holds: impl FnMut() -> bool, what: &str) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < Duration::from_secs(60), "never: {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}
