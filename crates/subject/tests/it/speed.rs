//! What a call costs, printed. The limits only guard against hangs: `scripts/bench_check.py` measures.

use crate::support::{Written, line};
use std::time::{Duration, Instant};
use suite::Observed;

/// Ten thousand calls in ten thousand processes would take longer.
const HANG: Duration = Duration::from_secs(120);

fn measure(file: &str, text: &str, calls: u32, limit: Duration) {
    let written = Written::new(file, "f", text);
    let begun = Instant::now();
    let mut subject = written.subject();
    let opened = begun.elapsed();
    let inputs = line((0..calls).map(f64::from));
    let observed = subject.run(&inputs);
    let all = begun.elapsed();
    let single = Instant::now();
    subject.run(&inputs[..1]);
    let single = single.elapsed();
    let per_call = (all - opened).as_nanos() / u128::from(calls);
    println!(
        "{file}: opened {opened:?}, {calls} calls with that {all:?}, {per_call} ns per call, batch of one {single:?}"
    );
    assert_eq!(observed.last(), Some(&Observed::value(f64::from(calls) - 0.5)));
    assert!(all < limit, "{file}: {all:?}");
}

#[test]
fn ten_thousand_calls_come_to_an_end() {
    measure("a.c", "double f(double x) { return x + 0.5; }\n", 10_000, HANG);
    measure("a.cpp", "double f(double x) { return x + 0.5; }\n", 10_000, HANG);
    measure("m.py", "def f(x):\n  return x + 0.5\n", 10_000, HANG);
    measure("f.m", "function y = f(x)\n  y = x + 0.5;\nend\n", 1000, HANG);
}

#[test]
fn a_hundred_crashes_come_to_an_end() {
    let text = "#include <stdlib.h>\ndouble f(double x) { abort(); }\n";
    let mut subject = Written::new("a.c", "f", text).subject();
    let begun = Instant::now();
    let observed = subject.run(&line((0..100).map(f64::from)));
    println!("100 crashes: {:?}", begun.elapsed());
    assert!(observed.iter().all(|one| matches!(one, Observed::Crash { .. })));
    assert!(begun.elapsed() < HANG);
}
