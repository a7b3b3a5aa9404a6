//! A subject: opened once, run on batches of inputs.

use crate::arena::ArenaRules;
use crate::broken::Broken;
use crate::build::{self, Driver, SubjectSource};
use crate::calls::Calls;
use crate::interface::{Answer, Interface, PassedExtent, PassedParameter};
use crate::lines::LineSubject;
use crate::number::PassedType;
use crate::options::SubjectOptions;
use crate::reference::{SubjectLanguage, SubjectReference};
use crate::sight::Sight;
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
    machine: Box<dyn SubjectMachine>,
    record: SubjectRecord,
    interrupt: Option<Arc<AtomicBool>>,
    reject_values: Vec<f64>,
    shape: Option<SubjectTypes>,
    interface: Option<Interface>,
    origin: Option<(SubjectReference, SubjectOptions)>,
    /// Files that must live as long as the subject.
    pub(crate) workshop: Option<Workshop>,
}

/// The types of a subject that has some.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubjectTypes {
    /// Of its arguments.
    pub arguments: Vec<PassedType>,
    /// Of its result.
    pub result: PassedType,
}

/// A way to call a subject. All ways obey [`crate::subject_laws`].
pub trait SubjectMachine: Send {
    /// What the subject does on each input, in order; fewer if `interrupt` was set meanwhile.
    /// Without an interface a number is an observation, with the bits of its type.
    fn run(&mut self, inputs: &[Vec<f64>], interrupt: Option<&Arc<AtomicBool>>) -> Vec<Answer>;

    /// The same without the texts of observations.
    fn sight(&mut self, inputs: &[Vec<f64>], interrupt: Option<&Arc<AtomicBool>>) -> Vec<Sight> {
        let answers = self.run(inputs, interrupt).into_iter();
        answers.map(|answer| Sight::Other(answer.observed())).collect()
    }

    /// Ends the process that the subject runs in, if there is one: the next call is the first of a new one.
    fn restart(&mut self) {}

    /// What was noticed about its floating point while it ran.
    fn remarks(&self) -> Vec<String> {
        vec![]
    }
}

impl Subject {
    /// Builds and starts a subject.
    pub fn open(reference: &SubjectReference, options: &SubjectOptions) -> Result<Subject, Broken> {
        let mut subject = open(reference, options, None)?;
        subject.origin = Some((reference.clone(), options.clone()));
        Ok(subject)
    }

    /// Builds and starts a subject that is called in this way, for [`Subject::ask`].
    ///
    /// A function of C or Fortran must have these parameters and no others. C++ and Rust take numbers and return one.
    pub fn open_for(
        reference: &SubjectReference,
        options: &SubjectOptions,
        interface: &Interface,
    ) -> Result<Subject, Broken> {
        interface.check()?;
        let name = |p: &PassedParameter| p.name.clone();
        let mut options = options.clone();
        let exact = match reference {
            SubjectReference::Function { language, .. } => language.has_prototypes(),
            SubjectReference::Command { .. } => false,
        };
        if interface.is_plain() && !exact {
            options.arguments = interface.parameters.iter().map(name).collect();
            return Subject::open(reference, &options);
        }
        options.arguments.clear();
        let mut subject = open(reference, &options, Some(interface))?;
        subject.interface = Some(interface.clone());
        Ok(subject)
    }

    /// A wrong subject of the same kind and types that always answers `value`; see [`crate::open_canary`].
    pub fn open_canary(&self, value: f64) -> Result<Subject, Broken> {
        if self.interface.is_some() {
            let what = format!(
                "{} is called with an interface, and canaries have none",
                self.record.name
            );
            return Err(Broken::new(what, "open it without one"));
        }
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
        Subject::new(Box::new(Mock(function)), record, &SubjectOptions::default())
    }

    fn new(machine: Box<dyn SubjectMachine>, record: SubjectRecord, options: &SubjectOptions) -> Subject {
        Subject {
            machine,
            record,
            interrupt: None,
            reject_values: options.reject_values.clone(),
            shape: None,
            interface: None,
            origin: None,
            workshop: None,
        }
    }

