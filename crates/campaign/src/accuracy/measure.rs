//! The errors of target and mutants on all problems.

use super::build::{Manner, Material, build};
use super::config::Config;
use super::fleet::{CallResult, Fleet, MutantResults, StopAsked, is_stopped};
use super::observe::{Ladder, shared};
use super::{AccuracyFailure, custom, iterations};
use mutation::source::{SourceLanguage, SourceMutant};
use problems::driver::CallLimits;
use problems::problem::{self, ProblemKind, ProblemShape, SolvedProblem};
use subject::Broken;

/// What was measured.
pub struct Measured {
    /// The problems.
    pub problems: Vec<Named>,
    /// The target's cells, in the order of problems and steps.
    pub target: Vec<CallResult>,
    /// Numbers of steps, the same for all problems; none for those of a command.
    pub steps: Vec<u32>,
    /// The target's cells with other numbers of iterations, for each cell that is shared with mutants, of root finders.
    pub curves: Option<Vec<Vec<CallResult>>>,
    /// What each mutant did.
    pub rows: Vec<MutantResults>,
}

/// A problem as it is reported.
pub struct Named {
    /// Its name.
    pub name: String,
    /// Its solution as text.
    pub solution: String,
    /// Its steps.
    pub ladder: Ladder,
}

/// Seconds for the target if nothing else is said.
const TARGET_SECONDS: f64 = 120.0;
/// A mutant has this many times the target's processor time in the same call, and in all calls.
/// It is more than what a mutant may work, so that the limit on the work, which is the same everywhere, comes first.
const PATIENCE: f64 = 16.0;
/// And at least so many seconds: interpreters need some milliseconds for every error that they raise.
const LEAST_CALL: f64 = 0.2;
const LEAST_TOTAL: f64 = 2.0;
/// A mutant may work this many times as much as the target in the same call, and a little more.
const WORK: f64 = 8.0;
const MORE_WORK: f64 = 200.0;

/// Runs target and mutants; `usable` may refuse the target before any mutant runs.
pub fn measure(
    config: &Config,
    text: &str,
    mutants: &[SourceMutant],
    stop: StopAsked,
    usable: impl Fn(&[Named], &[CallResult]) -> Result<(), Broken>,
) -> Result<Measured, AccuracyFailure> {
    if config.shape.kind == ProblemKind::Custom {
        let measured = custom::measure(config, text, mutants, stop)?;
        usable(&measured.problems, &measured.target)?;
        return Ok(measured);
    }
    let steps = Steps::of(config);
    let problems = |steps: &[u32]| {
        let shape = ProblemShape {
            steps: steps.to_vec(),
            ..config.shape.clone()
        };
        problem::problems(&shape, &config.solutions).map_err(AccuracyFailure::Config)
    };
    let (all, problems) = (problems(&steps.all)?, problems(&steps.all[..steps.shared])?);
    let named: Vec<Named> = all.iter().map(|problem| named(problem, steps.shared)).collect();
    let material = Material {
        config,
        text,
        mutants,
        problems: &problems,
    };
    let fleet = awaited(stop, build(material, Manner::Together))?;
    let target = awaited(stop, target(config, &fleet, &all))?;
    usable(&named, &target)?;
    let fleet = match fleet.keeps_the_target(&all, &target, TARGET_SECONDS)? {
        true => fleet,
        false => awaited(stop, build(material, Manner::Apart))?,
    };
    let ladders: Vec<Ladder> = named.iter().map(|problem| problem.ladder.clone()).collect();
    let limits = limits(config, &shared(&ladders, &target).1);
    Ok(Measured {
        curves: iterations::measure_curves(config, &fleet, &problems, TARGET_SECONDS)?,
        rows: fleet.run_mutants(&problems, &limits, mutants.len(), stop)?,
        problems: named,
        steps: steps.all,
        target,
    })
}

/// What was made, if the user wanted to wait for it: what fails after that says nothing.
fn awaited<T>(stop: StopAsked, made: Result<T, Broken>) -> Result<T, AccuracyFailure> {
    match is_stopped(stop) {
        true => Err(AccuracyFailure::Interrupted),
        false => Ok(made?),
    }
}

