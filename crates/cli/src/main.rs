//! The program `lydian`: arguments, progress bars, exit codes. What it does is done by the crate `campaign`.

mod args;
mod bug;
mod check;
mod compare;
mod console;
mod cover;
mod emit;
mod exit;
mod export;
mod generate;
mod report;
mod source;
mod threads;
mod verify;

use args::{Arguments, Command};
use clap::Parser;
use console::Console;
use exit::Exit;

fn main() {
    let arguments = Arguments::parse();
    bug::report_panics();
    let exit = threads::with_deep_stack(move || run(&arguments));
    std::process::exit(exit.code().into());
}

fn run(arguments: &Arguments) -> Exit {
    let console = |output: &args::Output| Console::new(arguments.color, output.quiet);
    match &arguments.command {
        Command::Generate(typed) => generate::run(typed, &console(&typed.output)),
        Command::Check(typed) => check::run(typed, &Console::new(arguments.color, typed.quiet)),
        Command::Cover(typed) => cover::run(typed, &Console::new(arguments.color, typed.quiet)),
        Command::CoverWorker => cover::run_worker(),
        Command::Verify(typed) => verify::run(typed, &console(&typed.output)),
        Command::Emit(typed) => emit::run(typed, &Console::new(arguments.color, false)),
        Command::Export(typed) => export::run(typed, &Console::new(arguments.color, false)),
        Command::Compare(typed) => compare::run(typed, &Console::new(arguments.color, typed.quiet)),
        Command::Report(typed) => report::run(typed, &Console::new(arguments.color, typed.quiet)),
    }
}
