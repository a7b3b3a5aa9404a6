//! Octave as MATLAB: the grammar knows MATLAB, so what only Octave has is replaced by something of the same length.
//!
//! Positions stay what they are, and edits are made on the text as it was written.
//! A literal that only the replacement has is not in that text, so the engine leaves it alone.

/// Words of Octave and how MATLAB's grammar reads them; spaces fill up.
const WORDS: [(&str, &str); 12] = [
    ("endif", "end"),
    ("endwhile", "end"),
    ("endfor", "end"),
    ("endparfor", "end"),
    ("endfunction", "end"),
    ("endswitch", "end"),
    ("end_try_catch", "end"),
    ("end_unwind_protect", "end"),
    ("unwind_protect", "try"),
    ("unwind_protect_cleanup", "catch"),
    // The body of a loop with its condition at the end becomes part of what is around it.
    ("do", ""),
    ("until", ""),
];

/// Operators of Octave and how MATLAB's grammar reads them, longer ones first.
const OPERATORS: [(&str, &str); 18] = [
    // These are not assignments.
    ("==", "=="),
    ("<=", "<="),
    (">=", ">="),
    ("~=", "~="),
    ("!=", "~="),
    (".*=", "  ="),
    ("./=", "  ="),
    (".^=", "  ="),
    ("+=", " ="),
    ("-=", " ="),
    ("*=", " ="),
    ("/=", " ="),
    ("^=", " ="),
    ("|=", " ="),
    ("&=", " ="),
    ("**", ".^"),
    ("!", "~"),
    ("...", "..."),
];

/// The same text in the words of MATLAB, byte for byte of the same length.
pub(crate) fn as_matlab(source: &str) -> String {
    let mut reader = DialectReader::default();
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let (taken, written) = reader.next(rest, first);
        reader.out.push_str(&written);
        rest = &rest[taken..];
    }
    reader.out
}

/// What has been read so far.
#[derive(Default)]
struct DialectReader {
    out: String,
    /// Brackets that are open.
    brackets: Vec<char>,
    /// Within the first line of a function.
    head: bool,
    /// Within the default value of an argument.
    default: bool,
}

impl DialectReader {
    /// The next piece of a text: its length, and how it is written.
    fn next(&mut self, rest: &str, first: char) -> (usize, String) {
        let inside = self.brackets.last() == Some(&'(');
        if inside && rest.starts_with("...") {
            return blank(rest.lines().next().unwrap_or_default().len());
        }
        let (taken, written) = piece(rest, first, &self.out);
        self.note(&rest[..taken], first);
        // Lines go on inside parentheses, and default values are only Octave's.
        if self.default || (inside && matches!(first, '\n' | '\r' | '%' | '#')) {
            return blank(taken);
        }
        (taken, written)
    }

    fn note(&mut self, taken: &str, first: char) {
        match first {
            '(' | '[' | '{' => self.brackets.push(first),
            ')' | ']' | '}' => _ = self.brackets.pop(),
            '\n' if self.brackets.is_empty() => self.head = false,
            _ => self.head |= taken == "function",
        }
        let argument = self.head && self.brackets == ['('];
        let ends = first == ',' && argument || !self.head || self.brackets.is_empty();
        self.default = (self.default && !ends) || (argument && taken == "=");
    }
}

/// Spaces in the place of this many bytes.
fn blank(length: usize) -> (usize, String) {
    (length, " ".repeat(length))
}

/// The next piece of a text: its length, and how it is written.
fn piece(rest: &str, first: char, before: &str) -> (usize, String) {
    let as_is = |length: usize| (length, rest[..length].to_string());
    match first {
        '%' | '#' => comment(rest, before),
        '"' => as_is(quoted(rest, '"')),
        '\'' if !is_transpose(before) => as_is(quoted(rest, '\'')),
        c if c.is_alphanumeric() || c == '_' => word(rest, before),
        _ => operator(rest, before).unwrap_or_else(|| as_is(first.len_utf8())),
    }
}

