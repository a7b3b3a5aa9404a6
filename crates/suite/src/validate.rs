//! Whether a suite is sound in itself: ids, cross references, oracles, counts.
//!
//! This is bookkeeping, not proof: it shows that the parts of a file agree, not that what they say is true.

use crate::hex;
use crate::summary::Summary;
use crate::test::{Expect, Test};
use crate::types::{FORMAT, MutantEvidence, MutantRecord, Status, Suite, VERSION};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Something in a suite that does not agree with the rest of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuiteProblem {
    /// Where: `mutant binary-3`, `test T2`, `summary`.
    pub place: String,
    /// What, in one sentence without a full stop.
    pub message: String,
}

impl fmt::Display for SuiteProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

/// An end of a chain from mutant to test that leads nowhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Orphan {
    /// A killed mutant that no test kills.
    Mutant(String),
    /// A test that kills nothing and has no objective.
    Test(String),
}

impl Suite {
    /// Everything in the suite that does not agree with the rest of it; empty for a sound suite.
    pub fn validate(&self) -> Vec<SuiteProblem> {
        let mut check = SuiteCheck::new(self);
        check.header();
        check.unique_ids();
        self.mutants.iter().for_each(|m| check.mutant(m));
        self.tests.iter().for_each(|t| check.test(t));
        check.orphans();
        check.summary();
        check.problems
    }

    /// Killed mutants without a test and tests without a purpose.
    pub fn orphans(&self) -> Vec<Orphan> {
        let killed = |m: &&MutantRecord| m.status == Status::Killed && m.killed_by.is_empty();
        let idle = |t: &&Test| t.kills.is_empty() && t.objectives.is_empty();
        let mutants = self.mutants.iter().filter(killed).map(|m| Orphan::Mutant(m.id.clone()));
        let tests = self.tests.iter().filter(idle).map(|t| Orphan::Test(t.id.clone()));
        mutants.chain(tests).collect()
    }
}

/// A walk over a suite that gathers problems.
struct SuiteCheck<'a> {
    suite: &'a Suite,
    mutants: BTreeMap<&'a str, &'a MutantRecord>,
    tests: BTreeMap<&'a str, &'a Test>,
    problems: Vec<SuiteProblem>,
}

impl<'a> SuiteCheck<'a> {
    fn new(suite: &'a Suite) -> SuiteCheck<'a> {
        SuiteCheck {
            suite,
            mutants: suite.mutants.iter().map(|m| (m.id.as_str(), m)).collect(),
            tests: suite.tests.iter().map(|t| (t.id.as_str(), t)).collect(),
            problems: vec![],
        }
    }

    fn report(&mut self, place: impl Into<String>, message: impl Into<String>) {
        self.problems.push(SuiteProblem {
            place: place.into(),
            message: message.into(),
        });
    }

    fn header(&mut self) {
        if self.suite.format != FORMAT || self.suite.version != VERSION {
            self.report("suite", format!("format and version are not `{FORMAT}` and {VERSION}"));
        }
    }

    fn unique_ids(&mut self) {
        let mutants = repeated(self.suite.mutants.iter().map(|m| m.id.as_str()));
        mutants
            .iter()
            .for_each(|id| self.report(mutant_place(id), "its id is not unique"));
        let tests = repeated(self.suite.tests.iter().map(|t| t.id.as_str()));
        tests
            .iter()
            .for_each(|id| self.report(test_place(id), "its id is not unique"));
    }

    fn mutant(&mut self, mutant: &MutantRecord) {
        let place = mutant_place(&mutant.id);
        for id in &mutant.killed_by {
            match self.tests.get(id.as_str()) {
                None => self.report(&place, format!("`killed_by` names the test {id}, which does not exist")),
                Some(test) if !test.kills.contains(&mutant.id) => {
                    self.report(
                        &place,
                        format!("`killed_by` names the test {id}, which does not list this mutant"),
                    );
                }
                Some(_) => {}
            }
        }
        if mutant.status != Status::Killed && !mutant.killed_by.is_empty() {
            self.report(&place, "it has killers but is not killed");
        }
        if let Some(message) = evidence_problem(mutant, &self.mutants) {
            self.report(&place, message);
        }
    }

    fn test(&mut self, test: &Test) {
        let place = test_place(&test.id);
        for id in &test.kills {
            match self.mutants.get(id.as_str()) {
                None => self.report(&place, format!("`kills` names the mutant {id}, which does not exist")),
                Some(mutant) if !mutant.killed_by.contains(&test.id) => {
                    self.report(
                        &place,
                        format!("`kills` names the mutant {id}, which does not list this test"),
                    );
                }
                Some(_) => {}
            }
        }
        self.inputs(test, &place);
        self.objectives(test, &place);
        if let Some(message) = oracle_problem(test) {
            self.report(&place, message);
        }
    }

    fn inputs(&mut self, test: &Test, place: &str) {
        let names = test.inputs.iter().map(|i| &i.name);
        if !names.eq(self.suite.spec.arguments.iter().map(|a| &a.name)) {
            self.report(
                place,
                "its inputs are not the arguments of the specification, in their order",
            );
        }
        for input in test.inputs.iter().filter(|i| i.decimal != hex::decimal(i.hex.0)) {
            self.report(
                place,
                format!(
                    "the input {} is {} in one form and {} in the other",
                    input.name, input.hex, input.decimal
                ),
            );
        }
    }

    /// What a test stands for is what the mutants stand for that it kills; without kills it is left to who made it.
    fn objectives(&mut self, test: &Test, place: &str) {
        let killed = test.kills.iter().filter_map(|id| self.mutants.get(id.as_str()));
        let due: BTreeSet<&str> = killed.map(|mutant| mutant.objective.as_str()).collect();
        let named: BTreeSet<&str> = test.objectives.iter().map(String::as_str).collect();
        if !due.is_empty() && due != named {
            self.report(place, "its objectives are not those of the mutants that it kills");
        }
    }

    fn orphans(&mut self) {
        for orphan in self.suite.orphans() {
            match orphan {
                Orphan::Mutant(id) => self.report(mutant_place(&id), "it is killed but no test kills it"),
                Orphan::Test(id) => self.report(test_place(&id), "it kills nothing and has no objective"),
            }
        }
    }

    fn summary(&mut self) {
        let counted = Summary::of(&self.suite.mutants, &self.suite.tests);
        let written = &self.suite.summary;
        if written.operators != counted.operators {
            self.report("summary", "the counts per operator do not agree with the mutants");
        }
        if written.total != counted.total {
            self.report("summary", "the totals do not agree with the mutants");
        }
        if written.tests != counted.tests {
            self.report("summary", "the counts of tests do not agree with the tests");
        }
    }
}

fn mutant_place(id: &str) -> String {
    format!("mutant {id}")
}

fn test_place(id: &str) -> String {
    format!("test {id}")
}

/// What occurs more than once, each once.
fn repeated<'a>(ids: impl Iterator<Item = &'a str>) -> BTreeSet<&'a str> {
    let mut seen = BTreeSet::new();
    ids.filter(|id| !seen.insert(*id)).collect()
}

