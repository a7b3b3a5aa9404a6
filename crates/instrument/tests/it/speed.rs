//! How fast calls are, printed. The limit only guards against hangs: `scripts/bench_cover.py` measures.

use std::time::Instant;

use crate::common::*;

#[test]
fn millions_of_calls_of_a_function_with_six_branches_come_to_an_end() {
    const CALLS: u32 = 2_000_000;
    let made = make("six.c", "six");
    assert_eq!(made.branches().len(), 6);
    let mut loaded = load(&made);
    let input = pack(&made, &[1.25, -3.5]);
    let start = Instant::now();
    for _ in 0..CALLS {
        loaded.call(&input);
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{:.1} million calls a second", f64::from(CALLS) / 1e6 / seconds);
    // A process or a file for each call would take longer.
    assert!(seconds < 120.0, "{seconds} s");
}
