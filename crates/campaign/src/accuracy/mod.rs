//! `accuracy`: is a numerical algorithm as accurate as it was designed to be?
//!
//! 1. `config` reads what to test; `mutation::source` makes mutants of its text.
//! 2. `formula`, `solutions` and `problem` make problems whose solutions are known to twice the digits of a double.
//! 3. `spell` and `driver` write the program that calls the algorithm, `build` builds it with all mutants,
//!    and `fleet` runs it: every mutant in a process of its own.
//!    `custom` runs a command of the user's instead; `measure` has the errors of all of them.
//! 4. `observe` looks at errors, `converge` at whether they fall, `statistics` at their distribution, `work` and `iterations` at what they cost,
//!    and `judge` comes to a verdict.

mod build;
mod config;
mod converge;
mod custom;
mod fleet;
mod iterations;
mod judge;
mod measure;
mod observe;
mod statistics;
mod work;

pub use config::Config;
pub use problems::problem::{ProblemKind, ProblemShape};
pub use problems::solutions::{KnownSolution, standard};
pub use work::Work;

use converge::{ErrorTrend, ProblemTrouble};
use fleet::CallResult;
use judge::{VerdictEvidence, Yardstick};
use measure::{Measured, Named, measure};
use mutation::source::{MutantRequest, SourceError, SourceMutant, mutants};
use observe::{Ladder, by_problem};
use rayon::prelude::*;
use std::sync::atomic::AtomicBool;
use subject::Broken;
use suite::Hex;
use suite::accuracy::{AccuracyReport, AlgorithmRecord, OrderRecord, PointRecord, ProblemRecord};

/// Why there is no result.
#[derive(Debug)]
pub enum AccuracyFailure {
    /// The configuration or a solution in it cannot be used.
    Config(String),
    /// The source cannot be mutated.
    Source(SourceError),
    /// The target cannot be built, run or judged: what is wrong, and what can be done about it.
    Target(Broken),
    /// The user did not want to wait, and there is nothing to tell yet.
    Interrupted,
}

impl From<Broken> for AccuracyFailure {
    fn from(broken: Broken) -> AccuracyFailure {
        AccuracyFailure::Target(broken)
    }
}

/// A campaign: a configuration, the text of the algorithm, and what is written into the report.
pub struct AccuracyCampaign<'a> {
    /// The configuration.
    pub config: &'a Config,
    /// The text of the algorithm.
    pub text: &'a str,
    /// Name and version of the program.
    pub tool: String,
    /// The command.
    pub command: String,
    /// Whether the user does not want to wait.
    pub interrupt: &'a AtomicBool,
}

/// The mutants of a campaign, without running anything.
pub fn list_mutants(config: &Config, text: &str) -> Result<Vec<SourceMutant>, AccuracyFailure> {
    let request = MutantRequest {
        source: text,
        language: config.language,
        scope: config.scope.clone(),
        operators: vec![],
    };
    mutants(&request).map_err(AccuracyFailure::Source)
}

/// Runs a campaign.
pub fn accuracy(campaign: &AccuracyCampaign) -> Result<AccuracyReport, AccuracyFailure> {
    let AccuracyCampaign { config, text, .. } = campaign;
    let mutants = list_mutants(config, text)?;
    let measured = measure(config, text, &mutants, campaign.interrupt, |problems, target| {
        usable(config, problems, target)
    });
    let measured = measured?;
    let ladders = ladders(&measured.problems);
    let (shared, target) = observe::shared(&ladders, &measured.target);
    let bench = Yardstick {
        ladders: &shared,
        target: &target,
        curves: measured.curves.as_deref(),
        threshold: config.threshold,
        source: text,
    };
    let order = observe::order(&ladders, &measured.target);
    Ok(report(campaign, &measured, &bench, &mutants, order))
}

fn ladders(problems: &[Named]) -> Vec<Ladder> {
    problems.iter().map(|problem| problem.ladder.clone()).collect()
}

/// The threshold at which survivors of correct algorithms were counted.
const USUAL_THRESHOLD: f64 = 0.05;
/// Fewest pairs with a finite error.
const PAIRS: usize = 6;
/// An algorithm whose error falls by less than this factor, in powers of 2, from the coarsest step to its best, does not converge.
const LEAST_FALL: f64 = 1.0;
/// Where steps are few, it must fall by this share of what its order says.
const LEAST_SHARE: f64 = 0.25;

/// Whether the target can be judged at all.
fn usable(config: &Config, problems: &[Named], target: &[CallResult]) -> Result<(), Broken> {
    let finite = target.iter().filter(|cell| cell.error.is_finite()).count();
    if finite < PAIRS {
        return Err(Broken::new(
            format!("only {finite} pairs of problem and step have a finite result, and {PAIRS} are needed"),
            "add solutions or steps, or look at the interface of the function in the manual of `lydian accuracy`",
        ));
    }
    // Algorithms for linear systems have no step.
    if config.shape.kind == ProblemKind::Linear {
        return Ok(());
    }
    let ladders = ladders(problems);
    let least = LEAST_FALL.min(LEAST_SHARE * observe::must_fall(&ladders, config.order));
    match observe::fall(&ladders, target) {
        Some(fall) if fall < least => Err(Broken::new(
            format!(
                "it does not converge: with finer steps the error falls to {:.0} % of that of the coarsest step, in the median over \
                 all problems",
                100.0 * (-fall).exp2()
            ),
            "look at the arguments of the function and their order in the manual of `lydian accuracy`, or give it finer `steps`",
        )),
        _ => explained(config, problems, &ladders, target),
    }
}

