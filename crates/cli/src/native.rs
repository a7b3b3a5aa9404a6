//! The commands that need LLVM, in an executable of their own: loading LLVM takes longer than most runs of the others.

use crate::args::{Command, LydianArguments};
use crate::complaint::{self, Complaint};
use crate::console::Console;
use crate::exit::Exit;
use crate::{cover, hunt, stress};
use std::path::PathBuf;

/// Name of the executable.
const NAME: &str = "lydian-native";
/// Name of the executable that stands beside it.
const WORKER: &str = "lydian";

/// What `lydian-native` does.
pub fn run(arguments: &LydianArguments) -> Exit {
    let console = Console::new(arguments.color, arguments.command.is_quiet());
    let result = match &arguments.command {
        Command::Cover(typed) => cover::run(typed, &console),
        Command::Stress(typed) => stress::run(typed, &console),
        Command::Hunt(typed) => hunt::run_native(typed, &console),
        _ => Err(Complaint::at(
            NAME,
            "this command is one of `lydian`, the program beside this one",
        )),
    };
    complaint::end(result, &console)
}

/// Lets `lydian-native` run in this process instead of `lydian`, with the same arguments; returns only if it cannot.
pub fn take_over() -> Complaint {
    let program = match beside() {
        Ok(program) => program,
        Err(why) => return Complaint::of_run(format!("its own file cannot be found: {why}")),
    };
    let why = child::replace(&program, std::env::args_os().skip(1));
    Complaint::of_run(format!(
        "{} cannot be started: {why}\n  it belongs beside `lydian`, and `cargo build --release` makes both",
        program.display()
    ))
}

fn beside() -> std::io::Result<PathBuf> {
    Ok(std::env::current_exe()?.with_file_name(NAME))
}

/// The executable that runs a worker: `lydian`, since a worker is started again after each crash of the code under test
/// and would load LLVM each time for nothing.
pub fn worker() -> std::io::Result<PathBuf> {
    Ok(std::env::current_exe()?.with_file_name(WORKER))
}
