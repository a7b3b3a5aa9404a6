//! Collects the errors of one text: all of them are counted, the first few are kept.

use crate::diagnostic::{Diagnostic, Diagnostics, TextSpan};
use std::fmt::{self, Display};

/// How many errors of one text are shown.
const SHOWN: usize = 20;

/// After this many errors the rest of a text is not looked into any more.
pub(crate) const HOPELESS: usize = 1000;

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
        if !self.is_full() {
            self.list.push(make());
        }
    }

    /// Adds one without a hint; with `format_args!` the text is only made if it will be shown.
    pub(crate) fn say(&mut self, span: TextSpan, message: impl Display) {
        self.add(|| Diagnostic::new(span, message.to_string()));
    }

    /// Whether more will only be counted.
    pub(crate) fn is_full(&self) -> bool {
        self.list.len() >= SHOWN
    }

    /// Whether there is no point in looking for more.
    pub(crate) fn is_hopeless(&self) -> bool {
        self.count >= HOPELESS
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
            let least = if self.is_hopeless() { "at least " } else { "" };
            let plural = if more == 1 { "" } else { "s" };
            self.list.push(Diagnostic::new(
                last.span,
                format!("… and {least}{more} more error{plural}"),
            ));
        }
        Err(Diagnostics(self.list))
    }
}

/// A piece of the user's text as messages show it: in backquotes, cut if it is long.
pub(crate) fn quoted(text: &str) -> Quoted<'_> {
    Quoted(text)
}

/// See [`quoted`].
pub(crate) struct Quoted<'a>(&'a str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.char_indices().nth(QUOTED) {
            Some((end, _)) => write!(f, "`{}…`", &self.0[..end]),
            None => write!(f, "`{}`", self.0),
        }
    }
}
