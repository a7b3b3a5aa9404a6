//! What this process has to end before it ends: its children and its temporary folders.

use crate::refused::Refused;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, waitid};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How long to wait for children that were told to end. Their keepers see to it even when we are gone.
const PATIENCE: Duration = Duration::from_secs(5);
const NAP: Duration = Duration::from_millis(2);
/// A folder is removed again if something was put into it meanwhile.
const REMOVALS: u32 = 10;

static REGISTER: Mutex<Register> = Mutex::new(Register {
    closed: false,
    starting: 0,
    keepers: BTreeSet::new(),
    folders: BTreeSet::new(),
});

struct Register {
    /// Nothing more is started.
    closed: bool,
    /// Children that are being started.
    starting: u32,
    /// Numbers of keepers that nobody has waited for yet, so that they are still theirs.
    keepers: BTreeSet<i32>,
    folders: BTreeSet<PathBuf>,
}

fn register() -> MutexGuard<'static, Register> {
    REGISTER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends all children, removes all temporary folders, and lets no more be made: this process is about to exit.
///
/// Threads that wait for a child may still do so; they learn that it was killed.
pub fn farewell() {
    let mut list = register();
    list.closed = true;
    list.keepers.iter().for_each(|&keeper| order_to_end(keeper));
    drop(list);
    let deadline = Instant::now() + PATIENCE;
    while is_busy() && Instant::now() < deadline {
        thread::sleep(NAP);
    }
    let folders = std::mem::take(&mut register().folders);
    folders.iter().for_each(remove);
}

/// Removes a folder with all that is in it.
pub(crate) fn remove(folder: &PathBuf) {
    for _ in 0..REMOVALS {
        match std::fs::remove_dir_all(folder) {
            Err(_) if folder.exists() => thread::sleep(NAP),
            _ => return,
        }
    }
}

fn is_busy() -> bool {
    let list = register();
    list.starting > 0 || list.keepers.iter().any(|&keeper| !has_ended(keeper))
}

/// Looks at a child without reaping it. A keeper that has ended has ended all that it kept.
fn has_ended(keeper: i32) -> bool {
    let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    let found = Pid::from_raw(keeper).map(|pid| waitid(WaitId::Pid(pid), look));
    !matches!(found, Some(Ok(None)))
}

fn order_to_end(keeper: i32) {
    if let Some(pid) = Pid::from_raw(keeper) {
        // One that has ended already is what is wanted; one that was stopped must go on to hear it.
        let _ = kill_process(pid, Signal::TERM);
        let _ = kill_process(pid, Signal::CONT);
    }
}

/// The right to start one child.
pub(crate) struct Permit(());

impl Permit {
    pub(crate) fn ask() -> Result<Permit, Refused> {
        let mut list = register();
        if list.closed {
            return Err(Refused::Closed);
        }
        list.starting += 1;
        Ok(Permit(()))
    }

    /// Enters the keeper that was started.
    pub(crate) fn enter(self, keeper: i32) {
        let mut list = register();
        list.keepers.insert(keeper);
        if list.closed {
            order_to_end(keeper);
        }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        register().starting -= 1;
    }
}

/// Reaps a child and strikes it off, both or neither: nobody signals a number that may be another's.
pub(crate) fn reap<T>(keeper: i32, wait: impl FnOnce() -> Option<T>) -> Option<T> {
    let mut list = register();
    let reaped = wait();
    if reaped.is_some() {
        list.keepers.remove(&keeper);
    }
    reaped
}

/// Enters a folder, unless it is too late for that.
pub(crate) fn enter_folder(make: impl FnOnce() -> std::io::Result<PathBuf>) -> std::io::Result<PathBuf> {
    let mut list = register();
    if list.closed {
        return Err(std::io::ErrorKind::Interrupted.into());
    }
    let folder = make()?;
    list.folders.insert(folder.clone());
    Ok(folder)
}

/// Strikes a folder off.
pub(crate) fn forget_folder(folder: &PathBuf) {
    register().folders.remove(folder);
}
