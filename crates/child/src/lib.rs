//! Child processes: started, limited, listened to and ended, so that nothing of them is left. This crate does not know what
//! they are for.
//!
//! Every process that Lydian starts is started here, be it code under test, a compiler, an interpreter or a solver.
//!
//! | layer | what it does |
//! |---|---|
//! | `leash` | a keeper stands between us and the program: it takes in orphans and dies, with all of them, when we do |
//! | [`Process`] | a running child: its output drained and counted, its end noticed, killed when it is dropped |
//! | [`Talk`] | a child that speaks in lines |
//! | [`run()`] | one command from its start to its [`Ending`], within an [`Allowance`] |
//! | [`Scratch`] | a temporary folder that goes with us; one whose owner was killed is swept by the next |
//! | [`interrupt`] | the wish of the user to end: [`run()`] and [`Scratch`] heed it without being asked |
//! | [`farewell`] | the end of all of it before this process exits |
//!
//! It is no sandbox against malice: a child has the rights of the user who runs it.

mod ending;
pub mod interrupt;
mod leash;
mod process;
mod refused;
mod register;
mod replace;
mod run;
mod scratch;
mod talk;

pub use ending::{Ending, in_words, signal_name};
pub use leash::ProcessLimits;
pub use process::{Process, Streams};
pub use refused::Refused;
pub use register::farewell;
pub use replace::replace;
pub use run::{Allowance, Finished, Running, run};
pub use scratch::Scratch;
pub use talk::{Farewell, Most, Silence, Talk};
