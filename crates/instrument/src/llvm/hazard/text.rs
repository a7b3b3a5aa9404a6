//! What stands in the source where the compiled code leaves it open.

use std::collections::HashMap;
use std::path::PathBuf;

use inkwell::values::InstructionValue;

use crate::llvm::raw;

/// The files of the source, as far as the text in them can be trusted.
pub(crate) struct SourceTexts {
    files: HashMap<String, Option<Vec<u8>>>,
    /// A directive says that lines stand elsewhere, so that no place can be trusted.
    is_moved: bool,
    /// A cast begins where its instruction stands, and words of the language mean what they say.
    has_casts: bool,
    /// There are signed types of which the compiler does not mark steps.
    pub has_unmarked_steps: bool,
    /// There is signed arithmetic that the compiler does not mark at all.
    pub has_unmarked_sums: bool,
    /// A directive takes away what keeps the compiler's checks.
    pub loses_checks: bool,
}

/// Types that clang steps without a mark although they may be signed.
const UNMARKED_STEPS: [&str; 2] = ["enum", "wchar_t"];

/// Types and functions that clang computes with and does not mark.
const UNMARKED_SUMS: [&str; 4] = ["_Complex", "_Accum", "_Fract", "__builtin_align"];

/// Words of which types of casts are made.
const TYPE_WORDS: [&str; 6] = ["signed", "unsigned", "char", "short", "int", "long"];

impl SourceTexts {
    /// The texts of the files that were compiled, with what they include. C++ puts the conversions of a cast at the place of
    /// its operand.
    pub fn new(compiled: &[PathBuf], flags: &[String], is_c: bool) -> SourceTexts {
        let texts: Vec<Option<Vec<u8>>> = compiled.iter().map(|file| std::fs::read(file).ok()).collect();
        let any = |is: &dyn Fn(&[u8]) -> bool| texts.iter().any(|text| text.as_deref().is_none_or(is));
        let has = |words: &[&str]| any(&|text| words.iter().any(|word| contains(text, word)));
        let defines = |flag: &String| TYPE_WORDS.iter().any(|word| flag.starts_with(&format!("-D{word}")));
        SourceTexts {
            files: HashMap::new(),
            is_moved: any(&moves_lines),
            has_casts: is_c && !any(&renames_types) && !flags.iter().any(defines),
            has_unmarked_steps: has(&UNMARKED_STEPS),
            has_unmarked_sums: has(&UNMARKED_SUMS),
            loses_checks: any(&loses_checks),
        }
    }

    /// The line that an instruction comes from, cut at its column; `None` where that cannot be known. In a macro it is the
    /// use of the macro.
    fn around(&mut self, at: InstructionValue<'_>) -> Option<(String, String)> {
        let (file, line, column) = raw::location(at).filter(|_| !self.is_moved)?;
        let read = || std::fs::read(&file).ok().filter(|text| !moves_lines(text));
        let text = self.files.entry(file.clone()).or_insert_with(read).as_ref()?;
        let line = text.split(|byte| *byte == b'\n').nth(line.checked_sub(1)? as usize)?;
        // Columns count bytes, whatever these stand for.
        let (before, rest) = line.split_at_checked(column.checked_sub(1)? as usize)?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Some((text(before), text(rest)))
    }

    /// The rest of the line from the column on.
    pub fn at(&mut self, at: InstructionValue<'_>) -> Option<String> {
        self.around(at).map(|(_, rest)| rest)
    }

    /// Whether the source has `++` or `--` there; `None` where it has neither a sum nor a difference, as in a macro, or where
    /// the line is continued in the middle of it.
    pub fn is_step(&mut self, at: InstructionValue<'_>) -> Option<bool> {
        let rest = self.at(at)?;
        let is_cut = rest.get(1..).is_some_and(|next| next.starts_with(['\\', '?']));
        (rest.starts_with(['+', '-']) && !is_cut).then(|| rest.starts_with("++") || rest.starts_with("--"))
    }

    /// The type of a cast that is written there.
    pub fn cast(&mut self, at: InstructionValue<'_>) -> Option<WrittenCast> {
        let rest = self.at(at)?;
        self.has_casts.then(|| written_cast(&rest))?
    }

    /// Whether a member of a structure is read there, or something is assigned or initialised.
    pub fn is_access(&mut self, at: InstructionValue<'_>) -> bool {
        self.around(at).is_some_and(|(before, rest)| {
            let before = before.trim_end();
            let is_member = before.ends_with('.') || before.ends_with("->");
            is_member || ASSIGNS.iter().any(|sign| rest.starts_with(sign))
        })
    }
}

/// Signs that assign.
const ASSIGNS: [&str; 14] = [
    "{", "=", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=",
];

fn contains(text: &[u8], word: &str) -> bool {
    text.windows(word.len()).any(|window| window == word.as_bytes())
}

/// The directives of a text, without the sign that begins them in any of its spellings.
fn directives(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|byte| *byte == b'\n').filter_map(|line| {
        let line = line.trim_ascii_start();
        let signs: [&[u8]; 3] = [b"#", b"%:", b"??="];
        let directive = signs.iter().find_map(|sign| line.strip_prefix(*sign))?;
        Some(directive.trim_ascii_start())
    })
}

/// Whether a text has a directive such as `#line 7` or `# 7 "other.c"`.
fn moves_lines(text: &[u8]) -> bool {
    directives(text)
        .any(|directive| directive.starts_with(b"line") || directive.first().is_some_and(u8::is_ascii_digit))
}

/// Whether a text gives words of which types are made another meaning.
fn renames_types(text: &[u8]) -> bool {
    directives(text).any(|directive| {
        let name = directive.strip_prefix(b"define").map(<[u8]>::trim_ascii_start);
        name.is_some_and(|name| TYPE_WORDS.iter().any(|word| name.starts_with(word.as_bytes())))
    })
}

/// Whether a text undoes the definition by which attributes leave the checks alone.
fn loses_checks(text: &[u8]) -> bool {
    directives(text).any(|directive| {
        let name = directive.strip_prefix(b"undef").map(<[u8]>::trim_ascii_start);
        name.is_some_and(|name| name.starts_with(b"no_sanitize") || name.starts_with(b"__no_sanitize__"))
    })
}

/// A conversion that the source asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WrittenCast {
    /// Width and sign of the type, where it is named by words of the language.
    pub kind: Option<(u32, bool)>,
}

fn written_cast(rest: &str) -> Option<WrittenCast> {
    let inner = rest.strip_prefix('(')?;
    let name = &inner[..inner.find(')')?];
    Some(WrittenCast { kind: kind_of(name) })
}

/// Width and sign of a type. The sign of a bare `char` depends on flags, and types of the library may be somebody else's.
fn kind_of(name: &str) -> Option<(u32, bool)> {
    let words: Vec<&str> = name.split_whitespace().filter(|word| *word != "const").collect();
    if words.is_empty() || !words.iter().all(|word| TYPE_WORDS.contains(word)) {
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
            ("(uint8_t)x", Some(None)),
            ("int(x)", None),
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
        assert!(moves_lines(b"%:line 3\n") && renames_types(b"# define unsigned signed\n"));
        assert!(!renames_types(b"#define SIZE int\n"));
        assert!(!moves_lines(b"#include <x.h>\nint line = 8; // # 8\n"));
    }
}
