//! Inputs that attack a claim: all of a small domain, or many that are likely to matter.

use super::program::{CProgram, Param};
use super::types::CType;
use crate::refute::Rng;

/// Domains of at most this size are searched in full.
const SMALL: u128 = 70_000;
/// Inputs that are tried otherwise.
const MANY: usize = 2_500;

/// Inputs of a program, sixteen bytes for each argument; with NaN and infinities if `specials`.
pub fn attack(program: &CProgram, rng: &mut Rng, specials: bool) -> Vec<u8> {
    let sizes: Option<Vec<u128>> = program.numbers().map(size).collect();
    let product = |sizes: &Vec<u128>| sizes.iter().try_fold(1u128, |all, size| all.checked_mul(*size));
    match sizes.as_ref().and_then(product) {
        Some(all) if all <= SMALL => exhaustive(program, all),
        _ => (0..MANY).flat_map(|_| input(program, rng, specials)).collect(),
    }
}

/// How many values an argument has.
fn size(param: &Param) -> Option<u128> {
    if param.ty.float || param.ty.bits > 64 {
        return None;
    }
    let (low, high) = bounds(param);
    Some((high - low + 1) as u128)
}

fn bounds(param: &Param) -> (i128, i128) {
    let all = (param.ty.least(), param.ty.greatest());
    param.range.map_or(all, |(low, high)| (low.into(), high.into()))
}

fn exhaustive(program: &CProgram, all: u128) -> Vec<u8> {
    let mut bytes = Vec::new();
    for number in 0..all {
        let mut rest = number as i128;
        for param in program.numbers() {
            let (low, high) = bounds(param);
            let size = high - low + 1;
            bytes.extend(stored(param.ty, (low + rest % size) as u128));
            rest /= size;
        }
    }
    bytes
}

fn input(program: &CProgram, rng: &mut Rng, specials: bool) -> Vec<u8> {
    let keyed = !program.keys.is_empty() && rng.one_in(2);
    let key = keyed.then(|| *rng.pick(&program.keys));
    let mut bytes = Vec::new();
    for (at, param) in program.numbers().enumerate() {
        let bits = match key {
            Some((carrier, value)) if carrier == at => value,
            _ => value(param, rng, specials),
        };
        bytes.extend(stored(param.ty, bits));
    }
    bytes
}

/// A value as it lies in memory: the bits of an integer, cut to its size.
fn stored(ty: &CType, bits: u128) -> [u8; 16] {
    let mask = if ty.float || ty.bits > 64 {
        u128::MAX
    } else {
        (1 << ty.bits) - 1
    };
    (bits & mask).to_le_bytes()
}

fn value(param: &Param, rng: &mut Rng, specials: bool) -> u128 {
    if param.ty.float {
        return float(param.ty, real(rng, specials));
    }
    if param.ty.bits > 64 {
        return wide(rng);
    }
    let (low, high) = bounds(param);
    let near = rng.below(40) as i128;
    let any = low + i128::from(rng.next()) % (high - low + 1);
    let power = 1i128 << rng.below(param.ty.bits as usize);
    let choice = *rng.pick(&[
        low,
        high,
        low + near,
        high - near,
        near,
        -near,
        near - 20,
        any,
        any,
        power,
        power - 1,
        -power,
    ]);
    choice.clamp(low, high) as u128
}

fn wide(rng: &mut Rng) -> u128 {
    let any = u128::from(rng.next()) << 64 | u128::from(rng.next());
    let shifted = any >> rng.below(127);
    *rng.pick(&[any, shifted, u128::MAX, 1 << 127, (1 << 127) - 1, 0, 1])
}

fn real(rng: &mut Rng, specials: bool) -> f64 {
    let any = f64::from_bits(rng.next());
    let small = rng.below(41) as f64 - 20.0;
    let scaled = rng.unit() * 10f64.powi(rng.below(40) as i32 - 12);
    let tame = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.5,
        small,
        small,
        scaled,
        -scaled,
        1e300,
        -1e300,
        f64::MAX,
        5e-324,
        any,
    ];
    let wild = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
    let choice = if specials && rng.one_in(3) {
        *rng.pick(&wild)
    } else {
        *rng.pick(&tame)
    };
    if choice.is_finite() || specials { choice } else { scaled }
}

/// A double in the bits of a type.
fn float(ty: &CType, value: f64) -> u128 {
    match ty.bits {
        32 => {
            let narrow = value as f32;
            let narrow = if narrow.is_infinite() && value.is_finite() {
                f32::MAX
            } else {
                narrow
            };
            narrow.to_bits().into()
        }
        64 => value.to_bits().into(),
        _ => extended(value),
    }
}

/// A double in the x87's format of ten bytes.
fn extended(value: f64) -> u128 {
    let bits = value.to_bits();
    let (sign, exponent, fraction) = (bits >> 63, bits >> 52 & 0x7ff, bits & ((1 << 52) - 1));
    let (exponent, mantissa) = match exponent {
        0 if fraction == 0 => (0, 0),
        0 => {
            let shift = fraction.leading_zeros();
            (16383 - 1022 + 11 - u64::from(shift), fraction << shift)
        }
        0x7ff => (0x7fff, 1 << 63 | fraction << 11),
        _ => (exponent + 16383 - 1023, 1 << 63 | fraction << 11),
    };
    u128::from(sign << 15 | exponent) << 64 | u128::from(mantissa)
}
