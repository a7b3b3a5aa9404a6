//! Tests on real sources with the real compilers.

mod branches;
mod common;
mod decide;
mod gcov;
mod harmless;
mod hazards;
mod hostile;
mod languages;
mod proofs;
mod shapes;
mod speed;
