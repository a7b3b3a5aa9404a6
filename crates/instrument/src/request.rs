//! What to instrument.

use std::path::{Path, PathBuf};

use crate::hazard::HazardRequest;

/// What to instrument and how to build it.
#[derive(Clone, Debug, Default)]
pub struct InstrumentRequest {
    /// Sources in C, C++ or Fortran; one of them defines the function.
    pub files: Vec<PathBuf>,
    /// The function to call: its name in the source, qualified if need be, or its symbol.
    pub function: String,
    /// Flags for the compiler (`-I include`, `-DNAME`, `-fno-builtin`, …), one word each.
    pub flags: Vec<String>,
    /// What to link besides: sources, objects, libraries and linker flags, one word each.
    pub link: Vec<String>,
    /// Probe the branches of all functions in the files, not only of the one that is called.
    pub module_scope: bool,
    /// Number of elements behind pointer arguments, by name of the argument; one where none is given.
    pub arrays: Vec<(String, usize)>,
    /// Number of probes after which a run is cut; 0 means [`InstrumentRequest::DEFAULT_LIMIT`].
    pub probe_limit: u64,
    /// Environmental mutants to look for besides; none where nothing is said.
    pub hazards: Option<HazardRequest>,
}

impl InstrumentRequest {
    /// Probes that a run may execute unless the request says otherwise: some milliseconds.
    pub const DEFAULT_LIMIT: u64 = 1_000_000;

    /// A request for one function of one file, with everything else at its default.
    pub fn new(file: impl Into<PathBuf>, function: &str) -> Self {
        InstrumentRequest {
            files: vec![file.into()],
            function: function.to_owned(),
            ..InstrumentRequest::default()
        }
    }

    /// A file as the request names it; as the compiler names it if the request does not.
    pub fn as_given<'a>(&'a self, file: &'a Path) -> &'a Path {
        let real = |path: &Path| path.canonicalize().ok();
        let is_it = |given: &&PathBuf| *given == file || (real(file).is_some() && real(file) == real(given));
        self.files.iter().find(is_it).map_or(file, PathBuf::as_path)
    }

    #[cfg(feature = "llvm")]
    pub(crate) fn limit(&self) -> u64 {
        if self.probe_limit == 0 {
            Self::DEFAULT_LIMIT
        } else {
            self.probe_limit
        }
    }
}
