//! Commands whose result is one text: it goes to a file, or to standard output.

use crate::bug;
use crate::code::{Complaint, save};
use crate::console::Console;
use crate::exit::Exit;
use std::path::Path;

/// Makes a text and delivers it; a complaint in its place is about what the user gave.
pub fn run(make: impl FnOnce() -> Result<String, String>, out: Option<&Path>, console: &Console) -> Exit {
    let Some(made) = bug::caught(make) else {
        return Exit::Bug;
    };
    let made = made.map_err(|complaint| (complaint, Exit::BadInput));
    match made.and_then(|text| deliver(&text, out, console)) {
        Ok(()) => Exit::Done,
        Err((complaint, exit)) => {
            console.complaint(&complaint);
            exit
        }
    }
}

fn deliver(text: &str, out: Option<&Path>, console: &Console) -> Result<(), Complaint> {
    match out {
        None => console.data(text),
        Some(path) => save(path, text)?,
    }
    Ok(())
}
