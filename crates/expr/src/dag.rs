//! The hash-consed DAG: equal expressions are one node, and operands always come before their users.
//!
//! A specification and its mutants live in one DAG, so what they share is computed once.
//! Construction canonicalises only what is true of real numbers *and* of rounded arithmetic:
//! operands of commutative functions are ordered, `x·x` is `x²`, an integer literal exponent is a [`Node::Power`].

use crate::ast::ComparisonOperator;
use interval::{Binary, Constant, Unary};
use rug::Rational;
use std::collections::{BinaryHeap, HashMap};

/// A node of a [`Dag`]. Ids grow from operands to users: sorting by id is a topological order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// Position in the order of creation.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) fn from_index(index: usize) -> NodeId {
        NodeId(u32::try_from(index).expect("invariant: a DAG has fewer than 2^32 nodes"))
    }
}

/// From more roots than this, most of a DAG is needed.
const FEW_ROOTS: usize = 8;

/// An exact literal of a [`Dag`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LiteralId(u32);

/// What a node computes. Booleans are the numbers 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// The input with this number.
    Variable(u32),
    /// An exact rational.
    Literal(LiteralId),
    /// A named real constant.
    Constant(Constant),
    /// A truth value.
    Bool(bool),
    /// A function of one operand.
    Unary(Unary, NodeId),
    /// A function of two operands.
    Binary(Binary, NodeId, NodeId),
    /// An integer power.
    Power(NodeId, i32),
    /// a·b + c.
    Fma(NodeId, NodeId, NodeId),
    /// A comparison of two numbers.
    Compare(ComparisonOperator, NodeId, NodeId),
    /// Both; the second counts only where the first holds.
    And(NodeId, NodeId),
    /// Either; the second counts only where the first fails.
    Or(NodeId, NodeId),
    /// Not.
    Not(NodeId),
    /// Second where the first holds, else third.
    If(NodeId, NodeId, NodeId),
}

impl Node {
    /// The operands, in order.
    pub fn operands(&self) -> impl Iterator<Item = NodeId> + use<> {
        let (list, n) = match *self {
            Node::Variable(_) | Node::Literal(_) | Node::Constant(_) | Node::Bool(_) => ([NodeId(0); 3], 0),
            Node::Unary(_, a) | Node::Power(a, _) | Node::Not(a) => ([a; 3], 1),
            Node::Binary(_, a, b) | Node::Compare(_, a, b) | Node::And(a, b) | Node::Or(a, b) => ([a, b, b], 2),
            Node::Fma(a, b, c) | Node::If(a, b, c) => ([a, b, c], 3),
        };
        list.into_iter().take(n)
    }

    /// The same node over renamed operands.
    pub fn map_operands(self, mut f: impl FnMut(NodeId) -> NodeId) -> Node {
        match self {
            Node::Variable(_) | Node::Literal(_) | Node::Constant(_) | Node::Bool(_) => self,
            Node::Unary(op, a) => Node::Unary(op, f(a)),
            Node::Power(a, n) => Node::Power(f(a), n),
            Node::Not(a) => Node::Not(f(a)),
            Node::Binary(op, a, b) => Node::Binary(op, f(a), f(b)),
            Node::Compare(op, a, b) => Node::Compare(op, f(a), f(b)),
            Node::And(a, b) => Node::And(f(a), f(b)),
            Node::Or(a, b) => Node::Or(f(a), f(b)),
            Node::Fma(a, b, c) => Node::Fma(f(a), f(b), f(c)),
            Node::If(a, b, c) => Node::If(f(a), f(b), f(c)),
        }
    }
}

/// Expressions that share their equal parts.
///
/// ```
/// use expr::ast::ComparisonOperator;
/// use expr::dag::Dag;
///
/// let mut dag = Dag::new();
/// let (x, y) = (dag.variable(0), dag.variable(1));
/// // x > y is y < x, and x·y is y·x: what is the same is one node.
/// assert_eq!(dag.compare(ComparisonOperator::Greater, x, y), dag.compare(ComparisonOperator::Less, y, x));
/// assert_eq!(dag.product(x, y), dag.product(y, x));
/// // But nothing is computed: x − x is not 0, since it is not defined where x is not.
/// assert_ne!(dag.difference(x, x), dag.literal(0));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Dag {
    nodes: Vec<Node>,
    index: HashMap<Node, NodeId>,
    literals: Vec<Rational>,
    literal_index: HashMap<Rational, LiteralId>,
}

