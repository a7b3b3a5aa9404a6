//! The branches of the code as gcov counts them.

use crate::branch::{Branch, BranchForm, GcovEdge, Side};
use crate::flow::Block;

/// One edge for each side of a jump or choice, and one for each place a switch can go to: gcov does not count the cases
/// that share a place one by one.
pub(crate) fn edges(blocks: &[Block], branches: &[Branch]) -> Vec<GcovEdge> {
    let mut edges = Vec::new();
    for (place, block) in blocks.iter().enumerate() {
        for id in &block.branches {
            let branch = &branches[*id as usize];
            if branch.form != BranchForm::Case {
                edges.extend([false, true].map(|taken| edge(branch, vec![Side { branch: *id, taken }])));
            } else if !block.continues_switch {
                edges.extend(places(blocks, place).into_iter().map(|(_, sides)| edge(branch, sides)));
            }
        }
    }
    edges
}

fn edge(branch: &Branch, sides: Vec<Side>) -> GcovEdge {
    GcovEdge {
        file: branch.file.clone(),
        line: branch.jump_line,
        sides,
    }
}

/// Where the switch that starts in this block can go, each place with the sides that lead there.
fn places(blocks: &[Block], start: usize) -> Vec<(usize, Vec<Side>)> {
    let mut places: Vec<(usize, Vec<Side>)> = Vec::new();
    let mut add = |place: usize, side: Side| match places.iter_mut().find(|(known, _)| *known == place) {
        Some((_, sides)) => sides.push(side),
        None => places.push((place, vec![side])),
    };
    let mut here = start;
    while let ([case, otherwise], Some(branch)) = (&blocks[here].successors[..], blocks[here].branches.last().copied())
    {
        add(*case, Side { branch, taken: true });
        if !blocks[*otherwise].continues_switch {
            add(*otherwise, Side { branch, taken: false });
            break;
        }
        here = *otherwise;
    }
    places
}
