//! The difference and the ratio of two nodes, computed together.
//!
//! A mutant shares most of its nodes with its specification. Evaluating both and subtracting loses what they share:
//! on a box, f − f is wide. Here the two are walked side by side. For each pair (a, b) of corresponding nodes we
//! enclose Δ = b − a, and a ratio r with b = r·a where there is one (also where a = b = 0, but not where only a = 0).
//! Equal nodes have Δ = 0 and r = 1, and the rules below carry both upward:
//!
//! | operation | Δ | r |
//! |---|---|---|
//! | a₁ + a₂ | Δ₁ + Δ₂ | |
//! | a₁ − a₂ | Δ₁ − Δ₂ | |
//! | a₁·a₂ | a₁Δ₂ + b₂Δ₁ | r₁r₂ |
//! | a₁/a₂ | (Δ₁ − (a₁/a₂)Δ₂)/b₂ | r₁/r₂ |
//! | aⁿ | n·ξⁿ⁻¹Δ | rⁿ |
//! | sqrt a | Δ/(sqrt a + sqrt b) | sqrt r |
//! | exp a | | exp Δ |
//! | h(a) | h'(ξ)Δ, ξ between a and b | |
//!
//! Everything is intersected with the natural enclosures of b − a and b/a, and Δ = a(r − 1) links the two.

use crate::slope;
use expr::dag::{Dag, Node, NodeId};
use expr::eval::Tape;
use interval::{Binary, Definedness, Enclosure, FloatEnclosure, Interval, Unary};
use std::collections::HashMap;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// What is known of a pair.
#[derive(Clone, Copy, Debug)]
pub struct Difference {
    /// b − a.
    pub delta: Interval,
    /// Some r with b = r·a; `None` where there may be none, since a may vanish where b does not.
    pub ratio: Option<Interval>,
}

const SAME: Difference = Difference {
    delta: Interval::ZERO,
    ratio: Some(Interval::ONE),
};

const UNKNOWN: Difference = Difference {
    delta: Interval::ENTIRE,
    ratio: None,
};

/// How a pair is computed from earlier pairs.
#[derive(Clone, Copy, Debug)]
enum PairRule {
    Same,
    /// Different operations on operands that may be shared: x + …, y + ….
    Shifted(Shift, Shift),
    /// One is the other scaled by the slot of y.
    Scaled(usize, PairScale),
    Natural,
    Unary(Unary, usize),
    Binary(Binary, usize, usize),
    Power(usize, i32),
    Fma(usize, usize, usize),
    /// A condition (slot) chooses between two pairs.
    Choice(usize, usize, usize),
}

/// How b follows from a.
#[derive(Clone, Copy, Debug)]
enum PairScale {
    /// b = a·y, or a = b/y.
    Times,
    /// b = a/y.
    Over,
    /// a = b·y: where y = 0, b is anything.
    Undone,
    /// b = a + a·y.
    More,
    /// b = a − a·y.
    Less,
}

/// An expression seen as x plus something: x ∘ y = x + shift.
#[derive(Clone, Copy, Debug)]
enum Shift {
    None,
    Plus(usize),
    Minus(usize),
    /// max(0, y − x) or min(0, y − x): slots of y and x.
    Max(usize, usize),
    Min(usize, usize),
}

#[derive(Clone, Copy, Debug)]
struct NodePair {
    a: usize,
    b: usize,
    rule: PairRule,
}

/// The pairs of two nodes, operands first.
pub struct PairTape {
    pairs: Vec<NodePair>,
}

impl PairTape {
    /// The pairs that (f, g) needs; both are on the tape.
    pub fn new(dag: &Dag, tape: &Tape, f: NodeId, g: NodeId) -> PairTape {
        let mut builder = PairBuilder {
            dag,
            tape,
            pairs: Vec::new(),
            index: HashMap::new(),
        };
        builder.pair(f, g);
        PairTape { pairs: builder.pairs }
    }

