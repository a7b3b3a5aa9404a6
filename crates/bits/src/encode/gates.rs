//! A graph of gates: and, exclusive or, choice and majority, each stored once, constants carried through at once.

use std::collections::HashMap;
use std::ops::Not;

/// The output of a gate, or its inverse: twice the place in the graph, plus one if inverted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Gate(u32);

impl Gate {
    /// Never set.
    pub const FALSE: Gate = Gate(0);
    /// Always set.
    pub const TRUE: Gate = Gate(1);

    /// A constant.
    pub fn constant(value: bool) -> Gate {
        if value { Gate::TRUE } else { Gate::FALSE }
    }

    /// The place in the graph.
    pub fn place(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether it is the inverse of what stands at its place.
    pub fn is_inverse(self) -> bool {
        self.0 & 1 == 1
    }

    fn is_constant(self) -> bool {
        self.place() == 0
    }

    /// Inverted if the flag is set.
    fn inverted_if(self, flag: bool) -> Gate {
        Gate(self.0 ^ u32::from(flag))
    }
}

impl Not for Gate {
    type Output = Gate;

    fn not(self) -> Gate {
        self.inverted_if(true)
    }
}

/// What stands at a place of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GateKind {
    /// The constant at place 0.
    False,
    /// An input, by number.
    Input(u32),
    /// Both.
    And(Gate, Gate),
    /// Exactly one.
    Xor(Gate, Gate),
    /// The second if the first, else the third.
    Choose(Gate, Gate, Gate),
    /// At least two of three.
    Majority(Gate, Gate, Gate),
}

impl GateKind {
    /// The gates that it reads.
    pub fn arguments(self) -> Vec<Gate> {
        match self {
            GateKind::False | GateKind::Input(_) => Vec::new(),
            GateKind::And(a, b) | GateKind::Xor(a, b) => vec![a, b],
            GateKind::Choose(a, b, c) | GateKind::Majority(a, b, c) => vec![a, b, c],
        }
    }
}

/// Gates, arguments before what reads them.
#[derive(Clone, Debug)]
pub struct GateGraph {
    kinds: Vec<GateKind>,
    places: HashMap<GateKind, Gate>,
    inputs: u32,
}

impl Default for GateGraph {
    fn default() -> GateGraph {
        GateGraph {
            kinds: vec![GateKind::False],
            places: HashMap::new(),
            inputs: 0,
        }
    }
}

impl GateGraph {
    /// What stands at each place.
    pub fn kinds(&self) -> &[GateKind] {
        &self.kinds
    }

    /// The number of inputs.
    pub fn inputs(&self) -> u32 {
        self.inputs
    }

    /// A new input.
    pub fn input(&mut self) -> Gate {
        self.inputs += 1;
        self.place(GateKind::Input(self.inputs - 1))
    }

    /// Both.
    pub fn and(&mut self, a: Gate, b: Gate) -> Gate {
        let (a, b) = (a.min(b), a.max(b));
        match (a, b) {
            (Gate::FALSE, _) => Gate::FALSE,
            (Gate::TRUE, _) => b,
            _ if a == b => a,
            _ if a == !b => Gate::FALSE,
            _ => self.place(GateKind::And(a, b)),
        }
    }

    /// At least one.
    pub fn or(&mut self, a: Gate, b: Gate) -> Gate {
        !self.and(!a, !b)
    }

    /// Exactly one. Inverses are taken to the outside, so that a gate is found again whatever the signs.
    pub fn xor(&mut self, a: Gate, b: Gate) -> Gate {
        let inverse = a.is_inverse() != b.is_inverse();
        let (a, b) = (a.inverted_if(a.is_inverse()), b.inverted_if(b.is_inverse()));
        let (a, b) = (a.min(b), a.max(b));
        let xor = match (a, b) {
            (Gate::FALSE, _) => b,
            _ if a == b => Gate::FALSE,
            _ => self.place(GateKind::Xor(a, b)),
        };
        xor.inverted_if(inverse)
    }

