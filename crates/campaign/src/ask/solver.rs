//! The user's solver: its command, and one run of it.

use super::answer::{self, Answer};
use super::child::{Children, End, MOST_OUTPUT, Ran};
use super::words;
use crate::export::Algebraic;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, ExitStatus};
use std::time::Duration;
use tempfile::NamedTempFile;

/// Stands for the file with the problem in a command.
const PLACE: &str = "{}";

/// A command that solves SMT-LIB files.
#[derive(Clone, Debug)]
pub struct Solver {
    words: Vec<String>,
    limit: Duration,
    children: Children,
}

impl Solver {
    /// The solver of a command line, with seconds for each problem; or why there is none.
    pub fn new(command: &str, seconds: f64) -> Result<Solver, String> {
        let words = words::split(command).map_err(|why| format!("`{command}` is no command: {why}"))?;
        if !is_program(&words[0]) {
            return Err(format!(
                "there is no program `{}`: install it, or give the path to it",
                words[0]
            ));
        }
        Ok(Solver {
            words,
            limit: Duration::try_from_secs_f64(seconds).map_err(|e| format!("{seconds} seconds: {e}"))?,
            children: Children::default(),
        })
    }

    /// Its processes, to be ended by an interrupt.
    pub fn children(&self) -> &Children {
        &self.children
    }

    /// The command without the folder of its program, for people.
    pub fn name(&self) -> String {
        let program = Path::new(&self.words[0]).file_name();
        let program = program.map_or_else(|| self.words[0].clone(), |name| name.to_string_lossy().into());
        let rest = self.words[1..].iter().map(String::as_str);
        let words: Vec<&str> = std::iter::once(program.as_str()).chain(rest).collect();
        format!("`{}`", words.join(" "))
    }

    /// Runs the solver on a problem.
    pub(super) fn put(&self, problem: &Algebraic) -> Answer {
        let Some(slot) = self.children.enter() else {
            return Answer::None("was interrupted".into());
        };
        // Dropped before the slot: whoever waits for the slot finds no file left.
        let file = match written(&problem.text) {
            Ok(file) => file,
            Err(e) => return Answer::None(format!("was not asked: no temporary file can be written: {e}")),
        };
        match slot.run(&mut self.command(file.path()), self.limit) {
            Ok(ran) => self.answer(&ran, problem),
            Err(e) => Answer::None(format!("could not be run: {e}")),
        }
    }

    fn command(&self, file: &Path) -> Command {
        let file = file.to_string_lossy();
        let mut words: Vec<String> = self.words.iter().map(|word| word.replace(PLACE, &file)).collect();
        if words == self.words {
            words.push(file.into());
        }
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]);
        command
    }

    /// What was written counts, however the process ended.
    fn answer(&self, ran: &Ran, problem: &Algebraic) -> Answer {
        let text = String::from_utf8_lossy(&ran.output);
        answer::read(&text, &problem.inputs).unwrap_or_else(|| {
            Answer::None(match ran.end {
                End::Timeout => format!("gave no answer within {} s", self.limit.as_secs_f64()),
                End::Flood => format!("wrote more than {} MB and no answer", MOST_OUTPUT >> 20),
                End::Ended(status) => format!("gave no answer: {}", without(status, &text)),
            })
        })
    }
}

/// What there was instead of an answer.
fn without(status: ExitStatus, text: &str) -> String {
    let said = answer::excerpt(text);
    match (status.signal(), status.code()) {
        (Some(signal), _) => format!("signal {signal} ended it"),
        _ if !said.is_empty() => format!("it wrote `{said}`"),
        (_, code) => format!("it wrote nothing and ended with code {}", code.unwrap_or_default()),
    }
}

fn written(text: &str) -> std::io::Result<NamedTempFile> {
    let mut file = tempfile::Builder::new().prefix("lydian-").suffix(".smt2").tempfile()?;
    file.write_all(text.as_bytes())?;
    Ok(file)
}

/// Whether a word names a program: by its path, or in one of the folders of `PATH`.
fn is_program(word: &str) -> bool {
    let executable = |path: &Path| {
        path.metadata()
            .is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
    };
    if word.contains('/') {
        return executable(Path::new(word));
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| executable(&folder.join(word)))
}
