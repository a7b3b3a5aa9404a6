//! A running child: its output drained and counted, its end noticed, nothing of it left afterwards.

use crate::broken::Broken;
use crate::leash::{self, Limits};
use libc::c_int;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, Signal, kill_process, pidfd_open};
use std::io::{ErrorKind, PipeReader, Read};
use std::os::fd::{BorrowedFd, OwnedFd, RawFd};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;
use suite::Observed;

/// How much of what a child says is kept, to be shown if it cannot be started.
const KEPT: usize = 2000;

/// A child under a keeper. Dropping it kills it and all its descendants.
pub struct Process {
    child: Child,
    end: OwnedFd,
    output: Option<PipeReader>,
    /// Bytes that it wrote since [`Process::forget_output`].
    pub written: u64,
    said: Vec<u8>,
}

/// Where the output of a child goes.
pub enum Streams {
    /// Standard input is empty, both outputs are drained.
    Drained,
    /// Standard input and output are these pipes, only the error output is drained.
    Protocol(Stdio, Stdio),
}

impl Process {
    /// Starts a child that inherits the descriptors `keep`.
    pub fn start(mut command: Command, streams: Streams, keep: Vec<RawFd>, limits: Limits) -> Result<Process, Broken> {
        let program = command.get_program().to_string_lossy().into_owned();
        let (output, writer) = std::io::pipe().map_err(|e| Broken::system("a pipe", &e))?;
        rustix::io::ioctl_fionbio(&output, true).map_err(|e| Broken::system("a pipe", &e.into()))?;
        match streams {
            Streams::Drained => {
                let copy = writer.try_clone().map_err(|e| Broken::system("a pipe", &e))?;
                command.stdin(Stdio::null()).stdout(copy).stderr(writer);
            }
            Streams::Protocol(input, answers) => {
                command.stdin(input).stdout(answers).stderr(writer);
            }
        }
        leash::leash(&mut command, keep, limits);
        let child = command.spawn().map_err(|e| Broken::start(&program, &e))?;
        let end = watch_end(&child)?;
        Ok(Process {
            child,
            end,
            output: Some(output),
            written: 0,
            said: vec![],
        })
    }

    /// Waits until the child ends or writes, or `other` can be read, or the time is over. Drains what it wrote.
    ///
    /// True if `other` can be read.
    pub fn wait(&mut self, other: Option<BorrowedFd<'_>>, time: Duration) -> bool {
        let mut fds = vec![PollFd::new(&self.end, PollFlags::IN)];
        fds.extend(self.output.as_ref().map(|o| PollFd::new(o, PollFlags::IN)));
        fds.extend(other.map(|o| PollFd::from_borrowed_fd(o, PollFlags::IN)));
        let time = Timespec::try_from(time).unwrap_or(Timespec { tv_sec: 1, tv_nsec: 0 });
        // A poll that a signal interrupts is a poll in which nothing happened.
        let some = poll(&mut fds, Some(&time)).unwrap_or(0) > 0;
        let news = |at: usize| some && fds.get(at).is_some_and(|fd| !fd.revents().is_empty());
        let readable = other.is_some() && news(fds.len() - 1);
        let wrote = self.output.is_some() && news(1);
        drop(fds);
        if wrote {
            self.drain();
        }
        readable
    }

    /// Reads what the child wrote, up to a megabyte at a time.
    fn drain(&mut self) {
        let mut buffer = [0; 1 << 16];
        for _ in 0..16 {
            let Some(output) = &mut self.output else { return };
            match output.read(&mut buffer) {
                Ok(0) => self.output = None,
                Ok(n) => self.note(&buffer[..n]),
                Err(e) if e.kind() == ErrorKind::WouldBlock => return,
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(_) => self.output = None,
            }
        }
    }

    fn note(&mut self, text: &[u8]) {
        self.written += text.len() as u64;
        let room = KEPT.saturating_sub(self.said.len());
        self.said.extend_from_slice(&text[..text.len().min(room)]);
    }

    /// Starts counting and keeping output anew.
    pub fn forget_output(&mut self) {
        self.written = 0;
        self.said.clear();
    }

    /// The beginning of what it wrote.
    pub fn said(&self) -> String {
        String::from_utf8_lossy(&self.said).trim().to_owned()
    }

    /// How it ended, if it has.
    pub fn ended(&mut self) -> Option<ExitStatus> {
        let status = self.child.try_wait().ok().flatten()?;
        self.drain();
        Some(status)
    }

    /// Kills it with all its descendants, and waits until that is done.
    pub fn kill(&mut self) {
        if let Ok(None) = self.child.try_wait() {
            // The keeper was not waited for, so its number is still its own.
            let keeper = Pid::from_child(&self.child);
            let _ = kill_process(keeper, Signal::TERM);
            let _ = self.child.wait();
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

fn watch_end(child: &Child) -> Result<OwnedFd, Broken> {
    let end = pidfd_open(Pid::from_child(child), PidfdFlags::empty());
    end.map_err(|e| Broken::system("a descriptor of a process (Linux 5.3 or newer is needed)", &e.into()))
}

/// What the end of a process means as an observation.
pub fn observed_end(status: ExitStatus) -> Observed {
    match status.signal() {
        Some(signal) => Observed::Crash {
            signal: signal_name(signal),
        },
        None => Observed::Exit {
            code: status.code().unwrap_or(-1),
        },
    }
}

/// The end of a process in words.
pub fn end_in_words(status: ExitStatus) -> String {
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

fn signal_name(signal: c_int) -> String {
    let row = SIGNALS.iter().find(|row| row.0 == signal);
    row.map_or_else(|| format!("signal {signal}"), |row| row.1.to_owned())
}
