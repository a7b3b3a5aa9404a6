//! Values of floats and integers, and their three views: a real, a place in the order, a word of bits.

/// What values a coordinate has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ValueKind {
    /// binary64.
    F64,
    /// binary32.
    F32,
    /// Integers of 1 to 64 bits; other widths count as the nearest of these.
    Int {
        /// Bits, the sign among them.
        bits: u8,
        /// Whether in two's complement.
        signed: bool,
    },
}

/// One coordinate of a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// A binary64 number.
    F64(f64),
    /// A binary32 number.
    F32(f32),
    /// A signed integer of any width.
    Signed(i64),
    /// An unsigned integer of any width.
    Unsigned(u64),
}

const SIGN: u64 = 1 << 63;

impl Value {
    /// The value as a real; the nearest double for integers beyond 2⁵³.
    pub fn real(self) -> f64 {
        match self {
            Value::F64(x) => x,
            Value::F32(x) => x.into(),
            Value::Signed(n) => n as f64,
            Value::Unsigned(n) => n as f64,
        }
    }

    /// The place in the total order of the kind. Neighbours differ by 1; −0 comes right before +0; NaNs are at the ends.
    ///
    /// ```
    /// use optimize::Value;
    ///
    /// let (one, next) = (Value::F64(1.0), Value::F64(1.0f64.next_up()));
    /// assert_eq!(next.place() - one.place(), 1);
    /// ```
    pub fn place(self) -> i64 {
        match self {
            Value::F64(x) => float_place(x.to_bits() as i64, i64::MAX),
            Value::F32(x) => float_place((x.to_bits() as i32).into(), i32::MAX.into()),
            Value::Signed(n) => n,
            Value::Unsigned(n) => (n ^ SIGN) as i64,
        }
    }

    /// The bits; integers are extended to 64 of them.
    ///
    /// ```
    /// use optimize::{Value, ValueKind};
    ///
    /// assert_eq!(Value::F64(-0.0).word(), 1 << 63);
    /// // Integers are extended by their sign, and read back from as many bits as their kind has.
    /// assert_eq!(Value::Signed(-1).word(), u64::MAX);
    /// assert_eq!(ValueKind::Int { bits: 8, signed: true }.of_word(0xff), Value::Signed(-1));
    /// assert_eq!(ValueKind::Int { bits: 8, signed: false }.of_word(0xff), Value::Unsigned(255));
    /// ```
    pub fn word(self) -> u64 {
        match self {
            Value::F64(x) => x.to_bits(),
            Value::F32(x) => x.to_bits().into(),
            Value::Signed(n) => n as u64,
            Value::Unsigned(n) => n,
        }
    }
}

/// Positive floats are in the order of their bits; negative ones in the opposite, from −1 down.
fn float_place(bits: i64, magnitude: i64) -> i64 {
    if bits >= 0 { bits } else { !(bits & magnitude) }
}

impl ValueKind {
    /// Number of bits.
    pub fn bits(self) -> u32 {
        match self {
            ValueKind::F64 => 64,
            ValueKind::F32 => 32,
            ValueKind::Int { bits, .. } => u32::from(bits).clamp(1, 64),
        }
    }

    /// Whether values are floats.
    pub fn is_float(self) -> bool {
        matches!(self, ValueKind::F64 | ValueKind::F32)
    }

    /// Whether a value is of this kind.
    pub fn has(self, value: Value) -> bool {
        match (self, value) {
            (ValueKind::F64, Value::F64(_)) | (ValueKind::F32, Value::F32(_)) => true,
            (ValueKind::Int { signed: true, .. }, Value::Signed(_)) => self.of_word(value.word()) == value,
            (ValueKind::Int { signed: false, .. }, Value::Unsigned(_)) => self.of_word(value.word()) == value,
            _ => false,
        }
    }

    /// The value with these bits; higher ones are ignored.
    pub fn of_word(self, word: u64) -> Value {
        let unused = 64 - self.bits();
        match self {
            ValueKind::F64 => Value::F64(f64::from_bits(word)),
            ValueKind::F32 => Value::F32(f32::from_bits(word as u32)),
            ValueKind::Int { signed: true, .. } => Value::Signed((word << unused) as i64 >> unused),
            ValueKind::Int { signed: false, .. } => Value::Unsigned(word << unused >> unused),
        }
    }

    /// The value at a place of the order, the inverse of [`Value::place`]. Places outside [`ValueKind::places`] wrap.
    ///
    /// ```
    /// use optimize::{Value, ValueKind};
    ///
    /// let zero = Value::F64(0.0).place();
    /// assert_eq!(ValueKind::F64.at(zero + 1), Value::F64(5e-324));
    /// // Before +0 comes −0, and before that the least negative number.
    /// assert_eq!(ValueKind::F64.at(zero - 1).word(), Value::F64(-0.0).word());
    /// assert_eq!(ValueKind::F64.at(zero - 2), Value::F64(-5e-324));
    /// // After +∞ come NaNs.
    /// assert!(ValueKind::F64.at(Value::F64(f64::INFINITY).place() + 1).real().is_nan());
    /// ```
    pub fn at(self, place: i64) -> Value {
        let bits = if place >= 0 { place as u64 } else { !place as u64 };
        match self {
            ValueKind::F64 => self.of_word(if place < 0 { bits | SIGN } else { bits }),
            ValueKind::F32 => self.of_word(if place < 0 { bits | 1 << 31 } else { bits }),
            ValueKind::Int { signed: true, .. } => self.of_word(place as u64),
            ValueKind::Int { signed: false, .. } => self.of_word(place as u64 ^ SIGN),
        }
    }

    /// The first and the last place: every pattern of bits, NaNs too.
    pub fn places(self) -> (i64, i64) {
        let half = (SIGN >> (64 - self.bits())) as i64;
        match self {
            ValueKind::Int { signed: false, .. } => {
                let last = u64::MAX >> (64 - self.bits());
                (Value::Unsigned(0).place(), Value::Unsigned(last).place())
            }
            // −2ᵇ⁻¹ to 2ᵇ⁻¹ − 1, also where 2⁶³ wraps.
            _ => (half.wrapping_neg(), half.wrapping_sub(1)),
        }
    }

    /// The value nearest to a real; NaN becomes 0.
    ///
    /// ```
    /// use optimize::{Value, ValueKind};
    ///
    /// let byte = ValueKind::Int { bits: 8, signed: true };
    /// assert_eq!(byte.nearest(1e9), Value::Signed(127));
    /// assert_eq!(byte.nearest(f64::NAN), Value::Signed(0));
    /// // A float may be infinite, so what is too great for binary32 is.
    /// assert_eq!(ValueKind::F32.nearest(1e300), Value::F32(f32::INFINITY));
    /// ```
    pub fn nearest(self, x: f64) -> Value {
        match self {
            ValueKind::F64 => Value::F64(if x.is_nan() { 0.0 } else { x }),
            ValueKind::F32 => Value::F32(if x.is_nan() { 0.0 } else { x as f32 }),
            ValueKind::Int { signed: true, .. } => {
                let (lo, hi) = self.places();
                Value::Signed((x.round() as i64).clamp(lo, hi))
            }
            ValueKind::Int { signed: false, .. } => {
                let last = u64::MAX >> (64 - self.bits());
                Value::Unsigned((x.round() as u64).min(last))
            }
        }
    }
}
