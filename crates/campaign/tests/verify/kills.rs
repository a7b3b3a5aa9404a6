//! Kills that are none.

use super::support::*;
use suite::{How, MutantEvidence, Suite};

#[test]
fn false_kills_are_caught() {
    let how = |s: &mut Suite, id: &str, how: How| {
        let m = mutant(s, id);
        m.evidence = MutantEvidence::Kill {
            test: m.killed_by[0].clone(),
            how,
        };
    };
    let sum = sum_suite();
    check_rows(
        &sum,
        &[
            (
                "the same values",
                |s| claim_kill(s, "add:1:fmax", "T1", How::Disjoint),
                "mutant add:1:fmax",
                "the test T1 does not kill it: some output is acceptable for both",
            ),
            (
                "accurate enough",
                |s| claim_kill(s, "accuracy:3-bits", "T1", How::Inaccurate),
                "mutant accuracy:3-bits",
                "the test T1 does not kill it: what it computes is acceptable",
            ),
            (
                "rejected by both",
                |s| claim_kill(s, "binary:0:add-to-sub", "T3", How::Disjoint),
                "mutant binary:0:add-to-sub",
                "rejects this input as well",
            ),
            (
                "accepted by both",
                |s| claim_kill(s, "bounds:x:upper-inward", "T1", How::Rejects),
                "mutant bounds:x:upper-inward",
                "lies in the domain of the mutant",
            ),
            (
                "accepted by neither",
                |s| s.tests[2].inputs = at(2.3),
                "mutant bounds:x:upper-outward",
                "not one that only the mutant accepts",
            ),
            (
                "the other side",
                |s| s.tests[0].kills.push("add:1:fmax".into()),
                "mutant add:1:fmax",
                "the test T1 does not kill it",
            ),
        ],
    );
    check_caught(
        &sum,
        "manner",
        |s| how(s, "add:1:asin", How::Disjoint),
        "mutant add:1:asin",
        "in another way",
    );
    check_rows(
        &root_suite(),
        &[(
            "both undefined",
            |s| claim_kill(s, "unary:0:sqrt-to-log", "U1", How::Definedness),
            "mutant unary:0:sqrt-to-log",
            "the test U1 does not kill it",
        )],
    );
    check_rows(
        &clamped_suite(),
        &[(
            "moved to the same place",
            |s| claim_kill(s, "bounds:x:upper-outward", "C2", How::Disjoint),
            "mutant bounds:x:upper-outward",
            "both domains answer for the same input",
        )],
    );
}
