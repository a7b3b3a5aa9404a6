//! What the errors of the target and of a mutant say: observed orders, and comparisons pair by pair.

use super::fleet::CallResult;
use super::iterations::within;
use super::statistics::{median, median_interval, sign_test, theil_sen};
use suite::accuracy::{EqualWork, OrderRecord};

/// What is known of a problem: step sizes from the coarsest to the finest, and the size of the solution.
#[derive(Clone, Debug, PartialEq)]
pub struct Ladder {
    /// Step sizes.
    pub hs: Vec<f64>,
    /// This many of them, from the first on, were tried with mutants too.
    pub shared: usize,
    /// Size of the solution; 0 if it is not known.
    pub size: f64,
}

/// An error below this many units in the last place of the solution's size is one of rounding.
const ROUNDING: f64 = 100.0;
/// This many of the finest points make the order: coarser ones are not there yet where the error is c·h^p.
const FINEST: usize = 5;
/// Problems that must have an order before their median is one.
pub const PROBLEMS: usize = 3;

impl Ladder {
    /// Errors below it are of rounding; 0 if the size of the solution is not known.
    pub fn floor(&self) -> f64 {
        ROUNDING * f64::EPSILON * self.size
    }

    /// Which cells count for the order: the finest that are above the floor.
    pub fn used(&self, cells: &[CallResult]) -> Vec<bool> {
        let mut left = FINEST;
        let mut used = vec![false; cells.len()];
        let floor = self.floor();
        for (i, cell) in cells.iter().enumerate().rev() {
            if left > 0 && cell.error.is_finite() && cell.error > floor {
                used[i] = true;
                left -= 1;
            }
        }
        used
    }

    /// The observed order: the slope of log error against log h.
    pub fn order(&self, cells: &[CallResult]) -> Option<OrderRecord> {
        let used = self.used(cells);
        let points = self.hs.iter().zip(cells).zip(used).filter(|(_, used)| *used);
        let points: Vec<(f64, f64)> = points.map(|((h, cell), _)| (h.log2(), cell.error.log2())).collect();
        theil_sen(&points)
    }
}

/// The cells of one problem after the other.
pub fn by_problem<'a>(
    ladders: &'a [Ladder],
    cells: &'a [CallResult],
) -> impl Iterator<Item = (&'a Ladder, &'a [CallResult])> {
    let mut rest = cells;
    ladders.iter().map(move |ladder| {
        let (own, others) = rest.split_at(ladder.hs.len().min(rest.len()));
        rest = others;
        (ladder, own)
    })
}

/// The steps that mutants were tried with, and the target's cells there.
pub fn shared(ladders: &[Ladder], cells: &[CallResult]) -> (Vec<Ladder>, Vec<CallResult>) {
    let cut = |ladder: &Ladder| Ladder {
        hs: ladder.hs[..ladder.shared].to_vec(),
        ..ladder.clone()
    };
    let kept = by_problem(ladders, cells).flat_map(|(ladder, own)| own.iter().take(ladder.shared).copied());
    (ladders.iter().map(cut).collect(), kept.collect())
}

/// How far the error falls from the coarsest step to its least value, in powers of 2: the median over problems.
/// None where the errors of the coarsest steps are of rounding already.
pub fn fall(ladders: &[Ladder], cells: &[CallResult]) -> Option<f64> {
    let falls = by_problem(ladders, cells).filter_map(|(ladder, own)| {
        let errors: Vec<f64> = own.iter().map(|c| c.error).filter(|e| e.is_finite()).collect();
        let first = errors.first().filter(|e| **e > ladder.floor())?;
        let least = errors.iter().copied().fold(*first, f64::min).max(f64::MIN_POSITIVE);
        Some(first.log2() - least.log2())
    });
    median(&falls.collect::<Vec<_>>())
}

/// How far the error must fall by design, in powers of 2: the median over problems. Without an order it is taken for 1.
pub fn must_fall(ladders: &[Ladder], order: Option<f64>) -> f64 {
    let ratio = |ladder: &Ladder| Some((ladder.hs.first()? / ladder.hs.last()?).log2());
    let falls: Vec<f64> = ladders.iter().filter_map(ratio).collect();
    order.unwrap_or(1.0) * median(&falls).unwrap_or(0.0)
}

