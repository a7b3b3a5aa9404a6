//! Terms as circuits.

pub mod clausal;
pub mod convert;
pub mod floats;
pub mod gates;
pub mod product;
pub mod round;
pub mod sum;
pub mod words;

use crate::format::FloatFormat;
use crate::operation::{BitOperation, FloatOperation};
use crate::pool::{Term, TermPool};
use gates::{Gate, GateGraph, read};
use words::GateWord;

/// The circuit of some terms of a pool. Its inputs are the bits of those variables that occur in them.
#[derive(Clone, Debug)]
pub struct BitCircuit {
    graph: GateGraph,
    variables: Vec<(u32, GateWord)>,
    outputs: Vec<GateWord>,
}

impl BitCircuit {
    /// The circuit whose outputs are the given terms.
    pub fn new(pool: &TermPool, roots: &[Term]) -> BitCircuit {
        BitCircuit::within(pool, roots, usize::MAX).unwrap_or_else(|_| unreachable!("no circuit has that many gates"))
    }

    /// The same, if it has at most this many gates; otherwise the number at which the making of it stopped.
    pub fn within(pool: &TermPool, roots: &[Term], most: usize) -> Result<BitCircuit, usize> {
        let mut circuit = BitCircuit {
            graph: GateGraph::default(),
            variables: Vec::new(),
            outputs: Vec::new(),
        };
        let mut done: Vec<GateWord> = vec![Vec::new(); pool.len()];
        for term in pool.cone(roots) {
            done[term.index()] = circuit.encoded(pool, term, &done);
            let gates = circuit.graph.kinds().len();
            if gates > most {
                return Err(gates);
            }
        }
        circuit.outputs = roots.iter().map(|root| done[root.index()].clone()).collect();
        Ok(circuit)
    }

    /// The gates.
    pub fn graph(&self) -> &GateGraph {
        &self.graph
    }

    /// The variables that occur, by number, and their bits, the lowest first: the inputs in their order.
    pub fn variables(&self) -> &[(u32, GateWord)] {
        &self.variables
    }

    /// The bits of the outputs, the lowest first.
    pub fn outputs(&self) -> &[GateWord] {
        &self.outputs
    }

    /// The outputs for 64 assignments at once. A word for each input bit in, a word for each bit of each output out;
    /// bit i of every word belongs to assignment i.
    pub fn simulate(&self, inputs: &[u64]) -> Vec<Vec<u64>> {
        let values = self.graph.simulate(inputs);
        let word = |output: &GateWord| output.iter().map(|gate| read(&values, *gate)).collect();
        self.outputs.iter().map(word).collect()
    }

    fn encoded(&mut self, pool: &TermPool, term: Term, done: &[GateWord]) -> GateWord {
        if let BitOperation::Variable(number) = pool.operation(term) {
            let word: GateWord = (0..pool.width(term)).map(|_| self.graph.input()).collect();
            self.variables.push((*number, word.clone()));
            return word;
        }
        let arguments = pool.arguments(term).iter();
        let arguments: Vec<&[Gate]> = arguments.map(|term| &done[term.index()][..]).collect();
        encode(&mut self.graph, pool.operation(term), &arguments)
    }
}

/// The circuit of one operation.
fn encode(graph: &mut GateGraph, operation: &BitOperation, arguments: &[&[Gate]]) -> GateWord {
    use BitOperation::*;
    match (operation, arguments) {
        (Truth(value), _) => vec![Gate::constant(*value)],
        (Constant(word), _) => words::constant(word),
        (Choose, [c, a, b]) => words::choose(graph, c[0], a, b),
        (Float(format, operation), _) => float(graph, *format, *operation, arguments),
        (_, [a]) => unary(graph, operation, a),
        (_, [a, b]) => match comparison(graph, operation, a, b) {
            Some(gate) => vec![gate],
            None => binary(graph, operation, a, b),
        },
        _ => unreachable!("the pool has checked the sorts"),
    }
}

fn unary(graph: &mut GateGraph, operation: &BitOperation, a: &[Gate]) -> GateWord {
    use BitOperation::*;
    match operation {
        Not => words::not(a),
        Negate => words::negate_if(graph, a, Gate::TRUE),
        Extract { high, low } => a[*low as usize..=*high as usize].to_vec(),
        ExtendZero(more) => words::zero_extended(a, a.len() + *more as usize),
        ExtendSign(more) => words::sign_extended(a, a.len() + *more as usize),
        _ => unreachable!("{operation:?} takes more than one argument"),
    }
}

