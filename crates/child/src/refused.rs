//! Why a child was not started.

use std::fmt;
use std::io;

/// Why a child was not started.
#[derive(Debug)]
pub enum Refused {
    /// The system refused something that is needed around the program.
    System {
        /// What it refused.
        what: &'static str,
        /// What it says.
        error: io::Error,
    },
    /// The program does not start.
    Start {
        /// The program.
        program: String,
        /// What the system says.
        error: io::Error,
    },
    /// Nothing is started any more: this process is about to end.
    Closed,
}

impl Refused {
    /// The program is not there.
    pub fn is_missing(&self) -> bool {
        matches!(self, Refused::Start { error, .. } if error.kind() == io::ErrorKind::NotFound)
    }

    pub(crate) fn system(what: &'static str) -> impl Fn(io::Error) -> Refused + Copy {
        move |error| Refused::System { what, error }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::System { what, error } => write!(f, "the system refuses {what}: {error}"),
            Refused::Start { program, error } => write!(f, "`{program}` does not start: {error}"),
            Refused::Closed => write!(f, "it was interrupted"),
        }
    }
}

impl std::error::Error for Refused {}
