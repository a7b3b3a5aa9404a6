//! Python: one interpreter kept alive, the same shared memory as for compiled subjects.
//!
//! An exception is a rejection, and so is a complex number; `sys.exit` ends the process.
//! Arguments are floats, but integers where the function's annotation or the signature says `int`.

use crate::arena::Launch;
use crate::broken::Broken;
use crate::build::{Driver, Source, given_prototype, text_names};
use crate::options::Options;
use crate::prototype::Parameter;
use crate::toolchain::{PYTHON, Tool, Workshop};

const HARNESS: &str = include_str!("harness/harness.py");

/// Prepares an interpreter for a function of a module.
pub fn build(source: &Source<'_>, options: &Options) -> Result<Driver, Broken> {
    let tool = Tool::find(&PYTHON)?;
    let workshop = Workshop::new()?;
    let harness = workshop.write("harness.py", HARNESS)?;
    let line = text_names::line(&source.text, &text_names::PYTHON, source.name);
    let mut record = source.record("python", &tool, line);
    record.floating_point = vec!["Python's floats are doubles".into()];
    let letter = |p: &Parameter| {
        if ["float", "double"].contains(&p.base.as_str()) {
            'd'
        } else {
            'i'
        }
    };
    let types = given_prototype(options)?.map(|given| given.inputs().map(letter).collect::<String>());
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
        after: vec![path, source.name.into(), wanted, types.unwrap_or_else(|| "-".into())],
    };
    Ok(Driver {
        launch,
        ..Driver::new(workshop, String::new(), record)
    })
}
