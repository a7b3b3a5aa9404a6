//! Where a formula is defined, as a condition over the same DAG.

use expr::ast::ComparisonOperator;
use expr::dag::{Dag, Node, NodeId};
use interval::{Binary, Unary};
use std::collections::HashMap;

/// Conditions of nodes; a node that is defined everywhere has none.
#[derive(Default)]
pub(super) struct Conditions {
    known: HashMap<NodeId, Option<NodeId>>,
}

impl Conditions {
    /// When the node is defined; `None` means always.
    pub(super) fn of(&mut self, dag: &mut Dag, root: NodeId) -> Option<NodeId> {
        for id in dag.reachable(&[root]) {
            if !self.known.contains_key(&id) {
                let condition = self.step(dag, id);
                self.known.insert(id, condition);
            }
        }
        self.known[&root]
    }

    fn step(&self, dag: &mut Dag, id: NodeId) -> Option<NodeId> {
        match dag.node(id) {
            Node::If(c, a, b) => {
                let branch = self.branch(dag, c, a, b);
                both(dag, self.known[&c], branch)
            }
            // The second counts only where the first holds, or only where it fails.
            Node::And(a, b) => {
                let other = self.known[&b].map(|d| {
                    let not = dag.negation(a);
                    dag.any(&[not, d])
                });
                both(dag, self.known[&a], other)
            }
            Node::Or(a, b) => {
                let other = self.known[&b].map(|d| dag.any(&[a, d]));
                both(dag, self.known[&a], other)
            }
            node => {
                let operands: Vec<NodeId> = node.operands().collect();
                let all = operands.iter().fold(None, |all, o| both(dag, all, self.known[o]));
                let own = own(dag, node);
                both(dag, all, own)
            }
        }
    }

    fn branch(&self, dag: &mut Dag, c: NodeId, a: NodeId, b: NodeId) -> Option<NodeId> {
        match (self.known[&a], self.known[&b]) {
            (None, None) => None,
            (a, b) if a == b => a,
            (a, b) => {
                let a = a.unwrap_or_else(|| dag.boolean(true));
                let b = b.unwrap_or_else(|| dag.boolean(true));
                Some(dag.select(c, a, b))
            }
        }
    }
}

/// a ∧ b, without what says nothing.
pub(super) fn both(dag: &mut Dag, a: Option<NodeId>, b: Option<NodeId>) -> Option<NodeId> {
    match (a, b) {
        (Some(a), Some(b)) if a != b => Some(dag.all(&[a, b])),
        (a, b) => a.or(b),
    }
}

/// What an operation asks of its operands.
pub(super) fn own(dag: &mut Dag, node: Node) -> Option<NodeId> {
    match node {
        Node::Binary(Binary::Div, _, b) => differs_from_zero(dag, b),
        Node::Power(a, n) if n < 0 => differs_from_zero(dag, a),
        Node::Binary(Binary::Atan2, y, x) => {
            let parts = [differs_from_zero(dag, y)?, differs_from_zero(dag, x)?];
            Some(dag.any(&parts))
        }
        Node::Binary(Binary::Pow, a, b) => Some(power(dag, a, b)),
        Node::Unary(Unary::Tan, a) => {
            let cosine = dag.unary(Unary::Cos, a);
            differs_from_zero(dag, cosine)
        }
        Node::Unary(f, a) => range(dag, f, a),
        _ => None,
    }
}

fn range(dag: &mut Dag, f: Unary, a: NodeId) -> Option<NodeId> {
    let (closed, open) = (ComparisonOperator::LessEqual, ComparisonOperator::Less);
    match f {
        Unary::Sqrt => beyond(dag, 0, closed, a),
        Unary::Log => beyond(dag, 0, open, a),
        Unary::Acosh => beyond(dag, 1, closed, a),
        Unary::Asin | Unary::Acos => Some(between(dag, closed, a)),
        Unary::Atanh => Some(between(dag, open, a)),
        _ => None,
    }
}

/// n ≤ a or n < a, unless that is plain.
fn beyond(dag: &mut Dag, n: i32, c: ComparisonOperator, a: NodeId) -> Option<NodeId> {
    let plain = is_positive(dag, a) || (c == ComparisonOperator::LessEqual && is_square(dag, a));
    if n == 0 && plain {
        return None;
    }
    let n = dag.literal(n);
    Some(dag.compare(c, n, a))
}

/// −1 to 1.
fn between(dag: &mut Dag, c: ComparisonOperator, a: NodeId) -> NodeId {
    let (lo, hi) = (dag.literal(-1), dag.literal(1));
    let parts = [dag.compare(c, lo, a), dag.compare(c, a, hi)];
    dag.all(&parts)
}

/// a > 0, or a = 0 with an exponent that is not negative.
fn power(dag: &mut Dag, a: NodeId, b: NodeId) -> NodeId {
    let zero = dag.literal(0);
    let positive = dag.compare(ComparisonOperator::Less, zero, a);
    let parts = [
        dag.compare(ComparisonOperator::Equal, a, zero),
        dag.compare(ComparisonOperator::LessEqual, zero, b),
    ];
    let at_zero = dag.all(&parts);
    dag.any(&[positive, at_zero])
}

fn differs_from_zero(dag: &mut Dag, a: NodeId) -> Option<NodeId> {
    if is_positive(dag, a) || dag.as_literal(a).is_some_and(|q| q.cmp0().is_ne()) {
        return None;
    }
    let zero = dag.literal(0);
    Some(dag.compare(ComparisonOperator::NotEqual, a, zero))
}

/// How deep signs are looked for: sharing could make a full search endless.
const DEPTH: u32 = 6;

/// Whether a node is plainly greater than 0 wherever it is defined.
fn is_positive(dag: &Dag, a: NodeId) -> bool {
    positive(dag, a, DEPTH)
}

/// Whether a node is plainly a square or a sum of squares.
fn is_square(dag: &Dag, a: NodeId) -> bool {
    square(dag, a, DEPTH)
}

fn positive(dag: &Dag, a: NodeId, depth: u32) -> bool {
    let Some(below) = depth.checked_sub(1) else {
        return false;
    };
    let both = |a, b| positive(dag, a, below) && positive(dag, b, below);
    let with_square = |a, b| positive(dag, a, below) && square(dag, b, below);
    match dag.node(a) {
        Node::Literal(l) => dag.literal_value(l).cmp0().is_gt(),
        Node::Constant(_) | Node::Unary(Unary::Exp | Unary::Cosh, _) => true,
        Node::Binary(Binary::Add, a, b) => both(a, b) || with_square(a, b) || with_square(b, a),
        Node::Binary(Binary::Mul | Binary::Div, a, b) => both(a, b),
        _ => false,
    }
}

fn square(dag: &Dag, a: NodeId, depth: u32) -> bool {
    let Some(below) = depth.checked_sub(1) else {
        return false;
    };
    match dag.node(a) {
        Node::Power(_, n) => n % 2 == 0,
        Node::Binary(Binary::Add, a, b) => square(dag, a, below) && square(dag, b, below),
        _ => false,
    }
}
