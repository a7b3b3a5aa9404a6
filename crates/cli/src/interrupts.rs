//! Interrupts: the first asks for an end, the second does not wait. Whatever the end, nothing is left behind.
//!
//! Commands that find things heed an interrupt themselves: they write what they have found. All others, and those before they
//! have begun, are left behind, though never in the middle of writing.

use crate::args::Command;
use crate::complaint::Complaint;
use crate::console::{self, Console};
use crate::exit::Exit;
use crate::threads;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What an interrupted command says.
const SAID: &str = "lydian: error: interrupted";

/// What is to be known of the report of a search that was ended.
pub const UNCOUNTED: &str = ", and the calls of the last search are not counted";

static WRITING: Mutex<()> = Mutex::new(());

/// The command deals with interrupts itself.
static HEEDED: AtomicBool = AtomicBool::new(false);

/// The command has its exit code, and writes it down.
static SETTLED: AtomicBool = AtomicBool::new(false);

/// What a process is, as far as interrupts go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ProcessPart {
    /// It listens to them.
    Listener,
    /// Another executable takes over, and listens then.
    Herald,
    /// It ends as its parent says.
    Worker,
}

fn part(command: &Command, native: bool) -> ProcessPart {
    match command {
        Command::CoverWorker => ProcessPart::Worker,
        Command::Cover(_) | Command::Stress(_) if !native => ProcessPart::Herald,
        Command::Hunt(typed) if typed.paths && !native => ProcessPart::Herald,
        _ => ProcessPart::Listener,
    }
}

/// Does what a command is for and says how it ends. To be called before any thread is started.
pub fn run_heeding(command: &Command, native: bool, work: impl FnOnce() -> Exit + Send + 'static) -> Exit {
    let exit = match part(command, native) {
        ProcessPart::Worker => return threads::run_with_deep_stack(work),
        ProcessPart::Herald => {
            child::interrupt::hold();
            return threads::run_with_deep_stack(work);
        }
        ProcessPart::Listener => {
            listen();
            unless(left, || threads::run_with_deep_stack(work)).unwrap_or_else(given_up)
        }
    };
    child::farewell();
    match child::interrupt::is_raised() && !SETTLED.load(Ordering::SeqCst) {
        true => exit.max(Exit::Early),
        false => exit,
    }
}

/// From now on an interrupt does not change the exit code: it is written down, and a file must not say another than the
/// command does.
pub fn settle() {
    SETTLED.store(true, Ordering::SeqCst);
}

/// From now on this command ends by itself when it is interrupted, with what was found until then.
pub fn heed() {
    HEEDED.store(true, Ordering::SeqCst);
}

/// Whether a command is left behind: it was interrupted and has not said that it heeds that.
fn left() -> bool {
    child::interrupt::is_raised() && !HEEDED.load(Ordering::SeqCst)
}

fn listen() {
    let again = || {
        child::farewell();
        std::process::exit(Exit::Early.code().into());
    };
    if let Err(error) = child::interrupt::listen(again) {
        console::warn(&format!("lydian: warning: interrupts are not heard: {error}"));
    }
}

/// The end of a command that is left behind: it does not go on writing.
fn given_up() -> Exit {
    std::mem::forget(hold_off_end());
    console::warn(SAID);
    Exit::Early
}

/// Holds off the end of a command that is left behind while something is written.
pub fn hold_off_end() -> MutexGuard<'static, ()> {
    WRITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Work that knows nothing of interrupts, on a thread of its own; none if an interrupt came first, and then the thread goes
/// with the process.
pub fn unless_interrupted<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    unless(child::interrupt::is_raised, work)
}

fn unless<T: Send + 'static>(over: fn() -> bool, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let (sender, receiver) = mpsc::channel();
    threads::run_aside(move || {
        // Nobody may listen any more.
        let _ = sender.send(work());
    });
    loop {
        match receiver.recv_timeout(child::interrupt::STEP) {
            Ok(done) => return Some(done),
            Err(RecvTimeoutError::Timeout) if !over() => {}
            Err(_) => return None,
        }
    }
}

/// Says of a report that it ends where an interrupt came, if one did, and what else is to be known of it.
pub fn tell_early_end(console: &Console, note: &str) {
    if child::interrupt::is_raised() {
        console.complaint(&format!("{SAID}; the report has what was found before{note}"));
    }
}

/// A complaint, unless it is one because of an interrupt: what fails then is no fault of the code.
pub fn or_interrupted(complaint: Complaint) -> Complaint {
    match child::interrupt::is_raised() {
        true => Complaint::new(SAID).with(Exit::Early),
        false => complaint,
    }
}
