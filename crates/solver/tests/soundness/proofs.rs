//! Searches that end with a proof, checked by a dense sample.
//!
//! For every pair that is proved equivalent, by covering or by identity, no sampled point may tell the two apart;
//! every witness must tell them apart. `LYDIAN_FULL=1` checks 10 000 pairs instead of a few hundred.

use crate::contraction::margin;
use crate::expression::{condition, expression, mutate, shown};
use crate::random::Random;
use crate::truth::{Values, tape};
use expr::dag::{Dag, NodeId};
use expr::normal::{Cases, Identity};
use interval::{BigEnclosure, Definedness, Enclosure, Interval};
use solver::{Apart, BoxBudget, Formula, Inputs, SolverOutcome, SolverProblem, search};

/// Points of a dense sample.
const POINTS: usize = 200;

/// Boxes that a search may judge.
const BOXES: usize = 400;

/// A specification and a mutant.
struct Pair {
    dag: Dag,
    f: NodeId,
    g: NodeId,
    constraint: Option<NodeId>,
    sides: Vec<Interval>,
    /// Whether inputs are binary32.
    single: bool,
    apart: Apart,
    random: Random,
}

/// The floats of a box.
struct Floats<'a> {
    sides: &'a [Interval],
    single: bool,
}

impl Inputs for Floats<'_> {
    fn snap(&self, point: &[f64]) -> Vec<f64> {
        let rounded = |x: f64| if self.single { f64::from(x as f32) } else { x };
        let inside = |(&x, s): (&f64, &Interval)| rounded(x).clamp(s.lo().max(f64::MIN), s.hi().min(f64::MAX)) + 0.0;
        point.iter().zip(self.sides).map(inside).collect()
    }

    fn after(&self, _: usize, x: f64) -> f64 {
        let near = x as f32;
        match self.single {
            true if f64::from(near) > x => near.into(),
            true => near.next_up().into(),
            false => x.next_up(),
        }
    }
}

/// What was claimed of the pairs.
#[derive(Clone, Copy, Debug, Default)]
struct Claims {
    pairs: usize,
    covered: usize,
    identical: usize,
    witnesses: usize,
    undecided: usize,
}

impl Pair {
    fn new(seed: u64) -> Pair {
        let (mut dag, mut random) = (Dag::new(), Random(seed));
        let inputs = 1 + random.below(3);
        for n in 0..inputs {
            dag.variable(n);
        }
        let depth = 2 + random.below(3);
        let f = expression(&mut dag, &mut random, inputs, depth);
        let g = mutate(&mut dag, &mut random, f, inputs);
        let constraint = random.once_in(4).then(|| condition(&mut dag, &mut random, inputs, 1));
        let side = |random: &mut Random| match random.below(6) {
            0 => random.side(),
            _ => random.ordinary_side(),
        };
        let single = random.once_in(4);
        let sides = (0..inputs).map(|_| side(&mut random));
        let sides = sides.map(|s| if single { singles(s) } else { s }).collect();
        let margin = margin(&mut random);
        Pair {
            dag,
            f,
            g,
            constraint,
            sides,
            single,
            apart: Apart { f, g, margin },
            random,
        }
    }

    fn inputs(&self) -> Floats<'_> {
        Floats {
            sides: &self.sides,
            single: self.single,
        }
    }

    /// A point of the box that is an input.
    fn point(&mut self) -> Vec<f64> {
        let point = self.random.point(&self.sides);
        self.inputs().snap(&point)
    }

    fn formula(&self) -> Formula {
        let question = Formula::told_apart(self.apart);
        match self.constraint {
            Some(c) => Formula::All(vec![Formula::Holds(c), question]),
            None => question,
        }
    }

    fn shown(&self) -> String {
        let pre = self.constraint.map_or(String::new(), |c| shown(&self.dag, c));
        format!(
            "f = {}, g = {} where {pre} on {:?} within {:?}",
            shown(&self.dag, self.f),
            shown(&self.dag, self.g),
            self.sides,
            self.apart.margin
        )
    }

    fn search(&self) -> SolverOutcome {
        let formula = self.formula();
        let problem = SolverProblem {
            dag: &self.dag,
            formula: &formula,
            domain: &self.sides,
            inputs: &self.inputs(),
        };
        search(&problem, BoxBudget { boxes: BOXES })
    }

    fn identity(&self) -> Identity {
        let domain = self.sides.iter().map(|&s| Enclosure::everywhere(s)).collect();
        Cases::new(&self.dag, domain).identity(self.f, self.g)
    }

    /// The formula at a point: provably so, provably not, or neither.
    fn holds(&self, point: &[f64]) -> Option<bool> {
        let formula = self.formula();
        let roots = formula.nodes();
        let tape = tape(&self.dag, &roots);
        let mut values = Values::new(&tape);
        values.at(point);
        values.holds(&roots, &formula)
    }

    /// A point that provably tells the two apart, if the dense sample has one.
    fn refutation(&mut self, formula: &Formula) -> Option<Vec<f64>> {
        let points = self.dense();
        let roots = formula.nodes();
        let tape = tape(&self.dag, &roots);
        let mut values = Values::new(&tape);
        points.into_iter().find(|point| {
            values.at(point);
            values.holds(&roots, formula) == Some(true)
        })
    }

    /// Random points, and pairs of neighbours between which f, g or g − f changes its sign or its definedness.
    fn dense(&mut self) -> Vec<Vec<f64>> {
        let difference = self.dag.difference(self.g, self.f);
        let roots = [self.f, self.g, difference];
        let tape = tape(&self.dag, &roots);
        let mut values = Values::new(&tape);
        let mut points: Vec<Vec<f64>> = (0..POINTS * 4 / 5).map(|_| self.point()).collect();
        let mut borders = Vec::new();
        for _ in 0..POINTS / 20 {
            let (a, b) = (
                self.random.pick_ref(&points).clone(),
                self.random.pick_ref(&points).clone(),
            );
            for n in 0..roots.len() {
                borders.extend(border(&mut values, n, a.clone(), b.clone()));
            }
        }
        points.extend(borders.iter().map(|p| self.inputs().snap(p)));
        points
    }
}

