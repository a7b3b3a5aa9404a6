//! Compiles code under test with LLVM, finds its branches, and puts probes before them.
//!
//! [`instrument()`] turns sources in C, C++ or Fortran into a shared library. [`Loaded`] calls it, and tells after each
//! call which sides of which branches were taken and how far the run was from the others. The crate does not know what
//! the calls are for.

mod branch;
#[cfg_attr(not(feature = "llvm"), allow(dead_code, reason = "only LLVM reads conditions"))]
mod custom;
mod extent;
mod hazard;
mod instrumented;
mod language;
mod loaded;
mod near;
mod request;
mod shape;
mod state;
mod trouble;

#[cfg(feature = "llvm")]
mod compile;
#[cfg(feature = "llvm")]
mod debug;
#[cfg(feature = "llvm")]
mod dialect;
#[cfg(feature = "llvm")]
mod edges;
#[cfg(feature = "llvm")]
mod entry;
#[cfg(feature = "llvm")]
mod flow;
#[cfg(feature = "llvm")]
mod instrument;
#[cfg(feature = "llvm")]
mod llvm;
#[cfg(feature = "llvm")]
mod metadata;
#[cfg(feature = "llvm")]
mod types;

pub use branch::{Branch, BranchComparison, BranchForm, ConstantValue, FloatFormat, GcovEdge, Relations, Side};
pub use extent::FunctionExtent;
pub use hazard::{
    CustomOperator, Hazard, HazardOperator, HazardOrigin, HazardRequest, HazardRow, OPERATORS, OperandKind,
    UnwatchedOperation,
};
#[cfg(feature = "llvm")]
pub use instrument::instrument;
pub use instrumented::{
    ArgumentRange, InputRange, Instrumented, Proofs, ProverBudget, ProverDecisions, ProverRequest, SideProof,
};
pub use language::NativeLanguage;
pub use loaded::{Loaded, RunOutcome, RunReport};
pub use near::near_names;
pub use request::InstrumentRequest;
pub use shape::{FunctionShape, PackedNumber, Passing, RESULT, Scalar, ShapeParameter, ShapeType, StructField};
pub use state::{NAN_DISTANCE, ProbeRecord};
pub use trouble::InstrumentTrouble;

/// Says what to install: this build has no LLVM.
#[cfg(not(feature = "llvm"))]
pub fn instrument(_request: &InstrumentRequest) -> Result<Instrumented, InstrumentTrouble> {
    Err(InstrumentTrouble::WithoutLlvm)
}
