//! Subsumption: a clause C makes any D ⊇ C needless; and if D has all of C but for one literal negated, D loses that one.
//!
//! The second is a resolution whose resolvent is within D: C = A ∨ m and D = A ∨ B ∨ ¬m give A ∨ B. With all of A ∨ B false,
//! C makes m true, and then D is false: the hints are C, D.

use super::Engine;
use super::arena::Place;
use super::lit::Lit;
use super::occurrences::Occurrences;

/// How a clause stands to a greater one.
enum Relation {
    Apart,
    Within,
    /// Within, but for the negation of this literal of the greater one.
    WithinBut(Lit),
}

/// Longer clauses and longer lists are not worth the work.
const LENGTH: usize = 30;
const LIST: usize = 400;

impl Engine {
    /// Lets every fresh clause subsume and shorten others, as far as the work allows.
    pub fn subsume(&mut self, work: &mut Occurrences, limit: u64) {
        while let Some(clause) = work.fresh.pop() {
            if work.steps > limit || self.refuted {
                work.fresh.clear();
                return;
            }
            if !self.arena.is_deleted(clause) && self.arena.len(clause) <= LENGTH {
                self.subsume_with(work, clause);
                self.settle_units(work);
            }
        }
    }

    fn subsume_with(&mut self, work: &mut Occurrences, clause: Place) {
        let literals: Vec<Lit> = self.arena.literals(clause).collect();
        let count = |lit: &&Lit| work.count(**lit) + work.count(!**lit);
        let Some(rarest) = literals.iter().min_by_key(count).copied() else {
            return;
        };
        if work.count(rarest) + work.count(!rarest) > LIST {
            return;
        }
        let mut others = self.with(work, rarest);
        others.extend(self.with(work, !rarest));
        work.mark(&literals, true);
        let related: Vec<(Place, Relation)> = others
            .into_iter()
            .filter(|other| *other != clause)
            .map(|other| (other, self.relation(work, literals.len(), other)))
            .collect();
        work.mark(&literals, false);
        for (other, relation) in related {
            self.act(work, clause, other, relation);
        }
    }

    /// How the marked clause, of this length, stands to another.
    fn relation(&self, work: &mut Occurrences, length: usize, other: Place) -> Relation {
        if self.arena.len(other) < length {
            return Relation::Apart;
        }
        work.steps += self.arena.len(other) as u64;
        let (mut equal, mut negated, mut last) = (0, 0, None);
        for lit in self.arena.literals(other) {
            equal += usize::from(work.marks[lit.index()]);
            if work.marks[(!lit).index()] {
                negated += 1;
                last = Some(lit);
            }
        }
        match last {
            None if equal == length => Relation::Within,
            Some(lit) if negated == 1 && equal + 1 == length => Relation::WithinBut(lit),
            _ => Relation::Apart,
        }
    }

    fn act(&mut self, work: &mut Occurrences, clause: Place, other: Place, relation: Relation) {
        // What was done for one of the others may have made either needless.
        if self.arena.is_deleted(clause) || self.arena.is_deleted(other) {
            return;
        }
        match relation {
            Relation::Apart => {}
            Relation::Within => self.drop_clause(work, other),
            Relation::WithinBut(lit) => self.shorten(work, clause, other, lit),
        }
    }

    fn shorten(&mut self, work: &mut Occurrences, by: Place, clause: Place, without: Lit) {
        let literals: Vec<Lit> = self.arena.literals(clause).filter(|lit| *lit != without).collect();
        let hints = [self.arena.number(by), self.arena.number(clause)];
        let number = self.log.add(&literals, &hints);
        self.drop_clause(work, clause);
        self.admit(work, &literals, number);
        self.statistics.shortened += 1;
    }
}
