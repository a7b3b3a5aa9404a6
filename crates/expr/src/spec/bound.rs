//! The number that a constant formula stands for as a bound of a range.
//!
//! A rational bound is that number. An irrational v separates the floats, and so does every number of the gap between the
//! two floats around it. The floats are taken here with 64 bits of significand and any exponent: they contain the numbers
//! of every format and also the middles between neighbours, so that a number of the same gap as v compares with every
//! number of a format as v does, and is rounded to the same one.

use super::RangeBound;
use crate::ast::Expr;
use crate::dag::Dag;
use crate::eval::{BigArithmetic, Evaluator, ExactArithmetic, ExactValue, Tape};
use crate::fpcore::{parse_number, print_expr};
use crate::lower::lower_over;
use interval::{BigEnclosure, Definedness};
use rug::float::Round;
use rug::{Float, Rational};

/// Bits of the numbers that a bound is told from.
const GRID: u32 = 64;

/// Precisions that are tried. A bound that the last one does not tell from a float most likely is that float.
const PRECISIONS: [u32; 6] = [128, 256, 512, 1024, 2048, 4096];

/// Exponents beyond which bounds are not written down. No format comes near, so one number stands for all of them.
const MAX_EXPONENT: i32 = 19_900;

/// 10^±6000 is beyond them.
const BEYOND: (&str, &str) = ("1e-6000", "1e6000");

/// Digits that a bound is written with: 10^−21 is less than half of a gap, so the first is enough but where the bound
/// lies next to the end of its gap.
const DIGITS: [usize; 5] = [21, 22, 23, 24, 25];

/// Why a constant formula is no bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NoBound {
    /// What is wrong.
    pub(crate) message: String,
    /// How to mend it.
    pub(crate) hint: &'static str,
}

/// The bound that a formula without inputs stands for; `None` if it is no such formula.
pub(crate) fn constant_bound(e: &Expr, strict: bool) -> Option<Result<RangeBound, NoBound>> {
    let mut dag = Dag::new();
    let root = lower_over(&mut dag, &[], e).ok()?;
    let tape = Tape::new(&dag, &[root]);
    let mut exact = Evaluator::new(&tape, ExactArithmetic);
    exact.run(&[]);
    Some(match exact.root(0) {
        ExactValue::Value(q) => Ok(RangeBound::exact(q.clone(), strict)),
        ExactValue::Undefined => Err(undefined(e)),
        ExactValue::Unknown => enclosed(&tape, e).map(|value| value.bound(e, strict)),
    })
}

/// What enclosures tell of a bound.
enum ConstantValue {
    /// Exactly this.
    Exact(Rational),
    /// Irrational, in the same gap as this.
    Near(Rational),
}

impl ConstantValue {
    fn bound(self, e: &Expr, strict: bool) -> RangeBound {
        match self {
            ConstantValue::Exact(q) => RangeBound::exact(q, strict),
            ConstantValue::Near(value) => RangeBound {
                value,
                strict,
                written: Some(e.clone()),
            },
        }
    }
}

fn enclosed(tape: &Tape, e: &Expr) -> Result<ConstantValue, NoBound> {
    for precision in PRECISIONS {
        let mut big = Evaluator::new(tape, BigArithmetic::new(precision));
        big.run(&[]);
        let value = big.root(0);
        if value.defined == Definedness::Nowhere {
            return Err(undefined(e));
        }
        if let Some(told) = told(value) {
            return Ok(told);
        }
    }
    Err(NoBound {
        message: format!("the bound `{}` cannot be told from a float", print_expr(e)),
        hint: "if it is a rational number, write that number; if it is undefined, another bound",
    })
}

/// The number that an enclosure decides upon, if it is narrow enough.
fn told(value: &BigEnclosure) -> Option<ConstantValue> {
    if value.range.is_empty() || value.defined != Definedness::Everywhere {
        return None;
    }
    let (lo, hi) = (value.range.lo(), value.range.hi());
    // Not by way of a fraction before this: there are numbers that fill memories.
    if !(is_writable(lo) && is_writable(hi)) {
        return beyond(lo, hi).map(ConstantValue::Near);
    }
    if lo == hi {
        return lo.to_rational().map(ConstantValue::Exact);
    }
    let gap = gap(lo, hi)?;
    let written = DIGITS.iter().find_map(|&digits| decimal(lo, digits, &gap));
    written.or_else(|| middle(&gap)).map(ConstantValue::Near)
}

