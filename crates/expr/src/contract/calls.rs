//! Calls: what is passed, what comes back, and the names that it gets.

use super::build::{Builder, Built, MOST_ELEMENTS, all};
use super::formula::variable;
use super::names::{Meaning, Reach, Shape, cells};
use super::syntax::{RawArgument, RawCall, Target};
use super::{Argument, Call, Origin, Output, Part, Toward};
use crate::ast::Expr;
use crate::diagnostic::Diagnostics;
use crate::fpcore::scope::Type;
use crate::infix::token::Token;

impl Builder<'_> {
    pub(super) fn call(&mut self, raw: &RawCall<'_>) -> Built<()> {
        let passed: Vec<Built<Passed>> = raw.arguments.iter().map(|a| self.passed(a)).collect();
        // Outputs are declared even if arguments are wrong, so that what uses them is looked at, too.
        let returns: Vec<Built<Part>> = raw.returns.iter().map(|target| self.returned(target)).collect();
        let arguments = raw.arguments.iter().zip(passed).map(|(a, p)| self.argument(a, p));
        let arguments: Vec<Built<Argument>> = arguments.collect();
        let returns: Built<Vec<Part>> = gathered(returns);
        let arguments = gathered(arguments);
        match (returns, arguments) {
            (Ok(returns), Ok(arguments)) => {
                self.contract.calls.push(Call {
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
    fn passed(&mut self, argument: &RawArgument<'_>) -> Built<Passed> {
        let value = match argument {
            RawArgument::Value(value) | RawArgument::Changed(value, _) => value,
            // What it is before the call means nothing.
            RawArgument::Filled(_) => return Ok(Passed::Array(String::new(), vec![])),
        };
        if let Some(name) = value.symbol()
            && let Some(Meaning::Input(Some(length)) | Meaning::Output(Some(length))) = self.unfolder.meaning(name)
        {
            let elements = cells(name, Some(*length)).into_iter().map(variable).collect();
            return Ok(Passed::Array(name.to_string(), elements));
        }
        self.typed(value, Reach::All, Type::Real, "an argument")
            .map(Passed::Number)
    }

    fn argument(&mut self, raw: &RawArgument<'_>, passed: Built<Passed>) -> Built<Argument> {
        match raw {
            RawArgument::Filled(target) => Ok(Argument::Filled {
                part: self.returned(target)?,
            }),
            RawArgument::Changed(_, name) => {
                let shape = match &passed {
                    Ok(Passed::Array(_, elements)) => Some(elements.len()),
                    _ => None,
                };
                let part = self.part(*name, shape);
                let values = match passed? {
                    Passed::Array(_, values) => values,
                    Passed::Number(value) => vec![value],
                };
                Ok(Argument::Changed { values, part: part? })
            }
            RawArgument::Value(_) => Ok(match passed? {
                Passed::Array(name, values) => Argument::Array { name, values },
                Passed::Number(value) => Argument::Number {
                    value,
                    toward: Toward::Value,
                },
            }),
        }
    }

    fn returned(&mut self, target: &Target<'_>) -> Built<Part> {
        let shape = self.shape(target);
        let guess = shape.as_ref().map_or(usize::try_from(MOST_ELEMENTS).ok(), |s| *s);
        let part = self.part(target.name, guess);
        shape.and(part)
    }

    /// Declares what a call gives.
    fn part(&mut self, name: Token<'_>, shape: Shape) -> Built<Part> {
        self.check_room(shape, name.span)?;
        self.unfolder.declare(name, Meaning::Output(shape))?;
        Ok(self.add_part(name.text, shape))
    }

    pub(super) fn add_part(&mut self, name: &str, shape: Shape) -> Part {
        let start = self.contract.outputs.len();
        for name in cells(name, shape) {
            self.reader.scope.bind(&name, Type::Real);
            self.contract.outputs.push(Output {
                name,
                origin: Origin::Call,
            });
        }
        Part {
            name: name.to_string(),
            outputs: start..self.contract.outputs.len(),
            array: shape.is_some(),
        }
    }
}

/// What an argument is before the call.
enum Passed {
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
