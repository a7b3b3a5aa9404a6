//! Whose turn it is: the budget goes to the one that gained most for what it spent.

use crate::domain::CoordinateRange;
use crate::evolve::Population;
use crate::objective::{ObjectiveFunction, OptimizeOutcome, OptimizeProblem};
use crate::pattern::Metric;
use crate::tracker::{Spot, Tracker};
use crate::{bits, hop, ladder, line, pattern, simplex, valley};
use chance::Random;
use std::collections::VecDeque;

/// Which ways of improving a point are used, in what order at first.
///
/// ```
/// use optimize::{CoordinateRange, EvaluationBudget, Goal, OptimizeProblem, Schedule, StopReason, minimise};
/// use optimize::{Value, ValueKind};
///
/// // A word whose bits are to be these: no slope leads there, but every right bit counts.
/// let mut wrong_bits = |point: &[Value]| f64::from((point[0].word() ^ 0xdead_beef).count_ones());
/// let problem = OptimizeProblem {
///     domains: &[CoordinateRange::all(ValueKind::Int { bits: 32, signed: false })],
///     starts: &[],
///     goal: Goal::Reach(0.0),
///     budget: EvaluationBudget { evaluations: 10_000 },
///     seed: 1,
/// };
/// let found = minimise(&mut wrong_bits, &problem, Schedule::Exact);
/// assert_eq!((found.reason, found.point), (StopReason::Reached, vec![Value::Unsigned(0xdead_beef)]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// For smooth objectives over reals: valleys, patterns, simplex; the last places at the end.
    Smooth,
    /// For distances from equalities over floats, integers and words of bits.
    Exact,
}

/// A way of improving a spot.
type Descent = fn(&mut Tracker<'_>, &mut Spot) -> Option<()>;

const SMOOTH: &[Descent] = &[
    valley::descend,
    in_reals,
    simplex::descend,
    line::descend,
    ladder::descend,
];
const EXACT: &[Descent] = &[
    in_reals,
    in_places,
    ladder::descend,
    line::descend,
    bits::singles,
    valley::descend,
    simplex::descend,
];

fn in_reals(tracker: &mut Tracker<'_>, spot: &mut Spot) -> Option<()> {
    pattern::descend(tracker, spot, Metric::Real)
}

fn in_places(tracker: &mut Tracker<'_>, spot: &mut Spot) -> Option<()> {
    pattern::descend(tracker, spot, Metric::Order)
}

impl Schedule {
    fn descents(self) -> &'static [Descent] {
        match self {
            Schedule::Smooth => SMOOTH,
            Schedule::Exact => EXACT,
        }
    }
}

/// Looks for a point with as small a value as possible.
///
/// Laws ([`crate::laws::optimizer_laws`]): every point that is evaluated lies in the domains; the outcome is no worse than
/// any start; it depends on its arguments only; the evaluations stay within the budget, but at least one is made.
///
/// ```
/// use optimize::{CoordinateRange, EvaluationBudget, Goal, OptimizeProblem, Schedule, StopReason, minimise};
/// use optimize::{Value, ValueKind};
///
/// // The integer whose square is nearest to 1000000, or its negative.
/// let mut distance = |point: &[Value]| (point[0].real() * point[0].real() - 1e6).abs();
/// let problem = OptimizeProblem {
///     domains: &[CoordinateRange::all(ValueKind::Int { bits: 32, signed: true })],
///     starts: &[],
///     goal: Goal::Reach(0.0),
///     budget: EvaluationBudget { evaluations: 10_000 },
///     seed: 1,
/// };
/// let found = minimise(&mut distance, &problem, Schedule::Exact);
/// assert_eq!(found.reason, StopReason::Reached);
/// assert_eq!(found.point[0].real().abs(), 1000.0);
/// ```
pub fn minimise(
    objective: &mut dyn ObjectiveFunction,
    problem: &OptimizeProblem<'_>,
    schedule: Schedule,
) -> OptimizeOutcome {
    let mut search = OptimizeSearch {
        tracker: Tracker::new(objective, problem),
        random: Random::new(problem.seed),
        starts: VecDeque::new(),
        population: Population::default(),
        descents: Merits::new(schedule.descents().len()),
        turns: Merits::new(TURNS.len()),
        paired: f64::INFINITY,
        current: None,
        glances: Vec::new(),
        schedule,
    };
    let ended = search.run(problem).is_some();
    search.tracker.outcome(ended)
}

/// What each of several ways gained, and what it spent.
struct Merits(Vec<(f64, u64)>);

/// Evaluations that count as spent before the first turn, so that one early gain does not decide all.
const PRIOR: f64 = 100.0;

impl Merits {
    fn new(ways: usize) -> Merits {
        Merits(vec![(0.0, 0); ways])
    }

