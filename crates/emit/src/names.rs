//! Names of functions, modules and tests, as languages allow them.

/// How a language writes names.
#[derive(Debug)]
pub struct NameGrammar {
    /// What stands between the parts of a longer name, if it may have several.
    pub separator: Option<&'static str>,
    /// Whether a name may begin with an underscore.
    pub underscore_first: bool,
    /// How long a part may be.
    pub longest: usize,
}

/// C.
pub static C: NameGrammar = NameGrammar {
    separator: None,
    underscore_first: true,
    longest: usize::MAX,
};

/// C++ and Rust.
pub static COLONS: NameGrammar = NameGrammar {
    separator: Some("::"),
    ..C
};

/// Python, Julia and Octave.
pub static DOTS: NameGrammar = NameGrammar {
    separator: Some("."),
    ..C
};

/// Fortran.
pub static FORTRAN: NameGrammar = NameGrammar {
    separator: None,
    underscore_first: false,
    longest: 63,
};

/// Words of at least one of the languages, or names that the files themselves use, in lower case.
const TAKEN: &str = "\
    abstract alignas alignof and as asm assert async auto await bool box break call case cases catch char class \
    const constexpr contains continue crate def default del delete do double dyn elif else elseif end enum except \
    explicit export extern false final finally float fn for friend from function global goto if impl implicit \
    import in inline int interface is lambda let local long loop macro main match math memcpy mod module move mut \
    mutable namespace new none nonlocal not operator or override pass print printf private program protected pub \
    public pytest quote raise real ref register restrict result return self short signed sizeof snprintf static \
    std stop string struct subroutine super switch template test testing this throw trait true try type typedef \
    typename union unsafe unsigned until unwind_protect use using virtual void volatile where while with xor yield";

/// A text as an identifier of every language: ASCII letters, digits and single underscores, a letter first.
pub fn identifier(text: &str) -> String {
    let mut name = String::new();
    for c in text.chars() {
        match c {
            c if c.is_ascii_alphanumeric() => name.push(c),
            _ if name.is_empty() || name.ends_with('_') => {}
            _ => name.push('_'),
        }
    }
    let name = name.trim_end_matches('_');
    let lettered = match name.chars().next() {
        Some(c) if c.is_ascii_alphabetic() => name.to_owned(),
        _ => format!("f{name}"),
    };
    let short: String = lettered.chars().take(LONGEST).collect();
    let taken = is_taken(&short) || short.starts_with("lydian_");
    if taken { format!("{short}_") } else { short }
}

fn is_taken(name: &str) -> bool {
    TAKEN.split(' ').any(|word| word.eq_ignore_ascii_case(name))
}

/// Fortran allows 63 characters; one is kept for an underscore.
const LONGEST: usize = 62;

impl NameGrammar {
    /// What is wrong with a name that the caller typed, if anything.
    pub fn problem(&self, name: &str) -> Option<String> {
        let parts: Vec<&str> = match self.separator {
            Some(separator) => name.split(separator).collect(),
            None => vec![name],
        };
        let bad = parts.iter().any(|part| !self.is_identifier(part));
        bad.then(|| format!("`{}` is not a name in this language", name.escape_debug()))
    }

    fn is_identifier(&self, part: &str) -> bool {
        let first = |c: char| c.is_ascii_alphabetic() || (c == '_' && self.underscore_first);
        let rest = |c: char| c.is_ascii_alphanumeric() || c == '_';
        part.starts_with(first) && part.chars().all(rest) && part.len() <= self.longest
    }
}

/// What is wrong with a file to include, if anything.
pub fn header_problem(header: &str) -> Option<String> {
    let file = header
        .strip_prefix('<')
        .and_then(|rest| rest.strip_suffix('>'))
        .unwrap_or(header);
    let bad = |c: char| c.is_control() || "\"'<>\\$".contains(c);
    (file.is_empty() || file.contains(bad))
        .then(|| format!("`{}` cannot be written as a file to include", header.escape_debug()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_text_becomes_an_identifier() {
        let table = [
            ("doppler", "doppler"),
            ("x by y", "x_by_y"),
            ("NMSE problem 3.3.1", "NMSE_problem_3_3_1"),
            ("2nthrt", "f2nthrt"),
            ("__", "f"),
            ("", "f"),
            ("main", "main_"),
            ("End", "End_"),
            ("größe", "gr_e"),
            ("*/ \n\"%d\"", "d"),
            ("lydian_case", "lydian_case_"),
        ];
        for (text, name) in table {
            assert_eq!(identifier(text), name);
        }
        assert!(identifier(&"long".repeat(99)).len() <= 63);
    }

    #[test]
    fn typed_names_are_refused_not_repaired() {
        for name in ["", "a b", "f()", "1f", "a::b", "f;", "f\n", "é"] {
            assert!(C.problem(name).is_some(), "{name}");
        }
        for name in ["f", "_f", "my_f2"] {
            assert_eq!(C.problem(name), None);
        }
    }

    #[test]
    fn headers_cannot_end_their_line() {
        for header in ["", "<>", "a\"b", "a\nb", "<a"] {
            assert!(header_problem(header).is_some(), "{header}");
        }
        for header in ["a.h", "sub/a.h", "<a.h>", "../b c.h"] {
            assert_eq!(header_problem(header), None);
        }
    }
}
