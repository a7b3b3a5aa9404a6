//! The kill matrix as a picture: a row per test, a column per mutant, columns grouped by operator.
//!
//! Within a group, mutants that the same tests kill stand side by side, so that rows are made of few runs and the
//! picture stays small for thousands of mutants.

use super::operators::legend;
use super::test_link;
use crate::words;
use maud::{Markup, html};
use std::collections::HashMap;
use std::fmt::Write;
use suite::{MutantRecord, Status, Suite};

/// More marks than this would make the page heavy; then neighbouring columns share one.
const CELLS: usize = 150_000;

/// Height of a row in pixels, from few to many tests.
const HEIGHTS: [(usize, usize); 3] = [(30, 16), (100, 8), (usize::MAX, 3)];

/// Rows at least this high have a name beside them.
const NAMED: usize = 8;

pub(super) fn matrix(suite: &Suite) -> Markup {
    if suite.mutants.is_empty() || suite.tests.is_empty() {
        return Markup::default();
    }
    let columns = Columns::new(suite);
    html! {
        (note(&columns))
        div class="scroll" {
            div class="matrix" {
                div class="names" { (row_names(suite)) }
                div class="cells" { (columns.group_names()) (columns.svg(suite)) }
            }
        }
    }
}

/// The mutants in the order of the picture.
struct Columns<'a> {
    mutants: Vec<&'a MutantRecord>,
    /// Each operator and how many mutants it has, in the order of the suite.
    groups: Vec<(&'a str, usize)>,
    /// Mutants per column.
    per_column: usize,
}

