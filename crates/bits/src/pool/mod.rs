//! The pool of terms: each operation on the same arguments is stored once, and is simplified when it is made.

mod floats;
pub use floats::FloatAsWord;
mod logic;
mod words;

use crate::operation::{BitOperation, BitSort, SortMismatch, result_sort};
use crate::rewrite;
use crate::word::BitWord;
use std::collections::HashMap;

/// A term of a [`TermPool`]. Equal terms of a pool are the same index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term(u32);

impl Term {
    /// The place in the pool. Arguments stand at lower places than what is made of them.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A variable of a pool: what it is called, and what it may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TermVariable {
    /// The name that it was given; several may share one.
    pub name: String,
    /// What values it has.
    pub sort: BitSort,
    /// The term that is this variable.
    pub term: Term,
}

/// Terms, each stored once, simplified as they are made.
///
/// The constructors of terms panic where sorts do not fit, as indexing does: [`TermPool::apply`] tells it instead.
#[derive(Clone, Debug)]
pub struct TermPool {
    nodes: Vec<TermNode>,
    /// The term that an operation on arguments is, or was simplified to.
    places: HashMap<TermKey, Term>,
    variables: Vec<TermVariable>,
    rewrites: bool,
}

/// An operation and its arguments.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct TermKey {
    operation: BitOperation,
    arguments: Vec<Term>,
}

#[derive(Clone, Debug)]
struct TermNode {
    key: TermKey,
    sort: BitSort,
}

impl Default for TermPool {
    fn default() -> TermPool {
        TermPool::new()
    }
}

impl TermPool {
    /// An empty pool.
    pub fn new() -> TermPool {
        TermPool {
            nodes: Vec::new(),
            places: HashMap::new(),
            variables: Vec::new(),
            rewrites: true,
        }
    }

    /// An empty pool that leaves terms as they are built, for testing what the others do.
    pub fn without_rewriting() -> TermPool {
        TermPool {
            rewrites: false,
            ..TermPool::new()
        }
    }

    /// A new variable, different from all others whatever its name.
    ///
    /// # Panics
    /// If it were a word of no bits.
    pub fn variable(&mut self, name: &str, sort: BitSort) -> Term {
        assert!(sort.width() > 0, "a word has a bit at least");
        let operation = BitOperation::Variable(self.variables.len() as u32);
        let term = self.intern(operation, &[], sort);
        let name = name.into();
        self.variables.push(TermVariable { name, sort, term });
        term
    }

    /// A new variable that is a word.
    pub fn word(&mut self, name: &str, width: u32) -> Term {
        self.variable(name, BitSort::Bits(width))
    }

    /// All variables, by number.
    pub fn variables(&self) -> &[TermVariable] {
        &self.variables
    }

    /// A constant word.
    pub fn constant(&mut self, word: BitWord) -> Term {
        let sort = BitSort::Bits(word.width());
        self.intern(BitOperation::Constant(word), &[], sort)
    }

    /// The word of a width that a number is congruent to.
    pub fn number(&mut self, width: u32, number: impl Into<rug::Integer>) -> Term {
        self.constant(BitWord::new(width, number))
    }

    /// A truth value.
    pub fn truth(&mut self, value: bool) -> Term {
        self.intern(BitOperation::Truth(value), &[], BitSort::Bool)
    }

    /// An operation on terms, simplified.
    ///
    /// # Errors
    /// If the operation does not take arguments of these sorts, or is a variable, which only [`TermPool::variable`] makes.
    pub fn apply(&mut self, operation: BitOperation, arguments: &[Term]) -> Result<Term, SortMismatch> {
        let sorts: Vec<BitSort> = arguments.iter().map(|term| self.sort(*term)).collect();
        let Some(sort) = result_sort(&operation, &sorts) else {
            let arguments = sorts;
            return Err(SortMismatch { operation, arguments });
        };
        Ok(self.simplified(operation, arguments, sort))
    }

    /// The sort of a term.
    pub fn sort(&self, term: Term) -> BitSort {
        self.nodes[term.index()].sort
    }

    /// The number of bits of a term.
    pub fn width(&self, term: Term) -> u32 {
        self.sort(term).width()
    }

    /// What a term does.
    pub fn operation(&self, term: Term) -> &BitOperation {
        &self.nodes[term.index()].key.operation
    }

    /// With what a term does it.
    pub fn arguments(&self, term: Term) -> &[Term] {
        &self.nodes[term.index()].key.arguments
    }

    /// The value of a term that is a constant or a truth value.
    pub fn value(&self, term: Term) -> Option<BitWord> {
        match self.operation(term) {
            BitOperation::Constant(word) => Some(word.clone()),
            BitOperation::Truth(value) => Some(BitWord::truth(*value)),
            _ => None,
        }
    }

    /// The terms that the given ones are made of, themselves included, arguments first.
    pub fn cone(&self, roots: &[Term]) -> Vec<Term> {
        let mut inside = vec![false; self.nodes.len()];
        roots.iter().for_each(|root| inside[root.index()] = true);
        // Arguments stand lower, so one pass downwards finds all.
        for place in (0..inside.len()).rev() {
            if inside[place] {
                let arguments = &self.nodes[place].key.arguments;
                arguments.iter().for_each(|term| inside[term.index()] = true);
            }
        }
        let places = inside.iter().enumerate().filter(|(_, is_inside)| **is_inside);
        places.map(|(place, _)| Term(place as u32)).collect()
    }

    /// All terms, arguments before what is made of them.
    pub fn terms(&self) -> impl Iterator<Item = Term> + use<> {
        (0..self.nodes.len() as u32).map(Term)
    }

    /// The number of terms.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// A term of a known value and sort.
    pub(crate) fn literal(&mut self, word: BitWord, sort: BitSort) -> Term {
        match sort {
            BitSort::Bool => self.truth(word.is_true()),
            BitSort::Bits(_) => self.constant(word),
        }
    }

    /// What the constructors of this crate call.
    fn make(&mut self, operation: BitOperation, arguments: &[Term]) -> Term {
        match self.apply(operation, arguments) {
            Ok(term) => term,
            Err(mismatch) => panic!("{mismatch}"),
        }
    }

    /// The simplest term that the laws give. It is kept under what it was made of, so that a law that goes down into
    /// shared arguments meets each once and not once for every path to it.
    fn simplified(&mut self, operation: BitOperation, arguments: &[Term], sort: BitSort) -> Term {
        if !self.rewrites {
            return self.intern(operation, arguments, sort);
        }
        let arguments = rewrite::ordered(self, &operation, arguments);
        let key = TermKey { operation, arguments };
        if let Some(term) = self.places.get(&key) {
            return *term;
        }
        match rewrite::simpler(self, &key.operation, &key.arguments, sort) {
            Some(term) => *self.places.entry(key).or_insert(term),
            None => self.store(key, sort),
        }
    }

    fn intern(&mut self, operation: BitOperation, arguments: &[Term], sort: BitSort) -> Term {
        let arguments = arguments.to_vec();
        let key = TermKey { operation, arguments };
        match self.places.get(&key) {
            Some(term) => *term,
            None => self.store(key, sort),
        }
    }

    fn store(&mut self, key: TermKey, sort: BitSort) -> Term {
        let term = Term(self.nodes.len() as u32);
        self.nodes.push(TermNode { key: key.clone(), sort });
        self.places.insert(key, term);
        term
    }
}
