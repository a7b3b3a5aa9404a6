//! Any program: a line of inputs in, a line with the answer out.
//!
//! Inputs are hexadecimal floats with blanks between them, or decimals if the option says so.
//! An answer is a hexadecimal float, a decimal, `nan`, `inf`, or `error` with any text, which is a rejection.
//! Where an interface asks for several numbers, blanks stand between them.
//! A program may also answer once and end; it is started again.

use crate::arena::ArenaRules;
use crate::broken::Broken;
use crate::interface::{Answer, Interface, check_count};
use crate::lines::Speech;
use crate::options::SubjectOptions;
use crate::reference::SubjectReference;
use child::{Process, Streams, Talk};
use std::process::Command;
use suite::{Observed, SubjectRecord, hex};

/// A program that speaks in lines.
pub struct CommandSubject {
    words: Vec<String>,
    rules: ArenaRules,
    decimal: bool,
    arity: Option<usize>,
    /// How many numbers an answer has, if an interface says it.
    outputs: Option<usize>,
}

impl CommandSubject {
    /// The program of a reference.
    pub fn new(words: &[String], options: &SubjectOptions, interface: Option<&Interface>) -> CommandSubject {
        let named = Some(options.arguments.len()).filter(|&n| n > 0);
        CommandSubject {
            words: words.to_vec(),
            rules: ArenaRules::new(options),
            decimal: options.decimal,
            arity: interface.map(Interface::inputs).or(named),
            outputs: interface.map(Interface::outputs),
        }
    }
}

/// The record of a command.
pub fn record(words: &[String], options: &SubjectOptions, interface: Option<&Interface>) -> SubjectRecord {
    let reference = SubjectReference::Command { words: words.to_vec() };
    let inputs = if options.decimal {
        "decimals"
    } else {
        "hexadecimal floats"
    };
    let signature = match interface {
        Some(interface) => format!("a line of {inputs} in, a line of numbers out: {interface}"),
        None => format!(
            "a line of {inputs} in, a line with one number out: {}",
            options.arguments.join(" ")
        ),
    };
    SubjectRecord {
        name: reference.to_string(),
        kind: "command".into(),
        signature,
        tool: words[0].clone(),
        floating_point: vec!["as the program does it, which is not known here".into()],
        ..SubjectRecord::default()
    }
}

impl Speech for CommandSubject {
    fn start(&mut self) -> Result<Talk, Broken> {
        let refused = |e| Broken::system("a pipe", &e);
        let (inputs, questions) = std::io::pipe().map_err(refused)?;
        let (answers, outputs) = std::io::pipe().map_err(refused)?;
        let mut command = Command::new(&self.words[0]);
        command.args(&self.words[1..]);
        let streams = Streams::Protocol(inputs.into(), outputs.into());
        let process = Process::start(command, streams, vec![], self.rules.limits)?;
        Ok(Talk::new(process, Some(questions), answers, self.rules.most())?)
    }

    fn question(&mut self, input: &[f64]) -> Result<String, String> {
        if let Some(arity) = self.arity.filter(|&n| n != input.len()) {
            return Err(format!("{} values for {arity} arguments", input.len()));
        }
        let write = if self.decimal { hex::decimal } else { hex::format };
        let words: Vec<String> = input.iter().map(|&x| write(x)).collect();
        Ok(words.join(" ") + "\n")
    }

    fn understand(&self, answer: &str) -> Answer {
        let lower = answer.to_ascii_lowercase();
        if let Some(rest) = lower
            .strip_prefix("error")
            .filter(|r| !r.starts_with(|c: char| c.is_alphanumeric()))
        {
            let text = answer[answer.len() - rest.len()..]
                .trim_start_matches([':', ' '])
                .to_owned();
            let how = if text.is_empty() { "error".into() } else { text };
            return Answer::Other(Observed::Rejected { how });
        }
        match self.outputs {
            None => number(answer).map_or_else(Answer::broken, |y| Answer::Other(Observed::value(y))),
            Some(expected) => several(answer, expected).map_or_else(Answer::broken, Answer::Values),
        }
    }

    fn is_numbered(&self) -> bool {
        false
    }
}

fn number(text: &str) -> Result<f64, String> {
    let known = hex::parse(text).or_else(|| text.parse().ok());
    let start = || text.chars().take(80).collect::<String>();
    known.ok_or_else(|| format!("answered `{}`, which is no number", start()))
}

fn several(text: &str, expected: usize) -> Result<Vec<f64>, String> {
    let numbers: Vec<f64> = text.split_whitespace().map(number).collect::<Result<_, _>>()?;
    check_count(numbers.len(), expected)?;
    Ok(numbers)
}