/// A comment up to the end of its line, or to the end of its block.
fn comment(rest: &str, before: &str) -> (usize, String) {
    let line = rest.lines().next().unwrap_or_default();
    let alone = before.rsplit('\n').next().unwrap_or_default().trim().is_empty();
    let block = alone && matches!(line.trim_end(), "%{" | "#{");
    let length = if block { block_end(rest) } else { line.len() };
    (length, rest[..length].replace('#', "%"))
}

/// Where a block comment ends: after the line that closes the outermost one.
fn block_end(rest: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    for line in rest.split_inclusive('\n') {
        at += line.len();
        match line.trim() {
            "%{" | "#{" => depth += 1,
            "%}" | "#}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    at
}

/// The length of a string, which ends on its line; doubled quotes belong to it, and `\` guards within `"`.
fn quoted(rest: &str, quote: char) -> usize {
    let mut letters = rest.char_indices().skip(1).peekable();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\n' => return at,
            '\\' if quote == '"' => _ = letters.next(),
            c if c == quote && letters.peek().is_some_and(|(_, next)| *next == quote) => _ = letters.next(),
            c if c == quote => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

/// After an operand without a space, `'` transposes.
fn is_transpose(before: &str) -> bool {
    let last = before.chars().next_back();
    last.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | ')' | ']' | '}' | '\'' | '.' | '"'))
}

/// A word or a number.
fn word(rest: &str, before: &str) -> (usize, String) {
    let length = rest
        .find(|c: char| !(c.is_alphanumeric() || c == '_'))
        .unwrap_or(rest.len());
    let word = &rest[..length];
    // A field may have any name.
    let field = before.ends_with('.') && !before.ends_with("..");
    let known = WORDS.iter().find(|(octave, _)| *octave == word && !field);
    let written = known.map_or(word.to_string(), |(_, matlab)| format!("{matlab:length$}"));
    (length, written)
}

/// An operator that MATLAB has not.
fn operator(rest: &str, before: &str) -> Option<(usize, String)> {
    if let Some(step) = increment(rest, before) {
        return Some(step);
    }
    let (octave, matlab) = OPERATORS.iter().find(|(octave, _)| rest.starts_with(octave))?;
    Some((octave.len(), matlab.to_string()))
}

/// `x++` as a statement is read as `x=0`: an assignment that can be left out.
fn increment(rest: &str, before: &str) -> Option<(usize, String)> {
    let step = rest.starts_with("++") || rest.starts_with("--");
    let after = rest.get(2..)?.trim_start_matches([' ', '\t']);
    let ends = after.is_empty() || after.starts_with([';', ',', '\n', '\r', '%', '#']);
    let name = before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | ')'));
    (step && ends && name).then(|| (2, "=0".to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_only_octave_has_is_read_as_matlab() {
        let cases = [
            ("if !x, y != 2; endif", "if ~x, y ~= 2; end  "),
            ("s += 2; # more", "s  = 2; % more"),
            ("s .*= t", "s   = t"),
            ("s++; a == b; c <= d", "s=0; a == b; c <= d"),
            ("do\n n--;\nuntil n < 3", "  \n n=0;\n      n < 3"),
            ("x = 'it''s # 1'; y = x';", "x = 'it''s # 1'; y = x';"),
            ("printf(\"a \\\" # !\"); z = !a;", "printf(\"a \\\" # !\"); z = ~a;"),
            ("s.endif = 1; y = x**2", "s.endif = 1; y = x.^2"),
            ("#{\n a != b\n#}\n!c", "%{\n a != b\n%}\n~c"),
            ("a = b' + 'x!';", "a = b' + 'x!';"),
            ("é = 'ü", "é = 'ü"),
            ("f (a, # one\n b)\nc", "f (a,        b)\nc"),
            ("f (a, ... one\n b)", "f (a,          b)"),
            ("[a, ...\n b]", "[a, ...\n b]"),
            (
                "function y = f (a = g(1, 2), b = 3)\n y = a;",
                "function y = f (a          , b    )\n y = a;",
            ),
        ];
        for (octave, matlab) in cases {
            assert_eq!(as_matlab(octave), matlab);
            assert_eq!(octave.len(), matlab.len(), "{octave}");
        }
    }
}
