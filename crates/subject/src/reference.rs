//! The text that names a subject.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// How a function is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubjectLanguage {
    /// A source in C.
    C,
    /// A source in C++.
    Cpp,
    /// A source in Fortran.
    Fortran,
    /// A source in Rust.
    Rust,
    /// A shared library.
    Library,
    /// A module of Python.
    Python,
    /// A file of GNU Octave.
    Octave,
}

/// Endings of file names.
const ENDINGS: &[(&str, SubjectLanguage)] = &[
    (".c", SubjectLanguage::C),
    (".cpp", SubjectLanguage::Cpp),
    (".cc", SubjectLanguage::Cpp),
    (".cxx", SubjectLanguage::Cpp),
    (".C", SubjectLanguage::Cpp),
    (".f90", SubjectLanguage::Fortran),
    (".F90", SubjectLanguage::Fortran),
    (".f95", SubjectLanguage::Fortran),
    (".f03", SubjectLanguage::Fortran),
    (".f08", SubjectLanguage::Fortran),
    (".f", SubjectLanguage::Fortran),
    (".for", SubjectLanguage::Fortran),
    (".rs", SubjectLanguage::Rust),
    (".so", SubjectLanguage::Library),
    (".py", SubjectLanguage::Python),
    (".m", SubjectLanguage::Octave),
];

impl SubjectLanguage {
    /// Are its functions called through a prototype of C?
    pub(crate) fn has_prototypes(self) -> bool {
        matches!(self, SubjectLanguage::C | SubjectLanguage::Library)
    }

    /// The name in records.
    pub fn kind(self) -> &'static str {
        match self {
            SubjectLanguage::C => "c",
            SubjectLanguage::Cpp => "cpp",
            SubjectLanguage::Fortran => "fortran",
            SubjectLanguage::Rust => "rust",
            SubjectLanguage::Library => "library",
            SubjectLanguage::Python => "python",
            SubjectLanguage::Octave => "octave",
        }
    }

    fn of_file(name: &str) -> Option<SubjectLanguage> {
        let row = ENDINGS.iter().find(|(ending, _)| name.ends_with(ending));
        let versioned = name.rsplit('/').next().is_some_and(|last| last.contains(".so."));
        row.map(|row| row.1).or(versioned.then_some(SubjectLanguage::Library))
    }
}

/// A subject as it is named on the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SubjectReference {
    /// A function in a file.
    Function {
        /// How it is reached.
        language: SubjectLanguage,
        /// The file.
        file: PathBuf,
        /// Its name in that file.
        name: String,
    },
    /// A program that reads a line of inputs and writes a line with the answer, again and again.
    Command {
        /// The program and its arguments.
        words: Vec<String>,
    },
}

/// A text that names no subject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoReference {
    text: String,
    why: String,
}

const FORMS: &str = "a subject is file.c:function (also .cpp .cc .cxx .f .f90 .f95 .f03 .rs), lib.so:symbol, \
    module.py:function, file.m:function or cmd:program arguments";

impl fmt::Display for NoReference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` names no subject: {}; {FORMS}", self.text, self.why)
    }
}

impl std::error::Error for NoReference {}

impl FromStr for SubjectReference {
    type Err = NoReference;

    fn from_str(text: &str) -> Result<SubjectReference, NoReference> {
        let refuse = |why: &str| NoReference {
            text: text.into(),
            why: why.into(),
        };
        if let Some(command) = text.strip_prefix("cmd:") {
            let words = shlex::split(command)
                .ok_or_else(|| refuse("a quote is not closed, or nothing follows its last backslash"))?;
            if words.is_empty() {
                return Err(refuse("the program is missing"));
            }
            return Ok(SubjectReference::Command { words });
        }
        // The name may contain colons (`space::f`), so the first colon behind a known ending counts.
        let mut colons = text.match_indices(':').map(|(at, _)| at);
        let split = colons.find_map(|at| Some((at, SubjectLanguage::of_file(&text[..at])?)));
        let Some((at, language)) = split else {
            return Err(refuse(missing_part(text)));
        };
        let (file, name) = (PathBuf::from(&text[..at]), text[at + 1..].trim().to_owned());
        if !is_name(&name) {
            return Err(refuse("behind the colon there is no name of a function"));
        }
        Ok(SubjectReference::Function { language, file, name })
    }
}

fn missing_part(text: &str) -> &'static str {
    if SubjectLanguage::of_file(text).is_some() {
        "the function is missing"
    } else if text.contains(':') {
        "the ending of the file is not known"
    } else {
        "there is no colon in it"
    }
}

/// A name is put into generated sources, so it is letters, digits, underscores, dots and colons only.
fn is_name(name: &str) -> bool {
    let first = name.chars().next();
    first.is_some_and(|c| c.is_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_alphanumeric() || "_.:".contains(c))
}

impl fmt::Display for SubjectReference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SubjectReference::Function { file, name, .. } => write!(f, "{}:{name}", file.display()),
            SubjectReference::Command { words } => {
                let line = shlex::try_join(words.iter().map(String::as_str));
                // A word of a command line has no NUL, the one letter that a shell cannot quote.
                write!(f, "cmd:{}", line.unwrap_or_else(|_| words.join(" ")))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_read_and_written_back() {
        let table = [
            ("hypot.c:hypot", "c"),
            ("a/b.cc:space::f", "cpp"),
            ("x.f90:f", "fortran"),
            ("x.rs:f", "rust"),
            ("/lib/libm.so.6:sin", "library"),
            ("./lib.so:f", "library"),
            ("m.py:f", "python"),
            ("C:/x.m:f", "octave"),
        ];
        for (text, kind) in table {
            let reference: SubjectReference = text.parse().unwrap();
            assert!(
                matches!(reference, SubjectReference::Function { language, .. } if language.kind() == kind),
                "{text}"
            );
            assert_eq!(reference.to_string(), text);
        }
        let reference: SubjectReference = "cmd:sh -c 'echo \"1\"' ''".parse().unwrap();
        let words = ["sh", "-c", "echo \"1\"", ""].map(str::to_owned).to_vec();
        assert_eq!(reference, SubjectReference::Command { words });
        assert_eq!(reference.to_string().parse(), Ok(reference));
    }

    #[test]
    fn what_is_no_subject_is_refused_with_a_reason() {
        let table = [
            ("", "no colon"),
            ("hypot.c", "function is missing"),
            ("hypot.c:", "no name"),
            ("hypot.c:a b", "no name"),
            ("hypot.java:f", "ending"),
            ("cmd:", "program is missing"),
            ("cmd:sh 'x", "not closed"),
        ];
        for (text, why) in table {
            let error = text.parse::<SubjectReference>().unwrap_err().to_string();
            assert!(error.contains(why) && error.contains("lib.so:symbol"), "{error}");
        }
    }
}
