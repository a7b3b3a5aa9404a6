//! What a worker is told: which library to call, what its inputs are, and how much it may spend.

use instrument::{BranchComparison, ConstantValue, Instrumented, PackedNumber, Scalar};
use optimize::{CoordinateRange, Value, ValueKind};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// A search, as plain data that goes from one process to another.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SearchJob {
    /// The instrumented library.
    pub library: PathBuf,
    /// Bytes of an input and of an output.
    pub sizes: (usize, usize),
    /// The numbers of an input.
    pub coordinates: Vec<Coordinate>,
    /// Per branch, whether integers are compared.
    pub integers: Vec<bool>,
    /// Floats and integers of the code.
    pub constants: Vec<CodeConstant>,
    /// Sides that need no search: proved unreachable.
    pub closed: Vec<usize>,
    /// Inputs that are known already.
    pub known: Vec<Vec<u8>>,
    /// Inputs that ended an earlier worker: they are not called again.
    pub avoided: Vec<Vec<u8>>,
    /// Where every input is written before the call, once a worker has died.
    pub witness: Option<PathBuf>,
    /// Calls that may be made.
    pub calls: u64,
    /// Where chance comes from.
    pub seed: u64,
    /// What `stress` looks for besides branches.
    pub stress: Option<StressJob>,
    /// Whether the code may keep something from call to call, so that earlier inputs are remembered.
    pub keeps_state: bool,
    /// Whether it may use memory that is not its own: what is found counts only where the input does it alone.
    pub strays: bool,
    /// Inputs to call in this order, once and without a search, where that is what is asked for.
    pub replay: Vec<Vec<u8>>,
    /// Inputs whose sides are wanted, each for itself and without a search.
    pub traced: Vec<Vec<u8>>,
}

/// Hazards: conditions over the operands of an operation, whose records stand behind those of the branches.
/// The true side of such a record is a death; its false side is nothing to look for.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StressJob {
    /// Number of branches.
    pub branches: usize,
    /// Hazards, from 0, that matter less and get less of the budget.
    pub minor: Vec<usize>,
    /// For each hazard those whose deaths leave another number than the exact one for its operation to work on.
    pub follows: Vec<Vec<usize>>,
    /// Whether each kill is made as simple as can be in the end.
    pub simplify: bool,
    /// What returned values are compared with.
    pub reference: Option<ReferenceLibrary>,
}

/// A second library that is called on the same inputs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ReferenceLibrary {
    /// Its file.
    pub library: PathBuf,
    /// Bytes of an input and of an output.
    pub sizes: (usize, usize),
    /// The numbers of its input, in the order of the other's.
    pub inputs: Vec<Coordinate>,
    /// The numbers of an output of the code under test, and beside each the one to compare it with.
    pub outputs: Vec<(Coordinate, Coordinate)>,
}

impl SearchJob {
    /// Number of branches.
    pub fn branches(&self) -> usize {
        self.stress
            .as_ref()
            .map_or(self.integers.len(), |stress| stress.branches)
    }

    /// The hazard that a record stands for.
    pub fn hazard(&self, record: usize) -> Option<usize> {
        record.checked_sub(self.branches())
    }

    /// The packed input with these numbers, each as the nearest value of its coordinate.
    pub fn packed(&self, point: &[f64]) -> Vec<u8> {
        let mut input = vec![0; self.sizes.0];
        for (coordinate, &x) in self.coordinates.iter().zip(point) {
            coordinate.encode(coordinate.kind().nearest(x), &mut input);
        }
        input
    }

    /// The input of those that are searched that is nearest to one: numbers outside of their ranges are moved inside.
    pub fn admitted(&self, input: &[u8]) -> Vec<u8> {
        let mut made = input.to_vec();
        made.resize(self.sizes.0, 0);
        for coordinate in &self.coordinates {
            let value = coordinate.domain().clamp(coordinate.decode(&made));
            coordinate.encode(value, &mut made);
        }
        made
    }

    /// Whether there is nothing to look for at a side: a hazard that does not die.
    pub fn is_void(&self, side: usize) -> bool {
        self.hazard(side / 2).is_some() && side.is_multiple_of(2)
    }

