//! A word: a number of bits and their value, the constants of the terms and the values of an assignment.

use rug::{Integer, integer::Order, ops::RemRounding};
use std::fmt;

/// A word of `width` bits, as the number 0 ≤ value < 2^width that they write. A truth value is a word of one bit.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BitWord {
    width: u32,
    value: Integer,
}

impl BitWord {
    /// The word of `width` bits that is congruent to a number modulo 2^width.
    ///
    /// # Panics
    /// If the width is zero.
    pub fn new(width: u32, number: impl Into<Integer>) -> BitWord {
        assert!(width > 0, "a word has a bit at least");
        let value = wrapped(number.into(), width);
        BitWord { width, value }
    }

    /// All bits are clear.
    pub fn zero(width: u32) -> BitWord {
        BitWord::new(width, 0)
    }

    /// All bits are set.
    pub fn ones(width: u32) -> BitWord {
        BitWord::new(width, -1)
    }

    /// Only the highest bit is set: the least signed number, and the sign of a float.
    pub fn top(width: u32) -> BitWord {
        BitWord::new(width, power(width - 1))
    }

    /// A truth value.
    pub fn truth(value: bool) -> BitWord {
        BitWord::new(1, u32::from(value))
    }

    /// The bits of a float of the machine.
    pub fn from_f32(value: f32) -> BitWord {
        BitWord::new(32, value.to_bits())
    }

    /// The bits of a double of the machine.
    pub fn from_f64(value: f64) -> BitWord {
        BitWord::new(64, value.to_bits())
    }

    /// The number of bits.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The value as an unsigned number.
    pub fn unsigned(&self) -> &Integer {
        &self.value
    }

    /// The value in two's complement.
    pub fn signed(&self) -> Integer {
        let value = self.value.clone();
        if self.is_negative() {
            value - power(self.width)
        } else {
            value
        }
    }

    /// Whether the highest bit is set.
    pub fn is_negative(&self) -> bool {
        self.bit(self.width - 1)
    }

    /// Whether no bit is set.
    pub fn is_zero(&self) -> bool {
        self.value.is_zero()
    }

    /// Whether all bits are set.
    pub fn is_ones(&self) -> bool {
        self.value.count_ones() == Some(self.width)
    }

    /// Whether some bit is set: the truth value of a word of one bit.
    pub fn is_true(&self) -> bool {
        !self.is_zero()
    }

    /// The bit of weight 2^place.
    pub fn bit(&self, place: u32) -> bool {
        self.value.get_bit(place)
    }

    /// The value, where 128 bits hold it.
    pub fn to_u128(&self) -> Option<u128> {
        self.value.to_u128()
    }

    /// The double whose bits a word of 64 has.
    pub fn to_f64(&self) -> Option<f64> {
        (self.width == 64).then(|| f64::from_bits(self.value.to_u64_wrapping()))
    }

    /// The float whose bits a word of 32 has.
    pub fn to_f32(&self) -> Option<f32> {
        (self.width == 32).then(|| f32::from_bits(self.value.to_u32_wrapping()))
    }

    /// The bits from `low` to `high`, both included.
    pub fn slice(&self, high: u32, low: u32) -> BitWord {
        BitWord::new(high - low + 1, Integer::from(&self.value >> low))
    }
}

/// As SMT-LIB writes it: `#b0101`.
impl fmt::Display for BitWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#b")?;
        (0..self.width)
            .rev()
            .try_for_each(|place| write!(f, "{}", u8::from(self.bit(place))))
    }
}

/// 2^n.
pub(crate) fn power(n: u32) -> Integer {
    Integer::from(1) << n
}

/// The residue modulo 2^width. Most numbers are in range already, and then nothing is computed.
fn wrapped(number: Integer, width: u32) -> Integer {
    let fits = number >= 0 && number.significant_bits() <= width;
    if fits { number } else { number.rem_euc(power(width)) }
}

/// A word from its bits, the lowest first.
pub(crate) fn from_bits(bits: impl Iterator<Item = bool>) -> BitWord {
    let bytes: Vec<u8> = bits.map(u8::from).collect();
    let mut limbs = vec![0u64; bytes.len().div_ceil(64)];
    for (place, bit) in bytes.iter().enumerate() {
        limbs[place / 64] |= u64::from(*bit) << (place % 64);
    }
    BitWord::new(bytes.len() as u32, Integer::from_digits(&limbs, Order::Lsf))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_wrap_and_signs_are_read() {
        assert_eq!(BitWord::new(8, -1), BitWord::ones(8));
        assert_eq!(BitWord::new(8, 0x1ff).signed(), -1);
        assert_eq!(BitWord::top(8).signed(), -128);
        assert_eq!(BitWord::new(8, 0b1011_0000).slice(7, 4), BitWord::new(4, 0b1011));
        assert_eq!(BitWord::new(4, 5).to_string(), "#b0101");
        assert_eq!(from_bits([true, false, true].into_iter()), BitWord::new(3, 5));
    }
}
