//! From a conflict to the clause it teaches: the first unique implication point, made as small as the reasons allow.

use super::Engine;
use super::arena::Place;
use super::lit::Lit;

/// Marks of variables while a conflict is looked at.
const SEEN: u8 = 1;
/// Implied by other literals of the learnt clause.
const REMOVABLE: u8 = 2;
/// Not so implied.
const NEEDED: u8 = 4;

/// How deep the search for a literal's removal may go: it is recursive, and stacks are finite.
const DEPTH: u32 = 500;

/// Clauses with so few levels are kept for ever, or for long.
pub const TIER_ONE: u32 = 2;
pub const TIER_TWO: u32 = 6;

/// What is used again and again in the analysis.
pub struct Scratch {
    marks: Vec<u8>,
    /// Variables with marks.
    marked: Vec<usize>,
    /// The variables that took part in the conflict.
    parts: Vec<usize>,
    /// The learnt clause; its first literal is the one that becomes true.
    pub learnt: Vec<Lit>,
    /// By level, the last count at which it was met.
    stamps: Vec<u64>,
    stamp: u64,
}

impl Scratch {
    pub fn new(variables: usize) -> Scratch {
        Scratch {
            marks: vec![0; variables],
            marked: Vec::new(),
            parts: Vec::new(),
            learnt: Vec::new(),
            stamps: vec![0; variables + 1],
            stamp: 0,
        }
    }

    fn mark(&mut self, variable: usize, mark: u8) {
        if self.marks[variable] == 0 {
            self.marked.push(variable);
        }
        self.marks[variable] |= mark;
    }

    fn has(&self, variable: usize, mark: u8) -> bool {
        self.marks[variable] & mark != 0
    }

    fn clear(&mut self) {
        for variable in self.marked.drain(..) {
            self.marks[variable] = 0;
        }
        self.parts.clear();
        self.learnt.clear();
    }
}

impl Engine {
    /// Sets the learnt clause from a conflict above level 0. The second literal is one of the level to go back to.
    pub fn analyze(&mut self, conflict: Place) {
        self.scratch.clear();
        self.resolve(conflict);
        self.minimise();
        self.second_first();
        self.bump_parts();
    }

    /// Resolves the conflict with reasons, in the reverse order of the trail, until one literal of the last level is left.
    fn resolve(&mut self, conflict: Place) {
        self.scratch.learnt.push(Lit(0));
        let (mut clause, mut at) = (conflict, self.trail.len());
        let mut open = 0;
        loop {
            open += self.meet_clause(clause);
            let uip = self.last_seen(&mut at);
            open -= 1;
            match self.trail.state(uip.variable()).reason {
                Some(reason) if open > 0 => clause = reason,
                _ => {
                    self.scratch.learnt[0] = !uip;
                    return;
                }
            }
        }
    }

    /// The last literal before `at` that takes part in the conflict.
    fn last_seen(&self, at: &mut usize) -> Lit {
        loop {
            *at -= 1;
            let lit = self.trail.literals()[*at];
            if self.scratch.has(lit.variable(), SEEN) {
                return lit;
            }
        }
    }

    /// Marks the clause's literals; says how many of the last level are new.
    fn meet_clause(&mut self, clause: Place) -> usize {
        self.use_clause(clause);
        let mut open = 0;
        let level = self.trail.level();
        for index in 0..self.arena.len(clause) {
            let lit = Lit(self.arena.raw(clause)[index]);
            let variable = lit.variable();
            let state = self.trail.state(variable);
            if state.level == 0 || self.scratch.has(variable, SEEN) {
                continue;
            }
            self.scratch.mark(variable, SEEN);
            self.scratch.parts.push(variable);
            if state.level == level {
                open += 1;
            } else {
                self.scratch.learnt.push(lit);
            }
        }
        open
    }

    /// Notes that a learnt clause was of use, perhaps with fewer levels than before.
    fn use_clause(&mut self, clause: Place) {
        if !self.arena.is_learnt(clause) {
            return;
        }
        let glue = self.arena.glue(clause);
        if glue > TIER_ONE {
            let now = self.glue_of(clause);
            if now < glue {
                self.arena.set_glue(clause, now);
            }
        }
        let used = if self.arena.glue(clause) <= TIER_TWO { 2 } else { 1 };
        self.arena.set_used(clause, used);
    }

