//! Which operations a number was computed from.

use std::collections::{HashMap, HashSet};

use inkwell::values::{BasicValue, InstructionValue};

use super::HazardSite;
use crate::llvm::raw;

/// For each site the sites at other operations whose results its operands were computed from, by their places. What goes
/// through memory is not followed.
pub(crate) fn dependencies(sites: &[HazardSite<'_>]) -> Vec<Vec<u32>> {
    let mut made_at: HashMap<InstructionValue<'_>, Vec<u32>> = HashMap::new();
    for (place, site) in sites.iter().enumerate() {
        if let Some(result) = site.operation.result().and_then(|result| result.as_instruction_value()) {
            made_at.entry(result).or_default().push(place as u32);
        }
    }
    sites.iter().map(|site| behind(site, &made_at)).collect()
}

fn behind<'ctx>(site: &HazardSite<'ctx>, made_at: &HashMap<InstructionValue<'ctx>, Vec<u32>>) -> Vec<u32> {
    let operands = [Some(site.operation.left), site.operation.right];
    let mut waiting: Vec<_> = operands
        .into_iter()
        .flatten()
        .filter_map(|operand| operand.as_instruction_value())
        .collect();
    let mut seen: HashSet<InstructionValue<'ctx>> = HashSet::new();
    let mut found = Vec::new();
    while let Some(at) = waiting.pop() {
        if !seen.insert(at) {
            continue;
        }
        found.extend(made_at.get(&at).into_iter().flatten());
        let operands = (0..at.get_num_operands()).filter_map(|index| raw::operand(at, index));
        waiting.extend(operands.filter_map(|operand| operand.as_instruction_value()));
    }
    found.sort_unstable();
    found.dedup();
    found
}
