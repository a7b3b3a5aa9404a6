//! What `cover` and `stress` ask about code under test, and what it means.

use crate::compare::{make_item, read_one};
use crate::complaint::Complaint;
use crate::exit::Exit;
use crate::typed::quote;
use crate::{interrupts, native};
use ::native::{NativeFailure, NativeSettings};
use campaign::cover::Measure;
use clap::Args;
use expr::spec::Defaults;
use instrument::InstrumentRequest;
use std::path::{Path, PathBuf};

/// Arguments about the code under test and about the search.
#[derive(Clone, Debug, Args)]
pub struct Code {
    /// Sources in C, C++ or Fortran; one of them defines the function
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// The function
    #[arg(long, value_name = "F")]
    pub function: String,
    /// Where to look: in the function, or in all functions of the files
    #[arg(long, value_enum, value_name = "SCOPE", default_value = "function")]
    pub scope: ScopeName,
    /// Flags for the compiler, separated by spaces
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true)]
    pub cflags: Option<String>,
    /// Further source, object or library to link; may be given several times
    #[arg(long, value_name = "FILE", allow_hyphen_values = true)]
    pub link: Vec<String>,
    /// Elements behind a pointer, such as x=8; one if not given
    #[arg(long, value_name = "NAME=N", value_parser = array)]
    pub array: Vec<(String, usize)>,
    /// Bounds of an argument, such as x=0:1e6
    #[arg(long, value_name = "NAME=LO:HI", value_parser = range, allow_hyphen_values = true)]
    pub range: Vec<(String, f64, f64)>,
    /// Calls that may be made
    #[arg(long, value_name = "N", default_value_t = CALLS)]
    pub calls: u64,
    /// Seed of the search
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
}

/// Names of `--scope`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ScopeName {
    /// The function alone
    Function,
    /// All functions of the files, and of what they include apart from headers of the system
    Module,
}

/// Default of `--calls`.
const CALLS: u64 = 400_000;

/// Calls for a single input; fewer are not taken.
const FEW_CALLS: u64 = 8;

/// Seconds without news after which a call is taken for one that hangs.
pub const PATIENCE: f64 = 1.0;

/// The command that runs a worker.
pub const WORKER: &str = "cover-worker";

/// Elements behind a pointer at the most: each is a number that the search has to choose.
const MOST_ELEMENTS: usize = 65_536;

fn array(text: &str) -> Result<(String, usize), String> {
    let parts = text
        .split_once('=')
        .and_then(|(name, n)| Some((name.to_string(), n.parse::<usize>().ok()?)));
    match parts {
        Some((_, n)) if n > MOST_ELEMENTS => Err(format!("at most {MOST_ELEMENTS} elements can be searched")),
        Some((name, n)) if n > 0 => Ok((name, n)),
        _ => Err("write it as NAME=N, such as x=8".into()),
    }
}

fn range(text: &str) -> Result<(String, f64, f64), String> {
    let wrong = || "write it as NAME=LO:HI, such as x=0:1e6".to_string();
    let (name, bounds) = text.split_once('=').ok_or_else(wrong)?;
    let (lo, hi) = bounds.split_once(':').ok_or_else(wrong)?;
    let (lo, hi) = (bound(lo)?, bound(hi)?);
    if lo > hi {
        return Err(format!("the lower bound {lo} is above the upper bound {hi}"));
    }
    Ok((name.into(), lo, hi))
}

/// A finite double. An integer that is none is refused: a bound beside it would be taken in its place.
fn bound(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().or_else(|| suite::hex::parse(text));
    let number = number.filter(|x| x.is_finite());
    let number = number.ok_or_else(|| format!("`{text}` is no finite number, such as 1e6"))?;
    match text.parse::<i128>() {
        Ok(exact) if number as i128 != exact => Err(format!("{text} is no double; the nearest one is {number}")),
        _ => Ok(number),
    }
}

impl Code {
    /// Refuses to write over a source.
    pub fn spare(&self, outputs: &[&Option<PathBuf>]) -> Result<(), Complaint> {
        let real = |path: &PathBuf| path.canonicalize().ok();
        let sources: Vec<PathBuf> = self.files.iter().filter_map(real).collect();
        let over = outputs.iter().filter_map(|path| path.as_ref()).find(|path| {
            let real = real(path);
            real.is_some_and(|real| sources.contains(&real))
        });
        over.map_or(Ok(()), |path| {
            Err(Complaint::at(
                path.display(),
                "this is a source, and would be written over",
            ))
        })
    }

