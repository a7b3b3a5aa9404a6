//! Proofs by cases: on either side of 0, signs are known that are not known on the whole domain.

use super::classes::{Classes, Identity};
use super::rules::{Rule, Rules};
use crate::dag::{Dag, NodeId};
use interval::{Enclosure, FloatEnclosure, Interval};

/// Most inputs whose sign is split: 2ⁿ cases.
const MAX_SPLITS: usize = 3;

/// Classes on the whole domain, and on its parts of one sign per input.
///
/// Inputs are doubles, so a range through 0 is what lies below 0, up to the least negative double, and what does not.
pub struct Cases<'d> {
    whole: Classes<'d>,
    parts: Vec<Classes<'d>>,
}

impl<'d> Cases<'d> {
    /// The cases of a domain.
    pub fn new(dag: &'d Dag, domain: Vec<FloatEnclosure>) -> Cases<'d> {
        let mut boxes = vec![domain.clone()];
        let mixed = |i: &usize| domain[*i].range.lo() < 0.0 && domain[*i].range.hi() >= 0.0;
        for i in (0..domain.len()).filter(mixed).take(MAX_SPLITS) {
            boxes = boxes.into_iter().flat_map(|sides| halves(sides, i)).collect();
        }
        let parts = if boxes.len() > 1 { boxes } else { Vec::new() };
        Cases {
            whole: Classes::new(dag, domain),
            parts: parts.into_iter().map(|sides| Classes::new(dag, sides)).collect(),
        }
    }

    /// What can be proved of two nodes: at once, or case by case.
    pub fn identity(&mut self, f: NodeId, g: NodeId) -> Identity {
        let at_once = self.whole.identity(f, g);
        if at_once != Identity::Unknown || self.parts.is_empty() {
            return at_once;
        }
        let mut rules = Rules::default().with(Rule::Cases);
        for part in &mut self.parts {
            match part.identity(f, g) {
                Identity::Equal(used) => rules = rules.union(used),
                _ => return Identity::Unknown,
            }
        }
        Identity::Equal(rules)
    }
}

/// The parts of a box below 0 and from 0 on in one input.
fn halves(sides: Vec<FloatEnclosure>, i: usize) -> [Vec<FloatEnclosure>; 2] {
    let range = sides[i].range;
    let with = |lo: f64, hi: f64| {
        let mut part = sides.clone();
        part[i] = Enclosure::everywhere(Interval::hull_of(lo, hi));
        part
    };
    [with(range.lo(), -f64::from_bits(1)), with(0.0, range.hi())]
}
