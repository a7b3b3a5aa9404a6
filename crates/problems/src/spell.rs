//! Formulas as statements of a language: each part of the DAG is a variable of its own, so that shared parts are computed once.

use crate::formula::ProblemFormula;
use expr::ast::ComparisonOperator;
use expr::dag::{Dag, Node, NodeId};
use interval::{Binary, Constant, Unary};

/// How a language writes formulas.
pub struct Spelling {
    /// Before a statement that makes a variable.
    declare: &'static str,
    /// After a statement.
    end: &'static str,
    /// Before the names of functions.
    prefix: &'static str,
    /// Product and quotient.
    product: &'static str,
    quotient: &'static str,
    /// The power operator, or none if there is a function `pow`.
    power: Option<&'static str>,
    /// Names that differ from those of C.
    renamed: &'static [(&'static str, &'static str)],
    /// Choice between two values, from condition, yes and no.
    choice: fn(&str, &str, &str) -> String,
    /// And, or, not, not equal.
    logic: [&'static str; 4],
}

/// C.
pub const C: Spelling = Spelling {
    declare: "double ",
    end: ";",
    prefix: "",
    product: "*",
    quotient: "/",
    power: None,
    renamed: &[("nearbyint", "rint")],
    choice: |c, a, b| format!("({c}) ? {a} : {b}"),
    logic: ["&&", "||", "!", "!="],
};

/// Python.
pub const PYTHON: Spelling = Spelling {
    declare: "",
    end: "",
    prefix: "_m.",
    product: "*",
    quotient: "/",
    power: None,
    renamed: &[("tgamma", "gamma"), ("nearbyint", "rint")],
    choice: |c, a, b| format!("{a} if ({c}) else {b}"),
    logic: ["and", "or", "not ", "!="],
};

/// Octave, with operators that work on arrays too.
pub const OCTAVE: Spelling = Spelling {
    declare: "",
    end: ";",
    prefix: "",
    product: ".*",
    quotient: "./",
    power: Some(".^"),
    renamed: &[
        ("fabs", "abs"),
        ("tgamma", "gamma"),
        ("trunc", "fix"),
        ("fmin", "min"),
        ("fmax", "max"),
    ],
    choice: |c, a, b| format!("merge({c}, {a}, {b})"),
    logic: ["&", "|", "!", "!="],
};

/// The statements that compute a formula, and the name of the result. `variables` are the names of its inputs.
pub fn statements(
    spelling: &Spelling,
    formula: &ProblemFormula,
    variables: &[&str],
) -> Result<(Vec<String>, String), String> {
    let dag = &formula.dag;
    let writer = SpellWriter {
        spelling,
        dag,
        variables,
    };
    let mut lines = vec![];
    for id in dag.reachable(&[formula.root]) {
        if !matches!(dag.node(id), Node::Variable(_) | Node::Literal(_) | Node::Constant(_)) {
            let value = writer.value(id)?;
            lines.push(format!("{}v{} = {value}{}", spelling.declare, id.index(), spelling.end));
        }
    }
    Ok((lines, writer.name(formula.root)))
}

struct SpellWriter<'a> {
    spelling: &'a Spelling,
    dag: &'a Dag,
    variables: &'a [&'a str],
}

