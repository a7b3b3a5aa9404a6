//! Resolving variables away before the search, as long as that does not make the set greater (Davis and Putnam, bounded).
//!
//! The clauses with x, C ∨ x, and those with ¬x, D ∨ ¬x, may be replaced by all C ∨ D: whatever makes those true leaves
//! a value of x that makes the others true. The hints of C ∨ D are its two parents.

use super::Engine;
use super::arena::Place;
use super::lit::Lit;
use super::occurrences::Occurrences;

/// A clause that resolution gave, with the numbers of its parents.
struct Resolvent {
    literals: Vec<Lit>,
    parents: [u32; 2],
}

/// The greatest number of clauses with one literal, and the greatest length of a resolvent, that are worth a trial.
const LIST: usize = 60;
const LENGTH: usize = 60;
/// How many more clauses than before there may be.
const GROWTH: usize = 16;
const ROUNDS: usize = 4;
/// The work that may be spent, in literals looked at: at most, and for each conflict that the search may have. To make a set
/// smaller must not take longer than to search it.
const STEPS: u64 = 40_000_000;
const STEPS_A_CONFLICT: u64 = 10_000;
/// Literals that are looked at in the time of a tick.
const STEPS_A_TICK: u64 = 4;

impl Engine {
    /// Makes the set smaller: subsumption, and resolution of variables. To be called once, before the search.
    pub fn eliminate(&mut self) {
        let mut work = self.enter_all();
        self.settle_units(&mut work);
        let most = STEPS
            .min(self.budget.conflicts.saturating_mul(STEPS_A_CONFLICT))
            .min(self.budget.ticks.saturating_mul(STEPS_A_TICK) / 4);
        self.subsume(&mut work, most);
        self.eliminate_rounds(&mut work, 0, most);
        // Variables that stay are looked at again when the set may grow.
        work.touched.fill(true);
        self.eliminate_rounds(&mut work, GROWTH, most);
        self.ticks += work.steps / STEPS_A_TICK;
        self.attach_all();
    }

    /// All clauses into lists; each is taken in anew, for literals of it may be false by now.
    fn enter_all(&mut self) -> Occurrences {
        self.watches.clear();
        let mut work = Occurrences::new(self.units.len());
        let clauses: Vec<Place> = self.arena.places().collect();
        for clause in clauses {
            let literals: Vec<Lit> = self.arena.literals(clause).collect();
            self.arena.delete(clause);
            self.admit(&mut work, &literals, self.arena.number(clause));
        }
        work
    }

    fn attach_all(&mut self) {
        self.pack();
        let clauses: Vec<Place> = self.arena.places().collect();
        for clause in clauses {
            let words = self.arena.raw(clause);
            let (length, first, second) = (words.len(), Lit(words[0]), Lit(words[1]));
            self.watches.attach(clause, length, first, second);
        }
        self.trail.head = 0;
    }

    fn eliminate_rounds(&mut self, work: &mut Occurrences, growth: usize, most: u64) {
        for _ in 0..ROUNDS {
            if !self.eliminate_round(work, growth, most) {
                return;
            }
        }
    }

    /// Tries all variables whose clauses have changed, those with few clauses first. Says whether one went.
    fn eliminate_round(&mut self, work: &mut Occurrences, growth: usize, most: u64) -> bool {
        let score = |variable: &usize| {
            let lit = Lit::of(*variable, true);
            (work.count(lit) * work.count(!lit), *variable)
        };
        let mut candidates: Vec<usize> = (0..self.units.len())
            .filter(|variable| work.touched[*variable])
            .collect();
        candidates.sort_by_key(score);
        work.touched.fill(false);
        let before = self.statistics.eliminated;
        for variable in candidates {
            if work.steps > most || self.refuted || self.is_above_ceiling() {
                return false;
            }
            self.try_variable(work, variable, growth);
            self.settle_units(work);
            self.subsume(work, most);
        }
        self.statistics.eliminated > before
    }

