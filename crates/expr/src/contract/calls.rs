//! Calls: what is passed, what comes back, and the names that it gets.

use super::build::{Built, ContractBuilder, MOST_ELEMENTS, all};
use super::formula::variable;
use super::names::{ArrayLength, Meaning, Reach, cells};
use super::syntax::{NamedOutput, RawArgument, RawCall};
use super::{CallArgument, ContractOutput, OutputOrigin, OutputPart, SubjectCall, Toward};
use crate::ast::Expr;
use crate::diagnostic::Diagnostics;
use crate::fpcore::scope::ExprType;
use crate::infix::token::InfixToken;

impl ContractBuilder<'_> {
    pub(super) fn call(&mut self, raw: &RawCall<'_>) -> Built<()> {
        let passed: Vec<Built<PassedValue>> = raw.arguments.iter().map(|a| self.passed(a)).collect();
        // Outputs are declared even if arguments are wrong, so that what uses them is looked at, too.
        let returns: Vec<Built<OutputPart>> = raw.returns.iter().map(|target| self.returned(target)).collect();
        let arguments = raw.arguments.iter().zip(passed).map(|(a, p)| self.argument(a, p));
        let arguments: Vec<Built<CallArgument>> = arguments.collect();
        let returns: Built<Vec<OutputPart>> = gathered(returns);
        let arguments = gathered(arguments);
        match (returns, arguments) {
            (Ok(returns), Ok(arguments)) => {
                self.contract.calls.push(SubjectCall {
                    function: raw.function.text.to_string(),
                    arguments,
                    returns,
                    span: raw.span,
                });
                Ok(())
            }
            (returns, arguments) => all([returns.map(|_| ()), arguments.map(|_| ())].into_iter()),
        }
    }

    /// What is passed before anything is called.
    fn passed(&mut self, argument: &RawArgument<'_>) -> Built<PassedValue> {
        let value = match argument {
            RawArgument::Value(value) | RawArgument::Changed(value, _) => value,
            // What it is before the call means nothing.
            RawArgument::Filled(_) => return Ok(PassedValue::Array(String::new(), vec![])),
        };
        if let Some(name) = value.symbol()
            && let Some(Meaning::Input(Some(length)) | Meaning::Output(Some(length))) = self.unfolder.meaning(name)
        {
            let elements = cells(name, Some(*length)).into_iter().map(variable).collect();
            return Ok(PassedValue::Array(name.to_string(), elements));
        }
        self.typed(value, Reach::All, ExprType::Real, "an argument")
            .map(PassedValue::Number)
    }

    fn argument(&mut self, raw: &RawArgument<'_>, passed: Built<PassedValue>) -> Built<CallArgument> {
        match raw {
            RawArgument::Filled(target) => Ok(CallArgument::Filled {
                part: self.returned(target)?,
            }),
            RawArgument::Changed(_, name) => {
                let shape = match &passed {
                    Ok(PassedValue::Array(_, elements)) => Some(elements.len()),
                    _ => None,
                };
                let part = self.part(*name, shape);
                let values = match passed? {
                    PassedValue::Array(_, values) => values,
                    PassedValue::Number(value) => vec![value],
                };
                Ok(CallArgument::Changed { values, part: part? })
            }
            RawArgument::Value(_) => Ok(match passed? {
                PassedValue::Array(name, values) => CallArgument::Array { name, values },
                PassedValue::Number(value) => CallArgument::Number {
                    value,
                    toward: Toward::Value,
                },
            }),
        }
    }

    fn returned(&mut self, target: &NamedOutput<'_>) -> Built<OutputPart> {
        let shape = self.shape(target);
        let guess = shape.as_ref().map_or(usize::try_from(MOST_ELEMENTS).ok(), |s| *s);
        let part = self.part(target.name, guess);
        shape.and(part)
    }

    /// Declares what a call gives.
    fn part(&mut self, name: InfixToken<'_>, shape: ArrayLength) -> Built<OutputPart> {
        self.check_room(shape, name.span)?;
        self.unfolder.declare(name, Meaning::Output(shape))?;
        Ok(self.add_part(name.text, shape))
    }

    pub(super) fn add_part(&mut self, name: &str, shape: ArrayLength) -> OutputPart {
        let start = self.contract.outputs.len();
        for name in cells(name, shape) {
            self.reader.scope.bind(&name, ExprType::Real);
            self.contract.outputs.push(ContractOutput {
                name,
                origin: OutputOrigin::Call,
            });
        }
        OutputPart {
            name: name.to_string(),
            outputs: start..self.contract.outputs.len(),
            array: shape.is_some(),
        }
    }
}

/// What an argument is before the call.
enum PassedValue {
    Number(Expr),
    Array(String, Vec<Expr>),
}

/// All values, or all errors.
fn gathered<T>(results: Vec<Built<T>>) -> Built<Vec<T>> {
    let (mut values, mut errors) = (vec![], vec![]);
    for result in results {
        match result {
            Ok(value) => values.push(value),
            Err(wrong) => errors.extend(wrong.0),
        }
    }
    if errors.is_empty() {
        Ok(values)
    } else {
        Err(Diagnostics(errors))
    }
}
