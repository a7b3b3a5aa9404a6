//! Random expressions, and random changes of them: faults, near-equivalents, and rewrites that are true.

use crate::random::Random;
use expr::ast::ComparisonOperator;
use expr::dag::{Dag, Node, NodeId};
use interval::{Binary, Constant, Unary};
use rug::Rational;
use std::collections::HashMap;

const LOOKED_AT_OFTEN: [Unary; 12] = [
    Unary::Sqrt,
    Unary::Asin,
    Unary::Acosh,
    Unary::Fabs,
    Unary::Floor,
    Unary::Round,
    Unary::Tan,
    Unary::Log,
    Unary::Exp,
    Unary::Cbrt,
    Unary::Neg,
    Unary::Sin,
];

const ARITHMETIC: [Binary; 4] = [Binary::Add, Binary::Sub, Binary::Mul, Binary::Div];

/// Γ and log Γ cost too much where most else is cheap.
fn unary_function(random: &mut Random) -> Unary {
    let any = if random.once_in(3) {
        random.pick(Unary::ALL)
    } else {
        random.pick(&LOOKED_AT_OFTEN)
    };
    if matches!(any, Unary::Tgamma | Unary::Lgamma) {
        Unary::Atan
    } else {
        any
    }
}

fn binary_function(random: &mut Random) -> Binary {
    if random.once_in(3) {
        random.pick(Binary::ALL)
    } else {
        random.pick(&ARITHMETIC)
    }
}

/// A real number as a node: small, special, or a constant.
pub fn literal(dag: &mut Dag, random: &mut Random) -> NodeId {
    match random.below(8) {
        0 => dag.constant(random.pick(Constant::ALL)),
        1 => dag.literal(Rational::from((random.below(20) as i32 - 10, 3))),
        2 => {
            let x = random.number();
            dag.literal(Rational::from_f64(x).expect("a real"))
        }
        _ => dag.literal(random.below(7) as i32 - 3),
    }
}

/// An expression of at most this depth over this many inputs.
pub fn expression(dag: &mut Dag, random: &mut Random, inputs: usize, depth: usize) -> NodeId {
    if depth == 0 || random.once_in(8) {
        return match random.below(3) {
            0 => literal(dag, random),
            _ => dag.variable(random.below(inputs)),
        };
    }
    let one = expression(dag, random, inputs, depth - 1);
    match random.below(12) {
        0..=4 => {
            let f = unary_function(random);
            dag.unary(f, one)
        }
        5..=8 => {
            let other = expression(dag, random, inputs, depth - 1);
            let f = binary_function(random);
            dag.binary(f, one, other)
        }
        9 => {
            let n = random.pick(&[-3, -2, -1, 0, 1, 2, 3, 4]);
            dag.power(one, n)
        }
        10 => {
            let (y, z) = (
                expression(dag, random, inputs, depth / 2),
                expression(dag, random, inputs, depth / 2),
            );
            dag.fma(one, y, z)
        }
        _ => {
            let c = condition(dag, random, inputs, depth / 2);
            let other = expression(dag, random, inputs, depth - 1);
            dag.select(c, one, other)
        }
    }
}

/// A truth value.
pub fn condition(dag: &mut Dag, random: &mut Random, inputs: usize, depth: usize) -> NodeId {
    let part = |dag: &mut Dag, random: &mut Random| {
        let x = expression(dag, random, inputs, depth);
        let y = expression(dag, random, inputs, depth / 2);
        let c = random.pick(&ComparisonOperator::ALL);
        dag.compare(c, x, y)
    };
    let one = part(dag, random);
    match random.below(6) {
        0 => {
            let other = part(dag, random);
            dag.all(&[one, other])
        }
        1 => {
            let other = part(dag, random);
            dag.any(&[one, other])
        }
        2 => dag.negation(one),
        _ => one,
    }
}

