//! Tests for faults of programs: one in every cell and at every notable input, as far as it can be proved.
//!
//! 1. `places` chooses places, and an input for each.
//! 2. Every input gets an oracle; those without a value are left out.
//! 3. An input is a test if it kills a mutant that no input before it kills. Inputs of earlier tests come first.
//! 4. Of a cell without a test the solver is asked whether there is any input with a value: a test, a proof, or undecided.

use super::places::PlaceChooser;
use super::strength::PlaceAmounts;
use expr::diagnostic::Diagnostics;
use expr::eval::{Evaluator, FloatArithmetic, Tape};
use expr::spec::Specification;
use inputs::InputRange;
use mutation::{Mutant, MutantChange, MutantPlace, program_mutants};
use proof::certify::{kills_at, meet_at};
use proof::kill::{ask_program, ask_strip};
use proof::oracle::{Oracle, PASSING, oracle_up_to};
use proof::rounding::never_off;
use proof::world::World;
use rayon::prelude::*;
use solver::SolverOutcome;
use suite::{How, MutantEvidence};

/// Tests and mutants beyond those of the formula.
pub struct PlacedTests {
    /// Specification and these mutants.
    pub world: World,
    /// Inputs with their oracles and what they kill, proved.
    pub tests: Vec<PlacedTest>,
    /// What is known of each mutant that no test kills.
    pub open: Vec<(usize, MutantEvidence)>,
}

/// An input with its oracle.
pub struct PlacedTest {
    /// The input.
    pub point: Vec<f64>,
    /// What is acceptable there.
    pub oracle: Oracle,
    /// Mutants of [`PlacedTests::world`] that it kills.
    pub kills: Vec<(usize, How)>,
}

/// Rounds in which cells without a test get another input: at first the most telling one of a few, then any with a value.
const ROUNDS: u64 = 6;
const TELLING_ROUNDS: u64 = 3;

/// Boxes for one cell, and for all cells together.
const BOXES: usize = 200;
const ALL_BOXES: usize = 10_000;

/// Inputs that are tried for each input that is zero.
const ZERO_TRIES: u64 = 3;

/// Boxes for all programs that no test kills.
const PROGRAM_BOXES: usize = 2_000;

/// Boxes for the proof that a program is never off.
const ROUNDING_BOXES: usize = 1_000;

/// Finds the tests. `known` are inputs of tests that there are already.
pub fn place_tests(
    spec: &Specification,
    amounts: PlaceAmounts,
    known: &[Vec<f64>],
) -> Result<PlacedTests, Diagnostics> {
    let bare = World::with(spec.clone(), Vec::new())?;
    let chooser = PlaceChooser::new(&bare, amounts);
    let specials = with_values(&bare, chooser.specials());
    let cells = chooser.cells(&specials);
    let world = World::with(spec.clone(), mutants(spec, &specials, &cells))?;
    let mut search = PlaceSearch::new(&world, &chooser, &cells);
    search.look(known.to_vec());
    search.look(specials.into_iter().map(|(point, _)| point).collect());
    search.look_at_negative_zeros();
    for round in 0..ROUNDS {
        search.look_in_cells(round);
    }
    search.ask_about_programs();
    let open = search.ask_solver();
    let (tests, killed) = (search.tests, search.killed);
    let open = open.into_iter().filter(|(m, _)| !killed[*m]).collect();
    Ok(PlacedTests { world, tests, open })
}

/// Notable inputs at which the formula has a value.
fn with_values(world: &World, specials: Vec<(Vec<f64>, MutantPlace)>) -> Vec<(Vec<f64>, MutantPlace)> {
    let has_value = |(point, _): &(Vec<f64>, MutantPlace)| matches!(oracle_at(world, point), Some(Oracle::Value(_)));
    specials.into_par_iter().filter(has_value).collect()
}

fn oracle_at(world: &World, point: &[f64]) -> Option<Oracle> {
    let tape = Tape::new(&world.dag, &[world.root]);
    oracle_up_to(PASSING, &tape, &world.margin, point).ok()
}

/// Programs, then special inputs, then cells.
fn mutants(spec: &Specification, specials: &[(Vec<f64>, MutantPlace)], cells: &[(usize, InputRange)]) -> Vec<Mutant> {
    let at_special = specials.iter().map(|(_, place)| place.clone().mutant(spec));
    let in_cell = cells.iter().map(|&(input, cell)| {
        let (lo, hi) = (cell.lo, cell.hi);
        MutantPlace::Between { input, lo, hi }.mutant(spec)
    });
    let regions: Vec<Mutant> = in_cell.collect();
    program_mutants(spec)
        .into_iter()
        .chain(regions)
        .chain(at_special)
        .collect()
}

struct PlaceSearch<'a> {
    world: &'a World,
    chooser: &'a PlaceChooser<'a>,
    /// Cells with the numbers of their mutants.
    cells: Vec<(usize, (usize, InputRange))>,
    tests: Vec<PlacedTest>,
    killed: Vec<bool>,
}

