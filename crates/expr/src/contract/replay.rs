//! The calls behind an output once more, with other inputs.

use super::build::ContractBuilder;
use super::formula::{measure, names, substituted, variable};
use super::names::Meaning;
use super::{CallArgument, OutputPart, SubjectCall, Toward};
use crate::ast::{Expr, ExprKind};
use std::collections::{HashMap, HashSet};

/// What stands in place of inputs, and which double near it is passed.
pub(super) struct InputSwap {
    pub(super) values: HashMap<String, Expr>,
    pub(super) toward: Toward,
}

/// Why calls cannot be repeated.
pub(super) enum Obstacle {
    /// No argument depends on what is swapped.
    Independent,
    /// The contract would become too large.
    TooMuch,
    /// A neighbour can be passed only in place of an argument that is the input itself.
    Formula,
}

impl ContractBuilder<'_> {
    /// The number of the call that gives an output.
    pub(super) fn call_of_output(&self, name: &str) -> Option<usize> {
        let number = self.contract.outputs.iter().position(|output| output.name == name)?;
        let gives = |call: &SubjectCall| parts(call).any(|part| part.outputs.contains(&number));
        self.contract.calls.iter().position(gives)
    }

    /// Repeats call number `last` and the calls before it that it needs, as far as the swap changes them.
    /// What stands in place of each output that changes.
    pub(super) fn replay(&mut self, last: usize, swap: &InputSwap) -> Result<HashMap<String, Expr>, Obstacle> {
        let mut values = HashMap::new();
        let mut changed = false;
        for number in self.ancestors(last) {
            let call = self.contract.calls[number].clone();
            let known = |name: &&str| swap.values.contains_key(*name) || values.contains_key(*name);
            changed = arguments(&call).any(|e| names(e).iter().any(known));
            if changed {
                self.repeat(&call, swap, &mut values)?;
            }
        }
        if changed {
            Ok(values)
        } else {
            Err(Obstacle::Independent)
        }
    }

    /// A call and those whose outputs it needs, in order.
    fn ancestors(&self, last: usize) -> Vec<usize> {
        let calls = &self.contract.calls;
        let mut needed: HashSet<&str> = arguments(&calls[last]).flat_map(names).collect();
        let mut all = vec![last];
        for number in (0..last).rev() {
            let gives = |part: &OutputPart| {
                self.contract.outputs[part.outputs.clone()]
                    .iter()
                    .any(|o| needed.contains(o.name.as_str()))
            };
            if parts(&calls[number]).any(gives) {
                needed.extend(arguments(&calls[number]).flat_map(names));
                all.push(number);
            }
        }
        all.reverse();
        all
    }

    fn repeat(
        &mut self,
        call: &SubjectCall,
        swap: &InputSwap,
        values: &mut HashMap<String, Expr>,
    ) -> Result<(), Obstacle> {
        let size: usize = arguments(call).map(|e| measure(e).0).sum();
        let numbers: usize = parts(call).map(|part| part.outputs.len()).sum();
        let spent = self.unfolder.spend(size, call.span).is_ok();
        if !spent || !self.has_room(numbers) {
            return Err(Obstacle::TooMuch);
        }
        let mut both = swap.values.clone();
        both.extend(values.iter().map(|(name, value)| (name.clone(), value.clone())));
        let passed: Result<Vec<CallArgument>, Obstacle> = call.arguments.iter().map(|a| pass(a, swap, &both)).collect();
        let mut arguments = passed?;
        for argument in &mut arguments {
            if let CallArgument::Changed { part, .. } | CallArgument::Filled { part } = argument {
                *part = self.copy(part, values);
            }
        }
        let returns = call.returns.iter().map(|part| self.copy(part, values)).collect();
        self.contract.calls.push(SubjectCall {
            arguments,
            returns,
            ..call.clone()
        });
        Ok(())
    }

    /// A part like this one under another name.
    fn copy(&mut self, part: &OutputPart, values: &mut HashMap<String, Expr>) -> OutputPart {
        let shape = part.array.then_some(part.outputs.len());
        let name = self.unfolder.fresh(&part.name, Meaning::Output(shape));
        let copy = self.add_part(&name, shape);
        for (old, new) in part.outputs.clone().zip(copy.outputs.clone()) {
            let [old, new] = [old, new].map(|n| self.contract.outputs[n].name.clone());
            values.insert(old, variable(new));
        }
        copy
    }
}

/// The argument with other values.
fn pass(argument: &CallArgument, swap: &InputSwap, values: &HashMap<String, Expr>) -> Result<CallArgument, Obstacle> {
    let near = swap.toward != Toward::Value;
    let blocked = |e: &Expr| near && names(e).iter().any(|name| swap.values.contains_key(*name));
    let all = |list: &[Expr]| list.iter().map(|e| substituted(e, values)).collect::<Vec<Expr>>();
    match argument {
        CallArgument::Number { value, toward } => {
            let itself = matches!(&value.kind, ExprKind::Variable(name) if swap.values.contains_key(name));
            if blocked(value) && !itself {
                return Err(Obstacle::Formula);
            }
            let toward = if itself { swap.toward } else { *toward };
            let value = substituted(value, values);
            Ok(CallArgument::Number { value, toward })
        }
        CallArgument::Array { values, .. } | CallArgument::Changed { values, .. } if values.iter().any(blocked) => {
            Err(Obstacle::Formula)
        }
        CallArgument::Array { name, values } => Ok(CallArgument::Array {
            name: name.clone(),
            values: all(values),
        }),
        CallArgument::Changed { values, part } => Ok(CallArgument::Changed {
            values: all(values),
            part: part.clone(),
        }),
        CallArgument::Filled { .. } => Ok(argument.clone()),
    }
}

/// All formulas that are passed.
fn arguments(call: &SubjectCall) -> impl Iterator<Item = &Expr> {
    call.arguments.iter().flat_map(|argument| match argument {
        CallArgument::Number { value, .. } => std::slice::from_ref(value),
        CallArgument::Array { values, .. } | CallArgument::Changed { values, .. } => values,
        CallArgument::Filled { .. } => &[],
    })
}

/// All that the call gives.
fn parts(call: &SubjectCall) -> impl Iterator<Item = &OutputPart> {
    let passed = call.arguments.iter().filter_map(|argument| match argument {
        CallArgument::Changed { part, .. } | CallArgument::Filled { part } => Some(part),
        _ => None,
    });
    call.returns.iter().chain(passed)
}
