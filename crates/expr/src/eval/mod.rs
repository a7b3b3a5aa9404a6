//! Evaluation of DAGs over any number type.
//!
//! An [`Arithmetic`] says what the operations mean; a [`Tape`] is the part of a DAG that some roots need, in order;
//! an [`Evaluator`] joins the two, keeps constants converted, and runs the tape point after point.

mod big;
mod enclosure;
mod exact;
mod float;
mod logic;
mod rounded;

pub use big::BigArithmetic;
pub use enclosure::EnclosureArithmetic;
pub use exact::{ExactArithmetic, ExactValue};
pub use float::FloatArithmetic;
pub use rounded::{RoundedArithmetic, RoundedFormat};

use crate::ast::ComparisonOperator;
use crate::dag::{Dag, Node, NodeId};
use interval::{Binary, Constant, Unary};
use rug::Rational;

/// A meaning of the operations. Truth values are values too.
pub trait Arithmetic {
    /// What is computed with.
    type Value: Clone;
    /// An exact number.
    fn literal(&self, value: &Rational) -> Self::Value;
    /// A named constant.
    fn constant(&self, c: Constant) -> Self::Value;
    /// A truth value.
    fn boolean(&self, b: bool) -> Self::Value;
    /// f(x).
    fn unary(&self, f: Unary, x: &Self::Value) -> Self::Value;
    /// f(x, y).
    fn binary(&self, f: Binary, x: &Self::Value, y: &Self::Value) -> Self::Value;
    /// f(x, x): an arithmetic of sets knows more of it than of f(x, y).
    fn binary_same(&self, f: Binary, x: &Self::Value) -> Self::Value {
        self.binary(f, x, x)
    }
    /// xⁿ.
    fn power(&self, x: &Self::Value, n: i32) -> Self::Value;
    /// x·y + z.
    fn fma(&self, x: &Self::Value, y: &Self::Value, z: &Self::Value) -> Self::Value;
    /// Whether x compares so with y.
    fn compare(&self, c: ComparisonOperator, x: &Self::Value, y: &Self::Value) -> Self::Value;
    /// x and then y.
    fn and(&self, x: &Self::Value, y: &Self::Value) -> Self::Value;
    /// x or else y.
    fn or(&self, x: &Self::Value, y: &Self::Value) -> Self::Value;
    /// Not x.
    fn not(&self, x: &Self::Value) -> Self::Value;
    /// x where c holds, else y.
    fn select(&self, c: &Self::Value, x: &Self::Value, y: &Self::Value) -> Self::Value;
}

/// The part of a DAG that some roots need, operands first, renumbered from 0.
#[derive(Clone, Debug)]
pub struct Tape {
    steps: Vec<Node>,
    literals: Vec<(usize, Rational)>,
    roots: Vec<usize>,
    slots: Vec<NodeId>,
}

/// Functions that tell −0 from 0 where the formula has a value. (A quotient does, too, but there the formula has none.)
const SIGN_READERS: [Binary; 2] = [Binary::Atan2, Binary::Copysign];

impl Tape {
    /// Whether programs for these formulas may answer otherwise at −0 than at 0, which to the reals are one number.
    pub fn tells_zeros_apart(&self) -> bool {
        let reads_signs = |step: &Node| matches!(step, Node::Binary(f, ..) if SIGN_READERS.contains(f));
        self.steps.iter().any(reads_signs)
    }

    /// The same at a point: whether one of its numbers is −0.
    pub fn tells_zeros_apart_at(&self, point: &[f64]) -> bool {
        point.iter().any(|x| *x == 0.0 && x.is_sign_negative()) && self.tells_zeros_apart()
    }

    /// What `roots` need.
    pub fn new(dag: &Dag, roots: &[NodeId]) -> Tape {
        let slots = dag.reachable(roots);
        let slot_of = |id: NodeId| slots.binary_search(&id).expect("invariant: operands are reachable");
        let renumber = |id: NodeId| NodeId::from_index(slot_of(id));
        let steps: Vec<Node> = slots.iter().map(|&id| dag.node(id).map_operands(renumber)).collect();
        let literals = slots
            .iter()
            .enumerate()
            .filter_map(|(i, &id)| Some((i, dag.as_literal(id)?.clone())));
        Tape {
            literals: literals.collect(),
            roots: roots.iter().map(|&r| slot_of(r)).collect(),
            steps,
            slots,
        }
    }

