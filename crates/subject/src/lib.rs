//! Code under test: building, loading, isolating and calling it.
#![warn(missing_docs)]

mod arena;
mod broken;
mod build;
mod leash;
mod number;
mod options;
mod process;
mod prototype;
mod reference;
mod subject;
mod toolchain;

pub use broken::Broken;
pub use options::Options;
pub use reference::{Language, NoReference, Reference};
pub use subject::Subject;
