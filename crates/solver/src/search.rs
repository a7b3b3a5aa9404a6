//! Branch and prune: the most promising box first, until a point is found, nothing is left, or the budget ends.

use crate::contract::contract;
use crate::engine::{BoxProgram, Engine, SolverJudgement};
use crate::formula::Truth;
use crate::question::{BoxBudget, SolverOutcome, SolverProblem, UnknownReason};
use interval::Interval;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// A box in the queue.
struct QueuedBox {
    /// Gap at its middle: greater is more promising.
    gap: f64,
    /// Order of making: earlier first among equals.
    number: u64,
    sides: Vec<Interval>,
}

impl PartialEq for QueuedBox {
    fn eq(&self, other: &QueuedBox) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for QueuedBox {}

impl PartialOrd for QueuedBox {
    fn partial_cmp(&self, other: &QueuedBox) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for QueuedBox {
    fn cmp(&self, other: &QueuedBox) -> Ordering {
        self.gap.total_cmp(&other.gap).then(other.number.cmp(&self.number))
    }
}

/// Looks for a point of the domain where the formula holds, or proves that there is none.
///
/// ```
/// use expr::ast::ComparisonOperator;
/// use expr::dag::Dag;
/// use interval::{Interval, Unary};
/// use solver::{BoxBudget, Doubles, Formula, SolverOutcome, SolverProblem, search};
///
/// // Is there a double x in [0, 1] with exp(x) < 1 + x? In the reals there is none, with equality at 0.
/// let mut dag = Dag::new();
/// let (x, one) = (dag.variable(0), dag.literal(1));
/// let (exp, line) = (dag.unary(Unary::Exp, x), dag.sum(one, x));
/// let formula = Formula::Holds(dag.compare(ComparisonOperator::Less, exp, line));
/// let at = |lo: f64| {
///     let domain = [Interval::hull_of(lo, 1.0)];
///     let problem = SolverProblem { dag: &dag, formula: &formula, domain: &domain, inputs: &Doubles(&domain) };
///     search(&problem, BoxBudget { boxes: 1_000 })
/// };
/// // Away from the point of contact that is proved; around it, boxes would have to be too small.
/// assert!(matches!(at(0.01), SolverOutcome::Excluded { .. }));
/// assert!(matches!(at(0.0), SolverOutcome::Unknown { .. }));
/// ```
pub fn search(problem: &SolverProblem<'_>, budget: BoxBudget) -> SolverOutcome {
    let program = BoxProgram::new(problem.dag, problem.formula);
    let mut search = BoxSearch {
        problem,
        engine: Engine::new(&program),
        program: &program,
        queue: BinaryHeap::new(),
        budget: budget.boxes as u64,
        boxes: 0,
        paid: 0,
        made: 0,
        stuck: false,
        best: None,
    };
    search.run()
}

struct BoxSearch<'a> {
    problem: &'a SolverProblem<'a>,
    program: &'a BoxProgram,
    engine: Engine<'a>,
    queue: BinaryHeap<QueuedBox>,
    budget: u64,
    boxes: u64,
    /// What close looks have cost, in boxes.
    paid: u64,
    made: u64,
    stuck: bool,
    best: Option<(f64, Vec<f64>)>,
}

/// Bits of close looks at a point; boxes are looked at with the first. The second is for points that lie so near to a
/// boundary that twice the digits of a double do not tell; beyond that a point is rather split away than looked at
/// again.
const PRECISIONS: [u32; 2] = [128, 256];

/// What a close look costs, in boxes: one evaluation is some ten to fifty times dearer than with doubles, but a visited
/// box is itself some ten evaluations.
const CLOSE_LOOK: u64 = 4;

/// At most one part in this many of the budget goes into close looks. Without a limit a formula that binary64 never
/// decides would spend all of it at points and none on boxes.
const CLOSE_SHARE: u64 = 2;

/// What a point tells.
enum PointSight {
    Witness(Vec<f64>),
    /// Doubles decide it.
    Clear,
    /// Only MPFR numbers decide it: the formula does not hold there.
    Never(Vec<f64>),
    /// Nothing decides it.
    Blurred,
}

/// What became of one box.
enum BoxStep {
    Gone,
    Found(Vec<f64>),
    Split(Vec<Interval>),
}

impl BoxSearch<'_> {
    fn run(&mut self) -> SolverOutcome {
        self.push(self.problem.domain.to_vec(), f64::INFINITY);
        while let Some(entry) = self.queue.pop() {
            if self.boxes + self.paid >= self.budget {
                return self.unknown(UnknownReason::Budget);
            }
            self.boxes += 1;
            match self.visit(entry.sides) {
                BoxStep::Gone => {}
                BoxStep::Found(point) => {
                    return SolverOutcome::Witness {
                        point,
                        boxes: self.boxes,
                    };
                }
                BoxStep::Split(sides) => self.split(&sides),
            }
        }
        if self.stuck {
            self.unknown(UnknownReason::Resolution)
        } else {
            SolverOutcome::Excluded { boxes: self.boxes }
        }
    }

