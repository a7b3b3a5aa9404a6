//! Reports about campaigns, from plain data only.
//!
//! This crate lays out what others have found. It knows no engine, and it prints nothing: callers get text.
//! The same data gives the same bytes.

mod escape;
mod listing;
mod table;
mod words;

pub mod accuracy;
pub mod changes;
pub mod check;
pub mod compare;
pub mod cover;
pub mod csv;
pub mod elements;
pub mod hunt;
pub mod junit;
pub mod lcov;
pub mod learn;
pub mod page;
pub mod sarif;
pub mod stress;
pub mod text;
