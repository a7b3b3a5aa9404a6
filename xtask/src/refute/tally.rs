//! What an attack came to.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

/// A claim that is false, or a program that panics or hangs.
pub struct Refuted {
    /// The number of the case.
    pub case: u64,
    /// What was claimed.
    pub claim: String,
    /// What is true instead, and how to see it.
    pub why: String,
    /// The case as files, as small as it could be made.
    pub files: Vec<(String, Vec<u8>)>,
}

/// Counts of an attack.
#[derive(Default)]
pub struct Tally {
    /// Cases that were made.
    pub cases: u64,
    /// Claims that were judged, by their kind.
    pub claims: BTreeMap<&'static str, u64>,
    /// Those that are false.
    pub refuted: Vec<Refuted>,
}

impl Tally {
    /// Counts claims of a kind.
    pub fn count(&mut self, claim: &'static str, number: u64) {
        *self.claims.entry(claim).or_default() += number;
    }

    /// Adds another tally.
    pub fn add(&mut self, other: Tally) {
        self.cases += other.cases;
        other
            .claims
            .into_iter()
            .for_each(|(claim, number)| self.count(claim, number));
        self.refuted.extend(other.refuted);
    }

    /// Writes the files of refuted claims to a folder each, and gives a line for each claim.
    pub fn keep(&self, folder: &Path) -> Vec<String> {
        let line = |(number, refuted): (usize, &Refuted)| {
            let place = folder.join(format!("{}-{number}", refuted.case));
            let kept = std::fs::create_dir_all(&place).and_then(|()| write_all(&place, &refuted.files));
            let place = kept.map_or_else(|error| error.to_string(), |()| place.display().to_string());
            format!("case {}: {}: {} ({place})", refuted.case, refuted.claim, refuted.why)
        };
        self.refuted.iter().enumerate().map(line).collect()
    }
}

fn write_all(folder: &Path, files: &[(String, Vec<u8>)]) -> std::io::Result<()> {
    files
        .iter()
        .try_for_each(|(name, bytes)| std::fs::write(folder.join(name), bytes))
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let claims: Vec<String> = self
            .claims
            .iter()
            .map(|(claim, number)| format!("{number} {claim}"))
            .collect();
        let claims = claims.join(", ");
        write!(f, "{} cases, {claims}; {} refuted", self.cases, self.refuted.len())
    }
}
