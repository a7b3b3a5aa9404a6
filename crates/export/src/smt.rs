//! SMT-LIB 2: exact rationals, shared terms defined once, roots by variables of their own.

use super::Dialect;
use super::defined::own;
use super::kill::{ExportProblem, spelled, spelled_constant};
use expr::ast::ComparisonOperator;
use expr::dag::{Dag, Node, NodeId};
use expr::spec::RangeBound;
use interval::{Binary, Unary};
use rug::{Integer, Rational};
use std::collections::HashSet;
use std::fmt::Write;

/// The problem as SMT-LIB text.
pub(super) fn text(problem: &ExportProblem, dialect: Dialect) -> String {
    let mut writer = SmtWriter::new(problem, dialect);
    writer.head();
    writer.inputs();
    writer.terms();
    writer.conditions();
    writer.tail();
    writer.out
}

struct SmtWriter<'p> {
    problem: &'p ExportProblem,
    dialect: Dialect,
    algebraic: bool,
    /// The term of each node that has been met.
    terms: Vec<String>,
    /// How often each node is used.
    uses: Vec<usize>,
    /// Nodes whose own condition is asserted whatever the inputs are.
    firm: HashSet<NodeId>,
    /// The DAG of the problem, to look conditions up in.
    scratch: Dag,
    out: String,
}

impl<'p> SmtWriter<'p> {
    fn new(problem: &'p ExportProblem, dialect: Dialect) -> SmtWriter<'p> {
        SmtWriter {
            problem,
            dialect,
            algebraic: problem.is_algebraic(),
            terms: vec![String::new(); problem.dag.len()],
            uses: uses(problem),
            firm: problem.conjuncts().into_iter().collect(),
            scratch: problem.dag.clone(),
            out: String::new(),
        }
    }

    fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn head(&mut self) {
        let problem = self.problem;
        self.line("; Is there an input of the domain at which f and g are defined and |f - g| > m(f) + m(g)?");
        self.line(
            "; unsat: no test tells them apart by its value. sat: the model need not be a float, so prove it again.",
        );
        for line in problem.title.iter().chain(&problem.names.renamed) {
            self.line(&format!("; {line}"));
        }
        for note in &problem.notes {
            self.line(&format!("; note: {note}"));
        }
        let logic = match (self.algebraic, self.dialect) {
            (false, Dialect::Cvc5) => "QF_NRAT",
            _ => "QF_NRA",
        };
        self.line("(set-option :produce-models true)");
        self.line(&format!("(set-logic {logic})"));
    }

    fn inputs(&mut self) {
        let problem = self.problem;
        for (n, input) in problem.inputs.iter().enumerate() {
            let name = problem.names.input(n).to_string();
            self.line(&format!("(declare-fun {name} () Real)"));
            self.bound(input.lo.as_ref(), &name, true);
            self.bound(input.hi.as_ref(), &name, false);
        }
    }

    fn bound(&mut self, bound: Option<&RangeBound>, name: &str, lower: bool) {
        let Some(RangeBound { value, strict, .. }) = bound else {
            return;
        };
        let sign = if *strict { "<" } else { "<=" };
        let value = number(value);
        let (a, b) = if lower {
            (value.as_str(), name)
        } else {
            (name, value.as_str())
        };
        self.line(&format!("(assert ({sign} {a} {b}))"));
    }

    /// Terms of all nodes, operands first; what is used twice gets a name.
    fn terms(&mut self) {
        for id in self.problem.dag.reachable(&self.problem.conjuncts()) {
            let name = self.problem.names.part(id.index());
            let node = self.problem.dag.node(id);
            if let Some(definition) = self.definition(node, &name) {
                self.line(&format!("(declare-fun {name} () Real)"));
                let guarded = self.guarded(node, definition);
                self.line(&format!("(assert {guarded})"));
                self.terms[id.index()] = name;
                continue;
            }
            let term = self.term(node);
            let shared = self.uses[id.index()] > 1 && node.operands().next().is_some();
            self.terms[id.index()] = if shared {
                let sort = if is_condition(&self.problem.dag, id) {
                    "Bool"
                } else {
                    "Real"
                };
                self.line(&format!("(define-fun {name} () {sort} {term})"));
                name
            } else {
                term
            };
        }
    }

    /// What defines a value that the solver has no function for.
    fn definition(&self, node: Node, name: &str) -> Option<String> {
        let Node::Unary(f, a) = node else { return None };
        let a = &self.terms[a.index()];
        let has_root = !self.algebraic && self.dialect == Dialect::Dreal;
        match f {
            Unary::Sqrt if !has_root => Some(format!("(and (>= {name} 0.0) (= (* {name} {name}) {a}))")),
            Unary::Cbrt => Some(format!("(= (* {name} {name} {name}) {a})")),
            Unary::Log if self.dialect == Dialect::Cvc5 => Some(format!("(= (exp {name}) {a})")),
            _ => None,
        }
    }

    /// A definition binds only where the operation is defined: elsewhere it would rule out inputs that do not need it.
    fn guarded(&mut self, node: Node, definition: String) -> String {
        let condition = own(&mut self.scratch, node).filter(|c| !self.firm.contains(c));
        let Some(Node::Compare(c, zero, a)) = condition.map(|c| self.scratch.node(c)) else {
            return definition;
        };
        let zero = self.scratch.as_literal(zero).map_or_else(String::new, number);
        format!("(=> ({} {zero} {}) {definition})", c.symbol(), self.terms[a.index()])
    }

    fn term(&self, node: Node) -> String {
        let dag = &self.problem.dag;
        match node {
            Node::Variable(n) => self.problem.names.input(n as usize).into(),
            Node::Literal(l) => number(dag.literal_value(l)),
            Node::Constant(c) => spelled_constant(c).into(),
            Node::Bool(b) => b.to_string(),
            Node::Power(a, n) => self.product(a, n),
            Node::Compare(ComparisonOperator::NotEqual, a, b) => format!("(not {})", self.apply("=", &[a, b])),
            Node::Compare(ComparisonOperator::Equal, a, b) => self.apply("=", &[a, b]),
            Node::Compare(c, a, b) => self.apply(c.symbol(), &[a, b]),
            _ => self.apply(self.head_of(node), &node.operands().collect::<Vec<_>>()),
        }
    }

    fn head_of(&self, node: Node) -> &'static str {
        match node {
            Node::Unary(Unary::Neg, _) => "-",
            Node::Unary(f, _) => spelled(f, Some(self.dialect)),
            Node::Binary(Binary::Pow, ..) => "^",
            Node::Binary(f, ..) => f.name(),
            Node::And(..) => "and",
            Node::Or(..) => "or",
            Node::Not(_) => "not",
            _ => "ite",
        }
    }

