//! What came of the questions, entered into the suite.

use super::Finding;
use super::question::{MutantQuestion, numbers};
use mutation::MutantObjective;
use proof::certify::{Certified, certify};
use proof::draft::draft;
use proof::oracle::Oracle;
use proof::world::World;
use suite::{MutantEvidence, MutantRecord, Status, Suite, Summary, Test, TestKind};

/// Enters tests and remarks. A killing input becomes a test only if no earlier one kills its mutant, too.
pub(super) fn enter(suite: &mut Suite, world: &World, questions: &[MutantQuestion], findings: Vec<Finding>) {
    for (question, finding) in questions.iter().zip(findings) {
        let open = suite.mutants[question.record].status == Status::Undecided;
        match finding {
            Finding::Kill(point) if open => add_test(suite, world, &point),
            Finding::Kill(_) => {}
            Finding::Remark(text) if open => remark(&mut suite.mutants[question.record], &text),
            Finding::Remark(_) => {}
        }
    }
    suite.summary = Summary::of(&suite.mutants, &suite.tests);
}

fn remark(mutant: &mut MutantRecord, text: &str) {
    if let MutantEvidence::Undecided { reason, .. } = &mut mutant.evidence {
        *reason = format!("{reason}; {text}");
    }
}

/// A test at a point, with all mutants that it kills.
fn add_test(suite: &mut Suite, world: &World, point: &[f64]) {
    let targets = targets(suite, world);
    let worlds: Vec<usize> = targets.iter().map(|&(_, m)| m).collect();
    let Ok(Certified { oracle, kills }) = certify(world, point, &worlds) else {
        return;
    };
    let id = format!("t{}", suite.tests.len() + 1);
    let mut killed = Vec::new();
    for (record, m) in targets {
        let Some(&(_, how)) = kills.iter().find(|&&(k, _)| k == m) else {
            continue;
        };
        let mutant = &mut suite.mutants[record];
        mutant.killed_by.push(id.clone());
        if mutant.status == Status::Undecided {
            mutant.status = Status::Killed;
            mutant.evidence = MutantEvidence::Kill { test: id.clone(), how };
        }
        killed.push(record);
    }
    let mutants: Vec<&MutantRecord> = killed.iter().map(|&record| &suite.mutants[record]).collect();
    let test = test(world, id, point, &oracle, &mutants);
    suite.tests.push(test);
}

/// Mutants that a test may kill: their numbers in the suite and in the world, ascending.
fn targets(suite: &Suite, world: &World) -> Vec<(usize, usize)> {
    let numbers = numbers(world);
    let open = |mutant: &MutantRecord| matches!(mutant.status, Status::Killed | Status::Undecided);
    let all = suite.mutants.iter().enumerate().filter(|(_, mutant)| open(mutant));
    all.filter_map(|(record, mutant)| Some((record, *numbers.get(mutant.id.as_str())?)))
        .collect()
}

fn test(world: &World, id: String, point: &[f64], oracle: &Oracle, killed: &[&MutantRecord]) -> Test {
    Test {
        kills: killed.iter().map(|mutant| mutant.id.clone()).collect(),
        objectives: objectives(killed),
        ..draft(&world.spec, id, TestKind::Normal, point, Some(oracle))
    }
}

/// The objectives of mutants, each once.
fn objectives(killed: &[&MutantRecord]) -> Vec<String> {
    let names = MutantObjective::ALL.iter().map(|objective| objective.name());
    let has = |name: &&str| killed.iter().any(|mutant| mutant.objective == *name);
    names.filter(has).map(String::from).collect()
}
