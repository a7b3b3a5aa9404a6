//! `lydian compare`: can any input tell two formulas apart?

use crate::args;
use crate::complaint::Complaint;
use crate::console::Console;
use crate::exit::Exit;
use crate::generate::defaults;
use crate::interrupts;
use crate::source::{SpecItem, core_name, read_file};
use campaign::compare::{CompareOptions, CompareOutcome, FormulaComparison, Incomparable, compare};
use expr::spec::{Accuracy, Defaults, Specification};
use report::compare::text;
use std::path::Path;

/// Runs the command.
pub fn run(typed: &args::Compare, console: &Console) -> Result<Exit, Complaint> {
    let (a, b) = read_both(typed)?;
    let options = CompareOptions {
        boxes: usize::try_from(typed.boxes).unwrap_or(usize::MAX),
    };
    let comparison = compare(&a.spec, &b.spec, &options).map_err(|why| complaint(&a, &b, &why))?;
    Ok(show(typed, console, (&a, &b), &comparison))
}

fn complaint(a: &SpecItem, b: &SpecItem, why: &Incomparable) -> Complaint {
    match why {
        Incomparable::First(errors) => Complaint::new(a.file.render(errors)),
        Incomparable::Second(errors) => Complaint::new(b.file.render(errors)),
        Incomparable::Nothing(why) => Complaint::of_run(format!("`{}` and `{}`: {why}", a.spec.name, b.spec.name)),
    }
}

// ---- reading ---------------------------------------------------------------------------------------------------------

type NamedCore = (std::sync::Arc<crate::source::SpecFile>, expr::ast::Core);

/// Both specifications, the second with the accuracy of the first if it has none; else all that is wrong.
fn read_both(typed: &args::Compare) -> Result<(SpecItem, SpecItem), Vec<String>> {
    let (first, second) = cores(typed)?;
    let defaults = defaults(&typed.requirement);
    let a = make_item(first, &defaults);
    let accuracy = a.as_ref().map_or_else(|_| placeholder(), |a| a.spec.accuracy.clone());
    let b = make_item(second, &Defaults { accuracy, ..defaults });
    match (a, b) {
        (Ok(a), Ok(b)) => Ok((a, b)),
        (a, b) => Err(a.err().into_iter().chain(b.err()).collect()),
    }
}

/// An accuracy for the second specification while the first has complaints of its own.
fn placeholder() -> Accuracy {
    Accuracy {
        relative: Some(1.into()),
        ..Accuracy::default()
    }
}

/// The specification of a core.
pub(crate) fn make_item((file, core): NamedCore, defaults: &Defaults) -> Result<SpecItem, String> {
    match Specification::from_core(&core, defaults) {
        Ok(spec) => Ok(SpecItem { file, spec }),
        Err(errors) => Err(file.render(&errors)),
    }
}

fn cores(typed: &args::Compare) -> Result<(NamedCore, NamedCore), Vec<String>> {
    let Some(second) = &typed.second else {
        return read_two(&typed.first).map_err(|error| vec![error]);
    };
    match (read_one(&typed.first), read_one(second)) {
        (Ok(a), Ok(b)) => Ok((a, b)),
        (a, b) => Err(a.err().into_iter().chain(b.err()).collect()),
    }
}

/// The two cores of a file.
fn read_two(path: &Path) -> Result<(NamedCore, NamedCore), String> {
    let (file, cores) = read_file(path)?;
    let count = cores.len();
    let mut cores = cores.into_iter().map(|core| (file.clone(), core));
    match (count, cores.next(), cores.next()) {
        (2, Some(a), Some(b)) => Ok((a, b)),
        _ => Err(format!(
            "{}: error: it holds {count} specifications; give two files, or pick two with FILE:NAME",
            path.display()
        )),
    }
}

/// The core of a file, or the one that FILE:NAME picks.
pub(crate) fn read_one(typed: &Path) -> Result<NamedCore, String> {
    let text = typed.to_string_lossy();
    let picked = match text.rsplit_once(':') {
        Some((file, name)) if !typed.exists() => Some((file.to_string(), name.to_string())),
        _ => None,
    };
    let Some((path, name)) = picked else {
        let (file, cores) = read_file(typed)?;
        return single(cores, |_| true)
            .map(|core| (file, core))
            .map_err(|count| several(&text, count));
    };
    let (file, cores) = read_file(Path::new(&path))?;
    let named = |core: &expr::ast::Core| core_name(core) == Some(&name) || core.ident.as_deref() == Some(&name);
    single(cores, named)
        .map(|core| (file, core))
        .map_err(|count| format!("{path}: error: {count} of its specifications have the name `{name}`; it must be one"))
}

/// The one core that is wanted, or how many there are.
fn single(cores: Vec<expr::ast::Core>, wanted: impl Fn(&expr::ast::Core) -> bool) -> Result<expr::ast::Core, usize> {
    let mut cores: Vec<_> = cores.into_iter().filter(wanted).collect();
    match (cores.len(), cores.pop()) {
        (1, Some(core)) => Ok(core),
        (count, _) => Err(count),
    }
}

fn several(path: &str, count: usize) -> String {
    format!("{path}: error: it holds {count} specifications; pick one as {path}:NAME")
}

// ---- showing ---------------------------------------------------------------------------------------------------------

fn show(
    typed: &args::Compare,
    console: &Console,
    both: (&SpecItem, &SpecItem),
    comparison: &FormulaComparison,
) -> Exit {
    let report = comparison.report(&both.0.spec.name, &both.1.spec.name);
    let _whole = interrupts::hold_off_end();
    if typed.json {
        console.data(&report.to_json());
    } else {
        console.report(&text(&report));
    }
    match comparison.outcome {
        CompareOutcome::Distinguished(_) => Exit::Findings,
        CompareOutcome::Equivalent(_) => Exit::Done,
        CompareOutcome::Undecided { .. } => Exit::Early,
    }
}
