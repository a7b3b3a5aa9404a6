//! `lydian check` with the real program, real compilers and interpreters, and subjects that misbehave.

#[path = "../common/mod.rs"]
mod common;

mod errors;
mod files;
mod fixed_point;
mod hostile;
mod interrupts;
mod languages;
mod support;
mod verdicts;
