//! Hazards that cannot die, with the reason.

use inkwell::context::Context;

use super::module::read;
use super::prove::{self, Proved};
use super::{analysis, hazard};
use crate::instrumented::{ArgumentRange, Instrumented};
use crate::trouble::Trouble;

/// Hazards that are proved never to die for arguments in the ranges.
pub(crate) fn harmless(made: &Instrumented, ranges: &[ArgumentRange]) -> Result<Proved<(u32, String)>, Trouble> {
    let Some(wanted) = &made.wanted else {
        return Ok(Ok(Vec::new()));
    };
    // What the optimiser has no proofs about, the analysis has none about either: both see the same code.
    let folded_to_false = match prove::harmless(made, ranges)? {
        Ok(proved) => proved,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let context = Context::create();
    let module = read(&context, &made.bitcode)?;
    let sites = hazard::find(&module, &made.scope, wanted);
    let mut proofs = analysis::judge(&module, &sites, &made.shape, ranges, wanted.cancel_bits);
    let how = folded(ranges);
    for number in folded_to_false {
        proofs[number].get_or_insert_with(|| how.clone());
    }
    let proved = made.hazards.iter().zip(proofs);
    Ok(Ok(proved
        .filter_map(|(hazard, proof)| Some((hazard.id, proof?)))
        .collect()))
}

fn folded(ranges: &[ArgumentRange]) -> String {
    let given = if ranges.is_empty() {
        "any arguments"
    } else {
        "arguments in the given ranges"
    };
    format!("LLVM 19 at O3, with wrapping arithmetic, folds the condition to false for {given}")
}
