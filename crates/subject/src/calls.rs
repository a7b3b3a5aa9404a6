//! Calls through shared memory: inputs into the types of the arguments, results back.

use crate::arena::{Arena, ArenaRules};
use crate::broken::Broken;
use crate::build::{self, Driver};
use crate::interface::{Answer, Interface, PassedNumber, RESULT, between, check_count};
use crate::layout::{Layout, Raw};
use crate::number::{NumberCell, PassedType};
use crate::options::SubjectOptions;
use crate::sight::Sight;
use crate::subject::{SubjectMachine, SubjectTypes};
use crate::toolchain::Workshop;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use suite::{Observed, SubjectRecord};

/// A compiled subject, a library or a module of Python.
pub struct Calls {
    arena: Arena,
    arguments: Vec<NumberIn>,
    /// `None` where each answer says its own type.
    result: Option<PassedType>,
    outputs: Vec<NumberBack>,
    reject_values: Vec<f64>,
    rounding_changed: usize,
    /// The program lives as long as this.
    _workshop: Workshop,
}

/// A number that goes in.
struct NumberIn {
    number: PassedNumber,
    kind: PassedType,
    scale: i32,
}

/// A number that comes back.
struct NumberBack {
    number: PassedNumber,
    scale: i32,
}

impl Calls {
    /// Starts a driver and learns the types of its subject. The record gets what was learnt.
    pub fn open(
        driver: Driver,
        name: &str,
        options: &SubjectOptions,
        interface: Option<&Interface>,
    ) -> Result<(Calls, SubjectRecord), Broken> {
        let layout = interface.map_or(Layout::PLAIN, |i| Layout::new(i.inputs(), i.outputs()));
        let arena = Arena::open(driver.launch, ArenaRules::new(options), layout)?;
        let facts = arena.facts().clone();
        build::check_arity(name, facts.arguments.len(), options)?;
        let parameters = match interface {
            Some(interface) => interface.numbers_in(),
            None if options.arguments.is_empty() => by_name(&driver.names),
            None => by_name(&options.arguments),
        };
        let result = match interface {
            Some(_) => None,
            None => result_type(facts.result, name, &driver.record.kind)?,
        };
        let mut calls = Calls {
            arguments: arguments(&facts.arguments, &parameters, name)?,
            result,
            outputs: outputs(interface),
            arena,
            reject_values: options.reject_values.clone(),
            rounding_changed: 0,
            _workshop: driver.workshop,
        };
        calls.scale(&options.scales)?;
        let mut record = driver.record;
        if interface.is_none() {
            record.signature = calls.signature(name);
        }
        record.floating_point.extend(environment(facts.environment));
        Ok((calls, record))
    }

    fn signature(&self, name: &str) -> String {
        let one = |a: &NumberIn| format!("{} {}", a.kind.c_name(), a.number.name).trim_end().to_owned();
        let arguments: Vec<String> = self.arguments.iter().map(one).collect();
        let result = self.result.map_or("number", PassedType::c_name);
        format!("{result} {name}({})", arguments.join(", "))
    }

    /// The types, for those who make a subject alike.
    pub fn shape(&self) -> SubjectTypes {
        SubjectTypes {
            arguments: self.arguments.iter().map(|a| a.kind).collect(),
            result: self.result.unwrap_or(PassedType::Double),
        }
    }

    fn scale(&mut self, scales: &[(String, i32)]) -> Result<(), Broken> {
        for (key, scale) in scales {
            let refuse = |what: String| Broken::new(what, "name an argument, its position from 0, or `result`");
            if key == RESULT && self.result.is_some_and(|kind| !kind.is_integer()) {
                return Err(refuse("a scale is given for the result, which is no integer".into()));
            }
            let mut known = false;
            for argument in self.arguments.iter_mut().filter(|a| a.number.belongs_to(key)) {
                if !argument.kind.is_integer() {
                    return Err(refuse(format!("a scale is given for `{key}`, which is no integer")));
                }
                (argument.scale, known) = (*scale, true);
            }
            for output in self.outputs.iter_mut().filter(|o| o.number.belongs_to(key)) {
                (output.scale, known) = (*scale, true);
            }
            if !known {
                return Err(refuse(format!("a scale is given for `{key}`, which is no argument")));
            }
        }
        Ok(())
    }

