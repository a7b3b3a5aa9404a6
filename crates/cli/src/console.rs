//! What goes to the terminal. Reports go to standard output, complaints and progress to standard error.

use clap::ColorChoice;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether something could not be written to the terminal. The streams belong to the whole process, and so does this.
static UNWRITTEN: AtomicBool = AtomicBool::new(false);

/// Whether something could not be written to standard output or standard error, other than to a reader who had gone.
pub fn is_unwritten() -> bool {
    UNWRITTEN.load(Ordering::SeqCst)
}

/// How to write.
#[derive(Clone, Copy, Debug)]
pub struct Console {
    colour: bool,
    quiet: bool,
}

impl Console {
    /// A console as the user wants it.
    pub fn new(choice: ColorChoice, quiet: bool) -> Console {
        let colour = match choice {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
        };
        Console { colour, quiet }
    }

    /// Whether progress may be shown.
    pub fn shows_progress(&self) -> bool {
        !self.quiet && io::stderr().is_terminal()
    }

    /// A report, unless only errors are wanted. A reader who has gone away is no error.
    pub fn report(&self, text: &str) {
        if !self.quiet {
            self.list(text);
        }
    }

    /// What was asked for explicitly, and is for people.
    pub fn list(&self, text: &str) {
        self.data(&harmless(text));
    }

    /// What was asked for explicitly, and is for machines, such as JSON.
    pub fn data(&self, text: &str) {
        let mut out = io::stdout().lock();
        note_output(out.write_all(text.as_bytes()).and_then(|()| out.flush()));
    }

    /// A complaint that says itself where it belongs: `file:line:column: error: …`.
    pub fn complaint(&self, text: &str) {
        let text = harmless(text);
        let shown = match self.colour {
            true => text.replace(" error: ", " \x1b[1;31merror:\x1b[0m "),
            false => text,
        };
        warn(&shown);
    }

    /// A complaint about the whole run.
    pub fn error(&self, text: &str) {
        self.complaint(&format!("lydian: error: {text}"));
    }
}

/// Notes what became of a write to standard output. A reader who has gone away is no error.
pub fn note_output(written: io::Result<()>) {
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe && !UNWRITTEN.swap(true, Ordering::SeqCst) => warn(
            &format!("lydian: error: standard output cannot be written: {error}; make room, or send it elsewhere"),
        ),
        _ => {}
    }
}

/// A line on standard error.
pub fn warn(line: &str) {
    note_warning(writeln!(io::stderr(), "{line}"));
}

/// Notes what became of a write to standard error.
pub fn note_warning(written: io::Result<()>) {
    if written.is_err_and(|error| error.kind() != ErrorKind::BrokenPipe) {
        UNWRITTEN.store(true, Ordering::SeqCst);
    }
}

/// Text for people can hold parts of sources, names and outputs of others: signs that a terminal would obey are replaced.
fn harmless(text: &str) -> String {
    let obeyed = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    text.replace(obeyed, "\u{fffd}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_is_not_told_what_to_do() {
        assert_eq!(
            harmless("a\x1b[2J\tb\r\n\u{9b}1mé\x07\0"),
            "a\u{fffd}[2J\tb\u{fffd}\n\u{fffd}1mé\u{fffd}\u{fffd}"
        );
    }
}
