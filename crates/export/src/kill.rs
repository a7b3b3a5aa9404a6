//! Everything that an answer must satisfy, as conditions over one DAG.

use super::defined::{Conditions, both};
use super::names::ExportNames;
use super::question::ExportQuestion;
use super::rewrite::Rewriter;
use super::{Dialect, ExportTarget};
use expr::ast::ComparisonOperator;
use expr::dag::{Dag, Node, NodeId};
use expr::spec::Input;
use interval::{Binary, Constant, Unary};
use rug::Rational;

/// A problem in the words of a format.
pub(super) struct ExportProblem {
    pub(super) dag: Dag,
    /// The inputs.
    pub(super) inputs: Vec<Input>,
    /// Their names in the text.
    pub(super) names: ExportNames,
    /// What `:pre` demands beyond the box.
    pub(super) constraint: Option<NodeId>,
    /// Where both formulas are defined.
    pub(super) defined: Option<NodeId>,
    /// The formulas are apart.
    pub(super) apart: NodeId,
    /// Whose problem it is.
    pub(super) title: Vec<String>,
    /// Where it departs from the question.
    pub(super) notes: Vec<String>,
}

impl ExportProblem {
    /// The problem of a question.
    pub(super) fn of(question: &ExportQuestion, target: ExportTarget) -> Result<ExportProblem, String> {
        let mut rewriter = Rewriter::new(&question.dag, target);
        let f = rewriter.node(question.f)?;
        let g = rewriter.node(question.g)?;
        let constraint = question.constraint.map(|c| rewriter.node(c)).transpose()?;
        let (mut dag, mut conditions) = (rewriter.dag, Conditions::default());
        let (df, dg) = (conditions.of(&mut dag, f), conditions.of(&mut dag, g));
        let dc = constraint.and_then(|c| conditions.of(&mut dag, c));
        let margin = (&question.relative, &question.absolute);
        let apart = match target {
            ExportTarget::Smt2(_) => apart(&mut dag, f, g, margin),
            _ => distance(&mut dag, f, g, margin),
        };
        let defined = both(&mut dag, df, dg);
        let mut notes = question.notes.clone();
        notes.extend(rewriter.notes);
        Ok(ExportProblem {
            constraint: both(&mut dag, dc, constraint),
            dag,
            names: ExportNames::new(&question.inputs),
            inputs: question.inputs.clone(),
            defined,
            apart,
            title: question.title.clone(),
            notes,
        })
    }

    /// All conditions, in the order in which they are written.
    pub(super) fn conditions(&self) -> Vec<NodeId> {
        let list = [self.constraint, self.defined, Some(self.apart)];
        list.into_iter().flatten().collect()
    }

    /// The conditions with their conjunctions taken apart.
    pub(super) fn conjuncts(&self) -> Vec<NodeId> {
        let mut list = Vec::new();
        let mut stack: Vec<NodeId> = self.conditions();
        stack.reverse();
        while let Some(id) = stack.pop() {
            match self.dag.node(id) {
                Node::And(a, b) => stack.extend([b, a]),
                _ if list.contains(&id) => {}
                _ => list.push(id),
            }
        }
        list
    }

    /// Whether arithmetic and roots are all that is needed.
    pub(super) fn is_algebraic(&self) -> bool {
        let needed = self.dag.reachable(&self.conditions());
        needed.into_iter().all(|id| match self.dag.node(id) {
            Node::Unary(f, _) => matches!(f, Unary::Neg | Unary::Fabs | Unary::Sqrt | Unary::Cbrt),
            Node::Binary(f, ..) => !matches!(f, Binary::Pow | Binary::Atan2),
            Node::Constant(_) => false,
            _ => true,
        })
    }
}

