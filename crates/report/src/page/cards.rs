//! A card per test: its input, its oracle, what the subject did, what it kills, and how to repeat it.

use super::{View, numberline, pieces, test_anchor, tiles, trace};
use crate::words;
use maud::{Markup, Render, display, html};
use std::collections::HashMap;
use suite::hex::decimal;
use suite::{Hex, Observed, Test, TestResult};

/// Mutants that all cards together name; what is beyond that is counted.
const NAMED: usize = 10_000;

pub(super) fn cards(view: &View) -> Markup {
    if view.suite.tests.is_empty() {
        return Markup::default();
    }
    let operators = view
        .suite
        .mutants
        .iter()
        .map(|m| (m.id.as_str(), m.operator.as_str()))
        .collect();
    let each = NAMED / view.suite.tests.len();
    html! {
        (legend(view))
        div class="cards" {
            @for test in &view.suite.tests { (card(test, view.result(&test.id), &operators, each)) }
        }
    }
}

fn legend(view: &View) -> Markup {
    let answers = [
        ("ok", "acceptable answer"),
        ("ko", "wrong answer"),
        ("uncertain", "uncertain answer"),
        ("beyond", "answer out of view"),
    ];
    html! {
        p class="legend" {
            span { i class="range" {} " acceptable" } " "
            (numberline::sample("real", "real value"))
            @if view.check.is_some() {
                @for (class, meaning) in answers { " " (numberline::sample(class, meaning)) }
            }
        }
    }
}

fn card(test: &Test, result: Option<&TestResult>, operators: &HashMap<&str, &str>, names: usize) -> Markup {
    let class = result.map_or("", |r| words::verdict(r.verdict).word);
    let id = test_anchor(&test.id);
    html! {
        article class={ "card " (class) } id=(id) {
            h3 {
                a href={ "#" (id) } { (test.id) } " " small { (test.kind.name()) }
                @if let Some(result) = result { (pieces::verdict(result.verdict)) }
            }
            (inputs(test))
            (numberline::numberline(test, result))
            (tiles::definitions(&facts(test, result)))
            (kills(test, operators, names))
            @if let Some(result) = result { pre class="run" { (result.reproduce) } }
        } "\n"
    }
}

fn inputs(test: &Test) -> Markup {
    html! {
        table class="inputs" {
            @for input in &test.inputs {
                tr { th { (input.name) } td { (input.decimal) } td class="hex" { (display(input.hex)) } }
            }
        }
    }
}

fn facts(test: &Test, result: Option<&TestResult>) -> Vec<(&'static str, Markup)> {
    let acceptable = match test.valid {
        Some(range) => html! { "from " (number(range.lo)) br; "to " (number(range.hi)) },
        None => words::expected(test).render(),
    };
    let mut rows = vec![("Acceptable", acceptable)];
    if let Some(enclosure) = &test.enclosure {
        rows.push(("Real value", common(&enclosure.lo, &enclosure.hi).render()));
    }
    if let Some(result) = result {
        rows.push(("Observed", observed(&result.observed)));
        rows.extend(errors(result).map(|error| ("Error", error.render())));
        rows.push(("Verdict", pieces::prose(&result.reason)));
    }
    rows
}

/// A double in decimal and in hexadecimal.
fn number(x: Hex) -> Markup {
    html! { (decimal(x.0)) " " span class="hex" { (display(x)) } }
}

fn observed(observed: &Observed) -> Markup {
    match observed {
        Observed::Value { hex, upper: None, .. } => number(*hex),
        other => words::observed(other).render(),
    }
}

fn errors(result: &TestResult) -> Option<String> {
    let ulps = result.error_ulps.as_ref().map(|e| format!("{e} ulps"));
    let relative = result.error_relative.as_ref().map(|e| format!("relative {e}"));
    let distance = result
        .distance
        .as_ref()
        .filter(|d| *d != "0")
        .map(|d| format!("{d} outside the range"));
    let all: Vec<String> = [ulps, relative, distance].into_iter().flatten().collect();
    (!all.is_empty()).then(|| all.join(", "))
}

/// Digits of a real number that are shown at most.
const DIGITS: usize = 32;

/// What both ends of an enclosure agree on, followed by dots; the ends themselves if they agree on nothing.
fn common(lo: &str, hi: &str) -> String {
    if lo == hi {
        return lo.into();
    }
    let (lo_digits, lo_exponent) = lo.split_once('e').unwrap_or((lo, ""));
    let (hi_digits, hi_exponent) = hi.split_once('e').unwrap_or((hi, ""));
    let same = lo_digits.chars().zip(hi_digits.chars()).take_while(|(a, b)| a == b);
    let shared: String = same.map(|(a, _)| a).take(DIGITS).collect();
    if lo_exponent != hi_exponent || shared.len() < 5 {
        return format!("from {lo} to {hi}");
    }
    let exponent = if lo_exponent.is_empty() {
        String::new()
    } else {
        format!("e{lo_exponent}")
    };
    format!("{shared}…{exponent}")
}

fn kills(test: &Test, operators: &HashMap<&str, &str>, names: usize) -> Markup {
    if test.kills.is_empty() {
        return html! { p class="none" { "Kills no mutant." } };
    }
    html! {
        details {
            summary {
                "Kills " (words::count(test.kills.len(), "mutant")) ": " (trace::by_operator(test, operators))
            }
            p class="ids" {
                @for (n, id) in test.kills.iter().take(names).enumerate() {
                    @if n > 0 { " · " }
                    (id)
                }
                @if test.kills.len() > names { " and " (test.kills.len() - names) " more" }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::common;

    #[test]
    fn enclosures_show_what_is_certain() {
        assert_eq!(common("-1.2345678e-1", "-1.2345671e-1"), "-1.234567…e-1");
        assert_eq!(common("0.5", "0.5"), "0.5");
        assert_eq!(common("-1e-3", "1e-3"), "from -1e-3 to 1e-3");
    }
}
