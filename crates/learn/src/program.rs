//! A tape that owns its values, for one arithmetic: constants are converted once.

use expr::dag::{Dag, Node, NodeId};
use expr::eval::{Arithmetic, Evaluator, Tape, apply};

/// Some nodes made ready for many points.
#[derive(Clone)]
pub(crate) struct NodeProgram<A: Arithmetic> {
    tape: Tape,
    arithmetic: A,
    values: Vec<A::Value>,
}

impl<A: Arithmetic + Clone> NodeProgram<A> {
    pub fn new(dag: &Dag, roots: &[NodeId], arithmetic: A, inputs: usize) -> NodeProgram<A> {
        let tape = Tape::new(dag, roots);
        let nothing = vec![arithmetic.boolean(false); inputs];
        let values = Evaluator::new(&tape, arithmetic.clone()).run(&nothing).to_vec();
        NodeProgram {
            tape,
            arithmetic,
            values,
        }
    }

    /// Computes everything at a point.
    pub fn run(&mut self, point: &[A::Value]) {
        for (slot, &step) in self.tape.steps().iter().enumerate() {
            let value = match step {
                Node::Variable(n) => Some(point[n as usize].clone()),
                _ => apply(&self.arithmetic, step, |id| &self.values[id.index()]),
            };
            if let Some(value) = value {
                self.values[slot] = value;
            }
        }
    }

    /// The value of root number `n` at the latest point.
    pub fn root(&self, n: usize) -> &A::Value {
        &self.values[self.tape.roots()[n]]
    }

    /// The tape, for another arithmetic.
    pub fn tape(&self) -> &Tape {
        &self.tape
    }
}
