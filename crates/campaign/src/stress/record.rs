//! What was found out, as the plain data of `suite`.

use super::reference::Compared;
use super::{StressOptions, operators, record_of, words};
use instrument::{Hazard, Instrumented};
use native::signature::record_signature;
use native::{HazardKill, WorkerTold, read_values};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use suite::cover::{CoverFinding, CoverInput, CoverValue};
use suite::stress::{Death, ReferenceJudgement, StressCounts, StressFate, StressMutant, StressReport, UnwatchedRecord};

/// The report.
pub fn make_report(
    code: &Instrumented,
    options: &StressOptions,
    reference: Option<&Compared>,
    told: &WorkerTold,
    proofs: &HashMap<u32, String>,
) -> StressReport {
    let shape = code.function();
    let writer = StressWriter {
        code,
        options,
        reference,
        told,
        proofs,
        sources: sources(code, options),
    };
    let mutants = writer.mutants();
    let endings: Vec<CoverFinding> = told
        .ended
        .iter()
        .map(|(input, what)| CoverFinding {
            what: what.to_string(),
            values: read_values(&shape.inputs, input),
        })
        .collect();
    let inputs = writer.inputs(&mutants);
    StressReport {
        format: StressReport::FORMAT.into(),
        version: StressReport::VERSION,
        tool: options.tool.clone(),
        command: options.command.clone(),
        seed: options.settings.seed,
        function: shape.name.clone(),
        file: options.settings.request.as_given(&shape.file).display().to_string(),
        signature: Some(record_signature(shape)),
        reference: reference.map(Compared::record),
        inputs,
        summary: StressCounts::of(&mutants, &endings),
        mutants,
        unwatched: writer.unwatched(),
        withheld: None,
        further: None,
        endings,
        calls: told.calls,
    }
}

/// All hazards by their place in the source.
fn in_order(code: &Instrumented) -> Vec<&Hazard> {
    let mut hazards: Vec<&Hazard> = code.hazards().iter().collect();
    hazards.sort_by_key(|h| (&h.file, h.line, h.column, h.id));
    hazards
}

/// The ids of mutants by their records: numbered by operator in the order of the source.
pub fn mutant_ids(code: &Instrumented) -> HashMap<u32, String> {
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    let numbered = in_order(code).into_iter().map(|hazard| {
        let count = counts.entry(hazard.operator.name()).or_default();
        *count += 1;
        (hazard.id, format!("{}-{count}", hazard.operator.name()))
    });
    numbered.collect()
}

/// The texts of the files with hazards; what cannot be read is left out.
fn sources(code: &Instrumented, options: &StressOptions) -> HashMap<PathBuf, String> {
    let files = code.hazards().iter().map(|hazard| &hazard.file);
    let files: BTreeSet<&Path> = files.map(|file| options.settings.request.as_given(file)).collect();
    let read = |file: &Path| Some((file.to_owned(), std::fs::read_to_string(file).ok()?));
    files.into_iter().filter_map(read).collect()
}

struct StressWriter<'a> {
    code: &'a Instrumented,
    options: &'a StressOptions,
    reference: Option<&'a Compared>,
    told: &'a WorkerTold,
    proofs: &'a HashMap<u32, String>,
    sources: HashMap<PathBuf, String>,
}

