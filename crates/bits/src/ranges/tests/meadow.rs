//! Random terms on the formats and widths of machines.

use super::*;
use crate::format::Rounding;
use crate::operation::{BitOperation, FloatOperation, result_sort};

pub const FORMATS: [FloatFormat; 4] = [
    FloatFormat::BINARY64,
    FloatFormat::BINARY32,
    FloatFormat::BINARY64,
    FloatFormat::BINARY16,
];
const WIDTHS: [u32; 5] = [64, 32, 16, 8, 128];

/// Terms of a pool that grow, and values of the variables.
pub struct Meadow {
    pub random: Random,
    pub pool: TermPool,
    pub grown: Vec<Term>,
    pub assignment: BitAssignment,
}

impl Meadow {
    pub fn new(seed: u64) -> Meadow {
        let pool = if seed.is_multiple_of(2) {
            TermPool::new()
        } else {
            TermPool::without_rewriting()
        };
        let mut meadow = Meadow {
            random: Random::new(seed),
            pool,
            grown: Vec::new(),
            assignment: BitAssignment::new(),
        };
        for sort in WIDTHS.map(BitSort::Bits).into_iter().chain([BitSort::Bool]) {
            for name in ["x", "y"] {
                let term = meadow.pool.variable(name, sort);
                meadow.grown.push(term);
                let value = meadow.word(sort.width());
                let number = meadow.pool.variables().len() as u32 - 1;
                meadow.assignment.set(number, value);
            }
        }
        meadow
    }

    pub fn format_of(width: u32) -> Option<FloatFormat> {
        FORMATS.into_iter().find(|format| format.width() == width)
    }

    /// Patterns that are special as floats or as numbers, small ones, and any.
    pub fn word(&mut self, width: u32) -> BitWord {
        let any = BitWord::new(width, rug::Integer::from(self.random.word()) * self.random.word());
        let small = BitWord::new(width, self.random.below(20) as i64 - 6);
        let Some(format) = Meadow::format_of(width) else {
            let special = [
                BitWord::zero(width),
                BitWord::ones(width),
                BitWord::top(width),
                small,
                any,
            ];
            return special[self.random.below(5)].clone();
        };
        let one = rug::Integer::from(format.bias()) << format.fraction();
        let near_one = one.clone() + rug::Integer::from(self.random.below(200)) - 100;
        let moderate = rug::Integer::from(format.bias() - 4 + self.random.below(8) as i64) << format.fraction();
        let fraction = BitWord::new(format.fraction(), self.random.word()).unsigned().clone();
        let magnitude = match self.random.below(12) {
            0 => 0.into(),
            1 => format.infinity().unsigned().clone(),
            2 => format.nan().unsigned().clone() + (self.random.below(2) as u32),
            3 => format.greatest().unsigned().clone(),
            4 => rug::Integer::from(1) << format.fraction(),
            5 => rug::Integer::from(self.random.below(9)),
            6 => near_one,
            7..10 => moderate + fraction,
            10 => return small,
            _ => return any,
        };
        let sign = if self.random.once_in(2) {
            format.sign().unsigned().clone()
        } else {
            0.into()
        };
        BitWord::new(width, magnitude + sign)
    }

    pub fn pick(&mut self, sort: BitSort) -> Term {
        if self.random.once_in(4) {
            let word = self.word(sort.width());
            return self.pool.literal(word, sort);
        }
        let fitting: Vec<Term> = self
            .grown
            .iter()
            .copied()
            .filter(|term| self.pool.sort(*term) == sort)
            .collect();
        fitting[self.random.below(fitting.len())]
    }

