//! Numbers of the subject's types: exact conversion from a double, and back to the doubles around a result.

use suite::{Hex, Observed, hex};

/// The type of an argument or a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassedType {
    /// `float`.
    Float,
    /// `double`.
    Double,
    /// The `long double` of x86: 64 bits of mantissa, 10 bytes in use.
    Extended,
    /// A signed integer of this many bytes.
    Signed(u8),
    /// An unsigned integer of this many bytes.
    Unsigned(u8),
    /// An integer of an interpreter that has more than 64 bits: its top 64, with an exponent.
    Wide,
}

/// Sixteen bytes that hold a number, its type's bytes first.
pub type NumberCell = [u8; 16];

/// Every type that a compiled subject may have: its code in the harness, its name in C, Fortran and Rust.
const TYPES: &[(PassedType, u16, &str, &str, &str)] = &[
    (PassedType::Float, code(b'f', 4), "float", "real(4)", "f32"),
    (PassedType::Double, code(b'f', 8), "double", "real(8)", "f64"),
    (PassedType::Extended, code(b'f', 16), "long double", "real(10)", "f80"),
    (PassedType::Signed(1), code(b'i', 1), "signed char", "integer(1)", "i8"),
    (PassedType::Signed(2), code(b'i', 2), "short", "integer(2)", "i16"),
    (PassedType::Signed(4), code(b'i', 4), "int", "integer(4)", "i32"),
    (PassedType::Signed(8), code(b'i', 8), "long long", "integer(8)", "i64"),
    (
        PassedType::Unsigned(1),
        code(b'u', 1),
        "unsigned char",
        "unsigned(1)",
        "u8",
    ),
    (
        PassedType::Unsigned(2),
        code(b'u', 2),
        "unsigned short",
        "unsigned(2)",
        "u16",
    ),
    (
        PassedType::Unsigned(4),
        code(b'u', 4),
        "unsigned int",
        "unsigned(4)",
        "u32",
    ),
    (
        PassedType::Unsigned(8),
        code(b'u', 8),
        "unsigned long long",
        "unsigned(8)",
        "u64",
    ),
];

const fn code(letter: u8, bytes: u16) -> u16 {
    (letter as u16) << 8 | bytes
}

const WIDE: u16 = code(b'w', 8);

impl PassedType {
    /// The type with this code of the harness.
    pub fn from_code(code: u16) -> Option<PassedType> {
        let known = TYPES.iter().find(|row| row.1 == code).map(|row| row.0);
        known.or((code == WIDE).then_some(PassedType::Wide))
    }

    /// Its name in C.
    pub fn c_name(self) -> &'static str {
        self.row().map_or("integer", |row| row.2)
    }

    /// Its name in Fortran.
    pub fn fortran_name(self) -> &'static str {
        self.row().map_or("integer", |row| row.3)
    }

    /// Its name in Rust.
    pub fn rust_name(self) -> &'static str {
        self.row().map_or("integer", |row| row.4)
    }

    /// The type with this name in Fortran.
    pub fn from_fortran(name: &str) -> Option<PassedType> {
        TYPES.iter().find(|row| row.3 == name).map(|row| row.0)
    }

    fn row(self) -> Option<&'static (PassedType, u16, &'static str, &'static str, &'static str)> {
        TYPES.iter().find(|row| row.0 == self)
    }

    /// Is it an integer type?
    pub fn is_integer(self) -> bool {
        matches!(self, PassedType::Signed(_) | PassedType::Unsigned(_))
    }

    /// The number x in this type, or, for an integer, the k with x = k·2^scale. Never rounds.
    pub fn encode(self, x: f64, scale: i32) -> Result<NumberCell, String> {
        let mut cell = [0; 16];
        let mut put = |bytes: &[u8]| cell[..bytes.len()].copy_from_slice(bytes);
        match self {
            PassedType::Float => put(&exact_float(x)?.to_le_bytes()),
            PassedType::Double => put(&x.to_le_bytes()),
            PassedType::Extended => put(&extended(x)),
            PassedType::Signed(_) | PassedType::Unsigned(_) => put(&self.integer(x, scale)?.to_le_bytes()),
            PassedType::Wide => return Err("integers without bound are results only".into()),
        }
        Ok(cell)
    }

    fn integer(self, x: f64, scale: i32) -> Result<i128, String> {
        let whole = divide(x, scale).ok_or_else(|| match scale {
            0 => format!("{x:?} is no integer"),
            _ => format!("{x:?} is no multiple of 2^{scale}"),
        })?;
        let (least, greatest) = self.range();
        if (least..=greatest).contains(&whole) {
            return Ok(whole);
        }
        Err(format!("{x:?} is not within {}", self.c_name()))
    }

    fn range(self) -> (i128, i128) {
        match self {
            PassedType::Signed(bytes) => (-1 << (bytes * 8 - 1), (1 << (bytes * 8 - 1)) - 1),
            PassedType::Unsigned(bytes) => (0, (1 << (bytes * 8)) - 1),
            _ => (0, -1),
        }
    }

    /// The observation of a result of this type; an integer k stands for k·2^scale.
    pub fn observe(self, cell: &NumberCell, exponent: i64, scale: i32) -> Observed {
        let head = |n: usize| cell[..n].iter().rev().map(|b| format!("{b:02x}")).collect::<String>();
        let low = u64::from_le_bytes(cell[..8].try_into().expect("invariant: a cell has 16 bytes"));
        match self {
            PassedType::Float => number(f64::from(f32::from_bits(low as u32)), None, head(4)),
            PassedType::Double => number(f64::from_bits(low), None, head(8)),
            PassedType::Extended => observe_extended(low, u16::from_le_bytes([cell[8], cell[9]]), head(10)),
            PassedType::Wide => {
                let (down, up) = around(cell[8] != 0, low, cell[9] != 0, exponent + i64::from(scale));
                between(down, up, head(10))
            }
            PassedType::Signed(bytes) => {
                let k = (low << (64 - 8 * bytes)) as i64 >> (64 - 8 * bytes);
                let (down, up) = around(k < 0, k.unsigned_abs(), false, scale.into());
                between(down, up, head(bytes.into()))
            }
            PassedType::Unsigned(bytes) => {
                let k = low << (64 - 8 * bytes) >> (64 - 8 * bytes);
                let (down, up) = around(false, k, false, scale.into());
                between(down, up, head(bytes.into()))
            }
        }
    }
}

