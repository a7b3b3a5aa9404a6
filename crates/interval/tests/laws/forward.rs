//! Forward laws: containment of the true value, honesty of the definedness, agreement of the two layers.

use crate::oracle::{self, Truth};
use crate::sample::{interval, number, points};
use interval::{BigEnclosure, BigInterval, Binary, Constant, Definedness, Enclosure, FloatEnclosure, Interval, Unary};
use proptest::prelude::*;
use rug::Float;

const PRECISIONS: [u32; 2] = [64, 150];

/// The same operation in both layers.
struct Layers {
    double: FloatEnclosure,
    big: [BigEnclosure; 2],
}

fn everywhere(x: Interval) -> FloatEnclosure {
    Enclosure::everywhere(x)
}

fn big(x: Interval) -> BigEnclosure {
    Enclosure::everywhere(BigInterval::from_interval(&x))
}

impl Layers {
    fn unary(f: Unary, x: Interval) -> Layers {
        let double = FloatEnclosure::unary(f, everywhere(x));
        Layers {
            double,
            big: PRECISIONS.map(|p| BigEnclosure::unary(f, &big(x), p)),
        }
    }

    fn binary(f: Binary, x: Interval, y: Interval) -> Layers {
        let double = FloatEnclosure::binary(f, everywhere(x), everywhere(y));
        Layers {
            double,
            big: PRECISIONS.map(|p| BigEnclosure::binary(f, &big(x), &big(y), p)),
        }
    }

    fn fma(x: Interval, y: Interval, z: Interval) -> Layers {
        let double = FloatEnclosure::fma(everywhere(x), everywhere(y), everywhere(z));
        Layers {
            double,
            big: PRECISIONS.map(|p| BigEnclosure::fma(&big(x), &big(y), &big(z), p)),
        }
    }

    fn powi(x: Interval, n: i32) -> Layers {
        let double = FloatEnclosure::powi(everywhere(x), n);
        Layers {
            double,
            big: PRECISIONS.map(|p| BigEnclosure::powi(&big(x), n, p)),
        }
    }

    /// No result may miss the truth or claim a wrong definedness.
    fn check(&self, truth: Option<&Truth>) -> Result<(), String> {
        let doubles = BigInterval::from_interval(&self.double.range);
        check_one(&doubles, self.double.defined, truth)?;
        self.big.iter().try_for_each(|e| check_one(&e.range, e.defined, truth))
    }

    /// Emptiness agrees, and the big layer never exceeds the double layer except where it declines the cost.
    fn check_agreement(&self) -> Result<(), String> {
        for e in &self.big {
            let outward = e.range.to_interval();
            let declined = e.range.is_entire() || outward == Interval::hull_of(-1.0, 1.0);
            if !(declined || outward.subset_of(&self.double.range))
                || e.range.is_empty() != self.double.range.is_empty()
            {
                return Err(format!("layers disagree: {:?} and {:?}", self.double, outward));
            }
        }
        Ok(())
    }
}

fn check_one(range: &BigInterval, defined: Definedness, truth: Option<&Truth>) -> Result<(), String> {
    let nowhere = defined == Definedness::Nowhere;
    if nowhere != range.is_empty() {
        return Err("Nowhere must mean an empty range".into());
    }
    match truth {
        None if defined == Definedness::Everywhere => Err("claimed to be defined everywhere".into()),
        None => Ok(()),
        Some(_) if nowhere => Err("claimed to be defined nowhere".into()),
        Some(t) if misses(range, t) => Err(format!("{:?} misses {:?}", range.to_interval(), t.0.to_f64())),
        Some(_) => Ok(()),
    }
}

/// Whether the true value is proved to lie outside the range.
fn misses(range: &BigInterval, (below, above): &Truth) -> bool {
    let lo: &Float = range.lo();
    lo > above || range.hi() < below
}

