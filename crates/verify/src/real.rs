//! The real value of a formula at a point, as far as it is known, and precision that grows until a question is settled.

use super::evaluate::Enclosures;
use super::exact::{Fractions, KnownValue};
use super::walk::{self, Numbers, PossibleTruth};
use expr::ast::Expr;
use interval::{BigEnclosure, Definedness};
use rug::{Float, Integer, Rational};

/// Precisions that are tried, in bits.
const PRECISIONS: [u32; 7] = [128, 256, 512, 1024, 2048, 4096, 8192];

/// The highest precision.
pub(super) const FULL: u32 = 8192;

/// Precision for what is tried at many points and need not be decided.
pub(super) const BRIEF: u32 = 256;

/// Ends whose binary exponents are beyond this are moved outward to zero, to this power of two, or to infinity.
const REACH: i32 = 70_000;

/// What is known of a real value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Real {
    /// It exists and lies within these bounds.
    Value(RealBounds),
    /// Proved not to exist.
    Undefined,
    /// Nothing is known.
    Unknown,
}

/// Bounds of a real number, inclusive; `None` is no bound.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RealBounds {
    /// Not above the number.
    pub(super) lo: Option<Rational>,
    /// Not below the number.
    pub(super) hi: Option<Rational>,
}

impl RealBounds {
    /// Exactly this number.
    pub(super) fn point(q: Rational) -> RealBounds {
        RealBounds {
            lo: Some(q.clone()),
            hi: Some(q),
        }
    }

    /// The bounds of the negated number.
    pub(super) fn negated(&self) -> RealBounds {
        let negate = |q: &Option<Rational>| q.as_ref().map(|q| Rational::from(-q));
        RealBounds {
            lo: negate(&self.hi),
            hi: negate(&self.lo),
        }
    }

    /// Least magnitude that the number can have.
    pub(super) fn least_magnitude(&self) -> Rational {
        match (&self.lo, &self.hi) {
            (Some(lo), _) if *lo > 0 => lo.clone(),
            (_, Some(hi)) if *hi < 0 => Rational::from(-hi),
            _ => Rational::new(),
        }
    }

    /// Whether no number satisfies both.
    pub(super) fn apart(&self, other: &RealBounds) -> bool {
        let below = |a: &Option<Rational>, b: &Option<Rational>| matches!((a, b), (Some(a), Some(b)) if a < b);
        below(&self.hi, &other.lo) || below(&other.hi, &self.lo)
    }
}

/// A formula at a point.
#[derive(Clone, Copy)]
pub(super) struct RealTerm<'a> {
    /// Names of the arguments.
    pub(super) names: &'a [String],
    /// The formula.
    pub(super) body: &'a Expr,
    /// Values of the arguments.
    pub(super) at: &'a [f64],
    /// The value at the first precision, if it has been computed already.
    pub(super) first: Option<&'a Real>,
}

impl<'a> RealTerm<'a> {
    fn inputs<N: Numbers>(&self, convert: impl Fn(f64) -> N::Value) -> Vec<(&'a str, N::Value)> {
        let names = self.names.iter().map(String::as_str);
        names.zip(self.at.iter().map(|&x| convert(x))).collect()
    }

    /// The value in any kind of numbers.
    pub(super) fn value<N: Numbers>(
        &self,
        numbers: &N,
        convert: impl Fn(f64) -> N::Value,
    ) -> Result<N::Value, walk::WalkStop> {
        walk::value(numbers, self.body, &self.inputs::<N>(convert))
    }

    /// The value by exact arithmetic; unknown if that does not reach it.
    fn exact(&self) -> Real {
        match self.value(&Fractions, fraction) {
            Ok(KnownValue::Value(q)) => Real::Value(RealBounds::point(q)),
            Ok(KnownValue::Undefined) => Real::Undefined,
            Ok(KnownValue::Unknown) | Err(_) => Real::Unknown,
        }
    }

