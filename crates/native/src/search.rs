//! The search for inputs: every side of every branch is a target in turn.
//!
//! A side is within reach once its branch was executed: the run tells how far it was from the side, in units in the last
//! place. That distance, on a logarithmic scale, is minimised from the inputs that came nearest; a run that does not get
//! to the branch is farther than all that do, by its distances from the way that the nearest run took.
//! Whatever a run covers on the way counts. Budgets grow from round to round,
//! so that a side that resists does not starve the others.

use crate::job::SearchJob;
use crate::kill::HazardKill;
use crate::pool::{beside, float_matches, gather_pool, integer_matches};
use crate::second::Second;
use crate::worker::ending;
use chance::Random;
use instrument::{Loaded, RunOutcome, Side};
use optimize::{CoordinateRange, EvaluationBudget, Goal, OptimizeProblem, Schedule, Value, minimise};

/// Farther than any distance of a run that gets to the branch: NaN is 100 doublings away.
const AWAY: f64 = 200.0;

/// Calls for one target in the first round, and how they grow. Rounds multiply, so that a side that is easy never
/// waits long for one that is hard, and all earlier rounds together cost a third of the last;
/// `scripts/bench_cover.py` shows what another growth covers.
const FIRST: u64 = 400;
const GROWTH: u64 = 4;

/// Points from which one target is approached, and numbers that are held in turn. Each start costs a descent of its
/// own and the budget of a target is shared: more starts mean shorter descents.
const MOST_STARTS: usize = 6;
const MOST_MATCHES: usize = 6;

/// Calls that only combine values of the pool: at random, and in all. They cost no thought and find the sides that
/// special values open; what is left goes to searches that aim. A quarter of a small budget is the limit beside them.
const SEEDS: u64 = 3_000;
const MOST_SEEDS: u64 = 12_000;

/// Values that all other coordinates have while one goes through its pool: before the random points, and in all. Each
/// base costs a call for every value of every pool, so that later ones are tried only while something is wanting.
const FIRST_BASES: usize = 3;
const BASES: usize = 16;

/// Changes of each coordinate that may leave a narrow way, and the most bits of their steps. Each costs a call at
/// every target that has several numbers; the steps are as often small as large, since the width of a way is not
/// known.
const STRAYS: usize = 4;
const STRAY_BITS: usize = 16;

/// The least steps of a walk along a narrow way, and the calls that one step may need to find back to it. The two are
/// multiplied: a walk costs its steps times the calls of each, and is bounded by the calls of the round.
const WALK: u64 = 120;
const FOLLOW: u64 = 60;

/// Inputs before one that are remembered where the code may keep something from call to call. It is the longest
/// history that `replay` tries, and each remembered input is copied into every line about a find.
const REMEMBERED: usize = 4;

/// What happens during a search.
#[derive(Clone, Debug, PartialEq)]
pub enum SearchEvent {
    /// An input covers a side that none covered before.
    Covered {
        /// The packed input.
        input: Vec<u8>,
        /// What came back.
        output: Vec<u8>,
        /// How the run ended.
        outcome: RunOutcome,
        /// Places of all sides that it covers.
        sides: Vec<usize>,
        /// Inputs that were called before, in this order; empty unless the code may keep something from call to call.
        before: Vec<Vec<u8>>,
    },
    /// A run did not return.
    Ended {
        /// The packed input.
        input: Vec<u8>,
        /// How.
        outcome: RunOutcome,
    },
    /// A hazard died; a later kill of the same hazard is a simpler one, or tells more.
    Killed {
        /// The hazard, from 0.
        hazard: usize,
        /// What happened.
        kill: HazardKill,
    },
}

