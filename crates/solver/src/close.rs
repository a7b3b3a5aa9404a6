//! A closer look: the same tape over MPFR enclosures, for boxes on which doubles are too wide to tell.
//!
//! Enclosures are rounded outward to doubles at the end, so that everything that is made of them (pairs, slopes, margins)
//! is the code that doubles go through. Only the difference of a pair is taken before, since it is what cancels.

use crate::engine::{BoxProgram, Sight};
use expr::eval::{BigArithmetic, Evaluator};
use interval::{BigEnclosure, BigInterval, Binary, Enclosure, FloatEnclosure, Interval};

/// Evaluators by precision, made when first used.
pub(crate) struct Close<'p> {
    program: &'p BoxProgram,
    evaluators: Vec<(u32, Evaluator<'p, BigArithmetic>)>,
    values: Vec<FloatEnclosure>,
    deltas: Vec<Interval>,
}

impl<'p> Close<'p> {
    pub fn new(program: &'p BoxProgram) -> Close<'p> {
        Close {
            program,
            evaluators: Vec::new(),
            values: Vec::new(),
            deltas: Vec::new(),
        }
    }

    /// Enclosures of all slots on a box.
    pub fn look(&mut self, sides: &[Interval], bits: u32) -> Sight<'_> {
        let inputs: Vec<BigEnclosure> = sides
            .iter()
            .map(|side| Enclosure::everywhere(BigInterval::from_interval(side)))
            .collect();
        let number = self.evaluator(bits);
        let values = self.evaluators[number].1.run(&inputs);
        self.values.clear();
        self.values.extend(values.iter().map(|v| Enclosure {
            range: v.range.to_interval(),
            defined: v.defined,
        }));
        let program = self.program;
        self.deltas.clear();
        self.deltas.extend(program.pairs().map(|pair| {
            let (f, g) = (&values[program.slot(pair.f)].range, &values[program.slot(pair.g)].range);
            BigInterval::binary(Binary::Sub, g, f, bits).to_interval()
        }));
        Sight {
            values: &self.values,
            deltas: &self.deltas,
        }
    }

    fn evaluator(&mut self, bits: u32) -> usize {
        let known = self.evaluators.iter().position(|(b, _)| *b == bits);
        known.unwrap_or_else(|| {
            let evaluator = Evaluator::new(&self.program.tape, BigArithmetic::new(bits));
            self.evaluators.push((bits, evaluator));
            self.evaluators.len() - 1
        })
    }
}
