//! Simplification of a term when it is made. Every law keeps the value under all assignments.
//!
//! Laws are rows of tables, one table for each operation: a statement, and a function that gives the other side where the
//! term has the form of one side. The test of this folder applies every row to random terms and compares the values.

mod compare;
mod convert;
mod floats;
mod logic;
mod slices;
#[cfg(test)]
mod tests;
mod words;

use crate::evaluate;
use crate::operation::{BitOperation, BitSort, FloatOperation};
use crate::pool::{Term, TermPool};
use crate::word::BitWord;

/// A term that is about to be made.
#[derive(Clone, Copy, Debug)]
pub struct RewriteSite<'a> {
    operation: &'a BitOperation,
    arguments: &'a [Term],
    sort: BitSort,
}

/// A law, and what applies it.
pub struct RewriteRow {
    /// The statement, for the reader and for the test that fails.
    #[cfg_attr(not(test), expect(dead_code, reason = "only a failing test reads it"))]
    law: &'static str,
    /// The other side of the law, where one side is what is about to be made.
    rule: RewriteRule,
}

type RewriteRule = fn(&mut TermPool, &RewriteSite) -> Option<Term>;

/// A row of a table.
const fn row(law: &'static str, rule: RewriteRule) -> RewriteRow {
    RewriteRow { law, rule }
}

impl RewriteSite<'_> {
    /// The only argument, or the first.
    fn first(&self) -> Term {
        self.arguments[0]
    }

    /// Both arguments of an operation that has two.
    fn pair(&self) -> (Term, Term) {
        (self.arguments[0], self.arguments[1])
    }

    fn width(&self) -> u32 {
        self.sort.width()
    }
}

/// The arguments in the order in which they are stored: what commutes has constants last, and else the older term first.
pub fn ordered(pool: &TermPool, operation: &BitOperation, arguments: &[Term]) -> Vec<Term> {
    let mut arguments = arguments.to_vec();
    if commutes(operation) {
        arguments[..2].sort_by_key(|term| (pool.is_constant(*term), *term));
    }
    arguments
}

/// Whether the first two arguments may change places. Sums and products of floats do, as all their NaNs are the same.
fn commutes(operation: &BitOperation) -> bool {
    use BitOperation::*;
    let of_floats = |operation: &FloatOperation| {
        use FloatOperation::*;
        matches!(operation, Add(_) | Multiply(_) | Fma(_) | Equal)
    };
    match operation {
        Float(_, operation) => of_floats(operation),
        _ => matches!(operation, And | Or | Xor | Equal | Add | Multiply),
    }
}

/// A simpler term of the same value, if a law gives one.
pub fn simpler(pool: &mut TermPool, operation: &BitOperation, arguments: &[Term], sort: BitSort) -> Option<Term> {
    let site = RewriteSite {
        operation,
        arguments,
        sort,
    };
    folded(pool, &site).or_else(|| rows(operation).iter().find_map(|row| (row.rule)(pool, &site)))
}

/// Of constants, the value.
fn folded(pool: &mut TermPool, site: &RewriteSite) -> Option<Term> {
    if site.arguments.is_empty() || !site.arguments.iter().all(|term| pool.is_constant(*term)) {
        return None;
    }
    let values: Vec<BitWord> = site.arguments.iter().filter_map(|term| pool.value(*term)).collect();
    let values: Vec<&BitWord> = values.iter().collect();
    Some(pool.literal(evaluate::apply(site.operation, &values), site.sort))
}

