//! Reports as plain text for a terminal.

use crate::table::Table;
use suite::verify::{ProvedClaims, Tried, VerifyRow};
use suite::{DefinedShare, MutantCounts, OperatorCounts, SpecRow, Summary, TestCounts};

/// The end of a `generate` campaign: a table per operator, and before it one line per specification if there are several.
pub fn generate_report(rows: &[SpecRow]) -> String {
    let summary = total(rows);
    let mut out = match rows {
        [] => return String::new(),
        [one] => format!("{}\n\n", headline(one)),
        many => format!("{}\n", spec_table(many)),
    };
    out += &operator_table(&summary);
    out += &undecided_note(summary.total.undecided);
    out += &defined_note(rows);
    out
}

/// What a row of a `verify` run tells.
const VERIFY_COLUMNS: [&str; 7] = [
    "suite",
    "oracles",
    "kills",
    "equivalent",
    "duplicate",
    "problems",
    "seconds",
];

/// The end of a `verify` run: one line per suite, then what is wrong.
pub fn verify_report(rows: &[VerifyRow]) -> String {
    let mut table = Table::new(&VERIFY_COLUMNS);
    for row in rows {
        table.row(&row.spec, verify_cells(row));
    }
    let mut out = table.text();
    out += &tried_note(rows);
    for row in rows.iter().filter(|row| !row.problems.is_empty()) {
        out += &format!("\n{} ({}):\n", row.suite, count(row.problems.len() as u64, "problem"));
        row.problems.iter().for_each(|problem| out += &format!("  {problem}\n"));
    }
    out
}

fn verify_cells(row: &VerifyRow) -> [String; 6] {
    let tried = |t: Tried| format!("{}/{}", t.claims - t.refuted, t.claims);
    let proved = |p: ProvedClaims| format!("{}/{}", p.proved, p.claims);
    [
        proved(row.oracles),
        proved(row.kills),
        tried(row.equivalents),
        tried(row.duplicates),
        row.problems.len().to_string(),
        seconds(row.milliseconds),
    ]
}

/// What the columns claim, and what they do not.
fn tried_note(rows: &[VerifyRow]) -> String {
    let claims: usize = rows.iter().map(|r| r.equivalents.claims + r.duplicates.claims).sum();
    let points: usize = rows.iter().map(|r| r.equivalents.points + r.duplicates.points).sum();
    let proved = "\nOracles and kills (pairs of mutant and test): proved again, of those claimed.\n";
    if claims == 0 {
        return proved.into();
    }
    format!("{proved}Equivalents and duplicates: not refuted, of those claimed, at {points} points in all.\n")
}

fn headline(row: &SpecRow) -> String {
    let time = row
        .milliseconds
        .map_or("finished before".into(), |ms| format!("{} s", seconds(ms)));
    let (made, tests) = (row.summary.total.made, row.summary.tests.total);
    format!(
        "{}: {}, {}, {time}",
        row.name,
        count(made, "mutant"),
        count(tests, "test")
    )
}

fn spec_table(rows: &[SpecRow]) -> String {
    let mut heading = vec!["specification"];
    heading.extend(COUNTS);
    heading.extend(["tests", "seconds"]);
    let mut table = Table::new(&heading);
    for row in rows {
        table.row(&row.name, spec_cells(&row.summary, row.milliseconds));
    }
    let all: u64 = rows.iter().filter_map(|row| row.milliseconds).sum();
    table.row("all", spec_cells(&total(rows), Some(all)));
    table.text()
}

fn spec_cells(summary: &Summary, milliseconds: Option<u64>) -> Vec<String> {
    let mut cells = count_cells(&summary.total).to_vec();
    cells.push(summary.tests.total.to_string());
    cells.push(milliseconds.map_or("before".into(), seconds));
    cells
}

/// Counts per operator and in all.
pub fn operator_table(summary: &Summary) -> String {
    let mut heading = vec!["operator"];
    heading.extend(COUNTS);
    let mut table = Table::new(&heading);
    for operator in &summary.operators {
        table.row(&operator.operator, count_cells(&operator.counts));
    }
    table.row("all", count_cells(&summary.total));
    table.text()
}

/// Headings of the counts of mutants.
const COUNTS: [&str; 5] = ["made", "killed", "equivalent", "duplicate", "undecided"];

fn count_cells(counts: &MutantCounts) -> [String; 5] {
    let MutantCounts {
        made,
        killed,
        equivalent,
        duplicate,
        undecided,
    } = counts;
    [made, killed, equivalent, duplicate, undecided].map(ToString::to_string)
}

fn undecided_note(undecided: u64) -> String {
    if undecided == 0 {
        return String::new();
    }
    let mutants = count(undecided, "mutant");
    format!(
        "\nUndecided ({mutants}): within the budget, no input was found that kills it and no proof that there is none.\n\
         It may be either; --more-points and --boxes raise the budget.\n"
    )
}

/// Nothing is said about formulas that are defined wherever they were looked at.
fn defined_note(rows: &[SpecRow]) -> String {
    let mut table = Table::new(&["defined at", "inputs", "of", "share"]);
    let mut partly = false;
    for row in rows {
        if let Some(share) = row.defined.filter(|share| share.defined < share.probed) {
            table.row(&row.name, share_cells(share));
            partly = true;
        }
    }
    let note = "\nNot defined on all of the domain; where it is not, a correct program rejects:\n\n";
    if partly {
        note.to_string() + &table.text()
    } else {
        String::new()
    }
}

