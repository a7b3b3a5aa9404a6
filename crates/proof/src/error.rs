//! How far an answer is from the real value: in units in the last place, relatively, and from the acceptable range.

use crate::margin::SpecMargin;
use rug::{Float, Rational};
use suite::{ObservedOutput, Test};

/// The measures of an answer, as text for people; none where there is no such measure.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measures {
    /// |ỹ − y| in units in the last place of y.
    pub ulps: Option<String>,
    /// |ỹ − y| / |y|.
    pub relative: Option<f64>,
    /// Distance from the acceptable range.
    pub distance: Option<String>,
}

/// Bits that forty digits and a double need for a difference without loss.
const BITS: u32 = 300;

/// Measures an answer. Of one between two doubles, the one nearer to the acceptable range counts.
pub fn measure(test: &Test, output: ObservedOutput, margin: &SpecMargin) -> Measures {
    let (ObservedOutput::Value(answer) | ObservedOutput::Between(answer, _)) = output else {
        return Measures::default();
    };
    let Some(seen) = Rational::from_f64(answer) else {
        return Measures::default();
    };
    let Some(real) = real_value(test) else {
        return Measures {
            distance: distance(test, answer),
            ..Measures::default()
        };
    };
    let off = (seen - &real).abs();
    let ulps = &off / margin.ulp(&real.clone().abs());
    let relative = (real != 0).then(|| Rational::from(&off / &real).abs().to_f64());
    Measures {
        ulps: Some(short(ulps.to_f64())),
        relative,
        distance: distance(test, answer),
    }
}

/// The middle of the enclosure, which is far narrower than anything that is shown.
fn real_value(test: &Test) -> Option<Rational> {
    let enclosure = test.enclosure.as_ref()?;
    let read = |text: &str| Float::with_val(BITS, Float::parse(text).ok()?).to_rational();
    Some((read(&enclosure.lo)? + read(&enclosure.hi)?) / 2)
}

fn distance(test: &Test, answer: f64) -> Option<String> {
    let range = test.valid?;
    let exact = |x: f64| Rational::from_f64(x);
    let (y, lo, hi) = (exact(answer)?, exact(range.lo.0)?, exact(range.hi.0)?);
    let off = (lo - &y).max(y - hi).max(Rational::new());
    Some(short(off.to_f64()))
}

/// A non-negative number in few digits: `0`, `0.48`, `12.5`, `3.1e9`.
pub fn short(x: f64) -> String {
    if x == 0.0 {
        return "0".into();
    }
    let plain = (1e-2..1e5).contains(&x);
    let text = if plain { format!("{x:.2}") } else { format!("{x:.2e}") };
    let (digits, exponent) = text
        .split_once('e')
        .map_or((text.as_str(), None), |(d, e)| (d, Some(e)));
    let digits = digits.trim_end_matches('0').trim_end_matches('.');
    exponent.map_or_else(|| digits.to_string(), |e| format!("{digits}e{e}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use expr::spec::{Accuracy, Format};
    use suite::{DoubleRange, EnclosureText, Expect, Hex, InputRecord, TestKind};

    fn test(lo: f64, real: &str, hi: f64) -> Test {
        Test {
            id: "t1".into(),
            kind: TestKind::Normal,
            inputs: vec![InputRecord::new("x", 1.0)],
            expect: Expect::Value,
            valid: Some(DoubleRange {
                lo: Hex(lo),
                hi: Hex(hi),
            }),
            invalid: None,
            enclosure: Some(EnclosureText {
                lo: real.into(),
                hi: real.into(),
            }),
            kills: vec![],
            objectives: vec![],
        }
    }

    fn margin() -> SpecMargin {
        SpecMargin::new(&Accuracy::default(), Format::Binary64)
    }

    #[test]
    fn errors_are_measured_against_the_real_value() {
        let t = test(0.9, "1.0000000000000000555111512312578270211815", 1.1);
        let seen = measure(&t, ObservedOutput::Value(1.0 + f64::EPSILON), &margin());
        assert_eq!(
            (seen.ulps.as_deref(), seen.distance.as_deref()),
            (Some("0.75"), Some("0"))
        );
        let seen = measure(&t, ObservedOutput::Value(1.6), &margin());
        assert_eq!(
            (seen.ulps.as_deref(), seen.distance.as_deref()),
            (Some("2.7e15"), Some("0.5"))
        );
        assert_eq!(seen.relative.map(|r| (r * 100.0).round()), Some(60.0));
    }

    #[test]
    fn what_is_no_number_has_no_error() {
        let t = test(0.9, "1.0", 1.1);
        for output in [
            ObservedOutput::Value(f64::NAN),
            ObservedOutput::Value(f64::INFINITY),
            ObservedOutput::Rejected,
        ] {
            assert_eq!(measure(&t, output, &margin()), Measures::default());
        }
    }

    #[test]
    fn a_real_zero_has_no_relative_error() {
        let seen = measure(
            &test(0.0, "0.0", 0.0),
            ObservedOutput::Value(f64::from_bits(3)),
            &margin(),
        );
        assert_eq!((seen.ulps.as_deref(), seen.relative), (Some("3"), None));
    }

    #[test]
    fn numbers_are_short() {
        let table = [
            (0.0, "0"),
            (0.481, "0.48"),
            (12.5, "12.5"),
            (3.1e9, "3.1e9"),
            (1e-7, "1e-7"),
            (100.0, "100"),
        ];
        for (x, text) in table {
            assert_eq!(short(x), text);
        }
    }
}
