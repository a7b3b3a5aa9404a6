//! The tests and the models on one face.

use crate::contract::PreparedContract;
use crate::face::Face;
use crate::model::{Basis, Model, ModelTests};
use crate::tree::{PointTree, distance};

/// What is known of a face.
#[derive(Clone)]
pub(crate) struct FaceField {
    pub face: Face,
    pub basis: Basis,
    /// Every test, whatever came of it.
    pub known: PointTree,
    /// The tests with finite outputs, and their outputs.
    pub usable: PointTree,
    values: Vec<Vec<f64>>,
    pub models: Vec<Model>,
    made: u64,
}

/// What a field is told besides the test itself.
pub(crate) struct FieldLimits {
    /// Models at most.
    pub models: usize,
    /// The greatest spread of an output seen so far.
    pub spread: f64,
    /// The spread of each output.
    pub spreads: Vec<f64>,
    /// Changes below this count as none.
    pub tolerance: f64,
}

/// A model is made only around a test that is at least this many radii away from the centre of any other. Models that
/// lie closer would be made of much the same tests, and the number of models is limited.
const CROWDED: f64 = 0.5;

/// A change by this share of the spread of the tests that a model is made of is small. A greater share calls models
/// converged that are not, a smaller one keeps testing what is known; `scripts/bench_learn.py` shows tests until a fault is
/// found.
const LOCAL: f64 = 0.1;

/// And so is one by this share of their size: some units in the last place of single precision, which has 24 bits.
const ROUNDED: f64 = 1e-6;

/// Of the models that hold a place, this many are heard. The nearest know best, and each one that is heard costs a
/// polynomial at every gauge.
const HEARD: usize = 4;

/// With a condition above this, rounding in tests is some 1e-8 in what a model expects.
const SOUND: f64 = 1e-8;

impl FaceField {
    pub fn new(face: Face, basis: Basis) -> FaceField {
        let dimensions = face.axes.len();
        FaceField {
            face,
            basis,
            known: PointTree::new(dimensions),
            usable: PointTree::new(dimensions),
            values: Vec::new(),
            models: Vec::new(),
            made: 0,
        }
    }

