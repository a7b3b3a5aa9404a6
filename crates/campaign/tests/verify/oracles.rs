//! Oracles that are wrong.

use super::support::*;
use suite::Expect;

#[test]
fn false_oracles_are_caught() {
    let (lo, hi) = (63.0f64 / 32.0, 65.0f64 / 32.0);
    assert_eq!((lo, hi), (1.96875, 2.03125));
    check_rows(
        &sum_suite(),
        &[
            (
                "low end",
                |s| s.tests[0].valid = range(1.96875f64.next_down(), 2.0),
                "test T1",
                "`valid.lo`",
            ),
            (
                "high end",
                |s| s.tests[0].valid = range(2.0, 2.03125f64.next_up()),
                "test T1",
                "`valid.hi`",
            ),
            (
                "below",
                |s| s.tests[0].invalid = invalid(1.96875, 3.0),
                "test T1",
                "`invalid.below`",
            ),
            (
                "above",
                |s| s.tests[0].invalid = invalid(1.0, 2.03125),
                "test T1",
                "`invalid.above`",
            ),
            (
                "all below",
                |s| s.tests[0].invalid = invalid(f64::INFINITY, 3.0),
                "test T1",
                "`invalid.below`",
            ),
            (
                "infinite",
                |s| s.tests[0].valid = range(2.0, f64::INFINITY),
                "test T1",
                "`valid.hi`",
            ),
            (
                "enclosure",
                |s| s.tests[0].enclosure = enclosure("2.1", "3"),
                "test T1",
                "`enclosure`",
            ),
            (
                "reversed",
                |s| s.tests[1].enclosure = enclosure("3", "2"),
                "test T2",
                "`enclosure`",
            ),
            (
                "unreadable",
                |s| s.tests[1].enclosure = enclosure("two", "3"),
                "test T2",
                "cannot be read",
            ),
            ("missing", |s| s.tests[1].invalid = None, "test T2", "lacks one of"),
            (
                "outside",
                |s| s.tests[0].inputs = at(0.5),
                "test T1",
                "`x` lies outside the domain",
            ),
            (
                "infinity",
                |s| s.tests[0].inputs = at(f64::INFINITY),
                "test T1",
                "not a finite",
            ),
            (
                "no inputs",
                |s| s.tests[0].inputs.clear(),
                "test T1",
                "number of inputs",
            ),
            (
                "inside",
                |s| s.tests[2].inputs = at(1.5),
                "test T3",
                "within the ranges",
            ),
            (
                "policy",
                |s| s.tests[2].expect = Expect::Undefined,
                "test T3",
                "the policy `reject` asks for",
            ),
            (
                "rejection",
                |s| s.tests[0].expect = Expect::Reject,
                "test T1",
                "a rejection of an input of the domain",
            ),
            (
                "undefined",
                |s| s.tests[0].expect = Expect::Undefined,
                "test T1",
                "has a value",
            ),
        ],
    );
    check_rows(
        &root_suite(),
        &[
            (
                "value",
                |s| s.tests[1].inputs = at(0.0),
                "test U2",
                "is undefined at its input",
            ),
            (
                "precondition",
                |s| s.tests[1].inputs = at(3.0),
                "test U2",
                "the precondition does not hold",
            ),
            (
                "an ulp too low",
                |s| s.tests[2].valid = range(1.5f64.sqrt() - 2.0 * f64::EPSILON, 1.23),
                "test U3",
                "`valid.lo`",
            ),
            (
                "an ulp too far in",
                |s| s.tests[2].invalid = invalid(1.5f64.sqrt() - f64::EPSILON, 1.23),
                "test U3",
                "`invalid.below`",
            ),
        ],
    );
    check_rows(
        &clamped_suite(),
        &[
            (
                "not moved",
                |s| s.tests[0].enclosure = enclosure("4.2", "4.2"),
                "test C1",
                "`enclosure`",
            ),
            (
                "rejected",
                |s| s.tests[0].expect = Expect::Reject,
                "test C1",
                "the policy `clamp` asks for",
            ),
        ],
    );
}