    /// Δ and r of the two nodes, from the natural enclosures of all slots.
    ///
    /// ```
    /// use expr::dag::Dag;
    /// use expr::eval::{EnclosureArithmetic, Evaluator, Tape};
    /// use interval::{Enclosure, Interval, Unary};
    /// use solver::PairTape;
    ///
    /// // exp(x) and 2·exp(x) over [0, 10]: both range widely, but their ratio is 2 everywhere.
    /// let mut dag = Dag::new();
    /// let (x, two) = (dag.variable(0), dag.literal(2));
    /// let f = dag.unary(Unary::Exp, x);
    /// let g = dag.product(two, f);
    /// let tape = Tape::new(&dag, &[f, g]);
    /// let mut evaluator = Evaluator::new(&tape, EnclosureArithmetic);
    /// let values = evaluator.run(&[Enclosure::everywhere(Interval::hull_of(0.0, 10.0))]);
    /// let difference = PairTape::new(&dag, &tape, f, g).evaluate(values, &mut Vec::new());
    /// assert_eq!(difference.ratio, Some(Interval::point(2.0)));
    /// ```
    pub fn evaluate(&self, values: &[FloatEnclosure], scratch: &mut Vec<Difference>) -> Difference {
        scratch.clear();
        for pair in &self.pairs {
            let known = KnownPairs {
                pairs: &self.pairs,
                values,
                known: scratch,
            };
            let computed = known.apply(pair);
            scratch.push(refine(computed, values[pair.a].range, values[pair.b].range));
        }
        scratch.last().copied().unwrap_or(SAME)
    }
}

/// Intersects with the natural enclosures and links Δ with r.
fn refine(d: Difference, a: Interval, b: Interval) -> Difference {
    let delta = d.delta.intersect(&b.sub(a));
    let mut ratio = d.ratio;
    if !a.contains_zero() {
        // r = b/a = 1 + Δ/a
        let quotient = b.div(a).intersect(&Interval::ONE.add(delta.div(a)));
        ratio = Some(ratio.map_or(quotient, |r| r.intersect(&quotient)));
    }
    // Δ = a·(r − 1)
    let delta = ratio.map_or(delta, |r| delta.intersect(&a.mul(r.sub(Interval::ONE))));
    Difference { delta, ratio }
}

/// The pairs computed so far.
struct KnownPairs<'a> {
    pairs: &'a [NodePair],
    values: &'a [FloatEnclosure],
    known: &'a [Difference],
}