    /// The value by enclosures of a precision.
    pub(super) fn enclosed(&self, precision: u32) -> Real {
        match self.value(&Enclosures(precision), Enclosures::float) {
            Ok(enclosure) => real(&enclosure),
            Err(_) => Real::Unknown,
        }
    }
}

fn fraction(x: f64) -> KnownValue {
    Rational::from_f64(x).map_or(KnownValue::Undefined, KnownValue::Value)
}

fn real(enclosure: &BigEnclosure) -> Real {
    match enclosure.defined {
        Definedness::Nowhere => Real::Undefined,
        Definedness::Partly => Real::Unknown,
        Definedness::Everywhere => Real::Value(RealBounds {
            lo: lower(enclosure.range.lo()),
            hi: lower(&Float::with_val(enclosure.range.hi().prec(), -enclosure.range.hi())).map(|q| -q),
        }),
    }
}

/// A lower bound as a fraction of bearable size.
fn lower(x: &Float) -> Option<Rational> {
    let negative = x.is_sign_negative();
    let far = || Rational::from(Integer::from(1) << REACH.unsigned_abs());
    if x.is_infinite() {
        return (!negative).then(far);
    }
    match x.get_exp() {
        Some(exp) if exp > REACH => (!negative).then(far),
        Some(exp) if exp < -REACH && negative => Some(-far().recip()),
        Some(exp) if exp < -REACH => Some(Rational::new()),
        _ => x.to_rational(),
    }
}

/// The value at the lowest precision.
pub(super) fn first(term: RealTerm<'_>) -> Real {
    match term.first {
        Some(real) => real.clone(),
        None => term.enclosed(PRECISIONS[0]),
    }
}

/// Asks `decide` with what is known of some values until it answers: at the lowest precision, which nearly always
/// suffices; by exact arithmetic; at growing precision up to `limit`.
pub(super) fn settle<T>(terms: &[RealTerm<'_>], limit: u32, mut decide: impl FnMut(&[Real]) -> Option<T>) -> Option<T> {
    let first: Vec<Real> = terms.iter().map(|&term| first(term)).collect();
    if let Some(answer) = decide(&first) {
        return Some(answer);
    }
    let exact: Vec<Real> = terms.iter().map(RealTerm::exact).collect();
    let known = |term: &RealTerm<'_>, exact: &Real, precision| match exact {
        Real::Unknown => term.enclosed(precision),
        known => known.clone(),
    };
    let mixed = exact.iter().zip(first).map(|(exact, first)| match exact {
        Real::Unknown => first,
        known => known.clone(),
    });
    if let Some(answer) = decide(&mixed.collect::<Vec<_>>()) {
        return Some(answer);
    }
    let more = PRECISIONS.iter().filter(|&&p| p > PRECISIONS[0] && p <= limit);
    let open = exact.contains(&Real::Unknown);
    more.filter(|_| open).find_map(|&p| {
        let reals: Vec<Real> = terms.iter().zip(&exact).map(|(t, e)| known(t, e, p)).collect();
        decide(&reals)
    })
}

/// Whether a condition holds at a point, if that can be settled. What has no value does not hold.
pub(super) fn holds(condition: RealTerm<'_>, limit: u32) -> Option<bool> {
    let answer = |truth: Result<PossibleTruth, walk::WalkStop>| truth.ok().and_then(PossibleTruth::holds);
    let body = condition.body;
    let at = |p| {
        answer(walk::truth(
            &Enclosures(p),
            body,
            &condition.inputs::<Enclosures>(Enclosures::float),
        ))
    };
    let exact = || answer(walk::truth(&Fractions, body, &condition.inputs::<Fractions>(fraction)));
    let more = PRECISIONS.iter().filter(|&&p| p > PRECISIONS[0] && p <= limit);
    at(PRECISIONS[0]).or_else(exact).or_else(|| more.copied().find_map(at))
}

