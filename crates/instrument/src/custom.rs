//! Operators of the user: their conditions as text and as trees.

use crate::branch::Relations;
use crate::hazard::{CustomOperator, HazardOperator, HazardRequest};
use crate::trouble::InstrumentTrouble;

/// A request whose conditions are read.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Wanted {
    /// Operators of the table; none means all.
    pub operators: Vec<HazardOperator>,
    /// Bits that a cancellation loses.
    pub cancel_bits: u32,
    /// Operators of the user.
    pub custom: Vec<Custom>,
}

/// An operator of the user.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Custom {
    /// Its name.
    pub name: String,
    /// The operations, by the names that they have in a hazard.
    pub on: Vec<String>,
    /// Its condition as the user wrote it.
    pub words: String,
    /// Its condition.
    pub when: OperationCondition,
}

/// A condition over an operation.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum OperationCondition {
    /// Two terms are in one of the relations.
    Compare(OperationTerm, Relations, OperationTerm),
    /// Both hold.
    And(Box<OperationCondition>, Box<OperationCondition>),
    /// One holds.
    Or(Box<OperationCondition>, Box<OperationCondition>),
}

/// A number that is computed from an operation.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum OperationTerm {
    /// The first operand.
    Left,
    /// The second operand.
    Right,
    /// The result.
    Result,
    /// A number.
    Number(f64),
    /// The magnitude of a term.
    Abs(Box<OperationTerm>),
    /// Two terms with `+`, `-`, `*` or `/` between them.
    Binary(char, Box<OperationTerm>, Box<OperationTerm>),
}

/// Operations that an operator can be on, besides calls.
const OPERATIONS: [&str; 22] = [
    "add",
    "sub",
    "mul",
    "neg",
    "shl",
    "sdiv",
    "udiv",
    "srem",
    "urem",
    "abs",
    "trunc",
    "conversion",
    "fadd",
    "fsub",
    "fmul",
    "fdiv",
    "frem",
    "fneg",
    "fptrunc",
    "fptosi",
    "fptoui",
    "call",
];

impl Wanted {
    /// Reads the conditions of a request.
    pub fn read(request: &HazardRequest) -> Result<Self, InstrumentTrouble> {
        let refuse =
            |given: &CustomOperator, why: String| InstrumentTrouble::Request(format!("line {}: {why}", given.line));
        let custom = request
            .custom
            .iter()
            .map(|given| read(given).map_err(|why| refuse(given, why)));
        Ok(Wanted {
            operators: request.operators.clone(),
            // Without a lost bit nothing is cancelled.
            cancel_bits: request.cancel_bits.max(1),
            custom: custom.collect::<Result<_, _>>()?,
        })
    }
}

/// Reads an operator of the user, or says why it is not understood.
pub(crate) fn read(given: &CustomOperator) -> Result<Custom, String> {
    let refuse = |what: String| format!("operator `{}`: {what}", given.name);
    let known = |on: &&String| OPERATIONS.contains(&on.split(':').next().unwrap_or(""));
    if let Some(on) = given.on.iter().find(|on| !known(on)) {
        let all = OPERATIONS.join(", ");
        return Err(refuse(format!(
            "no operation is called `{on}`; there are {all} (as `call:exp`)"
        )));
    }
    let when = parse(&given.when).map_err(|(column, what)| {
        refuse(format!(
            "`when` is not understood at column {column}: {what}, in `{}`",
            given.when
        ))
    })?;
    Ok(Custom {
        name: given.name.clone(),
        on: given.on.iter().map(|on| on.replace(':', " ")).collect(),
        words: given.when.clone(),
        when,
    })
}

/// A message and the column it is about, from 1.
type Read<T> = Result<T, (usize, String)>;

/// Reads a condition.
fn parse(text: &str) -> Read<OperationCondition> {
    let mut reader = OperatorReader { text, at: 0, depth: 0 };
    let condition = reader.any()?;
    match reader.rest().is_empty() {
        true => Ok(condition),
        false => reader.expected("the end, `and` or `or`"),
    }
}

struct OperatorReader<'t> {
    text: &'t str,
    at: usize,
    depth: u32,
}

/// Relations by their signs; longer signs stand before those that they begin with.
const SIGNS: [(&str, u8); 6] = [
    ("<=", Relations::LESS | Relations::EQUAL),
    (">=", Relations::GREATER | Relations::EQUAL),
    ("==", Relations::EQUAL),
    ("!=", Relations::LESS | Relations::GREATER),
    ("<", Relations::LESS),
    (">", Relations::GREATER),
];

/// Parentheses in parentheses, and no more.
const DEEPEST: u32 = 50;

