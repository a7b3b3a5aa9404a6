//! Complaints as rows of tests show them.

use expr::diagnostic::{Diagnostic, Diagnostics, SourceText};

/// Line, column, message and hint of each.
pub fn summary(errors: &Diagnostics, text: &str) -> Vec<String> {
    let source = SourceText { name: "", text };
    let line = |d: &Diagnostic| {
        let (line, column) = source.position(d.span.start);
        let hint = d.hint.as_ref().map_or(String::new(), |h| format!(" [{h}]"));
        format!("{line}:{column} {}{hint}", d.message)
    };
    errors.0.iter().map(line).collect()
}
