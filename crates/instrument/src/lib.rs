//! Compiles code under test with LLVM, finds its branches, and puts probes before them.
//!
//! [`instrument`] turns sources in C, C++ or Fortran into a shared library. [`Loaded`] calls it, and tells after each
//! call which sides of which branches were taken and how far the run was from the others. The crate does not know what
//! the calls are for.

mod branch;
mod compile;
mod debug;
mod entry;
mod flow;
mod instrument;
mod llvm;
mod loaded;
mod metadata;
mod near;
mod request;
mod shape;
mod state;
mod trouble;

pub use branch::{Branch, Comparison, ConstantValue, FloatFormat, Form, Relations, Side};
pub use instrument::{Instrumented, Proof, instrument};
pub use llvm::prove::ArgumentRange;
pub use loaded::{Loaded, Outcome, Ran};
pub use request::Request;
pub use shape::{Field, Parameter, Passing, Scalar, Shape, Slot, Type};
pub use state::{NAN_DISTANCE, Record};
pub use trouble::Trouble;
