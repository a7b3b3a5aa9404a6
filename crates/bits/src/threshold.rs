//! The floats that fit an integer type: as rounding is monotone, they are all between two of them.

use crate::evaluate::apply;
use crate::format::{FloatFormat, Rounding};
use crate::operation::{BitOperation, FloatOperation};
use crate::word::BitWord;
use rug::Integer;

/// The integers of a type: how many bits, and whether in two's complement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WordShape {
    /// Bits.
    pub width: u32,
    /// Two's complement.
    pub is_signed: bool,
}

impl WordShape {
    /// The integers of two's complement.
    pub fn signed(width: u32) -> WordShape {
        WordShape { width, is_signed: true }
    }

    /// The integers from zero on.
    pub fn unsigned(width: u32) -> WordShape {
        WordShape {
            width,
            is_signed: false,
        }
    }

    /// Whether a float's integer is one of these.
    fn holds(self, format: FloatFormat, rounding: Rounding, word: &BitWord) -> bool {
        let question = if self.is_signed {
            FloatOperation::FitsSigned
        } else {
            FloatOperation::FitsUnsigned
        };
        apply(&BitOperation::Float(format, question(self.width, rounding)), &[word]).is_true()
    }
}

/// The least and the greatest float whose integer is one of the type's.
pub fn range(format: FloatFormat, rounding: Rounding, shape: WordShape) -> (BitWord, BitWord) {
    let end = |sign: BitWord| end(format, sign, |word| shape.holds(format, rounding, word));
    (end(format.sign()), end(BitWord::zero(format.width())))
}

/// The float of greatest magnitude and of this sign that fits. Zero does, and patterns of one sign are in the order of the
/// magnitudes, so that it is found by halving.
fn end(format: FloatFormat, sign: BitWord, fits: impl Fn(&BitWord) -> bool) -> BitWord {
    let signed = |magnitude: &Integer| BitWord::new(format.width(), Integer::from(magnitude + sign.unsigned()));
    let (mut low, mut high) = (Integer::new(), format.infinity().unsigned().clone());
    // The magnitude `low` fits, and `high` does not.
    while Integer::from(&high - &low) > 1 {
        let middle = Integer::from(&low + &high) >> 1;
        if fits(&signed(&middle)) {
            low = middle;
        } else {
            high = middle;
        }
    }
    signed(&low)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_that_are_ints() {
        let ends = |rounding, is_signed| {
            let (least, greatest) = range(FloatFormat::BINARY64, rounding, WordShape { width: 32, is_signed });
            (least.to_f64().unwrap(), greatest.to_f64().unwrap())
        };
        let up = |x: f64| x.next_up();
        assert_eq!(
            ends(Rounding::TowardZero, true),
            (up(-2147483649.0), 2147483648f64.next_down())
        );
        assert_eq!(
            ends(Rounding::NearestEven, true),
            (-2147483648.5, 2147483647.5f64.next_down())
        );
        assert_eq!(ends(Rounding::TowardZero, false), (up(-1.0), 4294967296f64.next_down()));
    }
}
