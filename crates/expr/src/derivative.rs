//! Symbolic derivatives on the DAG.
//!
//! The derivative of a node is defined wherever the node is differentiable; at kinks (|x| at 0, min where both are
//! equal, the border of an `if`) the formula gives one of the one-sided derivatives. Piecewise constant functions
//! have derivative 0. Functions without an elementary derivative here (Γ, log Γ) have none: `None`.

use crate::ast::ComparisonOperator;
use crate::dag::{Dag, Node, NodeId};
use interval::{Binary, Constant, Unary};
use std::collections::HashMap;

/// ∂root/∂(input number `variable`), added to the DAG.
///
/// ```
/// use expr::dag::Dag;
/// use expr::derivative::derivative;
/// use interval::Unary;
///
/// let mut dag = Dag::new();
/// let x = dag.variable(0);
/// let (sine, cosine) = (dag.unary(Unary::Sin, x), dag.unary(Unary::Cos, x));
/// assert_eq!(derivative(&mut dag, sine, 0), Some(cosine));
/// // Nothing depends on a second input, and steps are flat wherever they have a slope.
/// let floor = dag.unary(Unary::Floor, x);
/// assert_eq!(derivative(&mut dag, sine, 1), Some(dag.literal(0)));
/// assert_eq!(derivative(&mut dag, floor, 0), Some(dag.literal(0)));
/// // The derivative of Γ is no function of the vocabulary.
/// let gamma = dag.unary(Unary::Tgamma, x);
/// assert_eq!(derivative(&mut dag, gamma, 0), None);
/// ```
pub fn derivative(dag: &mut Dag, root: NodeId, variable: usize) -> Option<NodeId> {
    let mut known: HashMap<NodeId, NodeId> = HashMap::new();
    for id in dag.reachable(&[root]) {
        let mut d = Differentiation {
            dag,
            known: &known,
            variable,
        };
        let result = d.node(id)?;
        known.insert(id, result);
    }
    known.get(&root).copied()
}

struct Differentiation<'a> {
    dag: &'a mut Dag,
    known: &'a HashMap<NodeId, NodeId>,
    variable: usize,
}

