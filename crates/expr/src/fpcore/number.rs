//! Number literals, exactly: decimal, `p/q`, hexadecimal, `(digits m e b)`; and the shortest exact text of a value.

use super::complaints::quoted;
use rug::ops::Pow;
use rug::{Integer, Rational};

/// Most digits of a literal.
pub const MAX_DIGITS: usize = 10_000;

/// Largest decimal exponent of a literal, either sign.
pub const MAX_EXPONENT: u32 = 10_000;

/// Largest power of two that a hexadecimal literal or `digits` may be scaled by, either sign.
const MAX_BITS: u32 = 40_000;

/// Most digits of a number that is printed as a decimal instead of a fraction.
const DECIMAL_DIGITS: usize = 25;

/// Zeros that may stand after the digits of an integer before it gets an exponent.
const ZEROS_AFTER: i64 = 15;

/// Zeros that may stand between the point and the digits of a decimal before it gets an exponent.
const ZEROS_BEFORE: i64 = 5;

/// Whether a symbol can only be meant as a number: a digit, perhaps after a sign and a point.
pub fn looks_like_number(text: &str) -> bool {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let digits = unsigned.strip_prefix('.').unwrap_or(unsigned);
    digits.starts_with(|c: char| c.is_ascii_digit())
}

/// The exact value of a literal such as `0.1`, `-1e-3`, `1/3`, `0x1.8p3`; the error is a sentence for the user.
///
/// ```
/// use expr::fpcore::parse_number;
/// use rug::Rational;
///
/// assert_eq!(parse_number("-1.5e-3"), Ok(Rational::from((-3, 2000))));
/// assert_eq!(parse_number("0x1.8p3"), parse_number("12"));
/// assert!(parse_number("1/0").is_err());
/// ```
pub fn parse_number(text: &str) -> Result<Rational, String> {
    let (negative, unsigned) = match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    };
    let magnitude = if let Some(hex) = unsigned.strip_prefix("0x").or(unsigned.strip_prefix("0X")) {
        positional(hex, &HEXADECIMAL, text)
    } else if let Some((numerator, denominator)) = unsigned.split_once('/') {
        fraction(numerator, denominator, text)
    } else {
        positional(unsigned, &DECIMAL, text)
    }?;
    Ok(if negative { -magnitude } else { magnitude })
}

/// The value `m·b^e` of `(digits m e b)`.
pub(crate) fn digits(m: &str, e: &str, b: &str) -> Result<Rational, String> {
    let [m, e, b] = [signed_integer(m)?, signed_integer(e)?, signed_integer(b)?];
    if b < 2 {
        return Err("the base of `digits` must be at least 2".into());
    }
    let too_large = || format!("`digits` is scaled by more than 2^{MAX_BITS}");
    let exponent = e.to_i32().ok_or_else(too_large)?;
    if u64::from(b.significant_bits() - 1) * u64::from(exponent.unsigned_abs()) > u64::from(MAX_BITS) {
        return Err(too_large());
    }
    Ok(Rational::from(m) * Rational::from(b).pow(exponent))
}

/// A way to write numbers with a point and an exponent.
struct Notation {
    radix: i32,
    /// What one unit of the exponent multiplies by.
    base: u32,
    /// What one digit after the point takes off the exponent.
    per_digit: i32,
    marks: [char; 2],
    limit: u32,
}

const DECIMAL: Notation = Notation {
    radix: 10,
    base: 10,
    per_digit: 1,
    marks: ['e', 'E'],
    limit: MAX_EXPONENT,
};
const HEXADECIMAL: Notation = Notation {
    radix: 16,
    base: 2,
    per_digit: 4,
    marks: ['p', 'P'],
    limit: MAX_BITS,
};

fn positional(unsigned: &str, notation: &Notation, whole: &str) -> Result<Rational, String> {
    let (mantissa, exponent) = match unsigned.split_once(notation.marks) {
        Some((mantissa, exponent)) => (mantissa, parse_exponent(exponent, notation, whole)?),
        None => (unsigned, 0),
    };
    let (before, after) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let value = integer(&[before, after].concat(), notation.radix, whole)?;
    let shift = notation.per_digit * i32::try_from(after.len()).unwrap_or(i32::MAX / 8);
    Ok(Rational::from(value) * Rational::from(notation.base).pow(exponent - shift))
}

fn parse_exponent(text: &str, notation: &Notation, whole: &str) -> Result<i32, String> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(malformed(whole));
    }
    let too_large = || format!("the exponent of {} is beyond ±{}", quoted(whole), notation.limit);
    let value: i32 = text.parse().map_err(|_| too_large())?;
    if value.unsigned_abs() > notation.limit {
        Err(too_large())
    } else {
        Ok(value)
    }
}

fn fraction(numerator: &str, denominator: &str, whole: &str) -> Result<Rational, String> {
    let (p, q) = (integer(numerator, 10, whole)?, integer(denominator, 10, whole)?);
    if q == 0 {
        return Err(format!("the denominator of {} is zero", quoted(whole)));
    }
    Ok(Rational::from((p, q)))
}

fn integer(digits: &str, radix: i32, whole: &str) -> Result<Integer, String> {
    if digits.len() > MAX_DIGITS {
        return Err(format!("number with more than {MAX_DIGITS} digits"));
    }
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix.unsigned_abs())) {
        return Err(malformed(whole));
    }
    Integer::from_str_radix(digits, radix).map_err(|_| malformed(whole))
}

fn signed_integer(text: &str) -> Result<Integer, String> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let magnitude = integer(digits, 10, text)?;
    Ok(if negative { -magnitude } else { magnitude })
}

