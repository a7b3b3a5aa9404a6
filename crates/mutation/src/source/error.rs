//! What can be wrong with a request for source mutants.

use std::fmt;

/// Why there are no mutants of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourceError {
    /// The text is not in the language, as far as its grammar here knows it.
    Syntax {
        /// The language's name.
        language: &'static str,
        /// Line, from 1.
        line: usize,
        /// Character in the line, from 1.
        column: usize,
        /// The line itself, trimmed.
        text: String,
    },
    /// The file defines no function of that name.
    UnknownFunction {
        /// The name that was asked for.
        name: String,
        /// Functions of the file, the nearest names first.
        near: Vec<String>,
    },
    /// The scope has nothing that the operators could change.
    Empty {
        /// The scope in words.
        scope: String,
    },
}

impl fmt::Display for SourceError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            SourceError::Syntax {
                language,
                line,
                column,
                text,
            } => write!(
                f,
                "line {line}, column {column}: `{text}` is not {language} that can be read; correct it, or put it into another file"
            ),
            SourceError::UnknownFunction { name, near } if near.is_empty() => {
                write!(f, "there is no function `{name}`, nor any other; give a range of lines")
            }
            SourceError::UnknownFunction { name, near } => {
                write!(f, "there is no function `{name}`; there is `{}`", near.join("`, `"))
            }
            SourceError::Empty { scope } => {
                write!(
                    f,
                    "nothing in {scope} can be mutated; widen the scope or allow more operators"
                )
            }
        }
    }
}

impl std::error::Error for SourceError {}
