//! The record of a specification, as suites and reports hold it.

use expr::fpcore;
use expr::spec::{Bound, Fixed, Format, Input, OutOfDomain, Specification};
use mutation::Canonical;
use rug::Rational;
use suite::{AccuracyRecord, ArgumentRecord, BoundRecord, FormatRecord, PolicyRecord, SpecRecord};

/// The specification as a suite holds it.
pub fn spec_record(spec: &Specification, canonical: &Canonical<'_>, sha256: &str) -> SpecRecord {
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
    let bound = |b: &Option<Bound>| {
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
