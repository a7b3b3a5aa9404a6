//! Templates: what is often promised of an output, said in few words.
//!
//! Each becomes further inputs, calls, requirements and clauses; the clauses show what the user wrote.

use super::build::{Builder, Built};
use super::formula::{binary, close, compare, count, double, names, number, substituted, unary, variable};
use super::replay::{Obstacle, Swap};
use super::syntax::{Claim, Margin, Target, Template};
use super::unfold::{Meaning, Reach, elements, not_a_number, not_an_array};
use super::{Argument, Call, Clause, Input, Toward};
use crate::ast::{Comparison, Expr, Kind};
use crate::diagnostic::{Diagnostic, Span};
use crate::fpcore::complaints::quoted;
use crate::fpcore::scope::Type;
use crate::fpcore::sexpr::Sexpr;
use crate::infix::range::{Ends, is_infinity};
use crate::infix::token::Token;
use interval::{Binary, Unary};
use rug::Rational;
use std::collections::HashMap;

/// What a template speaks of.
struct Subject<'s, 'a> {
    target: &'s Target<'a>,
    /// The names of its numbers.
    outputs: Vec<String>,
    array: bool,
    /// As the user wrote it.
    text: String,
    span: Span,
}

impl Subject<'_, '_> {
    /// A promise of one of the numbers.
    fn clause(&self, condition: Expr, cell: &str) -> Clause {
        let text = if self.array {
            format!("{} ({cell})", self.text)
        } else {
            self.text.clone()
        };
        Clause {
            condition,
            text,
            span: self.span,
        }
    }

    fn number(&self) -> Built<&str> {
        match self.outputs.first().filter(|_| !self.array) {
            Some(name) => Ok(name),
            None => Err(not_a_number(self.target.name.text, self.target.span).into()),
        }
    }

    fn elements(&self) -> Built<&[String]> {
        if self.array {
            Ok(&self.outputs)
        } else {
            Err(not_an_array(self.target.name.text, self.target.span).into())
        }
    }
}

