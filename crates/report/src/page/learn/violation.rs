//! The violation: its simplest input and the first one, the conditions that they break, and how to see it again.

use super::capital;
use crate::learn::{HOLDS_ROUNDED, UNSTEADY, meaning, reason};
use crate::{escape, words};
use suite::hex;
use suite::learn::{ClauseRecord, ContractRecord, LearnTest, ViolationRecord};

pub(super) fn violation(contract: &ContractRecord, found: &ViolationRecord) -> String {
    let again = format!("<pre class=\"run\">{}</pre>", escape::html(&found.again));
    let unsteady = match found.repeats {
        true => String::new(),
        false => format!("<p class=\"b ko\"><i>!</i> {}.</p>", capital(UNSTEADY)),
    };
    let rounded = if found.holds_rounded {
        format!("<p>{}.</p>", capital(HOLDS_ROUNDED))
    } else {
        String::new()
    };
    format!(
        "{}{unsteady}{rounded}<h3>Conditions that fail</h3>{}<h3>To see it again</h3>{again}",
        cards(contract, found),
        broken(contract, found)
    )
}

fn cards(contract: &ContractRecord, found: &ViolationRecord) -> String {
    let why = reason(found.first.why);
    let simplest = if found.test.input == found.first.input {
        card(contract, &found.test, "Input", why)
    } else {
        let tests = words::count(found.shrinking as usize, "more test");
        card(contract, &found.test, "Simplest input", &format!("after {tests}"))
            + &card(contract, &found.first, "First input found", why)
    };
    format!("<div class=\"cards\">{simplest}</div>")
}

fn card(contract: &ContractRecord, test: &LearnTest, title: &str, note: &str) -> String {
    let inputs = contract.inputs.iter().map(|input| input.name.as_str());
    let given = rows(inputs, &test.input);
    let outputs = match &test.ended {
        Some(end) => format!("<p>{}</p>", escape::html(&words::observed(end))),
        None => table(&rows(contract.outputs.iter().map(String::as_str), &test.outputs)),
    };
    format!(
        "<article class=\"card ko\"><h3>{title} <small>{}</small></h3>{}<h4>Outputs</h4>{outputs}</article>",
        escape::html(note),
        table(&given)
    )
}

fn table(rows: &[String]) -> String {
    format!(
        "<div class=\"tall\"><table class=\"inputs named\"><tbody>{}</tbody></table></div>",
        rows.concat()
    )
}

/// Numbers of a test that are shown at most; the command has all of them.
const SHOWN: usize = 400;

fn rows<'a>(names: impl Iterator<Item = &'a str>, values: &[suite::Hex]) -> Vec<String> {
    let row = |(name, value): (&str, &suite::Hex)| {
        format!(
            "<tr><th>{}</th><td>{}</td><td class=\"hex\">{value}</td></tr>",
            escape::html(name),
            hex::decimal(value.0)
        )
    };
    let more = values.len().saturating_sub(SHOWN);
    let last = (more > 0).then(|| format!("<tr><th>…</th><td>{more} more</td><td></td></tr>"));
    names.zip(values).take(SHOWN).map(row).chain(last).collect()
}

/// Conditions that are shown at most.
const CONDITIONS: usize = 50;

fn broken(contract: &ContractRecord, found: &ViolationRecord) -> String {
    let row = |clause: &ClauseRecord| {
        format!(
            "<li><a href=\"#{}\">{}:{}</a> <code>{}</code>{}</li>",
            super::listing::anchor(clause.line),
            escape::html(&contract.file),
            clause.line,
            escape::html(&clause.text),
            meaning(found.breach)
        )
    };
    if found.broken.is_empty() {
        return format!("<p>All that need an output{}.</p>", meaning(found.breach));
    }
    let rows: String = found.broken.iter().take(CONDITIONS).map(row).collect();
    let more = match found.broken.len().saturating_sub(CONDITIONS) {
        0 => String::new(),
        more => format!("<li>and {more} more</li>"),
    };
    format!("<ul class=\"elsewhere\">{rows}{more}</ul>")
}
