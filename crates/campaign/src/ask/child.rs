//! A process with a limit: its whole group is killed after a time, its output is cut, and nothing of it is left.
//!
//! The process is looked at without being reaped, and its group is killed before that: until then its number cannot
//! belong to anybody else.

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use std::collections::BTreeMap;
use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Bytes of output that are kept; more end the process.
pub(super) const MOST_OUTPUT: usize = 1 << 20;

/// How long to sleep between two looks.
const NAP: Duration = Duration::from_millis(5);

/// How long an interrupted campaign waits for its processes to be gone.
const FAREWELL: Duration = Duration::from_secs(2);

/// What became of a process.
#[derive(Debug)]
pub(super) struct Ran {
    /// The beginning of its standard output.
    pub(super) output: Vec<u8>,
    /// How it ended.
    pub(super) end: End,
}

/// How a process ended.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum End {
    /// By itself, or by a signal that is not ours.
    Ended(ExitStatus),
    /// Its time was over.
    Timeout,
    /// It wrote too much.
    Flood,
}

/// The processes of a campaign that run, so that an interrupt can end them.
#[derive(Clone, Debug, Default)]
pub struct Children(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    left: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// Nothing more is started.
    closed: bool,
    /// Who is at work, with a process that is not killed yet.
    slots: BTreeMap<u64, Option<Pid>>,
    next: u64,
}

impl Children {
    /// Kills all of them and lets none start any more.
    pub fn end(&self) {
        let mut state = self.state();
        state.closed = true;
        state.slots.values().flatten().for_each(|&pid| kill(pid));
        // Whoever waits for a process takes its files away, too.
        let busy = |state: &mut State| !state.slots.is_empty();
        drop(self.0.left.wait_timeout_while(state, FAREWELL, busy));
    }

    /// A place for one process; none after the end.
    pub(super) fn enter(&self) -> Option<Slot<'_>> {
        let mut state = self.state();
        if state.closed {
            return None;
        }
        let number = state.next;
        state.next += 1;
        state.slots.insert(number, None);
        Some(Slot { children: self, number })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A place for one process. What the process needs must be gone before the place is.
pub(super) struct Slot<'c> {
    children: &'c Children,
    number: u64,
}

impl Drop for Slot<'_> {
    fn drop(&mut self) {
        self.children.state().slots.remove(&self.number);
        self.children.0.left.notify_all();
    }
}

impl Slot<'_> {
    /// Runs a command to its end, or to the end of its time.
    pub(super) fn run(&self, command: &mut Command, limit: Duration) -> io::Result<Ran> {
        let deadline = Instant::now().checked_add(limit);
        let mut child = self.start(command)?;
        let mut output = Vec::new();
        let early = match child.stdout.take() {
            Some(mut pipe) => watch(&child, &mut pipe, &mut output, deadline),
            None => Ok(None),
        };
        self.killed(&child);
        let status = child.wait()?;
        let end = early?.unwrap_or(End::Ended(status));
        Ok(Ran { output, end })
    }

    fn start(&self, command: &mut Command) -> io::Result<Child> {
        let mut state = self.children.state();
        if state.closed {
            return Err(io::ErrorKind::Interrupted.into());
        }
        command.process_group(0).stdin(Stdio::null());
        let child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        state.slots.insert(self.number, Some(Pid::from_child(&child)));
        Ok(child)
    }

    /// Kills the group of a process, also after the process itself has ended: others of the group may go on.
    fn killed(&self, child: &Child) {
        kill(Pid::from_child(child));
        self.children.state().slots.insert(self.number, None);
    }
}

fn kill(group: Pid) {
    // A group that is gone already is what is wanted.
    let _ = kill_process_group(group, Signal::KILL);
}

/// Reads until the process ends; the reason to end it if it does not.
fn watch(
    child: &Child,
    pipe: &mut ChildStdout,
    output: &mut Vec<u8>,
    deadline: Option<Instant>,
) -> io::Result<Option<End>> {
    rustix::io::ioctl_fionbio(&*pipe, true)?;
    let mut open = true;
    loop {
        // Looked at before the pipe is read: what was written before the end is read after it.
        let ended = has_ended(child)?;
        open = open && drain(pipe, output)?;
        if output.len() >= MOST_OUTPUT {
            return Ok(Some(End::Flood));
        }
        if ended {
            return Ok(None);
        }
        if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Ok(Some(End::Timeout));
        }
        rest(pipe, open);
    }
}

