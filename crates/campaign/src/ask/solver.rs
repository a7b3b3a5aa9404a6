//! The user's solver: its command, and one run of it.

use super::answer::{self, SolverAnswer};
use super::words;
use child::{Allowance, Ending, Finished, ProcessLimits, Scratch};
use export::Algebraic;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Stands for the file with the problem in a command.
const PLACE: &str = "{}";

/// A command that solves SMT-LIB files.
#[derive(Clone, Debug)]
pub struct Solver {
    words: Vec<String>,
    limit: Duration,
    desk: Arc<Desk>,
}

/// Where problems are written for the solver.
#[derive(Debug)]
struct Desk {
    folder: Scratch,
    next: AtomicU64,
}

/// Bytes of output that are read; more end the solver.
const MOST_OUTPUT: u64 = 1 << 20;

/// What a solver may use beside its time.
const LIMITS: ProcessLimits = ProcessLimits {
    memory: 8 << 30,
    file: 1 << 30,
};

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
            desk: Arc::new(Desk::new().map_err(|e| format!("no temporary folder can be made: {e}"))?),
        })
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
    pub(super) fn put(&self, problem: &Algebraic) -> SolverAnswer {
        let file = match self.desk.write(&problem.text) {
            Ok(file) => file,
            Err(e) => return SolverAnswer::None(format!("was not asked: no temporary file can be written: {e}")),
        };
        let allowance = Allowance {
            time: self.limit,
            silence: Duration::MAX,
            output: MOST_OUTPUT,
            limits: LIMITS,
        };
        let answer = match child::run(self.command(&file), &allowance) {
            Ok(done) => self.answer(&done, problem),
            Err(refused) => SolverAnswer::None(format!("could not be run: {refused}")),
        };
        // What is left goes with the folder.
        let _ = std::fs::remove_file(file);
        answer
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
    fn answer(&self, done: &Finished, problem: &Algebraic) -> SolverAnswer {
        let text = done.text();
        answer::read(&text, &problem.inputs).unwrap_or_else(|| {
            SolverAnswer::None(match done.ending {
                Ending::Overdue | Ending::Silent => format!("gave no answer within {} s", self.limit.as_secs_f64()),
                Ending::Flooded => format!("wrote more than {} MB and no answer", MOST_OUTPUT >> 20),
                Ending::Interrupted => "was interrupted".into(),
                Ending::Success => format!("gave no answer: {}", without(ExitStatus::default(), &text)),
                Ending::Failure(status) => format!("gave no answer: {}", without(status, &text)),
            })
        })
    }
}

impl Desk {
    fn new() -> std::io::Result<Desk> {
        Ok(Desk {
            folder: Scratch::new()?,
            next: AtomicU64::new(0),
        })
    }

    /// Writes a problem to a file of its own.
    fn write(&self, text: &str) -> std::io::Result<PathBuf> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let file = self.folder.path().join(format!("problem-{number}.smt2"));
        std::fs::write(&file, text)?;
        Ok(file)
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
