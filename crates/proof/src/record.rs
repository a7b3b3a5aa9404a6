//! The record of a specification, as suites and reports hold it, and the specification that such a record is of.

use expr::ast::Core;
use expr::fpcore;
use expr::spec::{Defaults, Fixed, Format, Input, OutOfDomain, RangeBound, Specification};
use mutation::CanonicalCore;
use rug::Rational;
use suite::{AccuracyRecord, ArgumentRecord, BoundRecord, FormatRecord, PolicyRecord, SpecRecord};

/// The specification as a suite holds it.
pub fn spec_record(spec: &Specification, canonical: &CanonicalCore<'_>, sha256: &str) -> SpecRecord {
    let number = |q: &Option<Rational>| q.as_ref().map(fpcore::number_text);
    SpecRecord {
        name: spec.name.clone(),
        fpcore: canonical.text().into(),
        sha256: sha256.into(),
        arguments: spec.inputs.iter().map(argument).collect(),
        output: format(spec.output),
        accuracy: AccuracyRecord {
            relative: number(&spec.accuracy.relative),
            absolute: number(&spec.accuracy.absolute),
            ulps: number(&spec.accuracy.ulps),
            rounded: spec.accuracy.rounded,
        },
        out_of_domain: match spec.out_of_domain {
            OutOfDomain::Reject => PolicyRecord::Reject,
            OutOfDomain::Clamp => PolicyRecord::Clamp,
            OutOfDomain::Unspecified => PolicyRecord::Unspecified,
        },
        defined_share: None,
    }
}

fn argument(input: &Input) -> ArgumentRecord {
    let bound = |b: &Option<RangeBound>| {
        b.as_ref().map(|b| BoundRecord {
            value: fpcore::number_text(&b.value),
            strict: b.strict,
        })
    };
    ArgumentRecord {
        name: input.name.clone(),
        format: format(input.format),
        lo: bound(&input.lo),
        hi: bound(&input.hi),
    }
}

fn format(f: Format) -> FormatRecord {
    match f {
        Format::Binary64 => FormatRecord::Binary64,
        Format::Binary32 => FormatRecord::Binary32,
        Format::Fixed(Fixed { scale, bits }) => FormatRecord::Fixed { scale, bits },
    }
}

/// The specification of a text that stands on its own.
pub fn specification(text: &str) -> Result<Specification, String> {
    Specification::from_core(&single_core(text)?, &Defaults::default()).map_err(|why| first_line(&why.to_string()))
}

/// The only core of a text.
pub fn single_core(text: &str) -> Result<Core, String> {
    let mut cores = fpcore::read(text).map_err(|why| first_line(&why.to_string()))?;
    match (cores.pop(), cores.is_empty()) {
        (Some(core), true) => Ok(core),
        _ => Err("there is not exactly one FPCore".into()),
    }
}

/// What a complaint of several lines begins with.
pub fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or("unreadable").into()
}
