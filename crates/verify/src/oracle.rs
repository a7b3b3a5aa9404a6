//! Oracles proved again: what a test says about its input and about the acceptable outputs there.

use super::Ground;
use super::domain::is_float;
use super::real::{self, FULL, Real, RealBounds, RealTerm};
use super::report::ClaimOutcome;
use expr::ast::{Expr, ExprKind};
use expr::fpcore;
use expr::spec::{Input, OutOfDomain};
use interval::Binary;
use rug::Rational;
use suite::{Expect, Test, TestKind};

/// Proves the oracle of a test.
pub(super) fn prove(ground: &Ground, test: &Test) -> ClaimOutcome {
    let x = inputs(test);
    if test.kind == TestKind::Structural && x.iter().any(|x| !x.is_finite()) {
        return beyond_numbers(ground, test, &x);
    }
    let sound = well_formed(ground, &x);
    if sound != ClaimOutcome::Proved {
        return sound;
    }
    match test.kind {
        TestKind::Structural if !ground.domain.boxed(&x) => robustness(ground, test, &x),
        TestKind::Normal | TestKind::Structural => in_domain(ground, &x).and(match test.expect {
            Expect::Value => one_zero(ground, &x).and(value(ground, test, &x)),
            Expect::Undefined => undefined(ground, &x),
            Expect::Reject => ClaimOutcome::Failed("it expects a rejection of an input of the domain".into()),
        }),
        TestKind::Robustness => robustness(ground, test, &x),
    }
}

/// A program may be given NaN and infinities. NaN is in no domain, and an infinity is outside where a bound is finite.
fn beyond_numbers(ground: &Ground, test: &Test, x: &[f64]) -> ClaimOutcome {
    if x.len() != ground.domain.inputs.len() {
        return ClaimOutcome::Failed("it has another number of inputs than the specification".into());
    }
    let mut pairs = ground.domain.inputs.iter().zip(x);
    let is_open = |input: &Input, x: f64| {
        (x == f64::INFINITY && input.hi.is_none()) || (x == f64::NEG_INFINITY && input.lo.is_none())
    };
    if let Some((input, _)) = pairs.find(|(input, x)| is_open(input, **x)) {
        return ClaimOutcome::Failed(format!("`{}` is infinite, and its range has no end there", input.name));
    }
    if ground.spec.out_of_domain == OutOfDomain::Clamp && x.iter().any(|x| x.is_nan()) {
        return ClaimOutcome::Failed("NaN has no nearest input of the domain".into());
    }
    robustness(ground, test, x)
}

/// The input as floats.
pub(super) fn inputs(test: &Test) -> Vec<f64> {
    test.inputs.iter().map(|input| input.hex.0).collect()
}

fn well_formed(ground: &Ground, x: &[f64]) -> ClaimOutcome {
    if x.len() != ground.domain.inputs.len() {
        return ClaimOutcome::Failed("it has another number of inputs than the specification".into());
    }
    let mut pairs = ground.domain.inputs.iter().zip(x);
    match pairs.find(|(input, x)| !is_float(input.format, **x)) {
        Some((input, x)) => ClaimOutcome::Failed(format!(
            "`{}` = {x:?} is not a finite {} number",
            input.name,
            input.format.name()
        )),
        None => ClaimOutcome::Proved,
    }
}

fn in_domain(ground: &Ground, x: &[f64]) -> ClaimOutcome {
    if let Some(input) = ground.domain.outside(x) {
        return ClaimOutcome::Failed(format!("`{}` lies outside the domain", input.name));
    }
    constraint(ground, x)
}

/// The real number of an input of −0 is that of 0; programs for some functions answer otherwise there.
fn one_zero(ground: &Ground, x: &[f64]) -> ClaimOutcome {
    let is_negative = |x: &f64| *x == 0.0 && x.is_sign_negative();
    match x.iter().any(is_negative) && tells_zeros_apart(&ground.spec.core.body) {
        true => ClaimOutcome::Failed("an input is -0, at which the formula has another value than at 0".into()),
        false => ClaimOutcome::Proved,
    }
}

fn tells_zeros_apart(formula: &Expr) -> bool {
    matches!(formula.kind, ExprKind::Binary(Binary::Atan2 | Binary::Copysign, ..))
        || formula.children().into_iter().any(tells_zeros_apart)
}

fn constraint(ground: &Ground, x: &[f64]) -> ClaimOutcome {
    match ground.domain.constrained(x, FULL) {
        Some(true) => ClaimOutcome::Proved,
        Some(false) => ClaimOutcome::Failed("the precondition does not hold at its input".into()),
        None => ClaimOutcome::Undecided("whether the precondition holds at its input".into()),
    }
}

fn robustness(ground: &Ground, test: &Test, x: &[f64]) -> ClaimOutcome {
    if ground.domain.boxed(x) {
        return ClaimOutcome::Failed(
            "it is a robustness test but its input lies within the ranges of the domain".into(),
        );
    }
    if !ground.domain.clearly_outside(x) {
        return ClaimOutcome::Failed("its input lies outside the domain only as long as bounds are not rounded".into());
    }
    match (ground.spec.out_of_domain, test.expect) {
        (OutOfDomain::Reject, Expect::Reject) => ClaimOutcome::Proved,
        (OutOfDomain::Clamp, Expect::Value) => {
            let moved = ground.domain.clamped(x);
            constraint(ground, &moved).and(value(ground, test, &moved))
        }
        (policy, _) => ClaimOutcome::Failed(format!(
            "it does not expect what the policy `{}` asks for",
            policy.name()
        )),
    }
}

