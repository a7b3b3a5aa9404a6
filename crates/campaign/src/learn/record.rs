//! A finished campaign as plain data.

use super::LearnCampaign;
use super::caller::{Caller, TestRun};
use super::hunt::{Hunt, HuntResult, Made};
use super::picture::sample_surface;
use super::simplify::Simplified;
use super::terms::Terms;
use expr::contract::{Clause, ContractInput};
use expr::diagnostic::SourceText;
use suite::Hex;
use suite::hex;
use suite::learn::{
    CalledSubject, ClauseRecord, ContractRecord, LearnCounts, LearnInput, LearnMethod, LearnReport, LearnTest,
    ViolationRecord,
};

/// The report of a campaign.
pub fn make_report(
    campaign: &LearnCampaign,
    terms: &Terms,
    hunt: &Hunt,
    caller: &Caller,
    found: HuntResult,
    violation: Option<Simplified>,
) -> LearnReport {
    let learnt = campaign.settings.method == LearnMethod::Learn;
    LearnReport {
        format: LearnReport::FORMAT.into(),
        version: LearnReport::VERSION,
        tool: campaign.tool.clone(),
        command: campaign.command.clone(),
        seed: campaign.settings.seed,
        method: campaign.settings.method,
        contract: contract(campaign),
        subjects: subjects(caller),
        end: found.end,
        counts: counts(hunt, caller, &found),
        binades: found.binades.record(terms.contract.axes()),
        violation: violation.map(|v| violation_record(campaign, v)),
        convergence: found.convergence,
        tests: found.kept.iter().map(test).collect(),
        surface: sample_surface(campaign.contract, &hunt.learner)
            .filter(|_| learnt && !terms.contract.axes().is_empty()),
    }
}

fn contract(campaign: &LearnCampaign) -> ContractRecord {
    let LearnCampaign { contract, source, .. } = campaign;
    let input = |input: &ContractInput| LearnInput {
        name: input.name.clone(),
        lo: Hex(input.lo),
        hi: Hex(input.hi),
        integer: input.integer,
    };
    let (start, end) = (contract.span.start as usize, contract.span.end as usize);
    ContractRecord {
        name: contract.name.clone(),
        file: source.name.into(),
        line: source.position(contract.span.start).0,
        text: source.text.get(start..end).unwrap_or_default().into(),
        inputs: contract.inputs.iter().map(input).collect(),
        outputs: contract.outputs.iter().map(|o| o.name.clone()).collect(),
        requires: contract.requires.iter().map(|c| clause(source, c)).collect(),
        ensures: contract.ensures.iter().map(|c| clause(source, c)).collect(),
    }
}

fn clause(source: &SourceText, clause: &Clause) -> ClauseRecord {
    ClauseRecord {
        text: clause.text.clone(),
        line: source.position(clause.span.start).0,
    }
}

fn subjects(caller: &Caller) -> Vec<CalledSubject> {
    let one = |called: &super::Called| CalledSubject {
        function: called.function.clone(),
        subject: called.subject.record().clone(),
    };
    caller.subjects().iter().map(one).collect()
}

fn counts(hunt: &Hunt, caller: &Caller, found: &HuntResult) -> LearnCounts {
    let progress = hunt.learner.progress();
    LearnCounts {
        tests: found.tests,
        calls: caller.made,
        by_models: progress.violation_tests,
        undecided: found.undecided,
        models: progress.models as u64,
        retired: progress.retired,
        questions: progress.questions,
        excluded: progress.excluded,
    }
}

fn test(made: &Made) -> LearnTest {
    let hexes = |values: &[f64]| values.iter().map(|&x| Hex(x)).collect();
    let outputs = match &made.run {
        TestRun::Values(values) => hexes(values),
        _ => vec![],
    };
    LearnTest {
        input: hexes(&made.input),
        outputs,
        ended: made.run.ended(),
        why: made.why,
    }
}

fn violation_record(campaign: &LearnCampaign, found: Simplified) -> ViolationRecord {
    let broken = found.broken.iter().filter_map(|&n| campaign.contract.ensures.get(n));
    ViolationRecord {
        again: again(campaign, &found.test.input),
        test: test(&found.test),
        first: test(&found.first),
        shrinking: found.shrinking,
        repeats: found.repeats,
        holds_rounded: found.holds_rounded,
        breach: found.breach,
        broken: broken.map(|c| clause(&campaign.source, c)).collect(),
    }
}

/// The command that runs one input.
fn again(campaign: &LearnCampaign, input: &[f64]) -> String {
    let names = campaign.contract.inputs.iter().map(|i| &i.name);
    let values = names.zip(input).map(|(name, &x)| format!("{name}={}", hex::format(x)));
    // Names that templates make have an apostrophe, as in x'.
    format!("{} --at \"{}\"", campaign.again, values.collect::<Vec<_>>().join(" "))
}
