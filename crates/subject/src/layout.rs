//! How the shared memory is divided, and what its bytes say. `lydian.h` has the same from the other side.

use crate::broken::Broken;
use crate::number::{NumberCell, PassedType};
use suite::Observed;

/// How many numbers may go to a subject, and how many may come back.
pub const NUMBERS: usize = 512;
const PAGE: usize = 4096;
/// Where the inputs are.
pub const INPUTS: u64 = PAGE as u64;
/// Bytes of a result before its text or its further numbers.
const HEAD: usize = 48;
const TEXT: usize = 208;

/// Places of words in the header.
pub mod at {
    /// Ready, key, progress, base, first and count follow each other from here.
    pub const READY: u64 = 0;
    /// The call that was started, from 1. Base, first and count follow.
    pub const PROGRESS: u64 = 16;
    /// The number of arguments.
    pub const ARITY: usize = 48;
    /// Rounding and flushing.
    pub const ENVIRONMENT: usize = 52;
    /// The code of the result.
    pub const RESULT: usize = 56;
    /// Not 0 if the text says what is wrong.
    pub const FAILED: usize = 60;
    /// Capacity and width, then the bytes of a slot.
    pub const LAYOUT: u64 = 64;
    /// A text with a zero behind it.
    pub const TEXT: usize = 80;
    /// The codes of the arguments.
    pub const ARGUMENTS: usize = TEXT + 512;
    /// Behind all that.
    pub const END: usize = ARGUMENTS + 2 * super::NUMBERS;
}

/// How the memory is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// How many inputs a worker gets at once.
    pub capacity: usize,
    /// How many numbers an input may have.
    pub width: usize,
    /// Bytes of a result.
    pub slot: usize,
}

impl Layout {
    /// For up to 32 arguments and one result.
    pub const PLAIN: Layout = Layout {
        capacity: 4096,
        width: 32,
        slot: HEAD + TEXT,
    };

    /// For so many numbers in and out. Wider inputs come in smaller batches, so that the memory stays small.
    pub fn new(inputs: usize, outputs: usize) -> Layout {
        let widest = inputs.max(outputs).max(32);
        Layout {
            capacity: Layout::PLAIN.capacity * 32 / widest,
            width: inputs.max(1),
            slot: HEAD + TEXT.max(16 * outputs),
        }
    }

    /// Results begin on a page.
    fn results(self) -> u64 {
        INPUTS + (self.capacity * self.width * 16).next_multiple_of(PAGE) as u64
    }

    /// Where the result of an input is.
    pub fn result(self, index: usize) -> u64 {
        self.results() + (index * self.slot) as u64
    }

    /// As the header has it.
    pub fn words(self) -> [u64; 2] {
        [self.capacity as u64 | (self.width as u64) << 32, self.slot as u64]
    }

    /// Of the whole memory.
    pub fn bytes(self) -> u64 {
        self.results() + (self.capacity * self.slot) as u64
    }
}

/// What a worker says of its subject when it starts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WorkerFacts {
    /// Codes of the types of the arguments.
    pub arguments: Vec<u16>,
    /// Code of the type of the result.
    pub result: u16,
    /// Rounding and flushing at the start, see `harness.c`.
    pub environment: u32,
}

impl WorkerFacts {
    /// From the first page; at most `most` arguments are possible.
    pub fn read(page: &[u8; at::END], most: usize) -> Result<WorkerFacts, Broken> {
        let long = |at: usize| u32::from(short(page, at)) | u32::from(short(page, at + 2)) << 16;
        if long(at::FAILED) != 0 {
            let text = page[at::TEXT..at::ARGUMENTS]
                .split(|&b| b == 0)
                .next()
                .unwrap_or_default();
            let (what, remedy) = split_remedy(&String::from_utf8_lossy(text));
            return Err(Broken::new(what, remedy));
        }
        let arity = long(at::ARITY) as usize;
        if arity > most {
            let what = format!("the subject has {arity} arguments; at most {most} are possible");
            return Err(Broken::new(what, "wrap it in a function with fewer"));
        }
        Ok(WorkerFacts {
            arguments: (0..arity).map(|i| short(page, at::ARGUMENTS + 2 * i)).collect(),
            result: short(page, at::RESULT),
            environment: long(at::ENVIRONMENT),
        })
    }
}

/// What came of one call.
#[derive(Clone, Debug, PartialEq)]
pub enum Raw {
    /// A number.
    Value {
        /// Its type.
        kind: PassedType,
        /// Its bytes.
        cell: NumberCell,
        /// For [`PassedType::Wide`].
        exponent: i64,
        /// What the function returned beside it.
        status: Option<i64>,
        /// The call left another rounding mode behind.
        rounding: bool,
    },
    /// Several numbers.
    Values {
        /// Each with its type.
        numbers: Vec<(PassedType, NumberCell)>,
        /// What the function returned beside them.
        status: Option<i64>,
        /// The call left another rounding mode behind.
        rounding: bool,
    },
    /// The call may have spoilt the memory of its process, which has ended.
    Spoilt(Observed),
    /// Anything else.
    Other(Observed),
}

impl Raw {
    /// The result in a slot, if its checksum is right.
    pub fn read(slot: &[u8], key: u64, sequence: u64) -> Option<Raw> {
        let length = usize::from(short(slot, 12)).min(slot.len() - HEAD);
        let words = (HEAD + length).div_ceil(8);
        let sum = (1..words).fold(mix(key, sequence), |h, i| mix(h, word(slot, i)));
        (sum == word(slot, 0)).then_some(())?;
        read_slot(slot, &slot[HEAD..HEAD + length])
    }
}

/// What a result with the right checksum says.
fn read_slot(slot: &[u8], rest: &[u8]) -> Option<Raw> {
    let text = || String::from_utf8_lossy(rest).trim().to_owned();
    let status = (short(slot, 14) != 0).then_some(word(slot, 2) as i64);
    let rounding = slot[9] != 0;
    Some(match slot[8] {
        1 => Raw::Value {
            kind: PassedType::from_code(short(slot, 10))?,
            cell: slot[32..48].try_into().expect("invariant: sixteen bytes"),
            exponent: word(slot, 3) as i64,
            status,
            rounding,
        },
        2 => Raw::Other(Observed::Rejected { how: text() }),
        4 => Raw::Values {
            numbers: rest.chunks_exact(16).map(read_number).collect::<Option<_>>()?,
            status,
            rounding,
        },
        5 => Raw::Spoilt(Observed::Broken { how: text() }),
        _ => Raw::Other(Observed::Broken { how: text() }),
    })
}

/// One of several numbers; the code of its type is in its last bytes.
fn read_number(bytes: &[u8]) -> Option<(PassedType, NumberCell)> {
    let kind = PassedType::from_code(short(bytes, 14))?;
    Some((kind, bytes.try_into().expect("invariant: sixteen bytes")))
}

fn short(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

/// The i-th word of eight bytes.
fn word(bytes: &[u8], i: usize) -> u64 {
    u64::from_le_bytes(bytes[8 * i..8 * i + 8].try_into().expect("invariant: eight bytes"))
}

fn mix(h: u64, word: u64) -> u64 {
    let h = (h ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    h ^ h >> 32
}

/// A harness separates what is wrong from what to do by a vertical bar.
fn split_remedy(text: &str) -> (String, String) {
    let (what, remedy) = text
        .split_once('|')
        .unwrap_or((text, "correct the name of the subject"));
    (what.trim().to_owned(), remedy.trim().to_owned())
}