/// Waits for output, or for a moment.
fn rest(pipe: &ChildStdout, open: bool) {
    if !open {
        return thread::sleep(NAP);
    }
    let nap = Timespec {
        tv_sec: 0,
        tv_nsec: i64::from(NAP.subsec_nanos()),
    };
    // An interrupted wait is a short wait.
    let _ = poll(&mut [PollFd::new(pipe, PollFlags::IN)], Some(&nap));
}

fn has_ended(child: &Child) -> io::Result<bool> {
    let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    let status = waitid(WaitId::Pid(Pid::from_child(child)), look)?;
    Ok(status.is_some())
}

/// Reads what is there, up to the limit; false at the end of the pipe.
fn drain(pipe: &mut ChildStdout, output: &mut Vec<u8>) -> io::Result<bool> {
    let mut part = [0; 1 << 14];
    while output.len() < MOST_OUTPUT {
        let room = part.len().min(MOST_OUTPUT - output.len());
        match pipe.read(&mut part[..room]) {
            Ok(0) => return Ok(false),
            Ok(n) => output.extend_from_slice(&part[..n]),
            Err(e) if e.kind() == io::ErrorKind::WouldBlock => return Ok(true),
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(script: &str, limit: Duration) -> (Ran, Duration) {
        let (begin, children) = (Instant::now(), Children::default());
        let slot = children.enter().unwrap();
        let ran = slot.run(Command::new("sh").args(["-c", script]), limit).unwrap();
        (ran, begin.elapsed())
    }

    const LONG: Duration = Duration::from_secs(30);

    /// Whether a process is there that is not dead already.
    fn runs(pid: &str) -> bool {
        let state = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        let state = state.rsplit(") ").next().unwrap_or_default().to_string();
        !state.is_empty() && !state.starts_with('Z') && !state.starts_with('X')
    }

    #[test]
    fn output_and_status_of_a_short_process() {
        let (ran, _) = run("echo yes; cat; exit 3", LONG);
        assert_eq!(ran.output, b"yes\n");
        assert!(matches!(ran.end, End::Ended(status) if status.code() == Some(3)));
    }

    #[test]
    fn a_late_process_dies_with_its_children() {
        let (ran, took) = run("sleep 60 & echo $!; echo $$; wait", Duration::from_millis(300));
        assert_eq!(ran.end, End::Timeout);
        assert!(took < Duration::from_secs(5), "{took:?}");
        let pids = String::from_utf8(ran.output).unwrap();
        // The child of the child is nobody's to wait for; init may take a moment.
        thread::sleep(Duration::from_millis(100));
        assert_eq!(pids.lines().count(), 2, "{pids}");
        pids.lines().for_each(|pid| assert!(!runs(pid), "{pid}"));
    }

    #[test]
    fn a_child_that_stays_behind_holds_nothing_up() {
        let (ran, took) = run("sleep 60 & echo $!", LONG);
        assert!(matches!(ran.end, End::Ended(status) if status.success()));
        assert!(took < Duration::from_secs(5), "{took:?}");
        thread::sleep(Duration::from_millis(100));
        assert!(!runs(String::from_utf8(ran.output).unwrap().trim()));
    }

    #[test]
    fn a_process_that_left_the_group_holds_nothing_up() {
        let (ran, took) = run("setsid sleep 3 & echo sat", LONG);
        assert!(matches!(ran.end, End::Ended(_)));
        assert!(took < Duration::from_secs(2), "{took:?}");
    }

    #[test]
    fn a_flood_is_cut() {
        let (ran, _) = run("yes", LONG);
        assert_eq!((ran.end, ran.output.len()), (End::Flood, MOST_OUTPUT));
    }

    #[test]
    fn closed_output_is_not_the_end() {
        let (ran, _) = run("echo sat; exec >&-; sleep 0.2; exit 5", LONG);
        assert!(matches!(ran.end, End::Ended(status) if status.code() == Some(5)));
    }

    #[test]
    fn the_end_kills_what_runs_and_starts_nothing_more() {
        let children = Children::default();
        let begin = Instant::now();
        thread::scope(|scope| {
            let slot = children.enter().unwrap();
            scope.spawn(move || slot.run(Command::new("sleep").arg("60"), LONG));
            thread::sleep(Duration::from_millis(200));
            children.end();
        });
        assert!(begin.elapsed() < Duration::from_secs(5));
        assert!(children.enter().is_none());
    }
}
