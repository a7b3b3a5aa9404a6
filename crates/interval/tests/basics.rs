//! Construction, queries, exactness and tightness at single values.

use interval::{BigEnclosure, BigInterval, Binary, Constant, Definedness, Enclosure, FloatEnclosure, Interval, Unary};
use rug::Rational;

fn span(lo: f64, hi: f64) -> Interval {
    Interval::new(lo, hi).expect("ends in order")
}

#[test]
fn construction_refuses_what_is_not_a_set_of_reals() {
    let inf = f64::INFINITY;
    assert_eq!(Interval::new(f64::NAN, 1.0), None);
    assert_eq!(Interval::new(2.0, 1.0), None);
    assert_eq!(Interval::new(inf, inf), None);
    assert_eq!(Interval::new(-inf, -inf), None);
    assert_eq!(Interval::new(-inf, inf), Some(Interval::ENTIRE));
    assert_eq!(Interval::point(f64::NAN), Interval::EMPTY);
    assert_eq!(Interval::hull_of(2.0, 1.0), span(1.0, 2.0));
    assert!(span(-0.0, 0.0).lo().is_sign_positive());
    assert!((-span(0.0, 0.0)).hi().is_sign_positive());
}

#[test]
fn middle_is_finite_and_inside() {
    let inf = f64::INFINITY;
    let cases = [
        span(f64::MIN, f64::MAX),
        span(f64::MAX, inf),
        span(-inf, f64::MIN),
        span(0.0, inf),
        span(-inf, -3.0),
        span(5e-324, 5e-324),
        span(5e-324, 1e-323),
        Interval::ENTIRE,
        span(1e308, f64::MAX),
    ];
    for x in cases {
        assert!(x.contains(x.mid()), "{x:?} has middle {}", x.mid());
    }
    assert_eq!(span(1.0, 3.0).mid(), 2.0);
}

#[test]
fn measures() {
    assert_eq!(span(-3.0, 2.0).mag(), 3.0);
    assert_eq!(span(-3.0, 2.0).mig(), 0.0);
    assert_eq!(span(-3.0, -2.0).mig(), 2.0);
    assert_eq!(span(f64::MIN, f64::MAX).width(), f64::INFINITY);
    assert_eq!(Interval::EMPTY.width(), 0.0);
}

#[test]
fn rationals_and_constants_are_tight() {
    let third = Interval::from_rational(&Rational::from((1, 3)));
    assert_eq!(third.hi(), third.lo().next_up());
    assert_eq!(Interval::from_rational(&Rational::from((3, 4))), Interval::point(0.75));
    let huge = Rational::from(10).clone() << 2000u32;
    assert_eq!(Interval::from_rational(&huge), span(f64::MAX, f64::INFINITY));
    let tiny = Rational::from(-1) >> 2000u32;
    assert_eq!(Interval::from_rational(&tiny), span(-5e-324, 0.0));
    for &c in Constant::ALL {
        let precise = BigInterval::constant(c, 300);
        assert_eq!(precise.to_interval(), Interval::constant(c), "{c}");
        assert!(precise.subset_of(&BigInterval::constant(c, 80)), "{c}");
    }
}

#[test]
fn exact_results_are_points() {
    let cases = [
        (Unary::Exp, 0.0, 1.0),
        (Unary::Exp2, -3.0, 0.125),
        (Unary::Exp10, 22.0, 1e22),
        (Unary::Log, 1.0, 0.0),
        (Unary::Log2, 0.125, -3.0),
        (Unary::Log10, 1000.0, 3.0),
        (Unary::Sqrt, 2.25, 1.5),
        (Unary::Cbrt, -3.375, -1.5),
        (Unary::Cos, 0.0, 1.0),
        (Unary::Sin, 0.0, 0.0),
        (Unary::Acos, 1.0, 0.0),
        (Unary::Acosh, 1.0, 0.0),
        (Unary::Erfc, 0.0, 1.0),
        (Unary::Tgamma, 23.0, 1124000727777607680000.0),
        (Unary::Lgamma, 2.0, 0.0),
    ];
    for (f, x, y) in cases {
        assert_eq!(Interval::unary(f, Interval::point(x)), Interval::point(y), "{f}");
        let big = BigInterval::unary(f, &BigInterval::from_f64(x), 128);
        assert_eq!(big, BigInterval::from_f64(y), "{f}");
    }
    assert_eq!(Interval::point(1.5).pow(Interval::point(5.0)), Interval::point(7.59375));
    assert_eq!(Interval::point(3.0).hypot(Interval::point(4.0)), Interval::point(5.0));
}

