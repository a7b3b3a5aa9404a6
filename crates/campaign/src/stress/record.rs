//! What was found out, as the plain data of `suite`.

use super::reference::Compared;
use super::{Options, record_of, words};
use crate::native::{Kill, Told, values};
use instrument::{Hazard, Instrumented};
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use suite::cover::CoverFinding;
use suite::stress::{Death, Fate, Judgement, StressCounts, StressMutant, StressReport};

/// The report.
pub fn report(
    code: &Instrumented,
    options: &Options,
    reference: Option<&Compared>,
    told: &Told,
    proofs: &HashMap<u32, String>,
) -> StressReport {
    let shape = code.function();
    let writer = Writer {
        code,
        options,
        reference,
        told,
        proofs,
        sources: sources(code),
    };
    let mutants = writer.mutants();
    let endings: Vec<CoverFinding> = told
        .ended
        .iter()
        .map(|(input, what)| CoverFinding {
            what: what.clone(),
            values: values(&shape.inputs, input),
        })
        .collect();
    StressReport {
        format: StressReport::FORMAT.into(),
        version: StressReport::VERSION,
        tool: options.tool.clone(),
        command: options.command.clone(),
        seed: options.settings.seed,
        function: shape.name.clone(),
        file: shape.file.display().to_string(),
        reference: reference.map(Compared::record),
        summary: StressCounts::of(&mutants, &endings),
        mutants,
        endings,
        calls: told.calls,
    }
}

/// The texts of all files that have hazards; what cannot be read is left out.
fn sources(code: &Instrumented) -> HashMap<PathBuf, String> {
    let mut files: Vec<&Path> = code.hazards().iter().map(|h| h.file.as_path()).collect();
    files.sort_unstable();
    files.dedup();
    let read = |file: &Path| Some((file.to_path_buf(), std::fs::read_to_string(file).ok()?));
    files.into_iter().filter_map(read).collect()
}

struct Writer<'a> {
    code: &'a Instrumented,
    options: &'a Options,
    reference: Option<&'a Compared>,
    told: &'a Told,
    proofs: &'a HashMap<u32, String>,
    sources: HashMap<PathBuf, String>,
}

impl Writer<'_> {
    /// All mutants by their place in the source, numbered by operator in that order.
    fn mutants(&self) -> Vec<StressMutant> {
        let mut hazards: Vec<&Hazard> = self.code.hazards().iter().collect();
        hazards.sort_by_key(|h| (&h.file, h.line, h.column, h.id));
        let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
        let numbered = hazards.into_iter().map(|hazard| {
            let count = counts.entry(&hazard.operator).or_default();
            *count += 1;
            self.mutant(hazard, *count)
        });
        numbered.collect()
    }

    fn mutant(&self, hazard: &Hazard, number: u32) -> StressMutant {
        let fate = self.fate(hazard);
        StressMutant {
            id: format!("{}-{number}", hazard.operator),
            operator: hazard.operator.clone(),
            function: hazard.function.clone(),
            file: hazard.file.display().to_string(),
            line: hazard.line,
            column: hazard.column,
            text: self.text(hazard),
            operation: hazard.operation.clone(),
            kind: hazard.ty.clone(),
            condition: hazard.condition.clone(),
            undefined: hazard.undefined,
            why: self.options.operators.why(&hazard.operator),
            finding: matches!(fate, Fate::Killed(_)) && self.options.operators.is_finding(hazard),
            fate,
        }
    }

    /// The source line of a hazard.
    fn text(&self, hazard: &Hazard) -> String {
        let number = (hazard.line as usize).checked_sub(1);
        let source = self.sources.get(&hazard.file);
        let line = number.and_then(|n| source?.lines().nth(n));
        line.map_or(String::new(), |line| line.trim().into())
    }

    /// Killed if an input kills it, whatever a proof says; the last kill that was told is the best.
    fn fate(&self, hazard: &Hazard) -> Fate {
        let mut kills = self
            .told
            .kills
            .iter()
            .filter(|(n, _)| record_of(self.code, *n) == hazard.id);
        if let Some((_, kill)) = kills.next_back() {
            return Fate::Killed(Box::new(self.death(hazard, kill)));
        }
        if let Some(proof) = self.proofs.get(&hazard.id) {
            return Fate::Equivalent {
                evidence: proof.clone(),
            };
        }
        let closest = self.told.nearest(2 * hazard.id as usize + 1);
        Fate::Undecided {
            evidence: match closest {
                None => "no run got to this operation".into(),
                Some(steps) => format!("the nearest run was {steps} steps away"),
            },
            closest: closest.map(|steps| steps.to_string()),
        }
    }

    fn death(&self, hazard: &Hazard, kill: &Kill) -> Death {
        let shape = self.code.function();
        let [left, right, result] = kill.operands.map(|word| words::operand(hazard.operands, word));
        let result = if words::has_result(&hazard.operation) {
            result
        } else {
            String::new()
        };
        let operands = if hazard.arity == 1 {
            vec![left]
        } else {
            vec![left, right]
        };
        let returned = words::returned(&values(&shape.outputs, &kill.output), &kill.outcome);
        let judgement = kill
            .answer
            .as_ref()
            .zip(self.reference)
            .map(|(answer, reference)| Judgement {
                verdict: answer.verdict,
                expected: reference.returned(&answer.output, &answer.outcome),
            });
        Death {
            input: values(&shape.inputs, &kill.input).iter().map(words::input).collect(),
            evidence: words::calculation(&hazard.operation, &operands, &result),
            operands,
            result,
            outcome: kill.outcome.clone(),
            returned,
            judgement,
        }
    }
}
