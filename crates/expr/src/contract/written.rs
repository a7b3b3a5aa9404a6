//! Pieces of the source as people wrote them, on one line.

use crate::diagnostic::TextSpan;

/// The text of a span without comments and line ends; parentheses that it lacks are taken from around it.
pub(super) fn written(text: &str, span: TextSpan, comments: &[&str]) -> String {
    let (start, end) = balanced(text, span);
    let piece = text.get(start..end).unwrap_or_default();
    let lines = piece.lines().map(|line| {
        let end = comments.iter().filter_map(|mark| line.find(mark)).min();
        &line[..end.unwrap_or(line.len())]
    });
    lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

/// The span of a formula leaves out the parentheses at its ends, as in `(a + b)*c`; here they are part of it again.
fn balanced(text: &str, span: TextSpan) -> (usize, usize) {
    let (mut start, mut end) = (span.start as usize, span.end as usize);
    let piece = text.get(start..end).unwrap_or_default();
    let (opened, closed) = unpaired(piece);
    for _ in 0..closed {
        match text[..start].trim_end().strip_suffix('(') {
            Some(before) => start = before.len(),
            None => break,
        }
    }
    for _ in 0..opened {
        let rest = &text[end..];
        match rest.trim_start().strip_prefix(')') {
            Some(behind) => end = text.len() - behind.len(),
            None => break,
        }
    }
    (start, end)
}

/// How many parentheses of a piece are opened and not closed, and closed and not opened.
fn unpaired(piece: &str) -> (usize, usize) {
    let mut unpaired = (0, 0);
    for byte in piece.bytes() {
        match byte {
            b'(' => unpaired.0 += 1,
            b')' if unpaired.0 > 0 => unpaired.0 -= 1,
            b')' => unpaired.1 += 1,
            _ => {}
        }
    }
    unpaired
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, piece: &str, shown: &str) {
        let start = text.find(piece).expect(piece);
        let span = TextSpan::new(start, start + piece.len());
        assert_eq!(written(text, span, &["#", "//"]), shown);
    }

    #[test]
    fn parentheses_at_the_ends_come_back() {
        check("if ((a + b)*c < d*(e)) then", "a + b)*c < d*(e", "(a + b)*c < d*(e)");
        check("( ( a)^2 )", "a)^2", "( a)^2");
        check("a)", "a)", "a)");
    }

    #[test]
    fn comments_and_line_ends_go() {
        check(
            "a + # why\n   b // because\n < c",
            "a + # why\n   b // because\n < c",
            "a + b < c",
        );
    }

    #[test]
    fn spans_outside_of_the_text_are_empty() {
        assert_eq!(written("ab", TextSpan::new(7, 9), &[]), "");
    }
}
