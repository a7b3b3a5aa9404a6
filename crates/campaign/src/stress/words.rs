//! Numbers and operations, for people.

use instrument::{FloatFormat, Hazard, OperandKind, RESULT};
use suite::cover::CoverValue;
use suite::stress::StressValue;
use suite::{NumberKind, RunEnding, hex};

/// Whether the operands of a hazard are integers.
pub fn are_integers(hazard: &Hazard) -> bool {
    !matches!(hazard.operands, OperandKind::Float(_))
}

/// An operand or a result.
pub fn operand(kind: OperandKind, word: u64) -> String {
    match kind {
        OperandKind::Float(FloatFormat::F32) => format!("{:?}", f64::from_bits(word) as f32),
        OperandKind::Float(_) => hex::decimal(f64::from_bits(word)),
        OperandKind::Signed(_) => (word as i64).to_string(),
        OperandKind::Unsigned(_) => word.to_string(),
    }
}

/// Signs of operations.
const SIGNS: [(&str, &str); 16] = [
    ("add", "+"),
    ("sub", "-"),
    ("mul", "*"),
    ("sdiv", "/"),
    ("udiv", "/"),
    ("srem", "%"),
    ("urem", "%"),
    ("shl", "<<"),
    ("lshr", ">>"),
    ("ashr", ">>"),
    ("fadd", "+"),
    ("fsub", "-"),
    ("fmul", "*"),
    ("fdiv", "/"),
    ("and", "&"),
    ("or", "|"),
];

/// Operations that may stop the program: what is known of them was written down before they had a result.
const WITHOUT_RESULT: [&str; 4] = ["sdiv", "udiv", "srem", "urem"];

/// Whether the result of an operation is known.
pub fn has_result(operation: &str) -> bool {
    !WITHOUT_RESULT.contains(&operation)
}

/// An operation with its operands, and its result if that is known.
pub fn calculation(operation: &str, operands: &[String], result: &str) -> String {
    let sign = SIGNS.iter().find(|(name, _)| *name == operation);
    let name = operation.strip_prefix("call ").unwrap_or(operation);
    match (sign, operands) {
        _ if operation == "read" => "what is read there is what happened to be in memory".into(),
        (Some((_, sign)), [left, right]) if result.is_empty() => format!("{left} {sign} {}", bracketed(right)),
        (Some((_, sign)), [left, right]) => format!("{left} {sign} {} = {result}", bracketed(right)),
        _ => format!("{name}({}) = {result}", operands.join(", ")),
    }
}

/// A negative number behind a sign stands in brackets.
fn bracketed(number: &str) -> String {
    match number.starts_with('-') {
        true => format!("({number})"),
        false => number.into(),
    }
}

/// What a function returned: the number alone if there is but one.
pub fn returned(values: &[CoverValue], outcome: &RunEnding) -> String {
    match values {
        _ if *outcome != RunEnding::Returned => outcome.to_string(),
        [] => "nothing".into(),
        [only] if only.name == RESULT => only.decimal.clone(),
        several => {
            let each: Vec<String> = several.iter().map(|v| format!("{} = {}", v.name, v.decimal)).collect();
            each.join(", ")
        }
    }
}

/// A number of an input, with its hexadecimal form.
pub fn input(value: &CoverValue) -> StressValue {
    StressValue {
        name: value.name.clone(),
        kind: value.kind.clone(),
        decimal: value.decimal.clone(),
        hex: hexadecimal(value),
    }
}

/// Floats as `0x1.8p+1`; the bits of all others.
fn hexadecimal(value: &CoverValue) -> String {
    let bits = u64::from_str_radix(&value.bits, 16);
    let float = match (NumberKind::named(&value.kind), bits) {
        (Some(NumberKind::F64), Ok(bits)) => Some(f64::from_bits(bits)),
        (Some(NumberKind::F32), Ok(bits)) => Some(f32::from_bits(bits as u32).into()),
        _ => None,
    };
    float.map_or_else(|| format!("0x{}", value.bits), hex::format)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(name: &str, kind: &str, decimal: &str, bits: &str) -> CoverValue {
        let [name, kind, decimal, bits] = [name, kind, decimal, bits].map(String::from);
        CoverValue {
            name,
            kind,
            decimal,
            bits,
        }
    }

    #[test]
    fn calculations_are_written_as_in_books() {
        let of = |operation: &str, operands: &[&str], result: &str| {
            let operands: Vec<String> = operands.iter().map(|o| o.to_string()).collect();
            calculation(operation, &operands, result)
        };
        assert_eq!(
            of("add", &["2147483647", "1"], "-2147483648"),
            "2147483647 + 1 = -2147483648"
        );
        assert_eq!(of("sdiv", &["7", "-1"], ""), "7 / (-1)");
        assert!(!has_result("srem") && has_result("add"));
        assert_eq!(of("call exp", &["710.0"], "inf"), "exp(710.0) = inf");
    }

    #[test]
    fn numbers_have_an_exact_form() {
        assert_eq!(input(&value("x", "f64", "1.5", "3ff8000000000000")).hex, "0x1.8p+0");
        assert_eq!(input(&value("x", "f32", "1.5", "3fc00000")).hex, "0x1.8p+0");
        assert_eq!(input(&value("n", "i32", "-1", "ffffffff")).hex, "0xffffffff");
        assert_eq!(
            operand(OperandKind::Float(FloatFormat::F32), 0.1f32.to_bits().into()),
            "0.0"
        );
        assert_eq!(
            operand(OperandKind::Float(FloatFormat::F32), f64::from(0.1f32).to_bits()),
            "0.1"
        );
    }
}
