//! The text of contract files, whatever their notation.

use super::Contract;
use super::build::build;
use super::core;
use super::parse::drafts;
use crate::diagnostic::{Diagnostic, Diagnostics, TextSpan};
use crate::fpcore::complaints::{Complaints, quoted};
use crate::fpcore::{room, utf8};
use std::collections::HashSet;

/// Reads all contracts of an infix text. A text without any is an error.
///
/// ```
/// let text = "contract root(x in [0, 100]) { y = f(x); ensures y >= 0; ensures abs(y*y - x) <= 1e-9 }";
/// let contracts = expr::contract::read(text)?;
/// let contract = &contracts[0];
/// assert_eq!((contract.inputs[0].name.as_str(), contract.inputs[0].hi), ("x", 100.0));
/// assert_eq!((contract.outputs[0].name.as_str(), contract.ensures.len()), ("y", 2));
/// assert_eq!(contract.ensures[0].text, "y >= 0");
/// # Ok::<(), expr::diagnostic::Diagnostics>(())
/// ```
pub fn read(text: &str) -> Result<Vec<Contract>, Diagnostics> {
    room::with_room(text.len(), || {
        let mut complaints = Complaints::default();
        let drafts = drafts(text, &mut complaints);
        let mut contracts = vec![];
        for draft in &drafts {
            if complaints.is_hopeless() {
                break;
            }
            match build(draft, text) {
                Ok(contract) => contracts.push(contract),
                Err(errors) => errors.0.into_iter().for_each(|d| complaints.add(|| d)),
            }
        }
        let names = drafts.iter().map(|draft| (draft.name.text, draft.name.span));
        check_names(names, &mut complaints);
        if drafts.is_empty() && complaints.is_empty() {
            complaints.say(TextSpan::default(), "there is no `contract` in this file");
        }
        complaints.finish(contracts)
    })
}

/// The same from bytes; text that is not UTF-8 is an error at the first wrong byte.
pub fn read_bytes(bytes: &[u8]) -> Result<Vec<Contract>, Diagnostics> {
    read(utf8(bytes)?)
}

/// Reads the contents of a file: FPCore if its name ends in `.fpcore`, else infix.
pub fn read_named(name: &str, bytes: &[u8]) -> Result<Vec<Contract>, Diagnostics> {
    if name.ends_with(".fpcore") {
        core::read(utf8(bytes)?)
    } else {
        read_bytes(bytes)
    }
}

/// The same; the error is the text of all complaints as people read them, with `name`, line and column.
pub fn read_file_text(name: &str, bytes: &[u8]) -> Result<Vec<Contract>, String> {
    read_named(name, bytes).map_err(|errors| errors.render_file(name, bytes))
}

/// Contracts of one text have different names.
pub(super) fn check_names<'n>(names: impl Iterator<Item = (&'n str, TextSpan)>, complaints: &mut Complaints) {
    let mut seen = HashSet::new();
    for (name, span) in names.filter(|(name, _)| !seen.insert(*name)) {
        let message = format!("there are two contracts {}", quoted(name));
        complaints.add(|| Diagnostic::new(span, message).hint("choose another name"));
    }
}