    /// All sides in the order of their turns: hazards before branches.
    pub fn turns(&self) -> impl Iterator<Item = usize> + use<> {
        let (first, all) = (2 * self.branches(), 2 * self.integers.len());
        (first..all).chain(0..first)
    }

    /// The part of a turn's budget that a side gets: in `stress`, branches and minor hazards get a quarter.
    pub fn share(&self, side: usize, budget: u64) -> u64 {
        let Some(stress) = &self.stress else {
            return budget;
        };
        match self.hazard(side / 2) {
            Some(hazard) if !stress.minor.contains(&hazard) => budget,
            _ => budget / 4,
        }
    }
}

/// One number of an input.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Coordinate {
    /// Its name.
    pub name: String,
    /// What it is.
    pub format: CoordinateFormat,
    /// Where it stands in the packed input.
    pub offset: usize,
    /// Least and greatest value, if they are bounded; then NaN is left out, too.
    pub range: Option<(f64, f64)>,
    /// Whether NaN is among its values.
    pub specials: bool,
}

/// What a number of an input is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CoordinateFormat {
    /// binary64
    F64,
    /// binary32
    F32,
    /// x87 extended; only values of binary64 are tried.
    F80,
    /// An integer.
    Integer {
        /// Bytes in memory.
        bytes: usize,
        /// Whether it is signed.
        signed: bool,
        /// Values that it has: truth values and enumerations have few.
        least: i64,
        /// The greatest of them.
        greatest: i64,
    },
}

/// A constant of the code.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum CodeConstant {
    /// A float, as the bits of a double.
    Float(u64),
    /// An integer.
    Integer(i64),
}

impl CoordinateFormat {
    fn of(scalar: &Scalar) -> CoordinateFormat {
        let integer = |bits: u32, signed: bool, least: i64, greatest: i64| CoordinateFormat::Integer {
            bytes: bits as usize / 8,
            signed,
            least,
            greatest,
        };
        match scalar {
            Scalar::F64 => CoordinateFormat::F64,
            Scalar::F32 => CoordinateFormat::F32,
            Scalar::F80 => CoordinateFormat::F80,
            Scalar::Bool { bits } => integer(*bits, false, 0, 1),
            Scalar::Integer { bits, signed } => integer(*bits, *signed, i64::MIN, i64::MAX),
            Scalar::Enum { bits, signed, values } => {
                let numbers = values.iter().map(|(_, n)| *n);
                let (least, greatest) = (numbers.clone().min(), numbers.max());
                // One beyond the ends: code often has a default for what has no name.
                integer(
                    *bits,
                    *signed,
                    least.map_or(i64::MIN, |n| n.saturating_sub(1)),
                    greatest.map_or(i64::MAX, |n| n.saturating_add(1)),
                )
            }
        }
    }
}

impl Coordinate {
    /// The coordinate of a slot.
    pub fn of(slot: &PackedNumber, range: Option<(f64, f64)>, specials: bool) -> Coordinate {
        Coordinate {
            name: slot.name.clone(),
            format: CoordinateFormat::of(&slot.kind),
            offset: slot.offset,
            range,
            specials,
        }
    }

    /// The kind of its values.
    pub fn kind(&self) -> ValueKind {
        match self.format {
            CoordinateFormat::F64 | CoordinateFormat::F80 => ValueKind::F64,
            CoordinateFormat::F32 => ValueKind::F32,
            CoordinateFormat::Integer { bytes, signed, .. } => ValueKind::Int {
                bits: (8 * bytes).min(64) as u8,
                signed,
            },
        }
    }

    /// The values to search in.
    pub fn domain(&self) -> CoordinateRange {
        let kind = self.kind();
        let whole = if self.specials && self.range.is_none() {
            CoordinateRange::all(kind)
        } else {
            CoordinateRange::finite(kind)
        };
        let few = match self.format {
            CoordinateFormat::Integer { least, greatest, .. } if greatest != i64::MAX || least != i64::MIN => {
                CoordinateRange::between(kind, kind.nearest(least as f64), kind.nearest(greatest as f64))
            }
            _ => None,
        };
        self.ranged().or(few).unwrap_or(whole)
    }

