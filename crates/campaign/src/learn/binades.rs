//! What was looked at by exponent: the binades of the inputs that have a test.

use learn::InputAxis;
use std::collections::BTreeSet;
use suite::learn::BinadesRecord;

/// The binades that tests lay in, by input.
#[derive(Clone, Debug, Default)]
pub struct Binades(Vec<BTreeSet<u64>>);

impl Binades {
    /// Takes a test into account.
    pub fn note(&mut self, input: &[f64]) {
        self.0.resize(input.len(), BTreeSet::new());
        for (seen, &x) in self.0.iter_mut().zip(input) {
            seen.insert(binade(x));
        }
    }

    /// Those with a test beside all; none if no input is a float.
    pub fn record(&self, axes: &[InputAxis]) -> Option<BinadesRecord> {
        let floats = || axes.iter().enumerate().filter(|(_, axis)| !axis.integer);
        let seen = floats()
            .map(|(n, _)| self.0.get(n).map_or(0, BTreeSet::len) as u64)
            .sum();
        floats().next().map(|_| BinadesRecord {
            tested: seen,
            all: floats().map(|(_, axis)| all(axis)).sum(),
        })
    }
}

/// Sign and exponent. The two zeros are one number.
fn binade(x: f64) -> u64 {
    (x + 0.0).to_bits() >> 52
}

/// How many binades a range has.
fn all(axis: &InputAxis) -> u64 {
    let exponent = |x: f64| binade(x.abs());
    let (lo, hi) = (axis.lo, axis.hi);
    match (lo < 0.0, hi < 0.0) {
        (false, _) => exponent(hi) - exponent(lo) + 1,
        (true, true) => exponent(lo) - exponent(hi) + 1,
        (true, false) => exponent(lo) + exponent(hi) + 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binades_of_ranges_are_counted() {
        for (lo, hi, expected) in [
            (1.0, 1.5, 1),
            (1.0, 2.0, 2),
            (0.0, 1.0, 1024),
            (-1.0, 1.0, 2048),
            (-2.0, -1.0, 2),
            (-0.0, 0.0, 1),
        ] {
            assert_eq!(all(&InputAxis::real("x", lo, hi)), expected, "{lo} {hi}");
        }
        let mut binades = Binades::default();
        [1.0, 1.5, 0.0, -0.0, 5e-324].iter().for_each(|x| binades.note(&[*x]));
        let record = binades.record(&[InputAxis::real("x", 0.0, 2.0)]).unwrap();
        assert_eq!((record.tested, record.all), (2, 1025));
        let whole = InputAxis {
            integer: true,
            ..InputAxis::real("n", 0.0, 2.0)
        };
        assert_eq!(binades.record(&[whole]), None);
    }
}
