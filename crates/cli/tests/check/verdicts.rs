//! What is said about an answer: verdict, measures, a way to repeat it, and what the fault may be like.

use crate::common::{Bench, Run};
use crate::support::{DOPPLER, by_hand, doppler, report, steps, word};
use std::path::Path;
use std::process::Command;
use suite::{CheckReport, Expect, Objective, Observed, Suite, Verdict};

const CHECK: &str = "check suite.json --subject d.c:doppler";

fn float_doppler() -> String {
    DOPPLER
        .replace("double", "float")
        .replace("331.4", "331.4f")
        .replace("0.6", "0.6f")
}

/// A line of a report, run by a shell that finds the program under its name.
fn again(bench: &Bench, line: &str) -> Run {
    let folder = Path::new(env!("CARGO_BIN_EXE_lydian")).parent().unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    let mut shell = Command::new("sh");
    shell
        .current_dir(bench.folder.path())
        .env("PATH", path)
        .args(["-c", line]);
    Run::new(shell.output().unwrap(), line.into())
}

#[test]
fn a_wrong_answer_is_measured_and_can_be_repeated() {
    let bench = doppler();
    bench.write("d.c", DOPPLER.replace("0.6 * T", "0.6000001 * T"));
    let run = bench.lydian(CHECK).expect(1);
    for words in [
        "✗ ko t",
        "acceptable",
        "ulps, relative ",
        "stands for",
        "bits ",
        "0x1.",
        "again      lydian check",
    ] {
        assert!(run.out.contains(words), "no `{words}` in {}", run.out);
    }
    let found = report(&bench);
    let bad = found.results.iter().find(|r| r.verdict == Verdict::Ko).unwrap();
    assert!(bad.error_ulps.is_some() && bad.error_relative.is_some() && bad.distance.is_some());
    assert!(bad.reason.contains("the acceptable range by"), "{}", bad.reason);
    let repeated = again(&bench, &bad.reproduce).expect(1);
    assert!(repeated.out.contains(&format!("ko {}", bad.test)), "{}", repeated.out);
    assert!(repeated.out.contains("on 1 tests"), "{}", repeated.out);
    let fine = found.results.iter().find(|r| r.verdict == Verdict::Ok).unwrap();
    again(&bench, &fine.reproduce).expect(0);
}

#[test]
fn odd_names_can_be_repeated_too() {
    let bench = doppler();
    bench.write("it's $HOME.c", DOPPLER.replace("0.6", "0.61"));
    bench
        .lydian_with(&[
            "check",
            "suite.json",
            "--subject",
            "it's $HOME.c:doppler",
            "--cflags",
            "-O1 -g",
            "--reject-value",
            "-1",
        ])
        .expect(1);
    let found = report(&bench);
    let bad = found.results.iter().find(|r| r.verdict == Verdict::Ko).unwrap();
    again(&bench, &bad.reproduce).expect(1);
}

#[test]
fn single_precision_misses_precision() {
    let bench = doppler();
    bench.write("d.c", float_doppler());
    let run = bench.lydian(CHECK).expect(1);
    assert!(run.out.contains("is no float"), "{}", run.out);
    assert!(run.out.contains("Hint: --precision binary32"), "{}", run.out);
    let run = bench.lydian(&format!("{CHECK} --precision binary32")).expect(1);
    assert!(
        run.out.contains("(precision)") && !run.out.contains("Hint"),
        "{}",
        run.out
    );
    let found = report(&bench);
    let missed: Vec<&Objective> = found.results.iter().filter_map(|r| r.missed.as_ref()).collect();
    assert!(
        !missed.is_empty() && missed.iter().all(|m| **m == Objective::Precision),
        "{missed:?}"
    );
    // Inputs outside the domain are rejected as before.
    assert!(found.results.iter().any(|r| r.verdict == Verdict::Ok));
}

#[test]
fn moved_tests_are_reported_as_they_were_run() {
    let bench = doppler();
    bench.write("d.c", "float doppler(float u, float v, float T) { return 7; }\n");
    let line = format!("{CHECK} --precision binary32 --junit j.xml --sarif s.json --html p.html");
    let run = bench.lydian(&line).expect(1);
    let found = report(&bench);
    let suite = Suite::from_json(&std::fs::read_to_string(bench.path("suite.json")).unwrap()).unwrap();
    let bad: Vec<_> = found.results.iter().filter(|r| r.verdict == Verdict::Ko).collect();
    let moved = bad
        .iter()
        .find_map(|r| found.moved.iter().find(|t| t.id == r.test))
        .expect("a moved test that failed");
    let own = suite.test(&moved.id).unwrap();
    for (new, old) in moved.inputs.iter().zip(&own.inputs) {
        assert_eq!(f64::from(new.hex.0 as f32), new.hex.0);
        assert!(run.out.contains(&format!("({})", new.hex)), "{}", run.out);
        if new.hex != old.hex {
            assert!(!run.out.contains(&format!("({})", old.hex)), "{}", run.out);
        }
    }
    let page = std::fs::read_to_string(bench.path("p.html")).unwrap();
    assert!(moved.inputs.iter().all(|i| page.contains(&i.hex.to_string())));
}

