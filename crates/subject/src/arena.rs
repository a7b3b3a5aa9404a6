//! Batches of calls through shared memory: the parent's side of `harness.c` and `harness.py`.
//!
//! The memory has three parts: a header, inputs and results.
//! The parent reads and writes it as a file and maps nothing, so a subject cannot make it fault.
//! What counts is not what a worker says but which results carry the right checksum: the first input without one
//! is the one at which a worker died, hung or flooded. A new worker goes on behind it.

use crate::broken::Broken;
use crate::layout::{INPUTS, Layout, Raw, WorkerFacts, at};
use crate::number::NumberCell;
use crate::options::SubjectOptions;
use child::{Most, Process, ProcessLimits, Streams, in_words, signal_name};
use rustix::fs::{MemfdFlags, memfd_create};
use std::fs::File;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, AsRawFd};
use std::os::unix::fs::FileExt;
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, ExitStatus};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use suite::Observed;

const READY: u64 = 0x6c79_6469_616e_0001;
/// Bytes of a file that a subject may write.
const FILE_LIMIT: u64 = 1 << 26;
/// No answer in a line is longer than this.
const LONGEST: usize = 1 << 16;
const START_LIMIT: Duration = Duration::from_secs(20);

/// How a worker is started: the two descriptors stand between the arguments.
#[derive(Clone, Debug, Default)]
pub struct Launch {
    /// The program.
    pub program: String,
    /// Arguments before the descriptors.
    pub before: Vec<String>,
    /// Arguments behind them.
    pub after: Vec<String>,
}

/// What one process may do.
#[derive(Clone, Debug)]
pub struct ArenaRules {
    /// Time for one call.
    pub call: Duration,
    /// Bytes of output in one call.
    pub output: u64,
    /// Memory and files.
    pub limits: ProcessLimits,
}

impl ArenaRules {
    /// The rules that options set.
    pub fn new(options: &SubjectOptions) -> ArenaRules {
        // Sanitizers reserve terabytes of addresses.
        let sanitizer = options.cflags.iter().any(|f| f.starts_with("-fsanitize"));
        ArenaRules {
            call: Duration::from_secs_f64(options.seconds_per_call.clamp(0.001, 1e6)),
            output: options.output_limit,
            limits: ProcessLimits {
                memory: if sanitizer { 0 } else { options.memory_limit },
                file: FILE_LIMIT,
            },
        }
    }

    /// What one may write who speaks in lines.
    pub fn most(&self) -> Most {
        Most {
            line: LONGEST,
            beside: self.output,
        }
    }
}

/// Starts workers as needed and gives them inputs.
pub struct Arena {
    launch: Launch,
    rules: ArenaRules,
    layout: Layout,
    memory: File,
    worker: Option<Worker>,
    facts: WorkerFacts,
    sequence: u64,
    /// Results as they were read, kept for the next batch.
    slots: Vec<u8>,
}

struct Worker {
    process: Process,
    bell: UnixStream,
    bell_open: bool,
    key: u64,
}

enum ArenaEnd {
    Finished,
    Died(ExitStatus),
    Overdue,
    Flooded,
    Interrupted,
}

impl Arena {
    /// Starts the first worker and asks it for the types of its subject.
    pub fn open(launch: Launch, rules: ArenaRules, layout: Layout) -> Result<Arena, Broken> {
        let memory = memfd_create("lydian", MemfdFlags::CLOEXEC).map_err(|e| Broken::system("memory", &e.into()))?;
        let memory = File::from(memory);
        let sized = memory.set_len(layout.bytes());
        sized.map_err(|e| Broken::system("memory", &e))?;
        let mut arena = Arena {
            launch,
            rules,
            layout,
            memory,
            worker: None,
            facts: WorkerFacts::default(),
            sequence: 0,
            slots: Vec::new(),
        };
        arena.start()?;
        arena.facts = arena.read_facts()?;
        Ok(arena)
    }

    /// What the worker said of its subject.
    pub fn facts(&self) -> &WorkerFacts {
        &self.facts
    }

