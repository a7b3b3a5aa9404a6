//! The oracle: which outputs are provably acceptable at an input, and which provably not.
//!
//! The real value is enclosed with MPFR at growing precision until the doubles at both ends are decided; where the
//! formula is rational at the input it is computed exactly, so that ends that fall on a double are decided too.

use crate::margin::SpecMargin;
use expr::dag::Node;
use expr::eval::{BigArithmetic, Evaluator, ExactArithmetic, ExactValue, Tape};
use expr::spec::Format;
use interval::{BigEnclosure, BigInterval, Definedness, Unary};
use rug::float::Round;
use rug::{Float, Rational};

/// Precisions that are tried, in bits. Doubling makes all attempts together cost at most about twice the last one. The
/// first holds a double beside its rounding with room for a cancellation of as many bits; the last one is where an input
/// that is still undecided is more likely on a boundary, which no precision tells.
pub const PRECISIONS: [u32; 7] = [128, 256, 512, 1024, 2048, 4096, 8192];

/// Exponents beyond which values are not written down as fractions. No format of inputs and outputs comes near, binary64
/// ends at 1024; a fraction of this size has six thousand digits, and every test would carry them.
const MAX_EXPONENT: i32 = 20_000;
const MIN_EXPONENT: i32 = -20_000;

/// What is acceptable at one input.
#[derive(Clone, Debug, PartialEq)]
pub enum Oracle {
    /// The formula has a value.
    Value(Acceptable),
    /// The formula is provably undefined.
    Undefined,
}

/// The acceptable outputs at one input.
#[derive(Clone, Debug, PartialEq)]
pub struct Acceptable {
    /// Least and greatest double that are provably acceptable; infinities are where the result overflows.
    pub valid: (f64, f64),
    /// Doubles from which on, downward and upward, everything is provably not acceptable, but for what is valid.
    pub invalid: (f64, f64),
    /// Enclosure of the real value.
    pub enclosure: (Float, Float),
}

impl Acceptable {
    /// The real value, as far as the oracle knows it.
    pub fn value(&self) -> BigEnclosure {
        let (lo, hi) = self.enclosure.clone();
        BigInterval::new(lo, hi).map_or_else(BigEnclosure::nowhere, BigEnclosure::everywhere)
    }

    /// Whether a number is provably not acceptable.
    pub fn rules_out(&self, y: f64) -> bool {
        let valid = self.valid.0 <= y && y <= self.valid.1;
        !valid && (y <= self.invalid.0 || y >= self.invalid.1)
    }
}

/// Why there is no oracle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoOracle {
    /// Not known at the highest precision whether the formula is defined or what its value is.
    Undecided,
    /// No finite double is acceptable, or no number of a fixed-point format: out of range, or the requirement is too fine.
    NoneAcceptable,
}

/// Bits for inputs of which there are many, so that it does no harm if some of them stay undecided. exp(x) − 1 at the least
/// double, and √(x + 1) − √x at the greatest, need some 1100; `scripts/bench.py` shows what another count does to time and
/// undecided mutants.
pub const PASSING: u32 = 2048;

/// Bits beyond which gamma functions cost seconds.
const GAMMA_BITS: u32 = 1024;

/// The oracle of root 0 of a tape at an input.
///
/// ```
/// use expr::dag::Dag;
/// use expr::eval::Tape;
/// use expr::spec::{Accuracy, Format};
/// use interval::Unary;
/// use proof::margin::SpecMargin;
/// use proof::oracle::{Oracle, oracle};
/// use rug::Rational;
///
/// let mut dag = Dag::new();
/// let x = dag.variable(0);
/// let log = dag.unary(Unary::Log, x);
/// let tape = Tape::new(&dag, &[log]);
/// let accuracy = Accuracy { ulps: Some(Rational::from(1)), ..Accuracy::default() };
/// let margin = SpecMargin::new(&accuracy, Format::Binary64);
/// // Within one unit in the last place of log 2 lie two doubles; at −1 there is nothing to answer.
/// let acceptable = oracle(&tape, &margin, &[2.0]);
/// assert!(matches!(acceptable, Ok(Oracle::Value(a)) if a.valid.0.next_up() == a.valid.1 && a.rules_out(0.69)));
/// assert_eq!(oracle(&tape, &margin, &[-1.0]), Ok(Oracle::Undefined));
/// ```
pub fn oracle(tape: &Tape, margin: &SpecMargin, inputs: &[f64]) -> Result<Oracle, NoOracle> {
    oracle_up_to(PRECISIONS[PRECISIONS.len() - 1], tape, margin, inputs)
}

