//! What a suite says about its specification and its mutants, against what follows from the text of the specification.

use super::report::VerifyReport;
use expr::ast::{Core, Expr};
use expr::fpcore;
use expr::spec::{Defaults, Format, OutOfDomain, RangeBound, Specification};
use mutation::{CanonicalCore, Mutant, MutantPlace, MutationOperator};
use rug::Rational;
use std::collections::BTreeMap;
use suite::{ArgumentRecord, BoundRecord, FormatRecord, MutantRecord, PolicyRecord, SpecRecord, Suite};

/// Formulas of more nodes are not mutated: their mutants would not fit into memory.
const MAX_NODES: usize = 20_000;

/// The only core of a text.
pub(super) fn single_core(text: &str) -> Result<Core, String> {
    let mut cores = fpcore::read(text).map_err(|complaints| first_line(&complaints.to_string()))?;
    match (cores.pop(), cores.is_empty()) {
        (Some(core), true) => Ok(core),
        _ => Err("there is not exactly one FPCore".into()),
    }
}

/// The specification of a text that stands on its own.
pub(super) fn specification(text: &str) -> Result<Specification, String> {
    let core = single_core(text)?;
    Specification::from_core(&core, &Defaults::default()).map_err(|complaints| first_line(&complaints.to_string()))
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or("unreadable").into()
}

/// Notes everywhere that the record departs from the text of the specification.
pub(super) fn check_spec(record: &SpecRecord, spec: &Specification, report: &mut VerifyReport) {
    let mut claim = |holds: bool, message: String| {
        if !holds {
            report.note("spec", message);
        }
    };
    claim(
        record.name == spec.name,
        format!("its FPCore is called `{}`", spec.name),
    );
    claim(
        same_format(record.output, spec.output),
        "`output` is not the format of its FPCore".into(),
    );
    claim(
        same_policy(record.out_of_domain, spec.out_of_domain),
        format!(
            "its FPCore says `{}` for inputs out of the domain",
            spec.out_of_domain.name()
        ),
    );
    for (name, written, read) in [
        ("relative", &record.accuracy.relative, &spec.accuracy.relative),
        ("absolute", &record.accuracy.absolute, &spec.accuracy.absolute),
        ("ulps", &record.accuracy.ulps, &spec.accuracy.ulps),
    ] {
        claim(
            same_number(written.as_deref(), read.as_ref()),
            format!("the {name} accuracy is not that of its FPCore"),
        );
    }
    claim(
        record.accuracy.rounded == spec.accuracy.rounded,
        "whether results must be correctly rounded is not as its FPCore says".into(),
    );
    claim(
        record.arguments.len() == spec.inputs.len(),
        "it has another number of arguments than its FPCore".into(),
    );
    for (written, input) in record.arguments.iter().zip(&spec.inputs) {
        let same =
            written.name == input.name && same_format(written.format, input.format) && same_range(written, input);
        claim(
            same,
            format!("the argument `{}` is not that of its FPCore", written.name),
        );
    }
}

fn same_range(written: &ArgumentRecord, input: &expr::spec::Input) -> bool {
    same_bound(written.lo.as_ref(), input.lo.as_ref()) && same_bound(written.hi.as_ref(), input.hi.as_ref())
}

fn same_bound(written: Option<&BoundRecord>, read: Option<&RangeBound>) -> bool {
    match (written, read) {
        (Some(written), Some(read)) => {
            written.strict == read.strict && same_number(Some(&written.value), Some(&read.value))
        }
        (None, None) => true,
        _ => false,
    }
}

fn same_number(written: Option<&str>, read: Option<&Rational>) -> bool {
    match (written, read) {
        (Some(written), Some(read)) => fpcore::parse_number(written).is_ok_and(|q| q == *read),
        (None, None) => true,
        _ => false,
    }
}

