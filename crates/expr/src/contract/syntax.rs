//! A contract as it is written, before its names are resolved.

use crate::diagnostic::TextSpan;
use crate::fpcore::sexpr::Sexpr;
use crate::infix::range::WrittenRange;
use crate::infix::token::InfixToken;

/// A whole contract.
pub(crate) struct ContractDraft<'a> {
    pub(crate) name: InfixToken<'a>,
    pub(crate) declarations: Vec<Declaration<'a>>,
    pub(crate) statements: Vec<Statement<'a>>,
    pub(crate) span: TextSpan,
}

/// What stands between the parentheses behind the name.
pub(crate) struct Declaration<'a> {
    pub(crate) target: NamedOutput<'a>,
    pub(crate) what: DeclaredSort<'a>,
}

/// What is declared.
pub(crate) enum DeclaredSort<'a> {
    /// `n = 10`
    Constant(Sexpr<'a>),
    /// `x in [0, 1]`, `int n in [1, 10]`
    Input { integer: bool, range: WrittenRange<'a> },
}

/// `y`, or `y[3]`: a length where it is declared, else an index.
#[derive(Clone)]
pub(crate) struct NamedOutput<'a> {
    pub(crate) name: InfixToken<'a>,
    pub(crate) index: Option<Sexpr<'a>>,
    pub(crate) span: TextSpan,
}

/// A statement of the body.
pub(crate) enum Statement<'a> {
    Call(RawCall<'a>),
    Condition(ContractClause<'a>),
    Template(Template<'a>),
}

/// `requires c` or `ensures c`.
pub(crate) struct ContractClause<'a> {
    pub(crate) ensures: bool,
    pub(crate) formula: Sexpr<'a>,
}

/// `y, z[2] = f(x, a -> b, -> c)`
pub(crate) struct RawCall<'a> {
    pub(crate) returns: Vec<NamedOutput<'a>>,
    pub(crate) function: InfixToken<'a>,
    pub(crate) arguments: Vec<RawArgument<'a>>,
    pub(crate) span: TextSpan,
}

/// What stands between the parentheses of a call.
pub(crate) enum RawArgument<'a> {
    /// A formula, or the name of an array.
    Value(Sexpr<'a>),
    /// `a -> b`
    Changed(Sexpr<'a>, InfixToken<'a>),
    /// `-> c[3]`
    Filled(NamedOutput<'a>),
}

/// `y is …` or `y equals …`
pub(crate) struct Template<'a> {
    pub(crate) subject: NamedOutput<'a>,
    pub(crate) claim: TemplateClaim<'a>,
    pub(crate) span: TextSpan,
}

/// What a template says of an output.
pub(crate) enum TemplateClaim<'a> {
    /// `odd in x, t`, `even in x`
    Parity { odd: bool, variables: Vec<NamedOutput<'a>> },
    /// `strictly increasing in x`, `decreasing in x`
    Monotone {
        rising: bool,
        strict: bool,
        variable: NamedOutput<'a>,
    },
    /// `within [lo, hi]`
    Within(WrittenRange<'a>),
    /// `inverted by g within 1e-12 relative`
    Inverted {
        by: InfixToken<'a>,
        margin: WithinClause<'a>,
    },
    /// `continuous at x = c within d`
    Continuous {
        variable: NamedOutput<'a>,
        at: Sexpr<'a>,
        margin: WithinClause<'a>,
    },
    /// `equals e within 1e-12 relative`
    Equals { value: Sexpr<'a>, margin: WithinClause<'a> },
    /// `sorted`, `sorted descending`
    Sorted { descending: bool },
    /// `a permutation of a`
    Permutation { of: NamedOutput<'a> },
}

/// `within 1e-12`, `within 1e-12 relative`
pub(crate) struct WithinClause<'a> {
    pub(crate) size: Sexpr<'a>,
    pub(crate) relative: bool,
}

impl<'a> RawCall<'a> {
    /// The names that the call gives.
    pub(crate) fn outputs(&self) -> impl Iterator<Item = InfixToken<'a>> {
        let passed = self.arguments.iter().filter_map(|argument| match argument {
            RawArgument::Value(_) => None,
            RawArgument::Changed(_, name) => Some(*name),
            RawArgument::Filled(target) => Some(target.name),
        });
        self.returns.iter().map(|target| target.name).chain(passed)
    }
}