    fn try_variable(&mut self, work: &mut Occurrences, variable: usize, growth: usize) {
        if !self.trail.is_open(variable) || self.extension.has(variable) {
            return;
        }
        let lit = Lit::of(variable, true);
        let (with, without) = (self.with(work, lit), self.with(work, !lit));
        if with.len().max(without.len()) > LIST || with.is_empty() && without.is_empty() {
            return;
        }
        let bound = with.len() + without.len() + growth;
        if let Some(resolvents) = self.resolvents(work, lit, &with, &without, bound) {
            self.resolve_away(work, lit, &with, &without);
            for resolvent in resolvents {
                let number = self.log.add(&resolvent.literals, &resolvent.parents);
                self.admit(work, &resolvent.literals, number);
            }
        }
    }

    /// All resolvents that are no tautologies, unless they are more than the bound, or long. They are counted first: most
    /// variables stay, and nothing is made for those.
    fn resolvents(
        &self,
        work: &mut Occurrences,
        lit: Lit,
        with: &[Place],
        without: &[Place],
        bound: usize,
    ) -> Option<Vec<Resolvent>> {
        let mut count = 0;
        for clause in with {
            work.mark_all(self.arena.literals(*clause), true);
            let lengths = without
                .iter()
                .filter_map(|other| self.resolvent_length(work, *clause, *other, lit));
            let is_worth_it = lengths.fold(true, |good, length| {
                count += 1;
                good && length <= LENGTH
            });
            work.mark_all(self.arena.literals(*clause), false);
            work.steps += without.iter().map(|other| self.arena.len(*other) as u64).sum::<u64>();
            if count > bound || !is_worth_it {
                return None;
            }
        }
        Some(self.make_resolvents(work, lit, with, without, count))
    }

    fn make_resolvents(
        &self,
        work: &mut Occurrences,
        lit: Lit,
        with: &[Place],
        without: &[Place],
        count: usize,
    ) -> Vec<Resolvent> {
        let mut all = Vec::with_capacity(count);
        for clause in with {
            work.mark_all(self.arena.literals(*clause), true);
            for other in without {
                if let Some(length) = self.resolvent_length(work, *clause, *other, lit) {
                    all.push(self.resolvent(work, *clause, *other, lit, length));
                }
            }
            work.mark_all(self.arena.literals(*clause), false);
        }
        all
    }

    /// The length of the resolvent of a marked clause with one that has the negation; none for a tautology.
    fn resolvent_length(&self, work: &Occurrences, clause: Place, other: Place, lit: Lit) -> Option<usize> {
        let mut length = self.arena.len(clause) - 1;
        for next in self.arena.literals(other).filter(|next| *next != !lit) {
            if work.marks[(!next).index()] {
                return None;
            }
            length += usize::from(!work.marks[next.index()]);
        }
        Some(length)
    }

    fn resolvent(&self, work: &Occurrences, clause: Place, other: Place, lit: Lit, length: usize) -> Resolvent {
        let mut all = Vec::with_capacity(length);
        all.extend(self.arena.literals(clause).filter(|own| *own != lit));
        let is_new = |next: &Lit| *next != !lit && !work.marks[next.index()];
        all.extend(self.arena.literals(other).filter(is_new));
        let parents = [self.arena.number(clause), self.arena.number(other)];
        Resolvent { literals: all, parents }
    }

    /// Deletes the clauses of a variable. The fewer of them are kept aside, to find its value when all others have theirs.
    fn resolve_away(&mut self, work: &mut Occurrences, lit: Lit, with: &[Place], without: &[Place]) {
        let (pivot, kept) = if with.len() <= without.len() {
            (lit, with)
        } else {
            (!lit, without)
        };
        let clauses = kept.iter().map(|clause| self.arena.literals(*clause));
        self.extension.add(pivot, clauses);
        for clause in with.iter().chain(without) {
            self.drop_clause(work, *clause);
        }
        self.statistics.eliminated += 1;
    }
}