fn exact_float(x: f64) -> Result<f32, String> {
    let narrow = x as f32;
    if x.is_nan() || f64::from(narrow) == x {
        return Ok(narrow);
    }
    Err(format!("{x:?} is no float (32 bits)"))
}

/// Sign, mantissa and exponent of a finite double: |x| = m·2^e.
fn parts(x: f64) -> (bool, u64, i64) {
    let bits = x.to_bits();
    let (field, fraction) = ((bits >> 52 & 0x7ff) as i64, bits & ((1 << 52) - 1));
    if field == 0 {
        (x.is_sign_negative(), fraction, -1074)
    } else {
        (x.is_sign_negative(), fraction | 1 << 52, field - 1075)
    }
}

/// The integer k with x = k·2^scale, if there is one below 2^120.
fn divide(x: f64, scale: i32) -> Option<i128> {
    if !x.is_finite() {
        return None;
    }
    let (negative, m, e) = parts(x);
    let zeros = if m == 0 { 0 } else { m.trailing_zeros() };
    let shift = e + i64::from(zeros) - i64::from(scale);
    let odd = i128::from(m >> zeros);
    let k = match (m, shift) {
        (0, _) => 0,
        (_, 0..=64) => odd << shift,
        _ => return None,
    };
    Some(if negative { -k } else { k })
}

/// A double in the 80-bit format of x86, which holds all of them.
fn extended(x: f64) -> [u8; 10] {
    let sign = u16::from(x.is_sign_negative()) << 15;
    let (mantissa, field) = if x.is_nan() {
        (3 << 62, 0x7fff)
    } else if x.is_infinite() {
        (1 << 63, 0x7fff)
    } else if x == 0.0 {
        (0, 0)
    } else {
        let (_, m, e) = parts(x);
        let shift = m.leading_zeros();
        // The value is mantissa·2^(field - 16383 - 63).
        (m << shift, (e - i64::from(shift) + 16383 + 63) as u16)
    };
    let mut bytes = [0; 10];
    bytes[..8].copy_from_slice(&u64::to_le_bytes(mantissa));
    bytes[8..].copy_from_slice(&u16::to_le_bytes(sign | field));
    bytes
}

fn observe_extended(mantissa: u64, head: u16, bits: String) -> Observed {
    let (negative, field) = (head >> 15 == 1, i64::from(head & 0x7fff));
    if field == 0x7fff {
        let infinity = if negative { f64::NEG_INFINITY } else { f64::INFINITY };
        return number(if mantissa << 1 == 0 { infinity } else { f64::NAN }, None, bits);
    }
    let (down, up) = around(negative, mantissa, false, field.max(1) - 16383 - 63);
    between(down, up, bits)
}

/// The greatest double below ±(m + rest)·2^e and the least above it; the rest is in (0, 1) if `more`, else 0.
fn around(negative: bool, m: u64, more: bool, e: i64) -> (f64, f64) {
    let (inner, exact) = toward_zero(m, e);
    let outer = if exact && !more { inner } else { inner.next_up() };
    if negative { (-outer, -inner) } else { (inner, outer) }
}

