//! The end of a process that has children and a folder: whatever ends it, nothing of them is left.
//!
//! The process is this program once more, in a role that an environment variable names.

mod common;

use child::{Allowance, Ending, Finished, Refused, Scratch, farewell, interrupt, run};
use common::{Marked, wait_until};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command};
use std::time::Duration;
use tempfile::TempDir;

const ROLE: &str = "LYDIAN_TEST_ROLE";
/// A child with a child that has a session of its own; both ignore what can be ignored.
const STUBBORN: &str = "trap '' INT TERM HUP
    setsid sh -c \"trap '' INT TERM HUP; sleep 1000; sleep 1000\" &
    touch asleep; sleep 1000; sleep 1000";

fn main() {
    match std::env::var(ROLE).as_deref() {
        Ok("listener") => listener(),
        Ok("leaver") => leaver(),
        Ok("runner") => runner(),
        Ok("sweeper") => drop(Scratch::new().unwrap()),
        _ => TESTS.iter().for_each(|(name, test)| {
            test();
            println!("test {name} ... ok");
        }),
    }
}

const TESTS: &[(&str, fn())] = &[
    ("an_interrupt_ends_what_runs", an_interrupt_ends_what_runs),
    ("a_second_interrupt_ends_at_once", a_second_interrupt_ends_at_once),
    (
        "an_interrupt_from_a_terminal_reaches_the_group",
        an_interrupt_from_a_terminal_reaches_the_group,
    ),
    ("an_ignored_signal_stays_ignored", an_ignored_signal_stays_ignored),
    (
        "ends_are_seen_though_children_are_ignored",
        ends_are_seen_though_children_are_ignored,
    ),
    ("farewell_ends_what_others_wait_for", farewell_ends_what_others_wait_for),
    (
        "what_a_killed_process_left_is_swept",
        what_a_killed_process_left_is_swept,
    ),
];

// ---- roles -----------------------------------------------------------------------------------------------------------

/// Ends as interrupts say: with 3 after the first, with 4 at once at the second.
fn listener() {
    let again = || {
        farewell();
        std::process::exit(4);
    };
    interrupt::listen(again).unwrap();
    let scratch = Scratch::new().unwrap();
    std::fs::write(scratch.path().join("file"), "text").unwrap();
    let done = std::thread::spawn(stubborn).join().unwrap();
    assert_eq!(done.map(|done| done.ending).ok(), Some(Ending::Interrupted));
    std::fs::write("interrupted", "").unwrap();
    if Path::new("wait").exists() {
        std::thread::sleep(Duration::from_secs(1000));
    }
    farewell();
    assert!(matches!(stubborn(), Err(Refused::Closed)));
    assert!(Scratch::new().is_err());
    std::process::exit(3);
}

/// Says farewell while a thread still waits for its child.
fn leaver() {
    let scratch = Scratch::new().unwrap();
    std::thread::spawn(stubborn);
    wait_until(|| Path::new("asleep").exists(), "the child sleeps");
    farewell();
    assert!(!scratch.path().exists());
    std::process::exit(3);
}

/// Ends as its child does.
fn runner() {
    let mut command = Command::new("sh");
    command.args(["-c", "exit 5"]);
    let Ending::Failure(status) = run(command, &Allowance::TOOL).unwrap().ending else {
        std::process::exit(1);
    };
    std::process::exit(status.code().unwrap());
}

fn stubborn() -> Result<Finished, Refused> {
    let mut command = Command::new("sh");
    command.args(["-c", STUBBORN]);
    run(command, &Allowance::TOOL)
}

// ---- tests -----------------------------------------------------------------------------------------------------------

/// A process in a role. Its folder is also the one for temporary folders.
struct Actor {
    marked: Marked,
    folder: TempDir,
    child: Child,
}

impl Actor {
    fn new(role: &str, files: &[&str], before: &str) -> Actor {
        let (marked, folder) = (Marked::new(), tempfile::tempdir().unwrap());
        for file in files {
            std::fs::write(folder.path().join(file), "").unwrap();
        }
        let child = act(role, &marked, folder.path(), before);
        Actor { marked, folder, child }
    }