    fn merit(&self, way: usize) -> f64 {
        let (gained, spent) = self.0[way];
        (gained + 1.0) / (spent as f64 + PRIOR)
    }

    fn add(&mut self, way: usize, gained: bool, spent: u64) {
        self.0[way].0 += f64::from(u8::from(gained));
        self.0[way].1 += spent;
    }

    /// All ways, the most deserving first, earlier ones first among equals.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.0.len()).collect();
        order.sort_by(|&a, &b| self.merit(b).total_cmp(&self.merit(a)));
        order
    }
}

/// A way of leaving the neighbourhood of the best.
type Turn = fn(&mut OptimizeSearch<'_>) -> Option<()>;

const TURNS: [Turn; 5] = [|s| s.hop(), |s| s.walk(), |s| s.restart(), |s| s.evolve(), |s| s.pair()];

/// Turns without any gain after which a search without a target ends. It trades the time of a search that is at the
/// bottom already for the chance that it is not; a search with a target goes on until its budget ends.
const PATIENCE: usize = 40;

/// Changes in one walk, and hops in one turn of hopping. A walk crosses plateaus, on which single changes say
/// nothing, so it is long; a hop is followed by a glance, which costs as much as many changes.
const CHANGES: usize = 200;
const HOPS: usize = 8;

/// Rounds over all descents from one spot. A descent ends before when a round brings next to nothing; this guards
/// against one that gains a little for ever.
const ROUNDS: usize = 12;

/// Ways of a glance, and glances that a new one is compared with. Glances are there to be cheap; with as few to
/// compare with, the standard follows the search as it comes down.
const GLANCE: usize = 2;
const GLANCES: usize = 12;

/// Whether a value is less by more than a millionth.
fn is_less(value: f64, before: f64) -> bool {
    // Also where the fall has no measure, from +∞.
    value < before - 1e-6 * before.abs().min(f64::MAX)
}

struct OptimizeSearch<'a> {
    tracker: Tracker<'a>,
    random: Random,
    starts: VecDeque<Spot>,
    population: Population,
    descents: Merits,
    turns: Merits,
    /// The least value at which all pairs of bits were flipped.
    paired: f64,
    /// Where walks and hops go on: as good as the best, but on a plateau it moves.
    current: Option<Spot>,
    /// Values at which the last glances ended.
    glances: Vec<f64>,
    schedule: Schedule,
}