impl<'a> PlaceSearch<'a> {
    fn new(world: &'a World, chooser: &'a PlaceChooser<'a>, cells: &[(usize, InputRange)]) -> PlaceSearch<'a> {
        let regions = (0..world.mutants.len()).filter(|&m| {
            matches!(
                world.mutants[m].change,
                MutantChange::Place(MutantPlace::Between { .. })
            )
        });
        PlaceSearch {
            world,
            chooser,
            cells: regions.zip(cells.iter().copied()).collect(),
            tests: Vec::new(),
            killed: vec![false; world.mutants.len()],
        }
    }

    /// Makes tests of those inputs that kill something new.
    fn look(&mut self, points: Vec<Vec<f64>>) {
        let killed = &self.killed;
        let judged: Vec<Option<PlacedTest>> = points
            .into_par_iter()
            .map(|point| judge(self.world, point, killed))
            .collect();
        for test in judged.into_iter().flatten() {
            if test.kills.iter().any(|(m, _)| !self.killed[*m]) {
                test.kills.iter().for_each(|(m, _)| self.killed[*m] = true);
                self.tests.push(test);
            }
        }
    }

    /// Inputs that are −0 for the mutants that are off there. The two zeros have one oracle.
    fn look_at_negative_zeros(&mut self) {
        let (world, chooser) = (self.world, self.chooser);
        let negative = |input: usize| {
            let turns = (0..ZERO_TRIES).filter_map(move |turn| chooser.at_zero(input, turn));
            let steady = turns.filter(move |point| !jumps_at_zero(world, point, input));
            steady.map(move |point| with(&point, input, -0.0))
        };
        let inputs = 0..self.world.spec.inputs.len();
        let off = |&i: &usize| self.world.mutants.iter().any(|m| m.is_off_at_negative_zero(i));
        let points = inputs.filter(off).flat_map(negative).collect();
        self.look(points);
    }

    /// An input for every cell that has no test: first for one cell of each input at once, then for each alone.
    fn look_in_cells(&mut self, round: u64) {
        let open: Vec<(usize, InputRange)> = self
            .cells
            .iter()
            .filter(|(m, _)| !self.killed[*m])
            .map(|(_, cell)| *cell)
            .collect();
        let rows = match round {
            0 => combined(&open),
            _ => open.iter().map(|&cell| vec![cell]).collect(),
        };
        let chooser = self.chooser;
        let choose = |(n, row): (usize, &Vec<(usize, InputRange)>)| {
            let (mut gauge, turn) = (chooser.gauge(), n as u64 + 101 * round);
            match round < TELLING_ROUNDS {
                true => chooser.in_cells(&mut gauge, row, turn),
                false => chooser.with_value(&mut gauge, row, turn),
            }
        };
        let points: Vec<Vec<f64>> = rows.par_iter().enumerate().filter_map(choose).collect();
        self.look(points);
    }

    /// Looks where the solver tells a program without a test from the formula, both taken as formulas of real numbers.
    fn ask_about_programs(&mut self) {
        let programs = (0..self.killed.len()).filter(|&m| self.world.programs[m].is_some() && !self.killed[m]);
        let open: Vec<usize> = programs.collect();
        let boxes = BOXES.min(PROGRAM_BOXES / open.len().max(1));
        let witness = |&m: &usize| match ask_program(self.world, m, boxes) {
            SolverOutcome::Witness { point, .. } => Some(point),
            _ => None,
        };
        let found: Vec<Vec<f64>> = open.par_iter().filter_map(witness).collect();
        self.look(found);
    }

    /// What the solver says about the cells without a test, and what is left of the rest.
    fn ask_solver(&mut self) -> Vec<(usize, MutantEvidence)> {
        let open: Vec<(usize, (usize, InputRange))> =
            self.cells.iter().filter(|(m, _)| !self.killed[*m]).copied().collect();
        let boxes = BOXES.min(ALL_BOXES / open.len().max(1));
        let ask = |&(m, (input, cell)): &(usize, (usize, InputRange))| {
            (m, ask_strip(self.world, input, (cell.lo, cell.hi), boxes))
        };
        let answers: Vec<(usize, SolverOutcome)> = open.par_iter().map(ask).collect();
        let mut evidence = self.never_off();
        for (m, answer) in answers {
            match answer {
                SolverOutcome::Excluded { boxes } => {
                    let rules = vec!["no-value-in-the-cell".into()];
                    evidence.push((m, MutantEvidence::Covering { boxes, rules }));
                }
                SolverOutcome::Witness { point, .. } => self.look(vec![point]),
                SolverOutcome::Unknown { boxes, .. } => {
                    evidence.push((m, undecided("no input of the cell was found that has a value", boxes)))
                }
            }
        }
        evidence.extend(self.settled_at_points());
        let told: Vec<usize> = evidence.iter().map(|(m, _)| *m).collect();
        let rest = (0..self.killed.len()).filter(|m| !self.killed[*m] && !told.contains(m));
        evidence.extend(rest.map(|m| (m, undecided(self.why_open(m), 0))));
        evidence
    }

    /// The mutants that are off at a single input, where a proof says that what is acceptable for both includes the same.
    fn settled_at_points(&self) -> Vec<(usize, MutantEvidence)> {
        let settled = |m: usize| {
            let point = self.only_input(m).filter(|_| !self.killed[m])?;
            let rules = vec!["no-difference-at-its-only-input".into()];
            meet_at(self.world, &point, m).then_some((m, MutantEvidence::Covering { boxes: 1, rules }))
        };
        (0..self.killed.len()).into_par_iter().filter_map(settled).collect()
    }

    /// The only input at which a mutant is off.
    fn only_input(&self, mutant: usize) -> Option<Vec<f64>> {
        let MutantChange::Place(MutantPlace::At(values)) = &self.world.mutants[mutant].change else {
            return None;
        };
        let count = self.world.spec.inputs.len();
        let value = |input| values.iter().find(|(i, _)| *i == input).map(|(_, x)| *x);
        (0..count).map(value).collect()
    }

    /// The programs without a test of which a proof says that their rounding is acceptable for every input.
    fn never_off(&self) -> Vec<(usize, MutantEvidence)> {
        let programs = (0..self.killed.len()).filter(|&m| self.world.programs[m].is_some() && !self.killed[m]);
        let proved = |m: usize| {
            let boxes = never_off(self.world, m, ROUNDING_BOXES)?;
            let rules = vec!["rounding-within-the-margin".into()];
            Some((m, MutantEvidence::Covering { boxes, rules }))
        };
        let programs: Vec<usize> = programs.collect();
        programs.into_par_iter().filter_map(proved).collect()
    }

    fn why_open(&self, mutant: usize) -> &'static str {
        match self.world.mutants[mutant].change {
            MutantChange::Program(..) => "at no input that was looked at is its rounding not acceptable",
            _ => "no oracle at its place tells it apart",
        }
    }
}