/// The greatest double that is at most m·2^e, and whether it is equal to that.
fn toward_zero(m: u64, e: i64) -> (f64, bool) {
    if m == 0 {
        return (0.0, true);
    }
    let top = e + 63 - i64::from(m.leading_zeros());
    if top > 1023 {
        return (f64::MAX, false);
    }
    if top < -1074 {
        return (0.0, false);
    }
    // A double has 53 bits, and none below 2^-1074.
    let last = (top - 52).max(-1074);
    let drop = last - e;
    if drop <= 0 {
        let kept = m << -drop;
        return (scaled(kept, last), true);
    }
    let kept = m >> drop;
    (scaled(kept, last), kept << drop == m)
}

/// m·2^e for m below 2^53 where that is a double.
fn scaled(m: u64, e: i64) -> f64 {
    let field = e + 1075;
    if m >> 52 == 0 {
        f64::from_bits(m)
    } else {
        f64::from_bits((field as u64) << 52 | m & ((1 << 52) - 1))
    }
}

fn between(down: f64, up: f64, bits: String) -> Observed {
    number(down, (down.to_bits() != up.to_bits()).then_some(up), bits)
}

/// An observed number with the bits that were returned.
pub fn number(down: f64, up: Option<f64>, bits: String) -> Observed {
    Observed::Value {
        hex: Hex(down),
        decimal: hex::decimal(down),
        bits,
        upper: up.map(Hex),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(observed: &Observed) -> (f64, Option<f64>) {
        match observed {
            Observed::Value { hex, upper, .. } => (hex.0, upper.map(|u| u.0)),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn every_type_keeps_what_it_can_hold() {
        let table = [
            (PassedType::Float, 0.5),
            (PassedType::Float, f64::NEG_INFINITY),
            (PassedType::Float, 1e-45f32 as f64),
            (PassedType::Double, 0.1),
            (PassedType::Double, f64::from_bits(1)),
            (PassedType::Extended, 0.1),
            (PassedType::Extended, -f64::MAX),
            (PassedType::Extended, f64::from_bits(3)),
            (PassedType::Extended, f64::INFINITY),
            (PassedType::Extended, -0.0),
            (PassedType::Signed(4), -2147483648.0),
            (PassedType::Signed(8), -9223372036854775808.0),
            (PassedType::Unsigned(8), 18446744073709549568.0),
            (PassedType::Unsigned(1), 255.0),
        ];
        for (kind, x) in table {
            let observed = kind.observe(&kind.encode(x, 0).unwrap(), 0, 0);
            let (down, up) = seen(&observed);
            assert_eq!((down.to_bits(), up), (x.to_bits(), None), "{kind:?} {x}");
        }
    }

    #[test]
    fn nothing_is_rounded_silently() {
        let table = [
            (PassedType::Float, 0.1, 0, "no float"),
            (PassedType::Float, 1e300, 0, "no float"),
            (PassedType::Signed(4), 0.5, 0, "no integer"),
            (PassedType::Signed(4), 2147483648.0, 0, "not within int"),
            (PassedType::Unsigned(4), -1.0, 0, "not within unsigned int"),
            (PassedType::Signed(8), f64::NAN, 0, "no integer"),
            (PassedType::Signed(4), 0.3, -16, "no multiple of 2^-16"),
            (PassedType::Signed(4), 3.0, 1, "no multiple of 2^1"),
        ];
        for (kind, x, scale, problem) in table {
            let error = kind.encode(x, scale).unwrap_err();
            assert!(error.contains(problem), "{error}");
        }
    }

    #[test]
    fn fixed_point_numbers_are_scaled_exactly() {
        let cell = PassedType::Signed(4).encode(-1.5, -16).unwrap();
        assert_eq!(i32::from_le_bytes(cell[..4].try_into().unwrap()), -98304);
        assert_eq!(seen(&PassedType::Signed(4).observe(&cell, 0, -16)), (-1.5, None));
        assert_eq!(seen(&PassedType::Signed(4).observe(&cell, 0, 3)), (-786432.0, None));
    }

    #[test]
    fn results_between_doubles_are_enclosed() {
        let mut cell = [0; 16];
        cell[..8].copy_from_slice(&(i64::MIN + 1).to_le_bytes());
        let expected = (-9223372036854775808.0, Some(-9223372036854774784.0));
        assert_eq!(seen(&PassedType::Signed(8).observe(&cell, 0, 0)), expected);
        // One ulp of the extended format above 1.
        let mut cell = extended(1.0).to_vec();
        cell[0] = 1;
        cell.resize(16, 0);
        let observed = PassedType::Extended.observe(&cell.try_into().unwrap(), 0, 0);
        assert_eq!(seen(&observed), (1.0, Some(1.0f64.next_up())));
        // Beyond the doubles, on both ends.
        let huge = around(true, 1 << 63, false, 2000);
        assert_eq!(huge, (f64::NEG_INFINITY, -f64::MAX));
        assert_eq!(around(false, 1, false, -2000), (0.0, f64::from_bits(1)));
        assert_eq!(around(false, 3, false, -1075), (f64::from_bits(1), f64::from_bits(2)));
        assert_eq!(around(false, 1, true, 0), (1.0, 1.0f64.next_up()));
    }
}