/// The oracle of root 0 of a tape at an input, if no more than this many bits are needed.
pub fn oracle_up_to(bits: u32, tape: &Tape, margin: &SpecMargin, inputs: &[f64]) -> Result<Oracle, NoOracle> {
    // A right program may answer −π at atan2(−0, −1), where the real number is π.
    if tape.tells_zeros_apart_at(inputs) {
        return Err(NoOracle::Undecided);
    }
    if let Some(result) = exact(tape, margin, inputs) {
        return result;
    }
    let mut last = Err(NoOracle::Undecided);
    let most = bits.min(affordable(tape));
    for precision in PRECISIONS.into_iter().filter(|&p| p <= most) {
        match attempt(&enclose(tape, inputs, precision), margin) {
            OracleAttempt::Decided(result) => return result,
            OracleAttempt::Undecided(result) => last = result,
        }
    }
    last
}

/// Bits that a tape can be computed with in reasonable time.
pub(crate) fn affordable(tape: &Tape) -> u32 {
    let is_gamma = |step: &Node| matches!(step, Node::Unary(Unary::Tgamma | Unary::Lgamma, _));
    if tape.steps().iter().any(is_gamma) {
        GAMMA_BITS
    } else {
        u32::MAX
    }
}

/// An enclosure of root 0 at one precision.
pub fn enclose(tape: &Tape, inputs: &[f64], precision: u32) -> BigEnclosure {
    let arithmetic = BigArithmetic::new(precision);
    let inputs: Vec<BigEnclosure> = inputs.iter().map(|&x| arithmetic.float(x)).collect();
    let mut evaluator = Evaluator::new(tape, arithmetic);
    evaluator.run(&inputs);
    evaluator.root(0).clone()
}

fn exact(tape: &Tape, margin: &SpecMargin, inputs: &[f64]) -> Option<Result<Oracle, NoOracle>> {
    let inputs: Vec<ExactValue> = inputs
        .iter()
        .map(|&x| Rational::from_f64(x).map(ExactValue::Value))
        .collect::<Option<_>>()?;
    let mut evaluator = Evaluator::new(tape, ExactArithmetic);
    evaluator.run(&inputs);
    match evaluator.root(0) {
        ExactValue::Value(y) => match accept(y, y, margin) {
            OracleAttempt::Decided(result) | OracleAttempt::Undecided(result) => Some(result),
        },
        ExactValue::Undefined => Some(Ok(Oracle::Undefined)),
        ExactValue::Unknown => None,
    }
}

/// One precision's answer, and whether a higher one could do better.
enum OracleAttempt {
    Decided(Result<Oracle, NoOracle>),
    Undecided(Result<Oracle, NoOracle>),
}

fn attempt(value: &BigEnclosure, margin: &SpecMargin) -> OracleAttempt {
    match value.defined {
        Definedness::Nowhere => return OracleAttempt::Decided(Ok(Oracle::Undefined)),
        Definedness::Partly => return OracleAttempt::Undecided(Err(NoOracle::Undecided)),
        Definedness::Everywhere => {}
    }
    let (lo, hi) = (value.range.lo(), value.range.hi());
    let huge = |x: &Float| x.is_infinite() || x.get_exp().is_some_and(|e| e > MAX_EXPONENT);
    let tiny = |x: &Float| x.get_exp().is_some_and(|e| e < MIN_EXPONENT);
    let one_sign = lo.is_sign_negative() == hi.is_sign_negative();
    if (huge(lo) && huge(hi) && one_sign) || tiny(lo) || tiny(hi) {
        return OracleAttempt::Decided(Err(NoOracle::NoneAcceptable));
    }
    if huge(lo) || huge(hi) {
        return OracleAttempt::Undecided(Err(NoOracle::Undecided));
    }
    match (lo.to_rational(), hi.to_rational()) {
        (Some(lo), Some(hi)) => accept(&lo, &hi, margin),
        _ => OracleAttempt::Undecided(Err(NoOracle::Undecided)),
    }
}