/// The order over all problems; none if too few have one.
pub fn order(ladders: &[Ladder], cells: &[CallResult]) -> Option<OrderRecord> {
    let orders: Vec<f64> = by_problem(ladders, cells)
        .filter_map(|(ladder, own)| ladder.order(own).map(|o| o.order))
        .collect();
    median_interval(&orders).filter(|_| orders.len() >= PROBLEMS)
}

/// Pairs of problem and step at which a mutant and the target are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ErrorPairs {
    /// With a greater error.
    pub worse: u64,
    /// With a smaller error.
    pub better: u64,
    /// With the same error.
    pub same: u64,
    /// Without a finite error of both.
    pub missing: u64,
}

impl ErrorPairs {
    /// Compares errors, the mutant's first.
    fn add(&mut self, mutant: f64, target: f64) {
        let count = match mutant.partial_cmp(&target) {
            _ if !mutant.is_finite() || !target.is_finite() => &mut self.missing,
            Some(std::cmp::Ordering::Greater) => &mut self.worse,
            Some(std::cmp::Ordering::Less) => &mut self.better,
            _ => &mut self.same,
        };
        *count += 1;
    }

    /// Compares errors that are known roughly: those within a tenth of each other, or of rounding, are the same.
    fn add_roughly(&mut self, mutant: f64, target: f64, floor: f64) {
        let (m, t) = (mutant.max(floor), target.max(floor));
        match (m / t - 1.0).abs() <= NEAR || m == t {
            true if mutant.is_finite() => self.same += 1,
            _ => self.add(mutant, target),
        }
    }

    /// Pairs at which the two differ.
    pub fn different(&self) -> u64 {
        self.worse + self.better
    }

    /// The probability of this many greater errors by chance.
    pub fn p(&self) -> f64 {
        sign_test(self.worse, self.better)
    }
}

/// Errors at equal work lie between two that were measured, so that they are known to so much.
const NEAR: f64 = 0.1;

/// Compares a mutant with the target, pair by pair.
pub fn compare(mutant: &[CallResult], target: &[CallResult]) -> ErrorPairs {
    let mut comparison = ErrorPairs::default();
    for (m, t) in mutant.iter().zip(target) {
        comparison.add(m.error, t.error);
    }
    comparison
}

/// Median over pairs of log2 of the mutant's error over the target's. Errors of rounding count as the floor.
pub fn log_ratio(ladders: &[Ladder], mutant: &[CallResult], target: &[CallResult]) -> Option<f64> {
    let pairs = by_problem(ladders, mutant).zip(by_problem(ladders, target));
    let ratios = pairs.flat_map(|((ladder, m), (_, t))| {
        let above = |e: f64| e.max(ladder.floor() / ROUNDING).log2();
        let ratio = move |(m, t): (&CallResult, &CallResult)| above(m.error) - above(t.error);
        m.iter()
            .zip(t)
            .filter(|(m, t)| m.error.is_finite() && t.error.is_finite())
            .map(ratio)
    });
    median(&ratios.filter(|r| r.is_finite()).collect::<Vec<_>>())
}

/// Whether a mutant's errors are the target's up to rounding, at every pair.
pub fn same_but_rounding(ladders: &[Ladder], mutant: &[CallResult], target: &[CallResult]) -> bool {
    let mut pairs = by_problem(ladders, mutant).zip(by_problem(ladders, target));
    pairs.all(|((ladder, m), (_, t))| {
        let near = |(m, t): (&CallResult, &CallResult)| (m.error - t.error).abs() <= ladder.floor();
        m.iter().zip(t).all(near)
    })
}

/// A mutant works as much as the target if its work is within this factor.
const SAME_WORK: f64 = 1.05;

