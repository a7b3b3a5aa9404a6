//! Which of two numbers is simpler for a reader, and the simpler numbers near a given one.
//!
//! Few significant digits are simple, small exponents are simpler than great ones, and an end of the domain is simple
//! whatever its digits are.

use crate::pool::beside;
use optimize::{CoordinateRange, Value, ValueKind};

/// What an end of the domain costs, beside the digits of the distance from it. Costs are digits to read: `INT_MAX` is one
/// word, and worse than a number of two digits that does the same.
const END: f64 = 2.5;

/// Steps from an end of the domain that still count as near it: three digits, as many as `INT_MAX - 999` has.
const NEAR_END: u64 = 1000;

/// What a sign costs: less than a digit, so that -1 comes before 12, and more than nothing, so that 1 comes before -1.
const SIGN: f64 = 0.5;

/// How hard a number is to read: about its significant digits.
pub fn cost(domain: &CoordinateRange, value: Value) -> f64 {
    let (digits, exponent, is_negative) = decimal(value);
    let own = digits as f64 + 0.01 * f64::from(exponent.abs()) + if is_negative { SIGN } else { 0.0 };
    let ends = [domain.lo(), domain.hi()].map(|end| cost_from(end, value));
    ends.into_iter().flatten().fold(own, f64::min)
}

/// The cost of a number as one near an end of the domain.
fn cost_from(end: Value, value: Value) -> Option<f64> {
    let steps = end.place().abs_diff(value.place());
    match value {
        // The greatest float is less telling than a power of ten that is as good.
        Value::F64(_) | Value::F32(_) => (steps == 0).then(|| END + 0.01 * f64::from(decimal(value).1.abs())),
        _ => (steps < NEAR_END).then(|| END + decimal(Value::Unsigned(steps)).0 as f64),
    }
}

/// Significant digits, decimal exponent, and whether a minus stands before them; zero has no digits.
fn decimal(value: Value) -> (usize, i32, bool) {
    let text = match value {
        Value::F64(x) => format!("{x:e}"),
        Value::F32(x) => format!("{x:e}"),
        Value::Signed(n) => format!("{n:e}"),
        Value::Unsigned(n) => format!("{n:e}"),
    };
    let Some((mantissa, exponent)) = text.split_once('e') else {
        return (20, 0, false);
    };
    let digits = mantissa.chars().filter(char::is_ascii_digit).collect::<String>();
    let digits = digits.trim_end_matches('0').len();
    (digits, exponent.parse().unwrap_or(0), mantissa.starts_with('-'))
}

/// Numbers that are simple everywhere.
const SIMPLE: [f64; 22] = [
    0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 8.0, 10.0, 16.0, 20.0, 50.0, 100.0, 1e3, 1e4, 1e5, 1e6, 1e9, 0.5, 0.1, 0.25, 1e-3,
    1e-6,
];

/// Steps from an end of the domain that are tried.
const STEPS: [i64; 6] = [0, 1, 2, 7, 10, 100];

/// Significant digits that a number is rounded to.
const DIGITS: [usize; 7] = [1, 2, 3, 4, 5, 7, 10];

/// Simpler numbers than this one, the simplest first.
pub fn list_simpler(domain: &CoordinateRange, value: Value) -> Vec<Value> {
    let kind = domain.kind();
    let mut values: Vec<Value> = SIMPLE.iter().flat_map(|&x| [x, -x]).map(|x| kind.nearest(x)).collect();
    values.extend(
        STEPS
            .iter()
            .flat_map(|&n| [beside(domain, domain.lo(), n), beside(domain, domain.hi(), -n)]),
    );
    values.extend(DIGITS.iter().flat_map(|&digits| rounded(kind, value.real(), digits)));
    let limit = cost(domain, value);
    let mut priced: Vec<(f64, Value)> = values
        .into_iter()
        .filter(|v| domain.contains(*v))
        .map(|v| (cost(domain, v), v))
        .filter(|(price, _)| *price < limit)
        .collect();
    priced.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut kept: Vec<Value> = Vec::new();
    for (_, v) in priced {
        if !kept.iter().any(|k| k.word() == v.word()) {
            kept.push(v);
        }
    }
    kept
}

/// The number with this many significant digits: below, nearest and above.
fn rounded(kind: ValueKind, x: f64, digits: usize) -> Vec<Value> {
    let text = format!("{x:.*e}", digits - 1);
    let Some((mantissa, exponent)) = text.split_once('e') else {
        return Vec::new();
    };
    let Ok(mantissa) = mantissa.replace('.', "").parse::<i64>() else {
        return Vec::new();
    };
    let exponent = exponent.parse::<i64>().unwrap_or(0) - digits as i64 + 1;
    let near = [mantissa, mantissa - 1, mantissa + 1];
    let read = near
        .iter()
        .filter_map(|m| format!("{m}e{exponent}").parse::<f64>().ok());
    read.filter(|x| x.is_finite()).map(|x| kind.nearest(x)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const INT: ValueKind = ValueKind::Int { bits: 32, signed: true };

    #[test]
    fn costs_are_in_the_order_of_readers() {
        let domain = CoordinateRange::all(INT);
        let order = [0, 1, 10, -1, 12, 2147483647, 2147483640, 1234, 2147420000];
        let costs: Vec<f64> = order.iter().map(|&n| cost(&domain, Value::Signed(n))).collect();
        assert!(costs.is_sorted(), "{costs:?}");
    }

    #[test]
    fn simpler_numbers_are_simpler_and_inside() {
        let domain = CoordinateRange::doubles(1.5, 1e6).unwrap();
        let given = Value::F64(123_456.789);
        let values = list_simpler(&domain, given);
        assert!(values.contains(&Value::F64(1e5)) && values.contains(&Value::F64(123_000.0)));
        let limit = cost(&domain, given);
        assert!(values.iter().all(|&v| domain.contains(v) && cost(&domain, v) < limit));
        assert!(list_simpler(&CoordinateRange::all(INT), Value::Signed(0)).is_empty());
    }

    #[test]
    fn odd_floats_have_a_price() {
        let domain = CoordinateRange::all(ValueKind::F64);
        for x in [f64::NAN, f64::INFINITY, f64::MIN_POSITIVE, -0.0] {
            assert!(cost(&domain, Value::F64(x)).is_finite());
            list_simpler(&domain, Value::F64(x));
        }
    }
}
