//! Strings and comments as languages write them, and templates.
//!
//! Names come from the author of the specification. None of them can end a comment, a string or a line.

/// A text without anything that ends a line or changes how it is shown: such characters are escaped.
pub fn plain(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    for c in text.chars() {
        if is_unseen(c) {
            clean.extend(c.escape_unicode());
        } else {
            clean.push(c);
        }
    }
    clean
}

/// Controls, line and paragraph separators, marks of direction, and the mark of byte order.
fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// A text in ASCII, everything else escaped.
pub fn ascii(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    for c in plain(text).chars() {
        if c.is_ascii() {
            clean.push(c);
        } else {
            clean.extend(c.escape_unicode());
        }
    }
    clean
}

const WIDTH: usize = 100;

/// Lines as comments after a mark, broken between words where they are too long.
pub fn comment(mark: &str, lines: &[String]) -> String {
    let wrapped = lines.iter().flat_map(|line| wrap(&plain(line), WIDTH));
    wrapped.map(|line| comment_line(mark, &line)).collect()
}

/// Lines as comments after a mark, as long as they are: commands are copied out of them.
pub fn head(mark: &str, lines: &[String]) -> String {
    lines.iter().map(|line| comment_line(mark, &plain(line))).collect()
}

/// A backslash at the end of a line, also as a trigraph, would take the next line into a comment of C.
fn comment_line(mark: &str, line: &str) -> String {
    let line = line.trim_end();
    let joins = line.ends_with('\\') || line.ends_with("??/");
    let end = if joins { " ." } else { "" };
    match line {
        "" => format!("{mark}\n"),
        line => format!("{mark} {line}{end}\n"),
    }
}

/// Later lines are indented as the first one, and a little more.
fn wrap(line: &str, width: usize) -> Vec<String> {
    let indent = line.len() - line.trim_start().len();
    let (mut lines, mut current) = (Vec::new(), " ".repeat(indent));
    let mut is_first = true;
    for word in line.split_whitespace() {
        if !is_first && current.chars().count() + 1 + word.chars().count() > width {
            lines.push(std::mem::replace(&mut current, " ".repeat(indent + 2)));
            is_first = true;
        }
        if !is_first {
            current.push(' ');
        }
        current.push_str(word);
        is_first = false;
    }
    lines.push(current);
    lines
}

/// A string of C or C++. Bytes beyond ASCII are octal, and question marks cannot make trigraphs.
pub fn c_string(text: &str) -> String {
    let mut quoted = String::from("\"");
    for byte in plain(text).bytes() {
        match byte {
            b'"' | b'\\' | b'?' => quoted.extend(['\\', char::from(byte)]),
            b' '..=b'~' => quoted.push(char::from(byte)),
            _ => quoted.push_str(&format!("\\{byte:03o}")),
        }
    }
    quoted.push('"');
    quoted
}

/// A string of Python or Julia, whose `$` would begin an expression.
pub fn double_quoted(text: &str, special: &[char]) -> String {
    let mut quoted = String::from("\"");
    for c in plain(text).chars() {
        if special.contains(&c) {
            quoted.push('\\');
        }
        quoted.push(c);
    }
    quoted.push('"');
    quoted
}

/// A string of Octave, or a piece of one of Fortran.
pub fn single_quoted(text: &str) -> String {
    format!("'{}'", plain(text).replace('\'', "''"))
}

/// A string of Rust.
pub fn rust_string(text: &str) -> String {
    format!("{:?}", plain(text))
}

/// A template with every `§NAME§` replaced, in one pass: what is put in is not looked at again.
pub fn fill(template: &str, values: &[(&str, String)]) -> String {
    let mut filled = String::new();
    for (number, piece) in template.split('§').enumerate() {
        // Pieces alternate between text and names, since templates use the sign for nothing else.
        if number % 2 == 0 {
            filled.push_str(piece);
        } else {
            let value = values.iter().find(|(name, _)| *name == piece);
            let (_, value) = value.expect("invariant: a template names only what it is given");
            filled.push_str(value);
        }
    }
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_stay_comments() {
        let lines = ["a\\", "b??/", "c\nd", "", "  e"].map(String::from);
        assert_eq!(comment("//", &lines), "// a\\ .\n// b??/ .\n// c\\u{a}d\n//\n//   e\n");
        let long = [format!("  {}", "word ".repeat(40))];
        let text = comment("#", &long);
        assert_eq!(text.lines().count(), 3);
        assert!(
            text.lines()
                .all(|line| line.len() <= WIDTH + 2 && line.starts_with("#   "))
        );
    }

    #[test]
    fn strings_are_quoted_as_languages_want_it() {
        let text = "\"\\'$?é\n";
        assert_eq!(c_string(text), r#""\"\\'$\?\303\251\\u{a}""#);
        assert_eq!(double_quoted(text, &['"', '\\', '$']), r#""\"\\'\$?é\\u{a}""#);
        assert_eq!(single_quoted(text), r#"'"\''$?é\u{a}'"#);
        assert_eq!(ascii(text), r#""\'$?\u{e9}\u{a}"#);
        assert_eq!(rust_string(text), r#""\"\\'$?é\\u{a}""#);
    }

    #[test]
    fn what_is_put_in_is_not_looked_at_again() {
        let values = [("A", "§B§".to_owned()), ("B", "b".to_owned())];
        assert_eq!(fill("x§A§y§B§", &values), "x§B§yb");
    }
}
