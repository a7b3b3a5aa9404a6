//! Rust: one `#[test]` function per test.

use super::number;
use super::options::NumberType;
use super::plan::{EmitPlan, EmittedTest, Sort};
use super::text::{comment, fill, head, rust_string};

/// The whole file.
pub fn write(plan: &EmitPlan) -> String {
    let (name, cast) = match plan.number {
        NumberType::Double => ("f64", ""),
        NumberType::Float => ("f32", " as f32"),
    };
    let arguments: Vec<String> = (0..plan.arity).map(|i| format!("_x[{i}]{cast}")).collect();
    let tests: String = plan.cases.iter().map(test).collect();
    let values = [
        ("HEAD", head("//", &plan.head)),
        ("PATH", path(plan)),
        ("ARITY", plan.arity.to_string()),
        ("TYPE", name.into()),
        ("ARGUMENTS", arguments.join(", ")),
        ("ERRORS", plan.errors(|value| format!(" || y == {}", literal(value)))),
        ("TESTS", tests.trim_end().into()),
    ];
    fill(include_str!("templates/test.rs.txt"), &values)
}

/// Without a module, the function is where the file is a module of.
fn path(plan: &EmitPlan) -> String {
    let module = plan.options.module.as_deref().unwrap_or("super");
    format!("{module}::{}", plan.function)
}

fn literal(x: f64) -> String {
    format!("f64::from_bits({})", bits(x))
}

fn bits(x: f64) -> String {
    format!("0x{}", number::bits(x))
}

fn test(case: &EmittedTest) -> String {
    let texts = [&case.test.id, &case.inputs, &case.wanted, &case.objectives].map(|text| rust_string(text));
    let [id, inputs, wanted, objectives] = texts;
    let sort = match case.oracle.sort {
        Sort::Value => "Value",
        Sort::Nothing => "Nothing",
        Sort::Reject => "Reject",
    };
    let (x, ends) = (EmitPlan::inputs(case, bits), case.oracle.written(bits));
    format!(
        "\n{}#[test]\nfn {}() {{\n    lydian_run(&LydianCase {{\n        id: {id},\n        inputs: {inputs},\n        \
         wanted: {wanted},\n        objectives: {objectives},\n        expect: LydianExpect::{sort},\n        \
         x: [{x}],\n        ends: [{ends}],\n    }});\n}}\n",
        comment("//", &case.comment),
        case.name.to_ascii_lowercase(),
    )
}