    fn calls(
        driver: Driver,
        name: &str,
        options: &SubjectOptions,
        interface: Option<&Interface>,
    ) -> Result<Subject, Broken> {
        let (calls, record) = Calls::open(driver, name, options, interface)?;
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
    pub fn shape(&self) -> Option<&SubjectTypes> {
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

    /// Lets the next call be the first of a new process, so that nothing is left of earlier calls.
    pub fn restart(&mut self) {
        self.machine.restart();
    }

    /// What it does on each input, in order. Fewer than all only if it was interrupted.
    pub fn run(&mut self, inputs: &[Vec<f64>]) -> Vec<Observed> {
        let answers = self.answers(inputs);
        answers
            .map(|(subject, answer)| subject.reject(answer.observed()))
            .collect()
    }

    /// What it does on each input, in order, as [`Subject::run`] says it, for those who make very many calls.
    pub fn sight(&mut self, inputs: &[Vec<f64>]) -> Vec<Sight> {
        let mut all = self.machine.sight(inputs, self.interrupt.as_ref());
        self.note_remarks();
        for sight in &mut all {
            if let Some(y) = sight.value().filter(|&y| self.is_rejection(y)) {
                *sight = Sight::Other(rejected(y));
            }
        }
        all
    }

    /// What it does on each input: the numbers of all parameters that go to it, in order. Fewer answers than inputs only
    /// if it was interrupted.
    pub fn ask(&mut self, inputs: &[Vec<f64>]) -> Vec<Answer> {
        let answers = self.answers(inputs);
        answers.map(|(subject, answer)| subject.reject_values(answer)).collect()
    }

    fn answers(&mut self, inputs: &[Vec<f64>]) -> impl Iterator<Item = (&Subject, Answer)> {
        let answers = self.machine.run(inputs, self.interrupt.as_ref());
        self.note_remarks();
        let subject = &*self;
        answers.into_iter().map(move |answer| (subject, answer))
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
        match &observed {
            Observed::Value { hex, upper: None, .. } if self.is_rejection(hex.0) => rejected(hex.0),
            _ => observed,
        }
    }

    /// A number that is returned beside others can be a rejection, too.
    fn reject_values(&self, answer: Answer) -> Answer {
        let returned = self
            .interface
            .as_ref()
            .is_none_or(|i| i.returns.first() == Some(&PassedExtent::Number));
        match answer.values() {
            Answer::Values(values) if returned && values.first().is_some_and(|&y| self.is_rejection(y)) => {
                Answer::Other(rejected(values[0]))
            }
            other => other,
        }
    }

    fn is_rejection(&self, y: f64) -> bool {
        self.reject_values.iter().any(|&r| r == y || (r.is_nan() && y.is_nan()))
    }
}

fn rejected(y: f64) -> Observed {
    Observed::Rejected {
        how: format!("returned {y}, which --reject-value names"),
    }
}

fn open(
    reference: &SubjectReference,
    options: &SubjectOptions,
    interface: Option<&Interface>,
) -> Result<Subject, Broken> {
    match reference {
        SubjectReference::Function { language, file, name } => open_function(*language, file, name, options, interface),
        SubjectReference::Command { words } => {
            let machine = LineSubject::open(
                command::CommandSubject::new(words, options, interface),
                ArenaRules::new(options),
            )?;
            let record = command::record(words, options, interface);
            Ok(Subject::new(Box::new(machine), record, options))
        }
    }
}

fn open_function(
    language: SubjectLanguage,
    file: &Path,
    name: &str,
    options: &SubjectOptions,
    interface: Option<&Interface>,
) -> Result<Subject, Broken> {
    if language == SubjectLanguage::Library {
        let driver = build::library::build(file, name, options, interface)?;
        return Subject::calls(driver, name, options, interface);
    }
    let source = SubjectSource::open(file, name)?;
    let driver = match language {
        SubjectLanguage::C | SubjectLanguage::Library => build::c::build(&source, options, interface)?,
        SubjectLanguage::Fortran => build::fortran::build(&source, options, interface)?,
        SubjectLanguage::Python => python::build(&source, options, interface)?,
        SubjectLanguage::Octave => {
            let (function, record) = octave::OctaveFunction::new(&source, options, interface)?;
            let machine = LineSubject::open(function, ArenaRules::new(options))?;
            return Ok(Subject::new(Box::new(machine), record, options));
        }
        _ if interface.is_some() => return Err(numbers_only(&source.shown())),
        SubjectLanguage::Cpp => build::cpp::build(&source, options)?,
        SubjectLanguage::Rust => build::rust::build(&source, options)?,
    };
    Subject::calls(driver, name, options, interface)
}

fn numbers_only(file: &str) -> Broken {
    let what = format!("{file}: arrays and several outputs are not possible in this language");
    let remedy = "give the function an interface of C (`extern \"C\"`), build a shared library, and name that \
        with a signature";
    Broken::new(what, remedy)
}

struct Mock<F>(F);

impl<F: FnMut(&[f64]) -> Observed + Send> SubjectMachine for Mock<F> {
    fn run(&mut self, inputs: &[Vec<f64>], _: Option<&Arc<AtomicBool>>) -> Vec<Answer> {
        let answers = inputs.iter().map(|input| (self.0)(input));
        answers.map(Answer::Other).collect()
    }
}
