//! Hazards that cannot die, with the reason.

use std::collections::HashSet;

use inkwell::basic_block::BasicBlock;
use inkwell::context::Context;

use super::module::read;
use super::prove::{self, Proved};
use super::{analysis, hazard, raw};
use crate::hazard::HazardOperator;
use crate::instrumented::{ArgumentRange, Instrumented};
use crate::trouble::InstrumentTrouble;

/// Hazards that are proved never to die for arguments in the ranges.
pub(crate) fn harmless(
    made: &Instrumented,
    ranges: &[ArgumentRange],
) -> Result<Proved<(u32, String)>, InstrumentTrouble> {
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
    for (proof, site) in proofs.iter_mut().zip(&sites) {
        proof.take_if(|_| !is_provable(site));
    }
    let proved = made.hazards.iter().zip(proofs);
    Ok(Ok(proved
        .filter_map(|(hazard, proof)| Some((hazard.id, proof?)))
        .collect()))
}

/// Whether a proof about the code is one about the hazard. A variable of a loop's body is a new one in every round, and only
/// the source knows where it is declared. Conditions of the user are computed in doubles, which do not hold every integer of
/// 64 bits.
pub(super) fn is_provable(site: &hazard::HazardSite<'_>) -> bool {
    let is_rounded = site.is_custom() && site.operation.bits() == 64;
    !(is_rounded || site.operator() == Some(HazardOperator::Uninit) && is_in_a_loop(site))
}

/// Whether the block of a site can be reached again from itself.
fn is_in_a_loop(site: &hazard::HazardSite<'_>) -> bool {
    let Some(start) = site.operation.at.get_parent() else {
        return true;
    };
    let (mut waiting, mut seen) = (next(start), HashSet::new());
    while let Some(block) = waiting.pop() {
        if block == start {
            return true;
        }
        if seen.insert(block) {
            waiting.extend(next(block));
        }
    }
    false
}

/// The blocks that can follow a block.
fn next(block: BasicBlock<'_>) -> Vec<BasicBlock<'_>> {
    block.get_terminator().map(raw::successors).unwrap_or_default()
}

fn folded(ranges: &[ArgumentRange]) -> String {
    let given = if ranges.is_empty() {
        "any arguments"
    } else {
        "arguments in the given ranges"
    };
    format!("LLVM 19 at O3, with wrapping arithmetic, folds the condition to false for {given}")
}
