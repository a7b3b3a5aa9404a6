//! What becomes of each mutant, and the verdict on the target.

use super::converge::{ErrorTrend, ProblemTrouble};
use super::fleet::{CallResult, MutantResults};
use super::observe::{self, ErrorPairs, Ladder};
use super::statistics::{median, sign_test};
use super::work::has_functions;
use mutation::source::SourceMutant;
use problems::problem::ProblemKind;
use suite::accuracy::{
    AccuracyCounts, AccuracyFate, AccuracyVerdict, Conclusion, Explanation, OrderRecord, ReasonKind, ReasonRecord,
    SourceMutantRecord, SurvivalPoint, UsualSurvival, WorkRecord,
};

/// What all mutants are judged by.
pub struct Yardstick<'a> {
    /// The problems.
    pub ladders: &'a [Ladder],
    /// The target's errors.
    pub target: &'a [CallResult],
    /// The target's errors with other numbers of iterations, for root finders.
    pub curves: Option<&'a [Vec<CallResult>]>,
    /// The threshold of the sign test.
    pub threshold: f64,
    /// The target's text.
    pub source: &'a str,
}

impl Yardstick<'_> {
    /// What became of a mutant; none if it did not run.
    pub fn record(&self, mutant: &SourceMutant, row: &MutantResults) -> Option<SourceMutantRecord> {
        let diff = mutant.diff(self.source);
        let empty = SourceMutantRecord {
            id: mutant.id.clone(),
            operator: mutant.operator.name().into(),
            function: mutant.function.clone(),
            line: diff.line,
            before: diff.before,
            after: diff.after,
            fate: AccuracyFate::NotViable,
            why: String::new(),
            worse: 0,
            better: 0,
            same: 0,
            missing: 0,
            p: None,
            explanation: None,
            equal_work: None,
            order: None,
            log_ratio: None,
        };
        match row {
            MutantResults::Stopped(why) => Some(SourceMutantRecord {
                why: why.clone(),
                ..empty
            }),
            MutantResults::Done(cells) => Some(self.judged(empty, cells)),
            MutantResults::Skipped => None,
        }
    }

    fn judged(&self, record: SourceMutantRecord, cells: &[CallResult]) -> SourceMutantRecord {
        let comparison = observe::compare(cells, self.target);
        let fate = self.fate(&comparison);
        let viable = fate != AccuracyFate::NotViable;
        let equal_work = observe::equal_work(self.ladders, cells, self.target, self.curves).filter(|_| viable);
        let mut record = SourceMutantRecord {
            fate,
            worse: comparison.worse,
            better: comparison.better,
            same: comparison.same,
            missing: comparison.missing,
            p: viable.then(|| comparison.p()),
            equal_work,
            order: observe::order(self.ladders, cells).map(|o| o.order),
            log_ratio: observe::log_ratio(self.ladders, cells, self.target),
            ..record
        };
        if !viable {
            record.why = "it gives no finite result".into();
        }
        if fate == AccuracyFate::Survived {
            record.explanation = self.explanation(&record, cells);
        }
        record
    }

    fn fate(&self, comparison: &ErrorPairs) -> AccuracyFate {
        // With n different pairs the least probability is 2^-n.
        let decidable = 0.5f64.powf(comparison.different() as f64) < self.threshold;
        match comparison {
            c if c.different() + c.same == 0 => AccuracyFate::NotViable,
            c if c.different() == 0 => AccuracyFate::Same,
            _ if !decidable => AccuracyFate::Few,
            c if c.p() < self.threshold => AccuracyFate::Worse,
            _ => AccuracyFate::Survived,
        }
    }

    fn explanation(&self, record: &SourceMutantRecord, cells: &[CallResult]) -> Option<Explanation> {
        if observe::same_but_rounding(self.ladders, cells, self.target) {
            return Some(Explanation::Rounding);
        }
        // Harder work that brings no more than as much work brings the target.
        let finer = record.equal_work.filter(|w| {
            let compared = w.worse + w.better + w.same > 0;
            w.ratio > 1.0 && compared && sign_test(w.better, w.worse) >= self.threshold
        });
        finer.map(|_| Explanation::Finer)
    }
}

/// Counts by fate.
pub fn counts(mutants: &[SourceMutantRecord]) -> AccuracyCounts {
    let of = |fate: AccuracyFate| mutants.iter().filter(|m| m.fate == fate).count() as u64;
    AccuracyCounts {
        made: mutants.len() as u64,
        not_viable: of(AccuracyFate::NotViable),
        same: of(AccuracyFate::Same),
        few: of(AccuracyFate::Few),
        worse: of(AccuracyFate::Worse),
        survived: of(AccuracyFate::Survived),
        explained: mutants.iter().filter(|m| m.explanation.is_some()).count() as u64,
    }
}