#[test]
fn single_precision_passes_where_it_is_enough() {
    let bench = Bench::new();
    bench.write(
        "s.lyd",
        "spec s(x in [1, 2]) accuracy 1e-5 outside unspecified { x*x + 1 }\n",
    );
    bench.lydian("generate s.lyd --quiet --out out").expect(0);
    bench.write("s.c", "float s(float x) { return x * x + 1; }\n");
    let run = bench
        .lydian("check out/suite.json --subject s.c:s --precision binary32 --also random:1000")
        .expect(0);
    assert!(run.out.contains("1000 of 1000 run, 1000 ok"), "{}", run.out);
}

#[test]
fn what_must_be_rejected_may_be_rejected_in_several_ways() {
    let bench = doppler();
    let table = [
        ("return NAN", "", 0),
        ("return -1", "", 1),
        ("return -1", "--reject-value -1", 0),
        ("return -1", "--reject-value -2", 1),
        ("return -1", "--reject-value -2 --reject-value -0x1p+0", 0),
        ("return 1 / 0.0", "--reject-value inf", 0),
        ("return 1 / 0.0", "", 1),
        ("__builtin_trap()", "", 1),
    ];
    for (how, options, code) in table {
        bench.write("d.c", DOPPLER.replace("return NAN", how));
        bench.lydian(&format!("{CHECK} {options}")).expect(code);
        let suite = Suite::from_json(&std::fs::read_to_string(bench.path("suite.json")).unwrap()).unwrap();
        for result in report(&bench).results {
            let outside = suite.test(&result.test).unwrap().expect == Expect::Reject;
            assert_eq!(
                result.verdict == Verdict::Ko,
                outside && code == 1,
                "{how} {options}: {}",
                result.reason
            );
            let named = matches!(&result.observed, Observed::Rejected { how } if how.contains("--reject-value"));
            assert!(!named || outside);
        }
    }
}

#[test]
fn a_reject_value_does_not_excuse_a_missing_answer() {
    let bench = doppler();
    bench.write("d.c", "double doppler(double u, double v, double T) { return -1; }\n");
    bench.lydian(&format!("{CHECK} --reject-value -1")).expect(1);
    assert!(
        report(&bench)
            .results
            .iter()
            .any(|r| r.reason.starts_with("rejected an input at which a value is due"))
    );
}

#[test]
fn errors_of_the_call_itself_reject_nothing() {
    let bench = doppler();
    let text = "def doppler(u, v, T):\n  if not (-100 <= u <= 100 and 20 <= v <= 20000 and -30 <= T <= 50):\n    HOW\n  \
                c = 331.4 + 0.6 * T\n  return -c * v / (c + u) ** 2\n";
    let table = [
        ("raise ValueError('outside')", 0),
        ("raise ValueEror('outside')", 1),
        ("return u.sqrt()", 1),
        ("return None + u", 1),
        ("import nothing_of_this_name", 1),
    ];
    for (how, code) in table {
        bench.write("d.py", text.replace("HOW", how));
        bench.lydian("check suite.json --subject d.py:doppler").expect(code);
    }
    let text = "function y = doppler(u, v, T)\n  if ! (abs(u) <= 100 && v >= 20 && v <= 20000 && T >= -30 && T <= 50)\n    \
                HOW\n  end\n  c = 331.4 + 0.6 * T;\n  y = -c * v / (c + u)^2;\nend\n";
    for (how, code) in [("error('outside');", 0), ("eror('outside');", 1)] {
        bench.write("doppler.m", text.replace("HOW", how));
        bench
            .lydian("check suite.json --subject doppler.m:doppler")
            .expect(code);
    }
}

#[test]
fn who_is_careless_outside_only_is_told_so() {
    let bench = doppler();
    bench.write("d.c", DOPPLER.replace("if (!", "if (0 && !"));
    let run = bench.lydian(CHECK).expect(1);
    assert!(run.out.contains("`:out-of-domain unspecified`"), "{}", run.out);
}

