//! The error of an answer, in units in the last place of the real value and in margins.
//!
//! The real value is enclosed in binary64 first, which is enough for most answers in single precision, then with MPFR at
//! growing precision until the enclosure is a small part of a unit in the last place. What is measured steers the search
//! and is told with few digits; whether an answer is acceptable is proved by an oracle.

use expr::eval::{EnclosureArithmetic, Evaluator, Tape};
use expr::spec::{Accuracy, Format};
use interval::{BigInterval, Definedness, FloatEnclosure};
use proof::draft::draft;
use proof::oracle::{Oracle, PASSING, enclose, oracle_up_to};
use proof::world::World;
use rayon::prelude::*;
use rug::float::Round;
use rug::{Float, Rational};
use subject::Sight;
use suite::{Test, TestKind, Verdict};

/// What is known of an answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// Error in units in the last place; infinite where a number is due and none came.
    pub ulps: f64,
    /// Error in margins.
    pub margins: f64,
    /// Whether it is provably not acceptable.
    pub failed: bool,
    /// Whether anything is known at all.
    pub judged: bool,
}

impl Measured {
    const NOTHING: Measured = Measured {
        ulps: f64::NAN,
        margins: f64::NAN,
        failed: false,
        judged: false,
    };
}

/// An enclosure this many times narrower than a unit in the last place measures errors well enough.
const FINE: f64 = 4096.0;

/// Errors of results whose unit in the last place is below this are measured with MPFR: a part of it may be no double.
const LEAST_UNIT: f64 = f64::MIN_POSITIVE;

/// Bits of a measure.
const BITS: u32 = 64;

/// Bits that are tried for a value.
const PRECISIONS: [u32; 4] = [128, 256, 1024, 2048];

/// Answers that a thread measures before it looks for others: an answer takes a tenth of a microsecond, so that fewer would
/// cost more to hand out than to measure.
const TOGETHER: usize = 256;

/// Measures errors.
pub struct ErrorMeter<'w> {
    world: &'w World,
    tape: Tape,
    allowed: Allowed,
}

/// How far an answer is from the real value.
struct AnswerError {
    ulps: f64,
    margins: f64,
}

/// What one thread measures with.
struct Bench<'m> {
    evaluator: Evaluator<'m, EnclosureArithmetic>,
    inputs: Vec<FloatEnclosure>,
}

/// The accuracy that is asked for, in doubles.
struct Allowed {
    relative: f64,
    absolute: f64,
    ulps: f64,
    /// Whatever underflows, the nearest number is acceptable: half of the least positive one, which may be no double.
    least: Float,
}

impl Allowed {
    fn new(accuracy: &Accuracy, output: Format) -> Allowed {
        let accuracy = accuracy.margins();
        let number = |q: &Option<Rational>| q.as_ref().map_or(0.0, Rational::to_f64);
        let least = match output {
            Format::Fixed(_) => Float::new(BITS),
            _ => Float::with_val(BITS, output.ulp(0.0)) / 2,
        };
        Allowed {
            relative: number(&accuracy.relative),
            absolute: number(&accuracy.absolute).max(least.to_f64()),
            ulps: number(&accuracy.ulps),
            least,
        }
    }

    /// m(y) = max(e·|y|, d, n·ulp(y)), nearly.
    fn margin(&self, magnitude: f64, ulp: f64) -> f64 {
        (self.relative * magnitude).max(self.absolute).max(self.ulps * ulp)
    }

    /// The same where it may be less than any double.
    fn fine_margin(&self, magnitude: f64, ulp: f64) -> Float {
        let scaled = |share: f64, x: f64| Float::with_val(BITS, share) * x;
        let part = scaled(self.relative, magnitude).max(&scaled(self.ulps, ulp));
        part.max(&scaled(self.absolute, 1.0)).max(&self.least)
    }
}

