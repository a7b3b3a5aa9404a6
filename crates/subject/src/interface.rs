//! Subjects with arrays and several outputs.

use crate::broken::Broken;
use crate::layout::NUMBERS;
use std::fmt;
use suite::Observed;

/// What users call the number that is returned, beside the names of parameters.
pub(crate) const RESULT: &str = "result";

/// What is passed to a subject and what comes back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Interface {
    /// The parameters in order.
    pub parameters: Vec<PassedParameter>,
    /// What is returned, in order; empty if nothing is.
    pub returns: Vec<PassedExtent>,
}

/// A parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassedParameter {
    /// Its name, for messages.
    pub name: String,
    /// Which way its numbers go.
    pub way: Way,
    /// How many they are.
    pub extent: PassedExtent,
}

/// Which way numbers go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// To the subject.
    In,
    /// To the subject and back.
    Changed,
    /// Back.
    Filled,
}

/// One number or an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassedExtent {
    /// One number.
    Number,
    /// An array of this many.
    Array(usize),
}

/// How the observation of a write beyond an array begins: a fault of the subject, whatever calls it. `harness.c` says so.
pub const BEYOND: &str = "it wrote beyond ";

/// What a subject did on one input.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// What it returned, then what it changed and filled.
    Values(Vec<f64>),
    /// It answered with a number that no double is equal to, so that nothing can be said of it in doubles.
    Between(String),
    /// The input has no value in the types of the arguments; the subject was not called.
    Unpassable(String),
    /// Anything else.
    Other(Observed),
}

impl PassedExtent {
    /// How many numbers there are.
    pub fn count(self) -> usize {
        match self {
            PassedExtent::Number => 1,
            PassedExtent::Array(n) => n,
        }
    }

    /// The names of its numbers: `a`, or `a[0]`, `a[1]`, ...
    pub(crate) fn names(self, name: &str) -> Vec<String> {
        match self {
            PassedExtent::Number => vec![name.to_owned()],
            PassedExtent::Array(n) => (0..n).map(|i| format!("{name}[{i}]")).collect(),
        }
    }
}

impl Way {
    /// Do numbers go to the subject?
    pub(crate) fn goes_in(self) -> bool {
        self != Way::Filled
    }

    /// Do numbers come back?
    pub(crate) fn comes_back(self) -> bool {
        self != Way::In
    }
}

impl Interface {
    /// Numbers in and one returned number?
    pub(crate) fn is_plain(&self) -> bool {
        let number = |p: &PassedParameter| p.way == Way::In && p.extent == PassedExtent::Number;
        self.parameters.iter().all(number) && self.returns == [PassedExtent::Number]
    }

    /// How many numbers go to the subject.
    pub(crate) fn inputs(&self) -> usize {
        let passed = self.parameters.iter().filter(|p| p.way.goes_in());
        passed.fold(0, |n: usize, p| n.saturating_add(p.extent.count()))
    }

    /// The numbers that go to the subject, in order.
    pub(crate) fn numbers_in(&self) -> Vec<PassedNumber> {
        let passed = self.parameters.iter().enumerate().filter(|(_, p)| p.way.goes_in());
        passed.flat_map(PassedNumber::of).collect()
    }

    /// The numbers that come back, in order.
    pub(crate) fn numbers_back(&self) -> Vec<PassedNumber> {
        let result = |name: String| PassedNumber { parameter: None, name };
        let returned = self.returns.iter().flat_map(|extent| extent.names("the result"));
        let passed = self.parameters.iter().enumerate().filter(|(_, p)| p.way.comes_back());
        returned.map(result).chain(passed.flat_map(PassedNumber::of)).collect()
    }

    /// The parts that come back in order: a returned one has no parameter.
    pub(crate) fn back(&self) -> impl Iterator<Item = (Option<&PassedParameter>, PassedExtent)> {
        let returned = self.returns.iter().map(|&extent| (None, extent));
        let passed = self.parameters.iter().filter(|p| p.way.comes_back());
        returned.chain(passed.map(|p| (Some(p), p.extent)))
    }

    /// How many numbers come back.
    pub(crate) fn outputs(&self) -> usize {
        self.back()
            .fold(0, |n: usize, (_, extent)| n.saturating_add(extent.count()))
    }

