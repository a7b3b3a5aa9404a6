//! Mutants of source text, in C, Fortran, Rust, Python and Octave, from one engine with a table per language.
//!
//! Text goes in, mutants come out: each is one edit of the text. Nothing here builds or runs a program.
//! A mutant keeps its identifier whatever part of the file is asked for, since all of the file is always counted.

mod combine;
mod declared;
mod error;
mod grammar;
mod language;
mod literal;
mod mutant;
mod operator;
mod scope;
mod syntax;
mod typing;
mod walk;
mod weave;

pub use combine::{Combined, combine};
pub use error::SourceError;
pub use language::SourceLanguage;
pub use mutant::{Diff, SourceMutant};
pub use operator::{SourceOperator, source_operators_table};
pub use scope::MutatedPart;

use mutant::TextEdit;
use std::collections::{BTreeMap, BTreeSet};

/// Which mutants of which text.
#[derive(Clone, Debug)]
pub struct MutantRequest<'a> {
    /// The text of one file.
    pub source: &'a str,
    /// What it is written in.
    pub language: SourceLanguage,
    /// The part of it that is mutated.
    pub scope: MutatedPart,
    /// The operators to use; none means all.
    pub operators: Vec<SourceOperator>,
}

/// All first-order mutants that a request asks for, in the order of the source.
///
/// # Errors
///
/// Text with a syntax error, a function that the file does not define, or a scope without a single mutant.
///
/// ```
/// use mutation::source::{MutantRequest, MutatedPart, SourceLanguage, mutants};
///
/// let source = "double half(double x) { return x / 2; }";
/// let request = MutantRequest {
///     source,
///     language: SourceLanguage::C,
///     scope: MutatedPart::Functions(vec!["half".into()]),
///     operators: vec![],
/// };
/// let changed: Vec<String> = mutants(&request)?.iter().map(|m| m.apply(source)).collect();
/// assert!(changed.contains(&"double half(double x) { return x * 2; }".to_string()));
/// # Ok::<(), mutation::source::SourceError>(())
/// ```
pub fn mutants(request: &MutantRequest) -> Result<Vec<SourceMutant>, SourceError> {
    let syntax = syntax::Syntax::read(request.source, request.language)?;
    let regions = scope::regions(&syntax, &request.scope)?;
    let wanted = |m: &SourceMutant| {
        let operator = request.operators.is_empty() || request.operators.contains(&m.operator);
        operator && regions.hold(m)
    };
    let all = numbered(request.source, walk::edits(&syntax));
    let chosen: Vec<SourceMutant> = all.into_iter().filter(wanted).collect();
    if chosen.is_empty() {
        return Err(SourceError::Empty {
            scope: request.scope.to_string(),
        });
    }
    Ok(chosen)
}

/// Edits that give different texts, in the order of the source, each with its identifier.
fn numbered(source: &str, mut edits: Vec<TextEdit>) -> Vec<SourceMutant> {
    edits.sort_by_key(|edit| edit.range.start);
    let mut texts = BTreeSet::new();
    let mut counts: BTreeMap<SourceOperator, usize> = BTreeMap::new();
    let places = mutant::LineStarts::of(source);
    let mut mutants = Vec::new();
    for edit in edits {
        let canonical = edit.canonical(source);
        if canonical.is_nothing() || !texts.insert(canonical) {
            continue;
        }
        let count = counts.entry(edit.operator).or_default();
        *count += 1;
        mutants.push(edit.numbered(*count, &places));
    }
    mutants
}
