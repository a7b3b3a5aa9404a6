//! Mutants that are called equivalent or duplicate, and are not.

use super::support::*;

#[test]
fn false_equivalences_are_caught() {
    check_rows(
        &sum_suite(),
        &[
            (
                "covering",
                |s| claim_equivalent(s, "binary:0:add-to-sub", COVERING),
                "mutant binary:0:add-to-sub",
                "it is not equivalent: the input",
            ),
            (
                "identity",
                |s| claim_equivalent(s, "add:1:mul", IDENTITY),
                "mutant add:1:mul",
                "it is not equivalent: the input",
            ),
            (
                "precision",
                |s| claim_equivalent(s, "accuracy:3-bits", COVERING),
                "mutant accuracy:3-bits",
                "it is not equivalent: the input",
            ),
            (
                "a wider box",
                |s| claim_equivalent(s, "bounds:x:lower-outward", COVERING),
                "mutant bounds:x:lower-outward",
                "it is not equivalent: the input",
            ),
            (
                "a narrower box",
                |s| claim_equivalent(s, "bounds:x:upper-inward", COVERING),
                "mutant bounds:x:upper-inward",
                "it is not equivalent: the input",
            ),
            (
                "duplicate",
                |s| claim_duplicate(s, "binary:0:add-to-sub", "binary:0:add-to-mul"),
                "mutant binary:0:add-to-sub",
                "it is not a duplicate of binary:0:add-to-mul: the input",
            ),
            (
                "another sort",
                |s| claim_duplicate(s, "binary:0:add-to-sub", "bounds:x:lower-outward"),
                "mutant binary:0:add-to-sub",
                "not faults of one sort",
            ),
            (
                "other boxes",
                |s| claim_duplicate(s, "bounds:x:upper-inward", "bounds:x:lower-outward"),
                "mutant bounds:x:upper-inward",
                "their boxes",
            ),
        ],
    );
}
