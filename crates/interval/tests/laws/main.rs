//! The laws of the crate, checked for every function of the vocabulary from one table of references.

mod forward;
mod oracle;
mod precision;
mod reverse;
mod sample;
