//! How strong a suite is: how many tests it may have, and for which faults.

/// The strength of a suite.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strength {
    /// The fewest tests that kill the mutants of the formula, for subjects that are expensive to call.
    Minimal,
    /// Besides, a test in every cell of the domain and at every notable input, as faults of programs ask for.
    #[default]
    Standard,
    /// The same with several times as many cells.
    Thorough,
}

/// How much of a domain gets tests of its own.
#[derive(Clone, Copy, Debug)]
pub struct PlaceAmounts {
    /// Notable inputs.
    pub specials: usize,
    /// Cells of one input. A test lies in a cell of each input, so inputs share tests.
    pub cells: usize,
    /// Cells of one input that would have equal lengths.
    pub parts: usize,
    /// Notable floats of a single input around which cells are graded.
    pub graded: usize,
}

impl Strength {
    /// The word of the command line.
    pub fn name(self) -> &'static str {
        match self {
            Strength::Minimal => "minimal",
            Strength::Standard => "standard",
            Strength::Thorough => "thorough",
        }
    }

    /// What it asks for beyond the mutants of the formula. The numbers trade tests for faults: `scripts/bench_faults.py`
    /// counts both on a corpus of faulty programs.
    pub fn amounts(self) -> Option<PlaceAmounts> {
        match self {
            Strength::Minimal => None,
            Strength::Standard => Some(PlaceAmounts {
                specials: 160,
                cells: 288,
                parts: 128,
                graded: 4,
            }),
            Strength::Thorough => Some(PlaceAmounts {
                specials: 384,
                cells: 1536,
                parts: 384,
                graded: 16,
            }),
        }
    }
}