    fn unknown(&mut self, reason: UnknownReason) -> SolverOutcome {
        SolverOutcome::Unknown {
            reason,
            boxes: self.boxes,
            best: self.best.take(),
        }
    }

    fn visit(&mut self, sides: Vec<Interval>) -> BoxStep {
        let Some(sides) = contract(self.program, &sides) else {
            return BoxStep::Gone;
        };
        if self.engine.judge(&sides).truth == Truth::Never || self.engine.judge_by_mean(&sides) == Truth::Never {
            return BoxStep::Gone;
        }
        let middle: Vec<f64> = sides.iter().map(centre).collect();
        match self.try_point(&middle) {
            PointSight::Witness(point) => BoxStep::Found(point),
            PointSight::Clear => BoxStep::Split(sides),
            PointSight::Never(point) if sides == points(&point) => BoxStep::Gone,
            PointSight::Never(_) | PointSight::Blurred if self.is_excluded_closely(&sides) => BoxStep::Gone,
            PointSight::Never(_) | PointSight::Blurred => BoxStep::Split(sides),
        }
    }

    /// Judges the input nearest to a point, with MPFR where doubles cannot tell; remembers the best.
    fn try_point(&mut self, point: &[f64]) -> PointSight {
        let point = self.problem.inputs.snap(point);
        let mut judged = self.judge_point(&point);
        let blurred = judged.truth == Truth::Open;
        if blurred && let Some(closely) = self.judge_point_closely(&point) {
            judged = closely;
        }
        if judged.truth == Truth::Always && self.problem.inputs.accepts(&point) {
            return PointSight::Witness(point);
        }
        let seen = match judged.truth {
            _ if !blurred => PointSight::Clear,
            Truth::Never => PointSight::Never(point.clone()),
            _ => PointSight::Blurred,
        };
        self.remember(judged.gap, point);
        seen
    }

    /// A gap that is not a number of margins says nothing of how near a point came.
    fn remember(&mut self, gap: f64, point: Vec<f64>) {
        let tells = gap.is_finite() && gap > 0.0;
        if tells && self.best.as_ref().is_none_or(|(most, _)| gap > *most) {
            self.best = Some((gap, point));
        }
    }

    fn judge_point(&mut self, point: &[f64]) -> SolverJudgement {
        self.engine.judge(&points(point))
    }

    /// How much a box promises whose middle this is: nothing where the formula provably does not hold.
    fn promise(&mut self, point: &[f64]) -> f64 {
        match self.judge_point(point) {
            SolverJudgement {
                truth: Truth::Never, ..
            } => 0.0,
            judged => judged.gap,
        }
    }

    /// With as many bits as are needed, and as may be spent.
    fn judge_point_closely(&mut self, point: &[f64]) -> Option<SolverJudgement> {
        let sides = points(point);
        let mut judged = None;
        for bits in PRECISIONS {
            if !self.pay(CLOSE_LOOK) {
                break;
            }
            let judgement = self.engine.judge_closely(&sides, bits);
            let decided = judgement.truth != Truth::Open;
            judged = Some(judgement);
            if decided {
                break;
            }
        }
        judged
    }

    /// Whether MPFR enclosures exclude a box at whose middle doubles could not tell.
    fn is_excluded_closely(&mut self, sides: &[Interval]) -> bool {
        self.pay(2 * CLOSE_LOOK) && self.engine.judge_box_closely(sides, PRECISIONS[0]) == Truth::Never
    }

    /// Takes the price of a close look from the budget; not more than its share.
    fn pay(&mut self, price: u64) -> bool {
        let affordable = self.paid + price <= self.budget / CLOSE_SHARE;
        if affordable {
            self.paid += price;
        }
        affordable
    }

