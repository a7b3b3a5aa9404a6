//! Branch and prune: the most promising box first, until a point is found, nothing is left, or the budget ends.

use crate::contract::contract;
use crate::engine::{Engine, Program};
use crate::formula::{Formula, Truth};
use expr::dag::Dag;
use interval::Interval;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// What is asked.
pub struct Problem<'a> {
    /// Where the nodes live.
    pub dag: &'a Dag,
    /// What is to hold.
    pub formula: &'a Formula,
    /// One side per input.
    pub domain: &'a [Interval],
    /// The nearest point that is an input: representable and within the domain.
    pub snap: &'a (dyn Fn(&[f64]) -> Vec<f64> + Sync),
}

/// How much may be spent. Counted, so that the outcome does not depend on the machine.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Boxes that may be judged.
    pub boxes: usize,
}

/// What became of a question.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// The formula provably holds at this input.
    Witness {
        /// The input.
        point: Vec<f64>,
        /// Boxes judged.
        boxes: u64,
    },
    /// The domain is covered by this many boxes, on none of which the formula can hold.
    Excluded {
        /// Boxes judged.
        boxes: u64,
    },
    /// Neither.
    Unknown {
        /// Why the search ended.
        reason: Reason,
        /// Boxes judged.
        boxes: u64,
        /// The point that came nearest, with its gap in margins.
        best: Option<(f64, Vec<f64>)>,
    },
}

/// Why a search ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The budget ended.
    Budget,
    /// Boxes remain that cannot be split further.
    Resolution,
}

/// A box in the queue.
struct Entry {
    /// Gap at its middle: greater is more promising.
    gap: f64,
    /// Order of making: earlier first among equals.
    number: u64,
    sides: Vec<Interval>,
}

impl PartialEq for Entry {
    fn eq(&self, other: &Entry) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Entry {}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Entry) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Entry {
    fn cmp(&self, other: &Entry) -> Ordering {
        self.gap.total_cmp(&other.gap).then(other.number.cmp(&self.number))
    }
}

/// Looks for a point of the domain where the formula holds, or proves that there is none.
pub fn search(problem: &Problem<'_>, budget: Budget) -> Outcome {
    let program = Program::new(problem.dag, problem.formula);
    let mut search = Search {
        problem,
        engine: Engine::new(&program),
        program: &program,
        queue: BinaryHeap::new(),
        boxes: 0,
        made: 0,
        stuck: false,
        best: None,
    };
    search.run(budget)
}

struct Search<'a> {
    problem: &'a Problem<'a>,
    program: &'a Program,
    engine: Engine<'a>,
    queue: BinaryHeap<Entry>,
    boxes: u64,
    made: u64,
    stuck: bool,
    best: Option<(f64, Vec<f64>)>,
}

/// What became of one box.
enum Step {
    Gone,
    Found(Vec<f64>),
    Split(Vec<Interval>),
}

impl Search<'_> {
    fn run(&mut self, budget: Budget) -> Outcome {
        self.push(self.problem.domain.to_vec(), f64::INFINITY);
        while let Some(entry) = self.queue.pop() {
            if self.boxes >= budget.boxes as u64 {
                return self.unknown(Reason::Budget);
            }
            self.boxes += 1;
            match self.visit(entry.sides) {
                Step::Gone => {}
                Step::Found(point) => {
                    return Outcome::Witness {
                        point,
                        boxes: self.boxes,
                    };
                }
                Step::Split(sides) => self.split(&sides),
            }
        }
        if self.stuck {
            self.unknown(Reason::Resolution)
        } else {
            Outcome::Excluded { boxes: self.boxes }
        }
    }

    fn unknown(&mut self, reason: Reason) -> Outcome {
        Outcome::Unknown {
            reason,
            boxes: self.boxes,
            best: self.best.take(),
        }
    }

    fn visit(&mut self, sides: Vec<Interval>) -> Step {
        let Some(sides) = contract(self.program, &sides) else {
            return Step::Gone;
        };
        if self.engine.judge(&sides).truth == Truth::Never || self.engine.judge_by_mean(&sides) == Truth::Never {
            return Step::Gone;
        }
        let middle: Vec<f64> = sides.iter().map(centre).collect();
        match self.try_point(&middle) {
            Some(point) => Step::Found(point),
            None => Step::Split(sides),
        }
    }

    /// Judges the input nearest to a point; remembers the best.
    fn try_point(&mut self, point: &[f64]) -> Option<Vec<f64>> {
        let point = (self.problem.snap)(point);
        let (truth, gap) = self.judge_point(&point);
        if truth == Truth::Always {
            return Some(point);
        }
        if self.best.as_ref().is_none_or(|(most, _)| gap > *most) {
            self.best = Some((gap, point));
        }
        None
    }

    fn judge_point(&mut self, point: &[f64]) -> (Truth, f64) {
        let sides: Vec<Interval> = point.iter().map(|&x| Interval::point(x)).collect();
        let judgement = self.engine.judge(&sides);
        (judgement.truth, judgement.gap)
    }

    fn split(&mut self, sides: &[Interval]) {
        let Some((dimension, at)) = cut(sides, self.problem.domain) else {
            self.stuck = true;
            return;
        };
        let side = sides[dimension];
        for half in [Interval::new(side.lo(), at), Interval::new(at, side.hi())]
            .into_iter()
            .flatten()
        {
            let mut part = sides.to_vec();
            part[dimension] = half;
            let middle: Vec<f64> = part.iter().map(centre).collect();
            let gap = self.judge_point(&middle).1;
            self.push(part, gap);
        }
    }

    fn push(&mut self, sides: Vec<Interval>, gap: f64) {
        self.made += 1;
        self.queue.push(Entry {
            gap,
            number: self.made,
            sides,
        });
    }
}

/// Where to look in a side: its middle, on a logarithmic scale where it spans decades.
fn centre(side: &Interval) -> f64 {
    let (lo, hi) = (side.lo(), side.hi());
    if lo > 0.0 && hi > 16.0 * lo {
        (lo.sqrt() * hi.min(f64::MAX).sqrt()).clamp(lo, hi)
    } else if hi < 0.0 && lo < 16.0 * hi {
        -((-lo).min(f64::MAX).sqrt() * (-hi).sqrt()).clamp(-hi, -lo)
    } else {
        side.mid()
    }
}

/// The side to cut and where: the one that is widest relative to the domain or to its own magnitude.
fn cut(sides: &[Interval], domain: &[Interval]) -> Option<(usize, f64)> {
    let weight = |i: usize| {
        let (side, whole) = (sides[i], domain[i]);
        let share = side.width().min(f64::MAX) / whole.width().clamp(f64::MIN_POSITIVE, f64::MAX);
        let relative = side.width().min(f64::MAX) / side.mag().clamp(f64::MIN_POSITIVE, f64::MAX);
        share.max(relative * 0.25)
    };
    let splittable = |&i: &usize| sides[i].lo().next_up() < sides[i].hi();
    let widest = (0..sides.len())
        .filter(splittable)
        .max_by(|&a, &b| weight(a).total_cmp(&weight(b)).then(b.cmp(&a)))?;
    let side = sides[widest];
    let at = if side.lo() < 0.0 && side.hi() > 0.0 && !domain[widest].is_empty() && side.mid() != 0.0 && straddles(side)
    {
        0.0
    } else {
        centre(&side)
    };
    (side.lo() < at && at < side.hi()).then_some((widest, at))
}

/// Whether both signs have a fair share of a side.
fn straddles(side: Interval) -> bool {
    let (left, right) = (-side.lo(), side.hi());
    left.max(right) < 64.0 * left.min(right)
}
