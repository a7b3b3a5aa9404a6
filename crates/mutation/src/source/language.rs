//! The languages, and which file names belong to them.

use super::grammar::{SourceGrammar, c, fortran, octave, python, rust};

/// A language whose source text can be mutated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SourceLanguage {
    /// C.
    C,
    /// Fortran in free form.
    Fortran,
    /// Rust.
    Rust,
    /// Python 3.
    Python,
    /// Octave and MATLAB.
    Octave,
}

impl SourceLanguage {
    /// All of them.
    pub const ALL: [SourceLanguage; 5] = [
        SourceLanguage::C,
        SourceLanguage::Fortran,
        SourceLanguage::Rust,
        SourceLanguage::Python,
        SourceLanguage::Octave,
    ];

    /// The language that the ending of a file name tells.
    pub fn of_path(path: &str) -> Option<Self> {
        let name = path.rsplit(['/', '\\']).next()?;
        let (stem, ending) = name.rsplit_once('.')?;
        let ending = ending.to_ascii_lowercase();
        let known = |language: &SourceLanguage| language.grammar().endings.contains(&ending.as_str());
        SourceLanguage::ALL.into_iter().find(known).filter(|_| !stem.is_empty())
    }

    /// The word that files and reports use.
    pub fn name(self) -> &'static str {
        self.grammar().name
    }

    pub(crate) fn grammar(self) -> &'static SourceGrammar {
        match self {
            SourceLanguage::C => &c::GRAMMAR,
            SourceLanguage::Fortran => &fortran::GRAMMAR,
            SourceLanguage::Rust => &rust::GRAMMAR,
            SourceLanguage::Python => &python::GRAMMAR,
            SourceLanguage::Octave => &octave::GRAMMAR,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_of_a_file_name_tells_its_language() {
        let cases = [
            ("a/b.c/simpson.py", Some(SourceLanguage::Python)),
            ("rk4.F90", Some(SourceLanguage::Fortran)),
            ("x.m", Some(SourceLanguage::Octave)),
            ("x.c", Some(SourceLanguage::C)),
            ("x.rs", Some(SourceLanguage::Rust)),
            ("x.java", None),
            (".c", None),
            ("", None),
        ];
        for (path, language) in cases {
            assert_eq!(SourceLanguage::of_path(path), language, "{path}");
        }
    }

    #[test]
    fn no_ending_belongs_to_two_languages() {
        let mut endings: Vec<&str> = SourceLanguage::ALL
            .iter()
            .flat_map(|l| l.grammar().endings)
            .copied()
            .collect();
        let all = endings.len();
        endings.sort_unstable();
        endings.dedup();
        assert_eq!(endings.len(), all);
    }
}
