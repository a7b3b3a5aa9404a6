//! What stands in the local variables that stayed in memory: words at places, each written as a whole.

use std::collections::BTreeMap;

use bits::{Term, TermPool};
use inkwell::values::InstructionValue;

/// A word and the number of its bytes.
type StoredWord = (u64, Term);

/// Local variables, by the instructions that make them. What nothing has written is not known.
#[derive(Clone, Default)]
pub(super) struct WalkMemory<'ctx> {
    variables: Vec<(InstructionValue<'ctx>, BTreeMap<u64, StoredWord>)>,
}

impl<'ctx> WalkMemory<'ctx> {
    /// Writes a word; its width is a whole number of bytes.
    pub fn write(&mut self, pool: &mut TermPool, variable: InstructionValue<'ctx>, at: u64, word: Term) {
        let size = u64::from(pool.width(word) / 8);
        self.forget(pool, variable, at, size);
        self.words(variable).insert(at, (size, word));
    }

    /// What stands at some bytes is not known any more.
    pub fn forget(&mut self, pool: &mut TermPool, variable: InstructionValue<'ctx>, at: u64, size: u64) {
        let words = self.words(variable);
        let touched = words
            .range(..at + size)
            .filter(|(start, (length, _))| **start + length > at);
        let touched: Vec<u64> = touched.map(|(start, _)| *start).collect();
        for start in touched {
            let Some((length, word)) = words.remove(&start) else {
                continue;
            };
            for byte in (start..start + length).filter(|byte| *byte < at || *byte >= at + size) {
                words.insert(byte, (1, byte_of(pool, word, byte - start)));
            }
        }
    }

    /// The word of this many bytes that stands at a place, if all of it is known.
    pub fn read(&self, pool: &mut TermPool, variable: InstructionValue<'ctx>, at: u64, size: u64) -> Option<Term> {
        let words = self
            .variables
            .iter()
            .find(|(known, _)| *known == variable)
            .map(|(_, words)| words)?;
        if let Some((length, word)) = words.get(&at)
            && *length == size
        {
            return Some(*word);
        }
        let bytes = (at..at + size).map(|byte| {
            let (start, (length, word)) = words.range(..=byte).next_back()?;
            (start + length > byte).then(|| byte_of(pool, *word, byte - start))
        });
        let bytes: Vec<Term> = bytes.collect::<Option<_>>()?;
        // The machine has the least byte first.
        bytes.into_iter().reduce(|low, high| pool.concat(high, low))
    }

    /// What stands in memory behind a meeting of ways: the own words if `is_own`, else those of the other.
    pub fn meet(&mut self, pool: &mut TermPool, other: &WalkMemory<'ctx>, is_other: Term) {
        for (variable, own) in &mut self.variables {
            let theirs = other
                .variables
                .iter()
                .find(|(known, _)| known == variable)
                .map(|(_, words)| words);
            let Some(theirs) = theirs else {
                own.clear();
                continue;
            };
            if own != theirs {
                *own = met(pool, own, theirs, is_other);
            }
        }
    }

    fn words(&mut self, variable: InstructionValue<'ctx>) -> &mut BTreeMap<u64, StoredWord> {
        let place = self
            .variables
            .iter()
            .position(|(known, _)| *known == variable)
            .unwrap_or_else(|| {
                self.variables.push((variable, BTreeMap::new()));
                self.variables.len() - 1
            });
        &mut self.variables[place].1
    }
}

/// Two contents of a variable: word by word where both are cut alike, byte by byte elsewhere. What one of them does not
/// know is not known.
fn met(
    pool: &mut TermPool,
    own: &BTreeMap<u64, StoredWord>,
    theirs: &BTreeMap<u64, StoredWord>,
    is_other: Term,
) -> BTreeMap<u64, StoredWord> {
    let alike = |(at, (size, _)): (&u64, &StoredWord)| theirs.get(at).is_some_and(|(other, _)| other == size);
    let (same, cut): (Vec<_>, Vec<_>) = own.iter().partition(|(at, word)| alike((at, word)));
    let mut all = BTreeMap::new();
    for (at, (size, word)) in same {
        all.insert(*at, (*size, pool.choose(is_other, theirs[at].1, *word)));
    }
    let bytes = cut
        .into_iter()
        .flat_map(|(at, (size, word))| (0..*size).map(move |n| (at + n, n, *word)));
    for (at, number, word) in bytes.collect::<Vec<_>>() {
        let Some((start, (length, other))) = theirs.range(..=at).next_back() else {
            continue;
        };
        if start + length > at {
            let (own, other) = (byte_of(pool, word, number), byte_of(pool, *other, at - start));
            all.insert(at, (1, pool.choose(is_other, other, own)));
        }
    }
    all
}

fn byte_of(pool: &mut TermPool, word: Term, number: u64) -> Term {
    let low = 8 * number as u32;
    pool.extract(word, low + 7, low)
}
