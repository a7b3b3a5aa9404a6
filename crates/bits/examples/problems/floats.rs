//! Questions about floats alone, for any format: path conditions of numeric code, and laws that hold or fail.

use super::maker::Maker;
use bits::Rounding::{NearestAway, NearestEven, TowardNegative, TowardPositive, TowardZero};

/// A problem for a format.
pub type FloatClaim = (&'static str, fn(&Maker));

/// Conditions as they come from branches.
pub const PATHS: &[FloatClaim] = &[
    ("gap", |m| {
        let x = m.float("x");
        m.hold(x.above(2.0));
        m.hold((x * x).below(3.0));
    }),
    ("window", |m| {
        let x = m.float("x");
        m.hold(x.above(1.5));
        m.hold((x * x).below(2.5));
    }),
    ("horner-root", |m| {
        let x = m.float("x");
        m.hold((((x * 2.0 - 3.0) * x - 11.0) * x + 6.0).equals(0.0));
        m.hold(x.above(1.0));
    }),
    ("horner-inexact-root", |m| {
        let x = m.between("x", 1.0, 2.0);
        m.hold(((x * x - 2.0) * x - 1.0).equals(0.0));
    }),
    ("horner-low", |m| {
        let x = m.between("x", 0.0, 1.0);
        m.hold(((x * 0.5 + 1.0) * x + 1.0).below(1.0));
    }),
    ("horner-high", |m| {
        let x = m.between("x", 0.0, 1.0);
        m.hold(((x * 0.5 + 1.0) * x + 1.0).above(2.5));
    }),
    ("logistic-quarter", |m| {
        let x = m.between("x", 0.0, 1.0);
        m.hold((x * (-x + 1.0)).above(0.28));
    }),
    ("discriminant", |m| {
        let (a, b, c) = (
            m.between("a", 1.0, 4.0),
            m.between("b", -8.0, 8.0),
            m.between("c", 1.0, 4.0),
        );
        m.hold((b * b - a * c * 4.0).equals(0.0));
        m.hold(a.differs(c));
    }),
    ("circle", |m| {
        let (x, y) = (m.float("x"), m.float("y"));
        m.hold((x * x + y * y).equals(25.0));
        m.hold(x.above(y) & y.above(0.0));
    }),
    ("circle-gap", |m| {
        let (x, y) = (m.float("x"), m.float("y"));
        m.hold((x * x + y * y).below(1.0));
        m.hold((x + y).above(2.0));
    }),
    ("product-and-sum", |m| {
        let (x, y) = (m.float("x"), m.float("y"));
        m.hold((x * y).equals(2.21484375));
        m.hold((x + y).equals(3.0));
    }),
    ("product-too-large", |m| {
        let (x, y) = (m.between("x", 1.0, 2.0), m.between("y", 1.0, 2.0));
        m.hold((x * y).above(2.5));
        m.hold((x + y).equals(3.0));
    }),
    ("square-is-two", |m| {
        let x = m.float("x");
        m.hold((x * x).equals(2.0));
    }),
    ("guarded-division", |m| {
        let (x, y) = (m.between("x", -1.0, 1.0), m.float("y"));
        m.hold(y.abs().at_least(0.0625));
        m.hold((x / y).abs().above(16.0));
    }),
    ("division-needs-guard", |m| {
        let (x, y) = (m.between("x", 1.0, 2.0), m.float("y"));
        m.hold(y.differs(0.0));
        m.hold((x / y).is_infinite());
    }),
    ("converges", |m| {
        let x = m.between("x", 1.0, 4.0);
        let guess = (x + 1.0) * 0.5;
        let better = (guess + x / guess) * 0.5;
        m.hold(better.above(2.25));
    }),
    ("clamped", |m| {
        let (x, low, high) = (m.float("x"), m.float("low"), m.float("high"));
        m.hold(low.at_most(high));
        let floor = low.bits().where_else(x.below(low), x.bits()).as_float(m.format);
        let clamped = high
            .bits()
            .where_else(floor.above(high), floor.bits())
            .as_float(m.format);
        m.hold(clamped.below(low) | clamped.above(high));
    }),
    ("interpolation-leaves", |m| {
        let (a, b, t) = (
            m.between("a", -1.0, 1.0),
            m.between("b", 1.0, 8.0),
            m.between("t", 0.0, 1.0),
        );
        m.hold((a + t * (b - a)).above(b));
    }),
    ("interpolation-stays", |m| {
        let (a, b, t) = (
            m.between("a", 1.0, 2.0),
            m.between("b", 1.0, 2.0),
            m.between("t", 0.0, 1.0),
        );
        m.hold(a.at_most(b));
        m.hold((a + t * (b - a)).above(b));
    }),
    ("loop-of-tenths", |m| {
        let x = m.between("x", 0.0, 1.0);
        let sum = x + 0.1 + 0.1 + 0.1;
        m.hold(sum.differs(x + 0.3));
        m.hold(x.above(0.5));
    }),
];

/// NaN, infinities, zeros, subnormal numbers, and the order.
pub const CLASSES: &[FloatClaim] = &[
    ("nan-differs-from-itself", |m| {
        let x = m.float("x");
        m.hold(x.differs(x));
        m.hold(!x.is_nan());
    }),
    ("nan-from-difference", |m| {
        let (x, y) = (m.float("x"), m.float("y"));
        m.hold((x - y).is_nan());
        m.hold(!x.is_nan() & !y.is_nan());
    }),
    ("nan-from-finite-sum", |m| {
        let (x, y, z) = (m.finite("x"), m.finite("y"), m.finite("z"));
        m.hold((x + y + z).is_nan());
    }),
    ("nan-from-finite-quotient", |m| {
        let (x, y) = (m.finite("x"), m.finite("y"));
        m.hold(y.differs(0.0) & (x / y).is_nan());
    }),
    ("nan-from-product-minus-product", |m| {
        let (x, y) = (m.finite("x"), m.finite("y"));
        m.hold((x * x - y * y).is_nan());
    }),
    ("trichotomy", |m| {
        let (x, y) = (m.float("x"), m.float("y"));
        m.hold(!x.below(y) & !y.below(x) & !x.equals(y));
        m.hold(!x.is_nan() & !y.is_nan());
    }),
    ("order-is-that-of-bits", |m| {
        let (x, y) = (m.float("x"), m.float("y"));
        m.hold(x.at_least(0.0) & y.above(0.0));
        let positive = x.bits().extract(m.format.width() - 1, m.format.width() - 1).equals(0);
        m.hold(positive & (x.below(y) ^ x.bits().below(y.bits())));
    }),
    ("negative-zero", |m| {
        let x = m.float("x");
        m.hold(x.equals(0.0));
        m.hold((m.number(1.0, m.format) / x).below(0.0));
    }),
    ("equal-with-other-bits", |m| {
        let (x, y) = (m.float("x"), m.float("y"));
        m.hold(x.equals(y) & x.bits().differs(y.bits()));
        m.hold(x.differs(0.0));
    }),
    ("subnormal-product", |m| {
        let (x, y) = (m.float("x"), m.float("y"));
        m.hold(x.is_normal() & y.is_normal() & (x * y).is_subnormal());
    }),
    ("subnormal-difference", |m| {
        let (x, y) = (m.float("x"), m.float("y"));
        m.hold(x.is_finite() & y.is_finite());
        m.hold((x - y).equals(0.0) & x.differs(y));
    }),
    ("exponent-bits-double", |m| {
        let x = m.between("x", 1.0, 1024.0);
        let next = x.bits() + (1i128 << m.format.fraction());
        m.hold(next.differs((x * 2.0).bits()));
    }),
    ("ceil-far", |m| {
        let x = m.finite("x");
        m.hold((x.integral(TowardPositive) - x).at_least(1.0));
    }),
    ("floor-above", |m| {
        let x = m.float("x");
        m.hold(x.integral(TowardNegative).above(x));
    }),
    ("rint-far", |m| {
        let x = m.finite("x");
        m.hold((x.integral(NearestEven) - x).abs().above(0.5));
    }),
    ("round-by-half-fails", |m| {
        let x = m.between("x", 0.0, 16.0);
        m.hold((x + 0.5).integral(TowardNegative).differs(x.integral(NearestAway)));
    }),
    ("fraction-part", |m| {
        let x = m.between("x", 0.0, 64.0);
        let whole = x.integral(TowardZero);
        m.hold((x - whole + whole).differs(x));
    }),
];

/// Laws of arithmetic that rounding keeps or breaks: the negation is asked for.
pub const LAWS: &[FloatClaim] = &[
    ("square-not-negative", |m| {
        let x = m.float("x");
        m.hold(!(x * x).at_least(0.0) & !(x * x).is_nan());
    }),
    ("difference-vanishes", |m| {
        let x = m.finite("x");
        m.hold((x - x).differs(0.0));
    }),
    ("quotient-by-itself", |m| {
        let x = m.finite("x");
        m.hold(x.differs(0.0) & (x / x).differs(1.0));
    }),
    ("halves", |m| {
        let x = m.float("x");
        m.hold((x / 2.0).bits().differs((x * 0.5).bits()));
    }),
    ("thirds", |m| {
        let x = m.between("x", 1.0, 2.0);
        m.hold((x / 3.0).differs(x * (1.0 / 3.0)));
    }),
    ("sum-commutes", |m| {
        let (x, y) = (m.float("x"), m.float("y"));
        m.hold((x + y).bits().differs((y + x).bits()));
    }),
    ("difference-turns", |m| {
        let (x, y) = (m.finite("x"), m.finite("y"));
        m.hold((x - y).differs(-(y - x)));
    }),
    ("sum-associates", |m| {
        let [x, y, z] = ["x", "y", "z"].map(|name| m.between(name, 1.0, 2.0));
        m.hold((x + y + z).differs(x + (y + z)));
    }),
    ("product-associates", |m| {
        let [x, y, z] = ["x", "y", "z"].map(|name| m.between(name, 1.0, 2.0));
        m.hold((x * y * z).differs(x * (y * z)));
    }),
    ("distributes", |m| {
        let [x, y, z] = ["x", "y", "z"].map(|name| m.between(name, 1.0, 2.0));
        m.hold((x * (y + z)).differs(x * y + x * z));
    }),
    ("twice-distributes", |m| {
        let [x, y] = ["x", "y"].map(|name| m.between(name, -64.0, 64.0));
        m.hold(((x + y) * 2.0).differs(x * 2.0 + y * 2.0));
    }),
    ("absorbed", |m| {
        let (x, y) = (m.float("x"), m.float("y"));
        m.hold(x.at_least(1.0) & y.above(1.0));
        m.hold(x.is_finite() & (x + y).equals(x));
    }),
    ("not-absorbed", |m| {
        let (x, y) = (m.finite("x"), m.finite("y"));
        m.hold(x.above(0.0) & y.at_least(x));
        m.hold((x + y).equals(x));
    }),
    ("counter-stops", |m| {
        let x = m.float("x");
        m.hold(x.equals(x + 1.0) & x.is_finite());
    }),
    ("counter-goes-on", |m| {
        let x = m.between("x", -1000.0, 1000.0);
        m.hold(x.equals(x + 1.0));
    }),
    ("sum-keeps-order", |m| {
        let [x, y, z] = ["x", "y", "z"].map(|name| m.float(name));
        m.hold(x.at_most(y) & (y + z).below(x + z));
    }),
    ("product-keeps-order", |m| {
        let [x, y, z] = ["x", "y", "z"].map(|name| m.between(name, 0.5, 4.0));
        m.hold(x.at_most(y) & (y * z).below(x * z));
    }),
    ("product-shrinks", |m| {
        let (x, y) = (m.between("x", 0.0, 1.0), m.finite("y"));
        m.hold(y.at_least(0.0) & (x * y).above(y));
    }),
    ("quotient-shrinks", |m| {
        let (x, y) = (m.finite("x"), m.finite("y"));
        m.hold(x.at_least(0.0) & y.at_least(1.0) & (x / y).above(x));
    }),
    ("quotient-comes-back", |m| {
        let (x, y) = (m.between("x", 1.0, 2.0), m.between("y", 1.0, 2.0));
        m.hold((x / y * y).differs(x));
    }),
    ("reciprocal-comes-back", |m| {
        let x = m.between("x", 1.0, 2.0);
        let one = m.number(1.0, m.format);
        m.hold((one / (one / x)).differs(x));
    }),
    ("sterbenz", |m| {
        let (x, y) = (m.between("x", 1.0, 2.0), m.between("y", 1.0, 2.0));
        m.hold((x - y + y).differs(x));
    }),
    ("sum-comes-back", |m| {
        let (x, y) = (m.between("x", 1.0, 2.0), m.between("y", 1.0, 2.0));
        m.hold((x + y - y).differs(x));
    }),
    ("two-sum", |m| {
        let (x, y) = (m.between("x", 1.0, 2.0), m.between("y", 4.0, 8.0));
        let s = x + y;
        let part = s - x;
        m.hold(((x - (s - part)) + (y - part)).above(0.0));
    }),
    ("middle", |m| {
        let (x, y) = (m.between("x", 1.0, 4.0), m.between("y", 1.0, 4.0));
        let middle = (x + y) / 2.0;
        m.hold(x.at_most(y) & (middle.below(x) | middle.above(y)));
    }),
    ("middle-overflows", |m| {
        let (x, y) = (m.finite("x"), m.finite("y"));
        m.hold(x.at_most(y) & ((x + y) / 2.0).above(y));
    }),
    ("middle-by-difference", |m| {
        let (x, y) = (m.between("x", 1.0, 4.0), m.between("y", 1.0, 4.0));
        let middle = x + (y - x) * 0.5;
        m.hold(x.at_most(y) & (middle.below(x) | middle.above(y)));
    }),
    ("modes-in-order", |m| {
        let (x, y) = (m.finite("x"), m.finite("y"));
        m.hold(x.Add(TowardPositive, y).below(x.Add(TowardNegative, y)));
    }),
    ("product-modes-in-order", |m| {
        let (x, y) = (m.finite("x"), m.finite("y"));
        m.hold(x.Multiply(TowardPositive, y).below(x.Multiply(TowardNegative, y)));
    }),
    ("exact-third", |m| {
        let x = m.between("x", 1.0, 2.0);
        m.hold(x.Divide(TowardPositive, 3.0).equals(x.Divide(TowardNegative, 3.0)));
    }),
];

/// Roots and fused products.
pub const ROOTS: &[FloatClaim] = &[
    ("root-not-negative", |m| {
        let x = m.float("x");
        m.hold(!x.root().at_least(0.0) & !x.root().is_nan());
    }),
    ("root-grows", |m| {
        let x = m.finite("x");
        m.hold(x.at_least(1.0) & x.root().above(x));
    }),
    ("root-of-square", |m| {
        let x = m.between("x", 1.0, 2.0);
        m.hold((x * x).root().differs(x));
    }),
    ("square-of-root", |m| {
        let x = m.between("x", 1.0, 2.0);
        m.hold((x.root() * x.root()).differs(x));
    }),
    ("root-keeps-order", |m| {
        let (x, y) = (m.between("x", 1.0, 4.0), m.between("y", 1.0, 4.0));
        m.hold(x.at_most(y) & x.root().above(y.root()));
    }),
    ("root-is-exact", |m| {
        let x = m.between("x", 1.5, 100.0);
        let root = x.root();
        m.hold((root * root).equals(x) & root.equals(root.integral(TowardZero)));
        m.hold(x.above(30.0));
    }),
    ("fma-is-not-two-roundings", |m| {
        let [x, y, z] = ["x", "y", "z"].map(|name| m.between(name, 1.0, 2.0));
        m.hold(x.fma(y, z).differs(x * y + z));
    }),
    ("fma-by-one", |m| {
        let (x, y) = (m.finite("x"), m.finite("y"));
        m.hold(x.fma(1.0, y).differs(x + y));
    }),
    ("fma-with-zero", |m| {
        let (x, y) = (m.finite("x"), m.finite("y"));
        m.hold(x.fma(y, 0.0).differs(x * y));
    }),
    ("fma-residue", |m| {
        let (x, y) = (m.between("x", 1.0, 2.0), m.between("y", 1.0, 2.0));
        m.hold(x.fma(y, -(x * y)).above(0.0));
    }),
];
