//! A subject: opened once, run on batches of inputs.

use crate::arena::Rules;
use crate::broken::Broken;
use crate::build::{self, Driver, Source};
use crate::calls::Calls;
use crate::lines::Lines;
use crate::number::Type;
use crate::options::Options;
use crate::reference::{Language, Reference};
use crate::toolchain::Workshop;
use crate::{canary, command, octave, python};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use suite::{Observed, SubjectRecord};

/// Code under test, ready to be called.
///
/// Calls run one after the other in one process, so a subject that keeps state between calls shows it.
/// Where a process ends, a new one goes on with the next input.
pub struct Subject {
    machine: Box<dyn Machine>,
    record: SubjectRecord,
    interrupt: Option<Arc<AtomicBool>>,
    reject_values: Vec<f64>,
    shape: Option<Shape>,
    origin: Option<(Reference, Options)>,
    /// Files that must live as long as the subject.
    pub(crate) workshop: Option<Workshop>,
}

/// The types of a subject that has some.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Of its arguments.
    pub arguments: Vec<Type>,
    /// Of its result.
    pub result: Type,
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
        let mut subject = match reference {
            Reference::Function { language, file, name } => open_function(*language, file, name, options)?,
            Reference::Command { words } => {
                let machine = Lines::open(command::Program::new(words, options), Rules::new(options))?;
                Subject::new(Box::new(machine), command::record(words, options), options)
            }
        };
        subject.origin = Some((reference.clone(), options.clone()));
        Ok(subject)
    }

    /// A wrong subject of the same kind and types that always answers `value`; see [`crate::canary`].
    pub fn canary(&self, value: f64) -> Result<Subject, Broken> {
        match &self.origin {
            Some((reference, options)) => canary::of_subject(reference, options, self.shape(), value),
            None => Ok(Subject::mock("canary", move |_| Observed::value(value))),
        }
    }

    /// A subject that is a closure, for tests of those who use subjects.
    pub fn mock(name: &str, function: impl FnMut(&[f64]) -> Observed + Send + 'static) -> Subject {
        let record = SubjectRecord {
            name: name.into(),
            kind: "mock".into(),
            ..SubjectRecord::default()
        };
        Subject::new(Box::new(Mock(function)), record, &Options::default())
    }

    fn new(machine: Box<dyn Machine>, record: SubjectRecord, options: &Options) -> Subject {
        Subject {
            machine,
            record,
            interrupt: None,
            reject_values: options.reject_values.clone(),
            shape: None,
            origin: None,
            workshop: None,
        }
    }

    fn calls(driver: Driver, name: &str, options: &Options) -> Result<Subject, Broken> {
        let (calls, record) = Calls::open(driver, name, options)?;
        let shape = Some(calls.shape());
        Ok(Subject {
            shape,
            ..Subject::new(Box::new(calls), record, options)
        })
    }

    /// What it is and how it was built, and what was noticed about its floating point so far.
    pub fn record(&self) -> &SubjectRecord {
        &self.record
    }

    /// The types of its arguments and its result, if it has such.
    pub(crate) fn shape(&self) -> Option<&Shape> {
        self.shape.as_ref()
    }

    /// Gives it another name in records.
    pub(crate) fn rename(&mut self, name: String) {
        self.record.name = name;
        self.record.source = None;
        self.record.line = None;
    }

    /// A flag that ends a run early when it is set.
    pub fn interrupt(&mut self, flag: Arc<AtomicBool>) {
        self.interrupt = Some(flag);
    }

    /// What it does on each input, in order. Fewer than all only if it was interrupted.
    pub fn run(&mut self, inputs: &[Vec<f64>]) -> Vec<Observed> {
        let observed = self.machine.run(inputs, self.interrupt.as_ref());
        self.note_remarks();
        observed.into_iter().map(|one| self.reject(one)).collect()
    }

    /// The remarks replace those of earlier runs, which begin in the same way.
    fn note_remarks(&mut self) {
        for remark in self.machine.remarks() {
            let beginning: String = remark.chars().take(24).collect();
            self.record.floating_point.retain(|old| !old.starts_with(&beginning));
            self.record.floating_point.push(remark);
        }
    }

    fn reject(&self, observed: Observed) -> Observed {
        let named = |y: f64| self.reject_values.iter().any(|&r| r == y || (r.is_nan() && y.is_nan()));
        match &observed {
            Observed::Value { hex, upper: None, .. } if named(hex.0) => Observed::Rejected {
                how: format!("returned {}, which --reject-value names", hex.0),
            },
            _ => observed,
        }
    }
}

fn open_function(language: Language, file: &Path, name: &str, options: &Options) -> Result<Subject, Broken> {
    if language == Language::Library {
        return Subject::calls(build::library::build(file, name, options)?, name, options);
    }
    let source = Source::open(file, name)?;
    let driver = match language {
        Language::C | Language::Library => build::c::build(&source, options)?,
        Language::Cpp => build::cpp::build(&source, options)?,
        Language::Fortran => build::fortran::build(&source, options)?,
        Language::Rust => build::rust::build(&source, options)?,
        Language::Python => python::build(&source, options)?,
        Language::Octave => {
            let (function, record) = octave::Function::new(&source, options)?;
            let machine = Lines::open(function, Rules::new(options))?;
            return Ok(Subject::new(Box::new(machine), record, options));
        }
    };
    Subject::calls(driver, name, options)
}

struct Mock<F>(F);

impl<F: FnMut(&[f64]) -> Observed + Send> Machine for Mock<F> {
    fn run(&mut self, inputs: &[Vec<f64>], _: Option<&Arc<AtomicBool>>) -> Vec<Observed> {
        inputs.iter().map(|input| (self.0)(input)).collect()
    }
}
