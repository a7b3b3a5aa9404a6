//! What two specifications share: arguments, domain, formats; and both formulas in one DAG.

use super::SECOND;
use expr::dag::{Dag, NodeId};
use expr::diagnostic::Diagnostics;
use expr::edit::ExprEdit;
use expr::lower::lower_over;
use expr::spec::{Input, RangeBound, Specification};
use mutation::{Mutant, MutantChange, MutationOperator};
use proof::margin::SpecMargin;
use proof::world::World;

/// Why two specifications cannot be compared.
#[derive(Clone, Debug)]
pub enum Incomparable {
    /// The first cannot be evaluated.
    First(Diagnostics),
    /// The second cannot be evaluated.
    Second(Diagnostics),
    /// They do not fit together, or their common domain leaves nothing; the message says what and how to mend it.
    Nothing(String),
}

/// What is said of `accuracy rounded`.
const ROUNDED: &str = "the first asks for correctly rounded results, which speaks of programs and not of formulas: \
     give it a margin to compare them by, such as `accuracy ulps 1/2` instead of `accuracy rounded`";

/// How arguments were matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matching {
    /// Both have the same names.
    ByName,
    /// The names differ; the first goes with the first, and so on.
    ByPosition,
}

/// A world whose one mutant is the second formula.
pub fn build_world(a: &Specification, b: &Specification) -> Result<(World, Matching), Incomparable> {
    if a.accuracy.rounded {
        return Err(Incomparable::Nothing(ROUNDED.into()));
    }
    let (matching, order) = matched(&names(a), &names(b)).map_err(Incomparable::Nothing)?;
    let inputs = shared_inputs(a, b, &order).map_err(Incomparable::Nothing)?;
    let mut ranges = Vec::new();
    for input in &inputs {
        ranges.push(input.floats().ok_or_else(|| Incomparable::Nothing(no_overlap(input)))?);
    }
    let mut dag = Dag::new();
    // Argument i of the first is argument order[i] of the second.
    let (own, other): (Vec<&str>, Vec<&str>) = (names(a), order.iter().map(|&j| names(b)[j]).collect());
    let root = lower_over(&mut dag, &own, &a.core.body).map_err(Incomparable::First)?;
    let body = lower_over(&mut dag, &other, &b.core.body).map_err(Incomparable::Second)?;
    let constraint = constraint(&mut dag, (a, &own), (b, &other))?;
    let spec = Specification { inputs, ..a.clone() };
    let world = World {
        margin: SpecMargin::of_reals(&spec.accuracy, spec.output),
        spec,
        dag,
        root,
        constraint,
        mutants: vec![second(b)],
        bodies: vec![Some(Ok(body))],
        programs: vec![None],
        domain: ranges.clone(),
        ranges,
    };
    debug_assert!(world.body(SECOND).is_some());
    Ok((world, matching))
}

fn second(b: &Specification) -> Mutant {
    Mutant {
        id: "second".into(),
        operator: MutationOperator::Binary,
        description: b.name.clone(),
        change: MutantChange::Body(vec![ExprEdit::whole(b.core.body.clone())]),
    }
}

fn names(spec: &Specification) -> Vec<&str> {
    spec.inputs.iter().map(|i| i.name.as_str()).collect()
}

/// For each argument of the first, the number of the second's that goes with it.
fn matched(a: &[&str], b: &[&str]) -> Result<(Matching, Vec<usize>), String> {
    if a.len() != b.len() {
        return Err(format!(
            "they have different arguments: {} and {}",
            listed(a),
            listed(b)
        ));
    }
    let found: Option<Vec<usize>> = a.iter().map(|n| b.iter().position(|m| m == n)).collect();
    if let Some(order) = found {
        return Ok((Matching::ByName, order));
    }
    match (0..a.len()).find(|&i| b.contains(&a[i]) && a[i] != b[i]) {
        Some(i) => Err(format!(
            "they have different arguments: {} and {}, with `{}` at different places; rename them to match",
            listed(a),
            listed(b),
            a[i]
        )),
        None => Ok((Matching::ByPosition, (0..a.len()).collect())),
    }
}

fn listed(names: &[&str]) -> String {
    if names.is_empty() {
        return "none".into();
    }
    format!("({})", names.join(", "))
}

/// The inputs of the first, narrowed to the ranges of the second.
fn shared_inputs(a: &Specification, b: &Specification, order: &[usize]) -> Result<Vec<Input>, String> {
    if a.output != b.output {
        return Err(format!(
            "their results have different formats: {} and {}",
            a.output.name(),
            b.output.name()
        ));
    }
    let pairs = a.inputs.iter().zip(order.iter().map(|&j| &b.inputs[j]));
    pairs.map(|(x, y)| narrowed(x, y)).collect()
}

fn narrowed(x: &Input, y: &Input) -> Result<Input, String> {
    if x.format != y.format {
        return Err(format!(
            "`{}` is {} in one and {} in the other",
            x.name,
            x.format.name(),
            y.format.name()
        ));
    }
    Ok(Input {
        lo: tighter(x.lo.as_ref(), y.lo.as_ref(), |b| (b.value.clone(), b.strict)),
        hi: tighter(x.hi.as_ref(), y.hi.as_ref(), |b| (-b.value.clone(), b.strict)),
        ..x.clone()
    })
}

/// The bound with the greater key.
fn tighter<K: Ord>(
    x: Option<&RangeBound>,
    y: Option<&RangeBound>,
    key: impl Fn(&RangeBound) -> K,
) -> Option<RangeBound> {
    x.into_iter().chain(y).max_by_key(|b| key(b)).cloned()
}

fn no_overlap(input: &Input) -> String {
    let shown = |b: &Option<RangeBound>, none: &str| b.as_ref().map_or(none.into(), RangeBound::text);
    format!(
        "their domains have no input in common: no {} number for `{}` lies between {} and {}",
        input.format.name(),
        input.name,
        shown(&input.lo, "-inf"),
        shown(&input.hi, "inf")
    )
}

/// What both `:pre` demand beyond the box.
fn constraint<'e>(
    dag: &mut Dag,
    (a, own): (&'e Specification, &[&'e str]),
    (b, other): (&'e Specification, &[&'e str]),
) -> Result<Option<NodeId>, Incomparable> {
    let mut parts = Vec::new();
    if let Some(c) = &a.constraint {
        parts.push(lower_over(dag, own, c).map_err(Incomparable::First)?);
    }
    if let Some(c) = &b.constraint {
        parts.push(lower_over(dag, other, c).map_err(Incomparable::Second)?);
    }
    Ok((!parts.is_empty()).then(|| dag.all(&parts)))
}