impl StressWriter<'_> {
    /// All mutants by their place in the source, numbered by operator in that order.
    fn mutants(&self) -> Vec<StressMutant> {
        let ids = mutant_ids(self.code);
        let hazards = self.hazards();
        hazards.iter().map(|hazard| self.mutant(hazard, &ids)).collect()
    }

    /// What no mutant watches, by its place in the source and each once.
    fn unwatched(&self) -> Vec<UnwatchedRecord> {
        let request = &self.options.settings.request;
        let record = |place: &instrument::UnwatchedOperation| UnwatchedRecord {
            file: request.as_given(&place.file).display().to_string(),
            line: place.line,
            column: place.column,
            what: place.what.clone(),
        };
        let mut all: Vec<UnwatchedRecord> = self.code.unwatched().iter().map(record).collect();
        all.sort();
        all.dedup();
        all
    }

    /// The inputs of all kills, each once and with the mutants that die on it; after other calls an input is another one.
    fn inputs(&self, mutants: &[StressMutant]) -> Vec<CoverInput> {
        let shape = self.code.function();
        let mut inputs: Vec<CoverInput> = Vec::new();
        for (hazard, mutant) in self.hazards().iter().zip(mutants) {
            let Some(kill) = self.kill(hazard) else {
                continue;
            };
            let given = read_values(&shape.inputs, &kill.input);
            let after = self.history(kill);
            let mut known = inputs.iter_mut();
            match known.find(|input| input.values == given && input.after == after) {
                Some(known) => known.covers.push(mutant.id.clone()),
                None => inputs.push(CoverInput {
                    id: format!("i{}", inputs.len() + 1),
                    values: given,
                    after,
                    outcome: kill.outcome.clone(),
                    observed: read_values(&shape.outputs, &kill.output),
                    covers: vec![mutant.id.clone()],
                    judged: None,
                }),
            }
        }
        inputs
    }

    /// The calls that must come before a kill.
    fn history(&self, kill: &HazardKill) -> Vec<Vec<CoverValue>> {
        let inputs = &self.code.function().inputs;
        kill.before.iter().map(|input| read_values(inputs, input)).collect()
    }

    fn hazards(&self) -> Vec<&Hazard> {
        in_order(self.code)
    }

    /// The kill of a hazard: the last one that was told is the best.
    fn kill(&self, hazard: &Hazard) -> Option<&HazardKill> {
        let mut kills = self.told.kills.iter().rev();
        let found = kills.find(|(n, _)| record_of(self.code, *n) == hazard.id);
        found.map(|(_, kill)| kill)
    }

    fn mutant(&self, hazard: &Hazard, ids: &HashMap<u32, String>) -> StressMutant {
        let fate = self.fate(hazard, ids);
        let is_own = matches!(&fate, StressFate::Killed(death) if death.after.is_empty());
        StressMutant {
            id: ids[&hazard.id].clone(),
            operator: hazard.operator.name().into(),
            function: hazard.function.clone(),
            file: self.file(hazard).display().to_string(),
            line: hazard.line,
            column: hazard.column,
            text: self.text(hazard),
            operation: hazard.operation.clone(),
            kind: hazard.ty.clone(),
            condition: hazard.condition.clone(),
            undefined: hazard.undefined,
            why: operators::why(&hazard.operator).into(),
            finding: is_own && self.options.operators.is_finding(hazard),
            fate,
        }
    }

    fn file<'a>(&'a self, hazard: &'a Hazard) -> &'a Path {
        self.options.settings.request.as_given(&hazard.file)
    }

    /// The source line of a hazard.
    fn text(&self, hazard: &Hazard) -> String {
        let number = (hazard.line as usize).checked_sub(1);
        let source = self.sources.get(self.file(hazard));
        let line = number.and_then(|n| source?.lines().nth(n));
        line.map_or(String::new(), |line| line.trim().into())
    }

    /// Killed if an input kills it, whatever a proof says.
    fn fate(&self, hazard: &Hazard, ids: &HashMap<u32, String>) -> StressFate {
        if let Some(kill) = self.kill(hazard) {
            let before = kill.after.iter().filter_map(|n| ids.get(&record_of(self.code, *n)));
            let after = before.map(|id| (*id).clone()).collect();
            return StressFate::Killed(Box::new(self.death(hazard, kill, after)));
        }
        if let Some(proof) = self.proofs.get(&hazard.id) {
            return StressFate::Equivalent {
                evidence: proof.clone(),
            };
        }
        let closest = self.told.nearest(2 * hazard.id as usize + 1);
        StressFate::Undecided {
            evidence: match closest {
                None => "no run got to this operation".into(),
                Some(steps) => format!("the nearest run was {steps} steps away"),
            },
            closest: closest.map(|steps| steps.to_string()),
        }
    }

    fn death(&self, hazard: &Hazard, kill: &HazardKill, after: Vec<String>) -> Death {
        let shape = self.code.function();
        let [left, right, result] = kill.operands;
        let [left, right] = [left, right].map(|word| words::operand(hazard.operands, word));
        let result = if words::has_result(&hazard.operation) {
            words::operand(hazard.result, result)
        } else {
            String::new()
        };
        let operands = if hazard.arity == 1 {
            vec![left]
        } else {
            vec![left, right]
        };
        let returned = words::returned(&read_values(&shape.outputs, &kill.output), &kill.outcome);
        let judgement = kill
            .answer
            .as_ref()
            .zip(self.reference)
            .map(|(answer, reference)| ReferenceJudgement {
                verdict: answer.verdict,
                expected: reference.returned(&answer.output, &answer.outcome),
            });
        Death {
            input: read_values(&shape.inputs, &kill.input)
                .iter()
                .map(words::input)
                .collect(),
            evidence: words::calculation(&hazard.operation, &operands, &result),
            operands,
            result,
            outcome: kill.outcome.clone(),
            returned,
            after,
            called_before: self.history(kill),
            judgement,
        }
    }
}
