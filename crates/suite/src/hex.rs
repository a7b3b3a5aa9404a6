//! Doubles as hexadecimal text: exact, and read by C's `strtod` and Python's `float.fromhex` as well.
//!
//! A normal number is `±0x1.hhhp±d`, a subnormal one `±0x0.hhhhhhhhhhhhhp-1022`, zero `±0x0p+0`.
//! Trailing zeros of the fraction are left out.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;

/// A double that is written as hexadecimal text. Equality is that of the bits, and all NaNs are equal.
#[derive(Clone, Copy)]
pub struct Hex(pub f64);

impl PartialEq for Hex {
    fn eq(&self, other: &Hex) -> bool {
        self.0.to_bits() == other.0.to_bits() || (self.0.is_nan() && other.0.is_nan())
    }
}

impl Eq for Hex {}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&format(self.0))
    }
}

impl fmt::Debug for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hex({self})")
    }
}

impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Hex, D::Error> {
        let text = String::deserialize(deserializer)?;
        let problem = || de::Error::custom(format!("`{text}` is not a hexadecimal double such as 0x1.8p+1"));
        parse(&text).map(Hex).ok_or_else(problem)
    }
}

const FRACTION_BITS: u32 = 52;
const FRACTION_MASK: u64 = (1 << FRACTION_BITS) - 1;
const BIAS: i64 = 1023;
const LEAST_EXPONENT: i64 = 1 - BIAS;

/// The double as text; `inf`, `-inf` and `nan` for what is not a number.
///
/// ```
/// use suite::hex::{format, parse};
///
/// assert_eq!(format(0.1), "0x1.999999999999ap-4");
/// assert_eq!((format(-0.0), format(5e-324)), ("-0x0p+0".into(), "0x0.0000000000001p-1022".into()));
/// // Reading it back gives every bit, the sign of zero too.
/// assert!(parse("-0x0p+0").is_some_and(|zero| zero.is_sign_negative()));
/// ```
pub fn format(x: f64) -> String {
    if x.is_nan() {
        return "nan".into();
    }
    let sign = if x.is_sign_negative() { "-" } else { "" };
    format!("{sign}{}", format_magnitude(x.abs()))
}

fn format_magnitude(x: f64) -> String {
    if x.is_infinite() {
        return "inf".into();
    }
    if x == 0.0 {
        return "0x0p+0".into();
    }
    let biased = (x.to_bits() >> FRACTION_BITS) as i64;
    let fraction = x.to_bits() & FRACTION_MASK;
    let (lead, exponent) = if biased == 0 {
        (0, LEAST_EXPONENT)
    } else {
        (1, biased - BIAS)
    };
    format!("0x{lead}{}p{exponent:+}", format_fraction(fraction))
}

fn format_fraction(fraction: u64) -> String {
    if fraction == 0 {
        return String::new();
    }
    let digits = format!("{fraction:013x}");
    format!(".{}", digits.trim_end_matches('0'))
}

/// The double nearest to a hexadecimal number (ties to even), or an infinity or NaN by name. `None` if it is neither.
///
/// Everything that C99 allows is read: any number of digits, a point anywhere, no exponent, upper case.
///
/// ```
/// use suite::hex::parse;
///
/// assert_eq!(parse("0x.8"), Some(0.5));
/// // Between two doubles the even one is taken.
/// assert_eq!(parse("0x1.00000000000008p0"), Some(1.0));
/// // A decimal is no hexadecimal number, and nothing is guessed.
/// assert_eq!(parse("0.1"), None);
/// ```
pub fn parse(text: &str) -> Option<f64> {
    let lower = text.trim().to_ascii_lowercase();
    let (negative, magnitude) = match lower.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, lower.strip_prefix('+').unwrap_or(&lower)),
    };
    let x = parse_magnitude(magnitude)?;
    Some(if negative { -x } else { x })
}

fn parse_magnitude(text: &str) -> Option<f64> {
    match text {
        "inf" | "infinity" => Some(f64::INFINITY),
        "nan" => Some(f64::NAN),
        _ => parse_digits(text.strip_prefix("0x")?),
    }
}

fn parse_digits(text: &str) -> Option<f64> {
    let (digits, exponent) = match text.split_once('p') {
        Some((digits, exponent)) => (digits, parse_exponent(exponent)?),
        None => (text, 0),
    };
    let mut scaled = Scaled::read(digits)?;
    scaled.exponent += exponent;
    Some(scaled.round())
}

/// Exponents beyond this are as good as infinite, and sums of a few of them do not overflow.
const EXPONENT_LIMIT: i64 = 1 << 40;

fn parse_exponent(text: &str) -> Option<i64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let magnitude = digits
        .bytes()
        .fold(0, |n: i64, b| (n * 10 + i64::from(b - b'0')).min(EXPONENT_LIMIT));
    Some(if negative { -magnitude } else { magnitude })
}

/// The number `(mantissa + rest)·2^exponent` with `0 ≤ rest < 1`, and `rest > 0` exactly when `sticky`.
#[derive(Default)]
struct Scaled {
    mantissa: u64,
    exponent: i64,
    sticky: bool,
}

