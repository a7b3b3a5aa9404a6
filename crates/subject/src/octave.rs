//! GNU Octave: one interpreter kept alive, lines on pipes of its own.
//!
//! A function is found as Octave finds it: in a file of its name, or by running a script file that defines it.
//! An error is a rejection, and so is a complex number.

use crate::arena::{ArenaRules, with_output};
use crate::broken::Broken;
use crate::build::{SubjectSource, check_arity, missing, text_names};
use crate::interface::{Answer, Interface, PassedExtent, PassedParameter, check_count};
use crate::lines::Speech;
use crate::number::PassedType;
use crate::options::SubjectOptions;
use crate::toolchain::{OCTAVE, Tool, Workshop};
use child::{Process, Silence, Streams, Talk, in_words};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::os::fd::AsRawFd;
use std::time::Duration;
use suite::{Observed, SubjectRecord};

const HARNESS: &str = include_str!("harness/harness.m");
const START_LIMIT: Duration = Duration::from_secs(30);

/// A function of Octave.
pub struct OctaveFunction {
    tool: Tool,
    workshop: Workshop,
    path: String,
    shown: String,
    name: String,
    names: Vec<String>,
    rules: ArenaRules,
    options: SubjectOptions,
    arity: Option<usize>,
    interface: Option<Interface>,
    /// Each question begins with a word that nobody can guess, and so does its answer.
    key: u64,
    asked: u64,
}

impl OctaveFunction {
    /// Prepares an interpreter for a function.
    pub fn new(
        source: &SubjectSource<'_>,
        options: &SubjectOptions,
        interface: Option<&Interface>,
    ) -> Result<(OctaveFunction, SubjectRecord), Broken> {
        interface.map_or(Ok(()), |i| by_value(source.name, i))?;
        let tool = Tool::find(&OCTAVE)?;
        let workshop = Workshop::new()?;
        workshop.write("lydian_harness.m", HARNESS)?;
        let line = text_names::line(&source.text, &text_names::OCTAVE, source.name);
        let mut record = source.record("octave", &tool, line);
        record.signature = match interface {
            Some(interface) => format!("{}{interface}", source.name),
            None => format!("{}({})", source.name, options.arguments.join(", ")),
        };
        record.floating_point = vec!["Octave's numbers are doubles unless the function makes others".into()];
        let function = OctaveFunction {
            tool,
            workshop,
            path: source.path.display().to_string(),
            shown: source.shown(),
            name: source.name.into(),
            names: text_names::all(&source.text, &text_names::OCTAVE),
            rules: ArenaRules::new(options),
            options: options.clone(),
            arity: interface
                .map(Interface::inputs)
                .or(Some(options.arguments.len()).filter(|&n| n > 0)),
            interface: interface.cloned(),
            key: RandomState::new().build_hasher().finish(),
            asked: 0,
        };
        Ok((function, record))
    }

