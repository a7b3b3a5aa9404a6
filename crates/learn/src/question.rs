//! Asking the solver: is there an input of a region where the precondition holds and, if the subject were as the model
//! says, a case of the negated postcondition?

use crate::contract::PreparedContract;
use crate::domain::InputAxis;
use crate::face::Face;
use crate::model::{Basis, Model};
use expr::dag::{Dag, Node, NodeId};
use interval::Interval;
use rug::Rational;
use solver::{BoxBudget, Formula, Inputs, SolverOutcome, SolverProblem};
use std::collections::{HashMap, HashSet};

/// The bits of an input.
pub(crate) fn bits(input: &[f64]) -> Vec<u64> {
    input.iter().map(|x| x.to_bits()).collect()
}

/// Inputs of a face that have not been tried yet.
pub(crate) struct Fresh<'a> {
    pub domain: &'a [InputAxis],
    pub face: &'a Face,
    pub tried: &'a HashSet<Vec<u64>>,
}

impl Inputs for Fresh<'_> {
    fn snap(&self, point: &[f64]) -> Vec<f64> {
        let pairs = self.face.axes.iter().zip(point);
        pairs.map(|(&i, &x)| self.domain[i].snap(x)).collect()
    }

    fn after(&self, i: usize, x: f64) -> f64 {
        if self.domain[self.face.axes[i]].integer {
            x.floor() + 1.0
        } else {
            x.next_up()
        }
    }

    fn accepts(&self, point: &[f64]) -> bool {
        !self.tried.contains(&bits(&self.complete(point)))
    }
}

impl Fresh<'_> {
    /// The input whose varying coordinates these are.
    pub fn complete(&self, point: &[f64]) -> Vec<f64> {
        let mut input = self.face.base.clone();
        self.face.axes.iter().zip(point).for_each(|(&i, &x)| input[i] = x);
        input
    }
}

/// What the solver says of a model and a case.
pub(crate) enum ModelAnswer {
    /// The case holds at this input, if the subject is as the model says.
    Instance(Vec<f64>),
    /// It holds nowhere in the region: proved.
    Nowhere,
    /// Neither within the budget.
    Open,
}

/// A fresh input of a box, given by the sides of the varying axes, that fulfils the precondition.
pub(crate) fn fulfil(
    contract: &PreparedContract,
    inputs: &Fresh<'_>,
    sides: &[Interval],
    budget: usize,
) -> Option<Vec<f64>> {
    let mut copy = Copy::new(contract, inputs.face);
    let formula = Formula::Holds(copy.node(contract.pre()));
    match find(&copy.dag, &formula, sides, inputs, budget) {
        SolverOutcome::Witness { point, .. } => Some(inputs.complete(&point)),
        _ => None,
    }
}

/// Whether a case holds at a fresh input of a box if the outputs are those of a model.
pub(crate) fn violate(
    contract: &PreparedContract,
    (model, basis): (&Model, &Basis),
    case: usize,
    inputs: &Fresh<'_>,
    sides: &[Interval],
    budget: usize,
) -> ModelAnswer {
    let mut copy = Copy::new(contract, inputs.face);
    copy.model(model, basis, inputs);
    let conditions = contract.cases()[case].conditions().chain([contract.pre()]);
    let holds = conditions.map(|truth| Formula::Holds(copy.node(truth))).collect();
    match find(&copy.dag, &Formula::All(holds), sides, inputs, budget) {
        SolverOutcome::Witness { point, .. } => ModelAnswer::Instance(inputs.complete(&point)),
        SolverOutcome::Excluded { .. } => ModelAnswer::Nowhere,
        SolverOutcome::Unknown { .. } => ModelAnswer::Open,
    }
}

fn find(dag: &Dag, formula: &Formula, domain: &[Interval], inputs: &Fresh<'_>, boxes: usize) -> SolverOutcome {
    let problem = SolverProblem {
        dag,
        formula,
        domain,
        inputs,
    };
    solver::search(&problem, BoxBudget { boxes })
}

