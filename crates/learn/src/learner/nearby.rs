//! Inputs where the precondition is in the way: a special input is moved to one near it that fulfils the precondition, and
//! where next to nothing fulfils it, inputs are drawn from what does.

use super::Learner;
use crate::face::Face;
use crate::judge::TruthProof;
use crate::question::{Fresh, bits, fulfil};
use inputs::{ConditionedDraw, Scale};
use interval::Interval;
use std::cell::RefCell;
use std::sync::Arc;

/// How far an input is moved, in shares of the ranges: the nearest first.
const REACHES: [f64; 4] = [1e-6, 1e-3, 0.03, 1.0];

/// Boxes that the solver may look at for one such move. Most preconditions of several inputs are orders and sums, which
/// it decides with a handful.
const MOVE_BOXES: usize = 64;

/// Up to this many inputs, each is moved alone before all are: what is special about the others stays.
const ALONE: usize = 8;

/// Moves in vain after which no other is tried: the solver does not see through the precondition.
const VAIN: u64 = 32;

/// Draws of conditioned inputs before it is given up to find another one. Each is some dozens of attempts.
const DRAWS: u64 = 512;

/// Draws are spread in each of these ways in turn.
const SCALES: [Scale; 3] = [Scale::Value, Scale::Bits, Scale::Exponent];

impl Learner {
    /// A special input, or one near it that fulfils the precondition where it does not; none where it was tried.
    pub(super) fn admitted(&mut self, input: Vec<f64>) -> Option<Vec<f64>> {
        if self.admits(&input) {
            return Some(input);
        }
        let refused = self.contract.requirement(&input) == TruthProof::NotTrue;
        let may_move = refused && self.counts.unmoved < VAIN;
        let moved = may_move.then(|| self.moved(&input)).flatten();
        self.counts.unmoved += u64::from(may_move && moved.is_none());
        moved.filter(|input| self.admits(input))
    }

    /// The input with one number moved, or with all, as little as it takes.
    fn moved(&self, input: &[f64]) -> Option<Vec<f64>> {
        let all: Vec<usize> = (0..input.len()).collect();
        let alone = all.iter().filter(|_| (2..=ALONE).contains(&all.len()));
        let choices: Vec<Vec<usize>> = alone.map(|&i| vec![i]).chain([all.clone()]).collect();
        let mut moves = REACHES
            .iter()
            .flat_map(|&reach| choices.iter().map(move |axes| (reach, axes)));
        moves.find_map(|(reach, axes)| self.moved_by(input, axes, reach))
    }

    fn moved_by(&self, input: &[f64], axes: &[usize], reach: f64) -> Option<Vec<f64>> {
        let face = Face {
            axes: axes.to_vec(),
            base: input.to_vec(),
        };
        let inputs = Fresh {
            domain: self.contract.axes(),
            face: &face,
            tried: &self.tried,
        };
        let around = |&i: &usize| {
            let side = self.contract.axes()[i].side();
            let (x, reach) = (input[i], reach * side.width());
            Interval::hull_of((x - reach).max(side.lo()), (x + reach).min(side.hi()))
        };
        let sides: Vec<Interval> = axes.iter().map(around).collect();
        fulfil(&self.contract, &inputs, &sides, MOVE_BOXES)
    }

    /// An input drawn from where the precondition can hold, where it is thin and the solver finds nothing new.
    pub(super) fn drawn(&mut self) -> Option<Vec<f64>> {
        let draw = self.conditioned();
        if self.inputs().is_some() || draw.is_empty() {
            return None;
        }
        let contract = RefCell::new(&mut self.contract);
        let fresh = |input: &[f64]| !self.tried.contains(&bits(input)) && contract.borrow_mut().requires(input);
        (0..DRAWS).find_map(|_| {
            self.counts.drawn += 1;
            let scale = SCALES[self.counts.drawn as usize % SCALES.len()];
            draw.input(self.counts.drawn, scale, fresh)
        })
    }

    /// What draws from the precondition, made when it is needed first.
    fn conditioned(&mut self) -> Arc<ConditionedDraw> {
        let ranges = || self.contract.axes().iter().map(|axis| axis.range()).collect();
        let make = || {
            ConditionedDraw::new(
                self.contract.dag(),
                Some(self.contract.pre()),
                ranges(),
                self.options.seed,
            )
        };
        Arc::clone(self.draw.get_or_insert_with(|| Arc::new(make())))
    }
}
