//! Doubles as languages write them. Every form is exact.

use suite::hex;

/// Hexadecimal, for C and C++; what is not finite needs `math.h`.
pub fn c(x: f64) -> String {
    named(x, "NAN", "INFINITY")
}

/// Hexadecimal, for Julia.
pub fn julia(x: f64) -> String {
    named(x, "NaN", "Inf")
}

fn named(x: f64, nan: &str, infinity: &str) -> String {
    match x {
        x if x.is_nan() => nan.into(),
        f64::INFINITY => infinity.into(),
        f64::NEG_INFINITY => format!("-{infinity}"),
        x => hex::format(x),
    }
}

/// Sixteen hexadecimal digits of the bits.
pub fn bits(x: f64) -> String {
    format!("{:016x}", x.to_bits())
}

/// For people: `0.5 (0x1p-1)`.
pub fn shown(x: f64) -> String {
    format!("{} ({})", hex::decimal(x), hex::format(x))
}
