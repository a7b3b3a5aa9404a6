//! An instrumented library inside of this process.
#![allow(unsafe_code)]

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::Path;

use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW, Symbol};

use crate::branch::Side;
use crate::state::{ProbeRecord, StateHead};
use crate::trouble::InstrumentTrouble;

/// Probes of a run when the fuel is used up. It is enough for straight code and short loops, so that a search that
/// has used up its fuel still sees what is easy.
const SHORT: u64 = 2_000;

/// `SIGALRM`, by which a watcher ends a run.
const ALARM: i32 = 14;

type EntryFunction = unsafe extern "C" fn(*const u8, *mut u8) -> i32;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RunOutcome {
    /// The function returned.
    Returned,
    /// It ran into the limit of probes: a loop without an end, or a long one.
    Cut,
    /// It called `exit` with this code.
    Exited(i32),
    /// It threw an exception.
    Threw,
    /// It read or wrote beyond the end of a variable.
    Outside,
    /// It was stopped by this signal (only after [`Loaded::guard`]; `abort` always).
    Signal(i32),
    /// It was not called, since an earlier run on this input ended the process or did not end; or it was cut short,
    /// since the fuel of [`Loaded::set_fuel`] is used up.
    Avoided,
}

/// What a run did, besides what the records tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunReport {
    /// How it ended.
    pub outcome: RunOutcome,
    /// Probes that it executed.
    pub probes: u64,
}

/// A library that is loaded into this process, which should be one that may die: code under test runs in it.
#[derive(Debug)]
pub struct Loaded {
    entry: Symbol<EntryFunction>,
    guard: Symbol<unsafe extern "C" fn() -> i32>,
    unguard: Symbol<unsafe extern "C" fn() -> i32>,
    is_guarded: bool,
    state: *mut StateHead,
    input: Vec<u8>,
    output: Vec<u8>,
    avoided: Vec<Vec<u8>>,
    witness: Option<File>,
    fuel: u64,
    _library: Library,
}

impl Loaded {
    /// Loads the library that [`crate::instrument()`] made; the sizes are those of its [`crate::FunctionShape`].
    ///
    /// # Safety
    ///
    /// The library must be one that this version of Lydian made, with these sizes, and it must not be loaded twice at
    /// once. Its initialisers run, and later the code under test itself: both may do anything to the process.
    pub unsafe fn open(library: &Path, input_size: usize, output_size: usize) -> Result<Self, InstrumentTrouble> {
        let failed = |error: libloading::Error| InstrumentTrouble::Files(format!("{}: {error}", library.display()));
        // SAFETY: the caller vouches for the library; the symbols have these types in `entry.rs` and `probe.c`.
        unsafe {
            let handle = Library::open(Some(library), RTLD_NOW | RTLD_LOCAL).map_err(failed)?;
            let entry = handle.get(b"lydian_entry\0").map_err(failed)?;
            let guard = handle.get(b"lydian_guard\0").map_err(failed)?;
            let unguard = handle.get(b"lydian_unguard\0").map_err(failed)?;
            let state: Symbol<unsafe extern "C" fn() -> *mut StateHead> =
                handle.get(b"lydian_get_state\0").map_err(failed)?;
            let (state, input, output) = (state(), vec![0; input_size], vec![0; output_size]);
            Ok(Loaded {
                entry,
                guard,
                unguard,
                is_guarded: false,
                state,
                input,
                output,
                avoided: Vec::new(),
                witness: None,
                fuel: u64::MAX,
                _library: handle,
            })
        }
    }

    /// From now on, crashes end the run instead of the process (segmentation faults, integer division by zero, …), and
    /// so does a `SIGALRM` after the first within a run; a watcher outside sends them. All runs must be made
    /// by the thread that calls this.
    pub fn guard(&mut self) -> Result<(), InstrumentTrouble> {
        if self.is_guarded {
            return Ok(());
        }
        // SAFETY: the library is loaded; the function installs signal handlers, and dropping this value removes them.
        match unsafe { (self.guard)() } {
            0 => {
                self.is_guarded = true;
                Ok(())
            }
            _ => Err(InstrumentTrouble::Files(
                "the handlers of signals cannot be installed".to_owned(),
            )),
        }
    }

    /// Puts the handlers of signals back that were there before [`Loaded::guard`].
    pub fn unguard(&mut self) {
        if self.is_guarded {
            // SAFETY: the library is loaded; the function puts back what its counterpart saved.
            unsafe { (self.unguard)() };
            self.is_guarded = false;
        }
    }