impl Differentiation<'_> {
    fn node(&mut self, id: NodeId) -> Option<NodeId> {
        let node = self.dag.node(id);
        if node.operands().all(|o| self.is_zero(self.known[&o])) && !matches!(node, Node::Variable(_)) {
            return Some(self.number(0));
        }
        Some(match node {
            Node::Variable(n) => self.number(i32::from(n as usize == self.variable)),
            Node::Unary(f, a) => {
                let slope = self.slope(f, a, id)?;
                self.times(slope, self.known[&a])
            }
            Node::Binary(f, a, b) => self.binary(f, a, b, id)?,
            Node::Power(a, n) => {
                let factor = self.number(n);
                let power = self.dag.power(a, n.checked_sub(1)?);
                let slope = self.times(factor, power);
                self.times(slope, self.known[&a])
            }
            Node::Fma(a, b, c) => {
                let product = self.product_rule(a, b);
                self.plus(product, self.known[&c])
            }
            Node::If(c, a, b) => self.dag.select(c, self.known[&a], self.known[&b]),
            _ => self.number(0),
        })
    }

    /// f'(a), where `id` is f(a).
    fn slope(&mut self, f: Unary, a: NodeId, id: NodeId) -> Option<NodeId> {
        let one = self.number(1);
        Some(match f {
            Unary::Neg => self.number(-1),
            Unary::Fabs => self.sign(a),
            Unary::Sqrt => self.over_number(1, 2, id),
            // (a^(1/3))' = 1/(3·cbrt(a)²)
            Unary::Cbrt => {
                let square = self.dag.power(id, 2);
                self.over_number(1, 3, square)
            }
            Unary::Exp => id,
            Unary::Exp2 => self.scaled(Constant::Ln2, id),
            Unary::Exp10 => self.scaled(Constant::Ln10, id),
            Unary::Expm1 => self.plus(id, one),
            Unary::Log => self.dag.quotient(one, a),
            Unary::Log2 => self.over_scaled(Constant::Ln2, a),
            Unary::Log10 => self.over_scaled(Constant::Ln10, a),
            Unary::Log1p => {
                let shifted = self.plus(a, one);
                self.dag.quotient(one, shifted)
            }
            Unary::Sin => self.dag.unary(Unary::Cos, a),
            Unary::Cos => {
                let sine = self.dag.unary(Unary::Sin, a);
                self.dag.unary(Unary::Neg, sine)
            }
            Unary::Tan => self.one_and_square(id, Binary::Add),
            Unary::Tanh => self.one_and_square(id, Binary::Sub),
            Unary::Asin => self.over_root(a, -1),
            Unary::Acos => {
                let slope = self.over_root(a, -1);
                self.dag.unary(Unary::Neg, slope)
            }
            Unary::Asinh => self.over_root(a, 1),
            // 1/sqrt(a² − 1)
            Unary::Acosh => {
                let square = self.dag.power(a, 2);
                let under = self.dag.difference(square, one);
                let root = self.dag.unary(Unary::Sqrt, under);
                self.dag.quotient(one, root)
            }
            Unary::Atan => {
                let below = self.one_and_square(a, Binary::Add);
                self.dag.quotient(one, below)
            }
            Unary::Atanh => {
                let below = self.one_and_square(a, Binary::Sub);
                self.dag.quotient(one, below)
            }
            Unary::Sinh => self.dag.unary(Unary::Cosh, a),
            Unary::Cosh => self.dag.unary(Unary::Sinh, a),
            Unary::Erf => self.gauss(a, 2),
            Unary::Erfc => self.gauss(a, -2),
            Unary::Ceil | Unary::Floor | Unary::Trunc | Unary::Round | Unary::Nearbyint => self.number(0),
            Unary::Tgamma | Unary::Lgamma => return None,
        })
    }

    fn binary(&mut self, f: Binary, a: NodeId, b: NodeId, id: NodeId) -> Option<NodeId> {
        let (da, db) = (self.known[&a], self.known[&b]);
        Some(match f {
            Binary::Add => self.plus(da, db),
            Binary::Sub => self.minus(da, db),
            Binary::Mul => self.product_rule(a, b),
            // (a/b)' = (a' − (a/b)·b')/b
            Binary::Div => {
                let part = self.times(id, db);
                let top = self.minus(da, part);
                self.dag.quotient(top, b)
            }
            Binary::Pow => self.power_rule(a, b, id),
            Binary::Atan2 => {
                let (left, right) = (self.times(b, da), self.times(a, db));
                let top = self.minus(left, right);
                let (aa, bb) = (self.dag.power(a, 2), self.dag.power(b, 2));
                let below = self.plus(aa, bb);
                self.dag.quotient(top, below)
            }
            Binary::Hypot => {
                let (left, right) = (self.times(a, da), self.times(b, db));
                let top = self.plus(left, right);
                self.dag.quotient(top, id)
            }
            Binary::Fmin => self.piece(ComparisonOperator::LessEqual, a, b, (da, db)),
            Binary::Fmax => self.piece(ComparisonOperator::GreaterEqual, a, b, (da, db)),
            Binary::Fdim => {
                let (slope, zero) = (self.minus(da, db), self.number(0));
                self.piece(ComparisonOperator::Greater, a, b, (slope, zero))
            }
            Binary::Fmod | Binary::Remainder | Binary::Copysign => return None,
        })
    }

    /// (a^b)' = b·a^(b−1)·a' + a^b·log(a)·b'
    fn power_rule(&mut self, a: NodeId, b: NodeId, id: NodeId) -> NodeId {
        let (da, db) = (self.known[&a], self.known[&b]);
        let one = self.number(1);
        let less = self.minus(b, one);
        let power = self.dag.binary(Binary::Pow, a, less);
        let slope = self.times(b, power);
        let base = self.times(slope, da);
        if self.is_zero(db) {
            return base;
        }
        let log = self.dag.unary(Unary::Log, a);
        let growth = self.times(id, log);
        let exponent = self.times(growth, db);
        self.plus(base, exponent)
    }

    fn product_rule(&mut self, a: NodeId, b: NodeId) -> NodeId {
        let left = self.times(self.known[&a], b);
        let right = self.times(a, self.known[&b]);
        self.plus(left, right)
    }

    fn piece(&mut self, c: ComparisonOperator, a: NodeId, b: NodeId, (yes, no): (NodeId, NodeId)) -> NodeId {
        let test = self.dag.compare(c, a, b);
        self.dag.select(test, yes, no)
    }

    fn sign(&mut self, a: NodeId) -> NodeId {
        let (zero, one, minus) = (self.number(0), self.number(1), self.number(-1));
        self.piece(ComparisonOperator::GreaterEqual, a, zero, (one, minus))
    }

    /// 1 ± a².
    fn one_and_square(&mut self, a: NodeId, sign: Binary) -> NodeId {
        let (one, square) = (self.number(1), self.dag.power(a, 2));
        self.dag.binary(sign, one, square)
    }

    /// 1/sqrt(1 + sign·a²).
    fn over_root(&mut self, a: NodeId, sign: i32) -> NodeId {
        let under = self.one_and_square(a, if sign > 0 { Binary::Add } else { Binary::Sub });
        let root = self.dag.unary(Unary::Sqrt, under);
        let one = self.number(1);
        self.dag.quotient(one, root)
    }

    /// n/sqrt(π)·exp(−a²), with 2/sqrt(π) as the named constant.
    fn gauss(&mut self, a: NodeId, n: i32) -> NodeId {
        let square = self.dag.power(a, 2);
        let negative = self.dag.unary(Unary::Neg, square);
        let bell = self.dag.unary(Unary::Exp, negative);
        let scaled = self.scaled(Constant::TwoOverSqrtPi, bell);
        if n < 0 {
            self.dag.unary(Unary::Neg, scaled)
        } else {
            scaled
        }
    }

    fn scaled(&mut self, c: Constant, a: NodeId) -> NodeId {
        let factor = self.dag.constant(c);
        self.dag.product(factor, a)
    }

    fn over_scaled(&mut self, c: Constant, a: NodeId) -> NodeId {
        let below = self.scaled(c, a);
        let one = self.number(1);
        self.dag.quotient(one, below)
    }

    /// top/(n·a).
    fn over_number(&mut self, top: i32, n: i32, a: NodeId) -> NodeId {
        let (top, factor) = (self.number(top), self.number(n));
        let below = self.dag.product(factor, a);
        self.dag.quotient(top, below)
    }

    fn number(&mut self, n: i32) -> NodeId {
        self.dag.literal(n)
    }

    fn is_zero(&self, id: NodeId) -> bool {
        self.dag.as_literal(id).is_some_and(|q| q.cmp0().is_eq())
    }

    fn is_one(&self, id: NodeId) -> bool {
        self.dag.as_literal(id).is_some_and(|q| *q == 1)
    }

    fn plus(&mut self, a: NodeId, b: NodeId) -> NodeId {
        match (self.is_zero(a), self.is_zero(b)) {
            (true, _) => b,
            (_, true) => a,
            _ => self.dag.sum(a, b),
        }
    }

    fn minus(&mut self, a: NodeId, b: NodeId) -> NodeId {
        match (self.is_zero(a), self.is_zero(b)) {
            (_, true) => a,
            (true, _) => self.dag.unary(Unary::Neg, b),
            _ => self.dag.difference(a, b),
        }
    }

    fn times(&mut self, a: NodeId, b: NodeId) -> NodeId {
        if self.is_zero(a) || self.is_zero(b) {
            return self.number(0);
        }
        match (self.is_one(a), self.is_one(b)) {
            (true, _) => b,
            (_, true) => a,
            _ => self.dag.product(a, b),
        }
    }
}
