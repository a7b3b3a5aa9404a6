//! A command line as its words: quotes and backslashes as in a shell, and nothing else of a shell.

/// The words of a command line, or what is wrong with it.
pub(super) fn split(line: &str) -> Result<Vec<String>, String> {
    let words = shlex::split(line).ok_or("a quotation has no end, or nothing follows its last backslash")?;
    match words.first() {
        Some(program) if !program.is_empty() => Ok(words),
        _ => Err("it names no program".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_keep_words_together() {
        for (line, words) in [
            ("z3", vec!["z3"]),
            ("  z3   -T:5 ", vec!["z3", "-T:5"]),
            (r#"'my solver' "a \" b" c\ d"#, vec!["my solver", "a \" b", "c d"]),
            (r"s --x='{}' ''", vec!["s", "--x={}", ""]),
            (r"s '\n'", vec!["s", r"\n"]),
        ] {
            assert_eq!(split(line).unwrap(), words, "{line}");
        }
    }

    #[test]
    fn what_is_no_command_is_refused() {
        for line in ["", "  ", "''", "z3 'x", "z3 \"x", r"z3 \"] {
            assert!(split(line).is_err(), "{line}");
        }
    }
}