    /// Grows one more term.
    pub fn grow(&mut self) -> Term {
        loop {
            let width = WIDTHS[self.random.below(WIDTHS.len())];
            let format = FORMATS[self.random.below(FORMATS.len())];
            if self.random.once_in(10) {
                return self.sign_change(format);
            }
            let operation = self.operation(format, width);
            let sorts = self.sorts(&operation, format, width);
            let arguments: Vec<Term> = sorts.iter().map(|sort| self.pick(*sort)).collect();
            let given: Vec<BitSort> = arguments.iter().map(|term| self.pool.sort(*term)).collect();
            let Some(result) = result_sort(&operation, &given) else {
                continue;
            };
            if result == BitSort::Bool || WIDTHS.contains(&result.width()) {
                let term = self.pool.apply(operation, &arguments).unwrap();
                self.grown.push(term);
                return term;
            }
        }
    }

    fn sign_change(&mut self, format: FloatFormat) -> Term {
        let float = BitSort::Bits(format.width());
        let (x, y, c) = (self.pick(float), self.pick(float), self.pick(BitSort::Bool));
        let term = match self.random.below(6) {
            0 => self.pool.float_abs(format, x),
            1 => self.pool.float_negate(format, x),
            2 => self.pool.float_copysign(format, x, y),
            3 => self.pool.float_min(format, x, y, c),
            4 => self.pool.float_max(format, x, y, c),
            _ => self.pool.any_nan(format, x, y),
        };
        self.grown.push(term);
        term
    }

    fn operation(&mut self, format: FloatFormat, width: u32) -> BitOperation {
        use BitOperation::*;
        let words = [
            Not,
            Choose,
            Negate,
            Extract {
                high: width / 2 - 1,
                low: 0,
            },
            Extract {
                high: width - 1,
                low: width / 2,
            },
        ];
        let extend = [ExtendZero(width), ExtendSign(width)];
        match self.random.below(10) {
            0 | 1 => words[self.random.below(words.len())].clone(),
            2 => extend[self.random.below(2)].clone(),
            3 | 4 => BitOperation::PAIRS[self.random.below(19)].clone(),
            _ => Float(format, self.float_operation(width)),
        }
    }

    fn float_operation(&mut self, width: u32) -> FloatOperation {
        use FloatOperation::*;
        let any = Rounding::ALL[self.random.below(5)];
        let mode = if self.random.once_in(3) {
            any
        } else {
            Rounding::NearestEven
        };
        let to = FORMATS[self.random.below(FORMATS.len())];
        let all = [
            Add(mode),
            Subtract(mode),
            Multiply(mode),
            Divide(mode),
            Add(mode),
            Multiply(mode),
            Fma(mode),
            SquareRoot(mode),
            Integral(any),
            Equal,
            Less,
            AtMost,
            Less,
            AtMost,
            IsNan,
            IsInfinite,
            IsZero,
            IsSubnormal,
            IsNormal,
            Convert(to, mode),
            FromSigned(width, mode),
            FromUnsigned(width, mode),
            ToSigned(width, any),
            ToUnsigned(width, any),
            FitsSigned(width, any),
            FitsUnsigned(width, any),
        ];
        all[self.random.below(all.len())]
    }

    fn sorts(&mut self, operation: &BitOperation, format: FloatFormat, width: u32) -> Vec<BitSort> {
        use BitOperation::*;
        let (word, float) = (BitSort::Bits(width), BitSort::Bits(format.width()));
        let any = if self.random.once_in(4) { BitSort::Bool } else { word };
        match operation {
            Not => vec![any],
            And | Or | Xor | Equal => vec![any, any],
            Choose => vec![BitSort::Bool, any, any],
            Negate | Extract { .. } | ExtendZero(_) | ExtendSign(_) => vec![word],
            Float(_, FloatOperation::Fma(_)) => vec![float; 3],
            Float(_, FloatOperation::FromSigned(width, _) | FloatOperation::FromUnsigned(width, _)) => {
                vec![BitSort::Bits(*width)]
            }
            Float(format, operation) => {
                let unary = result_sort(&Float(*format, *operation), &[float]).is_some();
                vec![float; if unary { 1 } else { 2 }]
            }
            _ => vec![word, word],
        }
    }
}
