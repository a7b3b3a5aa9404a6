//! The difference of two programs, in units in the last place of what the reference answers.
//!
//! Nothing is known of what the right answer is: two answers are alike or differ, and neither is wrong.

use super::answers::{AnswerMeter, HuntAnswer};
use super::meter::Measured;
use expr::spec::{Accuracy, Format, Specification};
use proof::draft::draft;
use rug::Rational;
use subject::{Sight, Subject};
use suite::{DoubleRange, Expect, Hex, Invalid, Observed, Test, TestKind};

/// Compares answers with those of a reference.
pub struct DifferenceMeter<'a> {
    domain: &'a Specification,
    reference: &'a mut Subject,
    bound: Option<&'a Accuracy>,
}

impl<'a> DifferenceMeter<'a> {
    /// A meter for inputs of this domain. Differences beyond the bound count as failed.
    pub fn new(domain: &'a Specification, reference: &'a mut Subject, bound: Option<&'a Accuracy>) -> Self {
        DifferenceMeter {
            domain,
            reference,
            bound,
        }
    }

    fn compare(&self, observed: &Observed, reference: &Observed) -> Measured {
        let due = Reply::of(reference);
        match (Reply::of(observed), due) {
            (_, Reply::Nothing) => unknown(),
            (Reply::Number(a), Reply::Number(b)) => self.of_numbers(a, b),
            (a, b) if a == b => self.off(0.0, false),
            _ => self.off(f64::INFINITY, self.bound.is_some()),
        }
    }

    /// The difference of two finite numbers, each given as the doubles around it.
    fn of_numbers(&self, a: (f64, f64), b: (f64, f64)) -> Measured {
        let (low, high) = if a.1 < b.0 { (a.1, b.0) } else { (b.1, a.0) };
        if low >= high {
            return self.off(0.0, false);
        }
        let magnitude = b.0.abs().min(b.1.abs());
        let unit = self.domain.output.ulp(magnitude);
        // Halves, since the difference of two large numbers may be too large for a double.
        let (off, unit) = match low.abs().max(high.abs()) > 1e300 {
            true => (high / 2.0 - low / 2.0, unit / 2.0),
            false => (high - low, unit),
        };
        let ulps = off / unit;
        let Some(bound) = self.bound else {
            return self.off(ulps, false);
        };
        let margin = margin(bound, magnitude, self.domain.output);
        let off = exact(high) - exact(low);
        Measured {
            ulps,
            margins: Rational::from(&off / &margin).to_f64(),
            failed: off > margin,
            judged: true,
        }
    }

    /// Without a bound the search follows the units in the last place.
    fn off(&self, ulps: f64, failed: bool) -> Measured {
        Measured {
            ulps,
            margins: ulps,
            failed,
            judged: true,
        }
    }
}

impl AnswerMeter for DifferenceMeter<'_> {
    fn know(&mut self, points: &[Vec<f64>], observed: Vec<Sight>) -> Vec<HuntAnswer> {
        let references = self.reference.run(points);
        let pairs = observed.into_iter().zip(references);
        pairs
            .map(|(observed, reference)| HuntAnswer {
                measured: self.compare(&observed.observed(), &reference),
                observed,
                reference: Some(reference),
            })
            .collect()
    }

    /// The reference's answers, to which a constant is not equal.
    fn tests(&mut self, points: &[Vec<f64>], most: usize) -> Vec<Test> {
        let references = self.reference.run(points);
        let answered = points.iter().zip(references);
        let test = |(point, reference): (&Vec<f64>, Observed)| match Reply::of(&reference) {
            Reply::Number((lo, hi)) => Some(Test {
                expect: Expect::Value,
                valid: Some(DoubleRange {
                    lo: Hex(lo),
                    hi: Hex(hi),
                }),
                invalid: Some(Invalid {
                    below: Hex(lo.next_down()),
                    above: Hex(hi.next_up()),
                }),
                ..draft(self.domain, "canary".into(), TestKind::Normal, point, None)
            }),
            _ => None,
        };
        answered.filter_map(test).take(most).collect()
    }
}

/// What came back, as far as two programs can be compared by it.
#[derive(Clone, Copy, PartialEq)]
enum Reply {
    /// A finite number between these doubles.
    Number((f64, f64)),
    /// An infinity; whether it is the positive one.
    Infinite(bool),
    /// NaN or an error.
    Rejection,
    /// A crash, a timeout or the like.
    Nothing,
}

