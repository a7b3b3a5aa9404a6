//! Numbers in source text and the numbers that replace them.

use super::grammar::FloatSpelling;

/// A number as it is written.
#[derive(Clone, Copy, Debug, PartialEq)]
enum LiteralValue {
    Integer(i128),
    Float(f64),
}

/// A number with what has to stay around its digits.
struct SourceLiteral<'a> {
    value: LiteralValue,
    /// Letters after the digits: `f`, `u32`, `_dp`.
    suffix: &'a str,
    /// Fortran's letter for double precision stands in it.
    double: bool,
}

/// What an integer c becomes.
const INTEGERS: [fn(i128) -> Option<i128>; 5] = [
    |c| c.checked_add(1),
    |c| c.checked_sub(1),
    |_| Some(0),
    |_| Some(1),
    i128::checked_neg,
];

/// What a floating-point number c becomes.
const FLOATS: [fn(f64) -> f64; 6] = [|c| c + 1.0, |c| c - 1.0, |_| 0.0, |_| 1.0, |c| -c, |c| c * 1.1];

/// Other numbers of the same kind, each value once, in the notation of the original.
pub(crate) fn alternatives(text: &str, floats: FloatSpelling) -> Vec<String> {
    let Some(literal) = read(text, floats) else {
        return Vec::new();
    };
    let mut seen = vec![literal.value];
    let mut found = Vec::new();
    for value in candidates(literal.value) {
        if !seen.contains(&value) {
            seen.push(value);
            found.push(written(value, &literal));
        }
    }
    found
}

/// Whether a text is an integer that is, and whose neighbours are, a plain `int` in C.
pub(crate) fn is_small_integer(text: &str) -> bool {
    let small = |c: i128| c.abs() < i128::from(i32::MAX);
    matches!(read(text, FloatSpelling::Common), Some(SourceLiteral { value: LiteralValue::Integer(c), .. }) if small(c))
}

/// Whether a text is a floating-point number.
pub(crate) fn is_float(text: &str) -> bool {
    matches!(
        read(text, FloatSpelling::Common),
        Some(SourceLiteral {
            value: LiteralValue::Float(_),
            ..
        })
    )
}

fn candidates(value: LiteralValue) -> Vec<LiteralValue> {
    match value {
        LiteralValue::Integer(c) => INTEGERS
            .iter()
            .filter_map(|f| f(c))
            .map(LiteralValue::Integer)
            .collect(),
        LiteralValue::Float(c) => {
            let values = FLOATS.iter().map(|f| f(c)).filter(|v| v.is_finite());
            values.map(LiteralValue::Float).collect()
        }
    }
}

fn read(text: &str, floats: FloatSpelling) -> Option<SourceLiteral<'_>> {
    if let Some(literal) = hexadecimal(text) {
        return literal;
    }
    if !text.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return None;
    }
    let end = digits_end(text, floats);
    let (digits, suffix) = text.split_at(end);
    let digits = digits.replace('_', "").to_ascii_lowercase();
    let double = floats == FloatSpelling::Fortran && digits.contains('d');
    let is_float = digits.contains(['.', 'e', 'd']) || suffix.trim_start_matches('_').starts_with('f');
    if !is_suffix(suffix) || (!is_float && digits.len() > 1 && digits.starts_with('0')) {
        // An imaginary number, an octal one, or none at all.
        return None;
    }
    let value = if is_float {
        LiteralValue::Float(digits.replace('d', "e").parse().ok().filter(|v: &f64| v.is_finite())?)
    } else {
        LiteralValue::Integer(digits.parse().ok()?)
    };
    Some(SourceLiteral { value, suffix, double })
}

/// A number that begins with `0x`: an integer, or something that is left alone.
fn hexadecimal(text: &str) -> Option<Option<SourceLiteral<'_>>> {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"))?;
    let end = digits
        .find(|c: char| !c.is_ascii_hexdigit() && c != '_')
        .unwrap_or(digits.len());
    let (digits, suffix) = digits.split_at(end);
    let value = i128::from_str_radix(&digits.replace('_', ""), 16).ok();
    let integer = |value| SourceLiteral {
        value: LiteralValue::Integer(value),
        suffix,
        double: false,
    };
    Some(value.filter(|_| is_suffix(suffix)).map(integer))
}

