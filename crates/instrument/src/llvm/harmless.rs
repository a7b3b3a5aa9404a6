//! Hazards that cannot die, with the reason.

use super::prove;
use crate::instrumented::{ArgumentRange, Instrumented};
use crate::trouble::Trouble;

/// Hazards that are proved never to die for arguments in the ranges.
pub(crate) fn harmless(made: &Instrumented, ranges: &[ArgumentRange]) -> Result<Vec<(u32, String)>, Trouble> {
    let given = if ranges.is_empty() {
        "any arguments"
    } else {
        "arguments in the given ranges"
    };
    let how = format!("LLVM 19 at O3, with wrapping arithmetic, folds the condition to false for {given}");
    let proved = prove::harmless(made, ranges)?;
    Ok(proved
        .into_iter()
        .map(|number| (made.hazards[number].id, how.clone()))
        .collect())
}
