//! Laws of the big layer on numbers that are not doubles: more precision stays within less precision.

use crate::sample::number;
use interval::{BigInterval, Binary, Unary};
use proptest::prelude::*;
use rug::Float;

const LOW: u32 = 70;
const HIGH: u32 = 250;

/// A number of about 120 bits: a double and a much smaller one.
fn long_number() -> impl Strategy<Value = Float> {
    let tail = prop_oneof![Just(0.0), -1.0..1.0];
    (number(), tail).prop_map(|(head, tail): (f64, f64)| {
        let small = (Float::with_val(120, head) * tail) >> 60;
        Float::with_val(120, head) + small
    })
}

fn long_interval() -> impl Strategy<Value = BigInterval> {
    let between = |a: Float, b: Float| {
        if a <= b {
            BigInterval::new(a, b)
        } else {
            BigInterval::new(b, a)
        }
    };
    prop_oneof![
        2 => long_number().prop_map(BigInterval::point),
        3 => (long_number(), long_number()).prop_map(move |(a, b)| between(a, b).expect("reals")),
        2 => (long_number(), 0.0..4.0).prop_map(move |(a, w): (Float, f64)| between(a.clone(), a + w).expect("reals")),
    ]
}

proptest! {
    #[test]
    fn more_precision_stays_within_less(x in long_interval(), y in long_interval(), z in long_interval(), n in -9..10) {
        for &f in Unary::ALL {
            let (fine, coarse) = (BigInterval::unary(f, &x, HIGH), BigInterval::unary(f, &x, LOW));
            prop_assert!(fine.subset_of(&coarse), "{f} of {x:?}: {fine:?} and {coarse:?}");
        }
        for &f in Binary::ALL {
            let (fine, coarse) = (BigInterval::binary(f, &x, &y, HIGH), BigInterval::binary(f, &x, &y, LOW));
            prop_assert!(fine.subset_of(&coarse), "{f} of {x:?} and {y:?}: {fine:?} and {coarse:?}");
        }
        prop_assert!(BigInterval::fma(&x, &y, &z, HIGH).subset_of(&BigInterval::fma(&x, &y, &z, LOW)));
        prop_assert!(BigInterval::powi(&x, n, HIGH).subset_of(&BigInterval::powi(&x, n, LOW)));
    }

    #[test]
    fn parts_stay_within_the_whole(x in long_interval(), y in long_interval()) {
        let (middle, other) = (BigInterval::point(x.mid(HIGH)), BigInterval::point(y.mid(HIGH)));
        for &f in Unary::ALL {
            let (part, whole) = (BigInterval::unary(f, &middle, HIGH), BigInterval::unary(f, &x, LOW));
            prop_assert!(part.subset_of(&whole), "{f} of {x:?}: {part:?} and {whole:?}");
        }
        for &f in Binary::ALL {
            let (part, whole) = (BigInterval::binary(f, &middle, &other, HIGH), BigInterval::binary(f, &x, &y, LOW));
            prop_assert!(part.subset_of(&whole), "{f} of {x:?} and {y:?}: {part:?} and {whole:?}");
        }
    }
}
