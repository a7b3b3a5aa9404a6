//! The syntax tree of a specification: what its author wrote, with names, `let`s and places in the text.
//!
//! Mutants are made on this tree, so that a mutant can be printed as its author would have written it.
//! Nothing is computed on it: that is what the DAG is for.
//! Readers keep a tree at most [`MAX_DEPTH`] levels deep, so that recursion over it is safe.

use crate::diagnostic::TextSpan;
use interval::{Binary, Constant, Unary};
use rug::Rational;

/// Deepest nesting that a reader accepts.
pub const MAX_DEPTH: usize = 1500;

/// One FPCore, or one `spec` of an infix file. Equality ignores places, here and in all parts.
#[derive(Clone, Debug)]
pub struct Core {
    /// The identifier after `FPCore`, if any.
    pub ident: Option<String>,
    /// The arguments, in order.
    pub arguments: Vec<FormalArgument>,
    /// Properties in the order written; names without the colon.
    pub properties: Vec<Property>,
    /// The formula.
    pub body: Expr,
    /// The whole core.
    pub span: TextSpan,
}

impl PartialEq for Core {
    fn eq(&self, other: &Core) -> bool {
        self.ident == other.ident
            && self.arguments == other.arguments
            && self.properties == other.properties
            && self.body == other.body
    }
}

impl Core {
    /// The first property of this name.
    pub fn property(&self, name: &str) -> Option<&Property> {
        self.properties.iter().find(|p| p.name == name)
    }
}

/// A formal argument, perhaps annotated with properties of its own or with tensor dimensions.
#[derive(Clone, Debug)]
pub struct FormalArgument {
    /// Its name.
    pub name: String,
    /// Properties of `(! :precision … x)`.
    pub properties: Vec<Property>,
    /// Dimensions of `(A 3 n)`; empty for a scalar.
    pub dimensions: Vec<Data>,
    /// Where it stands.
    pub span: TextSpan,
}

impl PartialEq for FormalArgument {
    fn eq(&self, other: &FormalArgument) -> bool {
        self.name == other.name && self.properties == other.properties && self.dimensions == other.dimensions
    }
}

/// A property `:name value`.
#[derive(Clone, Debug)]
pub struct Property {
    /// Name without the colon.
    pub name: String,
    /// Its value.
    pub value: PropertyValue,
    /// Name and value together.
    pub span: TextSpan,
}

impl PartialEq for Property {
    fn eq(&self, other: &Property) -> bool {
        self.name == other.name && self.value == other.value
    }
}

/// The value of a property: an expression for the names that the standard defines as such, data otherwise.
#[derive(Clone, Debug, PartialEq)]
pub enum PropertyValue {
    /// `:pre`, `:spec`, `:alt` and the like.
    Expr(Expr),
    /// Anything else.
    Data(Data),
}

/// S-expression data that is not an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Data {
    /// A symbol or number, as written.
    Symbol(String),
    /// A string, without its quotes, escapes resolved.
    Text(String),
    /// A parenthesised list.
    List(Vec<Data>),
}

/// An expression with its place in the text. Equality ignores the place.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands; zero for what a program made.
    pub span: TextSpan,
}

impl PartialEq for Expr {
    fn eq(&self, other: &Expr) -> bool {
        self.kind == other.kind
    }
}

impl Expr {
    /// An expression that stands nowhere in a text.
    pub fn synthetic(kind: ExprKind) -> Expr {
        Expr {
            kind,
            span: TextSpan::default(),
        }
    }
}

/// A number literal: its exact value and how it was written.
#[derive(Clone, Debug)]
pub struct NumberLiteral {
    /// Exact value.
    pub value: Rational,
    /// As written (`0.1`, `1/3`, `0x1p-3`, `(digits 1 2 10)`); the printer writes it back unless it is empty.
    pub text: String,
}

impl PartialEq for NumberLiteral {
    fn eq(&self, other: &NumberLiteral) -> bool {
        self.value == other.value
    }
}

/// The kinds of expression.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A literal.
    Number(NumberLiteral),
    /// A named real constant.
    Constant(Constant),
    /// `TRUE` or `FALSE`.
    Bool(bool),
    /// An argument or a bound name.
    Variable(String),
    /// A function of one operand.
    Unary(Unary, Box<Expr>),
    /// A function of two operands.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// `(fma a b c)` = a·b + c.
    Fma(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A chain of comparisons: each neighbouring pair (for `!=`: every pair) compares so.
    Compare(ComparisonOperator, Vec<Expr>),
    /// All hold.
    And(Vec<Expr>),
    /// Any holds.
    Or(Vec<Expr>),
    /// Does not hold.
    Not(Box<Expr>),
    /// `(if c a b)`.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `let` (parallel) or `let*` (sequential).
    Let {
        /// Whether later bindings see earlier ones.
        sequential: bool,
        /// Name and value.
        bindings: Vec<(String, Expr)>,
        /// Where the names hold.
        body: Box<Expr>,
    },
    /// `while` (parallel) or `while*` (sequential).
    While {
        /// Whether later bindings see earlier ones.
        sequential: bool,
        /// Goes on while this holds.
        condition: Box<Expr>,
        /// Name, initial value, update.
        bindings: Vec<(String, Expr, Expr)>,
        /// Result, after the loop.
        body: Box<Expr>,
    },
    /// `(! :prop … e)`.
    Annotated(Vec<Property>, Box<Expr>),
    /// `(cast e)`.
    Cast(Box<Expr>),
    /// Read and printed, but not evaluated: tensors, `for` loops, calls, INFINITY, NAN, `isnan`, …
    /// The first word names it; the operands are kept as data.
    Unsupported(String, Data),
}