impl Reply {
    fn of(observed: &Observed) -> Reply {
        match observed {
            Observed::Value { hex, .. } if hex.0.is_nan() => Reply::Rejection,
            Observed::Value { hex, upper: None, .. } if hex.0.is_infinite() => Reply::Infinite(hex.0 > 0.0),
            Observed::Value { hex, upper, .. } => {
                let (lo, hi) = (hex.0, upper.map_or(hex.0, |upper| upper.0));
                Reply::Number((lo.max(f64::MIN), hi.min(f64::MAX)))
            }
            Observed::Rejected { .. } => Reply::Rejection,
            _ => Reply::Nothing,
        }
    }
}

fn unknown() -> Measured {
    Measured {
        ulps: f64::NAN,
        margins: f64::NAN,
        failed: false,
        judged: false,
    }
}

/// max(e·|y|, d, n·ulp(y)) for what the reference answered.
fn margin(bound: &Accuracy, magnitude: f64, format: Format) -> Rational {
    let scaled = |n: &Option<Rational>, by: f64| n.as_ref().map(|n| n * exact(by));
    let parts = [
        scaled(&bound.relative, magnitude),
        bound.absolute.clone(),
        scaled(&bound.ulps, format.ulp(magnitude)),
    ];
    parts.into_iter().flatten().max().unwrap_or_default()
}

/// A finite double as a fraction.
fn exact(x: f64) -> Rational {
    Rational::from_f64(x).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use expr::spec::Defaults;

    fn domain() -> Specification {
        let text = "(FPCore f (x) :pre (<= 0 x 1) 0)";
        let core = expr::fpcore::read(text).unwrap().remove(0);
        let accuracy = Accuracy {
            ulps: Some(Rational::from(1)),
            ..Accuracy::default()
        };
        Specification::from_core(&core, &Defaults { accuracy, range: None }).unwrap()
    }

    fn compared(a: Observed, b: Observed, bound: Option<&Accuracy>) -> Measured {
        let domain = domain();
        let mut reference = Subject::mock("reference", |_| Observed::value(0.0));
        DifferenceMeter::new(&domain, &mut reference, bound).compare(&a, &b)
    }

    #[test]
    fn differences_are_in_units_of_what_the_reference_answers() {
        let table = [
            (1.0, 1.0, 0.0),
            (0.0, -0.0, 0.0),
            (f64::NAN, f64::NAN, 0.0),
            (f64::INFINITY, f64::INFINITY, 0.0),
            (1.0 + f64::EPSILON, 1.0, 1.0),
            (1.0, 1.0 + f64::EPSILON, 1.0),
            (1.0 - f64::EPSILON / 2.0, 1.0, 0.5),
            (f64::MAX.next_down(), f64::MAX, 1.0),
            (5e-324, 0.0, 1.0),
            (f64::NAN, 1.0, f64::INFINITY),
            (1.0, f64::NAN, f64::INFINITY),
            (f64::INFINITY, f64::MAX, f64::INFINITY),
            (f64::INFINITY, f64::NEG_INFINITY, f64::INFINITY),
        ];
        for (a, b, ulps) in table {
            let seen = compared(Observed::value(a), Observed::value(b), None);
            assert_eq!((seen.ulps, seen.failed, seen.judged), (ulps, false, true), "{a} {b}");
        }
        let huge = compared(Observed::value(f64::MAX), Observed::value(f64::MIN), None);
        assert!(huge.ulps.is_finite() && huge.ulps > 1e16);
    }

    #[test]
    fn only_beyond_a_bound_something_fails() {
        let bound = Accuracy {
            ulps: Some(Rational::from(2)),
            ..Accuracy::default()
        };
        let table = [(2.0, false), (3.0, true), (f64::INFINITY, true)];
        for (steps, failed) in table {
            let seen = compared(
                Observed::value(1.0 + steps * f64::EPSILON),
                Observed::value(1.0),
                Some(&bound),
            );
            assert_eq!(seen.failed, failed, "{steps}");
        }
    }

    #[test]
    fn where_the_reference_does_not_answer_nothing_is_known() {
        let crash = Observed::Crash {
            signal: "SIGSEGV".into(),
        };
        assert!(!compared(Observed::value(1.0), crash.clone(), None).judged);
        assert_eq!(compared(crash, Observed::value(1.0), None).ulps, f64::INFINITY);
    }
}