/// The expression with one random node changed: by a fault, a tiny error, or a rewrite that may be true.
pub fn mutate(dag: &mut Dag, random: &mut Random, root: NodeId, inputs: usize) -> NodeId {
    let numbers: Vec<NodeId> = dag
        .reachable(&[root])
        .into_iter()
        .filter(|&id| !is_truth(dag.node(id)))
        .collect();
    let place = random.pick(&numbers);
    let new = match random.below(10) {
        0..=4 => fault(dag, random, place, inputs),
        5 | 6 => slight(dag, random, place),
        _ => rewrite(dag, random, place),
    };
    replaced(dag, root, place, new)
}

fn is_truth(node: Node) -> bool {
    matches!(
        node,
        Node::Bool(_) | Node::Compare(..) | Node::And(..) | Node::Or(..) | Node::Not(_)
    )
}

/// What an operator does.
fn fault(dag: &mut Dag, random: &mut Random, place: NodeId, inputs: usize) -> NodeId {
    match dag.node(place) {
        Node::Unary(_, a) if random.once_in(3) => a,
        Node::Unary(_, a) => {
            let f = unary_function(random);
            dag.unary(f, a)
        }
        Node::Binary(_, a, b) if random.once_in(3) => random.pick(&[a, b]),
        Node::Binary(f, a, b) if random.once_in(2) => dag.binary(f, b, a),
        Node::Binary(_, a, b) => {
            let f = binary_function(random);
            dag.binary(f, a, b)
        }
        Node::Power(a, n) => dag.power(a, n + 1),
        Node::If(c, a, b) => match random.below(3) {
            0 => dag.select(c, b, a),
            1 => b,
            _ => touched(dag, c, (a, b)),
        },
        Node::Literal(_) => {
            let (one, f) = (dag.literal(1), random.pick(&[Binary::Add, Binary::Sub]));
            dag.binary(f, place, one)
        }
        Node::Variable(_) if random.once_in(2) => dag.variable(random.below(inputs)),
        _ => {
            let f = unary_function(random);
            dag.unary(f, place)
        }
    }
}

/// `<` for `<=` and so on: the branches may touch.
fn touched(dag: &mut Dag, c: NodeId, (a, b): (NodeId, NodeId)) -> NodeId {
    let other = match dag.node(c) {
        Node::Compare(ComparisonOperator::Less, x, y) => dag.compare(ComparisonOperator::LessEqual, x, y),
        Node::Compare(ComparisonOperator::LessEqual, x, y) => dag.compare(ComparisonOperator::Less, x, y),
        _ => dag.negation(c),
    };
    dag.select(other, a, b)
}

/// An error near or below the margins.
fn slight(dag: &mut Dag, random: &mut Random, place: NodeId) -> NodeId {
    let power = random.pick(&[3u32, 9, 10, 11, 12, 16, 30]);
    let tiny = Rational::from((1, rug::Integer::from(rug::Integer::u_pow_u(10, power))));
    match random.below(3) {
        0 => {
            let tiny = dag.literal(tiny);
            dag.sum(place, tiny)
        }
        1 => {
            let factor = dag.literal(tiny + 1);
            dag.product(place, factor)
        }
        _ => {
            let (tiny, sine) = (dag.literal(tiny), dag.unary(Unary::Sin, place));
            let bump = dag.product(tiny, sine);
            dag.sum(place, bump)
        }
    }
}

