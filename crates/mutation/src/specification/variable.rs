//! Operator `variable`: one argument taken for another.
//!
//! Each occurrence of an argument is replaced by each other argument; and each pair of arguments is exchanged
//! throughout the body, as by a caller who mixes up their order.
//! A name that a `let` or a loop binds is no argument where it is bound. An argument that is hidden in this way
//! cannot be named there, so it does not replace anything there; and a pair that cannot be exchanged name by name
//! for the same reason is exchanged by a `let` around the body, which binds both at once.

use crate::mutant::{Mutant, MutantChange};
use crate::operator::{MutantObjective, MutationOperator, MutationOperatorRow};
use expr::ast::{Expr, ExprKind};
use expr::edit::ExprEdit;
use expr::spec::Specification;

use super::site::{NodeSite, SiteFault, at_each_site, sites};
use super::words::{becomes, short};

/// The operator, described once.
pub(crate) static ROW: MutationOperatorRow = MutationOperatorRow {
    name: "variable",
    objective: MutantObjective::Functional,
    purpose: "Replace an occurrence of an argument by another argument, or exchange two arguments throughout.",
    example: ("(/ x y)", "(/ y x)"),
    generate,
};

fn generate(spec: &Specification) -> Vec<Mutant> {
    let mut made = at_each_site(spec, MutationOperator::Variable, |site| replacements(spec, site));
    let arguments = arguments(spec);
    for (i, first) in arguments.iter().enumerate() {
        made.extend(arguments[i + 1..].iter().filter_map(|second| swap(spec, first, second)));
    }
    made
}

fn arguments(spec: &Specification) -> Vec<&str> {
    spec.inputs.iter().map(|input| input.name.as_str()).collect()
}

fn replacements(spec: &Specification, site: &NodeSite) -> Vec<SiteFault> {
    let Some(old) = site.argument(spec) else {
        return vec![];
    };
    let others = arguments(spec).into_iter().filter(|new| *new != old && site.sees(new));
    others
        .map(|new| {
            SiteFault::new(
                format!("{old},{new}"),
                becomes(old, new),
                ExprKind::Variable(new.to_string()),
            )
        })
        .collect()
}

/// The exchange of two arguments, unless neither occurs.
fn swap(spec: &Specification, first: &str, second: &str) -> Option<Mutant> {
    let body = &spec.core.body;
    let edits = swapped(spec, first, second)?;
    Some(Mutant {
        id: format!("{}:swap:{first},{second}", ROW.name),
        operator: MutationOperator::Variable,
        description: format!(
            "`{first}` and `{second}` exchanged: `{}` → `{}`",
            short(body),
            short(&body.edited(&edits))
        ),
        change: MutantChange::Body(edits),
    })
}

fn swapped(spec: &Specification, first: &str, second: &str) -> Option<Vec<ExprEdit>> {
    let other = |name: &str| match name {
        name if name == first => Some(second),
        name if name == second => Some(first),
        _ => None,
    };
    let mut edits = Vec::new();
    for site in sites(&spec.core.body) {
        let Some(new) = site.argument(spec).and_then(other) else {
            continue;
        };
        if !site.sees(new) {
            return Some(vec![ExprEdit::whole(swapped_by_let(spec, first, second))]);
        }
        edits.push(ExprEdit {
            place: site.place,
            new: variable(new),
        });
    }
    (!edits.is_empty()).then_some(edits)
}

/// `(let ((a b) (b a)) body)`.
fn swapped_by_let(spec: &Specification, first: &str, second: &str) -> Expr {
    Expr::synthetic(ExprKind::Let {
        sequential: false,
        bindings: vec![
            (first.to_string(), variable(second)),
            (second.to_string(), variable(first)),
        ],
        body: Box::new(spec.core.body.clone()),
    })
}

fn variable(name: &str) -> Expr {
    Expr::synthetic(ExprKind::Variable(name.to_string()))
}

#[cfg(test)]
mod tests {
    use crate::operator::MutationOperator;
    use crate::testing::{check, check_example};

    #[test]
    fn the_example_holds() {
        check_example(MutationOperator::Variable, "(FPCore (x y) :accuracy-rel 1e-10 {})");
    }

    #[test]
    fn each_occurrence_becomes_each_other_argument_and_pairs_are_exchanged() {
        check(
            MutationOperator::Variable,
            "(if (< x y) x 1)",
            &[
                ("2:x,y", "(if (< y y) x 1)"),
                ("2:x,z", "(if (< z y) x 1)"),
                ("3:y,x", "(if (< x x) x 1)"),
                ("3:y,z", "(if (< x z) x 1)"),
                ("4:x,y", "(if (< x y) y 1)"),
                ("4:x,z", "(if (< x y) z 1)"),
                ("swap:x,y", "(if (< y x) y 1)"),
                ("swap:x,z", "(if (< z y) z 1)"),
                ("swap:y,z", "(if (< x z) x 1)"),
            ],
        );
    }

    #[test]
    fn arguments_that_do_not_occur_are_not_exchanged() {
        check(MutationOperator::Variable, "1", &[]);
    }

    #[test]
    fn bound_names_are_no_arguments_and_hide_them() {
        check(
            MutationOperator::Variable,
            "(let ((y 1) (t x)) (+ y z))",
            &[
                ("2:x,y", "(let ((y 1) (t y)) (+ y z))"),
                ("2:x,z", "(let ((y 1) (t z)) (+ y z))"),
                ("5:z,x", "(let ((y 1) (t x)) (+ y x))"),
                ("swap:x,y", "(let ((y 1) (t y)) (+ y z))"),
                ("swap:x,z", "(let ((y 1) (t z)) (+ y x))"),
                ("swap:y,z", "(let ((y z) (z y)) (let ((y 1) (t x)) (+ y z)))"),
            ],
        );
    }

    #[test]
    fn sequential_bindings_hide_from_the_next_on() {
        check(
            MutationOperator::Variable,
            "(let* ((x y) (z x)) z)",
            &[
                ("1:y,x", "(let* ((x x) (z x)) z)"),
                ("1:y,z", "(let* ((x z) (z x)) z)"),
                ("swap:x,y", "(let* ((x x) (z x)) z)"),
                ("swap:y,z", "(let* ((x z) (z x)) z)"),
            ],
        );
    }

    #[test]
    fn loops_hide_in_all_but_initial_values() {
        check(
            MutationOperator::Variable,
            "(while (< x 3) ((x y (+ x 1)) (z 0 1)) z)",
            &[
                ("4:y,x", "(while (< x 3) ((x x (+ x 1)) (z 0 1)) z)"),
                ("4:y,z", "(while (< x 3) ((x z (+ x 1)) (z 0 1)) z)"),
                ("swap:x,y", "(while (< x 3) ((x x (+ x 1)) (z 0 1)) z)"),
                ("swap:y,z", "(while (< x 3) ((x z (+ x 1)) (z 0 1)) z)"),
            ],
        );
    }
}