proptest! {
    #[test]
    fn unary_functions_contain_every_value(x in interval(), seed: u64) {
        let inside = points(x, seed);
        for &f in Unary::ALL {
            let layers = Layers::unary(f, x);
            let result = layers.check_agreement().and_then(|()| {
                inside.iter().try_for_each(|&t| layers.check(oracle::unary(f, t).as_ref()).map_err(|e| format!("{e} at {t:e}")))
            });
            prop_assert!(result.is_ok(), "{f} of {x:?}: {}", result.unwrap_err());
        }
    }

    #[test]
    fn binary_functions_contain_every_value(x in interval(), y in interval(), seed: u64) {
        let (first, second) = (points(x, seed), points(y, seed.rotate_left(17)));
        for &f in Binary::ALL {
            let layers = Layers::binary(f, x, y);
            let mut result = layers.check_agreement();
            for (i, &s) in first.iter().enumerate() {
                let t = second[(i + seed as usize % second.len()) % second.len()];
                result = result.and_then(|()| layers.check(oracle::binary(f, s, t).as_ref()).map_err(|e| format!("{e} at {s:e}, {t:e}")));
            }
            prop_assert!(result.is_ok(), "{f} of {x:?} {y:?}: {}", result.unwrap_err());
        }
    }

    #[test]
    fn fused_multiply_add_contains_every_value(x in interval(), y in interval(), z in interval(), seed: u64) {
        let layers = Layers::fma(x, y, z);
        prop_assert_eq!(layers.check_agreement(), Ok(()));
        let third = points(z, seed);
        for (i, (&s, &t)) in points(x, seed).iter().zip(points(y, seed.rotate_left(9)).iter()).enumerate() {
            let u = third[i % third.len()];
            let result = layers.check(Some(&oracle::fma(s, t, u)));
            prop_assert!(result.is_ok(), "fma at {s:e} {t:e} {u:e}: {}", result.unwrap_err());
        }
    }

    #[test]
    fn integer_powers_contain_every_value(x in interval(), n in prop_oneof![-5..6, -400..400, any::<i32>()], seed: u64) {
        let layers = Layers::powi(x, n);
        prop_assert_eq!(layers.check_agreement(), Ok(()));
        for t in points(x, seed) {
            let result = layers.check(oracle::binary(Binary::Pow, t, f64::from(n)).as_ref());
            prop_assert!(result.is_ok(), "{t:e} to the power {n}: {}", result.unwrap_err());
        }
    }
}

/// Whether an interval of doubles is at most two ulps wide (one on either side of the nearest value).
fn is_tight(x: &Interval) -> bool {
    x.is_empty() || x.lo().next_up().next_up() >= x.hi()
}

/// Inclusion up to one ulp, which an exact end of the outer range may lack.
fn nearly_within(inner: &Interval, outer: &Interval) -> bool {
    inner.is_empty() || (outer.lo().next_down() <= inner.lo() && inner.hi() <= outer.hi().next_up())
}

proptest! {
    #[test]
    fn values_at_points_are_tight(x in number(), y in number(), z in number()) {
        let [s, t, u] = [x, y, z].map(Interval::point);
        for &f in Unary::ALL {
            let value = Interval::unary(f, s);
            prop_assert!(is_tight(&value), "{f} at {x:e}: {value:?}");
        }
        for &f in Binary::ALL {
            let value = Interval::binary(f, s, t);
            prop_assert!(is_tight(&value), "{f} at {x:e}, {y:e}: {value:?}");
        }
        prop_assert!(is_tight(&Interval::fma(s, t, u)));
    }

    #[test]
    fn larger_boxes_have_larger_ranges(x in interval(), y in interval(), wider in interval()) {
        let (bigger_x, bigger_y) = (x.hull(&wider), y.hull(&wider));
        for &f in Unary::ALL {
            prop_assert!(nearly_within(&Interval::unary(f, x), &Interval::unary(f, bigger_x)), "{f} of {x:?} in {bigger_x:?}");
        }
        for &f in Binary::ALL {
            let (inner, outer) = (Interval::binary(f, x, y), Interval::binary(f, bigger_x, bigger_y));
            let computed_by_formula = matches!(f, Binary::Fmod | Binary::Remainder);
            prop_assert!(computed_by_formula || nearly_within(&inner, &outer), "{f} of {x:?}, {y:?}: {inner:?}, {outer:?}");
        }
    }
}

/// Boxes that once broke a law, or nearly did.
#[test]
fn known_hard_boxes() {
    let half_line = Interval::hull_of(f64::NEG_INFINITY, 0.0);
    let y = 179769313.59574574;
    let layers = Layers::fma(Interval::point(1e300_f64.next_up()), Interval::point(y), half_line);
    assert_eq!(layers.check_agreement(), Ok(()));
    assert_eq!(
        layers.check(Some(&oracle::fma(1e300_f64.next_up(), y, -f64::MAX))),
        Ok(())
    );
}

/// Neighbouring doubles around an odd multiple of π/2 enclose a pole, whichever side the nearest one is on.
#[test]
fn tangent_sees_every_pole() {
    let half_pi = BigInterval::constant(Constant::Pi2, 200);
    for k in (1..4000).step_by(2).flat_map(|k| [k, 100_003 * k]) {
        let pole = BigInterval::binary(Binary::Mul, &half_pi, &BigInterval::from_f64(f64::from(k)), 200).to_interval();
        let around = FloatEnclosure::unary(Unary::Tan, everywhere(pole));
        assert_eq!(
            (around.range, around.defined),
            (Interval::ENTIRE, Definedness::Partly),
            "{k}"
        );
        let before = FloatEnclosure::unary(Unary::Tan, FloatEnclosure::point(pole.lo()));
        assert!(
            before.defined == Definedness::Everywhere && before.range.lo() > 0.0,
            "{k}"
        );
    }
}
