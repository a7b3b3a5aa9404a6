//! Julia: a table and nested `@testset`s of the standard library.

use super::number;
use super::options::NumberType;
use super::plan::{EmitPlan, EmittedTest, Sort};
use super::text::{comment, double_quoted, fill, head};

/// The whole file.
pub fn write(plan: &EmitPlan) -> String {
    let values = [
        ("HEAD", head("#", &plan.head)),
        ("IMPORT", import(plan)),
        ("CALL", call(plan)),
        (
            "ERRORS",
            plan.errors(|value| format!(" || y == {}", number::julia(value))),
        ),
        ("CASES", plan.cases.iter().map(row).collect()),
        ("TITLE", string(&plan.suite.spec.name)),
    ];
    fill(include_str!("templates/test.jl"), &values)
}

fn import(plan: &EmitPlan) -> String {
    let include = plan
        .options
        .header
        .as_ref()
        .map(|file| format!("include({})\n", string(file)));
    let import = plan.options.module.as_ref().map(|module| format!("import {module}\n"));
    format!("\n{}{}", include.unwrap_or_default(), import.unwrap_or_default())
}

fn call(plan: &EmitPlan) -> String {
    let argument = |i: usize| match plan.number {
        NumberType::Double => format!("lydian_x[{i}]"),
        NumberType::Float => format!("Float32(lydian_x[{i}])"),
    };
    let arguments: Vec<String> = (1..=plan.arity).map(argument).collect();
    let module = plan.options.module.as_ref().map(|module| format!("{module}."));
    format!(
        "{}{}({})",
        module.unwrap_or_default(),
        plan.function,
        arguments.join(", ")
    )
}

fn string(text: &str) -> String {
    double_quoted(text, &['"', '\\', '$'])
}

fn row(case: &EmittedTest) -> String {
    let sort = match case.oracle.sort {
        Sort::Value => ":value",
        Sort::Nothing => ":nothing",
        Sort::Reject => ":reject",
    };
    let texts = [&case.inputs, &case.wanted, &case.objectives].map(|text| string(text));
    format!(
        "{}lydian_case({}, {sort},\n    [{}],\n    [{}],\n    {})\n",
        comment("#", &case.comment),
        string(&case.test.id),
        EmitPlan::inputs(case, number::julia),
        case.oracle.written(number::julia),
        texts.join(",\n    ")
    )
}
