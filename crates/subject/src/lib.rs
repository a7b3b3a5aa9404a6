//! Code under test: building, loading, isolating and calling it. This crate does not know why it is called.
//!
//! A [`SubjectReference`] names a subject, [`Subject::open`] builds and starts it, [`Subject::run`] says what it did on inputs.
//!
//! | form | types | a rejection is |
//! |---|---|---|
//! | `file.c:f` | from the source, confirmed by the compiler | a value that `reject_values` names |
//! | `file.cpp:f` | from the compiler; non-constant references and pointers are results | an exception |
//! | `file.f90:f` | from gfortran; `intent(out)` is a result | a value that `reject_values` names |
//! | `file.rs:f` | from the compiler | `Err`, `None`, a panic that unwinds |
//! | `lib.so:f` | all double, or by the signature | a value that `reject_values` names |
//! | `module.py:f` | floats, or integers where annotated so | an exception, but not one that speaks of the code |
//! | `file.m:f` | doubles | an error, but not one that speaks of the code |
//! | `cmd:program` | text | a line that says `error` |
//!
//! # Arrays and several outputs
//!
//! An [`Interface`] says what goes to a subject and what comes back, [`Subject::open_for`] opens it that way, and
//! [`Subject::ask`] says what it did.
//!
//! | form | arrays are | what comes back |
//! |---|---|---|
//! | C, libraries, Fortran | pointers to copies between two zones; a write beyond is seen | what is returned, and what pointers lead to |
//! | Python | lists, or arrays of NumPy where annotated so | the numbers in nested sequences, and changed lists |
//! | Octave | rows | several results |
//! | commands | further numbers on the line | all numbers of a line |
//! | C++, Rust | not possible | one number |
//!
//! # Isolation
//!
//! A subject runs in a child process that may do anything to itself. Each input that ends, hangs or floods a process gets
//! that as its observation, and a new process goes on behind it. The crate `child` starts processes that leave nothing
//! behind; `arena` (shared memory) and `lines` (pipes) put questions and take answers that cannot be forged by accident.
//! It is no sandbox against malice: a subject has the rights of the user who runs it.

mod arena;
mod broken;
mod build;
mod calls;
mod canary;
mod command;
mod interface;
mod laws;
mod layout;
mod lines;
mod number;
mod octave;
mod options;
mod prototype;
mod python;
mod reference;
mod sight;
mod subject;
pub mod toolchain;

pub use broken::Broken;
pub use canary::open_canary;
pub use interface::{Answer, BEYOND, Interface, PassedExtent, PassedParameter, Way};
pub use laws::subject_laws;
pub use number::{NumberCell, PassedType};
pub use options::SubjectOptions;
pub use reference::{NoReference, SubjectLanguage, SubjectReference};
pub use sight::Sight;
pub use subject::{Subject, SubjectTypes};