impl<'a> Columns<'a> {
    fn new(suite: &'a Suite) -> Columns<'a> {
        let mut order: Vec<&str> = Vec::new();
        let mut members: HashMap<&str, Vec<&MutantRecord>> = HashMap::new();
        for mutant in &suite.mutants {
            let group = members.entry(&mutant.operator).or_default();
            if group.is_empty() {
                order.push(&mutant.operator);
            }
            group.push(mutant);
        }
        let (mut mutants, mut groups) = (Vec::new(), Vec::new());
        for operator in order {
            let mut group = members.remove(operator).unwrap_or_default();
            group.sort_by(|a, b| (rank(a.status), &a.killed_by).cmp(&(rank(b.status), &b.killed_by)));
            groups.push((operator, group.len()));
            mutants.append(&mut group);
        }
        let per_column = (mutants.len() * suite.tests.len()).div_ceil(CELLS).max(1);
        Columns {
            mutants,
            groups,
            per_column,
        }
    }

    fn group_names(&self) -> Markup {
        html! {
            div class="groups" {
                @for (operator, n) in &self.groups {
                    span style={ "flex:" (n) " 1 0" } title={ (operator) ": " (n) } { (operator) }
                }
            }
        }
    }

    /// One unit per mutant across; one unit per test down, and a last row for the statuses.
    fn svg(&self, suite: &Suite) -> Markup {
        let (width, rows) = (self.mutants.len(), suite.tests.len());
        let height = rows * row_height(rows) + STATUS_HEIGHT;
        let scale = STATUS_HEIGHT as f64 / row_height(rows) as f64;
        let total = rows as f64 + scale;
        let view_box = format!("0 0 {width} {total:.3}");
        let (tests, mutants) = (words::count(rows, "test"), words::count(width, "mutant"));
        html! {
            svg viewBox=(view_box) style={ "height:" (height) "px" } preserveAspectRatio="none"
                role="img" aria-label={ "kill matrix: " (tests) " by " (mutants) } {
                path class="killed" stroke-width=".86" d=(self.kills(suite)) {}
                (self.statuses(rows as f64 + scale / 2.0, scale))
                path class="rule" d=(self.rules(total)) {}
            }
        }
    }

    /// The row at the foot, around this height. Statuses differ in thickness as well as in colour.
    fn statuses(&self, y: f64, scale: f64) -> Markup {
        let line = |status| runs(self.mutants.len(), 1, |n| self.mutants[n].status == status).path(y);
        let shares = words::STATUSES.into_iter().zip([0.85, 0.6, 0.3, 0.1]);
        let lines = shares.map(|(status, share)| (words::status(status).word, scale * share, line(status)));
        html! {
            @for (class, width, line) in lines.filter(|(_, _, line)| !line.is_empty()) {
                path class=(class) stroke-width=(format_args!("{width:.3}")) d=(line) {}
            }
        }
    }

    fn kills(&self, suite: &Suite) -> String {
        let rows: HashMap<&str, usize> = suite
            .tests
            .iter()
            .enumerate()
            .map(|(i, t)| (t.id.as_str(), i))
            .collect();
        let mut killed = vec![vec![false; self.mutants.len()]; suite.tests.len()];
        for (column, mutant) in self.mutants.iter().enumerate() {
            for row in mutant.killed_by.iter().filter_map(|id| rows.get(id.as_str())) {
                killed[*row][column] = true;
            }
        }
        let row = |(i, row): (usize, &Vec<bool>)| runs(row.len(), self.per_column, |n| row[n]).path(i as f64 + 0.5);
        killed.iter().enumerate().map(row).collect()
    }

    /// Lines between the groups.
    fn rules(&self, height: f64) -> String {
        let mut at = 0;
        let mut out = String::new();
        for (_, n) in &self.groups[..self.groups.len() - 1] {
            at += n;
            write!(out, "M{at} 0V{height:.3}").expect(STRING);
        }
        out
    }
}

const STRING: &str = "invariant: writing to a string works";

/// Height of the row of statuses in pixels.
const STATUS_HEIGHT: usize = 14;

/// Stretches of columns.
struct Runs(Vec<(usize, usize)>);

/// The stretches of `0..len` in which `holds`; with `step` above 1, a step counts if it holds anywhere in it.
fn runs(len: usize, step: usize, holds: impl Fn(usize) -> bool) -> Runs {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for start in (0..len).step_by(step) {
        let end = (start + step).min(len);
        if (start..end).any(&holds) {
            match runs.last_mut() {
                Some(last) if last.1 == start => last.1 = end,
                _ => runs.push((start, end)),
            }
        }
    }
    Runs(runs)
}

impl Runs {
    /// As horizontal strokes at this height.
    fn path(&self, y: f64) -> String {
        let mut out = String::new();
        for (start, end) in &self.0 {
            write!(out, "M{start} {}h{}", short(y), end - start).expect(STRING);
        }
        out
    }
}

/// With three decimals at most.
fn short(y: f64) -> String {
    let text = format!("{y:.3}");
    text.trim_end_matches('0').trim_end_matches('.').into()
}

fn rank(status: Status) -> usize {
    words::STATUSES.iter().position(|s| *s == status).unwrap_or(0)
}

fn row_height(rows: usize) -> usize {
    let found = HEIGHTS.iter().find(|(limit, _)| rows <= *limit);
    found.map_or(NAMED, |(_, height)| *height)
}

fn row_names(suite: &Suite) -> Markup {
    let height = row_height(suite.tests.len());
    let size = height.min(11);
    html! {
        @for test in suite.tests.iter().filter(|_| height >= NAMED) {
            span style=(format_args!("height:{height}px;font-size:{size}px")) { (test_link(&test.id)) }
        }
    }
}

fn note(columns: &Columns) -> Markup {
    html! {
        p {
            "A row per test, a column per mutant, grouped by operator; "
            "a mark where the test provably kills the mutant. "
            "Within a group, mutants that the same tests kill stand side by side. "
            @if columns.per_column > 1 {
                "Here " (columns.per_column)
                " mutants share a column, which is marked if the test kills any of them. "
            }
            "The row at the foot shows what became of each mutant, from thick to thin: "
            span class="legend" { (legend()) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_become_one_run() {
        let marks = [true, true, false, true, false, false, true];
        assert_eq!(runs(marks.len(), 1, |n| marks[n]).path(0.5), "M0 0.5h2M3 0.5h1M6 0.5h1");
        assert_eq!(runs(marks.len(), 2, |n| marks[n]).path(1.0), "M0 1h4M6 1h1");
    }
}
