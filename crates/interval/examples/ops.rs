//! Prints nanoseconds per operation over doubles and over 128-bit MPFR numbers (build with `--release`).

use interval::{BigInterval, Binary, Interval, Unary};
use std::hint::black_box;
use std::time::Instant;

const BATCHES: u32 = 100;
const BITS: u32 = 128;

fn main() {
    let wide = Interval::hull_of(0.25, 0.75);
    let other = Interval::hull_of(-1.5, 2.25);
    let (big_wide, big_other) = (BigInterval::from_interval(&wide), BigInterval::from_interval(&other));
    println!("{:<12}{:>12}{:>12}", "function", "double", "128 bits");
    for &f in Unary::ALL {
        let double = time(|| Interval::unary(f, black_box(wide)));
        let big = time_few(|| BigInterval::unary(f, black_box(&big_wide), BITS));
        println!("{:<12}{double:>12.1}{big:>12.1}", f.name());
    }
    for &f in Binary::ALL {
        let double = time(|| Interval::binary(f, black_box(wide), black_box(other)));
        let big = time_few(|| BigInterval::binary(f, black_box(&big_wide), black_box(&big_other), BITS));
        println!("{:<12}{double:>12.1}{big:>12.1}", f.name());
    }
    let double = time(|| Interval::fma(black_box(wide), black_box(other), black_box(wide)));
    let big = time_few(|| BigInterval::fma(&big_wide, black_box(&big_other), &big_wide, BITS));
    println!("{:<12}{double:>12.1}{big:>12.1}", "fma");
}

fn time<T>(f: impl Fn() -> T) -> f64 {
    best(f, 2000)
}

fn time_few<T>(f: impl Fn() -> T) -> f64 {
    best(f, 20)
}

/// The best of many short batches, so that a busy machine disturbs little.
fn best<T>(f: impl Fn() -> T, rounds: u32) -> f64 {
    let batch = |_| {
        let start = Instant::now();
        (0..rounds).for_each(|_| drop(black_box(f())));
        start.elapsed().as_nanos() as f64 / f64::from(rounds)
    };
    (0..BATCHES).map(batch).fold(f64::INFINITY, f64::min)
}