/// Whether the formula may answer otherwise on the negative side of a zero, by however little, or its program in binary64
/// does: the sign may then be part of what a right implementation answers.
fn jumps_at_zero(world: &World, point: &[f64], input: usize) -> bool {
    let tape = Tape::new(&world.dag, &[world.root]);
    if tape.tells_zeros_apart() {
        return true;
    }
    let mut program = Evaluator::new(&tape, FloatArithmetic);
    let mut at = |x: f64| {
        program.run(&with(point, input, x));
        *program.root(0)
    };
    let (zero, negative, below) = (at(0.0), at(-0.0), at(-world.spec.inputs[input].format.next_up(0.0)));
    let far = |y: f64| {
        let distance = (y - zero).abs();
        distance > 1e-6 * y.abs().max(zero.abs()) && distance > 1e-150
    };
    far(negative) || far(below)
}

/// A point with one coordinate changed.
fn with(point: &[f64], input: usize, x: f64) -> Vec<f64> {
    let mut moved = point.to_vec();
    moved[input] = x;
    moved
}

fn undecided(reason: &str, boxes: u64) -> MutantEvidence {
    MutantEvidence::Undecided {
        reason: reason.into(),
        boxes,
        closest: None,
    }
}

/// Row number r has the r-th cell of each input; an input with fewer cells begins anew.
fn combined(cells: &[(usize, InputRange)]) -> Vec<Vec<(usize, InputRange)>> {
    let inputs = cells.iter().map(|(i, _)| *i + 1).max().unwrap_or(0);
    let of_input = |i: usize| cells.iter().filter(move |(j, _)| *j == i).copied().collect::<Vec<_>>();
    let lists: Vec<Vec<_>> = (0..inputs).map(of_input).filter(|list| !list.is_empty()).collect();
    let rows = lists.iter().map(Vec::len).max().unwrap_or(0);
    // A stride that has no factor in common with the length meets every cell, in another order for each input.
    let pick = |(n, list): (usize, &Vec<(usize, InputRange)>), r: usize| list[(r * stride(n, list.len())) % list.len()];
    (0..rows)
        .map(|r| lists.iter().enumerate().map(|list| pick(list, r)).collect())
        .collect()
}

/// A number without a common factor with `length`, other for each n.
fn stride(n: usize, length: usize) -> usize {
    let common = |a: usize, b: usize| {
        let (mut a, mut b) = (a, b);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let wanted = (length * (2 * n + 3) / (3 * n + 7)).max(1);
    (wanted..).find(|&s| common(s, length) == 1).unwrap_or(1)
}

/// An input with its oracle and all that it kills among the mutants of its place, and of programs that no test has killed.
fn judge(world: &World, point: Vec<f64>, killed: &[bool]) -> Option<PlacedTest> {
    if !world.is_sure(&point) || !proof::certify::constraint_holds(world, &point) {
        return None;
    }
    let oracle = oracle_at(world, &point)?;
    let concerned = |m: &usize| match &world.mutants[*m].change {
        MutantChange::Place(place) => place.contains(&point),
        _ => !killed[*m],
    };
    let targets: Vec<usize> = (0..world.mutants.len()).filter(concerned).collect();
    let kills = kills_at(world, &point, &oracle, &targets);
    Some(PlacedTest { point, oracle, kills })
}
