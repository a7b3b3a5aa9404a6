//! Problems: are there values of the variables under which all assertions hold?

use crate::encode::BitCircuit;
use crate::encode::clausal::GateClauses;
use crate::encode::gates::Gate;
use crate::evaluate::{BitAssignment, evaluate, evaluate_all};
use crate::operation::BitSort;
use crate::pool::{Term, TermPool};
use crate::word;
use clauses::{
    ClauseAnswer, ClauseBudget, ClauseModel, ClauseProof, ClauseSet, ClauseStatistics, ClauseUnknownReason, solve,
};
use std::fmt;

/// Truth values of a pool that are to hold together.
#[derive(Clone, Debug)]
pub struct BitProblem<'p> {
    pool: &'p TermPool,
    assertions: Vec<Term>,
}

/// What is known about a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BitAnswer {
    /// Values under which all assertions hold; exact evaluation has agreed.
    Model(BitModel),
    /// There are no such values.
    Refuted(BitRefutation),
    /// Neither is known.
    Unknown(BitUnknown),
}

/// Values under which all assertions hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitModel {
    /// The values of all variables of the pool.
    pub assignment: BitAssignment,
    /// What it took.
    pub statistics: BitStatistics,
}

impl BitModel {
    /// The value of any term of the pool.
    pub fn value(&self, pool: &TermPool, term: Term) -> word::BitWord {
        evaluate(pool, &self.assignment, term)
    }
}

/// That there are no values under which all assertions hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitRefutation {
    /// What it took.
    pub statistics: BitStatistics,
    /// How the clauses of [`BitProblem::clauses`] contradict each other, if that was asked for.
    pub proof: Option<ClauseProof>,
}

/// Why nothing is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitUnknown {
    /// The reason.
    pub reason: BitUnknownReason,
    /// What it took.
    pub statistics: BitStatistics,
}

/// Why nothing is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BitUnknownReason {
    /// The solver of clauses stopped.
    Clauses(ClauseUnknownReason),
    /// The circuit has more gates than the budget allows.
    TooManyGates {
        /// The number that it may have.
        most: usize,
    },
    /// The circuit has a model in which an assertion does not hold by exact evaluation: the circuit is wrong.
    EncodingWrong {
        /// The first assertion that does not hold.
        assertion: Term,
        /// The values under which it does not.
        assignment: BitAssignment,
    },
}

impl fmt::Display for BitUnknownReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BitUnknownReason::Clauses(reason) => reason.fmt(f),
            BitUnknownReason::TooManyGates { most } => write!(f, "the circuit has more than {most} gates"),
            BitUnknownReason::EncodingWrong { .. } => {
                write!(
                    f,
                    "the circuit's model fails exact evaluation: this is a defect, please report it"
                )
            }
        }
    }
}

/// How much may be spent on a problem. All of it is counted, so that answers are the same on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BitEffort {
    /// The greatest number of conflicts.
    pub conflicts: u64,
    /// The greatest number of gates; a larger circuit is not searched.
    pub gates: usize,
    /// The greatest number of ticks of the solver: what it looks at.
    pub ticks: u64,
}

impl BitEffort {
    /// The circuit may have any size.
    fn of(budget: ClauseBudget) -> BitEffort {
        BitEffort {
            conflicts: budget.conflicts,
            gates: usize::MAX,
            ticks: budget.ticks,
        }
    }

    fn budget(self) -> ClauseBudget {
        ClauseBudget {
            conflicts: self.conflicts,
            ticks: self.ticks,
        }
    }
}

/// How large a problem was, and what the search took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BitStatistics {
    /// Gates of the circuit.
    pub gates: usize,
    /// Variables of the clauses.
    pub variables: u32,
    /// Clauses.
    pub clauses: usize,
    /// The search.
    pub search: ClauseStatistics,
}

