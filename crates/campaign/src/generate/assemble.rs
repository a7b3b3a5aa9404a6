//! From points and fates to the mutants and tests of a suite.

use super::GenerateOptions;
use super::fates::MutantFate;
use super::outside::{Outside, OutsideOutcome};
use super::placed::PlacedTests;
use super::scan::Scan;
use crate::fewest::cover_times;
use mutation::{CanonicalCore, Direction, Mutant, MutantChange, MutantObjective, RangeSide};
use proof::bits::Bits;
use proof::certify::{Certified, certify};
use proof::draft;
use proof::oracle::Oracle;
use proof::world::World;
use rayon::prelude::*;
use std::collections::HashMap;
use suite::{How, MutantEvidence, MutantRecord, Status, Test, TestKind};

/// A test before it has its place in the suite.
struct TestDraft {
    kind: TestKind,
    point: Vec<f64>,
    /// `None`: must be rejected.
    oracle: Option<Oracle>,
    kills: Vec<(usize, How)>,
}

/// The mutants and tests of a suite.
pub struct SuiteParts {
    /// All mutants with what became of them.
    pub mutants: Vec<MutantRecord>,
    /// All tests.
    pub tests: Vec<Test>,
}

/// The mutants of the formula and the tests that kill them.
pub fn assemble(
    world: &World,
    scan: &Scan,
    fates: &[MutantFate],
    outside: &[Outside],
    options: &GenerateOptions,
) -> SuiteParts {
    let mut drafts = normal_tests(world, scan, fates, options.kills);
    drafts.extend(robustness_tests(outside));
    let tests: Vec<Test> = drafts.iter().enumerate().map(|(n, d)| test(world, n, d)).collect();
    let killers = killers(world, &drafts, &tests);
    let canonical = CanonicalCore::new(&world.spec);
    let mutants = (0..world.mutants.len())
        .map(|m| {
            let end = end(world, m, &fates[m], outside, &killers[m]);
            record(&world.mutants[m], &canonical, end, &killers[m])
        })
        .collect();
    SuiteParts { mutants, tests }
}

/// Adds the tests of places. One whose input has a test already adds its kills to that.
pub fn add_placed(parts: &mut SuiteParts, placed: PlacedTests) {
    let world = &placed.world;
    let mut killers: Vec<Vec<(String, How)>> = vec![Vec::new(); world.mutants.len()];
    for found in placed.tests {
        let number = add_test(parts, world, found.point, found.oracle);
        let test = &mut parts.tests[number];
        let kills = &found.kills;
        kills
            .iter()
            .for_each(|&(m, how)| killers[m].push((test.id.clone(), how)));
        test.kills
            .extend(kills.iter().map(|&(m, _)| world.mutants[m].id.clone()));
        let has = |o: &MutantObjective| {
            let killed = kills.iter().any(|&(m, _)| world.mutants[m].objective() == *o);
            killed || test.objectives.iter().any(|name| name == o.name())
        };
        let objectives = MutantObjective::ALL.iter().filter(|o| has(o));
        test.objectives = objectives.map(|o| o.name().to_string()).collect();
    }
    let mut open: HashMap<usize, MutantEvidence> = placed.open.into_iter().collect();
    let canonical = CanonicalCore::new(&world.spec);
    for (m, killers) in killers.iter().enumerate() {
        let end = match killers.first() {
            Some((test, how)) => (
                Status::Killed,
                MutantEvidence::Kill {
                    test: test.clone(),
                    how: *how,
                },
            ),
            None => open_end(open.remove(&m)),
        };
        parts.mutants.push(record(&world.mutants[m], &canonical, end, killers));
    }
}

fn open_end(evidence: Option<MutantEvidence>) -> (Status, MutantEvidence) {
    match evidence {
        Some(evidence @ MutantEvidence::Covering { .. }) => (Status::Equivalent, evidence),
        Some(evidence) => (Status::Undecided, evidence),
        None => undecided("no test kills it"),
    }
}

