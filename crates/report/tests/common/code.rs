//! Reports of `cover`, `stress` and `accuracy` made by hand, with everything in them that such a report can have.

#![allow(dead_code)] // Each test file uses its own part of this.

use serde_json::{Value, json};

/// The text of the file that `cover` was asked about.
pub const SOURCE: &str =
    "double root(double x) {\n    if (x < 0 && x > -1)\n        return 0;\n    return sqrt(x);\n}\n";

fn value(name: &str, decimal: &str) -> Value {
    json!({ "name": name, "kind": "f64", "decimal": decimal, "bits": "3ff0000000000000" })
}

fn branch(id: u32, file: &str, when_false: &Value, when_true: &Value) -> Value {
    json!({
        "id": id, "function": "root", "file": file, "line": 2, "column": 9 + id, "condition": "f64 <",
        "when_false": when_false, "when_true": when_true,
    })
}

fn branches() -> Value {
    let covered = json!({ "verdict": "covered", "by": "i1" });
    let infeasible = json!({ "verdict": "infeasible", "proof": "no x is both" });
    let near = json!({ "verdict": "unreached", "closest": "3" });
    let far = json!({ "verdict": "unreached" });
    json!([
        branch(1, "root.c", &covered, &infeasible),
        branch(2, "root.c", &near, &covered),
        branch(3, "macros.h", &far, &covered),
    ])
}

/// A report of `cover`. `spec` is the specification that the outputs were judged by.
pub fn cover(spec: &Value) -> Value {
    json!({
        "format": "lydian-cover", "version": 1, "tool": "lydian 0.1.0",
        "command": "lydian cover root.c --function root", "seed": 1, "function": "root", "file": "root.c",
        "signature": {
            "language": "c",
            "parameters": [{ "name": "x", "passing": "value", "type": { "name": "f64" } }],
            "result": { "name": "f64" },
        },
        "functions": [
            { "function": "root", "name": "root", "file": "root.c", "first": 1, "last": 5 },
            { "function": "other", "name": "other", "file": "gone.c", "first": 1, "last": 5 },
        ],
        "sources": [{ "file": "root.c", "sha256": "ab" }],
        "spec": spec,
        "branches": branches(),
        "inputs": [
            {
                "id": "i1", "values": [value("x", "-0.5")], "outcome": "returned", "observed": [value("result", "0.0")],
                "covers": ["1:false", "2:true"],
                "judged": { "verdict": "ko", "reason": "above the acceptable range" },
            },
            {
                "id": "i2", "values": [value("x", "4.0")], "outcome": "SIGFPE", "observed": [],
                "covers": ["3:true"], "judged": { "reason": "no output" },
            },
        ],
        "findings": [{ "what": "crashed with SIGFPE", "values": [value("x", "4.0")] }],
        "calls": 12345,
        "summary": { "total": 6, "covered": 3, "infeasible": 1, "unreached": 2 },
        "gcov": {
            "branches": 4, "taken": 2, "our_branches": 4, "our_taken": 3,
            "differences": [{ "line": 2, "gcov": "1 of 2", "ours": "2 of 2" }],
        },
    })
}

fn death(outcome: &str, judgement: &Value) -> Value {
    json!({
        "input": [{ "name": "a", "kind": "i32", "decimal": "2147483647", "hex": "7fffffff" }],
        "operands": ["2147483647", "1"], "result": "-2147483648", "outcome": outcome, "returned": "result = 4",
        "after": ["iovflow-9"], "judgement": judgement, "evidence": "2147483647 + 1 is 2147483648",
    })
}

fn mutant(id: &str, line: u32, undefined: bool, fate: &Value) -> Value {
    let mut mutant = json!({
        "id": id, "operator": "iovflow", "function": "sum", "file": "sum.c", "line": line, "column": 12,
        "text": "    return a + b;", "operation": "add", "kind": "i32", "condition": "the sum is > 2147483647",
        "undefined": undefined, "why": "It wraps.", "finding": fate["status"] == "killed",
    });
    let fields = mutant.as_object_mut().unwrap();
    fields.extend(fate.as_object().unwrap().clone());
    mutant
}

