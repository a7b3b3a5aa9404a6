//! The end of the program is the end of the subject.

use crate::common::Bench;
use crate::support::{Marked, steps};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A check whose subject sleeps, with a child of its own that has a session of its own.
fn asleep(bench: &Bench, marked: &Marked) -> Child {
    bench.write("suite.json", steps().to_json());
    let sign = bench.path("asleep");
    let text = format!(
        "#include <stdio.h>\n#include <unistd.h>\n\
         double f(double x) {{ if (fork() == 0) setsid(); fclose(fopen(\"{}\", \"w\")); for (;;) sleep(1000); }}\n",
        sign.display()
    );
    bench.write("f.c", text);
    let words = ["check", "suite.json", "--subject", "f.c:f", "--time-limit", "600"];
    let mut command = marked.command(bench, &words);
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    wait_until(|| sign.exists(), "the subject sleeps");
    child
}

fn wait_until(holds: impl Fn() -> bool, what: &str) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < Duration::from_secs(120), "never: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn signal(child: &Child, name: &str) {
    let status = Command::new("kill")
        .args([&format!("-{name}"), &child.id().to_string()])
        .status();
    assert!(status.unwrap().success());
}

#[test]
fn an_interrupt_ends_the_check_with_its_code() {
    for name in ["INT", "TERM"] {
        let (bench, marked) = (Bench::new(), Marked::new());
        let mut child = asleep(&bench, &marked);
        signal(&child, name);
        assert_eq!(child.wait().unwrap().code(), Some(3), "{name}");
        assert_eq!(marked.left(), Vec::<String>::new());
        assert!(!bench.path("check.json").exists());
    }
}

#[test]
fn nothing_outlives_a_killed_check() {
    let (bench, marked) = (Bench::new(), Marked::new());
    let mut child = asleep(&bench, &marked);
    signal(&child, "KILL");
    child.wait().unwrap();
    wait_until(|| marked.left().is_empty(), "everything has ended");
}