/// The number of the test with this input, which is made if there is none.
fn add_test(parts: &mut SuiteParts, world: &World, point: Vec<f64>, oracle: Oracle) -> usize {
    let same = |test: &Test| {
        let mut pairs = test.inputs.iter().zip(&point);
        test.kind == TestKind::Normal && pairs.all(|(input, x)| input.hex.0.to_bits() == x.to_bits())
    };
    let known = parts.tests.iter().position(same);
    known.unwrap_or_else(|| {
        let found = TestDraft {
            kind: TestKind::Normal,
            point,
            oracle: Some(oracle),
            kills: Vec::new(),
        };
        parts.tests.push(test(world, parts.tests.len(), &found));
        parts.tests.len() - 1
    })
}

/// The fewest points that kill all that was killed, as often as wanted, certified; a point that cannot be certified is
/// left out and the rest is covered anew.
fn normal_tests(world: &World, scan: &Scan, fates: &[MutantFate], times: usize) -> Vec<TestDraft> {
    let mut needed = Bits::new(world.mutants.len());
    (0..fates.len())
        .filter(|&m| matches!(fates[m], MutantFate::Killed))
        .for_each(|m| needed.insert(m));
    let targets: Vec<usize> = needed.iter().collect();
    let mut proven = scan.kills.clone();
    let mut known: Vec<Option<Certified>> = (0..proven.len()).map(|_| None).collect();
    let mut tried = vec![false; proven.len()];
    loop {
        let mut chosen = cover_times(&at_bounds(world, scan, &proven), &needed, times);
        // What is required is looked at once with MPFR, whatever the scan saw there.
        chosen.extend(scan.required.iter().filter(|&&i| !tried[i] || !proven[i].is_empty()));
        chosen.sort_unstable();
        chosen.dedup();
        let open: Vec<usize> = chosen.iter().copied().filter(|&i| known[i].is_none()).collect();
        if open.is_empty() {
            return chosen
                .into_iter()
                .filter_map(|i| Some(draft(&scan.points[i], known[i].take()?)))
                .collect();
        }
        let fresh: Vec<_> = open
            .par_iter()
            .map(|&i| certify(world, &scan.points[i], &targets))
            .collect();
        for (&i, certified) in open.iter().zip(fresh) {
            tried[i] = true;
            // What is proved with MPFR replaces what the scan saw.
            proven[i].clear();
            if let Ok(certified) = certified {
                certified.kills.iter().for_each(|&(m, _)| proven[i].insert(m));
                known[i] = Some(certified);
            }
        }
    }
}

/// What points kill, with the mutants that narrow a range left to the points at its very bound, where there are such:
/// faults like to sit there.
fn at_bounds(world: &World, scan: &Scan, kills: &[Bits]) -> Vec<Bits> {
    let mut sets = kills.to_vec();
    for m in 0..world.mutants.len() {
        let Some((input, bound)) = narrowed_bound(world, m) else {
            continue;
        };
        let is_at = |i: usize| scan.points[i][input] == bound;
        if (0..sets.len()).any(|i| is_at(i) && kills[i].contains(m)) {
            (0..sets.len()).filter(|&i| !is_at(i)).for_each(|i| sets[i].remove(m));
        }
    }
    sets
}

/// The input that a mutant narrows, and its bound on that side.
fn narrowed_bound(world: &World, mutant: usize) -> Option<(usize, f64)> {
    match world.mutants[mutant].change {
        MutantChange::Bound {
            input,
            side,
            direction: Direction::Inward,
            ..
        } => {
            let (lo, hi) = world.ranges[input];
            Some((input, if side == RangeSide::Lower { lo } else { hi }))
        }
        _ => None,
    }
}

fn draft(point: &[f64], certified: Certified) -> TestDraft {
    TestDraft {
        kind: TestKind::Normal,
        point: point.to_vec(),
        oracle: Some(certified.oracle),
        kills: certified.kills,
    }
}

fn robustness_tests(outside: &[Outside]) -> Vec<TestDraft> {
    let mut drafts = Vec::new();
    for found in outside {
        if let OutsideOutcome::Test { point, oracle, how } = &found.outcome {
            drafts.push(TestDraft {
                kind: TestKind::Robustness,
                point: point.clone(),
                oracle: oracle.clone(),
                kills: vec![(found.mutant, *how)],
            });
        }
    }
    drafts
}

