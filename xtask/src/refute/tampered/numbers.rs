//! Doubles as a suite writes them, and their neighbours.

/// A double in the hexadecimal form of C99.
pub fn parse(text: &str) -> Option<f64> {
    let (sign, body) = match text.strip_prefix('-') {
        Some(body) => (-1.0, body),
        None => (1.0, text),
    };
    if body == "inf" {
        return Some(sign * f64::INFINITY);
    }
    let (digits, exponent) = body.strip_prefix("0x")?.split_once('p')?;
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let bits = u64::from_str_radix(&format!("{whole}{part}"), 16).ok()?;
    let exponent = exponent.parse::<i32>().ok()? - 4 * i32::try_from(part.len()).ok()?;
    // In two steps, each exact for what a double can hold.
    let half = exponent / 2;
    Some(sign * bits as f64 * f64::from(half).exp2() * f64::from(exponent - half).exp2())
}

/// The hexadecimal form of a double.
pub fn format(x: f64) -> String {
    let sign = if x.is_sign_negative() { "-" } else { "" };
    let (bits, magnitude) = (x.to_bits() & ((1 << 52) - 1), x.abs());
    let exponent = (x.abs().to_bits() >> 52) as i32;
    let digits = format!("{bits:013x}");
    let digits = digits.trim_end_matches('0');
    let point = if digits.is_empty() { "" } else { "." };
    match (magnitude, exponent) {
        (m, _) if m.is_infinite() => format!("{sign}inf"),
        (0.0, _) => format!("{sign}0x0p+0"),
        (_, 0) => format!("{sign}0x0{point}{digits}p-1022"),
        _ => format!("{sign}0x1{point}{digits}p{:+}", exponent - 1023),
    }
}

/// The next double above.
pub fn above(x: f64) -> f64 {
    match x {
        0.0 => f64::from_bits(1),
        _ if x == f64::INFINITY => x,
        _ if x > 0.0 => f64::from_bits(x.to_bits() + 1),
        _ => f64::from_bits(x.to_bits() - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_numbers_go_there_and_back() {
        let table = [
            (1.0, "0x1p+0"),
            (-0.1, "-0x1.999999999999ap-4"),
            (f64::MAX, "0x1.fffffffffffffp+1023"),
            (5e-324, "0x0.0000000000001p-1022"),
            (0.0, "0x0p+0"),
            (f64::NEG_INFINITY, "-inf"),
        ];
        for (number, text) in table {
            assert_eq!(format(number), text);
            assert_eq!(parse(text), Some(number), "{text}");
        }
        assert!(above(-5e-324) == 0.0 && above(1.0) == 1.0 + f64::EPSILON && above(0.0) == 5e-324);
    }
}