impl<'t> OperatorReader<'t> {
    /// What is left, without blanks in front.
    fn rest(&mut self) -> &'t str {
        let rest = &self.text[self.at..];
        let trimmed = rest.trim_start();
        self.at += rest.len() - trimmed.len();
        trimmed
    }

    fn expected<T>(&mut self, what: &str) -> Read<T> {
        self.rest();
        Err((self.text[..self.at].chars().count() + 1, format!("{what} is expected")))
    }

    fn sign(&mut self, sign: &str) -> bool {
        let found = self.rest().starts_with(sign);
        self.at += if found { sign.len() } else { 0 };
        found
    }

    fn word(&mut self) -> &'t str {
        let rest = self.rest();
        let end = rest
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .unwrap_or(rest.len());
        &rest[..end]
    }

    fn keyword(&mut self, word: &str) -> bool {
        self.word() == word && self.sign(word)
    }

    fn any(&mut self) -> Read<OperationCondition> {
        let mut condition = self.all()?;
        while self.keyword("or") {
            condition = OperationCondition::Or(Box::new(condition), Box::new(self.all()?));
        }
        Ok(condition)
    }

    fn all(&mut self) -> Read<OperationCondition> {
        let mut condition = self.one()?;
        while self.keyword("and") {
            condition = OperationCondition::And(Box::new(condition), Box::new(self.one()?));
        }
        Ok(condition)
    }

    /// A comparison, or a condition in parentheses: which one it is shows only behind them.
    fn one(&mut self) -> Read<OperationCondition> {
        let start = self.at;
        let compared = self.comparison();
        let (far, message) = match compared {
            Ok(condition) => return Ok(condition),
            Err(error) => (self.at, error),
        };
        self.at = start;
        if !self.sign("(") {
            self.at = far;
            return Err(message);
        }
        let condition = self.deeper(Self::any)?;
        match self.sign(")") {
            true => Ok(condition),
            false => self.expected("`)`"),
        }
    }

    fn deeper<T>(&mut self, read: fn(&mut Self) -> Read<T>) -> Read<T> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return self.expected("a condition with fewer parentheses");
        }
        let made = read(self);
        self.depth -= 1;
        made
    }

    fn comparison(&mut self) -> Read<OperationCondition> {
        let left = self.sum()?;
        for (sign, relations) in SIGNS {
            if self.sign(sign) {
                return Ok(OperationCondition::Compare(left, Relations(relations), self.sum()?));
            }
        }
        self.expected("one of < <= == != >= >")
    }

    fn sum(&mut self) -> Read<OperationTerm> {
        let mut term = self.product()?;
        while let Some(sign) = self.one_of(['+', '-']) {
            term = OperationTerm::Binary(sign, Box::new(term), Box::new(self.product()?));
        }
        Ok(term)
    }

    fn product(&mut self) -> Read<OperationTerm> {
        let mut term = self.factor()?;
        while let Some(sign) = self.one_of(['*', '/']) {
            term = OperationTerm::Binary(sign, Box::new(term), Box::new(self.factor()?));
        }
        Ok(term)
    }

    fn one_of(&mut self, signs: [char; 2]) -> Option<char> {
        signs.into_iter().find(|sign| self.sign(sign.encode_utf8(&mut [0; 4])))
    }

    fn factor(&mut self) -> Read<OperationTerm> {
        if self.sign("-") {
            let term = self.deeper(Self::factor)?;
            return Ok(OperationTerm::Binary(
                '-',
                Box::new(OperationTerm::Number(0.0)),
                Box::new(term),
            ));
        }
        for (word, term) in [
            ("left", OperationTerm::Left),
            ("right", OperationTerm::Right),
            ("result", OperationTerm::Result),
        ] {
            if self.keyword(word) {
                return Ok(term);
            }
        }
        let is_abs = self.keyword("abs");
        if self.sign("(") {
            let term = self.deeper(Self::sum)?;
            return match self.sign(")") {
                true if is_abs => Ok(OperationTerm::Abs(Box::new(term))),
                true => Ok(term),
                false => self.expected("`)`"),
            };
        }
        self.number()
    }

    fn number(&mut self) -> Read<OperationTerm> {
        let rest = self.rest();
        // The longest beginning that is a number; signs belong to it only in an exponent.
        let end = rest
            .find(|c: char| !c.is_ascii_alphanumeric() && !".+-".contains(c))
            .unwrap_or(rest.len());
        let starts = rest.starts_with(|c: char| c.is_ascii_digit() || c == '.');
        let lengths = (1..=end)
            .rev()
            .filter(|length| starts && rest.is_char_boundary(*length));
        for length in lengths {
            if let Ok(number) = rest[..length].parse::<f64>() {
                self.at += length;
                return Ok(OperationTerm::Number(number));
            }
        }
        self.expected("left, right, result, abs(…), a number or `(`")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_read_with_the_usual_precedence() {
        let number = |x| Box::new(OperationTerm::Number(x));
        let expected = OperationCondition::Or(
            Box::new(OperationCondition::Compare(
                OperationTerm::Abs(Box::new(OperationTerm::Result)),
                Relations(2),
                OperationTerm::Number(1e6),
            )),
            Box::new(OperationCondition::And(
                Box::new(OperationCondition::Compare(
                    OperationTerm::Left,
                    Relations(4),
                    OperationTerm::Number(0.0),
                )),
                Box::new(OperationCondition::Compare(
                    OperationTerm::Binary(
                        '+',
                        Box::new(OperationTerm::Right),
                        Box::new(OperationTerm::Binary('*', number(2.0), number(3.0))),
                    ),
                    Relations(3),
                    OperationTerm::Number(1.5e-3),
                )),
            )),
        );
        assert_eq!(
            parse("abs(result) > 1e6 or left<0 and (right + 2*3 >= 1.5e-3)"),
            Ok(expected)
        );
        assert!(parse("((left + 1) > (2)) and right != -left").is_ok());
    }

    #[test]
    fn errors_name_their_column() {
        for (text, column) in [
            ("", 1),
            ("left", 5),
            ("left > ", 8),
            ("lift > 1", 1),
            ("left > 1 or", 12),
            ("left > 1 1", 10),
        ] {
            assert_eq!(parse(text).map_err(|(at, _)| at), Err(column), "{text}");
        }
        assert!(parse(&"(".repeat(100_000)).is_err());
    }
}
