//! Clauses by literal, for the chores before the search that look at whole clauses.
//!
//! While these lists stand, no clause is watched; a literal that comes to hold for good is taken out of all clauses at once.

use super::Engine;
use super::arena::Place;
use super::lit::Lit;

/// The lists, and what is still to be looked at.
pub struct Occurrences {
    lists: Vec<Vec<Place>>,
    /// Literals that hold for good and are still in clauses.
    units: Vec<Lit>,
    /// Clauses that may subsume others.
    pub fresh: Vec<Place>,
    /// Literals of the clause that others are compared with.
    pub marks: Vec<bool>,
    /// Variables whose clauses have changed.
    pub touched: Vec<bool>,
    /// The work done, in literals looked at.
    pub steps: u64,
}

impl Occurrences {
    pub fn new(variables: usize) -> Occurrences {
        Occurrences {
            lists: vec![Vec::new(); 2 * variables],
            units: Vec::new(),
            fresh: Vec::new(),
            marks: vec![false; 2 * variables],
            touched: vec![false; variables],
            steps: 0,
        }
    }

    fn enter(&mut self, clause: Place, literals: &[Lit]) {
        for lit in literals {
            self.lists[lit.index()].push(clause);
            self.touched[lit.variable()] = true;
        }
        self.fresh.push(clause);
    }

    /// How many clauses had the literal at last count.
    pub fn count(&self, lit: Lit) -> usize {
        self.lists[lit.index()].len()
    }

    pub fn mark_all(&mut self, literals: impl Iterator<Item = Lit>, mark: bool) {
        for lit in literals {
            self.marks[lit.index()] = mark;
        }
    }

    pub fn mark(&mut self, literals: &[Lit], mark: bool) {
        for lit in literals {
            self.marks[lit.index()] = mark;
        }
    }
}

impl Engine {
    /// The clauses that have a literal.
    pub fn with(&self, work: &mut Occurrences, lit: Lit) -> Vec<Place> {
        let list = &mut work.lists[lit.index()];
        list.retain(|clause| !self.arena.is_deleted(*clause));
        list.clone()
    }

    /// Takes a clause in, without the literals that are false for good. Its number is that of the clause as it is given.
    pub fn admit(&mut self, work: &mut Occurrences, literals: &[Lit], number: u32) {
        if literals.iter().any(|lit| self.trail.value(*lit) > 0) {
            return;
        }
        let rest: Vec<Lit> = literals
            .iter()
            .copied()
            .filter(|lit| self.trail.value(*lit) == 0)
            .collect();
        let number = self.number_of_rest(literals, rest.len(), number);
        match rest[..] {
            [] => self.refuted = true,
            [unit] => {
                self.assign_root(unit, number);
                work.units.push(unit);
            }
            _ => match self.arena.add(&rest, number, None) {
                Some(clause) => work.enter(clause, &rest),
                None => self.overfull = true,
            },
        }
    }

    /// The number of a clause without its false literals: a lemma, if there are such literals.
    fn number_of_rest(&mut self, literals: &[Lit], rest: usize, number: u32) -> u32 {
        if rest == literals.len() || !self.log.wanted {
            return number;
        }
        let is_false = |lit: &&Lit| self.trail.value(**lit) < 0;
        let mut hints: Vec<u32> = literals
            .iter()
            .filter(is_false)
            .map(|lit| self.units[lit.variable()])
            .collect();
        hints.push(number);
        let rest: Vec<Lit> = literals
            .iter()
            .copied()
            .filter(|lit| self.trail.value(*lit) == 0)
            .collect();
        self.log.add(&rest, &hints)
    }

    /// Deletes a clause; its variables may be worth another look.
    pub fn drop_clause(&mut self, work: &mut Occurrences, clause: Place) {
        for lit in self.arena.literals(clause) {
            work.touched[lit.variable()] = true;
        }
        self.arena.delete(clause);
    }

    /// Takes literals that hold for good, and their negations, out of all clauses.
    pub fn settle_units(&mut self, work: &mut Occurrences) {
        while let Some(lit) = work.units.pop() {
            for clause in self.with(work, lit) {
                self.drop_clause(work, clause);
            }
            for clause in self.with(work, !lit) {
                let literals: Vec<Lit> = self.arena.literals(clause).collect();
                let number = self.arena.number(clause);
                self.drop_clause(work, clause);
                self.admit(work, &literals, number);
            }
        }
    }
}
