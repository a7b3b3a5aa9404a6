//! RealPaver and Minibex: variables with ranges, then a list of constraints in infix notation.
//!
//! Neither has disjunctions or `!=`, and RealPaver has no strict comparison. A condition that is no comparison
//! becomes h ≥ 0 with h made of minima and maxima, and what cannot be said is left out, with a note:
//! the text then has all answers of the question, and maybe more.

use super::kill::{ExportProblem, spelled};
use expr::ast::ComparisonOperator;
use expr::dag::{Node, NodeId};
use expr::spec::{Input, RangeBound};
use interval::{Binary, Unary};
use rug::Rational;
use std::collections::BTreeSet;

/// What tells the two formats apart.
pub(super) struct Style {
    name: &'static str,
    strict: bool,
    comment: (&'static str, &'static str),
    /// Between and after variables; between and after constraints.
    variables: (&'static str, &'static str),
    constraints: (&'static str, &'static str),
    open_range: &'static str,
}

/// RealPaver 0.4.
pub(super) const REAL_PAVER: Style = Style {
    name: "RealPaver 0.4",
    strict: false,
    comment: ("/* ", " */"),
    variables: (",\n", ";\n"),
    constraints: (",\n", ";\n"),
    open_range: "]-oo, +oo[",
};

/// Minibex.
pub(super) const MINIBEX: Style = Style {
    name: "Minibex",
    strict: true,
    comment: ("// ", ""),
    variables: (";\n", ";\n"),
    constraints: (";\n", ";\nend\n"),
    open_range: "[-oo, +oo]",
};

/// Longest term: without names for shared parts, some formulas explode.
const LONGEST: usize = 200_000;

/// The problem as text.
pub(super) fn text(problem: &ExportProblem, style: &Style) -> Result<String, String> {
    let mut writer = InfixWriter {
        problem,
        style,
        terms: vec![String::new(); problem.dag.len()],
        variables: Vec::new(),
        constraints: Vec::new(),
        notes: problem.notes.iter().cloned().collect(),
    };
    writer.inputs();
    writer.terms()?;
    writer.conditions()?;
    Ok(writer.whole())
}

struct InfixWriter<'p> {
    problem: &'p ExportProblem,
    style: &'p Style,
    /// Terms of numbers; of conditions, what is ≥ 0 where they hold.
    terms: Vec<String>,
    variables: Vec<String>,
    constraints: Vec<String>,
    notes: BTreeSet<String>,
}

