//! A panic is a bug in Lydian: it is said in one line, and the exit code tells it from everything else.

use std::any::Any;
use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};

/// What the user is asked to do.
const PLEASE: &str = "This is a bug in Lydian. Please report it with the command and its input.";

/// From now on a panic on any thread is one line on standard error.
pub fn report_panics() {
    panic::set_hook(Box::new(|info| {
        let message = message(info.payload());
        let place = info.location().map_or_else(String::new, |at| format!(" at {at}"));
        // A standard error that is closed cannot be helped.
        let _ = writeln!(io::stderr(), "lydian: internal error{place}: {message}\n{PLEASE}");
    }));
}

/// What `work` returns; none if it panicked, which is then already reported.
pub fn catch<T>(work: impl FnOnce() -> T) -> Option<T> {
    panic::catch_unwind(AssertUnwindSafe(work)).ok()
}

/// The words of a panic, which are a string of one sort or the other.
fn message(payload: &(dyn Any + Send)) -> &str {
    let fixed = payload.downcast_ref::<&str>().copied();
    let made = || payload.downcast_ref::<String>().map(String::as_str);
    fixed.or_else(made).unwrap_or("no message")
}
