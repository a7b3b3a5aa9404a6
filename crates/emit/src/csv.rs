//! A table for other programs, quoted as RFC 4180 says. It has no comments, so its head is in columns of every row.

use super::plan::{EmitPlan, accuracy};
use suite::{Expect, Hex, Test};

/// The whole file.
pub fn write(plan: &EmitPlan) -> String {
    let rows = plan.suite.tests.iter().map(|test| line(&row(test, plan)));
    std::iter::once(line(&header(plan))).chain(rows).collect()
}

fn header(plan: &EmitPlan) -> Vec<String> {
    let arguments = plan
        .suite
        .spec
        .arguments
        .iter()
        .map(|argument| format!("input {}", argument.name));
    let first = ["id", "kind", "expect"].map(String::from);
    let last = [
        "valid_lo",
        "valid_hi",
        "invalid_below",
        "invalid_above",
        "objectives",
        "mutants",
        "spec",
        "sha256",
        "accuracy",
    ];
    first
        .into_iter()
        .chain(arguments)
        .chain(last.map(String::from))
        .collect()
}

fn row(test: &Test, plan: &EmitPlan) -> Vec<String> {
    let spec = &plan.suite.spec;
    let end = |end: Option<Hex>| end.map(|x| x.to_string()).unwrap_or_default();
    let mut fields = vec![test.id.clone(), test.kind.name().into(), expect(test.expect).into()];
    fields.extend(test.inputs.iter().map(|input| input.hex.to_string()));
    fields.extend([
        end(test.valid.map(|valid| valid.lo)),
        end(test.valid.map(|valid| valid.hi)),
        end(test.invalid.map(|invalid| invalid.below)),
        end(test.invalid.map(|invalid| invalid.above)),
        test.objectives.join(" "),
        test.kills.join(" "),
        spec.name.clone(),
        spec.sha256.clone(),
        accuracy(&spec.accuracy),
    ]);
    fields
}

fn expect(expect: Expect) -> &'static str {
    match expect {
        Expect::Value => "value",
        Expect::Reject => "reject",
        Expect::Undefined => "undefined",
    }
}

fn line(fields: &[String]) -> String {
    let quoted: Vec<String> = fields.iter().map(|field| quoted(field)).collect();
    quoted.join(",") + "\r\n"
}

fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\r', '\n']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.into()
    }
}
