//! A card per test: its input, its oracle, what the subject did, what it kills, and how to repeat it.

use super::{View, html, numberline, test_anchor, tiles, trace};
use crate::{escape, words};
use std::collections::HashMap;
use suite::hex::decimal;
use suite::{Hex, Observed, Test, TestResult};

/// Mutants that all cards together name; what is beyond that is counted.
const NAMED: usize = 10_000;

pub(super) fn cards(view: &View) -> String {
    if view.suite.tests.is_empty() {
        return String::new();
    }
    let operators = view
        .suite
        .mutants
        .iter()
        .map(|m| (m.id.as_str(), m.operator.as_str()))
        .collect();
    let each = NAMED / view.suite.tests.len();
    let cards = view
        .suite
        .tests
        .iter()
        .map(|test| card(test, view.result(&test.id), &operators, each));
    format!(
        "{}<div class=\"cards\">{}</div>",
        legend(view),
        cards.collect::<String>()
    )
}

fn legend(view: &View) -> String {
    let observed = if view.check.is_some() {
        format!(
            " {} {} {} {}",
            numberline::sample("ok", "acceptable answer"),
            numberline::sample("ko", "wrong answer"),
            numberline::sample("uncertain", "uncertain answer"),
            numberline::sample("beyond", "answer out of view")
        )
    } else {
        String::new()
    };
    format!(
        "<p class=\"legend\"><span><i class=\"range\"></i> acceptable</span> {}{observed}</p>",
        numberline::sample("real", "real value")
    )
}

fn card(test: &Test, result: Option<&TestResult>, operators: &HashMap<&str, &str>, names: usize) -> String {
    let badge = result.map_or(String::new(), |r| html::verdict(r.verdict));
    let class = result.map_or("", |r| words::verdict(r.verdict).word);
    let mut out = format!(
        "<article class=\"card {class}\" id=\"{0}\"><h3><a href=\"#{0}\">{1}</a> <small>{2}</small>{badge}</h3>",
        test_anchor(&test.id),
        escape::html(&test.id),
        words::kind(test.kind)
    );
    out += &inputs(test);
    out += &numberline::numberline(test, result);
    out += &tiles::definitions(&facts(test, result));
    out += &kills(test, operators, names);
    out += &result.map_or(String::new(), |r| {
        format!("<pre class=\"run\">{}</pre>", escape::html(&r.reproduce))
    });
    out + "</article>\n"
}

fn inputs(test: &Test) -> String {
    let row = |i: &suite::InputRecord| {
        let (name, decimal) = (escape::html(&i.name), escape::html(&i.decimal));
        format!(
            "<tr><th>{name}</th><td>{decimal}</td><td class=\"hex\">{}</td></tr>",
            i.hex
        )
    };
    let rows: String = test.inputs.iter().map(row).collect();
    format!("<table class=\"inputs\">{rows}</table>")
}

fn facts(test: &Test, result: Option<&TestResult>) -> Vec<(&'static str, String)> {
    let mut rows = Vec::new();
    match test.valid {
        Some(range) => rows.push((
            "Acceptable",
            format!("from {}<br>to {}", number(range.lo), number(range.hi)),
        )),
        None => rows.push(("Acceptable", escape::html(&words::expected(test)))),
    }
    if let Some(enclosure) = &test.enclosure {
        rows.push(("Real value", escape::html(&common(&enclosure.lo, &enclosure.hi))));
    }
    if let Some(result) = result {
        rows.push(("Observed", observed(&result.observed)));
        rows.extend(errors(result).map(|error| ("Error", error)));
        rows.push(("Verdict", html::prose(&result.reason)));
    }
    rows
}

/// A double in decimal and in hexadecimal.
fn number(x: Hex) -> String {
    format!("{} <span class=\"hex\">{x}</span>", decimal(x.0))
}

fn observed(observed: &Observed) -> String {
    match observed {
        Observed::Value { hex, upper: None, .. } => number(*hex),
        other => escape::html(&words::observed(other)),
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
    (!all.is_empty()).then(|| escape::html(&all.join(", ")))
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

fn kills(test: &Test, operators: &HashMap<&str, &str>, names: usize) -> String {
    if test.kills.is_empty() {
        return "<p class=\"none\">Kills no mutant.</p>".into();
    }
    let named: Vec<String> = test.kills.iter().take(names).map(|id| escape::html(id)).collect();
    let rest = match test.kills.len().saturating_sub(names) {
        0 => String::new(),
        n => format!(" and {n} more"),
    };
    format!(
        "<details><summary>Kills {}: {}</summary><p class=\"ids\">{}{rest}</p></details>",
        words::count(test.kills.len(), "mutant"),
        escape::html(&trace::by_operator(test, operators)),
        named.join(" · ")
    )
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