    fn start(&mut self) -> Result<(), Broken> {
        let refused = |e: io::Error| Broken::system("a channel", &e);
        let (bell, theirs) = UnixStream::pair().map_err(refused)?;
        bell.set_nonblocking(true).map_err(refused)?;
        let key = RandomState::new().build_hasher().finish();
        self.write_words(at::READY, &[0, key, 0, 0, 0, 0]).map_err(refused)?;
        self.write_words(at::LAYOUT, &self.layout.words()).map_err(refused)?;
        let (memory, far) = (self.memory.as_raw_fd(), theirs.as_raw_fd());
        let mut command = Command::new(&self.launch.program);
        command.args(&self.launch.before);
        command
            .args([memory.to_string(), far.to_string()])
            .args(&self.launch.after);
        let process = Process::start(command, Streams::Drained, vec![memory, far], self.rules.limits)?;
        let mut worker = Worker {
            process,
            bell,
            bell_open: true,
            key,
        };
        self.await_ready(&mut worker)?;
        worker.process.forget_output();
        self.worker = Some(worker);
        Ok(())
    }

    fn await_ready(&self, worker: &mut Worker) -> Result<(), Broken> {
        let begun = Instant::now();
        while self.word(at::READY) != READY {
            worker.wait(Duration::from_millis(50));
            if let Some(status) = worker.process.ended() {
                let what = format!("the subject {} before its first call", in_words(status));
                return Err(Broken::new(
                    with_output(what, &worker.process.said()),
                    "make it load without an error",
                ));
            }
            if begun.elapsed() > START_LIMIT {
                let what = format!("the subject was not ready after {} s", START_LIMIT.as_secs());
                return Err(Broken::new(
                    with_output(what, &worker.process.said()),
                    "make it load faster",
                ));
            }
        }
        worker.wait(Duration::ZERO);
        Ok(())
    }

    fn read_facts(&self) -> Result<WorkerFacts, Broken> {
        let mut page = [0; at::END];
        let read = self.memory.read_exact_at(&mut page, at::READY);
        read.map_err(|e| Broken::system("memory", &e))?;
        WorkerFacts::read(&page, self.layout.width)
    }

    /// Ends the worker; a new one makes the next call.
    pub fn restart(&mut self) {
        self.worker = None;
    }

    /// Calls the subject on `count` inputs, whose cells follow each other, as many for each. Stops early if `interrupt` is
    /// set.
    pub fn run(&mut self, cells: &[NumberCell], count: usize, interrupt: Option<&Arc<AtomicBool>>) -> Vec<Raw> {
        let mut all = Vec::with_capacity(count);
        let width = cells.len() / count.max(1);
        for first in (0..count).step_by(self.layout.capacity) {
            let count = self.layout.capacity.min(count - first);
            let part = self.run_chunk(&cells[first * width..(first + count) * width], count, interrupt);
            let complete = part.len() == count;
            all.extend(part);
            if !complete {
                break;
            }
        }
        all
    }

    fn run_chunk(&mut self, cells: &[NumberCell], count: usize, interrupt: Option<&Arc<AtomicBool>>) -> Vec<Raw> {
        self.sequence += self.layout.capacity as u64;
        let mut done: Vec<Raw> = Vec::with_capacity(count);
        if let Err(error) = self.memory.write_all_at(cells.as_flattened(), INPUTS) {
            return vec![broken(format!("memory cannot be written: {error}")); count];
        }
        while done.len() < count {
            match self.go_on(done.len(), count, interrupt) {
                Err(error) => done.push(broken(format!("no new worker: {}", error.what))),
                Ok(end) => {
                    if self.collect(&mut done, count) {
                        self.worker = None;
                    } else if !self.blame(end, &mut done, count) {
                        break;
                    }
                }
            }
        }
        done
    }

    /// Lets a worker run from input `first` until something ends that.
    fn go_on(&mut self, first: usize, count: usize, interrupt: Option<&Arc<AtomicBool>>) -> Result<ArenaEnd, Broken> {
        if !self.worker.as_mut().is_some_and(Worker::is_alive) {
            self.worker = None;
            self.start()?;
        }
        let words = [0, self.sequence, first as u64, count as u64];
        self.write_words(at::PROGRESS, &words)
            .map_err(|e| Broken::system("memory", &e))?;
        let mut worker = self.worker.take().expect("invariant: a worker was started");
        worker.ring();
        let end = self.watch(&mut worker, count, interrupt);
        self.worker = Some(worker);
        Ok(end)
    }

