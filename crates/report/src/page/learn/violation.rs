//! The violation: its simplest input and the first one, the conditions that they break, and how to see it again.

use super::capital;
use super::listing::anchor;
use crate::learn::{HOLDS_ROUNDED, UNSTEADY, meaning, reason};
use crate::page::pieces::{all, code};
use crate::words;
use maud::{Markup, display, html};
use suite::hex;
use suite::learn::{ContractRecord, LearnTest, ViolationRecord};

pub(super) fn violation(contract: &ContractRecord, found: &ViolationRecord) -> Markup {
    html! {
        (cards(contract, found))
        @if !found.repeats { p class="b ko" { i { "!" } " " (capital(UNSTEADY)) "." } }
        @if found.holds_rounded { p { (capital(HOLDS_ROUNDED)) "." } }
        h3 { "Conditions that fail" }
        (broken(contract, found))
        h3 { "To see it again" }
        pre class="run" { (found.again) }
    }
}

fn cards(contract: &ContractRecord, found: &ViolationRecord) -> Markup {
    let why = reason(found.first.why);
    let after = format!("after {}", words::count(found.shrinking as usize, "more test"));
    html! {
        div class="cards" {
            @if found.test.input == found.first.input {
                (card(contract, &found.test, "Input", why))
            } @else {
                (card(contract, &found.test, "Simplest input", &after))
                (card(contract, &found.first, "First input found", why))
            }
        }
    }
}

fn card(contract: &ContractRecord, test: &LearnTest, title: &str, note: &str) -> Markup {
    let inputs = contract.inputs.iter().map(|input| input.name.as_str());
    let outputs = contract.outputs.iter().map(String::as_str);
    html! {
        article class="card ko" {
            h3 { (title) " " small { (note) } }
            (table(&rows(inputs, &test.input)))
            h4 { "Outputs" }
            @match &test.ended {
                Some(end) => p { (words::observed(end)) },
                None => (table(&rows(outputs, &test.outputs))),
            }
        }
    }
}

fn table(rows: &[Markup]) -> Markup {
    html! {
        div class="tall" { table class="inputs named" { tbody { (all(rows)) } } }
    }
}

/// Numbers of a test that are shown at most; the command has all of them.
const SHOWN: usize = 400;

fn rows<'a>(names: impl Iterator<Item = &'a str>, values: &[suite::Hex]) -> Vec<Markup> {
    let row = |(name, value): (&str, &suite::Hex)| {
        html! {
            tr { th { (name) } td { (hex::decimal(value.0)) } td class="hex" { (display(value)) } }
        }
    };
    let more = values.len().saturating_sub(SHOWN);
    let last = (more > 0).then(|| html! { tr { th { "…" } td { (more) " more" } td {} } });
    names.zip(values).take(SHOWN).map(row).chain(last).collect()
}

/// Conditions that are shown at most.
const CONDITIONS: usize = 50;

fn broken(contract: &ContractRecord, found: &ViolationRecord) -> Markup {
    if found.broken.is_empty() {
        return html! { p { "All that need an output" (meaning(found.breach)) "." } };
    }
    html! {
        ul class="elsewhere" {
            @for clause in found.broken.iter().take(CONDITIONS) {
                li {
                    a href={ "#" (anchor(clause.line)) } { (contract.file) ":" (clause.line) } " "
                    (code(&clause.text)) (meaning(found.breach))
                }
            }
            @if found.broken.len() > CONDITIONS {
                li { "and " (found.broken.len() - CONDITIONS) " more" }
            }
        }
    }
}