/// Thresholds of the curve of survival.
const THRESHOLDS: [f64; 12] = [1e-6, 1e-5, 1e-4, 0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.35, 0.5];

/// The share of decided mutants that survive, by threshold.
pub fn survival(mutants: &[SourceMutantRecord]) -> Vec<SurvivalPoint> {
    let decided = mutants
        .iter()
        .filter(|m| matches!(m.fate, AccuracyFate::Worse | AccuracyFate::Survived));
    let ps: Vec<f64> = decided.filter_map(|m| m.p).collect();
    let point = |&threshold: &f64| SurvivalPoint {
        threshold,
        rate: ps.iter().filter(|p| **p >= threshold).count() as f64 / ps.len().max(1) as f64,
    };
    THRESHOLDS.iter().map(point).collect()
}

/// What the verdict rests on beside the mutants.
pub struct VerdictEvidence<'a> {
    /// The kind of problems.
    pub kind: ProblemKind,
    /// Their names.
    pub names: Vec<&'a str>,
    /// Whether all mutants ran.
    pub complete: bool,
    /// The order that the target was designed for.
    pub designed: Option<f64>,
    /// The order that was observed.
    pub observed: Option<OrderRecord>,
    /// Its work beside the declared one.
    pub work: Option<WorkRecord>,
    /// Pairs without a finite result, of how many.
    pub missing: (usize, usize),
    /// Problems on which it has no finite result at the last step.
    pub silent: Vec<usize>,
    /// Problems on which it does not converge.
    pub troubles: Vec<ProblemTrouble>,
    /// Problems on which its order is surely below the designed one.
    pub low: Vec<usize>,
}

/// The observed order may be so much below the designed one.
const ORDER_MARGIN: f64 = 0.3;

/// The verdict on the target.
pub fn verdict(evidence: &VerdictEvidence, bench: &Yardstick, mutants: &[SourceMutantRecord]) -> AccuracyVerdict {
    let designed = evidence.designed;
    let mut reasons: Vec<ReasonRecord> = vec![];
    reasons.extend(designed.zip(evidence.observed).and_then(|(p, o)| low_order(p, o)));
    if reasons.is_empty() {
        reasons.extend(designed.and_then(|p| low_in_part(p, evidence)));
    }
    // Algorithms for linear systems have no errors but those of rounding.
    if evidence.kind == ProblemKind::Linear {
        reasons.extend(large_errors(bench).or_else(|| plainly_wrong(evidence, bench)));
    }
    reasons.extend(evidence.work.as_ref().and_then(other_work));
    reasons.extend(better_mutants(evidence, mutants));
    reasons.extend(no_results(evidence));
    if evidence.kind != ProblemKind::Linear {
        reasons.extend(no_convergence(evidence));
    }
    let conclusion = match reasons.is_empty() {
        false => Conclusion::Suspicious,
        true if evidence.complete => Conclusion::AsDesigned,
        true => Conclusion::Interrupted,
    };
    let good = conclusion == Conclusion::AsDesigned;
    AccuracyVerdict {
        conclusion,
        reasons,
        unseen: if good { unseen(evidence) } else { String::new() },
    }
}

/// What no test of errors can see, or was not looked at.
fn unseen(evidence: &VerdictEvidence) -> String {
    let mut parts = vec![];
    match (evidence.kind, evidence.designed) {
        (ProblemKind::Linear, _) => parts.push("an error of some thousand units in the last place"),
        (_, Some(_)) => {
            parts.push("an error below that of the method with the finest steps, or of the same order (same order)")
        }
        (_, None) => parts.push("a low order, since `order` is not declared"),
    }
    if has_functions(evidence.kind) && evidence.work.is_none() {
        parts.push("more steps than it was told to make (finer, not better), since `work` is not declared");
    }
    format!("This verdict cannot see: {}", parts.join("; "))
}

/// The target may work so many times as much as declared, or as little. Half the step size is twice the work; points that two
/// panels share and that are computed twice are one and a half times the work, and no fault.
const WORK_MARGIN: f64 = 1.75;

fn other_work(work: &WorkRecord) -> Option<ReasonRecord> {
    let WorkRecord { declared, ratio } = work;
    let (kind, bound, what) = match *ratio {
        r if r > WORK_MARGIN => (
            ReasonKind::Finer,
            WORK_MARGIN,
            "finer, not better: smaller steps than declared",
        ),
        r if r < 1.0 / WORK_MARGIN => (
            ReasonKind::Coarser,
            1.0 / WORK_MARGIN,
            "coarser: larger steps than declared",
        ),
        _ => return None,
    };
    let text = format!("{what}; it calls its functions {ratio:.2} times as often as `work = {declared}` says");
    Some(ReasonRecord {
        kind,
        text,
        measured: *ratio,
        bound,
    })
}

