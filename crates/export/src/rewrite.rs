//! A formula in the words that a format has: other functions are composed of those, or refused by name.

use super::{Dialect, ExportTarget};
use expr::ast::ComparisonOperator;
use expr::dag::{Dag, Node, NodeId};
use interval::{Binary, Constant, Unary};
use rug::Rational;
use std::collections::BTreeSet;

/// Rewrites from one DAG into another.
pub(super) struct Rewriter<'d> {
    source: &'d Dag,
    /// The result.
    pub(super) dag: Dag,
    target: ExportTarget,
    /// What each node of the source became.
    seen: Vec<Option<NodeId>>,
    /// Where the result departs from the source.
    pub(super) notes: BTreeSet<String>,
}

type Rewritten = Result<NodeId, String>;

/// Powers up to this exponent are written out as products.
const PRODUCT: u32 = 16;

impl<'d> Rewriter<'d> {
    /// Nothing is rewritten yet.
    pub(super) fn new(source: &'d Dag, target: ExportTarget) -> Rewriter<'d> {
        Rewriter {
            source,
            dag: Dag::new(),
            target,
            seen: vec![None; source.len()],
            notes: BTreeSet::new(),
        }
    }

    /// The node in the words of the format.
    pub(super) fn node(&mut self, id: NodeId) -> Rewritten {
        for needed in self.source.reachable(&[id]) {
            if self.seen[needed.index()].is_none() {
                let new = self.step(self.source.node(needed))?;
                self.seen[needed.index()] = Some(new);
            }
        }
        Ok(self.of(id))
    }

    fn of(&self, id: NodeId) -> NodeId {
        self.seen[id.index()].expect("invariant: operands come before their users")
    }

    fn step(&mut self, node: Node) -> Rewritten {
        let node = node.map_operands(|id| self.of(id));
        Ok(match node {
            Node::Variable(n) => self.dag.variable(n as usize),
            Node::Literal(l) => self.dag.literal(self.source.literal_value(l).clone()),
            Node::Constant(c) => self.constant(c),
            Node::Bool(b) => self.dag.boolean(b),
            Node::Unary(f, a) => return self.unary(f, a),
            Node::Binary(f, a, b) => return self.binary(f, a, b),
            Node::Power(a, n) => self.power(a, n),
            Node::Fma(a, b, c) => {
                let product = self.dag.product(a, b);
                self.dag.sum(product, c)
            }
            Node::Compare(c, a, b) => self.dag.compare(c, a, b),
            Node::And(a, b) => self.dag.all(&[a, b]),
            Node::Or(a, b) => self.dag.any(&[a, b]),
            Node::Not(a) => self.dag.negation(a),
            Node::If(c, a, b) => return self.choice(c, a, b),
        })
    }

    fn number(&mut self, q: impl Into<Rational>) -> NodeId {
        self.dag.literal(q)
    }

    fn refuse(&self, what: &str) -> String {
        format!("{} has no `{what}`", self.target.name())
    }

    fn choice(&mut self, c: NodeId, a: NodeId, b: NodeId) -> Rewritten {
        match self.target {
            ExportTarget::RealPaver => Err(self.refuse("if")),
            _ => Ok(self.dag.select(c, a, b)),
        }
    }

    fn constant(&mut self, c: Constant) -> NodeId {
        match c {
            Constant::E => self.function_of(Unary::Exp, 1),
            Constant::Ln2 => self.log_of(2),
            Constant::Ln10 => self.log_of(10),
            Constant::Log2E => self.over(1, |s| s.log_of(2)),
            Constant::Log10E => self.over(1, |s| s.log_of(10)),
            Constant::Pi => self.pi(),
            Constant::Pi2 => self.scaled((1, 2), Self::pi),
            Constant::Pi4 => self.scaled((1, 4), Self::pi),
            Constant::OneOverPi => self.over(1, Self::pi),
            Constant::TwoOverPi => self.over(2, Self::pi),
            Constant::TwoOverSqrtPi => self.over(2, |s| {
                let pi = s.pi();
                s.dag.unary(Unary::Sqrt, pi)
            }),
            Constant::Sqrt2 => self.function_of(Unary::Sqrt, 2),
            Constant::Sqrt1_2 => self.scaled((1, 2), |s| s.function_of(Unary::Sqrt, 2)),
        }
    }

    fn function_of(&mut self, f: Unary, n: i32) -> NodeId {
        let n = self.number(n);
        self.dag.unary(f, n)
    }

    fn log_of(&mut self, n: i32) -> NodeId {
        self.function_of(Unary::Log, n)
    }

    fn over(&mut self, numerator: i32, denominator: impl FnOnce(&mut Self) -> NodeId) -> NodeId {
        let (a, b) = (self.number(numerator), denominator(self));
        self.dag.quotient(a, b)
    }

    fn scaled(&mut self, factor: (i32, i32), of: impl FnOnce(&mut Self) -> NodeId) -> NodeId {
        let (a, b) = (self.number(factor), of(self));
        self.dag.product(a, b)
    }

    /// π, where there is no name for it as four times the angle of the diagonal.
    fn pi(&mut self) -> NodeId {
        match self.target {
            ExportTarget::Smt2(Dialect::Cvc5) => self.dag.constant(Constant::Pi),
            _ => self.scaled((4, 1), |s| s.function_of(Unary::Atan, 1)),
        }
    }

    fn unary(&mut self, f: Unary, a: NodeId) -> Rewritten {
        if self.is_native(f) {
            return Ok(self.dag.unary(f, a));
        }
        Ok(match f {
            Unary::Fabs => self.absolute(a),
            Unary::Exp2 | Unary::Exp10 => {
                let base = self.log_of(if f == Unary::Exp2 { 2 } else { 10 });
                let exponent = self.dag.product(a, base);
                self.dag.unary(Unary::Exp, exponent)
            }
            Unary::Expm1 => {
                let (power, one) = (self.dag.unary(Unary::Exp, a), self.number(1));
                self.dag.difference(power, one)
            }
            Unary::Log2 | Unary::Log10 => {
                let log = self.dag.unary(Unary::Log, a);
                let base = self.log_of(if f == Unary::Log2 { 2 } else { 10 });
                self.dag.quotient(log, base)
            }
            Unary::Log1p => {
                let one = self.number(1);
                let sum = self.dag.sum(one, a);
                self.dag.unary(Unary::Log, sum)
            }
            Unary::Sinh | Unary::Cosh => self.half_exponentials(f == Unary::Cosh, a),
            Unary::Tanh => self.hyperbolic_tangent(a),
            Unary::Asinh => self.inverse_hyperbolic(1, a),
            Unary::Acosh => self.inverse_hyperbolic(-1, a),
            Unary::Atanh => self.inverse_hyperbolic_tangent(a),
            _ => return Err(self.refuse(f.name())),
        })
    }

    /// Functions that the format has, or that get a variable of their own there.
    fn is_native(&self, f: Unary) -> bool {
        let everywhere = matches!(
            f,
            Unary::Neg
                | Unary::Sqrt
                | Unary::Cbrt
                | Unary::Exp
                | Unary::Log
                | Unary::Sin
                | Unary::Cos
                | Unary::Tan
                | Unary::Asin
                | Unary::Acos
                | Unary::Atan
        );
        let hyperbolic = matches!(f, Unary::Sinh | Unary::Cosh | Unary::Tanh);
        let inverse = matches!(f, Unary::Asinh | Unary::Acosh | Unary::Atanh | Unary::Fabs);
        match self.target {
            ExportTarget::Smt2(Dialect::Cvc5) => everywhere,
            ExportTarget::Smt2(Dialect::Dreal) => everywhere || hyperbolic,
            ExportTarget::RealPaver | ExportTarget::Minibex => everywhere || hyperbolic || inverse,
        }
    }

    fn absolute(&mut self, a: NodeId) -> NodeId {
        let (zero, minus) = (self.number(0), self.dag.unary(Unary::Neg, a));
        let positive = self.dag.compare(ComparisonOperator::LessEqual, zero, a);
        self.dag.select(positive, a, minus)
    }

    /// (eᵃ ± e⁻ᵃ)/2.
    fn half_exponentials(&mut self, plus: bool, a: NodeId) -> NodeId {
        let minus = self.dag.unary(Unary::Neg, a);
        let (up, down) = (self.dag.unary(Unary::Exp, a), self.dag.unary(Unary::Exp, minus));
        let both = self.dag.binary(if plus { Binary::Add } else { Binary::Sub }, up, down);
        let two = self.number(2);
        self.dag.quotient(both, two)
    }

    /// (e²ᵃ − 1)/(e²ᵃ + 1).
    fn hyperbolic_tangent(&mut self, a: NodeId) -> NodeId {
        let (one, two) = (self.number(1), self.number(2));
        let double = self.dag.product(two, a);
        let power = self.dag.unary(Unary::Exp, double);
        let (above, below) = (self.dag.difference(power, one), self.dag.sum(power, one));
        self.dag.quotient(above, below)
    }

    /// log(a + √(a² ± 1)). For acosh, a ≤ −1 gives a logarithm of something negative: undefined, as it must be.
    fn inverse_hyperbolic(&mut self, one: i32, a: NodeId) -> NodeId {
        let (one, square) = (self.number(one), self.dag.power(a, 2));
        let under = self.dag.sum(square, one);
        let root = self.dag.unary(Unary::Sqrt, under);
        let sum = self.dag.sum(a, root);
        self.dag.unary(Unary::Log, sum)
    }

    /// log((1 + a)/(1 − a))/2.
    fn inverse_hyperbolic_tangent(&mut self, a: NodeId) -> NodeId {
        let one = self.number(1);
        let (above, below) = (self.dag.sum(one, a), self.dag.difference(one, a));
        let quotient = self.dag.quotient(above, below);
        let log = self.dag.unary(Unary::Log, quotient);
        let two = self.number(2);
        self.dag.quotient(log, two)
    }

    fn binary(&mut self, f: Binary, a: NodeId, b: NodeId) -> Rewritten {
        Ok(match f {
            Binary::Add | Binary::Sub | Binary::Mul | Binary::Div => self.dag.binary(f, a, b),
            Binary::Fmin | Binary::Fmax => self.extreme(f, a, b),
            Binary::Fdim => {
                let (difference, zero) = (self.dag.difference(a, b), self.number(0));
                self.extreme(Binary::Fmax, difference, zero)
            }
            Binary::Hypot => {
                let (a, b) = (self.dag.power(a, 2), self.dag.power(b, 2));
                let sum = self.dag.sum(a, b);
                self.dag.unary(Unary::Sqrt, sum)
            }
            Binary::Atan2 => return self.angle(a, b),
            Binary::Pow => return self.real_power(a, b),
            Binary::Fmod | Binary::Remainder | Binary::Copysign => return Err(self.refuse(f.name())),
        })
    }

    /// fmin or fmax, by choice where the format has no name for it.
    fn extreme(&mut self, f: Binary, a: NodeId, b: NodeId) -> NodeId {
        if !matches!(self.target, ExportTarget::Smt2(_)) {
            return self.dag.binary(f, a, b);
        }
        let smaller = self.dag.compare(ComparisonOperator::LessEqual, a, b);
        let (yes, no) = if f == Binary::Fmin { (a, b) } else { (b, a) };
        self.dag.select(smaller, yes, no)
    }

    /// The angle of (x, y), by quadrants where the format has no name for it.
    fn angle(&mut self, y: NodeId, x: NodeId) -> Rewritten {
        match self.target {
            ExportTarget::Smt2(Dialect::Dreal) | ExportTarget::Minibex => {
                return Ok(self.dag.binary(Binary::Atan2, y, x));
            }
            ExportTarget::RealPaver => return Err(self.refuse("atan2")),
            ExportTarget::Smt2(Dialect::Cvc5) => {}
        }
        let zero = self.number(0);
        let (slope, other) = (self.dag.quotient(y, x), self.dag.quotient(x, y));
        let (steep, flat) = (self.dag.unary(Unary::Atan, other), self.dag.unary(Unary::Atan, slope));
        let quarter = self.constant(Constant::Pi2);
        let (up, down) = (self.dag.difference(quarter, steep), self.dag.sum(quarter, steep));
        let down = self.dag.unary(Unary::Neg, down);
        // Here y = 0 and x ≤ 0: π where x < 0, undefined where x = 0, as y/x is.
        let pi = self.pi();
        let left = self.dag.sum(pi, flat);
        let below = self.dag.compare(ComparisonOperator::Less, y, zero);
        let lower = self.dag.select(below, down, left);
        let above = self.dag.compare(ComparisonOperator::Less, zero, y);
        let upper = self.dag.select(above, up, lower);
        let right = self.dag.compare(ComparisonOperator::Less, zero, x);
        Ok(self.dag.select(right, flat, upper))
    }

    /// Integer powers; large ones by squaring in SMT-LIB, where they are products.
    fn power(&mut self, a: NodeId, n: i32) -> NodeId {
        let (one, m) = (self.number(1), n.unsigned_abs());
        match n {
            0 => return self.defined_one(a),
            1 => return a,
            _ => {}
        }
        let power = self.positive_power(a, m);
        if n > 0 { power } else { self.dag.quotient(one, power) }
    }

    /// a⁰ = 1 wherever a is defined.
    fn defined_one(&mut self, a: NodeId) -> NodeId {
        let (zero, one) = (self.number(0), self.number(1));
        let nothing = self.dag.product(zero, a);
        self.dag.sum(one, nothing)
    }

    fn positive_power(&mut self, a: NodeId, m: u32) -> NodeId {
        if m == 1 {
            return a;
        }
        if m <= PRODUCT || !matches!(self.target, ExportTarget::Smt2(_)) {
            return self.dag.power(a, i32::try_from(m).unwrap_or(i32::MAX));
        }
        let half = self.positive_power(a, m / 2);
        let square = self.dag.power(half, 2);
        if m.is_multiple_of(2) {
            square
        } else {
            self.dag.product(square, a)
        }
    }

    /// a^b for an exponent that is not a written integer.
    fn real_power(&mut self, a: NodeId, b: NodeId) -> Rewritten {
        if let Some(q) = self.dag.as_literal(b).cloned()
            && let Some(power) = self.root_power(a, &q)
        {
            return Ok(power);
        }
        if self.target == ExportTarget::Smt2(Dialect::Dreal) {
            self.note_negative_bases();
            return Ok(self.dag.binary(Binary::Pow, a, b));
        }
        let log = self.dag.unary(Unary::Log, a);
        let exponent = self.dag.product(b, log);
        let power = self.dag.unary(Unary::Exp, exponent);
        if matches!(self.target, ExportTarget::Smt2(_) | ExportTarget::Minibex) {
            self.note_negative_bases();
            return Ok(self.power_of_zero(a, b, power));
        }
        self.notes
            .insert("pow(x, y) is written as exp(y*log(x)): its values at x <= 0 are left out".into());
        Ok(power)
    }

    fn note_negative_bases(&mut self) {
        self.notes
            .insert("pow(x, y) is left out where x < 0, although it is defined there for integers y".into());
    }

    /// 0^b is 1 for b = 0, 0 for b > 0 and else undefined, as 0/0 is.
    fn power_of_zero(&mut self, a: NodeId, b: NodeId, otherwise: NodeId) -> NodeId {
        let (zero, one) = (self.number(0), self.number(1));
        let positive = self.dag.compare(ComparisonOperator::Less, zero, b);
        let undefined = self.dag.quotient(one, a);
        let at_zero = self.dag.select(positive, zero, undefined);
        let flat = self.dag.compare(ComparisonOperator::Equal, b, zero);
        let at_zero = self.dag.select(flat, one, at_zero);
        let base = self.dag.compare(ComparisonOperator::Equal, a, zero);
        self.dag.select(base, at_zero, otherwise)
    }

    /// a^(p/q) for q = 2, 3, 4 by roots: defined for a ≥ 0 only, which √ says.
    fn root_power(&mut self, a: NodeId, exponent: &Rational) -> Option<NodeId> {
        let p = exponent.numer().to_i32()?;
        let root = self.dag.unary(Unary::Sqrt, a);
        let root = match exponent.denom().to_u32()? {
            2 => root,
            3 => {
                let same = self.dag.power(root, 2);
                self.dag.unary(Unary::Cbrt, same)
            }
            4 => self.dag.unary(Unary::Sqrt, root),
            _ => return None,
        };
        Some(self.power(root, p))
    }
}
