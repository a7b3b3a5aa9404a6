//! Threads with the stacks that deeply nested formulas need.

use crate::args::OutputArguments;
use crate::exit::Exit;
use crate::{bug, console};
use std::thread;

/// Stack of the thread that reads and writes: trees are nested as deep as the text says.
const DEEP: usize = 256 << 20;

/// Runs the program on a thread with a deep stack. A panic there is exit code 70.
pub fn run_with_deep_stack(work: impl FnOnce() -> Exit + Send + 'static) -> Exit {
    let guarded = || bug::catch(work).unwrap_or(Exit::Bug);
    match thread::Builder::new().stack_size(DEEP).spawn(guarded) {
        Ok(thread) => thread.join().unwrap_or(Exit::Bug),
        Err(error) => {
            console::warn(&format!("lydian: error: no thread can be started: {error}"));
            Exit::BadInput
        }
    }
}

/// Does work on a thread with a deep stack that nobody waits for.
pub fn run_aside(work: impl FnOnce() + Send + 'static) {
    if let Err(error) = thread::Builder::new().stack_size(DEEP).spawn(work) {
        eprintln!("lydian: error: no thread can be started: {error}");
    }
}

/// Threads to use: what was typed, else one per processor.
pub fn count(output: &OutputArguments) -> usize {
    output.threads.unwrap_or_else(all)
}

/// One per processor.
pub fn all() -> usize {
    thread::available_parallelism().map_or(1, Into::into)
}
