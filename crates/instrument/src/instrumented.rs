//! An instrumented function and what is known about it.

use std::path::PathBuf;

use child::Scratch;

#[cfg(feature = "llvm")]
use crate::llvm::{decide, harmless::harmless as prove_harmless, prove::infeasible as prove};

use crate::branch::{Branch, ConstantValue, GcovEdge, Side};
use crate::custom::Wanted;
use crate::extent::FunctionExtent;
use crate::hazard::{Hazard, UnwatchedOperation};
use crate::shape::FunctionShape;
use crate::trouble::InstrumentTrouble;

/// An instrumented function. Its library lives in a folder that is removed with this value.
#[derive(Debug)]
#[cfg_attr(not(feature = "llvm"), allow(dead_code, reason = "only LLVM makes and reads it"))]
pub struct Instrumented {
    pub(crate) folder: Scratch,
    pub(crate) shape: FunctionShape,
    pub(crate) branches: Vec<Branch>,
    pub(crate) descendants: Vec<Vec<Side>>,
    pub(crate) edges: Vec<GcovEdge>,
    pub(crate) constants: Vec<ConstantValue>,
    pub(crate) extents: Vec<FunctionExtent>,
    pub(crate) bitcode: Vec<u8>,
    pub(crate) scope: Vec<String>,
    pub(crate) hazards: Vec<Hazard>,
    pub(crate) wanted: Option<Wanted>,
    pub(crate) unwatched: Vec<UnwatchedOperation>,
    pub(crate) keeps_state: bool,
    pub(crate) strays: bool,
    /// Whether code of somebody else is linked, which may call back or stand in for the C library.
    pub(crate) has_strangers: bool,
    /// Place and sort of a constant that the compiler finds undefined: there are no proofs then.
    pub(crate) undefined: Option<(String, String)>,
}

/// What was proved about some code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proofs<T> {
    /// What is proved.
    pub proved: Vec<T>,
    /// Why nothing can be proved: what the code has in it that proofs are not about, and where.
    pub withheld: Option<String>,
}

/// What the prover may spend, counted in what its solver does and in gates, so that it comes to the same on every
/// machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProverBudget {
    /// Conflicts of one question.
    pub conflicts: u64,
    /// Gates of one question; what has more is not asked.
    pub gates: usize,
    /// Ticks of the solver for one question: clauses that it looks at.
    pub ticks: u64,
    /// Ticks for all questions about a function.
    pub all_ticks: u64,
}

/// On what assumptions the prover decides, and what it may spend.
#[derive(Clone, Copy, Debug)]
pub struct ProverRequest<'a> {
    /// What is known of arguments.
    pub arguments: &'a [ArgumentRange],
    /// What is known of numbers of the input, wherever they stand.
    pub inputs: &'a [InputRange],
    /// What may be spent.
    pub budget: ProverBudget,
}

/// What the prover came to about what was left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProverDecisions<T> {
    /// What no arguments in the ranges do, each with the proof in a sentence.
    pub impossible: Vec<(T, String)>,
    /// Inputs that may do some of the rest: they must be run.
    pub inputs: Vec<Vec<u8>>,
    /// Why nothing can be decided: what the code has in it that proofs are not about.
    pub withheld: Option<String>,
}

impl<T> Default for ProverDecisions<T> {
    fn default() -> Self {
        ProverDecisions {
            impossible: Vec::new(),
            inputs: Vec::new(),
            withheld: None,
        }
    }
}

/// What is known of an argument of the function: its value lies between two numbers, both included, and is not NaN.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ArgumentRange {
    /// Which argument, from 0; it must be one number, passed by value or by a pointer to it.
    pub argument: usize,
    /// Least value.
    pub lo: f64,
    /// Greatest value.
    pub hi: f64,
}

/// What is known of a number of the input, wherever it stands: its value lies between two numbers, both included, and is
/// not NaN.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InputRange {
    /// Which number, counted as [`FunctionShape::inputs`] are.
    pub slot: usize,
    /// Least value.
    pub lo: f64,
    /// Greatest value.
    pub hi: f64,
}

/// Why a side cannot be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideProof {
    /// The argument, in a sentence.
    pub how: String,
}

impl Instrumented {
    /// The shared library.
    pub fn library(&self) -> PathBuf {
        self.folder.path().join("subject.so")
    }

    /// The function that is called, with its arguments and the layout of the buffers.
    pub fn function(&self) -> &FunctionShape {
        &self.shape
    }

    /// All branches in scope; the number of a branch is its place.
    pub fn branches(&self) -> &[Branch] {
        &self.branches
    }

    /// All hazards in scope, if they were asked for; their records follow those of the branches.
    pub fn hazards(&self) -> &[Hazard] {
        &self.hazards
    }

