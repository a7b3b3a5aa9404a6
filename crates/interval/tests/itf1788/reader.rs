//! Reads the `.itl` format of the interval community's test vectors.
//!
//! `testcase name { op [a,b]_dec [c,d] = [e,f]; }` with decimal or hexadecimal ends, comments as in C++.

use interval::Interval;

/// One operand or result.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// An interval with its decoration, if any.
    Set(Interval, Option<String>),
    Number(f64),
    /// Anything else: `[nai]`, `true`, a text.
    Word(String),
}

/// One line of a test.
#[derive(Clone, Debug)]
pub struct Vector {
    pub operation: String,
    pub operands: Vec<Value>,
    pub expected: Vec<Value>,
}

/// All vectors of a file.
pub fn read(text: &str) -> Vec<Vector> {
    let text = without_comments(text);
    let statements = text.split(['{', '}', ';']).map(str::trim);
    statements.filter_map(statement).collect()
}

fn without_comments(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("/*") {
        out.push_str(&rest[..start]);
        rest = rest[start..].split_once("*/").map_or("", |(_, after)| after);
    }
    out.push_str(rest);
    let code = |line: &str| line.split("//").next().unwrap_or("").to_string();
    out.lines().map(code).collect::<Vec<_>>().join("\n")
}

fn statement(text: &str) -> Option<Vector> {
    let (call, result) = text.split_once('=')?;
    let (operation, operands) = call.trim().split_once(char::is_whitespace)?;
    Some(Vector {
        operation: operation.into(),
        operands: values(operands),
        expected: values(result),
    })
}

fn values(text: &str) -> Vec<Value> {
    let mut out = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let end = if rest.starts_with('[') {
            rest.find(']').map_or(rest.len(), |i| i + 1)
        } else {
            0
        };
        let end = rest[end..].find(char::is_whitespace).map_or(rest.len(), |i| i + end);
        out.push(value(&rest[..end]));
        rest = rest[end..].trim_start();
    }
    out
}

fn value(token: &str) -> Value {
    let word = || Value::Word(token.into());
    match token.strip_prefix('[').and_then(|t| t.split_once(']')) {
        None => number(token).map_or_else(word, Value::Number),
        Some((inside, decoration)) => {
            let decoration = decoration.strip_prefix('_').map(str::to_string);
            set(inside.trim()).map_or_else(word, |x| Value::Set(x, decoration))
        }
    }
}

fn set(inside: &str) -> Option<Interval> {
    match inside {
        "empty" => Some(Interval::EMPTY),
        "entire" => Some(Interval::ENTIRE),
        _ => {
            let (lo, hi) = inside.split_once(',')?;
            Interval::new(number(lo.trim())?, number(hi.trim())?)
        }
    }
}

fn number(text: &str) -> Option<f64> {
    let (sign, size) = match text.strip_prefix('-') {
        Some(size) => (-1.0, size),
        None => (1.0, text.strip_prefix('+').unwrap_or(text)),
    };
    let lower = size.to_ascii_lowercase();
    let magnitude = match lower.strip_prefix("0x") {
        Some(digits) => hexadecimal(digits)?,
        None => lower.parse().ok()?,
    };
    Some(sign * magnitude)
}

/// `h.hhhp±d` with at most 64 significant bits, a double exactly.
fn hexadecimal(text: &str) -> Option<f64> {
    let (digits, exponent) = text.split_once('p').unwrap_or((text, "0"));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let bits = u64::from_str_radix(&format!("{whole}{fraction}"), 16).ok()?;
    let shift = exponent.parse::<i32>().ok()? - 4 * fraction.len() as i32;
    Some((rug::Float::with_val(64, bits) << shift).to_f64())
}

#[test]
fn reads_all_parts_of_a_statement() {
    let text = "/* head */ testcase a { fma [1.0,0X1.8P+1]_com [empty] -3 = [-infinity, 2.5]; // end\n }";
    let vectors = read(text);
    assert_eq!(vectors.len(), 1);
    assert_eq!(vectors[0].operation, "fma");
    let three = Interval::new(1.0, 3.0).unwrap();
    assert_eq!(vectors[0].operands[0], Value::Set(three, Some("com".into())));
    assert_eq!(
        vectors[0].operands[1..],
        [Value::Set(Interval::EMPTY, None), Value::Number(-3.0)]
    );
    assert_eq!(
        vectors[0].expected,
        [Value::Set(Interval::hull_of(f64::NEG_INFINITY, 2.5), None)]
    );
    assert_eq!(number("0x1.FFFFFFFFFFFFFp1023"), Some(f64::MAX));
    assert_eq!(number("0X0.0000000000001P-1022"), Some(5e-324));
}
