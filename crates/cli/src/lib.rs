//! The program `lydian`: arguments, progress bars, exit codes. What it does is done by the crate `campaign`.
//!
//! It is two executables. `lydian` starts in a few milliseconds and does all that needs no LLVM; `lydian-native` stands
//! beside it, holds what does, and takes over from it. Both read the same arguments.

mod accuracy;
mod args;
mod bug;
mod call;
mod changes;
mod check;
mod code;
mod compare;
mod complaint;
mod console;
mod cover;
mod covers;
mod deliver;
mod emit;
mod exit;
mod export;
mod generate;
mod hunt;
mod interrupts;
mod learn;
mod native;
mod report;
mod single;
mod source;
mod stress;
mod threads;
mod typed;
mod verify;

use args::{Command, LydianArguments};
use clap::Parser;
use complaint::Complaint;
use console::Console;
use exit::Exit;
use std::io::{self, Write};
use std::sync::Arc;

/// The executable `lydian`.
pub fn lydian() {
    start(run, false);
}

/// The executable `lydian-native`.
pub fn lydian_native() {
    start(native::run, true);
}

fn start(run: fn(&LydianArguments) -> Exit, native: bool) {
    bug::report_panics();
    let exit = match LydianArguments::try_parse() {
        Ok(arguments) => run_heeding(run, native, arguments),
        Err(answer) => answered(&answer),
    };
    let written = if console::is_unwritten() {
        Exit::Unwritten
    } else {
        Exit::Done
    };
    std::process::exit(exit.max(written).code().into());
}

fn run_heeding(run: fn(&LydianArguments) -> Exit, native: bool, arguments: LydianArguments) -> Exit {
    let arguments = Arc::new(arguments);
    let typed = Arc::clone(&arguments);
    interrupts::run_heeding(&arguments.command, native, move || run(&typed))
}

/// Help and version are answers, too; all else is a mistake of the user.
fn answered(answer: &clap::Error) -> Exit {
    let printed = answer.print().and_then(|()| io::stdout().flush());
    if answer.use_stderr() {
        console::note_warning(printed);
        return Exit::BadInput;
    }
    console::note_output(printed);
    Exit::Done
}

fn run(arguments: &LydianArguments) -> Exit {
    let console = Console::new(arguments.color, arguments.command.is_quiet());
    complaint::end(carry_out(&arguments.command, &console), &console)
}

fn carry_out(command: &Command, console: &Console) -> Result<Exit, Complaint> {
    match command {
        Command::Generate(typed) => generate::run(typed, console),
        Command::Check(typed) => check::run(typed, console),
        Command::Hunt(typed) if typed.paths => Err(native::take_over()),
        Command::Hunt(typed) => hunt::run(typed, console),
        Command::Cover(_) | Command::Stress(_) => Err(native::take_over()),
        Command::CoverWorker => Ok(cover::run_worker()),
        Command::Accuracy(typed) => accuracy::run(typed, console),
        Command::Learn(typed) => learn::run(typed, console),
        Command::Verify(typed) => verify::run(typed, console),
        Command::Emit(typed) => emit::run(typed, console),
        Command::Export(typed) => export::run(typed, console),
        Command::Compare(typed) => compare::run(typed, console),
        Command::Report(typed) => report::run(typed, console),
    }
}
