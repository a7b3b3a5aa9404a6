//! The function that returned values are compared with.

use instrument::{FunctionShape, InstrumentRequest, Instrumented, PackedNumber, instrument};
use native::{Coordinate, NativeFailure, ReferenceLibrary, read_values};
use std::path::PathBuf;
use suite::RunEnding;
use suite::stress::StressReference;

/// A reference as it is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReferenceRequest {
    /// Its source.
    pub file: PathBuf,
    /// Its name.
    pub function: String,
}

/// A reference that was built.
pub(super) struct Compared {
    code: Instrumented,
    name: String,
}

/// When a returned value is called wrong.
const RULE: &str = "an integer is wrong if it differs; a float is wrong if more than half of its digits are lost: if it \
    differs from the reference by more than 2^-26 of it, or 2^-12 in single precision";

impl Compared {
    /// Compiles a reference with the flags of the code under test.
    pub fn build(reference: &ReferenceRequest, request: &InstrumentRequest) -> Result<Compared, NativeFailure> {
        let request = InstrumentRequest {
            files: vec![reference.file.clone()],
            function: reference.function.clone(),
            hazards: None,
            module_scope: false,
            ..request.clone()
        };
        let code =
            instrument(&request).map_err(|trouble| NativeFailure::Option(format!("the reference: {trouble}")))?;
        let name = format!("{}:{}", reference.file.display(), reference.function);
        Ok(Compared { code, name })
    }

    /// Whether it takes as many numbers as the function, and gives back as many, or at least a result.
    pub fn fits(&self, function: &FunctionShape) -> Result<(), NativeFailure> {
        let own = self.code.function();
        let has_result = own.result.is_some() && function.result.is_some();
        let counts = [
            ("takes", own.inputs.len(), function.inputs.len()),
            ("gives back", own.outputs.len(), function.outputs.len()),
        ];
        let needed = if has_result { &counts[..1] } else { &counts[..] };
        match needed.iter().find(|(_, own, other)| own != other) {
            None => Ok(()),
            Some((does, own, other)) => Err(NativeFailure::Option(format!(
                "the reference {} {does} {own} numbers, and {} {other}: they cannot be compared",
                self.name, function.name
            ))),
        }
    }

    /// What a worker must know to call it.
    pub fn job(&self, function: &FunctionShape) -> ReferenceLibrary {
        let own = self.code.function();
        let all = |slots: &[PackedNumber]| slots.iter().map(|s| Coordinate::of(s, None, true)).collect::<Vec<_>>();
        // Where the numbers behind pointers are not as many, the results are compared alone.
        let compared = match own.outputs.len() == function.outputs.len() {
            true => own.outputs.len(),
            false => 1,
        };
        ReferenceLibrary {
            library: self.code.library(),
            sizes: (own.input_size, own.output_size),
            inputs: all(&own.inputs),
            outputs: all(&function.outputs)
                .into_iter()
                .zip(all(&own.outputs))
                .take(compared)
                .collect(),
        }
    }

    /// What it returned, in words.
    pub fn returned(&self, output: &[u8], outcome: &RunEnding) -> String {
        super::words::returned(&read_values(&self.code.function().outputs, output), outcome)
    }

    /// What the report says about it.
    pub fn record(&self) -> StressReference {
        StressReference {
            name: self.name.clone(),
            rule: RULE.into(),
        }
    }
}
