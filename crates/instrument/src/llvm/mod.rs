//! Everything that needs LLVM itself.

pub(crate) mod address;
pub(crate) mod admit;
pub(crate) mod analysis;
pub(crate) mod bounds;
pub(crate) mod constants;
pub(crate) mod decide;
pub(crate) mod defined;
pub(crate) mod fresh;
pub(crate) mod given;
pub(crate) mod graph;
pub(crate) mod harmless;
pub(crate) mod hazard;
pub(crate) mod keeping;
mod known;
pub(crate) mod lower;
pub(crate) mod module;
pub(crate) mod own;
pub(crate) mod probe;
pub(crate) mod promises;
pub(crate) mod promote;
pub(crate) mod prove;
mod puns;
pub(crate) mod ranges;
mod raw;
pub(crate) mod reserved;
pub(crate) mod sites;
mod walk;