/// e rewritten; the same function where it is defined, or on a part of the reals.
fn rewrite(dag: &mut Dag, random: &mut Random, e: NodeId) -> NodeId {
    let v = dag.variable(0);
    let c = literal(dag, random);
    match random.below(16) {
        0 => dag.binary(Binary::Fmax, e, e),
        1 => dag.unary(Unary::Fabs, e),
        2 => {
            let square = dag.power(e, 2);
            dag.unary(Unary::Sqrt, square)
        }
        3 => {
            let root = dag.unary(Unary::Sqrt, e);
            dag.power(root, 2)
        }
        4 => {
            let log = dag.unary(Unary::Log, e);
            dag.unary(Unary::Exp, log)
        }
        5 => {
            let one = dag.quotient(v, v);
            dag.product(e, one)
        }
        6 => {
            let (sum, zero) = (dag.sum(e, c), dag.difference(c, c));
            let back = dag.difference(sum, c);
            dag.sum(back, zero)
        }
        7 => {
            let test = dag.compare(ComparisonOperator::Less, v, c);
            dag.select(test, e, e)
        }
        8 => {
            let (s, k) = (dag.unary(Unary::Sin, v), dag.unary(Unary::Cos, v));
            let (s, k) = (dag.power(s, 2), dag.power(k, 2));
            let one = dag.sum(s, k);
            dag.product(e, one)
        }
        9 => dag.binary(Binary::Fmax, e, c),
        10 => {
            // e where v >= c, and a branch that meets it at v = c.
            let (test, step) = (
                dag.compare(ComparisonOperator::GreaterEqual, v, c),
                dag.difference(v, c),
            );
            let other = dag.sum(e, step);
            dag.select(test, e, other)
        }
        11 => {
            let (product, half) = (dag.product(e, c), dag.quotient(e, c));
            let ratio = dag.quotient(product, c);
            random.pick(&[ratio, half])
        }
        12 => {
            let cube = dag.power(e, 3);
            dag.unary(Unary::Cbrt, cube)
        }
        13 => {
            let sine = dag.unary(Unary::Sin, e);
            dag.unary(Unary::Asin, sine)
        }
        14 => {
            let below = dag.unary(Unary::Floor, e);
            let rest = dag.difference(e, below);
            dag.sum(rest, below)
        }
        _ => dag.binary(Binary::Copysign, e, v),
    }
}

/// `root` with the node `place` replaced by `new`.
pub fn replaced(dag: &mut Dag, root: NodeId, place: NodeId, new: NodeId) -> NodeId {
    let mut map: HashMap<NodeId, NodeId> = HashMap::from([(place, new)]);
    for id in dag.reachable(&[root]) {
        if id == place {
            continue;
        }
        let node = dag.node(id).map_operands(|o| map[&o]);
        let copy = if node == dag.node(id) { id } else { again(dag, node) };
        map.insert(id, copy);
    }
    map[&root]
}

fn again(dag: &mut Dag, node: Node) -> NodeId {
    match node {
        Node::Unary(f, a) => dag.unary(f, a),
        Node::Binary(f, a, b) => dag.binary(f, a, b),
        Node::Power(a, n) => dag.power(a, n),
        Node::Fma(a, b, c) => dag.fma(a, b, c),
        Node::Compare(c, a, b) => dag.compare(c, a, b),
        Node::And(a, b) => dag.all(&[a, b]),
        Node::Or(a, b) => dag.any(&[a, b]),
        Node::Not(a) => dag.negation(a),
        Node::If(c, a, b) => dag.select(c, a, b),
        Node::Variable(n) => dag.variable(n as usize),
        Node::Constant(c) => dag.constant(c),
        Node::Bool(b) => dag.boolean(b),
        Node::Literal(l) => {
            let value = dag.literal_value(l).clone();
            dag.literal(value)
        }
    }
}

/// An expression as text, for messages.
pub fn shown(dag: &Dag, id: NodeId) -> String {
    let node = dag.node(id);
    let name = match node {
        Node::Variable(n) => return format!("x{n}"),
        Node::Literal(l) => return dag.literal_value(l).to_string(),
        Node::Constant(c) => return c.to_string(),
        Node::Bool(b) => return b.to_string(),
        Node::Unary(f, _) => f.to_string(),
        Node::Binary(f, ..) => f.to_string(),
        Node::Power(_, n) => format!("^{n}"),
        Node::Compare(c, ..) => c.symbol().to_string(),
        Node::Fma(..) => "fma".into(),
        Node::And(..) => "and".into(),
        Node::Or(..) => "or".into(),
        Node::Not(_) => "not".into(),
        Node::If(..) => "if".into(),
    };
    let operands: Vec<String> = node.operands().map(|o| shown(dag, o)).collect();
    format!("({name} {})", operands.join(" "))
}