    /// The finite values to search in.
    pub fn finite(&self) -> CoordinateRange {
        let finite = Coordinate {
            specials: false,
            ..self.clone()
        };
        finite.domain()
    }

    /// The values in the range; none if there are none, or no range.
    pub fn ranged(&self) -> Option<CoordinateRange> {
        let kind = self.kind();
        let (least, greatest) = inside(kind, self.range?)?;
        CoordinateRange::between(kind, least, greatest)
    }

    /// Writes a value into a packed input.
    pub fn encode(&self, value: Value, input: &mut [u8]) {
        let word = value.word().to_le_bytes();
        let at = self.offset;
        match self.format {
            CoordinateFormat::F64 => input[at..at + 8].copy_from_slice(&word),
            CoordinateFormat::F32 => input[at..at + 4].copy_from_slice(&word[..4]),
            CoordinateFormat::F80 => input[at..at + 10].copy_from_slice(&extended(value.real())),
            CoordinateFormat::Integer { bytes, .. } => {
                let bytes = bytes.min(8);
                input[at..at + bytes].copy_from_slice(&word[..bytes]);
            }
        }
    }

    /// Reads a value out of a packed input.
    pub fn decode(&self, input: &[u8]) -> Value {
        let mut word = [0u8; 8];
        let at = self.offset;
        match self.format {
            CoordinateFormat::F64 => {
                word.copy_from_slice(&input[at..at + 8]);
                Value::F64(f64::from_le_bytes(word))
            }
            CoordinateFormat::F32 => {
                word[..4].copy_from_slice(&input[at..at + 4]);
                self.kind().of_word(u64::from_le_bytes(word))
            }
            CoordinateFormat::F80 => {
                let mut bytes = [0u8; 10];
                bytes.copy_from_slice(&input[at..at + 10]);
                Value::F64(narrowed(&bytes))
            }
            CoordinateFormat::Integer { bytes, .. } => {
                let bytes = bytes.min(8);
                word[..bytes].copy_from_slice(&input[at..at + bytes]);
                self.kind().of_word(u64::from_le_bytes(word))
            }
        }
    }
}

/// The least and the greatest value of a kind between two bounds, neither of them outside.
fn inside(kind: ValueKind, (lo, hi): (f64, f64)) -> Option<(Value, Value)> {
    let (first, last) = kind.places();
    let at = |place: i64| (first..=last).contains(&place).then(|| kind.at(place));
    match kind {
        ValueKind::Int { bits, signed } => {
            // Conversion of a float to an integer saturates.
            let (lo, hi) = (lo.ceil() as i128, hi.floor() as i128);
            let (least, greatest) = if signed {
                (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1)
            } else {
                (0, (1i128 << bits) - 1)
            };
            let (lo, hi) = (lo.max(least), hi.min(greatest));
            (lo <= hi).then(|| (kind.of_word(lo as u64), kind.of_word(hi as u64)))
        }
        ValueKind::F64 | ValueKind::F32 => {
            let (low, high) = (kind.nearest(lo), kind.nearest(hi));
            let low = if low.real() < lo { at(low.place() + 1)? } else { low };
            let high = if high.real() > hi { at(high.place() - 1)? } else { high };
            (low.real() <= high.real() && high.real().is_finite()).then_some((low, high))
        }
    }
}

/// A double in x87 extended format: 64 bits of significand with an explicit leading bit, 15 of exponent, a sign.
fn extended(x: f64) -> [u8; 10] {
    let bits = x.to_bits();
    let (sign, biased, fraction) = ((bits >> 63) as u16, (bits >> 52 & 0x7ff) as i32, bits & ((1 << 52) - 1));
    let (exponent, significand) = match biased {
        0x7ff => (0x7fff, 1 << 63 | fraction << 11),
        0 if fraction == 0 => (0, 0),
        0 => {
            let shift = fraction.leading_zeros();
            (16383 - 1011 - shift as i32, fraction << shift)
        }
        _ => (biased - 1023 + 16383, 1 << 63 | fraction << 11),
    };
    let mut bytes = [0; 10];
    bytes[..8].copy_from_slice(&significand.to_le_bytes());
    bytes[8..].copy_from_slice(&(sign << 15 | exponent as u16).to_le_bytes());
    bytes
}