#[test]
fn the_planted_mutant_is_named() {
    let bench = doppler();
    let wrong = DOPPLER.replace("(c + u) * (c + u)", "(c - u) * (c - u)");
    for text in [wrong.clone(), wrong.replace("if (!", "if (0 && !")] {
        bench.write("d.c", text);
        let run = bench.lydian(CHECK).expect(1);
        let found = report(&bench);
        let named = found.lookalikes.iter().any(|id| id.starts_with("binary:"));
        assert!(named, "{:?}", found.lookalikes);
        assert!(
            run.out
                .contains("Each of these mutants could have given every answer inside the domain"),
            "{}",
            run.out
        );
    }
    bench.write("d.c", DOPPLER.replace("return -c", "return 42 - c"));
    bench.lydian(CHECK).expect(1);
    assert_eq!(report(&bench).lookalikes, Vec::<String>::new());
}

#[test]
fn random_tests_are_repeatable() {
    let bench = doppler();
    bench.write("d.c", DOPPLER.replace("0.6 * T", "0.6000001 * T"));
    let line = format!("{CHECK} --also random:1000 --seed 3");
    let first = bench.lydian(&line).expect(1);
    let bytes = std::fs::read(bench.path("check.json")).unwrap();
    bench.lydian(&line).expect(1);
    assert_eq!(std::fs::read(bench.path("check.json")).unwrap(), bytes);
    let random = report(&bench).random.unwrap();
    assert_eq!((random.seed, random.summary.total + random.skipped), (3, 1000));
    assert!(random.first_ko.is_some() && !random.failures.is_empty());
    assert!(
        first.out.contains("Random tests (seed 3): 1000 of 1000 run"),
        "{}",
        first.out
    );
    bench.lydian(&format!("{CHECK} --also random:1000 --seed 4")).expect(1);
    assert_ne!(std::fs::read(bench.path("check.json")).unwrap(), bytes);
}

/// Domains of which a uniform draw from the box finds half, next to nothing and nothing.
const THIN: [&str; 4] = [
    "(FPCore (a b) :pre (<= 0 b a 1) :accuracy-rel 1e-9 (+ 1 (+ a b)))",
    "(FPCore (a b) :pre (and (<= 0 a 1) (<= 0 b 1) (<= (fabs (- a b)) 1e-12)) :accuracy-rel 1e-9 (+ 1 (+ a b)))",
    "(FPCore (a b) :pre (and (<= 0 a 1) (<= 0 b 1) (== a b)) :accuracy-rel 1e-9 (+ 1 (+ a b)))",
    "(FPCore (a b) :pre (and (<= -1 a 1) (<= -1 b 1) (<= (+ (* a a) (* b b)) 1e-6) (< a b)) :accuracy-rel 1e-9 (+ 1 (+ a b)))",
];

#[test]
fn random_tests_satisfy_the_precondition_however_thin_it_is() {
    for spec in THIN {
        let bench = Bench::new();
        bench.write("f.fpcore", spec);
        bench.write(
            "f.c",
            "double f(double a, double b) { return a >= -1 && a <= 1 && b >= -1 && b <= 1 ? 1 + (a + b) : 0.0/0.0; }\n\
             double g(double a, double b) { return a == 0 || a == 1 || b == 0 || b == 1 ? f(a, b) : 7; }\n",
        );
        bench.lydian("generate f.fpcore --out out").expect(0);
        let line = "check out/suite.json --also random:500 --out check.json --subject f.c:";
        bench.lydian(&format!("{line}f"));
        let random = report(&bench).random.unwrap();
        assert_eq!(
            (random.asked, random.summary.ok, random.skipped),
            (500, 500, 0),
            "{spec}"
        );
        let run = bench.lydian(&format!("{line}g")).expect(1);
        let random = report(&bench).random.unwrap();
        assert!(random.summary.total == 500 && random.summary.ko > 400, "{spec}");
        assert!(run.out.contains("500 of 500 run"), "{}", run.out);
    }
}

#[test]
fn random_tests_of_which_none_can_be_run_are_not_green() {
    let bench = Bench::new();
    bench.write(
        "f.fpcore",
        "(FPCore (a b) :pre (and (<= -1 a 1) (<= -1 b 1) (== (* 3 (* a a)) (* 7 (* b b)))) :out-of-domain unspecified
           :accuracy-rel 1e-9 (+ 1 (+ a b)))",
    );
    bench.write("f.c", "double f(double a, double b) { return 1 + (a + b); }\n");
    bench.lydian("generate f.fpcore --out out").expect(0);
    bench.lydian("check out/suite.json --subject f.c:f").expect(0);
    let run = bench
        .lydian("check out/suite.json --subject f.c:f --also random:50")
        .expect(3);
    assert!(run.out.contains("not one of 50 could be run"), "{}", run.out);
}

