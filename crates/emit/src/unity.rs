//! C for Unity: one function per test, which looks its case up in a table.

use super::c;
use super::plan::EmitPlan;
use super::text::{fill, plain};

/// The whole file.
pub fn write(plan: &EmitPlan) -> String {
    let blocks = plan.cases.len().div_ceil(BLOCK);
    let mut values = c::values(plan);
    values.extend([
        ("LENGTH", message_length(plan).to_string()),
        ("FUNCTIONS", functions(plan)),
        (
            "BLOCKS",
            (0..blocks).map(|n| format!("    lydian_block_{n}();\n")).collect(),
        ),
    ]);
    fill(include_str!("templates/unity.c"), &values)
}

/// Tests that one function runs, so that none becomes too large for a compiler.
const BLOCK: usize = 200;

/// Room for the longest message: its texts, and what stands between them.
fn message_length(plan: &EmitPlan) -> usize {
    let texts = |case: &super::plan::EmittedTest| {
        [&case.test.id, &case.inputs, &case.wanted, &case.objectives]
            .iter()
            .map(|text| plain(text).len())
            .sum()
    };
    plan.cases.iter().map(texts).max().unwrap_or(0) + 300
}

fn functions(plan: &EmitPlan) -> String {
    let indexed: Vec<(usize, &str)> = plan.cases.iter().map(|case| case.name.as_str()).enumerate().collect();
    let one = |(index, name): &(usize, &str)| {
        format!("static void test_{name}(void)\n{{\n    lydian_run(&lydian_cases[{index}]);\n}}\n\n")
    };
    let mut text: String = indexed.iter().map(one).collect();
    for (number, block) in indexed.chunks(BLOCK).enumerate() {
        let runs: String = block
            .iter()
            .map(|(_, name)| format!("    RUN_TEST(test_{name});\n"))
            .collect();
        text.push_str(&format!("static void lydian_block_{number}(void)\n{{\n{runs}}}\n\n"));
    }
    text
}
