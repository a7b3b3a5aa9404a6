//! Runs that do not simply return.

use instrument::RunOutcome;

use crate::common::*;

/// One test, since the handlers of signals belong to the whole process.
#[test]
fn loops_exits_and_crashes_end_the_run_only() {
    let made = make("hostile.c", "hostile");
    let mut loaded = load(&made);
    loaded.guard().unwrap();
    loaded.set_limit(10_000);
    let table = [
        (0.0, RunOutcome::Returned),
        (1.0, RunOutcome::Cut),
        (2.0, RunOutcome::Cut),
        (3.0, RunOutcome::Exited(7)),
        (4.0, RunOutcome::Signal(6)),
        (5.0, RunOutcome::Signal(8)),
        (6.0, RunOutcome::Signal(11)),
        (8.0, RunOutcome::Returned),
    ];
    for _ in 0..3 {
        for (how, expected) in table {
            let ran = loaded.call(&pack(&made, &[how, 0.0]));
            assert_eq!(ran.outcome, expected, "{how}");
            assert_eq!(
                loaded.output()[..4] == (how as i32).to_le_bytes(),
                expected == RunOutcome::Returned
            );
        }
    }
    loaded.set_limit(1 << 40);
    assert_eq!(
        loaded.call(&pack(&made, &[7.0, 0.0])).outcome,
        RunOutcome::Signal(11),
        "endless recursion"
    );
    assert!(sides(&made, &mut loaded, &[8.0, 0.0]).starts_with("0F"));
}

#[test]
fn probes_are_counted() {
    let made = make("calls.c", "outer");
    let mut loaded = load(&made);
    assert_eq!(loaded.call(&pack(&made, &[5.0])).probes, 1);
    // One before the loop, four at its condition, three inside, and three jumps back.
    assert_eq!(loaded.call(&pack(&made, &[0.0])).probes, 11);
}

#[test]
fn a_changed_rounding_mode_does_not_outlive_the_run() {
    let made = make("hostile.c", "third");
    let mut loaded = load(&made);
    let mut third = |upward: f64| {
        loaded.call(&pack(&made, &[upward, 1.0]));
        f64::from_le_bytes(loaded.output()[..8].try_into().unwrap())
    };
    assert!(third(1.0) > 1.0 / 3.0);
    assert_eq!(third(0.0), 1.0 / 3.0);
}
