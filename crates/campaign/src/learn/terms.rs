//! The conditions of a contract, made ready.

use expr::contract::{Clause, Contract};
use expr::dag::{Dag, NodeId};
use expr::diagnostic::{Diagnostic, Diagnostics};
use expr::lower::lower_over;
use learn::{ContractError, InputAxis, TruthJudge, TruthProof};
use rug::{Float, Rational};

/// Conditions over one DAG, whose variables are first the inputs, then the outputs.
pub struct Terms {
    /// For the learner.
    pub contract: learn::PreparedContract,
    /// Each condition that the subject promises.
    ensures: Vec<TruthJudge>,
    /// The same with every number rounded to a double, as a programmer may have meant it.
    rounded: Vec<TruthJudge>,
}

impl Terms {
    /// Lowers the conditions of a contract.
    pub fn new(contract: &Contract) -> Result<Terms, Diagnostics> {
        let mut dag = Dag::new();
        let names = names(contract);
        let requires = lower_all(&mut dag, &names, &contract.requires)?;
        let ensures = lower_all(&mut dag, &names, &contract.ensures)?;
        let (pre, post) = (dag.all(&requires), dag.all(&ensures));
        let rounded: Vec<NodeId> = ensures.iter().map(|&node| dag.with_literals(node, nearest)).collect();
        let judges = |nodes: &[NodeId]| nodes.iter().map(|&n| TruthJudge::new(&dag, n, names.len())).collect();
        let (ensures, rounded): (Vec<TruthJudge>, Vec<TruthJudge>) = (judges(&ensures), judges(&rounded));
        let refused = |error| Diagnostics::from(refusal(contract, &error));
        let learned =
            learn::PreparedContract::new(dag, axes(contract), contract.outputs.len(), pre, post).map_err(refused)?;
        if learned.cases().is_empty() {
            return Err(Diagnostics::from(
                Diagnostic::new(contract.span, "this contract cannot be broken: it promises nothing")
                    .hint("let an `ensures` speak of an output"),
            ));
        }
        Ok(Terms {
            contract: learned,
            ensures,
            rounded,
        })
    }

    /// The promised conditions that provably fail or have no value at an input with its outputs.
    pub fn broken(&self, point: &[f64]) -> Vec<(usize, TruthProof)> {
        let judged = self.ensures.iter().map(|judge| judge.clone().judge(point)).enumerate();
        judged
            .filter(|(_, proof)| matches!(proof, TruthProof::NotTrue | TruthProof::Undefined))
            .collect()
    }

    /// Whether all of these conditions would hold if every number in them were rounded to a double.
    pub fn hold_rounded(&self, conditions: &[usize], point: &[f64]) -> bool {
        let holds = |&n: &usize| self.rounded[n].clone().judge(point) == TruthProof::True;
        !conditions.is_empty() && conditions.iter().all(holds)
    }
}

/// The double nearest to a number, if there is one.
fn nearest(number: &Rational) -> Rational {
    let double = Float::with_val(f64::MANTISSA_DIGITS, number).to_f64();
    Rational::from_f64(double).unwrap_or_else(|| number.clone())
}

/// The names of all variables in order.
pub fn names(contract: &Contract) -> Vec<&str> {
    let inputs = contract.inputs.iter().map(|i| i.name.as_str());
    inputs.chain(contract.outputs.iter().map(|o| o.name.as_str())).collect()
}

fn lower_all<'e>(dag: &mut Dag, names: &[&'e str], clauses: &'e [Clause]) -> Result<Vec<NodeId>, Diagnostics> {
    clauses
        .iter()
        .map(|clause| lower_over(dag, names, &clause.condition))
        .collect()
}

fn axes(contract: &Contract) -> Vec<InputAxis> {
    let axis = |input: &expr::contract::ContractInput| InputAxis {
        name: input.name.clone(),
        lo: input.lo,
        hi: input.hi,
        integer: input.integer,
    };
    contract.inputs.iter().map(axis).collect()
}

/// A complaint at the place that it is about.
fn refusal(contract: &Contract, error: &ContractError) -> Diagnostic {
    let span = match error {
        ContractError::Range(name) => contract.inputs.iter().find(|i| i.name == *name).map(|i| i.span),
        ContractError::Empty => contract.requires.first().map(|clause| clause.span),
        ContractError::Nothing | ContractError::Variable(_) => None,
    };
    Diagnostic::new(span.unwrap_or(contract.span), error.to_string())
}
