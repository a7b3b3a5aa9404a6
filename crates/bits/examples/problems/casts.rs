//! Questions that mix words and floats, or formats: casts, wider arithmetic, tricks with patterns.

use super::maker::{Float, Maker};
use bits::FloatFormat;
use bits::Rounding::TowardZero;

/// A problem for a format and a width.
pub type CastClaim = (&'static str, FloatFormat, u32, fn(&Maker));

const HALF: FloatFormat = FloatFormat::BINARY16;
const SINGLE: FloatFormat = FloatFormat::BINARY32;
const DOUBLE: FloatFormat = FloatFormat::BINARY64;

fn there_and_back(m: &Maker) {
    let x = m.word("x");
    let back = x.signed_to_float(m.format).to_signed(m.width, TowardZero);
    m.hold(back.differs(x));
}

fn order_is_kept(m: &Maker) {
    let (x, y) = (m.word("x"), m.word("y"));
    m.hold(x.below_signed(y));
    m.hold(y.signed_to_float(m.format).below(x.signed_to_float(m.format)));
}

fn order_becomes_equal(m: &Maker) {
    let (x, y) = (m.word("x"), m.word("y"));
    m.hold(x.below_signed(y));
    m.hold(y.signed_to_float(m.format).equals(x.signed_to_float(m.format)));
}

fn quotient_by_floats(m: &Maker) {
    let (x, y) = (m.word("x"), m.word("y"));
    let quotient = x.signed_to_float(m.format) / y.signed_to_float(m.format);
    m.hold(
        y.differs(0)
            & quotient
                .to_signed(m.width + 1, TowardZero)
                .differs(x.wider_signed(1).divided_signed(y.wider_signed(1))),
    );
}

fn integer_root(m: &Maker) {
    let n = m.word("n");
    let root = n
        .unsigned_to_float(m.format)
        .root()
        .to_signed(m.width, TowardZero)
        .wider(m.width);
    let n = n.wider(m.width);
    m.hold(n.below(root * root) | ((root + 1) * (root + 1)).at_most(n));
}

fn percent(m: &Maker) {
    let n = m.word("n");
    m.hold(!n.below_signed(0) & n.at_most_signed(100));
    let back = (n.signed_to_float(m.format) / 100.0 * 100.0).to_signed(m.width, TowardZero);
    m.hold(back.differs(n));
}

fn tenths(m: &Maker) {
    let n = m.word("n");
    m.hold(!n.below_signed(1) & n.at_most_signed(100));
    let n = n.signed_to_float(m.format);
    m.hold((n * 0.1).differs(n / 10.0));
}

fn truncated(m: &Maker) {
    let x = m.float("x");
    m.hold(x.below(6.0) & x.to_signed(m.width, TowardZero).equals(6));
}

fn truncated_within(m: &Maker) {
    let x = m.float("x");
    m.hold(x.above(5.5) & x.to_signed(m.width, TowardZero).equals(5));
}

fn rounded_by_half(m: &Maker) {
    let x = m.float("x");
    m.hold(x.below(0.5) & x.above(0.0) & (x + 0.5).to_signed(m.width, TowardZero).equals(1));
}

fn hash_of_float(m: &Maker) {
    let x = m.between("x", 1.0, 2.0);
    let hash = (x.bits() * 2_654_435_761i128).right(m.format.width() as i32 - 6);
    m.hold(hash.equals(37) & (x * x).above(3.0));
}

fn inverse_root(m: &Maker) {
    let x = m.between("x", 1.0, 4.0);
    let guess = (-x.bits().right(1) + 0x5f37_59df).as_float(m.format);
    let better = guess * (-(x * 0.5 * guess * guess) + 1.5);
    m.hold((better * better * x).below(0.99));
}

fn clock(m: &Maker) {
    let t = m.word("t");
    let now = t.signed_to_float(m.format);
    m.hold(!t.below_signed(0) & (now + 0.1).equals(now));
}

/// The format into which the next wider one goes back.
fn wider(format: FloatFormat) -> FloatFormat {
    if format == HALF { SINGLE } else { DOUBLE }
}

fn widened_and_back(m: &Maker) {
    let x = m.float("x");
    m.hold(
        !x.is_nan()
            & x.to_format(wider(m.format))
                .to_format(m.format)
                .bits()
                .differs(x.bits()),
    );
}

fn narrowed_and_back(m: &Maker) {
    let x = m.between("x", 1.0, 2.0);
    let narrow = if m.format == DOUBLE { SINGLE } else { HALF };
    let back = x.to_format(narrow).to_format(m.format);
    m.hold(back.above(x) & (back * back).equals(2.25));
}

fn double_rounding(m: &Maker) {
    let x = m.between("x", 1.0, 2.0);
    m.hold(x.to_format(SINGLE).to_format(HALF).differs(x.to_format(HALF)));
}

/// That an operation in the wider format, rounded back, is another than the operation itself.
fn innocuous(m: &Maker, operation: impl for<'m> Fn(Float<'m>, Float<'m>) -> Float<'m>) {
    let (x, y) = (m.float("x"), m.float("y"));
    let wide = wider(m.format);
    let through = operation(x.to_format(wide), y.to_format(wide)).to_format(m.format);
    m.hold(through.bits().differs(operation(x, y).bits()));
}

/// All of them.
pub const CASTS: &[CastClaim] = &[
    ("there-and-back", HALF, 8, there_and_back),
    ("there-and-back", HALF, 16, there_and_back),
    ("there-and-back", SINGLE, 16, there_and_back),
    ("there-and-back", SINGLE, 32, there_and_back),
    ("there-and-back", DOUBLE, 32, there_and_back),
    ("there-and-back", DOUBLE, 64, there_and_back),
    ("order-is-kept", HALF, 16, order_is_kept),
    ("order-is-kept", SINGLE, 32, order_is_kept),
    ("order-is-kept", DOUBLE, 64, order_is_kept),
    ("order-becomes-equal", HALF, 16, order_becomes_equal),
    ("order-becomes-equal", SINGLE, 32, order_becomes_equal),
    ("order-becomes-equal", DOUBLE, 32, order_becomes_equal),
    ("quotient-by-floats", HALF, 8, quotient_by_floats),
    ("quotient-by-floats", SINGLE, 8, quotient_by_floats),
    ("quotient-by-floats", SINGLE, 16, quotient_by_floats),
    ("quotient-by-floats", DOUBLE, 32, quotient_by_floats),
    ("integer-root", HALF, 8, integer_root),
    ("integer-root", SINGLE, 16, integer_root),
    ("integer-root", DOUBLE, 32, integer_root),
    ("percent", HALF, 16, percent),
    ("percent", SINGLE, 32, percent),
    ("percent", DOUBLE, 32, percent),
    ("tenths", SINGLE, 32, tenths),
    ("tenths", DOUBLE, 32, tenths),
    ("truncated", SINGLE, 32, truncated),
    ("truncated", DOUBLE, 32, truncated),
    ("truncated-within", SINGLE, 32, truncated_within),
    ("truncated-within", DOUBLE, 64, truncated_within),
    ("rounded-by-half", HALF, 16, rounded_by_half),
    ("rounded-by-half", SINGLE, 32, rounded_by_half),
    ("rounded-by-half", DOUBLE, 32, rounded_by_half),
    ("hash-of-float", HALF, 16, hash_of_float),
    ("hash-of-float", SINGLE, 32, hash_of_float),
    ("hash-of-float", DOUBLE, 64, hash_of_float),
    ("inverse-root", SINGLE, 32, inverse_root),
    ("clock", SINGLE, 32, clock),
    ("clock", DOUBLE, 32, clock),
    ("widened-and-back", HALF, 16, widened_and_back),
    ("widened-and-back", SINGLE, 32, widened_and_back),
    ("narrowed-and-back", SINGLE, 32, narrowed_and_back),
    ("narrowed-and-back", DOUBLE, 64, narrowed_and_back),
    ("double-rounding", DOUBLE, 64, double_rounding),
    ("innocuous-sum", HALF, 16, |m| innocuous(m, |x, y| x + y)),
    ("innocuous-product", HALF, 16, |m| innocuous(m, |x, y| x * y)),
    ("innocuous-quotient", HALF, 16, |m| innocuous(m, |x, y| x / y)),
    ("innocuous-root", HALF, 16, |m| innocuous(m, |x, _| x.root())),
    ("innocuous-sum", SINGLE, 32, |m| innocuous(m, |x, y| x + y)),
    ("innocuous-product", SINGLE, 32, |m| innocuous(m, |x, y| x * y)),
];