impl KnownPairs<'_> {
    fn a(&self, p: usize) -> Interval {
        self.values[self.pairs[p].a].range
    }

    fn b(&self, p: usize) -> Interval {
        self.values[self.pairs[p].b].range
    }

    /// Both values of a pair and all between them.
    fn hull(&self, p: usize) -> Interval {
        self.a(p).hull(&self.b(p))
    }

    fn apply(&self, pair: &NodePair) -> Difference {
        let delta = |delta: Interval| Difference { delta, ..UNKNOWN };
        match pair.rule {
            PairRule::Same => SAME,
            PairRule::Natural => UNKNOWN,
            PairRule::Scaled(y, scale) => Difference {
                ratio: scaling(self.values[y].range, scale),
                ..UNKNOWN
            },
            PairRule::Shifted(of_a, of_b) => delta(self.shift(of_b).sub(self.shift(of_a))),
            PairRule::Unary(f, p) => self.unary(f, p),
            PairRule::Power(p, n) => self.power(p, n),
            PairRule::Binary(f, p, q) => self.binary(f, p, q),
            PairRule::Fma(p, q, r) => delta(self.product(p, q).add(self.known[r].delta)),
            PairRule::Choice(c, p, q) => self.choice(c, p, q),
        }
    }

    /// The pair that the condition chooses, or both where that is open.
    fn choice(&self, c: usize, p: usize, q: usize) -> Difference {
        let truth = self.values[c].range;
        let (yes, no) = (self.known[p], self.known[q]);
        match (truth.is_zero(), truth.contains_zero()) {
            (true, _) => no,
            (_, false) => yes,
            _ => Difference {
                delta: yes.delta.hull(&no.delta),
                ratio: both(yes.ratio, no.ratio, |r, s| r.hull(&s)),
            },
        }
    }

    fn unary(&self, f: Unary, p: usize) -> Difference {
        let Difference { delta, ratio } = self.known[p];
        let between = Enclosure::everywhere(self.hull(p));
        let image = FloatEnclosure::unary(f, between);
        // Without a gap in the domain between a and b, the mean-value theorem holds there.
        let by_slope = match image.defined {
            Definedness::Everywhere => slope::unary(f, between.range, image.range).mul(delta),
            _ => Interval::ENTIRE,
        };
        let ratio = match f {
            Unary::Neg => ratio,
            // |r·a| = |r|·|a|, cbrt(r·a) = cbrt(r)·cbrt(a); sqrt likewise: a, b ≥ 0, so r ≥ 0 or a = b = 0 and any r will do.
            Unary::Fabs | Unary::Cbrt => ratio.map(|r| Interval::unary(f, r)),
            Unary::Sqrt => ratio.map(Interval::sqrt).filter(|r| !r.is_empty()),
            Unary::Exp => Some(delta.exp()),
            Unary::Exp2 => Some(Interval::unary(Unary::Exp2, delta)),
            _ => None,
        };
        Difference { delta: by_slope, ratio }
    }

    fn power(&self, p: usize, n: i32) -> Difference {
        let Difference { delta, ratio } = self.known[p];
        let between = self.hull(p);
        let connected = n >= 0 || !between.contains_zero();
        Difference {
            delta: if connected {
                slope::integer_power(between, n).mul(delta)
            } else {
                Interval::ENTIRE
            },
            ratio: ratio.map(|r| r.powi(n)),
        }
    }

    /// b₁b₂ − a₁a₂ = a₁Δ₂ + b₂Δ₁ = b₁Δ₂ + a₂Δ₁.
    fn product(&self, p: usize, q: usize) -> Interval {
        let (dp, dq) = (self.known[p].delta, self.known[q].delta);
        let one = self.a(p).mul(dq).add(self.b(q).mul(dp));
        let other = self.b(p).mul(dq).add(self.a(q).mul(dp));
        one.intersect(&other)
    }

    fn binary(&self, f: Binary, p: usize, q: usize) -> Difference {
        let (x, y) = (self.known[p], self.known[q]);
        let (delta, ratio) = match f {
            Binary::Add => (x.delta.add(y.delta), common(x.ratio, y.ratio, self.same_sign(p, q))),
            Binary::Sub => (x.delta.sub(y.delta), common(x.ratio, y.ratio, self.opposite_sign(p, q))),
            Binary::Mul => (self.product(p, q), both(x.ratio, y.ratio, Interval::mul)),
            Binary::Div => {
                let quotient = self.a(p).div(self.a(q));
                let delta = x.delta.sub(quotient.mul(y.delta)).div(self.b(q));
                (delta, both(x.ratio, y.ratio, Interval::div))
            }
            Binary::Fmin | Binary::Fmax => (x.delta.hull(&y.delta), None),
            _ => (self.by_slopes(f, p, q), None),
        };
        Difference { delta, ratio }
    }

    /// h(b₁, b₂) − h(a₁, a₂) = ∂₁h(ξ)Δ₁ + ∂₂h(ξ)Δ₂ for a ξ on the segment between them.
    fn by_slopes(&self, f: Binary, p: usize, q: usize) -> Interval {
        let (x, y) = (Enclosure::everywhere(self.hull(p)), Enclosure::everywhere(self.hull(q)));
        let image = FloatEnclosure::binary(f, x, y);
        if image.defined != Definedness::Everywhere {
            return Interval::ENTIRE;
        }
        let (first, second) = slope::binary(f, x.range, y.range, image.range);
        first.mul(self.known[p].delta).add(second.mul(self.known[q].delta))
    }

    fn same_sign(&self, p: usize, q: usize) -> bool {
        let (x, y) = (self.a(p), self.a(q));
        (x.lo() >= 0.0 && y.lo() >= 0.0) || (x.hi() <= 0.0 && y.hi() <= 0.0)
    }

    fn opposite_sign(&self, p: usize, q: usize) -> bool {
        let (x, y) = (self.a(p), self.a(q));
        (x.lo() >= 0.0 && y.hi() <= 0.0) || (x.hi() <= 0.0 && y.lo() >= 0.0)
    }

    fn shift(&self, shift: Shift) -> Interval {
        let value = |slot: usize| self.values[slot].range;
        match shift {
            Shift::None => Interval::ZERO,
            Shift::Plus(y) => value(y),
            Shift::Minus(y) => value(y).neg(),
            Shift::Max(y, x) => Interval::binary(Binary::Fmax, value(y).sub(value(x)), Interval::ZERO),
            Shift::Min(y, x) => Interval::binary(Binary::Fmin, value(y).sub(value(x)), Interval::ZERO),
        }
    }
}

