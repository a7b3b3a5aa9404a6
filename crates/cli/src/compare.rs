//! `lydian compare`: can any input tell two formulas apart?

use crate::args;
use crate::console::Console;
use crate::exit::Exit;
use crate::generate::defaults;
use crate::interrupts;
use crate::source::{SpecItem, core_name, read_file};
use campaign::compare::{
    Closest, CompareOptions, CompareOutcome, FormulaComparison, Incomparable, Matching, ProvedValue, Witness, compare,
};
use expr::spec::{Accuracy, Defaults, Specification};
use rug::Float;
use rug::float::Round;
use serde_json::json;
use std::path::Path;
use suite::{How, MutantEvidence, hex};

/// Runs the command.
pub fn run(typed: &args::Compare, console: &Console) -> Exit {
    let (a, b) = match read_both(typed) {
        Ok(both) => both,
        Err(complaints) => {
            complaints.iter().for_each(|complaint| console.complaint(complaint));
            return Exit::BadInput;
        }
    };
    let options = CompareOptions {
        boxes: usize::try_from(typed.boxes).unwrap_or(usize::MAX),
    };
    match compare(&a.spec, &b.spec, &options) {
        Ok(comparison) => show(typed, console, (&a, &b), &comparison),
        Err(complaint) => {
            console.complaint(&complained(&a, &b, &complaint));
            Exit::BadInput
        }
    }
}

fn complained(a: &SpecItem, b: &SpecItem, complaint: &Incomparable) -> String {
    match complaint {
        Incomparable::First(errors) => a.file.render(errors),
        Incomparable::Second(errors) => b.file.render(errors),
        Incomparable::Nothing(why) => {
            format!("lydian: error: `{}` and `{}`: {why}", a.spec.name, b.spec.name)
        }
    }
}

// ---- reading ---------------------------------------------------------------------------------------------------------

type NamedCore = (std::sync::Arc<crate::source::SpecFile>, expr::ast::Core);