/// What a mutant may take, from what the target took.
fn limits(config: &Config, target: &[CallResult]) -> CallLimits {
    let patient = |seconds: f64, least: f64| config.seconds.unwrap_or((PATIENCE * seconds).max(least));
    let total: f64 = target.iter().map(|cell| cell.seconds).sum();
    let late = match config.seconds {
        Some(seconds) => format!("it took more than {seconds} s of processor time"),
        None => format!("it took more than {PATIENCE} times the target's processor time"),
    };
    CallLimits {
        work: target.iter().map(|cell| WORK * cell.work + MORE_WORK).collect(),
        seconds: target.iter().map(|cell| patient(cell.seconds, LEAST_CALL)).collect(),
        total: patient(total, LEAST_TOTAL),
        late,
    }
}

/// The steps of all problems.
struct Steps {
    /// All that the target is tried with.
    all: Vec<u32>,
    /// This many of them, from the first on, are tried with mutants too.
    shared: usize,
}

impl Steps {
    /// The given steps, or those that suit the kind and the language. The target alone then gets finer ones too: they are
    /// cheap for one program, and errors that stop falling show there.
    fn of(config: &Config) -> Steps {
        if !config.shape.steps.is_empty() {
            return Steps {
                shared: config.shape.steps.len(),
                all: config.shape.steps.clone(),
            };
        }
        let interpreted = matches!(config.language, SourceLanguage::Python | SourceLanguage::Octave);
        let (steps, finer) = default_steps(config.shape.kind, interpreted);
        Steps {
            all: [steps, finer].concat(),
            shared: steps.len(),
        }
    }
}

/// Steps for all, and finer ones for the target alone. Interpreters are slow, and get fewer and coarser ones.
///
/// Widths of nodes repeat in a pattern of five, so there are whole patterns.
fn default_steps(kind: ProblemKind, interpreted: bool) -> (&'static [u32], &'static [u32]) {
    match (kind, interpreted) {
        (ProblemKind::Quadrature, false) => (&[8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256], &[384, 512, 768, 1024]),
        (ProblemKind::InitialValue, false) => (&[8, 12, 16, 24, 32, 48, 64, 96, 128, 192], &[256, 384, 512, 768]),
        (ProblemKind::Interpolation, false) => (&[5, 10, 15, 20, 30, 40, 60, 80], &[120, 160, 240, 320]),
        (ProblemKind::Quadrature, true) => (&[4, 8, 12, 16, 24, 32], &[48, 64, 96, 128, 192, 256]),
        (ProblemKind::InitialValue, true) => (&[4, 6, 8, 12, 16], &[24, 32, 48, 64, 96, 128]),
        (ProblemKind::Interpolation, true) => (&[5, 10, 15, 20], &[30, 40, 60, 80, 120]),
        (ProblemKind::Root, _) => (&[1, 2, 3, 4, 5, 6, 7, 8], &[]),
        (ProblemKind::Linear, _) => (&[3, 5, 8, 13, 21, 34], &[]),
        (ProblemKind::Custom, _) => (&[], &[]),
    }
}

fn named(problem: &SolvedProblem, shared: usize) -> Named {
    Named {
        name: problem.name.clone(),
        solution: problem.solution.clone(),
        ladder: Ladder {
            hs: problem.runs.iter().map(|run| run.h).collect(),
            shared,
            size: problem.size,
        },
    }
}

/// What the target did.
fn target(config: &Config, fleet: &Fleet, problems: &[SolvedProblem]) -> Result<Vec<CallResult>, Broken> {
    match fleet.run_target(problems, config.seconds.unwrap_or(TARGET_SECONDS))? {
        MutantResults::Done(cells) => Ok(cells),
        MutantResults::Skipped => Err(Broken::new("the target did not run", "run it again")),
        MutantResults::Stopped(why) => Err(Broken::new(
            format!("{} does not run through all problems: {why}", config.shown),
            "look at its interface in the manual of `lydian accuracy`, give it more `seconds` or `memory`, or fewer `steps`",
        )),
    }
}