fn share_cells(share: DefinedShare) -> [String; 3] {
    let percent = 100.0 * share.defined as f64 / share.probed as f64;
    [
        share.defined.to_string(),
        share.probed.to_string(),
        format!("{percent:.1} %"),
    ]
}

/// The counts of all specifications together.
fn total(rows: &[SpecRow]) -> Summary {
    let mut all = Summary::default();
    for Summary {
        operators,
        total,
        tests,
    } in rows.iter().map(|row| &row.summary)
    {
        add_counts(&mut all.total, total);
        add_tests(&mut all.tests, tests);
        operators.iter().for_each(|o| add_operator(&mut all.operators, o));
    }
    all.operators.sort_by_key(|o| place(&o.operator));
    all
}

/// The order of the operators in tables; others come last, in the order of the suites.
const ORDER: [&str; 9] = [
    "accuracy", "bounds", "constant", "variable", "unary", "binary", "add", "del", "pair",
];

fn place(operator: &str) -> usize {
    ORDER.iter().position(|name| *name == operator).unwrap_or(ORDER.len())
}

fn add_operator(all: &mut Vec<OperatorCounts>, more: &OperatorCounts) {
    match all.iter_mut().find(|o| o.operator == more.operator) {
        Some(known) => add_counts(&mut known.counts, &more.counts),
        None => all.push(more.clone()),
    }
}

fn add_counts(all: &mut MutantCounts, more: &MutantCounts) {
    all.made += more.made;
    all.killed += more.killed;
    all.equivalent += more.equivalent;
    all.duplicate += more.duplicate;
    all.undecided += more.undecided;
}

fn add_tests(all: &mut TestCounts, more: &TestCounts) {
    all.total += more.total;
    all.normal += more.normal;
    all.robustness += more.robustness;
    all.structural += more.structural;
}

fn seconds(milliseconds: u64) -> String {
    format!("{:.2}", milliseconds as f64 / 1000.0)
}

fn count(n: u64, what: &str) -> String {
    if n == 1 {
        format!("1 {what}")
    } else {
        format!("{n} {what}s")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(killed: u64, undecided: u64) -> MutantCounts {
        MutantCounts {
            made: killed + undecided,
            killed,
            undecided,
            ..MutantCounts::default()
        }
    }

    fn row(name: &str, operators: &[(&str, u64, u64)]) -> SpecRow {
        let mut summary = Summary::default();
        for &(operator, killed, undecided) in operators {
            let counts = counts(killed, undecided);
            add_counts(&mut summary.total, &counts);
            summary.operators.push(OperatorCounts {
                operator: operator.into(),
                counts,
            });
        }
        summary.tests.total = 3;
        SpecRow {
            name: name.into(),
            milliseconds: Some(1234),
            summary,
            defined: Some(DefinedShare {
                defined: 10,
                probed: 10,
            }),
        }
    }

    #[test]
    fn one_specification() {
        let wanted = "\
f: 7 mutants, 3 tests, 1.23 s

  operator  made  killed  equivalent  duplicate  undecided
  binary       5       5           0          0          0
  del          2       2           0          0          0
  all          7       7           0          0          0
";
        assert_eq!(generate_report(&[row("f", &[("binary", 5, 0), ("del", 2, 0)])]), wanted);
    }

    #[test]
    fn several_specifications_are_added_up() {
        let mut half = row("g", &[("del", 1, 1)]);
        half.defined = Some(DefinedShare { defined: 1, probed: 4 });
        let wanted = "  specification  made  killed  equivalent  duplicate  undecided  tests  seconds
  f                 7       7           0          0          0      3     1.23
  g                 2       1           0          0          1      3     1.23
  all               9       8           0          0          1      6     2.47

  operator  made  killed  equivalent  duplicate  undecided
  binary       5       5           0          0          0
  del          4       3           0          0          1
  all          9       8           0          0          1

Undecided (1 mutant): within the budget, no input was found that kills it and no proof that there is none.
It may be either; --more-points and --boxes raise the budget.

Not defined on all of the domain; where it is not, a correct program rejects:

  defined at  inputs  of   share
  g                1   4  25.0 %
";
        let rows = [row("f", &[("del", 2, 0), ("binary", 5, 0)]), half];
        assert_eq!(generate_report(&rows), wanted);
    }

    #[test]
    fn verified_suites() {
        let tried = Tried {
            claims: 4,
            refuted: 1,
            points: 400,
        };
        let row = VerifyRow {
            suite: "suite.json".into(),
            spec: "f".into(),
            oracles: ProvedClaims { claims: 3, proved: 3 },
            kills: ProvedClaims { claims: 10, proved: 9 },
            equivalents: tried,
            duplicates: Tried::default(),
            problems: vec!["test T1: is wrong".into()],
            milliseconds: 20,
        };
        let wanted = "  suite  oracles  kills  equivalent  duplicate  problems  seconds
  f          3/3   9/10         3/4        0/0         1     0.02

Oracles and kills (pairs of mutant and test): proved again, of those claimed.
Equivalents and duplicates: not refuted, of those claimed, at 400 points in all.

suite.json (1 problem):
  test T1: is wrong
";
        assert_eq!(verify_report(&[row]), wanted);
    }
}
