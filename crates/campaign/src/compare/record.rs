//! A comparison as plain data.

use super::{Closest, CompareOutcome, FormulaComparison, Matching, ProvedValue, Witness};
use rug::Float;
use rug::float::Round;
use suite::InputRecord;
use suite::compare::{ClosestRecord, CompareEvidence, CompareReport, CompareWord, Matched, ValueText, WitnessRecord};

impl FormulaComparison {
    /// What became of the comparison of two specifications with these names.
    pub fn report(&self, a: &str, b: &str) -> CompareReport {
        let (outcome, witness, evidence) = self.parts();
        CompareReport {
            format: CompareReport::FORMAT.into(),
            version: CompareReport::VERSION,
            a: a.into(),
            b: b.into(),
            matched: match self.matching {
                Matching::ByName => Matched::Name,
                Matching::ByPosition => Matched::Position,
            },
            outcome,
            witness,
            evidence,
        }
    }

    fn parts(&self) -> (CompareWord, Option<WitnessRecord>, CompareEvidence) {
        match &self.outcome {
            CompareOutcome::Distinguished(witness) => {
                let evidence = CompareEvidence::Witness {
                    how: witness.how,
                    precision: witness.precision,
                };
                (CompareWord::Distinguished, Some(self.witness(witness)), evidence)
            }
            CompareOutcome::Equivalent(evidence) => (CompareWord::Equivalent, None, evidence.clone()),
            CompareOutcome::Undecided { reason, boxes, closest } => {
                let evidence = CompareEvidence::Undecided {
                    reason: reason.clone(),
                    boxes: *boxes,
                    closest: closest.as_ref().map(|closest| self.closest(closest)),
                };
                (CompareWord::Undecided, None, evidence)
            }
        }
    }

    fn witness(&self, witness: &Witness) -> WitnessRecord {
        let [a, b] = witness.values.each_ref().map(value);
        WitnessRecord {
            inputs: self.inputs(&witness.point),
            a,
            b,
            gap: witness.gap,
        }
    }

    fn closest(&self, closest: &Closest) -> ClosestRecord {
        ClosestRecord {
            inputs: self.inputs(&closest.point),
            gap: closest.gap,
        }
    }

    fn inputs(&self, point: &[f64]) -> Vec<InputRecord> {
        let named = self.arguments.iter().zip(point);
        named.map(|(name, &x)| InputRecord::new(name, x)).collect()
    }
}

fn value(value: &ProvedValue) -> Option<ValueText> {
    match value {
        ProvedValue::Undefined => None,
        ProvedValue::Between(lo, hi) => Some(ValueText {
            lo: digits(lo, 40, Round::Down),
            hi: digits(hi, 40, Round::Up),
            shown: shown(lo, hi),
        }),
    }
}

/// The digits in which both ends agree, or both ends.
fn shown(lo: &Float, hi: &Float) -> String {
    let (low, high) = (digits(lo, 20, Round::Nearest), digits(hi, 20, Round::Nearest));
    if low == high {
        return low;
    }
    let (low, high) = (digits(lo, 20, Round::Down), digits(hi, 20, Round::Up));
    format!("between {low} and {high}")
}

fn digits(x: &Float, count: usize, direction: Round) -> String {
    x.to_string_radix_round(10, Some(count), direction)
}