    fn samples(&self) -> ModelTests<'_> {
        ModelTests {
            places: &self.usable,
            values: &self.values,
        }
    }

    /// Learns a test with finite outputs; whether there was something to learn. 0 and −0 have one place.
    pub fn learn(
        &mut self,
        contract: &mut PreparedContract,
        place: &[f64],
        outputs: &[f64],
        limits: &FieldLimits,
        probes: &[Vec<f64>],
    ) -> bool {
        if self.usable.gap(place) == 0.0 {
            return false;
        }
        let test = self.usable.insert(place);
        self.values.push(outputs.to_vec());
        let holding = self.models.iter().filter(|m| m.contains(place));
        let surprises: Vec<(u64, f64)> = holding.map(|m| (m.number, self.surprise(contract, m, test))).collect();
        let mut models = std::mem::take(&mut self.models);
        models.retain_mut(|model| match surprises.iter().find(|s| s.0 == model.number) {
            Some(&(_, surprise)) => self.refit(model, test, surprise, limits, probes),
            None => true,
        });
        self.models = models;
        if !self.is_crowded(place) {
            let least = surprises.iter().map(|s| s.1).fold(f64::INFINITY, f64::min);
            self.found(place, least, limits);
        }
        true
    }

    /// Whether a place lies so deep in the region of a model that another one would say the same.
    fn is_crowded(&self, place: &[f64]) -> bool {
        self.models
            .iter()
            .any(|m| distance(&m.centre, place) < CROWDED * m.radius)
    }

    /// How far the margins that a model expects at a test are off.
    pub fn surprise(&self, contract: &mut PreparedContract, model: &Model, test: usize) -> f64 {
        let (place, outputs) = (self.usable.point(test), &self.values[test]);
        let input = self.face.input(contract.axes(), place);
        let (cases, expected) = (cases_at(contract, &input), model.predict(&self.basis, place));
        let off = |case: usize| {
            let off = margin(contract, case, &input, &expected) - margin(contract, case, &input, outputs);
            if off.is_finite() { off.abs() } else { 0.0 }
        };
        cases.into_iter().map(off).fold(0.0, f64::max)
    }

    /// The model around a place; none while there are too few tests.
    pub fn model_at(&self, place: &[f64]) -> Option<Model> {
        Model::new(self.made, place, &self.basis, self.samples())
    }

    /// Refits a model and measures what that changed; whether it stays.
    pub fn refit(
        &self,
        model: &mut Model,
        test: usize,
        surprise: f64,
        limits: &FieldLimits,
        probes: &[Vec<f64>],
    ) -> bool {
        let before = model.clone();
        model.changed = true;
        let fits = model.refit(test, &self.basis, self.samples());
        // An old surprise counts for half of what it did: the region has become smaller since.
        let old = if model.error.is_finite() {
            0.5 * model.error
        } else {
            0.0
        };
        model.error = surprise.max(old);
        let changes = self.changes(&before, model, probes);
        let shares = changes
            .iter()
            .zip(&limits.spreads)
            .map(|(change, spread)| change / spread);
        model.change = shares.fold(0.0, f64::max);
        let noticed = (0..changes.len()).any(|output| changes[output] > self.unnoticed(model, output));
        model.note_change(model.regular && model.change <= limits.tolerance && !noticed);
        fits
    }

    /// A change of an output in the region of a model that is small beside what happens there, or beside rounding in single
    /// precision. One great value elsewhere makes the spread of an output great; here it does not count.
    fn unnoticed(&self, model: &Model, output: usize) -> f64 {
        let values = || model.tests().map(|test| self.values[test][output]);
        let (lo, hi) = values().fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), y| (lo.min(y), hi.max(y)));
        (LOCAL * (hi - lo)).max(ROUNDED * lo.abs().max(hi.abs()))
    }

    /// The mean difference of two models over the region of the second, for each output.
    fn changes(&self, before: &Model, after: &Model, probes: &[Vec<f64>]) -> Vec<f64> {
        let mut sums = vec![0.0; after.coefficients().len()];
        for probe in probes {
            let place: Vec<f64> = probe
                .iter()
                .zip(&after.centre)
                .map(|(t, c)| c + after.radius * (2.0 * t - 1.0))
                .collect();
            let (old, new) = (before.predict(&self.basis, &place), after.predict(&self.basis, &place));
            sums.iter_mut()
                .zip(old.iter().zip(new))
                .for_each(|(sum, (a, b))| *sum += (a - b).abs());
        }
        sums.into_iter().map(|sum| sum / probes.len() as f64).collect()
    }

    /// Makes the model around a new test. Where there are as many as may be, the least promising one goes.
    fn found(&mut self, place: &[f64], error: f64, limits: &FieldLimits) {
        let Some(mut model) = self.model_at(place) else {
            return;
        };
        self.made += 1;
        model.error = error;
        if self.models.len() >= limits.models {
            // What has converged was noted when it did. Of the others the smallest says least.
            let rank = |m: &Model| {
                let promise = m.candidates.last().map_or(f64::NEG_INFINITY, |c| c.score);
                (promise, f64::from(u8::from(!m.is_steady())), m.radius)
            };
            let least = (0..self.models.len()).min_by(|&a, &b| {
                let (x, y) = (rank(&self.models[a]), rank(&self.models[b]));
                x.0.total_cmp(&y.0).then(x.1.total_cmp(&y.1)).then(x.2.total_cmp(&y.2))
            });
            self.models.remove(least.unwrap_or(0));
        }
        self.models.push(model);
    }

    /// What the model around a place expects there.
    pub fn predict(&self, place: &[f64]) -> Option<Vec<f64>> {
        // Nearer than any test with finite outputs is one without: here models know nothing.
        if self.known.gap(place) < self.usable.gap(place) {
            return None;
        }
        let model = self.sound_model_at(place)?;
        Some(model.predict(&self.basis, place))
    }

    /// A model around a place whose tests determine it well. Special inputs lie nearly on lines, and the nearest tests may
    /// all be such: then more tests are taken.
    fn sound_model_at(&self, place: &[f64]) -> Option<Model> {
        let model =
            |times: usize| Model::of_nearest(times * self.basis.len(), self.made, place, &self.basis, self.samples());
        // At a test the nearest model meets it, which more tests would prevent.
        let is_sound = |model: &Model| model.nearest() == 0.0 || model.regular && model.condition > SOUND;
        let sound = [1, 2, 4, 8].into_iter().filter_map(model).find(is_sound);
        sound.or_else(|| model(1))
    }

    /// How likely a case holds at a place, from 0 to 1, by the most hopeful of the nearest models; 1/2 without one.
    pub fn promise(&self, contract: &mut PreparedContract, place: &[f64]) -> f64 {
        let input = self.face.input(contract.axes(), place);
        let mut holding: Vec<(f64, &Model)> = self
            .models
            .iter()
            .filter(|m| m.error.is_finite())
            .map(|m| (distance(&m.centre, place), m))
            .filter(|(far, m)| *far <= m.radius)
            .collect();
        holding.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.number.cmp(&b.1.number)));
        holding.truncate(HEARD);
        let cases = cases_at(contract, &input);
        let mut chance = |model: &Model| {
            let expected = model.predict(&self.basis, place);
            let margins = cases.iter().map(|&case| margin(contract, case, &input, &expected));
            let margin = margins.fold(f64::NEG_INFINITY, f64::max);
            let score = (margin / model.error.max(f64::MIN_POSITIVE)).clamp(-1e9, 1e9);
            0.5 * (1.0 + score / (1.0 + score.abs()))
        };
        holding.iter().map(|(_, m)| chance(m)).reduce(f64::max).unwrap_or(0.5)
    }
}

/// The cases that can be about an input.
pub(crate) fn cases_at(contract: &PreparedContract, input: &[f64]) -> Vec<usize> {
    let about = |extent: &[interval::Interval]| extent.iter().zip(input).all(|(side, &x)| side.contains(x));
    let cases = contract.cases().iter().enumerate();
    cases.filter(|(_, c)| about(c.extent())).map(|(n, _)| n).collect()
}

/// The margin of a case at an input with outputs.
pub(crate) fn margin(contract: &mut PreparedContract, case: usize, input: &[f64], outputs: &[f64]) -> f64 {
    contract.margin(case, &[input, outputs].concat())
}