    /// The cells of one input behind those of others.
    fn encode(&self, input: &[f64], cells: &mut Vec<NumberCell>) -> Result<(), String> {
        if input.len() != self.arguments.len() {
            return Err(format!("{} values for {} arguments", input.len(), self.arguments.len()));
        }
        for (i, (argument, &x)) in self.arguments.iter().zip(input).enumerate() {
            let cell = argument.kind.encode(x, argument.scale).map_err(|why| {
                let position = i.to_string();
                let name = &argument.number.name;
                format!("argument {}: {why}", if name.is_empty() { &position } else { name })
            })?;
            cells.push(cell);
        }
        Ok(())
    }

    /// What came of each input, in order; `Err` says why it cannot be passed.
    fn call(&mut self, inputs: &[Vec<f64>], interrupt: Option<&Arc<AtomicBool>>) -> Vec<Result<Raw, String>> {
        let mut cells = Vec::with_capacity(inputs.len() * self.arguments.len());
        let mut refused = std::collections::VecDeque::new();
        for (n, input) in inputs.iter().enumerate() {
            let before = cells.len();
            if let Err(how) = self.encode(input, &mut cells) {
                cells.truncate(before);
                refused.push_back((n, how));
            }
        }
        let mut raw = self
            .arena
            .run(&cells, inputs.len() - refused.len(), interrupt)
            .into_iter();
        let mut all = Vec::with_capacity(inputs.len());
        for n in 0..inputs.len() {
            if refused.front().is_some_and(|(at, _)| *at == n) {
                all.extend(refused.pop_front().map(|(_, how)| Err(how)));
                continue;
            }
            match raw.next() {
                Some(raw) => all.push(Ok(raw)),
                None => break,
            }
        }
        all
    }

    fn answer(&mut self, raw: Raw) -> Answer {
        match raw {
            Raw::Other(observed) | Raw::Spoilt(observed) => Answer::Other(observed),
            Raw::Value {
                kind,
                cell,
                exponent,
                status,
                rounding,
            } => {
                self.rounding_changed += usize::from(rounding);
                let scale = self.outputs.first().map_or(0, |output| output.scale);
                let value = || Answer::Other(kind.observe(&cell, exponent, scale));
                self.rejected(status).unwrap_or_else(value)
            }
            Raw::Values {
                numbers,
                status,
                rounding,
            } => {
                self.rounding_changed += usize::from(rounding);
                self.rejected(status).unwrap_or_else(|| self.values(&numbers))
            }
        }
    }

    fn rejected(&self, status: Option<i64>) -> Option<Answer> {
        let status = status.filter(|&s| self.reject_values.contains(&(s as f64)))?;
        let how = format!("returned the status {status}, which --reject-value names");
        Some(Answer::Other(Observed::Rejected { how }))
    }

    fn values(&self, numbers: &[(PassedType, NumberCell)]) -> Answer {
        if let Err(how) = check_count(numbers.len(), self.outputs.len()) {
            return Answer::broken(how);
        }
        let pairs = numbers.iter().zip(&self.outputs);
        let values: Result<Vec<f64>, Answer> = pairs.map(|(number, output)| output.value(number)).collect();
        values.map_or_else(|answer| answer, Answer::Values)
    }
}

