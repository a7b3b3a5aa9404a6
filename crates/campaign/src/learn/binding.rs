//! What the names in a contract stand for.

use super::LearnFailure;
use super::caller::Called;
use expr::ast::{Expr, ExprKind};
use expr::contract::{CallArgument, Contract, OutputPart, SubjectCall};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use subject::{Interface, PassedExtent, PassedParameter, Subject, SubjectOptions, SubjectReference, Way};

/// Subjects as the user named them.
pub struct Bindings<'a> {
    /// The code under test: the only name of the contract that no other subject has.
    pub subject: &'a SubjectReference,
    /// Other subjects, by their names in the contract.
    pub others: &'a [(String, SubjectReference)],
    /// How to build and call the code under test. Other subjects have the limits only.
    pub options: &'a SubjectOptions,
    /// Ends a run early.
    pub interrupt: &'a Arc<AtomicBool>,
}

/// Builds and starts everything that a contract calls.
pub fn open(contract: &Contract, bindings: &Bindings) -> Result<Vec<Called>, LearnFailure> {
    let functions = functions(contract)?;
    check_names(&functions, bindings)?;
    let one = |(name, interface): (&str, Interface)| {
        let other = bindings.others.iter().find(|(bound, _)| bound == name);
        let (reference, options) = match other {
            Some((_, reference)) => (reference, &limits(bindings.options)),
            None => (bindings.subject, bindings.options),
        };
        let broken = |broken| LearnFailure::Subject {
            name: reference.to_string(),
            broken,
        };
        let mut subject = Subject::open_for(reference, options, &interface).map_err(broken)?;
        subject.interrupt(Arc::clone(bindings.interrupt));
        Ok(Called {
            function: name.into(),
            subject,
        })
    };
    functions.into_iter().map(one).collect()
}

fn limits(options: &SubjectOptions) -> SubjectOptions {
    SubjectOptions {
        seconds_per_call: options.seconds_per_call,
        output_limit: options.output_limit,
        memory_limit: options.memory_limit,
        ..SubjectOptions::default()
    }
}

/// Every name that is called, with the way in which it is.
fn functions(contract: &Contract) -> Result<Vec<(&str, Interface)>, LearnFailure> {
    let mut known: Vec<(&str, Interface)> = vec![];
    for call in &contract.calls {
        let interface = interface(call);
        match known.iter().find(|(name, _)| *name == call.function) {
            None => known.push((&call.function, interface)),
            Some((_, earlier)) if alike(earlier, &interface) => {}
            Some(_) => {
                let why = format!(
                    "`{}` is called in two different ways: give the calls the same numbers and arrays, in and out",
                    call.function
                );
                return Err(LearnFailure::Binding(why));
            }
        }
    }
    Ok(known)
}

/// Whether two interfaces differ in names only.
fn alike(a: &Interface, b: &Interface) -> bool {
    let ways = |i: &Interface| i.parameters.iter().map(|p| (p.way, p.extent)).collect::<Vec<_>>();
    ways(a) == ways(b) && a.returns == b.returns
}

fn check_names(functions: &[(&str, Interface)], bindings: &Bindings) -> Result<(), LearnFailure> {
    let called = |name: &str| functions.iter().any(|(function, _)| *function == name);
    if let Some((name, _)) = bindings.others.iter().find(|(name, _)| !called(name)) {
        return Err(LearnFailure::Binding(format!(
            "the contract does not call `{name}`: check the name in --with"
        )));
    }
    let bound = |name: &str| bindings.others.iter().any(|(other, _)| other == name);
    let free: Vec<&str> = functions.iter().map(|f| f.0).filter(|name| !bound(name)).collect();
    match free.as_slice() {
        [_] => Ok(()),
        [] => Err(LearnFailure::Binding(
            "every name that the contract calls is given by --with: leave out the one that --subject is".into(),
        )),
        several => Err(LearnFailure::Binding(format!(
            "the contract calls `{}`, and --subject can be only one of them: give the others by --with, such as \
             --with {}=FILE:FUNCTION",
            several.join("`, `"),
            several[several.len() - 1]
        ))),
    }
}

/// The way in which a call passes numbers.
pub fn interface(call: &SubjectCall) -> Interface {
    let parameters = call
        .arguments
        .iter()
        .enumerate()
        .map(|(n, argument)| parameter(n, argument));
    Interface {
        parameters: parameters.collect(),
        returns: call.returns.iter().map(extent).collect(),
    }
}

fn parameter(number: usize, argument: &CallArgument) -> PassedParameter {
    let (name, way, extent) = match argument {
        CallArgument::Number { value, .. } => (argument_name(number, value), Way::In, PassedExtent::Number),
        CallArgument::Array { name, values } => (name.clone(), Way::In, PassedExtent::Array(values.len())),
        CallArgument::Changed { part, .. } => (part.name.clone(), Way::Changed, extent(part)),
        CallArgument::Filled { part } => (part.name.clone(), Way::Filled, extent(part)),
    };
    PassedParameter { name, way, extent }
}

/// The name of an input that is passed as it is; a number for any other formula.
fn argument_name(number: usize, value: &Expr) -> String {
    let plain = |name: &&String| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    match &value.kind {
        ExprKind::Variable(name) if plain(&name) => name.clone(),
        _ => format!("argument{}", number + 1),
    }
}

fn extent(part: &OutputPart) -> PassedExtent {
    match part.array {
        true => PassedExtent::Array(part.outputs.len()),
        false => PassedExtent::Number,
    }
}
