//! The languages of native code.

use std::path::Path;

/// The language of a source, which chooses its compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NativeLanguage {
    /// C.
    C,
    /// C++.
    Cpp,
    /// Fortran.
    Fortran,
}

/// Endings of file names.
const ENDINGS: [(NativeLanguage, &[&str]); 3] = [
    (NativeLanguage::C, &["c"]),
    (NativeLanguage::Cpp, &["cpp", "cc", "cxx", "C"]),
    (
        NativeLanguage::Fortran,
        &["f90", "f95", "f03", "f08", "f", "for", "F90", "F"],
    ),
];

impl NativeLanguage {
    /// The language by the name of the file.
    pub fn of(file: &Path) -> Option<NativeLanguage> {
        let ending = file.extension().and_then(|e| e.to_str())?;
        let row = ENDINGS.iter().find(|(_, endings)| endings.contains(&ending));
        row.map(|(language, _)| *language)
    }
}
