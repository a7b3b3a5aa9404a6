//! Collects the errors of one text: all of them are counted, the first few are kept.

use crate::diagnostic::{Diagnostic, Diagnostics, Span};

/// How many errors of one text are shown.
const SHOWN: usize = 20;

/// Longest piece of a user's text that is quoted in a message, in characters.
const QUOTED: usize = 40;

/// The errors found so far.
#[derive(Default)]
pub(crate) struct Complaints {
    list: Vec<Diagnostic>,
    count: usize,
}

impl Complaints {
    /// Adds one; the text is only made if it will be shown, for a file of garbage has millions of errors.
    pub(crate) fn add(&mut self, make: impl FnOnce() -> Diagnostic) {
        self.count += 1;
        if self.list.len() < SHOWN {
            self.list.push(make());
        }
    }

    /// Adds one without a hint.
    pub(crate) fn say(&mut self, span: Span, message: impl Into<String>) {
        self.add(|| Diagnostic::new(span, message));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// What was read, or the errors in the order of the text.
    pub(crate) fn finish<T>(mut self, value: T) -> Result<T, Diagnostics> {
        if self.is_empty() {
            return Ok(value);
        }
        self.list.sort_by_key(|d| d.span);
        let more = self.count - self.list.len();
        if let Some(last) = self.list.last().filter(|_| more > 0) {
            let plural = if more == 1 { "" } else { "s" };
            self.list
                .push(Diagnostic::new(last.span, format!("… and {more} more error{plural}")));
        }
        Err(Diagnostics(self.list))
    }
}

/// A piece of the user's text as messages show it: in backquotes, cut if it is long.
pub(crate) fn quoted(text: &str) -> String {
    match text.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("`{}…`", &text[..end]),
        None => format!("`{text}`"),
    }
}
