//! The order in which blocks are walked: what jumps to a block comes before it, and a loop is one step of what is around it.
//!
//! An edge is a way back if it leads to a block that is on every way to its start. All other edges lead forward in the
//! order in which a search from the entry leaves blocks, read backwards. Jumps into the middle of a loop have no such order,
//! and end the walk.

use std::collections::{HashMap, HashSet};

use inkwell::basic_block::BasicBlock;
use inkwell::values::FunctionValue;

use super::super::raw;

/// A step of a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WalkStep<'ctx> {
    /// A block.
    Block(BasicBlock<'ctx>),
    /// All turns of the loop with this number.
    Loop(usize),
}

/// A loop: its first block and its steps, from that block on.
#[derive(Clone, Debug)]
pub(super) struct WalkLoop<'ctx> {
    /// The block in which each turn begins.
    pub header: BasicBlock<'ctx>,
    /// The steps of one turn.
    pub steps: Vec<WalkStep<'ctx>>,
}

/// The blocks of a function in order.
pub(super) struct WalkOrder<'ctx> {
    /// The steps outside of all loops.
    pub steps: Vec<WalkStep<'ctx>>,
    /// The loops.
    pub loops: Vec<WalkLoop<'ctx>>,
}

/// The order of a function; none if it jumps into a loop.
pub(super) fn order<'ctx>(function: FunctionValue<'ctx>) -> Option<WalkOrder<'ctx>> {
    let graph = BlockGraph::new(function)?;
    let mut bodies: Vec<(BasicBlock<'ctx>, HashSet<BasicBlock<'ctx>>)> = Vec::new();
    for (from, header) in graph.ways_back() {
        let body = graph.natural_loop(from, header)?;
        match bodies.iter_mut().find(|(known, _)| *known == header) {
            Some((_, known)) => known.extend(body),
            None => bodies.push((header, body)),
        }
    }
    // Inner loops first: a loop inside of another has fewer blocks.
    bodies.sort_by_key(|(_, body)| body.len());
    let inside = |block: BasicBlock<'ctx>| bodies.iter().position(|(_, body)| body.contains(&block));
    let around = |number: usize| {
        let header = bodies[number].0;
        let outer = bodies
            .iter()
            .skip(number + 1)
            .position(|(_, body)| body.contains(&header));
        outer.map(|place| number + 1 + place)
    };
    let steps_in = |region: Option<usize>| {
        let step = |block: &BasicBlock<'ctx>| match inside(*block) {
            own if own == region => Some(WalkStep::Block(*block)),
            Some(inner) if bodies[inner].0 == *block && around(inner) == region => Some(WalkStep::Loop(inner)),
            _ => None,
        };
        graph.forward.iter().filter_map(step).collect::<Vec<_>>()
    };
    let loops = (0..bodies.len()).map(|number| WalkLoop {
        header: bodies[number].0,
        steps: steps_in(Some(number)),
    });
    Some(WalkOrder {
        loops: loops.collect(),
        steps: steps_in(None),
    })
}

/// The blocks that can be reached from one, itself included.
pub(super) fn reachable(start: BasicBlock<'_>) -> HashSet<BasicBlock<'_>> {
    let (mut waiting, mut seen) = (vec![start], HashSet::new());
    while let Some(block) = waiting.pop() {
        if seen.insert(block) {
            waiting.extend(next(block));
        }
    }
    seen
}

fn next(block: BasicBlock<'_>) -> Vec<BasicBlock<'_>> {
    block.get_terminator().map(raw::successors).unwrap_or_default()
}

/// The blocks that can be reached from the entry, and the edges between them.
struct BlockGraph<'ctx> {
    /// Every block before those that it leads to, ways back apart.
    forward: Vec<BasicBlock<'ctx>>,
    place: HashMap<BasicBlock<'ctx>, usize>,
    before: HashMap<BasicBlock<'ctx>, Vec<BasicBlock<'ctx>>>,
}

impl<'ctx> BlockGraph<'ctx> {
    fn new(function: FunctionValue<'ctx>) -> Option<BlockGraph<'ctx>> {
        let entry = function.get_first_basic_block()?;
        let mut forward = left(entry);
        forward.reverse();
        let place = forward
            .iter()
            .enumerate()
            .map(|(place, block)| (*block, place))
            .collect();
        let mut before: HashMap<BasicBlock<'ctx>, Vec<BasicBlock<'ctx>>> = HashMap::new();
        for block in &forward {
            next(*block)
                .into_iter()
                .for_each(|to| before.entry(to).or_default().push(*block));
        }
        Some(BlockGraph { forward, place, before })
    }

    /// Edges that lead to a block that is not behind their start, in order.
    fn ways_back(&self) -> Vec<(BasicBlock<'ctx>, BasicBlock<'ctx>)> {
        let edges = self
            .forward
            .iter()
            .flat_map(|from| next(*from).into_iter().map(move |to| (*from, to)));
        edges.filter(|(from, to)| self.place[to] <= self.place[from]).collect()
    }

    /// The blocks from which the start of a way back can be reached without its end; none if the entry is among them: then
    /// there is a way to the start around the end.
    fn natural_loop(&self, from: BasicBlock<'ctx>, header: BasicBlock<'ctx>) -> Option<HashSet<BasicBlock<'ctx>>> {
        let mut body = HashSet::from([header]);
        let mut waiting = vec![from];
        while let Some(block) = waiting.pop() {
            if body.insert(block) {
                if self.place[&block] == 0 {
                    return None;
                }
                waiting.extend(self.before.get(&block).into_iter().flatten());
            }
        }
        Some(body)
    }
}

/// Blocks in the order in which a search from the entry leaves them.
fn left(entry: BasicBlock<'_>) -> Vec<BasicBlock<'_>> {
    let (mut done, mut seen) = (Vec::new(), HashSet::from([entry]));
    let mut open = vec![(entry, next(entry))];
    while let Some((block, rest)) = open.last_mut() {
        match rest.pop() {
            Some(to) if seen.insert(to) => open.push((to, next(to))),
            Some(_) => {}
            None => {
                done.push(*block);
                open.pop();
            }
        }
    }
    done
}
