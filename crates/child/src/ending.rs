//! How a child ended, as data and in words.

use libc::c_int;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

/// How a child ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By itself, with success.
    Success,
    /// By itself or by a signal that is not ours.
    Failure(ExitStatus),
    /// Its time was over.
    Overdue,
    /// It wrote nothing for too long.
    Silent,
    /// It wrote too much.
    Flooded,
    /// The user wants an end.
    Interrupted,
}

impl Ending {
    /// Of a child that ended without our help.
    pub fn of(status: ExitStatus) -> Ending {
        match status.success() {
            true => Ending::Success,
            false => Ending::Failure(status),
        }
    }

    /// What a child did that ended so.
    pub fn in_words(self) -> String {
        match self {
            Ending::Success => "ended with success".into(),
            Ending::Failure(status) => in_words(status),
            Ending::Overdue => "did not end in time".into(),
            Ending::Silent => "said nothing for too long".into(),
            Ending::Flooded => "wrote too much".into(),
            Ending::Interrupted => "was interrupted".into(),
        }
    }
}

/// The end of a process in words.
pub fn in_words(status: ExitStatus) -> String {
    match status.signal() {
        Some(signal) => format!("was ended by {}", signal_name(signal)),
        None => format!("ended with exit code {}", status.code().unwrap_or(-1)),
    }
}

const SIGNALS: &[(c_int, &str)] = &[
    (libc::SIGHUP, "SIGHUP"),
    (libc::SIGINT, "SIGINT"),
    (libc::SIGQUIT, "SIGQUIT"),
    (libc::SIGILL, "SIGILL"),
    (libc::SIGTRAP, "SIGTRAP"),
    (libc::SIGABRT, "SIGABRT"),
    (libc::SIGBUS, "SIGBUS"),
    (libc::SIGFPE, "SIGFPE"),
    (libc::SIGKILL, "SIGKILL"),
    (libc::SIGUSR1, "SIGUSR1"),
    (libc::SIGSEGV, "SIGSEGV"),
    (libc::SIGUSR2, "SIGUSR2"),
    (libc::SIGPIPE, "SIGPIPE"),
    (libc::SIGALRM, "SIGALRM"),
    (libc::SIGTERM, "SIGTERM"),
    (libc::SIGXCPU, "SIGXCPU"),
    (libc::SIGXFSZ, "SIGXFSZ"),
    (libc::SIGVTALRM, "SIGVTALRM"),
    (libc::SIGSYS, "SIGSYS"),
];

/// The name of a signal.
pub fn signal_name(signal: c_int) -> String {
    let row = SIGNALS.iter().find(|row| row.0 == signal);
    row.map_or_else(|| format!("signal {signal}"), |row| row.1.to_owned())
}
