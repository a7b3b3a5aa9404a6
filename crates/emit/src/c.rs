//! Plain C99 with a `main`, and the table of cases that all targets of the C family share.

use super::options::NumberType;
use super::plan::{EmitPlan, EmittedTest, Sort};
use super::text::{c_string, comment, fill};
use super::{number, text};

/// The whole file.
pub fn write(plan: &EmitPlan) -> String {
    let mut values = values(plan);
    values.push(("TITLE", c_string(&plan.suite.spec.name)));
    fill(include_str!("templates/test.c"), &values)
}

/// What the templates of the C family share.
pub fn values(plan: &EmitPlan) -> Vec<(&'static str, String)> {
    vec![
        ("HEAD", head(plan)),
        ("INCLUDES", includes(plan)),
        ("JUDGE", judge(plan)),
        ("TYPE", type_name(plan).into()),
        ("CALL", call(plan)),
    ]
}

/// The comment at the head.
pub fn head(plan: &EmitPlan) -> String {
    text::head("//", &plan.head)
}

/// `math.h` where the table needs it, and the header of the function or its prototype.
pub fn includes(plan: &EmitPlan) -> String {
    let needs_math = plan.cases.iter().any(|case| doubles(case).any(|x| !x.is_finite()));
    let math = if needs_math { "#include <math.h>\n" } else { "" };
    let declaration = match &plan.options.header {
        Some(file) if file.starts_with('<') => format!("#include {file}"),
        Some(file) => format!("#include \"{file}\""),
        None => prototype(plan),
    };
    format!("{math}\n{declaration}\n")
}

fn doubles(case: &EmittedTest) -> impl Iterator<Item = f64> {
    case.test
        .inputs
        .iter()
        .map(|input| input.hex.0)
        .chain(case.oracle.ends())
}

fn prototype(plan: &EmitPlan) -> String {
    let name = type_name(plan);
    let arguments = match plan.arity {
        0 => "void".into(),
        arity => vec![name; arity].join(", "),
    };
    format!("{name} {}({arguments});", plan.function)
}

/// The type of C that the function takes and returns.
pub fn type_name(plan: &EmitPlan) -> &'static str {
    match plan.number {
        NumberType::Double => "double",
        NumberType::Float => "float",
    }
}

/// A function that calls the one under test; its own names cannot be in the way.
pub fn call(plan: &EmitPlan) -> String {
    let (name, cast) = match plan.number {
        NumberType::Double => ("double", ""),
        NumberType::Float => ("float", "(float)"),
    };
    let arguments: Vec<String> = (0..plan.arity).map(|i| format!("{cast}lydian_x[{i}]")).collect();
    let unused = if plan.arity == 0 { "    (void)lydian_x;\n" } else { "" };
    format!(
        "static {name} lydian_call(const double *lydian_x)\n{{\n{unused}    return {}({});\n}}\n",
        plan.function,
        arguments.join(", ")
    )
}

/// The table and the functions that judge an answer.
pub fn judge(plan: &EmitPlan) -> String {
    let values = [
        ("SIZE", plan.arity.max(1).to_string()),
        ("CASES", plan.cases.iter().map(row).collect()),
        ("ERRORS", plan.errors(|value| format!(" || y == {}", number::c(value)))),
    ];
    fill(include_str!("templates/judge.c"), &values)
}

fn row(case: &EmittedTest) -> String {
    let texts = [&case.test.id, &case.inputs, &case.wanted, &case.objectives].map(|text| c_string(text));
    let inputs: Vec<String> = case.test.inputs.iter().map(|input| number::c(input.hex.0)).collect();
    let inputs = if inputs.is_empty() {
        "0".into()
    } else {
        inputs.join(", ")
    };
    let ends = case.oracle.ends().map(number::c);
    format!(
        "{}    {{{},\n     {}, {{{inputs}}},\n     {}}},\n",
        comment("    //", &case.comment),
        texts.join(",\n     "),
        sort_name(case.oracle.sort),
        ends.join(", ")
    )
}

fn sort_name(sort: Sort) -> &'static str {
    match sort {
        Sort::Value => "LYDIAN_VALUE",
        Sort::Nothing => "LYDIAN_NOTHING",
        Sort::Reject => "LYDIAN_REJECT",
    }
}
