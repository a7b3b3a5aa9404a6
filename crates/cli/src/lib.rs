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
mod console;
mod cover;
mod covers;
mod deliver;
mod emit;
mod exit;
mod export;
mod generate;
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
        Ok(arguments) => heeding(run, native, arguments),
        Err(answer) => answered(&answer),
    };
    let written = if console::is_unwritten() {
        Exit::Unwritten
    } else {
        Exit::Done
    };
    std::process::exit(exit.max(written).code().into());
}

fn heeding(run: fn(&LydianArguments) -> Exit, native: bool, arguments: LydianArguments) -> Exit {
    let arguments = Arc::new(arguments);
    let typed = Arc::clone(&arguments);
    interrupts::heeding(&arguments.command, native, move || run(&typed))
}

/// Help and version are answers, too; all else is a mistake of the user.
fn answered(answer: &clap::Error) -> Exit {
    let printed = answer.print().and_then(|()| io::stdout().flush());
    if answer.use_stderr() {
        console::warned(printed);
        return Exit::BadInput;
    }
    console::said(printed);
    Exit::Done
}

fn run(arguments: &LydianArguments) -> Exit {
    let console = |output: &args::OutputArguments| Console::new(arguments.color, output.quiet);
    match &arguments.command {
        Command::Generate(typed) => generate::run(typed, &console(&typed.output)),
        Command::Check(typed) => check::run(typed, &Console::new(arguments.color, typed.print.quiet)),
        Command::Cover(_) | Command::Stress(_) => native::take_over(&Console::new(arguments.color, false)),
        Command::CoverWorker => cover::run_worker(),
        Command::Accuracy(typed) => accuracy::run(typed, &Console::new(arguments.color, typed.print.quiet)),
        Command::Learn(typed) => learn::run(typed, &Console::new(arguments.color, typed.print.quiet)),
        Command::Verify(typed) => verify::run(typed, &console(&typed.output)),
        Command::Emit(typed) => emit::run(typed, &Console::new(arguments.color, false)),
        Command::Export(typed) => export::run(typed, &Console::new(arguments.color, false)),
        Command::Compare(typed) => compare::run(typed, &Console::new(arguments.color, typed.quiet)),
        Command::Report(typed) => report::run(typed, &Console::new(arguments.color, typed.quiet)),
    }
}
