//! LRAT: the text form of proofs, as checkers outside read and write it.
//!
//! A lemma is a line `<number> <literal>… 0 <hint>… 0`, a deletion `<number> d <clause>… 0`. Lemmas may leave numbers out,
//! but must not go back; in memory they have the next numbers after those of the set, without gaps.
//! Hints below 0 (resolution asymmetric tautologies) are not read: the solver here needs none.

use crate::dimacs::{ClauseTextFault, literal};
use crate::{ClauseProof, ClauseSet, ClauseStep, Literal};
use std::collections::HashMap;
use std::fmt::Write;

/// The proof as text; the set says where the numbers of lemmas begin.
pub fn write(set: &ClauseSet, proof: &ClauseProof) -> String {
    let mut text = String::new();
    let mut number = set.len();
    for step in proof.steps() {
        number += usize::from(matches!(step, ClauseStep::Lemma { .. }));
        write_step(&mut text, number, step);
    }
    text
}

fn write_step(text: &mut String, number: usize, step: ClauseStep<'_>) {
    match step {
        ClauseStep::Lemma { literals, hints } => {
            write_numbers(text, &number.to_string(), literals);
            write_numbers(text, " 0", hints);
        }
        ClauseStep::Deletion(numbers) => write_numbers(text, &format!("{number} d"), numbers),
    }
    text.push_str(" 0\n");
}

fn write_numbers<T: std::fmt::Display>(text: &mut String, before: &str, numbers: &[T]) {
    text.push_str(before);
    for number in numbers {
        write!(text, " {number}").expect("writing to a string does not fail");
    }
}

/// The proof that a text says, for this set.
///
/// # Errors
/// The first line that is not LRAT, or that names a clause which is not there, and why.
pub fn read(set: &ClauseSet, text: &str) -> Result<ClauseProof, ClauseTextFault> {
    let mut reader = LratReader::new(set);
    for (index, line) in text.lines().enumerate() {
        let fault = |cause: String| ClauseTextFault::new(index + 1, cause);
        reader.line(line).map_err(fault)?;
    }
    Ok(reader.proof)
}

struct LratReader {
    proof: ClauseProof,
    given: u32,
    /// The number of the last lemma, in the text and in memory.
    last: u64,
    last_here: u32,
    /// From numbers of lemmas in the text to those in memory.
    numbers: HashMap<u64, u32>,
}

impl LratReader {
    fn new(set: &ClauseSet) -> LratReader {
        let given = u32::try_from(set.len()).unwrap_or(u32::MAX);
        LratReader {
            proof: ClauseProof::new(),
            given,
            last: u64::from(given),
            last_here: given,
            numbers: HashMap::new(),
        }
    }

    fn line(&mut self, line: &str) -> Result<(), String> {
        let mut words = line.split_ascii_whitespace();
        let Some(first) = words.next().filter(|word| !word.starts_with('c')) else {
            return Ok(());
        };
        let number = first.parse().map_err(|_| format!("`{first}` is no number of a step"))?;
        if words.clone().next() == Some("d") {
            let numbers = self.clauses(&mut words.by_ref().skip(1))?;
            self.proof.add_deletion(&numbers);
        } else {
            let literals = literals(&mut words)?;
            let hints = self.clauses(&mut words)?;
            self.admit(number)?;
            self.proof.add_lemma(&literals, &hints);
        }
        words
            .next()
            .map_or(Ok(()), |word| Err(format!("`{word}` comes after the end of the step")))
    }

    /// Gives a lemma its number in memory.
    fn admit(&mut self, number: u64) -> Result<(), String> {
        if number <= self.last {
            return Err(format!("the lemma {number} comes after the clause {}", self.last));
        }
        self.last_here = self.last_here.checked_add(1).ok_or("there are too many lemmas")?;
        self.last = number;
        self.numbers.insert(number, self.last_here);
        Ok(())
    }

    /// Numbers of clauses up to the 0 that ends them, as they are in memory.
    fn clauses<'t>(&self, words: &mut impl Iterator<Item = &'t str>) -> Result<Vec<u32>, String> {
        let mut numbers = Vec::new();
        for word in words {
            if word == "0" {
                return Ok(numbers);
            }
            numbers.push(self.clause(word)?);
        }
        Err("the list of clauses does not end with 0".into())
    }

    fn clause(&self, word: &str) -> Result<u32, String> {
        if word.starts_with('-') {
            return Err(format!("`{word}`: steps that are not implied (RAT) are not read"));
        }
        let number: u64 = word.parse().map_err(|_| format!("`{word}` is no number of a clause"))?;
        match u32::try_from(number) {
            Ok(number) if (1..=self.given).contains(&number) => Ok(number),
            _ => self
                .numbers
                .get(&number)
                .copied()
                .ok_or_else(|| format!("there is no clause {word} yet")),
        }
    }
}

/// Literals up to the 0 that ends them.
fn literals<'t>(words: &mut impl Iterator<Item = &'t str>) -> Result<Vec<Literal>, String> {
    let mut literals = Vec::new();
    for word in words {
        match literal(word)? {
            Some(literal) => literals.push(literal),
            None => return Ok(literals),
        }
    }
    Err("the lemma does not end with 0".into())
}
