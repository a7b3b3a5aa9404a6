//! Reverse laws: no solution is lost, the result lies within the operand, empty stays empty.

use crate::oracle::{self, Truth};
use crate::sample::{interval, number, points};
use interval::{Binary, Interval, Unary, reverse_binary, reverse_unary};
use proptest::prelude::*;
use rug::Float;

/// Whether the true value is proved to lie in the interval.
fn proved_in(y: &Interval, (below, above): &Truth) -> bool {
    *below >= y.lo() && *above <= y.hi()
}

/// The narrowest interval of doubles around the truth.
fn around((below, above): &Truth) -> Interval {
    use rug::float::Round;
    let end = |v: &Float, r| v.to_f64_round(r);
    Interval::new(end(below, Round::Down), end(above, Round::Up)).expect("ends in order")
}

proptest! {
    #[test]
    fn reverse_unary_loses_no_solution(x in interval(), other in interval(), seed: u64) {
        for &f in Unary::ALL {
            prop_assert!(reverse_unary(f, other, x).subset_of(&x));
            prop_assert!(reverse_unary(f, Interval::EMPTY, x).is_empty());
            prop_assert!(reverse_unary(f, other, Interval::EMPTY).is_empty());
            for t in points(x, seed) {
                let Some(truth) = oracle::unary(f, t) else { continue };
                for y in [other, around(&truth), around(&truth).hull(&other)] {
                    let back = reverse_unary(f, y, x);
                    prop_assert!(!proved_in(&y, &truth) || back.contains(t), "{f}: {t:e} in {x:?}, {y:?} lost: {back:?}");
                }
            }
        }
    }

    #[test]
    fn reverse_binary_loses_no_solution(x in interval(), y in interval(), other in interval(), seed: u64) {
        let (first, second) = (points(x, seed), points(y, seed.rotate_left(17)));
        for &f in Binary::ALL {
            let (s, t) = reverse_binary(f, other, x, y);
            prop_assert!(s.subset_of(&x) && t.subset_of(&y) && s.is_empty() == t.is_empty());
            prop_assert!(reverse_binary(f, Interval::EMPTY, x, y).0.is_empty());
            prop_assert!(reverse_binary(f, other, x, Interval::EMPTY).0.is_empty());
            for (i, &a) in first.iter().enumerate() {
                let b = second[(i + seed as usize % second.len()) % second.len()];
                let Some(truth) = oracle::binary(f, a, b) else { continue };
                for z in [other, around(&truth), around(&truth).hull(&other)] {
                    let (s, t) = reverse_binary(f, z, x, y);
                    let kept = s.contains(a) && t.contains(b);
                    prop_assert!(!proved_in(&z, &truth) || kept, "{f}: {a:e}, {b:e} in {x:?}, {y:?}, {z:?} lost: {s:?} {t:?}");
                }
            }
        }
    }
}

proptest! {
    #[test]
    fn reverse_powers_keep_the_base(t in number(), n in -12i32..13) {
        let exponent = Interval::point(f64::from(n));
        if let Some(truth) = oracle::binary(Binary::Pow, t, f64::from(n)) {
            let (base, _) = reverse_binary(Binary::Pow, around(&truth), Interval::ENTIRE, exponent);
            prop_assert!(base.contains(t), "{t:e} to the power {n} lost: {base:?}");
        }
    }
}

fn span(lo: f64, hi: f64) -> Interval {
    Interval::new(lo, hi).expect("ends in order")
}

#[test]
fn reverse_operations_contract() {
    let all = Interval::ENTIRE;
    assert_eq!(
        reverse_unary(Unary::Fabs, span(1.0, 2.0), span(0.0, 9.0)),
        span(1.0, 2.0)
    );
    assert_eq!(reverse_unary(Unary::Sqrt, span(-5.0, 2.0), all), span(0.0, 4.0));
    assert_eq!(reverse_unary(Unary::Round, span(0.6, 1.4), all), span(0.5, 1.5));
    assert_eq!(reverse_unary(Unary::Exp, span(-2.0, -1.0), all), Interval::EMPTY);
    assert_eq!(
        reverse_binary(Binary::Add, span(3.0, 4.0), span(1.0, 9.0), span(1.0, 1.0)).0,
        span(2.0, 3.0)
    );
    assert_eq!(
        reverse_binary(Binary::Mul, span(1.0, 2.0), span(0.1, 9.0), span(-1.0, 0.5)).0,
        span(2.0, 9.0)
    );
    assert_eq!(
        reverse_binary(Binary::Pow, span(4.0, 9.0), span(-9.0, 0.0), Interval::point(2.0)).0,
        span(-3.0, -2.0)
    );
    assert_eq!(
        reverse_binary(Binary::Fmin, span(1.0, 2.0), span(0.0, 5.0), span(3.0, 4.0)).0,
        span(1.0, 2.0)
    );
}

#[test]
fn reverse_error_functions_contract() {
    let half = reverse_unary(Unary::Erf, Interval::point(0.5), Interval::ENTIRE);
    assert!(half.width() < 1e-12 && half.contains(0.4769362762044699), "{half:?}");
    let complement = reverse_unary(Unary::Erfc, span(0.5, 1.5), span(-9.0, f64::INFINITY));
    assert!((complement.lo() + 0.4769362762044699).abs() < 1e-9, "{complement:?}");
    assert!((complement.hi() - 0.4769362762044699).abs() < 1e-9, "{complement:?}");
    assert!(reverse_unary(Unary::Erf, span(0.5, 0.6), span(1.0, f64::INFINITY)).is_empty());
}

#[test]
fn reverse_sine_finds_the_nearest_solutions() {
    let back = reverse_unary(Unary::Sin, Interval::point(1.0), span(0.0, 10.0));
    assert!(back.lo() > 1.57 && back.hi() < 7.86, "{back:?}");
    assert!(reverse_unary(Unary::Sin, span(0.5, 1.0), span(3.2, 6.2)).is_empty());
}