impl<'w> ErrorMeter<'w> {
    /// A meter for a specification.
    pub fn new(world: &'w World) -> ErrorMeter<'w> {
        ErrorMeter {
            world,
            tape: Tape::new(&world.dag, &[world.root]),
            allowed: Allowed::new(&world.spec.accuracy, world.spec.output),
        }
    }

    /// The errors of many answers.
    pub fn measure_all(&self, points: &[Vec<f64>], answers: &[Sight]) -> Vec<Measured> {
        let one = |at: &mut Bench<'_>, (point, seen): (&Vec<f64>, &Sight)| self.measure_with(at, point, seen);
        points
            .par_iter()
            .zip(answers)
            .with_min_len(TOGETHER)
            .map_init(|| self.bench(), one)
            .collect()
    }

    fn bench(&self) -> Bench<'_> {
        Bench {
            evaluator: Evaluator::new(&self.tape, EnclosureArithmetic),
            inputs: Vec::new(),
        }
    }

    fn measure_with(&self, at: &mut Bench<'_>, point: &[f64], seen: &Sight) -> Measured {
        let Some(answer) = seen.value().filter(|y| y.is_finite()) else {
            return self.judged_alone(point, seen);
        };
        at.inputs.clear();
        at.inputs.extend(point.iter().map(|&x| FloatEnclosure::point(x)));
        at.evaluator.run(&at.inputs);
        let value = at.evaluator.root(0);
        let error = match value.defined {
            Definedness::Everywhere => self.of_narrow(value, answer),
            _ => None,
        };
        let error = error.or_else(|| self.of_enclosures(point, answer));
        match error {
            Some(error) => Measured {
                ulps: error.ulps,
                margins: error.margins,
                // Where the measure is near a margin, only an oracle decides.
                failed: (error.margins > 0.99 || self.is_unrounded(answer)) && self.fails(point, seen),
                judged: true,
            },
            None => self.judged_alone(point, seen),
        }
    }

    /// Whether an answer cannot be correctly rounded, however near it is, where that is asked for: programs may answer in a
    /// wider type than the output has. What is less than half a unit off and a number of the format is the nearest one.
    fn is_unrounded(&self, answer: f64) -> bool {
        self.world.margin.is_rounded() && !self.world.spec.output.contains(answer)
    }

    /// The error by an enclosure with binary64 ends, if that is narrow enough.
    fn of_narrow(&self, value: &FloatEnclosure, answer: f64) -> Option<AnswerError> {
        let (lo, hi) = (value.range.lo(), value.range.hi());
        let ulp = self.world.spec.output.ulp(value.range.mig());
        let is_narrow = lo.is_finite() && hi.is_finite() && (hi - lo) * FINE <= ulp && ulp >= LEAST_UNIT;
        is_narrow.then(|| self.error((answer - value.range.mid()).abs(), value.range.mig(), ulp))
    }

    /// The error by MPFR enclosures; none where the value is not defined, or too large for doubles.
    fn of_enclosures(&self, point: &[f64], answer: f64) -> Option<AnswerError> {
        for precision in PRECISIONS {
            let value = enclose(&self.tape, point, precision);
            if value.defined == Definedness::Nowhere {
                return None;
            }
            if value.defined == Definedness::Everywhere
                && let Some(error) = self.of_big(&value.range, answer)
            {
                return Some(error);
            }
        }
        None
    }

    fn of_big(&self, value: &BigInterval, answer: f64) -> Option<AnswerError> {
        let (lo, hi) = (value.lo().to_f64(), value.hi().to_f64());
        let limit = self.world.spec.output.max();
        if !(lo.is_finite() && hi.is_finite()) || lo.abs().max(hi.abs()) > limit {
            return None;
        }
        let magnitude = lo.abs().min(hi.abs());
        let ulp = self.world.spec.output.ulp(magnitude);
        let width = Float::with_val_round(BITS, value.hi() - value.lo(), Round::Up).0;
        if width * FINE > ulp {
            return None;
        }
        // Next to the least numbers this is less than any double.
        let off = Float::with_val(BITS, value.lo() - answer).abs();
        Some(AnswerError {
            margins: Float::with_val(BITS, &off / self.allowed.fine_margin(magnitude, ulp)).to_f64(),
            ulps: (off / ulp).to_f64(),
        })
    }

