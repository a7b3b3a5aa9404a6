//! Arrays and several outputs, in every language that has them.

mod all;
mod c;
mod interpreters;
mod refusals;

use crate::support::{Written, command};
use std::path::Path;
use std::process::Command;
use std::time::Instant;
use subject::{
    Answer, Broken, Interface, PassedExtent, PassedParameter, Subject, SubjectOptions, SubjectReference, Way,
    subject_laws,
};
use suite::Observed;

const AWKWARD: [f64; 8] = [
    -0.0,
    5e-324,
    f64::MAX,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
    0.1,
    1e22,
];

/// `interface("a[3]+ n b[2]!", "- 4")`: `+` is changed, `!` is filled; a number and an array of 4 are returned.
fn interface(parameters: &str, returns: &str) -> Interface {
    let passed = |word: &str| {
        let way = match word.chars().last() {
            Some('+') => Way::Changed,
            Some('!') => Way::Filled,
            _ => Way::In,
        };
        let (name, size) = word.trim_end_matches(['+', '!']).split_once('[').unwrap_or((word, ""));
        let size = size.trim_end_matches(']').parse();
        PassedParameter {
            name: name.trim_end_matches(['+', '!']).to_owned(),
            way,
            extent: size.map_or(PassedExtent::Number, PassedExtent::Array),
        }
    };
    let returned = |word: &str| word.parse().map_or(PassedExtent::Number, PassedExtent::Array);
    Interface {
        parameters: parameters.split_whitespace().map(passed).collect(),
        returns: returns.split_whitespace().map(returned).collect(),
    }
}

fn open(written: &Written, interface: &Interface) -> Subject {
    open_with(written, &SubjectOptions::default(), interface).unwrap_or_else(|broken| panic!("{broken}"))
}

fn open_with(written: &Written, options: &SubjectOptions, interface: &Interface) -> Result<Subject, Broken> {
    Subject::open_for(&written.reference(), options, interface)
}

fn signature(text: &str) -> SubjectOptions {
    SubjectOptions {
        signature: Some(text.into()),
        ..SubjectOptions::default()
    }
}

fn ask(subject: &mut Subject, input: &[f64]) -> Answer {
    let mut answers = subject.ask(&[input.to_vec()]);
    assert_eq!(answers.len(), 1);
    answers.remove(0)
}

fn values(answer: &Answer) -> &[f64] {
    match answer {
        Answer::Values(values) => values,
        other => panic!("{other:?}"),
    }
}

fn bits(values: &[f64]) -> Vec<u64> {
    values.iter().map(|x| x.to_bits()).collect()
}

#[track_caller]
fn is_broken(answer: &Answer, text: &str) {
    match answer {
        Answer::Other(Observed::Broken { how }) | Answer::Between(how) | Answer::Unpassable(how)
            if how.contains(text) => {}
        other => panic!("not broken with `{text}`: {other:?}"),
    }
}