/// Both specifications, the second with the accuracy of the first if it has none; else all that is wrong.
fn read_both(typed: &args::Compare) -> Result<(SpecItem, SpecItem), Vec<String>> {
    let (first, second) = cores(typed)?;
    let defaults = defaults(&typed.requirement);
    let a = item(first, &defaults);
    let accuracy = a.as_ref().map_or_else(|_| placeholder(), |a| a.spec.accuracy.clone());
    let b = item(second, &Defaults { accuracy, ..defaults });
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
pub(crate) fn item((file, core): NamedCore, defaults: &Defaults) -> Result<SpecItem, String> {
    match Specification::from_core(&core, defaults) {
        Ok(spec) => Ok(SpecItem { file, spec }),
        Err(errors) => Err(file.render(&errors)),
    }
}

fn cores(typed: &args::Compare) -> Result<(NamedCore, NamedCore), Vec<String>> {
    let Some(second) = &typed.second else {
        return two(&typed.first).map_err(|error| vec![error]);
    };
    match (one(&typed.first), one(second)) {
        (Ok(a), Ok(b)) => Ok((a, b)),
        (a, b) => Err(a.err().into_iter().chain(b.err()).collect()),
    }
}

/// The two cores of a file.
fn two(path: &Path) -> Result<(NamedCore, NamedCore), String> {
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
pub(crate) fn one(typed: &Path) -> Result<NamedCore, String> {
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
    let _whole = interrupts::writing();
    if typed.json {
        console.data(&as_json(both, comparison));
    } else {
        console.report(&as_text(both, comparison));
    }
    match comparison.outcome {
        CompareOutcome::Distinguished(_) => Exit::Findings,
        CompareOutcome::Equivalent(_) => Exit::Done,
        CompareOutcome::Undecided { .. } => Exit::Early,
    }
}

/// Names of the two, made different where they are the same.
fn labels((a, b): (&SpecItem, &SpecItem)) -> (String, String) {
    let (a, b) = (a.spec.name.clone(), b.spec.name.clone());
    if a == b {
        (format!("{a} (A)"), format!("{b} (B)"))
    } else {
        (a, b)
    }
}

fn as_text(both: (&SpecItem, &SpecItem), comparison: &FormulaComparison) -> String {
    let (a, b) = labels(both);
    let answer = match &comparison.outcome {
        CompareOutcome::Distinguished(witness) => distinguished(&a, &b, &comparison.arguments, witness),
        CompareOutcome::Equivalent(evidence) => {
            format!(
                "Equivalent: no input tells {a} from {b} at this accuracy.\n  proof  {}\n",
                proof(evidence)
            )
        }
        CompareOutcome::Undecided { reason, boxes, closest } => {
            let mut text = format!("Undecided: {reason}, after {}.\n", counted(*boxes));
            if let Some(closest) = closest {
                text += &nearest(&comparison.arguments, closest);
            }
            text
        }
    };
    answer + note(comparison.matching)
}

fn note(matching: Matching) -> &'static str {
    match matching {
        Matching::ByName => "",
        Matching::ByPosition => "\nThe names of the arguments differ; they were matched by position.\n",
    }
}

fn distinguished(a: &str, b: &str, arguments: &[String], witness: &Witness) -> String {
    let mut rows: Vec<[String; 2]> = Vec::new();
    for (name, &x) in arguments.iter().zip(&witness.point) {
        rows.push([name.clone(), format!("{}  {}", hex::decimal(x), hex::format(x))]);
    }
    let point = rows.len();
    for (name, value) in [a, b].into_iter().zip(&witness.values) {
        rows.push([name.into(), shown(value)]);
    }
    let width = rows.iter().map(|[name, _]| name.chars().count()).max().unwrap_or(0);
    let line = |[name, text]: &[String; 2]| format!("  {name:width$}  {text}\n");
    let place = if point == 0 {
        "they have no arguments"
    } else {
        "at this input"
    };
    let mut text = format!("Distinguished: {a} and {b} are provably apart; {place}:\n");
    rows[..point].iter().for_each(|row| text += &line(row));
    text += if point == 0 { "" } else { "with these values:\n" };
    rows[point..].iter().for_each(|row| text += &line(row));
    text + &difference(witness)
}

fn difference(witness: &Witness) -> String {
    match (&witness.how, witness.gap) {
        (How::Definedness, _) => "Only one of the two is defined there.\n".into(),
        (_, Some(gap)) => format!("They differ by {} times what the accuracy allows.\n", three_digits(gap)),
        _ => String::new(),
    }
}

fn three_digits(x: f64) -> String {
    if (0.01..1000.0).contains(&x) {
        format!("{x:.2}")
    } else {
        format!("{x:.2e}")
    }
}

/// A value with the digits in which both ends agree, or both ends.
fn shown(value: &ProvedValue) -> String {
    let ProvedValue::Between(lo, hi) = value else {
        return "undefined".into();
    };
    let (low, high) = (digits(lo, 20, Round::Nearest), digits(hi, 20, Round::Nearest));
    if low == high {
        return low;
    }
    format!(
        "between {} and {}",
        digits(lo, 20, Round::Down),
        digits(hi, 20, Round::Up)
    )
}

fn digits(x: &Float, count: usize, direction: Round) -> String {
    x.to_string_radix_round(10, Some(count), direction)
}

fn proof(evidence: &MutantEvidence) -> String {
    match evidence {
        MutantEvidence::Identity { rules } => format!("identity by {}", rules.join(", ")),
        MutantEvidence::Covering { boxes, rules } if rules.is_empty() => format!("covering with {}", counted(*boxes)),
        MutantEvidence::Covering { boxes, rules } => format!(
            "identity by {}; defined at the same inputs by covering with {}",
            rules.join(", "),
            counted(*boxes)
        ),
        _ => String::new(),
    }
}

fn counted(boxes: u64) -> String {
    if boxes == 1 {
        "1 box".into()
    } else {
        format!("{boxes} boxes")
    }
}

fn nearest(arguments: &[String], closest: &Closest) -> String {
    let inputs = arguments.iter().zip(&closest.point);
    let inputs: Vec<String> = inputs.map(|(n, &x)| format!("{n} = {}", hex::decimal(x))).collect();
    format!(
        "  closest  {} of what would tell them apart, at {}\n",
        three_digits(closest.gap),
        inputs.join(", ")
    )
}

// ---- JSON ------------------------------------------------------------------------------------------------------------

fn as_json((a, b): (&SpecItem, &SpecItem), comparison: &FormulaComparison) -> String {
    let inputs = |point: &[f64]| -> Vec<serde_json::Value> {
        let named = comparison.arguments.iter().zip(point);
        named
            .map(|(name, &x)| json!({"name": name, "hex": hex::format(x), "decimal": hex::decimal(x)}))
            .collect()
    };
    let (outcome, witness, evidence) = match &comparison.outcome {
        CompareOutcome::Distinguished(w) => {
            let values: Vec<serde_json::Value> = w.values.iter().map(value_json).collect();
            let witness = json!({"inputs": inputs(&w.point), "a": values[0], "b": values[1], "gap": w.gap});
            let evidence = json!({"kind": "witness", "how": w.how, "precision": w.precision});
            ("distinguished", witness, evidence)
        }
        CompareOutcome::Equivalent(evidence) => ("equivalent", serde_json::Value::Null, json!(evidence)),
        CompareOutcome::Undecided { reason, boxes, closest } => {
            let closest = closest
                .as_ref()
                .map(|c| json!({"inputs": inputs(&c.point), "gap": c.gap}));
            let evidence = json!({"kind": "undecided", "reason": reason, "boxes": boxes, "closest": closest});
            ("undecided", serde_json::Value::Null, evidence)
        }
    };
    let whole = json!({
        "format": "lydian-comparison",
        "version": 1,
        "a": a.spec.name,
        "b": b.spec.name,
        "matched": match comparison.matching {
            Matching::ByName => "name",
            Matching::ByPosition => "position",
        },
        "outcome": outcome,
        "witness": witness,
        "evidence": evidence,
    });
    format!("{whole:#}\n")
}

/// The ends of an enclosure with forty digits, rounded outward; null if there is no value.
fn value_json(value: &ProvedValue) -> serde_json::Value {
    match value {
        ProvedValue::Undefined => serde_json::Value::Null,
        ProvedValue::Between(lo, hi) => json!({"lo": digits(lo, 40, Round::Down), "hi": digits(hi, 40, Round::Up)}),
    }
}
