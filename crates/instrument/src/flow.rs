//! Which sides can still be reached after a side: the control flow between branches.

use crate::branch::Side;

/// A basic block of any function in scope.
#[derive(Debug, Default)]
pub(crate) struct Block {
    /// Blocks that can follow, the one for a true condition first.
    pub successors: Vec<usize>,
    /// Branches in the block, in order.
    pub branches: Vec<u32>,
    /// Whether the last of them is the jump at the end.
    pub jumps: bool,
    /// Whether the block holds a further case of a switch that starts in an earlier one.
    pub continues_switch: bool,
    /// Entry blocks of functions in scope that the block calls.
    pub calls: Vec<usize>,
}

/// For each side, by its index, the sides that can be reached from it.
///
/// Calls count: what a called function branches on can be reached before the rest.
/// What follows after the return to a caller is not counted for the sides of the called function.
pub(crate) fn descendants(blocks: &[Block], branch_count: usize) -> Vec<Vec<Side>> {
    let reach = fixed_point(blocks, branch_count * 2);
    let mut sides = vec![Vec::new(); branch_count * 2];
    for block in blocks {
        for (place, id) in block.branches.iter().enumerate() {
            let is_jump = block.jumps && place + 1 == block.branches.len();
            for taken in [false, true] {
                let set = if is_jump {
                    reach[block.successors[usize::from(!taken)]].clone()
                } else {
                    after(block, place, &reach, branch_count * 2)
                };
                sides[Side { branch: *id, taken }.index()] = set.sides();
            }
        }
    }
    sides
}

/// What can be reached after a branch inside of a block.
fn after(block: &Block, place: usize, reach: &[Set], size: usize) -> Set {
    let mut set = Set::new(size);
    block.branches[place + 1..].iter().for_each(|id| set.insert_both(*id));
    for next in block.successors.iter().chain(&block.calls) {
        set.absorb(&reach[*next]);
    }
    set
}

/// For each block the sides that can be reached from its start: the least solution of
/// reach(b) = own sides ∪ reach of successors and called functions.
fn fixed_point(blocks: &[Block], size: usize) -> Vec<Set> {
    let mut reach: Vec<Set> = blocks.iter().map(|block| Set::of(&block.branches, size)).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for index in (0..blocks.len()).rev() {
            for next in blocks[index].successors.iter().chain(&blocks[index].calls) {
                let other = reach[*next].clone();
                changed |= reach[index].absorb(&other);
            }
        }
    }
    reach
}

/// A set of sides as bits.
#[derive(Clone)]
struct Set(Vec<u64>);

impl Set {
    fn new(size: usize) -> Self {
        Set(vec![0; size.div_ceil(64)])
    }

    fn of(branches: &[u32], size: usize) -> Self {
        let mut set = Set::new(size);
        branches.iter().for_each(|id| set.insert_both(*id));
        set
    }

    /// Both sides of a branch are neighbours in the same word.
    fn insert_both(&mut self, branch: u32) {
        let index = Side { branch, taken: false }.index();
        self.0[index / 64] |= 3 << (index % 64);
    }

    fn absorb(&mut self, other: &Set) -> bool {
        let mut grown = false;
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            grown |= *theirs & !*mine != 0;
            *mine |= theirs;
        }
        grown
    }

    fn sides(&self) -> Vec<Side> {
        let indices = (0..self.0.len() * 64).filter(|index| self.0[index / 64] >> (index % 64) & 1 == 1);
        indices.map(Side::at).collect()
    }
}
