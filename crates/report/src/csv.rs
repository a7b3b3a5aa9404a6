//! The traceability matrix as CSV (RFC 4180): a row per mutant from requirement to verdict, then a row per test.

use crate::words;
use std::collections::HashMap;
use suite::{CheckReport, How, MutantEvidence, MutantRecord, Suite, Test, Verdict};

/// The first line. Several tests of one mutant are separated by semicolons; its verdict is the worst of theirs.
pub const HEADING: &str = "requirement,accuracy,objective,operator,mutant,status,evidence,tests,verdict";

/// Requirement, objective, mutant, tests and verdict, from left to right.
pub fn traceability(suite: &Suite, check: Option<&CheckReport>) -> String {
    let results = check.iter().flat_map(|check| &check.results);
    let verdicts: HashMap<&str, Verdict> = results.map(|r| (r.test.as_str(), r.verdict)).collect();
    let requirement = [cell(&suite.spec.name), cell(&words::accuracy(&suite.spec.accuracy))].join(",");
    let mut out = format!("{HEADING}\r\n");
    for mutant in &suite.mutants {
        let verdict = words::worst(
            mutant
                .killed_by
                .iter()
                .filter_map(|id| verdicts.get(id.as_str()).copied()),
        );
        out += &row(&requirement, &mutant_cells(mutant), verdict);
    }
    for test in &suite.tests {
        out += &row(&requirement, &test_cells(test), verdicts.get(test.id.as_str()).copied());
    }
    out
}

fn mutant_cells(mutant: &MutantRecord) -> [String; 6] {
    [
        mutant.objective.clone(),
        mutant.operator.clone(),
        mutant.id.clone(),
        words::status(mutant.status).word.into(),
        evidence(&mutant.evidence),
        mutant.killed_by.join(";"),
    ]
}

/// One word for a kill, as in the suite: there may be ten thousand of them.
fn evidence(evidence: &MutantEvidence) -> String {
    match evidence {
        MutantEvidence::Kill { how, .. } => how_word(*how).into(),
        other => words::evidence(other),
    }
}

fn how_word(how: How) -> &'static str {
    match how {
        How::Disjoint => "disjoint",
        How::Definedness => "definedness",
        How::Rejects => "rejects",
        How::Accepts => "accepts",
        How::Inaccurate => "inaccurate",
    }
}

fn test_cells(test: &Test) -> [String; 6] {
    let empty = String::new;
    [
        test.objectives.join(";"),
        empty(),
        empty(),
        empty(),
        empty(),
        test.id.clone(),
    ]
}

fn row(requirement: &str, cells: &[String; 6], verdict: Option<Verdict>) -> String {
    let cells = cells.each_ref().map(|text| cell(text)).join(",");
    let verdict = verdict.map_or("", |verdict| words::verdict(verdict).word);
    format!("{requirement},{cells},{verdict}\r\n")
}

/// Quoted where needed. Spreadsheets take `=` and the like at the start for a formula, so an apostrophe goes before it.
fn cell(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let text = if formula { format!("'{text}") } else { text.into() };
    if text.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::cell;

    #[test]
    fn cells_are_quoted_where_needed() {
        assert_eq!(cell("a b"), "a b");
        assert_eq!(cell("a,\"b\""), "\"a,\"\"b\"\"\"");
        assert_eq!(cell("=1+1"), "'=1+1");
    }
}
