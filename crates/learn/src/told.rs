//! What passes between a learner and the code that runs the subject.

/// What became of a test.
#[derive(Clone, Debug, PartialEq)]
pub enum TestOutcome {
    /// The subject returned. NaN and infinities are values: NaN is no number, so no condition that needs it holds; an
    /// infinity stands for all reals beyond the doubles, and what holds for all of these holds.
    Value(Vec<f64>),
    /// The subject did not return: a signal, an exception.
    Crash,
    /// The subject did not return in time.
    Timeout,
}

/// What is proved of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestProof {
    /// The postcondition holds.
    Holds,
    /// The postcondition does not hold.
    Violates(ContractBreach),
    /// Neither could be proved.
    Undecided,
    /// The input is not one of the domain, or it is not proved that it fulfils the precondition: nothing is promised.
    NotRequired,
}

/// How a test violates a contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContractBreach {
    /// The case of the negated postcondition with this number holds.
    Case(usize),
    /// The postcondition fails, in none of its cases provably.
    Unnamed,
    /// The postcondition has no truth value: a comparison needs an output that is NaN, or a function is undefined.
    /// Conditions are about real numbers: `y < 0` and `not (y < 0)` are both undefined for NaN.
    Undefined,
    /// The subject returned another number of outputs than the contract has.
    Outputs,
    /// The subject crashed.
    Crash,
    /// The subject did not return in time.
    Timeout,
}

/// What to do next.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// Run the subject on this input.
    Test {
        /// One value per input.
        input: Vec<f64>,
        /// Why this one.
        why: Why,
    },
    /// At enough points of the domain the models around them have stopped changing and break the contract nowhere.
    /// This is no proof.
    Converged {
        /// The share of the domain at which models have converged.
        covered: f64,
        /// Mean change of the models there by their latest refits, beside the spread of the outputs.
        change: f64,
    },
    /// No input was found that fulfils the precondition and was not tried yet.
    Exhausted {
        /// Whether there is none: every input that provably fulfils the precondition was tried.
        complete: bool,
    },
}

/// Why a test is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// A model breaks the contract there.
    Violation {
        /// The number of the model.
        model: u64,
        /// The case of the negated postcondition.
        case: usize,
    },
    /// It teaches most.
    Explore,
    /// There are no models yet.
    Start,
}

/// How to learn.
#[derive(Clone, Debug, PartialEq)]
pub struct LearnerOptions {
    /// Degree of the models in each input.
    pub degree: u8,
    /// Where all chance comes from.
    pub seed: u64,
    /// Models that the solver is asked about before a test, and points of which the best is explored.
    pub candidates: usize,
    /// Models at most.
    pub models: usize,
    /// Inputs that vary together; where there are more, the others stand still at values that change from time to time.
    pub wise: usize,
    /// Boxes that the solver may look at for one question.
    pub boxes: usize,
    /// A model has converged when refits change it by less than this share of the spread of the outputs.
    pub tolerance: f64,
    /// Tests before learning may end because models have converged.
    pub least: u64,
    /// Learning ends when models have converged at this share of the domain; above 1 it never does.
    pub enough: f64,
    /// A predicted violation is tested if it is this many times as large as the error of its model.
    pub credible: f64,
    /// How much more a point is worth to exploration where a model finds a violation likely; 0 is pure space-filling.
    pub hope: f64,
}

impl Default for LearnerOptions {
    fn default() -> LearnerOptions {
        LearnerOptions {
            degree: 2,
            seed: 1,
            candidates: 4,
            models: 256,
            wise: 2,
            boxes: 16,
            tolerance: 1e-3,
            // As many random tests miss a fault on 0.1 % of the domain once in twenty times: 0.999^3000 = 0.05.
            least: 3000,
            enough: 0.99,
            credible: 1.0,
            hope: 10.0,
        }
    }
}

/// How far learning has come.
#[derive(Clone, Debug, PartialEq)]
pub struct LearnProgress {
    /// Tests told, without those that the contract says nothing of.
    pub tests: u64,
    /// Tests asked for because a model breaks the contract.
    pub violation_tests: u64,
    /// Models that are still learning.
    pub models: usize,
    /// Models that have converged.
    pub retired: u64,
    /// Questions to the solver: whether a case holds in the region of a model that comes near it.
    pub questions: u64,
    /// How many of them the solver answered with a proof that it does not.
    pub excluded: u64,
    /// Mean change of the models by their latest refits, beside the spread of the outputs.
    pub change: Option<f64>,
    /// The share of the domain at which models have converged. Counted only where all inputs vary together.
    pub covered: f64,
}
