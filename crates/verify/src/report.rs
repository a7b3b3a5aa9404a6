//! What came of re-proving a suite.

use std::fmt;

/// The outcome of a verification. The suite is verified if there are no problems.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VerifyReport {
    /// Oracles: one per test.
    pub oracles: Count,
    /// Kills: one per pair of a mutant and a test that kills it.
    pub kills: Count,
    /// Mutants that are claimed to be equivalent. They are tried, not proved again.
    pub equivalents: Sampled,
    /// Mutants that are claimed to be the same function as an earlier one. They are tried, not proved again.
    pub duplicates: Sampled,
    /// Everything that is false, could not be proved again, or does not fit together; in the order of the file.
    pub problems: Vec<VerifyProblem>,
}

impl VerifyReport {
    /// Whether every claim held.
    pub fn is_verified(&self) -> bool {
        self.problems.is_empty()
    }

    /// Notes a problem.
    pub(super) fn note(&mut self, place: impl Into<String>, message: impl Into<String>) {
        self.problems.push(VerifyProblem {
            place: place.into(),
            message: message.into(),
        });
    }

    /// Adds the counts and problems of another part of the suite.
    pub(super) fn absorb(&mut self, part: VerifyReport) {
        self.oracles.add(part.oracles);
        self.kills.add(part.kills);
        self.equivalents.add(part.equivalents);
        self.duplicates.add(part.duplicates);
        self.problems.extend(part.problems);
    }
}

/// How many claims were proved again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Proved again.
    pub proved: usize,
    /// Proved to be false.
    pub failed: usize,
    /// Neither, at the highest precision or within the limits on work.
    pub undecided: usize,
}

impl Count {
    /// All claims.
    pub fn total(self) -> usize {
        self.proved + self.failed + self.undecided
    }

    fn add(&mut self, other: Count) {
        self.proved += other.proved;
        self.failed += other.failed;
        self.undecided += other.undecided;
    }
}

/// Claims that were tried at points: a refutation disproves one, but no number of points proves one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sampled {
    /// How many claims.
    pub claims: usize,
    /// How many of them some point refutes.
    pub refuted: usize,
    /// How many points were tried, over all claims.
    pub points: usize,
}

impl Sampled {
    fn add(&mut self, other: Sampled) {
        self.claims += other.claims;
        self.refuted += other.refuted;
        self.points += other.points;
    }
}

/// Something in a suite that is not so, or that could not be proved again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyProblem {
    /// Where: `suite`, `spec`, `mutant binary:1:…`, `test T2`, `summary`.
    pub place: String,
    /// What, in one sentence without a full stop.
    pub message: String,
}

impl fmt::Display for VerifyProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

/// The outcome of one claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ClaimOutcome {
    Proved,
    Failed(String),
    Undecided(String),
}

impl ClaimOutcome {
    /// The worse of two: one false part makes a claim false.
    pub(super) fn and(self, other: ClaimOutcome) -> ClaimOutcome {
        match (self, other) {
            (ClaimOutcome::Proved, other) => other,
            (failed @ ClaimOutcome::Failed(_), _) | (_, failed @ ClaimOutcome::Failed(_)) => failed,
            (undecided, _) => undecided,
        }
    }

    /// Counts the outcome and notes it unless it is a proof.
    pub(super) fn enter(
        self,
        place: &str,
        count: impl FnOnce(&mut VerifyReport) -> &mut Count,
        report: &mut VerifyReport,
    ) {
        let count = count(report);
        match self {
            ClaimOutcome::Proved => count.proved += 1,
            ClaimOutcome::Failed(message) => {
                count.failed += 1;
                report.note(place, message);
            }
            ClaimOutcome::Undecided(message) => {
                count.undecided += 1;
                report.note(place, format!("could not be proved again: {message}"));
            }
        }
    }
}
