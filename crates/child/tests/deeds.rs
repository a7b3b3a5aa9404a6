//! What a program may do to us and to itself, and what becomes of it: a table of deeds against the one function that runs
//! programs.

mod common;

use child::{Allowance, Ending, ProcessLimits, run};
use common::Marked;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, ExitStatus};
use std::time::Duration;

const SHORT: Allowance = Allowance {
    time: Duration::from_millis(700),
    silence: Duration::MAX,
    output: 1 << 20,
    limits: ProcessLimits {
        memory: 1 << 30,
        file: 1 << 20,
    },
};

/// Far more than any deed needs that ends by itself.
const LONG: Allowance = Allowance {
    time: Duration::from_secs(120),
    ..SHORT
};

fn code(code: i32) -> Ending {
    Ending::Failure(ExitStatus::from_raw(code << 8))
}

fn signal(signal: i32) -> Ending {
    Ending::Failure(ExitStatus::from_raw(signal))
}

/// A deed, what it may use, and how it ends.
fn deeds() -> Vec<(&'static str, Allowance, Ending)> {
    let (killed, overdue, flooded) = (signal(9), Ending::Overdue, Ending::Flooded);
    vec![
        ("echo fine", LONG, Ending::Success),
        ("cat; echo fine", LONG, Ending::Success),
        ("exit 3", LONG, code(3)),
        ("kill -SEGV $$", LONG, signal(11)),
        ("sleep 1000", SHORT, overdue),
        ("while :; do :; done", SHORT, overdue),
        (
            "trap '' TERM INT HUP ALRM QUIT; while :; do sleep 1000; done",
            SHORT,
            overdue,
        ),
        ("kill -STOP $$", SHORT, overdue),
        ("yes", LONG, flooded),
        ("yes >&2", LONG, flooded),
        ("yes & yes >&2 & sleep 1000", LONG, flooded),
        ("sleep 1000 & echo fine", LONG, Ending::Success),
        ("setsid sleep 1000 & echo fine", LONG, Ending::Success),
        (
            "(setsid sh -c 'sleep 1000 & setsid sleep 1000 & sleep 1000' &); exit 3",
            LONG,
            code(3),
        ),
        (
            "for i in 1 2 3 4 5 6 7 8 9; do (setsid sleep 1000 &); (sleep 1000 &); done",
            LONG,
            Ending::Success,
        ),
        (
            "setsid sh -c 'trap \"\" TERM; sleep 1000; sleep 1000' & sleep 1000",
            SHORT,
            overdue,
        ),
        ("exec <&- >&- 2>&-; sleep 0.2; exit 5", LONG, code(5)),
        ("exec <&- >&- 2>&-; sleep 1000", SHORT, overdue),
        ("kill -9 $$", LONG, killed),
        ("kill -9 0", LONG, killed),
        ("sleep 1000 & kill -TERM 0; sleep 1000", LONG, signal(15)),
        ("kill -9 $PPID; sleep 1000", LONG, killed),
        ("sleep 1000 & kill -9 $PPID; sleep 1000", LONG, killed),
        ("kill -TERM $PPID; sleep 1000", LONG, killed),
        (
            "for s in INT HUP QUIT USR1 PIPE TSTP; do kill -$s $PPID; done; echo fine",
            LONG,
            Ending::Success,
        ),
        ("kill -STOP $PPID; sleep 1000", SHORT, overdue),
        ("kill -STOP $PPID; exit 0", SHORT, overdue),
        ("head -c 2000000000 /dev/zero | tail -n 1 >/dev/null", LONG, code(1)),
        ("head -c 20000000 /dev/zero >file; exit 7", LONG, code(7)),
        ("/no/such/program", LONG, code(127)),
    ]
}

#[test]
fn every_deed_has_its_ending_and_leaves_nothing() {
    for (script, allowance, ending) in deeds() {
        let (marked, folder) = (Marked::new(), tempfile::tempdir().unwrap());
        let mut command = marked.command("sh");
        command.args(["-c", script]).current_dir(folder.path());
        let done = run(command, &allowance).unwrap();
        assert_eq!(done.ending, ending, "{script}: {}", done.errors);
        assert_eq!(marked.left(), Vec::<String>::new(), "{script}");
        let file = std::fs::metadata(folder.path().join("file")).map_or(0, |file| file.len());
        assert!(file <= allowance.limits.file, "{script}: {file} bytes");
        if script.ends_with("echo fine") {
            assert_eq!(done.text(), "fine\n", "{script}");
        }
        // Some more may have come in one reading.
        assert!(done.output.len() as u64 <= allowance.output + (1 << 14), "{script}");
    }
}

#[test]
fn silence_is_an_ending_of_its_own() {
    let allowance = Allowance {
        silence: Duration::from_secs(1),
        ..LONG
    };
    for (script, ending) in [
        ("echo one; sleep 1000", Ending::Silent),
        (
            "for i in 1 2 3 4 5 6 7 8 9; do echo $i; sleep 0.2; done",
            Ending::Success,
        ),
        (
            "for i in 1 2 3 4 5 6 7 8 9; do echo $i >&2; sleep 0.2; done",
            Ending::Success,
        ),
    ] {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        assert_eq!(run(command, &allowance).unwrap().ending, ending, "{script}");
    }
}

#[test]
fn what_was_written_before_the_end_is_there() {
    let mut command = Command::new("sh");
    command.args(["-c", "seq 100000; seq 100000 >&2; kill -9 $$"]);
    let done = run(command, &LONG).unwrap();
    assert_eq!(
        (done.text().lines().count(), done.errors.lines().count()),
        (100_000, 100_000)
    );
}

#[test]
fn people_are_shown_the_beginning_of_what_was_said() {
    for (script, shown) in [("seq 3 >&2", 5), ("head -c 90000 /dev/zero | tr '\\0' x >&2", 20_019)] {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        let complaint = run(command, &LONG).unwrap().complaint();
        assert_eq!(
            complaint.len(),
            shown,
            "{script}: {}",
            &complaint[complaint.len() - 30.min(complaint.len())..]
        );
    }
}

#[test]
fn a_program_that_is_not_there_is_not_started() {
    let refused = run(Command::new("/no/such/program"), &LONG).unwrap_err();
    assert!(refused.is_missing(), "{refused}");
    assert!(refused.to_string().contains("/no/such/program"), "{refused}");
}

#[test]
fn a_program_starts_with_no_signal_blocked() {
    child::interrupt::hold();
    let mut command = Command::new("grep");
    command.args(["SigBlk", "/proc/self/status"]);
    let done = run(command, &LONG).unwrap();
    assert_eq!(done.text().split_whitespace().last(), Some("0000000000000000"));
}
