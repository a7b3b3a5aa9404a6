//! The circuits against exact evaluation, both against the machine, and whole problems with known answers.
//!
//! `LYDIAN_FULL=1` goes through more formats and many more random cases than an ordinary run does.

mod harness;
mod machine;
mod problems;
mod signs;
mod tiny;
mod words;

/// Whether the long run was asked for.
fn full() -> bool {
    std::env::var_os("LYDIAN_FULL").is_some()
}
