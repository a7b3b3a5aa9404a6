//! A command line as its words: quotes and backslashes as in a shell, and nothing else of a shell.

/// The words of a command line, or what is wrong with it.
pub(super) fn split(line: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match letter {
            c if c.is_whitespace() => words.extend(word.take()),
            '\'' | '"' => quoted(&mut letters, letter, word.get_or_insert_default())?,
            '\\' => word.get_or_insert_default().push(escaped(&mut letters)?),
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    match words.first() {
        Some(program) if !program.is_empty() => Ok(words),
        _ => Err("it names no program".into()),
    }
}

/// The rest of a quotation. A backslash counts in double quotes only.
fn quoted(letters: &mut impl Iterator<Item = char>, quote: char, word: &mut String) -> Result<(), String> {
    while let Some(letter) = letters.next() {
        match letter {
            c if c == quote => return Ok(()),
            '\\' if quote == '"' => word.push(escaped(letters)?),
            c => word.push(c),
        }
    }
    Err(format!("a quotation with {quote} has no end"))
}

fn escaped(letters: &mut impl Iterator<Item = char>) -> Result<char, String> {
    letters
        .next()
        .ok_or_else(|| "nothing follows its last backslash".into())
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
