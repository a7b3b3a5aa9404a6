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

#[test]
fn what_was_found_becomes_a_suite() {
    let bench = bench("double f(double x) { return x > 12 && x < 12.5 ? exp(x) : expm1(x); }");
    bench.write(
        "right.c",
        "#include <math.h>\ndouble f(double x) { return expm1(x); }\n",
    );
    bench
        .lydian("hunt s.lyd --subject p.c:f --calls 5000 --suite found.json")
        .expect(1);
    let text = std::fs::read_to_string(bench.path("found.json")).unwrap();
    let suite = suite::Suite::from_json(&text).unwrap();
    assert!(suite.tests.len() > 20 && suite.validate().is_empty());
    let first = &suite.tests[0];
    assert_eq!(first.objectives, ["answer of a hunt that is not acceptable"]);
    bench.lydian("verify found.json").expect(0);
    bench.lydian("check found.json --subject right.c:f").expect(0);
    bench.lydian("check found.json --subject p.c:f").expect(1);
    bench.lydian("emit found.json --to c --out found.c").expect(0);
}

#[test]
fn a_check_hunts_too() {
    let bench = bench("double f(double x) { return x > 12.3 && x < 12.301 ? exp(x) : expm1(x); }");
    bench.write(
        "right.c",
        "#include <math.h>\ndouble f(double x) { return expm1(x); }\n",
    );
    bench
        .lydian("generate s.lyd --out o --strength minimal --quiet")
        .expect(0);
    bench.lydian("check o/suite.json --subject p.c:f").expect(0);
    let hunted = "check o/suite.json --hunt 30000 --junit j.xml --html h.html --subject";
    let run = bench.lydian(&format!("{hunted} p.c:f")).expect(1);
    assert!(run.out.contains("Hunt (seed 1): 30000 calls"), "{}", run.out);
    assert!(run.out.contains("not acceptable"), "{}", run.out);
    let read = |file: &str| std::fs::read_to_string(bench.path(file)).unwrap();
    assert!(read("j.xml").contains("failures=\"1\"") && read("j.xml").contains("hunt: 30000 calls"));
    assert!(read("h.html").contains("id=\"hunt\""));
    let first = read("o/check.json");
    let report = suite::CheckReport::from_json(&first).unwrap();
    assert!(report.hunt.unwrap().failed > 0);
    bench.lydian(&format!("{hunted} p.c:f")).expect(1);
    assert_eq!(first, read("o/check.json"));
    let run = bench.lydian(&format!("{hunted} right.c:f")).expect(0);
    assert!(run.out.contains("every answer is acceptable"), "{}", run.out);
}

#[test]
fn two_programs_differ_or_not() {
    let bench = bench("double f(double x, float y) { return x * y + (x > 3 && x < 3.5 ? 1e-12 : 0); }");
    bench.write("b.c", "double f(double x, float y) { return x * y; }\n");
    let hunt = "hunt --subject p.c:f --range x=0:10 --range y=1:2 --calls 5000 --reference";
    let run = bench.lydian(&format!("{hunt} b.c:f --html d.html")).expect(0);
    assert!(
        run.out.contains("p.c:f and b.c:f in 5000 calls: they differ by up to"),
        "{}",
        run.out
    );
    for never in ["wrong", "acceptable", "margin", "error"] {
        assert!(!run.out.contains(never), "{never}: {}", run.out);
    }
    let found = report(&bench);
    let worst = found.worst.unwrap();
    let x = worst.inputs[0].hex.0;
    assert!(
        x > 3.0 && x < 3.5 && worst.reference.is_some() && found.failed == 0,
        "{x}"
    );
    assert!(found.map.is_some_and(|map| map.squares.len() > 100));
    let run = bench.lydian(&format!("{hunt} b.c:f --accuracy-ulps 2")).expect(1);
    assert!(run.out.contains("answers differ by more than 2 ulps"), "{}", run.out);
    assert!(!report(&bench).differences.is_empty());
    let run = bench.lydian(&format!("{hunt} p.c:f --accuracy-ulps 2")).expect(0);
    assert!(
        run.out.contains("no difference; none differs by more than 2 ulps"),
        "{}",
        run.out
    );
}

#[test]
fn a_difference_may_be_a_number_and_none() {
    let bench = bench("double f(double x) { return x > 9 ? NAN : log1p(x); }");
    bench.write("b.py", "import math\ndef f(x):\n    return math.log1p(x)\n");
    let hunt = "hunt s.lyd --subject p.c:f --reference b.py:f --calls 2000";
    bench.write("s.lyd", "spec l(x in [0, 10]) { log(1 + x) }\n");
    let run = bench.lydian(hunt).expect(0);
    assert!(
        run.out.contains("one answers with a number and the other does not"),
        "{}",
        run.out
    );
    bench.lydian(&format!("{hunt} --accuracy-rel 1e-6")).expect(1);
    assert!(report(&bench).differences.iter().all(|point| point.ulps.is_none()));
}

#[test]
fn without_a_specification_the_inputs_are_named() {
    let bench = bench("double f(double x) { return expm1(x); }");
    let table = [
        ("--subject p.c:f", 2, "SPEC"),
        (
            "--subject p.c:f --reference p.c:f",
            2,
            "--range NAME=LO:HI once for each",
        ),
        (
            "--subject p.c:f --reference p.c:f --range 0:1",
            2,
            "--range NAME=LO:HI once for each",
        ),
        (
            "--subject p.c:f --reference p.c:f --range x=1:0",
            2,
            "above the upper one",
        ),
        (
            "--subject p.c:f --reference p.c:f --range x-y=0:1",
            2,
            "write it as NAME=LO:HI",
        ),
        (
            "--subject p.c:f --reference p.c:f --range x=0:1 --range y=0:1",
            4,
            "1 argument",
        ),
        (
            "s.lyd --subject p.c:f --reference p.c:f --range x=0:1",
            2,
            "leave out the name",
        ),
        ("s.lyd --subject p.c:f --reference p.c:f --suite s.json", 2, "--suite"),
        ("s.lyd --subject p.c:f --reference q.c:f", 4, "q.c"),
    ];
    for (options, code, words) in table {
        bench.lydian(&format!("hunt {options}")).expect(code).complains(words);
    }
}

