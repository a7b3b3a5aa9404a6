//! The checker of proofs: unit propagation along the hints, and nothing else.
//!
//! It shares no code with the solver. A lemma C is accepted if, with every literal of C made false, each hint in its turn is
//! a clause with exactly one literal that is not false — that literal is then made true — and some hint is a clause
//! with none. Then the clauses that the hints name entail C. A proof is accepted if it has the empty lemma.

use crate::{ClauseProof, ClauseSet, ClauseStep, Literal};
use std::error::Error;
use std::fmt;

/// Accepts the proof if it refutes the set.
///
/// # Errors
/// The first step that does not hold, and why.
pub fn check(set: &ClauseSet, proof: &ClauseProof) -> Result<(), ClauseProofFault> {
    let mut checker = Checker::new(set);
    for (step, what) in proof.steps().enumerate() {
        let taken = checker.take(what);
        if taken.map_err(|reason| ClauseProofFault { step, reason })? == Progress::Refuted {
            return Ok(());
        }
    }
    let (step, reason) = (proof.len(), ClauseFaultReason::NoEmptyClause);
    Err(ClauseProofFault { step, reason })
}

/// Where a proof does not hold, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClauseProofFault {
    /// The step, counted from 0; the number of steps, if what is wrong is that the proof ends.
    pub step: usize,
    /// Why.
    pub reason: ClauseFaultReason,
}

/// Why a step does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClauseFaultReason {
    /// There is no clause with this number, or not any more.
    NoClause(u32),
    /// A hint is a clause with two or more literals that are not false.
    NotUnit(u32),
    /// A hint is a clause with a literal that is true already.
    Satisfied(u32),
    /// A lemma names a variable that the set does not have.
    NoVariable(u32),
    /// The hints end without a clause that has only false literals.
    NoConflict,
    /// The steps end without the empty clause.
    NoEmptyClause,
}

impl fmt::Display for ClauseProofFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {} of the proof: {}", self.step, self.reason)
    }
}

impl fmt::Display for ClauseFaultReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClauseFaultReason::NoClause(number) => write!(f, "there is no clause {number}, or not any more"),
            ClauseFaultReason::NotUnit(number) => write!(f, "clause {number} has several literals that are not false"),
            ClauseFaultReason::Satisfied(number) => write!(f, "clause {number} has a literal that is true already"),
            ClauseFaultReason::NoVariable(number) => write!(f, "the set has no variable {number}"),
            ClauseFaultReason::NoConflict => write!(f, "the hints end without a conflict"),
            ClauseFaultReason::NoEmptyClause => write!(f, "the steps end without the empty clause"),
        }
    }
}

impl Error for ClauseProofFault {}

/// Whether the empty clause is among the lemmas.
#[derive(PartialEq, Eq)]
enum Progress {
    Open,
    Refuted,
}

/// The clauses that are there, by number, and the literals that are false while a lemma is looked at.
struct Checker<'p> {
    /// Place 0 belongs to no clause.
    clauses: Vec<Option<&'p [Literal]>>,
    falsified: FalseLiterals,
}

impl<'p> Checker<'p> {
    fn new(set: &'p ClauseSet) -> Checker<'p> {
        let mut clauses = vec![None];
        clauses.extend(set.clauses().map(Some));
        let falsified = FalseLiterals::new(set.variables());
        Checker { clauses, falsified }
    }

    fn take(&mut self, step: ClauseStep<'p>) -> Result<Progress, ClauseFaultReason> {
        match step {
            ClauseStep::Lemma { literals, hints } => self.lemma(literals, hints),
            ClauseStep::Deletion(numbers) => self.delete(numbers).map(|()| Progress::Open),
        }
    }

    fn lemma(&mut self, literals: &'p [Literal], hints: &[u32]) -> Result<Progress, ClauseFaultReason> {
        self.falsified.clear();
        for literal in literals {
            self.falsified.admit(*literal)?;
        }
        self.follow(hints)?;
        self.clauses.push(Some(literals));
        Ok(if literals.is_empty() {
            Progress::Refuted
        } else {
            Progress::Open
        })
    }

    /// Follows the hints to a conflict. Hints after the conflict are not looked at.
    fn follow(&mut self, hints: &[u32]) -> Result<(), ClauseFaultReason> {
        // A tautology needs no hints: a literal of it and its negation cannot both be false.
        if self.falsified.contradict {
            return Ok(());
        }
        for number in hints {
            match self.falsified.rest(self.clause(*number)?, *number)? {
                Some(unit) => self.falsified.add(!unit),
                None => return Ok(()),
            }
        }
        Err(ClauseFaultReason::NoConflict)
    }

    fn clause(&self, number: u32) -> Result<&'p [Literal], ClauseFaultReason> {
        let clause = self.clauses.get(number as usize).copied().flatten();
        clause.ok_or(ClauseFaultReason::NoClause(number))
    }

    fn delete(&mut self, numbers: &[u32]) -> Result<(), ClauseFaultReason> {
        for number in numbers {
            self.clause(*number)?;
            self.clauses[*number as usize] = None;
        }
        Ok(())
    }
}

/// The literals that are false; those whose negation is false are true.
struct FalseLiterals {
    /// By literal: twice the variable, and 1 more for a negation.
    is_false: Vec<bool>,
    list: Vec<Literal>,
    /// Whether a literal and its negation are both false.
    contradict: bool,
}

impl FalseLiterals {
    fn new(greatest: u32) -> FalseLiterals {
        FalseLiterals {
            is_false: vec![false; 2 * greatest as usize + 2],
            list: Vec::new(),
            contradict: false,
        }
    }

    fn admit(&mut self, literal: Literal) -> Result<(), ClauseFaultReason> {
        if place(literal) >= self.is_false.len() {
            return Err(ClauseFaultReason::NoVariable(literal.variable()));
        }
        self.add(literal);
        Ok(())
    }

    fn add(&mut self, literal: Literal) {
        self.contradict |= self.is_false[place(!literal)];
        if !std::mem::replace(&mut self.is_false[place(literal)], true) {
            self.list.push(literal);
        }
    }

    fn clear(&mut self) {
        for literal in self.list.drain(..) {
            self.is_false[place(literal)] = false;
        }
        self.contradict = false;
    }

    /// The one literal of the clause that is not false, or `None` if all are.
    fn rest(&self, clause: &[Literal], number: u32) -> Result<Option<Literal>, ClauseFaultReason> {
        let mut rest = None;
        for literal in clause {
            if self.is_false[place(!*literal)] {
                return Err(ClauseFaultReason::Satisfied(number));
            }
            if !self.is_false[place(*literal)] && rest.replace(*literal).is_some_and(|other| other != *literal) {
                return Err(ClauseFaultReason::NotUnit(number));
            }
        }
        Ok(rest)
    }
}

fn place(literal: Literal) -> usize {
    2 * literal.variable() as usize + usize::from(literal.is_negative())
}
