//! The wish of the user to end: INT, TERM or HUP, once for all of this process.
//!
//! Signals are blocked and waited for on a thread of their own, so that nothing happens between two instructions of
//! others. Children start with no signal blocked.
#![allow(unsafe_code)] // Masks of signals are for the system's own calls only.

use std::io;
use std::sync::Arc;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// How often those who wait for something else look whether it is raised: too short to be felt, too long to cost anything.
pub const STEP: Duration = Duration::from_millis(20);

static RAISED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

const SIGNALS: [libc::c_int; 3] = [libc::SIGINT, libc::SIGTERM, libc::SIGHUP];

/// The flag itself, for those who look at it in their own time.
pub fn flag() -> Arc<AtomicBool> {
    Arc::clone(&RAISED)
}

/// Whether the user wants an end.
pub fn is_raised() -> bool {
    RAISED.load(Ordering::SeqCst)
}

/// Wants an end.
pub fn raise() {
    RAISED.store(true, Ordering::SeqCst);
}

/// Lets signals wait, on this thread and those that it starts from now on, also beyond an `exec`.
pub fn hold() {
    let set = heeded();
    // SAFETY: the set is a live value, and the old mask is not asked for.
    unsafe { libc::pthread_sigmask(libc::SIG_BLOCK, &set, std::ptr::null_mut()) };
}

/// Holds signals and raises the flag when one comes; at the second, `again` is called. To be called before any other
/// thread is started.
pub fn listen(again: impl Fn() + Send + 'static) -> io::Result<()> {
    hold();
    let set = heeded();
    let listener = thread::Builder::new().name("interrupts".into());
    let heard = listener.spawn(move || {
        loop {
            let mut signal = 0;
            // SAFETY: both are live values.
            if unsafe { libc::sigwait(&set, &mut signal) } == 0 && RAISED.swap(true, Ordering::SeqCst) {
                again();
            }
        }
    });
    heard.map(drop)
}

/// Signals that ask for an end, without those that our parent process ignores, as `nohup` does.
fn heeded() -> libc::sigset_t {
    // SAFETY: all-zero values are valid, and the pointers are to live ones.
    unsafe {
        let mut set = std::mem::zeroed();
        libc::sigemptyset(&mut set);
        for signal in SIGNALS {
            let mut action: libc::sigaction = std::mem::zeroed();
            libc::sigaction(signal, std::ptr::null(), &mut action);
            if action.sa_sigaction != libc::SIG_IGN {
                libc::sigaddset(&mut set, signal);
            }
        }
        set
    }
}