#[test]
fn every_path_of_the_code_has_its_worst() {
    // No spread of inputs meets this place by itself.
    let body = "if (x == 1.2345678901234567) return 9; if (x < -29) return 1.0 * expm1(x); return expm1(x);";
    let bench = bench(&format!("double f(double x) {{ {body} }}"));
    bench.lydian("hunt s.lyd --subject p.c:f --calls 3000").expect(0);
    let run = bench
        .lydian("hunt s.lyd --subject p.c:f --calls 3000 --paths")
        .expect(1);
    assert!(run.out.contains("Path by path"), "{}", run.out);
    let found = report(&bench);
    assert_eq!(found.paths.len(), 4);
    assert!(found.paths.iter().all(|path| path.worst.is_some() && path.line == 3));
    assert_eq!(found.failures[0].test.inputs[0].hex.0, 1.2345678901234567);
    // Every side is hunted, though few inputs take it: a quarter of the calls is shared by all.
    let equal = found.paths.iter().find(|path| path.side).unwrap();
    assert_eq!(equal.worst.as_ref().unwrap().inputs[0].hex.0, 1.2345678901234567);
    bench.write("p.py", "def f(x): return x\n");
    bench
        .lydian("hunt s.lyd --subject p.py:f --paths")
        .expect(2)
        .complains("--paths is for functions in C, C++ and Fortran");
}

#[test]
fn a_fault_on_a_side_that_few_inputs_take_is_hunted_there() {
    // A part in 10¹¹ of the domain, and only some floats of it are off.
    let body = "if (x > 7.3 && x < 7.3 + 3e-10) { \
                long k = (x - 7.3) * 0x1p50; return expm1(x) * (k % 37 == 5 ? 1 + 1e-13 : 1); } return expm1(x);";
    let bench = bench(&format!("double f(double x) {{ {body} }}"));
    bench.lydian("hunt s.lyd --subject p.c:f --calls 20000").expect(0);
    bench
        .lydian("hunt s.lyd --subject p.c:f --calls 20000 --paths")
        .expect(1);
    let found = report(&bench);
    let inside = found
        .paths
        .iter()
        .filter(|path| path.side)
        .map(|path| path.traced)
        .min();
    assert!(inside.is_some_and(|calls| calls > 500), "{inside:?}");
}

#[test]
fn code_that_ends_the_process_hides_no_other_path() {
    let body = "if (x > 29.9) abort(); if (x < 0) return expm1(x); return expm1(x);";
    let bench = bench(&format!("double f(double x) {{ {body} }}"));
    bench
        .lydian("hunt s.lyd --subject p.c:f --calls 5000 --paths")
        .expect(1);
    let found = report(&bench);
    let calls: Vec<u64> = found.paths.iter().map(|path| path.traced).collect();
    assert!(calls.len() >= 3 && calls.iter().all(|calls| *calls > 0), "{calls:?}");
}

#[test]
fn an_earlier_version_is_hunted_as_well() {
    let bench = bench("double f(double x) { return expm1(x); }\ndouble old(double x) { return exp(x) - 1; }");
    let run = bench
        .lydian("hunt s.lyd --subject p.c:f --before p.c:old --calls 5000 --html h.html")
        .expect(0);
    assert!(
        run.out.contains("\nBefore: growth: p.c:old in 5000 calls"),
        "{}",
        run.out
    );
    let after = report(&bench);
    let before = after.before.as_deref().unwrap();
    assert!(before.hunt.failed > 0 && after.failed == 0);
    assert!(before.after_there.as_ref().unwrap().ulps.unwrap() < 2.0);
    // What is said of each is what it comes to alone.
    bench.lydian("hunt s.lyd --subject p.c:old --calls 5000").expect(1);
    assert_eq!(report(&bench), before.hunt);
    let page = std::fs::read_to_string(bench.path("h.html")).unwrap();
    assert!(page.contains("<h3>Before</h3>"));
    bench
        .lydian("hunt s.lyd --subject p.c:f --before p.c:old --reference p.c:old")
        .expect(2);
}

#[test]
fn the_worst_input_has_a_simple_neighbour_that_is_nearly_as_bad() {
    let bench = bench("double f(double x) { return expm1(x) * (x > 3 ? 1 + 1e-9 : 1); }");
    bench.lydian("hunt s.lyd --subject p.c:f --calls 5000").expect(1);
    let found = report(&bench);
    let (worst, simple) = (found.worst.unwrap(), found.simple.unwrap());
    assert!(simple.ulps.unwrap() >= 0.9 * worst.ulps.unwrap());
    assert!(simple.inputs[0].decimal.len() < worst.inputs[0].decimal.len());
}

#[test]
fn an_accuracy_that_no_float_meets_is_said_before_the_hunt() {
    let bench = bench("float f(float x) { return expm1f(x); }");
    bench.write(
        "s.lyd",
        "spec fine(x in [1, 2]) precision binary32 accuracy 1e-10 { exp(x) - 1 }\n",
    );
    bench
        .lydian("hunt s.lyd --subject p.c:f --calls 3000")
        .complains("warning: `fine`: the accuracy is finer than binary32 numbers are");
}