#[test]
fn a_hint_says_no_more_than_was_tested() {
    let bench = Bench::new();
    bench.write("f.fpcore", "(FPCore (x) :pre (<= 1 x 2) :accuracy-rel 1e-9 (* x x))");
    // Right where the suite looks, and nowhere else.
    bench.write(
        "f.c",
        "double f(double x) { return x == 1 || x == 1.5 || x == 2 ? x * x : 3; }\n",
    );
    bench.lydian("generate f.fpcore --out out").expect(0);
    let alone = bench.lydian("check out/suite.json --subject f.c:f").expect(1);
    for praise in ["it is right", "is correct", "everywhere"] {
        assert!(!alone.out.contains(praise), "{}", alone.out);
    }
    let both = bench
        .lydian("check out/suite.json --subject f.c:f --also random:100")
        .expect(1);
    assert!(!both.out.contains("Hint: only tests outside"), "{}", both.out);
}

#[test]
fn a_fault_that_only_random_tests_meet_is_a_finding() {
    let bench = Bench::new();
    bench.write("suite.json", steps().to_json());
    bench.write("f.c", "double f(double x) { return x == (int)x ? x + 0.5 : 0; }\n");
    bench.lydian("check suite.json --subject f.c:f").expect(0);
    let run = bench
        .lydian("check suite.json --subject f.c:f --also random:100")
        .expect(1);
    assert!(run.out.contains("the first after 1 tests"), "{}", run.out);
}

#[test]
fn one_test_can_be_chosen() {
    let bench = Bench::new();
    bench.write("suite.json", steps().to_json());
    bench.write("f.c", "double f(double x) { return x == 3 ? 0 : x + 0.5; }\n");
    bench.lydian("check suite.json --subject f.c:f --test t4").expect(1);
    assert!(
        !bench.path("check.json").exists(),
        "a look at one test is no new check of the suite"
    );
    bench
        .lydian("check suite.json --subject f.c:f --test t3 --test t5 --out two.json")
        .expect(0);
    let text = std::fs::read_to_string(bench.path("two.json")).unwrap();
    let ids: Vec<String> = CheckReport::from_json(&text)
        .unwrap()
        .results
        .into_iter()
        .map(|r| r.test)
        .collect();
    assert_eq!(ids, ["t3", "t5"]);
}

#[test]
fn an_answer_between_acceptable_and_not_is_no_green() {
    let mut suite = steps();
    suite.tests[2].invalid.as_mut().unwrap().above = suite::Hex(3.0);
    let bench = Bench::new();
    bench.write("suite.json", suite.to_json());
    bench.write("f.c", "double f(double x) { return x == 2 ? 2.75 : x + 0.5; }\n");
    let run = bench.lydian("check suite.json --subject f.c:f").expect(1);
    assert!(run.out.contains("1 uncertain"), "{}", run.out);
}

#[test]
fn state_between_calls_shows() {
    let bench = Bench::new();
    bench.write("suite.json", by_hand([(1.0, 1.5), (1.0, 1.5), (2.0, 2.5)]).to_json());
    bench.write(
        "f.c",
        "double f(double x) { static int n; return n++ == 1 ? 0 : x + 0.5; }\n",
    );
    bench.lydian("check suite.json --subject f.c:f").expect(1);
    let words: Vec<String> = report(&bench).results.iter().map(|r| word(&r.observed)).collect();
    assert_eq!(words, ["1.5", "0.0", "2.5"]);
}

#[test]
fn another_file_of_the_same_name_is_not_mistaken_for_the_subject() {
    let bench = Bench::new();
    bench.write("suite.json", steps().to_json());
    std::fs::create_dir(bench.path("deep")).unwrap();
    let octave = |answer: &str| format!("function y = f(x)\n  y = {answer};\nend\n");
    let python = |answer: &str| format!("def f(x):\n  return {answer}\n");
    for (file, text) in [("f.m", octave as fn(&str) -> String), ("f.py", python)] {
        bench.write(file, text("x + 0.5"));
        bench.write(&format!("deep/{file}"), text("x + 1"));
        for (folder, code) in [("", 0), ("deep/", 1)] {
            bench
                .lydian(&format!("check suite.json --subject {folder}{file}:f"))
                .expect(code);
        }
    }
}
