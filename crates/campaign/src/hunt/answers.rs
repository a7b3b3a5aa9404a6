//! What is known of the answers of a hunt, by a formula or by another program.

use super::meter::{ErrorMeter, Measured};
use subject::Sight;
use suite::{Expect, Observed, Test};

/// An answer of the subject and what is known of it.
#[derive(Clone)]
pub struct HuntAnswer {
    /// What the subject did.
    pub observed: Sight,
    /// What the reference did, if there is one.
    pub reference: Option<Observed>,
    /// How far off it is.
    pub measured: Measured,
}

/// Measures answers.
pub trait AnswerMeter {
    /// What is known of each answer, in order; fewer than all only if somebody wanted an end.
    fn know(&mut self, points: &[Vec<f64>], observed: Vec<Sight>) -> Vec<HuntAnswer>;

    /// Tests at the first inputs where a number is due, this many at most, for the canary.
    fn tests(&mut self, points: &[Vec<f64>], most: usize) -> Vec<Test>;
}

impl AnswerMeter for ErrorMeter<'_> {
    fn know(&mut self, points: &[Vec<f64>], observed: Vec<Sight>) -> Vec<HuntAnswer> {
        let measured = self.measure_all(points, &observed);
        let answers = observed.into_iter().zip(measured);
        answers
            .map(|(observed, measured)| HuntAnswer {
                observed,
                reference: None,
                measured,
            })
            .collect()
    }

    fn tests(&mut self, points: &[Vec<f64>], most: usize) -> Vec<Test> {
        let tests = points.iter().filter_map(|point| self.test(point, "canary".into()));
        tests.filter(|test| test.expect == Expect::Value).take(most).collect()
    }
}