impl Builder<'_> {
    /// Adds what a template stands for; `required` are the requirements that the user wrote.
    pub(super) fn template(&mut self, template: &Template<'_>, required: &[Clause]) -> Built<()> {
        self.unfolder.start();
        let target = &template.subject;
        let (outputs, array) = self.unfolder.target(target, Reach::All)?;
        if !matches!(self.unfolder.meaning(target.name.text), Some(Meaning::Output(_))) {
            let message = format!("{} is no output of a call", quoted(target.name.text));
            return Err(Diagnostic::new(target.span, message)
                .hint("such promises are made of outputs")
                .into());
        }
        let text = self.written(template.span);
        let span = template.span;
        let subject = Subject {
            target,
            outputs,
            array,
            text,
            span,
        };
        let clauses = match &template.claim {
            Claim::Parity { odd, variables } => self.parity(&subject, *odd, variables, required),
            Claim::Monotone {
                rising,
                strict,
                variable,
            } => self.monotone(&subject, (*rising, *strict), variable, required),
            Claim::Within(range) => self.within(&subject, range),
            Claim::Inverted { by, margin } => self.inverted(&subject, *by, margin),
            Claim::Continuous { variable, at, margin } => self.continuous(&subject, variable, at, margin, required),
            Claim::Equals { value, margin } => self.equals(&subject, value, margin),
            Claim::Sorted { descending } => sorted(&subject, *descending),
            Claim::Permutation { of } => self.permutation(&subject, of),
        }?;
        self.contract.ensures.extend(clauses);
        Ok(())
    }

    /// The numbers of an input.
    fn inputs_of(&mut self, target: &Target<'_>) -> Built<Vec<Input>> {
        if matches!(self.unfolder.meaning(target.name.text), Some(Meaning::Output(_))) {
            let message = format!("{} is an output, and an input is needed here", quoted(target.name.text));
            return Err(Diagnostic::new(target.span, message).into());
        }
        let (cells, _) = self.unfolder.target(target, Reach::Inputs)?;
        let inputs = self.contract.inputs.iter().filter(|input| cells.contains(&input.name));
        Ok(inputs.cloned().collect())
    }

    /// The same where only one number will do.
    fn input_of(&mut self, target: &Target<'_>) -> Built<Input> {
        let mut inputs = self.inputs_of(target)?;
        match inputs.pop().filter(|_| inputs.is_empty()) {
            Some(input) => Ok(input),
            None => Err(not_a_number(target.name.text, target.span).into()),
        }
    }

    /// The calls behind the subject once more; what each of its numbers is then.
    fn again(&mut self, subject: &Subject<'_, '_>, swap: &Swap) -> Built<Vec<Expr>> {
        let wrong = |message: String| Diagnostic::new(subject.span, message);
        let name = quoted(subject.target.name.text);
        let last = subject.outputs.first().and_then(|output| self.call_of_output(output));
        let last = last.ok_or_else(|| wrong(format!("{name} is no output of a call")))?;
        let values = self.replay(last, swap).map_err(|obstacle| match obstacle {
            Obstacle::Independent => wrong(format!("the calls that give {name} do not depend on this input"))
                .hint("name an input that is passed"),
            Obstacle::Formula => wrong("the input is part of a formula or of an array that is passed".into())
                .hint("pass the input itself as an argument, as in `y = f(x)`"),
        })?;
        let same = |output: &String| values.get(output).cloned().unwrap_or_else(|| variable(output));
        Ok(subject.outputs.iter().map(same).collect())
    }

    /// What the user requires of inputs holds of what stands in their place, too.
    fn require_of(&mut self, swap: &Swap, subject: &Subject<'_, '_>, required: &[Clause]) {
        let concerns = |clause: &&Clause| {
            names(&clause.condition)
                .iter()
                .any(|name| swap.values.contains_key(*name))
        };
        for clause in required.iter().filter(concerns) {
            let condition = substituted(&clause.condition, &swap.values);
            let text = format!("{} ({})", clause.text, subject.text);
            self.contract.requires.push(Clause {
                condition,
                text,
                span: subject.span,
            });
        }
    }

    fn require(&mut self, condition: Expr, subject: &Subject<'_, '_>) {
        let clause = Clause {
            condition,
            text: subject.text.clone(),
            span: subject.span,
        };
        self.contract.requires.push(clause);
    }

    /// f(−x) = ±f(x).
    fn parity(
        &mut self,
        subject: &Subject<'_, '_>,
        odd: bool,
        variables: &[Target<'_>],
        required: &[Clause],
    ) -> Built<Vec<Clause>> {
        let mut swap = Swap {
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
        self.require_of(&swap, subject, required);
        let mirrored = self.again(subject, &swap)?;
        let clause = |(output, other): (&String, Expr)| {
            let y = variable(output);
            let expected = if odd { unary(Unary::Neg, y) } else { y };
            subject.clause(compare(Comparison::Equal, [other, expected]), output)
        };
        Ok(subject.outputs.iter().zip(mirrored).map(clause).collect())
    }

    /// −x lies in the range of x.
    fn require_mirrored(&mut self, input: &Input, mirrored: &Expr, subject: &Subject<'_, '_>, span: Span) -> Built<()> {
        if input.lo.max(-input.hi) > input.hi.min(-input.lo) {
            let message = format!("no {} of the range has its negative in the range", quoted(&input.name));
            return Err(Diagnostic::new(span, message)
                .hint("give it a range on both sides of 0")
                .into());
        }
        if input.lo != -input.hi {
            let ends = [double(input.lo), mirrored.clone(), double(input.hi)];
            self.require(compare(Comparison::LessEqual, ends), subject);
        }
        Ok(())
    }

    /// x ≤ x′ ⇒ f(x) ≤ f(x′).
    fn monotone(
        &mut self,
        subject: &Subject<'_, '_>,
        (rising, strict): (bool, bool),
        target: &Target<'_>,
        required: &[Clause],
    ) -> Built<Vec<Clause>> {
        let input = self.input_of(target)?;
        let name = self.unfolder.fresh(&input.name, Meaning::Input(None));
        let order = if strict {
            Comparison::Less
        } else {
            Comparison::LessEqual
        };
        self.require(compare(order, [variable(&input.name), variable(&name)]), subject);
        let swap = Swap {
            values: HashMap::from([(input.name.clone(), variable(&name))]),
            toward: Toward::Value,
        };
        self.require_of(&swap, subject, required);
        self.add_input(Input { name, ..input });
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

    /// lo ≤ y ≤ hi.
    fn within(&mut self, subject: &Subject<'_, '_>, range: &Ends<'_>) -> Built<Vec<Clause>> {
        self.check_not_empty(range)?;
        let lower = self.end(&range.lower, "-inf")?;
        let upper = self.end(&range.upper, "inf")?;
        if lower.is_none() && upper.is_none() {
            let diagnostic = Diagnostic::new(range.span, "every number is within this range");
            return Err(diagnostic
                .hint("that it is finite is said with `ensures isfinite(y)`")
                .into());
        }
        let order = |open: bool| if open { Comparison::Less } else { Comparison::LessEqual };
        let clause = |output: &String| {
            let lower = lower
                .clone()
                .map(|lo| compare(order(range.open[0]), [lo, variable(output)]));
            let upper = upper
                .clone()
                .map(|hi| compare(order(range.open[1]), [variable(output), hi]));
            let both = Kind::And(lower.into_iter().chain(upper).collect());
            subject.clause(Expr::synthetic(both), output)
        };
        Ok(subject.outputs.iter().map(clause).collect())
    }

    /// A bound of an output; `None` at infinity.
    fn end(&mut self, end: &Sexpr<'_>, infinity: &str) -> Built<Option<Expr>> {
        if is_infinity(end, infinity) {
            return Ok(None);
        }
        self.typed(end, Reach::All, Type::Real, "a bound").map(Some)
    }

    fn check_not_empty(&mut self, range: &Ends<'_>) -> Built<()> {
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
    fn inverted(&mut self, subject: &Subject<'_, '_>, by: Token<'_>, margin: &Margin<'_>) -> Built<Vec<Clause>> {
        let output = subject.number()?;
        let call = self.call_of_output(output).map(|n| &self.contract.calls[n]);
        let argument = call.and_then(|call| match call.arguments.as_slice() {
            [
                Argument::Number {
                    value:
                        Expr {
                            kind: Kind::Variable(name),
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
        self.contract.calls.push(Call {
            function: by.text.to_string(),
            arguments: vec![Argument::Number {
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

    /// d, or d·|of|.
    fn margin(&mut self, margin: &Margin<'_>, of: &Expr) -> Built<Expr> {
        let value = self.unfolder.constant(&margin.size)?;
        if value < 0 {
            return Err(Diagnostic::new(margin.size.span, "a margin cannot be less than zero").into());
        }
        let size = number(value);
        Ok(if margin.relative {
            binary(Binary::Mul, size, unary(Unary::Fabs, of.clone()))
        } else {
            size
        })
    }

    /// |f(c⁻) − f(c)| ≤ d and |f(c⁺) − f(c)| ≤ d for the doubles c⁻ and c⁺ beside c.
    fn continuous(
        &mut self,
        subject: &Subject<'_, '_>,
        target: &Target<'_>,
        at: &Sexpr<'_>,
        margin: &Margin<'_>,
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
        let centre = self.typed(at, Reach::Inputs, Type::Real, "the place")?;
        if names(&centre).contains(input.name.as_str()) {
            let message = format!("the place of {} cannot depend on itself", quoted(&input.name));
            return Err(Diagnostic::new(at.span, message).into());
        }
        self.require_neighbours(&input, &centre, at, subject)?;
        let mut swap = Swap {
            values: HashMap::from([(input.name, centre)]),
            toward: Toward::Value,
        };
        self.require_of(&swap, subject, required);
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
        input: &Input,
        centre: &Expr,
        at: &Sexpr<'_>,
        subject: &Subject<'_, '_>,
    ) -> Built<()> {
        let (lo, hi) = (input.lo.next_up(), input.hi.next_down());
        let Ok(place) = self.unfolder.constant(at) else {
            let ends = [double(lo), centre.clone(), double(hi)];
            self.require(compare(Comparison::LessEqual, ends), subject);
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

    /// |y − e| ≤ margin.
    fn equals(&mut self, subject: &Subject<'_, '_>, value: &Sexpr<'_>, margin: &Margin<'_>) -> Built<Vec<Clause>> {
        let output = subject.number()?;
        let value = self.typed(value, Reach::All, Type::Real, "the value")?;
        let size = self.margin(margin, &value)?;
        Ok(vec![subject.clause(close(variable(output), value, size), output)])
    }

    /// Each number occurs in b as often as in a.
    fn permutation(&mut self, subject: &Subject<'_, '_>, of: &Target<'_>) -> Built<Vec<Clause>> {
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
            subject.clause(compare(Comparison::Equal, counts), cell)
        };
        Ok(before.iter().map(clause).collect())
    }
}

/// b[0] ≤ b[1] ≤ …
fn sorted(subject: &Subject<'_, '_>, descending: bool) -> Built<Vec<Clause>> {
    let order = if descending {
        Comparison::GreaterEqual
    } else {
        Comparison::LessEqual
    };
    let clause = |pair: &[String]| {
        let shown = format!("{} {} {}", pair[0], order.symbol(), pair[1]);
        subject.clause(compare(order, [variable(&pair[0]), variable(&pair[1])]), &shown)
    };
    Ok(subject.elements()?.windows(2).map(clause).collect())
}
