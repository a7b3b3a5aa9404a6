//! The end of `stress`: as plain text, worst line first, and as findings for code hosts.

use crate::sarif::{self, Finding, FindingLevel, SarifRule};
use crate::words::{count, history, values};
use suite::stress::{
    Correctness, Death, ReferenceJudgement, Severity, StressFate, StressMutant, StressReport, StressValue,
};

/// A report for a terminal.
pub fn stress_report(report: &StressReport) -> String {
    let mut out = headline(report);
    for line in report.lines() {
        out += &format!("\n{}:{}: {}\n", line[0].file, line[0].line, line[0].text);
        line.iter().for_each(|mutant| out += &finding(mutant));
    }
    for ending in &report.endings {
        out += &format!(
            "
! {} on {}
",
            ending.what,
            values(&ending.values)
        );
    }
    let further = report.further.as_ref().filter(|further| further.summary.total > 0);
    let further = further.map_or(String::new(), |further| format!("\n{}", crate::cover::further(further)));
    out + &further + &others(report) + &open_ends(report)
}

/// What nothing is claimed about, and why.
fn open_ends(report: &StressReport) -> String {
    let mut out = String::new();
    for place in &report.unwatched {
        out += &format!(
            "not watched {}:{}:{}: {}\n",
            place.file, place.line, place.column, place.what
        );
    }
    if let Some(why) = &report.withheld {
        out += &format!("no proofs  {why}\n");
    }
    match out.is_empty() {
        true => out,
        false => format!("\n{out}"),
    }
}

/// The counts in one line, and what returned values were compared with in another.
fn headline(report: &StressReport) -> String {
    let counts = report.summary;
    let wrong = match counts.wrong {
        0 => String::new(),
        n => format!(", {n} with a wrong returned value"),
    };
    let mut out = format!(
        "{}: {}: {} killed, {} proved harmless, {} undecided; {}{wrong}; {} calls\n",
        report.function,
        count(counts.total as usize, "mutant"),
        counts.killed,
        counts.equivalent,
        counts.undecided,
        count(counts.findings as usize, "finding"),
        report.calls
    );
    if let Some(reference) = &report.reference {
        out += &format!("compared with {}: {}\n", reference.name, reference.rule);
    }
    out
}

fn finding(mutant: &StressMutant) -> String {
    let Some(death) = mutant.death() else {
        return String::new();
    };
    format!(
        "  {} at column {}, {} {}: {}{}\n    input     {}\n    there     {}\n    returned  {}\n    why       {}\n",
        mutant.id,
        mutant.column,
        mutant.kind,
        mutant.operation,
        mutant.condition,
        if mutant.undefined { " (undefined behaviour)" } else { "" },
        inputs(&death.input) + &history(&death.called_before),
        death.evidence,
        returned(death),
        mutant.why
    )
}

/// The numbers of an input, each with its exact form.
fn inputs(values: &[StressValue]) -> String {
    let one = |v: &StressValue| format!("{} = {} ({})", v.name, v.decimal, v.hex);
    match values.is_empty() {
        true => "none".into(),
        false => values.iter().map(one).collect::<Vec<_>>().join(", "),
    }
}

/// What came back, and what the reference says about it.
pub(crate) fn returned(death: &Death) -> String {
    match &death.judgement {
        None => death.returned.clone(),
        Some(ReferenceJudgement { verdict, expected }) => match verdict {
            Correctness::Wrong => format!("{}, and this is wrong: the reference says {expected}", death.returned),
            Correctness::Right => format!("{}, as the reference says", death.returned),
            Correctness::Unknown => format!("{}; the reference says {expected}", death.returned),
        },
    }
}

