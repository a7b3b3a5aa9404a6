//! Hazards that cannot die, with the reason.

use inkwell::context::Context;

use super::module::read;
use super::{analysis, defined, hazard, promises, prove};
use crate::hazard::{Hazard, OperandKind};
use crate::instrumented::{ArgumentRange, Instrumented};
use crate::trouble::Trouble;

/// Hazards that are proved never to die for arguments in the ranges.
pub(crate) fn harmless(made: &Instrumented, ranges: &[ArgumentRange]) -> Result<Vec<(u32, String)>, Trouble> {
    let Some(wanted) = &made.wanted else {
        return Ok(Vec::new());
    };
    let context = Context::create();
    let module = read(&context, &made.bitcode)?;
    if !promises::can_be_trusted(&module) {
        return Ok(Vec::new());
    }
    let sites = hazard::find(&module, &made.scope, wanted);
    let mut proofs = analysis::judge(&module, &sites, &made.shape, ranges, wanted.cancel_bits);
    let how = folded(ranges);
    for number in prove::harmless(made, ranges)? {
        proofs[number].get_or_insert_with(|| how.clone());
    }
    // What only a promise of the compiler's options excludes is not proved.
    let is_loose = defined::is_loose(&module);
    let is_open = |hazard: &Hazard| is_loose && matches!(hazard.operands, OperandKind::Float(_));
    let proved = made.hazards.iter().zip(proofs).filter(|(hazard, _)| !is_open(hazard));
    Ok(proved.filter_map(|(hazard, proof)| Some((hazard.id, proof?))).collect())
}

fn folded(ranges: &[ArgumentRange]) -> String {
    let given = if ranges.is_empty() {
        "any arguments"
    } else {
        "arguments in the given ranges"
    };
    format!("LLVM 19 at O3, with wrapping arithmetic, folds the condition to false for {given}")
}