/// The ratio of a value and the same value scaled by y, where there is one.
fn scaling(y: Interval, scale: PairScale) -> Option<Interval> {
    match scale {
        PairScale::Times => Some(y),
        // b is defined, so y is not 0.
        PairScale::Over => Some(Interval::ONE.div(y)),
        PairScale::Undone => (!y.contains_zero()).then(|| Interval::ONE.div(y)),
        PairScale::More => Some(Interval::ONE.add(y)),
        PairScale::Less => Some(Interval::ONE.sub(y)),
    }
}

/// Of two ratios that both exist.
fn both(x: Option<Interval>, y: Option<Interval>, f: impl FnOnce(Interval, Interval) -> Interval) -> Option<Interval> {
    Some(f(x?, y?))
}

/// r₁a₁ + r₂a₂ with terms of one sign is r·(a₁ + a₂) for an r between r₁ and r₂.
fn common(x: Option<Interval>, y: Option<Interval>, one_sign: bool) -> Option<Interval> {
    both(x, y, |r, s| r.hull(&s)).filter(|_| one_sign)
}

/// Most pairs before conditions are no longer followed. A formula with n conditions on each side has n² of them, and
/// every box evaluates them all; behind the limit the plain difference is used, which is sound and wider.
const MAX_PAIRS: usize = 2000;

/// Finds corresponding nodes.
struct PairBuilder<'a> {
    dag: &'a Dag,
    tape: &'a Tape,
    pairs: Vec<NodePair>,
    index: HashMap<(NodeId, NodeId), usize>,
}