    /// Never calls the function on these inputs.
    pub fn avoid(&mut self, inputs: &[Vec<u8>]) {
        self.avoided.extend_from_slice(inputs);
    }

    /// From now on, every input is written to the beginning of a file before the call: it outlives the process.
    pub fn witness(&mut self, file: File) {
        self.witness = Some(file);
    }

    /// Calls the function on a packed input; bytes that are missing at its end are zero.
    ///
    /// Static variables of the code under test keep their values from run to run.
    pub fn call(&mut self, input: &[u8]) -> RunReport {
        let given = input.len().min(self.input.len());
        self.input[..given].copy_from_slice(&input[..given]);
        self.input[given..].fill(0);
        if self.is_avoided() {
            return self.skip();
        }
        // SAFETY: the buffers have the sizes that the entry was generated for; the state lives as long as the library.
        let (code, head) = unsafe {
            (
                (self.entry)(self.input.as_ptr(), self.output.as_mut_ptr()),
                &*self.state,
            )
        };
        let ran = RunReport {
            outcome: outcome(code, head),
            probes: head.limit - head.left_over,
        };
        if ran.outcome == RunOutcome::Signal(ALARM) {
            self.avoided.push(self.input.clone());
        }
        self.burn(ran)
    }

    /// Sets how many probes all runs together may execute; after that, each run is cut short. So time is bounded where
    /// many inputs lead to loops without an end.
    pub fn set_fuel(&mut self, probes: u64) {
        self.fuel = probes;
    }

    fn burn(&mut self, mut ran: RunReport) -> RunReport {
        if self.fuel == 0 && ran.outcome == RunOutcome::Cut {
            ran.outcome = RunOutcome::Avoided;
        }
        if self.fuel > 0 {
            self.fuel = self.fuel.saturating_sub(ran.probes);
            if self.fuel == 0 {
                self.set_limit(SHORT);
            }
        }
        ran
    }

    /// Whether the input is one to avoid; if not, it is witnessed.
    fn is_avoided(&mut self) -> bool {
        if let Some(file) = &self.witness {
            // Without the file, the input on which the process ends stays unknown, no more.
            let _ = file.write_all_at(&self.input, 0);
        }
        !self.avoided.is_empty() && self.avoided.contains(&self.input)
    }

    /// A run in which nothing happens.
    fn skip(&mut self) -> RunReport {
        // SAFETY: the state lives as long as the library, and nothing else refers to it now.
        unsafe { (*self.state).epoch += 1 }
        RunReport {
            outcome: RunOutcome::Avoided,
            probes: 0,
        }
    }

    /// What the function gave back in the last run, if that returned.
    pub fn output(&self) -> &[u8] {
        &self.output
    }

    /// Sets how many probes a run may execute.
    pub fn set_limit(&mut self, limit: u64) {
        // SAFETY: the state lives as long as the library, and nothing else refers to it now.
        unsafe { (*self.state).limit = limit.max(1) }
    }

    /// What the last run did at a branch; `None` if it did not get there.
    pub fn record(&self, branch: u32) -> Option<&ProbeRecord> {
        let epoch = self.head().epoch;
        self.records()
            .get(branch as usize)
            .filter(|record| record.epoch == epoch)
    }

    /// Whether the last run took a side.
    pub fn covers(&self, side: Side) -> bool {
        self.record(side.branch)
            .is_some_and(|record| record.hits[usize::from(side.taken)] > 0)
    }

    /// All records, of whatever run; those of the last run have its [`Loaded::epoch`].
    pub fn records(&self) -> &[ProbeRecord] {
        let head = self.head();
        // SAFETY: the runtime has an array of this many records, and writes to it only during `call`.
        unsafe { std::slice::from_raw_parts(head.branches, head.branch_count as usize) }
    }

    /// The number of the last run.
    pub fn epoch(&self) -> u64 {
        self.head().epoch
    }

    fn head(&self) -> &StateHead {
        // SAFETY: the state lives as long as the library, and is written only during `call`.
        unsafe { &*self.state }
    }
}

impl Drop for Loaded {
    fn drop(&mut self) {
        // The handlers point into the library, so they go before it does.
        self.unguard();
    }
}

/// The codes are those of `runtime/probe.h`.
fn outcome(code: i32, head: &StateHead) -> RunOutcome {
    match code {
        0 => RunOutcome::Returned,
        1 => RunOutcome::Cut,
        2 => RunOutcome::Exited(head.exit_code as i32),
        3 => RunOutcome::Threw,
        4 => RunOutcome::Outside,
        signal => RunOutcome::Signal(signal - 256),
    }
}
