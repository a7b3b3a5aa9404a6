//! What `compare` found out, as text.

use suite::compare::{ClosestRecord, CompareEvidence, CompareReport, Matched, ValueText, WitnessRecord};
use suite::{How, InputRecord, hex};

/// The report for people.
pub fn text(report: &CompareReport) -> String {
    let (a, b) = labels(report);
    let answer = match (&report.evidence, &report.witness) {
        (CompareEvidence::Witness { how, .. }, Some(witness)) => distinguished(&a, &b, witness, *how),
        (CompareEvidence::Undecided { reason, boxes, closest }, _) => {
            let nearest = closest.as_ref().map_or(String::new(), nearest);
            format!("Undecided: {reason}, after {}.\n{nearest}", counted(*boxes))
        }
        (evidence, _) => format!(
            "Equivalent: no input tells {a} from {b} at this accuracy.\n  proof  {}\n",
            proof(evidence)
        ),
    };
    answer + note(report.matched)
}

/// Names of the two, made different where they are the same.
fn labels(report: &CompareReport) -> (String, String) {
    let (a, b) = (&report.a, &report.b);
    if a == b {
        (format!("{a} (A)"), format!("{b} (B)"))
    } else {
        (a.clone(), b.clone())
    }
}

fn note(matched: Matched) -> &'static str {
    match matched {
        Matched::Name => "",
        Matched::Position => "\nThe names of the arguments differ; they were matched by position.\n",
    }
}

fn distinguished(a: &str, b: &str, witness: &WitnessRecord, how: How) -> String {
    let input = |input: &InputRecord| {
        [
            input.name.clone(),
            format!("{}  {}", input.decimal, hex::format(input.hex.0)),
        ]
    };
    let mut rows: Vec<[String; 2]> = witness.inputs.iter().map(input).collect();
    let point = rows.len();
    for (name, value) in [(a, &witness.a), (b, &witness.b)] {
        rows.push([name.into(), shown(value.as_ref())]);
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
    text + &difference(how, witness.gap)
}

fn shown(value: Option<&ValueText>) -> String {
    value.map_or("undefined".into(), |value| value.shown.clone())
}

fn difference(how: How, gap: Option<f64>) -> String {
    match (how, gap) {
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

fn proof(evidence: &CompareEvidence) -> String {
    match evidence {
        CompareEvidence::Identity { rules } => format!("identity by {}", rules.join(", ")),
        CompareEvidence::Covering { boxes, rules } if rules.is_empty() => format!("covering with {}", counted(*boxes)),
        CompareEvidence::Covering { boxes, rules } => format!(
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

fn nearest(closest: &ClosestRecord) -> String {
    let inputs = closest.inputs.iter();
    let inputs: Vec<String> = inputs
        .map(|input| format!("{} = {}", input.name, input.decimal))
        .collect();
    format!(
        "  closest  {} of what would tell them apart, at {}\n",
        three_digits(closest.gap),
        inputs.join(", ")
    )
}
