//! Ask and tell.

mod believe;
mod explore;
mod nearby;

use crate::contract::PreparedContract;
use crate::domain::InputAxis;
use crate::face::Face;
use crate::field::{FaceField, FieldLimits};
use crate::floats::float_inputs;
use crate::gauge::Gauges;
use crate::judge::TruthProof;
use crate::model::{Basis, Model};
use crate::places::CaseBoxes;
use crate::question::bits;
use crate::sequence::Sequence;
use crate::special::special_inputs;
use crate::told::{ContractBreach, LearnProgress, LearnerOptions, Next, TestOutcome, TestProof, Why};
use chance::Random;
use inputs::ConditionedDraw;
use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

/// Learns a subject from tests and chooses the next one.
///
/// Memory: a test takes about 24·inputs + 8·outputs + 100 bytes, since no input is tried twice; besides, there are at most
/// [`LearnerOptions::models`] models and [`COVERAGE`] gauges, each of one small polynomial per output. Converged models are
/// forgotten.
#[derive(Clone)]
pub struct Learner {
    contract: PreparedContract,
    options: LearnerOptions,
    chance: Random,
    places: CaseBoxes,
    tried: HashSet<Vec<u64>>,
    field: FaceField,
    /// Places in the field that are to be tested first.
    plan: VecDeque<Vec<f64>>,
    /// Places of the unit cube at which models are compared and asked.
    probes: Vec<Vec<f64>>,
    /// Least and greatest value of each output.
    ranges: Vec<(f64, f64)>,
    gauges: Gauges,
    /// Inputs at which code is wrong more often than elsewhere, which are still to be tested.
    special: VecDeque<Vec<f64>>,
    /// The special input that was asked for last.
    latest: Vec<u64>,
    /// What draws from the precondition, once that was needed.
    draw: Option<Arc<ConditionedDraw>>,
    /// Where the search for an input that is left goes on, where there are few inputs.
    cursor: u64,
    /// Whether that search met an input whose precondition could not be decided.
    unclear: bool,
    counts: LearnerCounts,
}

#[derive(Clone, Debug, Default)]
struct LearnerCounts {
    told: u64,
    violation_tests: u64,
    other_tests: u64,
    /// Tests of the whole domain.
    explored: u64,
    /// Faces that were begun.
    faces: u64,
    /// Violations that models predicted in vain since the last true one.
    vain: u64,
    /// The same of models that were exact so far.
    vain_exact: u64,
    retired: u64,
    questions: u64,
    excluded: u64,
    /// Special inputs that could not be moved to where the precondition holds.
    unmoved: u64,
    /// Inputs that were drawn from the precondition.
    drawn: u64,
}

/// Points of the domain at which it is counted how much of it is learnt. A share that is counted at this many points
/// is known to about two percent, and each costs memory and an evaluation of models whenever the share is taken.
pub const COVERAGE: usize = 512;

/// Draws for the gauges where few points fulfil the precondition. It guards the start of a run, before which nothing
/// is tested.
const MOST_DRAWS: usize = 50_000;

/// Where there are so few inputs, all of them are tested. It is the default of `--tests`: within it nothing is left
/// to chance.
const SMALL: u64 = 10_000;

/// Special inputs that are nearer to a test than this share of the domain are no lesson. A polynomial through points so
/// close would be made of their rounding errors, and the binades around 0 hold very many of them.
const CROWD: f64 = 1e-6;

/// One of this many tests that are made at least is by the bits of its numbers. Such tests find what happens at numbers of
/// another size, and are missing where models learn: a fifth is an offer to both, not a measured optimum;
/// `scripts/bench_learn.py` shows what models lose.
const FLOATS: u64 = 5;

/// Places of a region at which a model is asked, per varying input. Each is an evaluation of a polynomial and the
/// contract; the solver is asked only where they promise something.
const PROBES: usize = 12;

impl Learner {
    /// A learner that knows no test yet.
    pub fn new(mut contract: PreparedContract, options: LearnerOptions) -> Learner {
        let mut chance = Random::new(options.seed);
        let face = Face::whole(contract.axes());
        let varying = contract.axes().len().min(options.wise.max(1));
        let mut cube = Sequence::new(varying, &mut chance);
        let probes = (0..PROBES * varying).map(|_| cube.next()).collect();
        let coverage = required(&mut contract, &mut chance);
        let places = CaseBoxes::new(&contract, &coverage, &mut chance);
        let special = all_special(contract.axes(), &options, &mut chance);
        let basis = basis(&face, &options, contract.axes());
        Learner {
            places,
            tried: HashSet::new(),
            field: FaceField::new(face.clone(), basis),
            plan: VecDeque::new(),
            probes,
            ranges: vec![(f64::INFINITY, f64::NEG_INFINITY); contract.outputs()],
            gauges: Gauges::new(
                coverage
                    .iter()
                    .map(|p| face.place(contract.axes(), &input(contract.axes(), p))),
            ),
            special: special.into(),
            latest: vec![],
            draw: None,
            cursor: 0,
            unclear: false,
            counts: LearnerCounts::default(),
            chance,
            contract,
            options,
        }
    }

