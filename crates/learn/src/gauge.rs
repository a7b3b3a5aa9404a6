//! How much of the domain is learnt: fixed points, each with a model of its own around it.
//!
//! The models that look for violations come and go, crowd where a violation is likely, and are limited in number; what they
//! cover says little of the domain. So convergence is read off gauges, which fill the domain evenly and stay. A test refits
//! those gauges that it is among the nearest tests of, about g·k/n of g gauges with k monomials after n tests, so that n
//! tests cost about g·k·ln n refits in all.

use crate::assess::assess;
use crate::contract::PreparedContract;
use crate::field::{FaceField, FieldLimits};
use crate::model::Model;
use crate::tree::distance;
use chance::Random;

/// A point of the domain and what is known around it.
#[derive(Clone)]
struct ProgressGauge {
    place: Vec<f64>,
    /// Refitted by each test in its region; none while there are too few tests.
    model: Option<Model>,
    /// Distance to the nearest test without finite outputs, of which models know nothing.
    blind: f64,
    /// Whether the converged model breaks the contract nowhere by more than it may.
    settled: bool,
}

/// All gauges.
#[derive(Clone)]
pub(crate) struct Gauges {
    list: Vec<ProgressGauge>,
}

/// A model that has converged and breaks the contract by this many times its error at most says nothing against it: the
/// error is known from one test only, and may be several times as large.
const SETTLED: f64 = 4.0;

/// With fewer gauges than this nothing is said of the domain: a thin precondition leaves few.
/// A share that is counted at a hundred points is known to about five percent, which is the least that is worth saying.
const FEWEST: usize = 100;

impl Gauges {
    /// Gauges at these places of the unit cube.
    pub fn new(places: impl IntoIterator<Item = Vec<f64>>) -> Gauges {
        let gauge = |place| ProgressGauge {
            place,
            model: None,
            blind: f64::INFINITY,
            settled: false,
        };
        Gauges {
            list: places.into_iter().map(gauge).collect(),
        }
    }

    /// The share of the gauges around which the subject is learnt, and breaks the contract nowhere as far as models say;
    /// 0 where there are too few of them to speak for the domain.
    pub fn covered(&self) -> f64 {
        if self.list.len() < FEWEST {
            return 0.0;
        }
        let covered = self.list.iter().filter(|g| g.is_covered()).count();
        covered as f64 / self.list.len().max(1) as f64
    }

    /// The models around the gauges.
    pub fn models(&self) -> impl Iterator<Item = &Model> {
        self.list.iter().filter_map(|g| g.model.as_ref())
    }

    /// A place in the region of a gauge around which the subject is not learnt yet.
    pub fn open_place(&self, chance: &mut Random) -> Option<Vec<f64>> {
        let open: Vec<&ProgressGauge> = self.list.iter().filter(|g| !g.is_covered()).collect();
        let drawn = (chance.share() * open.len() as f64) as usize;
        let gauge = open.get(drawn)?;
        let radius = gauge.model.as_ref()?.radius;
        let near = |c: &f64| (c + radius * (2.0 * chance.share() - 1.0)).clamp(0.0, 1.0);
        Some(gauge.place.iter().map(near).collect())
    }

    /// Takes the latest test of a field into account, which had finite outputs.
    pub fn learn(
        &mut self,
        field: &FaceField,
        contract: &mut PreparedContract,
        limits: &FieldLimits,
        probes: &[Vec<f64>],
    ) {
        let test = field.usable.len() - 1;
        let place = field.usable.point(test);
        for gauge in &mut self.list {
            match &mut gauge.model {
                None => gauge.model = field.model_at(&gauge.place),
                Some(model) if model.contains(place) => {
                    let surprise = field.surprise(contract, model, test);
                    let fits = field.refit(model, test, surprise, limits, probes);
                    gauge.settle(fits, |model| is_settled(field, model, contract, limits.spread, probes));
                }
                Some(_) => {}
            }
        }
    }

    /// Asks all models that count as settled once more: they may have changed a little since they were asked.
    pub fn confirm(&mut self, field: &FaceField, contract: &mut PreparedContract, spread: f64, probes: &[Vec<f64>]) {
        for gauge in &mut self.list {
            let model = gauge.model.as_ref().filter(|_| gauge.settled);
            gauge.settled = model.is_some_and(|model| is_settled(field, model, contract, spread, probes));
        }
    }

    /// Takes a test without finite outputs into account.
    pub fn learn_gap(&mut self, place: &[f64]) {
        for gauge in &mut self.list {
            gauge.blind = gauge.blind.min(distance(&gauge.place, place));
        }
    }
}

impl ProgressGauge {
    fn is_covered(&self) -> bool {
        let seen = |model: &Model| model.nearest() <= self.blind;
        self.settled && self.model.as_ref().is_some_and(seen)
    }

    /// What a refit made of the model. One that has settled stays so while it changes little.
    fn settle(&mut self, fits: bool, mut is_settled: impl FnMut(&Model) -> bool) {
        self.model = self.model.take().filter(|_| fits);
        let steady = self.model.as_ref().filter(|m| m.is_steady());
        self.settled = steady.is_some_and(|model| self.settled || is_settled(model));
    }
}

fn is_settled(
    field: &FaceField,
    model: &Model,
    contract: &mut PreparedContract,
    spread: f64,
    probes: &[Vec<f64>],
) -> bool {
    let assessment = assess(field, model, contract, spread, probes);
    assessment.candidates.iter().all(|c| c.score < SETTLED)
}
