//! The text of a specification file, whatever its notation.

use crate::ast::Core;
use crate::diagnostic::Diagnostics;
use crate::{fpcore, infix};

/// Reads the contents of a file: infix if its name ends in `.lyd`, else FPCore.
pub fn read_named(name: &str, bytes: &[u8]) -> Result<Vec<Core>, Diagnostics> {
    if name.ends_with(".lyd") {
        infix::read_bytes(bytes)
    } else {
        fpcore::read_bytes(bytes)
    }
}

/// The same; the error is the text of all complaints as people read them, with `name`, line and column.
pub fn read_file_text(name: &str, bytes: &[u8]) -> Result<Vec<Core>, String> {
    read_named(name, bytes).map_err(|errors| errors.render_file(name, bytes))
}
