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
pub mod margin;
pub mod native;
pub mod oracle;
pub mod plot;
mod random;
pub mod save;
pub mod stress;
pub mod verify;