impl OptimizeSearch<'_> {
    /// `None` if the goal or the budget was reached on the way.
    fn run(&mut self, problem: &OptimizeProblem<'_>) -> Option<()> {
        self.begin(problem)?;
        self.restart()?;
        if self.is_small() {
            return self.all();
        }
        let mut idle = 0;
        while idle < PATIENCE || self.tracker.has_target() {
            let way = self.turns.order()[0];
            let (least, spent) = (self.tracker.least(), self.tracker.spent());
            let ended = TURNS[way](self);
            let gained = self.tracker.least() < least;
            // A turn that finds nothing to do must not be chosen for ever.
            self.turns
                .add(way, gained, (self.tracker.spent() - spent).max(PRIOR as u64));
            ended?;
            idle = if gained { 0 } else { idle + 1 };
        }
        Some(())
    }

    /// Evaluates the starts; the most promising will be first.
    fn begin(&mut self, problem: &OptimizeProblem<'_>) -> Option<()> {
        let domains = self.tracker.domains;
        let mut spots = Vec::new();
        for start in problem.starts {
            let inside = |(n, d): (usize, &CoordinateRange)| start.get(n).map_or(d.near(0.0), |&v| d.place_of(v));
            spots.push(self.tracker.spot(domains.iter().enumerate().map(inside).collect())?);
        }
        if spots.is_empty() {
            spots.push(self.tracker.spot(domains.iter().map(|d| d.near(0.0)).collect())?);
        }
        spots.sort_by(|a, b| a.value.total_cmp(&b.value));
        self.starts = spots.into();
        Some(())
    }

    /// Whether all points of the domains can be tried.
    fn is_small(&self) -> bool {
        let sizes = self.tracker.domains.iter().map(|d| d.size());
        let points = sizes.fold(1u128, u128::saturating_mul);
        points <= u128::from(self.tracker.left())
    }

    /// Tries every point, in the order of a counter whose digits are the coordinates.
    fn all(&mut self) -> Option<()> {
        let domains = self.tracker.domains;
        let first: Vec<i64> = domains.iter().map(|d| d.place_of(d.lo())).collect();
        let mut places = first.clone();
        loop {
            self.tracker.value(&places)?;
            let digit = (0..places.len()).find(|&i| domains[i].moved(places[i], 1) != places[i]);
            let Some(digit) = digit else {
                return Some(());
            };
            places[digit] += 1;
            places[..digit].copy_from_slice(&first[..digit]);
        }
    }

    /// Improves a spot by every way, until a round brings next to nothing.
    fn descend(&mut self, mut spot: Spot) -> Option<Spot> {
        for _ in 0..ROUNDS {
            let before = spot.value;
            for way in self.descents.order() {
                self.improve(&mut spot, way)?;
            }
            if !is_less(spot.value, before) {
                break;
            }
        }
        self.accept(&spot);
        Some(spot)
    }

    /// The first ways only: enough to see where a spot leads.
    fn glance(&mut self, spot: &mut Spot) -> Option<()> {
        let ways = self.schedule.descents().len().min(GLANCE);
        (0..ways).try_for_each(|way| self.improve(spot, way))
    }

    /// A glance, and all the way down if it promises more than most others did.
    fn venture(&mut self, mut spot: Spot) -> Option<()> {
        self.glance(&mut spot)?;
        let promising = !self.is_behind(spot.value);
        if self.glances.len() == GLANCES {
            self.glances.remove(0);
        }
        self.glances.push(spot.value);
        self.accept(&spot);
        if promising {
            self.descend(spot)?;
        }
        Some(())
    }

    /// One way of improving a spot.
    fn improve(&mut self, spot: &mut Spot, way: usize) -> Option<()> {
        let (value, spent) = (spot.value, self.tracker.spent());
        self.schedule.descents()[way](&mut self.tracker, spot)?;
        self.descents.add(way, spot.value < value, self.tracker.spent() - spent);
        Some(())
    }

    /// Whether most glances of late ended lower.
    fn is_behind(&self, value: f64) -> bool {
        let lower = self.glances.iter().filter(|&&end| end <= value).count();
        lower * 4 > GLANCES
    }

    /// Goes on from a spot that is no worse.
    fn accept(&mut self, spot: &Spot) {
        if self.current.as_ref().is_none_or(|old| spot.value <= old.value) {
            self.current = Some(spot.clone());
        }
    }

    /// Where to go on from.
    fn here(&self) -> Option<Spot> {
        let best = self.tracker.best();
        let level = |spot: &&Spot| best.is_none_or(|best| spot.value <= best.value);
        self.current.as_ref().filter(level).or(best).cloned()
    }

    /// Down from the next start, or from the best of some random points.
    fn restart(&mut self) -> Option<()> {
        let spot = match self.starts.pop_front() {
            Some(spot) => spot,
            None => self.sample()?,
        };
        self.venture(spot)
    }

    fn sample(&mut self) -> Option<Spot> {
        let mut best: Option<Spot> = None;
        for _ in 0..12 {
            let domains = self.tracker.domains;
            let places = domains.iter().map(|d| hop::place(d, &mut self.random)).collect();
            let spot = self.tracker.spot(places)?;
            if best.as_ref().is_none_or(|best| spot.value < best.value) {
                best = Some(spot);
            }
        }
        best
    }

    /// Changes that do no harm, one after the other: across plateaus. Then down.
    fn walk(&mut self) -> Option<()> {
        let mut spot = self.here()?;
        for _ in 0..CHANGES {
            let places = hop::changed(self.tracker.domains, &spot, &mut self.random);
            let next = self.tracker.spot(places)?;
            if next.value <= spot.value {
                spot = next;
            }
        }
        self.venture(spot)
    }

    /// Leaps from the best, each followed by a glance; stays where that is no worse.
    fn hop(&mut self) -> Option<()> {
        let mut spot = self.here()?;
        let start = spot.value;
        for _ in 0..HOPS {
            let places = hop::leap(self.tracker.domains, &spot, &mut self.random);
            let mut next = self.tracker.spot(places)?;
            self.glance(&mut next)?;
            if next.value <= spot.value {
                spot = next;
            }
        }
        if spot.value < start {
            spot = self.descend(spot)?;
        }
        self.accept(&spot);
        Some(())
    }

    /// A turn of the population, then down from its best if that is new.
    fn evolve(&mut self) -> Option<()> {
        if self.tracker.domains.len() < 2 {
            return self.restart();
        }
        let before = self.population.best().map(|best| best.value);
        self.population.turn(&mut self.tracker, &mut self.random)?;
        match self.population.best().cloned() {
            Some(best) if Some(best.value) != before && best.value <= self.tracker.least() => {
                self.descend(best)?;
            }
            _ => {}
        }
        Some(())
    }

    /// Flips of two bits of the best, where bits count.
    fn pair(&mut self) -> Option<()> {
        let mut spot = self.here()?;
        if self.schedule == Schedule::Smooth || spot.value >= self.paired {
            return self.walk();
        }
        self.paired = spot.value;
        bits::pairs(&mut self.tracker, &mut spot)?;
        if spot.value < self.paired {
            self.descend(spot)?;
        }
        Some(())
    }
}
