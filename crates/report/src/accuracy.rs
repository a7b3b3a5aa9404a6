//! The end of `accuracy` as plain text: the verdict with its reasons, orders, counts, and the survivors as diffs.

use crate::table::Table;
use crate::words;
use suite::accuracy::{
    AccuracyCounts, AccuracyFate, AccuracyReport, Conclusion, Explanation, OrderRecord, ProblemRecord,
    SourceMutantRecord, UsualSurvival,
};

/// Survivors that a terminal shows.
const SHOWN: usize = 20;

/// A report for a terminal.
pub fn accuracy_report(report: &AccuracyReport) -> String {
    let algorithm = &report.algorithm;
    let mut out = format!(
        "{} in {}: {}\n",
        algorithm.function,
        algorithm.source,
        conclusion(report)
    );
    for reason in &report.verdict.reasons {
        out += &format!("  ! {}\n", reason.text);
    }
    out += &unseen(report).map_or(String::new(), |line| format!("  {line}\n"));
    out += &format!("\n{}\n", order_line(report));
    out += &work_line(report).map_or(String::new(), |line| format!("{line}\n"));
    out += &format!(
        "{}{}\n\n",
        counts_line(&report.counts, algorithm.threshold),
        usual(report)
    );
    out += &problem_table(&report.problems);
    out + &survivors(report)
}

/// The verdict in words.
pub(crate) fn conclusion(report: &AccuracyReport) -> &'static str {
    match report.verdict.conclusion {
        Conclusion::AsDesigned => "as designed",
        Conclusion::Suspicious => "suspicious",
        Conclusion::Interrupted => "interrupted, nothing found so far",
    }
}

/// Observed order beside the designed one.
pub(crate) fn order_line(report: &AccuracyReport) -> String {
    let designed = report
        .algorithm
        .order
        .map_or("no order is declared".into(), |p| format!("designed for {p}"));
    match &report.order {
        None => format!("observed order: too few errors above rounding ({designed})"),
        Some(o) => format!(
            "observed order: {}, median of {} ({designed})",
            with_interval(o),
            words::count(o.from as usize, "problem")
        ),
    }
}

/// What the verdict cannot see, if it is a good one.
pub(crate) fn unseen(report: &AccuracyReport) -> Option<&str> {
    Some(report.verdict.unseen.as_str()).filter(|line| !line.is_empty())
}

/// Measured work beside the declared one.
pub(crate) fn work_line(report: &AccuracyReport) -> Option<String> {
    let work = report.work.as_ref()?;
    Some(format!(
        "work: {:.2} times the declared {} calls",
        work.ratio, work.declared
    ))
}

/// The survivors of correct algorithms, as the end of a sentence.
pub(crate) fn usual(report: &AccuracyReport) -> String {
    report.usual.map_or(String::new(), |UsualSurvival { lo, hi }| {
        format!(
            "; correct examples of this kind have {:.1} to {:.1} %",
            100.0 * lo,
            100.0 * hi
        )
    })
}

fn with_interval(order: &OrderRecord) -> String {
    // An interval of the median has 95 % from six problems on.
    let what = if order.from >= 6 { "95 %:" } else { "from" };
    format!("{:.2} ({what} {:.2} to {:.2})", order.order, order.lo, order.hi)
}

/// Counts of mutants in one line.
pub(crate) fn counts_line(counts: &AccuracyCounts, threshold: f64) -> String {
    let decided = counts.worse.saturating_add(counts.survived);
    let rate = 100.0 * counts.survived as f64 / decided.max(1) as f64;
    format!(
        "{}: {} not viable, {} with the same errors, {} with too few pairs; {} of {decided} survive at p = {threshold} ({rate:.1} %), \
         {} of them explained",
        words::count(counts.made as usize, "mutant"),
        counts.not_viable,
        counts.same,
        counts.few,
        counts.survived,
        counts.explained
    )
}

fn problem_table(problems: &[ProblemRecord]) -> String {
    let mut table = Table::new(&["problem", "order", "from", "to", "coarsest error", "finest error"]);
    for problem in problems {
        let error = |point: Option<&suite::accuracy::PointRecord>| point.map_or(String::new(), |p| size(p.error.0));
        let order = problem.order.map(|o| [o.order, o.lo, o.hi].map(|x| format!("{x:.2}")));
        let order = order.unwrap_or_else(|| ["–", "", ""].map(String::from));
        let errors = [error(problem.points.first()), error(problem.points.last())];
        table.row(&problem.name, order.into_iter().chain(errors));
    }
    table.text()
}

/// An error in two digits.
pub(crate) fn size(error: f64) -> String {
    match error {
        e if e.is_nan() => "not finite".into(),
        e => format!("{e:.1e}"),
    }
}

/// Survivors, those without an explanation first.
pub(crate) fn sort_survivors(report: &AccuracyReport) -> Vec<&SourceMutantRecord> {
    let mut list: Vec<&SourceMutantRecord> = report.with_fate(AccuracyFate::Survived).collect();
    list.sort_by_key(|m| (m.explanation.is_some(), m.line));
    list
}

fn survivors(report: &AccuracyReport) -> String {
    let list = sort_survivors(report);
    let mut out = String::new();
    for mutant in list.iter().take(SHOWN) {
        out += &format!(
            "\n{}:{}: {} {}\n  - {}\n  + {}\n",
            report.algorithm.source,
            mutant.line,
            mutant.id,
            pairs(mutant),
            mutant.before,
            mutant.after
        );
    }
    if list.len() > SHOWN {
        out += &format!("\n({} more survivors are in the report)\n", list.len() - SHOWN);
    }
    out
}

/// What happened at the pairs, and why it survives.
pub(crate) fn pairs(mutant: &SourceMutantRecord) -> String {
    let p = mutant.p.map_or(String::new(), |p| format!(", p = {p:.2}"));
    let why = mutant.explanation.map_or("", |e| match e {
        Explanation::Finer => ": finer, not better",
        Explanation::Rounding => ": the same up to rounding",
    });
    format!(
        "is worse at {} pairs, better at {}, the same at {}{p}{why}",
        mutant.worse, mutant.better, mutant.same
    )
}