impl<'p> BitProblem<'p> {
    /// The problem without assertions.
    pub fn new(pool: &'p TermPool) -> BitProblem<'p> {
        let assertions = Vec::new();
        BitProblem { pool, assertions }
    }

    /// Adds what is to hold.
    ///
    /// # Panics
    /// If the term is a word.
    pub fn assert(&mut self, term: Term) {
        assert_eq!(self.pool.sort(term), BitSort::Bool, "only truth values can be asserted");
        self.assertions.push(term);
    }

    /// The problem with these assertions.
    pub fn of(pool: &'p TermPool, assertions: &[Term]) -> BitProblem<'p> {
        let mut problem = BitProblem::new(pool);
        assertions.iter().for_each(|term| problem.assert(*term));
        problem
    }

    /// The pool of the terms.
    pub fn pool(&self) -> &'p TermPool {
        self.pool
    }

    /// What is to hold.
    pub fn assertions(&self) -> &[Term] {
        &self.assertions
    }

    /// Searches for values within a budget.
    pub fn decide(&self, budget: ClauseBudget) -> BitAnswer {
        self.search(BitEffort::of(budget), false)
    }

    /// Searches for values, by as much effort as this.
    pub fn decide_within(&self, effort: BitEffort) -> BitAnswer {
        self.search(effort, false)
    }

    /// Searches for values, and keeps a proof if there are none.
    pub fn decide_with_proof(&self, budget: ClauseBudget) -> BitAnswer {
        self.search(BitEffort::of(budget), true)
    }

    /// The clauses that are searched, and that a proof is about.
    pub fn clauses(&self) -> ClauseSet {
        let circuit = BitCircuit::new(self.pool, &self.assertions);
        clauses_of(&circuit).set().clone()
    }

    fn search(&self, effort: BitEffort, wants_proof: bool) -> BitAnswer {
        let circuit = match BitCircuit::within(self.pool, &self.assertions, effort.gates) {
            Ok(circuit) => circuit,
            Err(made) => return too_many(effort.gates, made),
        };
        let clauses = clauses_of(&circuit);
        let answer = solve(clauses.set(), effort.budget(), wants_proof);
        let statistics = BitStatistics {
            gates: circuit.graph().kinds().len(),
            variables: clauses.set().variables(),
            clauses: clauses.set().len(),
            search: answer.statistics(),
        };
        match answer {
            ClauseAnswer::Model(model) => {
                let assignment = self.assignment(&circuit, &clauses, &model);
                self.judged(assignment, statistics)
            }
            ClauseAnswer::Refuted(proof) => BitAnswer::Refuted(BitRefutation {
                statistics,
                proof: wants_proof.then_some(proof),
            }),
            ClauseAnswer::Unknown(unknown) => BitAnswer::Unknown(BitUnknown {
                reason: BitUnknownReason::Clauses(unknown.reason),
                statistics,
            }),
        }
    }

    /// The values of all variables: those that do not occur in the circuit are zero.
    fn assignment(&self, circuit: &BitCircuit, clauses: &GateClauses, model: &ClauseModel) -> BitAssignment {
        let mut assignment = BitAssignment::new();
        for (number, variable) in self.pool.variables().iter().enumerate() {
            assignment.set(number as u32, word::BitWord::zero(variable.sort.width()));
        }
        for (number, gates) in circuit.variables() {
            let bits = gates.iter().map(|gate| clauses.value(model, *gate));
            assignment.set(*number, word::from_bits(bits));
        }
        assignment
    }

    /// A model, if exact evaluation agrees.
    fn judged(&self, assignment: BitAssignment, statistics: BitStatistics) -> BitAnswer {
        let values = evaluate_all(self.pool, &assignment, &self.assertions);
        let failed = self.assertions.iter().zip(&values).find(|(_, value)| !value.is_true());
        match failed {
            None => BitAnswer::Model(BitModel { assignment, statistics }),
            Some((assertion, _)) => BitAnswer::Unknown(BitUnknown {
                reason: BitUnknownReason::EncodingWrong {
                    assertion: *assertion,
                    assignment,
                },
                statistics,
            }),
        }
    }
}

fn clauses_of(circuit: &BitCircuit) -> GateClauses {
    let roots: Vec<Gate> = circuit.outputs().iter().map(|word| word[0]).collect();
    GateClauses::of(circuit.graph(), &roots)
}

fn too_many(most: usize, gates: usize) -> BitAnswer {
    BitAnswer::Unknown(BitUnknown {
        reason: BitUnknownReason::TooManyGates { most },
        statistics: BitStatistics {
            gates,
            ..BitStatistics::default()
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::garden::Gardener;
    use crate::operation::BitOperation;

    const BUDGET: ClauseBudget = ClauseBudget::conflicts(100_000);

    /// The variables of a term, if they have few bits in all, so that all assignments can be tried.
    fn few_variables(pool: &TermPool, term: Term) -> Option<Vec<(u32, u32)>> {
        let number = |term: Term| match pool.operation(term) {
            BitOperation::Variable(number) => Some((*number, pool.width(term))),
            _ => None,
        };
        let variables: Vec<(u32, u32)> = pool.cone(&[term]).into_iter().filter_map(number).collect();
        let bits: u32 = variables.iter().map(|(_, width)| width).sum();
        (bits <= 9).then_some(variables)
    }

    fn has_model_by_trial(pool: &TermPool, term: Term, variables: &[(u32, u32)]) -> bool {
        let bits: u32 = variables.iter().map(|(_, width)| width).sum();
        (0..1u64 << bits).any(|mut code| {
            let mut assignment = BitAssignment::new();
            for (number, width) in variables {
                assignment.set(*number, word::BitWord::new(*width, code & ((1 << width) - 1)));
                code >>= width;
            }
            evaluate_all(pool, &assignment, &[term])[0].is_true()
        })
    }

    /// Decides a term and compares with trying everything; gives whether there was a model.
    fn checked(pool: &TermPool, term: Term) -> Option<bool> {
        let variables = few_variables(pool, term)?;
        let expected = has_model_by_trial(pool, term, &variables);
        match BitProblem::of(pool, &[term]).decide(BUDGET) {
            BitAnswer::Model(_) => assert!(expected),
            BitAnswer::Refuted(_) => assert!(!expected),
            BitAnswer::Unknown(unknown) => panic!("{}", unknown.reason),
        }
        Some(expected)
    }

    #[test]
    fn a_model_that_fails_exact_evaluation_is_not_given() {
        let mut pool = TermPool::new();
        let claim = pool.variable("a", BitSort::Bool);
        let problem = BitProblem::of(&pool, &[claim]);
        let answer = problem.judged(BitAssignment::new(), BitStatistics::default());
        let BitAnswer::Unknown(unknown) = answer else {
            panic!("the variable is false: {answer:?}")
        };
        assert!(matches!(unknown.reason, BitUnknownReason::EncodingWrong { assertion, .. } if assertion == claim));
    }

    #[test]
    fn answers_are_those_of_trying_everything() {
        let (mut with, mut without) = (0, 0);
        for seed in 0..40 {
            let pool = if seed % 2 == 0 {
                TermPool::new()
            } else {
                TermPool::without_rewriting()
            };
            let mut gardener = Gardener::new(seed, pool);
            for _ in 0..60 {
                let (operation, arguments) = gardener.site();
                let term = gardener.pool.apply(operation, &arguments).unwrap();
                gardener.grown.push(term);
                if gardener.pool.sort(term) == BitSort::Bool {
                    let not = gardener.pool.not(term);
                    let answers = [term, not].map(|term| checked(&gardener.pool, term));
                    with += answers.iter().filter(|answer| **answer == Some(true)).count();
                    without += answers.iter().filter(|answer| **answer == Some(false)).count();
                }
            }
        }
        assert!(with > 200 && without > 100, "{with} models and {without} refutations");
    }
}