/// Mutants that are no findings: a line each, and those with the same proof together.
fn others(report: &StressReport) -> String {
    let (mut out, mut proofs) = (String::new(), Vec::<(String, Vec<&str>)>::new());
    for mutant in report.mutants.iter().filter(|m| !m.finding) {
        let (word, what) = end(mutant);
        if let StressFate::Equivalent { .. } = mutant.fate {
            add(&mut proofs, what, &mutant.id);
        } else {
            let place = format!("{}:{}:{}", mutant.file, mutant.line, mutant.column);
            out += &format!("{word:<10} {:<12} {place}: {}: {what}\n", mutant.id, mutant.condition);
        }
    }
    for (proof, ids) in proofs {
        out += &format!("harmless   {}: {proof}\n", ids.join(" "));
    }
    match out.is_empty() {
        true => out,
        false => format!("\n{out}"),
    }
}

/// Adds a mutant to those with the same proof.
fn add<'a>(proofs: &mut Vec<(String, Vec<&'a str>)>, proof: String, id: &'a str) {
    match proofs.iter_mut().find(|(known, _)| *known == proof) {
        Some((_, ids)) => ids.push(id),
        None => proofs.push((proof, vec![id])),
    }
}

/// What became of a mutant: a word and a reason.
pub(crate) fn end(mutant: &StressMutant) -> (&'static str, String) {
    match &mutant.fate {
        StressFate::Killed(death) if !death.after.is_empty() => {
            let others = death.after.join(" ");
            ("killed", format!("{}, after {others} in the same run", death.evidence))
        }
        StressFate::Killed(death) => ("killed", death.evidence.clone()),
        StressFate::Equivalent { evidence } => ("harmless", evidence.clone()),
        StressFate::Undecided { evidence, .. } => ("undecided", evidence.clone()),
    }
}

/// All mutants of a function, a line each, before anything is tried.
pub fn stress_list(mutants: &[StressMutant]) -> String {
    let line = |m: &StressMutant| {
        let place = format!("{}:{}:{}", m.file, m.line, m.column);
        format!(
            "{:<12} {place}: {} {}: {}\n    {}\n",
            m.id, m.kind, m.operation, m.condition, m.text
        )
    };
    mutants.iter().map(line).collect()
}

/// The findings as SARIF; a rule is an operator.
pub fn stress_sarif(report: &StressReport) -> String {
    let mut rules: Vec<SarifRule> = Vec::new();
    for mutant in &report.mutants {
        if !rules.iter().any(|rule| rule.id == mutant.operator) {
            rules.push(SarifRule {
                id: &mutant.operator,
                description: &mutant.why,
            });
        }
    }
    rules.push(SarifRule {
        id: NO_RETURN,
        description: "The function does not return: it crashes, exits, throws or does not end.",
    });
    let mut findings: Vec<Finding> = report.lines().concat().into_iter().filter_map(sarif_finding).collect();
    findings.extend(report.endings.iter().map(|ending| Finding {
        rule: NO_RETURN,
        level: FindingLevel::Error,
        message: format!("{} {} on {}", report.function, ending.what, values(&ending.values)),
        file: Some(report.file.clone()),
        line: None,
        column: None,
        fingerprint: format!("{} {}", report.function, ending.what),
    }));
    sarif::log(&report.tool, &rules, &findings)
}

/// The rule of runs that do not return.
const NO_RETURN: &str = "no-return";

fn sarif_finding(mutant: &StressMutant) -> Option<Finding<'_>> {
    let death = mutant.death()?;
    let is_error = mutant.severity() <= Severity::Undefined;
    Some(Finding {
        rule: &mutant.operator,
        level: if is_error {
            FindingLevel::Error
        } else {
            FindingLevel::Warning
        },
        message: format!(
            "{}: {} on {}. Returned: {}. {}",
            mutant.condition,
            death.evidence,
            inputs(&death.input),
            returned(death),
            mutant.why
        ),
        file: Some(mutant.file.clone()),
        line: Some(mutant.line as usize),
        column: (mutant.column > 0).then_some(mutant.column as usize),
        fingerprint: format!("{} {} {}", mutant.function, mutant.operator, mutant.text),
    })
}
