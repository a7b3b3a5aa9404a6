//! Specifications in the notation of formulas, `.lyd` files.
//!
//! ```text
//! # comments with # or //
//! spec doppler(u in [-100, 100], v in [20, 20000], T in [-30, 50]) accuracy 1e-10 {
//!   let t1 = 331.4 + 0.6*T
//!   -t1 * v / (t1 + u)^2
//! }
//! ```
//!
//! Ranges have ends `[ ]` (included) or `( )` (left out), `inf` for none, and exact rational bounds such as `-1/3` or `2^-20`.
//! After the arguments, in any order: `accuracy e`, `accuracy abs d`, `accuracy ulps n` (joined by `or`, or repeated),
//! `outside reject|clamp|unspecified`, `precision binary32|binary64`, `where` a condition on the arguments.
//! A string after `spec` is the name for people.
//!
//! The body is a sequence of `let name = formula`, then the result.
//! Statements end with `;` or at a line's end, except inside parentheses, after a word or operator that needs more,
//! and before a line that starts with a binary operator other than `-`, or with `then`, `else`, `and`, `or`.
//! Formulas: `+ - * / ^`, comparisons (chained: `0 < x <= 1`), `and or not`, `if c then a else b`,
//! functions by their FPCore names (also `abs min max ln`), constants by theirs (also `pi`).
//! `^` binds tighter than unary minus: `-x^2` is `-(x^2)`.
//!
//! A spec becomes a core, as if it had been written in FPCore: it is translated to S-expressions,
//! and the FPCore reader checks names, operands and types. Nothing downstream knows about infix.

pub(crate) mod expression;
pub(crate) mod parser;
mod print;
pub(crate) mod range;
mod spec;
pub(crate) mod token;

pub use print::{print, print_expr};

use crate::ast::Core;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::fpcore::complaints::Complaints;
use crate::fpcore::scope::ExprType;
use crate::fpcore::{core, room, utf8};
use parser::Parser;
use token::InfixTokenKind;

/// Reads all specs of a text. A text without any is an error.
///
/// ```
/// let cores = expr::infix::read("spec f(x in [0, 1)) { let t = x - 1; -t^2 }")?;
/// // The same tree as from FPCore: the range is a precondition, and `^` binds tighter than the minus before it.
/// let text = "(FPCore f (x) :pre (and (<= 0 x) (< x 1)) (let* ([t (- x 1)]) (- (pow t 2))))";
/// assert_eq!(cores, expr::fpcore::read(text)?);
/// # Ok::<(), expr::diagnostic::Diagnostics>(())
/// ```
pub fn read(text: &str) -> Result<Vec<Core>, Diagnostics> {
    room::with_room(text.len(), || {
        let mut complaints = Complaints::default();
        let forms = forms(text, &mut complaints);
        core::cores(&forms, complaints, ExprType::Real, "there is no `spec` in this file")
    })
}

/// The same from bytes; text that is not UTF-8 is an error at the first wrong byte.
pub fn read_bytes(bytes: &[u8]) -> Result<Vec<Core>, Diagnostics> {
    read(utf8(bytes)?)
}

/// Every spec as the S-expression of a core; after an error reading goes on at the next `spec`.
fn forms<'a>(text: &'a str, complaints: &mut Complaints) -> Vec<crate::fpcore::sexpr::Sexpr<'a>> {
    let mut parser = Parser::new(text);
    let mut forms = vec![];
    while parser.next.kind != InfixTokenKind::End && !complaints.is_hopeless() {
        match parser.spec() {
            Ok(form) => forms.push(form),
            Err(diagnostic) => {
                complaints.add(|| diagnostic);
                skip_to_spec(&mut parser);
            }
        }
    }
    forms
}

fn skip_to_spec(parser: &mut Parser<'_>) {
    while parser.next.kind != InfixTokenKind::End && !parser.next.is("spec") {
        parser.advance();
    }
}

impl Parser<'_> {
    /// The complaint about what stands between specs.
    fn stray(&self) -> Diagnostic {
        self.unexpected("`spec`")
            .hint("a specification has the form `spec f(x in [0, 1]) accuracy 1e-10 { x^2 }`")
    }
}