/// |f − g| > m(f) + m(g) as (f above g) ∨ (g above f).
fn apart(dag: &mut Dag, f: NodeId, g: NodeId, margin: (&Rational, &Rational)) -> NodeId {
    // With e ≥ 1, |f − g| ≤ |f| + |g| ≤ m(f) + m(g).
    if *margin.0 >= 1 || f == g {
        return dag.boolean(false);
    }
    let parts = [above(dag, f, g, margin), above(dag, g, f, margin)];
    dag.any(&parts)
}

/// a − b > max(e·a, −e·a, d) + max(e·b, −e·b, d), one linear inequality for each pair of terms.
///
/// Of the pairs without d, a − b > e·a − e·b and its mirror image say a > b, which the other two imply.
fn above(dag: &mut Dag, a: NodeId, b: NodeId, (e, d): (&Rational, &Rational)) -> NodeId {
    let (less, one, more) = (Rational::from(1 - e), Rational::from(1), Rational::from(1 + e));
    let zero = Rational::new();
    let mut rows = if e.is_zero() && !d.is_zero() {
        vec![]
    } else {
        vec![(&less, &more, &zero), (&more, &less, &zero)]
    };
    let twice = Rational::from(d * 2);
    if !d.is_zero() {
        rows.push((&one, &one, &twice));
        if !e.is_zero() {
            rows.extend([(&one, &more, d), (&one, &less, d), (&less, &one, d), (&more, &one, d)]);
        }
    }
    let rows: Vec<NodeId> = rows.into_iter().map(|(p, q, c)| row(dag, (a, p), (b, q), c)).collect();
    dag.all(&rows)
}

/// p·a > q·b + c.
fn row(dag: &mut Dag, (a, p): (NodeId, &Rational), (b, q): (NodeId, &Rational), c: &Rational) -> NodeId {
    let (left, mut right) = (times(dag, p, a), times(dag, q, b));
    if !c.is_zero() {
        let c = dag.literal(c.clone());
        right = dag.sum(right, c);
    }
    dag.compare(ComparisonOperator::Less, right, left)
}

fn times(dag: &mut Dag, factor: &Rational, a: NodeId) -> NodeId {
    if *factor == 1 {
        return a;
    }
    let factor = dag.literal(factor.clone());
    dag.product(factor, a)
}

/// |f − g| > m(f) + m(g) as it stands, for formats with absolute values.
fn distance(dag: &mut Dag, f: NodeId, g: NodeId, margin: (&Rational, &Rational)) -> NodeId {
    let difference = dag.difference(f, g);
    let (mf, mg) = (allowed(dag, f, margin), allowed(dag, g, margin));
    let (left, right) = (dag.unary(Unary::Fabs, difference), dag.sum(mf, mg));
    dag.compare(ComparisonOperator::Less, right, left)
}

/// max(e·|y|, d).
fn allowed(dag: &mut Dag, y: NodeId, (e, d): (&Rational, &Rational)) -> NodeId {
    let absolute = dag.literal(d.clone());
    if e.is_zero() {
        return absolute;
    }
    let magnitude = dag.unary(Unary::Fabs, y);
    let relative = times(dag, e, magnitude);
    if d.is_zero() {
        relative
    } else {
        dag.binary(Binary::Fmax, relative, absolute)
    }
}

/// The name of a function in a format that calls it by its own name; the others are those of FPCore.
pub(super) fn spelled(f: Unary, dialect: Option<Dialect>) -> &'static str {
    match (f, dialect) {
        (Unary::Asin, Some(Dialect::Cvc5)) => "arcsin",
        (Unary::Acos, Some(Dialect::Cvc5)) => "arccos",
        (Unary::Atan, Some(Dialect::Cvc5)) => "arctan",
        (Unary::Fabs, _) => "abs",
        _ => f.name(),
    }
}

/// The name of a constant; others than π do not come here.
pub(super) fn spelled_constant(c: Constant) -> &'static str {
    debug_assert!(c == Constant::Pi, "invariant: other constants are rewritten");
    "real.pi"
}
