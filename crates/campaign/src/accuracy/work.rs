//! Work as it was declared: how often an algorithm calls the functions of a problem, by its number of steps.
//!
//! No test of errors can see a target that makes two steps where one was asked for: it is finer. Its work shows it.

use super::config::Config;
use super::statistics::median;
use super::{fleet::CallResult, measure::Measured};
use problems::formula::ProblemFormula;
use problems::problem::ProblemKind;
use suite::accuracy::WorkRecord;

/// The work that an algorithm was designed for.
#[derive(Clone, Debug)]
pub struct Work {
    /// As the user wrote it.
    shown: String,
    formula: ProblemFormula,
}

impl Work {
    /// Reads a formula of `n`, the number of steps, panels or iterations.
    pub fn read(text: &str) -> Result<Work, String> {
        let formula = ProblemFormula::read_in(text, "n")?;
        let shown = text.to_string();
        Ok(Work { shown, formula })
    }

    /// Calls with n steps; none if the formula has no value above 0 there.
    fn at(&self, n: u32) -> Option<f64> {
        let calls = self.formula.value(f64::from(n)).ok()?.to_f64();
        (calls > 0.0).then_some(calls)
    }

    /// Measured work over declared work, in the median. `steps` are those of each problem.
    fn ratio(&self, steps: &[u32], target: &[CallResult]) -> Option<f64> {
        let declared: Vec<Option<f64>> = steps.iter().map(|&n| self.at(n)).collect();
        let pairs = target.iter().zip(declared.iter().cycle());
        let ratios = pairs.filter_map(|(cell, declared)| Some(cell.work / (*declared)?));
        median(&ratios.filter(|ratio| ratio.is_finite()).collect::<Vec<_>>())
    }
}

/// Kinds of problems with functions that an algorithm calls.
pub fn has_functions(kind: ProblemKind) -> bool {
    matches!(
        kind,
        ProblemKind::Quadrature | ProblemKind::InitialValue | ProblemKind::Root
    )
}

/// The target's work beside what was declared, if anything was.
pub fn compare_work(config: &Config, measured: &Measured) -> Option<WorkRecord> {
    let work = config.work.as_ref()?;
    // A root finder makes the same number of steps from every start.
    let steps = match config.shape.kind {
        ProblemKind::Root => vec![config.shape.iterations],
        _ => measured.steps.clone(),
    };
    Some(WorkRecord {
        declared: work.shown.clone(),
        ratio: work.ratio(&steps, &measured.target)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_a_formula_of_the_steps() {
        let cells = [5.0, 9.0, 10.0, 18.0].map(|work| CallResult {
            error: 0.0,
            work,
            seconds: 0.0,
        });
        let work = Work::read("n + 1").unwrap();
        assert_eq!(work.ratio(&[4, 8], &cells[..2]), Some(1.0));
        assert_eq!(work.ratio(&[4, 8], &cells[2..]), Some(2.0));
        assert_eq!(Work::read("n - 9").unwrap().ratio(&[4, 8], &cells), None);
        assert!(Work::read("4*m").is_err());
    }
}
