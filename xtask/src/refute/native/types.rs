//! The types of C that generated programs are made of.

/// A type of C.
#[derive(Debug, PartialEq)]
pub struct CType {
    /// Its name.
    pub c: &'static str,
    /// Bits that hold a value.
    pub bits: u32,
    /// Whether it has negative values.
    pub signed: bool,
    /// Whether it is a floating-point type.
    pub float: bool,
    /// Whether gcc has it too.
    pub gcc: bool,
}

/// A type, by reference to the table.
pub type Ty = &'static CType;

const fn int(c: &'static str, bits: u32, signed: bool) -> CType {
    CType {
        c,
        bits,
        signed,
        float: false,
        gcc: true,
    }
}

const fn odd(c: &'static str, bits: u32, signed: bool) -> CType {
    CType {
        gcc: false,
        ..int(c, bits, signed)
    }
}

const fn float(c: &'static str, bits: u32) -> CType {
    CType {
        float: true,
        ..int(c, bits, true)
    }
}

/// Integer types, the common ones first.
pub static INTS: [CType; 13] = [
    int("int", 32, true),
    int("unsigned", 32, false),
    int("signed char", 8, true),
    int("unsigned char", 8, false),
    int("short", 16, true),
    int("unsigned short", 16, false),
    int("char", 8, true),
    int("long", 64, true),
    int("unsigned long", 64, false),
    int("long long", 64, true),
    int("unsigned long long", 64, false),
    int("_Bool", 1, false),
    int("__int128", 128, true),
];

/// Integers of odd widths, which only clang has.
pub static ODD: [CType; 4] = [
    odd("_BitInt(7)", 7, true),
    odd("unsigned _BitInt(5)", 5, false),
    odd("_BitInt(33)", 33, true),
    odd("unsigned _BitInt(17)", 17, false),
];

/// Floating-point types.
pub static FLOATS: [CType; 3] = [float("double", 64), float("float", 32), float("long double", 80)];

/// `int`.
pub fn plain_int() -> Ty {
    &INTS[0]
}

/// `unsigned`.
pub fn plain_unsigned() -> Ty {
    &INTS[1]
}

impl CType {
    /// The least value of an integer type of at most 64 bits.
    pub fn least(&self) -> i128 {
        if self.signed {
            -(1 << (self.bits.min(64) - 1))
        } else {
            0
        }
    }

    /// The greatest value of an integer type of at most 64 bits.
    pub fn greatest(&self) -> i128 {
        (1 << (self.bits.min(64) - u32::from(self.signed))) - 1
    }
}
