//! What stands in the source where the compiled code leaves it open.

use std::collections::HashMap;
use std::path::PathBuf;

use inkwell::values::InstructionValue;

use crate::llvm::raw;

/// The files of the source, read when they are needed.
pub(crate) struct SourceTexts {
    files: HashMap<String, Option<Vec<u8>>>,
    /// A directive says that lines stand elsewhere, so that no place can be trusted.
    is_moved: bool,
}

impl SourceTexts {
    /// The texts around the files that were given.
    pub fn new(given: &[PathBuf]) -> SourceTexts {
        let is_moved = |file: &PathBuf| std::fs::read(file).is_ok_and(|text| moves_lines(&text));
        SourceTexts {
            files: HashMap::new(),
            is_moved: given.iter().any(is_moved),
        }
    }

    /// The rest of the line that an instruction comes from, from its column on; `None` where that cannot be known. In a
    /// macro it is the use of the macro.
    pub fn at(&mut self, at: InstructionValue<'_>) -> Option<String> {
        let (file, line, column) = raw::location(at).filter(|_| !self.is_moved)?;
        let read = || std::fs::read(&file).ok().filter(|text| !moves_lines(text));
        let text = self.files.entry(file.clone()).or_insert_with(read).as_ref()?;
        let line = text.split(|byte| *byte == b'\n').nth(line.checked_sub(1)? as usize)?;
        // Columns count bytes, whatever these stand for.
        let rest = line.get(column.checked_sub(1)? as usize..)?;
        Some(String::from_utf8_lossy(rest).into_owned())
    }

    /// Whether the source has `++` or `--` there; `None` where it has neither a sum nor a difference, as in a macro.
    pub fn is_step(&mut self, at: InstructionValue<'_>) -> Option<bool> {
        let rest = self.at(at)?;
        rest.starts_with(['+', '-'])
            .then(|| rest.starts_with("++") || rest.starts_with("--"))
    }

    /// The type of a cast that is written there.
    pub fn cast(&mut self, at: InstructionValue<'_>) -> Option<WrittenCast> {
        written_cast(&self.at(at)?)
    }
}

/// Whether a text has a directive such as `#line 7` or `# 7 "other.c"`.
fn moves_lines(text: &[u8]) -> bool {
    text.split(|byte| *byte == b'\n').any(|line| {
        let Some(directive) = line.trim_ascii_start().strip_prefix(b"#") else {
            return false;
        };
        let directive = directive.trim_ascii_start();
        directive.starts_with(b"line") || directive.first().is_some_and(u8::is_ascii_digit)
    })
}

/// A conversion that the source asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WrittenCast {
    /// Width and sign of the type, where it is named by words of the language or of its library.
    pub kind: Option<(u32, bool)>,
}

/// Beginnings of casts, with what ends the name of the type.
const CASTS: [(&str, char); 4] = [
    ("static_cast<", '>'),
    ("reinterpret_cast<", '>'),
    ("const_cast<", '>'),
    ("(", ')'),
];

fn written_cast(rest: &str) -> Option<WrittenCast> {
    for (start, end) in CASTS {
        if let Some(inner) = rest.strip_prefix(start) {
            let name = &inner[..inner.find(end)?];
            return Some(WrittenCast { kind: kind_of(name) });
        }
    }
    // `int(x)` of C++.
    let name = &rest[..rest.find(['(', '{'])?];
    kind_of(name).map(|kind| WrittenCast { kind: Some(kind) })
}

/// Types of a fixed width: without `u` they are signed.
const FIXED: [(&str, u32); 9] = [
    ("int8_t", 8),
    ("int16_t", 16),
    ("int32_t", 32),
    ("int64_t", 64),
    ("int_least8_t", 8),
    ("int_least16_t", 16),
    ("int_least32_t", 32),
    ("int_least64_t", 64),
    ("intmax_t", 64),
];

/// Width and sign of a type. The sign of a bare `char` depends on flags.
fn kind_of(name: &str) -> Option<(u32, bool)> {
    let words: Vec<&str> = name.split_whitespace().filter(|word| *word != "const").collect();
    if let [word] = words[..] {
        let word = word.strip_prefix("std::").unwrap_or(word);
        let bare = word.strip_prefix('u').unwrap_or(word);
        if let Some((_, bits)) = FIXED.iter().find(|(known, _)| *known == bare) {
            return Some((*bits, bare == word));
        }
    }
    let known = ["signed", "unsigned", "char", "short", "int", "long"];
    if words.is_empty() || !words.iter().all(|word| known.contains(word)) {
        return None;
    }
    let has = |word: &str| words.contains(&word);
    let bits = match () {
        () if has("char") => 8,
        () if has("short") => 16,
        () if has("long") => 64,
        () => 32,
    };
    let is_told = has("signed") || has("unsigned") || !has("char");
    is_told.then(|| (bits, !has("unsigned")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_of_casts_are_read() {
        let kind = |text: &str| written_cast(text).map(|cast| cast.kind);
        for (text, expected) in [
            ("(int)x", Some(Some((32, true)))),
            ("(unsigned char)(x + 1)", Some(Some((8, false)))),
            ("( short  unsigned )x", Some(Some((16, false)))),
            ("(uint8_t)x", Some(Some((8, false)))),
            ("static_cast<signed char>(x)", Some(Some((8, true)))),
            ("int(x)", Some(Some((32, true)))),
            ("(char)x", Some(None)),
            ("(word)x", Some(None)),
            ("(x + y)", Some(None)),
            ("LOW(x)", None),
            ("= x;", None),
        ] {
            assert_eq!(kind(text), expected, "{text}");
        }
    }

    #[test]
    fn directives_that_move_lines_are_seen() {
        assert!(moves_lines(b"int a;\n  # line 8\n") && moves_lines(b"# 1 \"a.y\"\n"));
        assert!(!moves_lines(b"#include <x.h>\nint line = 8; // # 8\n"));
    }
}
