//! Random terms for tests: all operations, small widths, and the constants and relatives that laws look for.

use crate::evaluate::BitAssignment;
use crate::format::{FloatFormat, Rounding};
use crate::operation::{BitOperation, BitSort, FloatOperation, result_sort};
use crate::pool::{Term, TermPool};
use crate::word::BitWord;
use chance::Random;

/// Two float formats, the second of which has all numbers of the first, and the widths that occur.
const SMALL: FloatFormat = FloatFormat::new(2, 3);
const GREAT: FloatFormat = FloatFormat::new(3, 4);
const WIDTHS: [u32; 6] = [1, 2, 3, 5, 7, 8];
const NUMBERS: u32 = 3;

/// Random terms of a pool, by sort.
pub struct Gardener {
    pub random: Random,
    pub pool: TermPool,
    pub grown: Vec<Term>,
}

impl Gardener {
    /// A garden of variables alone.
    pub fn new(seed: u64, pool: TermPool) -> Gardener {
        let mut gardener = Gardener {
            random: Random::new(seed),
            pool,
            grown: Vec::new(),
        };
        let sorts = WIDTHS.map(BitSort::Bits).into_iter().chain([BitSort::Bool]);
        for sort in sorts.collect::<Vec<_>>() {
            for name in ["x", "y", "z"].into_iter().take(NUMBERS as usize) {
                let term = gardener.pool.variable(name, sort);
                gardener.grown.push(term);
            }
        }
        gardener
    }

    /// A term of a sort: an old one, or a constant that laws look for.
    fn pick(&mut self, sort: BitSort) -> Term {
        if self.random.once_in(3) {
            let word = self.constant(sort.width());
            return self.pool.literal(word, sort);
        }
        let fitting: Vec<Term> = self
            .grown
            .iter()
            .copied()
            .filter(|term| self.pool.sort(*term) == sort)
            .collect();
        // Young terms are composed, old ones are variables: both are wanted.
        let from = if self.random.once_in(2) {
            fitting.len().saturating_sub(6)
        } else {
            0
        };
        fitting[from + self.random.below(fitting.len() - from)]
    }

    fn constant(&mut self, width: u32) -> BitWord {
        let format = if width == GREAT.width() { GREAT } else { SMALL };
        let mut choices = vec![
            BitWord::zero(width),
            BitWord::ones(width),
            BitWord::new(width, 1),
            BitWord::new(width, 2),
            BitWord::top(width),
            BitWord::new(width, BitWord::top(width).unsigned().clone() - 1u32),
            BitWord::new(width, self.random.word()),
        ];
        if width == format.width() {
            let one = rug::Integer::from(format.bias()) << format.fraction();
            choices.extend([format.infinity(), format.nan(), BitWord::new(width, one.clone())]);
            choices.push(BitWord::new(width, one + format.sign().unsigned()));
            choices.push(BitWord::new(
                width,
                format.infinity().unsigned().clone() + format.sign().unsigned(),
            ));
        }
        choices.swap_remove(self.random.below(choices.len()))
    }

    /// A random operation and arguments that it takes, equal or inverse ones not too seldom.
    pub fn site(&mut self) -> (BitOperation, Vec<Term>) {
        loop {
            let operation = self.operation();
            let sorts = self.sorts(&operation);
            let mut arguments: Vec<Term> = sorts.iter().map(|sort| self.pick(*sort)).collect();
            if self.random.once_in(2) {
                self.relate(&operation, &mut arguments);
            }
            let given: Vec<BitSort> = arguments.iter().map(|term| self.pool.sort(*term)).collect();
            let result = result_sort(&operation, &given);
            if result.is_some_and(|sort| sort == BitSort::Bool || WIDTHS.contains(&sort.width())) {
                return (operation, arguments);
            }
        }
    }

