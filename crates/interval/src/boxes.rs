//! Boxes: finite products of intervals.

use crate::interval::Interval;

/// A product of intervals, one per variable.
#[derive(Clone, Debug, PartialEq)]
pub struct IntervalBox(pub Vec<Interval>);

impl IntervalBox {
    /// Number of variables.
    pub fn dimension(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no point in it.
    pub fn is_empty(&self) -> bool {
        self.0.iter().any(Interval::is_empty)
    }

    /// Whether the point is in it; a point of another dimension is not.
    ///
    /// ```
    /// use interval::{Interval, IntervalBox};
    ///
    /// let square = IntervalBox(vec![Interval::UNIT; 2]);
    /// assert!(square.contains(&[0.5, 1.0]));
    /// assert!(!square.contains(&[0.5]));
    /// ```
    pub fn contains(&self, point: &[f64]) -> bool {
        self.0.len() == point.len() && self.0.iter().zip(point).all(|(side, &x)| side.contains(x))
    }

    /// The first variable with the greatest width; `None` if every side is a point (or there is none).
    pub fn widest(&self) -> Option<usize> {
        let wider = |best: Option<(usize, f64)>, (i, w): (usize, f64)| match best {
            Some((_, most)) if most >= w => best,
            _ if w > 0.0 => Some((i, w)),
            _ => best,
        };
        self.0
            .iter()
            .map(Interval::width)
            .enumerate()
            .fold(None, wider)
            .map(|(i, _)| i)
    }

    /// The two halves on either side of `at` in variable `dim` (both keep the cut itself);
    /// `None` if there is no such variable or `at` is not inside its side.
    ///
    /// ```
    /// use interval::{Interval, IntervalBox};
    ///
    /// let square = IntervalBox(vec![Interval::UNIT; 2]);
    /// let halves = square.bisect(0, 0.25);
    /// // The cut belongs to both halves: no real is lost.
    /// assert!(halves.is_some_and(|(low, high)| low.contains(&[0.25, 1.0]) && high.contains(&[0.25, 1.0])));
    /// assert_eq!(square.bisect(0, 2.0), None);
    /// ```
    pub fn bisect(&self, dim: usize, at: f64) -> Option<(IntervalBox, IntervalBox)> {
        let side = self.0.get(dim).filter(|side| side.contains(at))?;
        let with = |half: Interval| {
            let mut sides = self.0.clone();
            sides[dim] = half;
            IntervalBox(sides)
        };
        Some((with(Interval::new(side.lo(), at)?), with(Interval::new(at, side.hi())?)))
    }

    /// A finite point inside, near the middle of every side.
    pub fn mid_point(&self) -> Vec<f64> {
        self.0.iter().map(Interval::mid).collect()
    }
}

impl FromIterator<Interval> for IntervalBox {
    fn from_iter<I: IntoIterator<Item = Interval>>(sides: I) -> IntervalBox {
        IntervalBox(sides.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn side(lo: f64, hi: f64) -> Interval {
        Interval::new(lo, hi).unwrap()
    }

    #[test]
    fn bisecting_keeps_every_point() {
        let b = IntervalBox(vec![side(0.0, 1.0), side(-4.0, 4.0)]);
        assert_eq!(b.widest(), Some(1));
        let (left, right) = b.bisect(1, 1.0).unwrap();
        assert_eq!(left.0[1], side(-4.0, 1.0));
        assert_eq!(right.0[1], side(1.0, 4.0));
        assert!(left.contains(&[0.5, 1.0]) && right.contains(&[0.5, 1.0]));
        assert_eq!(b.bisect(2, 0.0), None);
        assert_eq!(b.bisect(0, 2.0), None);
        assert_eq!(b.mid_point(), [0.5, 0.0]);
    }

    #[test]
    fn a_point_has_no_widest_side() {
        assert_eq!(IntervalBox(vec![side(1.0, 1.0)]).widest(), None);
        assert!(IntervalBox(vec![Interval::EMPTY]).is_empty());
    }
}
