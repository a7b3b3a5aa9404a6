//! Proofs of identity are true: whatever shares a class has the same values at sampled points, with MPFR.
//!
//! `LYDIAN_FULL=1` checks twenty times as many families of expressions.

#[path = "generator/expression.rs"]
mod expression;
#[path = "generator/random.rs"]
mod random;

use expr::ast::ComparisonOperator;
use expr::dag::{Dag, NodeId};
use expr::eval::{BigArithmetic, Evaluator, Tape};
use expr::normal::{Cases, Identity};
use expression::{condition, expression, literal, mutate, replaced, shown};
use interval::{BigEnclosure, Binary, Definedness, Enclosure, Interval, Unary};
use random::Random;

const INPUTS: usize = 2;
const BITS: u32 = 200;
const POINTS: usize = 60;

/// Expressions that descend from each other, on one domain.
struct Family {
    dag: Dag,
    members: Vec<NodeId>,
    sides: Vec<Interval>,
    random: Random,
}

/// How many pairs were called equal, equal where defined, or neither.
#[derive(Clone, Copy, Debug, Default)]
struct Claims {
    equal: usize,
    where_defined: usize,
    unknown: usize,
}

impl Family {
    /// A random expression and what `change` makes of members of the family, one after the other.
    fn new(seed: u64, size: usize, change: fn(&mut Dag, &mut Random, NodeId) -> NodeId) -> Family {
        let (mut dag, mut random) = (Dag::new(), Random(seed));
        for n in 0..INPUTS {
            dag.variable(n);
        }
        let mut members = vec![expression(&mut dag, &mut random, INPUTS, 3)];
        for _ in 1..size {
            let parent = random.pick(&members);
            members.push(change(&mut dag, &mut random, parent));
        }
        let side = |random: &mut Random| {
            if random.once_in(4) {
                random.side()
            } else {
                random.ordinary_side()
            }
        };
        let sides = (0..INPUTS).map(|_| side(&mut random)).collect();
        Family {
            dag,
            members,
            sides,
            random,
        }
    }

