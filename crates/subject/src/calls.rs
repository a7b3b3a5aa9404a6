//! Calls through shared memory: inputs into the types of the arguments, results back.

use crate::arena::{Arena, Raw, Rules};
use crate::broken::Broken;
use crate::build::{self, Driver};
use crate::number::{Cell, Type};
use crate::options::Options;
use crate::subject::{Machine, Shape};
use crate::toolchain::Workshop;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use suite::{Observed, SubjectRecord};

/// A compiled subject, a library or a module of Python.
pub struct Calls {
    arena: Arena,
    arguments: Vec<Argument>,
    /// `None` where each answer says its own type.
    result: Option<Type>,
    result_scale: i32,
    reject_values: Vec<f64>,
    rounding_changed: usize,
    /// The program lives as long as this.
    _workshop: Workshop,
}

struct Argument {
    name: String,
    kind: Type,
    scale: i32,
}

impl Calls {
    /// Starts a driver and learns the types of its subject. The record gets what was learnt.
    pub fn open(driver: Driver, name: &str, options: &Options) -> Result<(Calls, SubjectRecord), Broken> {
        let arena = Arena::open(driver.launch, Rules::new(options))?;
        let facts = arena.facts().clone();
        build::check_arity(name, facts.arguments.len(), options)?;
        let names = if options.arguments.is_empty() {
            driver.names
        } else {
            options.arguments.clone()
        };
        let mut calls = Calls {
            arguments: arguments(&facts.arguments, &names, name)?,
            result: result_type(facts.result, name, &driver.record.kind)?,
            arena,
            result_scale: 0,
            reject_values: options.reject_values.clone(),
            rounding_changed: 0,
            _workshop: driver.workshop,
        };
        calls.scale(&options.scales)?;
        let mut record = driver.record;
        record.signature = calls.signature(name);
        record.floating_point.extend(environment(facts.environment));
        Ok((calls, record))
    }

    fn signature(&self, name: &str) -> String {
        let one = |a: &Argument| format!("{} {}", a.kind.c_name(), a.name).trim_end().to_owned();
        let arguments: Vec<String> = self.arguments.iter().map(one).collect();
        let result = self.result.map_or("number", Type::c_name);
        format!("{result} {name}({})", arguments.join(", "))
    }

    /// The types, for those who make a subject alike.
    pub fn shape(&self) -> Shape {
        Shape {
            arguments: self.arguments.iter().map(|a| a.kind).collect(),
            result: self.result.unwrap_or(Type::Double),
        }
    }

    fn scale(&mut self, scales: &[(String, i32)]) -> Result<(), Broken> {
        for (key, scale) in scales {
            let place = self
                .arguments
                .iter()
                .position(|a| a.name == *key)
                .or_else(|| key.parse().ok());
            let refuse = |what: String| Broken::new(what, "name an argument, its position from 0, or `result`");
            if key == "result" {
                if self.result.is_some_and(|kind| !kind.is_integer()) {
                    return Err(refuse("a scale is given for the result, which is no integer".into()));
                }
                self.result_scale = *scale;
                continue;
            }
            let argument = place.and_then(|at| self.arguments.get_mut(at));
            let argument =
                argument.ok_or_else(|| refuse(format!("a scale is given for `{key}`, which is no argument")))?;
            if !argument.kind.is_integer() {
                return Err(refuse(format!("a scale is given for `{key}`, which is no integer")));
            }
            argument.scale = *scale;
        }
        Ok(())
    }

    fn encode(&self, input: &[f64]) -> Result<Vec<Cell>, String> {
        if input.len() != self.arguments.len() {
            return Err(format!("{} values for {} arguments", input.len(), self.arguments.len()));
        }
        let pairs = self.arguments.iter().zip(input).enumerate();
        let cells = pairs.map(|(i, (argument, &x))| {
            let cell = argument.kind.encode(x, argument.scale);
            cell.map_err(|why| {
                format!(
                    "argument {}: {why}",
                    if argument.name.is_empty() {
                        i.to_string()
                    } else {
                        argument.name.clone()
                    }
                )
            })
        });
        cells.collect()
    }

    fn observe(&mut self, raw: Raw) -> Observed {
        match raw {
            Raw::Other(observed) => observed,
            Raw::Value {
                kind,
                cell,
                exponent,
                status,
                rounding,
            } => {
                self.rounding_changed += usize::from(rounding);
                let rejected = status.filter(|&s| self.reject_values.contains(&(s as f64)));
                match rejected {
                    Some(status) => Observed::Rejected {
                        how: format!("returned the status {status}, which --reject-value names"),
                    },
                    None => kind.observe(&cell, exponent, self.result_scale),
                }
            }
        }
    }
}

impl Machine for Calls {
    fn run(&mut self, inputs: &[Vec<f64>], interrupt: Option<&Arc<AtomicBool>>) -> Vec<Observed> {
        let encoded: Vec<Result<Vec<Cell>, String>> = inputs.iter().map(|input| self.encode(input)).collect();
        let cells: Vec<Vec<Cell>> = encoded.iter().filter_map(|e| e.clone().ok()).collect();
        let mut raw = self.arena.run(&cells, interrupt).into_iter();
        let mut observed = vec![];
        for input in encoded {
            match input {
                Err(how) => observed.push(Observed::Broken { how }),
                Ok(_) => match raw.next() {
                    Some(raw) => observed.push(self.observe(raw)),
                    None => break,
                },
            }
        }
        observed
    }

    fn remarks(&self) -> Vec<String> {
        let count = self.rounding_changed;
        let text = format!("the rounding mode was changed and left so by {count} calls; it was reset before each call");
        if count > 0 { vec![text] } else { vec![] }
    }
}

fn arguments(codes: &[u16], names: &[String], function: &str) -> Result<Vec<Argument>, Broken> {
    let one = |(i, &code): (usize, &u16)| {
        let name = names.get(i).cloned().unwrap_or_default();
        let what = format!("argument {i} of `{function}` {name} has a type that is no number");
        let kind = Type::from_code(code).ok_or_else(|| Broken::new(what, SUPPORTED))?;
        Ok(Argument { name, kind, scale: 0 })
    };
    codes.iter().enumerate().map(one).collect()
}

const SUPPORTED: &str = "float, double, long double (x86) and integers of up to 64 bits are possible; \
    write a function around it that takes and returns these";

fn result_type(code: u16, function: &str, kind: &str) -> Result<Option<Type>, Broken> {
    if kind == "python" {
        return Ok(None);
    }
    let known = Type::from_code(code);
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