fn evidence_problem(mutant: &MutantRecord, mutants: &BTreeMap<&str, &MutantRecord>) -> Option<String> {
    match (mutant.status, &mutant.evidence) {
        (Status::Killed, MutantEvidence::Kill { test, .. }) => {
            let named = mutant.killed_by.contains(test);
            (!named).then(|| format!("its evidence names the test {test}, which `killed_by` does not"))
        }
        (Status::Duplicate, MutantEvidence::Duplicate { of, .. }) => {
            duplicate_problem(of, mutants.get(of.as_str()).copied())
        }
        (Status::Equivalent, MutantEvidence::Identity { .. } | MutantEvidence::Covering { .. }) => None,
        (Status::Undecided, MutantEvidence::Undecided { .. }) => None,
        _ => Some("its evidence is not of the kind that its status needs".into()),
    }
}

fn duplicate_problem(of: &str, first: Option<&MutantRecord>) -> Option<String> {
    match first.map(|m| m.status) {
        None => Some(format!("it is a duplicate of {of}, which does not exist")),
        Some(Status::Duplicate) => Some(format!("it is a duplicate of {of}, which is a duplicate itself")),
        Some(_) => None,
    }
}

fn oracle_problem(test: &Test) -> Option<&'static str> {
    let has_range = test.valid.is_some() || test.invalid.is_some();
    match test.expect {
        Expect::Value if !has_range => Some("it expects a value but has neither `valid` nor `invalid`"),
        Expect::Value => range_problem(test),
        Expect::Reject | Expect::Undefined if has_range => Some("it expects no value but has `valid` or `invalid`"),
        Expect::Reject | Expect::Undefined => None,
    }
}

fn range_problem(test: &Test) -> Option<&'static str> {
    let ends = [
        test.valid.map(|v| [v.lo, v.hi]),
        test.invalid.map(|i| [i.below, i.above]),
    ];
    if ends.iter().flatten().flatten().any(|end| end.0.is_nan()) {
        return Some("its oracle contains a NaN");
    }
    let valid = test.valid?;
    if valid.lo.0 > valid.hi.0 {
        return Some("`valid` is empty");
    }
    let invalid = test.invalid?;
    // Nothing is beyond an infinity that is acceptable itself.
    let beyond = |outer: f64, inner: f64| outer > inner || (outer == inner && inner == f64::INFINITY);
    let apart = beyond(-invalid.below.0, -valid.lo.0) && beyond(invalid.above.0, valid.hi.0);
    (!apart).then_some("`valid` and `invalid` overlap")
}
