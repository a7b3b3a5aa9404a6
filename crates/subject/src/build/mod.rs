//! Compiled subjects: a generated shim that knows the types, linked with the harness and the user's code.

pub mod arrays;
pub mod c;
pub mod cpp;
pub mod fortran;
pub mod library;
pub mod rust;
mod rust_header;
pub mod text_names;

use crate::arena::Launch;
use crate::broken::Broken;
use crate::options::SubjectOptions;
use crate::prototype::{self, Prototype};
use crate::toolchain::{self, DEFAULT_FLAGS, Tool, Workshop};
use child::{Allowance, Running};
use std::path::{Path, PathBuf};
use suite::SubjectRecord;

const HARNESS: &str = include_str!("../harness/harness.c");
const HEADER: &str = include_str!("../harness/lydian.h");

/// A program that calls the subject, ready to be started.
pub struct Driver {
    /// Keeps the program as long as it is needed.
    pub workshop: Workshop,
    /// How it is started.
    pub launch: Launch,
    /// Names of the arguments, as far as the source tells them.
    pub names: Vec<String>,
    /// What is known about the subject; the signature is filled in when it was started.
    pub record: SubjectRecord,
}

impl Driver {
    /// A driver that was built; what was done for it goes into the record.
    pub fn new(workshop: Workshop, program: String, mut record: SubjectRecord) -> Driver {
        record.build = workshop.log.clone();
        Driver {
            workshop,
            launch: Launch {
                program,
                ..Launch::default()
            },
            names: vec![],
            record,
        }
    }
}

/// A source file with the function to call.
pub struct SubjectSource<'a> {
    /// As the user named it.
    pub file: &'a Path,
    /// Where it is.
    pub path: PathBuf,
    /// Its text.
    pub text: String,
    /// The function.
    pub name: &'a str,
}

impl<'a> SubjectSource<'a> {
    /// Reads the file.
    pub fn open(file: &'a Path, name: &'a str) -> Result<SubjectSource<'a>, Broken> {
        let path = toolchain::existing(file)?;
        let text = toolchain::read(&path)?;
        Ok(SubjectSource { file, path, text, name })
    }

    /// A record with what the source tells.
    pub fn record(&self, kind: &str, tool: &Tool, line: Option<usize>) -> SubjectRecord {
        SubjectRecord {
            name: format!("{}:{}", self.file.display(), self.name),
            kind: kind.into(),
            source: Some(self.file.display().to_string()),
            line,
            tool: tool.version.clone(),
            ..SubjectRecord::default()
        }
    }

    /// The program is named after the file, so that a list of processes shows what runs.
    pub fn driver_name(&self) -> String {
        let stem = self.path.file_stem().unwrap_or_default();
        format!("driver-{}", stem.to_string_lossy())
    }

    /// The file as the user named it.
    pub fn shown(&self) -> String {
        self.file.display().to_string()
    }
}

/// The error for a function that is not there, with the names that come closest.
pub fn missing(file: &str, name: &str, names: &[String]) -> Broken {
    let mut near: Vec<&String> = names.iter().collect();
    near.sort_by_key(|other| (strsim::levenshtein(name, other), other.as_str()));
    near.dedup();
    near.truncate(5);
    let remedy = if near.is_empty() {
        "check the name and the file".to_owned()
    } else {
        let shown: Vec<String> = near.iter().map(|n| format!("`{n}`")).collect();
        format!("names that are there: {}", shown.join(", "))
    };
    Broken::new(format!("{file} has no function `{name}`"), remedy)
}

/// Default flags, then those of the user, so that the user's win.
pub fn flags(options: &SubjectOptions) -> Vec<String> {
    let defaults = DEFAULT_FLAGS.iter().map(|f| f.to_string());
    defaults.chain(options.cflags.iter().cloned()).collect()
}

/// The harness while it is being compiled, at the same time as the subject. Where the subject does not compile, nobody waits
/// for it, and it is ended.
pub struct Harness {
    tool: Tool,
    running: Running,
}

impl Harness {
    /// Starts to compile the harness, without any flag of the user.
    pub fn start(workshop: &mut Workshop, tool: &Tool) -> Result<Harness, Broken> {
        workshop.write("lydian.h", HEADER)?;
        let source = workshop.write("harness.c", HARNESS)?;
        let arguments = ["-O1", "-std=gnu11", "-c", &source, "-o", &workshop.name("harness.o")].map(str::to_owned);
        workshop.note(tool, &arguments);
        let running = Running::start(workshop.command(tool, &arguments), &Allowance::TOOL)?;
        let tool = tool.clone();
        Ok(Harness { tool, running })
    }

    /// Waits until it is there.
    pub fn finish(self, workshop: &Workshop) -> Result<(), Broken> {
        workshop.judge(&self.tool, &self.running.finish()).map(|_| ())
    }
}

/// The arity that the user expects against the one that is there.
pub fn check_arity(name: &str, there: usize, options: &SubjectOptions) -> Result<(), Broken> {
    let wanted = options.arguments.len();
    if wanted == 0 || wanted == there {
        return Ok(());
    }
    let plural = |n: usize| {
        if n == 1 {
            "1 argument".to_owned()
        } else {
            format!("{n} arguments")
        }
    };
    let what = format!(
        "`{name}` takes {}, but the suite has {}: {}",
        plural(there),
        wanted,
        options.arguments.join(", ")
    );
    Err(Broken::new(
        what,
        "name another function, or write one around it that takes these",
    ))
}

/// The prototype that the user gives, if any. Its name does not matter. Constant arrays are possible where the caller says
/// how they are passed.
pub fn given_prototype(options: &SubjectOptions, arrays: bool) -> Result<Option<Prototype>, Broken> {
    let Some(text) = options.signature.as_deref() else {
        return Ok(None);
    };
    let prototype = Prototype::parse(text)?;
    if arrays {
        return Ok(Some(prototype));
    }
    let plain = prototype.without_arrays();
    plain.map(Some).map_err(|why| prototype::refuse(text, &why))
}
