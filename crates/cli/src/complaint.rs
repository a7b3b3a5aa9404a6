//! Complaints: what a command says in place of a result, and the exit code that goes with it.
//!
//! Every failure of the crates below becomes a [`Complaint`] here or beside the arguments that it is about; a command
//! returns it, and [`end`] is the one place that says it.

use crate::console::Console;
use crate::exit::Exit;
use campaign::accuracy::AccuracyFailure;
use campaign::check::CheckFailure;
use campaign::folder::FolderError;
use campaign::hunt::HuntFailure;
use campaign::learn::LearnFailure;
use campaign::save::Unsaved;
use expr::diagnostic::SourceText;
use std::fmt::Display;
use subject::SubjectReference;

/// What to say to the user, and how the program ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// Complete, with the places that it is about.
    pub text: String,
    pub exit: Exit,
}

impl Complaint {
    /// A complete text about bad input.
    pub fn new(text: impl Into<String>) -> Complaint {
        Complaint {
            text: text.into(),
            exit: Exit::BadInput,
        }
    }

    /// Bad input at a place, such as a file.
    pub fn at(place: impl Display, why: impl Display) -> Complaint {
        Complaint::new(format!("{place}: error: {why}"))
    }

    /// Bad input that is about the run as a whole.
    pub fn of_run(why: impl Display) -> Complaint {
        Complaint::at("lydian", why)
    }

    /// The same with another end of the program.
    pub fn with(self, exit: Exit) -> Complaint {
        Complaint { exit, ..self }
    }

    /// Says it; how the program ends.
    pub fn tell(&self, console: &Console) -> Exit {
        console.complaint(&self.text);
        self.exit
    }

    /// About an algorithm in this file.
    pub fn of_accuracy(file: impl Display, failure: AccuracyFailure) -> Complaint {
        match failure {
            AccuracyFailure::Config(why) => Complaint::of_run(why),
            AccuracyFailure::Source(why) => Complaint::at(file, why),
            AccuracyFailure::Target(broken) => Complaint::at(file, broken).with(Exit::Broken),
            AccuracyFailure::Interrupted => Complaint::at(file, "interrupted").with(Exit::Early),
        }
    }

    /// About a subject and the file of the suite that it was to be checked with.
    pub fn of_check(file: &str, subject: &SubjectReference, failure: CheckFailure) -> Complaint {
        match failure {
            CheckFailure::Suite(why) => Complaint::at(file, why),
            CheckFailure::Broken(broken) => Complaint::at(subject, broken).with(Exit::Broken),
            CheckFailure::Canary(why) => Complaint::at(subject, why).with(Exit::Broken),
            CheckFailure::Interrupted => Complaint::at(subject, "interrupted").with(Exit::Early),
        }
    }

    /// About a subject and the file of the specification that it was to be hunted with.
    pub fn of_hunt(file: &str, subject: &SubjectReference, failure: HuntFailure) -> Complaint {
        match failure {
            HuntFailure::Specification(why) => Complaint::at(file, why),
            HuntFailure::Broken(broken) => Complaint::at(subject, broken).with(Exit::Broken),
            HuntFailure::Canary(why) => Complaint::at(subject, why).with(Exit::Broken),
            HuntFailure::Interrupted => Complaint::at(subject, "interrupted").with(Exit::Early),
        }
    }

    /// About a contract.
    pub fn of_learn(source: &SourceText, failure: LearnFailure) -> Complaint {
        match failure {
            LearnFailure::Contract(errors) => Complaint::new(errors.render(source)),
            LearnFailure::Binding(why) => Complaint::at(source.name, why),
            LearnFailure::Subject { name, broken } => Complaint::at(name, broken).with(Exit::Broken),
            LearnFailure::Interrupted => Complaint::at(source.name, "interrupted").with(Exit::Early),
        }
    }
}

/// All of them, each on lines of its own.
impl From<Vec<String>> for Complaint {
    fn from(texts: Vec<String>) -> Complaint {
        Complaint::new(texts.join("\n"))
    }
}

impl From<Unsaved> for Complaint {
    fn from(unsaved: Unsaved) -> Complaint {
        Complaint::new(unsaved.to_string()).with(Exit::from(&unsaved))
    }
}

impl From<FolderError> for Complaint {
    fn from(error: FolderError) -> Complaint {
        let FolderError::Unsaved(unsaved) = error else {
            return Complaint::of_run(error);
        };
        let remedy = Complaint::of_run("what was written before is kept; --resume with the same arguments goes on");
        let Complaint { text, exit } = unsaved.into();
        Complaint::new(format!("{text}\n{}", remedy.text)).with(exit)
    }
}

/// The end of a command.
pub fn end(result: Result<Exit, Complaint>, console: &Console) -> Exit {
    result.unwrap_or_else(|complaint| complaint.tell(console))
}