impl PairBuilder<'_> {
    fn slot(&self, id: NodeId) -> usize {
        self.tape
            .slot(id)
            .expect("invariant: the tape computes both nodes and all their operands")
    }

    /// The number of a pair. Recursion goes as deep as the two nodes differ.
    fn pair(&mut self, a: NodeId, b: NodeId) -> usize {
        if let Some(&n) = self.index.get(&(a, b)) {
            return n;
        }
        let rule = if a == b { PairRule::Same } else { self.rule(a, b) };
        self.pairs.push(NodePair {
            a: self.slot(a),
            b: self.slot(b),
            rule,
        });
        self.index.insert((a, b), self.pairs.len() - 1);
        self.pairs.len() - 1
    }

    fn rule(&mut self, a: NodeId, b: NodeId) -> PairRule {
        if let Some(rule) = self.scaled(a, b) {
            return rule;
        }
        match (self.dag.node(a), self.dag.node(b)) {
            (Node::Unary(f, x), Node::Unary(g, y)) if f == g => PairRule::Unary(f, self.pair(x, y)),
            (Node::Power(x, n), Node::Power(y, m)) if n == m => PairRule::Power(self.pair(x, y), n),
            (Node::Power(x, 2), Node::Binary(Binary::Mul, y, z)) => self.product_rule((x, x), (y, z)),
            (Node::Binary(Binary::Mul, x, y), Node::Power(z, 2)) => self.product_rule((x, y), (z, z)),
            (Node::Binary(f, x, y), Node::Binary(g, u, v)) if f == g => {
                let swap = commutes(f) && (x == v || y == u);
                let (u, v) = if swap { (v, u) } else { (u, v) };
                PairRule::Binary(f, self.pair(x, u), self.pair(y, v))
            }
            (Node::Fma(x, y, z), Node::Fma(u, v, w)) => {
                PairRule::Fma(self.pair(x, u), self.pair(y, v), self.pair(z, w))
            }
            (Node::If(c, x, y), Node::If(d, u, v)) if c == d => {
                PairRule::Choice(self.slot(c), self.pair(x, u), self.pair(y, v))
            }
            // A condition on one side only: that side is one or the other.
            (Node::If(c, x, y), _) if self.has_room() => {
                PairRule::Choice(self.slot(c), self.pair(x, b), self.pair(y, b))
            }
            (_, Node::If(d, u, v)) if self.has_room() => {
                PairRule::Choice(self.slot(d), self.pair(a, u), self.pair(a, v))
            }
            _ => self.shifted(a, b).unwrap_or(PairRule::Natural),
        }
    }

    /// Conditions that differ on both sides multiply pairs: not without end.
    fn has_room(&self) -> bool {
        self.pairs.len() < MAX_PAIRS
    }

    fn product_rule(&mut self, (x, y): (NodeId, NodeId), (u, v): (NodeId, NodeId)) -> PairRule {
        let (u, v) = if x == v || y == u { (v, u) } else { (u, v) };
        PairRule::Binary(Binary::Mul, self.pair(x, u), self.pair(y, v))
    }

    /// One as the other times or divided by something.
    fn scaled(&self, a: NodeId, b: NodeId) -> Option<PairRule> {
        let factor = |id: NodeId, base: NodeId| match self.dag.node(id) {
            Node::Binary(Binary::Mul, x, y) if x == base => Some((y, Binary::Mul)),
            Node::Binary(Binary::Mul, x, y) if y == base => Some((x, Binary::Mul)),
            Node::Binary(Binary::Div, x, y) if x == base => Some((y, Binary::Div)),
            _ => None,
        };
        if let Some((y, scale)) = self.share(b, a) {
            return Some(PairRule::Scaled(self.slot(y), scale));
        }
        let (y, scale) = match (factor(b, a), factor(a, b)) {
            (Some((y, Binary::Mul)), _) | (None, Some((y, Binary::Div))) => (y, PairScale::Times),
            (Some((y, _)), _) => (y, PairScale::Over),
            (None, Some((y, _))) => (y, PairScale::Undone),
            (None, None) => return None,
        };
        Some(PairRule::Scaled(self.slot(y), scale))
    }

    /// id = base ± base·y.
    fn share(&self, id: NodeId, base: NodeId) -> Option<(NodeId, PairScale)> {
        let factor = |part: NodeId| match self.dag.node(part) {
            Node::Binary(Binary::Mul, x, y) if x == base => Some(y),
            Node::Binary(Binary::Mul, x, y) if y == base => Some(x),
            _ => None,
        };
        match self.dag.node(id) {
            Node::Binary(Binary::Add, x, y) if x == base => Some((factor(y)?, PairScale::More)),
            Node::Binary(Binary::Add, x, y) if y == base => Some((factor(x)?, PairScale::More)),
            Node::Binary(Binary::Sub, x, y) if x == base => Some((factor(y)?, PairScale::Less)),
            _ => None,
        }
    }

    /// Both as x plus something, for an x that they share.
    fn shifted(&self, a: NodeId, b: NodeId) -> Option<PairRule> {
        let bases = |id: NodeId| match self.dag.node(id) {
            Node::Binary(Binary::Add | Binary::Fmin | Binary::Fmax, x, y) => vec![id, x, y],
            Node::Binary(Binary::Sub, x, _) => vec![id, x],
            _ => vec![id],
        };
        let of_b = bases(b);
        let base = bases(a).into_iter().find(|x| of_b.contains(x))?;
        Some(PairRule::Shifted(self.shift(a, base)?, self.shift(b, base)?))
    }

    fn shift(&self, id: NodeId, base: NodeId) -> Option<Shift> {
        if id == base {
            return Some(Shift::None);
        }
        let Node::Binary(f, x, y) = self.dag.node(id) else {
            return None;
        };
        let other = if x == base { y } else { x };
        let (other, base) = (self.slot(other), self.slot(base));
        match f {
            Binary::Add => Some(Shift::Plus(other)),
            Binary::Sub => Some(Shift::Minus(other)),
            Binary::Fmax => Some(Shift::Max(other, base)),
            Binary::Fmin => Some(Shift::Min(other, base)),
            _ => None,
        }
    }
}

