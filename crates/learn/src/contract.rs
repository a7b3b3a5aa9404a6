//! What a subject promises: for inputs that fulfil the precondition, outputs that fulfil the postcondition.

use crate::cases::{failures, margin};
use crate::domain::InputAxis;
use crate::judge::{TruthJudge, TruthProof};
use crate::program::NodeProgram;
use expr::dag::{Dag, Node, NodeId};
use expr::eval::FloatArithmetic;
use interval::Interval;
use solver::{BoxBudget, Doubles, Formula, SolverOutcome, SolverProblem};
use std::fmt;

/// A contract, made ready for testing.
///
/// Variables of the DAG are numbered: first the inputs, then the outputs.
#[derive(Clone)]
pub struct PreparedContract {
    dag: Dag,
    axes: Vec<InputAxis>,
    outputs: usize,
    pre: NodeId,
    pre_judge: TruthJudge,
    post_judge: TruthJudge,
    cases: Vec<FailureCase>,
}

/// One way in which a postcondition can fail.
#[derive(Clone)]
pub struct FailureCase {
    /// Truth values over inputs alone: where this case is about.
    pub(crate) place: Vec<NodeId>,
    /// Truth values over inputs and outputs.
    pub(crate) claim: Vec<NodeId>,
    /// Contains every input of the place.
    extent: Vec<Interval>,
    /// Whether the margin grows and falls with the outputs. One that jumps leads nowhere.
    measured: bool,
    guide: NodeProgram<FloatArithmetic>,
}

/// Why a contract cannot be tested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContractError {
    /// There is no input or no output.
    Nothing,
    /// The range of this input is empty or immeasurable.
    Range(String),
    /// The precondition needs an output, or a condition needs a variable that is neither input nor output.
    Variable(u32),
    /// No input fulfils the precondition.
    Empty,
}

impl fmt::Display for ContractError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ContractError::Nothing => write!(f, "a contract needs at least one input and one output: name them"),
            ContractError::Range(name) => write!(
                f,
                "the range of `{name}` holds no input or is too wide: give finite bounds whose difference is finite"
            ),
            ContractError::Variable(n) => write!(
                f,
                "a condition uses variable number {n}, which it does not know: preconditions may use inputs, \
                 postconditions inputs and outputs"
            ),
            ContractError::Empty => write!(
                f,
                "no input fulfils the precondition: widen the ranges or weaken the precondition"
            ),
        }
    }
}

impl std::error::Error for ContractError {}

/// Boxes that may be spent on proving that a precondition cannot be fulfilled.
const EMPTINESS: BoxBudget = BoxBudget { boxes: 2000 };

impl PreparedContract {
    /// A contract of truth values `pre` over inputs and `post` over inputs and outputs.
    pub fn new(
        mut dag: Dag,
        axes: Vec<InputAxis>,
        outputs: usize,
        pre: NodeId,
        post: NodeId,
    ) -> Result<PreparedContract, ContractError> {
        let variables = axes.len() + outputs;
        check(&dag, &axes, outputs, pre, post)?;
        let conjunctions = failures(&mut dag, post);
        let sides: Vec<Interval> = axes.iter().map(InputAxis::side).collect();
        if is_empty(&dag, pre, &sides) {
            return Err(ContractError::Empty);
        }
        let cases = conjunctions
            .into_iter()
            .filter_map(|all| case(&mut dag, all, pre, &sides, variables));
        Ok(PreparedContract {
            cases: cases.collect(),
            pre_judge: TruthJudge::new(&dag, pre, variables),
            post_judge: TruthJudge::new(&dag, post, variables),
            dag,
            axes,
            outputs,
            pre,
        })
    }

    /// The inputs.
    pub fn axes(&self) -> &[InputAxis] {
        &self.axes
    }

    /// How many outputs there are.
    pub fn outputs(&self) -> usize {
        self.outputs
    }

    /// The ways in which the postcondition can fail somewhere in the domain.
    pub fn cases(&self) -> &[FailureCase] {
        &self.cases
    }

    /// Where the conditions live.
    pub fn dag(&self) -> &Dag {
        &self.dag
    }

    /// The precondition.
    pub(crate) fn pre(&self) -> NodeId {
        self.pre
    }

    /// Whether a point is an input of the domain that provably fulfils the precondition.
    pub fn requires(&mut self, input: &[f64]) -> bool {
        self.requirement(input) == TruthProof::True
    }

    /// What is proved of the precondition at a point.
    pub(crate) fn requirement(&mut self, input: &[f64]) -> TruthProof {
        let inside = input.len() == self.axes.len() && self.axes.iter().zip(input).all(|(a, &x)| a.contains(x));
        match inside {
            true => self.pre_judge.judge(input),
            false => TruthProof::NotTrue,
        }
    }

    /// What is proved of the postcondition at an input with its outputs.
    pub(crate) fn judge(&mut self, point: &[f64]) -> TruthProof {
        self.post_judge.judge(point)
    }

