//! Ask and tell.

use crate::assess::{assess, part, region};
use crate::chance::{Chance, Sequence};
use crate::contract::Contract;
use crate::domain::Axis;
use crate::face::Face;
use crate::field::{Field, Limits};
use crate::judge::Proof;
use crate::model::{Basis, Candidate, Model};
use crate::places::Places;
use crate::question::{Answer, Fresh, bits, fulfil, violate};
use crate::told::{Breach, Next, Options, Outcome, Progress, Told, Why};
use interval::Interval;
use std::collections::{HashSet, VecDeque};

/// Learns a subject from tests and chooses the next one.
///
/// Memory: the tests, of which each takes some 16·(inputs + outputs) bytes, and at most [`Options::models`] models of
/// one small polynomial per output each. Converged models are forgotten; what remains of them is which of
/// [`COVERAGE`] fixed points of the domain they held.
#[derive(Clone)]
pub struct Learner {
    contract: Contract,
    options: Options,
    chance: Chance,
    places: Places,
    tried: HashSet<Vec<u64>>,
    field: Field,
    /// Places in the field that are to be tested first.
    plan: VecDeque<Vec<f64>>,
    /// Places of the unit cube at which models are compared and asked.
    probes: Vec<Vec<f64>>,
    /// Least and greatest value of each output.
    ranges: Vec<(f64, f64)>,
    coverage: Vec<(Vec<f64>, bool)>,
    counts: Counts,
}

#[derive(Clone, Debug, Default)]
struct Counts {
    told: u64,
    violation_tests: u64,
    other_tests: u64,
    /// Violations that models predicted in vain since the last true one.
    vain: u64,
    retired: u64,
    questions: u64,
    excluded: u64,
}

/// Points of the domain at which it is counted how much of it converged models cover.
pub const COVERAGE: usize = 512;

/// Places of a region at which a model is asked, per varying input.
const PROBES: usize = 12;

/// Draws from a place before the solver is asked for an input that fulfils the precondition.
const DRAWS: usize = 64;

/// Boxes that the solver may look at for an input that fulfils the precondition.
const FULFIL_BOXES: usize = 400;

/// A case that misses by so many errors of its model is not worth a question to the solver.
const FAR: f64 = -2.0;

/// Tests of the whole domain before the first face.
const FIRST: u64 = 4;

/// The width of a new face's first tests, beside the ranges.
const FACE_STEP: f64 = 0.02;

impl Learner {
    /// A learner that knows no test yet.
    pub fn new(contract: Contract, options: Options) -> Learner {
        let mut chance = Chance::new(options.seed);
        let places = Places::new(&contract, &mut chance);
        let face = Face::whole(contract.axes());
        let varying = contract.axes().len().min(options.wise.max(1));
        let mut cube = |dimensions, count| {
            let mut sequence = Sequence::new(dimensions, &mut chance);
            (0..count).map(|_| sequence.next()).collect::<Vec<_>>()
        };
        let probes = cube(varying, PROBES * varying);
        let coverage = cube(contract.axes().len(), COVERAGE);
        let basis = basis(&face, &options);
        Learner {
            places,
            tried: HashSet::new(),
            field: Field::new(face, basis),
            plan: VecDeque::new(),
            probes,
            ranges: vec![(f64::INFINITY, f64::NEG_INFINITY); contract.outputs()],
            coverage: coverage.into_iter().map(|p| (p, false)).collect(),
            counts: Counts::default(),
            chance,
            contract,
            options,
        }
    }

    /// The contract.
    pub fn contract(&self) -> &Contract {
        &self.contract
    }

    /// The outputs that the tests near an input let expect, by a model made for this input; `None` while there are too few
    /// tests, or where the input is not among those that vary now.
    pub fn predict(&self, input: &[f64]) -> Option<Vec<f64>> {
        let known = input.len() == self.contract.axes().len() && self.field.face.contains(input);
        let place = known.then(|| self.field.face.place(self.contract.axes(), input))?;
        self.field.predict(&place)
    }