fn commutes(f: Binary) -> bool {
    matches!(
        f,
        Binary::Add | Binary::Mul | Binary::Fmin | Binary::Fmax | Binary::Hypot
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use expr::eval::{EnclosureArithmetic, Evaluator};

    fn difference(dag: &Dag, f: NodeId, g: NodeId, x: Interval) -> Difference {
        let tape = Tape::new(dag, &[f, g]);
        let mut evaluator = Evaluator::new(&tape, EnclosureArithmetic);
        let values = evaluator.run(&[Enclosure::everywhere(x)]);
        PairTape::new(dag, &tape, f, g).evaluate(values, &mut Vec::new())
    }

    #[test]
    fn there_is_no_ratio_where_only_the_first_vanishes() {
        let mut dag = Dag::new();
        let (x, zero) = (dag.variable(0), dag.literal(0));
        let d = difference(&dag, zero, x, Interval::hull_of(-1.0, 1.0));
        assert!(d.ratio.is_none());
        assert!(d.delta.contains(1.0) && d.delta.contains(-1.0));
    }

    #[test]
    fn a_factor_that_vanishes_cannot_be_undone() {
        let mut dag = Dag::new();
        let (x, one) = (dag.variable(0), dag.literal(1));
        let (b, around_zero, away) = (
            dag.sum(x, one),
            Interval::hull_of(-0.5, 0.5),
            Interval::hull_of(1.0, 2.0),
        );
        let a = dag.product(b, x);
        assert!(difference(&dag, a, b, around_zero).ratio.is_none());
        assert!(
            difference(&dag, a, b, away)
                .ratio
                .is_some_and(|r| r.contains(0.5) && r.contains(1.0))
        );
        assert!(
            difference(&dag, b, a, around_zero)
                .ratio
                .is_some_and(|r| r.contains(0.0) && r.contains(0.5))
        );
    }

    #[test]
    fn a_share_of_itself_is_a_ratio() {
        let mut dag = Dag::new();
        let (x, tiny) = (dag.variable(0), dag.literal(rug::Rational::from((1, 1024))));
        let part = dag.product(tiny, x);
        let (more, less) = (dag.sum(x, part), dag.difference(x, part));
        let domain = Interval::hull_of(-1.0, 1.0);
        assert!(
            difference(&dag, x, more, domain)
                .ratio
                .is_some_and(|r| r == Interval::point(1.0 + 1.0 / 1024.0))
        );
        assert!(
            difference(&dag, x, less, domain)
                .ratio
                .is_some_and(|r| r == Interval::point(1.0 - 1.0 / 1024.0))
        );
    }

    #[test]
    fn a_common_factor_cancels_even_through_zero() {
        let mut dag = Dag::new();
        let x = dag.variable(0);
        let (two, three) = (dag.literal(2), dag.literal(3));
        let (f, g) = (dag.product(two, x), dag.product(three, x));
        let d = difference(&dag, f, g, Interval::hull_of(-1.0, 1.0));
        assert!(d.ratio.is_some_and(|r| r.contains(1.5) && r.width() < 1e-14));
    }
}
