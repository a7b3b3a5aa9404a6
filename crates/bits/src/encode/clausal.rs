//! Circuits as clauses: a variable for each gate that matters, and clauses that say what it is.

use super::gates::{Gate, GateGraph, GateKind};
use clauses::{ClauseModel, ClauseSet, Literal};

/// The clauses of a circuit of which some gates are to be true, and the literals of its gates.
#[derive(Clone, Debug)]
pub struct GateClauses {
    set: ClauseSet,
    literals: Vec<Option<Literal>>,
}

impl GateClauses {
    /// Clauses that hold together exactly where all of these gates are true.
    pub fn of(graph: &GateGraph, roots: &[Gate]) -> GateClauses {
        let mut clauses = GateClauses {
            set: ClauseSet::new(),
            literals: vec![None; graph.kinds().len()],
        };
        let roots = conjuncts(graph, roots, |_| true);
        let inner = InnerGates::of(graph, &roots);
        for place in inner.places(graph) {
            clauses.define(graph, &inner, place);
        }
        for root in roots {
            clauses.require(root);
        }
        clauses
    }

    /// The clauses.
    pub fn set(&self) -> &ClauseSet {
        &self.set
    }

    /// The literal of a gate that is no constant, if the gate matters.
    pub fn literal(&self, gate: Gate) -> Option<Literal> {
        let literal = self.literals[gate.place()]?;
        Some(if gate.is_inverse() { !literal } else { literal })
    }

    /// The value of a gate in a model; one that does not matter is false.
    pub fn value(&self, model: &ClauseModel, gate: Gate) -> bool {
        match gate {
            Gate::TRUE => true,
            _ => self.literal(gate).is_some_and(|literal| model.value(literal)),
        }
    }

    fn require(&mut self, root: Gate) {
        match root {
            Gate::TRUE => {}
            Gate::FALSE => self.set.add(&[]),
            _ => self.set.add(&[self.known(root)]),
        }
    }

    fn known(&self, gate: Gate) -> Literal {
        self.literal(gate)
            .expect("arguments are defined before what reads them")
    }

    fn define(&mut self, graph: &GateGraph, inner: &InnerGates, place: usize) {
        let kind = graph.kinds()[place];
        let output = self.set.variable();
        self.literals[place] = Some(output);
        match kind {
            GateKind::False | GateKind::Input(_) => {}
            GateKind::And(a, b) => {
                let leaves = conjuncts(graph, &[a, b], |gate| inner.is_swallowed(gate));
                self.define_and(output, &leaves);
            }
            GateKind::Xor(a, b) => self.define_xor(output, self.known(a), self.known(b)),
            GateKind::Choose(c, a, b) => self.define_choice(output, [c, a, b].map(|gate| self.known(gate))),
            GateKind::Majority(a, b, c) => self.define_majority(output, [a, b, c].map(|gate| self.known(gate))),
        }
    }

    /// y = a ∧ b ∧ …
    fn define_and(&mut self, y: Literal, leaves: &[Gate]) {
        let leaves: Vec<Literal> = leaves.iter().map(|gate| self.known(*gate)).collect();
        for leaf in &leaves {
            self.set.add(&[!y, *leaf]);
        }
        let mut long = vec![y];
        long.extend(leaves.iter().map(|leaf| !*leaf));
        self.set.add(&long);
    }

    /// y = a ⊕ b.
    fn define_xor(&mut self, y: Literal, a: Literal, b: Literal) {
        for clause in [[!y, a, b], [!y, !a, !b], [y, !a, b], [y, a, !b]] {
            self.set.add(&clause);
        }
    }

    /// y = c ? a : b. The last two follow, but let y be known from a = b without c.
    fn define_choice(&mut self, y: Literal, [c, a, b]: [Literal; 3]) {
        for clause in [
            [!c, !a, y],
            [!c, a, !y],
            [c, !b, y],
            [c, b, !y],
            [!a, !b, y],
            [a, b, !y],
        ] {
            self.set.add(&clause);
        }
    }

    /// y = at least two of a, b, c: any two that agree decide.
    fn define_majority(&mut self, y: Literal, [a, b, c]: [Literal; 3]) {
        for (a, b) in [(a, b), (a, c), (b, c)] {
            self.set.add(&[!a, !b, y]);
            self.set.add(&[a, b, !y]);
        }
    }
}

/// The gates whose conjunction these are, where `and`s that may be opened are opened; each once, in order.
fn conjuncts(graph: &GateGraph, gates: &[Gate], opens: impl Fn(Gate) -> bool) -> Vec<Gate> {
    let mut leaves = Vec::new();
    let mut open: Vec<Gate> = gates.iter().rev().copied().collect();
    while let Some(gate) = open.pop() {
        match graph.kinds()[gate.place()] {
            GateKind::And(a, b) if !gate.is_inverse() && opens(gate) => open.extend([b, a]),
            _ => leaves.push(gate),
        }
    }
    leaves
}

/// How the gates below some roots are used.
struct InnerGates {
    /// How many gates or roots read the gate at a place, capped at two.
    readers: Vec<u8>,
    /// Whether one reads its inverse, or reads it other than as an argument of `and`.
    is_exposed: Vec<bool>,
}

impl InnerGates {
    fn of(graph: &GateGraph, roots: &[Gate]) -> InnerGates {
        let count = graph.kinds().len();
        let mut inner = InnerGates {
            readers: vec![0; count],
            is_exposed: vec![false; count],
        };
        roots.iter().for_each(|root| inner.read(*root, true));
        for place in (1..count).rev() {
            let kind = graph.kinds()[place];
            if inner.readers[place] > 0 {
                let exposes = !matches!(kind, GateKind::And(..));
                kind.arguments().iter().for_each(|gate| inner.read(*gate, exposes));
            }
        }
        inner
    }

    fn read(&mut self, gate: Gate, exposes: bool) {
        let readers = &mut self.readers[gate.place()];
        *readers = (*readers + 1).min(2);
        self.is_exposed[gate.place()] |= exposes || gate.is_inverse();
    }

    /// Whether the only reader is an `and`, which then takes the arguments instead.
    fn is_swallowed(&self, gate: Gate) -> bool {
        self.readers[gate.place()] == 1 && !self.is_exposed[gate.place()]
    }

    /// The places that need a variable, arguments first.
    fn places(&self, graph: &GateGraph) -> impl Iterator<Item = usize> {
        let is_needed = |place: &usize| {
            let is_and = matches!(graph.kinds()[*place], GateKind::And(..));
            let is_swallowed = is_and && self.readers[*place] == 1 && !self.is_exposed[*place];
            self.readers[*place] > 0 && !is_swallowed
        };
        (1..self.readers.len()).filter(is_needed)
    }
}