/// For each mutant, the tests that kill it and how.
fn killers(world: &World, drafts: &[TestDraft], tests: &[Test]) -> Vec<Vec<(String, How)>> {
    let mut all = vec![Vec::new(); world.mutants.len()];
    for (draft, test) in drafts.iter().zip(tests) {
        for &(m, how) in &draft.kills {
            all[m].push((test.id.clone(), how));
        }
    }
    all
}

fn test(world: &World, number: usize, found: &TestDraft) -> Test {
    let id = format!("t{}", number + 1);
    Test {
        kills: found.kills.iter().map(|&(m, _)| world.mutants[m].id.clone()).collect(),
        objectives: objectives(world, found),
        ..draft::draft(&world.spec, id, found.kind, &found.point, found.oracle.as_ref())
    }
}

/// The objectives of the mutants that a test kills, each once.
fn objectives(world: &World, draft: &TestDraft) -> Vec<String> {
    let has = |o: &&MutantObjective| draft.kills.iter().any(|&(m, _)| world.mutants[m].objective() == **o);
    MutantObjective::ALL
        .iter()
        .filter(has)
        .map(|o| o.name().to_string())
        .collect()
}

fn record(
    mutant: &Mutant,
    canonical: &CanonicalCore<'_>,
    (status, evidence): (Status, MutantEvidence),
    killers: &[(String, How)],
) -> MutantRecord {
    MutantRecord {
        id: mutant.id.clone(),
        operator: mutant.operator.name().into(),
        objective: mutant.objective().name().into(),
        description: mutant.description.clone(),
        fpcore: canonical.mutant_text(mutant),
        status,
        killed_by: killers.iter().map(|(test, _)| test.clone()).collect(),
        evidence,
    }
}

/// What became of a mutant, and why.
fn end(
    world: &World,
    m: usize,
    fate: &MutantFate,
    outside: &[Outside],
    killers: &[(String, How)],
) -> (Status, MutantEvidence) {
    match killers.first() {
        Some((test, how)) => {
            let (test, how) = (test.clone(), *how);
            (Status::Killed, MutantEvidence::Kill { test, how })
        }
        None => unkilled(world, m, fate, outside),
    }
}

fn unkilled(world: &World, m: usize, fate: &MutantFate, outside: &[Outside]) -> (Status, MutantEvidence) {
    if let MutantChange::Bound {
        direction: Direction::Outward,
        ..
    } = world.mutants[m].change
        && let Some(found) = outside.iter().find(|o| o.mutant == m)
    {
        return unkilled_outside(&found.outcome);
    }
    match fate {
        MutantFate::Equivalent(evidence) => (Status::Equivalent, evidence.clone()),
        MutantFate::Duplicate { of, rules } => {
            let of = world.mutants[*of].id.clone();
            (
                Status::Duplicate,
                MutantEvidence::Duplicate {
                    of,
                    rules: rules.clone(),
                },
            )
        }
        MutantFate::Open { reason, boxes, closest } => {
            let (reason, closest) = (reason.clone(), closest.clone());
            (
                Status::Undecided,
                MutantEvidence::Undecided {
                    reason,
                    boxes: *boxes,
                    closest,
                },
            )
        }
        MutantFate::Killed => undecided("killed by binary64 enclosures, but no oracle could be proved at the input"),
    }
}

fn unkilled_outside(outcome: &OutsideOutcome) -> (Status, MutantEvidence) {
    let covering = |boxes: u64, rule: &str| {
        let rules = vec![rule.to_string()];
        (Status::Equivalent, MutantEvidence::Covering { boxes, rules })
    };
    match outcome {
        OutsideOutcome::NoInput => covering(1, "no-float-between-the-bounds"),
        OutsideOutcome::NothingThere { boxes } => covering(*boxes, "no-value-beyond-the-bound"),
        _ => undecided("no input beyond the bound was found that tells it apart"),
    }
}

fn undecided(reason: &str) -> (Status, MutantEvidence) {
    (
        Status::Undecided,
        MutantEvidence::Undecided {
            reason: reason.into(),
            boxes: 0,
            closest: None,
        },
    )
}
