//! Finding compilers and interpreters, running them, and saying what their flags mean for floating point.

use crate::arena::with_output;
use crate::broken::Broken;
use child::{Allowance, Ending, Finished, Scratch};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// A program that builds or runs subjects.
#[derive(Clone, Debug)]
pub struct Tool {
    words: Vec<String>,
    /// Its first line about itself.
    pub version: String,
}

/// Where to look for a kind of tool.
pub struct ToolSearch {
    /// What it is, for people.
    pub what: &'static str,
    /// An environment variable that may name it.
    pub variable: &'static str,
    /// Programs to try.
    pub candidates: &'static [&'static str],
    /// What to install.
    pub install: &'static str,
}

/// A C compiler.
pub const C: ToolSearch = ToolSearch {
    what: "C compiler",
    variable: "CC",
    candidates: &["cc", "gcc", "clang"],
    install: "install gcc (Debian: apt-get install gcc) or set CC",
};

/// A C++ compiler.
pub const CPP: ToolSearch = ToolSearch {
    what: "C++ compiler",
    variable: "CXX",
    candidates: &["c++", "g++", "clang++"],
    install: "install g++ (Debian: apt-get install g++) or set CXX",
};

/// A Fortran compiler.
pub const FORTRAN: ToolSearch = ToolSearch {
    what: "Fortran compiler",
    variable: "FC",
    candidates: &["gfortran", "flang-19", "flang"],
    install: "install gfortran (Debian: apt-get install gfortran) or set FC",
};

/// A Rust compiler.
pub const RUST: ToolSearch = ToolSearch {
    what: "Rust compiler",
    variable: "RUSTC",
    candidates: &["rustc"],
    install: "install Rust from https://rustup.rs or set RUSTC",
};

/// A Python interpreter.
pub const PYTHON: ToolSearch = ToolSearch {
    what: "Python interpreter",
    variable: "PYTHON",
    candidates: &["python3", "python"],
    install: "install python3 (Debian: apt-get install python3) or set PYTHON",
};

/// GNU Octave without windows.
pub const OCTAVE: ToolSearch = ToolSearch {
    what: "GNU Octave",
    variable: "OCTAVE",
    candidates: &["octave-cli", "octave"],
    install: "install octave (Debian: apt-get install octave) or set OCTAVE",
};

/// What a tool may use to say its version.
const QUESTION: Allowance = Allowance {
    time: Duration::from_secs(60),
    output: 1 << 20,
    ..Allowance::TOOL
};

impl Tool {
    /// The tool that the environment names, or the first candidate that starts.
    pub fn find(search: &ToolSearch) -> Result<Tool, Broken> {
        let named = std::env::var(search.variable)
            .ok()
            .filter(|text| !text.trim().is_empty());
        let candidates = named.map_or_else(
            || search.candidates.iter().map(|c| c.to_string()).collect(),
            |n| vec![n],
        );
        let found = candidates.iter().find_map(|text| Tool::try_words(text));
        found.ok_or_else(|| {
            let what = format!("there is no {}: tried {}", search.what, candidates.join(", "));
            Broken::new(what, search.install)
        })
    }

    fn try_words(text: &str) -> Option<Tool> {
        let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        let (program, first) = words.split_first()?;
        let mut command = Command::new(program);
        command.args(first).arg("--version");
        let done = child::run(command, &QUESTION).ok()?;
        let version = done.text().lines().next().unwrap_or_default().trim().to_owned();
        (done.ending == Ending::Success).then_some(Tool { words, version })
    }

    /// A command that starts it.
    pub fn command(&self) -> Command {
        let mut command = Command::new(&self.words[0]);
        command.args(&self.words[1..]);
        command
    }

    /// The program and its own first arguments.
    pub fn words(&self) -> &[String] {
        &self.words
    }
}

/// A folder in which a subject is built, and the record of what was done there.
pub struct Workshop {
    folder: Scratch,
    /// Commands as they were run; the folder is written `$BUILD`.
    pub log: Vec<String>,
}

impl Workshop {
    /// An empty one.
    pub fn new() -> Result<Workshop, Broken> {
        let folder = Scratch::new().map_err(|e| Broken::system("a temporary folder", &e))?;
        Ok(Workshop { folder, log: vec![] })
    }

    /// The path of a file in it.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The same as text.
    pub fn name(&self, name: &str) -> String {
        self.path(name).display().to_string()
    }

    /// Writes a file.
    pub fn write(&self, name: &str, text: &str) -> Result<String, Broken> {
        let path = self.path(name);
        std::fs::write(&path, text).map_err(|e| Broken::system(&format!("writing {}", path.display()), &e))?;
        Ok(path.display().to_string())
    }

    /// Runs a tool, notes the command, and returns what it printed. Its failure is an error that shows its messages.
    pub fn run(&mut self, tool: &Tool, arguments: &[String]) -> Result<String, Broken> {
        self.note(tool, arguments);
        self.run_quietly(tool, arguments)
    }

