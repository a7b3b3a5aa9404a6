//! C++ for GoogleTest: a parametrised test over the table of C, each instance named by its id.

use super::c;
use super::plan::EmitPlan;
use super::text::{c_string, fill};

/// The whole file.
pub fn write(plan: &EmitPlan) -> String {
    let names = plan.cases.iter().map(|case| format!("    {},\n", c_string(&case.name)));
    let mut values = c::values(plan);
    values.extend([
        ("NAMES", names.collect()),
        ("SUITE", format!("Lydian{}", camel(plan.base_name()))),
    ]);
    fill(include_str!("templates/gtest.cpp"), &values)
}

/// Without underscores, which GoogleTest keeps for itself.
fn camel(name: &str) -> String {
    let capital = |part: &str| part[..1].to_ascii_uppercase() + &part[1..];
    name.split('_').filter(|part| !part.is_empty()).map(capital).collect()
}
