//! One module per command: the journey from input to suite and record.

pub mod accuracy;
pub mod ask;
pub mod check;
pub mod compare;
pub mod cover;
pub mod emit;
pub mod export;
pub mod folder;
pub mod generate;
pub mod learn;
pub mod native;
pub mod plot;
pub mod save;
pub mod stress;