    /// Makes one argument a relative of another, as the left sides of laws have them.
    fn relate(&mut self, operation: &BitOperation, arguments: &mut [Term]) {
        let (from, to) = (self.random.below(arguments.len()), self.random.below(arguments.len()));
        let (x, sort) = (arguments[from], self.pool.sort(arguments[from]));
        let (y, c) = (self.pick(sort), self.pick(BitSort::Bool));
        let relative = match (self.random.below(11), sort) {
            (0, _) => self.pool.not(x),
            (1, BitSort::Bits(_)) => self.pool.negate(x),
            (2, BitSort::Bits(_)) => self.pool.subtract(y, x),
            (3, _) => self.pool.choose(self.condition(arguments[0], c), x, y),
            (4, BitSort::Bits(8)) => self.joined(),
            (5, BitSort::Bits(_)) if *operation == BitOperation::Concat => return self.cut(arguments),
            (6, _) => x,
            (10, _) => self.known_choice(c, sort),
            (9, BitSort::Bits(width)) if width == GREAT.width() => {
                let small = self.pick(BitSort::Bits(SMALL.width()));
                self.pool.float_convert(SMALL, GREAT, Rounding::NearestEven, small)
            }
            (7, BitSort::Bits(width)) if width > 3 => return self.extend(operation, arguments, width),
            (8, _) if *operation == BitOperation::Choose => return self.nest(arguments),
            _ => self.again(operation, &[x, y, y][..arguments.len()]).unwrap_or(x),
        };
        arguments[to] = relative;
    }

    /// The first argument, if it is a condition.
    fn condition(&self, first: Term, else_this: Term) -> Term {
        if self.pool.sort(first) == BitSort::Bool {
            first
        } else {
            else_this
        }
    }

    /// The operation once more, or with other words of the same form.
    fn again(&mut self, operation: &BitOperation, arguments: &[Term]) -> Option<Term> {
        let term = self.pool.apply(operation.clone(), arguments).ok()?;
        (WIDTHS.contains(&self.pool.width(term))).then_some(term)
    }

    fn joined(&mut self) -> Term {
        let (a, b) = (self.pick(BitSort::Bits(3)), self.pick(BitSort::Bits(5)));
        self.pool.concat(a, b)
    }

    /// A choice of constants, as truth values become words.
    fn known_choice(&mut self, c: Term, sort: BitSort) -> Term {
        let [a, b] = [0, 1].map(|_| self.constant(sort.width()));
        let (a, b) = (self.pool.literal(a, sort), self.pool.literal(b, sort));
        self.pool.choose(c, a, b)
    }

    /// Makes arguments extensions of one kind, or sums of such if they are to be cut.
    fn extend(&mut self, operation: &BitOperation, arguments: &mut [Term], width: u32) {
        let is_signed = self.random.once_in(2);
        let is_cut = matches!(operation, BitOperation::Extract { .. }) && self.random.once_in(2);
        for argument in arguments {
            if self.pool.width(*argument) == width {
                let (x, y) = (self.extended(width, is_signed), self.extended(width, is_signed));
                *argument = if is_cut { self.pool.add(x, y) } else { x };
            }
        }
    }

    fn extended(&mut self, width: u32, is_signed: bool) -> Term {
        let x = self.pick(BitSort::Bits(3));
        match is_signed {
            true => self.pool.extend_sign(x, width - 3),
            false => self.pool.extend_zero(x, width - 3),
        }
    }

    /// A choice by the same condition within a choice.
    fn nest(&mut self, arguments: &mut [Term]) {
        let place = 1 + self.random.below(2);
        let other = self.pick(self.pool.sort(arguments[1]));
        arguments[place] = self.pool.choose(arguments[0], arguments[1], other);
    }

    /// Two neighbouring parts of a word.
    fn cut(&mut self, arguments: &mut [Term]) {
        let x = self.pick(BitSort::Bits(8));
        let at = 1 + self.random.below(7) as u32;
        arguments[0] = self.pool.extract(x, 7, at);
        arguments[1] = self.pool.extract(x, at - 1, 0);
    }

    fn width(&mut self) -> u32 {
        WIDTHS[self.random.below(WIDTHS.len())]
    }