impl Dag {
    /// An empty DAG.
    pub fn new() -> Dag {
        Dag::default()
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// What a node computes.
    pub fn node(&self, id: NodeId) -> Node {
        self.nodes[id.index()]
    }

    /// The value of a literal.
    pub fn literal_value(&self, id: LiteralId) -> &Rational {
        &self.literals[id.0 as usize]
    }

    /// The value of a node that is a literal.
    pub fn as_literal(&self, id: NodeId) -> Option<&Rational> {
        match self.node(id) {
            Node::Literal(l) => Some(self.literal_value(l)),
            _ => None,
        }
    }

    /// Input number `n`.
    pub fn variable(&mut self, n: usize) -> NodeId {
        self.add(Node::Variable(
            u32::try_from(n).expect("invariant: fewer than 2^32 inputs"),
        ))
    }

    /// An exact number.
    pub fn literal(&mut self, value: impl Into<Rational>) -> NodeId {
        let value = value.into();
        let next = LiteralId(u32::try_from(self.literals.len()).expect("invariant: fewer than 2^32 literals"));
        let id = *self.literal_index.entry(value.clone()).or_insert(next);
        if id == next {
            self.literals.push(value);
        }
        self.add(Node::Literal(id))
    }

    /// A named constant.
    pub fn constant(&mut self, c: Constant) -> NodeId {
        self.add(Node::Constant(c))
    }

    /// A truth value.
    pub fn boolean(&mut self, b: bool) -> NodeId {
        self.add(Node::Bool(b))
    }

    /// f(a).
    pub fn unary(&mut self, f: Unary, a: NodeId) -> NodeId {
        self.add(Node::Unary(f, a))
    }

    /// f(a, b).
    pub fn binary(&mut self, f: Binary, a: NodeId, b: NodeId) -> NodeId {
        match f {
            Binary::Mul if a == b => self.power(a, 2),
            Binary::Pow => match self.small_integer(b) {
                Some(n) => self.power(a, n),
                None => self.add(Node::Binary(f, a, b)),
            },
            _ if is_commutative(f) && b < a => self.add(Node::Binary(f, b, a)),
            _ => self.add(Node::Binary(f, a, b)),
        }
    }

    /// aⁿ.
    pub fn power(&mut self, a: NodeId, n: i32) -> NodeId {
        self.add(Node::Power(a, n))
    }

    /// a·b + c.
    pub fn fma(&mut self, a: NodeId, b: NodeId, c: NodeId) -> NodeId {
        self.add(Node::Fma(a.min(b), a.max(b), c))
    }

    /// a + b.
    pub fn sum(&mut self, a: NodeId, b: NodeId) -> NodeId {
        self.binary(Binary::Add, a, b)
    }

    /// a − b.
    pub fn difference(&mut self, a: NodeId, b: NodeId) -> NodeId {
        self.binary(Binary::Sub, a, b)
    }

    /// a·b.
    pub fn product(&mut self, a: NodeId, b: NodeId) -> NodeId {
        self.binary(Binary::Mul, a, b)
    }

    /// a/b.
    pub fn quotient(&mut self, a: NodeId, b: NodeId) -> NodeId {
        self.binary(Binary::Div, a, b)
    }

    /// Whether a compares so with b.
    pub fn compare(&mut self, c: ComparisonOperator, a: NodeId, b: NodeId) -> NodeId {
        // One direction only, so that `x > y` and `y < x` are one node.
        match c {
            ComparisonOperator::Greater => self.add(Node::Compare(ComparisonOperator::Less, b, a)),
            ComparisonOperator::GreaterEqual => self.add(Node::Compare(ComparisonOperator::LessEqual, b, a)),
            ComparisonOperator::Equal | ComparisonOperator::NotEqual => self.add(Node::Compare(c, a.min(b), a.max(b))),
            ComparisonOperator::Less | ComparisonOperator::LessEqual => self.add(Node::Compare(c, a, b)),
        }
    }

    /// All of them.
    pub fn all(&mut self, list: &[NodeId]) -> NodeId {
        let joined = list.iter().copied().reduce(|a, b| self.add(Node::And(a, b)));
        joined.unwrap_or_else(|| self.boolean(true))
    }

    /// Any of them.
    pub fn any(&mut self, list: &[NodeId]) -> NodeId {
        let joined = list.iter().copied().reduce(|a, b| self.add(Node::Or(a, b)));
        joined.unwrap_or_else(|| self.boolean(false))
    }

    /// Not a.
    pub fn negation(&mut self, a: NodeId) -> NodeId {
        self.add(Node::Not(a))
    }

    /// a where c holds, else b.
    pub fn select(&mut self, c: NodeId, a: NodeId, b: NodeId) -> NodeId {
        self.add(Node::If(c, a, b))
    }

    /// What a node computes where its literals have other values.
    pub fn with_literals(&mut self, root: NodeId, value: impl Fn(&Rational) -> Rational) -> NodeId {
        let mut made: HashMap<NodeId, NodeId> = HashMap::new();
        for id in self.reachable(&[root]) {
            let copy = match self.node(id) {
                Node::Literal(l) => {
                    let value = value(self.literal_value(l));
                    self.literal(value)
                }
                node => self.add(node.map_operands(|o| made[&o])),
            };
            made.insert(id, copy);
        }
        made[&root]
    }

    /// The nodes that the roots need, themselves included, operands first.
    pub fn reachable(&self, roots: &[NodeId]) -> Vec<NodeId> {
        if roots.len() <= FEW_ROOTS {
            self.reachable_from_few(roots)
        } else {
            self.reachable_from_many(roots)
        }
    }

    /// Takes as long as there are nodes to find, however large the DAG is.
    fn reachable_from_few(&self, roots: &[NodeId]) -> Vec<NodeId> {
        // Operands have smaller numbers than their users, so the greatest that waits has met all its users.
        let mut waiting: BinaryHeap<usize> = roots.iter().map(|r| r.index()).collect();
        let mut found: Vec<NodeId> = Vec::new();
        while let Some(i) = waiting.pop() {
            let id = NodeId::from_index(i);
            if found.last() == Some(&id) {
                continue;
            }
            found.push(id);
            waiting.extend(self.nodes[i].operands().map(|o| o.index()));
        }
        found.reverse();
        found
    }

    /// Takes as long as the DAG is large, however much of it is needed.
    fn reachable_from_many(&self, roots: &[NodeId]) -> Vec<NodeId> {
        let mut needed = vec![false; roots.iter().map(|r| r.index() + 1).max().unwrap_or(0)];
        for root in roots {
            needed[root.index()] = true;
        }
        for i in (0..needed.len()).rev() {
            if needed[i] {
                self.nodes[i].operands().for_each(|o| needed[o.index()] = true);
            }
        }
        (0..needed.len())
            .filter(|&i| needed[i])
            .map(NodeId::from_index)
            .collect()
    }

    /// Adds a node as it is, or finds it.
    pub(crate) fn add(&mut self, node: Node) -> NodeId {
        let next = NodeId::from_index(self.nodes.len());
        let id = *self.index.entry(node).or_insert(next);
        if id == next {
            self.nodes.push(node);
        }
        id
    }

    fn small_integer(&self, id: NodeId) -> Option<i32> {
        let value = self.as_literal(id)?;
        value.is_integer().then(|| value.numer().to_i32()).flatten()
    }
}

/// Whether f(a, b) = f(b, a), also when the result is rounded.
fn is_commutative(f: Binary) -> bool {
    matches!(
        f,
        Binary::Add | Binary::Mul | Binary::Fmin | Binary::Fmax | Binary::Hypot
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_expressions_are_one_node() {
        let mut dag = Dag::new();
        let (x, y) = (dag.variable(0), dag.variable(1));
        assert_eq!(dag.sum(x, y), dag.sum(y, x));
        assert_ne!(dag.difference(x, y), dag.difference(y, x));
        assert_eq!(dag.product(x, x), dag.power(x, 2));
        assert_eq!(dag.literal(Rational::from((1, 2))), dag.literal(Rational::from((2, 4))));
        let two = dag.literal(2);
        assert_eq!(dag.binary(Binary::Pow, x, two), dag.power(x, 2));
    }

    #[test]
    fn literals_can_have_other_values() {
        let mut dag = Dag::new();
        let (x, third) = (dag.variable(0), dag.literal(Rational::from((1, 3))));
        let (sum, half) = (dag.sum(x, third), dag.literal(Rational::from((1, 2))));
        let expected = dag.sum(x, half);
        assert_eq!(dag.with_literals(sum, |_| Rational::from((1, 2))), expected);
        assert_eq!(dag.with_literals(sum, Rational::clone), sum);
        assert_eq!(dag.with_literals(x, |_| Rational::new()), x);
    }

    #[test]
    fn reachable_lists_operands_first() {
        let mut dag = Dag::new();
        let (x, y) = (dag.variable(0), dag.variable(1));
        let s = dag.sum(x, y);
        let unrelated = dag.product(x, y);
        let root = dag.unary(Unary::Sin, s);
        let order = dag.reachable(&[root]);
        assert_eq!(order, vec![x, y, s, root]);
        assert!(!order.contains(&unrelated));
    }

    #[test]
    fn few_and_many_roots_are_followed_alike() {
        let mut dag = Dag::new();
        let mut nodes = vec![dag.variable(0), dag.variable(1)];
        for i in 0..40 {
            let (a, b) = (nodes[i], nodes[(i * 7) % (i + 1)]);
            let next = if i % 3 == 0 {
                dag.product(a, b)
            } else {
                dag.difference(a, b)
            };
            nodes.push(next);
        }
        for roots in [&nodes[30..31], &nodes[20..24], &nodes[5..9], &[]] {
            assert_eq!(dag.reachable_from_few(roots), dag.reachable_from_many(roots));
        }
    }
}