    /// The same without a note: several can run at a time.
    pub fn run_quietly(&self, tool: &Tool, arguments: &[String]) -> Result<String, Broken> {
        let done = child::run(self.command(tool, arguments), &Allowance::TOOL)?;
        self.judge(tool, &done)
    }

    /// A command of a tool, whose own temporary files are in this folder, too.
    pub fn command(&self, tool: &Tool, arguments: &[String]) -> Command {
        let mut command = tool.command();
        command.args(arguments).env("TMPDIR", self.folder.path());
        command
    }

    /// Notes a command.
    pub fn note(&mut self, tool: &Tool, arguments: &[String]) {
        let line = [tool.words(), arguments].concat().join(" ");
        self.log.push(self.anonymous(&line));
    }

    /// The output of a tool that was run, or an error that shows its messages.
    pub fn judge(&self, tool: &Tool, done: &Finished) -> Result<String, Broken> {
        let messages = shorten(&self.anonymous(&done.complaint()));
        match done.ending {
            Ending::Success => Ok(done.text()),
            Ending::Failure(status) if status.code().is_some() => Err(Broken::new(
                format!("{} reports errors:\n{messages}", tool.words[0]),
                "correct them, or give the flags that it needs",
            )),
            other => Err(Broken::new(
                with_output(format!("{} {}", tool.words[0], other.in_words()), &messages),
                "run the command by hand to see why",
            )),
        }
    }

    fn anonymous(&self, text: &str) -> String {
        text.replace(&self.folder.path().display().to_string(), "$BUILD")
    }
}

const SHOWN_LINES: usize = 25;

/// The first lines of a text.
fn shorten(text: &str) -> String {
    let lines: Vec<&str> = text.trim_end().lines().collect();
    let shown = lines[..lines.len().min(SHOWN_LINES)].join("\n");
    match lines.len().saturating_sub(SHOWN_LINES) {
        0 => shown,
        more => format!("{shown}\n({more} more lines)"),
    }
}

/// The path of a user's file without `.` and links; an error if there is none.
pub fn existing(file: &Path) -> Result<PathBuf, Broken> {
    let found = file.canonicalize();
    found.map_err(|e| Broken::new(format!("{}: {e}", file.display()), "check the path of the subject"))
}

/// A file as text.
pub fn read(file: &Path) -> Result<String, Broken> {
    let bytes = std::fs::read(file);
    let bytes = bytes.map_err(|e| Broken::new(format!("{}: {e}", file.display()), "check the path of the subject"))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Flags that every compiler of the GNU style gets first.
pub const DEFAULT_FLAGS: &[&str] = &["-O2", "-ffp-contract=off"];

/// A flag that changes floating point, and what it means.
const MEANINGS: &[(&str, &str)] = &[
    (
        "-ffast-math",
        "the rules of IEEE 754 are given up, and subnormals may be flushed to zero",
    ),
    (
        "-Ofast",
        "the rules of IEEE 754 are given up, and subnormals may be flushed to zero",
    ),
    ("-funsafe-math-optimizations", "sums and products may be reordered"),
    ("-fassociative-math", "sums and products may be reordered"),
    ("-freciprocal-math", "a division may become a product"),
    ("-ffinite-math-only", "infinities and NaNs are assumed away"),
    ("-fno-signed-zeros", "the sign of zero is ignored"),
    ("-fexcess-precision=fast", "intermediate results may be more precise"),
    ("-ffloat-store", "variables are rounded to their type"),
    ("-mfpmath=387", "intermediate results have 64 bits of mantissa"),
    ("-m32", "32-bit code, intermediate results may have 64 bits of mantissa"),
    ("-frounding-math", "other rounding modes are respected"),
    (
        "-march=native",
        "all instructions of this machine, perhaps fused multiply-add",
    ),
    ("-mfma", "fused multiply-add instructions"),
];

/// What flags of the GNU style mean for floating point, in words.
pub fn floating_point(flags: &[String]) -> Vec<String> {
    let last = |test: &dyn Fn(&str) -> bool| flags.iter().rev().find(|f| test(f));
    let level = last(&|f| f.starts_with("-O")).map_or("-O0", |f| f.as_str());
    let mut said = vec![format!("optimisation: {level}"), contraction(flags)];
    let known = MEANINGS.iter().filter(|(flag, _)| flags.iter().any(|f| f == flag));
    said.extend(known.map(|(flag, meaning)| format!("{flag}: {meaning}")));
    said
}

fn contraction(flags: &[String]) -> String {
    let last = flags.iter().rev().find(|f| f.starts_with("-ffp-contract="));
    match last.and_then(|f| f.split_once('=')) {
        Some((_, mode)) => format!("contraction of a*b+c: {mode} (-ffp-contract={mode})"),
        None => "contraction of a*b+c: as the compiler likes".to_owned(),
    }
}
