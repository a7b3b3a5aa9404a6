//! Whether an accuracy can be met at all: the nearest float is off by up to half a unit in the last place.
//!
//! For a format of p bits that is 2^−p·|y| at most, and no less right above a power of two. A requirement that is finer
//! leaves inputs without any acceptable output, unless results happen to be floats, as small integers are.

use crate::exactness::{never_rounds, output_format};
use crate::world::World;
use expr::eval::{EnclosureArithmetic, Evaluator, Tape};
use expr::spec::{Format, Specification};
use interval::{Definedness, FloatEnclosure, Interval};
use rug::{Integer, Rational};

/// What is to be said, once, about an accuracy that the floats of the output cannot meet in general.
///
/// ```
/// use expr::spec::{Defaults, Specification};
/// use proof::attainable::notice;
///
/// let spec = |options: &str| {
///     let text = format!("spec f(x in [1, 2]) {options} {{ exp(x) }}");
///     Specification::from_core(&expr::infix::read(&text)?.remove(0), &Defaults::default())
/// };
/// assert!(notice(&spec("precision binary32 accuracy 1e-10")?).is_some());
/// assert!(notice(&spec("accuracy 1e-10")?).is_none());
/// # Ok::<(), expr::diagnostic::Diagnostics>(())
/// ```
pub fn notice(spec: &Specification) -> Option<String> {
    // Results of fixed point are exact more often than not, and to ask for that is usual.
    let format = output_format(spec.output)?;
    let precision = format.precision;
    if is_coarse_enough(spec, precision) {
        return None;
    }
    let world = World::with(spec.clone(), Vec::new()).ok()?;
    let is_met = never_rounds(&world, format) || spec.accuracy.absolute.is_some() && is_met_in_the_middle(&world);
    (!is_met).then(|| words(spec.output, precision))
}

/// Whether half a unit in the last place is within the relative margin or the margin in ulps, whatever the value.
/// Of a value y between floats, next to 2^k, the nearest is off by h = 2^(k−p) where y = 2^k + h: a share of 2^−p/(1 + 2^−p).
fn is_coarse_enough(spec: &Specification, precision: u32) -> bool {
    let share = Rational::from((Integer::from(1), (Integer::from(1) << precision) + 1));
    let margins = spec.accuracy.margins();
    let relative = margins.relative.is_some_and(|e| e >= share);
    relative || margins.ulps.is_some_and(|n| n >= 0.5)
}

/// Whether half a unit in the last place is within the margin of the value in the middle of the domain, if it has one.
fn is_met_in_the_middle(world: &World) -> bool {
    let tape = Tape::new(&world.dag, &[world.root]);
    let mut evaluator = Evaluator::new(&tape, EnclosureArithmetic);
    let middle = |&(lo, hi): &(f64, f64)| FloatEnclosure::point(Interval::hull_of(lo, hi).mid());
    let inputs: Vec<FloatEnclosure> = world.domain.iter().map(middle).collect();
    evaluator.run(&inputs);
    let value = evaluator.root(0);
    let y = value.range.mid();
    match (value.defined, Rational::from_f64(y)) {
        (Definedness::Everywhere, Some(exact)) => {
            let format = world.spec.output;
            let half = (format.next_up(format.nearest(y).abs()) - format.nearest(y).abs()) / 2.0;
            Rational::from_f64(half).is_none_or(|half| half <= world.margin.at(&exact))
        }
        _ => true,
    }
}

fn words(format: Format, precision: u32) -> String {
    format!(
        "the accuracy is finer than {} numbers are: rounding to nearest alone is off by up to half a unit in the last \
         place. Inputs without an acceptable output get no test; what can be met everywhere is 0.5 ulps, or {:.2e} relative",
        format.name(),
        (-f64::from(precision)).exp2(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use expr::spec::Defaults;

    fn is_said(options: &str, formula: &str) -> bool {
        let text = format!("spec f(x in [1, 1.5]) {options} {{ {formula} }}");
        let core = expr::infix::read(&text).unwrap().remove(0);
        notice(&Specification::from_core(&core, &Defaults::default()).unwrap()).is_some()
    }

    #[test]
    fn it_is_said_of_what_is_finer_than_half_a_unit() {
        for (options, said) in [
            ("precision binary32 accuracy 1e-10", true),
            ("precision binary32 accuracy 6e-8", false),
            ("precision binary32 accuracy 5.9e-8", true),
            ("accuracy 1e-16", true),
            ("accuracy 2^-53", false),
            ("accuracy ulps 0.3", true),
            ("accuracy ulps 1/2", false),
            ("accuracy rounded", false),
            ("accuracy 1e-20 or abs 1e-20", true),
            ("accuracy abs 1e-3", false),
        ] {
            assert_eq!(is_said(options, "sqrt(x)"), said, "{options}");
        }
    }

    #[test]
    fn what_is_exact_can_be_met() {
        assert!(is_said("precision binary32 accuracy 1e-10", "x / 3"));
        assert!(!is_said("precision binary32 accuracy 1e-10", "-x"));
    }
}
