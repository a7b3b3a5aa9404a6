//! Long functions and long files.

use crate::{source, tree};
use std::path::Path;

/// A function longer than this is mentioned.
const LONG_FUNCTION: usize = 80;

/// A function longer than this is an error, unless it belongs to a test: tables of cases may be long.
const TOO_LONG_FUNCTION: usize = 100;

/// A file longer than this is mentioned.
const LONG_FILE: usize = 700;

/// Something that has this many lines.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Sized {
    place: String,
    lines: usize,
}

/// Functions that are too long. Long functions and files are printed.
pub fn problems(root: &Path) -> Vec<String> {
    let (functions, files) = measure(root);
    for long in files.iter().filter(|f| f.lines > LONG_FILE) {
        println!("note: {} has {} lines", long.place, long.lines);
    }
    for long in functions.iter().filter(|f| f.lines > LONG_FUNCTION) {
        println!("note: {} has {} lines", long.place, long.lines);
    }
    too_long(&functions)
}

fn too_long(functions: &[Sized]) -> Vec<String> {
    let long = functions
        .iter()
        .filter(|f| f.lines > TOO_LONG_FUNCTION && !f.place.contains("/tests/"));
    long.map(|f| format!("{} has {} lines; {TOO_LONG_FUNCTION} is the limit", f.place, f.lines))
        .collect()
}

/// All functions and all files.
fn measure(root: &Path) -> (Vec<Sized>, Vec<Sized>) {
    let (mut functions, mut files) = (vec![], vec![]);
    for path in ["crates", "xtask"]
        .iter()
        .flat_map(|folder| tree::files(&root.join(folder), ".rs"))
    {
        let (text, name) = (tree::read(&path), tree::shown(&path, root));
        functions.extend(functions_of(&text, &name));
        files.push(Sized {
            lines: text.lines().count(),
            place: name,
        });
    }
    (functions, files)
}

fn functions_of(text: &str, name: &str) -> Vec<Sized> {
    let code = source::blank(text);
    let starts = code.match_indices("fn ").map(|(at, _)| at);
    starts.filter_map(|at| function_at(&code, at, name)).collect()
}

/// The function whose `fn` stands at `at`, if it has a body.
fn function_at(code: &str, at: usize, name: &str) -> Option<Sized> {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    if code[..at].chars().next_back().is_some_and(part) {
        return None;
    }
    let function: String = code[at + 3..].chars().take_while(|c| part(*c)).collect();
    let open = body_start(code, at)?;
    let (first, last) = (
        source::line_of(code, at),
        source::line_of(code, source::closing_brace(code, open)),
    );
    (!function.is_empty()).then(|| Sized {
        place: format!("{name}:{first}: `{function}`"),
        lines: last - first + 1,
    })
}

/// The brace that opens the body; none for a mere declaration. Semicolons of array types do not count.
fn body_start(code: &str, at: usize) -> Option<usize> {
    let mut depth = 0;
    for (index, b) in code.bytes().enumerate().skip(at) {
        match b {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth -= 1,
            b'{' if depth == 0 => return Some(index),
            b';' if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_function_is_too_long() {
        assert_eq!(too_long(&measure(&tree::root()).0), Vec::<String>::new());
    }

    #[test]
    fn lines_of_functions_are_counted() {
        let text = "fn a() {}\ntrait T {\n  fn b(x: [u8; 2]);\n  fn c(x: [u8; 2]) {\n    // }\n    if x {}\n  }\n}\n";
        let found: Vec<(String, usize)> = functions_of(text, "f.rs")
            .into_iter()
            .map(|f| (f.place, f.lines))
            .collect();
        assert_eq!(found, [("f.rs:1: `a`".into(), 1), ("f.rs:4: `c`".into(), 4)]);
    }
}