fn comparison(graph: &mut GateGraph, operation: &BitOperation, a: &[Gate], b: &[Gate]) -> Option<Gate> {
    use BitOperation::*;
    match operation {
        Equal => Some(words::equal(graph, a, b)),
        LessUnsigned => Some(words::less_unsigned(graph, a, b)),
        AtMostUnsigned => Some(!words::less_unsigned(graph, b, a)),
        LessSigned => Some(words::less_signed(graph, a, b)),
        AtMostSigned => Some(!words::less_signed(graph, b, a)),
        _ => None,
    }
}

fn binary(graph: &mut GateGraph, operation: &BitOperation, a: &[Gate], b: &[Gate]) -> GateWord {
    use BitOperation::*;
    match operation {
        And => words::zipped(graph, a, b, GateGraph::and),
        Or => words::zipped(graph, a, b, GateGraph::or),
        Xor => words::zipped(graph, a, b, GateGraph::xor),
        Add => words::add(graph, a, b),
        Subtract => words::subtract(graph, a, b),
        Multiply => words::multiply(graph, a, b, a.len()),
        DivideUnsigned => words::divide_unsigned(graph, a, b).0,
        RemainderUnsigned => words::divide_unsigned(graph, a, b).1,
        DivideSigned | RemainderSigned => divide_signed(graph, operation, a, b),
        ShiftLeft => words::shift_left(graph, a, b),
        ShiftRight => words::shift_right(graph, a, b, Gate::FALSE),
        ShiftRightSigned => words::shift_right(graph, a, b, a[a.len() - 1]),
        Concat => [b, a].concat(),
        _ => unreachable!("{operation:?} does not take two words"),
    }
}

/// Division of magnitudes. The quotient is negative if the signs differ, the remainder if the dividend is. By zero, the
/// quotient −1 of magnitudes becomes 1 for a negative dividend, as SMT-LIB wants.
fn divide_signed(graph: &mut GateGraph, operation: &BitOperation, a: &[Gate], b: &[Gate]) -> GateWord {
    let (s, t) = (a[a.len() - 1], b[b.len() - 1]);
    let (x, y) = (words::negate_if(graph, a, s), words::negate_if(graph, b, t));
    let (quotient, rest) = words::divide_unsigned(graph, &x, &y);
    let differ = graph.xor(s, t);
    match operation {
        BitOperation::DivideSigned => words::negate_if(graph, &quotient, differ),
        _ => words::negate_if(graph, &rest, s),
    }
}

/// The circuit of an operation on floats.
fn float(graph: &mut GateGraph, format: FloatFormat, operation: FloatOperation, arguments: &[&[Gate]]) -> GateWord {
    use FloatOperation::*;
    match (operation, arguments) {
        (Add(rounding), [a, b]) => sum::add(graph, format, rounding, a, b),
        (Subtract(rounding), [a, b]) => {
            let minus = floats::with_sign(b, !b[b.len() - 1]);
            sum::add(graph, format, rounding, a, &minus)
        }
        (Multiply(rounding), [a, b]) => product::multiply(graph, format, rounding, a, b),
        (Divide(rounding), [a, b]) => product::divide(graph, format, rounding, a, b),
        (Fma(rounding), [a, b, c]) => sum::fma(graph, format, rounding, [a, b, c]),
        (SquareRoot(rounding), [a]) => product::square_root(graph, format, rounding, a),
        (Integral(rounding), [a]) => convert::integral(graph, format, rounding, a),
        (Equal | Less | AtMost, [a, b]) => vec![floats::compare(graph, format, operation, a, b)],
        (_, [a]) => float_conversion(graph, format, operation, a),
        _ => unreachable!("the pool has checked the sorts"),
    }
}

fn float_conversion(graph: &mut GateGraph, format: FloatFormat, operation: FloatOperation, a: &[Gate]) -> GateWord {
    use FloatOperation::*;
    let shape = |width: u32, is_signed: bool| (width as usize, is_signed);
    match operation {
        Convert(to, rounding) => convert::convert(graph, format, to, rounding, a),
        FromSigned(_, rounding) => convert::from_word(graph, format, rounding, a, true),
        FromUnsigned(_, rounding) => convert::from_word(graph, format, rounding, a, false),
        ToSigned(width, rounding) => convert::to_word(graph, format, rounding, a, shape(width, true)).0,
        ToUnsigned(width, rounding) => convert::to_word(graph, format, rounding, a, shape(width, false)).0,
        FitsSigned(width, rounding) => vec![convert::to_word(graph, format, rounding, a, shape(width, true)).1],
        FitsUnsigned(width, rounding) => vec![convert::to_word(graph, format, rounding, a, shape(width, false)).1],
        _ => vec![floats::class(graph, format, operation, a)],
    }
}