/// Survivors at p = 0.05 of the correct versions in `examples/accuracy`, from the fewest to the most, by kind.
const USUAL: &[(ProblemKind, f64, f64)] = &[
    (ProblemKind::Quadrature, 0.0, 0.008),
    (ProblemKind::Interpolation, 0.0, 0.0),
    (ProblemKind::InitialValue, 0.0, 0.011),
    (ProblemKind::Root, 0.043, 0.086),
    (ProblemKind::Linear, 0.014, 0.017),
];

/// The share of survivors that correct algorithms of a kind have.
pub fn usual(kind: ProblemKind) -> Option<UsualSurvival> {
    let row = USUAL.iter().find(|row| row.0 == kind);
    row.map(|&(_, lo, hi)| UsualSurvival { lo, hi })
}

/// Rounding errors may be so many times the floor: matrices that are not quite well-conditioned.
const ROUNDING_MARGIN: f64 = 100.0;
/// The share of problems on which a correct algorithm may have greater errors than that.
const INACCURATE: f64 = 0.1;

fn large_errors(bench: &Yardstick) -> Option<ReasonRecord> {
    let problems = observe::by_problem(bench.ladders, bench.target);
    let typical = problems.filter_map(|(ladder, own)| {
        let errors = own.iter().map(|cell| cell.error / ladder.floor());
        median(&errors.filter(|e| e.is_finite()).collect::<Vec<_>>())
    });
    let (large, small): (Vec<f64>, Vec<f64>) = typical.partition(|&error| error > ROUNDING_MARGIN);
    let (inaccurate, all) = (large.len(), large.len() + small.len());
    let text = format!(
        "on {inaccurate} of {all} problems the errors are far above those of rounding: in the median more than \
         {ROUNDING_MARGIN} times the bound for these"
    );
    too_many(ReasonKind::Rounding, (inaccurate, all), INACCURATE, text)
}

/// A reason, if more than this share of all are so.
fn too_many(kind: ReasonKind, (part, all): (usize, usize), bound: f64, text: String) -> Option<ReasonRecord> {
    let measured = part as f64 / all.max(1) as f64;
    (measured > bound).then_some(ReasonRecord {
        kind,
        text,
        measured,
        bound,
    })
}

/// The share of pairs without a finite result that a correct algorithm may have.
const NO_RESULT: f64 = 0.1;

fn no_results(evidence: &VerdictEvidence) -> Option<ReasonRecord> {
    let (missing, pairs) = evidence.missing;
    let text = format!("at {missing} of {pairs} pairs of problem and step it has no finite result");
    too_many(ReasonKind::NoResult, evidence.missing, NO_RESULT, text).or_else(|| silent(evidence))
}

/// Problems without a result at the last step. One is enough: no correct example has any.
fn silent(evidence: &VerdictEvidence) -> Option<ReasonRecord> {
    (!evidence.silent.is_empty()).then(|| ReasonRecord {
        kind: ReasonKind::NoResult,
        text: format!(
            "on {} it has no finite result at the last step",
            named(evidence, &evidence.silent)
        ),
        measured: evidence.silent.len() as f64 / evidence.names.len() as f64,
        bound: 0.0,
    })
}

/// What errors do in place of falling, in words, up to the error that shows it.
const TROUBLES: &[(ErrorTrend, &str, &str)] = &[
    (
        ErrorTrend::Stuck,
        "the error does not fall",
        "with the finest step it is",
    ),
    (
        ErrorTrend::Leap,
        "a finer step is far worse than coarser ones",
        "there the error is",
    ),
    (
        ErrorTrend::Plateau,
        "the error stops falling far above rounding",
        "it does not converge below",
    ),
];

/// Problems on which it does not converge, though others say that it does. One is enough: no correct example has any.
fn no_convergence(evidence: &VerdictEvidence) -> Vec<ReasonRecord> {
    let reason = |&(what, does, shown): &(ErrorTrend, &str, &str)| {
        let of_this: Vec<&ProblemTrouble> = evidence.troubles.iter().filter(|t| t.what == what).collect();
        let first = of_this.first()?;
        let problems: Vec<usize> = of_this.iter().map(|t| t.problem).collect();
        Some(ReasonRecord {
            kind: ReasonKind::NoConvergence,
            text: format!(
                "on {} {does}; on `{}` {shown} {:.1e}",
                named(evidence, &problems),
                evidence.names[first.problem],
                first.error
            ),
            measured: problems.len() as f64 / evidence.names.len() as f64,
            bound: 0.0,
        })
    };
    TROUBLES.iter().filter_map(reason).collect()
}

/// Problems whose names are told.
const NAMED: usize = 3;

