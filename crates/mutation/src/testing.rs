//! What the tests of this crate share: specifications from text, and checks with tests as data.

use crate::mutant::Mutant;
use crate::mutants;
use crate::operator::MutationOperator;
use expr::ast::{Core, Data, PropertyValue};
use expr::fpcore::{print, print_expr, read};
use expr::spec::{Defaults, Specification};
use std::collections::BTreeSet;

/// The only core of a text.
pub(crate) fn core(text: &str) -> Core {
    let mut cores = read(text).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
    assert_eq!(cores.len(), 1, "{text}");
    cores.remove(0)
}

/// The specification in a text.
pub(crate) fn spec(text: &str) -> Specification {
    Specification::from_core(&core(text), &Defaults::default()).unwrap_or_else(|errors| panic!("{text}: {errors:?}"))
}

/// A formula over x, y and z.
pub(crate) fn formula(body: &str) -> Specification {
    spec(&format!("(FPCore (x y z) :accuracy-rel 1e-10 {body})"))
}

/// The text of a property's value.
pub(crate) fn property(core: &Core, name: &str) -> String {
    match &core.property(name).unwrap().value {
        PropertyValue::Expr(e) => print_expr(e),
        PropertyValue::Data(Data::Symbol(text) | Data::Text(text)) => text.clone(),
        PropertyValue::Data(list) => format!("{list:?}"),
    }
}

/// The identifiers of an operator's mutants.
pub(crate) fn ids(operator: MutationOperator, spec: &Specification) -> Vec<String> {
    operator.mutants(spec).into_iter().map(|m| m.id).collect()
}

/// The texts of an operator's mutated bodies.
pub(crate) fn bodies(operator: MutationOperator, spec: &Specification) -> Vec<String> {
    let mutants = operator.mutants(spec);
    mutants.iter().map(|m| print_expr(&m.core(spec).body)).collect()
}

/// Checks all mutants of a formula over x, y and z: the identifier without the operator's name, and the body.
pub(crate) fn check(operator: MutationOperator, body: &str, expected: &[(&str, &str)]) {
    let spec = formula(body);
    let prefix = format!("{}:", operator.name());
    let ids = ids(operator, &spec);
    let ids = ids.iter().map(|id| id.strip_prefix(&prefix).unwrap());
    let bodies = bodies(operator, &spec);
    let made: Vec<(&str, &str)> = ids.zip(bodies.iter().map(String::as_str)).collect();
    assert_eq!(made, expected, "{body}");
}

/// Checks that the operator makes its example's second text of the first, both put in the place of `{}`.
pub(crate) fn check_example(operator: MutationOperator, template: &str) {
    let (before, after) = operator.example();
    let spec = spec(&template.replace("{}", before));
    let expected = print(&core(&template.replace("{}", after)));
    let made: Vec<String> = operator.mutants(&spec).iter().map(|m| print(&m.core(&spec))).collect();
    assert!(made.contains(&expected), "{expected} is not among {made:#?}");
}

/// Checks what must hold of the mutants of any specification.
pub(crate) fn check_laws(spec: &Specification) {
    let all = mutants(spec);
    assert_eq!(all, mutants(spec), "the same in every run");
    let ids: BTreeSet<&str> = all.iter().map(|m| m.id.as_str()).collect();
    assert_eq!(ids.len(), all.len(), "identifiers are unique");
    let operators: Vec<MutationOperator> = all.iter().map(|m| m.operator).collect();
    assert!(operators.is_sorted(), "operator by operator");
    for mutant in &all {
        check_mutant(spec, mutant);
    }
}

fn check_mutant(spec: &Specification, mutant: &Mutant) {
    let id = &mutant.id;
    assert!(
        id.is_ascii() && id.starts_with(&format!("{}:", mutant.operator.name())),
        "{id}"
    );
    assert!(mutant.description.chars().count() < 400, "{}", mutant.description);
    let made = mutant.core(spec);
    assert_ne!(made, crate::canonical_core(spec), "{id} changes something");
    let text = print(&made);
    assert_eq!(
        crate::CanonicalCore::new(spec).mutant_text(mutant),
        text,
        "{id} has one text"
    );
    let back = core(&text);
    assert_eq!((&back, print(&back)), (&made, text), "{id} reads back");
    assert_ne!(
        mutant.body(spec).as_ref(),
        Some(&spec.core.body),
        "{id} has another body"
    );
}
