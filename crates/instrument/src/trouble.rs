//! Why code could not be instrumented, with the remedy.

use std::error::Error;
use std::fmt;
use std::path::PathBuf;

/// What went wrong, in terms the user can act on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InstrumentTrouble {
    /// This build of Lydian has no LLVM in it.
    WithoutLlvm,
    /// The name of a file does not tell its language.
    UnknownLanguage {
        /// The file.
        file: PathBuf,
    },
    /// A compiler is not installed.
    CompilerMissing {
        /// Its command.
        command: String,
        /// The package that has it.
        package: &'static str,
    },
    /// A file does not compile, or the whole does not link.
    Compile {
        /// What was compiled or linked.
        what: String,
        /// The compiler's own message.
        message: String,
    },
    /// No file defines the function.
    FunctionMissing {
        /// The name that was asked for.
        function: String,
        /// Names like it that are defined.
        near: Vec<String>,
    },
    /// Several functions have this name.
    FunctionAmbiguous {
        /// The name that was asked for.
        function: String,
        /// Their symbols, any of which names one of them.
        symbols: Vec<String>,
    },
    /// An argument or the result has a type that no input can be made for.
    Unsupported {
        /// The function.
        function: String,
        /// The argument, or "result".
        argument: String,
        /// What it is.
        what: String,
        /// What can be done.
        remedy: String,
    },
    /// The request contradicts itself or the code.
    Request(String),
    /// Files could not be read or written.
    Files(String),
    /// LLVM refused something; a fault of Lydian or of the bitcode.
    Llvm(String),
}

impl fmt::Display for InstrumentTrouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InstrumentTrouble::WithoutLlvm => f.write_str(
                "this build has no LLVM; install llvm-19-dev, clang-19, libpolly-19-dev and libzstd-dev \
                 (scripts/setup.sh does it) and build again with the feature `llvm`",
            ),
            InstrumentTrouble::UnknownLanguage { file } => write!(
                f,
                "{}: the language is not known by this name; C (.c), C++ (.cpp .cc .cxx) and Fortran (.f90 .f) are",
                file.display()
            ),
            InstrumentTrouble::CompilerMissing { command, package } => {
                write!(
                    f,
                    "{command} is not installed; install the package {package} (scripts/setup.sh does it)"
                )
            }
            InstrumentTrouble::Compile { what, message } => {
                write!(f, "{what} does not compile:\n{}", message.trim_end())
            }
            InstrumentTrouble::FunctionMissing { function, near } => {
                write!(
                    f,
                    "no function `{function}` is defined in the files given{}",
                    offer(near)
                )
            }
            InstrumentTrouble::FunctionAmbiguous { function, symbols } => {
                write!(
                    f,
                    "several functions are called `{function}`; name one by its symbol: {}",
                    symbols.join(", ")
                )
            }
            InstrumentTrouble::Unsupported {
                function,
                argument,
                what,
                remedy,
            } => {
                write!(f, "{function}: {argument} is {what}, which is not supported; {remedy}")
            }
            InstrumentTrouble::Request(text) | InstrumentTrouble::Files(text) => f.write_str(text),
            InstrumentTrouble::Llvm(text) => write!(f, "LLVM: {text}"),
        }
    }
}

fn offer(near: &[String]) -> String {
    if near.is_empty() {
        String::new()
    } else {
        format!("; did you mean {}?", near.join(", "))
    }
}

impl Error for InstrumentTrouble {}

impl From<std::io::Error> for InstrumentTrouble {
    fn from(error: std::io::Error) -> Self {
        InstrumentTrouble::Files(error.to_string())
    }
}
