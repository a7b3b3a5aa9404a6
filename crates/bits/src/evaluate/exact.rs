//! Real numbers as integers times powers of two, and their one rounding.

use crate::format::{FloatFormat, Rounding};
use crate::word::{BitWord, power};
use rug::Integer;
use std::cmp::Ordering;

/// A real number: ± `magnitude`·2^`exponent`, or, if there is `more`, something strictly between that and the next
/// multiple of 2^`exponent` away from zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExactReal {
    /// Below zero, or the negative zero.
    pub negative: bool,
    /// The integer.
    pub magnitude: Integer,
    /// The power of two.
    pub exponent: i64,
    /// Whether the magnitude is greater by less than one.
    pub more: bool,
}

impl ExactReal {
    /// An integer as a real number.
    pub fn integer(number: Integer) -> ExactReal {
        ExactReal {
            negative: number < 0,
            magnitude: number.abs(),
            exponent: 0,
            more: false,
        }
    }

    /// Whether it is zero.
    pub fn is_zero(&self) -> bool {
        self.magnitude.is_zero() && !self.more
    }

    /// ⌊log₂⌋ of the magnitude, which must not be zero.
    pub fn leading(&self) -> i64 {
        self.exponent + i64::from(self.magnitude.significant_bits()) - 1
    }

    /// The integer n nearest in the sense of the mode to |x| / 2^unit; the sign decides for modes that have a direction.
    ///
    /// If there is `more`, the unit must be above the exponent, or else the digits that decide are not known.
    pub fn in_units(&self, unit: i64, rounding: Rounding) -> Integer {
        if unit <= self.exponent && !self.more {
            return Integer::from(&self.magnitude << shift(self.exponent - unit));
        }
        assert!(unit > self.exponent, "the digits below the unit are not known");
        let places = shift(unit - self.exponent);
        let floor = Integer::from(&self.magnitude >> places);
        let rest: Integer = &self.magnitude - Integer::from(&floor << places);
        let half = rest.cmp(&power(places - 1));
        let half = if half == Ordering::Equal && self.more {
            Ordering::Greater
        } else {
            half
        };
        let is_exact = rest.is_zero() && !self.more;
        let up = !is_exact && goes_up(rounding, self.negative, half, floor.is_odd());
        floor + u32::from(up)
    }

    /// The float of a format that the number is rounded to.
    pub fn round(&self, format: FloatFormat, rounding: Rounding) -> BitWord {
        if self.is_zero() {
            return signed(format, self.negative, Integer::new());
        }
        // Floats near x are multiples of 2^unit: p bits from the leading one, but none below the least subnormal.
        let unit = (self.leading() - i64::from(format.fraction())).max(format.least_bit());
        let n = self.in_units(unit, rounding);
        // Patterns are in the order of the numbers: n counts from the pattern of the binade that `unit` belongs to.
        let pattern = n + (Integer::from(unit - format.least_bit()) << format.fraction());
        let (infinity, greatest) = (format.infinity(), format.greatest());
        let finite = pattern < *infinity.unsigned();
        let pattern = match (finite, overflow_is_infinite(rounding, self.negative)) {
            (true, _) => pattern,
            (false, true) => infinity.unsigned().clone(),
            (false, false) => greatest.unsigned().clone(),
        };
        signed(format, self.negative, pattern)
    }
}

/// Whether a number between n and n + 1 goes to n + 1, given on which side of n + 1/2 it lies and whether n is odd.
fn goes_up(rounding: Rounding, negative: bool, half: Ordering, odd: bool) -> bool {
    match rounding {
        Rounding::NearestEven => half == Ordering::Greater || (half == Ordering::Equal && odd),
        Rounding::NearestAway => half != Ordering::Less,
        Rounding::TowardZero => false,
        Rounding::TowardPositive => !negative,
        Rounding::TowardNegative => negative,
    }
}

/// Beyond the greatest float, the nearest "float" is infinity; directed modes go there only if it lies in their direction.
fn overflow_is_infinite(rounding: Rounding, negative: bool) -> bool {
    match rounding {
        Rounding::NearestEven | Rounding::NearestAway => true,
        Rounding::TowardZero => false,
        Rounding::TowardPositive => !negative,
        Rounding::TowardNegative => negative,
    }
}

/// A pattern without sign, with a sign.
pub fn signed(format: FloatFormat, negative: bool, pattern: Integer) -> BitWord {
    let sign = if negative {
        power(format.width() - 1)
    } else {
        Integer::new()
    };
    BitWord::new(format.width(), pattern + sign)
}

fn shift(places: i64) -> u32 {
    u32::try_from(places).expect("exponents of floats are far below 2^32")
}
