//! Tests that models ask for: where they break the contract.

use super::Learner;
use crate::assess::{assess, part, region};
use crate::domain::InputAxis;
use crate::model::{Candidate, Model};
use crate::question::{Fresh, ModelAnswer, violate};
use crate::told::{Next, Why};
use interval::Interval;

/// A case that misses by this many errors of its model is not worth a question to the solver.
/// The error of a model is known from one test, so that twice of it still happens; more is rare, and questions are dear.
const FAR: f64 = -2.0;

/// Violations that exact models may predict in vain before it counts. At the start of a run there are no other tests to
/// count against, and the first models are worth a try.
const FREE: u64 = 8;

impl Learner {
    /// Whether a violation that models predict may be tested. The one after k that were predicted in vain waits until
    /// there are k(k + 1)/2 other tests: beside m others there are at most √(2m) + 1 in vain. Models that were exact so far
    /// are not among these.
    pub(super) fn may_believe(&self) -> bool {
        let vain = self.counts.vain;
        vain * (vain + 1) / 2 <= self.counts.other_tests
    }

    /// The same for models that were exact so far: where the subject jumps, they may be wrong as often as not, and cost
    /// half of the tests at most.
    fn may_believe_exact(&self) -> bool {
        self.counts.vain_exact <= FREE + self.counts.other_tests
    }

    /// Asks the models that have changed what they say of the contract.
    pub(super) fn assess(&mut self) {
        let spread = self.spread();
        for n in 0..self.field.models.len() {
            let model = &self.field.models[n];
            if !model.changed {
                continue;
            }
            let assessment = assess(&self.field, model, &mut self.contract, spread, &self.probes);
            let model = &mut self.field.models[n];
            model.changed = false;
            model.candidates = assessment.candidates;
            model.nearly = assessment.nearly.filter(|(_, score)| *score > FAR);
        }
    }

    /// Asks the solver about the models that come nearest to breaking the contract.
    pub(super) fn ask_solver(&mut self) {
        let models = self.field.models.iter().enumerate();
        let mut open: Vec<(usize, usize, f64)> = models.filter_map(|(n, m)| m.nearly.map(|(c, s)| (n, c, s))).collect();
        open.sort_by(|a, b| b.2.total_cmp(&a.2).then(a.0.cmp(&b.0)));
        open.truncate(self.options.candidates);
        for (n, case, score) in open {
            self.field.models[n].nearly = None;
            match self.question(n, case) {
                ModelAnswer::Instance(input) => {
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
                ModelAnswer::Nowhere => self.counts.excluded += 1,
                ModelAnswer::Open => {}
            }
        }
        self.retire();
    }

    /// Asks the solver whether a case holds somewhere in the region of a model, if the subject is as the model says.
    fn question(&mut self, model: usize, case: usize) -> ModelAnswer {
        self.counts.questions += 1;
        let model = &self.field.models[model];
        let Some(region) = part(&self.contract, &self.field, case, &region(model, false)) else {
            return ModelAnswer::Nowhere;
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
        let side = |(axis, share): (&InputAxis, &Interval)| Interval::hull_of(axis.at(share.lo()), axis.at(share.hi()));
        axes.zip(shares).map(side).collect()
    }

    /// Converged models leave.
    fn retire(&mut self) {
        let before = self.field.models.len();
        self.field.models.retain(|model| !model.is_done());
        self.counts.retired += (before - self.field.models.len()) as u64;
    }

    /// The most credible violation, if one is credible enough.
    pub(super) fn violation(&mut self) -> Option<Next> {
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
            let believed = if candidate.exact {
                self.may_believe_exact()
            } else {
                self.may_believe()
            };
            if believed && self.admits(&input) {
                self.counts.vain += u64::from(!candidate.exact);
                self.counts.vain_exact += u64::from(candidate.exact);
                let why = Why::Violation {
                    model: number,
                    case: candidate.case,
                };
                return Some(self.test(input, why));
            }
        }
    }
}
