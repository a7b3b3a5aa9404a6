//! Shortening learnt clauses: the negations of a clause's literals are assumed one after the other.
//!
//! If the assumptions so far lead to a conflict, or make another literal of the clause true, then the literals behind that are
//! a clause already, often a shorter one; literals that became false by themselves are not behind it. After Piette, Hamadi
//! and Saïs, and Luo and others. Neighbours in a sorted list of clauses share their first assumptions.

use super::Engine;
use super::analyze::TIER_TWO;
use super::arena::Place;
use super::lit::Lit;

/// The share of the work that may go into shortening: one in this many ticks.
const SHARE: u64 = 10;

/// A clause to be shortened, with its literals in the order of the assumptions.
struct Candidate {
    literals: Vec<Lit>,
    clause: Place,
}

/// Where the clause is found that shows a shorter one: all literals of `clause` but those of `stop` are false.
struct Shown {
    stop: Option<Lit>,
    clause: Place,
}

impl Engine {
    /// Shortens good learnt clauses for as long as there is work to spare. Ends on level 0.
    pub fn vivify(&mut self) {
        self.backtrack(0);
        let before = self.ticks;
        let limit = before + (before / SHARE).saturating_sub(self.vivify_ticks);
        for candidate in self.vivify_candidates() {
            if self.ticks >= limit || self.refuted {
                break;
            }
            self.vivify_clause(&candidate);
        }
        self.retreat(0);
        self.vivify_ticks += self.ticks - before;
        self.ticks = before;
        self.pack();
    }

    /// Good clauses that were not tried yet; when all were, all may be tried again.
    fn vivify_candidates(&mut self) -> Vec<Candidate> {
        let is_good =
            |engine: &Engine, clause: &Place| engine.arena.is_learnt(*clause) && engine.arena.glue(*clause) <= TIER_TWO;
        let good: Vec<Place> = self.arena.places().filter(|clause| is_good(self, clause)).collect();
        let mut untried: Vec<Place> = good
            .iter()
            .copied()
            .filter(|clause| !self.arena.is_tried(*clause))
            .collect();
        if untried.is_empty() {
            good.iter().for_each(|clause| self.arena.set_tried(*clause, false));
            untried = good;
        }
        self.in_order(&untried)
    }

    /// Literals that are frequent come first, so that sorted clauses share them.
    fn in_order(&self, clauses: &[Place]) -> Vec<Candidate> {
        let mut counts = vec![0u32; 2 * self.units.len()];
        for lit in clauses.iter().flat_map(|clause| self.arena.literals(*clause)) {
            counts[lit.index()] += 1;
        }
        let rank = |lit: &Lit| (u32::MAX - counts[lit.index()], *lit);
        let candidate = |clause: &Place| {
            let mut literals: Vec<Lit> = self.arena.literals(*clause).collect();
            literals.sort_unstable_by_key(rank);
            Candidate {
                literals,
                clause: *clause,
            }
        };
        let mut candidates: Vec<Candidate> = clauses.iter().map(candidate).collect();
        candidates.sort_by(|a, b| a.literals.iter().map(rank).cmp(b.literals.iter().map(rank)));
        candidates
    }

    fn vivify_clause(&mut self, candidate: &Candidate) {
        let clause = candidate.clause;
        self.arena.set_tried(clause, true);
        self.retreat(self.shared_levels(&candidate.literals));
        let Some(shown) = self.assume_negations(&candidate.literals) else {
            // A literal holds on level 0.
            self.arena.delete(clause);
            return;
        };
        let stop = shown.stop.as_slice();
        let mut shorter = stop.to_vec();
        shorter.extend(self.decisions_behind(stop, shown.clause).into_iter().map(|lit| !lit));
        if shorter.len() < candidate.literals.len() {
            let number = self.log_from(&shorter, shown.clause);
            self.replace(clause, &shorter, number);
        }
    }

    /// How many levels of the trail assume negations of these literals, in their order.
    fn shared_levels(&self, literals: &[Lit]) -> u32 {
        let decided = (1..=self.trail.level()).map(|level| self.trail.literals()[self.trail.start(level)]);
        decided
            .zip(literals)
            .take_while(|(decision, lit)| *decision == !**lit)
            .count() as u32
    }

    /// Assumes the negations until a conflict, or until a literal of the clause is true; `None` if it is so on level 0.
    /// Without other clauses' help the clause itself makes its last literal true, so there is always an end.
    fn assume_negations(&mut self, literals: &[Lit]) -> Option<Shown> {
        for lit in literals {
            let value = self.trail.value(*lit);
            if value > 0 {
                let clause = self.trail.state(lit.variable()).reason?;
                let stop = Some(*lit);
                return Some(Shown { stop, clause });
            }
            if value == 0 {
                self.trail.open_level();
                self.trail.assign(!*lit, None);
                if let Some(clause) = self.propagate() {
                    return Some(Shown { stop: None, clause });
                }
            }
        }
        None
    }

    /// Puts a shorter clause into the place of a learnt one.
    fn replace(&mut self, clause: Place, shorter: &[Lit], number: u32) {
        self.statistics.shortened += 1;
        self.retreat(0);
        let glue = self.arena.glue(clause).min(shorter.len() as u32 - 1);
        let used = self.arena.used(clause);
        self.arena.delete(clause);
        if let [unit] = shorter {
            self.assign_root(*unit, number);
            self.settle_root();
        } else if let Some(place) = self.arena.add(shorter, number, Some(glue)) {
            self.arena.set_used(place, used);
            self.arena.set_tried(place, true);
            self.watches.attach(place, shorter.len(), shorter[0], shorter[1]);
        }
    }

    /// Draws the consequences on level 0.
    pub fn settle_root(&mut self) {
        if self.refuted {
            return;
        }
        if let Some(conflict) = self.propagate() {
            self.log_from(&[], conflict);
            self.refuted = true;
        }
    }
}