    fn operation(&mut self) -> BitOperation {
        use BitOperation::*;
        let more = self.random.below(4) as u32;
        let low = self.random.below(4) as u32;
        let high = low + self.random.below(4) as u32;
        let low = if self.random.once_in(2) { 0 } else { low };
        let words = [
            Not,
            And,
            Or,
            Xor,
            Equal,
            Choose,
            Negate,
            Add,
            Subtract,
            Multiply,
            DivideUnsigned,
            RemainderUnsigned,
            DivideSigned,
            RemainderSigned,
            ShiftLeft,
            ShiftRight,
            ShiftRightSigned,
            Concat,
            Extract { high, low },
            Extract { high, low },
            Extract { high, low },
            ExtendZero(more),
            ExtendSign(more),
            LessUnsigned,
            AtMostUnsigned,
            LessSigned,
            AtMostSigned,
        ];
        match self.random.once_in(2) {
            true => words[self.random.below(words.len())].clone(),
            false => self.float_operation(),
        }
    }

    fn float_operation(&mut self) -> BitOperation {
        use FloatOperation::*;
        let mode = Rounding::ALL[self.random.below(5)];
        let (width, to) = (self.width(), if self.random.once_in(2) { SMALL } else { GREAT });
        let format = if self.random.once_in(2) { SMALL } else { GREAT };
        let all = [
            Add(mode),
            Subtract(mode),
            Multiply(mode),
            Divide(mode),
            Fma(mode),
            SquareRoot(mode),
            Integral(mode),
            Equal,
            Less,
            AtMost,
            IsNan,
            IsInfinite,
            IsZero,
            IsSubnormal,
            IsNormal,
            Convert(to, mode),
            Convert(to, mode),
            FromSigned(width, mode),
            FromUnsigned(width, mode),
            ToSigned(width, mode),
            ToUnsigned(width, mode),
            FitsSigned(width, mode),
            FitsUnsigned(width, mode),
        ];
        // Changes of sign are operations on words; here they are made on purpose.
        if self.random.once_in(8) {
            let x = self.pick(BitSort::Bits(format.width()));
            let term = match self.random.once_in(2) {
                true => self.pool.float_negate(format, x),
                false => self.pool.float_abs(format, x),
            };
            self.grown.push(term);
        }
        BitOperation::Float(format, all[self.random.below(all.len())])
    }

    fn sorts(&mut self, operation: &BitOperation) -> Vec<BitSort> {
        use BitOperation::*;
        let word = BitSort::Bits(self.width());
        let any = if self.random.once_in(4) { BitSort::Bool } else { word };
        match operation {
            Not => vec![any],
            And | Or | Xor | Equal => vec![any, any],
            Choose => vec![BitSort::Bool, any, any],
            Negate | Extract { .. } | ExtendZero(_) | ExtendSign(_) => vec![word],
            Concat => vec![BitSort::Bits(self.width()), word],
            Float(format, operation) => float_sorts(*format, operation),
            _ => vec![word, word],
        }
    }

    /// Values for all variables, of the kind that constants have.
    pub fn assignment(&mut self) -> BitAssignment {
        let mut assignment = BitAssignment::new();
        let widths: Vec<u32> = self
            .pool
            .variables()
            .iter()
            .map(|variable| variable.sort.width())
            .collect();
        for (number, width) in widths.into_iter().enumerate() {
            let value = self.constant(width);
            assignment.set(number as u32, value);
        }
        assignment
    }
}

fn float_sorts(format: FloatFormat, operation: &FloatOperation) -> Vec<BitSort> {
    use FloatOperation::*;
    let float = BitSort::Bits(format.width());
    match operation {
        Fma(_) => vec![float; 3],
        Add(_) | Subtract(_) | Multiply(_) | Divide(_) | Equal | Less | AtMost => vec![float; 2],
        FromSigned(width, _) | FromUnsigned(width, _) => vec![BitSort::Bits(*width)],
        _ => vec![float],
    }
}
