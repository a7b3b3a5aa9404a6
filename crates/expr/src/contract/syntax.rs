//! A contract as it is written, before its names are resolved.

use crate::diagnostic::Span;
use crate::fpcore::sexpr::Sexpr;
use crate::infix::range::Ends;
use crate::infix::token::Token;

/// A whole contract.
pub(crate) struct Draft<'a> {
    pub(crate) name: Token<'a>,
    pub(crate) declarations: Vec<Declaration<'a>>,
    pub(crate) statements: Vec<Statement<'a>>,
    pub(crate) span: Span,
}

/// What stands between the parentheses behind the name.
pub(crate) struct Declaration<'a> {
    pub(crate) target: Target<'a>,
    pub(crate) what: Declared<'a>,
}

/// What is declared.
pub(crate) enum Declared<'a> {
    /// `n = 10`
    Constant(Sexpr<'a>),
    /// `x in [0, 1]`, `int n in [1, 10]`
    Input { integer: bool, range: Ends<'a> },
}

/// `y`, or `y[3]`: a length where it is declared, else an index.
#[derive(Clone)]
pub(crate) struct Target<'a> {
    pub(crate) name: Token<'a>,
    pub(crate) index: Option<Sexpr<'a>>,
    pub(crate) span: Span,
}

/// A statement of the body.
pub(crate) enum Statement<'a> {
    Call(RawCall<'a>),
    Condition(Condition<'a>),
    Template(Template<'a>),
}

/// `requires c` or `ensures c`.
pub(crate) struct Condition<'a> {
    pub(crate) ensures: bool,
    pub(crate) formula: Sexpr<'a>,
}

/// `y, z[2] = f(x, a -> b, -> c)`
pub(crate) struct RawCall<'a> {
    pub(crate) returns: Vec<Target<'a>>,
    pub(crate) function: Token<'a>,
    pub(crate) arguments: Vec<RawArgument<'a>>,
    pub(crate) span: Span,
}

/// What stands between the parentheses of a call.
pub(crate) enum RawArgument<'a> {
    /// A formula, or the name of an array.
    Value(Sexpr<'a>),
    /// `a -> b`
    Changed(Sexpr<'a>, Token<'a>),
    /// `-> c[3]`
    Filled(Target<'a>),
}

/// `y is …` or `y equals …`
pub(crate) struct Template<'a> {
    pub(crate) subject: Target<'a>,
    pub(crate) claim: Claim<'a>,
    pub(crate) span: Span,
}

/// What a template says of an output.
pub(crate) enum Claim<'a> {
    /// `odd in x, t`, `even in x`
    Parity { odd: bool, variables: Vec<Target<'a>> },
    /// `strictly increasing in x`, `decreasing in x`
    Monotone {
        rising: bool,
        strict: bool,
        variable: Target<'a>,
    },
    /// `within [lo, hi]`
    Within(Ends<'a>),
    /// `inverted by g within 1e-12 relative`
    Inverted { by: Token<'a>, margin: Margin<'a> },
    /// `continuous at x = c within d`
    Continuous {
        variable: Target<'a>,
        at: Sexpr<'a>,
        margin: Margin<'a>,
    },
    /// `equals e within 1e-12 relative`
    Equals { value: Sexpr<'a>, margin: Margin<'a> },
    /// `sorted`, `sorted descending`
    Sorted { descending: bool },
    /// `a permutation of a`
    Permutation { of: Target<'a> },
}

/// `within 1e-12`, `within 1e-12 relative`
pub(crate) struct Margin<'a> {
    pub(crate) size: Sexpr<'a>,
    pub(crate) relative: bool,
}

impl<'a> RawCall<'a> {
    /// The names that the call gives.
    pub(crate) fn outputs(&self) -> impl Iterator<Item = Token<'a>> {
        let passed = self.arguments.iter().filter_map(|argument| match argument {
            RawArgument::Value(_) => None,
            RawArgument::Changed(_, name) => Some(*name),
            RawArgument::Filled(target) => Some(target.name),
        });
        self.returns.iter().map(|target| target.name).chain(passed)
    }
}
