//! The lemmas of the search with their hints, and the proof that is left of them.
//!
//! A clause that the engine derives follows by unit propagation from the conflict it was derived from and the reasons of
//! the variables behind that conflict. Going from the conflict through the reasons, and stopping at the variables of the
//! derived clause, meets exactly the clauses that are needed; in the order of the trail they are the hints of LRAT.

use super::Engine;
use super::arena::Place;
use super::lit::Lit;
use crate::{ClauseProof, ClauseSet, ClauseStep, Literal};

/// The lemmas so far.
pub struct Log {
    pub wanted: bool,
    lemmas: ClauseProof,
    /// How many clauses the set has.
    given: u32,
    /// Whether the empty clause is there; nothing comes after it.
    closed: bool,
    /// Variables that were met, in the walk from a conflict.
    met: Vec<bool>,
    /// Their list.
    met_list: Vec<usize>,
    /// The reasons met, with the places of their literals on the trail.
    reasons: Vec<(u32, u32)>,
    /// What the engine derived last, as hints and as literals.
    hints: Vec<u32>,
    literals: Vec<Literal>,
    /// Decisions that the walk ended at.
    decisions: Vec<Lit>,
}

impl Log {
    pub fn new(wanted: bool, given: u32, variables: usize) -> Log {
        Log {
            wanted,
            lemmas: ClauseProof::new(),
            given,
            closed: false,
            met: vec![false; variables],
            met_list: Vec::new(),
            reasons: Vec::new(),
            hints: Vec::new(),
            literals: Vec::new(),
            decisions: Vec::new(),
        }
    }

    /// How many words the lemmas take.
    pub fn words(&self) -> usize {
        self.lemmas.words() + 4 * self.lemmas.len()
    }

    /// Whether the numbers of lemmas come to an end.
    pub fn is_full(&self) -> bool {
        self.lemmas.len() as u64 + u64::from(self.given) >= u64::from(u32::MAX) - 1
    }

    /// Adds a lemma with hints that are known; its number is the answer.
    pub fn add(&mut self, lits: &[Lit], hints: &[u32]) -> u32 {
        if !self.wanted || self.closed {
            return 0;
        }
        self.closed = lits.is_empty();
        self.literals.clear();
        self.literals.extend(lits.iter().map(|lit| Literal::from(*lit)));
        self.lemmas.add_lemma(&self.literals, hints);
        self.given + self.lemmas.len() as u32
    }

    fn meet(&mut self, variable: usize) -> bool {
        if std::mem::replace(&mut self.met[variable], true) {
            return false;
        }
        self.met_list.push(variable);
        true
    }

    fn forget(&mut self) {
        for variable in self.met_list.drain(..) {
            self.met[variable] = false;
        }
        self.reasons.clear();
        self.hints.clear();
        self.decisions.clear();
    }

    /// The proof: only lemmas that the empty clause, which is the last lemma, rests on; each clause is deleted after its last use.
    pub fn into_proof(self, set: &ClauseSet) -> ClauseProof {
        if self.lemmas.is_empty() {
            return self.lemmas;
        }
        let last_uses = last_uses(&self.lemmas, set.len());
        rewritten(&self.lemmas, &last_uses, set.len())
    }
}

const UNUSED: u32 = u32::MAX;

/// For each number of a clause, the place of the last lemma that uses it, going back from the last lemma.
fn last_uses(lemmas: &ClauseProof, given: usize) -> Vec<u32> {
    let mut last = vec![UNUSED; given + lemmas.len() + 1];
    let end = lemmas.len() - 1;
    last[given + lemmas.len()] = end as u32;
    for index in (0..lemmas.len()).rev() {
        if last[given + index + 1] == UNUSED {
            continue;
        }
        for hint in hints_of(lemmas, index) {
            let use_of = &mut last[*hint as usize];
            if *use_of == UNUSED {
                *use_of = index as u32;
            }
        }
    }
    last
}

fn hints_of(lemmas: &ClauseProof, index: usize) -> &[u32] {
    match lemmas.step(index) {
        Some(ClauseStep::Lemma { hints, .. }) => hints,
        _ => &[],
    }
}

/// The used lemmas with numbers that have no gaps.
fn rewritten(lemmas: &ClauseProof, last_uses: &[u32], given: usize) -> ClauseProof {
    let mut proof = ClauseProof::new();
    let mut numbers: Vec<u32> = (0..=given as u32).collect();
    let mut next = given as u32;
    let (mut hints, mut done) = (Vec::new(), Vec::new());
    for (index, step) in lemmas.steps().enumerate() {
        let is_used = last_uses[given + index + 1] != UNUSED;
        next += u32::from(is_used);
        numbers.push(next);
        let ClauseStep::Lemma { literals, hints: old } = step else {
            continue;
        };
        if !is_used {
            continue;
        }
        hints.clear();
        hints.extend(old.iter().map(|hint| numbers[*hint as usize]));
        proof.add_lemma(literals, &hints);
        let ends = old.iter().filter(|hint| last_uses[**hint as usize] == index as u32);
        done.clear();
        done.extend(ends.map(|hint| numbers[*hint as usize]));
        done.sort_unstable();
        done.dedup();
        if !done.is_empty() && !literals.is_empty() {
            proof.add_deletion(&done);
        }
    }
    proof
}

impl Engine {
    /// Logs a clause that follows from `conflict`, all of whose literals are false once those of the clause are.
    pub fn log_from(&mut self, clause: &[Lit], conflict: Place) -> u32 {
        if !self.log.wanted {
            return 0;
        }
        self.walk(clause, conflict);
        let hints = std::mem::take(&mut self.log.hints);
        let number = self.log.add(clause, &hints);
        self.log.hints = hints;
        number
    }

    /// Decisions behind a conflict, `stops` left out.
    pub fn decisions_behind(&mut self, stops: &[Lit], conflict: Place) -> Vec<Lit> {
        self.walk(stops, conflict);
        self.log.decisions.clone()
    }

    /// Goes from the conflict through the reasons, not past the variables of `stops`, and sets the hints.
    fn walk(&mut self, stops: &[Lit], conflict: Place) {
        self.log.forget();
        for lit in stops {
            self.log.meet(lit.variable());
        }
        let first = self.log.met_list.len();
        self.meet_literals(conflict);
        let mut next = first;
        while let Some(variable) = self.log.met_list.get(next).copied() {
            self.pass(variable);
            next += 1;
        }
        self.log.reasons.sort_unstable();
        let reasons = self.log.reasons.iter().map(|(_, number)| *number);
        self.log.hints.extend(reasons);
        self.log.hints.push(self.arena.number(conflict));
    }

    fn meet_literals(&mut self, clause: Place) {
        for word in self.arena.raw(clause) {
            self.log.meet(Lit(*word).variable());
        }
    }

    fn pass(&mut self, variable: usize) {
        let state = self.trail.state(variable);
        if let Some(reason) = state.reason {
            self.log.reasons.push((state.position, self.arena.number(reason)));
            self.meet_literals(reason);
        } else if state.level == 0 {
            self.log.hints.push(self.units[variable]);
        } else {
            self.log.decisions.push(self.trail.literals()[state.position as usize]);
        }
    }
}
