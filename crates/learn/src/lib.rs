//! Learning-based testing of a black box against its contract.
//!
//! A [`PreparedContract`] says what inputs are promised which outputs. A [`Learner`] is asked for the next test and told what
//! the subject did; it calls nothing itself. It learns overlapping local polynomial models of the subject, looks for
//! inputs where a model breaks the contract, and has them tested; where no model is credible, it explores.
//!
//! What drives it:
//! - [`PreparedContract`] and `cases`: the negated postcondition falls into cases, each with the box that it is about;
//! - `judge`: what a test proves, by enclosures and MPFR; models never decide;
//! - `model`, `least`, `tree`: polynomials through the nearest tests;
//! - `assess`, `question`: where a model breaks the contract, by sampling and by the solver;
//! - `places`: whose turn it is when nothing is credible;
//! - `special`, `floats`: ends of ranges, zeros and corners; numbers of every binade, by the crate `inputs`;
//! - `gauge`: how much of the domain is learnt;
//! - `face`, `field`: where many inputs exist, few vary at a time;
//! - [`Shrinker`]: a violation as a simple input.
//!
//! Where the gain over random tests comes from, as `examples/experiment` measures it:
//! - A contract that says something of its own about parts of the domain names them. Testing inside each of these boxes
//!   takes as many tests as there are boxes, however small the one with the fault is: the gain grows as faults shrink.
//! - Models that are exact, such as those of order and choice, give the edge of a violation to the last digit.
//! - Models that are not exact point exploration to where an output comes near its bound: a gain of 1 to 3.
//!
//! Where learning cannot help: a fault that is narrower than the distance of the tests, that no model hints at because
//! the subject jumps there, and that the contract does not name by a case of its own. Then tests fill the space evenly,
//! which finds such a fault hardly sooner than random tests do.

mod assess;
mod cases;
mod contract;
mod domain;
mod face;
mod field;
mod floats;
mod gauge;
mod judge;
mod learner;
mod least;
mod model;
mod places;
mod program;
mod question;
mod sequence;
mod shrink;
mod special;
mod told;
mod tree;

pub use contract::{ContractError, FailureCase, PreparedContract};
pub use domain::InputAxis;
pub use judge::{TruthJudge, TruthProof};
pub use learner::{COVERAGE, Learner};
pub use shrink::Shrinker;
pub use told::{ContractBreach, LearnProgress, LearnerOptions, Next, TestOutcome, TestProof, Why};
