//! `lydian export`: a kill problem for another solver.

use crate::args::{self, DialectName, FormatName};
use crate::complaint::Complaint;
use crate::console::Console;
use crate::deliver::deliver;
use crate::exit::Exit;
use crate::generate::defaults;
use crate::source;
use ::export::{Dialect, ExportTarget, export, export_pair};
use std::path::Path;
use suite::Suite;

/// Runs the command.
pub fn run(typed: &args::Export, console: &Console) -> Result<Exit, Complaint> {
    deliver(&text(typed)?, typed.out.as_deref(), console)
}

fn text(typed: &args::Export) -> Result<String, Complaint> {
    let other = Path::new(&typed.mutant);
    let is_suite = typed.suite.extension().is_some_and(|e| e == "json");
    if is_suite || !other.is_file() {
        return of_mutant(typed);
    }
    let first = single(&typed.suite, typed)?;
    let second = single(other, typed)?;
    let complain = |why: String| Complaint::new(first.complaint(&why));
    export_pair(&first.spec, &second.spec, target(typed)).map_err(complain)
}

fn of_mutant(typed: &args::Export) -> Result<String, Complaint> {
    let complain = |why: String| Complaint::at(typed.suite.display(), why);
    let text = std::fs::read_to_string(&typed.suite).map_err(|e| complain(format!("cannot be read: {e}")))?;
    let suite = Suite::from_json(&text).map_err(|e| complain(e.to_string()))?;
    export(&suite, &typed.mutant, target(typed)).map_err(complain)
}

/// The only specification of a file.
fn single(path: &Path, typed: &args::Export) -> Result<source::SpecItem, Complaint> {
    let items = source::read_all(&[path], None, &defaults(&typed.requirement))?;
    let count = items.len();
    let only = items.into_iter().next().filter(|_| count == 1);
    only.ok_or_else(|| Complaint::at(path.display(), format!("it holds {count} specifications, not one")))
}

fn target(typed: &args::Export) -> ExportTarget {
    let dialect = match typed.dialect {
        DialectName::Dreal => Dialect::Dreal,
        DialectName::Cvc5 => Dialect::Cvc5,
    };
    match typed.to {
        FormatName::Smt2 => ExportTarget::Smt2(dialect),
        FormatName::Realpaver => ExportTarget::RealPaver,
        FormatName::Minibex => ExportTarget::Minibex,
    }
}
