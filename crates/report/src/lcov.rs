//! Coverage in the format of lcov, which many viewers read.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use suite::cover::{BranchRecord, CoverReport, SideRecord};

/// The branches as an lcov tracefile: 1 for a side that an input takes, 0 for others.
pub fn lcov(report: &CoverReport) -> String {
    let mut files: BTreeMap<&str, Vec<&BranchRecord>> = BTreeMap::new();
    for branch in &report.branches {
        files.entry(&branch.file).or_default().push(branch);
    }
    files
        .iter()
        .map(|(file, branches)| section(&report.function, file, branches))
        .collect()
}

fn section(test: &str, file: &str, branches: &[&BranchRecord]) -> String {
    let mut out = format!("TN:{}\nSF:{file}\n", name(test));
    let (mut found, mut hit) = (0, 0);
    for branch in branches {
        for (n, side) in [&branch.when_true, &branch.when_false].into_iter().enumerate() {
            let taken = u8::from(matches!(side, SideRecord::Covered { .. }));
            let _ = writeln!(out, "BRDA:{},{},{n},{taken}", branch.line, branch.id);
            found += 1;
            hit += u32::from(taken);
        }
    }
    let lines: BTreeSet<u32> = branches.iter().map(|b| b.line).collect();
    let _ = write!(out, "BRF:{found}\nBRH:{hit}\n");
    for line in lines {
        let reached = branches.iter().any(|b| b.line == line && is_reached(b));
        let _ = writeln!(out, "DA:{line},{}", u8::from(reached));
    }
    out + "end_of_record\n"
}

fn is_reached(branch: &BranchRecord) -> bool {
    let covered = |side: &SideRecord| matches!(side, SideRecord::Covered { .. });
    covered(&branch.when_false) || covered(&branch.when_true)
}

/// Names of tests have letters, digits and underscores only.
fn name(text: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    text.chars().map(plain).collect()
}
