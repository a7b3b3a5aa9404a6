//! What the tests of instrumented programs share.
#![allow(unsafe_code)]

use std::path::PathBuf;

use instrument::{InstrumentRequest, InstrumentTrouble, Instrumented, Loaded, Scalar, Side, instrument};

/// A request for a function of a file in `tests/programs`.
pub fn request(file: &str, function: &str) -> InstrumentRequest {
    InstrumentRequest::new(PathBuf::from("tests/programs").join(file), function)
}

pub fn make(file: &str, function: &str) -> Instrumented {
    instrument(&request(file, function)).unwrap_or_else(|trouble| panic!("{trouble}"))
}

pub fn trouble(request: &InstrumentRequest) -> InstrumentTrouble {
    instrument(request).map(|made| made.branches().len()).unwrap_err()
}

pub fn load(made: &Instrumented) -> Loaded {
    let shape = made.function();
    // SAFETY: the library was made for this shape a moment ago, and is loaded once.
    unsafe { Loaded::open(&made.library(), shape.input_size, shape.output_size) }.unwrap()
}

/// Packs numbers into the slots of the input, in order.
pub fn pack(made: &Instrumented, numbers: &[f64]) -> Vec<u8> {
    let shape = made.function();
    assert_eq!(shape.inputs.len(), numbers.len(), "{:?}", shape.inputs);
    let mut input = vec![0; shape.input_size];
    for (slot, number) in shape.inputs.iter().zip(numbers) {
        let bytes = match slot.kind {
            Scalar::F32 => (*number as f32).to_le_bytes().to_vec(),
            Scalar::F64 => number.to_le_bytes().to_vec(),
            Scalar::F80 => extended(*number).to_vec(),
            _ => (*number as i128).to_le_bytes()[..slot.kind.size()].to_vec(),
        };
        input[slot.offset..slot.offset + bytes.len()].copy_from_slice(&bytes);
    }
    input
}

/// The x87 form of a normal double.
fn extended(number: f64) -> [u8; 10] {
    let bits = number.to_bits();
    let mut bytes = [0; 10];
    if number != 0.0 {
        let exponent = ((bits >> 52 & 0x7ff) as u16) + 16383 - 1023;
        bytes[..8].copy_from_slice(&(1 << 63 | (bits & 0xf_ffff_ffff_ffff) << 11).to_le_bytes());
        bytes[8..].copy_from_slice(&(exponent | (bits >> 48 & 0x8000) as u16).to_le_bytes());
    }
    bytes
}

/// `line form comparison` of every branch, one per line.
pub fn list(made: &Instrumented) -> String {
    let lines = made
        .branches()
        .iter()
        .map(|b| format!("{}:{} {:?} {}\n", b.line, b.column, b.form, b.comparison));
    lines.collect()
}

/// Sides that a run takes, as `0T 1F`.
pub fn sides(made: &Instrumented, loaded: &mut Loaded, numbers: &[f64]) -> String {
    loaded.call(&pack(made, numbers));
    let all = (0..made.branches().len() * 2)
        .map(Side::at)
        .filter(|side| loaded.covers(*side));
    all.map(name).collect::<Vec<_>>().join(" ")
}

pub fn name(side: Side) -> String {
    format!("{}{}", side.branch, if side.taken { 'T' } else { 'F' })
}