/// The laws of an operation.
fn rows(operation: &BitOperation) -> &'static [RewriteRow] {
    use BitOperation::*;
    match operation {
        Truth(_) | Constant(_) | Variable(_) => &[],
        Not => &logic::NOT,
        And => &logic::AND,
        Or => &logic::OR,
        Xor => &logic::XOR,
        Equal => &compare::EQUAL,
        Choose => &logic::CHOOSE,
        Negate => &words::NEGATE,
        Add => &words::ADD,
        Subtract => &words::SUBTRACT,
        Multiply => &words::MULTIPLY,
        DivideUnsigned | RemainderUnsigned | DivideSigned | RemainderSigned => &words::DIVIDE,
        ShiftLeft | ShiftRight | ShiftRightSigned => &slices::SHIFT,
        Concat => &slices::CONCAT,
        Extract { .. } => &slices::EXTRACT,
        ExtendZero(_) | ExtendSign(_) => &slices::EXTEND,
        LessUnsigned | AtMostUnsigned | LessSigned | AtMostSigned => &compare::ORDER,
        Float(_, operation) => float_rows(operation),
    }
}

fn float_rows(operation: &FloatOperation) -> &'static [RewriteRow] {
    use FloatOperation::*;
    match operation {
        Add(_) | Subtract(_) | Multiply(_) | Divide(_) | Fma(_) => &floats::ARITHMETIC,
        SquareRoot(_) => &[],
        Integral(_) => &convert::INTEGRAL,
        Equal | Less | AtMost => &floats::COMPARE,
        IsNan | IsInfinite | IsZero | IsSubnormal | IsNormal => &floats::CLASS,
        Convert(..) => &convert::CONVERT,
        FromSigned(..) | FromUnsigned(..) => &[],
        ToSigned(..) | ToUnsigned(..) | FitsSigned(..) | FitsUnsigned(..) => &convert::TO_WORD,
    }
}

/// Questions that laws ask about terms.
impl TermPool {
    fn is_constant(&self, term: Term) -> bool {
        matches!(self.operation(term), BitOperation::Constant(_) | BitOperation::Truth(_))
    }

    /// The word of a constant term.
    fn known(&self, term: Term) -> Option<&BitWord> {
        match self.operation(term) {
            BitOperation::Constant(word) => Some(word),
            _ => None,
        }
    }

    fn is_zero(&self, term: Term) -> bool {
        *self.operation(term) == BitOperation::Truth(false) || self.known(term).is_some_and(BitWord::is_zero)
    }

    fn is_ones(&self, term: Term) -> bool {
        *self.operation(term) == BitOperation::Truth(true) || self.known(term).is_some_and(BitWord::is_ones)
    }

    fn is_one(&self, term: Term) -> bool {
        self.known(term).is_some_and(|word| *word.unsigned() == 1)
    }

    /// The argument, if the term is this operation of one.
    fn under(&self, term: Term, operation: &BitOperation) -> Option<Term> {
        (self.operation(term) == operation).then(|| self.arguments(term)[0])
    }

    /// The arguments, if the term is this operation of two.
    fn under_two(&self, term: Term, operation: &BitOperation) -> Option<(Term, Term)> {
        let arguments = self.arguments(term);
        (self.operation(term) == operation).then(|| (arguments[0], arguments[1]))
    }

    /// The argument and the constant, if the term is this operation of something and a constant.
    fn with_known(&self, term: Term, operation: &BitOperation) -> Option<(Term, Term)> {
        self.under_two(term, operation).filter(|(_, b)| self.is_constant(*b))
    }

    /// Condition and arms of a choice.
    fn choice(&self, term: Term) -> Option<(Term, Term, Term)> {
        match (self.operation(term), self.arguments(term)) {
            (BitOperation::Choose, [c, a, b]) => Some((*c, *a, *b)),
            _ => None,
        }
    }

    /// Whether one is the inverse of the other.
    fn are_inverse(&self, a: Term, b: Term) -> bool {
        self.under(a, &BitOperation::Not) == Some(b) || self.under(b, &BitOperation::Not) == Some(a)
    }

    /// All bits clear, in a sort.
    fn nothing(&mut self, sort: BitSort) -> Term {
        self.literal(BitWord::zero(sort.width()), sort)
    }

    /// All bits set, in a sort.
    fn everything(&mut self, sort: BitSort) -> Term {
        self.literal(BitWord::ones(sort.width()), sort)
    }
}
