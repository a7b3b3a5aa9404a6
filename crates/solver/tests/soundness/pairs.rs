//! Differences, ratios and gradients contain what they enclose.

use crate::cases;
use crate::expression::{expression, mutate, shown};
use crate::random::Random;
use crate::truth::{BITS, Values};
use expr::dag::{Dag, NodeId};
use expr::eval::{EnclosureArithmetic, Evaluator, Tape};
use interval::{BigInterval, Binary, Definedness, Enclosure, Interval};
use proptest::prelude::*;
use solver::{Gradients, PairTape};

const INPUTS: usize = 2;
const POINTS: usize = 16;

/// One pair, drawn from a seed.
struct Case {
    dag: Dag,
    f: NodeId,
    g: NodeId,
    sides: Vec<Interval>,
    random: Random,
}

impl Case {
    fn new(seed: u64) -> Case {
        let (mut dag, mut random) = (Dag::new(), Random(seed));
        for n in 0..INPUTS {
            dag.variable(n);
        }
        let f = expression(&mut dag, &mut random, INPUTS, 4);
        let mut g = mutate(&mut dag, &mut random, f, INPUTS);
        if random.once_in(4) {
            g = mutate(&mut dag, &mut random, g, INPUTS);
        }
        let sides = (0..INPUTS)
            .map(|_| {
                if random.once_in(3) {
                    random.side()
                } else {
                    random.ordinary_side()
                }
            })
            .collect();
        Case {
            dag,
            f,
            g,
            sides,
            random,
        }
    }

    fn shown(&self) -> String {
        format!(
            "f = {}, g = {} on {:?}",
            shown(&self.dag, self.f),
            shown(&self.dag, self.g),
            self.sides
        )
    }
}

/// Whether a value is provably outside an interval of doubles.
fn outside(value: &BigInterval, interval: &Interval) -> bool {
    !value.is_empty() && BigInterval::from_interval(interval).intersect(value).is_empty()
}

fn operation(f: Binary, x: &BigInterval, y: &BigInterval) -> BigInterval {
    BigInterval::binary(f, x, y, BITS)
}

fn check_difference(seed: u64) {
    let mut case = Case::new(seed);
    let tape = Tape::new(&case.dag, &[case.f, case.g]);
    let pair = PairTape::new(&case.dag, &tape, case.f, case.g);
    let inputs: Vec<_> = case.sides.iter().map(|&s| Enclosure::everywhere(s)).collect();
    let mut evaluator = Evaluator::new(&tape, EnclosureArithmetic);
    let difference = pair.evaluate(evaluator.run(&inputs), &mut Vec::new());
    let mut values = Values::new(&tape);
    for _ in 0..POINTS {
        let point = case.random.point(&case.sides);
        values.at(&point);
        let (f, g) = (values.root(0), values.root(1));
        if f.defined != Definedness::Everywhere || g.defined != Definedness::Everywhere {
            continue;
        }
        let delta = operation(Binary::Sub, &g.range, &f.range);
        assert!(
            !outside(&delta, &difference.delta),
            "Δ at {point:?} is not in {difference:?}: {}",
            case.shown()
        );
        let Some(ratio) = difference.ratio else { continue };
        let vanishes = f.range.is_zero() && !g.range.contains_zero();
        assert!(
            !vanishes,
            "there is no ratio at {point:?}, but {difference:?}: {}",
            case.shown()
        );
        if !f.range.contains_zero() {
            let quotient = operation(Binary::Div, &g.range, &f.range);
            assert!(
                !outside(&quotient, &ratio),
                "r at {point:?} is not in {difference:?}: {}",
                case.shown()
            );
        }
    }
}

/// f(p) − f(c) ∈ Σ ∂ᵢf·(pᵢ − cᵢ), for a gradient over a box on which f is defined.
fn check_gradient(seed: u64) -> bool {
    let mut case = Case::new(seed);
    let tape = Tape::new(&case.dag, &[case.f]);
    let inputs: Vec<_> = case.sides.iter().map(|&s| Enclosure::everywhere(s)).collect();
    let mut evaluator = Evaluator::new(&tape, EnclosureArithmetic);
    let enclosed = evaluator.run(&inputs);
    let slot = tape.roots()[0];
    if enclosed[slot].defined != Definedness::Everywhere {
        return false;
    }
    let gradient = Gradients::default().of(&tape, enclosed, slot, INPUTS);
    let mut values = Values::new(&tape);
    for _ in 0..POINTS {
        let (p, c) = (case.random.point(&case.sides), case.random.point(&case.sides));
        values.at(&p);
        let at_p = values.root(0).range.clone();
        values.at(&c);
        let rise = operation(Binary::Sub, &at_p, &values.root(0).range);
        let steps = p.iter().zip(&c).map(|(&p, &c)| Interval::point(p) - Interval::point(c));
        let sum = steps
            .zip(&gradient)
            .fold(Interval::ZERO, |sum, (step, slope)| sum + *slope * step);
        assert!(
            !outside(&rise, &sum),
            "from {c:?} to {p:?}: {gradient:?}, {}",
            case.shown()
        );
    }
    gradient.iter().any(|g| !g.is_entire())
}

proptest! {
    #![proptest_config(cases(4000))]

    #[test]
    fn differences_and_ratios_are_enclosed(seed: u64) {
        check_difference(seed);
    }

    #[test]
    fn rises_follow_the_gradient(seed: u64) {
        check_gradient(seed);
    }
}

#[test]
fn many_gradients_say_something() {
    let telling = (0..1000).filter(|&seed| check_gradient(seed)).count();
    assert!(telling > 250, "{telling} of 1000");
}
