//! One module per command: the journey from input to suite and record.

pub mod accuracy;
pub mod ask;
mod canary;
pub mod check;
pub mod compare;
pub mod cover;
mod fewest;
pub mod folder;
pub mod generate;
pub mod hunt;
pub mod learn;
pub mod plot;
mod ranges;
pub mod save;
pub mod stress;
pub mod threads;

pub use proof::attainable::notice as accuracy_notice;