fn undefined(ground: &Ground, x: &[f64]) -> ClaimOutcome {
    let term = ground.formula(x);
    let answer = real::settle(&[term], FULL, |reals| match &reals[0] {
        Real::Undefined => Some(true),
        Real::Value(_) => Some(false),
        Real::Unknown => None,
    });
    match answer {
        Some(true) => ClaimOutcome::Proved,
        Some(false) => ClaimOutcome::Failed("the formula has a value at its input".into()),
        None => unsettled(term, "whether the formula is undefined at its input"),
    }
}

fn unsettled(term: RealTerm<'_>, what: &str) -> ClaimOutcome {
    ClaimOutcome::Undecided(match real::obstacle(term) {
        Some(reason) => format!("{what} ({reason})"),
        None => what.into(),
    })
}

/// Whether something is so of a real value that is known within bounds.
type Decide = dyn Fn(&Ground, &RealBounds) -> Option<bool>;

/// One thing that an oracle says about the real value, and whether it is so.
struct OracleClaim {
    what: String,
    decide: Box<Decide>,
    answer: Option<bool>,
}

impl OracleClaim {
    fn new(what: impl Into<String>, decide: impl Fn(&Ground, &RealBounds) -> Option<bool> + 'static) -> OracleClaim {
        OracleClaim {
            what: what.into(),
            decide: Box::new(decide),
            answer: None,
        }
    }

    fn outcome(&self) -> ClaimOutcome {
        match self.answer {
            Some(true) => ClaimOutcome::Proved,
            Some(false) => ClaimOutcome::Failed(format!("it is not so that {}", self.what)),
            None => ClaimOutcome::Undecided(format!("that {}", self.what)),
        }
    }
}

/// Proves everything that the oracle says about the value at `x`.
fn value(ground: &Ground, test: &Test, x: &[f64]) -> ClaimOutcome {
    let mut claims = match claims(test) {
        Ok(claims) => claims,
        Err(message) => return ClaimOutcome::Failed(message),
    };
    let term = ground.formula(x);
    let mut defined = None;
    real::settle(&[term], FULL, |reals| match &reals[0] {
        Real::Undefined => {
            defined = Some(false);
            Some(())
        }
        Real::Value(y) => {
            defined = Some(true);
            let open = claims.iter_mut().filter(|c| c.answer.is_none());
            open.for_each(|c| c.answer = (c.decide)(ground, y));
            claims.iter().all(|c| c.answer.is_some()).then_some(())
        }
        Real::Unknown => None,
    });
    match defined {
        None => unsettled(term, "that the formula is defined at its input"),
        Some(false) => ClaimOutcome::Failed("the formula is undefined at its input".into()),
        Some(true) => claims
            .iter()
            .map(OracleClaim::outcome)
            .fold(ClaimOutcome::Proved, ClaimOutcome::and),
    }
}

fn claims(test: &Test) -> Result<Vec<OracleClaim>, String> {
    let (Some(valid), Some(invalid), Some(enclosure)) = (test.valid, test.invalid, &test.enclosure) else {
        return Err("it expects a value but lacks one of `valid`, `invalid` and `enclosure`".into());
    };
    let number = |text: &str| fpcore::parse_number(text).map_err(|e| format!("its enclosure cannot be read: {e}"));
    let (lo, hi) = (number(&enclosure.lo)?, number(&enclosure.hi)?);
    Ok(vec![
        acceptable("valid.lo", valid.lo.0),
        acceptable("valid.hi", valid.hi.0),
        below("invalid.below", invalid.below.0, valid.lo.0),
        above("invalid.above", invalid.above.0, valid.hi.0),
        OracleClaim::new("the real value lies in `enclosure`", move |_, y| contained(y, &lo, &hi)),
    ])
}

fn acceptable(name: &str, v: f64) -> OracleClaim {
    let q = Rational::from_f64(v);
    OracleClaim::new(
        format!("`{name}` = {} is acceptable", suite::hex::format(v)),
        move |ground, y| match &q {
            Some(q) => ground.margin.accepts(y, q),
            None if v == f64::INFINITY => ground.margin.accepts_highest(y),
            None if v == f64::NEG_INFINITY => ground.margin.accepts_lowest(y),
            None => Some(false),
        },
    )
}

/// Nothing is below −∞ where that is acceptable itself.
fn below(name: &str, v: f64, valid: f64) -> OracleClaim {
    let q = Rational::from_f64(v);
    let what = format!("nothing up to `{name}` = {} is acceptable", suite::hex::format(v));
    OracleClaim::new(what, move |ground, y| match &q {
        Some(q) => ground.margin.all_below_wrong(y, q),
        None if v == f64::NEG_INFINITY && valid == v => Some(true),
        None if v == f64::NEG_INFINITY => ground.margin.accepts_lowest(y).map(|yes| !yes),
        None => Some(false),
    })
}

fn above(name: &str, v: f64, valid: f64) -> OracleClaim {
    let q = Rational::from_f64(v);
    let what = format!("nothing from `{name}` = {} on is acceptable", suite::hex::format(v));
    OracleClaim::new(what, move |ground, y| match &q {
        Some(q) => ground.margin.all_above_wrong(y, q),
        None if v == f64::INFINITY && valid == v => Some(true),
        None if v == f64::INFINITY => ground.margin.accepts_highest(y).map(|yes| !yes),
        None => Some(false),
    })
}

/// Whether the value lies between two numbers.
fn contained(y: &RealBounds, lo: &Rational, hi: &Rational) -> Option<bool> {
    let claimed = RealBounds {
        lo: Some(lo.clone()),
        hi: Some(hi.clone()),
    };
    if lo > hi || y.apart(&claimed) {
        return Some(false);
    }
    let inside = *lo <= *y.lo.as_ref()? && *y.hi.as_ref()? <= *hi;
    inside.then_some(true)
}
