//! Reports about campaigns, from plain data only.
//!
//! This crate lays out what others have found. It knows no engine, and it prints nothing: callers get text.

mod table;
pub mod text;
