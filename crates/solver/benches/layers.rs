//! The hot layers, from one interval operation to whole searches. `cargo bench -p lydian-solver` takes seconds.
//!
//! The formula is the Doppler shift of `specs/doppler.lyd`; its mutants are made by putting every function of the
//! vocabulary in the place of each of its operations.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use expr::dag::{Dag, Node, NodeId};
use expr::eval::{EnclosureArithmetic, Evaluator, FloatArithmetic, Tape};
use expr::lower::lower;
use interval::{Binary, Enclosure, Interval, Unary};
use solver::{
    Apart, BoxBudget, BoxProgram, Doubles, EnclosedMargin, Engine, Formula, SolverOutcome, SolverProblem, contract,
    search,
};
use std::collections::HashMap;

fn main() {
    divan::main();
}

/// Operands of the interval operations: some narrow, some wide, one around zero.
fn operands() -> Vec<(Interval, Interval)> {
    let side = |n: u32, width: f64| {
        let middle = f64::from(n) * 0.173 - 3.0;
        Interval::hull_of(middle - width, middle + width)
    };
    (0..64).map(|n| (side(n, 0.01), side(63 - n, 0.5))).collect()
}

fn each(bencher: Bencher<'_, '_>, operation: impl Fn(Interval, Interval) -> Interval + Sync) {
    let operands = operands();
    bencher.counter(ItemsCount::new(operands.len())).bench(|| {
        for &(x, y) in &operands {
            black_box(operation(black_box(x), black_box(y)));
        }
    });
}

#[divan::bench(args = [Binary::Add, Binary::Mul, Binary::Div])]
fn interval_binary(bencher: Bencher<'_, '_>, f: Binary) {
    each(bencher, |x, y| Interval::binary(f, x, y));
}

#[divan::bench(args = [Unary::Sqrt, Unary::Exp, Unary::Sin])]
fn interval_unary(bencher: Bencher<'_, '_>, f: Unary) {
    each(bencher, |x, _| Interval::unary(f, x));
}

/// A formula with its mutants.
struct World {
    dag: Dag,
    root: NodeId,
    mutants: Vec<NodeId>,
    domain: Vec<Interval>,
}

const DOPPLER: &str = "(FPCore (u v T) (let ((t1 (+ 331.4 (* 0.6 T)))) (/ (* (- t1) v) (* (+ t1 u) (+ t1 u)))))";

fn doppler() -> World {
    let core = expr::fpcore::read(DOPPLER).expect("a correct core").remove(0);
    let mut dag = Dag::new();
    let root = lower(&mut dag, &core, &core.body).expect("a formula");
    let mutants = mutants(&mut dag, root);
    World {
        dag,
        root,
        mutants,
        domain: [(-100.0, 100.0), (20.0, 20000.0), (-30.0, 50.0)]
            .map(|(lo, hi)| Interval::hull_of(lo, hi))
            .to_vec(),
    }
}

/// Each operation replaced by each other function of its operands.
fn mutants(dag: &mut Dag, root: NodeId) -> Vec<NodeId> {
    let mut all = Vec::new();
    for place in dag.reachable(&[root]) {
        let new: Vec<NodeId> = match dag.node(place) {
            Node::Binary(_, a, b) => Binary::ALL.iter().map(|&g| dag.binary(g, a, b)).collect(),
            Node::Unary(_, a) | Node::Power(a, _) => Unary::ALL.iter().map(|&g| dag.unary(g, a)).collect(),
            _ => vec![],
        };
        all.extend(new.into_iter().map(|n| replaced(dag, root, (place, n))));
    }
    all.retain(|&m| m != root);
    all
}

fn replaced(dag: &mut Dag, root: NodeId, change: (NodeId, NodeId)) -> NodeId {
    let mut map = HashMap::from([change]);
    for id in dag.reachable(&[root]) {
        if id != change.0 {
            let copy = match dag.node(id).map_operands(|o| map[&o]) {
                Node::Unary(f, a) => dag.unary(f, a),
                Node::Binary(f, a, b) => dag.binary(f, a, b),
                Node::Power(a, n) => dag.power(a, n),
                _ => id,
            };
            map.insert(id, copy);
        }
    }
    map[&root]
}