    /// Refuses what no subject can do.
    pub(crate) fn check(&self) -> Result<(), Broken> {
        if self.outputs() == 0 {
            let what = format!("nothing comes back from {self}, so there is nothing to look at");
            return Err(Broken::new(
                what,
                "let the contract return a number, or change or fill a parameter",
            ));
        }
        for (count, verb) in [(self.inputs(), "go to"), (self.outputs(), "come back from")] {
            if count > NUMBERS {
                let what = format!("{count} numbers {verb} the subject; at most {NUMBERS} are possible");
                return Err(Broken::new(what, "choose smaller sizes for the arrays of the contract"));
            }
        }
        Ok(())
    }
}

/// One number among those that are passed.
#[derive(Clone, Debug, Default)]
pub(crate) struct PassedNumber {
    /// Place and name of its parameter; none if it is returned.
    pub parameter: Option<(usize, String)>,
    /// Its own name: `a[2]`.
    pub name: String,
}

impl PassedNumber {
    /// A parameter that is one number.
    pub fn parameter(place: usize, name: &str) -> PassedNumber {
        PassedNumber {
            parameter: Some((place, name.to_owned())),
            name: name.to_owned(),
        }
    }

    /// Is it of the parameter with this name or place, or of the `result`?
    pub fn belongs_to(&self, key: &str) -> bool {
        match &self.parameter {
            Some((place, name)) => name == key || key.parse() == Ok(*place),
            None => key == RESULT,
        }
    }

    fn of((place, passed): (usize, &PassedParameter)) -> Vec<PassedNumber> {
        let one = |name: String| PassedNumber {
            parameter: Some((place, passed.name.clone())),
            name,
        };
        passed.extent.names(&passed.name).into_iter().map(one).collect()
    }
}

impl fmt::Display for Interface {
    /// `(a[10] changed, n) -> number`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parameters: Vec<String> = self.parameters.iter().map(PassedParameter::to_string).collect();
        write!(f, "({})", parameters.join(", "))?;
        let returns: Vec<String> = self.returns.iter().map(PassedExtent::to_string).collect();
        match returns.as_slice() {
            [] => Ok(()),
            some => write!(f, " -> {}", some.join(", ")),
        }
    }
}

impl fmt::Display for PassedParameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if let PassedExtent::Array(n) = self.extent {
            write!(f, "[{n}]")?;
        }
        f.write_str(match self.way {
            Way::In => "",
            Way::Changed => " changed",
            Way::Filled => " filled",
        })
    }
}

impl fmt::Display for PassedExtent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PassedExtent::Number => f.write_str("number"),
            PassedExtent::Array(n) => write!(f, "array of {n}"),
        }
    }
}

/// `Err` says that another number of numbers came back than was expected.
pub(crate) fn check_count(there: usize, expected: usize) -> Result<(), String> {
    let numbers = |n: usize| {
        if n == 1 {
            "1 number".to_owned()
        } else {
            format!("{n} numbers")
        }
    };
    if there == expected {
        return Ok(());
    }
    Err(format!("{} came back, and the contract has {expected}", numbers(there)))
}

/// A number that no double is equal to, in words.
pub(crate) fn between(name: &str, below: f64, above: f64) -> String {
    format!("{name} lies between the doubles {below:?} and {above:?}")
}

impl Answer {
    /// The subject answered in a way that is none.
    pub(crate) fn broken(how: impl Into<String>) -> Answer {
        Answer::Other(Observed::Broken { how: how.into() })
    }

    /// As an observation of one number.
    pub(crate) fn observed(self) -> Observed {
        match self {
            Answer::Other(observed) => observed,
            Answer::Between(how) | Answer::Unpassable(how) => Observed::Broken { how },
            Answer::Values(values) => match values.as_slice() {
                [one] => Observed::value(*one),
                many => Observed::Broken {
                    how: format!("it answered with {} numbers", many.len()),
                },
            },
        }
    }

    /// As numbers, if an observation is one.
    pub(crate) fn values(self) -> Answer {
        match self {
            Answer::Other(Observed::Value { hex, upper: None, .. }) => Answer::Values(vec![hex.0]),
            Answer::Other(Observed::Value {
                hex, upper: Some(up), ..
            }) => Answer::Between(between("the result", hex.0, up.0)),
            other => other,
        }
    }
}
