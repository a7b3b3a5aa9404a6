//! A generated program: a function `f` and what it needs.

use super::types::Ty;

/// An expression.
#[derive(Clone, Debug)]
pub enum CExpr {
    /// A variable.
    Var(String, Ty),
    /// A constant, as it is written.
    Const(String, Ty),
    /// A binary operation.
    Bin(&'static str, Box<CExpr>, Box<CExpr>),
    /// `-` or `~`.
    Un(&'static str, Box<CExpr>),
    /// A call of the maths library.
    Call(&'static str, Vec<CExpr>),
    /// An explicit conversion.
    Cast(Ty, Box<CExpr>),
}

/// A condition of a branch, alone on its line.
#[derive(Clone, Debug)]
pub struct Cond {
    /// The comparison.
    pub op: &'static str,
    /// Its left side.
    pub left: CExpr,
    /// Its right side.
    pub right: CExpr,
    /// What follows behind `&&` or `||`.
    pub more: Option<(&'static str, Box<Cond>)>,
}

/// A statement.
#[derive(Clone, Debug)]
pub enum Stmt {
    /// A variable; without a value it holds anything.
    Declare(Ty, String, Option<CExpr>),
    /// `x = e;`
    Assign(String, Ty, CExpr),
    /// `x += e;`
    Update(String, Ty, &'static str, CExpr),
    /// `x++;`
    Step(String, Ty, &'static str),
    /// `if`, with an `else` unless it is empty.
    If(Cond, Vec<Stmt>, Vec<Stmt>),
    /// `while`.
    While(Cond, Vec<Stmt>),
    /// `return e;`
    Return(CExpr),
    /// `switch`: the cases with what they do, and the default; each ends with `break`.
    Switch(CExpr, Vec<(u32, Vec<Stmt>)>, Vec<Stmt>),
    /// Lines that are written as they are.
    Snippet(Snippet),
}

/// Lines in both texts.
#[derive(Clone, Debug)]
pub struct Snippet {
    /// What Lydian reads.
    pub plain: Vec<String>,
    /// What the judge compiles; `#0`, `#1`, … are its slots.
    pub judged: String,
    /// The slots: the number of the line, from 0, and what can happen there.
    pub slots: Vec<(u32, &'static str)>,
}

/// An argument.
#[derive(Clone, Debug)]
pub struct Param {
    /// Its type.
    pub ty: Ty,
    /// Its name.
    pub name: String,
    /// How many numbers there are behind a pointer; `None` for a number.
    pub count: Option<usize>,
    /// What `--range` says.
    pub range: Option<(i64, i64)>,
}

/// A program.
#[derive(Clone, Debug)]
pub struct CProgram {
    /// The arguments of `f`.
    pub params: Vec<Param>,
    /// What it returns.
    pub result: Ty,
    /// Lines before the function, in both texts; `@` marks names that are those of the case alone.
    pub heads: Vec<(String, String)>,
    /// Words between the result and the name, such as attributes.
    pub attributes: String,
    /// The function.
    pub body: Vec<Stmt>,
    /// Further options of both commands.
    pub options: Vec<String>,
    /// Further files.
    pub files: Vec<(String, String)>,
    /// Values of arguments that open a guard: the number of the argument, and the value.
    pub keys: Vec<(usize, u128)>,
    /// Whether a variable is read that was never written: runs cannot be repeated then.
    pub unknowns: bool,
    /// Whether gcc compiles it too.
    pub gcc: bool,
}

impl Param {
    /// As it is declared.
    pub fn declared(&self) -> String {
        let star = if self.count.is_some() { "*" } else { "" };
        format!("{} {star}{}", self.ty.c, self.name)
    }

    /// How many numbers it takes.
    pub fn numbers(&self) -> usize {
        self.count.unwrap_or(1)
    }
}

impl CProgram {
    /// The arguments, once for each number that they take.
    pub fn numbers(&self) -> impl Iterator<Item = &Param> {
        self.params
            .iter()
            .flat_map(|param| std::iter::repeat_n(param, param.numbers()))
    }

    /// Bytes of an input.
    pub fn width(&self) -> usize {
        16 * self.numbers().count()
    }
}

impl CExpr {
    /// Whether it consists of literals.
    pub fn literal(&self) -> bool {
        match self {
            CExpr::Const(..) => true,
            CExpr::Var(..) | CExpr::Call(..) => false,
            CExpr::Bin(_, left, right) => left.literal() && right.literal(),
            CExpr::Un(_, of) | CExpr::Cast(_, of) => of.literal(),
        }
    }

    /// Whether its value is a floating-point number.
    pub fn float(&self) -> bool {
        match self {
            CExpr::Var(_, ty) | CExpr::Const(_, ty) | CExpr::Cast(ty, _) => ty.float,
            CExpr::Bin(_, left, right) => left.float() || right.float(),
            CExpr::Un(_, of) => of.float(),
            CExpr::Call(..) => true,
        }
    }
}