/// What stands for all numbers of a sign that are nearer to zero, or further from it, than any number of a format.
fn beyond(lo: &Float, hi: &Float) -> Option<Rational> {
    let (nearest, furthest) = if lo.cmp0()?.is_lt() { (hi, lo) } else { (lo, hi) };
    let exponent = |x: &Float| x.get_exp().unwrap_or(if x.is_zero() { i32::MIN } else { i32::MAX });
    let is_tiny = !nearest.is_zero() && exponent(furthest) < -MAX_EXPONENT;
    let text = match (is_tiny, exponent(nearest) > MAX_EXPONENT) {
        _ if lo.cmp0() != hi.cmp0() => return None,
        (true, _) => BEYOND.0,
        (_, true) => BEYOND.1,
        _ => return None,
    };
    let size = parse_number(text).ok()?;
    Some(if lo.cmp0()?.is_lt() { -size } else { size })
}

/// The neighbouring numbers of the grid between which the whole enclosure lies, if there are such.
fn gap(lo: &Float, hi: &Float) -> Option<(Float, Float)> {
    let (below, _) = Float::with_val_round(GRID, lo, Round::Down);
    let (above, _) = Float::with_val_round(GRID, hi, Round::Up);
    let mut next = below.clone();
    next.next_up();
    (below < *lo && *hi < above && next == above).then_some((below, above))
}

/// `v` with this many digits, if that lies in the gap.
fn decimal(v: &Float, digits: usize, (below, above): &(Float, Float)) -> Option<Rational> {
    let (negative, digits, exponent) = v.to_sign_string_exp(10, Some(digits));
    let sign = if negative { "-" } else { "" };
    let value = parse_number(&format!("{sign}0.{digits}e{}", exponent?)).ok()?;
    (value > *below && value < *above).then_some(value)
}

fn middle((below, above): &(Float, Float)) -> Option<Rational> {
    Some((below.to_rational()? + above.to_rational()?) / 2)
}

fn is_writable(x: &Float) -> bool {
    x.is_zero() || x.get_exp().is_some_and(|exponent| exponent.abs() <= MAX_EXPONENT)
}