    /// The contract.
    pub fn contract(&self) -> &PreparedContract {
        &self.contract
    }

    /// The least and the greatest finite value of each output so far; an empty range if there was none.
    pub fn ranges(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        self.ranges.iter().copied()
    }

    /// The outputs that the tests near an input let expect, by a model made for this input; `None` while there are too few
    /// tests, or where the input is not among those that vary now.
    pub fn predict(&self, input: &[f64]) -> Option<Vec<f64>> {
        let known = input.len() == self.contract.axes().len() && self.field.face.contains(input);
        let place = known.then(|| self.field.face.place(self.contract.axes(), input))?;
        self.field.predict(&place)
    }

    /// How far learning has come.
    pub fn progress(&self) -> LearnProgress {
        LearnProgress {
            tests: self.counts.told,
            violation_tests: self.counts.violation_tests,
            models: self.field.models.len(),
            retired: self.counts.retired,
            questions: self.counts.questions,
            excluded: self.counts.excluded,
            change: mean_change(self.gauges.models()).or_else(|| mean_change(self.field.models.iter())),
            covered: self.gauges.covered(),
        }
    }

    /// The next test.
    pub fn ask(&mut self) -> Next {
        if let Some(next) = self.planned() {
            return next;
        }
        if self.may_believe() || !self.is_whole() {
            self.assess();
            self.ask_solver();
            if let Some(next) = self.violation() {
                return next;
            }
        }
        match self.converged() {
            Some(end) => end,
            None => self.explore(),
        }
    }

    /// The end of learning, if models have converged.
    fn converged(&mut self) -> Option<Next> {
        let enough = self.options.enough;
        if self.gauges.covered() < enough || !self.may_end() {
            return None;
        }
        let spread = self.spread();
        self.gauges
            .confirm(&self.field, &mut self.contract, spread, &self.probes);
        let progress = self.progress();
        (progress.covered >= enough).then(|| Next::Converged {
            covered: progress.covered,
            change: progress.change.unwrap_or(0.0),
        })
    }

    /// Whether learning may end where models have converged: after some tests of each part, and not where few tests more
    /// are all that there are.
    fn may_end(&self) -> bool {
        let few = self.inputs().is_some_and(|n| n <= SMALL);
        let visited = self.places.all_visited() && self.special.is_empty();
        visited && self.counts.told >= self.options.least && !few
    }

    /// What came of a test; it need not be one that was asked for.
    pub fn tell(&mut self, input: &[f64], outcome: &TestOutcome) -> TestProof {
        let told = self.judge(input, outcome);
        if told == TestProof::NotRequired {
            return told;
        }
        self.counts.told += 1;
        if matches!(told, TestProof::Violates(_)) {
            self.counts.vain = 0;
            self.counts.vain_exact = 0;
        }
        self.tried.insert(bits(input));
        // Many inputs are learnt a few at a time, or not at all.
        let learnt = !(self.is_whole() && self.has_faces());
        if learnt && self.field.face.contains(input) && !self.is_crowd(input) {
            self.learn(input, outcome);
        }
        told
    }

    /// Whether a special input is so near to a test that models would only learn to divide by small differences: tests of
    /// many binades lie around 0.
    fn is_crowd(&self, input: &[f64]) -> bool {
        let place = || self.field.face.place(self.contract.axes(), input);
        self.latest == bits(input) && self.field.known.gap(&place()) < CROWD
    }

    /// What is proved of a test. Nothing is learnt from it.
    pub fn judge(&mut self, input: &[f64], outcome: &TestOutcome) -> TestProof {
        if !self.contract.requires(input) {
            return TestProof::NotRequired;
        }
        let outputs = match outcome {
            TestOutcome::Crash => return TestProof::Violates(ContractBreach::Crash),
            TestOutcome::Timeout => return TestProof::Violates(ContractBreach::Timeout),
            TestOutcome::Value(outputs) if outputs.len() != self.contract.outputs() => {
                return TestProof::Violates(ContractBreach::Outputs);
            }
            TestOutcome::Value(outputs) => outputs,
        };
        let point = [input, outputs].concat();
        match self.contract.judge(&point) {
            TruthProof::True => TestProof::Holds,
            TruthProof::Undefined => TestProof::Violates(ContractBreach::Undefined),
            TruthProof::Open => TestProof::Undecided,
            TruthProof::NotTrue => TestProof::Violates(
                self.contract
                    .failed_case(&point)
                    .map_or(ContractBreach::Unnamed, ContractBreach::Case),
            ),
        }
    }

