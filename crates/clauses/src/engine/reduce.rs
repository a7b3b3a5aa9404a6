//! Forgetting: learnt clauses that were of little use go, and so do clauses that hold on level 0.

use super::Engine;
use super::analyze::{TIER_ONE, TIER_TWO};
use super::arena::Place;

impl Engine {
    /// Forgets the worse three quarters of the learnt clauses that are neither good, nor lately used, nor reasons.
    pub fn reduce(&mut self) {
        self.drop_satisfied();
        let mut candidates = self.candidates();
        candidates.sort_by_key(|clause| (self.arena.glue(*clause), self.arena.len(*clause)));
        let kept = candidates.len() / 4;
        for clause in &candidates[kept..] {
            self.arena.delete(*clause);
        }
        self.pack();
    }

    /// Learnt clauses that may go; each loses one of its rounds of grace.
    fn candidates(&mut self) -> Vec<Place> {
        let places: Vec<Place> = self.arena.places().collect();
        let mut candidates = Vec::new();
        for clause in places {
            let used = self.arena.used(clause);
            self.arena.set_used(clause, used.saturating_sub(1));
            let glue = self.arena.glue(clause);
            let is_safe = glue <= TIER_ONE || used > 1 && glue <= TIER_TWO || used > 0;
            if self.arena.is_learnt(clause) && !is_safe && !self.is_reason(clause) {
                candidates.push(clause);
            }
        }
        candidates
    }

    fn is_reason(&self, clause: Place) -> bool {
        let is_of = |lit| self.trail.value(lit) > 0 && self.trail.state(lit.variable()).reason == Some(clause);
        self.arena.literals(clause).any(is_of)
    }

    /// Deletes clauses that hold for good, if literals have come to hold for good since the last time.
    pub fn drop_satisfied(&mut self) {
        if self.trail.roots() == self.roots_seen {
            return;
        }
        self.roots_seen = self.trail.roots();
        let holds = |clause: &Place| {
            let mut literals = self.arena.literals(*clause);
            literals.any(|lit| self.trail.value(lit) > 0 && self.trail.state(lit.variable()).level == 0)
        };
        let satisfied: Vec<Place> = self.arena.places().filter(holds).collect();
        for clause in satisfied {
            self.arena.delete(clause);
        }
    }

    /// Packs the arena; whatever names a place in it follows.
    pub fn pack(&mut self) {
        let moved = self.arena.pack();
        self.watches.follow(&moved);
        for index in self.trail.roots()..self.trail.len() {
            let variable = self.trail.literals()[index].variable();
            let reason = self.trail.state(variable).reason;
            self.trail
                .set_reason(variable, reason.and_then(|place| moved.place(place)));
        }
    }
}