fn tape(world: &World) -> Tape {
    let mut roots = vec![world.root];
    roots.extend(&world.mutants);
    Tape::new(&world.dag, &roots)
}

/// Points per second, each judging all mutants at once.
#[divan::bench]
fn points_enclosed(bencher: Bencher<'_, '_>) {
    let world = doppler();
    let tape = tape(&world);
    let inputs = [3.5, 1000.25, 20.5].map(|x| Enclosure::everywhere(Interval::point(x)));
    let mut evaluator = Evaluator::new(&tape, EnclosureArithmetic);
    bencher.counter(ItemsCount::new(1usize)).bench_local(|| {
        black_box(evaluator.run(black_box(&inputs)));
    });
}

/// The same in plain binary64.
#[divan::bench]
fn points_plain(bencher: Bencher<'_, '_>) {
    let world = doppler();
    let tape = tape(&world);
    let mut evaluator = Evaluator::new(&tape, FloatArithmetic);
    bencher.counter(ItemsCount::new(1usize)).bench_local(|| {
        black_box(evaluator.run(black_box(&[3.5, 1000.25, 20.5])));
    });
}

/// Doppler against f·(1 + 10⁻¹²): equivalent at accuracy 10⁻¹⁰, but no identity.
fn near(world: &mut World) -> Formula {
    let tiny = world
        .dag
        .literal(rug::Rational::from((1_000_000_000_001i64, 1_000_000_000_000i64)));
    let quotient = world.dag.product(world.root, tiny);
    let sine = world.dag.unary(Unary::Sin, quotient);
    let first = world.dag.unary(Unary::Sin, world.root);
    Formula::told_apart(Apart {
        f: first,
        g: sine,
        margin: EnclosedMargin {
            relative: Interval::ZERO,
            absolute: Interval::point(1e-10),
        },
    })
}

/// Boxes per second of a search that covers the domain or uses its budget up.
#[divan::bench(sample_count = 10, sample_size = 1)]
fn boxes_searched(bencher: Bencher<'_, '_>) {
    let mut world = doppler();
    let formula = near(&mut world);
    let run = || {
        let problem = SolverProblem {
            dag: &world.dag,
            formula: &formula,
            domain: &world.domain,
            inputs: &Doubles(&world.domain),
        };
        search(&problem, BoxBudget { boxes: 2000 })
    };
    let boxes = match run() {
        SolverOutcome::Witness { boxes, .. }
        | SolverOutcome::Excluded { boxes }
        | SolverOutcome::Unknown { boxes, .. } => boxes,
    };
    bencher.counter(ItemsCount::new(boxes)).bench(run);
}

/// Judgements of one box per second: with doubles, and with MPFR enclosures of this many bits.
#[divan::bench(args = [53, 128, 256])]
fn boxes_judged(bencher: Bencher<'_, '_>, bits: u32) {
    let mut world = doppler();
    let formula = near(&mut world);
    let program = BoxProgram::new(&world.dag, &formula);
    let mut engine = Engine::new(&program);
    bencher.counter(ItemsCount::new(1usize)).bench_local(|| match bits {
        53 => engine.judge(black_box(&world.domain)).truth,
        _ => engine.judge_closely(black_box(&world.domain), bits).truth,
    });
}

/// Contractions per second by a relational constraint.
#[divan::bench]
fn boxes_contracted(bencher: Bencher<'_, '_>) {
    let mut world = doppler();
    let limit = world.dag.literal(-1);
    let below = world
        .dag
        .compare(expr::ast::ComparisonOperator::Less, world.root, limit);
    let formula = Formula::All(vec![Formula::Holds(below), Formula::Defined(world.root)]);
    let program = BoxProgram::new(&world.dag, &formula);
    bencher
        .counter(ItemsCount::new(1usize))
        .bench(|| contract(&program, black_box(&world.domain)));
}