/// A search under way.
pub struct InputSearch<'a> {
    pub(crate) job: &'a SearchJob,
    pub(crate) loaded: Loaded,
    pub(crate) second: Option<Second>,
    pub(crate) domains: Vec<CoordinateRange>,
    pub(crate) pools: Vec<Vec<Value>>,
    covered: Vec<bool>,
    /// The least distance from each side, and the point that has it.
    nearest: Vec<(f64, Option<Vec<Value>>)>,
    /// Points that covered something new.
    corpus: Vec<Vec<Value>>,
    /// The first points that killed each hazard.
    pub(crate) kills: Vec<Vec<Vec<Value>>>,
    outcomes: Vec<RunOutcome>,
    /// The last inputs, where the code may keep something from call to call.
    earlier: Vec<Vec<u8>>,
    calls: u64,
    pub(crate) buffer: Vec<u8>,
    random: Random,
    pub(crate) tell: &'a mut dyn FnMut(SearchEvent),
}

impl<'a> InputSearch<'a> {
    /// A search with a loaded library, and with the one that it is compared with.
    pub fn new(
        job: &'a SearchJob,
        loaded: Loaded,
        second: Option<Second>,
        tell: &'a mut dyn FnMut(SearchEvent),
    ) -> InputSearch<'a> {
        let sides = 2 * job.integers.len();
        InputSearch {
            domains: job.coordinates.iter().map(|c| c.domain()).collect(),
            pools: job.coordinates.iter().map(|c| gather_pool(job, c)).collect(),
            covered: (0..sides).map(|side| job.is_void(side)).collect(),
            nearest: vec![(f64::INFINITY, None); sides],
            corpus: Vec::new(),
            kills: vec![Vec::new(); job.integers.len() - job.branches()],
            outcomes: Vec::new(),
            earlier: Vec::new(),
            calls: 0,
            buffer: vec![0; job.sizes.0],
            random: Random::new(job.seed),
            job,
            loaded,
            second,
            tell,
        }
    }

    /// Searches until nothing is left or the budget ends; the least distance from each side that was not covered.
    pub fn run(mut self) -> (u64, Vec<Option<f64>>) {
        for input in &self.job.known {
            let point = self.job.coordinates.iter().map(|c| c.decode(input)).collect::<Vec<_>>();
            self.call(&point);
        }
        self.seeds();
        let mut budget = FIRST;
        while self.calls < self.job.calls && self.round(budget) {
            budget = budget.saturating_mul(GROWTH);
        }
        self.finish();
        let finite = |(d, _): &(f64, _)| d.is_finite().then_some(*d);
        (self.calls, self.nearest.iter().map(finite).collect())
    }

    /// One turn for each open side; whether any is left.
    fn round(&mut self, budget: u64) -> bool {
        let mut left = false;
        for side in self.job.turns() {
            if self.is_open(side) && self.calls < self.job.calls {
                left = true;
                self.target(side, self.job.share(side, budget));
            }
        }
        left && (0..self.covered.len()).any(|side| self.is_open(side))
    }

    /// Whether a side is worth a turn: not covered, not proved unreachable, and its branch was executed.
    fn is_open(&self, side: usize) -> bool {
        !self.covered[side] && self.nearest[side].1.is_some() && !self.job.closed.contains(&side)
    }

    /// Each value of the pool in each coordinate, the others at a few values; then random combinations.
    fn seeds(&mut self) {
        if self.domains.is_empty() {
            self.call(&[]);
            return;
        }
        let most = MOST_SEEDS.min(self.job.calls / 4);
        (0..FIRST_BASES).for_each(|n| self.base(n, u64::MAX));
        if self.domains.len() == 1 {
            return;
        }
        while self.calls < SEEDS.min(most) {
            let point: Vec<Value> = (0..self.pools.len()).map(|i| self.pick(i)).collect();
            self.call(&point);
        }
        let mut later = FIRST_BASES..BASES;
        while let Some(n) = later.next().filter(|_| self.is_wanting()) {
            self.base(n, most);
        }
    }

    /// Each value of the pool in each coordinate, the others at one value of theirs, until this many calls were made.
    fn base(&mut self, n: usize, most: u64) {
        let base: Vec<Value> = self.pools.iter().map(|p| p[n % p.len()]).collect();
        for i in 0..base.len() {
            for value in self.pools[i].clone() {
                if self.calls >= most {
                    return;
                }
                let mut point = base.clone();
                point[i] = value;
                self.call(&point);
            }
        }
    }

    /// Whether a side is left that may be reached.
    fn is_wanting(&self) -> bool {
        (0..self.covered.len()).any(|side| !self.covered[side] && !self.job.closed.contains(&side))
    }

    pub(crate) fn pick(&mut self, i: usize) -> Value {
        let n = self.below(self.pools[i].len());
        self.pools[i][n]
    }

    /// A random number below another.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.random.below(n)
    }

    /// Minimises the distance from a side: first by making compared numbers equal, then from the nearest points.
    fn target(&mut self, side: usize, budget: u64) {
        let Some(start) = self.nearest[side].1.clone() else {
            return;
        };
        let way = self.way(&start, Side::at(side).branch);
        let matched = self.matched(&start, side);
        for (_, point) in &matched {
            self.distance(point, side, &way);
        }
        // With the matched number held, the others may find the way back to the branch.
        for (held, point) in matched.iter().filter(|_| start.len() > 1).take(MOST_MATCHES) {
            self.descend_beside(*held, point, side, &way, budget / 8);
        }
        let strayed = self.strayed(&start, side);
        for (held, point) in &strayed {
            self.descend_beside(*held, point, side, &way, budget / 8);
        }
        if !strayed.is_empty() {
            self.walk(&start, side, &way, budget);
        }
        let mut starts = vec![start];
        starts.extend(self.corpus.iter().rev().take(MOST_STARTS).cloned());
        let domains = self.domains.clone();
        self.descend(side, &way, &domains, &starts, budget);
    }

    /// Descends with one number held.
    fn descend_beside(&mut self, held: usize, point: &[Value], side: usize, way: &[Side], calls: u64) {
        let mut domains = self.domains.clone();
        let value = point[held];
        domains[held] = CoordinateRange::between(domains[held].kind(), value, value).unwrap_or(domains[held]);
        self.descend(side, way, &domains, &[point.to_vec()], calls);
    }

    /// Points a little beside a start that do not get to the branch, and the number that was changed. There are such
    /// where an equality of several numbers leads to the branch: the others must follow each change of one.
    fn strayed(&mut self, start: &[Value], side: usize) -> Vec<(usize, Vec<Value>)> {
        let mut points = Vec::new();
        if start.len() < 2 {
            return points;
        }
        for n in 0..STRAYS * start.len() {
            let (i, step) = (n / STRAYS, self.stray());
            let mut point = start.to_vec();
            let step = if n % 2 == 0 { step } else { -step };
            point[i] = beside(&self.domains[i], start[i], step);
            self.call(&point);
            if self.loaded.record(Side::at(side).branch).is_none() {
                points.push((i, point));
            }
        }
        points
    }

    /// Walks along a narrow way: one number leads, and another follows it so that the run still gets to the branch.
    fn walk(&mut self, start: &[Value], side: usize, way: &[Side], calls: u64) {
        let most = (self.calls + calls).min(self.job.calls);
        for leader in 0..start.len() {
            for follower in (0..start.len()).filter(|&i| i != leader) {
                if self.covered[side] || self.calls >= most {
                    return;
                }
                let problem = OptimizeProblem {
                    domains: &[self.domains[leader]],
                    starts: &[vec![start[leader]]],
                    goal: Goal::Reach(0.0),
                    budget: EvaluationBudget {
                        evaluations: WALK.max(calls / FOLLOW),
                    },
                    seed: self.job.seed ^ self.calls,
                };
                let mut point = start.to_vec();
                let mut step = |lead: &[Value]| {
                    if self.calls >= most {
                        return f64::INFINITY;
                    }
                    point[leader] = lead[0];
                    self.follow(&mut point, follower, side, way)
                };
                minimise(&mut step, &problem, Schedule::Exact);
            }
        }
    }

    /// Moves one number until the run gets to the branch; how far it then is from the side.
    fn follow(&mut self, point: &mut [Value], follower: usize, side: usize, way: &[Side]) -> f64 {
        let problem = OptimizeProblem {
            domains: &[self.domains[follower]],
            starts: &[vec![point[follower]]],
            goal: Goal::Reach(AWAY - 1.0),
            budget: EvaluationBudget {
                evaluations: FOLLOW.min(self.job.calls.saturating_sub(self.calls)),
            },
            seed: self.job.seed,
        };
        let mut moved = point.to_vec();
        let mut missed = |place: &[Value]| {
            moved[follower] = place[0];
            self.distance(&moved, side, way)
        };
        let reached = minimise(&mut missed, &problem, Schedule::Exact);
        point[follower] = reached.point[0];
        reached.value
    }

    /// A number of steps, as often small as large.
    pub(crate) fn stray(&mut self) -> i64 {
        let most = 1 << self.random.below(STRAY_BITS);
        1 + self.random.below(most) as i64
    }

    fn descend(&mut self, side: usize, way: &[Side], domains: &[CoordinateRange], starts: &[Vec<Value>], calls: u64) {
        let left = self.job.calls.saturating_sub(self.calls);
        if self.covered[side] || left == 0 || calls == 0 {
            return;
        }
        let problem = OptimizeProblem {
            domains,
            starts,
            goal: Goal::Reach(0.0),
            budget: EvaluationBudget {
                evaluations: calls.min(left),
            },
            seed: self.job.seed ^ (side as u64) << 32 ^ self.calls,
        };
        let mut objective = |point: &[Value]| self.distance(point, side, way);
        minimise(&mut objective, &problem, Schedule::Exact);
    }

    /// The sides that a run takes, other than those of one branch.
    fn way(&mut self, point: &[Value], branch: u32) -> Vec<Side> {
        self.call(point);
        let sides = (0..2 * self.job.branches()).map(Side::at);
        sides
            .filter(|side| side.branch != branch && self.loaded.covers(*side))
            .collect()
    }

    /// The logarithmic distance of a run from a side; of one that does not get there, from the way that does.
    fn distance(&mut self, point: &[Value], side: usize, way: &[Side]) -> f64 {
        if self.covered[side] {
            return 0.0;
        }
        self.call(point);
        if self.covered[side] {
            return 0.0;
        }
        let side = Side::at(side);
        if let Some(record) = self.loaded.record(side.branch) {
            return record.logarithmic(side.taken);
        }
        let missed = way
            .iter()
            .filter_map(|s| Some(self.loaded.record(s.branch)?.logarithmic(s.taken)));
        AWAY + missed.sum::<f64>()
    }

    /// Points in which a number that a branch compares was made equal to the other one, or its neighbour; and which number.
    fn matched(&mut self, start: &[Value], side: usize) -> Vec<(usize, Vec<Value>)> {
        self.call(start);
        let branch = Side::at(side).branch;
        let Some(record) = self.loaded.record(branch) else {
            return Vec::new();
        };
        let (left, right) = (record.left, record.right);
        let integers = self.job.integers[branch as usize];
        let mut points = Vec::new();
        for (i, &value) in start.iter().enumerate() {
            for (from, to) in [(left, right), (right, left)] {
                let candidates = if integers {
                    integer_matches(value, from, to)
                } else {
                    float_matches(value, from, to)
                };
                for candidate in candidates.into_iter().filter(|c| self.domains[i].contains(*c)) {
                    let mut point = start.to_vec();
                    point[i] = candidate;
                    points.push((i, point));
                }
            }
        }
        points
    }

    /// Runs a point and notes what it did.
    pub(crate) fn call(&mut self, point: &[Value]) -> RunOutcome {
        for (coordinate, &value) in self.job.coordinates.iter().zip(point) {
            coordinate.encode(value, &mut self.buffer);
        }
        if self.job.keeps_state {
            self.remember();
        }
        let ran = self.loaded.call(&self.buffer);
        self.calls += 1;
        if ran.outcome != RunOutcome::Returned && !self.outcomes.contains(&ran.outcome) {
            self.outcomes.push(ran.outcome);
            (self.tell)(SearchEvent::Ended {
                input: self.buffer.clone(),
                outcome: ran.outcome,
            });
        }
        self.note(point, ran.outcome);
        ran.outcome
    }

    /// Keeps the last inputs; the one that is called next stands last.
    fn remember(&mut self) {
        if self.earlier.len() > REMEMBERED {
            self.earlier.remove(0);
        }
        self.earlier.push(self.buffer.clone());
    }

    /// The inputs before the last one.
    fn before(&self) -> Vec<Vec<u8>> {
        let before = self.earlier.len().saturating_sub(1);
        self.earlier[..before].to_vec()
    }

    fn note(&mut self, point: &[Value], outcome: RunOutcome) {
        let (epoch, mut fresh) = (self.loaded.epoch(), Vec::new());
        for (branch, record) in self.loaded.records().iter().enumerate() {
            if record.epoch != epoch {
                continue;
            }
            for taken in [0, 1] {
                let side = 2 * branch + taken;
                if self.covered[side] {
                    continue;
                }
                if record.hits[taken] > 0 {
                    self.covered[side] = true;
                    fresh.push(side);
                } else if record.distance[taken] < self.nearest[side].0 || self.nearest[side].1.is_none() {
                    self.nearest[side] = (record.distance[taken], Some(point.to_vec()));
                }
            }
        }
        if !fresh.is_empty() {
            self.announce(point, outcome, &fresh);
        }
        self.keep_kills(point);
    }

    /// Tells of a point that covers sides for the first time.
    fn announce(&mut self, point: &[Value], outcome: RunOutcome, fresh: &[usize]) {
        self.corpus.push(point.to_vec());
        let sides = (0..self.covered.len()).filter(|&side| self.loaded.covers(Side::at(side)));
        let before = self.before();
        (self.tell)(SearchEvent::Covered {
            input: self.buffer.clone(),
            output: self.loaded.output().to_vec(),
            outcome,
            sides: sides.collect(),
            before,
        });
        for hazard in fresh.iter().filter_map(|side| self.job.hazard(side / 2)) {
            let kill = self.kill(hazard, outcome);
            (self.tell)(SearchEvent::Killed { hazard, kill });
        }
    }

    /// What the last run did at a hazard that died in it.
    pub(crate) fn kill(&self, hazard: usize, outcome: RunOutcome) -> HazardKill {
        let record = self.loaded.record((self.job.branches() + hazard) as u32);
        let operands = record.map_or([0; 3], |r| [r.left, r.right, r.result]);
        HazardKill {
            input: self.buffer.clone(),
            output: self.loaded.output().to_vec(),
            outcome: ending(outcome),
            operands,
            before: self.before(),
            after: record.map_or(Vec::new(), |r| self.changed_before(hazard, r.turn)),
            answer: None,
        }
    }

    /// The hazards that had left another number for this one's operation when this many had died.
    fn changed_before(&self, hazard: usize, turn: u64) -> Vec<usize> {
        let died_before = |n: &usize| {
            let record = self.loaded.record((self.job.branches() + n) as u32);
            record.is_some_and(|r| r.hits[1] > 0 && r.turn < turn)
        };
        let follows = self.job.stress.as_ref().and_then(|stress| stress.follows.get(hazard));
        follows.into_iter().flatten().copied().filter(died_before).collect()
    }
}
