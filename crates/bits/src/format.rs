//! Formats of IEEE floats, and the five ways of rounding into them.

use crate::word::{BitWord, power};
use rug::Integer;

/// A binary format of IEEE 754: bits of the exponent, and bits of the significand with the hidden one.
///
/// A float is its packed pattern: sign, biased exponent, fraction; together `exponent + significand` bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FloatFormat {
    /// Bits of the exponent, at least 2.
    pub exponent: u32,
    /// Bits of the significand, the hidden one included, at least 2.
    pub significand: u32,
}

impl FloatFormat {
    /// IEEE half precision.
    pub const BINARY16: FloatFormat = FloatFormat::new(5, 11);
    /// The short format of machine learning: a binary32 without its lower half.
    pub const BFLOAT16: FloatFormat = FloatFormat::new(8, 8);
    /// `float` of C.
    pub const BINARY32: FloatFormat = FloatFormat::new(8, 24);
    /// `double` of C.
    pub const BINARY64: FloatFormat = FloatFormat::new(11, 53);
    /// IEEE quadruple precision.
    pub const BINARY128: FloatFormat = FloatFormat::new(15, 113);

    /// A format. Infinities, NaN and one normal binade need two bits of either kind.
    ///
    /// # Panics
    /// If one of the numbers is below 2, or the exponent has more than 20 bits.
    pub const fn new(exponent: u32, significand: u32) -> FloatFormat {
        let format = FloatFormat { exponent, significand };
        assert!(format.is_valid());
        format
    }

    /// Whether there is such a format: others have no operations.
    pub(crate) const fn is_valid(self) -> bool {
        self.exponent >= 2 && self.exponent <= 20 && self.significand >= 2
    }

    /// All bits of the pattern.
    pub fn width(self) -> u32 {
        self.exponent + self.significand
    }

    /// Bits of the fraction, which is the significand without its hidden bit.
    pub fn fraction(self) -> u32 {
        self.significand - 1
    }

    /// What is added to an exponent when it is packed; also the greatest exponent.
    pub fn bias(self) -> i64 {
        (1 << (self.exponent - 1)) - 1
    }

    /// The exponent of the least normal number, and of all subnormal ones.
    pub fn least_exponent(self) -> i64 {
        1 - self.bias()
    }

    /// The exponent of the least subnormal number: its only bit has this weight.
    pub fn least_bit(self) -> i64 {
        self.least_exponent() - i64::from(self.fraction())
    }

    /// The pattern of the positive infinity.
    pub fn infinity(self) -> BitWord {
        let exponent = power(self.exponent) - 1u32;
        BitWord::new(self.width(), exponent << self.fraction())
    }

    /// The NaN that every operation gives: positive, quiet, and nothing else.
    pub fn nan(self) -> BitWord {
        let quiet: Integer = power(self.fraction() - 1);
        BitWord::new(self.width(), quiet + self.infinity().unsigned())
    }

    /// The greatest finite number.
    pub fn greatest(self) -> BitWord {
        BitWord::new(self.width(), Integer::from(self.infinity().unsigned() - 1u32))
    }

    /// The pattern of which only the sign is set: the negative zero.
    pub fn sign(self) -> BitWord {
        BitWord::top(self.width())
    }
}

/// Where a real number goes that lies between two floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rounding {
    /// To the nearest, ties to the even one: what programs use unless they say otherwise.
    NearestEven,
    /// To the nearest, ties to the one of greater magnitude: C's `round`.
    NearestAway,
    /// Towards zero: C's `trunc` and casts to integers.
    TowardZero,
    /// Towards +∞: C's `ceil`.
    TowardPositive,
    /// Towards −∞: C's `floor`.
    TowardNegative,
}

impl Rounding {
    /// All five.
    pub const ALL: [Rounding; 5] = [
        Rounding::NearestEven,
        Rounding::NearestAway,
        Rounding::TowardZero,
        Rounding::TowardPositive,
        Rounding::TowardNegative,
    ];

    /// Whether the rounding goes to the nearest float, on whichever side that is.
    pub fn is_nearest(self) -> bool {
        matches!(self, Rounding::NearestEven | Rounding::NearestAway)
    }

    /// SMT-LIB's abbreviation.
    pub fn abbreviation(self) -> &'static str {
        match self {
            Rounding::NearestEven => "RNE",
            Rounding::NearestAway => "RNA",
            Rounding::TowardZero => "RTZ",
            Rounding::TowardPositive => "RTP",
            Rounding::TowardNegative => "RTN",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_constants_are_those_of_the_machine() {
        let format = FloatFormat::BINARY64;
        assert_eq!(format.infinity().to_f64(), Some(f64::INFINITY));
        assert_eq!(format.greatest().to_f64(), Some(f64::MAX));
        assert_eq!(format.nan(), BitWord::new(64, 0x7ff8_0000_0000_0000u64));
        assert_eq!((format.least_exponent(), format.least_bit()), (-1022, -1074));
    }
}