/// The mutant beside the target at equal work; none if the work is not known or the same. For root finders `curves` have the
/// target's errors with other numbers of iterations, cell by cell.
pub fn equal_work(
    ladders: &[Ladder],
    mutant: &[CallResult],
    target: &[CallResult],
    curves: Option<&[Vec<CallResult>]>,
) -> Option<EqualWork> {
    let mut ratios = vec![];
    let mut comparison = ErrorPairs::default();
    let mut curve = curves.unwrap_or_default().iter();
    for ((ladder, m), (_, t)) in by_problem(ladders, mutant).zip(by_problem(ladders, target)) {
        for (m, t_cell) in m.iter().zip(t) {
            let curve = curve.next();
            if !(m.work > 0.0 && t_cell.work > 0.0) {
                continue;
            }
            ratios.push(m.work / t_cell.work);
            let error = match curves {
                Some(_) => curve.and_then(|curve| within(curve, m.work)),
                None => at_work(ladder, t, m.work),
            };
            if let Some(error) = error {
                comparison.add_roughly(m.error, error, ladder.floor());
            }
        }
    }
    let ratio = median(&ratios)?;
    let other = !(1.0 / SAME_WORK..=SAME_WORK).contains(&ratio);
    other.then(|| EqualWork {
        ratio,
        worse: comparison.worse,
        better: comparison.better,
        same: comparison.same,
        p: comparison.p(),
    })
}

/// The error that the target would have with so much work: on the line between its points, both logarithmic.
///
/// Behind the finest point the line through the last two goes on, for a factor of 4 at most.
fn at_work(ladder: &Ladder, target: &[CallResult], work: f64) -> Option<f64> {
    let usable = |c: &&CallResult| c.work > 0.0 && c.error.is_finite() && c.error > ladder.floor();
    let points: Vec<&CallResult> = target.iter().filter(usable).collect();
    let (first, last) = (points.first()?, points.last()?);
    if points.len() < 2 || work < first.work || work > 4.0 * last.work {
        return None;
    }
    let upper = points
        .iter()
        .position(|c| c.work >= work)
        .unwrap_or(points.len() - 1)
        .max(1);
    let (a, b) = (points[upper - 1], points[upper]);
    let share = (work / a.work).log2() / (b.work / a.work).log2();
    let error = a.error.log2() + share * (b.error.log2() - a.error.log2());
    error.is_finite().then(|| error.exp2())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ladder() -> Ladder {
        let hs = (0..8).map(|k| 2f64.powi(-k)).collect();
        Ladder {
            hs,
            shared: 8,
            size: 1.0,
        }
    }

    /// Errors c·h^p with the work w/h.
    fn curve(c: f64, p: i32, w: f64) -> Vec<CallResult> {
        let cell = |h: &f64| CallResult {
            error: c * h.powi(p),
            work: w / h,
            seconds: 0.0,
        };
        ladder().hs.iter().map(cell).collect()
    }

    #[test]
    fn orders_are_observed_above_the_floor() {
        assert_eq!(ladder().order(&curve(0.1, 4, 1.0)).unwrap().order, 4.0);
        // 2^-7·12 is far below rounding: only the coarse points count.
        let order = ladder().order(&curve(0.1, 12, 1.0)).unwrap();
        assert_eq!((order.order, order.from), (12.0, 4));
        assert_eq!(ladder().order(&curve(1e-20, 4, 1.0)), None);
    }

    #[test]
    fn a_finer_mutant_is_not_better_at_equal_work() {
        let (target, finer) = (curve(0.1, 2, 1.0), curve(0.025, 2, 2.0));
        assert_eq!(compare(&finer, &target).better, 8);
        let equal = equal_work(&[ladder()], &finer, &target, None).unwrap();
        assert_eq!((equal.ratio, equal.worse, equal.better, equal.same), (2.0, 0, 0, 8));
        let better = equal_work(&[ladder()], &curve(0.001, 2, 2.0), &target, None).unwrap();
        assert_eq!((better.better, better.worse), (8, 0));
        assert_eq!(equal_work(&[ladder()], &target, &target, None), None);
    }

    #[test]
    fn results_that_are_not_finite_are_left_out() {
        let mut mutant = curve(0.2, 2, 1.0);
        mutant[3].error = f64::NAN;
        let comparison = compare(&mutant, &curve(0.1, 2, 1.0));
        assert_eq!((comparison.worse, comparison.missing), (7, 1));
    }
}