/// Where the digits, the point and the exponent end.
fn digits_end(text: &str, floats: FloatSpelling) -> usize {
    let bytes = text.as_bytes();
    let digits = |from: usize| {
        let is_digit = |at: &usize| {
            bytes
                .get(*at)
                .is_some_and(|b| b.is_ascii_digit() || is_inner_underscore(bytes, *at))
        };
        (from..).find(|at| !is_digit(at)).unwrap_or(from)
    };
    let mut end = digits(0);
    if bytes.get(end) == Some(&b'.') {
        end = digits(end + 1);
    }
    let letters: &[u8] = if floats == FloatSpelling::Fortran {
        b"eEdD"
    } else {
        b"eE"
    };
    if bytes.get(end).is_some_and(|b| letters.contains(b)) {
        let signed = end + 1 + usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        if digits(signed) > signed {
            end = digits(signed);
        }
    }
    end
}

/// `1_000` groups digits, `1_dp` names a kind.
fn is_inner_underscore(bytes: &[u8], at: usize) -> bool {
    bytes[at] == b'_' && bytes.get(at + 1).is_some_and(u8::is_ascii_digit)
}

/// What may follow the digits. An imaginary unit is another kind of number.
fn is_suffix(suffix: &str) -> bool {
    let imaginary = matches!(suffix, "i" | "j" | "I" | "J");
    !imaginary && suffix.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// A number in the notation of another; negative ones in parentheses, since anything may stand before them.
fn written(value: LiteralValue, like: &SourceLiteral) -> String {
    let suffix = like.suffix;
    let (negative, digits) = match value {
        LiteralValue::Integer(c) => (c < 0, c.unsigned_abs().to_string()),
        LiteralValue::Float(c) => (c < 0.0, float_digits(c.abs(), like.double)),
    };
    if negative {
        format!("(-{digits}{suffix})")
    } else {
        format!("{digits}{suffix}")
    }
}

fn float_digits(value: f64, double: bool) -> String {
    let digits = format!("{value:?}");
    match (double, digits.contains('e')) {
        (false, _) => digits,
        (true, true) => digits.replace('e', "d"),
        (true, false) => format!("{digits}d0"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_replaced_by_others_of_their_kind() {
        let cases: [(&str, FloatSpelling, &[&str]); 15] = [
            ("2", FloatSpelling::Common, &["3", "1", "0", "(-2)"]),
            ("1", FloatSpelling::Common, &["2", "0", "(-1)"]),
            ("0", FloatSpelling::Common, &["1", "(-1)"]),
            ("0.0", FloatSpelling::Common, &["1.0", "(-1.0)"]),
            ("0.5", FloatSpelling::Common, &["1.5", "(-0.5)", "0.0", "1.0", "0.55"]),
            (
                "2.f",
                FloatSpelling::Common,
                &["3.0f", "1.0f", "0.0f", "(-2.0f)", "2.2f"],
            ),
            ("0x10u", FloatSpelling::Common, &["17u", "15u", "0u", "1u", "(-16u)"]),
            ("1_000", FloatSpelling::Common, &["1001", "999", "0", "1", "(-1000)"]),
            (
                "3f64",
                FloatSpelling::Common,
                &[
                    "4.0f64",
                    "2.0f64",
                    "0.0f64",
                    "1.0f64",
                    "(-3.0f64)",
                    "3.3000000000000003f64",
                ],
            ),
            (
                "1.0d0",
                FloatSpelling::Fortran,
                &["2.0d0", "0.0d0", "(-1.0d0)", "1.1d0"],
            ),
            (
                "4_dp",
                FloatSpelling::Fortran,
                &["5_dp", "3_dp", "0_dp", "1_dp", "(-4_dp)"],
            ),
            (
                "1e300",
                FloatSpelling::Common,
                &["0.0", "1.0", "(-1e300)", "1.1000000000000002e300"],
            ),
            ("2j", FloatSpelling::Common, &[]),
            ("017", FloatSpelling::Common, &[]),
            ("0x1p-3", FloatSpelling::Common, &[]),
        ];
        for (text, floats, expected) in cases {
            assert_eq!(alternatives(text, floats), expected, "{text}");
        }
    }

    #[test]
    fn text_that_is_no_number_has_no_alternatives() {
        for text in [
            "",
            "x",
            "(1)",
            "1 + 2",
            ".",
            "1e999",
            "_1",
            "99999999999999999999999999999999999999999",
        ] {
            assert_eq!(
                alternatives(text, FloatSpelling::Common),
                Vec::<String>::new(),
                "{text}"
            );
        }
    }
}
