//! Suites made by hand: true claims verify, and each kind of false claim is caught where it stands.

mod equivalences;
mod kills;
mod oracles;
mod statements;
mod support;

use expr::fpcore;
use expr::spec::Specification;
use suite::{How, MutantRecord, Suite, TestKind};
use support::*;
use verify::{VerifyOptions, verify};

#[test]
fn true_claims_verify() {
    let report = check_verified(&sum_suite());
    assert_eq!((report.oracles.proved, report.oracles.total()), (3, 3));
    assert_eq!((report.kills.proved, report.kills.total()), (5, 5));
    assert_eq!((report.equivalents.claims, report.equivalents.refuted), (2, 0));
    assert_eq!((report.duplicates.claims, report.duplicates.refuted), (1, 0));
    assert!(report.equivalents.points > 32 && report.duplicates.points > 16);
    check_verified(&root_suite());
    check_verified(&clamped_suite());
}

#[test]
fn what_cannot_be_decided_is_a_problem() {
    // log(exp x) = x is hidden from fractions, and its margin ends on a double.
    let text = "(FPCore (x) :pre (<= 1 x 2) :accuracy-rel 1/64 (log (exp x)))";
    let s = suite(
        text,
        vec![value_test(
            "T1",
            TestKind::Normal,
            1.0,
            (63.0 / 64.0, 65.0 / 64.0),
            ("1", "1"),
        )],
    );
    let report = run(&s);
    assert_eq!((report.oracles.undecided, report.oracles.total()), (1, 1));
    assert!(
        report.problems[0]
            .to_string()
            .starts_with("test T1: could not be proved again: that `valid.lo`")
    );
}

#[test]
fn endless_and_deep_formulas_end() {
    let endless = "(while (< 0 x) ([i 0 (+ i 1)]) i)";
    let nested = format!("{}x{}", "(sin ".repeat(1400), ")".repeat(1400));
    let wide = (0..12).fold("x".to_string(), |e, n| {
        format!("(let ((y{n} {e})) (exp (exp (* y{n} y{n}))))")
    });
    for body in [endless, &nested, &wide] {
        let text = format!("(FPCore (x) :pre (<= 1 x 2) :accuracy-rel 1/64 {body})");
        let spec = specification(&text);
        let tests = vec![value_test("T1", TestKind::Normal, 1.0, (1.0, 1.0), ("1", "1"))];
        let few = open_mutants_of_size(&spec);
        let report = run(&Suite::new("test", "test", 0, spec_record(&spec), few, tests));
        assert!(!report.is_verified());
    }
}

/// The mutants, unless there are too many to make.
fn open_mutants_of_size(spec: &Specification) -> Vec<MutantRecord> {
    let text = fpcore::print(&spec.core);
    if text.len() < 2000 { open_mutants(spec) } else { vec![] }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let mut s = sum_suite();
    claim_equivalent(&mut s, "add:1:mul", IDENTITY);
    claim_kill(&mut s, "add:1:fmax", "T1", How::Disjoint);
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| verify(&s, &VerifyOptions::default()))
    };
    assert_eq!(with(1), with(4));
}
