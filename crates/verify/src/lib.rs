//! `verify`: proves again what a suite claims, from the text of the suite alone.
//!
//! Nothing of the search is used: formulas are read and then evaluated by a walk over the syntax tree (`walk`) in
//! enclosures of growing precision (`evaluate`), in fractions (`exact`) and in coarse formats (`rounded`).
//! Only the readers and the MPFR layer are shared with what made the suite.
//!
//! 1. `statement`: the record of the specification and the list of mutants follow from the FPCore.
//! 2. `oracle`: every test's input and oracle, against what is `acceptable` at its input.
//! 3. `kill`: every kill. `claim`: equivalence and duplicates are tried at the points of `sample`.
//!
//! What is false and what cannot be proved again are both problems; a suite is verified if there are none.

mod acceptable;
mod claim;
mod domain;
mod evaluate;
mod exact;
mod kill;
mod marks;
mod oracle;
mod real;
mod report;
mod rounded;
mod sample;
mod statement;
mod walk;

pub use report::{Count, Sampled, VerifyProblem, VerifyReport};

use acceptable::AcceptableMargin;
use domain::Domain;
use expr::ast::Expr;
use expr::spec::Specification;
use rayon::prelude::*;
use real::{Real, RealTerm};
use rug::Rational;
use std::collections::HashMap;
use suite::{Suite, Test, TestKind};

/// Stack for walks over the deepest formulas that a reader accepts; only what is touched becomes memory.
const STACK: usize = 256 << 20;

/// Inputs of tests at which claims of equivalence are tried: the first, which kill the mutants of the formula.
/// A suite may have hundreds of tests, and every claim would be tried at each of them.
const TESTS: usize = 32;

/// What a verification may use.
#[derive(Clone, Copy, Debug)]
pub struct VerifyOptions {
    /// Points at which claims of equivalence are tried, beside corners, centre and the inputs of the tests.
    pub samples: usize,
}

impl Default for VerifyOptions {
    fn default() -> VerifyOptions {
        VerifyOptions { samples: 64 }
    }
}

/// Proves again every claim of a suite. The report depends on nothing but the suite and the options.
pub fn verify(suite: &Suite, options: &VerifyOptions) -> VerifyReport {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(rayon::current_num_threads())
        .stack_size(STACK)
        .build();
    match pool {
        Ok(pool) => pool.install(|| examine(suite, options)),
        Err(_) => examine(suite, options),
    }
}

fn examine(suite: &Suite, options: &VerifyOptions) -> VerifyReport {
    let mut report = structure(suite);
    let spec = match statement::specification(&suite.spec.fpcore) {
        Ok(spec) => spec,
        Err(message) => {
            report.note("spec", format!("its FPCore cannot be read: {message}"));
            return report;
        }
    };
    statement::check_spec(&suite.spec, &spec, &mut report);
    if !is_structural(suite) {
        statement::check_mutants(suite, &spec, &mut report);
    }
    let ground = Ground::new(spec, suite, options);
    let tests: Vec<VerifyReport> = suite.tests.par_iter().map(|test| check_test(&ground, test)).collect();
    let mutants: Vec<VerifyReport> = suite
        .mutants
        .par_iter()
        .map(|m| claim::check(&ground, suite, m))
        .collect();
    tests.into_iter().chain(mutants).for_each(|part| report.absorb(part));
    report
}

/// Whether the parts of the file fit together, and whether there is anything to verify.
fn structure(suite: &Suite) -> VerifyReport {
    let mut report = VerifyReport::default();
    for problem in suite.validate() {
        report.note(problem.place, problem.message);
    }
    if suite.tests.is_empty() {
        report.note("suite", "there are no tests");
    }
    if suite.mutants.is_empty() && !is_structural(suite) {
        report.note("suite", "there are no mutants");
    }
    report
}

/// Whether the tests come from a program, not from mutants of the formula: then there are oracles only.
fn is_structural(suite: &Suite) -> bool {
    let structural = |test: &Test| test.kind == TestKind::Structural;
    suite.mutants.is_empty() && !suite.tests.is_empty() && suite.tests.iter().all(structural)
}

fn check_test(ground: &Ground, test: &Test) -> VerifyReport {
    let mut report = VerifyReport::default();
    let place = format!("test {}", test.id);
    oracle::prove(ground, test).enter(&place, |r| &mut r.oracles, &mut report);
    report
}

/// What every claim of a suite is judged by.
struct Ground {
    spec: Specification,
    domain: Domain,
    margin: AcceptableMargin,
    /// In-domain points at which claims are tried.
    points: Vec<Vec<f64>>,
    /// Inputs of all tests inside the domain.
    inputs: Vec<Vec<f64>>,
    /// Points for fractions; none where there is a constraint.
    fractions: Vec<Vec<Rational>>,
    /// Values of the formula at the lowest precision, by the bits of the input: asked for again and again.
    values: HashMap<Vec<u64>, Real>,
}

impl Ground {
    fn new(spec: Specification, suite: &Suite, options: &VerifyOptions) -> Ground {
        let domain = Domain::of(&spec);
        let mut points = sample::points(&domain, options.samples);
        let fractions = match domain.constraint {
            Some(_) => Vec::new(),
            None => sample::fractions(&points),
        };
        let normal = suite
            .tests
            .iter()
            .filter(|t| t.kind == TestKind::Normal)
            .map(oracle::inputs);
        let inputs: Vec<Vec<f64>> = normal.filter(|x| domain.holds(x)).collect();
        points.extend(inputs.iter().take(TESTS).cloned());
        let mut ground = Ground {
            margin: AcceptableMargin::new(&spec.accuracy, spec.output),
            spec,
            domain,
            points,
            inputs,
            fractions,
            values: HashMap::new(),
        };
        ground.values = ground.first_values(suite);
        ground
    }

    fn first_values(&self, suite: &Suite) -> HashMap<Vec<u64>, Real> {
        let mut all = self.points.clone();
        let finite = |x: &Vec<f64>| x.iter().all(|x| x.is_finite());
        all.extend(suite.tests.iter().map(oracle::inputs).filter(finite));
        let value = |x: Vec<f64>| (bits(&x), real::first(self.formula(&x)));
        all.into_par_iter().map(value).collect()
    }

    /// A formula at a point.
    fn term<'a>(&'a self, body: &'a Expr, at: &'a [f64]) -> RealTerm<'a> {
        RealTerm {
            names: &self.domain.names,
            body,
            at,
            first: None,
        }
    }

    /// The formula of the specification at a point.
    fn formula<'a>(&'a self, at: &'a [f64]) -> RealTerm<'a> {
        let first = self.values.get(&bits(at));
        RealTerm {
            first,
            ..self.term(&self.spec.core.body, at)
        }
    }
}

fn bits(x: &[f64]) -> Vec<u64> {
    x.iter().map(|x| x.to_bits()).collect()
}
