//! Templates that compare calls with different inputs: parity, order, continuity.

use super::build::{Built, ContractBuilder};
use super::formula::{close, compare, double, names, unary, variable};
use super::names::{Meaning, Reach};
use super::replay::InputSwap;
use super::syntax::{NamedOutput, WithinClause};
use super::template::TemplateSubject;
use super::{Clause, ContractInput, Toward};
use crate::ast::{ComparisonOperator, Expr};
use crate::diagnostic::{Diagnostic, TextSpan};
use crate::fpcore::complaints::quoted;
use crate::fpcore::scope::ExprType;
use crate::fpcore::sexpr::Sexpr;
use interval::Unary;
use rug::Rational;
use std::collections::HashMap;

impl ContractBuilder<'_> {
    /// f(−x) = ±f(x).
    pub(super) fn parity(
        &mut self,
        subject: &TemplateSubject<'_, '_>,
        odd: bool,
        variables: &[NamedOutput<'_>],
        required: &[Clause],
    ) -> Built<Vec<Clause>> {
        let mut swap = InputSwap {
            values: HashMap::new(),
            toward: Toward::Value,
        };
        for target in variables {
            for input in self.inputs_of(target)? {
                let mirrored = unary(Unary::Neg, variable(&input.name));
                self.require_mirrored(&input, &mirrored, subject, target.span)?;
                swap.values.insert(input.name, mirrored);
            }
        }
        self.require_of(&swap, subject, required)?;
        let mirrored = self.again(subject, &swap)?;
        let clause = |(output, other): (&String, Expr)| {
            let y = variable(output);
            let expected = if odd { unary(Unary::Neg, y) } else { y };
            subject.clause(compare(ComparisonOperator::Equal, [other, expected]), output)
        };
        Ok(subject.outputs.iter().zip(mirrored).map(clause).collect())
    }

    /// −x lies in the range of x.
    fn require_mirrored(
        &mut self,
        input: &ContractInput,
        mirrored: &Expr,
        subject: &TemplateSubject<'_, '_>,
        span: TextSpan,
    ) -> Built<()> {
        if input.lo.max(-input.hi) > input.hi.min(-input.lo) {
            let message = format!("no {} of the range has its negative in the range", quoted(&input.name));
            return Err(Diagnostic::new(span, message)
                .hint("give it a range on both sides of 0")
                .into());
        }
        if input.lo != -input.hi {
            let ends = [double(input.lo), mirrored.clone(), double(input.hi)];
            self.require(compare(ComparisonOperator::LessEqual, ends), subject);
        }
        Ok(())
    }

    /// x ≤ x′ ⇒ f(x) ≤ f(x′).
    pub(super) fn monotone(
        &mut self,
        subject: &TemplateSubject<'_, '_>,
        (rising, strict): (bool, bool),
        target: &NamedOutput<'_>,
        required: &[Clause],
    ) -> Built<Vec<Clause>> {
        let input = self.input_of(target)?;
        let name = self.unfolder.fresh(&input.name, Meaning::Input(None));
        let order = if strict {
            ComparisonOperator::Less
        } else {
            ComparisonOperator::LessEqual
        };
        self.require(compare(order, [variable(&input.name), variable(&name)]), subject);
        let swap = InputSwap {
            values: HashMap::from([(input.name.clone(), variable(&name))]),
            toward: Toward::Value,
        };
        self.require_of(&swap, subject, required)?;
        self.add_input(ContractInput { name, ..input });
        let later = self.again(subject, &swap)?;
        let clause = |(output, other): (&String, Expr)| {
            let pair = if rising {
                [variable(output), other]
            } else {
                [other, variable(output)]
            };
            subject.clause(compare(order, pair), output)
        };
        Ok(subject.outputs.iter().zip(later).map(clause).collect())
    }

    /// |f(c⁻) − f(c)| ≤ d and |f(c⁺) − f(c)| ≤ d for the doubles c⁻ and c⁺ beside c.
    pub(super) fn continuous(
        &mut self,
        subject: &TemplateSubject<'_, '_>,
        target: &NamedOutput<'_>,
        at: &Sexpr<'_>,
        margin: &WithinClause<'_>,
        required: &[Clause],
    ) -> Built<Vec<Clause>> {
        let input = self.input_of(target)?;
        if input.integer {
            let message = format!(
                "{} takes whole numbers only, which have no neighbours",
                quoted(&input.name)
            );
            return Err(Diagnostic::new(target.span, message).into());
        }
        let centre = self.typed(at, Reach::Inputs, ExprType::Real, "the place")?;
        if names(&centre).contains(input.name.as_str()) {
            let message = format!("the place of {} cannot depend on itself", quoted(&input.name));
            return Err(Diagnostic::new(at.span, message).into());
        }
        self.require_neighbours(&input, &centre, at, subject)?;
        let mut swap = InputSwap {
            values: HashMap::from([(input.name, centre)]),
            toward: Toward::Value,
        };
        self.require_of(&swap, subject, required)?;
        let mut sides = vec![];
        for toward in [Toward::Value, Toward::Below, Toward::Above] {
            swap.toward = toward;
            sides.push(self.again(subject, &swap)?);
        }
        let mut clauses = vec![];
        for (n, output) in subject.outputs.iter().enumerate() {
            let middle = &sides[0][n];
            for side in &sides[1..] {
                let size = self.margin(margin, middle)?;
                clauses.push(subject.clause(close(side[n].clone(), middle.clone(), size), output));
            }
        }
        Ok(clauses)
    }

    /// The doubles on both sides of the place are in the range of the input.
    fn require_neighbours(
        &mut self,
        input: &ContractInput,
        centre: &Expr,
        at: &Sexpr<'_>,
        subject: &TemplateSubject<'_, '_>,
    ) -> Built<()> {
        let (lo, hi) = (input.lo.next_up(), input.hi.next_down());
        let Ok(place) = self.unfolder.constant(at) else {
            let ends = [double(lo), centre.clone(), double(hi)];
            self.require(compare(ComparisonOperator::LessEqual, ends), subject);
            return Ok(());
        };
        let bound = |x: f64| Rational::from_f64(x).unwrap_or_default();
        if place < bound(lo) || place > bound(hi) {
            let message = format!(
                "the range of {} does not reach beyond this place on both sides",
                quoted(&input.name)
            );
            return Err(Diagnostic::new(at.span, message)
                .hint("widen the range, or choose a place inside")
                .into());
        }
        Ok(())
    }
}
