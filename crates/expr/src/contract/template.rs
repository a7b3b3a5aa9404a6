//! Templates: what is often promised of an output, said in few words.
//!
//! Each becomes further inputs, calls, requirements and clauses; the clauses show what the user wrote.

use super::build::{Built, ContractBuilder};
use super::formula::{binary, measure, names, number, substituted, unary, variable};
use super::names::{Meaning, Reach, not_a_number, not_an_array};
use super::replay::{InputSwap, Obstacle};
use super::syntax::{NamedOutput, Template, TemplateClaim, WithinClause};
use super::values::sorted;
use super::{Clause, ContractInput};
use crate::ast::{Expr, MAX_DEPTH};
use crate::diagnostic::{Diagnostic, TextSpan};
use crate::fpcore::complaints::quoted;
use interval::{Binary, Unary};

/// What a template speaks of.
pub(super) struct TemplateSubject<'s, 'a> {
    pub(super) target: &'s NamedOutput<'a>,
    /// The names of its numbers.
    pub(super) outputs: Vec<String>,
    pub(super) array: bool,
    /// As the user wrote it.
    pub(super) text: String,
    pub(super) span: TextSpan,
}

impl TemplateSubject<'_, '_> {
    /// A promise of one of the numbers.
    pub(super) fn clause(&self, condition: Expr, cell: &str) -> Clause {
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

    pub(super) fn number(&self) -> Built<&str> {
        match self.outputs.first().filter(|_| !self.array) {
            Some(name) => Ok(name),
            None => Err(not_a_number(self.target.name.text, self.target.span).into()),
        }
    }

    pub(super) fn elements(&self) -> Built<&[String]> {
        if self.array {
            Ok(&self.outputs)
        } else {
            Err(not_an_array(self.target.name.text, self.target.span).into())
        }
    }
}

impl ContractBuilder<'_> {
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
        let subject = TemplateSubject {
            target,
            outputs,
            array,
            text,
            span,
        };
        let clauses = match &template.claim {
            TemplateClaim::Parity { odd, variables } => self.parity(&subject, *odd, variables, required),
            TemplateClaim::Monotone {
                rising,
                strict,
                variable,
            } => self.monotone(&subject, (*rising, *strict), variable, required),
            TemplateClaim::Within(range) => self.within(&subject, range),
            TemplateClaim::Inverted { by, margin } => self.inverted(&subject, *by, margin),
            TemplateClaim::Continuous { variable, at, margin } => {
                self.continuous(&subject, variable, at, margin, required)
            }
            TemplateClaim::Equals { value, margin } => self.equals(&subject, value, margin),
            TemplateClaim::Sorted { descending } => sorted(&subject, *descending),
            TemplateClaim::Permutation { of } => self.permutation(&subject, of),
        }?;
        self.contract.ensures.extend(clauses);
        Ok(())
    }

    /// The numbers of an input.
    pub(super) fn inputs_of(&mut self, target: &NamedOutput<'_>) -> Built<Vec<ContractInput>> {
        if matches!(self.unfolder.meaning(target.name.text), Some(Meaning::Output(_))) {
            let message = format!("{} is an output, and an input is needed here", quoted(target.name.text));
            return Err(Diagnostic::new(target.span, message).into());
        }
        let (cells, _) = self.unfolder.target(target, Reach::Inputs)?;
        let inputs = self.contract.inputs.iter().filter(|input| cells.contains(&input.name));
        Ok(inputs.cloned().collect())
    }

    /// The same where only one number will do.
    pub(super) fn input_of(&mut self, target: &NamedOutput<'_>) -> Built<ContractInput> {
        let mut inputs = self.inputs_of(target)?;
        match inputs.pop().filter(|_| inputs.is_empty()) {
            Some(input) => Ok(input),
            None => Err(not_a_number(target.name.text, target.span).into()),
        }
    }

    /// The calls behind the subject once more; what each of its numbers is then.
    pub(super) fn again(&mut self, subject: &TemplateSubject<'_, '_>, swap: &InputSwap) -> Built<Vec<Expr>> {
        let wrong = |message: String| Diagnostic::new(subject.span, message);
        let name = quoted(subject.target.name.text);
        let last = subject.outputs.first().and_then(|output| self.call_of_output(output));
        let last = last.ok_or_else(|| wrong(format!("{name} is no output of a call")))?;
        let values = self.replay(last, swap).map_err(|obstacle| match obstacle {
            Obstacle::TooMuch => {
                wrong("what this template adds is too much".into()).hint("make several contracts of it")
            }
            Obstacle::Independent => wrong(format!("the calls that give {name} do not depend on this input"))
                .hint("name an input that is passed"),
            Obstacle::Formula => wrong("the input is part of a formula or of an array that is passed".into())
                .hint("pass the input itself as an argument, as in `y = f(x)`"),
        })?;
        let same = |output: &String| values.get(output).cloned().unwrap_or_else(|| variable(output));
        Ok(subject.outputs.iter().map(same).collect())
    }

    /// What the user requires of inputs holds of what stands in their place, too.
    pub(super) fn require_of(
        &mut self,
        swap: &InputSwap,
        subject: &TemplateSubject<'_, '_>,
        required: &[Clause],
    ) -> Built<()> {
        let concerns = |clause: &&Clause| {
            names(&clause.condition)
                .iter()
                .any(|name| swap.values.contains_key(*name))
        };
        for clause in required.iter().filter(concerns) {
            let condition = substituted(&clause.condition, &swap.values);
            let (size, depth) = measure(&condition);
            self.unfolder.spend(size, subject.span)?;
            if depth > MAX_DEPTH {
                let message = "what is required becomes too deep with this in place of an input";
                return Err(Diagnostic::new(subject.span, message).hint("split the formulas").into());
            }
            let text = format!("{} ({})", clause.text, subject.text);
            self.contract.requires.push(Clause {
                condition,
                text,
                span: subject.span,
            });
        }
        Ok(())
    }

    pub(super) fn require(&mut self, condition: Expr, subject: &TemplateSubject<'_, '_>) {
        let clause = Clause {
            condition,
            text: subject.text.clone(),
            span: subject.span,
        };
        self.contract.requires.push(clause);
    }

    /// d, or d·|of|.
    pub(super) fn margin(&mut self, margin: &WithinClause<'_>, of: &Expr) -> Built<Expr> {
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
}