#[test]
fn large_arguments_of_waves_stay_tight() {
    let x = Interval::point(1e300).sin();
    assert!(x.width() < 1e-15, "{x:?}");
    let narrow = span(1e15, 1e15_f64.next_up()).cos();
    assert!(narrow.width() < 0.2, "{narrow:?}");
}

#[test]
fn definedness_of_square_roots() {
    let root = |lo, hi| FloatEnclosure::unary(Unary::Sqrt, Enclosure::everywhere(span(lo, hi))).defined;
    assert_eq!(root(0.0, 4.0), Definedness::Everywhere);
    assert_eq!(root(-1.0, 4.0), Definedness::Partly);
    assert_eq!(root(-2.0, -1.0), Definedness::Nowhere);
}

#[test]
fn partly_is_inherited_and_nowhere_wins() {
    let partly = FloatEnclosure::unary(Unary::Sqrt, Enclosure::everywhere(span(-1.0, 4.0)));
    let one = FloatEnclosure::point(1.0);
    assert_eq!(
        FloatEnclosure::binary(Binary::Add, partly, one).defined,
        Definedness::Partly
    );
    let nowhere = FloatEnclosure::binary(Binary::Div, one, FloatEnclosure::point(0.0));
    assert_eq!(
        FloatEnclosure::binary(Binary::Add, partly, nowhere),
        Enclosure::nowhere()
    );
    assert_eq!(
        FloatEnclosure::powi(FloatEnclosure::point(0.0), -2),
        Enclosure::nowhere()
    );
    let big = BigEnclosure::constant(Constant::Pi, 100);
    assert_eq!(
        BigEnclosure::unary(Unary::Acosh, &big, 100).defined,
        Definedness::Everywhere
    );
}

#[test]
fn definedness_of_functions_of_two_variables() {
    use Definedness::*;
    let of = |f, x, y| FloatEnclosure::binary(f, Enclosure::everywhere(x), Enclosure::everywhere(y)).defined;
    let cases = [
        (Binary::Pow, span(0.0, 2.0), span(0.0, 1.5), Everywhere),
        (Binary::Pow, span(0.0, 2.0), span(-1.5, 1.5), Partly),
        (Binary::Pow, span(-2.0, 2.0), span(3.0, 3.0), Everywhere),
        (Binary::Pow, span(-2.0, 2.0), span(-3.0, -3.0), Partly),
        (Binary::Pow, span(-2.0, -1.0), span(-3.0, -3.0), Everywhere),
        (Binary::Pow, span(-2.0, -1.0), span(2.0, 3.0), Partly),
        (Binary::Pow, span(-2.0, -1.0), span(0.5, 0.5), Nowhere),
        (Binary::Pow, span(0.0, 0.0), span(-1.0, -1.0), Nowhere),
        (Binary::Div, span(1.0, 2.0), span(0.0, 1.0), Partly),
        (Binary::Div, span(1.0, 2.0), span(0.5, 1.0), Everywhere),
        (Binary::Fmod, span(1.0, 2.0), span(0.0, 0.0), Nowhere),
        (Binary::Atan2, span(0.0, 1.0), span(0.0, 1.0), Partly),
        (Binary::Atan2, span(0.0, 1.0), span(-2.0, -1.0), Everywhere),
        (Binary::Atan2, span(0.0, 0.0), span(0.0, 0.0), Nowhere),
    ];
    for (f, x, y, expected) in cases {
        assert_eq!(of(f, x, y), expected, "{f} of {x:?} and {y:?}");
    }
}

#[test]
fn middles_of_big_intervals_are_inside() {
    let huge: rug::Float = rug::Float::with_val(64, 1) << 100_000;
    let reals = [
        BigInterval::from_interval(&Interval::ENTIRE),
        BigInterval::from_interval(&span(1.0, f64::INFINITY)),
        BigInterval::from_interval(&span(1.0, 1.0_f64.next_up())),
        BigInterval::new(huge.clone(), huge.clone() * 3u32).expect("in order"),
        BigInterval::new(huge.clone(), rug::Float::with_val(64, f64::INFINITY)).expect("in order"),
        BigInterval::point(-huge),
    ];
    for x in reals {
        assert!(x.contains(&x.mid(128)), "{x:?}");
    }
}