/// Whether errors that stop falling can be told from those of rounding. A trouble that is certain needs nothing more.
fn explained(config: &Config, problems: &[Named], ladders: &[Ladder], target: &[CallResult]) -> Result<(), Broken> {
    let troubles = converge::find_troubles(ladders, target, config.order);
    if troubles.iter().any(|t| t.what != ErrorTrend::Unexplained) {
        return Ok(());
    }
    match troubles.first() {
        Some(ProblemTrouble { problem, error, .. }) => Err(Broken::new(
            format!(
                "it cannot be judged: on `{}` the error stops falling at {error:.1e}, and whether that is rounding depends on \
                 the size of the solution",
                problems[*problem].name
            ),
            "write the size under [problems], such as `size = 1.0`, or leave out steps that are so fine",
        )),
        None => observable(config, ladders, target),
    }
}

/// Whether an order that is declared can be compared with anything.
fn observable(config: &Config, ladders: &[Ladder], target: &[CallResult]) -> Result<(), Broken> {
    let Some(designed) = config.order else { return Ok(()) };
    let Some(order) = observe::order(ladders, target) else {
        let ordered = by_problem(ladders, target).filter(|(ladder, own)| ladder.order(own).is_some());
        return Err(Broken::new(
            format!(
                "its order cannot be observed: {} of {} problems have three steps with errors above rounding, and {} are needed",
                ordered.count(),
                ladders.len(),
                observe::PROBLEMS
            ),
            "add solutions, add steps, or coarser ones for a high order; or leave out `order`",
        ));
    };
    let settled = converge::judge_steps(ladders, target, designed);
    match judge::is_low(designed, order) {
        true if settled.below => Ok(()),
        false if settled.reached => Ok(()),
        _ => Err(Broken::new(
            format!(
                "its order cannot be observed: the median is {:.2}, but on most problems the errors follow no power of the step",
                order.order
            ),
            "add finer `steps`, or leave out `order`",
        )),
    }
}

/// Pairs without a finite result, of how many.
fn missing(target: &[CallResult]) -> (usize, usize) {
    let missing = target.iter().filter(|cell| !cell.error.is_finite()).count();
    (missing, target.len())
}

fn report(
    campaign: &AccuracyCampaign,
    measured: &Measured,
    bench: &Yardstick,
    all: &[SourceMutant],
    order: Option<OrderRecord>,
) -> AccuracyReport {
    let config = campaign.config;
    let pairs: Vec<_> = all.iter().zip(&measured.rows).collect();
    let mutants: Vec<_> = pairs
        .par_iter()
        .filter_map(|(mutant, row)| bench.record(mutant, row))
        .collect();
    let ladders = ladders(&measured.problems);
    let evidence = VerdictEvidence {
        kind: config.shape.kind,
        complete: mutants.len() == all.len(),
        names: measured.problems.iter().map(|problem| problem.name.as_str()).collect(),
        designed: config.order,
        observed: order,
        work: work::compare_work(config, measured),
        missing: missing(&measured.target),
        silent: converge::find_silent(&ladders, &measured.target),
        troubles: converge::find_troubles(&ladders, &measured.target, config.order),
        low: config
            .order
            .map_or(vec![], |p| converge::find_low(&ladders, &measured.target, p)),
    };
    AccuracyReport {
        format: AccuracyReport::FORMAT.into(),
        version: AccuracyReport::VERSION,
        tool: campaign.tool.clone(),
        command: campaign.command.clone(),
        algorithm: AlgorithmRecord {
            source: config.shown.clone(),
            language: config.language.name().into(),
            function: config.function.clone(),
            kind: config.shape.kind.name().into(),
            order: config.order,
            flags: config.flags.clone(),
            threshold: config.threshold,
            text: campaign.text.into(),
        },
        verdict: judge::verdict(&evidence, bench, &mutants),
        order,
        work: evidence.work,
        usual: judge::usual(config.shape.kind).filter(|_| config.threshold == USUAL_THRESHOLD),
        counts: judge::counts(&mutants),
        survival: judge::survival(&mutants),
        problems: problem_records(measured),
        mutants,
    }
}

fn problem_records(measured: &Measured) -> Vec<ProblemRecord> {
    let ladders = ladders(&measured.problems);
    let cells = by_problem(&ladders, &measured.target);
    let record = |(problem, (ladder, own)): (&Named, (&Ladder, &[CallResult]))| ProblemRecord {
        name: problem.name.clone(),
        solution: problem.solution.clone(),
        size: ladder.size,
        order: ladder.order(own),
        points: points(ladder, own),
    };
    measured.problems.iter().zip(cells).map(record).collect()
}

fn points(ladder: &Ladder, cells: &[CallResult]) -> Vec<PointRecord> {
    let used = ladder.used(cells);
    let point = |((h, cell), used): ((&f64, &CallResult), bool)| PointRecord {
        h: *h,
        error: Hex(cell.error),
        work: (cell.work > 0.0).then_some(cell.work as u64),
        used,
    };
    ladder.hs.iter().zip(cells).zip(used).map(point).collect()
}
