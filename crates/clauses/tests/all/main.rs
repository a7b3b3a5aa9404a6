//! Tests of the crate, by subject.

mod brute;
mod circuits;
mod engine;
mod makers;
mod tamper;
mod text;
