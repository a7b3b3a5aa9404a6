//! The search: propagate, learn from conflicts, decide.

use super::arena::Place;
use super::lit::Lit;
use super::{Engine, EngineEnd};
use crate::ClauseUnknownReason;

impl Engine {
    /// Makes the set smaller and searches it, to the end or to the end of the budget.
    pub fn run(&mut self) -> EngineEnd {
        self.settle_root();
        if !self.refuted {
            self.eliminate();
        }
        self.search()
    }

    /// Searches to the end, or to the end of the budget.
    pub fn search(&mut self) -> EngineEnd {
        self.settle_root();
        if self.overfull && !self.refuted {
            return EngineEnd::Stopped(ClauseUnknownReason::CeilingReached);
        }
        loop {
            if self.refuted {
                return EngineEnd::Refuted;
            }
            let end = match self.propagate() {
                Some(conflict) => self.learn(conflict),
                None => self.go_on(),
            };
            if let Some(end) = end {
                return end;
            }
        }
    }

    /// Takes a conflict in: a clause is learnt, and the search goes back to where it would have been of use.
    fn learn(&mut self, conflict: Place) -> Option<EngineEnd> {
        if self.trail.level() == 0 {
            self.log_from(&[], conflict);
            self.refuted = true;
            return None;
        }
        if self.statistics.conflicts >= self.budget.conflicts {
            return Some(EngineEnd::Stopped(ClauseUnknownReason::ConflictsUsedUp));
        }
        if self.ticks >= self.budget.ticks {
            return Some(EngineEnd::Stopped(ClauseUnknownReason::TicksUsedUp));
        }
        self.statistics.conflicts += 1;
        self.learn_phases();
        self.analyze(conflict);
        let glue = self.learnt_glue();
        self.pace.learn(glue);
        self.keep_learnt(conflict, glue)
    }

    /// All that was assigned before the last decision is free of conflict.
    fn learn_phases(&mut self) {
        if self.pace.calm {
            let consistent = self.trail.start(self.trail.level());
            self.phases.learn(&self.trail.literals()[..consistent]);
        }
    }

    /// Goes back, adds the learnt clause and makes its first literal true.
    fn keep_learnt(&mut self, conflict: Place, glue: u32) -> Option<EngineEnd> {
        let learnt = std::mem::take(&mut self.scratch.learnt);
        let number = self.log_from(&learnt, conflict);
        let jump = learnt.get(1).map_or(0, |lit| self.trail.state(lit.variable()).level);
        self.backtrack(jump);
        let mut end = None;
        if learnt.len() == 1 {
            self.assign_root(learnt[0], number);
        } else {
            end = self.add_learnt(&learnt, number, glue);
        }
        self.scratch.learnt = learnt;
        end
    }

    fn add_learnt(&mut self, learnt: &[Lit], number: u32, glue: u32) -> Option<EngineEnd> {
        let place = self.arena.add(learnt, number, Some(glue));
        let Some(place) = place.filter(|_| !self.is_above_ceiling()) else {
            return Some(EngineEnd::Stopped(ClauseUnknownReason::CeilingReached));
        };
        self.arena
            .set_used(place, 1 + u32::from(glue <= super::analyze::TIER_TWO));
        self.watches.attach(place, learnt.len(), learnt[0], learnt[1]);
        self.trail.assign(learnt[0], Some(place));
        None
    }

    /// Takes literals above the level back; their values are tried first when they are decided again.
    pub fn backtrack(&mut self, level: u32) {
        let start = self.trail.above(level);
        for lit in &self.trail.literals()[start..] {
            self.phases.save(*lit);
        }
        self.retreat(level);
    }

    /// Takes literals above the level back, and forgets their values.
    pub fn retreat(&mut self, level: u32) {
        while let Some(lit) = self.trail.pop_above(level) {
            self.heap.push(lit.variable());
            self.queue.reopen(lit.variable());
        }
    }

    /// Nothing follows any more: chores that are due, or a decision.
    fn go_on(&mut self) -> Option<EngineEnd> {
        let conflicts = self.statistics.conflicts;
        if self.pace.restarts(conflicts) {
            self.statistics.restarts += 1;
            self.backtrack(0);
        } else if self.pace.reduces(conflicts) {
            self.reduce();
            self.vivify();
        } else if self.pace.rephases(conflicts) {
            self.backtrack(0);
            self.phases.reset();
        } else if self.pace.changes_mode(conflicts, self.ticks) {
            self.backtrack(0);
        } else {
            return self.decide();
        }
        None
    }

    /// Assumes a literal of an open variable; if there is none, all clauses hold.
    fn decide(&mut self) -> Option<EngineEnd> {
        let Some(variable) = self.next_variable() else {
            return Some(EngineEnd::Satisfied);
        };
        self.statistics.decisions += 1;
        self.trail.open_level();
        let lit = self.phases.literal(variable, self.pace.calm);
        self.trail.assign(lit, None);
        None
    }

    fn next_variable(&mut self) -> Option<usize> {
        let is_free = |variable| self.trail.is_open(variable) && !self.extension.has(variable);
        if !self.pace.calm {
            return self.queue.next_open(is_free);
        }
        while let Some(variable) = self.heap.top() {
            if is_free(variable) {
                return Some(variable);
            }
            self.heap.pop();
        }
        None
    }
}
