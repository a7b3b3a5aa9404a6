//! Python: one interpreter kept alive, the same shared memory as for compiled subjects.
//!
//! An exception is a rejection, and so is a complex number; `sys.exit` ends the process.
//! Arguments are floats, but integers where the function's annotation or the signature says `int`.
//! Arrays are lists, but arrays of NumPy where the annotation says `ndarray`.

use crate::arena::Launch;
use crate::broken::Broken;
use crate::build::{Driver, SubjectSource, given_prototype, text_names};
use crate::interface::{Interface, PassedExtent, PassedParameter, Way};
use crate::options::SubjectOptions;
use crate::prototype::PrototypeParameter;
use crate::toolchain::{PYTHON, Tool, Workshop};

const HARNESS: &str = include_str!("harness/harness.py");

/// Prepares an interpreter for a function of a module.
pub fn build(
    source: &SubjectSource<'_>,
    options: &SubjectOptions,
    interface: Option<&Interface>,
) -> Result<Driver, Broken> {
    interface.map_or(Ok(()), |i| by_value(source.name, i))?;
    let tool = Tool::find(&PYTHON)?;
    let workshop = Workshop::new()?;
    let harness = workshop.write("harness.py", HARNESS)?;
    let line = text_names::line(&source.text, &text_names::PYTHON, source.name);
    let mut record = source.record("python", &tool, line);
    record.floating_point = vec!["Python's floats are doubles".into()];
    let letter = |p: &PrototypeParameter| {
        if ["float", "double"].contains(&p.base.as_str()) {
            'd'
        } else {
            'i'
        }
    };
    let types = given_prototype(options, interface.is_some())?.map(|given| match interface {
        Some(_) => given.parameters.iter().map(letter).collect::<String>(),
        None => given.inputs().map(letter).collect(),
    });
    record.signature = interface.map_or(String::new(), |i| format!("{}{i}", source.name));
    let wanted = if options.arguments.is_empty() {
        "-1".into()
    } else {
        options.arguments.len().to_string()
    };
    let path = source.path.display().to_string();
    let words = tool.words();
    let launch = Launch {
        program: words[0].clone(),
        before: [&words[1..], &[harness]].concat(),
        after: [
            vec![path, source.name.into(), wanted, types.unwrap_or_else(|| "-".into())],
            shapes(interface),
        ]
        .concat(),
    };
    Ok(Driver {
        launch,
        ..Driver::new(workshop, String::new(), record)
    })
}

/// The parameters, how many numbers are returned, and all of it in words; see `harness.py`.
fn shapes(interface: Option<&Interface>) -> Vec<String> {
    let Some(interface) = interface else {
        return vec!["-".into(); 3];
    };
    let one = |p: &PassedParameter| {
        let way = match p.way {
            Way::In => 'i',
            Way::Changed => 'c',
            Way::Filled => 'f',
        };
        match p.extent {
            PassedExtent::Number => way.to_string(),
            PassedExtent::Array(n) => format!("{way}{n}"),
        }
    };
    let words: Vec<String> = interface.parameters.iter().map(one).collect();
    let returned: usize = interface.returns.iter().map(|r| r.count()).sum();
    vec![words.join(" "), returned.to_string(), interface.to_string()]
}

/// A number that a function of Python takes cannot be changed by it.
fn by_value(name: &str, interface: &Interface) -> Result<(), Broken> {
    let number = |p: &&PassedParameter| p.way.comes_back() && p.extent == PassedExtent::Number;
    let Some(passed) = interface.parameters.iter().find(number) else {
        return Ok(());
    };
    let what = format!(
        "`{name}` is a function of Python and cannot change or fill the number `{}`",
        passed.name
    );
    Err(Broken::new(
        what,
        "let the contract return it, or pass it as an array of 1",
    ))
}
