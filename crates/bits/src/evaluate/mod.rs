//! The value of a term under an assignment, exactly: the judge of every model.
//!
//! Nothing here is shared with the circuits. Floats become integers times powers of two, are computed with as numbers,
//! and are rounded once.

pub mod exact;
pub mod floats;
mod words;

use crate::operation::BitOperation;
use crate::pool::{Term, TermPool};
use crate::word::BitWord;

/// Values of the variables of a pool, by number. A variable that was not given one has the value zero, or false.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BitAssignment {
    values: Vec<Option<BitWord>>,
}

impl BitAssignment {
    /// No variable has a value.
    pub fn new() -> BitAssignment {
        BitAssignment::default()
    }

    /// Gives a value to the variable of a number.
    pub fn set(&mut self, number: u32, value: BitWord) {
        let place = number as usize;
        if self.values.len() <= place {
            self.values.resize(place + 1, None);
        }
        self.values[place] = Some(value);
    }

    /// The value of the variable of a number.
    pub fn get(&self, number: u32) -> Option<&BitWord> {
        self.values.get(number as usize).and_then(Option::as_ref)
    }

    /// The numbers that have values, and these.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &BitWord)> {
        let all = self.values.iter().enumerate();
        all.filter_map(|(number, value)| value.as_ref().map(|value| (number as u32, value)))
    }
}

/// The values of several terms under an assignment.
pub fn evaluate_all(pool: &TermPool, assignment: &BitAssignment, roots: &[Term]) -> Vec<BitWord> {
    let mut values: Vec<Option<BitWord>> = vec![None; pool.len()];
    for term in pool.cone(roots) {
        values[term.index()] = Some(node_value(pool, assignment, term, &values));
    }
    let value = |term: &Term| values[term.index()].clone().expect("a cone holds its roots");
    roots.iter().map(value).collect()
}

/// The value of a term under an assignment; a truth value is a word of one bit.
pub fn evaluate(pool: &TermPool, assignment: &BitAssignment, term: Term) -> BitWord {
    evaluate_all(pool, assignment, &[term]).remove(0)
}

fn node_value(pool: &TermPool, assignment: &BitAssignment, term: Term, values: &[Option<BitWord>]) -> BitWord {
    if let BitOperation::Variable(number) = pool.operation(term) {
        let given = assignment.get(*number).cloned();
        return given.unwrap_or_else(|| BitWord::zero(pool.width(term)));
    }
    let argument = |term: &Term| {
        values[term.index()]
            .as_ref()
            .expect("arguments stand before their term")
    };
    let arguments: Vec<&BitWord> = pool.arguments(term).iter().map(argument).collect();
    apply(pool.operation(term), &arguments)
}

/// The value of one operation on values of the right sorts.
pub fn apply(operation: &BitOperation, arguments: &[&BitWord]) -> BitWord {
    match operation {
        BitOperation::Float(format, operation) => floats::float_value(*format, *operation, arguments),
        _ => words::word_value(operation, arguments),
    }
}
