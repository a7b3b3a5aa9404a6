//! Contracts in FPCore: a core whose body is a truth value, and whose arguments are inputs and, named in `:outputs`,
//! outputs of one call.

use super::build::{Built, complete};
use super::formula::{compare, number, variable};
use super::names::{OutputQuestion, ask, indicator};
use super::read::check_names;
use super::written::written;
use super::{
    CallArgument, Clause, Contract, ContractInput, ContractOutput, OutputOrigin, OutputPart, SubjectCall, Toward,
};
use crate::ast::{ComparisonOperator, Core, Data, Expr, ExprKind, Property, PropertyValue};
use crate::diagnostic::{Diagnostic, Diagnostics, TextSpan};
use crate::fpcore::complaints::{Complaints, quoted};
use crate::fpcore::scope::ExprType;
use crate::fpcore::{core::cores, room, sexpr};
use crate::spec::extract::{conjuncts, inputs, name, precision, precondition};
use crate::spec::{self, Fixed, Format};
use rug::Rational;

/// Reads all contracts of an FPCore text.
pub(super) fn read(text: &str) -> Result<Vec<Contract>, Diagnostics> {
    room::with_room(text.len(), || {
        let mut complaints = Complaints::default();
        let forms = sexpr::parse(text, &mut complaints);
        let nothing = "there is no `(FPCore …)` in this file";
        let cores = cores(&forms, complaints, ExprType::Bool, nothing)?;
        let mut complaints = Complaints::default();
        let mut contracts = vec![];
        for core in &cores {
            match contract(core, text) {
                Ok(contract) => contracts.push(contract),
                Err(errors) => errors.0.into_iter().for_each(|d| complaints.add(|| d)),
            }
        }
        let names = contracts.iter().map(|c: &Contract| (c.name.as_str(), c.span));
        check_names(names, &mut complaints);
        complaints.finish(contracts)
    })
}

fn contract(core: &Core, text: &str) -> Built<Contract> {
    let outputs = outputs(core)?;
    let mut errors = vec![];
    let format = precision(core.property("precision"), Format::Binary64, &mut errors);
    let mut arguments = inputs(core, format, &mut errors);
    arguments.retain(|argument| !outputs.contains(&argument.name));
    let rest = core
        .property("pre")
        .map_or(vec![], |pre| precondition(pre, &mut arguments, &mut errors));
    let mut reader = Formulas {
        outputs: &outputs,
        text,
        asked: vec![],
        errors,
    };
    let requires = rest.iter().filter_map(|part| reader.requirement(part)).collect();
    let ensures = conjuncts(&core.body)
        .into_iter()
        .map(|part| reader.clause(part))
        .collect();
    let inputs: Vec<ContractInput> = arguments
        .iter()
        .filter_map(|argument| reader.input(core, argument))
        .collect();
    if !reader.errors.is_empty() {
        return Err(Diagnostics(reader.errors));
    }
    let contract = Contract {
        name: name(core),
        calls: vec![call(&inputs, &outputs, core.span)],
        inputs,
        outputs: outputs
            .iter()
            .map(|name| ContractOutput {
                name: name.clone(),
                origin: OutputOrigin::Call,
            })
            .collect(),
        requires,
        ensures,
        span: core.span,
    };
    let asked = reader.asked;
    complete(contract, asked, core.span)
}

/// The call of the only function: all inputs in order, all outputs returned.
fn call(inputs: &[ContractInput], outputs: &[String], span: TextSpan) -> SubjectCall {
    let number = |input: &ContractInput| CallArgument::Number {
        value: variable(&input.name),
        toward: Toward::Value,
    };
    let part = |(n, name): (usize, &String)| OutputPart {
        name: name.clone(),
        outputs: n..n + 1,
        array: false,
    };
    SubjectCall {
        function: String::new(),
        arguments: inputs.iter().map(number).collect(),
        returns: outputs.iter().enumerate().map(part).collect(),
        span,
    }
}

/// The names in `:outputs`, each of them an argument.
fn outputs(core: &Core) -> Built<Vec<String>> {
    let Some(property) = core.property("outputs") else {
        let message = format!("contract {} names no output", quoted(&name(core)));
        return Err(Diagnostic::new(core.span, message)
            .hint("name the arguments that are outputs: `:outputs (r)`")
            .into());
    };
    let words = words(property).filter(|words| !words.is_empty());
    let words = words.ok_or_else(|| Diagnostic::new(property.span, "`:outputs` is a list of names, such as `(r)`"))?;
    let mut outputs: Vec<String> = vec![];
    for word in words {
        let fault = if !core.arguments.iter().any(|argument| argument.name == *word) {
            "is not an argument"
        } else if outputs.contains(word) {
            "is named twice"
        } else {
            outputs.push(word.clone());
            continue;
        };
        let message = format!("output {} {fault}", quoted(word));
        return Err(Diagnostic::new(property.span, message)
            .hint("outputs are named once among the arguments")
            .into());
    }
    Ok(outputs)
}

