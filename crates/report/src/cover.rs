//! The end of `cover` as plain text: counts, inputs, and the branches that were not reached, in their source lines.

use crate::listing::{self, Listing, ListingRow, PAIRS};
use crate::words;
use suite::cover::{BranchRecord, CoverInput, CoverReport, FurtherJudged, GcovCheck, SideRecord, SpecJudgement};

/// A report for a terminal. `sources` are the texts of the files, by name; `annotated` shows them with the branches in
/// their margin.
pub fn cover_report(report: &CoverReport, sources: &[(String, String)], annotated: bool) -> String {
    let counts = report.summary;
    let mut out = format!(
        "{}: {} of {} branch sides covered by {} inputs, {} proved infeasible, {} unreached; {} calls\n",
        report.function,
        counts.covered,
        counts.total,
        report.inputs.len(),
        counts.infeasible,
        counts.unreached,
        report.calls
    );
    if annotated {
        out += &annotation(report, sources);
    }
    for input in &report.inputs {
        out += &format!("  {}\n", input_line(input));
    }
    out += &report.further.as_ref().map_or(String::new(), further);
    out += &open_sides(report, sources);
    if let Some(why) = &report.withheld {
        out += &format!("\nno proofs: {why}\n");
    }
    for finding in &report.findings {
        out += &format!("\n! {} on {}\n", finding.what, words::values(&finding.values));
    }
    out + &report.gcov.as_ref().map_or(String::new(), second_opinion)
}

/// What was said at further inputs, and the wrong outputs among them with the commands that show them again.
pub(crate) fn further(further: &FurtherJudged) -> String {
    let counts = further.summary;
    let mut out = format!(
        "  {} of the domain judged: {} ok, {} ko, {} uncertain\n",
        words::count(counts.total as usize, "further input"),
        counts.ok,
        counts.ko,
        counts.uncertain
    );
    for failure in &further.failing {
        out += &format!("  {}\n         again {}\n", input_line(&failure.input), failure.again);
    }
    out
}

fn second_opinion(check: &GcovCheck) -> String {
    let mut out = format!(
        "\ngcov: {} of {} branches taken; by our count {} of {}\n",
        check.taken, check.branches, check.our_taken, check.our_branches
    );
    for line in &check.differences {
        out += &format!("  line {}: gcov saw {} taken, we {}\n", line.line, line.gcov, line.ours);
    }
    out
}

fn input_line(input: &CoverInput) -> String {
    let (values, outcome) = (words::values(&input.values), words::outcome(input));
    let judged = input.judged.as_ref().map_or(String::new(), judgement);
    let after = words::history(&input.after);
    format!("{:<4} {values}{after}  ->  {outcome}{judged}", input.id)
}

fn judgement(judged: &SpecJudgement) -> String {
    let verdict = judged.verdict.map(words::verdict);
    let verdict = verdict.map_or("– not judged".into(), |badge| {
        format!("{} {}", badge.sign, badge.word)
    });
    format!("\n         {verdict}: {}", judged.reason)
}

/// The source of every function in scope.
fn annotation(report: &CoverReport, sources: &[(String, String)]) -> String {
    let listings = listing::listings(report, sources);
    listings.iter().map(listed).collect::<String>() + "\n" + LEGEND
}

const LEGEND: &str = "✓ covered, ✗ unreached, ∅ proved infeasible; T and F: the comparison is true, or false, one pair for \
                      each comparison of the line\n\n";

fn listed(listing: &Listing) -> String {
    let mut out = format!("\n{}, {}:{}\n", listing.name, listing.file, listing.first);
    if listing.rows.is_empty() {
        out += "  the source cannot be read, or is not as it was\n";
    }
    let margins: Vec<Vec<String>> = listing.rows.iter().map(margin).collect();
    let width = margins.iter().flatten().map(|text| text.chars().count()).max();
    for (row, margin) in listing.rows.iter().zip(&margins) {
        out += &lines(row, margin, width.unwrap_or(0));
    }
    for branch in &listing.elsewhere {
        let place = format!("{}:{}:{}", branch.file, branch.line, branch.column);
        out += &format!("  {place}: {}  {}\n", branch.condition, pair(branch));
    }
    out
}

/// The margin of a row, in as many lines as it needs.
fn margin(row: &ListingRow) -> Vec<String> {
    let pairs: Vec<String> = row.branches.iter().map(|branch| pair(branch)).collect();
    pairs.chunks(PAIRS).map(|some| some.join("  ")).collect()
}

fn pair(branch: &BranchRecord) -> String {
    let sign = |side: &SideRecord| words::side(side).sign;
    format!("T{} F{}", sign(&branch.when_true), sign(&branch.when_false))
}

fn lines(row: &ListingRow, margin: &[String], width: usize) -> String {
    let first = margin.first().map_or("", String::as_str);
    let line = format!("{:>5}  {first:<width$} │ {}", row.number, row.text);
    let more = margin
        .iter()
        .skip(1)
        .map(|text| format!("{:5}  {text:<width$} │\n", ""));
    format!("{}\n{}", line.trim_end(), more.collect::<String>())
}

fn open_sides(report: &CoverReport, sources: &[(String, String)]) -> String {
    let mut out = String::new();
    for branch in &report.branches {
        for (truth, side) in [(false, &branch.when_false), (true, &branch.when_true)] {
            let Some(what) = words::open_side(side) else {
                continue;
            };
            let place = format!("{}:{}:{}", branch.file, branch.line, branch.column);
            out += &format!("\n{place}: {} is never {truth}: {what}\n", branch.condition);
            out += &shown(branch, sources);
        }
    }
    out
}

/// The source line of a branch.
fn shown(branch: &BranchRecord, sources: &[(String, String)]) -> String {
    let line = listing::line(sources, &branch.file, branch.line);
    line.map_or(String::new(), |line| format!("    {}\n", line.trim_end()))
}
