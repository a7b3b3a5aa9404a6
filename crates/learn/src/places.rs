//! Where a contract says something: the boxes of its cases, and whose turn it is.
//!
//! A contract that treats parts of the domain each in its own way names them, and a fault of one part is found by a test
//! in it. So every second turn goes to a box that no test was made for yet, drawn in proportion to its size: such draws
//! without replacement meet a fault no later than random tests do. The other turns share the tests among the boxes in
//! proportion to their sizes, so that a large one is not starved by many small ones.
//!
//! One test of a box can miss the fault: a wrong value may be near the right one there. So there are further rounds, and
//! in the r-th every box is brought to r tests. Of b boxes it begins after b·r² turns, so that all rounds together take
//! about √(b·n) of n turns, and less where boxes have had their tests by size.

use crate::contract::PreparedContract;
use crate::domain::InputAxis;
use crate::learner::input;
use crate::sequence::Sequence;
use chance::Random;
use expr::spec::Format;
use inputs::{InputRange, Scale};
use interval::Interval;

/// A box that cases are about.
#[derive(Clone, Debug)]
struct CaseBox {
    extent: Vec<Interval>,
    /// Its share of the domain.
    size: f64,
    visits: u64,
    points: Sequence,
}

/// All boxes of a contract.
#[derive(Clone, Debug)]
pub(crate) struct CaseBoxes {
    list: Vec<CaseBox>,
    turns: u64,
}

/// No box counts for less than this: a box without width, such as that of an equation, would never have its turn. It is
/// below the share of any box that random tests could meet, so that it changes nothing for boxes that have a width.
const LEAST: f64 = 1e-12;

impl CaseBoxes {
    /// The boxes of the cases, and the whole domain if one of these points of the unit cube is in none of them: what has no
    /// case can still crash.
    pub fn new(contract: &PreparedContract, points: &[Vec<f64>], chance: &mut Random) -> CaseBoxes {
        let mut extents: Vec<&[Interval]> = Vec::new();
        for case in contract.cases() {
            if !extents.contains(&case.extent()) {
                extents.push(case.extent());
            }
        }
        let whole: Vec<Interval> = contract.axes().iter().map(InputAxis::side).collect();
        let outside = |shares: &Vec<f64>| {
            let point = input(contract.axes(), shares);
            let holds = |extent: &&[Interval]| extent.iter().zip(&point).all(|(side, &x)| side.contains(x));
            !extents.iter().any(holds)
        };
        if extents.is_empty() || points.iter().any(outside) {
            extents.push(&whole);
        }
        let place = |extent: &&[Interval]| CaseBox {
            extent: extent.to_vec(),
            size: size(extent, contract.axes()),
            visits: 0,
            points: Sequence::new(whole.len(), chance),
        };
        CaseBoxes {
            list: extents.iter().map(place).collect(),
            turns: 0,
        }
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether every box had a turn.
    pub fn all_visited(&self) -> bool {
        self.list.iter().all(|p| p.visits > 0)
    }

    /// The box whose turn it is.
    pub fn turn(&mut self, chance: &mut Random) -> usize {
        self.turns += 1;
        let fresh = if self.turns % 2 == 1 { self.fresh(chance) } else { None };
        let chosen = fresh.unwrap_or_else(|| self.neediest());
        self.list[chosen].visits += 1;
        chosen
    }

    /// The number of visits that every box is brought to by now: the greatest r with b·r² turns behind it, at least 1.
    fn round(&self) -> u64 {
        (self.turns / self.list.len() as u64).isqrt().max(1)
    }

    /// A box that has had less than its visits, drawn by size.
    fn fresh(&self, chance: &mut Random) -> Option<usize> {
        let round = self.round();
        let open = || (0..self.list.len()).filter(|&n| self.list[n].visits < round);
        let mut left = chance.share() * open().map(|n| self.list[n].size).sum::<f64>();
        let drawn = open().find(|&n| {
            left -= self.list[n].size;
            left < 0.0
        });
        drawn.or_else(|| open().next_back())
    }

    /// The box with the greatest claim by the rule of Sainte-Laguë: size/(2·visits + 1).
    fn neediest(&self) -> usize {
        let claim = |p: &CaseBox| p.size / (2 * p.visits + 1) as f64;
        let mut best = 0;
        for (n, place) in self.list.iter().enumerate() {
            if claim(place) > claim(&self.list[best]) {
                best = n;
            }
        }
        best
    }

    /// The next point of a box.
    pub fn point(&mut self, number: usize, axes: &[InputAxis]) -> Vec<f64> {
        let place = &mut self.list[number];
        let shares = place.points.next();
        let between = |(side, t): (&Interval, f64)| part(side).at(Scale::Value, t);
        let point = place.extent.iter().zip(shares).map(between);
        point.zip(axes).map(|(x, axis)| axis.snap(x)).collect()
    }

    pub fn extent(&self, number: usize) -> &[Interval] {
        &self.list[number].extent
    }
}

/// The doubles of a side.
fn part(side: &Interval) -> InputRange {
    InputRange {
        lo: side.lo(),
        hi: side.hi(),
        format: Format::Binary64,
    }
}

/// The share of the domain that a box has. Axes of one value do not count.
fn size(extent: &[Interval], axes: &[InputAxis]) -> f64 {
    let share = |(side, axis): (&Interval, &InputAxis)| {
        let whole = axis.side().width();
        if whole > 0.0 { side.width() / whole } else { 1.0 }
    };
    extent.iter().zip(axes).map(share).product::<f64>().max(LEAST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use expr::ast::ComparisonOperator;
    use expr::dag::Dag;

    /// Says one thing of x < 1/100 000 and another of the rest of 0 to 1.
    fn two_pieces() -> PreparedContract {
        let mut dag = Dag::new();
        let (x, y) = (dag.variable(0), dag.variable(1));
        let edge = dag.literal(rug::Rational::from((1, 100_000)));
        let [one, two] = [1, 2].map(|n| dag.literal(n));
        let low = dag.compare(ComparisonOperator::Less, x, edge);
        let bounds = [one, two].map(|bound| dag.compare(ComparisonOperator::LessEqual, y, bound));
        let (pre, post) = (dag.boolean(true), dag.select(low, bounds[0], bounds[1]));
        PreparedContract::new(dag, vec![InputAxis::real("x", 0.0, 1.0)], 1, pre, post).unwrap()
    }

    #[test]
    fn a_small_box_gets_as_many_turns_as_there_were_rounds_and_no_more() {
        let mut chance = Random::new(1);
        let mut places = CaseBoxes::new(&two_pieces(), &[], &mut chance);
        assert_eq!(places.len(), 2);
        for turns in 1..=2000u64 {
            places.turn(&mut chance);
            let fewest = places.list.iter().map(|p| p.visits).min().unwrap();
            let rounds = (turns / 2).isqrt();
            // A round is made in every second turn, so it can end some turns after it was due.
            assert!(
                rounds.saturating_sub(1) <= fewest && fewest <= rounds.max(1),
                "{turns}: {fewest}"
            );
        }
    }
}
