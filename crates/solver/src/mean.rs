//! Interval gradients by reverse accumulation over a tape.

use crate::slope;
use expr::dag::Node;
use expr::eval::Tape;
use interval::{FloatEnclosure, Interval};
use std::ops::{Add, Mul};

/// Adjoints, kept between calls.
#[derive(Default)]
pub struct Gradients {
    adjoints: Vec<Interval>,
}

impl Gradients {
    /// Enclosures of ∂(slot)/∂xᵢ over the box whose natural enclosures are `values`.
    /// Where the function may jump or is not differentiable in our sense, the whole line.
    ///
    /// ```
    /// use expr::dag::Dag;
    /// use expr::eval::{EnclosureArithmetic, Evaluator, Tape};
    /// use interval::{Enclosure, Interval, Unary};
    /// use solver::Gradients;
    ///
    /// // The slopes of |x|·y over x in [−1, 1], y in [2, 3]: at the kink, all that lies between both sides.
    /// let mut dag = Dag::new();
    /// let (x, y) = (dag.variable(0), dag.variable(1));
    /// let size = dag.unary(Unary::Fabs, x);
    /// let product = dag.product(size, y);
    /// let tape = Tape::new(&dag, &[product]);
    /// let mut evaluator = Evaluator::new(&tape, EnclosureArithmetic);
    /// let sides = [Interval::hull_of(-1.0, 1.0), Interval::hull_of(2.0, 3.0)];
    /// let values = evaluator.run(&sides.map(Enclosure::everywhere));
    /// let slopes = Gradients::default().of(&tape, values, tape.roots()[0], 2);
    /// assert_eq!(slopes, [Interval::hull_of(-3.0, 3.0), Interval::UNIT]);
    /// ```
    pub fn of(&mut self, tape: &Tape, values: &[FloatEnclosure], slot: usize, inputs: usize) -> Vec<Interval> {
        self.adjoints.clear();
        self.adjoints.resize(slot + 1, Interval::ZERO);
        self.adjoints[slot] = Interval::ONE;
        let mut gradient = vec![Interval::ZERO; inputs];
        for n in (0..=slot).rev() {
            let seed = self.adjoints[n];
            if seed.is_zero() {
                continue;
            }
            match tape.steps()[n] {
                Node::Variable(i) => gradient[i as usize] = gradient[i as usize].add(seed),
                step => self.spread(step, values, n, seed),
            }
        }
        gradient
    }

    fn spread(&mut self, step: Node, values: &[FloatEnclosure], n: usize, seed: Interval) {
        let v = |id: expr::dag::NodeId| values[id.index()].range;
        let z = values[n].range;
        match step {
            Node::Unary(f, x) => self.add(x.index(), seed, slope::unary(f, v(x), z)),
            Node::Power(x, k) => self.add(x.index(), seed, slope::integer_power(v(x), k)),
            Node::Binary(f, x, y) => {
                let (first, second) = slope::binary(f, v(x), v(y), z);
                self.add(x.index(), seed, first);
                self.add(y.index(), seed, second);
            }
            Node::Fma(x, y, w) => {
                self.add(x.index(), seed, v(y));
                self.add(y.index(), seed, v(x));
                self.add(w.index(), seed, Interval::ONE);
            }
            Node::If(c, x, y) => self.branch(v(c), (c.index(), x.index(), y.index()), seed),
            _ => {
                // A truth value that matters may jump.
                for o in step.operands() {
                    self.adjoints[o.index()] = Interval::ENTIRE;
                }
            }
        }
    }

    /// A branch that is taken on the whole box, or a possible jump.
    fn branch(&mut self, condition: Interval, (c, x, y): (usize, usize, usize), seed: Interval) {
        if condition.is_zero() {
            self.add(y, seed, Interval::ONE);
        } else if !condition.contains_zero() {
            self.add(x, seed, Interval::ONE);
        } else {
            for slot in [c, x, y] {
                self.adjoints[slot] = Interval::ENTIRE;
            }
        }
    }

    fn add(&mut self, slot: usize, seed: Interval, slope: Interval) {
        self.adjoints[slot] = self.adjoints[slot].add(seed.mul(slope));
    }
}
