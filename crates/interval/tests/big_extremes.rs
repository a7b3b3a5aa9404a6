//! Multiple-precision arguments of absurd size: every function answers soundly and soon.

use interval::{BigInterval, Binary, Unary};
use rug::Float;
use std::time::{Duration, Instant};

const BITS: u32 = 128;

/// A guard against hangs: with as many bits as these exponents have units, it would take days.
const PATIENCE: Duration = Duration::from_secs(120);

fn power_of_two(exponent: i32) -> Float {
    Float::with_val(BITS, 1) << exponent
}

fn extremes() -> Vec<Float> {
    let sizes = [
        1_000_000_000,
        20_000_000,
        40_000,
        5_000,
        1_100,
        64,
        -64,
        -1_100,
        -40_000,
        -1_000_000_000,
    ];
    let near_one = [-60, -120].map(|e| Float::with_val(200, 1) + power_of_two(e));
    let sizes = sizes.map(power_of_two);
    sizes
        .into_iter()
        .chain(near_one)
        .flat_map(|x| [x.clone(), -x])
        .collect()
}

fn point(x: &Float) -> BigInterval {
    BigInterval::new(x.clone(), x.clone()).expect("a real")
}

/// Runs and complains about anything slow.
fn timed(name: &str, f: impl FnOnce() -> BigInterval) -> BigInterval {
    let start = Instant::now();
    let result = f();
    assert!(start.elapsed() < PATIENCE, "{name} took {:?}", start.elapsed());
    result
}

#[test]
fn unary_functions_of_extreme_points_end() {
    for x in extremes() {
        for &f in Unary::ALL {
            let label = format!("{f} of {:?}", x.to_f64_exp());
            let at_point = timed(&label, || BigInterval::unary(f, &point(&x), BITS));
            let up_to = BigInterval::new(x.clone(), power_of_two(1_000_000_001)).expect("in order");
            let over_range = timed(&label, || BigInterval::unary(f, &up_to, BITS));
            assert!(
                at_point.subset_of(&over_range),
                "{label}: {at_point:?} is not within {over_range:?}"
            );
        }
    }
}

#[test]
fn binary_functions_of_extreme_points_end() {
    let all = extremes();
    for x in &all {
        for y in &all {
            for &f in Binary::ALL {
                let label = format!("{f} of {:?} and {:?}", x.to_f64_exp(), y.to_f64_exp());
                timed(&label, || BigInterval::binary(f, &point(x), &point(y), BITS));
            }
        }
    }
}

#[test]
fn overflow_keeps_a_finite_lower_bound() {
    let huge = timed("exp", || {
        BigInterval::unary(Unary::Exp, &point(&power_of_two(100)), BITS)
    });
    assert!(huge.lo().is_finite() && huge.hi().is_infinite());
    let tiny = timed("exp", || {
        BigInterval::unary(Unary::Exp, &point(&-power_of_two(100)), BITS)
    });
    assert!(*tiny.lo() == 0.0 && *tiny.hi() > 0.0);
}

#[test]
fn the_error_function_has_values_at_the_root_of_three() {
    for bits in [8, 24, 53, 64, 128, 400, 900] {
        let root = Float::with_val(bits, 3).sqrt();
        for x in [&root, &-root.clone()] {
            for more in [0, 1, 30, 200] {
                let p = bits.saturating_sub(more).max(2);
                for f in [Unary::Erf, Unary::Erfc] {
                    let found = BigInterval::unary(f, &point(x), p);
                    assert!(*found.lo() < *found.hi(), "{f} at {bits} bits");
                    let before = interval::big::erf_before_rounding(f, x, p);
                    assert!(found.contains(&before), "{f} at {bits} bits");
                }
            }
        }
    }
}

#[test]
fn long_numbers_next_to_the_root_of_three_have_error_functions() {
    for bits in [1000, 2048, 8192] {
        let root = Float::with_val(bits, 3).sqrt();
        let near = Float::with_val(60, &root);
        for f in [Unary::Erf, Unary::Erfc] {
            let found = BigInterval::unary(f, &point(&root), bits);
            let coarse = BigInterval::unary(
                f,
                &BigInterval::new(near.clone() - 1e-15, near.clone() + 1e-15).unwrap(),
                128,
            );
            assert!(
                *found.lo() < *found.hi() && coarse.contains(found.lo()) && coarse.contains(found.hi()),
                "{f}"
            );
        }
    }
}

#[test]
fn the_complement_of_the_error_function_is_never_zero() {
    // erfc(32351.8) is about e^(-10^9), below all numbers of the library.
    for p in [24, 53, 113, 200] {
        for x in [1e4, 32351.846819640984, 1e9, f64::MAX] {
            let x = BigInterval::point(Float::with_val(53, x));
            let made = BigInterval::unary(Unary::Erfc, &x, p);
            assert!(*made.lo() >= 0 && *made.hi() > 0, "{p} bits: {made:?}");
        }
    }
}