    /// Operations that can go wrong and that no hazard watches, if hazards were asked for.
    pub fn unwatched(&self) -> &[UnwatchedOperation] {
        &self.unwatched
    }

    /// Whether the code may keep something from call to call: in variables that outlive it, or in a library.
    pub fn keeps_state(&self) -> bool {
        self.keeps_state
    }

    /// Whether the code may use memory that is not its own, so that what it does may depend on earlier calls by accident.
    pub fn strays(&self) -> bool {
        self.strays
    }

    /// The sides that can be reached after this one; in a loop the side itself is among them.
    /// A side is saturated when it and all of these are covered.
    pub fn descendants(&self, side: Side) -> &[Side] {
        self.descendants.get(side.index()).map_or(&[], Vec::as_slice)
    }

    /// The branches as gcov counts them, line by line.
    pub fn edges(&self) -> &[GcovEdge] {
        &self.edges
    }

    /// The lines of the functions in scope.
    pub fn extents(&self) -> &[FunctionExtent] {
        &self.extents
    }

    /// Constants of the code in scope, each once.
    pub fn constants(&self) -> &[ConstantValue] {
        &self.constants
    }

    /// All sides that LLVM's optimiser proves unreachable, whatever the arguments in these ranges are.
    pub fn find_infeasible(&self, ranges: &[ArgumentRange]) -> Result<Proofs<Side>, InstrumentTrouble> {
        prove(self, ranges).map(Proofs::from)
    }

    /// Hazards that are proved never to die, whatever the arguments in these ranges are, each with the proof in a
    /// sentence. Arguments without a range may be anything, NaN and infinities too.
    pub fn find_harmless(&self, ranges: &[ArgumentRange]) -> Result<Proofs<(u32, String)>, InstrumentTrouble> {
        prove_harmless(self, ranges).map(Proofs::from)
    }

    /// Decides whether arguments in these ranges reach sides of branches, by reasoning about every bit.
    pub fn decide_sides(
        &self,
        sides: &[Side],
        request: ProverRequest<'_>,
    ) -> Result<ProverDecisions<Side>, InstrumentTrouble> {
        decide::sides(self, sides, request)
    }

    /// Decides whether arguments in these ranges let hazards die, which are counted from 0.
    pub fn decide_hazards(
        &self,
        hazards: &[usize],
        request: ProverRequest<'_>,
    ) -> Result<ProverDecisions<usize>, InstrumentTrouble> {
        decide::hazards(self, hazards, request)
    }

    /// A proof that no arguments in these ranges reach the side, where LLVM's optimiser finds one.
    pub fn prove_infeasible(&self, side: Side, ranges: &[ArgumentRange]) -> Option<SideProof> {
        let sides = self.find_infeasible(ranges).ok()?.proved;
        let given = if ranges.is_empty() {
            "any arguments"
        } else {
            "arguments in the given ranges"
        };
        let how = format!(
            "LLVM 19 at O3, with wrapping arithmetic and unknown starting values, leaves no way to this side for {given}"
        );
        sides.contains(&side).then_some(SideProof { how })
    }
}

impl<T, E: std::fmt::Display> From<Result<Vec<T>, E>> for Proofs<T> {
    fn from(proved: Result<Vec<T>, E>) -> Self {
        match proved {
            Ok(proved) => Proofs { proved, withheld: None },
            Err(refusal) => Proofs {
                proved: Vec::new(),
                withheld: Some(refusal.to_string()),
            },
        }
    }
}

#[cfg(not(feature = "llvm"))]
mod decide {
    use super::{InstrumentTrouble, Instrumented, ProverDecisions, ProverRequest, Side};

    pub fn sides(
        _: &Instrumented,
        _: &[Side],
        _: ProverRequest<'_>,
    ) -> Result<ProverDecisions<Side>, InstrumentTrouble> {
        Err(InstrumentTrouble::WithoutLlvm)
    }

    pub fn hazards(
        _: &Instrumented,
        _: &[usize],
        _: ProverRequest<'_>,
    ) -> Result<ProverDecisions<usize>, InstrumentTrouble> {
        Err(InstrumentTrouble::WithoutLlvm)
    }
}

#[cfg(not(feature = "llvm"))]
fn prove(_made: &Instrumented, _ranges: &[ArgumentRange]) -> Result<Result<Vec<Side>, String>, InstrumentTrouble> {
    Err(InstrumentTrouble::WithoutLlvm)
}

#[cfg(not(feature = "llvm"))]
fn prove_harmless(
    _made: &Instrumented,
    _ranges: &[ArgumentRange],
) -> Result<Result<Vec<(u32, String)>, String>, InstrumentTrouble> {
    Err(InstrumentTrouble::WithoutLlvm)
}
