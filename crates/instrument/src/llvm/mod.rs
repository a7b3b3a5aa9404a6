//! Everything that needs LLVM itself.

pub(crate) mod analysis;
pub(crate) mod constants;
pub(crate) mod defined;
pub(crate) mod graph;
pub(crate) mod harmless;
pub(crate) mod hazard;
pub(crate) mod lower;
pub(crate) mod module;
pub(crate) mod probe;
pub(crate) mod promises;
pub(crate) mod prove;
mod ranges;
mod raw;
pub(crate) mod sites;
