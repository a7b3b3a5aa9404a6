//! Which clauses watch which literal.
//!
//! Every clause watches its first two literals. As long as neither is false, the clause has nothing to say, so only clauses
//! that watch a literal are looked at when it becomes false.

use super::arena::{Moved, Place};
use super::lit::Lit;

const SHORT: u32 = 1 << 31;

/// A clause that watches a literal, with another of its literals: if that one is true, the clause need not be opened.
#[derive(Clone, Copy)]
pub struct Watch {
    place: u32,
    pub other: Lit,
}

impl Watch {
    pub fn new(clause: Place, length: usize, other: Lit) -> Watch {
        let mark = if length == 2 { SHORT } else { 0 };
        let place = clause.0 | mark;
        Watch { place, other }
    }

    pub fn clause(self) -> Place {
        Place(self.place & !SHORT)
    }

    /// Whether the clause has two literals; then `other` is all of the rest.
    #[inline]
    pub fn is_short(self) -> bool {
        self.place & SHORT != 0
    }
}

/// The watches of all literals.
pub struct Watches {
    lists: Vec<Vec<Watch>>,
}

impl Watches {
    pub fn new(variables: usize) -> Watches {
        Watches {
            lists: vec![Vec::new(); 2 * variables],
        }
    }

    pub fn attach(&mut self, clause: Place, length: usize, first: Lit, second: Lit) {
        self.add(first, Watch::new(clause, length, second));
        self.add(second, Watch::new(clause, length, first));
    }

    #[inline]
    pub fn add(&mut self, lit: Lit, watch: Watch) {
        self.lists[lit.index()].push(watch);
    }

    #[inline]
    pub fn take(&mut self, lit: Lit) -> Vec<Watch> {
        std::mem::take(&mut self.lists[lit.index()])
    }

    #[inline]
    pub fn put(&mut self, lit: Lit, list: Vec<Watch>) {
        self.lists[lit.index()] = list;
    }

    pub fn clear(&mut self) {
        for list in &mut self.lists {
            list.clear();
        }
    }

    /// Follows the clauses to their new places; watches of deleted ones go.
    pub fn follow(&mut self, moved: &Moved) {
        for list in &mut self.lists {
            list.retain_mut(|watch| {
                let place = moved.place(watch.clause());
                watch.place = (watch.place & SHORT) | place.map_or(0, |place| place.0);
                place.is_some()
            });
        }
    }
}
