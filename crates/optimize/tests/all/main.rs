//! Tests of the optimizer: its views of numbers, its laws, and what it finds.

mod laws;
mod quality;
mod views;
