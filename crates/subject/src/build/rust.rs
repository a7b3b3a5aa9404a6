//! Rust: the shim is appended to the user's text, so that private functions are within reach.
//!
//! `Err` and `None` are rejections, and so is a panic that unwinds; a panic that aborts is a crash.
//! Files that the source names by `mod x;` are not found, since the text is compiled elsewhere.

use super::{Driver, Harness, SubjectSource, missing, rust_header, text_names};
use crate::broken::Broken;
use crate::options::SubjectOptions;
use crate::toolchain::{C, RUST, Tool, Workshop};

const SHIM: &str = include_str!("../harness/shim.rs");
const HEAD: &str = "#![no_main] ";
const DEFAULTS: &[&str] = &["--edition=2021", "-Copt-level=2", "-Awarnings"];

/// Builds a driver for a function in a Rust file.
pub fn build(source: &SubjectSource<'_>, options: &SubjectOptions) -> Result<Driver, Broken> {
    let (tool, c) = (Tool::find(&RUST)?, Tool::find(&C)?);
    let line = text_names::line(&source.text, &text_names::RUST, source.name);
    if line.is_none() {
        return Err(missing(
            &source.shown(),
            source.name,
            &text_names::all(&source.text, &text_names::RUST),
        ));
    }
    let mut workshop = Workshop::new()?;
    let harness = Harness::start(&mut workshop, &c)?;
    // On the first line, so that the lines in messages stay those of the user.
    let shim = SHIM.replace("LYDIAN_FUNCTION", &rust_header::callable(&source.text, source.name));
    let text = workshop.write("driver.rs", &format!("{HEAD}{}{shim}", source.text))?;
    harness.finish(&workshop)?;
    let program = workshop.name(&source.driver_name());
    let flags = chosen_flags(options);
    let object = format!("-Clink-arg={}", workshop.name("harness.o"));
    let tail = [object, "-Clink-arg=-lm".into(), text, "-o".into(), program.clone()];
    let links: Vec<String> = options.link.iter().map(|l| format!("-Clink-arg={l}")).collect();
    workshop
        .run(&tool, &[&flags[..], &links, &tail].concat())
        .map_err(|broken| explain(broken, source))?;
    let mut record = source.record("rust", &tool, line);
    record.floating_point = vec![
        format!("optimisation: {}", optimisation(&flags)),
        "contraction of a*b+c: never, Rust fuses only where mul_add is written".into(),
    ];
    Ok(Driver::new(workshop, program, record))
}

/// The defaults, except those that the user sets: rustc refuses an edition that is given twice.
fn chosen_flags(options: &SubjectOptions) -> Vec<String> {
    let edition = options.cflags.iter().any(|f| f.starts_with("--edition"));
    let defaults = DEFAULTS.iter().filter(|f| !(edition && f.starts_with("--edition")));
    defaults
        .map(|f| f.to_string())
        .chain(options.cflags.iter().cloned())
        .collect()
}

fn optimisation(flags: &[String]) -> String {
    let last = flags.iter().rev().find(|f| f.contains("opt-level") || *f == "-O");
    last.map_or("none".into(), |f| f.trim_start_matches("-C").to_owned())
}

fn explain(mut broken: Broken, source: &SubjectSource<'_>) -> Broken {
    let shown = broken.what.replace("$BUILD/driver.rs", &source.shown());
    broken.what = shown.replace(HEAD, "");
    if broken.what.contains("Callable") || broken.what.contains("Scalar") || broken.what.contains("Answer") {
        let what = format!(
            "`{}` does not take and return numbers only:\n{}",
            source.name, broken.what
        );
        return Broken::new(
            what,
            "write a function around it with at most 10 arguments of types like f64, f32 and i32",
        );
    }
    broken
}