/// A fate with this status and these facts.
fn fate(status: &str, mut facts: Value) -> Value {
    facts["status"] = status.into();
    facts
}

/// A report of `stress`, with a mutant of each severity and each fate.
pub fn stress() -> Value {
    let judged = |verdict: &str| json!({ "verdict": verdict, "expected": "result = 2" });
    let killed = |outcome: &str, judgement: &Value| fate("killed", death(outcome, judgement));
    json!({
        "format": "lydian-stress", "version": 1, "tool": "lydian 0.1.0",
        "command": "lydian stress sum.c --function sum", "seed": 1, "function": "sum", "file": "sum.c",
        "reference": { "name": "ideal.c:sum", "rule": "equal within 1 ulp" },
        "mutants": [
            mutant("iovflow-1", 3, true, &killed("returned", &judged("wrong"))),
            mutant("iovflow-2", 3, true, &killed("returned", &judged("right"))),
            mutant("iovflow-3", 4, false, &killed("returned", &judged("unknown"))),
            mutant("iovflow-4", 5, false, &killed("SIGFPE", &Value::Null)),
            mutant("iovflow-5", 6, false, &fate("equivalent", json!({ "evidence": "a and b are below 9" }))),
            mutant("iovflow-6", 7, false, &fate("undecided", json!({ "evidence": "not met", "closest": "8 away" }))),
        ],
        "endings": [{ "what": "crashed with SIGFPE", "values": [value("a", "0")] }],
        "calls": 54321,
        "summary": {
            "total": 6, "killed": 4, "equivalent": 1, "undecided": 1, "findings": 4, "wrong": 1, "endings": 1,
        },
    })
}

fn problem(name: &str) -> Value {
    let point = |h: f64, error: &str, used: bool| json!({ "h": h, "error": error, "used": used });
    json!({
        "name": name, "solution": "exp(-x) < 1", "size": 1.0,
        "points": [
            point(0.5, "0x1p-4", false), point(0.25, "0x1p-8", true),
            point(0.125, "0x1p-12", true), point(0.0625, "0x1p-16", true),
        ],
        "order": { "order": 4.01, "lo": 3.9, "hi": 4.1, "from": 3 },
    })
}

fn source_mutant(id: &str, line: usize, fate: &str, explanation: Option<&str>) -> Value {
    json!({
        "id": id, "operator": "constant", "function": "step", "line": line, "before": "k1 * 2", "after": "k1 * 3",
        "fate": fate, "worse": 4, "better": 1, "same": 0, "missing": 0, "p": 0.4, "explanation": explanation,
    })
}

/// A report of `accuracy`.
pub fn accuracy() -> Value {
    json!({
        "format": "lydian-accuracy", "version": 1, "tool": "lydian 0.1.0", "command": "lydian accuracy rk4.toml",
        "algorithm": {
            "source": "rk4.c", "language": "c", "function": "rk4", "kind": "ode", "order": 4.0, "flags": "-O2",
            "threshold": 0.05, "text": "double step(double h) {\n    return k1 * 2 < h;\n}\n",
        },
        "verdict": {
            "conclusion": "suspicious",
            "reasons": [{ "kind": "order", "text": "the order is `3.0`, not 4", "measured": 3.0, "bound": 3.8 }],
            "unseen": "faults of `rounding` are not seen",
        },
        "order": { "order": 3.0, "lo": 2.9, "hi": 3.1, "from": 2 },
        "work": { "declared": "4 * n", "ratio": 1.0 },
        "counts": { "made": 5, "not_viable": 1, "same": 1, "few": 0, "worse": 1, "survived": 2, "explained": 1 },
        "survival": [
            { "threshold": 1e-6, "rate": 0.6 }, { "threshold": 0.05, "rate": 0.4 }, { "threshold": 0.5, "rate": 0.1 },
        ],
        "usual": { "lo": 0.01, "hi": 0.05 },
        "problems": [problem("decay"), problem("spring")],
        "mutants": [
            source_mutant("m1", 2, "survived", None),
            source_mutant("m2", 2, "survived", Some("finer")),
            source_mutant("m3", 2, "worse", None),
        ],
    })
}