    fn word(&self) -> String {
        format!("{:016x}", self.key ^ self.asked.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn greet(&mut self, talk: &mut Talk) -> Result<(), Broken> {
        let greeting = talk.hear(START_LIMIT, None);
        let words = greeting.map_err(|silence| unready(silence, talk))?;
        let (word, rest) = words.split_once(' ').unwrap_or((&words, ""));
        match word {
            "ready" => self.check_arity(rest),
            "missing" => Err(missing(&self.shown, &self.name, &self.names)),
            _ => {
                let what = format!("Octave cannot load {}: {rest}", self.shown);
                Err(Broken::new(what, "make it load without an error"))
            }
        }
    }

    /// The numbers of arguments and results that are there. A negative one means at least this many less one.
    fn check_arity(&mut self, there: &str) -> Result<(), Broken> {
        let mut numbers = there.split_whitespace().map(|word| word.parse().unwrap_or(-1));
        let (takes, gives): (i64, i64) = (numbers.next().unwrap_or(-1), numbers.next().unwrap_or(-1));
        if let Some(interface) = &self.interface {
            return fit(&self.name, interface, takes, gives);
        }
        if let Ok(there) = usize::try_from(takes) {
            check_arity(&self.name, there, &self.options)?;
            self.arity = Some(there);
        }
        Ok(())
    }

    /// How the numbers of a question form arguments, and how many results there are: `10 - 3` and `2`.
    fn shapes(&self) -> [String; 2] {
        let Some(interface) = &self.interface else {
            return [String::new(), String::new()];
        };
        let one = |p: &PassedParameter| match p.extent {
            PassedExtent::Number => "-".to_owned(),
            PassedExtent::Array(n) => n.to_string(),
        };
        let inputs: Vec<String> = interface.parameters.iter().map(one).collect();
        [inputs.join(" "), interface.returns.len().to_string()]
    }
}

/// What a function of Octave takes cannot be changed by it.
fn by_value(name: &str, interface: &Interface) -> Result<(), Broken> {
    let Some(passed) = interface.parameters.iter().find(|p| p.way.comes_back()) else {
        return Ok(());
    };
    let what = format!(
        "`{name}` is a function of Octave and cannot change or fill `{}`",
        passed.name
    );
    Err(Broken::new(
        what,
        format!("let the contract return it, as in `[{}] = {name}(...)`", passed.name),
    ))
}

fn fit(name: &str, interface: &Interface, takes: i64, gives: i64) -> Result<(), Broken> {
    let (passed, expected) = (interface.parameters.len() as i64, interface.returns.len() as i64);
    let refuse = |why: String| {
        let what = format!("`{name}` does not fit the contract, which has {name}{interface}: {why}");
        let remedy = "correct the contract, name another function, or write one around it that fits";
        Err(Broken::new(what, remedy))
    };
    if takes >= 0 && takes != passed {
        return refuse(format!("it takes {takes} arguments, and the contract passes {passed}"));
    }
    if gives >= 0 && gives < expected {
        return refuse(format!(
            "it returns {gives} results, and the contract expects {expected}"
        ));
    }
    Ok(())
}

fn unready(silence: Silence, talk: &mut Talk) -> Broken {
    let what = match silence {
        Silence::Ended(status) => format!("Octave {} before the first call", in_words(status)),
        _ => "Octave was not ready in time".into(),
    };
    Broken::new(
        with_output(what, &talk.process().said()),
        "start it by hand to see what is wrong",
    )
}

impl Speech for OctaveFunction {
    fn start(&mut self) -> Result<Talk, Broken> {
        let refused = |e| Broken::system("a pipe", &e);
        let (inputs, questions) = std::io::pipe().map_err(refused)?;
        let (answers, outputs) = std::io::pipe().map_err(refused)?;
        let keep = vec![inputs.as_raw_fd(), outputs.as_raw_fd()];
        let mut command = self.tool.command();
        command.args(["--norc", "--quiet", "--no-history", "--no-window-system"]);
        command.arg(self.workshop.path("lydian_harness.m"));
        command.args(keep.iter().map(|fd| format!("/proc/self/fd/{fd}")));
        command.args([&self.path, &self.name]).args(self.shapes());
        let process = Process::start(command, Streams::Drained, keep, self.rules.limits)?;
        drop((inputs, outputs));
        let mut talk = Talk::new(process, Some(questions), answers, self.rules.most())?;
        self.greet(&mut talk)?;
        Ok(talk)
    }

    fn question(&mut self, input: &[f64]) -> Result<String, String> {
        if let Some(arity) = self.arity.filter(|&n| n != input.len()) {
            return Err(format!("{} values for {arity} arguments", input.len()));
        }
        self.asked += 1;
        let words: Vec<String> = input.iter().map(|x| format!("{:016x}", x.to_bits())).collect();
        // Octave looks one character ahead before it hands out a line, so a blank follows.
        Ok(format!("{} {}\n ", self.word(), words.join(" ")))
    }

    fn understand(&self, answer: &str) -> Answer {
        let Some(answer) = answer.strip_prefix(&self.word()) else {
            return Answer::broken("an answer came that was not asked for");
        };
        let (kind, rest) = answer.trim().split_once(' ').unwrap_or((answer.trim(), ""));
        match kind {
            "value" => value(rest).map_or_else(Answer::broken, Answer::Other),
            "values" => self.values(rest).map_or_else(|answer| answer, Answer::Values),
            "rejected" => Answer::Other(Observed::Rejected { how: rest.into() }),
            _ => Answer::broken(rest),
        }
    }

    fn is_numbered(&self) -> bool {
        true
    }
}

impl OctaveFunction {
    /// Results with bars between them: `double 3ff0000000000000 4000000000000000|int8 01`.
    fn values(&self, text: &str) -> Result<Vec<f64>, Answer> {
        let extents = self.interface.iter().flat_map(|i| &i.returns);
        let mut all = vec![];
        for (i, (part, extent)) in text.split('|').zip(extents).enumerate() {
            let (class, digits) = part.split_once(' ').unwrap_or((part, ""));
            let numbers: Vec<&str> = digits.split_whitespace().collect();
            check_count(numbers.len(), extent.count())
                .map_err(|why| Answer::broken(format!("result {}: {why}", i + 1)))?;
            for number in numbers {
                match value(&format!("{class} {number}")).map_err(Answer::broken)? {
                    Observed::Value { hex, upper: None, .. } => all.push(hex.0),
                    _ => return Err(Answer::Between(format!("result {} is no double", i + 1))),
                }
            }
        }
        Ok(all)
    }
}

/// Classes of Octave and their types.
const CLASSES: &[(&str, PassedType)] = &[
    ("double", PassedType::Double),
    ("single", PassedType::Float),
    ("int8", PassedType::Signed(1)),
    ("int16", PassedType::Signed(2)),
    ("int32", PassedType::Signed(4)),
    ("int64", PassedType::Signed(8)),
    ("uint8", PassedType::Unsigned(1)),
    ("uint16", PassedType::Unsigned(2)),
    ("uint32", PassedType::Unsigned(4)),
    ("uint64", PassedType::Unsigned(8)),
];

/// The number in `double 3ff0000000000000`.
fn value(text: &str) -> Result<Observed, String> {
    let read = || {
        let (class, digits) = text.split_once(' ')?;
        let kind = CLASSES.iter().find(|row| row.0 == class)?.1;
        Some((kind, u64::from_str_radix(digits.trim(), 16).ok()?))
    };
    let (kind, bits) = read().ok_or_else(|| format!("answered `{text}`, which is no number"))?;
    let mut cell = [0; 16];
    cell[..8].copy_from_slice(&bits.to_le_bytes());
    Ok(kind.observe(&cell, 0, 0))
}