/// The acceptable doubles when y lies in [lo, hi].
fn accept(lo: &Rational, hi: &Rational, margin: &SpecMargin) -> OracleAttempt {
    let (certain, possible) = (margin.certain(lo, hi), margin.possible(lo, hi));
    let limit = margin.overflow();
    let lower = end(limit, &certain.0, &possible.0);
    let upper = end(limit, &-certain.1, &-possible.1);
    let (Some(lower), Some(upper)) = (lower, upper) else {
        return OracleAttempt::Undecided(Err(NoOracle::Undecided));
    };
    let (valid, invalid) = ((lower.inner, -upper.inner), (lower.outer, -upper.outer));
    let some = |from: f64, to: f64| least_output(margin.format(), from) <= to;
    let beyond_range = limit.is_none() && !(valid.0.is_finite() && valid.1.is_finite());
    if !some(valid.0, valid.1) || beyond_range {
        // Nothing between the provably wrong ones: nothing is acceptable, whatever y is.
        let hopeless = !some(invalid.0.next_up(), invalid.1.next_down()) || lo == hi;
        let none = Err(NoOracle::NoneAcceptable);
        return if hopeless {
            OracleAttempt::Decided(none)
        } else {
            OracleAttempt::Undecided(none)
        };
    }
    let acceptable = Acceptable {
        valid,
        invalid,
        enclosure: (
            Float::with_val_round(256, lo, Round::Down).0,
            Float::with_val_round(256, hi, Round::Up).0,
        ),
    };
    let result = Ok(Oracle::Value(acceptable));
    if lower.is_sharp() && upper.is_sharp() {
        OracleAttempt::Decided(result)
    } else {
        OracleAttempt::Undecided(result)
    }
}

/// The lower end of what is acceptable.
struct LowerEnd {
    /// The least double that provably is.
    inner: f64,
    /// The greatest double below it that provably is not.
    outer: f64,
}

impl LowerEnd {
    /// Whether there is no double between the two.
    fn is_sharp(&self) -> bool {
        self.outer.next_up() == self.inner || self.inner == f64::NEG_INFINITY
    }
}

/// The lower end, where all from `inner` on is acceptable whatever y is, and nothing below `outer`; none if it is not known
/// on which side of overflow at `limit` it lies.
fn end(limit: Option<&Rational>, inner: &Rational, outer: &Rational) -> Option<LowerEnd> {
    let reaches = |q: &Rational| limit.is_some_and(|limit| *q <= Rational::from(-limit));
    // All numbers from the limit on count as infinity.
    let capped = |q: &Rational| limit.map_or_else(|| q.clone(), |limit| q.clone().min(limit.clone()));
    match (reaches(inner), reaches(outer)) {
        (true, true) => Some(LowerEnd {
            inner: f64::NEG_INFINITY,
            outer: f64::NEG_INFINITY,
        }),
        (false, false) => Some(LowerEnd {
            inner: up(&capped(inner)),
            outer: below(&capped(outer)),
        }),
        _ => None,
    }
}

/// The least output from a double on. Results of a float format may come in a wider one; fixed point has no wider one.
fn least_output(format: Format, from: f64) -> f64 {
    match format {
        Format::Fixed(fixed) => fixed.round_up(from),
        Format::Binary64 | Format::Binary32 => from,
    }
}

/// Least double ≥ q.
fn up(q: &Rational) -> f64 {
    Float::with_val_round(64, q, Round::Up).0.to_f64_round(Round::Up)
}

/// Greatest double ≤ q.
fn down(q: &Rational) -> f64 {
    Float::with_val_round(64, q, Round::Down).0.to_f64_round(Round::Down)
}

/// Greatest double < q.
fn below(q: &Rational) -> f64 {
    let x = down(q);
    if Rational::from_f64(x).is_some_and(|x| x == *q) {
        x.next_down()
    } else {
        x
    }
}
