//! Proofs by cases: on either side of 0, signs are known that are not known on the whole domain.

use super::classes::{Classes, Identity};
use super::rules::{IdentityRule, IdentityRules};
use crate::dag::{Dag, NodeId};
use interval::{Enclosure, FloatEnclosure, Interval};

/// Most inputs whose sign is split: 2ⁿ cases, and 3ⁿ where 0 is looked at by itself.
const MAX_SPLITS: usize = 3;

/// Classes on the whole domain, and on its parts of one sign per input.
///
/// Inputs are doubles, so a range through 0 is what lies below 0, up to the least negative double, and what does not.
pub struct Cases<'d> {
    whole: Classes<'d>,
    parts: Vec<DomainPart<'d>>,
}

impl<'d> Cases<'d> {
    /// The cases of a domain.
    pub fn new(dag: &'d Dag, domain: Vec<FloatEnclosure>) -> Cases<'d> {
        let mut boxes = vec![domain.clone()];
        let mixed = |i: &usize| domain[*i].range.lo() < 0.0 && domain[*i].range.hi() >= 0.0;
        for i in (0..domain.len()).filter(mixed).take(MAX_SPLITS) {
            boxes = boxes.into_iter().flat_map(|sides| signs(sides, i)).collect();
        }
        Cases {
            whole: Classes::new(dag, domain),
            parts: boxes
                .into_iter()
                .map(|sides| DomainPart::new(dag, sides, MAX_SPLITS))
                .collect(),
        }
    }

    /// What can be proved of two nodes: at once, or case by case.
    ///
    /// ```
    /// use expr::dag::Dag;
    /// use expr::normal::{Cases, Classes, Identity};
    /// use interval::{Binary, Enclosure, Interval, Unary};
    ///
    /// // max(x, −x) and |x|: on either side of 0, both are x or both are −x.
    /// let mut dag = Dag::new();
    /// let x = dag.variable(0);
    /// let (opposite, size) = (dag.unary(Unary::Neg, x), dag.unary(Unary::Fabs, x));
    /// let greater = dag.binary(Binary::Fmax, x, opposite);
    /// let domain = vec![Enclosure::everywhere(Interval::hull_of(-1.0, 1.0))];
    /// assert_eq!(Classes::new(&dag, domain.clone()).identity(greater, size), Identity::Unknown);
    /// assert!(matches!(Cases::new(&dag, domain).identity(greater, size), Identity::Equal(_)));
    /// ```
    pub fn identity(&mut self, f: NodeId, g: NodeId) -> Identity {
        let at_once = self.whole.identity(f, g);
        if at_once != Identity::Unknown {
            return at_once;
        }
        let cases = self.parts.iter_mut().map(|part| part.rules(f, g));
        let proved: Option<Vec<IdentityRules>> = cases.collect();
        match proved {
            Some(all) => Identity::Equal(
                all.into_iter()
                    .fold(IdentityRules::default().with(IdentityRule::Cases), IdentityRules::union),
            ),
            None => Identity::Unknown,
        }
    }
}

/// A part of the domain. Where an input begins at 0, what holds for the others may fail at 0 alone.
struct DomainPart<'d> {
    dag: &'d Dag,
    sides: Vec<FloatEnclosure>,
    classes: Classes<'d>,
    /// 0 and the rest of the first input that begins there, once they were needed.
    halves: Option<Vec<DomainPart<'d>>>,
    /// How often this may go on.
    depth: usize,
}

impl<'d> DomainPart<'d> {
    fn new(dag: &'d Dag, sides: Vec<FloatEnclosure>, depth: usize) -> DomainPart<'d> {
        DomainPart {
            dag,
            classes: Classes::new(dag, sides.clone()),
            sides,
            halves: None,
            depth,
        }
    }

    /// The rules that prove two nodes equal here.
    fn rules(&mut self, f: NodeId, g: NodeId) -> Option<IdentityRules> {
        if let Identity::Equal(used) = self.classes.identity(f, g) {
            return Some(used);
        }
        let begins_at_zero = |side: &FloatEnclosure| side.range.lo() == 0.0 && side.range.hi() > 0.0;
        let i = self.sides.iter().position(begins_at_zero).filter(|_| self.depth > 0)?;
        let (dag, sides, depth) = (self.dag, &self.sides, self.depth - 1);
        let halves = self.halves.get_or_insert_with(|| {
            let [zero, rest] = zero_and_rest(sides, i);
            // The rest first: where it fails, nothing else need be looked at.
            [rest, zero]
                .into_iter()
                .map(|half| DomainPart::new(dag, half, depth))
                .collect()
        });
        let proved: Option<Vec<IdentityRules>> = halves.iter_mut().map(|half| half.rules(f, g)).collect();
        proved.map(|all| all.into_iter().fold(IdentityRules::default(), IdentityRules::union))
    }
}

fn with(sides: &[FloatEnclosure], i: usize, (lo, hi): (f64, f64)) -> Vec<FloatEnclosure> {
    let mut part = sides.to_vec();
    part[i] = Enclosure::everywhere(Interval::hull_of(lo, hi));
    part
}

/// The parts of a box below 0 and from 0 on in one input.
fn signs(sides: Vec<FloatEnclosure>, i: usize) -> [Vec<FloatEnclosure>; 2] {
    let range = sides[i].range;
    [(range.lo(), -f64::from_bits(1)), (0.0, range.hi())].map(|part| with(&sides, i, part))
}

/// The parts of a box at 0 and above it in one input.
fn zero_and_rest(sides: &[FloatEnclosure], i: usize) -> [Vec<FloatEnclosure>; 2] {
    let hi = sides[i].range.hi();
    [(0.0, 0.0), (f64::from_bits(1), hi)].map(|part| with(sides, i, part))
}
