//! The numbers of models: fractions, decimals, and roots of polynomials as z3 and cvc5 write them.

use super::answer::SmtTerm;
use super::root;
use expr::fpcore::parse_number;
use rug::Rational;
use rug::ops::DivFrom;

/// A number, or a fraction very near to it; else why it cannot be read.
pub(super) fn value(term: &SmtTerm) -> Result<Rational, String> {
    match term {
        SmtTerm::Word(word) => decimal(word),
        SmtTerm::List(parts) => match parts.as_slice() {
            [SmtTerm::Word(head), operands @ ..] => applied(head, operands),
            _ => Err("it is no number".into()),
        },
    }
}

/// z3 ends decimals with a question mark where digits are left out.
fn decimal(word: &str) -> Result<Rational, String> {
    let digits = word.strip_suffix('?').unwrap_or(word);
    let plain = digits.chars().all(|c| c.is_ascii_digit() || ".-/".contains(c));
    // Exponents are not for solvers, and could be of any size.
    let number = if plain { parse_number(digits).ok() } else { None };
    number.ok_or_else(|| format!("`{}` is no number", super::answer::excerpt(word)))
}

fn applied(head: &str, operands: &[SmtTerm]) -> Result<Rational, String> {
    let unreadable = || format!("a number that begins with `{}`", super::answer::excerpt(head));
    match (head, operands) {
        ("root-obj", [polynomial, number]) => root::find_numbered(polynomial, number).ok_or_else(unreadable),
        ("_", [_, SmtTerm::Word(text)]) => root::find_between(text).ok_or_else(unreadable),
        ("-", [a]) => Ok(-value(a)?),
        ("to_real", [a]) => value(a),
        ("-", [a, b]) => Ok(value(a)? - value(b)?),
        ("/", [a, b]) => {
            let (a, mut b) = (value(a)?, value(b)?);
            if b.is_zero() {
                return Err("it divides by 0".into());
            }
            b.div_from(a);
            Ok(b)
        }
        ("+", all) => all.iter().map(value).sum(),
        ("*", all) => all.iter().map(value).product(),
        _ => Err(unreadable()),
    }
}