/// Why a formula has no value that can be known at a point, if the reason is not a lack of precision.
pub(super) fn obstacle(term: RealTerm<'_>) -> Option<String> {
    let stop = term.value(&Enclosures(PRECISIONS[0]), Enclosures::float).err();
    stop.map(|stop| stop.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(body: &str, x: f64, expected: &str) {
        let core = expr::fpcore::read(&format!("(FPCore (x) {body})")).unwrap().remove(0);
        let names = ["x".to_string()];
        let term = RealTerm {
            names: &names,
            body: &core.body,
            at: &[x],
            first: None,
        };
        let mut asked = 0;
        let mut show = |real: &Real| match real {
            Real::Undefined => Some("undefined".to_string()),
            Real::Value(b) if b.lo.is_some() && b.lo == b.hi => b.lo.as_ref().map(Rational::to_string),
            Real::Value(RealBounds {
                lo: Some(lo),
                hi: Some(hi),
            }) => {
                let (lo, hi) = (lo.to_f64(), hi.to_f64());
                // Exact arithmetic comes second.
                asked += 1;
                (asked > 1 && hi - lo <= 1e-15).then(|| format!("{lo:.6}"))
            }
            Real::Value(RealBounds { lo: Some(_), hi: None }) => Some("huge".into()),
            _ => None,
        };
        let shown = settle(&[term], FULL, |reals| show(&reals[0]));
        assert_eq!(shown.as_deref().unwrap_or("unknown"), expected, "{body} at {x}");
    }

    #[test]
    fn formulas_have_the_values_of_the_textbook() {
        let table = [
            ("(+ x 1/3)", 1.0, "4/3"),
            ("(sqrt x)", 2.25, "3/2"),
            ("(sqrt x)", 2.0, "1.414214"),
            ("(sqrt x)", -1.0, "undefined"),
            ("(/ 1 x)", 0.0, "undefined"),
            ("(fma x x 1)", 3.0, "10"),
            ("(let ((y (+ x 1)) (x 5)) (* y x))", 2.0, "15"),
            ("(let* ((y (+ x 1)) (x y)) (* y x))", 2.0, "9"),
            ("(let ((y (/ 1 x))) x)", 0.0, "0"),
            ("(if (< 0 x 1) 1 2)", 0.5, "1"),
            ("(if (< 0 x 1) 1 2)", 1.0, "2"),
            ("(if (!= x 1 2 1) 1 2)", 5.0, "2"),
            ("(if (or (< x 0) (< (log x) 1)) 1 2)", -1.0, "1"),
            ("(if (or (< (log x) 1) (< x 0)) 1 2)", -1.0, "undefined"),
            ("(if (and (> x 0) (< (log x) 1)) 1 2)", -1.0, "2"),
            ("(if (not (< x 0)) x (- x))", -3.0, "3"),
            ("(if (< (sin x) 2) (exp x) 0)", 0.0, "1"),
            ("(! :precision binary16 (cast (+ x 1/3)))", 0.0, "1/3"),
            ("(while (< i 3) ((i 0 (+ i 1)) (s 0 (+ s x))) s)", 1.5, "9/2"),
            ("(while* (< i 3) ((i 0 (+ i 1)) (s 0 (+ s i))) s)", 1.5, "6"),
            ("(while (< x 9) ((x x (* x x))) x)", 1.5, "6561/256"),
            ("(while TRUE ((i 0 (+ i 1))) i)", 1.5, "unknown"),
            ("(exp (exp (exp x)))", 40.0, "huge"),
            ("(sin (exp (exp x)))", 20.0, "unknown"),
            ("(fmod (exp (exp x)) 3)", 20.0, "unknown"),
            ("(- (sqrt x) (sqrt x))", 2.0, "0"),
            ("(/ 1 (- (sqrt x) (sqrt x)))", 2.0, "undefined"),
            ("(/ (sqrt x) (sqrt x))", 2.0, "1"),
            ("(- (sqrt x) (sqrt (* 2 x)))", 0.0, "0"),
            ("(log (- (exp x) (/ (exp (+ x 1)) E)))", 2.0, "unknown"),
            ("PI", 0.0, "3.141593"),
        ];
        for (body, x, expected) in table {
            check(body, x, expected);
        }
    }
}