    /// How far learning has come.
    pub fn progress(&self) -> Progress {
        let changes = self.field.models.iter().map(|m| m.change).filter(|c| c.is_finite());
        let (sum, count) = changes.fold((0.0, 0u32), |(sum, count), c| (sum + c, count + 1));
        let covered = self.coverage.iter().filter(|(_, covered)| *covered).count();
        Progress {
            tests: self.counts.told,
            violation_tests: self.counts.violation_tests,
            models: self.field.models.len(),
            retired: self.counts.retired,
            questions: self.counts.questions,
            excluded: self.counts.excluded,
            change: if count > 0 { Some(sum / f64::from(count)) } else { None },
            covered: covered as f64 / COVERAGE as f64,
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
        let progress = self.progress();
        if progress.covered >= self.options.enough && self.places.all_visited() {
            return Next::Converged {
                covered: progress.covered,
                change: progress.change.unwrap_or(0.0),
            };
        }
        self.explore()
    }

    /// What came of a test; it need not be one that was asked for.
    pub fn tell(&mut self, input: &[f64], outcome: &Outcome) -> Told {
        let told = self.judge(input, outcome);
        if told == Told::NotRequired {
            return told;
        }
        self.counts.told += 1;
        if matches!(told, Told::Violates(_)) {
            self.counts.vain = 0;
        }
        self.tried.insert(bits(input));
        // Many inputs are learnt a few at a time, or not at all.
        let learnt = !(self.is_whole() && self.has_faces());
        if learnt && self.field.face.contains(input) {
            self.learn(input, outcome);
        }
        told
    }

    fn judge(&mut self, input: &[f64], outcome: &Outcome) -> Told {
        if !self.contract.requires(input) {
            return Told::NotRequired;
        }
        let outputs = match outcome {
            Outcome::Crash => return Told::Violates(Breach::Crash),
            Outcome::Timeout => return Told::Violates(Breach::Timeout),
            Outcome::Value(outputs) if outputs.len() != self.contract.outputs() => {
                return Told::Violates(Breach::Outputs);
            }
            Outcome::Value(outputs) => outputs,
        };
        let point = [input, outputs].concat();
        match self.contract.judge(&point) {
            Proof::True => Told::Holds,
            Proof::Undefined => Told::Violates(Breach::Undefined),
            Proof::Open => Told::Undecided,
            Proof::NotTrue => Told::Violates(self.contract.failed_case(&point).map_or(Breach::Unnamed, Breach::Case)),
        }
    }

    fn learn(&mut self, input: &[f64], outcome: &Outcome) {
        let place = self.field.face.place(self.contract.axes(), input);
        self.field.known.insert(&place);
        let Outcome::Value(outputs) = outcome else { return };
        if outputs.len() != self.ranges.len() || !outputs.iter().all(|y| y.is_finite()) {
            return;
        }
        for (range, &y) in self.ranges.iter_mut().zip(outputs) {
            *range = (range.0.min(y), range.1.max(y));
        }
        let limits = Limits {
            models: self.options.models.max(1),
            spread: self.spread(),
            tolerance: self.options.tolerance,
        };
        self.field
            .learn(&mut self.contract, &place, outputs, &limits, &self.probes);
    }

    /// The greatest spread of an output so far.
    fn spread(&self) -> f64 {
        let spreads = self.ranges.iter().map(|(lo, hi)| hi - lo).filter(|s| s.is_finite());
        spreads.fold(f64::MIN_POSITIVE, f64::max)
    }

    /// Whether a violation that models predict may be tested. The k-th that was predicted in vain costs k other tests, so
    /// that models that are always wrong cost only about √(2n) of n tests.
    fn may_believe(&self) -> bool {
        let vain = self.counts.vain;
        vain * (vain + 1) / 2 <= self.counts.other_tests
    }

    /// Asks the models that have changed what they say of the contract.
    fn assess(&mut self) {
        let spread = self.spread();
        for n in 0..self.field.models.len() {
            let model = &self.field.models[n];
            if model.changed {
                let assessment = assess(&self.field, model, &mut self.contract, spread, &self.probes);
                let model = &mut self.field.models[n];
                model.changed = false;
                model.candidates = assessment.candidates;
                model.nearly = assessment.nearly.filter(|(_, score)| *score > FAR);
            }
        }
    }

    /// The next test of a face that is new.
    fn planned(&mut self) -> Option<Next> {
        while let Some(place) = self.plan.pop_front() {
            let input = self.field.face.input(self.contract.axes(), &place);
            if self.admits(&input) {
                return Some(self.test(input, Why::Explore));
            }
        }
        None
    }

    /// Asks the solver about the models that come nearest to breaking the contract.
    fn ask_solver(&mut self) {
        let models = self.field.models.iter().enumerate();
        let mut open: Vec<(usize, usize, f64)> = models.filter_map(|(n, m)| m.nearly.map(|(c, s)| (n, c, s))).collect();
        open.sort_by(|a, b| b.2.total_cmp(&a.2).then(a.0.cmp(&b.0)));
        open.truncate(self.options.candidates);
        for (n, case, score) in open {
            self.field.models[n].nearly = None;
            match self.question(n, case) {
                Answer::Instance(input) => {
                    let place = self.field.face.place(self.contract.axes(), &input);
                    let score = score.max(self.options.credible);
                    let exact = false;
                    self.field.models[n].candidates.push(Candidate {
                        case,
                        place,
                        score,
                        exact,
                    });
                }
                Answer::Nowhere => self.counts.excluded += 1,
                Answer::Open => {}
            }
        }
        self.retire();
    }

    /// Asks the solver whether a case holds somewhere in the region of a model, if the subject is as the model says.
    fn question(&mut self, model: usize, case: usize) -> Answer {
        self.counts.questions += 1;
        let model = &self.field.models[model];
        let Some(region) = part(&self.contract, &self.field, case, &region(model, false)) else {
            return Answer::Nowhere;
        };
        let sides = self.sides(&region);
        let inputs = Fresh {
            domain: self.contract.axes(),
            face: &self.field.face,
            tried: &self.tried,
        };
        let model = (model, &self.field.basis);
        violate(&self.contract, model, case, &inputs, &sides, self.options.boxes)
    }

    /// A box of shares in the units of the inputs.
    fn sides(&self, shares: &[Interval]) -> Vec<Interval> {
        let axes = self.field.face.axes.iter().map(|&i| &self.contract.axes()[i]);
        let side = |(axis, share): (&Axis, &Interval)| Interval::hull_of(axis.at(share.lo()), axis.at(share.hi()));
        axes.zip(shares).map(side).collect()
    }

    /// Converged models leave, and what they cover is noted.
    fn retire(&mut self) {
        let retired = self.field.retire();
        self.counts.retired += retired.len() as u64;
        if self.field.face.axes.len() < self.contract.axes().len() {
            return;
        }
        for (point, covered) in &mut self.coverage {
            *covered |= retired.iter().any(|m| m.contains(point));
        }
    }

    /// The most credible violation, if one is credible enough.
    fn violation(&mut self) -> Option<Next> {
        loop {
            let credible = |m: &Model| m.candidates.last().map(|c| c.score);
            let models = self.field.models.iter().enumerate();
            let scored = models.filter_map(|(n, m)| Some((n, credible(m)?)));
            let (n, score) = scored.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)))?;
            if score < self.options.credible {
                return None;
            }
            let model = &mut self.field.models[n];
            let (number, candidate) = (model.number, model.candidates.pop()?);
            let input = self.field.face.input(self.contract.axes(), &candidate.place);
            if (candidate.exact || self.may_believe()) && self.admits(&input) {
                self.counts.vain += u64::from(!candidate.exact);
                let why = Why::Violation {
                    model: number,
                    case: candidate.case,
                };
                return Some(self.test(input, why));
            }
        }
    }

    /// The point that teaches most: far from what is known, and more so where a model finds a violation likely.
    fn explore(&mut self) -> Next {
        for _ in 0..2 * self.places.len() {
            let place = self.places.turn(&mut self.chance);
            if let Some(input) = self.best_of(place).or_else(|| self.fulfilled(place)) {
                let start = self.field.models.is_empty() && self.is_whole();
                let next = self.test(input.clone(), if start { Why::Start } else { Why::Explore });
                if self.has_faces() && self.counts.other_tests > FIRST {
                    self.turn_to(input);
                }
                return next;
            }
        }
        Next::Exhausted
    }

    /// Whether there are more inputs than may vary together.
    fn has_faces(&self) -> bool {
        self.contract.axes().len() > self.options.wise.max(1)
    }

    fn is_whole(&self) -> bool {
        self.field.face.axes.len() == self.contract.axes().len()
    }

    /// The best of the next points of a place.
    fn best_of(&mut self, place: usize) -> Option<Vec<f64>> {
        let choose = self.is_whole() && !self.field.models.is_empty();
        let wanted = if choose { self.options.candidates.max(1) } else { 1 };
        let mut best: Option<(f64, Vec<f64>)> = None;
        let mut seen = 0;
        for _ in 0..DRAWS {
            let input = self.places.point(place, self.contract.axes());
            if !self.admits(&input) {
                continue;
            }
            let worth = if wanted > 1 { self.worth(&input) } else { 0.0 };
            if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, input));
            }
            seen += 1;
            if seen == wanted {
                break;
            }
        }
        best.map(|(_, input)| input)
    }

    fn worth(&mut self, input: &[f64]) -> f64 {
        let place = self.field.face.place(self.contract.axes(), input);
        let gap = self.field.known.gap(&place).min(1.0);
        gap * (1.0 + self.options.hope * self.field.promise(&mut self.contract, &place))
    }

    /// An input that the solver finds for the precondition, in wider and wider boxes around a point of a place.
    fn fulfilled(&mut self, place: usize) -> Option<Vec<f64>> {
        let near = self.places.point(place, self.contract.axes());
        let whole = Face::whole(self.contract.axes());
        let inputs = Fresh {
            domain: self.contract.axes(),
            face: &whole,
            tried: &self.tried,
        };
        [0.05, 0.2, 1.0].into_iter().find_map(|share| {
            let around = |(side, &x): (&Interval, &f64)| {
                let reach = share * side.width();
                Interval::hull_of((x - reach).max(side.lo()), (x + reach).min(side.hi()))
            };
            let sides: Vec<Interval> = self.places.extent(place).iter().zip(&near).map(around).collect();
            fulfil(&self.contract, &inputs, &sides, FULFIL_BOXES)
        })
    }

    /// Begins a face at an input: some inputs vary, the others stand still.
    fn turn_to(&mut self, base: Vec<f64>) {
        let mut axes: Vec<usize> = (0..base.len()).collect();
        let count = self.options.wise.max(1).min(axes.len());
        for n in 0..count {
            let other = n + (self.chance.share() * (axes.len() - n) as f64) as usize;
            axes.swap(n, other);
        }
        axes.truncate(count);
        axes.sort_unstable();
        let face = Face { axes, base };
        let basis = basis(&face, &self.options);
        let centre = face.place(self.contract.axes(), &face.base);
        self.plan = lattice(&centre, &basis, self.options.degree).into();
        self.field = Field::new(face, basis);
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

/// (d+1)ⁿ monomials for one or two inputs, fewer where there are many.
fn basis(face: &Face, options: &Options) -> Basis {
    let (varying, all) = (face.axes.len(), face.base.len());
    if varying <= 2 && varying == all {
        Basis::product(varying, options.degree)
    } else {
        Basis::total(varying, options.degree)
    }
}

/// The first tests of a face: base + step·(exponents of a monomial) determine every polynomial of the basis, and one more
/// on the other side shows how good it is.
fn lattice(base: &[f64], basis: &Basis, degree: u8) -> Vec<Vec<f64>> {
    let step = FACE_STEP / f64::from(degree.max(1));
    let sign = |x: f64| if x > 0.5 { -1.0 } else { 1.0 };
    let point = |exponents: &Vec<u8>| {
        let moved = base
            .iter()
            .zip(exponents)
            .map(|(x, &e)| x + sign(*x) * step * f64::from(e));
        moved.collect::<Vec<f64>>()
    };
    let mut points: Vec<Vec<f64>> = basis.exponents().iter().map(point).collect();
    let other = base
        .iter()
        .enumerate()
        .map(|(n, x)| x + sign(*x) * step * (0.6 - 0.2 * n as f64));
    points.push(other.collect());
    points
}
