//! Names of functions and their lines in a source, by a simple look at its text.

/// How a definition looks in a language.
pub struct DefinitionLook {
    /// Words before the name; empty where none is needed.
    keywords: &'static [&'static str],
    /// Letters of either case are the same.
    fold: bool,
    /// Results may stand before the name: `function y = f(x)`.
    results_first: bool,
}

/// C++: a name before a parenthesis on a line that is no statement.
pub const CPP: DefinitionLook = DefinitionLook {
    keywords: &[],
    fold: false,
    results_first: false,
};

/// Fortran.
pub const FORTRAN: DefinitionLook = DefinitionLook {
    keywords: &["function", "subroutine"],
    fold: true,
    results_first: false,
};

/// Rust.
pub const RUST: DefinitionLook = DefinitionLook {
    keywords: &["fn"],
    fold: false,
    results_first: false,
};

/// Python.
pub const PYTHON: DefinitionLook = DefinitionLook {
    keywords: &["def"],
    fold: false,
    results_first: false,
};

/// Octave.
pub const OCTAVE: DefinitionLook = DefinitionLook {
    keywords: &["function"],
    fold: false,
    results_first: true,
};

/// The line of a function, from 1.
pub fn line(text: &str, look: &DefinitionLook, name: &str) -> Option<usize> {
    let simple = name.rsplit([':', '.']).next().unwrap_or(name);
    found(text, look)
        .into_iter()
        .find(|(found, _)| same(look, found, simple))
        .map(|f| f.1)
}

/// The names of all functions.
pub fn all(text: &str, look: &DefinitionLook) -> Vec<String> {
    found(text, look).into_iter().map(|f| f.0).collect()
}

fn same(look: &DefinitionLook, a: &str, b: &str) -> bool {
    if look.fold { a.eq_ignore_ascii_case(b) } else { a == b }
}

fn found(text: &str, look: &DefinitionLook) -> Vec<(String, usize)> {
    let lines = text.lines().enumerate();
    let one = |(i, line): (usize, &str)| name_in(line, look).map(|name| (name, i + 1));
    lines.filter_map(one).collect()
}

/// The name of the function that a line defines.
fn name_in(line: &str, look: &DefinitionLook) -> Option<String> {
    let words = words(line);
    if look.keywords.is_empty() {
        return cpp_name(line);
    }
    // `end function f` defines nothing.
    if words
        .first()
        .is_some_and(|w| w.starts_with(['!', '#', '%']) || w.eq_ignore_ascii_case("end"))
    {
        return None;
    }
    let at = words
        .iter()
        .position(|w| look.keywords.iter().any(|k| same(look, k, w)))?;
    let rest = &words[at + 1..];
    let equals = rest
        .iter()
        .position(|w| look.results_first && w == "=")
        .map_or(0, |p| p + 1);
    rest.get(equals).filter(|w| is_name(w)).cloned()
}

fn cpp_name(line: &str) -> Option<String> {
    let open = line.find('(')?;
    let before = words(&line[..open]);
    let plain = !line.starts_with([' ', '\t', '#', '/', '}']) && !line.trim_end().ends_with(';');
    let indented_definition = line.contains('{') && before.len() > 1 && before[0] != "return";
    let name = before.last().filter(|w| is_name(w))?;
    ((plain || indented_definition) && before.len() > 1).then(|| name.clone())
}

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Names, and every other sign that is no blank by itself.
fn words(line: &str) -> Vec<String> {
    let mut words: Vec<String> = vec![];
    let mut joined = false;
    for c in line.chars() {
        let part = c.is_alphanumeric() || c == '_';
        match words.last_mut() {
            Some(word) if part && joined => word.push(c),
            _ if c.is_whitespace() => {}
            _ => words.push(c.to_string()),
        }
        joined = part;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_are_found_in_every_language() {
        let table = [
            (
                &CPP,
                "#include <x>\nnamespace n {\ndouble f(double x) {\n  return g(x);\n}\n",
                "n::f",
                3,
            ),
            (
                &CPP,
                "namespace n {\n  inline double f(double x) { return x; }\n}",
                "f",
                2,
            ),
            (
                &FORTRAN,
                "module m\ncontains\nreal(8) FUNCTION F(x)\nend function f\n",
                "f",
                3,
            ),
            (&RUST, "// fn\npub fn f(x: f64) -> f64 {", "f", 2),
            (&PYTHON, "import math\n\ndef f(x):\n  return x\n", "f", 3),
            (&OCTAVE, "1;\nfunction [y, z] = f(x)\n", "f", 2),
            (&OCTAVE, "function f (x)\n", "f", 1),
        ];
        for (look, text, name, expected) in table {
            assert_eq!(line(text, look, name), Some(expected), "{text}");
            assert_eq!(line(text, look, "other"), None, "{text}");
        }
    }
}