/// The double in extended format, which [`extended`] wrote.
fn narrowed(bytes: &[u8; 10]) -> f64 {
    let mut low = [0; 8];
    low.copy_from_slice(&bytes[..8]);
    let significand = u64::from_le_bytes(low);
    let high = u16::from_le_bytes([bytes[8], bytes[9]]);
    let (negative, exponent) = (high >> 15 == 1, i32::from(high & 0x7fff));
    let magnitude = match exponent {
        0x7fff if significand << 1 == 0 => f64::INFINITY,
        0x7fff => f64::NAN,
        // In two steps, since the power alone may be below the least double.
        _ => {
            significand as f64
                * 2f64.powi((exponent - 16383 - 63) / 2)
                * 2f64.powi(exponent - 16383 - 63 - (exponent - 16383 - 63) / 2)
        }
    };
    if negative { -magnitude } else { magnitude }
}

/// Whether a branch compares integers.
pub fn compares_integers(comparison: &BranchComparison) -> bool {
    !matches!(comparison, BranchComparison::Float { .. })
}

/// The constants of the code.
pub fn constants(code: &Instrumented) -> Vec<CodeConstant> {
    let each = code.constants().iter().map(|constant| match constant {
        ConstantValue::Float(_, x) => CodeConstant::Float(x.to_bits()),
        ConstantValue::Integer(_, n) => CodeConstant::Integer(*n),
    });
    each.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extended_numbers_come_back() {
        let table = [
            0.0,
            -0.0,
            1.0,
            -2.5,
            f64::MAX,
            f64::MIN_POSITIVE,
            f64::from_bits(1),
            f64::from_bits(12345),
            f64::INFINITY,
            f64::NEG_INFINITY,
            0.1,
        ];
        for x in table {
            assert_eq!(narrowed(&extended(x)).to_bits(), x.to_bits(), "{x}");
        }
        assert!(narrowed(&extended(f64::NAN)).is_nan());
    }

    #[test]
    fn no_value_of_a_range_lies_outside() {
        let byte = ValueKind::Int { bits: 8, signed: true };
        let word = ValueKind::Int {
            bits: 64,
            signed: false,
        };
        assert_eq!(
            inside(byte, (-100.5, 1000.0)),
            Some((Value::Signed(-100), Value::Signed(127)))
        );
        assert_eq!(inside(byte, (2.5, 2.7)), None);
        assert_eq!(inside(byte, (200.0, 300.0)), None);
        assert_eq!(inside(word, (-5.0, -2.0)), None);
        let all = Some((Value::Unsigned(0), Value::Unsigned(u64::MAX)));
        assert_eq!(inside(word, (-1e30, 1e30)), all);
        let below = 0.1f32.next_down();
        assert_eq!(
            inside(ValueKind::F32, (0.0, 0.1)),
            Some((Value::F32(0.0), Value::F32(below)))
        );
        assert_eq!(inside(ValueKind::F32, (1e300, 1e308)), None);
        assert_eq!(
            inside(ValueKind::F64, (0.1, 0.1)),
            Some((Value::F64(0.1), Value::F64(0.1)))
        );
    }

    #[test]
    fn values_come_back_from_the_packed_input() {
        let coordinate = |format| Coordinate {
            name: "x".into(),
            format,
            offset: 16,
            range: None,
            specials: true,
        };
        let integer = |bytes, signed| CoordinateFormat::Integer {
            bytes,
            signed,
            least: i64::MIN,
            greatest: i64::MAX,
        };
        let table = [
            (CoordinateFormat::F64, Value::F64(-0.1)),
            (CoordinateFormat::F32, Value::F32(0.5)),
            (CoordinateFormat::F80, Value::F64(1e-320)),
            (integer(1, true), Value::Signed(-7)),
            (integer(2, false), Value::Unsigned(65535)),
            (integer(8, true), Value::Signed(i64::MIN)),
        ];
        for (format, value) in table {
            let (c, mut input) = (coordinate(format), [0u8; 32]);
            c.encode(value, &mut input);
            assert_eq!(c.decode(&input), value, "{format:?}");
        }
    }
}
