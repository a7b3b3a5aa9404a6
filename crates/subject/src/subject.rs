//! A subject: opened once, run on batches of inputs.

use crate::arena::{Arena, Facts, Raw, Rules};
use crate::broken::Broken;
use crate::build::{self, Driver, Source};
use crate::leash::Limits;
use crate::number::{Cell, Type};
use crate::options::Options;
use crate::reference::{Language, Reference};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use suite::{Observed, SubjectRecord};

/// Code under test, ready to be called.
pub struct Subject {
    machine: Box<dyn Machine>,
    record: SubjectRecord,
    interrupt: Option<Arc<AtomicBool>>,
}

/// A way to call a subject. All ways obey [`crate::subject_laws`].
pub trait Machine: Send {
    /// What the subject does on each input, in order; fewer if `interrupt` was set meanwhile.
    fn run(&mut self, inputs: &[Vec<f64>], interrupt: Option<&Arc<AtomicBool>>) -> Vec<Observed>;

    /// What was noticed about its floating point while it ran.
    fn remarks(&self) -> Vec<String> {
        vec![]
    }
}

impl Subject {
    /// Builds and starts a subject.
    pub fn open(reference: &Reference, options: &Options) -> Result<Subject, Broken> {
        match reference {
            Reference::Function { language, file, name } => {
                let source = Source::open(file, name)?;
                let driver = match language {
                    Language::C => build::c::build(&source, options)?,
                    _ => unimplemented!(),
                };
                Subject::compiled(driver, name, options)
            }
            Reference::Command { .. } => unimplemented!(),
        }
    }

    fn compiled(driver: Driver, name: &str, options: &Options) -> Result<Subject, Broken> {
        let mut record = driver.record.clone();
        let machine = Calls::open(driver, name, options)?;
        record.signature = machine.signature(name);
        Ok(Subject {
            machine: Box::new(machine),
            record,
            interrupt: None,
        })
    }

    /// What it is and how it was built.
    pub fn record(&self) -> &SubjectRecord {
        &self.record
    }

    /// A flag that ends a run early when it is set.
    pub fn interrupt(&mut self, flag: Arc<AtomicBool>) {
        self.interrupt = Some(flag);
    }

    /// What it does on each input, in order. Fewer than all only if it was interrupted.
    pub fn run(&mut self, inputs: &[Vec<f64>]) -> Vec<Observed> {
        self.machine.run(inputs, self.interrupt.as_ref())
    }
}

/// A subject behind shared memory.
struct Calls {
    arena: Arena,
    arguments: Vec<Argument>,
    result: Type,
    result_scale: i32,
    reject_values: Vec<f64>,
    _driver: Driver,
}

struct Argument {
    name: String,
    kind: Type,
    scale: i32,
}

fn rules(options: &Options) -> Rules {
    Rules {
        call: Duration::from_secs_f64(options.seconds_per_call.clamp(0.001, 1e6)),
        output: options.output_limit,
        limits: Limits {
            memory: options.memory_limit,
            file: 1 << 26,
        },
    }
}

impl Calls {
    fn open(driver: Driver, name: &str, options: &Options) -> Result<Calls, Broken> {
        let arena = Arena::open(&driver.program, &driver.arguments, rules(options))?;
        let Facts { arguments, result, .. } = arena.facts().clone();
        build::check_arity(name, arguments.len(), options)?;
        let _ = result;
        let arguments = arguments
            .iter()
            .enumerate()
            .map(|(i, &code)| Argument {
                name: driver.names.get(i).cloned().unwrap_or_default(),
                kind: Type::from_code(code).expect("x"),
                scale: 0,
            })
            .collect();
        Ok(Calls {
            arena,
            arguments,
            result: Type::from_code(result).expect("x"),
            result_scale: 0,
            reject_values: options.reject_values.clone(),
            _driver: driver,
        })
    }

    fn signature(&self, name: &str) -> String {
        let one = |a: &Argument| format!("{} {}", a.kind.c_name(), a.name).trim_end().to_owned();
        let arguments: Vec<String> = self.arguments.iter().map(one).collect();
        format!("{} {name}({})", self.result.c_name(), arguments.join(", "))
    }

    fn encode(&self, input: &[f64]) -> Result<Vec<Cell>, String> {
        let pairs = self.arguments.iter().zip(input);
        pairs.map(|(a, &x)| a.kind.encode(x, a.scale)).collect()
    }
}

impl Machine for Calls {
    fn run(&mut self, inputs: &[Vec<f64>], interrupt: Option<&Arc<AtomicBool>>) -> Vec<Observed> {
        let cells: Vec<Vec<Cell>> = inputs.iter().map(|i| self.encode(i).expect("x")).collect();
        let raw = self.arena.run(&cells, interrupt);
        raw.into_iter()
            .map(|r| match r {
                Raw::Value { kind, cell, exponent, .. } => kind.observe(&cell, exponent, self.result_scale),
                Raw::Other(o) => o,
            })
            .collect()
    }
}
