//! The terms that conditions are made of, in a row, with arguments by their places in it.

use super::value::Shape;
use crate::format::FloatFormat;
use crate::operation::{BitOperation, BitSort, FloatOperation};
use crate::pool::{Term, TermPool};

/// A term of the cone.
#[derive(Clone, Debug)]
pub struct Node<'p> {
    pub operation: &'p BitOperation,
    /// The places of the arguments; most have one or two, none more than three.
    pub arguments: [usize; 3],
    pub count: usize,
    pub shape: Shape,
    pub is_truth: bool,
}

impl Node<'_> {
    pub fn arguments(&self) -> &[usize] {
        &self.arguments[..self.count]
    }
}

/// Terms, arguments before what is made of them, and for each the places where it is an argument.
#[derive(Clone, Debug)]
pub struct Cone<'p> {
    pub nodes: Vec<Node<'p>>,
    users: Vec<usize>,
    first_user: Vec<usize>,
    place: Vec<usize>,
}

const OUTSIDE: usize = usize::MAX;

impl<'p> Cone<'p> {
    pub fn new(pool: &'p TermPool, roots: &[Term]) -> Cone<'p> {
        let terms = pool.cone(roots);
        let mut place = vec![OUTSIDE; pool.len()];
        terms.iter().enumerate().for_each(|(at, term)| place[term.index()] = at);
        let mut nodes: Vec<Node> = terms.iter().map(|term| node(pool, *term, &place)).collect();
        give_formats(&mut nodes);
        let (first_user, users) = users(&nodes);
        Cone {
            nodes,
            users,
            first_user,
            place,
        }
    }

    /// Where a term stands, if it is in the cone.
    pub fn place(&self, term: Term) -> Option<usize> {
        self.place.get(term.index()).copied().filter(|place| *place != OUTSIDE)
    }

    /// The places of what a term is an argument of.
    pub fn users(&self, place: usize) -> &[usize] {
        &self.users[self.first_user[place]..self.first_user[place + 1]]
    }

    pub fn shape(&self, place: usize) -> Shape {
        self.nodes[place].shape
    }
}

fn node<'p>(pool: &'p TermPool, term: Term, place: &[usize]) -> Node<'p> {
    let mut arguments = [0; 3];
    let terms = pool.arguments(term);
    for (argument, term) in arguments.iter_mut().zip(terms) {
        *argument = place[term.index()];
    }
    Node {
        operation: pool.operation(term),
        arguments,
        count: terms.len(),
        shape: Shape::bare(pool.width(term)),
        is_truth: pool.sort(term) == BitSort::Bool,
    }
}

/// Rows of places, one for each node.
fn users(nodes: &[Node]) -> (Vec<usize>, Vec<usize>) {
    let mut first = vec![0; nodes.len() + 1];
    let all = || {
        nodes
            .iter()
            .enumerate()
            .flat_map(|(at, node)| node.arguments().iter().map(move |from| (*from, at)))
    };
    all().for_each(|(from, _)| first[from + 1] += 1);
    for at in 0..nodes.len() {
        first[at + 1] += first[at];
    }
    let mut next = first.clone();
    let mut users = vec![0; first[nodes.len()]];
    for (from, at) in all() {
        users[next[from]] = at;
        next[from] += 1;
    }
    (first, users)
}

/// How often formats are handed on between terms that are the same, or the same but for a sign.
const ROUNDS: usize = 4;

/// Gives each term the format in which operations read or write it. The first wins; in others its value is reshaped.
fn give_formats(nodes: &mut [Node]) {
    for at in 0..nodes.len() {
        if let BitOperation::Float(format, operation) = *nodes[at].operation {
            from_operation(nodes, at, format, operation);
        }
    }
    for _ in 0..ROUNDS {
        let mut changed = false;
        (0..nodes.len()).for_each(|at| changed |= handed_on(nodes, at));
        if !changed {
            return;
        }
    }
}

fn from_operation(nodes: &mut [Node], at: usize, format: FloatFormat, operation: FloatOperation) {
    use FloatOperation::*;
    let arguments = nodes[at].arguments;
    let count = match operation {
        FromSigned(..) | FromUnsigned(..) => 0,
        _ => nodes[at].count,
    };
    for argument in &arguments[..count] {
        give(&mut nodes[*argument], format);
    }
    match operation {
        Convert(to, _) => drop(give(&mut nodes[at], to)),
        Add(_) | Subtract(_) | Multiply(_) | Divide(_) | Fma(_) | SquareRoot(_) | Integral(_) | FromSigned(..)
        | FromUnsigned(..) => drop(give(&mut nodes[at], format)),
        _ => {}
    }
}

/// Constants stay words: the mask that clears a sign would be NaN, and any NaN for all that is known of it.
fn give(node: &mut Node, format: FloatFormat) -> bool {
    let is_constant = matches!(node.operation, BitOperation::Constant(_));
    let is_new = !is_constant && node.shape.format.is_none() && node.shape.width == format.width();
    if is_new {
        node.shape.format = Some(format);
    }
    is_new
}

/// Choices, signs and equality connect terms of one width.
fn handed_on(nodes: &mut [Node], at: usize) -> bool {
    use BitOperation::*;
    let [a, b, c] = nodes[at].arguments;
    let (group, count) = match nodes[at].operation {
        Choose => ([at, b, c], 3),
        And | Or | Xor => ([at, a, b], 3),
        Equal => ([a, b, b], 2),
        _ => return false,
    };
    let group = &group[..count];
    let Some(format) = group.iter().find_map(|at| nodes[*at].shape.format) else {
        return false;
    };
    let mut changed = false;
    group.iter().for_each(|at| changed |= give(&mut nodes[*at], format));
    changed
}
