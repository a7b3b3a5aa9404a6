//! From a set of clauses to the engine's own.

use super::Engine;
use super::lit::Lit;
use crate::set::is_tautology;
use crate::{ClauseSet, Literal};

impl Engine {
    /// Takes the clauses over; `None` if there is no room for them.
    pub fn load(&mut self, set: &ClauseSet) -> Option<()> {
        for (index, clause) in set.clauses().enumerate() {
            if !is_tautology(clause) {
                self.load_clause(clause, index as u32 + 1)?;
            }
        }
        Some(())
    }

    fn load_clause(&mut self, clause: &[Literal], number: u32) -> Option<()> {
        match clause {
            [] => self.refute(&[number]),
            [literal] => self.load_unit(Lit::from(*literal), number),
            _ => {
                let lits: Vec<Lit> = clause.iter().map(|literal| Lit::from(*literal)).collect();
                let place = self.arena.add(&lits, number, None)?;
                self.watches.attach(place, lits.len(), lits[0], lits[1]);
            }
        }
        Some(())
    }

    fn load_unit(&mut self, lit: Lit, number: u32) {
        match self.trail.value(lit) {
            0 => self.assign_root(lit, number),
            1.. => {}
            _ => self.refute(&[self.units[lit.variable()], number]),
        }
    }

    /// Notes that the empty clause follows from these, if it was not known.
    pub fn refute(&mut self, hints: &[u32]) {
        if !self.refuted {
            self.refuted = true;
            self.log.add(&[], hints);
        }
    }
}
