//! Unit propagation: what follows from a literal, clause by clause.

use super::Engine;
use super::arena::Place;
use super::lit::Lit;
use super::watch::Watch;

/// What a watch comes to when its literal has become false.
enum Visit {
    Keep(Watch),
    Moved,
    Conflict,
}

impl Engine {
    /// Draws all consequences, or ends with a clause whose literals are all false.
    pub fn propagate(&mut self) -> Option<Place> {
        while let Some(lit) = self.trail.next() {
            self.statistics.propagations += 1;
            let conflict = self.visit_watches(!lit);
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    /// Visits the clauses that watch a literal which is false now.
    fn visit_watches(&mut self, lit: Lit) -> Option<Place> {
        let mut list = self.watches.take(lit);
        let (mut next, mut kept, mut conflict) = (0, 0, None);
        self.ticks += 1 + list.len() as u64 / 8;
        while next < list.len() && conflict.is_none() {
            let watch = list[next];
            next += 1;
            let keep = match self.visit(watch, lit) {
                Visit::Keep(watch) => watch,
                Visit::Moved => continue,
                Visit::Conflict => {
                    conflict = Some(watch.clause());
                    watch
                }
            };
            list[kept] = keep;
            kept += 1;
        }
        list.drain(kept..next);
        self.watches.put(lit, list);
        conflict
    }

    #[inline]
    fn visit(&mut self, watch: Watch, lit: Lit) -> Visit {
        let value = self.trail.value(watch.other);
        if value > 0 {
            return Visit::Keep(watch);
        }
        if !watch.is_short() {
            return self.visit_long(watch, lit);
        }
        if value < 0 {
            return Visit::Conflict;
        }
        self.imply(watch.other, watch.clause());
        Visit::Keep(watch)
    }

    /// Looks for a literal to watch instead; if there is none, the other watched one must hold.
    #[inline]
    fn visit_long(&mut self, watch: Watch, lit: Lit) -> Visit {
        self.ticks += 1;
        let clause = watch.clause();
        let words = self.arena.raw_mut(clause);
        let first = Lit(words[0] ^ words[1] ^ lit.0);
        let first_value = self.trail.value(first);
        if first_value > 0 {
            return Visit::Keep(Watch::new(clause, 3, first));
        }
        let trail = &self.trail;
        let Some(rest) = words[2..].iter().position(|word| trail.value(Lit(*word)) >= 0) else {
            if first_value < 0 {
                return Visit::Conflict;
            }
            self.imply(first, clause);
            return Visit::Keep(watch);
        };
        let instead = Lit(words[rest + 2]);
        // A true literal ends the visits for as long as it holds, whichever literal is watched.
        if trail.value(instead) > 0 {
            return Visit::Keep(Watch::new(clause, 3, instead));
        }
        words[0] = first.0;
        words[1] = instead.0;
        words[rest + 2] = lit.0;
        self.watches.add(instead, Watch::new(clause, 3, first));
        Visit::Moved
    }

    /// Makes a literal true because a clause has no other that is not false.
    #[inline]
    pub fn imply(&mut self, lit: Lit, reason: Place) {
        if self.trail.level() == 0 {
            self.imply_root(lit, reason);
        } else {
            self.trail.assign(lit, Some(reason));
        }
    }

    /// On level 0 the literal becomes a lemma of its own, so that later proofs can name it.
    fn imply_root(&mut self, lit: Lit, reason: Place) {
        let number = self.log_from(&[lit], reason);
        self.assign_root(lit, number);
    }

    /// Makes a literal true for good; `number` is that of the clause which is this literal alone.
    pub fn assign_root(&mut self, lit: Lit, number: u32) {
        self.units[lit.variable()] = number;
        self.trail.assign(lit, None);
    }
}