fn undefined(e: &Expr) -> NoBound {
    NoBound {
        message: format!("the bound `{}` is undefined", print_expr(e)),
        hint: "a bound is a real number",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::{Defaults, Fixed, Format, Input, Specification};
    use proptest::prelude::*;

    /// Constant formulas that are irrational but for a few.
    fn formulas() -> impl Strategy<Value = String> {
        let number = prop_oneof![
            (1..40i32, 1..40i32).prop_map(|(p, q)| format!("{p}/{q}")),
            Just("PI".to_string()),
            Just("SQRT2".to_string()),
            Just("1e-7".to_string()),
        ];
        number.prop_recursive(3, 8, 2, |inner| {
            let one = ["-", "sqrt", "exp", "log1p", "sin", "atan", "cbrt"];
            let two = ["+", "-", "*", "/"];
            prop_oneof![
                (0..one.len(), inner.clone()).prop_map(move |(f, a)| format!("({} {a})", one[f])),
                (0..two.len(), inner.clone(), inner).prop_map(move |(f, a, b)| format!("({} {a} {b})", two[f])),
            ]
        })
    }

    fn parsed(formula: &str) -> Expr {
        crate::fpcore::read(&format!("(FPCore () {formula})"))
            .unwrap()
            .remove(0)
            .body
    }

    /// The value of a formula to 1000 bits, between two numbers.
    fn value(e: &Expr) -> (Float, Float) {
        let mut dag = Dag::new();
        let root = lower_over(&mut dag, &[], e).unwrap();
        let tape = Tape::new(&dag, &[root]);
        let mut big = Evaluator::new(&tape, BigArithmetic::new(1000));
        big.run(&[]);
        (big.root(0).range.lo().clone(), big.root(0).range.hi().clone())
    }

    const FORMATS: [Format; 3] = [
        Format::Binary64,
        Format::Binary32,
        Format::Fixed(Fixed { scale: -20, bits: 60 }),
    ];

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        /// Every number of a format near a bound, and every middle of neighbours, lies on the side of the bound on which it
        /// lies of the number that stands for it.
        #[test]
        fn a_bound_separates_numbers_as_its_formula_does(formula in formulas(), strict: bool) {
            let e = parsed(&formula);
            let Some(Ok(bound)) = constant_bound(&e, strict) else { return Ok(()) };
            let (lo, hi) = value(&e);
            prop_assert_eq!(bound.strict, strict);
            for format in FORMATS {
                let input = |lo, hi| Input { name: "x".into(), format, lo, hi };
                let (lower, upper) = (input(Some(bound.clone()), None), input(None, Some(bound.clone())));
                let mut x = format.next_down(format.next_down(format.nearest_to(&bound.value)));
                for _ in 0..5 {
                    let next = format.next_up(x);
                    if !(x.is_finite() && next.is_finite()) {
                        break;
                    }
                    if bound.written.is_some() {
                        prop_assert_eq!(lower.contains(x), x > hi, "{} {}", formula, x);
                        prop_assert!((x > hi) != (x < lo));
                        prop_assert_eq!(upper.contains(x), x < lo);
                        let middle = (Rational::from_f64(x).unwrap() + Rational::from_f64(next).unwrap()) / 2;
                        prop_assert_eq!(middle > bound.value, middle > hi, "{} {}", formula, x);
                    }
                    x = next;
                }
            }
        }

        /// What is printed is read as the same bound.
        #[test]
        fn a_bound_survives_printing(formula in formulas(), strict: bool) {
            let Some(Ok(bound)) = constant_bound(&parsed(&formula), strict) else { return Ok(()) };
            let again = constant_bound(&parsed(&bound.text()), strict);
            prop_assert_eq!(again, Some(Ok(bound)));
        }
    }

    #[test]
    fn irrational_bounds_are_shown_with_their_own_digits() {
        for (formula, shown) in [
            ("PI", "3.14159265358979323846"),
            ("(- (* 2 PI))", "-6.28318530717958647693"),
            ("(exp 1000)", "1.97007111401704699389e434"),
            ("(- (exp (exp 25)))", "-1e6000"),
            ("(exp -700000000)", "1e-6000"),
            ("(pow 2 -1e9)", "1e-6000"),
        ] {
            let bound = constant_bound(&parsed(formula), false).unwrap().unwrap();
            assert_eq!(crate::fpcore::number_text(&bound.value), shown);
            assert_eq!(bound.text(), formula);
        }
    }

    #[test]
    fn what_is_rational_after_all_is_exact() {
        for (formula, exact) in [
            ("(+ 1/3 (pow 2 -4))", (19, 48)),
            ("(sqrt 9/4)", (3, 2)),
            ("(cbrt 8)", (2, 1)),
            ("(exp2 -3)", (1, 8)),
        ] {
            let bound = constant_bound(&parsed(formula), true).unwrap().unwrap();
            assert_eq!(bound, RangeBound::exact(Rational::from(exact), true), "{formula}");
        }
    }

    #[test]
    fn a_float_that_only_the_rounded_bound_leaves_out_is_neither_inside_nor_outside() {
        let input = |range: &str, format: &str| {
            let text = format!("spec f(x in {range}) precision {format} accuracy 1e-6 {{ x }}");
            let core = crate::infix::read(&text).unwrap().remove(0);
            Specification::from_core(&core, &Defaults::default())
                .unwrap()
                .inputs
                .remove(0)
        };
        let pi = std::f64::consts::PI;
        // The double of π is less than π, so it is inside of [0, π], and of [0, π) by the exact bound alone.
        let (closed, open) = (input("[0, pi]", "binary64"), input("[0, pi)", "binary64"));
        assert_eq!((closed.floats(), open.floats()), (Some((0.0, pi)), Some((0.0, pi))));
        assert_eq!(closed.sure_floats(), Some((0.0, pi)));
        assert_eq!(open.sure_floats(), Some((0.0, pi.next_down())));
        assert!(closed.excludes(pi.next_up()) && open.excludes(pi.next_up()));
        // The single of π is more than π.
        let (closed, open) = (input("[0, pi]", "binary32"), input("[0, pi)", "binary32"));
        let single = f64::from(std::f32::consts::PI);
        assert!(!closed.contains(single) && !closed.excludes(single) && open.excludes(single));
        assert!(closed.excludes(Format::Binary32.next_up(single)));
    }
}
