//! `learn`: tests of a black box against its contract, chosen by models of it.
//!
//! 1. `terms` turns the text of a contract into conditions over one DAG; `binding` finds and starts what it calls.
//! 2. `caller` runs tests: it computes arguments, calls, and collects outputs.
//! 3. `hunt` asks the learner for tests, or draws them at random, until there is an end with a reason.
//! 4. `simplify` runs a violation again and makes it simple; `picture` shows what was learnt.

mod binades;
mod binding;
mod caller;
mod hunt;
mod picture;
mod random;
mod record;
mod simplify;
mod terms;

pub use binding::{Bindings, open};
pub use caller::Called;

use caller::Caller;
use expr::contract::Contract;
use expr::diagnostic::{Diagnostics, SourceText};
use hunt::Hunt;
use std::sync::atomic::{AtomicBool, Ordering};
use subject::Broken;
use suite::learn::{LearnMethod, LearnReport};
use terms::Terms;

/// Why there is no result.
#[derive(Debug)]
pub enum LearnFailure {
    /// The contract cannot be tested.
    Contract(Diagnostics),
    /// A name of the contract stands for no subject, or for several.
    Binding(String),
    /// A subject cannot be built or called.
    Subject {
        /// As the user named it.
        name: String,
        /// What is wrong.
        broken: Broken,
    },
    /// The user did not want to wait.
    Interrupted,
}

/// How to test.
#[derive(Clone, Debug, PartialEq)]
pub struct LearnSettings {
    /// How inputs are chosen.
    pub method: LearnMethod,
    /// Where all chance comes from.
    pub seed: u64,
    /// Tests at most.
    pub tests: u64,
    /// Degree of the models; by the number of inputs if not given.
    pub degree: Option<u8>,
    /// Inputs that vary together; by the number of inputs if not given.
    pub wise: Option<usize>,
    /// Models at most.
    pub models: usize,
    /// Learning ends when converged models cover this share of the domain; above 1 it never does.
    pub enough: f64,
    /// The input for [`LearnMethod::At`].
    pub at: Vec<f64>,
}

impl Default for LearnSettings {
    fn default() -> LearnSettings {
        let options = learn::LearnerOptions::default();
        LearnSettings {
            method: LearnMethod::Learn,
            seed: options.seed,
            tests: 10_000,
            degree: None,
            wise: None,
            models: options.models,
            enough: options.enough,
            at: vec![],
        }
    }
}

impl LearnSettings {
    fn options(&self, inputs: usize) -> learn::LearnerOptions {
        // Three inputs are learnt together; of more than that two at a time.
        let wise = self.wise.unwrap_or(if inputs <= 3 { 3 } else { 2 });
        // With many inputs a face is one of many, and a model of it must be cheap.
        let degree = if inputs <= wise { 2 } else { 1 };
        let options = learn::LearnerOptions::default();
        learn::LearnerOptions {
            // Who allows few tests shall see convergence all the same.
            least: options.least.min(self.tests - self.tests / 10),
            seed: self.seed,
            degree: self.degree.unwrap_or(degree),
            wise,
            models: self.models,
            enough: self.enough,
            ..options
        }
    }
}

/// A contract with the text that it stands in, and what is written into the report.
pub struct LearnCampaign<'a> {
    /// The contract.
    pub contract: &'a Contract,
    /// The file that it stands in.
    pub source: SourceText<'a>,
    /// How to test.
    pub settings: LearnSettings,
    /// Name and version of the program.
    pub tool: String,
    /// The command.
    pub command: String,
    /// The beginning of a command that runs one input of this contract.
    pub again: String,
}

/// Tests subjects against a contract. `show` is told the number of tests from time to time.
pub fn learn(
    campaign: &LearnCampaign,
    subjects: Vec<Called>,
    interrupt: &AtomicBool,
    show: &dyn Fn(u64),
) -> Result<LearnReport, LearnFailure> {
    let terms = Terms::new(campaign.contract).map_err(LearnFailure::Contract)?;
    let mut caller = Caller::new(campaign.contract, subjects).map_err(LearnFailure::Contract)?;
    let options = campaign.settings.options(campaign.contract.inputs.len());
    let mut hunt = Hunt {
        terms: &terms,
        settings: &campaign.settings,
        learner: learn::Learner::new(terms.contract.clone(), options),
        stopped: &|| interrupt.load(Ordering::Relaxed),
        show,
    };
    let found = hunt.run(&mut caller)?;
    let violation = found
        .violation
        .as_ref()
        .map(|(test, breach)| simplify::simplify(&mut hunt, &mut caller, test, *breach));
    Ok(record::make_report(campaign, &terms, &hunt, &caller, found, violation))
}
