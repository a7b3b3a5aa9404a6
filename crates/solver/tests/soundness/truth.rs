//! What is provably so at a point, with MPFR enclosures of 200 bits.

use expr::dag::{Dag, NodeId};
use expr::eval::{BigArithmetic, Evaluator, Tape};
use interval::{BigEnclosure, BigInterval, Definedness};
use rug::Float;
use rug::ops::NegAssign;
use solver::{EnclosedMargin, Formula};

/// Bits of the enclosures that claims are judged with.
pub const BITS: u32 = 200;

/// Bits of the comparison of margins, whose own rounding is covered by [`slack`].
const COMPARED: u32 = 400;

/// Values of some nodes, point after point.
pub struct Values<'t> {
    evaluator: Evaluator<'t, BigArithmetic>,
}

impl<'t> Values<'t> {
    pub fn new(tape: &'t Tape) -> Values<'t> {
        Values {
            evaluator: Evaluator::new(tape, BigArithmetic::new(BITS)),
        }
    }

    pub fn at(&mut self, point: &[f64]) {
        let inputs: Vec<BigEnclosure> = point.iter().map(|&x| BigArithmetic::new(BITS).float(x)).collect();
        self.evaluator.run(&inputs);
    }

    /// The value of root number `n`.
    pub fn root(&self, n: usize) -> &BigEnclosure {
        self.evaluator.root(n)
    }

    /// Whether a formula holds; `None` if 200 bits do not tell.
    pub fn holds(&self, roots: &[NodeId], formula: &Formula) -> Option<bool> {
        let value = |id: &NodeId| {
            let n = roots.iter().position(|r| r == id).expect("a root");
            self.root(n)
        };
        match formula {
            Formula::Holds(n) => truth(value(n)),
            Formula::Defined(n) => defined(value(n)),
            Formula::Undefined(n) => defined(value(n)).map(|d| !d),
            Formula::Apart(a) => apart(&a.margin, value(&a.f), value(&a.g)),
            Formula::All(parts) => all(parts.iter().map(|p| self.holds(roots, p))),
            Formula::Any(parts) => all(parts.iter().map(|p| self.holds(roots, p).map(|t| !t))).map(|t| !t),
        }
    }
}

/// The tape of the nodes of a formula.
pub fn tape(dag: &Dag, roots: &[NodeId]) -> Tape {
    Tape::new(dag, roots)
}

fn all(parts: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut result = Some(true);
    for part in parts {
        match part {
            Some(false) => return Some(false),
            None => result = None,
            Some(true) => {}
        }
    }
    result
}

fn defined(v: &BigEnclosure) -> Option<bool> {
    match v.defined {
        Definedness::Everywhere => Some(true),
        Definedness::Partly => None,
        Definedness::Nowhere => Some(false),
    }
}

/// Defined and true.
fn truth(v: &BigEnclosure) -> Option<bool> {
    match v.defined {
        Definedness::Nowhere => Some(false),
        _ if v.range.is_zero() => Some(false),
        Definedness::Everywhere if !v.range.contains_zero() => Some(true),
        _ => None,
    }
}

/// Whether |f − g| > m(f) + m(g) for every m that the margin stands for (`true`) or for none (`false`).
fn apart(margin: &EnclosedMargin, f: &BigEnclosure, g: &BigEnclosure) -> Option<bool> {
    match (defined(f), defined(g)) {
        (Some(false), _) | (_, Some(false)) => return Some(false),
        (Some(true), Some(true)) => {}
        _ => return None,
    }
    let (f, g) = (&f.range, &g.range);
    let bound = |e: f64, d: f64, y: Float| (y * e).max(&Float::with_val(COMPARED, d));
    let most = |y: &BigInterval| bound(margin.relative.hi(), margin.absolute.hi(), wide(&y.mag()));
    let least = |y: &BigInterval| bound(margin.relative.lo(), margin.absolute.lo(), wide(&y.mig()));
    let (gap, reach) = distance(f, g);
    if gap.is_infinite() || reach.is_nan() {
        return None;
    }
    if gap > slack(most(f) + most(g)) {
        Some(true)
    } else if slack(reach) < least(f) + least(g) || (f.is_zero() && g.is_zero()) {
        Some(false)
    } else {
        None
    }
}

/// The least and the greatest distance of two values.
fn distance(f: &BigInterval, g: &BigInterval) -> (Float, Float) {
    let minus = |a: &Float, b: &Float| Float::with_val(COMPARED, a - b);
    let (one, other) = (minus(g.lo(), f.hi()), minus(f.lo(), g.hi()));
    let gap = one.clone().max(&other).max(&Float::with_val(COMPARED, 0));
    let (mut one, mut other) = (one, other);
    one.neg_assign();
    other.neg_assign();
    (gap, one.max(&other))
}

fn wide(x: &Float) -> Float {
    Float::with_val(COMPARED, x)
}

/// A little more than a positive number: more than all roundings here can matter.
fn slack(x: Float) -> Float {
    let more = Float::with_val(COMPARED, Float::i_exp(1, -90));
    let extra = Float::with_val(COMPARED, &x * &more);
    x + extra
}