fn same_format(written: FormatRecord, read: Format) -> bool {
    match (written, read) {
        (FormatRecord::Binary64, Format::Binary64) | (FormatRecord::Binary32, Format::Binary32) => true,
        (FormatRecord::Fixed { scale, bits }, Format::Fixed(fixed)) => (scale, bits) == (fixed.scale, fixed.bits),
        _ => false,
    }
}

fn same_policy(written: PolicyRecord, read: OutOfDomain) -> bool {
    let written = match written {
        PolicyRecord::Reject => OutOfDomain::Reject,
        PolicyRecord::Clamp => OutOfDomain::Clamp,
        PolicyRecord::Unspecified => OutOfDomain::Unspecified,
    };
    written == read
}

/// Notes mutants that were left out, made up or changed.
pub(super) fn check_mutants(suite: &Suite, spec: &Specification, report: &mut VerifyReport) {
    if nodes(&spec.core.body) > MAX_NODES {
        report.note(
            "spec",
            format!("its formula has more than {MAX_NODES} nodes: its mutants cannot be made again"),
        );
        return;
    }
    let mut recorded: BTreeMap<&str, &MutantRecord> = suite.mutants.iter().map(|m| (m.id.as_str(), m)).collect();
    let canonical = CanonicalCore::new(spec);
    // Operator by operator, so that not all of them are in memory at once.
    for operator in operators(suite) {
        for mutant in operator.mutants(spec) {
            match recorded.remove(mutant.id.as_str()) {
                None => report.note(
                    place(&mutant.id),
                    "it is missing: the operators make it, the suite does not list it",
                ),
                Some(record) => check_mutant(record, &mutant, &canonical, report),
            }
        }
    }
    let rest = suite.mutants.iter().filter(|m| recorded.contains_key(m.id.as_str()));
    for record in rest {
        match MutantPlace::of_id(spec, &record.id) {
            Some(at) => check_mutant(record, &at.mutant(spec), &canonical, report),
            None => report.note(place(&record.id), "no operator makes this mutant"),
        }
    }
}

/// The operators whose mutants must all be listed: those of the formula; pairs if there are any; faults of programs if there
/// are any of them or of places.
/// Mutants at places follow from their identifiers, and no list of places is the only one.
fn operators(suite: &Suite) -> Vec<MutationOperator> {
    let has = |operator: MutationOperator| suite.mutants.iter().any(|m| m.operator == operator.name());
    let mut of_programs = MutationOperator::PROGRAMS.into_iter().chain(MutationOperator::PLACED);
    let has_programs = of_programs.any(has);
    let mut all = MutationOperator::ALL.to_vec();
    all.extend(has(MutationOperator::Pair).then_some(MutationOperator::Pair));
    all.extend(MutationOperator::PROGRAMS.into_iter().filter(|_| has_programs));
    all
}

fn nodes(e: &Expr) -> usize {
    1 + e.children().into_iter().map(nodes).sum::<usize>()
}

fn check_mutant(record: &MutantRecord, mutant: &Mutant, canonical: &CanonicalCore<'_>, report: &mut VerifyReport) {
    let expected = canonical.mutant_text(mutant);
    let same = record.fpcore == expected || reprinted(&record.fpcore) == reprinted(&expected);
    for (holds, message) in [
        (
            record.operator == mutant.operator.name(),
            "its operator is not the one that makes it",
        ),
        (
            record.objective == mutant.objective().name(),
            "its objective is not that of its operator",
        ),
        (
            record.description == mutant.description,
            "its description is not what its operator says",
        ),
        (same, "its `fpcore` is not the text that its operator makes"),
    ] {
        if !holds {
            report.note(place(&record.id), message);
        }
    }
}

/// The text as the printer writes it; `None` is equal to nothing readable.
fn reprinted(text: &str) -> Option<String> {
    single_core(text).ok().map(|core| fpcore::print(&core))
}

/// Where a problem of a mutant is.
pub(super) fn place(id: &str) -> String {
    format!("mutant {id}")
}