/// The comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ComparisonOperator {
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
}

impl ComparisonOperator {
    /// All of them.
    pub const ALL: [ComparisonOperator; 6] = [
        ComparisonOperator::Less,
        ComparisonOperator::LessEqual,
        ComparisonOperator::Greater,
        ComparisonOperator::GreaterEqual,
        ComparisonOperator::Equal,
        ComparisonOperator::NotEqual,
    ];

    /// As FPCore and infix write it.
    pub fn symbol(self) -> &'static str {
        match self {
            ComparisonOperator::Less => "<",
            ComparisonOperator::LessEqual => "<=",
            ComparisonOperator::Greater => ">",
            ComparisonOperator::GreaterEqual => ">=",
            ComparisonOperator::Equal => "==",
            ComparisonOperator::NotEqual => "!=",
        }
    }

    /// Whether two numbers that are ordered so compare so.
    pub fn holds(self, order: std::cmp::Ordering) -> bool {
        match self {
            ComparisonOperator::Less => order.is_lt(),
            ComparisonOperator::LessEqual => order.is_le(),
            ComparisonOperator::Greater => order.is_gt(),
            ComparisonOperator::GreaterEqual => order.is_ge(),
            ComparisonOperator::Equal => order.is_eq(),
            ComparisonOperator::NotEqual => order.is_ne(),
        }
    }

    /// What holds exactly when `self` does not, on the reals.
    pub fn negated(self) -> ComparisonOperator {
        match self {
            ComparisonOperator::Less => ComparisonOperator::GreaterEqual,
            ComparisonOperator::LessEqual => ComparisonOperator::Greater,
            ComparisonOperator::Greater => ComparisonOperator::LessEqual,
            ComparisonOperator::GreaterEqual => ComparisonOperator::Less,
            ComparisonOperator::Equal => ComparisonOperator::NotEqual,
            ComparisonOperator::NotEqual => ComparisonOperator::Equal,
        }
    }
}

impl Expr {
    /// The sub-expressions in order of writing.
    pub fn children(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Number(_)
            | ExprKind::Constant(_)
            | ExprKind::Bool(_)
            | ExprKind::Variable(_)
            | ExprKind::Unsupported(..) => vec![],
            ExprKind::Unary(_, a) | ExprKind::Not(a) | ExprKind::Annotated(_, a) | ExprKind::Cast(a) => vec![a],
            ExprKind::Binary(_, a, b) => vec![a, b],
            ExprKind::Fma(a, b, c) | ExprKind::If(a, b, c) => vec![a, b, c],
            ExprKind::Compare(_, es) | ExprKind::And(es) | ExprKind::Or(es) => es.iter().collect(),
            ExprKind::Let { bindings, body, .. } => {
                let mut all: Vec<&Expr> = bindings.iter().map(|(_, e)| e).collect();
                all.push(body);
                all
            }
            ExprKind::While {
                condition,
                bindings,
                body,
                ..
            } => {
                let mut all: Vec<&Expr> = vec![condition];
                all.extend(bindings.iter().flat_map(|(_, init, update)| [init, update]));
                all.push(body);
                all
            }
        }
    }

    /// The same, to change them in place.
    pub fn children_mut(&mut self) -> Vec<&mut Expr> {
        match &mut self.kind {
            ExprKind::Number(_)
            | ExprKind::Constant(_)
            | ExprKind::Bool(_)
            | ExprKind::Variable(_)
            | ExprKind::Unsupported(..) => vec![],
            ExprKind::Unary(_, a) | ExprKind::Not(a) | ExprKind::Annotated(_, a) | ExprKind::Cast(a) => vec![a],
            ExprKind::Binary(_, a, b) => vec![a, b],
            ExprKind::Fma(a, b, c) | ExprKind::If(a, b, c) => vec![a, b, c],
            ExprKind::Compare(_, es) | ExprKind::And(es) | ExprKind::Or(es) => es.iter_mut().collect(),
            ExprKind::Let { bindings, body, .. } => {
                let mut all: Vec<&mut Expr> = bindings.iter_mut().map(|(_, e)| e).collect();
                all.push(body);
                all
            }
            ExprKind::While {
                condition,
                bindings,
                body,
                ..
            } => {
                let mut all: Vec<&mut Expr> = vec![condition];
                all.extend(bindings.iter_mut().flat_map(|(_, init, update)| [init, update]));
                all.push(body);
                all
            }
        }
    }

    /// The sub-expression at a path of child numbers.
    pub fn at(&self, path: &[usize]) -> Option<&Expr> {
        path.iter().try_fold(self, |e, &i| e.children().into_iter().nth(i))
    }
}
