//! Octave: `%!test` blocks, as Octave keeps its own tests.

use super::number;
use super::options::NumberType;
use super::plan::{EmitPlan, EmittedTest, Sort};
use super::text::{comment, fill, head, single_quoted};

/// The whole file.
pub fn write(plan: &EmitPlan) -> String {
    let cases: String = plan.cases.iter().map(|case| block(case, plan.number)).collect();
    let values = [
        ("HEAD", head("%", &plan.head)),
        ("FUNCTION", plan.function.clone()),
        (
            "ERRORS",
            plan.errors(|value| format!(" || double (y) == hex2num ({})", bits(value))),
        ),
        ("CASES", cases.trim_end().into()),
    ];
    fill(include_str!("templates/test.m"), &values)
}

fn bits(x: f64) -> String {
    format!("'{}'", number::bits(x))
}

fn block(case: &EmittedTest, number: NumberType) -> String {
    let sort = match case.oracle.sort {
        Sort::Value => "value",
        Sort::Nothing => "nothing",
        Sort::Reject => "reject",
    };
    let texts = [&case.inputs, &case.wanted, &case.objectives].map(|text| single_quoted(text));
    format!(
        "\n{}%!test\n%! lydian_run ({}, '{sort}', ...\n%!   {}, ...\n%!   hex2num ({{{}}}), ...\n%!   {});\n",
        comment("%", &case.comment),
        single_quoted(&case.test.id),
        inputs(case, number),
        case.oracle.written(bits),
        texts.join(", ...\n%!   ")
    )
}

fn inputs(case: &EmittedTest, number: NumberType) -> String {
    let doubles = format!("hex2num ({{{}}})", EmitPlan::inputs(case, bits));
    match number {
        _ if case.test.inputs.is_empty() => "{}".into(),
        NumberType::Double => format!("num2cell ({doubles})"),
        NumberType::Float => format!("num2cell (single ({doubles}))"),
    }
}