/// How many problems of how many, with the names of the first.
fn named(evidence: &VerdictEvidence, problems: &[usize]) -> String {
    let names: Vec<String> = problems
        .iter()
        .take(NAMED)
        .map(|&n| format!("`{}`", evidence.names[n]))
        .collect();
    let more = if problems.len() > NAMED { ", …" } else { "" };
    format!(
        "{} of {} problems ({}{more})",
        problems.len(),
        evidence.names.len(),
        names.join(", ")
    )
}

/// The share of problems on which a correct algorithm may have a lower order: on some, terms of the error cancel.
const LOW_ORDERS: f64 = 0.2;

fn low_in_part(designed: f64, evidence: &VerdictEvidence) -> Option<ReasonRecord> {
    let text = format!(
        "on {} the order is below the designed {designed}",
        named(evidence, &evidence.low)
    );
    let counts = (evidence.low.len(), evidence.names.len());
    too_many(ReasonKind::Order, counts, LOW_ORDERS, text).filter(|_| evidence.low.len() > 2)
}

/// Answers of a linear system are plainly wrong from this share of the solution's size on: all matrices are well-conditioned.
const WRONG: f64 = 1e-3;

fn plainly_wrong(evidence: &VerdictEvidence, bench: &Yardstick) -> Option<ReasonRecord> {
    let worst = |(ladder, own): (&Ladder, &[CallResult])| {
        let shares = own.iter().map(|cell| cell.error / ladder.size);
        shares.filter(|e| e.is_finite()).fold(0.0, f64::max)
    };
    let shares: Vec<f64> = observe::by_problem(bench.ladders, bench.target).map(worst).collect();
    let wrong: Vec<usize> = (0..shares.len()).filter(|&n| shares[n] > WRONG).collect();
    let first = wrong.first()?;
    Some(ReasonRecord {
        kind: ReasonKind::Rounding,
        text: format!(
            "on {} answers are plainly wrong: on `{}` by {:.1e} times the size of the solution",
            named(evidence, &wrong),
            evidence.names[*first],
            shares[*first]
        ),
        measured: shares[*first],
        bound: WRONG,
    })
}

/// With fewer problems than this no interval of their median has 95 %: then all of them must agree.
const FEW: u64 = 6;

/// Whether an observed order is below the designed one.
pub fn is_low(designed: f64, observed: OrderRecord) -> bool {
    let bound = designed - ORDER_MARGIN;
    observed.order < bound && (observed.from >= FEW || observed.hi < bound)
}

fn low_order(designed: f64, observed: OrderRecord) -> Option<ReasonRecord> {
    is_low(designed, observed).then(|| ReasonRecord {
        kind: ReasonKind::Order,
        text: format!(
            "the observed order is {:.2} ({} {:.2} to {:.2}, median of {} problems), and it was designed for {designed}",
            observed.order,
            if observed.from >= FEW { "95 %:" } else { "from" },
            observed.lo,
            observed.hi,
            observed.from
        ),
        measured: observed.order,
        bound: designed - ORDER_MARGIN,
    })
}

/// Mutants that are better by chance less often than this are better.
const SURELY: f64 = 1e-4;
/// And so are those with at most half the error.
const HALF: f64 = -1.0;

/// Small changes that make the target clearly more accurate without more work: one of them may be what was meant.
fn better_mutants(evidence: &VerdictEvidence, mutants: &[SourceMutantRecord]) -> Option<ReasonRecord> {
    let best = mutants.iter().filter(|m| is_better(evidence, m)).min_by(|a, b| {
        let ratio = |m: &SourceMutantRecord| m.log_ratio.unwrap_or(0.0);
        ratio(a).total_cmp(&ratio(b))
    })?;
    let ratio = best.log_ratio?;
    Some(ReasonRecord {
        kind: ReasonKind::BetterMutants,
        text: format!(
            "line {}: `{}` in place of `{}` is more accurate at {} of {} pairs without more work",
            best.line,
            best.after,
            best.before,
            best.better,
            best.better + best.worse
        ),
        measured: ratio,
        bound: HALF,
    })
}

fn is_better(evidence: &VerdictEvidence, mutant: &SourceMutantRecord) -> bool {
    let designed = evidence.designed;
    // Methods with a free parameter have better and worse values of it, all of the designed order: only a higher order than
    // the target's speaks against a target that has one.
    let higher = evidence
        .observed
        .zip(mutant.order)
        .is_none_or(|(own, o)| o >= own.order + ORDER_MARGIN);
    let surely = sign_test(mutant.better, mutant.worse) < SURELY;
    let no_harder = mutant.equal_work.is_none_or(|w| w.ratio <= 1.0);
    let ordered = designed.zip(mutant.order).is_none_or(|(p, o)| o >= p - ORDER_MARGIN);
    surely && no_harder && ordered && higher && mutant.log_ratio.is_some_and(|r| r <= HALF)
}
