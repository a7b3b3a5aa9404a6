//! Changes in several places that agree with each other, so that only a proof can tell.

use super::Tampered;
use crate::refute::Rng;
use serde_json::{Value, json};

/// Makes another suite; none where there is nothing to do it to.
type Conspiracy = fn(&Value, &mut Rng) -> Option<Value>;

const PLOTS: &[(&str, Conspiracy)] = &[
    ("a kill that cannot be is added on both sides", false_kill),
    ("a kill outside the domain is added on both sides", false_rejection),
    ("a killed mutant is called equivalent everywhere", false_equivalence),
    ("a mutant is left out everywhere", left_out),
];

/// One of each sort, where there is something to do it to.
pub fn all(suite: &Value, rng: &mut Rng) -> Vec<Tampered> {
    let made = PLOTS.iter().filter_map(|(change, plot)| {
        Some(Tampered {
            place: "suite".into(),
            change,
            suite: plot(suite, rng)?,
            still_true: None,
        })
    });
    made.collect()
}

fn elements<'v>(suite: &'v Value, list: &str) -> &'v [Value] {
    suite[list].as_array().map_or(&[], Vec::as_slice)
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_default()
}

fn holds(list: &Value, id: &str) -> bool {
    list.as_array().is_some_and(|list| list.iter().any(|other| other == id))
}

/// The numbers of the elements of a list for which something is so.
fn chosen(suite: &Value, list: &str, rng: &mut Rng, wanted: impl Fn(&Value) -> bool) -> Option<usize> {
    let all = elements(suite, list);
    let found: Vec<usize> = (0..all.len()).filter(|&i| wanted(&all[i])).collect();
    (!found.is_empty()).then(|| *rng.pick(&found))
}

/// Adds a kill to a test and to a mutant that has others.
fn with_kill(suite: &Value, test: usize, mutant: usize) -> Option<Value> {
    let mut changed = suite.clone();
    let (t, m) = (text(&suite["tests"][test], "id"), text(&suite["mutants"][mutant], "id"));
    if holds(&suite["tests"][test]["kills"], m) {
        return None;
    }
    changed["tests"][test]["kills"].as_array_mut()?.push(json!(m));
    changed["mutants"][mutant]["killed_by"].as_array_mut()?.push(json!(t));
    Some(changed)
}

/// A mutant whose range is wider does what the formula does inside the domain.
fn false_kill(suite: &Value, rng: &mut Rng) -> Option<Value> {
    let test = chosen(suite, "tests", rng, |test| text(test, "kind") == "normal")?;
    let mutant = chosen(suite, "mutants", rng, |mutant| {
        text(mutant, "status") == "killed" && text(mutant, "id").ends_with("-outward")
    })?;
    with_kill(suite, test, mutant)
}

/// Outside the domain, where all is rejected, another formula is never computed.
fn false_rejection(suite: &Value, rng: &mut Rng) -> Option<Value> {
    let test = chosen(suite, "tests", rng, |test| text(test, "expect") == "reject")?;
    let mutant = chosen(suite, "mutants", rng, |mutant| {
        text(mutant, "status") == "killed" && text(mutant, "operator") != "bounds"
    })?;
    with_kill(suite, test, mutant)
}

/// The test that killed it is in the suite, and tells the two apart.
fn false_equivalence(suite: &Value, rng: &mut Rng) -> Option<Value> {
    let normal: Vec<&str> = elements(suite, "tests")
        .iter()
        .filter(|test| text(test, "kind") == "normal")
        .map(|test| text(test, "id"))
        .collect();
    let mutant = chosen(suite, "mutants", rng, |mutant| {
        text(mutant, "status") == "killed"
            && text(mutant, "operator") != "bounds"
            && normal.iter().any(|test| holds(&mutant["killed_by"], test))
    })?;
    let (id, operator) = {
        let mutant = &suite["mutants"][mutant];
        (text(mutant, "id"), text(mutant, "operator"))
    };
    let mut changed = suite.clone();
    forget(&mut changed, id);
    let record = &mut changed["mutants"][mutant];
    record["status"] = json!("equivalent");
    record["killed_by"] = json!([]);
    record["evidence"] = json!({"kind": "covering", "boxes": 12, "rules": []});
    recount(&mut changed, operator, &[("killed", -1), ("equivalent", 1)]);
    Some(changed)
}

fn left_out(suite: &Value, rng: &mut Rng) -> Option<Value> {
    let of = |mutant: &Value, id: &str| text(&mutant["evidence"], "of") == id;
    let named = |id: &str| elements(suite, "mutants").iter().any(|mutant| of(mutant, id));
    // No list of places is the only one, so one place less is no false claim.
    let is_placed = |mutant: &Value| matches!(text(mutant, "operator"), "region" | "special");
    let mutant = chosen(suite, "mutants", rng, |mutant| {
        !named(text(mutant, "id")) && !is_placed(mutant)
    })?;
    let record = &suite["mutants"][mutant];
    let mut changed = suite.clone();
    forget(&mut changed, text(record, "id"));
    changed["mutants"].as_array_mut()?.remove(mutant);
    recount(
        &mut changed,
        text(record, "operator"),
        &[("made", -1), (text(record, "status"), -1)],
    );
    Some(changed)
}

/// Takes a mutant out of the kills of all tests.
fn forget(suite: &mut Value, id: &str) {
    let tests = suite["tests"].as_array_mut();
    for test in tests.into_iter().flatten() {
        if let Some(kills) = test["kills"].as_array_mut() {
            kills.retain(|other| other != id);
        }
    }
}

/// Adds to the counts of an operator and to those of all.
fn recount(suite: &mut Value, operator: &str, by: &[(&str, i64)]) {
    let add = |counts: &mut Value| {
        for (key, by) in by {
            counts[*key] = json!(counts[*key].as_i64().unwrap_or_default() + by);
        }
    };
    let rows = suite["summary"]["operators"].as_array_mut();
    let row = rows.into_iter().flatten().find(|row| text(row, "operator") == operator);
    row.into_iter().for_each(add);
    add(&mut suite["summary"]["total"]);
}
