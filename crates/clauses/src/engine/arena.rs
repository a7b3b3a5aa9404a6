//! All clauses of two literals and more, in one list of words.
//!
//! A clause is a head of three words — length, state, number in the proof — and its literals. Deleted clauses stay until the
//! arena is packed; then every place changes, and the old head tells the new place.

use super::lit::Lit;

/// Where a clause begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place(pub u32);

const HEAD: usize = 3;
const LEARNT: u32 = 1;
const DELETED: u32 = 2;
const TRIED: u32 = 4;
const USED_SHIFT: u32 = 4;
const USED_MASK: u32 = 3 << USED_SHIFT;
const GLUE_SHIFT: u32 = 8;

/// The greatest number of words, since places have 31 bits beside the mark of short clauses.
const GREATEST: usize = 1 << 31;

/// The clauses.
#[derive(Default)]
pub struct Arena {
    words: Vec<u32>,
    wasted: usize,
}

impl Arena {
    /// Adds a clause, unless the arena is full.
    pub fn add(&mut self, literals: &[Lit], number: u32, glue: Option<u32>) -> Option<Place> {
        let place = self.words.len();
        if place + HEAD + literals.len() > GREATEST {
            return None;
        }
        let state = glue.map_or(0, |glue| LEARNT | glue_bits(glue));
        self.words.extend([literals.len() as u32, state, number]);
        self.words.extend(literals.iter().map(|lit| lit.0));
        Some(Place(place as u32))
    }

    /// How many words are taken, those of deleted clauses included.
    pub fn words(&self) -> usize {
        self.words.len()
    }

    pub fn len(&self, clause: Place) -> usize {
        self.words[clause.0 as usize] as usize
    }

    pub fn number(&self, clause: Place) -> u32 {
        self.words[clause.0 as usize + 2]
    }

    /// The literals as words.
    #[inline]
    pub fn raw(&self, clause: Place) -> &[u32] {
        let start = clause.0 as usize + HEAD;
        &self.words[start..start + self.words[clause.0 as usize] as usize]
    }

    /// The literals as words, to be put in another order.
    #[inline]
    pub fn raw_mut(&mut self, clause: Place) -> &mut [u32] {
        let start = clause.0 as usize + HEAD;
        let end = start + self.words[clause.0 as usize] as usize;
        &mut self.words[start..end]
    }

    pub fn literals(&self, clause: Place) -> impl Iterator<Item = Lit> + '_ {
        self.raw(clause).iter().map(|word| Lit(*word))
    }

    fn state(&self, clause: Place) -> u32 {
        self.words[clause.0 as usize + 1]
    }

    fn state_mut(&mut self, clause: Place) -> &mut u32 {
        &mut self.words[clause.0 as usize + 1]
    }

    pub fn is_learnt(&self, clause: Place) -> bool {
        self.state(clause) & LEARNT != 0
    }

    pub fn is_deleted(&self, clause: Place) -> bool {
        self.state(clause) & DELETED != 0
    }

    pub fn delete(&mut self, clause: Place) {
        if !self.is_deleted(clause) {
            self.wasted += HEAD + self.len(clause);
            *self.state_mut(clause) |= DELETED;
        }
    }

    /// How many levels the literals had when the clause was last of use.
    pub fn glue(&self, clause: Place) -> u32 {
        self.state(clause) >> GLUE_SHIFT
    }

    pub fn set_glue(&mut self, clause: Place, glue: u32) {
        let state = self.state_mut(clause);
        *state = (*state & ((1 << GLUE_SHIFT) - 1)) | glue_bits(glue);
    }

    /// For how many more reductions the clause counts as used.
    pub fn used(&self, clause: Place) -> u32 {
        (self.state(clause) & USED_MASK) >> USED_SHIFT
    }

    pub fn set_used(&mut self, clause: Place, used: u32) {
        let state = self.state_mut(clause);
        *state = (*state & !USED_MASK) | (used.min(3) << USED_SHIFT);
    }

    /// Whether an attempt was made to shorten the clause.
    pub fn is_tried(&self, clause: Place) -> bool {
        self.state(clause) & TRIED != 0
    }

    pub fn set_tried(&mut self, clause: Place, tried: bool) {
        let state = self.state_mut(clause);
        *state = (*state & !TRIED) | if tried { TRIED } else { 0 };
    }

    /// Clauses that are not deleted, oldest first.
    pub fn places(&self) -> impl Iterator<Item = Place> + '_ {
        let mut next = 0;
        let all = std::iter::from_fn(move || {
            let place = Place(next as u32);
            let length = *self.words.get(next)?;
            next += HEAD + length as usize;
            Some(place)
        });
        all.filter(|place| !self.is_deleted(*place))
    }

    /// Leaves deleted clauses out. What is returned knows where the others went.
    pub fn pack(&mut self) -> Moved {
        let mut packed = Vec::with_capacity(self.words.len() - self.wasted);
        let live: Vec<Place> = self.places().collect();
        for clause in live {
            let start = clause.0 as usize;
            let to = packed.len() as u32;
            packed.extend_from_slice(&self.words[start..start + HEAD + self.len(clause)]);
            self.words[start + 2] = to;
        }
        self.wasted = 0;
        Moved {
            old: Arena {
                words: std::mem::replace(&mut self.words, packed),
                wasted: 0,
            },
        }
    }
}

fn glue_bits(glue: u32) -> u32 {
    glue.min((1 << (32 - GLUE_SHIFT)) - 1) << GLUE_SHIFT
}

/// The arena before it was packed, with the new places of its clauses.
pub struct Moved {
    old: Arena,
}

impl Moved {
    /// Where a clause is now, unless it is gone.
    pub fn place(&self, clause: Place) -> Option<Place> {
        (!self.old.is_deleted(clause)).then(|| Place(self.old.number(clause)))
    }
}
