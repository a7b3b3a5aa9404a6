//! Templates about what one call gives: bounds, values, inverses, order within arrays.

use super::build::{Built, ContractBuilder};
use super::formula::{close, compare, count, variable};
use super::names::{Meaning, Reach, elements, not_an_array};
use super::syntax::{NamedOutput, WithinClause};
use super::template::TemplateSubject;
use super::{CallArgument, Clause, SubjectCall, Toward};
use crate::ast::{ComparisonOperator, Expr, ExprKind};
use crate::diagnostic::Diagnostic;
use crate::fpcore::complaints::quoted;
use crate::fpcore::scope::ExprType;
use crate::fpcore::sexpr::Sexpr;
use crate::infix::range::{WrittenRange, is_infinity};
use crate::infix::token::InfixToken;

impl ContractBuilder<'_> {
    /// lo ≤ y ≤ hi.
    pub(super) fn within(&mut self, subject: &TemplateSubject<'_, '_>, range: &WrittenRange<'_>) -> Built<Vec<Clause>> {
        self.check_not_empty(range)?;
        let lower = self.end(&range.lower, "-inf")?;
        let upper = self.end(&range.upper, "inf")?;
        if lower.is_none() && upper.is_none() {
            let diagnostic = Diagnostic::new(range.span, "every number is within this range");
            return Err(diagnostic
                .hint("that it is finite is said with `ensures isfinite(y)`")
                .into());
        }
        let order = |open: bool| {
            if open {
                ComparisonOperator::Less
            } else {
                ComparisonOperator::LessEqual
            }
        };
        let clause = |output: &String| {
            let lower = lower
                .clone()
                .map(|lo| compare(order(range.open[0]), [lo, variable(output)]));
            let upper = upper
                .clone()
                .map(|hi| compare(order(range.open[1]), [variable(output), hi]));
            let both = ExprKind::And(lower.into_iter().chain(upper).collect());
            subject.clause(Expr::synthetic(both), output)
        };
        Ok(subject.outputs.iter().map(clause).collect())
    }

    /// A bound of an output; `None` at infinity.
    fn end(&mut self, end: &Sexpr<'_>, infinity: &str) -> Built<Option<Expr>> {
        if is_infinity(end, infinity) {
            return Ok(None);
        }
        self.typed(end, Reach::All, ExprType::Real, "a bound").map(Some)
    }

    fn check_not_empty(&mut self, range: &WrittenRange<'_>) -> Built<()> {
        let ends = [&range.lower, &range.upper].map(|end| self.unfolder.constant(end).ok());
        if let [Some(lo), Some(hi)] = ends
            && (lo > hi || (lo == hi && range.open.contains(&true)))
        {
            let diagnostic = Diagnostic::new(range.span, "this range is empty");
            return Err(diagnostic.hint("the lower bound comes first").into());
        }
        Ok(())
    }

    /// |g(f(x)) − x| ≤ margin.
    pub(super) fn inverted(
        &mut self,
        subject: &TemplateSubject<'_, '_>,
        by: InfixToken<'_>,
        margin: &WithinClause<'_>,
    ) -> Built<Vec<Clause>> {
        let output = subject.number()?;
        let call = self.call_of_output(output).map(|n| &self.contract.calls[n]);
        let argument = call.and_then(|call| match call.arguments.as_slice() {
            [
                CallArgument::Number {
                    value:
                        Expr {
                            kind: ExprKind::Variable(name),
                            ..
                        },
                    ..
                },
            ] => Some(name.clone()),
            _ => None,
        });
        let argument = argument.ok_or_else(|| {
            let message = format!(
                "the call that gives {} has not a single name as its argument",
                quoted(output)
            );
            Diagnostic::new(subject.target.span, message).hint("what is inverted has the form `y = f(x)`")
        })?;
        let name = self.unfolder.fresh(&argument, Meaning::Output(None));
        let part = self.add_part(&name, None);
        self.contract.calls.push(SubjectCall {
            function: by.text.to_string(),
            arguments: vec![CallArgument::Number {
                value: variable(output),
                toward: Toward::Value,
            }],
            returns: vec![part],
            span: subject.span,
        });
        let size = self.margin(margin, &variable(&argument))?;
        let condition = close(variable(name), variable(argument), size);
        Ok(vec![subject.clause(condition, output)])
    }

    /// |y − e| ≤ margin.
    pub(super) fn equals(
        &mut self,
        subject: &TemplateSubject<'_, '_>,
        value: &Sexpr<'_>,
        margin: &WithinClause<'_>,
    ) -> Built<Vec<Clause>> {
        let output = subject.number()?;
        let value = self.typed(value, Reach::All, ExprType::Real, "the value")?;
        let size = self.margin(margin, &value)?;
        Ok(vec![subject.clause(close(variable(output), value, size), output)])
    }

    /// Each number occurs in b as often as in a.
    pub(super) fn permutation(
        &mut self,
        subject: &TemplateSubject<'_, '_>,
        of: &NamedOutput<'_>,
    ) -> Built<Vec<Clause>> {
        let after = subject.elements()?;
        let (before, array) = self.unfolder.target(of, Reach::All)?;
        if !array {
            return Err(not_an_array(of.name.text, of.span).into());
        }
        if before.len() != after.len() {
            let message = format!(
                "{} has {} and {} has {}",
                quoted(subject.target.name.text),
                elements(after.len()),
                quoted(of.name.text),
                elements(before.len())
            );
            return Err(Diagnostic::new(subject.span, message)
                .hint("a permutation has as many")
                .into());
        }
        // For each element two sums over all elements, of an addition, a choice and a comparison each.
        self.unfolder.spend(14 * after.len() * after.len(), subject.span)?;
        let clause = |cell: &String| {
            let counts = [count(after, cell), count(&before, cell)];
            subject.clause(compare(ComparisonOperator::Equal, counts), cell)
        };
        Ok(before.iter().map(clause).collect())
    }
}

/// b₀ ≤ b₁ ≤ …
pub(super) fn sorted(subject: &TemplateSubject<'_, '_>, descending: bool) -> Built<Vec<Clause>> {
    let order = if descending {
        ComparisonOperator::GreaterEqual
    } else {
        ComparisonOperator::LessEqual
    };
    let clause = |pair: &[String]| {
        let shown = format!("{} {} {}", pair[0], order.symbol(), pair[1]);
        subject.clause(compare(order, [variable(&pair[0]), variable(&pair[1])]), &shown)
    };
    Ok(subject.elements()?.windows(2).map(clause).collect())
}
