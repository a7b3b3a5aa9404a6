//! Exit codes, in one place.

use campaign::save::Unsaved;

/// How a run of the program ends. The greater code wins where several apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Exit {
    /// Done, and nothing was found.
    Done = 0,
    /// Done, and something was found.
    Findings = 1,
    /// Bad input or usage.
    BadInput = 2,
    /// Ended early; what was done is kept.
    Early = 3,
    /// The code under test cannot be built or called.
    Broken = 4,
    /// Something that was found or asked for could not be written.
    Unwritten = 5,
    /// A bug in Lydian.
    Bug = 70,
}

impl From<&Unsaved> for Exit {
    fn from(unsaved: &Unsaved) -> Exit {
        match unsaved.is_bad_path() {
            true => Exit::BadInput,
            false => Exit::Unwritten,
        }
    }
}

impl Exit {
    /// As the system sees it.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// In words, for summaries.
    pub fn outcome(self) -> &'static str {
        match self {
            Exit::Done => "done",
            Exit::Findings => "done, with findings",
            Exit::BadInput => "some input could not be used",
            Exit::Early => "interrupted",
            Exit::Broken => "the subject cannot be built or called",
            Exit::Unwritten => "not all could be written",
            Exit::Bug => "a bug in Lydian",
        }
    }
}
