//! A running child: its output drained and counted, its end noticed, nothing of it left afterwards.

use crate::leash::{self, ProcessLimits};
use crate::refused::Refused;
use crate::register::{self, Permit};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, Signal, WaitId, WaitIdOptions, kill_process, pidfd_open, waitid};
use std::io::{ErrorKind, PipeReader, Read};
use std::os::fd::{BorrowedFd, OwnedFd, RawFd};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

/// How much of what a child says is kept if nothing else is said.
const KEPT: usize = 2000;
/// Looks at a session that was killed, and the time between two.
const LOOKS: u32 = 100;
const NAP: Duration = Duration::from_millis(2);

/// A child under a keeper. Dropping it kills it and all its descendants.
pub struct Process {
    child: Child,
    end: OwnedFd,
    /// We have told it to end.
    ordered: bool,
    status: Option<ExitStatus>,
    output: Option<PipeReader>,
    /// Bytes that it wrote since [`Process::forget_output`].
    pub written: u64,
    said: Vec<u8>,
    kept: usize,
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
    pub fn start(
        mut command: Command,
        streams: Streams,
        keep: Vec<RawFd>,
        limits: ProcessLimits,
    ) -> Result<Process, Refused> {
        let refused = Refused::system("a pipe");
        let (output, writer) = std::io::pipe().map_err(refused)?;
        rustix::io::ioctl_fionbio(&output, true).map_err(|e| refused(e.into()))?;
        match streams {
            Streams::Drained => {
                let copy = writer.try_clone().map_err(refused)?;
                command.stdin(Stdio::null()).stdout(copy).stderr(writer);
            }
            Streams::Protocol(input, answers) => {
                command.stdin(input).stdout(answers).stderr(writer);
            }
        }
        leash::leash(&mut command, keep, limits);
        let child = spawn(&mut command)?;
        Ok(Process {
            end: watch_end(&child)?,
            child,
            ordered: false,
            status: None,
            output: Some(output),
            written: 0,
            said: vec![],
            kept: KEPT,
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
        let room = self.kept.saturating_sub(self.said.len());
        self.said.extend_from_slice(&text[..text.len().min(room)]);
    }

    /// Keeps more of what it writes, or less.
    pub fn keep_output(&mut self, bytes: usize) {
        self.kept = bytes;
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
        if self.status.is_none() {
            self.status = self.reap();
            if self.status.is_some() {
                self.drain();
            }
        }
        self.status
    }

    fn reap(&mut self) -> Option<ExitStatus> {
        let status = register::reap(keeper(&self.child).as_raw_pid(), || {
            self.child.try_wait().ok().flatten()
        })?;
        // A program that kills its keeper is killed by that, but its descendants are not.
        if !self.ordered && status.signal() == Some(Signal::KILL.as_raw()) {
            kill_session(keeper(&self.child));
        }
        Some(status)
    }

    /// Sends the program an alarm.
    pub fn alarm(&mut self) {
        self.order(Signal::ALARM);
    }

    /// Kills it with all its descendants, and waits until that is done.
    pub fn kill(&mut self) {
        self.order(Signal::TERM);
        self.ordered = true;
        // A keeper that was stopped does not hear it.
        self.order(Signal::CONT);
        while self.ended().is_none() {
            // Without reaping it: that is done where its number is struck off.
            let look = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
            if let Err(Errno::CHILD) = waitid(WaitId::Pid(keeper(&self.child)), look) {
                return;
            }
        }
    }

    fn order(&mut self, signal: Signal) {
        // A keeper that was not waited for has its number still.
        if self.ended().is_none() {
            let _ = kill_process(keeper(&self.child), signal);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

fn keeper(child: &Child) -> Pid {
    Pid::from_child(child)
}

/// Kills what is left of the session of a keeper that is dead itself.
fn kill_session(keeper: Pid) {
    for _ in 0..LOOKS {
        let members = members(keeper);
        if members.is_empty() {
            return;
        }
        for member in members {
            let _ = kill_process(member, Signal::KILL);
        }
        std::thread::sleep(NAP);
    }
}

/// The living processes of a session.
fn members(session: Pid) -> Vec<Pid> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok().and_then(Pid::from_raw));
    let is_member = |pid: &Pid| {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_pid())).unwrap_or_default();
        // Behind the name, which may hold anything: state, parent, group, session.
        let mut words = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
        let lives = words.next().is_some_and(|state| !["Z", "X"].contains(&state));
        lives && words.nth(2) == Some(&session.as_raw_pid().to_string())
    };
    pids.filter(is_member).collect()
}

fn spawn(command: &mut Command) -> Result<Child, Refused> {
    let permit = Permit::ask()?;
    leash::heed_children();
    let child = command.spawn().map_err(|error| Refused::Start {
        program: command.get_program().to_string_lossy().into_owned(),
        error,
    })?;
    permit.enter(keeper(&child).as_raw_pid());
    Ok(child)
}

fn watch_end(child: &Child) -> Result<OwnedFd, Refused> {
    let end = pidfd_open(keeper(child), PidfdFlags::empty());
    let refused = Refused::system("a descriptor of a process (Linux 5.3 or newer is needed)");
    end.map_err(|e| refused(e.into()))
}