    /// Number of steps.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether there is nothing to compute.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The steps; operands are slot numbers.
    pub fn steps(&self) -> &[Node] {
        &self.steps
    }

    /// The slot of each root, in the order given.
    pub fn roots(&self) -> &[usize] {
        &self.roots
    }

    /// The slot of a node of the DAG, if the tape computes it.
    pub fn slot(&self, id: NodeId) -> Option<usize> {
        self.slots.binary_search(&id).ok()
    }
}

/// A tape with an arithmetic: runs point after point without allocating anew.
///
/// ```
/// use expr::dag::Dag;
/// use expr::eval::{Evaluator, FloatArithmetic, Tape};
/// use interval::Unary;
///
/// let mut dag = Dag::new();
/// let x = dag.variable(0);
/// let (root, log) = (dag.unary(Unary::Sqrt, x), dag.unary(Unary::Log, x));
/// // Several roots share one tape.
/// let tape = Tape::new(&dag, &[root, log]);
/// let mut evaluator = Evaluator::new(&tape, FloatArithmetic);
/// evaluator.run(&[4.0]);
/// assert_eq!((*evaluator.root(0), *evaluator.root(1)), (2.0, 4f64.ln()));
/// evaluator.run(&[-1.0]);
/// assert!(evaluator.root(0).is_nan());
/// ```
pub struct Evaluator<'t, A: Arithmetic> {
    tape: &'t Tape,
    arithmetic: A,
    values: Vec<A::Value>,
}

impl<'t, A: Arithmetic> Evaluator<'t, A> {
    /// Converts the tape's constants.
    pub fn new(tape: &'t Tape, arithmetic: A) -> Evaluator<'t, A> {
        let mut values = vec![arithmetic.boolean(false); tape.len()];
        for (slot, value) in &tape.literals {
            values[*slot] = arithmetic.literal(value);
        }
        for (slot, step) in tape.steps.iter().enumerate() {
            match *step {
                Node::Constant(c) => values[slot] = arithmetic.constant(c),
                Node::Bool(b) => values[slot] = arithmetic.boolean(b),
                _ => {}
            }
        }
        Evaluator {
            tape,
            arithmetic,
            values,
        }
    }

    /// Computes every step at these inputs; the result is indexed by slot.
    pub fn run(&mut self, inputs: &[A::Value]) -> &[A::Value] {
        for slot in 0..self.tape.steps.len() {
            if let Some(value) = self.step(self.tape.steps[slot], inputs) {
                self.values[slot] = value;
            }
        }
        &self.values
    }

    /// The value of root number `n` after [`Evaluator::run`].
    pub fn root(&self, n: usize) -> &A::Value {
        &self.values[self.tape.roots[n]]
    }

    /// The arithmetic in use.
    pub fn arithmetic(&self) -> &A {
        &self.arithmetic
    }

    /// `None` for constants, which are there already.
    #[inline]
    fn step(&self, step: Node, inputs: &[A::Value]) -> Option<A::Value> {
        match step {
            Node::Variable(n) => Some(inputs[n as usize].clone()),
            _ => apply(&self.arithmetic, step, |id| &self.values[id.index()]),
        }
    }
}

/// One operation on values that are there already; `None` for leaves.
#[inline]
pub fn apply<'v, A: Arithmetic>(a: &A, node: Node, v: impl Fn(NodeId) -> &'v A::Value) -> Option<A::Value>
where
    A::Value: 'v,
{
    Some(match node {
        Node::Variable(_) | Node::Literal(_) | Node::Constant(_) | Node::Bool(_) => return None,
        Node::Unary(f, x) => a.unary(f, v(x)),
        Node::Binary(f, x, y) if x == y => a.binary_same(f, v(x)),
        Node::Binary(f, x, y) => a.binary(f, v(x), v(y)),
        Node::Power(x, n) => a.power(v(x), n),
        Node::Fma(x, y, z) => a.fma(v(x), v(y), v(z)),
        Node::Compare(c, x, y) => a.compare(c, v(x), v(y)),
        Node::And(x, y) => a.and(v(x), v(y)),
        Node::Or(x, y) => a.or(v(x), v(y)),
        Node::Not(x) => a.not(v(x)),
        Node::If(c, x, y) => a.select(v(c), v(x), v(y)),
    })
}