    fn apply(&self, head: &str, operands: &[NodeId]) -> String {
        let mut text = format!("({head}");
        for id in operands {
            let _ = write!(text, " {}", self.terms[id.index()]);
        }
        text + ")"
    }

    fn product(&self, a: NodeId, n: i32) -> String {
        let a = &self.terms[a.index()];
        format!("(*{})", format!(" {a}").repeat(n.unsigned_abs() as usize))
    }

    fn conditions(&mut self) {
        for id in self.problem.conjuncts() {
            let term = self.terms[id.index()].clone();
            self.line(&format!("(assert {term})"));
        }
    }

    fn tail(&mut self) {
        self.line("(check-sat)");
        let names = self.problem.names.inputs().join(" ");
        match self.dialect {
            Dialect::Dreal if !self.algebraic => self.line("(get-model)"),
            _ => self.line(&format!("(get-value ({names}))")),
        }
        self.line("(exit)");
    }
}

/// How often each node is written: powers write their base several times, roots their operand in conditions too.
fn uses(problem: &ExportProblem) -> Vec<usize> {
    let mut uses = vec![0; problem.dag.len()];
    for id in problem.conjuncts() {
        uses[id.index()] += 1;
    }
    for id in problem.dag.reachable(&problem.conjuncts()) {
        let node = problem.dag.node(id);
        let times = if matches!(node, Node::Power(..) | Node::Unary(Unary::Sqrt | Unary::Log, _)) {
            2
        } else {
            1
        };
        node.operands().for_each(|o| uses[o.index()] += times);
    }
    uses
}

fn is_condition(dag: &Dag, id: NodeId) -> bool {
    match dag.node(id) {
        Node::Bool(_) | Node::Compare(..) | Node::And(..) | Node::Or(..) | Node::Not(_) => true,
        Node::If(_, a, _) => is_condition(dag, a),
        _ => false,
    }
}

/// An exact number, as a decimal or a quotient of two.
fn number(q: &Rational) -> String {
    let magnitude = q.clone().abs();
    let text = if magnitude.is_integer() {
        whole(magnitude.numer())
    } else {
        format!("(/ {} {})", whole(magnitude.numer()), whole(magnitude.denom()))
    };
    if q.cmp0().is_lt() { format!("(- {text})") } else { text }
}

fn whole(n: &Integer) -> String {
    format!("{n}.0")
}
