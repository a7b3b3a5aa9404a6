//! Names that other solvers accept.

use expr::spec::Input;

/// Words that mean something in one of the formats, in lower case.
const TAKEN: &[&str] = &[
    "abs",
    "acos",
    "acosh",
    "and",
    "arccos",
    "arcsin",
    "arctan",
    "as",
    "asin",
    "asinh",
    "assert",
    "atan",
    "atan2",
    "atanh",
    "bisection",
    "bool",
    "box",
    "branch",
    "cbrt",
    "ceil",
    "chi",
    "constants",
    "constraints",
    "cos",
    "cosh",
    "cot",
    "csc",
    "diff",
    "distinct",
    "div",
    "e",
    "else",
    "end",
    "euler",
    "exists",
    "exp",
    "false",
    "floor",
    "for",
    "forall",
    "function",
    "functions",
    "hull",
    "if",
    "in",
    "inf",
    "int",
    "integer",
    "ite",
    "let",
    "log",
    "ln",
    "match",
    "max",
    "maximize",
    "mid",
    "min",
    "minimize",
    "minus",
    "mod",
    "not",
    "number",
    "on",
    "oo",
    "or",
    "output",
    "par",
    "pi",
    "plus",
    "pow",
    "precision",
    "real",
    "return",
    "root",
    "saw",
    "sec",
    "sign",
    "sin",
    "sinh",
    "solve",
    "sqr",
    "sqrt",
    "sup",
    "tan",
    "tanh",
    "then",
    "time",
    "trace",
    "true",
    "variable",
    "variables",
    "with",
    "xor",
];

/// Names of inputs and of what the text adds.
pub(super) struct ExportNames {
    inputs: Vec<String>,
    prefix: String,
    /// What inputs are called in the text, where that is not their own name.
    pub(super) renamed: Vec<String>,
}

impl ExportNames {
    /// Keeps the names of inputs that every format accepts.
    pub(super) fn new(inputs: &[Input]) -> ExportNames {
        let own: Vec<&str> = inputs.iter().map(|i| i.name.as_str()).collect();
        let variable = free("v", &own);
        let name = |(n, own): (usize, &&str)| {
            if is_plain(own) {
                (*own).into()
            } else {
                format!("{variable}{n}")
            }
        };
        let names: Vec<String> = own.iter().enumerate().map(name).collect();
        let changed = own.iter().zip(&names).filter(|(own, new)| *own != new);
        ExportNames {
            renamed: changed
                .map(|(own, new)| format!("the input {own:?} is called {new}"))
                .collect(),
            prefix: free("t", &names.iter().map(String::as_str).collect::<Vec<_>>()),
            inputs: names,
        }
    }

    /// The input with this number.
    pub(super) fn input(&self, n: usize) -> &str {
        &self.inputs[n]
    }

    /// All inputs.
    pub(super) fn inputs(&self) -> &[String] {
        &self.inputs
    }

    /// A name for a part of the problem.
    pub(super) fn part(&self, n: usize) -> String {
        format!("{}{n}", self.prefix)
    }
}

/// Whether all formats read a name as it is.
fn is_plain(name: &str) -> bool {
    let mut letters = name.chars();
    let first = letters.next().is_some_and(|c| c.is_ascii_alphabetic());
    let rest = letters.all(|c| c.is_ascii_alphanumeric() || c == '_');
    first && rest && !TAKEN.contains(&name.to_ascii_lowercase().as_str())
}

/// A beginning of names that none of these has.
fn free(letter: &str, taken: &[&str]) -> String {
    let mut prefix = letter.to_string();
    while taken.iter().any(|name| name.starts_with(&prefix)) {
        prefix.push('_');
    }
    prefix
}
