//! Python: one parametrised test over a table.

use super::plan::{EmitPlan, EmittedTest, Sort};
use super::text::{comment, double_quoted, fill, head};
use suite::hex;

/// The whole file.
pub fn write(plan: &EmitPlan) -> String {
    let errors: Vec<String> = plan
        .options
        .reject_values
        .iter()
        .map(|&value| format!("float.fromhex({})", end(value)))
        .collect();
    let values = [
        ("HEAD", head("#", &plan.head)),
        (
            "MODULE",
            plan.options.module.clone().unwrap_or_else(|| plan.base_name().into()),
        ),
        ("FUNCTION", plan.function.clone()),
        ("BASE", plan.base_name().into()),
        ("ERRORS", errors.join(", ")),
        ("CASES", plan.cases.iter().map(row).collect()),
    ];
    fill(include_str!("templates/test.py"), &values)
}

fn end(x: f64) -> String {
    format!("\"{}\"", hex::format(x))
}

fn string(text: &str) -> String {
    double_quoted(text, &['"', '\\'])
}

fn row(case: &EmittedTest) -> String {
    let sort = match case.oracle.sort {
        Sort::Value => "value",
        Sort::Nothing => "nothing",
        Sort::Reject => "reject",
    };
    let inputs = EmitPlan::inputs(case, end);
    let texts = [&case.inputs, &case.wanted, &case.objectives].map(|text| string(text));
    format!(
        "{}    (\n        {},\n        \"{sort}\",\n        [{inputs}],\n        [{}],\n        {},\n    ),\n",
        comment("    #", &case.comment),
        string(&case.test.id),
        case.oracle.written(end),
        texts.join(",\n        ")
    )
}