    /// `a` if `c`, else `b`.
    pub fn choose(&mut self, c: Gate, a: Gate, b: Gate) -> Gate {
        if c.is_inverse() && !c.is_constant() {
            return self.choose(!c, b, a);
        }
        match (c, a, b) {
            (Gate::TRUE, ..) => a,
            (Gate::FALSE, ..) => b,
            _ if a == b => a,
            _ if a == !b => !self.xor(c, a),
            _ if a == Gate::TRUE || a == c => self.or(c, b),
            _ if a == Gate::FALSE || a == !c => self.and(!c, b),
            _ if b == Gate::TRUE || b == !c => self.or(!c, a),
            _ if b == Gate::FALSE || b == c => self.and(c, a),
            _ => {
                let inverse = a.is_inverse();
                let kind = GateKind::Choose(c, a.inverted_if(inverse), b.inverted_if(inverse));
                self.place(kind).inverted_if(inverse)
            }
        }
    }

    /// At least two of three: the carry of a full adder.
    pub fn majority(&mut self, a: Gate, b: Gate, c: Gate) -> Gate {
        let mut gates = [a, b, c];
        gates.sort();
        let [a, b, c] = gates;
        match (a, b, c) {
            (Gate::FALSE, ..) => self.and(b, c),
            (Gate::TRUE, ..) => self.or(b, c),
            // Sorted, a gate and its inverse are neighbours.
            _ if a == b => a,
            _ if b == c => b,
            _ if a == !b => c,
            _ if b == !c => a,
            _ => {
                let inverse = a.is_inverse();
                let [a, b, c] = gates.map(|gate| gate.inverted_if(inverse));
                self.place(GateKind::Majority(a, b, c)).inverted_if(inverse)
            }
        }
    }

    /// All of them.
    pub fn all(&mut self, gates: &[Gate]) -> Gate {
        self.tree(gates, Gate::TRUE, GateGraph::and)
    }

    /// At least one of them.
    pub fn any(&mut self, gates: &[Gate]) -> Gate {
        self.tree(gates, Gate::FALSE, GateGraph::or)
    }

    /// Halves are joined, so that the depth is the logarithm of the number.
    fn tree(&mut self, gates: &[Gate], none: Gate, join: fn(&mut GateGraph, Gate, Gate) -> Gate) -> Gate {
        match gates {
            [] => none,
            [gate] => *gate,
            _ => {
                let (left, right) = gates.split_at(gates.len() / 2);
                let (left, right) = (self.tree(left, none, join), self.tree(right, none, join));
                join(self, left, right)
            }
        }
    }

    fn place(&mut self, kind: GateKind) -> Gate {
        if let Some(gate) = self.places.get(&kind) {
            return *gate;
        }
        let gate = Gate((self.kinds.len() as u32) << 1);
        self.kinds.push(kind);
        self.places.insert(kind, gate);
        gate
    }

    /// The outputs of all gates for 64 assignments at once: bit i of every word belongs to assignment i.
    pub fn simulate(&self, inputs: &[u64]) -> Vec<u64> {
        let mut values: Vec<u64> = Vec::with_capacity(self.kinds.len());
        for kind in &self.kinds {
            let read = |gate: Gate| read(&values, gate);
            let value = match *kind {
                GateKind::False => 0,
                GateKind::Input(number) => inputs[number as usize],
                GateKind::And(a, b) => read(a) & read(b),
                GateKind::Xor(a, b) => read(a) ^ read(b),
                GateKind::Choose(c, a, b) => (read(c) & read(a)) | (!read(c) & read(b)),
                GateKind::Majority(a, b, c) => (read(a) & read(b)) | (read(c) & (read(a) | read(b))),
            };
            values.push(value);
        }
        values
    }
}

/// What a gate is, given the outputs of all.
pub fn read(values: &[u64], gate: Gate) -> u64 {
    let value = values[gate.place()];
    if gate.is_inverse() { !value } else { value }
}
