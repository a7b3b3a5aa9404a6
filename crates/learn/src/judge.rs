//! What is proved of a truth value at one test.

use crate::program::NodeProgram;
use expr::dag::{Dag, NodeId};
use expr::eval::{BigArithmetic, EnclosureArithmetic, Evaluator, ExactArithmetic, ExactValue};
use interval::bound::Endpoint;
use interval::{BigEnclosure, BigInterval, Definedness, Enclosure, FloatEnclosure, Interval, Span};
use rug::Rational;

/// A truth value at one point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TruthProof {
    /// It holds.
    True,
    /// It is false, or it has no value.
    NotTrue,
    /// It has no value.
    Undefined,
    /// None of these could be proved.
    Open,
}

/// Bits of the looks that follow when doubles cannot tell. Each costs more than the one before and is tried only
/// where that one cannot tell; an exact equality no precision decides.
const PRECISIONS: [u32; 3] = [128, 256, 1024];

/// A truth value made ready for many points.
#[derive(Clone)]
pub struct TruthJudge {
    program: NodeProgram<EnclosureArithmetic>,
}

impl TruthJudge {
    /// Makes a truth value over this many variables ready.
    pub fn new(dag: &Dag, truth: NodeId, variables: usize) -> TruthJudge {
        TruthJudge {
            program: NodeProgram::new(dag, &[truth], EnclosureArithmetic, variables),
        }
    }

    /// Judges at exact numbers. An infinite one stands for every real beyond the doubles: what holds for all of them
    /// holds. NaN is no number: whatever needs it is undefined. Where programs tell −0 from 0, as `atan2` does, nothing is
    /// proved at −0: to the reals it is the other zero.
    pub fn judge(&mut self, point: &[f64]) -> TruthProof {
        if self.program.tape().tells_zeros_apart_at(point) {
            return TruthProof::Open;
        }
        let sides: Vec<FloatEnclosure> = point.iter().map(|&x| Enclosure::everywhere(side(x))).collect();
        self.program.run(&sides);
        match proof(self.program.root(0)) {
            TruthProof::Open => self.closely(point),
            proof => proof,
        }
    }

    fn closely(&self, point: &[f64]) -> TruthProof {
        let at = |bits: u32| {
            let mut evaluator = Evaluator::new(self.program.tape(), BigArithmetic::new(bits));
            let sides: Vec<_> = point.iter().map(|&x| big_side(x, evaluator.arithmetic())).collect();
            evaluator.run(&sides);
            proof(evaluator.root(0))
        };
        let proofs = PRECISIONS.iter().map(|&bits| at(bits));
        let found = proofs.into_iter().find(|p| *p != TruthProof::Open);
        found.unwrap_or_else(|| self.exactly(point))
    }

    /// In rational numbers, as far as there are only these: an equality that holds is decided by no enclosure.
    fn exactly(&self, point: &[f64]) -> TruthProof {
        let exact = |&x: &f64| Rational::from_f64(x).map_or(ExactValue::Unknown, ExactValue::Value);
        let mut evaluator = Evaluator::new(self.program.tape(), ExactArithmetic);
        evaluator.run(&point.iter().map(exact).collect::<Vec<_>>());
        match evaluator.root(0) {
            ExactValue::Value(truth) if truth.cmp0().is_eq() => TruthProof::NotTrue,
            ExactValue::Value(_) => TruthProof::True,
            ExactValue::Undefined | ExactValue::Unknown => TruthProof::Open,
        }
    }
}

/// A double, or all reals beyond the doubles.
fn big_side(x: f64, arithmetic: &BigArithmetic) -> BigEnclosure {
    if x.is_infinite() {
        Enclosure::everywhere(BigInterval::from_interval(&side(x)))
    } else {
        arithmetic.float(x)
    }
}

fn side(x: f64) -> Interval {
    match x {
        f64::INFINITY => Interval::hull_of(f64::MAX, f64::INFINITY),
        f64::NEG_INFINITY => Interval::hull_of(f64::NEG_INFINITY, f64::MIN),
        _ => Interval::point(x),
    }
}

fn proof<B: Endpoint>(value: &Enclosure<Span<B>>) -> TruthProof {
    match value.defined {
        Definedness::Nowhere => TruthProof::Undefined,
        _ if value.range.is_zero() => TruthProof::NotTrue,
        Definedness::Everywhere if !value.range.contains_zero() => TruthProof::True,
        _ => TruthProof::Open,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use interval::Binary;

    #[test]
    fn nothing_is_proved_at_the_other_zero_of_a_function_that_jumps_there() {
        let mut dag = Dag::new();
        let (y, minus_one, zero) = (dag.variable(0), dag.literal(-1), dag.literal(0));
        let angle = dag.binary(Binary::Atan2, y, minus_one);
        let truth = dag.compare(expr::ast::ComparisonOperator::Greater, angle, zero);
        let mut judge = TruthJudge::new(&dag, truth, 1);
        let proofs = [0.0, -0.0, -1.0].map(|y| judge.judge(&[y]));
        assert_eq!(proofs, [TruthProof::True, TruthProof::Open, TruthProof::NotTrue]);
    }
}