    fn watch(&self, worker: &mut Worker, count: usize, interrupt: Option<&Arc<AtomicBool>>) -> ArenaEnd {
        let step = (self.rules.call / 8).clamp(Duration::from_millis(1), Duration::from_millis(50));
        let (mut progress, mut since) = (0, Instant::now());
        loop {
            if interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
                return ArenaEnd::Interrupted;
            }
            if worker.wait(step) && self.slot(count - 1, worker.key).is_some() {
                return ArenaEnd::Finished;
            }
            let now = self.word(at::PROGRESS);
            if worker.process.written > self.rules.output {
                return ArenaEnd::Flooded;
            }
            if let Some(status) = worker.process.ended() {
                return ArenaEnd::Died(status);
            }
            if now != progress {
                (progress, since) = (now, Instant::now());
                worker.process.forget_output();
            } else if since.elapsed() >= self.rules.call {
                return ArenaEnd::Overdue;
            }
        }
    }

    /// Takes over the results that are there, up to the first that is not, or to one behind which a worker ended itself.
    /// True if there is such a one.
    ///
    /// All of them are read at once; what a subject writes there meanwhile has no right checksum.
    fn collect(&mut self, done: &mut Vec<Raw>, count: usize) -> bool {
        let key = self.worker.as_ref().map_or(0, |w| w.key);
        let first = done.len();
        self.slots.resize((count - first) * self.layout.slot, 0);
        let read = self.memory.read_exact_at(&mut self.slots, self.layout.result(first));
        if read.is_err() {
            return false;
        }
        for (n, slot) in self.slots.chunks_exact(self.layout.slot).enumerate() {
            match Raw::read(slot, key, self.sequence + (first + n) as u64) {
                Some(raw) => done.push(raw),
                None => break,
            }
            if matches!(done.last(), Some(Raw::Spoilt(_))) {
                return true;
            }
        }
        false
    }

    /// Gives the next input what the worker came to. False if nothing more shall be run.
    fn blame(&mut self, end: ArenaEnd, done: &mut Vec<Raw>, count: usize) -> bool {
        let observed = match end {
            ArenaEnd::Finished if done.len() == count => return true,
            ArenaEnd::Finished => Observed::Broken {
                how: "it spoilt the memory of its results".into(),
            },
            ArenaEnd::Died(status) => observed_end(status),
            ArenaEnd::Overdue => Observed::Timeout {
                milliseconds: self.rules.call.as_millis() as u64,
            },
            ArenaEnd::Flooded => Observed::Flood {
                limit: self.rules.output,
            },
            ArenaEnd::Interrupted => {
                self.worker = None;
                return false;
            }
        };
        self.worker = None;
        if done.len() < count {
            done.push(Raw::Other(observed));
        }
        true
    }

    /// The result of an input, if it is there and genuine.
    fn slot(&self, index: usize, key: u64) -> Option<Raw> {
        let mut slot = vec![0; self.layout.slot];
        self.memory.read_exact_at(&mut slot, self.layout.result(index)).ok()?;
        Raw::read(&slot, key, self.sequence + index as u64)
    }

    fn word(&self, place: u64) -> u64 {
        let mut bytes = [0; 8];
        // The memory has that many bytes; a failed read is a word that never changes, and ends in a timeout.
        let _ = self.memory.read_exact_at(&mut bytes, place);
        u64::from_le_bytes(bytes)
    }

    fn write_words(&self, place: u64, words: &[u64]) -> io::Result<()> {
        let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
        self.memory.write_all_at(&bytes, place)
    }
}

impl Worker {
    fn is_alive(&mut self) -> bool {
        self.process.ended().is_none() && self.bell_open
    }

    fn ring(&mut self) {
        // A worker that does not hear it is dead, and that is noticed.
        let _ = self.bell.write(b"g");
    }

    /// Waits for news; true if the worker rang. Strays are counted as output.
    fn wait(&mut self, time: Duration) -> bool {
        let bell = self.bell_open.then(|| self.bell.as_fd());
        if !self.process.wait(bell, time) {
            return false;
        }
        let mut buffer = [0; 4096];
        match self.bell.read(&mut buffer) {
            Ok(0) => self.bell_open = false,
            Ok(n) => self.process.written += n as u64 - 1,
            Err(_) => return false,
        }
        self.bell_open
    }
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

fn broken(how: String) -> Raw {
    Raw::Other(Observed::Broken { how })
}

/// What is wrong, and below it what the child said.
pub fn with_output(what: String, said: &str) -> String {
    if said.is_empty() {
        what
    } else {
        format!("{what}:\n{said}")
    }
}