/// Parts of a contract in a DAG of their own, in which other expressions stand for some variables.
struct Copy<'a> {
    contract: &'a PreparedContract,
    dag: Dag,
    made: HashMap<NodeId, NodeId>,
    /// What stands for each input and, once there is a model, for each output.
    variables: Vec<NodeId>,
}

impl<'a> Copy<'a> {
    /// Inputs that vary are numbered anew; the others are numbers.
    fn new(contract: &'a PreparedContract, face: &Face) -> Copy<'a> {
        let mut dag = Dag::new();
        let input = |(i, &x): (usize, &f64)| match face.axes.iter().position(|&axis| axis == i) {
            Some(n) => dag.variable(n),
            None => dag.literal(exact(x)),
        };
        Copy {
            variables: face.base.iter().enumerate().map(input).collect(),
            contract,
            dag,
            made: HashMap::new(),
        }
    }

    /// The polynomials of a model stand for the outputs.
    fn model(&mut self, model: &Model, basis: &Basis, inputs: &Fresh<'_>) {
        let axes = inputs.face.axes.iter().enumerate();
        let local: Vec<NodeId> = axes.map(|(n, &i)| self.local(n, &inputs.domain[i], model)).collect();
        for coefficients in model.coefficients() {
            let polynomial = self.polynomial(coefficients, basis, &local);
            self.variables.push(polynomial);
        }
    }

    /// t = (x − c)/r, where c and r are those of the model in the units of the input.
    fn local(&mut self, n: usize, axis: &InputAxis, model: &Model) -> NodeId {
        let width = axis.side().width();
        let centre = axis.side().lo() + model.centre[n] * width;
        let scale = 1.0 / (model.radius * width);
        let (x, c, s) = (
            self.dag.variable(n),
            self.dag.literal(exact(centre)),
            self.dag.literal(exact(scale)),
        );
        let offset = self.dag.difference(x, c);
        self.dag.product(offset, s)
    }

    fn polynomial(&mut self, coefficients: &[f64], basis: &Basis, local: &[NodeId]) -> NodeId {
        let mut sum = self.dag.literal(0);
        for (&c, exponents) in coefficients.iter().zip(basis.exponents()) {
            let mut term = self.dag.literal(exact(c));
            for (&e, &t) in exponents.iter().zip(local).filter(|(e, _)| **e > 0) {
                let power = if e == 1 { t } else { self.dag.power(t, i32::from(e)) };
                term = self.dag.product(term, power);
            }
            sum = self.dag.sum(sum, term);
        }
        sum
    }

    /// A node of the contract in this DAG.
    fn node(&mut self, root: NodeId) -> NodeId {
        let contract = self.contract;
        for id in contract.dag().reachable(&[root]) {
            if !self.made.contains_key(&id) {
                let made = self.remake(contract.dag().node(id));
                self.made.insert(id, made);
            }
        }
        self.made[&root]
    }

    fn remake(&mut self, node: Node) -> NodeId {
        let (made, dag) = (&self.made, &mut self.dag);
        match node.map_operands(|id| made[&id]) {
            Node::Variable(n) => self.variables[n as usize],
            Node::Literal(l) => dag.literal(self.contract.dag().literal_value(l).clone()),
            Node::Constant(c) => dag.constant(c),
            Node::Bool(b) => dag.boolean(b),
            Node::Unary(f, a) => dag.unary(f, a),
            Node::Binary(f, a, b) => dag.binary(f, a, b),
            Node::Power(a, n) => dag.power(a, n),
            Node::Fma(a, b, c) => dag.fma(a, b, c),
            Node::Compare(c, a, b) => dag.compare(c, a, b),
            Node::And(a, b) => dag.all(&[a, b]),
            Node::Or(a, b) => dag.any(&[a, b]),
            Node::Not(a) => dag.negation(a),
            Node::If(c, a, b) => dag.select(c, a, b),
        }
    }
}

/// A finite double as a rational; 0 for what is no number.
fn exact(x: f64) -> Rational {
    Rational::from_f64(x).unwrap_or_default()
}