impl Scaled {
    fn read(digits: &str) -> Option<Scaled> {
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        if whole.is_empty() && fraction.is_empty() {
            return None;
        }
        let mut scaled = Scaled::default();
        for c in whole.chars() {
            scaled.push(c.to_digit(16)?, 0);
        }
        for c in fraction.chars() {
            scaled.push(c.to_digit(16)?, -4);
        }
        Some(scaled)
    }

    /// Takes one more digit, whose place shifts the exponent by `place`.
    fn push(&mut self, digit: u32, place: i64) {
        self.exponent += place;
        if self.mantissa >> 60 == 0 {
            self.mantissa = self.mantissa << 4 | u64::from(digit);
        } else {
            self.sticky |= digit != 0;
            self.exponent += 4;
        }
    }

    /// The nearest double, ties to even.
    fn round(&self) -> f64 {
        if self.mantissa == 0 {
            return 0.0;
        }
        let shift = self.mantissa.leading_zeros();
        let mantissa = self.mantissa << shift;
        // The number lies in [2^top, 2^(top + 1)).
        let top = self.exponent - i64::from(shift) + 63;
        if top > BIAS {
            return f64::INFINITY;
        }
        // A double keeps 53 bits, fewer by one for each binade below the normal numbers.
        let drop = 11 + (LEAST_EXPONENT - top).max(0);
        let Some(kept) = shift_right_to_even(mantissa, drop, self.sticky) else {
            return 0.0;
        };
        // The leading bit of a normal number, and any carry out of the rounding, adds one to the exponent field.
        let field = (top + BIAS - 1).max(0) as u64;
        f64::from_bits((field << FRACTION_BITS) + kept)
    }
}

/// `(mantissa + rest)·2^-drop` as the nearest integer, ties to even; `None` when it is certainly below one half.
fn shift_right_to_even(mantissa: u64, drop: i64, sticky: bool) -> Option<u64> {
    if drop > 64 {
        return None;
    }
    let wide = u128::from(mantissa);
    let (kept, rest, half) = (wide >> drop, wide & ((1 << drop) - 1), 1u128 << (drop - 1));
    let up = rest > half || (rest == half && (sticky || kept & 1 == 1));
    Some(kept as u64 + u64::from(up))
}

/// The shortest decimal that reads back as the same double.
pub fn decimal(x: f64) -> String {
    if x.is_nan() { "nan".into() } else { format!("{x:?}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_as_people_expect() {
        let table = [
            (std::f64::consts::PI, "0x1.921fb54442d18p+1"),
            (1.0, "0x1p+0"),
            (-1.5, "-0x1.8p+0"),
            (0.0, "0x0p+0"),
            (-0.0, "-0x0p+0"),
            (f64::from_bits(1), "0x0.0000000000001p-1022"),
            (f64::MIN_POSITIVE, "0x1p-1022"),
            (f64::MAX, "0x1.fffffffffffffp+1023"),
            (f64::INFINITY, "inf"),
            (f64::NEG_INFINITY, "-inf"),
            (f64::NAN, "nan"),
        ];
        for (x, text) in table {
            assert_eq!(format(x), text);
            assert_eq!(parse(text).map(Hex), Some(Hex(x)), "{text}");
        }
    }

    #[test]
    fn reads_general_forms() {
        let table = [
            ("0x10", 16.0),
            ("0X.8P1", 1.0),
            ("+0x1.", 1.0),
            ("0x0001.80", 1.5),
            ("0x123456789abcdef01234p-64", 4660.337777777778),
            ("Infinity", f64::INFINITY),
            ("0x1p99999999999999999999", f64::INFINITY),
            ("0x1p-99999999999999999999", 0.0),
            ("-0x0p5", -0.0),
        ];
        for (text, x) in table {
            assert_eq!(parse(text).map(Hex), Some(Hex(x)), "{text}");
        }
    }

    #[test]
    fn refuses_what_is_no_number() {
        for text in [
            "", "-", "0x", "0x.", "0x.p1", "0x1p", "0x1p+", "0x1g", "1.5", "0x1p1.5", "--0x1p0", "0x-1p0", "0x1p--1",
        ] {
            assert_eq!(parse(text).map(Hex), None, "{text}");
        }
    }

    #[test]
    fn rounds_to_nearest_even() {
        let table = [
            ("0x1.00000000000008p+0", "0x1p+0"),
            ("0x1.000000000000080000000000000001p+0", "0x1.0000000000001p+0"),
            ("0x1.00000000000018p+0", "0x1.0000000000002p+0"),
            ("0x1.fffffffffffff8p+0", "0x1p+1"),
            ("0x1.fffffffffffff7p+1023", "0x1.fffffffffffffp+1023"),
            ("0x1.fffffffffffff8p+1023", "inf"),
            ("0x0.00000000000008p-1022", "0x0p+0"),
            ("0x0.00000000000008000001p-1022", "0x0.0000000000001p-1022"),
            ("0x0.00000000000007fffffp-1022", "0x0p+0"),
            ("0x0.fffffffffffff8p-1022", "0x1p-1022"),
        ];
        for (text, nearest) in table {
            assert_eq!(parse(text).map(format).as_deref(), Some(nearest), "{text}");
        }
    }

    #[test]
    fn decimals_are_shortest() {
        assert_eq!(decimal(0.1), "0.1");
        assert_eq!(decimal(1e300), "1e300");
        assert_eq!(decimal(-0.0), "-0.0");
        assert_eq!(decimal(f64::NAN), "nan");
    }
}
