//! Conditions under which a node is defined.

use std::collections::HashMap;

/// A class of nodes that are the same function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClassId(pub u32);

/// What must hold of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ClassCondition {
    /// a ≠ 0.
    NonZero(ClassId),
    /// The unary function is defined at a.
    InDomain(interval::Unary, ClassId),
    /// The binary function is defined at (a, b).
    InDomain2(interval::Binary, ClassId, ClassId),
}

/// A condition that must hold where the guards (class, truth value) hold, outermost first.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Obligation {
    guards: Vec<(ClassId, bool)>,
    condition: ClassCondition,
}

/// A sorted set of numbered obligations.
pub type ObligationSet = Vec<u32>;

/// Numbers for obligations.
#[derive(Debug, Default)]
pub struct Obligations {
    all: Vec<Obligation>,
    index: HashMap<Obligation, u32>,
}

impl Obligations {
    /// The set of one unguarded condition.
    pub fn single(&mut self, condition: ClassCondition) -> ObligationSet {
        vec![self.number(Obligation {
            guards: Vec::new(),
            condition,
        })]
    }

    /// The same obligations, only where the class has this truth value.
    pub fn guarded(&mut self, set: &[u32], guard: (ClassId, bool)) -> ObligationSet {
        let mut result: ObligationSet = Vec::with_capacity(set.len());
        for &n in set {
            let mut obligation = self.all[n as usize].clone();
            obligation.guards.insert(0, guard);
            result.push(self.number(obligation));
        }
        result.sort_unstable();
        result.dedup();
        result
    }

    fn number(&mut self, obligation: Obligation) -> u32 {
        let next = u32::try_from(self.all.len()).expect("invariant: fewer than 2^32 obligations");
        let n = *self.index.entry(obligation.clone()).or_insert(next);
        if n == next {
            self.all.push(obligation);
        }
        n
    }
}

/// The union of sorted sets.
pub fn union(a: &[u32], b: &[u32]) -> ObligationSet {
    let mut all = [a, b].concat();
    all.sort_unstable();
    all.dedup();
    all
}
