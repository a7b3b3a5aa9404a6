//! FPCore 2.0 (fpbench.org): reader and printer.
//!
//! Text becomes S-expressions, these become cores (names resolved, operands counted, types checked), and cores are printed.
//! All errors of a text are reported at once. An error costs the core it stands in, no more.

mod binding;
pub(crate) mod complaints;
pub(crate) mod core;
pub(crate) mod expression;
mod number;
mod print;
pub(crate) mod room;
pub(crate) mod scope;
pub(crate) mod sexpr;
pub(crate) mod vocabulary;

pub use number::{MAX_DIGITS, MAX_EXPONENT, float_text, looks_like_number, number_text, parse_number};
pub use print::{Printed, print, print_beginning, print_expr};
pub(crate) use print::{literal, print_data};

use crate::ast::Core;
use crate::diagnostic::{Diagnostic, Diagnostics, TextSpan};
use complaints::Complaints;

/// Reads all cores of a text. A text without any is an error.
///
/// ```
/// use expr::ast::ExprKind;
///
/// let cores = expr::fpcore::read("(FPCore half (x) :pre (< 0 x 1) (/ x 2)) (FPCore () 0.1)")?;
/// assert_eq!(cores[0].ident.as_deref(), Some("half"));
/// assert!(cores[0].property("pre").is_some());
/// // A literal is the decimal fraction that was written, not the double next to it.
/// assert!(matches!(&cores[1].body.kind, ExprKind::Number(n) if n.value != 0.1 && n.value.clone() * 10 == 1));
/// # Ok::<(), expr::diagnostic::Diagnostics>(())
/// ```
pub fn read(text: &str) -> Result<Vec<Core>, Diagnostics> {
    room::with_room(text.len(), || {
        let mut complaints = Complaints::default();
        let forms = sexpr::parse(text, &mut complaints);
        core::cores(
            &forms,
            complaints,
            scope::ExprType::Real,
            "there is no `(FPCore …)` in this file",
        )
    })
}

/// The same from bytes; text that is not UTF-8 is an error at the first wrong byte.
///
/// ```
/// // The complaint is about the first byte that is no text.
/// let complaints = expr::fpcore::read_bytes(b"(FPCore () \xff)").map_err(|e| e.0[0].span.start);
/// assert_eq!(complaints, Err(11));
/// ```
pub fn read_bytes(bytes: &[u8]) -> Result<Vec<Core>, Diagnostics> {
    read(utf8(bytes)?)
}

/// The text, if it is UTF-8.
pub(crate) fn utf8(bytes: &[u8]) -> Result<&str, Diagnostics> {
    std::str::from_utf8(bytes).map_err(|error| {
        let start = error.valid_up_to();
        let length = error.error_len().unwrap_or(bytes.len() - start);
        let message = format!("byte 0x{:02x} is not UTF-8 text", bytes.get(start).unwrap_or(&0));
        Diagnostics::from(Diagnostic::new(TextSpan::new(start, start + length), message))
    })
}