    /// Every claim about two members, with their numbers. One set of classes serves all, as it does for mutants.
    fn claims(&self) -> Vec<(usize, usize, Identity)> {
        let domain = self.sides.iter().map(|&s| Enclosure::everywhere(s)).collect();
        let mut classes = Cases::new(&self.dag, domain);
        let pairs = (0..self.members.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
        pairs
            .map(|(i, j)| (i, j, classes.identity(self.members[i], self.members[j])))
            .collect()
    }

    /// Checks all claims at sampled points.
    fn check(&mut self) -> Claims {
        let (claims, tape) = (self.claims(), Tape::new(&self.dag, &self.members));
        let mut evaluator = Evaluator::new(&tape, BigArithmetic::new(BITS));
        for _ in 0..POINTS {
            let point = self.random.point(&self.sides);
            let inputs: Vec<BigEnclosure> = point.iter().map(|&x| evaluator.arithmetic().float(x)).collect();
            evaluator.run(&inputs);
            for (i, j, identity) in &claims {
                let same_domain = match identity {
                    Identity::Equal(_) => true,
                    Identity::EqualWhereDefined(_) => false,
                    Identity::Unknown => continue,
                };
                let refuted = differ(evaluator.root(*i), evaluator.root(*j), same_domain);
                assert!(!refuted, "{identity:?}, but not at {point:?}: {}", self.shown(*i, *j));
            }
        }
        count(&claims)
    }

    fn shown(&self, i: usize, j: usize) -> String {
        let text = |n: usize| shown(&self.dag, self.members[n]);
        format!("{} and {} on {:?}", text(i), text(j), self.sides)
    }
}

fn count(claims: &[(usize, usize, Identity)]) -> Claims {
    let mut counts = Claims::default();
    for (.., identity) in claims {
        match identity {
            Identity::Equal(_) => counts.equal += 1,
            Identity::EqualWhereDefined(_) => counts.where_defined += 1,
            Identity::Unknown => counts.unknown += 1,
        }
    }
    counts
}

/// Whether two values are provably not the same; being undefined counts where the domains are claimed to be one.
fn differ(f: &BigEnclosure, g: &BigEnclosure, same_domain: bool) -> bool {
    use Definedness::{Everywhere, Nowhere};
    match (f.defined, g.defined) {
        (Everywhere, Everywhere) => f.range.disjoint(&g.range),
        (Everywhere, Nowhere) | (Nowhere, Everywhere) => same_domain,
        _ => false,
    }
}

/// A rewrite that is true wherever the expression is defined, at one random node.
fn rewrite(dag: &mut Dag, random: &mut Random, root: NodeId) -> NodeId {
    let numbers: Vec<NodeId> = dag.reachable(&[root]);
    let place = random.pick(&numbers);
    let is_truth = matches!(
        dag.node(place),
        expr::dag::Node::Bool(_)
            | expr::dag::Node::Compare(..)
            | expr::dag::Node::And(..)
            | expr::dag::Node::Or(..)
            | expr::dag::Node::Not(_)
    );
    if is_truth {
        let opposite = dag.negation(place);
        let back = dag.negation(opposite);
        return replaced(dag, root, place, back);
    }
    let new = rewritten(dag, random, place);
    replaced(dag, root, place, new)
}

fn rewritten(dag: &mut Dag, random: &mut Random, e: NodeId) -> NodeId {
    let (v, c) = (dag.variable(0), literal(dag, random));
    let two = dag.literal(2);
    match random.below(10) {
        0 => dag.binary(Binary::Fmin, e, e),
        1 => {
            let sum = dag.sum(e, c);
            dag.difference(sum, c)
        }
        2 => {
            let twice = dag.sum(e, e);
            dag.quotient(twice, two)
        }
        3 => {
            let minus = dag.unary(Unary::Neg, e);
            dag.unary(Unary::Neg, minus)
        }
        4 => {
            let (s, k) = (dag.unary(Unary::Sin, v), dag.unary(Unary::Cos, v));
            let (s, k) = (dag.power(s, 2), dag.power(k, 2));
            let one = dag.sum(s, k);
            dag.product(e, one)
        }
        5 => {
            let test = dag.compare(ComparisonOperator::LessEqual, v, two);
            dag.select(test, e, e)
        }
        6 => {
            let grown = dag.unary(Unary::Exp, e);
            dag.unary(Unary::Log, grown)
        }
        7 => {
            // (e + c)² − e·(e + 2c) − c² + e
            let (sum, twice) = (dag.sum(e, c), dag.product(two, c));
            let (square, other) = (dag.power(sum, 2), dag.sum(e, twice));
            let (product, rest) = (dag.product(e, other), dag.power(c, 2));
            let zero = dag.difference(square, product);
            let zero = dag.difference(zero, rest);
            dag.sum(zero, e)
        }
        8 => {
            let third = dag.unary(Unary::Cbrt, e);
            dag.power(third, 3)
        }
        _ => {
            let one = dag.literal(1);
            let sum = dag.fma(e, one, c);
            dag.difference(sum, c)
        }
    }
}

fn check_families(families: u64, size: usize, change: fn(&mut Dag, &mut Random, NodeId) -> NodeId) -> Claims {
    let full = std::env::var_os("LYDIAN_FULL").is_some();
    let families = if full { 20 * families } else { families };
    let mut total = Claims::default();
    for seed in 0..families {
        let claims = Family::new(seed, size, change).check();
        total.equal += claims.equal;
        total.where_defined += claims.where_defined;
        total.unknown += claims.unknown;
    }
    println!("{total:?}");
    total
}

#[test]
fn no_false_identity() {
    let total = check_families(600, 6, |dag, random, f| mutate(dag, random, f, INPUTS));
    assert!(total.equal > 600 && total.where_defined > 100, "{total:?}");
}

#[test]
fn true_rewrites_are_proved_more_often_than_not() {
    let total = check_families(200, 5, rewrite);
    assert!(total.equal > total.where_defined + total.unknown, "{total:?}");
}

#[test]
fn conditions_keep_their_class() {
    let total = check_families(200, 4, |dag, random, f| {
        let c = condition(dag, random, INPUTS, 1);
        let g = mutate(dag, random, f, INPUTS);
        dag.select(c, f, g)
    });
    assert!(total.unknown > 0, "{total:?}");
}
