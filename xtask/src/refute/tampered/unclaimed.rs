//! What is in a suite and is no claim that `verify` could check. The manual names the same fields.

/// A field, the ways to change it that go unnoticed (all, if none is named), and why.
type UnclaimedRow = (&'static str, &'static [&'static str], &'static str);

const ROWS: &[UnclaimedRow] = &[
    ("tool", &[], "who wrote the file"),
    ("command", &[], "how it was made"),
    ("seed", &[], "how it was made"),
    ("spec.sha256", &[], "about a file that is not there"),
    (
        "spec.defined_share",
        &[],
        "a count over inputs that are not in the file",
    ),
    (
        "spec.defined_share.defined",
        &[],
        "a count over inputs that are not in the file",
    ),
    (
        "spec.defined_share.probed",
        &[],
        "a count over inputs that are not in the file",
    ),
    ("mutants", &["another order"], "the order says nothing"),
    ("mutants[].killed_by", &["another order", "an element twice"], "a set"),
    (
        "mutants[].evidence",
        &["another of its kind"],
        "evidence that holds for this mutant, too, or it is noticed",
    ),
    (
        "mutants[].evidence.of",
        &["another of its kind"],
        "another mutant that is the same function, or it is noticed",
    ),
    (
        "tests[].inputs",
        &["another of its kind"],
        "another input at which all that is said holds, or it is noticed",
    ),
    (
        "tests[].inputs[]",
        &["another of its kind"],
        "another input at which all that is said holds, or it is noticed",
    ),
    (
        "mutants[].evidence.test",
        &["another of its kind"],
        "another test that kills it, or it is noticed",
    ),
    ("mutants[].evidence.rules", &[], "how a proof was found"),
    ("mutants[].evidence.rules[]", &[], "how a proof was found"),
    ("mutants[].evidence.boxes", &[], "how long a search was"),
    ("mutants[].evidence.reason", &[], "why a search ended"),
    ("mutants[].evidence.closest", &[], "how near a search came"),
    ("tests", &["another order"], "the order says nothing"),
    ("tests[].kills", &["another order", "an element twice"], "a set"),
    ("tests[].objectives", &["another order", "an element twice"], "a set"),
    ("summary.operators", &["another order"], "the order says nothing"),
];

/// Fields that may be absent, and are no claim where they are not.
pub const OPTIONAL: &[&str] = &["defined_share", "closest"];

/// Why a change in a place need not be noticed.
pub fn reason(place: &str, change: &str) -> Option<&'static str> {
    let fits = |row: &&UnclaimedRow| row.0 == place && (row.1.is_empty() || row.1.contains(&change));
    ROWS.iter().find(fits).map(|row| row.2)
}