impl NumberBack {
    /// Some numbers of some types lie between two doubles. To round them would be a claim.
    fn value(&self, (kind, cell): &(PassedType, NumberCell)) -> Result<f64, Answer> {
        let exponent = i32::from_le_bytes([cell[10], cell[11], cell[12], cell[13]]);
        match kind.observe(cell, exponent.into(), self.scale) {
            Observed::Value { hex, upper: None, .. } => Ok(hex.0),
            Observed::Value {
                hex, upper: Some(up), ..
            } => Err(Answer::Between(between(&self.number.name, hex.0, up.0))),
            _ => Err(Answer::broken(format!("{} is no number", self.number.name))),
        }
    }
}

impl SubjectMachine for Calls {
    fn run(&mut self, inputs: &[Vec<f64>], interrupt: Option<&Arc<AtomicBool>>) -> Vec<Answer> {
        let raw = self.call(inputs, interrupt).into_iter();
        raw.map(|raw| raw.map_or_else(Answer::Unpassable, |raw| self.answer(raw)))
            .collect()
    }

    fn sight(&mut self, inputs: &[Vec<f64>], interrupt: Option<&Arc<AtomicBool>>) -> Vec<Sight> {
        let raw = self.call(inputs, interrupt).into_iter();
        raw.map(|raw| match raw {
            Ok(Raw::Value {
                kind,
                cell,
                status: None,
                rounding: false,
                ..
            }) if matches!(kind, PassedType::Float | PassedType::Double) => Sight::number(kind, &cell),
            Ok(raw) => Sight::Other(self.answer(raw).observed()),
            Err(how) => Sight::Other(Answer::Unpassable(how).observed()),
        })
        .collect()
    }

    fn restart(&mut self) {
        self.arena.restart();
    }

    fn remarks(&self) -> Vec<String> {
        let count = self.rounding_changed;
        let text = format!("the rounding mode was changed and left so by {count} calls; it was reset before each call");
        if count > 0 { vec![text] } else { vec![] }
    }
}

/// Arguments that are a parameter each.
fn by_name(names: &[String]) -> Vec<PassedNumber> {
    let numbers = names.iter().enumerate();
    numbers.map(|(i, name)| PassedNumber::parameter(i, name)).collect()
}

fn arguments(codes: &[u16], names: &[PassedNumber], function: &str) -> Result<Vec<NumberIn>, Broken> {
    let one = |(i, &code): (usize, &u16)| {
        let number = names.get(i).cloned();
        let number = number.unwrap_or_else(|| PassedNumber::parameter(i, ""));
        let what = format!(
            "argument {i} of `{function}` {} has a type that is no number",
            number.name
        );
        let kind = PassedType::from_code(code).ok_or_else(|| Broken::new(what, SUPPORTED))?;
        let scale = 0;
        Ok(NumberIn { number, kind, scale })
    };
    codes.iter().enumerate().map(one).collect()
}

/// Without an interface there is one result.
fn outputs(interface: Option<&Interface>) -> Vec<NumberBack> {
    let numbers = interface.map_or_else(|| vec![PassedNumber::default()], Interface::numbers_back);
    numbers
        .into_iter()
        .map(|number| NumberBack { number, scale: 0 })
        .collect()
}

const SUPPORTED: &str = "float, double, long double (x86) and integers of up to 64 bits are possible; \
    write a function around it that takes and returns these";

fn result_type(code: u16, function: &str, kind: &str) -> Result<Option<PassedType>, Broken> {
    if kind == "python" {
        return Ok(None);
    }
    let known = PassedType::from_code(code);
    known.map(Some).ok_or_else(|| {
        let what = format!("`{function}` returns something that is no number");
        Broken::new(what, SUPPORTED)
    })
}

/// The state of floating point at the start of the subject's process, in words.
fn environment(word: u32) -> Vec<String> {
    let table = [
        (1, "rounding at the start: not to nearest"),
        (2, "at the start subnormal results are flushed to zero"),
        (4, "at the start subnormal operands are taken for zero"),
    ];
    let known = table.iter().filter(|(bit, _)| word & bit != 0);
    known.map(|(_, text)| text.to_string()).collect()
}