impl SpellWriter<'_> {
    /// What stands for a node: leaves stand for themselves.
    fn name(&self, id: NodeId) -> String {
        match self.dag.node(id) {
            Node::Variable(n) => self.variables.get(n as usize).unwrap_or(&"x").to_string(),
            Node::Literal(literal) => number(self.dag.literal_value(literal).to_f64()),
            Node::Constant(c) => number(nearest(c)),
            _ => format!("v{}", id.index()),
        }
    }

    fn value(&self, id: NodeId) -> Result<String, String> {
        let s = self.spelling;
        let at = |id: NodeId| self.name(id);
        Ok(match self.dag.node(id) {
            Node::Variable(_) | Node::Literal(_) | Node::Constant(_) => at(id),
            Node::Bool(b) => if b { "(1 > 0)" } else { "(1 < 0)" }.into(),
            Node::Unary(Unary::Neg, a) => format!("-{}", at(a)),
            Node::Unary(f, a) => self.call(f.name(), &[a])?,
            Node::Binary(Binary::Add, a, b) => format!("{} + {}", at(a), at(b)),
            Node::Binary(Binary::Sub, a, b) => format!("{} - {}", at(a), at(b)),
            Node::Binary(Binary::Mul, a, b) => format!("{} {} {}", at(a), s.product, at(b)),
            Node::Binary(Binary::Div, a, b) => format!("{} {} {}", at(a), s.quotient, at(b)),
            Node::Binary(Binary::Pow, a, b) => self.power(&at(a), &at(b)),
            Node::Binary(f, a, b) => self.call(f.name(), &[a, b])?,
            Node::Power(a, n) => self.small_power(&at(a), n),
            Node::Fma(a, b, c) => format!("{} {} {} + {}", at(a), s.product, at(b), at(c)),
            Node::Compare(c, a, b) => format!("({} {} {})", at(a), self.comparison(c), at(b)),
            Node::And(a, b) => format!("({} {} {})", at(a), s.logic[0], at(b)),
            Node::Or(a, b) => format!("({} {} {})", at(a), s.logic[1], at(b)),
            Node::Not(a) => format!("({}{})", s.logic[2], at(a)),
            Node::If(c, a, b) => (s.choice)(&at(c), &at(a), &at(b)),
        })
    }

    fn comparison(&self, c: ComparisonOperator) -> &'static str {
        match c {
            ComparisonOperator::NotEqual => self.spelling.logic[3],
            other => other.symbol(),
        }
    }

    fn power(&self, base: &str, exponent: &str) -> String {
        match self.spelling.power {
            Some(operator) => format!("{base} {operator} {exponent}"),
            None => format!("{}pow({base}, {exponent})", self.spelling.prefix),
        }
    }

    fn small_power(&self, base: &str, n: i32) -> String {
        match n {
            2..=4 => vec![base; n as usize].join(&format!(" {} ", self.spelling.product)),
            n => self.power(base, &number(f64::from(n))),
        }
    }

    fn call(&self, name: &str, operands: &[NodeId]) -> Result<String, String> {
        if UNKNOWN.contains(&name) {
            return Err(format!("`{name}` cannot be written for the algorithm's language"));
        }
        let renamed = self.spelling.renamed.iter().find(|row| row.0 == name);
        let name = renamed.map_or(name, |row| row.1);
        let operands: Vec<String> = operands.iter().map(|&o| self.name(o)).collect();
        Ok(format!("{}{name}({})", self.spelling.prefix, operands.join(", ")))
    }
}

/// Functions that not all languages have under a name.
const UNKNOWN: [&str; 8] = [
    "exp10",
    "round",
    "nearbyint",
    "fdim",
    "fmod",
    "remainder",
    "copysign",
    "exp2",
];

/// A literal that reads back as the same double.
fn number(x: f64) -> String {
    match x < 0.0 {
        true => format!("({x:?})"),
        false => format!("{x:?}"),
    }
}

fn nearest(c: Constant) -> f64 {
    interval::BigInterval::constant(c, 128).mid(128).to_f64()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(spelling: &Spelling, text: &str, expected: &[&str]) {
        let formula = ProblemFormula::read(text).unwrap();
        let (lines, _) = statements(spelling, &formula, &["x"]).unwrap();
        let values: Vec<&str> = lines.iter().filter_map(|l| l.split_once(" = ")).map(|l| l.1).collect();
        assert_eq!(values, expected);
    }

    #[test]
    fn each_language_has_its_words() {
        check(&C, "abs(x^2)/3", &["x * x;", "fabs(v2);", "v3 / 3.0;"]);
        check(&PYTHON, "abs(x^5)/3", &["_m.pow(x, 5.0)", "_m.fabs(v2)", "v3 / 3.0"]);
        check(&OCTAVE, "abs(x^5)/3", &["x .^ 5.0;", "abs(v2);", "v3 ./ 3.0;"]);
        let formula = ProblemFormula::read("exp10(x)").unwrap();
        assert!(statements(&C, &formula, &["x"]).is_err());
    }
}