    /// The error of an answer that is `off` from some number of an enclosure of the value, which is narrower than a
    /// [`FINE`] part of a unit in the last place; so much is the measure off at most, and the margin, which is of the end
    /// of the enclosure that is nearer to 0, by less.
    fn error(&self, off: f64, magnitude: f64, ulp: f64) -> AnswerError {
        AnswerError {
            ulps: off / ulp,
            margins: off / self.allowed.margin(magnitude, ulp),
        }
    }

    /// Where there is no measure: what an oracle says.
    fn judged_alone(&self, point: &[f64], seen: &Sight) -> Measured {
        match self.verdict(point, seen) {
            Some(Verdict::Ko) => Measured {
                ulps: f64::INFINITY,
                margins: f64::INFINITY,
                failed: true,
                judged: true,
            },
            Some(Verdict::Ok) => Measured {
                ulps: 0.0,
                margins: 0.0,
                failed: false,
                judged: true,
            },
            _ => Measured::NOTHING,
        }
    }

    fn fails(&self, point: &[f64], seen: &Sight) -> bool {
        self.verdict(point, seen) == Some(Verdict::Ko)
    }

    fn verdict(&self, point: &[f64], seen: &Sight) -> Option<Verdict> {
        Some(seen.observed().verdict(&self.test(point, "hunt".into())?))
    }

    /// The test at an input, if it has an oracle.
    pub fn test(&self, point: &[f64], id: String) -> Option<Test> {
        let oracle: Oracle = oracle_up_to(PASSING, &self.tape, &self.world.margin, point).ok()?;
        Some(draft(&self.world.spec, id, TestKind::Normal, point, Some(&oracle)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expr::spec::{Defaults, Specification};

    #[test]
    fn what_is_near_but_not_rounded_fails_where_rounding_is_asked_for() {
        let failed = |accuracy: &str, answer: f64| {
            let text = format!("(FPCore (x) :precision binary32 :pre (<= 1 x 4) {accuracy} (sqrt x))");
            let core = expr::fpcore::read(&text).unwrap().remove(0);
            let spec = Specification::from_core(&core, &Defaults::default()).unwrap();
            let world = World::with(spec, Vec::new()).unwrap();
            let meter = ErrorMeter::new(&world);
            meter.measure_all(&[vec![2.0]], &[Sight::Other(suite::Observed::value(answer))])[0].failed
        };
        let (single, double) = (f64::from(2f32.sqrt()), 2f64.sqrt());
        let (ulps, rounded) = (":accuracy-ulps 1", ":accuracy-rounded nearestEven");
        assert!(!failed(ulps, single) && !failed(ulps, double));
        assert!(!failed(rounded, single) && failed(rounded, double));
        let next = Format::Binary32.next_up(single);
        assert!(!failed(ulps, next) && failed(rounded, next));
    }

    #[test]
    fn errors_next_to_the_least_numbers_have_a_fraction() {
        let text = "(FPCore (x) :pre (<= -745 x 0) :accuracy-ulps 2 (exp x))";
        let core = expr::fpcore::read(text).unwrap().remove(0);
        let spec = Specification::from_core(&core, &Defaults::default()).unwrap();
        let world = World::with(spec, Vec::new()).unwrap();
        let meter = ErrorMeter::new(&world);
        for x in [-740.0, -720.5, -708.5, -708.25, -708.0] {
            let exact = Float::with_val(200, x).exp();
            let answer = exact.to_f64();
            let off = Float::with_val(200, &exact - answer).abs();
            let expected = (off / f64::from_bits(1)).to_f64();
            let error = meter.of_enclosures(&[x], answer).unwrap();
            assert!(
                (error.ulps - expected).abs() < 1e-3,
                "{x}: {} for {expected}",
                error.ulps
            );
            assert!((error.margins - expected / 2.0).abs() < 1e-3, "{x}: {}", error.margins);
            assert!(meter.of_narrow(&FloatEnclosure::point(answer), answer).is_none());
        }
    }
}
