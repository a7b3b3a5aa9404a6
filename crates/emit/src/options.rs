//! What the caller wants of a file, and whether a target can do it.

use super::EmitRefusal;
use super::names::{self, NameGrammar};
use super::target::EmitTarget;

/// Everything that can be chosen beside the target.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EmitOptions {
    /// The function to call; by default the name of the specification, as an identifier.
    pub function: Option<String>,
    /// The file to include.
    pub header: Option<String>,
    /// The module to import from.
    pub module: Option<String>,
    /// What the function takes and returns; by default single precision if the specification says so throughout.
    pub number: Option<NumberType>,
    /// Answers that count as an error, beside NaN.
    pub reject_values: Vec<f64>,
    /// The command that makes the file, for its head.
    pub command: String,
}

/// What the function takes and returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberType {
    /// IEEE 754 double precision.
    Double,
    /// IEEE 754 single precision.
    Float,
}

/// Refuses what the target has no use for, and names that the language does not allow.
pub(super) fn check(target: &EmitTarget, options: &EmitOptions) -> Result<(), EmitRefusal> {
    let unused = |name, why: String| Err(EmitRefusal::Option { name, why });
    let named = |name, typed: &Option<String>, problem: &dyn Fn(&str) -> Option<String>| match typed {
        Some(typed) => problem(typed).map_or(Ok(()), |why| Err(EmitRefusal::Option { name, why })),
        None => Ok(()),
    };
    if options.header.is_some() && !target.header {
        return unused("--header", meaningless(target, target.module, "--module"));
    }
    if options.module.is_some() && !target.module {
        return unused("--module", meaningless(target, target.header, "--header"));
    }
    let Some(grammar) = target.grammar else {
        return check_no_call(target, options);
    };
    if options.reject_values.iter().any(|value| value.is_nan()) {
        return unused(
            "--reject-value",
            "NaN counts as an error anyway; leave the option out".into(),
        );
    }
    named("--function", &options.function, &|name| {
        function_problem(name, target, options, grammar)
    })?;
    named("--module", &options.module, &|name| grammar.problem(name))?;
    named("--header", &options.header, &names::header_problem)
}

fn function_problem(name: &str, target: &EmitTarget, options: &EmitOptions, grammar: &NameGrammar) -> Option<String> {
    let is_declared = target.header && options.header.is_none();
    let needs_header = is_declared && name.contains("::");
    let problem = grammar.problem(name);
    problem.or_else(|| needs_header.then(|| format!("`{name}` cannot be declared here; name its file with --header")))
}

fn meaningless(target: &EmitTarget, has_other: bool, other: &str) -> String {
    let remedy = if has_other {
        format!("use {other}")
    } else {
        "leave it out".into()
    };
    format!("it has no meaning for {}; {remedy}", target.name)
}

/// A table calls no function.
fn check_no_call(target: &EmitTarget, options: &EmitOptions) -> Result<(), EmitRefusal> {
    let typed = [
        ("--function", options.function.is_some()),
        ("--type", options.number.is_some()),
        ("--reject-value", !options.reject_values.is_empty()),
    ];
    match typed.iter().find(|(_, given)| *given) {
        Some((name, _)) => Err(EmitRefusal::Option {
            name,
            why: meaningless(target, false, ""),
        }),
        None => Ok(()),
    }
}
