//! The end of `cover` as plain text: counts, inputs, and the branches that were not reached, in their source lines.

use suite::cover::{BranchRecord, CoverInput, CoverReport, CoverValue, GcovCheck, SideRecord};

/// A report for a terminal. `sources` are the texts of the files, by name.
pub fn cover_report(report: &CoverReport, sources: &[(String, String)]) -> String {
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
    for input in &report.inputs {
        out += &format!("  {}\n", input_line(input));
    }
    out += &open_sides(report, sources);
    for finding in &report.findings {
        out += &format!("\n! {} on {}\n", finding.what, listed(&finding.values));
    }
    out + &report.gcov.as_ref().map_or(String::new(), second_opinion)
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
    let observed = match input.observed.is_empty() || input.outcome != "returned" {
        true => input.outcome.clone(),
        false => listed(&input.observed),
    };
    format!("{:<4} {}  ->  {observed}", input.id, listed(&input.values))
}

fn listed(values: &[CoverValue]) -> String {
    let each: Vec<String> = values.iter().map(|v| format!("{} = {}", v.name, v.decimal)).collect();
    each.join(", ")
}

fn open_sides(report: &CoverReport, sources: &[(String, String)]) -> String {
    let mut out = String::new();
    for branch in &report.branches {
        for (truth, side) in [(false, &branch.when_false), (true, &branch.when_true)] {
            let what = match side {
                SideRecord::Covered { .. } => continue,
                SideRecord::Infeasible { proof } => format!("infeasible: {proof}"),
                SideRecord::Unreached { closest: None } => "unreached: no run got to this branch".into(),
                SideRecord::Unreached { closest: Some(steps) } => {
                    format!("unreached: {steps} steps away at the nearest")
                }
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
    let source = sources.iter().find(|(name, _)| *name == branch.file);
    let line = source.and_then(|(_, text)| text.lines().nth((branch.line as usize).checked_sub(1)?));
    line.map_or(String::new(), |line| format!("    {}\n", line.trim_end()))
}
