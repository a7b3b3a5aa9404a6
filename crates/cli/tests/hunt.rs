//! `lydian hunt` from the outside: right programs, wrong ones, faults in small places, and hostile code.

mod common;

use common::Bench;
use suite::hunt::HuntReport;

const EXPM1: &str = "spec growth(x in [-30, 30]) accuracy ulps 2 outside unspecified { exp(x) - 1 }\n";

fn bench(program: &str) -> Bench {
    let bench = Bench::new();
    bench.write("s.lyd", EXPM1);
    bench.write("p.c", format!("#include <math.h>\n#include <stdlib.h>\n{program}\n"));
    bench
}

fn report(bench: &Bench) -> HuntReport {
    HuntReport::from_json(&std::fs::read_to_string(bench.path("hunt.json")).unwrap()).unwrap()
}

#[test]
fn right_code_passes_and_its_largest_error_is_told() {
    let bench = bench("double f(double x) { return expm1(x); }");
    let run = bench.lydian("hunt s.lyd --subject p.c:f --calls 20000").expect(0);
    assert!(run.out.contains("every answer is acceptable"), "{}", run.out);
    let report = report(&bench);
    assert_eq!((report.calls, report.failed, report.unjudged), (20_000, 0, 0));
    // No double nearer than half a unit was right all the time, and the margin is two.
    let worst = report.worst.unwrap().ulps.unwrap();
    assert!(worst > 0.5 && worst < 2.0, "{worst}");
    assert!(
        report
            .cells
            .iter()
            .all(|cell| cell.ulps.is_none_or(|ulps| ulps <= worst))
    );
}

#[test]
fn faults_are_found_where_they_are() {
    let table = [
        ("naive", "return exp(x) - 1;"),
        (
            "a digit lost between 12 and 12.01",
            "return expm1(x) * (x > 12 && x < 12.01 ? 1 + 1e-14 : 1);",
        ),
        ("one number", "return x == 10 ? 22025 : expm1(x);"),
        ("no number", "return x > 29.5 ? NAN : expm1(x);"),
        ("a crash", "if (x == 0) abort(); return expm1(x);"),
    ];
    for (what, body) in table {
        let bench = bench(&format!("double f(double x) {{ {body} }}"));
        let run = bench
            .lydian("hunt s.lyd --subject p.c:f --calls 30000 --html h.html")
            .expect(1);
        assert!(run.out.contains("not acceptable"), "{what}: {}", run.out);
        let report = report(&bench);
        assert!(report.failed > 0 && !report.failures.is_empty(), "{what}");
        assert!(
            std::fs::read_to_string(bench.path("h.html"))
                .unwrap()
                .contains("pillar bad"),
            "{what}"
        );
    }
}

#[test]
fn failing_inputs_are_made_simple() {
    let bench = bench("double f(double x) { return x > 3 && x < 4 ? 7 : expm1(x); }");
    bench.lydian("hunt s.lyd --subject p.c:f --calls 5000").expect(1);
    let digits = |text: &str| text.trim_matches('0').trim_end_matches('.').len();
    let report = report(&bench);
    let simplest = report.failures.iter().map(|f| digits(&f.test.inputs[0].decimal)).min();
    assert!(simplest <= Some(4), "{simplest:?}");
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    let bench = bench("double f(double x) { return exp(x) - 1; }");
    let hunt = |seed: u64| {
        bench
            .lydian(&format!("hunt s.lyd --subject p.c:f --calls 5000 --seed {seed}"))
            .expect(1);
        std::fs::read_to_string(bench.path("hunt.json")).unwrap()
    };
    let first = hunt(3);
    assert_eq!(first, hunt(3));
    assert_ne!(first, hunt(4));
}

#[test]
fn conditions_between_inputs_are_kept() {
    let bench = Bench::new();
    bench.write(
        "s.lyd",
        "spec d(a in [0, 1], b in [0, 1]) where a < b and b < a + 1e-6 accuracy 1e-9 outside unspecified { (b - a)*1e6 }\n",
    );
    bench.write(
        "p.c",
        "double f(double a, double b) { return a < b && b - a < 1.1e-6 ? (b - a) * 1e6 : 1e9; }\n",
    );
    bench.lydian("hunt s.lyd --subject p.c:f --calls 3000").expect(0);
    assert_eq!(report(&bench).calls, 3000);
}

#[test]
fn what_cannot_be_used_is_refused() {
    let bench = bench("double f(double x) { return expm1(x); }");
    bench.write("two.lyd", format!("{EXPM1}{}", EXPM1.replace("growth", "other")));
    bench.write("none.lyd", "spec n(x in [-2, -1]) accuracy 1e-9 { sqrt(x) }\n");
    bench
        .lydian("hunt two.lyd --subject p.c:f")
        .expect(2)
        .complains("--core");
    bench
        .lydian("hunt none.lyd --subject p.c:f")
        .expect(2)
        .complains("no input of its domain was found that has a value");
    bench
        .lydian("hunt s.lyd --subject p.c:g")
        .expect(4)
        .complains("no function `g`");
    bench
        .lydian("hunt missing.lyd --subject p.c:f")
        .expect(2)
        .complains("missing.lyd");
}
