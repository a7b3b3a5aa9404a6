//! The driver for algorithms in Rust: the one in C, and the text in Rust that it calls.
//!
//! A program is one crate. Behind the text of an algorithm stands `lydian_entry`, which calls it and so reaches private functions.
//! The module `lydian` is the same for all; the driver calls it, and it chooses the entry.

use super::c::{HEAD, MAIN, functions};
use super::variables;
use crate::problem::{ProblemKind, ProblemShape, SolvedProblem};

const CALL: &str = include_str!("rust.c");
const BRIDGE: &str = include_str!("bridge.rs.txt");
/// On the first line, so that the lines in messages stay those of the user.
pub const ROOT: &str = "#![no_main] ";

/// The driver in C. It knows no name of a function in Rust.
pub fn rust_text(shape: &ProblemShape, problems: &[SolvedProblem], _: &str) -> Result<String, String> {
    let functions = functions(shape, problems)?;
    let given = match problems.iter().any(|p| !p.functions.is_empty()) {
        true => "lydian_functions[problem]",
        false => "0",
    };
    Ok(format!(
        "{HEAD}\n{functions}\n#define LYDIAN_FUNCTIONS {given}\n{CALL}\n{MAIN}"
    ))
}

/// Ways to give a function to a parameter: `f: impl Fn…` and `f: fn…`, `f: &dyn Fn…`, `f: &mut dyn FnMut…`, `f: Box<dyn Fn…>`.
const FUNCTIONS: [(&str, &str); 4] = [("", ""), ("&", ""), ("&mut {", "}"), ("::std::boxed::Box::new(", ")")];

/// Calls of the algorithm that suit a kind, each with the number of its answers; the first one that compiles is used.
pub fn calls(shape: &ProblemShape, function: &str) -> Vec<String> {
    let with_functions = |arguments: &str| {
        let call = |(before, after): &(&str, &str)| {
            let given = |name: &str| format!("{before}crate::lydian::{name}{after}");
            let arguments = arguments.replace("FIRST", &given("F")).replace("SECOND", &given("DF"));
            format!("call.answer(1, self::{function}({arguments}))")
        };
        FUNCTIONS.iter().map(call).collect()
    };
    match (shape.kind, shape.derivative) {
        (ProblemKind::Quadrature, _) | (ProblemKind::Root, false) => {
            with_functions("FIRST, call.input(0), call.input(1), call.input(2) as _")
        }
        (ProblemKind::InitialValue, _) => {
            with_functions("FIRST, call.input(0), call.input(1), call.input(2), call.input(3) as _")
        }
        (ProblemKind::Root, true) => with_functions("FIRST, SECOND, call.input(0), call.input(2) as _"),
        (ProblemKind::Interpolation, _) => vec![interpolation(function)],
        (ProblemKind::Linear, _) => ["", "n as _, "].map(|first| linear(function, first)).to_vec(),
        (ProblemKind::Custom, _) => vec![],
    }
}

fn interpolation(function: &str) -> String {
    format!(
        "let (n, m) = (call.input(0) as usize, call.input(3) as usize);
    let (mut x, mut y, mut t) = (call.inputs(4, n), call.inputs(4 + n, n), call.inputs(4 + 2 * n, m));
    call.answer(m, self::{function}({}, {}, call.input(1), call.input(2), {}))",
        given("x"),
        given("y"),
        given("t")
    )
}

fn linear(function: &str, first: &str) -> String {
    format!(
        "let n = call.input(0) as usize;
    let (mut a, mut b) = (call.matrix(1, n), call.inputs(1 + n * n, n));
    call.answer(n, self::{function}({first}{}, {}))",
        given("a"),
        given("b")
    )
}

fn given(name: &str) -> String {
    format!("crate::lydian::given(&mut {name})")
}

/// The text of an algorithm with its entry.
pub fn module(text: &str, call: &str) -> String {
    let text = text.trim_start_matches('\u{feff}');
    format!("{text}\n#[allow(warnings)]\npub fn lydian_entry(call: &crate::lydian::Call) {{\n    {call}\n}}\n")
}

/// The module `lydian` for these entries, as paths in the crate.
pub fn bridge(shape: &ProblemShape, entries: &[String]) -> String {
    let parameters = variables(shape.kind).1;
    let declared: Vec<String> = parameters.iter().map(|p| format!("{p}: f64")).collect();
    BRIDGE
        .replace("LYDIAN_TYPES", &vec!["f64"; parameters.len()].join(", "))
        .replace("LYDIAN_PARAMETERS", &declared.join(", "))
        .replace("LYDIAN_ARGUMENTS", &parameters.join(", "))
        .replace("LYDIAN_ENTRIES", &entries.join(", "))
}
