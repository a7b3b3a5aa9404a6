//! A mutant of a suite and its specification, read from their texts in the suite.

use expr::ast::Core;
use expr::dag::{Dag, NodeId};
use expr::lower::lower;
use expr::spec::{Accuracy, Input, RangeBound, Specification};
use mutation::MutationOperator;
use proof::record::{first_line, single_core, specification};
use rug::{Integer, Rational};
use suite::{MutantRecord, Suite};

/// Two formulas over one domain, and what counts as apart.
pub(super) struct ExportQuestion {
    /// Formulas and constraint.
    pub(super) dag: Dag,
    /// The specification.
    pub(super) f: NodeId,
    /// The mutant.
    pub(super) g: NodeId,
    /// What must hold beyond the box of the inputs.
    pub(super) constraint: Option<NodeId>,
    /// The inputs, with their ranges.
    pub(super) inputs: Vec<Input>,
    /// e of m(y) = max(e·|y|, d).
    pub(super) relative: Rational,
    /// d of m(y) = max(e·|y|, d).
    pub(super) absolute: Rational,
    /// Whose problem it is, for people.
    pub(super) title: Vec<String>,
    /// Where the problem departs from the question.
    pub(super) notes: Vec<String>,
}

impl ExportQuestion {
    /// The question about the mutant with this id.
    pub(super) fn of(suite: &Suite, id: &str) -> Result<ExportQuestion, String> {
        let mutant = suite.mutant(id).ok_or_else(|| no_such_mutant(suite, id))?;
        has_a_formula(mutant)?;
        let spec = specification(&suite.spec.fpcore).map_err(|why| format!("the specification: {why}"))?;
        let other = single_core(&mutant.fpcore).map_err(|why| format!("mutant {id}: {why}"))?;
        let mut dag = Dag::new();
        let mut add = |core: &Core, e| lower(&mut dag, core, e).map_err(|why| first_line(&why.to_string()));
        let f = add(&spec.core, &spec.core.body)?;
        let constraint = spec.constraint.as_ref().map(|c| add(&spec.core, c)).transpose()?;
        let g = add(&other, &other.body)?;
        let (relative, absolute, notes) = margin(&spec)?;
        Ok(ExportQuestion {
            dag,
            f,
            g,
            constraint,
            relative,
            absolute,
            title: title(suite, mutant),
            notes,
            inputs: spec.inputs,
        })
    }
}

impl ExportQuestion {
    /// The question about two specifications, on their common domain and at the accuracy of the first.
    pub(super) fn about(first: &Specification, second: &Specification) -> Result<ExportQuestion, String> {
        let mut dag = Dag::new();
        let mut add = |core: &Core, e| lower(&mut dag, core, e).map_err(|why| first_line(&why.to_string()));
        let f = add(&first.core, &first.core.body)?;
        let g = add(&second.core, &second.core.body)?;
        let constraints = [first, second]
            .into_iter()
            .filter_map(|s| s.constraint.as_ref().map(|c| (&s.core, c)));
        let constraints: Vec<NodeId> = constraints.map(|(core, c)| add(core, c)).collect::<Result<_, _>>()?;
        let (relative, absolute, notes) = margin(first)?;
        Ok(ExportQuestion {
            f,
            g,
            constraint: (!constraints.is_empty()).then(|| dag.all(&constraints)),
            dag,
            relative,
            absolute,
            title: vec![
                format!("f = {}", one_line(&first.name)),
                format!("g = {}", one_line(&second.name)),
            ],
            notes,
            inputs: common(&first.inputs, &second.inputs)?,
        })
    }
}

/// The inputs of both, each with the common part of its ranges.
fn common(first: &[Input], second: &[Input]) -> Result<Vec<Input>, String> {
    let names = |inputs: &[Input]| inputs.iter().map(|i| i.name.clone()).collect::<Vec<_>>();
    if names(first) != names(second) {
        return Err("the two formulas have different arguments".into());
    }
    let narrowed = |(a, b): (&Input, &Input)| Input {
        lo: tighter(&a.lo, &b.lo, true),
        hi: tighter(&a.hi, &b.hi, false),
        ..a.clone()
    };
    Ok(first.iter().zip(second).map(narrowed).collect())
}

/// The bound that leaves less.
fn tighter(a: &Option<RangeBound>, b: &Option<RangeBound>, lower: bool) -> Option<RangeBound> {
    let (Some(x), Some(y)) = (a, b) else {
        return a.clone().or_else(|| b.clone());
    };
    let order = if lower {
        x.value.cmp(&y.value)
    } else {
        y.value.cmp(&x.value)
    };
    let first = order.is_gt() || (order.is_eq() && x.strict);
    Some(if first { x.clone() } else { y.clone() })
}

fn title(suite: &Suite, mutant: &MutantRecord) -> Vec<String> {
    vec![
        format!("f = {}, the specification", one_line(&suite.spec.name)),
        format!("g = mutant {}: {}", one_line(&mutant.id), one_line(&mutant.description)),
    ]
}

/// Text for a comment of one line.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn no_such_mutant(suite: &Suite, id: &str) -> String {
    let near = suite.mutants.iter().find(|m| m.id.contains(id));
    let hint = near.or(suite.mutants.first());
    let hint = hint.map_or_else(String::new, |m| format!("; its ids are like `{}`", m.id));
    format!("the suite has no mutant `{id}`{hint}")
}

/// Mutants that compute in few bits or move a bound are not another formula.
fn has_a_formula(mutant: &MutantRecord) -> Result<(), String> {
    let what = match MutationOperator::named(&mutant.operator) {
        Some(MutationOperator::Accuracy | MutationOperator::Direct | MutationOperator::Naive) => {
            "rounds every operation, which is no formula over the real numbers"
        }
        Some(MutationOperator::Bounds) => "has the formula of the specification and another domain",
        _ => return Ok(()),
    };
    Err(format!(
        "mutant {} of the operator `{}` {what}: it has no kill problem to export",
        mutant.id, mutant.operator
    ))
}

/// e and d of m(y) = max(e·|y|, d), and what had to be said with other words.
fn margin(spec: &Specification) -> Result<(Rational, Rational, Vec<String>), String> {
    let Accuracy {
        relative,
        absolute,
        ulps,
        rounded,
    } = &spec.accuracy;
    if *rounded {
        return Err("correctly rounded results are no question over the real numbers: \
                    export from a specification with a margin, such as `accuracy ulps 1/2`"
            .into());
    }
    let mut relative = relative.clone().unwrap_or_default();
    let mut notes = Vec::new();
    if let Some(n) = ulps {
        // |y| < 2·2^⌊log₂|y|⌋, so ulp(y) ≥ 2^−p·|y|: a smaller margin, under which more is apart.
        let scale = Rational::from((Integer::from(1), Integer::from(1) << spec.output.precision()));
        relative = relative.max(n * scale);
        notes.push(format!(
            "the margin of {n} ulps is replaced by its lower bound {n}*2^-{}*|y|: \"no\" is an answer to the question, \"yes\" need not be",
            spec.output.precision()
        ));
    }
    Ok((relative, absolute.clone().unwrap_or_default(), notes))
}
