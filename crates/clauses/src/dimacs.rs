//! DIMACS: the text form of sets of clauses.
//!
//! Lines that begin with `c` are comments; one line `p cnf <variables> <clauses>` comes before the clauses; a clause is numbers
//! that end with 0, on one line or several. Some files end with a line `%`; what follows it is not read.

use crate::{ClauseSet, Literal};
use std::error::Error;
use std::fmt::{self, Write};

/// The set as text.
pub fn write(set: &ClauseSet) -> String {
    let mut text = format!("p cnf {} {}\n", set.variables(), set.len());
    for clause in set.clauses() {
        write_clause(&mut text, clause);
    }
    text
}

fn write_clause(text: &mut String, clause: &[Literal]) {
    for literal in clause {
        write!(text, "{literal} ").expect("writing to a string does not fail");
    }
    text.push_str("0\n");
}

/// The set that a text says.
///
/// # Errors
/// The first line that is not DIMACS, and why.
pub fn read(text: &str) -> Result<ClauseSet, ClauseTextFault> {
    let mut reader = DimacsReader::default();
    for (index, line) in text.lines().enumerate() {
        let line_number = index + 1;
        let fault = |cause: String| ClauseTextFault::new(line_number, cause);
        if line.trim_start().starts_with('%') {
            break;
        }
        reader.line(line).map_err(fault)?;
    }
    let last = text.lines().count();
    reader.end().map_err(|cause| ClauseTextFault::new(last, cause))
}

/// Where a text is not what it should be, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClauseTextFault {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub cause: String,
}

impl ClauseTextFault {
    pub(crate) fn new(line: usize, cause: String) -> ClauseTextFault {
        ClauseTextFault { line, cause }
    }
}

impl fmt::Display for ClauseTextFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.cause)
    }
}

impl Error for ClauseTextFault {}

#[derive(Default)]
struct DimacsReader {
    set: ClauseSet,
    /// Variables and clauses, as the line `p` says.
    promised: Option<(u32, usize)>,
    clause: Vec<Literal>,
}

impl DimacsReader {
    fn line(&mut self, line: &str) -> Result<(), String> {
        let mut words = line.split_ascii_whitespace();
        match (words.clone().next(), self.promised) {
            (None, _) => Ok(()),
            (Some(word), _) if word.starts_with('c') => Ok(()),
            (Some("p"), None) => self.problem_line(words.skip(1)),
            (Some("p"), Some(_)) => Err("a second line `p`".into()),
            (Some(_), None) => Err("clauses come after a line `p cnf <variables> <clauses>`".into()),
            (Some(_), Some((variables, _))) => words.try_for_each(|word| self.number(word, variables)),
        }
    }

    fn problem_line<'t>(&mut self, words: impl Iterator<Item = &'t str>) -> Result<(), String> {
        let words: Vec<&str> = words.collect();
        let ["cnf", variables, clauses] = words[..] else {
            return Err("the line `p` should be `p cnf <variables> <clauses>`".into());
        };
        let variables = number_of_variables(variables)?;
        let clauses = clauses
            .parse()
            .map_err(|_| format!("`{clauses}` is no number of clauses"))?;
        if let Some(last) = Literal::try_new(variables as i32) {
            self.set.declare(last);
        }
        self.promised = Some((variables, clauses));
        Ok(())
    }

    fn number(&mut self, word: &str, variables: u32) -> Result<(), String> {
        match literal(word)? {
            Some(literal) if literal.variable() > variables => Err(format!(
                "`{word}` is beyond the {variables} variables that the line `p` promises"
            )),
            Some(literal) => {
                self.clause.push(literal);
                Ok(())
            }
            None => {
                self.set.add(&self.clause);
                self.clause.clear();
                Ok(())
            }
        }
    }

    fn end(self) -> Result<ClauseSet, String> {
        let Some((_, clauses)) = self.promised else {
            return Err("there is no line `p cnf <variables> <clauses>`".into());
        };
        if !self.clause.is_empty() {
            return Err("the last clause does not end with 0".into());
        }
        if self.set.len() != clauses {
            return Err(format!(
                "there are {} clauses, but the line `p` promises {clauses}",
                self.set.len()
            ));
        }
        Ok(self.set)
    }
}

fn number_of_variables(word: &str) -> Result<u32, String> {
    let count: Option<u32> = word.parse().ok();
    let fault = || {
        format!(
            "`{word}` is no number of variables, of which there are at most {}",
            Literal::GREATEST_VARIABLE
        )
    };
    count
        .filter(|count| *count <= Literal::GREATEST_VARIABLE)
        .ok_or_else(fault)
}

/// A literal, or `None` for the 0 that ends a clause.
pub(crate) fn literal(word: &str) -> Result<Option<Literal>, String> {
    match word.parse() {
        Ok(0) => Ok(None),
        Ok(number) => Literal::try_new(number).map(Some).ok_or_else(|| too_great(word)),
        Err(_) => Err(format!("`{word}` is no literal")),
    }
}

fn too_great(word: &str) -> String {
    format!(
        "`{word}` is beyond the greatest variable, {}",
        Literal::GREATEST_VARIABLE
    )
}
