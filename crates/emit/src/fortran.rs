//! Fortran 2008: a program that stops with an error if a test fails.

use super::number;
use super::options::NumberType;
use super::plan::{EmitPlan, EmittedTest, Sort};
use super::text::{ascii, comment, fill, head, single_quoted};

/// The whole file.
pub fn write(plan: &EmitPlan) -> String {
    let blocks: Vec<String> = plan.cases.chunks(BLOCK).enumerate().map(block).collect();
    let calls = (0..blocks.len()).map(|n| format!("  call lydian_block_{n}()\n"));
    let values = [
        ("HEAD", head("!", &plan.head)),
        ("USE", usage(plan)),
        ("INTERFACE", interface(plan)),
        ("BLOCKS", calls.collect()),
        ("TITLE", string(&plan.suite.spec.name)),
        ("CALL", call(plan)),
        (
            "ERRORS",
            plan.errors(|value| format!("    answer = answer .or. y == lydian_double({})\n", bits(value))),
        ),
        ("CASES", blocks.concat()),
    ];
    fill(include_str!("templates/test.f90"), &values)
}

/// Tests of one subroutine, so that none becomes too large for a compiler.
const BLOCK: usize = 100;

fn kind(plan: &EmitPlan) -> &'static str {
    match plan.number {
        NumberType::Double => "real64",
        NumberType::Float => "real32",
    }
}

fn usage(plan: &EmitPlan) -> String {
    let module = plan.options.module.as_ref();
    module.map_or(String::new(), |module| {
        format!("  use {module}, only: {}\n", plan.function)
    })
}

/// A function outside all modules is declared here.
fn interface(plan: &EmitPlan) -> String {
    if plan.options.module.is_some() {
        return String::new();
    }
    let (function, kind) = (&plan.function, kind(plan));
    let names: Vec<String> = (1..=plan.arity).map(|i| format!("lydian_x{i}")).collect();
    let declared: String = names
        .iter()
        .map(|name| format!("      real({kind}), intent(in) :: {name}\n"))
        .collect();
    format!(
        "\n  interface\n    function {function}({})\n      import :: {kind}\n{declared}      real({kind}) :: {function}\n    \
         end function\n  end interface\n",
        continued(&names)
    )
}

fn call(plan: &EmitPlan) -> String {
    let kind = kind(plan);
    let arguments: Vec<String> = (1..=plan.arity)
        .map(|i| format!("real(lydian_x({i}), {kind})"))
        .collect();
    format!("{}({})", plan.function, continued(&arguments))
}

/// A list with one item on a line, since lines are short.
fn continued(items: &[String]) -> String {
    match items {
        [] => String::new(),
        items => format!(" &\n      {}", items.join(", &\n      ")),
    }
}

fn bits(x: f64) -> String {
    format!("int(z'{}', int64)", number::bits(x))
}

/// Characters of a string on one line: with all of them doubled it still fits into 132.
const PIECE: usize = 55;

fn string(text: &str) -> String {
    let characters: Vec<char> = ascii(text).chars().collect();
    let pieces = characters
        .chunks(PIECE)
        .map(|piece| single_quoted(&piece.iter().collect::<String>()));
    let pieces: Vec<String> = pieces.collect();
    if pieces.is_empty() {
        "''".into()
    } else {
        pieces.join(" // &\n      ")
    }
}

fn block((number, cases): (usize, &[EmittedTest])) -> String {
    let calls: String = cases.iter().map(run).collect();
    format!("\n  subroutine lydian_block_{number}()\n{calls}  end subroutine\n")
}

fn run(case: &EmittedTest) -> String {
    let sort = match case.oracle.sort {
        Sort::Value => "lydian_value",
        Sort::Nothing => "lydian_nothing",
        Sort::Reject => "lydian_reject",
    };
    let texts = [&case.test.id, &case.inputs, &case.wanted, &case.objectives].map(|text| string(text));
    let inputs: Vec<String> = case.test.inputs.iter().map(|input| bits(input.hex.0)).collect();
    let ends = case.oracle.ends().map(bits);
    format!(
        "{}    call lydian_run( &\n      {}, &\n      {sort}, &\n      [integer(int64) ::{}], &\n      [{}])\n",
        comment("    !", &case.comment),
        texts.join(", &\n      "),
        continued(&inputs),
        ends.join(", &\n      ")
    )
}
