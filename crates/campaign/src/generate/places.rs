//! The places of a domain that get a test of their own, and inputs that may stand for them.

use super::gauge::RoundingGauge;
use super::strength::PlaceAmounts;
use crate::ranges::input_ranges;
use expr::eval::Tape;
use inputs::{ConditionedDraw, InputRange, Landscape, NotablePoint, NotableReason, Scale};
use interval::Definedness;
use mutation::MutantPlace;
use proof::certify::constraint_holds;
use proof::oracle::{PRECISIONS, enclose};
use proof::world::World;
use rayon::prelude::*;
use std::collections::HashSet;

/// Inputs that are tried for one cell; the one with the most room for rounding is taken.
const CANDIDATES: u64 = 4;

/// Operations with MPFR that the tests of places may cost: unrolled loops have fewer places.
const OPERATIONS: usize = 400_000;

/// The domain of a specification as a chooser of inputs sees it.
pub struct PlaceChooser<'w> {
    world: &'w World,
    landscape: Landscape,
    draw: ConditionedDraw,
    tape: Tape,
    amounts: PlaceAmounts,
}

impl<'w> PlaceChooser<'w> {
    /// A chooser for a specification without mutants.
    pub fn new(world: &'w World, amounts: PlaceAmounts) -> PlaceChooser<'w> {
        let ranges = input_ranges(world);
        let tape = RoundingGauge::tape(world);
        let affordable = OPERATIONS / tape.len().max(1);
        PlaceChooser {
            landscape: Landscape::new(
                &world.dag,
                world.root,
                world.constraint,
                ranges.clone(),
                world.spec.output,
            ),
            draw: ConditionedDraw::new(&world.dag, world.constraint, ranges, 0),
            tape,
            amounts: PlaceAmounts {
                specials: amounts.specials.min(affordable / 3),
                cells: amounts.cells.min(affordable),
                ..amounts
            },
            world,
        }
    }

    /// Notable inputs with the places that they stand for, each place once.
    pub fn specials(&self) -> Vec<(Vec<f64>, MutantPlace)> {
        let mut seen = HashSet::new();
        let mut fresh = |place: &MutantPlace| seen.insert(format!("{place:?}"));
        let found = self.landscape.notable().into_iter();
        let placed = found.filter_map(|n| {
            let place = self.place(&n);
            let point = self.allowed(&n, &place)?;
            fresh(&place).then_some((point, place))
        });
        placed.take(self.amounts.specials).collect()
    }

    fn place(&self, notable: &NotablePoint) -> MutantPlace {
        let value = |i: usize| (i, notable.point[i]);
        match notable.reason {
            NotableReason::Mark(i) => MutantPlace::At(vec![value(i)]),
            NotableReason::Equal(i, j) => MutantPlace::Equal(i, j),
            NotableReason::Opposite(i, j) => MutantPlace::Opposite(i, j),
            _ => MutantPlace::At((0..notable.point.len()).map(value).collect()),
        }
    }

    /// The point, or another of its place, that satisfies the constraint.
    fn allowed(&self, notable: &NotablePoint, place: &MutantPlace) -> Option<Vec<f64>> {
        if self.holds(&notable.point) {
            return Some(notable.point.clone());
        }
        let NotableReason::Mark(i) = notable.reason else {
            return None;
        };
        let x = notable.point[i];
        let format = self.landscape.ranges()[i].format;
        let point = InputRange { lo: x, hi: x, format };
        let draw = self.draw.within(i, point);
        let holds = |p: &[f64]| place.contains(p) && self.holds(p);
        (0..2).find_map(|k| draw.input(k, Scale::Value, holds))
    }

    fn holds(&self, point: &[f64]) -> bool {
        constraint_holds(self.world, point)
    }

    /// The cells of every input, fewer if there are too many; around notable floats of a single input they are small.
    pub fn cells(&self, specials: &[(Vec<f64>, MutantPlace)]) -> Vec<(usize, InputRange)> {
        let ranges = self.landscape.ranges();
        let graded = self.graded(specials);
        let most = self.amounts.cells;
        let parts = self.amounts.parts.min(most.max(1));
        let of_input = |(i, range): (usize, &InputRange)| {
            let cells = self.joined(i, thinned(range.cells(parts, &graded), most));
            cells.into_iter().map(move |cell| (i, cell))
        };
        ranges.iter().enumerate().flat_map(of_input).collect()
    }

    /// Neighbouring cells in none of which an input with a value is found become one: there is nothing to tell them apart by.
    fn joined(&self, input: usize, cells: Vec<InputRange>) -> Vec<InputRange> {
        let bare: Vec<bool> = cells.par_iter().map(|cell| !self.has_value(input, *cell)).collect();
        let mut joined: Vec<(InputRange, bool)> = Vec::new();
        for (cell, is_bare) in cells.into_iter().zip(bare) {
            match joined.last_mut() {
                Some((last, true)) if is_bare && last.hi < cell.lo => last.hi = cell.hi,
                _ => joined.push((cell, is_bare)),
            }
        }
        joined.into_iter().map(|(cell, _)| cell).collect()
    }

    /// Whether one of a few inputs of a cell has a value within the format of the results, as far as is seen at once.
    fn has_value(&self, input: usize, cell: InputRange) -> bool {
        self.with_value(&mut self.gauge(), &[(input, cell)], 0).is_some()
    }

    /// An input for each of some cells of different inputs that has such a value. `turn` chooses others.
    pub fn with_value(
        &self,
        gauge: &mut RoundingGauge<'_, '_>,
        cells: &[(usize, InputRange)],
        turn: u64,
    ) -> Option<Vec<f64>> {
        let mut candidates = self.candidates(cells, turn);
        candidates.find(|point| gauge.is_finite(point) || self.is_within_format(point))
    }

    fn candidates(&self, cells: &[(usize, InputRange)], turn: u64) -> impl Iterator<Item = Vec<f64>> {
        (0..CANDIDATES).filter_map(move |k| self.candidate(cells, turn * CANDIDATES + k))
    }

    /// Whether the value at an input lies within the format by MPFR, where intermediate results do not overflow.
    fn is_within_format(&self, point: &[f64]) -> bool {
        let value = enclose(&self.tape, point, PRECISIONS[0]);
        let most = self.world.spec.output.max();
        value.defined == Definedness::Everywhere && *value.range.lo() >= -most && *value.range.hi() <= most
    }

    /// Zeros, poles and extrema of a formula of one input.
    fn graded(&self, specials: &[(Vec<f64>, MutantPlace)]) -> Vec<f64> {
        if self.landscape.ranges().len() != 1 {
            return Vec::new();
        }
        let known: HashSet<u64> = specials.iter().map(|(p, _)| p[0].to_bits()).collect();
        let shapes = [NotableReason::Sign, NotableReason::Value, NotableReason::Extremum];
        let found = self.landscape.notable().into_iter();
        let found = found.filter(|n| shapes.contains(&n.reason) && known.contains(&n.point[0].to_bits()));
        // A turn is reported with its neighbours: one of the three will do.
        let found: Vec<f64> = found.map(|n| n.point[0]).filter(|x| *x != 0.0).collect();
        let far = |list: &Vec<f64>, x: f64| list.iter().all(|y| (x - y).abs() > 1e-9 * x.abs());
        let mut kept = Vec::new();
        for x in found {
            if kept.len() < self.amounts.graded && far(&kept, x) {
                kept.push(x);
            }
        }
        kept
    }

    /// An input for each of some cells of different inputs: the most telling of a few. `turn` chooses others.
    pub fn in_cells(
        &self,
        gauge: &mut RoundingGauge<'_, '_>,
        cells: &[(usize, InputRange)],
        turn: u64,
    ) -> Option<Vec<f64>> {
        let ranked = self
            .candidates(cells, turn)
            .map(|p| (gauge.width(&p), p))
            .filter(|(width, _)| !width.is_nan());
        let best = ranked.reduce(|a, b| if b.0 > a.0 { b } else { a });
        best.map(|(_, point)| point)
    }

    /// An input of which one coordinate is zero; `turn` chooses others.
    pub fn at_zero(&self, input: usize, turn: u64) -> Option<Vec<f64>> {
        let (lo, hi) = (0.0, 0.0);
        let format = self.landscape.ranges()[input].format;
        self.candidate(&[(input, InputRange { lo, hi, format })], turn)
    }

    fn candidate(&self, cells: &[(usize, InputRange)], k: u64) -> Option<Vec<f64>> {
        if self.world.constraint.is_none() {
            let mut point = self.landscape.stratified(k);
            for &(i, cell) in cells {
                let share = chance::share(chance::mix(k ^ (i as u64) << 32));
                point[i] = cell.roughened(cell.at(Scale::Bits, share), chance::mix(k + i as u64));
            }
            return Some(point);
        }
        let (i, cell) = *cells.first()?;
        let draw = self.draw.within(i, cell);
        draw.input(k, Scale::Value, |p| self.holds(p))
    }

    /// A gauge for [`PlaceChooser::in_cells`].
    pub fn gauge(&self) -> RoundingGauge<'_, 'w> {
        RoundingGauge::new(self.world, &self.tape)
    }
}

/// At most `most` cells: evenly many of those that there are.
fn thinned(cells: Vec<InputRange>, most: usize) -> Vec<InputRange> {
    if cells.len() <= most || most == 0 {
        return cells;
    }
    (0..most)
        .map(|k| cells[k * (cells.len() - 1) / (most - 1).max(1)])
        .collect()
}