impl InfixWriter<'_> {
    fn inputs(&mut self) {
        for (n, input) in self.problem.inputs.iter().enumerate() {
            let name = self.problem.names.input(n);
            self.variables.push(format!("  {name} in {}", range(input, self.style)));
            for (bound, sign) in [(&input.lo, ">"), (&input.hi, "<")] {
                if let Some(b) = bound.as_ref().filter(|b| b.strict || decimal(&b.value).is_none()) {
                    let sign = self.sign(sign, b.strict);
                    self.constraints.push(format!("  {name} {sign} {}", number(&b.value)));
                }
            }
        }
    }

    fn sign(&mut self, sign: &str, strict: bool) -> String {
        if strict && self.style.strict {
            return sign.into();
        }
        if strict {
            self.note("strict comparisons are written as weak ones");
        }
        format!("{sign}=")
    }

    fn note(&mut self, note: &str) {
        self.notes.insert(note.into());
    }

    fn terms(&mut self) -> Result<(), String> {
        for id in self.problem.dag.reachable(&self.problem.conjuncts()) {
            let term = self.term(id)?;
            if term.len() > LONGEST {
                return Err(format!(
                    "{} has no names for parts of formulas, and written out in full this one is too long",
                    self.style.name
                ));
            }
            self.terms[id.index()] = term;
        }
        Ok(())
    }

    fn term(&mut self, id: NodeId) -> Result<String, String> {
        let dag = &self.problem.dag;
        let at = |id: NodeId| &self.terms[id.index()];
        Ok(match dag.node(id) {
            Node::Variable(n) => self.problem.names.input(n as usize).into(),
            Node::Literal(l) => number(dag.literal_value(l)),
            Node::Power(a, n) => format!("({})^{n}", at(a)),
            Node::Unary(Unary::Neg, a) => format!("(-({}))", at(a)),
            Node::Unary(Unary::Cbrt, a) => {
                let a = at(a).clone();
                self.root(id, &a)
            }
            Node::Unary(f, a) => format!("{}({})", spelled(f, None), at(a)),
            Node::Binary(Binary::Fmin, a, b) => format!("min({}, {})", at(a), at(b)),
            Node::Binary(Binary::Fmax, a, b) => format!("max({}, {})", at(a), at(b)),
            Node::Binary(Binary::Atan2, a, b) => format!("atan2({}, {})", at(a), at(b)),
            Node::Binary(f, a, b) => format!("({} {} {})", at(a), f.name(), at(b)),
            Node::If(c, a, b) => {
                let (a, b) = (at(a).clone(), at(b).clone());
                self.choice(c, &a, &b)?
            }
            _ => self.condition(id)?,
        })
    }

    /// A cube root is a variable with its cube.
    fn root(&mut self, id: NodeId, a: &str) -> String {
        let name = self.problem.names.part(id.index());
        self.variables.push(format!("  {name} in {}", self.style.open_range));
        self.constraints.push(format!("  {name}^3 = {a}"));
        name
    }

    /// chi(a, b, c) is b where a ≤ 0, else c.
    fn choice(&mut self, c: NodeId, yes: &str, no: &str) -> Result<String, String> {
        let dag = &self.problem.dag;
        let gap = |a: NodeId, b: NodeId| format!("{} - {}", self.terms[a.index()], self.terms[b.index()]);
        Ok(match dag.node(c) {
            Node::Bool(b) => if b { yes } else { no }.into(),
            Node::Not(a) => return self.choice(a, no, yes),
            Node::And(a, b) => {
                let inner = self.choice(b, yes, no)?;
                return self.choice(a, &inner, no);
            }
            Node::Or(a, b) => {
                let inner = self.choice(b, yes, no)?;
                return self.choice(a, yes, &inner);
            }
            Node::Compare(ComparisonOperator::LessEqual, a, b) => format!("chi({}, {yes}, {no})", gap(a, b)),
            Node::Compare(ComparisonOperator::Less, a, b) => format!("chi({}, {no}, {yes})", gap(b, a)),
            Node::Compare(ComparisonOperator::Equal, a, b) => {
                format!("chi({}, chi({}, {yes}, {no}), {no})", gap(a, b), gap(b, a))
            }
            Node::Compare(ComparisonOperator::NotEqual, a, b) => {
                format!("chi({}, chi({}, {no}, {yes}), {yes})", gap(a, b), gap(b, a))
            }
            _ => return Err(format!("{} has no `if` as a condition of an `if`", self.style.name)),
        })
    }

    /// h with h ≥ 0 wherever the condition holds; empty where nothing can be said.
    fn condition(&mut self, id: NodeId) -> Result<String, String> {
        let dag = &self.problem.dag;
        let at = |id: NodeId| self.terms[id.index()].clone();
        Ok(match dag.node(id) {
            Node::Bool(b) => if b { "1" } else { "(-1)" }.into(),
            Node::Compare(ComparisonOperator::Less | ComparisonOperator::LessEqual, a, b) => {
                format!("({} - {})", at(b), at(a))
            }
            Node::Compare(ComparisonOperator::Equal, a, b) => format!("min({0} - {1}, {1} - {0})", at(a), at(b)),
            Node::Compare(..) => String::new(),
            Node::And(a, b) => match (at(a), at(b)) {
                (a, b) if a.is_empty() || b.is_empty() => a + &b,
                (a, b) => format!("min({a}, {b})"),
            },
            Node::Or(a, b) => match (at(a), at(b)) {
                (a, b) if a.is_empty() || b.is_empty() => String::new(),
                (a, b) => format!("max({a}, {b})"),
            },
            Node::Not(a) => self.negation(a)?,
            _ => return Err(format!("{} has no `if` as a condition", self.style.name)),
        })
    }

    fn negation(&mut self, id: NodeId) -> Result<String, String> {
        let dag = &self.problem.dag;
        let at = |id: NodeId| self.terms[id.index()].clone();
        Ok(match dag.node(id) {
            Node::Bool(b) => if b { "(-1)" } else { "1" }.into(),
            Node::Not(a) => at(a),
            Node::Compare(ComparisonOperator::Less | ComparisonOperator::LessEqual, a, b) => {
                format!("({} - {})", at(a), at(b))
            }
            Node::Compare(ComparisonOperator::NotEqual, a, b) => format!("min({0} - {1}, {1} - {0})", at(a), at(b)),
            Node::Compare(..) => String::new(),
            Node::And(a, b) => match (self.negation(a)?, self.negation(b)?) {
                (a, b) if a.is_empty() || b.is_empty() => String::new(),
                (a, b) => format!("max({a}, {b})"),
            },
            Node::Or(a, b) => match (self.negation(a)?, self.negation(b)?) {
                (a, b) if a.is_empty() || b.is_empty() => a + &b,
                (a, b) => format!("min({a}, {b})"),
            },
            _ => return Err(format!("{} has no `if` as a condition", self.style.name)),
        })
    }

    fn conditions(&mut self) -> Result<(), String> {
        for id in self.problem.conjuncts() {
            let constraint = self.constraint(id);
            self.constraints.extend(constraint);
        }
        Ok(())
    }

    fn constraint(&mut self, id: NodeId) -> Option<String> {
        let at = |id: NodeId| self.terms[id.index()].clone();
        match self.problem.dag.node(id) {
            Node::Compare(ComparisonOperator::Less, a, b) => {
                let (a, b) = (at(a), at(b));
                let sign = self.sign(">", true);
                Some(format!("  {b} {sign} {a}"))
            }
            Node::Compare(ComparisonOperator::LessEqual, a, b) => Some(format!("  {} >= {}", at(b), at(a))),
            Node::Compare(ComparisonOperator::Equal, a, b) => Some(format!("  {} = {}", at(a), at(b))),
            _ => {
                let h = at(id);
                self.note("conditions with `!=` are left out, and disjunctions are written with weak comparisons");
                (!h.is_empty()).then(|| format!("  {h} >= 0"))
            }
        }
    }

    fn whole(&self) -> String {
        let (open, close) = self.style.comment;
        let mut out = String::new();
        let mut comment = |line: &str| {
            let line = line.replace("*/", "* /").replace("/*", "/ *");
            out.push_str(&format!("{open}{line}{close}\n"));
        };
        comment("Is there an input of the domain at which f and g are defined and |f - g| > m(f) + m(g)?");
        comment(
            "No solution: no test tells them apart by its value. A solution need not be a float, so prove it again.",
        );
        let problem = self.problem;
        problem
            .title
            .iter()
            .chain(&problem.names.renamed)
            .for_each(|line| comment(line));
        self.notes.iter().for_each(|note| comment(&format!("note: {note}")));
        let list = |items: &[String], (between, end): (&str, &str)| items.join(between) + end;
        out + "Variables\n"
            + &list(&self.variables, self.style.variables)
            + "Constraints\n"
            + &list(&self.constraints, self.style.constraints)
    }
}