    /// Cuts a box where that decides most: the side whose halves leave the fewest open, the widest among equals.
    fn split(&mut self, sides: &[Interval]) {
        let cuts = self.cuts(sides);
        let tried: Vec<Vec<Half>> = cuts.iter().map(|cut| self.halves(sides, cut)).collect();
        match tried.into_iter().min_by_key(Vec::len) {
            Some(halves) => halves.into_iter().for_each(|half| self.push(half.sides, half.gap)),
            // One point is left. Where it is not an input, nothing is.
            None => self.stuck |= self.may_hold_input(sides),
        }
    }

    /// Whether a box holds an input, as far as can be told: a single point tells.
    fn may_hold_input(&self, sides: &[Interval]) -> bool {
        let point: Vec<f64> = sides.iter().map(Interval::lo).collect();
        !sides.iter().all(Interval::is_point) || self.problem.inputs.snap(&point) == point
    }

    /// The sides that are worth cutting: widest first, relative to the domain or to their own magnitude.
    fn cuts(&self, sides: &[Interval]) -> Vec<Cut> {
        let weight = |i: usize| {
            let (side, whole) = (sides[i], self.problem.domain[i]);
            let share = side.width().min(f64::MAX) / whole.width().clamp(f64::MIN_POSITIVE, f64::MAX);
            let relative = side.width().min(f64::MAX) / side.mag().clamp(f64::MIN_POSITIVE, f64::MAX);
            share.max(relative * 0.25)
        };
        let mut order: Vec<usize> = (0..sides.len()).filter(|&i| sides[i].lo() < sides[i].hi()).collect();
        order.sort_by(|&a, &b| weight(b).total_cmp(&weight(a)).then(a.cmp(&b)));
        order.truncate(CUTS);
        order.into_iter().filter_map(|i| self.cut(i, sides)).collect()
    }

    /// Cuts a side after an input near its middle; 0 where both signs have a fair share.
    fn cut(&self, i: usize, sides: &[Interval]) -> Option<Cut> {
        let side = sides[i];
        let middle = if straddles(side) { 0.0 } else { centre(&side) };
        let mut point: Vec<f64> = sides.iter().map(Interval::lo).collect();
        point[i] = middle;
        // The nearest input may lie beyond a side that contraction has left between two of them.
        let snapped = self.problem.inputs.snap(&point)[i];
        let at = if snapped < side.hi() {
            snapped.max(side.lo())
        } else {
            side.lo()
        };
        (self.problem.inputs.after(i, at) > at).then_some(Cut { side: i, at })
    }

    /// The halves of a box that are not excluded at once.
    fn halves(&mut self, sides: &[Interval], cut: &Cut) -> Vec<Half> {
        let side = sides[cut.side];
        // Between two neighbouring inputs there is none: the halves need not touch.
        let after = self.problem.inputs.after(cut.side, cut.at);
        let mut open = Vec::new();
        for half in [Interval::new(side.lo(), cut.at), Interval::new(after, side.hi())]
            .into_iter()
            .flatten()
        {
            let mut part = sides.to_vec();
            part[cut.side] = half;
            if self.engine.judge(&part).truth != Truth::Never {
                let middle: Vec<f64> = part.iter().map(centre).collect();
                let gap = self.promise(&middle);
                open.push(Half { sides: part, gap });
            }
        }
        open
    }

    fn push(&mut self, sides: Vec<Interval>, gap: f64) {
        self.made += 1;
        self.queue.push(QueuedBox {
            gap,
            number: self.made,
            sides,
        });
    }
}

fn points(point: &[f64]) -> Vec<Interval> {
    point.iter().map(|&x| Interval::point(x)).collect()
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

/// A part of a box, with the gap at its middle.
struct Half {
    sides: Vec<Interval>,
    gap: f64,
}

/// A side and where to cut it.
struct Cut {
    side: usize,
    at: f64,
}

/// How many sides are tried. Each costs two contractions of half a box, and the best of them is kept: with all sides
/// tried, a box of many inputs would cost the square of their number.
const CUTS: usize = 4;

/// Whether both signs have a fair share of a side that is not cut at 0 anyway.
fn straddles(side: Interval) -> bool {
    let (left, right) = (-side.lo(), side.hi());
    left > 0.0 && right > 0.0 && left.max(right) < 64.0 * left.min(right)
}
