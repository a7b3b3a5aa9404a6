//! The laws of a contractor, as a checker that any contractor can be handed to.

use crate::cases;
use crate::expression::{condition, expression, mutate, shown};
use crate::random::Random;
use crate::truth::{Values, tape};
use expr::dag::Dag;
use interval::Interval;
use proptest::prelude::*;
use solver::{Apart, BoxProgram, EnclosedMargin, Formula, contract};

/// What is to be checked: the part of a box where a formula can hold, or `None` for nothing.
type Contractor = fn(&BoxProgram, &[Interval]) -> Option<Vec<Interval>>;

const INPUTS: usize = 2;
const POINTS: usize = 24;

/// A formula of any kind.
pub fn formula(dag: &mut Dag, random: &mut Random, depth: usize) -> Formula {
    let parts = |dag: &mut Dag, random: &mut Random| -> Vec<Formula> {
        (0..1 + random.below(3))
            .map(|_| formula(dag, random, depth - 1))
            .collect()
    };
    match random.below(if depth == 0 { 6 } else { 9 }) {
        0..=2 => Formula::Holds(condition(dag, random, INPUTS, 2)),
        3 => Formula::Defined(expression(dag, random, INPUTS, 3)),
        4 => Formula::Undefined(expression(dag, random, INPUTS, 3)),
        5 => {
            let f = expression(dag, random, INPUTS, 3);
            let g = mutate(dag, random, f, INPUTS);
            Formula::Apart(Apart {
                f,
                g,
                margin: margin(random),
            })
        }
        6 => Formula::Any(parts(dag, random)),
        _ => Formula::All(parts(dag, random)),
    }
}

/// Relative, absolute, in ulps, both, none.
pub fn margin(random: &mut Random) -> EnclosedMargin {
    let exactly = |e: f64, d: f64| EnclosedMargin {
        relative: Interval::point(e),
        absolute: Interval::point(d),
    };
    match random.below(8) {
        0 => exactly(1e-3, 0.0),
        1 => exactly(0.0, 1e-9),
        2 => exactly(1e-10, 1e-10),
        3 => exactly(0.0, 0.0),
        4 => exactly(0.25, 1.0),
        // Two units in the last place: between 2^-52 and 2^-51 of the value, and at least two least numbers.
        5 => EnclosedMargin {
            relative: Interval::hull_of(f64::EPSILON, 2.0 * f64::EPSILON),
            absolute: Interval::point(1e-323),
        },
        _ => exactly(1e-10, 0.0),
    }
}

/// Checks the laws on one box; the number of points at which the formula provably holds.
fn contractor_laws(contractor: Contractor, dag: &Dag, formula: &Formula, sides: &[Interval], seed: u64) -> usize {
    let program = BoxProgram::new(dag, formula);
    let result = contractor(&program, sides);
    if let Some(result) = &result {
        let within = result.iter().zip(sides).all(|(r, s)| r.subset_of(s));
        assert!(within, "{result:?} is not within {sides:?}");
        assert!(!result.iter().any(Interval::is_empty), "an empty box is `None`");
    }
    let (roots, mut random) = (formula.nodes(), Random(seed));
    let tape = tape(dag, &roots);
    let mut values = Values::new(&tape);
    let mut solutions = 0;
    for _ in 0..POINTS {
        let point = random.point(sides);
        values.at(&point);
        if values.holds(&roots, formula) == Some(true) {
            solutions += 1;
            let kept = |r: &Vec<Interval>| r.iter().zip(&point).all(|(side, &x)| side.contains(x));
            assert!(
                result.as_ref().is_some_and(kept),
                "{point:?} of {sides:?} is lost: {result:?}; {formula:?}: {}",
                roots.iter().map(|&r| shown(dag, r)).collect::<Vec<_>>().join("; ")
            );
        }
    }
    solutions
}

fn random_laws(contractor: Contractor, seed: u64) -> usize {
    let (mut dag, mut random) = (Dag::new(), Random(seed));
    for n in 0..INPUTS {
        dag.variable(n);
    }
    let formula = formula(&mut dag, &mut random, 2);
    let sides: Vec<Interval> = (0..INPUTS).map(|_| random.side()).collect();
    contractor_laws(contractor, &dag, &formula, &sides, random.next())
}

/// Every contractor of the crate is one line here.
const CONTRACTORS: [(&str, Contractor); 1] = [("contract", contract)];

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn every_contractor_keeps_the_laws(seed: u64) {
        for (_, contractor) in CONTRACTORS {
            random_laws(contractor, seed);
        }
    }

    #[test]
    fn empty_stays_empty(seed: u64) {
        let (mut dag, mut random) = (Dag::new(), Random(seed));
        let x = dag.variable(0);
        let y = dag.variable(1);
        let c = condition(&mut dag, &mut random, INPUTS, 2);
        let sum = dag.sum(x, y);
        let both = Formula::All(vec![Formula::Holds(c), Formula::Defined(sum)]);
        for (_, contractor) in CONTRACTORS {
            let program = BoxProgram::new(&dag, &both);
            prop_assert_eq!(contractor(&program, &[Interval::EMPTY, random.side()]), None);
            prop_assert_eq!(contractor(&program, &[random.side(), Interval::EMPTY]), None);
        }
    }
}

#[test]
fn the_law_is_put_to_the_test() {
    let solutions: usize = (0..300).map(|seed| random_laws(contract, seed)).sum();
    assert!(solutions > 300, "only {solutions} points were solutions");
}

#[test]
#[should_panic(expected = "is lost")]
fn a_contractor_that_loses_points_is_caught() {
    let half: Contractor = |_, sides| {
        let cut = |s: &Interval| s.intersect(&Interval::hull_of(s.mid(), f64::INFINITY));
        Some(sides.iter().map(cut).collect())
    };
    (0..100).for_each(|seed| {
        random_laws(half, seed);
    });
}
