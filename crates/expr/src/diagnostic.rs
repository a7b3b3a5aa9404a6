//! Errors in a user's text: where, what, and how to mend it.

use std::fmt;

/// A range of bytes in a source text, half open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TextSpan {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl TextSpan {
    /// The span from byte `start` up to byte `end`.
    pub fn new(start: usize, end: usize) -> TextSpan {
        let clamp = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        TextSpan {
            start: clamp(start),
            end: clamp(end),
        }
    }

    /// From the start of this span to the end of a later one.
    pub fn to(self, end: TextSpan) -> TextSpan {
        TextSpan {
            start: self.start,
            end: end.end,
        }
    }
}

/// One complaint about a source text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Where in the text.
    pub span: TextSpan,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// How to mend it, if we know.
    pub hint: Option<String>,
}

impl Diagnostic {
    /// A complaint without a hint.
    pub fn new(span: TextSpan, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            span,
            message: message.into(),
            hint: None,
        }
    }

    /// The same complaint with a hint.
    pub fn hint(mut self, hint: impl Into<String>) -> Diagnostic {
        self.hint = Some(hint.into());
        self
    }
}

/// A source text with its name, for showing diagnostics.
#[derive(Clone, Copy, Debug)]
pub struct SourceText<'a> {
    /// File name as the user gave it.
    pub name: &'a str,
    /// Contents.
    pub text: &'a str,
}

/// Longest excerpt of a source line that is shown.
const EXCERPT: usize = 100;

impl SourceText<'_> {
    /// Line and column (both from 1, columns in characters) of a byte offset.
    pub fn position(&self, offset: u32) -> (usize, usize) {
        let before = self.before(offset);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |l| l.chars().count()) + 1;
        (line, column)
    }

    /// The diagnostic as people read it: `file:line:column: error: …`, the line, a caret, the hint.
    pub fn render(&self, diagnostic: &Diagnostic) -> String {
        let (line, column) = self.position(diagnostic.span.start);
        let mut out = format!("{}:{line}:{column}: error: {}", self.name, diagnostic.message);
        out.push_str(&self.excerpt(diagnostic.span, column));
        if let Some(hint) = &diagnostic.hint {
            out.push_str("\n  hint: ");
            out.push_str(hint);
        }
        out
    }

    fn before(&self, offset: u32) -> &str {
        let mut end = (offset as usize).min(self.text.len());
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        &self.text[..end]
    }

    fn excerpt(&self, span: TextSpan, column: usize) -> String {
        let start = self.before(span.start).rfind('\n').map_or(0, |n| n + 1);
        let line: String = self.text[start..].lines().next().unwrap_or("").into();
        // A window around the column, so that a one-line file of megabytes shows one readable line.
        let from = (column - 1).saturating_sub(EXCERPT / 2);
        let shown: String = line.chars().skip(from).take(EXCERPT).map(printable).collect();
        let width = (span.end.saturating_sub(span.start) as usize).clamp(1, EXCERPT / 2);
        let pad = " ".repeat(column - 1 - from);
        let carets = "^".repeat(width.min(shown.chars().count().saturating_sub(pad.len()).max(1)));
        format!("\n  | {shown}\n  | {pad}{carets}")
    }
}

/// Control characters would garble a terminal.
fn printable(c: char) -> char {
    if c.is_control() { ' ' } else { c }
}

/// All complaints about one text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostics(pub Vec<Diagnostic>);

impl Diagnostics {
    /// All complaints, one after the other, as people read them.
    ///
    /// ```
    /// use expr::diagnostic::SourceText;
    ///
    /// let text = "(FPCore (x)\n  (+ (sqrrt x) y))";
    /// let shown = expr::fpcore::read(text).map_err(|e| e.render(&SourceText { name: "f.fpcore", text }));
    /// let shown = shown.err().unwrap_or_default();
    /// // All complaints at once, each with line and column, and with a hint where one is known.
    /// assert!(shown.contains("f.fpcore:2:7: error: ") && shown.contains("`sqrt`"));
    /// assert!(shown.contains("f.fpcore:2:16: error: "));
    /// ```
    pub fn render(&self, source: &SourceText<'_>) -> String {
        let shown: Vec<String> = self.0.iter().map(|d| source.render(d)).collect();
        shown.join("\n")
    }

    /// The same for a file of these bytes.
    pub fn render_file(&self, name: &str, bytes: &[u8]) -> String {
        let text = &String::from_utf8_lossy(bytes);
        self.render(&SourceText { name, text })
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Diagnostics {
        Diagnostics(vec![diagnostic])
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for d in &self.0 {
            writeln!(f, "{}", d.message)?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostics {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_line_column_text_and_hint() {
        let source = SourceText {
            name: "a.fpcore",
            text: "(FPCore (x)\n  (foo x))",
        };
        let d = Diagnostic::new(TextSpan::new(15, 18), "unknown operator `foo`").hint("did you mean `floor`?");
        let shown = source.render(&d);
        assert!(
            shown.starts_with("a.fpcore:2:4: error: unknown operator `foo`"),
            "{shown}"
        );
        assert!(shown.contains("  (foo x))\n  |    ^^^"), "{shown}");
        assert!(shown.ends_with("hint: did you mean `floor`?"), "{shown}");
    }

    #[test]
    fn survives_offsets_beyond_the_text_and_inside_characters() {
        let source = SourceText { name: "a", text: "é" };
        for start in 0..9 {
            assert!(
                source
                    .render(&Diagnostic::new(TextSpan::new(start, start + 9), "m"))
                    .contains("error: m")
            );
        }
    }
}
