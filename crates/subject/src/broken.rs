//! Why a subject cannot be tested at all.

use child::Refused;
use std::fmt;
use std::io;

/// A subject that cannot be built, loaded or called: what is wrong, and what can be done about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// What is wrong.
    pub what: String,
    /// What can be done about it.
    pub remedy: String,
}

impl Broken {
    /// From what is wrong and what to do.
    pub fn new(what: impl Into<String>, remedy: impl Into<String>) -> Broken {
        Broken {
            what: what.into(),
            remedy: remedy.into(),
        }
    }

    /// The operating system refused something.
    pub(crate) fn system(what: &str, error: &io::Error) -> Broken {
        Broken::new(
            format!("the system refuses {what}: {error}"),
            "free some resources and try again",
        )
    }
}

impl From<Refused> for Broken {
    fn from(refused: Refused) -> Broken {
        let remedy = match &refused {
            Refused::System { .. } => "free some resources and try again".to_owned(),
            Refused::Start { program, error } => match error.kind() {
                io::ErrorKind::NotFound => format!("install it, or write the path of `{program}`"),
                io::ErrorKind::PermissionDenied => format!("make it executable: chmod +x {program}"),
                _ => "start it by hand to see what is wrong".to_owned(),
            },
            Refused::Closed => "start again".to_owned(),
        };
        Broken::new(refused.to_string(), remedy)
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n  remedy: {}", self.what, self.remedy)
    }
}

impl std::error::Error for Broken {}
