//! Proofs of identity: which nodes of a DAG are the same function on a domain.
//!
//! Every node gets a *class*. A class has a normal form: a quotient of polynomials over ℚ in *atoms*, which are the
//! inputs, the named constants, and applications of other functions to classes. Nodes whose forms are equal as
//! rational functions share a class, and so do nodes that the rules of [`IdentityRule`] make equal.
//!
//! **What sharing a class proves**: at every point of the domain where both nodes are defined, they have the same value.
//! (A form is never evaluated where its node is undefined: each denominator is a product of things the node divides by.)
//!
//! **Definedness** is a matter of its own: x/x and 1 share a class, but not their domains. Each node carries its
//! *obligations*, the conditions under which it is defined (this class is not zero, that one not negative), less those
//! that interval arithmetic shows to hold on the whole domain. Equal classes with equal obligations are defined at the
//! same points: take the first operation of one node, in order of evaluation, that is undefined at x; its operands are
//! defined and belong to classes that occur in an obligation of the other node, where they have the same values.

mod cases;
mod classes;
mod elementary;
mod form;
mod modular;
mod obligation;
mod poly;
mod rules;

pub use cases::Cases;
pub use classes::{Classes, Identity};
pub use rules::{IdentityRule, IdentityRules};