fn malformed(text: &str) -> String {
    format!("malformed number {}", quoted(text))
}

/// An exact text of a value: an integer or a decimal where that is short, else `p/q`.
pub fn number_text(value: &Rational) -> String {
    short_decimal(value).unwrap_or_else(|| value.to_string())
}

/// A finite double in hexadecimal, exactly.
///
/// ```
/// use expr::fpcore::{float_text, parse_number};
///
/// assert_eq!((float_text(0.1).as_str(), float_text(-6.0).as_str()), ("0x1.999999999999ap-4", "-0x1.8p+2"));
/// assert_eq!(parse_number(&float_text(5e-324))?.to_f64(), 5e-324);
/// # Ok::<(), String>(())
/// ```
pub fn float_text(x: f64) -> String {
    let sign = if x < 0.0 { "-" } else { "" };
    let (biased, fraction) = ((x.to_bits() >> 52 & 0x7ff) as i64, x.to_bits() & ((1 << 52) - 1));
    let (leading, exponent) = match (biased, fraction) {
        (0, 0) => (0, 0),
        (0, _) => (0, -1022),
        _ => (1, biased - 1023),
    };
    let digits = format!("{fraction:013x}");
    let digits = digits.trim_end_matches('0');
    let point = if digits.is_empty() { "" } else { "." };
    format!("{sign}0x{leading}{point}{digits}p{exponent:+}")
}

/// The value as `±digits·10^exponent` with few digits, if it is of that form.
fn short_decimal(value: &Rational) -> Option<String> {
    let (twos, fives) = powers_of_two_and_five(value.denom())?;
    // The digits contain the factor 5^(i − j) or 2^(j − i); most values need no more than this look at them.
    if twos.abs_diff(fives) as usize > 4 * DECIMAL_DIGITS {
        return None;
    }
    let places = twos.max(fives);
    let scaled = Rational::from(10).pow(i32::try_from(places).ok()?) * value;
    let all = scaled.numer().clone().abs().to_string();
    let digits = all.trim_end_matches('0');
    let zeros = i64::try_from(all.len() - digits.len()).ok()?;
    if digits.is_empty() {
        return Some("0".into());
    }
    if digits.len() > DECIMAL_DIGITS {
        return None;
    }
    let sign = if *value < 0 { "-" } else { "" };
    Some(format!("{sign}{}", place_point(digits, zeros - i64::from(places))))
}

/// `(i, j)` with `n = 2^i·5^j`, if there are such.
fn powers_of_two_and_five(n: &Integer) -> Option<(u32, u32)> {
    let twos = n.find_one(0)?;
    let mut rest = Integer::from(n >> twos);
    let fives = rest.remove_factor_mut(&Integer::from(5));
    (rest == 1).then_some((twos, fives))
}

/// `digits·10^exponent`, plainly if that takes few zeros.
fn place_point(digits: &str, exponent: i64) -> String {
    let length = i64::try_from(digits.len()).unwrap_or(i64::MAX);
    // Number of digits before the point.
    let before = length.saturating_add(exponent);
    let zeros = |n: i64| "0".repeat(usize::try_from(n).unwrap_or(0));
    if (0..=ZEROS_AFTER).contains(&exponent) {
        format!("{digits}{}", zeros(exponent))
    } else if exponent < 0 && before > 0 {
        let (whole, part) = digits.split_at(usize::try_from(before).unwrap_or(0));
        format!("{whole}.{part}")
    } else if exponent < 0 && before >= -ZEROS_BEFORE {
        format!("0.{}{digits}", zeros(-before))
    } else {
        let (first, rest) = digits.split_at(1);
        let point = if rest.is_empty() { "" } else { "." };
        format!("{first}{point}{rest}e{}", before - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_exact() {
        let table = [
            ("1", "1"),
            ("-0.1", "-1/10"),
            ("+1.50e1", "15"),
            (".5", "1/2"),
            ("5.", "5"),
            ("1e-3", "1/1000"),
            ("6/4", "3/2"),
            ("-1/3", "-1/3"),
            ("0x1.8p3", "12"),
            ("-0xAp-2", "-5/2"),
            ("0x.1", "1/16"),
        ];
        for (text, value) in table {
            assert_eq!(parse_number(text).map(|v| v.to_string()), Ok(value.into()), "{text}");
        }
        assert_eq!(digits("3", "-2", "2").map(|v| v.to_string()), Ok("3/4".into()));
    }

    #[test]
    fn malformed_literals_are_refused() {
        for text in [
            "", "-", ".", "1e", "1e+", "1.2.3", "0x", "0xp1", "1/", "/2", "1/-2", "1e1/2", "--1", "1_0", "٣",
        ] {
            assert!(parse_number(text).is_err(), "{text}");
        }
    }

    #[test]
    fn values_get_short_exact_texts() {
        let table = [
            ("0", "0"),
            ("-12", "-12"),
            ("20000", "20000"),
            ("1e15", "1000000000000000"),
            ("1e300", "1e300"),
            ("-15e299", "-1.5e300"),
            ("0.5", "0.5"),
            ("331.40", "331.4"),
            ("0.000001", "0.000001"),
            ("0.00000015", "1.5e-7"),
            ("1/3", "1/3"),
            ("1/1024", "0.0009765625"),
            ("0x1p-60", "1/1152921504606846976"),
        ];
        for (text, shown) in table {
            let value = parse_number(text).expect(text);
            assert_eq!(number_text(&value), shown);
            assert_eq!(parse_number(shown), Ok(value));
        }
    }
}
