//! Rust source as the other chores read it: without comments and literals, perhaps without tests.
//!
//! This is no parser. It knows just enough to tell code from text.

/// The source with comments and the contents of literals turned into spaces. Line breaks stay where they are.
pub fn blank(text: &str) -> String {
    let mut rest = text;
    let mut out = String::with_capacity(text.len());
    let mut previous = ' ';
    while let Some(c) = rest.chars().next() {
        let length = match opaque_length(rest, previous) {
            0 => {
                out.push(c);
                c.len_utf8()
            }
            length => {
                out.extend(rest[..length].chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
                length
            }
        };
        previous = c;
        rest = &rest[length..];
    }
    out
}

/// How many bytes at the beginning are a comment or a literal; 0 if they are code.
fn opaque_length(text: &str, previous: char) -> usize {
    let inside_word = previous.is_alphanumeric() || previous == '_';
    if text.starts_with("//") {
        text.find('\n').unwrap_or(text.len())
    } else if text.starts_with("/*") {
        block_comment_length(text)
    } else if let Some(inside) = text.strip_prefix('"') {
        1 + quoted_length(inside, '"')
    } else if text.starts_with('\'') {
        character_length(text)
    } else if !inside_word && (text.starts_with("r\"") || text.starts_with("r#")) {
        raw_string_length(text)
    } else {
        0
    }
}

/// Block comments nest.
fn block_comment_length(text: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < text.len() {
        if text[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if text[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
        } else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
        }
        if depth == 0 {
            break;
        }
    }
    at
}

/// Bytes up to and with the closing quote, past escapes.
fn quoted_length(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

/// A character literal, or 0 for a lifetime.
fn character_length(text: &str) -> usize {
    let mut inner = text.chars().skip(1);
    match (inner.next(), inner.next()) {
        (Some('\\'), _) | (Some(_), Some('\'')) => 1 + quoted_length(&text[1..], '\''),
        _ => 0,
    }
}

/// `r"…"` or `r#"…"#` with any number of hashes; 0 for a raw identifier.
fn raw_string_length(text: &str) -> usize {
    let hashes = text[1..].bytes().take_while(|b| *b == b'#').count();
    let start = 1 + hashes;
    if !text[start..].starts_with('"') {
        return 0;
    }
    let close = format!("\"{}", "#".repeat(hashes));
    let end = text[start + 1..].find(&close).map(|at| start + 1 + at + close.len());
    end.unwrap_or(text.len())
}

/// Byte after the brace that closes the one at `open`, in blanked source.
pub fn closing_brace(blanked: &str, open: usize) -> usize {
    let mut depth = 0;
    for (at, b) in blanked.bytes().enumerate().skip(open) {
        match b {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    blanked.len()
}

/// Blanked source with every item that follows `#[cfg(test)]` blanked as well.
pub fn without_tests(blanked: &str) -> String {
    const MARK: &str = "#[cfg(test)]";
    let mut out = String::with_capacity(blanked.len());
    let mut rest = blanked;
    while let Some(start) = rest.find(MARK) {
        let end = item_end(rest, start);
        out.push_str(&rest[..start]);
        out.extend(rest[start..end].chars().filter(|c| *c == '\n'));
        rest = &rest[end..];
    }
    out + rest
}

/// Byte after the item that begins at `start`: at its semicolon or its closing brace.
fn item_end(blanked: &str, start: usize) -> usize {
    match blanked[start..].find([';', '{']).map(|at| start + at) {
        Some(at) if blanked[at..].starts_with('{') => closing_brace(blanked, at),
        Some(at) => at + 1,
        None => blanked.len(),
    }
}

/// Number of the line, from 1, on which a byte stands.
pub fn line_of(text: &str, at: usize) -> usize {
    text.as_bytes()[..at].iter().filter(|b| **b == b'\n').count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_code_stays() {
        let table = [
            ("a // b\nc", "a     \nc"),
            ("a /* b /* c */ d */ e", "a                   e"),
            ("f(\"{\\\"}\") + '}'", "f(      ) +    "),
            ("fn f<'a>(x: &'a str)", "fn f<'a>(x: &'a str)"),
            ("r#\"{\"# r#type bar\"x\"", "       r#type bar   "),
            ("'\\'' '\\n' b'{'", "          b   "),
        ];
        for (text, blanked) in table {
            assert_eq!(blank(text).trim_end(), blanked.trim_end(), "{text}");
        }
    }

    #[test]
    fn tests_are_left_out() {
        let text = "a\n#[cfg(test)]\nmod tests {\n  b {}\n}\nc\n#[cfg(test)] use d;\ne";
        assert_eq!(without_tests(text), "a\n\n\n\n\nc\n\ne");
    }
}