    /// The first case that provably holds at an input with its outputs.
    pub(crate) fn failed_case(&self, point: &[f64]) -> Option<usize> {
        let holds = |&truth: &NodeId| TruthJudge::new(&self.dag, truth, point.len()).judge(point) == TruthProof::True;
        let all = |case: &FailureCase| case.place.iter().chain(&case.claim).all(holds);
        self.cases.iter().position(all)
    }

    /// How far an input with its outputs is within case number `case`: positive if the case holds, as far as plain
    /// arithmetic tells; −∞ away from its place, or where it has no measure.
    pub(crate) fn margin(&mut self, case: usize, point: &[f64]) -> f64 {
        self.cases[case].margin(point)
    }
}

impl FailureCase {
    /// A box that contains every input that this case is about.
    pub fn extent(&self) -> &[Interval] {
        &self.extent
    }

    /// The truth values of which the case is the conjunction.
    pub fn conditions(&self) -> impl Iterator<Item = NodeId> {
        self.place.iter().chain(&self.claim).copied()
    }

    fn margin(&mut self, point: &[f64]) -> f64 {
        if !self.measured {
            return f64::NEG_INFINITY;
        }
        self.guide.run(point);
        let (places, claims) = (self.place.len(), self.claim.len());
        let inside = (0..places).all(|n| *self.guide.root(n) > 0.0);
        let margins = (places..places + claims).map(|n| *self.guide.root(n));
        let least = margins.fold(
            f64::INFINITY,
            |least, m| if m.is_nan() { f64::NAN } else { least.min(m) },
        );
        if inside && !least.is_nan() {
            least.min(f64::MAX)
        } else {
            f64::NEG_INFINITY
        }
    }
}

fn check(dag: &Dag, axes: &[InputAxis], outputs: usize, pre: NodeId, post: NodeId) -> Result<(), ContractError> {
    if axes.is_empty() || outputs == 0 {
        return Err(ContractError::Nothing);
    }
    if let Some(axis) = axes.iter().find(|axis| !axis.is_sound()) {
        return Err(ContractError::Range(axis.name.clone()));
    }
    let strange = |root, known: usize| variables(dag, root).find(|&n| n as usize >= known);
    match strange(pre, axes.len()).or_else(|| strange(post, axes.len() + outputs)) {
        Some(n) => Err(ContractError::Variable(n)),
        None => Ok(()),
    }
}

/// The variables that a node needs.
fn variables(dag: &Dag, root: NodeId) -> impl Iterator<Item = u32> {
    let nodes = dag.reachable(&[root]);
    nodes.into_iter().filter_map(|id| match dag.node(id) {
        Node::Variable(n) => Some(n),
        _ => None,
    })
}

fn is_empty(dag: &Dag, pre: NodeId, sides: &[Interval]) -> bool {
    let problem = SolverProblem {
        dag,
        formula: &Formula::Holds(pre),
        domain: sides,
        inputs: &Doubles(sides),
    };
    matches!(solver::search(&problem, EMPTINESS), SolverOutcome::Excluded { .. })
}

/// A case, unless the contractor proves that its place is empty.
fn case(dag: &mut Dag, all: Vec<NodeId>, pre: NodeId, sides: &[Interval], variables_: usize) -> Option<FailureCase> {
    let known = sides.len() as u32;
    let (place, claim): (Vec<NodeId>, Vec<NodeId>) = all
        .into_iter()
        .partition(|&truth| variables(dag, truth).all(|n| n < known));
    let extent = extent(dag, place.iter().copied().chain([pre]), sides)?;
    let margins: Vec<NodeId> = claim.iter().map(|&truth| margin(dag, truth)).collect();
    let roots = [place.as_slice(), &margins].concat();
    Some(FailureCase {
        measured: !margins.iter().any(|&margin| jumps(dag, margin, known)),
        guide: NodeProgram::new(dag, &roots, FloatArithmetic, variables_),
        place,
        claim,
        extent,
    })
}

/// Whether a number is chosen by a condition on outputs.
fn jumps(dag: &Dag, root: NodeId, known: u32) -> bool {
    let by_outputs = |id: &NodeId| match dag.node(*id) {
        Node::If(condition, ..) => variables(dag, condition).any(|n| n >= known),
        _ => false,
    };
    dag.reachable(&[root]).iter().any(by_outputs)
}

/// A case is narrowed this often: each round passes on what the one before has learnt. A chain of
/// conditions needs a round for each link; what a longer one leaves too wide is sound, and only sampled less well.
const ROUNDS: usize = 4;

/// What contraction leaves of the domain, or `None` if that is nothing.
fn extent(dag: &Dag, place: impl Iterator<Item = NodeId>, sides: &[Interval]) -> Option<Vec<Interval>> {
    let formula = Formula::All(place.map(Formula::Holds).collect());
    let program = solver::BoxProgram::new(dag, &formula);
    (0..ROUNDS).try_fold(sides.to_vec(), |sides, _| solver::contract(&program, &sides))
}
