//! How a function of Rust is called, by a look at its header.
//!
//! Only functions that are safe and have Rust's own interface are values that a generic caller can call. Others, such as
//! `#[no_mangle] pub extern "C" fn`, are wrapped in a closure, which needs the number of their arguments.

/// An expression for a function with this path, as a generic caller can take it.
pub fn callable(text: &str, path: &str) -> String {
    let plain = format!("super::{path}");
    let text = without_comments(text);
    let name = path.rsplit(':').next().unwrap_or(path);
    let Some((before, after)) = header(&text, name) else {
        return plain;
    };
    if !is_foreign(before) {
        return plain;
    }
    let names: Vec<String> = (0..count(after)).map(|i| format!("a{i}")).collect();
    let names = names.join(", ");
    format!("|{names}| unsafe {{ {plain}({names}) }}")
}

/// What stands before and after `fn name` in a definition.
fn header<'t>(text: &'t str, name: &str) -> Option<(&'t str, &'t str)> {
    let mut at = 0;
    loop {
        let begin = at + text[at..].find("fn")?;
        at = begin + 2;
        let rest = text[at..].trim_start();
        let is_apart = text[at..].starts_with(char::is_whitespace) && !text[..begin].ends_with(is_of_a_name);
        match rest.strip_prefix(name) {
            Some(after) if is_apart && !after.starts_with(is_of_a_name) => return Some((&text[..begin], after)),
            _ => {}
        }
    }
}

fn is_of_a_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Whether the words before `fn` make the function unsafe or give it another interface.
fn is_foreign(before: &str) -> bool {
    let own = before.rsplit([';', '{', '}', ']']).next().unwrap_or(before);
    let rust = own.contains("\"Rust\"");
    let is = |word: &str| own.split(|c| !is_of_a_name(c)).any(|w| w == word);
    is("unsafe") || (is("extern") && !rust)
}

/// The number of arguments in the first parentheses.
fn count(after: &str) -> usize {
    let inside = after.find('(').map_or("", |open| &after[open + 1..]);
    let (mut depth, mut arguments, mut empty) = (0, 0, true);
    for c in inside.chars() {
        match c {
            ')' if depth == 0 => break,
            '(' | '[' | '<' => depth += 1,
            ')' | ']' | '>' => depth -= 1,
            _ => {}
        }
        if c == ',' && depth == 0 {
            empty = true;
        } else if empty && !c.is_whitespace() {
            arguments += 1;
            empty = false;
        }
    }
    arguments
}

/// The text with a blank for every comment.
fn without_comments(text: &str) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some(at) = rest.find("//").into_iter().chain(rest.find("/*")).min() {
        out.push_str(&rest[..at]);
        out.push(' ');
        let end = match rest[at..].starts_with("//") {
            true => rest[at..].find('\n'),
            false => rest[at..].find("*/").map(|end| end + 2),
        };
        rest = end.map_or("", |end| &rest[at + end..]);
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_functions_are_wrapped_and_others_are_not() {
        let table = [
            ("fn f(x: f64) -> f64 { x }", "super::f"),
            ("unsafe { } fn f(x: f64) {}", "super::f"),
            ("extern \"Rust\" fn f(x: f64) {}", "super::f"),
            ("fn unsafe_fn() {} fn f(x: f64) {}", "super::f"),
            ("extern \"C\" fn ff(x: f64) {} fn f(x: f64) {}", "super::f"),
            ("macro!(x)", "super::f"),
            ("/* fn f(x */ unsafe fn f(x: f64) {}", "|a0| unsafe { super::f(a0) }"),
            ("// unsafe\nfn f(x: f64) {}", "super::f"),
            ("#[no_mangle] extern \"C\" fn f() {}", "|| unsafe { super::f() }"),
            (
                "extern fn f<'a>(x: [f64; 2], g: fn(i8, i8), y: P<A, B>,) {}",
                "|a0, a1, a2| unsafe { super::f(a0, a1, a2) }",
            ),
            ("unsafe fn f(", "|| unsafe { super::f() }"),
        ];
        for (text, wanted) in table {
            assert_eq!(callable(text, "f"), wanted, "{text}");
        }
        assert_eq!(
            callable("mod m { pub extern \"C\" fn f(x: f64) {} }", "m::f"),
            "|a0| unsafe { super::m::f(a0) }"
        );
    }
}