    fn learn(&mut self, input: &[f64], outcome: &TestOutcome) {
        let place = self.field.face.place(self.contract.axes(), input);
        self.field.known.insert(&place);
        let Some(outputs) = self.finite(outcome) else {
            if self.is_whole() {
                self.gauges.learn_gap(&place);
            }
            return;
        };
        for (range, &y) in self.ranges.iter_mut().zip(outputs) {
            *range = (range.0.min(y), range.1.max(y));
        }
        let limits = FieldLimits {
            models: self.options.models.max(1),
            spread: self.spread(),
            spreads: self.spreads().collect(),
            tolerance: self.options.tolerance,
        };
        let (contract, probes) = (&mut self.contract, &self.probes);
        let learnt = self.field.learn(contract, &place, outputs, &limits, probes);
        if learnt && self.field.face.axes.len() == contract.axes().len() {
            self.gauges.learn(&self.field, contract, &limits, probes);
        }
    }

    /// What models can learn from.
    fn finite<'a>(&self, outcome: &'a TestOutcome) -> Option<&'a Vec<f64>> {
        let TestOutcome::Value(outputs) = outcome else {
            return None;
        };
        let usable = outputs.len() == self.ranges.len() && outputs.iter().all(|y| y.is_finite());
        usable.then_some(outputs)
    }

    /// The greatest spread of an output so far.
    fn spread(&self) -> f64 {
        self.spreads().fold(f64::MIN_POSITIVE, f64::max)
    }

    /// The spread of each output so far.
    fn spreads(&self) -> impl Iterator<Item = f64> + '_ {
        let spread = |(lo, hi): &(f64, f64)| {
            if hi - lo > 0.0 {
                (hi - lo).min(f64::MAX)
            } else {
                f64::MIN_POSITIVE
            }
        };
        self.ranges.iter().map(spread)
    }

    /// Whether there are more inputs than may vary together.
    fn has_faces(&self) -> bool {
        self.contract.axes().len() > self.options.wise.max(1)
    }

    fn is_whole(&self) -> bool {
        self.field.face.axes.len() == self.contract.axes().len()
    }

    fn admits(&mut self, input: &[f64]) -> bool {
        !self.tried.contains(&bits(input)) && self.contract.requires(input)
    }

    fn test(&mut self, input: Vec<f64>, why: Why) -> Next {
        match why {
            Why::Violation { .. } => self.counts.violation_tests += 1,
            Why::Explore | Why::Start => self.counts.other_tests += 1,
        }
        self.tried.insert(bits(&input));
        Next::Test { input, why }
    }
}

/// Special inputs: numbers of all binades, and between them ends, zeros and corners together.
fn all_special(axes: &[InputAxis], options: &LearnerOptions, chance: &mut Random) -> Vec<Vec<f64>> {
    let mut rest = special_inputs(axes, chance).into_iter();
    let count = usize::try_from(options.least / FLOATS).unwrap_or(usize::MAX);
    let mut all: Vec<Vec<f64>> = vec![];
    for input in float_inputs(axes, count, chance) {
        all.push(input);
        all.extend(rest.next());
    }
    all.extend(rest);
    all
}

/// Points of the unit cube whose inputs fulfil the precondition, evenly in the domain.
fn required(contract: &mut PreparedContract, chance: &mut Random) -> Vec<Vec<f64>> {
    let mut sequence = Sequence::new(contract.axes().len(), chance);
    let draws = std::iter::repeat_with(|| sequence.next()).take(MOST_DRAWS);
    let fulfils = |shares: &Vec<f64>| {
        let input = input(contract.axes(), shares);
        contract.requires(&input)
    };
    draws.filter(fulfils).take(COVERAGE).collect()
}

/// How much models changed by their latest refits, on average; none if there was no refit.
fn mean_change<'a>(models: impl Iterator<Item = &'a Model>) -> Option<f64> {
    let changes = models.map(|m| m.change).filter(|c| c.is_finite());
    let (sum, count) = changes.fold((0.0, 0u32), |(sum, count), c| (sum + c, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}

/// The input at these shares of the ranges.
pub(crate) fn input(axes: &[InputAxis], shares: &[f64]) -> Vec<f64> {
    axes.iter().zip(shares).map(|(axis, &share)| axis.at(share)).collect()
}

/// (d+1)ⁿ monomials for one or two inputs, fewer where there are many.
fn basis(face: &Face, options: &LearnerOptions, axes: &[InputAxis]) -> Basis {
    let (varying, all) = (face.axes.len(), face.base.len());
    let mut basis = if varying <= 2 && varying == all {
        Basis::product(varying, options.degree)
    } else {
        Basis::total(varying, options.degree)
    };
    basis.single = face.axes.iter().map(|&i| axes[i].count().is_some()).collect();
    basis
}