    /// The first file, for complaints.
    pub fn file(&self) -> String {
        self.files.first().map_or(String::new(), |f| f.display().to_string())
    }

    /// What to call and what it may cost; files that cannot be read are refused.
    pub fn settings(&self, specials: bool) -> Result<NativeSettings, Complaint> {
        self.files.iter().try_for_each(|file| check_readable(file))?;
        let program = native::worker();
        let program = program.map_err(|e| Complaint::of_run(format!("its own file cannot be found: {e}")))?;
        Ok(NativeSettings {
            request: self.request(),
            ranges: self.range.clone(),
            specials,
            calls: self.calls.max(FEW_CALLS),
            seed: self.seed,
            patience: PATIENCE,
            worker: (program, vec![WORKER.into()]),
        })
    }

    fn request(&self) -> InstrumentRequest {
        let flags = self.cflags.iter().flat_map(|f| f.split_whitespace());
        InstrumentRequest {
            files: self.files.clone(),
            function: self.function.clone(),
            flags: flags.map(String::from).collect(),
            link: self.link.clone(),
            module_scope: self.scope == ScopeName::Module,
            arrays: self.array.clone(),
            probe_limit: 0,
            hazards: None,
        }
    }

    /// The command as it can be repeated: its name, these arguments with `further` ones behind them, and the seed.
    pub fn command(&self, name: &str, further: Vec<String>) -> String {
        let mut words = vec![format!("lydian {name}")];
        words.extend(self.files.iter().map(|f| quote(&f.display().to_string())));
        words.push(format!("--function {}", quote(&self.function)));
        if self.scope == ScopeName::Module {
            words.push("--scope module".into());
        }
        words.extend(self.cflags.iter().map(|f| format!("--cflags {}", quote(f))));
        words.extend(self.link.iter().map(|f| format!("--link {}", quote(f))));
        words.extend(self.array.iter().map(|(name, n)| format!("--array {name}={n}")));
        let ranges = self.range.iter();
        words.extend(ranges.map(|(name, lo, hi)| format!("--range {name}={lo}:{hi}")));
        if self.calls != CALLS {
            words.push(format!("--calls {}", self.calls));
        }
        words.extend(further);
        words.push(format!("--seed {}", self.seed));
        words.join(" ")
    }

    /// The same command for single inputs, whose numbers are added as ranges behind it: few calls, and no other ranges.
    pub fn command_for_inputs(&self, name: &str, further: Vec<String>) -> String {
        let single = Code {
            range: Vec::new(),
            calls: FEW_CALLS,
            ..self.clone()
        };
        single.command(name, further)
    }

    /// What went wrong, in words; `nothing` says what a function lacks that has nothing to look for.
    pub fn complaint(&self, failure: NativeFailure, nothing: &str) -> Complaint {
        let file = self.file();
        match failure {
            NativeFailure::Trouble(trouble) => Complaint::at(file, trouble),
            NativeFailure::Option(why) => Complaint::of_run(why),
            NativeFailure::Nothing { function, module_scope } => {
                let remedy = match module_scope {
                    true => "",
                    false => "; `--scope module` also looks at the functions that it calls in these files",
                };
                Complaint::at(file, format!("{function} has {nothing}{remedy}"))
            }
            NativeFailure::Worker(why) => {
                Complaint::at(file, format!("the process that calls it: {why}")).with(Exit::Broken)
            }
        }
    }
}

/// The specification that outputs are judged by; `again` is the command for single inputs.
pub fn read_measure(path: Option<&Path>, again: String) -> Result<Option<Measure>, Complaint> {
    let Some(path) = path else {
        return Ok(None);
    };
    let found = read_one(path).and_then(|core| make_item(core, &Defaults::default()));
    let found = found.map_err(Complaint::new)?;
    Ok(Some(Measure {
        sha256: found.file.sha256.clone(),
        spec: found.spec,
        again,
    }))
}

/// The compilers' own words about a missing file are many.
pub fn check_readable(file: &Path) -> Result<(), Complaint> {
    let failed = |e| Complaint::at(file.display(), format!("cannot be read: {e}"));
    std::fs::File::open(file).map(|_| ()).map_err(failed)
}

/// Writes a file.
pub fn save(path: &Path, text: &str) -> Result<(), Complaint> {
    let _whole = interrupts::hold_off_end();
    Ok(campaign::save::save(path, text)?)
}
