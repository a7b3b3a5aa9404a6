//! Where a model says that the contract breaks, and how credible that is.
//!
//! Each case whose box meets the region is tried at a few places that fill the region; the best of them is improved by
//! steps along the axes. A margin counts in units of the model's error. A model that was exact at a test it had not seen
//! is believed further out, and the test is made just behind the edge where the case begins to hold: there it
//! extrapolates least. Of any other model the deepest point is tested.

use crate::contract::PreparedContract;
use crate::field::{FaceField, margin};
use crate::model::{Candidate, Model};
use interval::Interval;

/// A model whose error is this small beside the spread of the outputs is exact.
/// It lies between what the rounding of doubles leaves where a polynomial fits and the 1e-7 of a subject in single
/// precision, which is never exact.
const EXACT: f64 = 1e-9;

/// An exact model is believed within this many of its radii: a polynomial that fits exactly is mostly the code itself, up to
/// the end of its piece. A prediction in vain costs a test, so it is not believed everywhere.
const REACH: f64 = 8.0;

/// Any other model is believed within this share of its radius: towards the corners polynomials run away.
/// `scripts/bench_learn.py` shows what another share costs.
const INNER: f64 = 0.6;

/// How far behind an edge a test is made, beside the spread of the outputs: more than an exact model errs, so that
/// the test lies behind the edge of the subject too.
const BEHIND: f64 = 1e-7;

/// Halvings of the step from the best place on. The last is a sixty-fourth of the box, near enough for the solver or the edge
/// to do the rest; each costs two evaluations of the model for every input.
const HALVINGS: usize = 5;

/// A model and all that is needed to ask it.
struct ModelQuery<'a> {
    field: &'a FaceField,
    model: &'a Model,
    contract: &'a mut PreparedContract,
    /// The spread of the outputs.
    spread: f64,
}

/// What a model says of the contract: where cases hold, the most credible last, or else which one comes nearest.
pub(crate) struct Assessment {
    pub candidates: Vec<Candidate>,
    pub nearly: Option<(usize, f64)>,
}

/// Asks a model about every case.
pub(crate) fn assess(
    field: &FaceField,
    model: &Model,
    contract: &mut PreparedContract,
    spread: f64,
    probes: &[Vec<f64>],
) -> Assessment {
    let exact = model.error <= EXACT * spread;
    let region = region(model, exact);
    let mut asked = ModelQuery {
        field,
        model,
        contract,
        spread,
    };
    let (mut candidates, mut nearly) = (Vec::new(), None);
    for case in 0..asked.contract.cases().len() {
        let Some(sides) = asked.part(case, &region) else {
            continue;
        };
        let Some((place, margin)) = asked.deepest(case, &sides, probes) else {
            continue;
        };
        let score = asked.score(margin);
        if margin > 0.0 {
            let place = if exact { asked.edge(case, &place) } else { place };
            candidates.push(Candidate {
                case,
                place,
                score,
                exact,
            });
        } else if nearly.is_none_or(|(_, best)| score > best) {
            nearly = Some((case, score));
        }
    }
    candidates.sort_by(|a, b| a.score.total_cmp(&b.score).then(b.case.cmp(&a.case)));
    let nearly = nearly.filter(|_| candidates.is_empty());
    Assessment { candidates, nearly }
}

/// The box in which a model is believed.
pub(crate) fn region(model: &Model, exact: bool) -> Vec<Interval> {
    let radius = model.radius * if exact { REACH } else { INNER };
    let side = |&c: &f64| Interval::hull_of((c - radius).max(0.0), (c + radius).min(1.0));
    model.centre.iter().map(side).collect()
}

/// The part of a region that a case is about, in shares of the ranges; `None` if there is none.
pub(crate) fn part(
    contract: &PreparedContract,
    field: &FaceField,
    case: usize,
    region: &[Interval],
) -> Option<Vec<Interval>> {
    let (axes, extent) = (contract.axes(), contract.cases()[case].extent());
    let still = |i: &usize| !field.face.axes.contains(i);
    let meets = (0..axes.len())
        .filter(still)
        .all(|i| extent[i].contains(field.face.base[i]));
    let side = |(&i, region): (&usize, &Interval)| {
        let shares = Interval::hull_of(axes[i].share(extent[i].lo()), axes[i].share(extent[i].hi()));
        let both = shares.intersect(region);
        (!both.is_empty()).then_some(both)
    };
    let sides: Option<Vec<Interval>> = field.face.axes.iter().zip(region).map(side).collect();
    sides.filter(|_| meets)
}

impl ModelQuery<'_> {
    fn part(&self, case: usize, region: &[Interval]) -> Option<Vec<Interval>> {
        part(self.contract, self.field, case, region)
    }

    /// The margin of a case at a place, if the subject were as the model says.
    fn margin(&mut self, case: usize, place: &[f64]) -> f64 {
        let input = self.field.face.input(self.contract.axes(), place);
        margin(
            self.contract,
            case,
            &input,
            &self.model.predict(&self.field.basis, place),
        )
    }

    fn score(&self, margin: f64) -> f64 {
        margin / (self.model.error + f64::EPSILON * self.spread)
    }

    /// The place with the greatest margin that is found; `None` where the case is nowhere about.
    fn deepest(&mut self, case: usize, sides: &[Interval], probes: &[Vec<f64>]) -> Option<(Vec<f64>, f64)> {
        let mut best: Option<(Vec<f64>, f64)> = None;
        for probe in probes {
            let place: Vec<f64> = sides
                .iter()
                .zip(probe)
                .map(|(s, t)| s.lo() + t * (s.hi() - s.lo()))
                .collect();
            let margin = self.margin(case, &place);
            if margin > best.as_ref().map_or(f64::NEG_INFINITY, |b| b.1) {
                best = Some((place, margin));
            }
        }
        best.map(|(place, margin)| self.climb(case, sides, place, margin))
    }

    /// Steps along the axes that shrink from a quarter of the box on.
    fn climb(&mut self, case: usize, sides: &[Interval], mut place: Vec<f64>, mut most: f64) -> (Vec<f64>, f64) {
        let mut part = 0.25;
        for _ in 0..HALVINGS {
            for (axis, side) in sides.iter().enumerate() {
                for step in [part, -part] {
                    let mut next = place.clone();
                    next[axis] = (place[axis] + step * (side.hi() - side.lo())).clamp(side.lo(), side.hi());
                    let margin = self.margin(case, &next);
                    if margin > most {
                        (place, most) = (next, margin);
                    }
                }
            }
            part *= 0.5;
        }
        (place, most)
    }

    /// The place just behind the edge of a case, on the way to a deep place from the test nearest to it.
    fn edge(&mut self, case: usize, deep: &[f64]) -> Vec<f64> {
        let Some(start) = self.model.nearest_test(deep, &self.field.usable) else {
            return deep.to_vec();
        };
        let between = |t: f64| {
            start
                .iter()
                .zip(deep)
                .map(|(a, b)| a + t * (b - a))
                .collect::<Vec<f64>>()
        };
        let (mut lo, mut hi) = (0.0, 1.0);
        for _ in 0..50 {
            let middle = 0.5 * (lo + hi);
            if self.margin(case, &between(middle)) > BEHIND * self.spread {
                hi = middle;
            } else {
                lo = middle;
            }
        }
        between(hi)
    }
}
