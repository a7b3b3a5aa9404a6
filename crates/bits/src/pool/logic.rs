//! Constructors of truth values, and of what truth values and words have in common.

use super::{Term, TermPool};
use crate::operation::BitOperation;

impl TermPool {
    /// Every bit inverted.
    pub fn not(&mut self, a: Term) -> Term {
        self.make(BitOperation::Not, &[a])
    }

    /// Both, bit by bit.
    pub fn and(&mut self, a: Term, b: Term) -> Term {
        self.make(BitOperation::And, &[a, b])
    }

    /// At least one, bit by bit.
    pub fn or(&mut self, a: Term, b: Term) -> Term {
        self.make(BitOperation::Or, &[a, b])
    }

    /// Exactly one, bit by bit.
    pub fn xor(&mut self, a: Term, b: Term) -> Term {
        self.make(BitOperation::Xor, &[a, b])
    }

    /// Whether two are the same. Of floats, whether their patterns are.
    pub fn equal(&mut self, a: Term, b: Term) -> Term {
        self.make(BitOperation::Equal, &[a, b])
    }

    /// Whether two are not the same.
    pub fn differ(&mut self, a: Term, b: Term) -> Term {
        let equal = self.equal(a, b);
        self.not(equal)
    }

    /// `a` where the condition holds, and else `b`.
    pub fn choose(&mut self, condition: Term, a: Term, b: Term) -> Term {
        self.make(BitOperation::Choose, &[condition, a, b])
    }

    /// If `a`, then `b`.
    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        let not = self.not(a);
        self.or(not, b)
    }

    /// All of these truth values.
    pub fn all(&mut self, terms: &[Term]) -> Term {
        let start = self.truth(true);
        terms.iter().fold(start, |all, term| self.and(all, *term))
    }

    /// Any of these truth values.
    pub fn any(&mut self, terms: &[Term]) -> Term {
        let start = self.truth(false);
        terms.iter().fold(start, |any, term| self.or(any, *term))
    }

    /// A truth value as a word of one bit.
    pub fn bit_of(&mut self, truth: Term) -> Term {
        let (one, zero) = (self.number(1, 1), self.number(1, 0));
        self.choose(truth, one, zero)
    }

    /// Whether the bit of weight 2^place is set.
    pub fn is_set(&mut self, word: Term, place: u32) -> Term {
        let bit = self.extract(word, place, place);
        let one = self.number(1, 1);
        self.equal(bit, one)
    }
}
