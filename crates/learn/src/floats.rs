//! Inputs where floats live. Half of the doubles from 0 to 100 are below 10⁻¹⁵⁰, and tests that are even by value meet none
//! of them: so some tests are even by bit pattern, which gives each binade its share, and some are the numbers at which
//! formats and code have their edges.

use crate::domain::InputAxis;
use chance::Random;
use inputs::Scale;
use std::collections::HashSet;

/// This many inputs, the first of them as different as can be. In every second one a single axis has such a number, and the
/// others have any: a fault may need a tiny number beside ordinary ones.
pub(crate) fn float_inputs(axes: &[InputAxis], count: usize, chance: &mut Random) -> Vec<Vec<f64>> {
    let mut lines: Vec<AxisNumbers> = axes.iter().map(|axis| AxisNumbers::new(axis, chance)).collect();
    let input = |number: usize| {
        let single = (number % 2 == 1).then(|| number / 2 % axes.len().max(1));
        let value = |(n, line): (usize, &mut AxisNumbers)| match single {
            Some(chosen) if chosen != n => line.axis.at(chance.share()),
            _ => line.next(),
        };
        lines.iter_mut().enumerate().map(value).collect()
    };
    (0..count).map(input).collect()
}

/// The numbers of an axis in turn: a landmark, a number from some binade, and so on.
struct AxisNumbers<'a> {
    axis: &'a InputAxis,
    landmarks: Vec<f64>,
    number: usize,
    /// Where in the order of the doubles the first draw is; the others are as far from each other as can be.
    start: f64,
}

/// The golden section: multiples of it modulo 1 fill the unit interval evenly from the first on.
const GOLDEN: f64 = 0.618_033_988_749_894_9;

impl<'a> AxisNumbers<'a> {
    fn new(axis: &'a InputAxis, chance: &mut Random) -> AxisNumbers<'a> {
        AxisNumbers {
            axis,
            landmarks: landmarks(axis),
            number: 0,
            start: chance.share(),
        }
    }

    fn next(&mut self) -> f64 {
        let number = self.number;
        self.number += 1;
        let landmark = self.landmarks.get(number / 2).filter(|_| number.is_multiple_of(2));
        landmark
            .copied()
            .unwrap_or_else(|| self.by_bits((self.start + number as f64 * GOLDEN).fract()))
    }

    /// The input at this share of all doubles of the range, in their order. Whole numbers are taken from the doubles, too:
    /// small ones are as often wrong as great ones.
    fn by_bits(&self, share: f64) -> f64 {
        self.axis.snap(self.axis.doubles().at(Scale::Bits, share))
    }
}

/// Powers and whole numbers up to here are all landmarks: people write such numbers into code.
/// Beyond, every landmark delays the others, and some of the powers stand for all.
const NEAR: i32 = 10;

/// The numbers of a range at which formats and code have their edges, without doubles: the marks of all inputs, and
/// behind them what only tests of a black box need, which have nothing else to go by: −0, the greatest subnormal number,
/// one beside the ends, small whole numbers, and powers of all sizes.
fn landmarks(axis: &InputAxis) -> Vec<f64> {
    let range = axis.range();
    // Ends and their neighbours come first: 0, which marks begin with, is among the special inputs already, and models
    // through several tests with the same number know nothing of the others.
    let mut list = vec![range.lo, range.hi, range.step(range.lo, 1), range.step(range.hi, -1)];
    list.extend([range.lo + 1.0, range.hi - 1.0, 0.0, -0.0]);
    list.extend(range.marks(&[]));
    list.extend(further().flat_map(|size| [size, -size]));
    let mut seen = HashSet::new();
    list.retain(|x| axis.contains(*x) && seen.insert(x.to_bits()));
    list
}

/// Sizes of numbers that marks leave out.
fn further() -> impl Iterator<Item = f64> {
    let powers = |base: f64, far: usize| {
        let near = (-NEAR..=NEAR).map(move |k| base.powi(k));
        near.chain((-1000..=1000).step_by(far).map(move |k| base.powi(k)))
    };
    let whole = (2..=NEAR).map(f64::from);
    let subnormal = std::iter::once(f64::MIN_POSITIVE.next_down());
    subnormal.chain(powers(2.0, 100)).chain(whole).chain(powers(10.0, 50))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_binade_has_its_share() {
        let axis = InputAxis::real("x", 0.0, 100.0);
        let list: Vec<f64> = float_inputs(&[axis], 600, &mut Random::new(1)).concat();
        for (lo, hi) in [(1e-300, 1e-200), (1e-200, 1e-100), (1e-100, 1e-4), (1e-4, 100.0)] {
            let inside = list.iter().filter(|x| (lo..hi).contains(*x)).count();
            assert!(inside > 20, "{inside} from {lo} to {hi}");
        }
        for x in [
            0.0f64,
            -0.0,
            5e-324,
            f64::MIN_POSITIVE,
            1.0,
            100.0,
            100f64.next_down(),
            0.1,
            10.0,
            0.5,
            7.0,
        ] {
            assert!(list.iter().any(|y| y.to_bits() == x.to_bits()), "{x}");
        }
        let distinct: std::collections::HashSet<u64> = list.iter().map(|x| x.to_bits() >> 52).collect();
        assert!(distinct.len() > 300, "{}", distinct.len());
    }

    #[test]
    fn inputs_stay_in_their_ranges() {
        let count = InputAxis {
            integer: true,
            ..InputAxis::real("n", -3.5, 1e6)
        };
        let axes = [count, InputAxis::real("x", -1e300, 7.0), InputAxis::real("y", 2.0, 2.0)];
        let list = float_inputs(&axes, 300, &mut Random::new(3));
        let fits = |input: &Vec<f64>| axes.iter().zip(input).all(|(axis, &x)| axis.contains(x));
        assert!(list.iter().all(fits));
        assert!(list.iter().any(|input| input[0] == 1000.0) && list.iter().any(|input| input[1] < -1e100));
        assert!(float_inputs(&[], 3, &mut Random::new(1)).iter().all(Vec::is_empty));
    }
}