    fn wait_for(&self, file: &str) {
        wait_until(|| self.folder.path().join(file).exists(), file);
    }

    fn signal(&self, words: &[&str]) {
        let pid = self.child.id().to_string();
        let words = words.iter().map(|word| word.replace("PID", &pid));
        assert!(Command::new("kill").args(words).status().unwrap().success());
    }

    /// The exit code, when there is no process and no folder left.
    fn ends(&mut self) -> Option<i32> {
        let mut status = None;
        let has_ended = || {
            status = self.child.try_wait().unwrap();
            status.is_some()
        };
        wait_until(has_ended, "the end of the process");
        let code = status.and_then(|status| status.code());
        assert_eq!(self.marked.left(), Vec::<String>::new());
        assert_eq!(self.folders(), 0);
        code
    }

    fn folders(&self) -> usize {
        let entries = std::fs::read_dir(self.folder.path()).unwrap().flatten();
        entries
            .filter(|entry| entry.file_name().to_string_lossy().starts_with("lydian-"))
            .count()
    }
}

/// The process that runs the tests may ignore signals, as `nohup` does; the role must not begin like that.
fn act(role: &str, marked: &Marked, folder: &Path, before: &str) -> Child {
    let mut command = marked.command("env");
    command
        .args(["--default-signal=INT,TERM,HUP", "sh", "-c"])
        .arg(format!("{before} exec \"$0\""))
        .arg(std::env::current_exe().unwrap());
    command.env(ROLE, role).env("TMPDIR", folder).current_dir(folder);
    command.process_group(0).spawn().unwrap()
}

fn an_interrupt_ends_what_runs() {
    for name in ["-INT", "-TERM", "-HUP"] {
        let mut actor = Actor::new("listener", &[], "");
        actor.wait_for("asleep");
        assert_eq!(actor.folders(), 1);
        actor.signal(&[name, "PID"]);
        assert_eq!(actor.ends(), Some(3), "{name}");
    }
}

fn a_second_interrupt_ends_at_once() {
    let mut actor = Actor::new("listener", &["wait"], "");
    actor.wait_for("asleep");
    actor.signal(&["-INT", "PID"]);
    actor.wait_for("interrupted");
    actor.signal(&["-TERM", "PID"]);
    assert_eq!(actor.ends(), Some(4));
}

fn an_interrupt_from_a_terminal_reaches_the_group() {
    let mut actor = Actor::new("listener", &[], "");
    actor.wait_for("asleep");
    actor.signal(&["-INT", "--", "-PID"]);
    assert_eq!(actor.ends(), Some(3));
}

fn an_ignored_signal_stays_ignored() {
    let mut actor = Actor::new("listener", &[], "trap '' INT HUP;");
    actor.wait_for("asleep");
    actor.signal(&["-INT", "PID"]);
    actor.signal(&["-HUP", "PID"]);
    std::thread::sleep(Duration::from_millis(300));
    assert!(!actor.folder.path().join("interrupted").exists());
    actor.signal(&["-TERM", "PID"]);
    assert_eq!(actor.ends(), Some(3));
}

fn ends_are_seen_though_children_are_ignored() {
    assert_eq!(Actor::new("runner", &[], "").ends(), Some(5));
    let ignoring = "exec python3 -c 'import os, signal, sys
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
os.execv(sys.argv[1], sys.argv[1:])' \"$0\"; ";
    assert_eq!(Actor::new("runner", &[], ignoring).ends(), Some(5));
}

fn farewell_ends_what_others_wait_for() {
    assert_eq!(Actor::new("leaver", &[], "").ends(), Some(3));
}

fn what_a_killed_process_left_is_swept() {
    let mut actor = Actor::new("listener", &[], "");
    actor.wait_for("asleep");
    actor.signal(&["-KILL", "PID"]);
    actor.child.wait().unwrap();
    wait_until(|| actor.marked.left().is_empty(), "all processes have ended");
    assert_eq!(actor.folders(), 1);
    let sweeper = act("sweeper", &actor.marked, actor.folder.path(), "").wait().unwrap();
    assert!(sweeper.success());
    assert_eq!(actor.folders(), 0);
}
