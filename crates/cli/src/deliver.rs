//! Commands whose result is one text: it goes to a file, or to standard output.

use crate::code::save;
use crate::complaint::Complaint;
use crate::console::Console;
use crate::exit::Exit;
use std::path::Path;

/// Delivers a text.
pub fn deliver(text: &str, out: Option<&Path>, console: &Console) -> Result<Exit, Complaint> {
    match out {
        None => console.data(text),
        Some(path) => save(path, text)?,
    }
    Ok(Exit::Done)
}