/// A side with ends that are binary32 numbers.
fn singles(side: Interval) -> Interval {
    let end = |x: f64| f64::from(x as f32).clamp(f32::MIN.into(), f32::MAX.into());
    Interval::hull_of(end(side.lo()), end(side.hi()))
}

impl Random {
    fn pick_ref<'l, T>(&mut self, list: &'l [T]) -> &'l T {
        &list[self.below(list.len())]
    }
}

/// Sign and definedness: what changes at zeros, poles and ends of domains.
fn side_of(v: &BigEnclosure) -> i32 {
    match v.defined {
        Definedness::Nowhere => 3,
        Definedness::Partly => 2,
        _ if v.range.contains_zero() => 0,
        _ if *v.range.lo() > 0 => 1,
        _ => -1,
    }
}

/// Two neighbouring points on the way from a to b on different sides of a border of root `n`.
fn border(values: &mut Values<'_>, n: usize, mut a: Vec<f64>, mut b: Vec<f64>) -> Vec<Vec<f64>> {
    let mut judge = |p: &[f64]| {
        values.at(p);
        side_of(values.root(n))
    };
    let start = judge(&a);
    if start == judge(&b) {
        return vec![];
    }
    for _ in 0..70 {
        let middle: Vec<f64> = a.iter().zip(&b).map(|(x, y)| 0.5 * x + 0.5 * y).collect();
        if middle == a || middle == b {
            break;
        }
        if judge(&middle) == start {
            a = middle
        } else {
            b = middle
        }
    }
    vec![a, b]
}

/// Checks every claim about one pair.
fn check(seed: u64, claims: &mut Claims) {
    let mut pair = Pair::new(seed);
    claims.pairs += 1;
    if let Identity::Equal(rules) = pair.identity() {
        claims.identical += 1;
        let question = Formula::told_apart(Apart {
            margin: exact(),
            ..pair.apart
        });
        let refuted = pair.refutation(&question);
        assert_eq!(
            refuted,
            None,
            "seed {seed}: called identical by {:?}: {}",
            rules.names(),
            pair.shown()
        );
    }
    match pair.search() {
        SolverOutcome::Excluded { boxes } => {
            claims.covered += 1;
            let refuted = pair.refutation(&pair.formula());
            assert_eq!(
                refuted,
                None,
                "seed {seed}: excluded with {boxes} boxes: {}",
                pair.shown()
            );
        }
        SolverOutcome::Witness { point, .. } => {
            claims.witnesses += 1;
            let inside = pair.sides.iter().zip(&point).all(|(s, &x)| s.contains(x));
            assert!(inside, "seed {seed}: {point:?} is outside: {}", pair.shown());
            let held = pair.holds(&point);
            assert_ne!(
                held,
                Some(false),
                "seed {seed}: {point:?} is no witness: {}",
                pair.shown()
            );
        }
        SolverOutcome::Unknown { .. } => claims.undecided += 1,
    }
}

/// Any difference counts.
fn exact() -> solver::EnclosedMargin {
    solver::EnclosedMargin {
        relative: Interval::ZERO,
        absolute: Interval::ZERO,
    }
}

#[test]
fn no_false_proof() {
    let pairs = if crate::is_full() { 10_000 } else { 600 };
    let mut claims = Claims::default();
    (0..pairs).for_each(|seed| check(seed, &mut claims));
    println!("{claims:?}");
    assert!(
        claims.covered * 20 > pairs as usize,
        "too few proofs to mean anything: {claims:?}"
    );
    assert!(
        claims.witnesses * 5 > pairs as usize,
        "too few witnesses to mean anything: {claims:?}"
    );
}
