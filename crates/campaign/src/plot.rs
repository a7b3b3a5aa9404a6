//! Values of a formula for a picture: binary64 at a grid of inputs of the domain.

use expr::dag::Dag;
use expr::eval::{Evaluator, FloatArithmetic, Tape};
use expr::lower::lower;
use expr::spec::{Defaults, Input, Specification};
use suite::Plot;

/// Inputs along the axis of a function of one argument.
const POINTS: usize = 601;

/// Inputs along the axes of a function of two arguments.
const COLUMNS: usize = 121;
const ROWS: usize = 81;

/// The values of the only specification of an FPCore text; none if it has not one or two arguments with a range.
pub fn sample(fpcore: &str) -> Option<Plot> {
    let cores = expr::fpcore::read(fpcore).ok()?;
    let spec = Specification::from_core(cores.first()?, &Defaults::default()).ok()?;
    match spec.inputs.as_slice() {
        [x] => line(&spec, x),
        [x, y] => surface(&spec, x, y),
        _ => None,
    }
}

fn line(spec: &Specification, x: &Input) -> Option<Plot> {
    let xs = axis(x.floats()?, POINTS)?;
    let ys = values(spec, xs.iter().map(|&x| vec![x]))?;
    Some(Plot::Line { xs, ys })
}

fn surface(spec: &Specification, x: &Input, y: &Input) -> Option<Plot> {
    let (xs, ys) = (axis(x.floats()?, COLUMNS)?, axis(y.floats()?, ROWS)?);
    let points = ys.iter().flat_map(|&y| xs.iter().map(move |&x| vec![x, y]));
    let zs = values(spec, points)?;
    Some(Plot::Surface { xs, ys, zs })
}

fn values(spec: &Specification, points: impl Iterator<Item = Vec<f64>>) -> Option<Vec<f64>> {
    let mut dag = Dag::new();
    let formula = lower(&mut dag, &spec.core, &spec.core.body).ok()?;
    let inside = match &spec.constraint {
        Some(constraint) => lower(&mut dag, &spec.core, constraint).ok()?,
        None => dag.boolean(true),
    };
    let tape = Tape::new(&dag, &[formula, inside]);
    let mut evaluator = Evaluator::new(&tape, FloatArithmetic);
    let value = |point: Vec<f64>| {
        evaluator.run(&point);
        if *evaluator.root(1) == 1.0 {
            *evaluator.root(0)
        } else {
            f64::NAN
        }
    };
    Some(points.map(value).collect())
}

/// Ranges beyond this have more to show than equal steps would.
const WIDE: f64 = 1e6;

/// A positive range of more than this many times its start is shown in equal ratios.
const RATIO: f64 = 1e3;

/// Ascending inputs from `lo` to `hi`, both included; none if they are the same.
fn axis((lo, hi): (f64, f64), points: usize) -> Option<Vec<f64>> {
    if lo >= hi {
        return None;
    }
    let step = |n: usize| n as f64 / (points - 1) as f64;
    let one_sign = lo > 0.0 || hi < 0.0;
    let ratio = (hi / lo).abs().max((lo / hi).abs());
    let at = |n: usize| match step(n) {
        0.0 => lo,
        1.0 => hi,
        t if one_sign && ratio > RATIO => lo * ((hi / lo).ln() * t).exp(),
        t if !one_sign && lo.abs().max(hi.abs()) > WIDE => between(lo, hi, t),
        t => lo * (1.0 - t) + hi * t,
    };
    let mut xs: Vec<f64> = (0..points).map(at).filter(|x| x.is_finite()).collect();
    xs.sort_by(f64::total_cmp);
    xs.dedup();
    Some(xs)
}

/// In equal steps of a logarithm that goes through zero: exact near it, and a power of ten is as wide as any other.
fn between(lo: f64, hi: f64, t: f64) -> f64 {
    let (a, b) = (lo.asinh(), hi.asinh());
    (a * (1.0 - t) + b * t).sinh().clamp(lo, hi)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_gaps_where_there_is_no_value() {
        let text = "(FPCore (x) :pre (<= -1 x 1) :accuracy-rel 1e-6 (sqrt x))";
        let Some(Plot::Line { xs, ys }) = sample(text) else {
            panic!("one argument")
        };
        assert_eq!((xs.len(), xs[0], xs[POINTS - 1]), (POINTS, -1.0, 1.0));
        assert!(ys[0].is_nan() && ys[POINTS - 1] == 1.0);
    }

    #[test]
    fn a_surface_keeps_to_the_domain() {
        let text = "(FPCore (x y) :pre (and (<= 0 x 1) (<= 0 y 2) (<= x y)) :accuracy-rel 1e-6 (- y x))";
        let Some(Plot::Surface { xs, ys, zs }) = sample(text) else {
            panic!("two arguments")
        };
        assert_eq!((xs.len(), ys.len(), zs.len()), (COLUMNS, ROWS, COLUMNS * ROWS));
        assert!(zs[COLUMNS - 1].is_nan() && zs[(ROWS - 1) * COLUMNS] == 2.0);
    }

    #[test]
    fn other_texts_have_no_picture() {
        let three = "(FPCore (x y z) :pre (and (<= 0 x 1) (<= 0 y 1) (<= 0 z 1)) :accuracy-rel 1e-6 (+ x (+ y z)))";
        let point = "(FPCore (x) :pre (<= 1 x 1) :accuracy-rel 1e-6 x)";
        for text in [three, point, "(", ""] {
            assert_eq!(sample(text), None, "{text}");
        }
    }

    #[test]
    fn axes_ascend_whatever_the_range() {
        let ranges = [
            (-f64::MAX, f64::MAX),
            (5e-324, f64::MAX),
            (-1e9, -1e-9),
            (0.0, 1e300),
            (1.0, 1.0f64.next_up()),
            (-100.0, 100.0),
        ];
        for range in ranges {
            let xs = axis(range, 101).unwrap();
            assert!(xs.windows(2).all(|w| w[0] < w[1]), "{range:?}");
            assert_eq!((xs[0], *xs.last().unwrap()), range);
        }
    }
}
