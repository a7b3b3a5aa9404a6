//! The part of a file that is mutated.

use super::error::SourceError;
use super::mutant::SourceMutant;
use super::syntax::{SourceFunction, Syntax};
use std::fmt;
use std::ops::{Range, RangeInclusive};

/// The part of a file that is mutated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MutatedPart {
    /// All of it.
    Whole,
    /// The functions of these names.
    Functions(Vec<String>),
    /// Mutants that begin in these lines, counted from 1.
    Lines(RangeInclusive<usize>),
}

impl fmt::Display for MutatedPart {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            MutatedPart::Whole => write!(f, "the file"),
            MutatedPart::Functions(names) => write!(f, "`{}`", names.join("`, `")),
            MutatedPart::Lines(lines) => write!(f, "lines {} to {}", lines.start(), lines.end()),
        }
    }
}

/// A scope as places of a text.
pub(crate) enum Regions {
    All,
    Bytes(Vec<Range<usize>>),
    Lines(RangeInclusive<usize>),
}

impl Regions {
    /// Whether a mutant is in the scope.
    pub fn hold(&self, mutant: &SourceMutant) -> bool {
        match self {
            Regions::All => true,
            Regions::Bytes(ranges) => ranges.iter().any(|range| range.contains(&mutant.range.start)),
            Regions::Lines(lines) => lines.contains(&mutant.line),
        }
    }
}

/// The places of a scope in a text.
pub(crate) fn regions(syntax: &Syntax, scope: &MutatedPart) -> Result<Regions, SourceError> {
    match scope {
        MutatedPart::Whole => Ok(Regions::All),
        MutatedPart::Lines(lines) => Ok(Regions::Lines(lines.clone())),
        MutatedPart::Functions(names) => {
            let found: Result<Vec<_>, _> = names.iter().map(|name| named(syntax, name)).collect();
            Ok(Regions::Bytes(found?.concat()))
        }
    }
}

fn named(syntax: &Syntax, name: &str) -> Result<Vec<Range<usize>>, SourceError> {
    let same = |f: &&SourceFunction| syntax.grammar.same_name(&f.name, name);
    let ranges: Vec<_> = syntax
        .functions()
        .iter()
        .filter(same)
        .map(|f| f.range.clone())
        .collect();
    if ranges.is_empty() {
        return Err(SourceError::UnknownFunction {
            name: name.to_string(),
            near: near(syntax, name),
        });
    }
    Ok(ranges)
}

/// The most names that an error lists.
const NAMES: usize = 5;

/// Functions of the file, the most similar names first.
fn near(syntax: &Syntax, wanted: &str) -> Vec<String> {
    let mut names: Vec<String> = syntax.functions().iter().map(|f| f.name.clone()).collect();
    names.sort();
    names.dedup();
    names.sort_by_key(|name| strsim::damerau_levenshtein(name, wanted));
    names.truncate(NAMES);
    names
}