    fn glue_of(&mut self, clause: Place) -> u32 {
        let scratch = &mut self.scratch;
        scratch.stamp += 1;
        let levels = self
            .arena
            .literals(clause)
            .map(|lit| self.trail.state(lit.variable()).level);
        count_levels(levels, &mut scratch.stamps, scratch.stamp)
    }

    /// How many levels the literals of the learnt clause have.
    pub fn learnt_glue(&mut self) -> u32 {
        let scratch = &mut self.scratch;
        scratch.stamp += 1;
        let levels = scratch.learnt.iter().map(|lit| self.trail.state(lit.variable()).level);
        count_levels(levels, &mut scratch.stamps, scratch.stamp)
    }

    /// Drops literals that are implied to be false by the others' being so.
    fn minimise(&mut self) {
        let mut learnt = std::mem::take(&mut self.scratch.learnt);
        self.scratch.stamp += 1;
        for lit in &learnt[1..] {
            let level = self.trail.state(lit.variable()).level;
            self.scratch.stamps[level as usize] = self.scratch.stamp;
        }
        let first = learnt[0];
        learnt.retain(|lit| *lit == first || !self.is_implied(*lit));
        self.scratch.learnt = learnt;
    }

    /// Whether the reason of the literal's falsity has only literals that are in the learnt clause, on level 0, or so implied.
    fn is_implied(&mut self, lit: Lit) -> bool {
        let reason = self.trail.state(lit.variable()).reason;
        reason.is_some_and(|reason| self.is_covered(reason, lit.variable(), DEPTH))
    }

    fn is_covered(&mut self, reason: Place, of: usize, depth: u32) -> bool {
        (0..self.arena.len(reason)).all(|index| {
            let variable = Lit(self.arena.raw(reason)[index]).variable();
            variable == of || self.is_behind(variable, depth)
        })
    }

    fn is_behind(&mut self, variable: usize, depth: u32) -> bool {
        let state = self.trail.state(variable);
        // Variables resolved upon on the last level are marked as seen too, but follow the learnt literals;
        // no literal below that level has them in its reasons.
        if state.level == 0 || self.scratch.has(variable, SEEN | REMOVABLE) {
            return true;
        }
        let is_hopeless = self.scratch.stamps[state.level as usize] != self.scratch.stamp;
        if is_hopeless || depth == 0 || self.scratch.has(variable, NEEDED) {
            return false;
        }
        let covered = state
            .reason
            .is_some_and(|reason| self.is_covered(reason, variable, depth - 1));
        self.scratch.mark(variable, if covered { REMOVABLE } else { NEEDED });
        covered
    }

    /// Puts a literal of the highest level but the last into the second place.
    fn second_first(&mut self) {
        let levels = self
            .scratch
            .learnt
            .iter()
            .map(|lit| self.trail.state(lit.variable()).level);
        let highest = levels
            .enumerate()
            .skip(1)
            .max_by_key(|(index, level)| (*level, usize::MAX - index));
        if let Some((index, _)) = highest {
            self.scratch.learnt.swap(1, index);
        }
    }

    /// Brings the variables of the conflict forward.
    fn bump_parts(&mut self) {
        let mut parts = std::mem::take(&mut self.scratch.parts);
        if self.pace.calm {
            for variable in &parts {
                self.heap.bump(*variable);
            }
            self.heap.decay();
        } else {
            parts.sort_unstable_by_key(|variable| self.queue.stamp(*variable));
            for variable in &parts {
                self.queue.bump(*variable, self.trail.is_open(*variable));
            }
        }
        self.scratch.parts = parts;
    }
}

fn count_levels(levels: impl Iterator<Item = u32>, stamps: &mut [u64], stamp: u64) -> u32 {
    let is_new = |level: u32| std::mem::replace(&mut stamps[level as usize], stamp) != stamp;
    levels.map(is_new).filter(|is_new| *is_new).count() as u32
}
