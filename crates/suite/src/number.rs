//! Types of numbers in native code, by the names that files give them.
//!
//! Debug information, prototypes and declarations are read elsewhere, each by its own reader; this is what they come to.

use std::fmt;

/// The type of one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberKind {
    /// Single precision, `f32`.
    F32,
    /// Double precision, `f64`.
    F64,
    /// The `long double` of x86, `f80`.
    F80,
    /// `bool`, of one byte.
    Bool,
    /// A signed integer of this many bits, such as `i32`.
    Signed(u32),
    /// An unsigned integer of this many bits, such as `u8`.
    Unsigned(u32),
}

impl NumberKind {
    /// The type of this name.
    pub fn named(name: &str) -> Option<NumberKind> {
        match name {
            "f32" => Some(NumberKind::F32),
            "f64" => Some(NumberKind::F64),
            "f80" => Some(NumberKind::F80),
            "bool" => Some(NumberKind::Bool),
            _ => match name.split_at_checked(1)? {
                ("i", bits) => bits.parse().ok().map(NumberKind::Signed),
                ("u", bits) => bits.parse().ok().map(NumberKind::Unsigned),
                _ => None,
            },
        }
    }

    /// Whether every compiler has it, and it fits into eight bytes.
    pub fn is_plain(self) -> bool {
        match self {
            NumberKind::F32 | NumberKind::F64 | NumberKind::Bool => true,
            NumberKind::F80 => false,
            NumberKind::Signed(bits) | NumberKind::Unsigned(bits) => [8, 16, 32, 64].contains(&bits),
        }
    }

    /// The value that a word of its bits stands for, if it is a double.
    pub fn real(self, word: u64) -> Option<f64> {
        match self {
            NumberKind::F64 => Some(f64::from_bits(word)),
            NumberKind::F32 => Some(f64::from(f32::from_bits(u32::try_from(word).ok()?))),
            NumberKind::Unsigned(1..=64) => exact(i128::from(word)),
            // The sign is the first bit of the type.
            NumberKind::Signed(bits @ 1..=64) => exact(i128::from((word << (64 - bits)) as i64 >> (64 - bits))),
            _ => None,
        }
    }
}

impl fmt::Display for NumberKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NumberKind::F32 => write!(f, "f32"),
            NumberKind::F64 => write!(f, "f64"),
            NumberKind::F80 => write!(f, "f80"),
            NumberKind::Bool => write!(f, "bool"),
            NumberKind::Signed(bits) => write!(f, "i{bits}"),
            NumberKind::Unsigned(bits) => write!(f, "u{bits}"),
        }
    }
}

/// An integer as a double, if it is one.
fn exact(n: i128) -> Option<f64> {
    let x = n as f64;
    (x as i128 == n).then_some(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for name in ["f32", "f64", "f80", "bool", "i8", "u64", "i128"] {
            assert_eq!(NumberKind::named(name).unwrap().to_string(), name);
        }
        for name in ["", "i", "f", "struct point", "é", "u-1"] {
            assert_eq!(NumberKind::named(name), None, "{name}");
        }
    }
}
