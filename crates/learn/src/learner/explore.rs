//! Tests that fill what is not known: points of the places of a contract, and the first tests of a face.

use super::{Learner, basis};
use crate::domain::InputAxis;
use crate::face::Face;
use crate::field::FaceField;
use crate::judge::TruthProof;
use crate::model::Basis;
use crate::question::{Fresh, bits, fulfil};
use crate::told::{Next, Why};
use interval::Interval;

/// Draws from a place before the solver is asked for an input that fulfils the precondition. A draw is one evaluation
/// of the precondition, a question to the solver some for each of its boxes: draws are the cheaper bet unless the
/// precondition is thin.
const DRAWS: usize = 512;

/// This many inputs are few enough to go through them all: once in a run, with one evaluation of the precondition each.
const FEW: u64 = 1_000_000;

/// Boxes that the solver may look at for an input that fulfils the precondition. It is asked often, for one test each
/// time; a precondition that needs more is drawn from elsewhere.
const FULFIL_BOXES: usize = 400;

/// The k-th face waits for k² times this many tests of the whole domain. Faces can be many, and every test on one is
/// missing inside; `scripts/bench_learn.py` shows tests until a fault is found.
const FIRST: u64 = 4;

/// And this many at least: faults of a few percent are found by then.
const WAIT: u64 = 8;

/// Where the subject is learnt at this share of the domain, one of this many tests is made where it is not. Below half,
/// tests of the whole domain meet the rest as often as not; above, fewer and fewer do. The others still look for faults
/// in what counts as learnt. `scripts/bench_learn.py` shows tests until a fault is found.
const NEARLY: f64 = 0.5;
const FINISH_EVERY: u64 = 4;

/// Special inputs are tested from here on, and one of this many tests: where faults are large, others find them sooner.
/// All of them together must fit into a small budget of tests beside what explores; `scripts/bench_learn.py` shows the
/// effect.
const SPECIAL_FROM: u64 = 8;
const SPECIAL_EVERY: u64 = 4;

/// The width of a new face's first tests, beside the ranges. They must lie within one piece of the subject to tell its
/// polynomial, so they are close; closer ones would lose the digits that rounding takes from the differences.
/// `scripts/bench_learn.py` shows tests until a fault is found.
const FACE_STEP: f64 = 0.02;

impl Learner {
    /// The next test of a face that is new.
    pub(super) fn planned(&mut self) -> Option<Next> {
        while let Some(place) = self.plan.pop_front() {
            let input = self.field.face.input(self.contract.axes(), &place);
            if self.admits(&input) {
                return Some(self.test(input, Why::Explore));
            }
        }
        None
    }

    /// The point that teaches most: far from what is known, and more so where a model finds a violation likely.
    pub(super) fn explore(&mut self) -> Next {
        if let Some(input) = self.special_input().or_else(|| self.finishing()) {
            self.counts.explored += 1;
            return self.test(input, Why::Explore);
        }
        for _ in 0..2 * self.places.len() {
            let place = self.places.turn(&mut self.chance);
            if let Some(input) = self.best_of(place).or_else(|| self.fulfilled(place)) {
                let start = self.field.models.is_empty() && self.is_whole();
                let next = self.test(input.clone(), if start { Why::Start } else { Why::Explore });
                self.counts.explored += 1;
                if self.has_faces() && self.counts.explored >= self.due() {
                    self.counts.faces += 1;
                    self.turn_to(input);
                }
                return next;
            }
        }
        match self.leftover().or_else(|| self.drawn()) {
            Some(input) => self.test(input, Why::Explore),
            None => Next::Exhausted {
                complete: self.inputs().is_some() && !self.unclear,
            },
        }
    }

    /// A special input, from time to time.
    fn special_input(&mut self) -> Option<Vec<f64>> {
        let due = self.counts.explored >= SPECIAL_FROM && self.counts.explored.is_multiple_of(SPECIAL_EVERY);
        while let Some(input) = due.then(|| self.special.pop_front()).flatten() {
            if let Some(input) = self.admitted(input) {
                self.latest = bits(&input);
                return Some(input);
            }
        }
        None
    }

    /// A test where the subject is not learnt yet, from time to time where it is learnt nearly everywhere else.
    fn finishing(&mut self) -> Option<Vec<f64>> {
        let due = self.counts.explored % FINISH_EVERY == FINISH_EVERY - 1 && self.gauges.covered() >= NEARLY;
        let place = due.then(|| self.gauges.open_place(&mut self.chance))??;
        let input = self.field.face.input(self.contract.axes(), &place);
        self.admits(&input).then_some(input)
    }

    /// Tests of the whole domain after which the next face begins. Faces that teach nothing cost some tests each, so the
    /// k-th waits for about k² other tests: all of them together cost about √n of n tests.
    fn due(&self) -> u64 {
        let faces = self.counts.faces + 1;
        (FIRST * faces * faces).max(WAIT)
    }

    /// How many inputs there are, if they are few.
    pub(super) fn inputs(&self) -> Option<u64> {
        let count = |product: u64, axis: &InputAxis| product.checked_mul(axis.count()?);
        let all = self.contract.axes().iter().try_fold(1, count);
        all.filter(|&n| n <= FEW)
    }

    /// An input that is left, found by going through all of them.
    fn leftover(&mut self) -> Option<Vec<f64>> {
        let all = self.inputs()?;
        while self.cursor < all {
            let input = self.numbered(self.cursor);
            self.cursor += 1;
            self.unclear |= self.contract.requirement(&input) == TruthProof::Open;
            if self.admits(&input) {
                return Some(input);
            }
        }
        None
    }

    /// An input by its number: its digits are the places in the ranges.
    fn numbered(&self, mut number: u64) -> Vec<f64> {
        let digit = |axis: &InputAxis| {
            let count = axis.count().unwrap_or(1);
            let place = number % count;
            number /= count;
            axis.side().lo() + place as f64
        };
        self.contract.axes().iter().map(digit).collect()
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
        let basis = basis(&face, &self.options, self.contract.axes());
        let centre = face.place(self.contract.axes(), &face.base);
        self.plan = lattice(&centre, &basis, self.options.degree).into();
        self.field = FaceField::new(face, basis);
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
