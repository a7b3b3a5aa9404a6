//! False claims of every sort: a judge that does not refute each of them is blind.

use serde_json::{Value, json};

/// x² on [1, 2], and another body over the same domain.
fn core(body: &str) -> String {
    format!("(FPCore (x) :pre (and (<= 1 x 2)) :accuracy-rel 1e-3 {body})")
}

/// Lines for the judge, with a false claim each.
pub fn lines() -> Vec<Value> {
    let compared = |b: &str, said: Value| line(&core(b), said, Value::Null);
    let tested = |test: Value, mutant: Option<Value>| {
        let suite = json!({"tests": [test], "mutants": mutant.into_iter().collect::<Vec<_>>()});
        line(&core("x"), Value::Null, Value::String(suite.to_string()))
    };
    let kill = |operator: &str, body: &str| mutant(operator, &core(body), "killed", &["t1"]);
    let mut all = vec![
        compared("(* 2 x)", json!({"outcome": "equivalent"})),
        compared("(* x x)", witness("0x1p+0", ["1", "1"])),
        compared("(+ (* x x) 1)", witness("0x1.8p+1", ["9", "10"])),
        compared("(+ (* x x) 1)", witness("0x1p+0", ["1", "3"])),
        tested(value(["0x1.8p+0", "0x1.9p+0"], ["0x1.4p+0", "0x1.ap+0"]), None),
        tested(value(["0x1p+0", "0x1p+0"], ["0x1p+0", "0x1.001p+0"]), None),
        tested(answer("undefined", "0x1p+0"), None),
        tested(answer("reject", "0x1p+0"), None),
        tested(right(), Some(kill("binary", "(pow x 2)"))),
        tested(right(), Some(kill("accuracy", "(! :precision binary32 (* x x))"))),
        tested(right(), Some(mutant("binary", &core("(* x 2)"), "equivalent", &[]))),
        tested(right(), Some(mutant("bounds", &core("(* x x)"), "killed", &["t1"]))),
        other_zero(),
    ];
    all.extend(about_rounding());
    all
}

/// Of correct rounding: what is only half a unit off, what is right after all, what rounds alike, and what does not.
fn about_rounding() -> Vec<Value> {
    let core = |body: &str| format!("(FPCore (x) :pre (and (<= 1 x 2)) :accuracy-rounded nearestEven {body})");
    let (below, above) = ("0x1.fffffffffffffp-1", "0x1.0000000000001p+0");
    let right = value(["0x1p+0", "0x1p+0"], [below, above]);
    let off = |body: &str, status: &str, kills: &[&str]| Some(mutant("binary", &core(body), status, kills));
    let claims = [
        (value([below, "0x1p+0"], ["0x1.ep-1", above]), None),
        (value(["0x1p+0", "0x1p+0"], ["0x1p+0", above]), None),
        (right.clone(), off("(+ (* x x) 0x1p-54)", "killed", &["t1"])),
        (right, off("(+ (* x x) 0x1p-53)", "equivalent", &[])),
    ];
    let line = |(test, mutant): (Value, Option<Value>)| {
        let suite = json!({"tests": [test], "mutants": mutant.into_iter().collect::<Vec<_>>()}).to_string();
        json!({"case": 0, "a": core("(* x x)"), "b": core("x"), "comparison": null, "suite": suite, "points": 400})
    };
    claims.into_iter().map(line).collect()
}

/// π at −0, where a right program answers −π.
fn other_zero() -> Value {
    let angle = "(FPCore (x) :pre (and (<= -1 x 1)) :accuracy-rel 1e-3 (atan2 x -1))";
    let mut test = value(["0x1.92p+1", "0x1.922p+1"], ["0x1.9p+1", "0x1.94p+1"]);
    test["inputs"][0]["hex"] = json!("-0x0p+0");
    test["enclosure"] = json!({"lo": "3.141", "hi": "3.142"});
    let suite = json!({"tests": [test], "mutants": []}).to_string();
    json!({"case": 0, "a": angle, "b": angle, "comparison": Value::Null, "suite": suite, "points": 400})
}

fn line(b: &str, comparison: Value, suite: Value) -> Value {
    json!({"case": 0, "a": core("(* x x)"), "b": b, "comparison": comparison, "suite": suite, "points": 400})
}

fn witness(x: &str, [a, b]: [&str; 2]) -> Value {
    let range = |y: &str| json!({"lo": y, "hi": y});
    json!({"outcome": "distinguished", "witness": {"inputs": [{"hex": x}], "a": range(a), "b": range(b)}})
}

/// The right oracle at 1.
fn right() -> Value {
    value(["0x1p+0", "0x1p+0"], ["0x1.ep-1", "0x1.1p+0"])
}

fn value(valid: [&str; 2], invalid: [&str; 2]) -> Value {
    let mut test = answer("value", "0x1p+0");
    test["valid"] = json!({"lo": valid[0], "hi": valid[1]});
    test["invalid"] = json!({"below": invalid[0], "above": invalid[1]});
    test["enclosure"] = json!({"lo": "1", "hi": "1"});
    test
}

fn answer(expect: &str, x: &str) -> Value {
    json!({"id": "t1", "kind": "normal", "inputs": [{"hex": x}], "expect": expect})
}

fn mutant(operator: &str, fpcore: &str, status: &str, killed_by: &[&str]) -> Value {
    json!({"id": "m", "operator": operator, "fpcore": fpcore, "status": status, "killed_by": killed_by, "evidence": {}})
}