/// The range of an input; ends that are no decimals are moved outward, and stand among the constraints too.
fn range(input: &Input, style: &Style) -> String {
    let end = |bound: Option<&RangeBound>, lower: bool| match bound {
        None => if lower { "-oo" } else { "+oo" }.to_string(),
        Some(b) => decimal(&b.value).unwrap_or_else(|| outward(&b.value, lower)),
    };
    let (lo, hi) = (end(input.lo.as_ref(), true), end(input.hi.as_ref(), false));
    let infinite = |bound: &Option<RangeBound>| bound.is_none() && style.open_range.starts_with(']');
    let open = if infinite(&input.lo) { "]" } else { "[" };
    let close = if infinite(&input.hi) { "[" } else { "]" };
    format!("{open}{lo}, {hi}{close}")
}

/// Digits after the point that a range may have.
const DIGITS: u32 = 30;

/// The number as a decimal, if that is exact and short.
fn decimal(q: &Rational) -> Option<String> {
    let scale = rug::Integer::from(rug::Integer::u_pow_u(10, DIGITS));
    let scaled = Rational::from(q * &scale);
    scaled.is_integer().then(|| digits(scaled.numer()))
}

/// A decimal just beyond the number.
fn outward(q: &Rational, lower: bool) -> String {
    let scale = rug::Integer::from(rug::Integer::u_pow_u(10, DIGITS));
    let scaled = Rational::from(q * &scale);
    let moved = if lower { scaled.floor() } else { scaled.ceil() };
    digits(moved.numer())
}

/// n·10^−DIGITS, without zeros at the end.
fn digits(n: &rug::Integer) -> String {
    let sign = if n.cmp0().is_lt() { "-" } else { "" };
    let text = format!("{:0>width$}", n.clone().abs().to_string(), width = DIGITS as usize + 1);
    let (whole, part) = text.split_at(text.len() - DIGITS as usize);
    let part = part.trim_end_matches('0');
    if part.is_empty() {
        format!("{sign}{whole}")
    } else {
        format!("{sign}{whole}.{part}")
    }
}

/// An exact number, as a quotient of integers.
fn number(q: &Rational) -> String {
    let text = if q.is_integer() {
        q.numer().to_string()
    } else {
        format!("{}/{}", q.numer(), q.denom())
    };
    if q.is_integer() && q.cmp0().is_ge() {
        text
    } else {
        format!("({text})")
    }
}