fn words(property: &Property) -> Option<Vec<&String>> {
    let PropertyValue::Data(Data::List(list)) = &property.value else {
        return None;
    };
    list.iter().map(word).collect()
}

fn word(data: &Data) -> Option<&String> {
    match data {
        Data::Symbol(word) => Some(word),
        _ => None,
    }
}

/// Makes clauses of the formulas of one core.
struct Formulas<'c> {
    outputs: &'c [String],
    text: &'c str,
    asked: Vec<OutputQuestion>,
    errors: Vec<Diagnostic>,
}

impl Formulas<'_> {
    /// The least and the greatest double of an input.
    fn input(&mut self, core: &Core, input: &spec::Input) -> Option<ContractInput> {
        let span = core
            .arguments
            .iter()
            .find(|a| a.name == input.name)
            .map_or(core.span, |a| a.span);
        let integer = input.format == Format::Fixed(Fixed { scale: 0, bits: 64 });
        let name = quoted(&input.name);
        let fault = if !integer && input.format != Format::Binary64 {
            Diagnostic::new(span, format!("{name} is no double")).hint("inputs of contracts are binary64 or integer")
        } else if input.lo.is_none() || input.hi.is_none() {
            Diagnostic::new(span, format!("the range of {name} must be finite"))
                .hint(format!("bound it in `:pre`, such as `(<= -1e6 {} 1e6)`", input.name))
        } else {
            match input.floats() {
                Some((lo, hi)) if (hi - lo).is_finite() => {
                    let name = input.name.clone();
                    return Some(ContractInput {
                        name,
                        lo,
                        hi,
                        integer,
                        span,
                    });
                }
                Some(_) => Diagnostic::new(span, format!("the range of {name} is too wide"))
                    .hint("the difference of its ends must be a double"),
                None => Diagnostic::new(span, format!("the range of {name} is empty")).hint("are the bounds reversed?"),
            }
        };
        self.errors.push(fault);
        None
    }

    fn requirement(&mut self, part: &Expr) -> Option<Clause> {
        let used = super::formula::names(part);
        match self.outputs.iter().find(|name| used.contains(name.as_str())) {
            None => Some(self.clause(part)),
            Some(output) => {
                let message = format!("{} is an output, and `:pre` speaks of inputs only", quoted(output));
                let hint = "what is promised of outputs stands in the body";
                self.errors.push(Diagnostic::new(part.span, message).hint(hint));
                None
            }
        }
    }

    fn clause(&mut self, part: &Expr) -> Clause {
        let mut condition = part.clone();
        self.resolve(&mut condition, &[]);
        Clause {
            condition,
            text: written(self.text, part.span, &[";"]),
            span: part.span,
        }
    }

    /// Puts answers in place of questions about outputs; `bound` are the names of `let`s and loops around.
    fn resolve(&mut self, e: &mut Expr, bound: &[String]) {
        if let ExprKind::Unsupported(word, data) = &e.kind {
            match self.answer(word, data, bound) {
                Ok(answer) => *e = answer,
                Err(message) => self.errors.push(Diagnostic::new(e.span, message)),
            }
            return;
        }
        let mut inner = bound.to_vec();
        match &e.kind {
            ExprKind::Let { bindings, .. } => inner.extend(bindings.iter().map(|(name, _)| name.clone())),
            ExprKind::While { bindings, .. } => inner.extend(bindings.iter().map(|(name, ..)| name.clone())),
            _ => {}
        }
        e.children_mut()
            .into_iter()
            .for_each(|child| self.resolve(child, &inner));
    }

    fn answer(&mut self, word: &str, data: &Data, bound: &[String]) -> Result<Expr, String> {
        let what = indicator(word).ok_or_else(|| format!("{} cannot stand in a contract", quoted(word)))?;
        match data {
            Data::List(operands) => match operands.as_slice() {
                [Data::Symbol(of)] if self.outputs.contains(of) && !bound.contains(of) => {
                    let name = ask(&mut self.asked, word, what, of);
                    Ok(compare(
                        ComparisonOperator::Equal,
                        [variable(name), number(Rational::from(1))],
                    ))
                }
                _ => Err(format!("`{word}` is asked of an output")),
            },
            _ => Err(format!("`{word}` is asked of an output")),
        }
    }
}
