//! Reverse operations: given an enclosure of a result, which operands are possible.

use crate::function::{Binary, Unary};
use crate::interval::Interval;

/// Encloses { t ∈ x : f(t) is defined and in y }.
pub fn reverse_unary(f: Unary, y: Interval, x: Interval) -> Interval {
    if Interval::unary(f, x).disjoint(&y) {
        Interval::EMPTY
    } else {
        x
    }
}

/// Encloses, for either operand, the part that occurs in { (s, t) ∈ x × y : f(s, t) is defined and in z }.
pub fn reverse_binary(f: Binary, z: Interval, x: Interval, y: Interval) -> (Interval, Interval) {
    if Interval::binary(f, x, y).disjoint(&z) {
        (Interval::EMPTY, Interval::EMPTY)
    } else {
        (x, y)
    }
}
