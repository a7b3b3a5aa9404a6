//! The inputs of `lydian cover` as suites: observed outputs run again and emitted, and outputs judged by a specification.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::Bench;
use common::cover::program;
use std::process::Command;

const ROOT: &str = "#include <math.h>\ndouble root(double x)\n{\n    if (x < 0) return NAN;\n    if (x > 1e6) return 1000;\n    \
                    if (x == 2.0) return WRONG;\n    return sqrt(x);\n}\n";

const SPEC: &str = "(FPCore root (x) :name \"root\" :pre (<= 0 x 1e6) :accuracy-rel 1e-12 (sqrt x))\n";

/// A folder with `root.c`, which gives this at 2, and its specification.
fn bench(at_two: &str) -> Bench {
    let bench = Bench::new();
    bench.write("root.c", ROOT.replace("WRONG", at_two));
    bench.write("root.fpcore", SPEC);
    bench
}

/// Builds with a compiler and runs; the exit code and standard output.
fn built(bench: &Bench, line: &str) -> (i32, String) {
    let words: Vec<&str> = line.split_whitespace().collect();
    let done = Command::new(words[0])
        .args(&words[1..])
        .current_dir(bench.path(""))
        .output()
        .unwrap();
    assert!(
        done.status.success(),
        "{line}\n{}",
        String::from_utf8_lossy(&done.stderr)
    );
    let done = Command::new(bench.path("tests")).output().unwrap();
    (done.status.code().unwrap(), String::from_utf8(done.stdout).unwrap())
}

#[test]
fn observed_outputs_are_never_proved() {
    let bench = bench("1.5");
    bench
        .lydian("cover root.c --function root --suite s.json --quiet")
        .expect(0);
    let text = std::fs::read_to_string(bench.path("s.json")).unwrap();
    assert!(
        text.contains("\"expect\": \"observed\"") && text.contains("\"kind\": \"observed\""),
        "{text}"
    );
    bench
        .lydian("verify s.json")
        .expect(2)
        .complains("nothing to prove")
        .complains("root");
    bench
        .lydian("export --to smt2 s.json m")
        .expect(2)
        .complains("nothing in it is proved");
}

/// A change is a finding, and says that it is a change, not a fault.
#[test]
fn check_says_same_or_changed() {
    let bench = bench("1.5");
    bench
        .lydian("cover root.c --function root --suite s.json --quiet")
        .expect(0);
    let same = bench.lydian("check s.json --subject root.c:root").expect(0);
    assert!(
        same.out.contains(" 0 changed") && same.out.contains("observed, not proved"),
        "{}",
        same.out
    );
    bench.write("other.c", ROOT.replace("WRONG", "1.25"));
    let changed = bench.lydian("check s.json --subject other.c:root").expect(1);
    assert!(
        changed.out.contains(" 1 changed") && changed.out.contains("! changed i"),
        "{}",
        changed.out
    );
    assert!(!changed.out.contains(" ko"), "{}", changed.out);
    bench
        .lydian("check s.json --subject root.c:root --html x.html")
        .expect(2)
        .complains("--html");
}

#[test]
fn what_check_cannot_call_is_named() {
    let bench = Bench::new();
    std::fs::copy(program("mixed.c"), bench.path("mixed.c")).unwrap();
    bench
        .lydian("cover mixed.c --function take_apart --suite s.json --quiet")
        .expect(0);
    let done = bench.lydian("check s.json --subject mixed.c:take_apart").expect(2);
    done.complains("but of take_apart `exponent` is a pointer")
        .complains("lydian emit --to c");
}

/// Numbers, pointers to results and arrays, with real compilers; another function is noticed.
#[test]
fn emitted_tests_compare_with_what_was_observed() {
    let bench = bench("1.5");
    std::fs::copy(program("mixed.c"), bench.path("mixed.c")).unwrap();
    std::fs::copy(program("geometry.c"), bench.path("geometry.c")).unwrap();
    for (file, function, options) in [
        ("root.c", "root", ""),
        ("mixed.c", "take_apart", ""),
        ("geometry.c", "series", "--array v=5"),
    ] {
        bench
            .lydian(&format!(
                "cover {file} --function {function} {options} --suite s.json --quiet"
            ))
            .expect(0);
        bench.lydian("emit s.json --to c --out t.c").expect(0);
        let text = std::fs::read_to_string(bench.path("t.c")).unwrap();
        assert!(text.contains("OBSERVED, not known to be right"), "{text}");
        let (code, said) = built(
            &bench,
            &format!("gcc -std=c99 -Wall -Wextra -Werror t.c {file} -lm -o tests"),
        );
        assert_eq!(code, 0, "{function}: {said}");
        assert!(said.contains("OBSERVED outputs, 0 changed"), "{said}");
        bench.lydian("emit s.json --to cpp-gtest --out t.cpp").expect(0);
        let object = Command::new("gcc")
            .args(["-c", file, "-o", "code.o"])
            .current_dir(bench.path(""))
            .status();
        assert!(object.unwrap().success());
        let (code, said) = built(
            &bench,
            "g++ -Wall -Wextra -Werror t.cpp code.o -lgtest_main -lgtest -lpthread -lm -o tests",
        );
        assert_eq!(code, 0, "{function}: {said}");
    }
    bench
        .lydian("cover root.c --function root --suite s.json --quiet")
        .expect(0);
    bench.lydian("emit s.json --to c --out t.c").expect(0);
    bench.write("other.c", ROOT.replace("WRONG", "1.25"));
    let (code, said) = built(&bench, "gcc t.c other.c -lm -o tests");
    assert!(
        code == 1 && said.contains("CHANGED: result is 1.25") && said.contains("was OBSERVED"),
        "{said}"
    );
}

#[test]
fn what_cannot_be_emitted_is_named() {
    let bench = Bench::new();
    for (file, function, target, says) in [
        ("classes.cpp", "shapes::divide", "cpp-gtest", "struct"),
        ("numeric.f90", "divisor", "c", "fortran"),
        ("mixed.c", "extended", "c", "f80"),
        ("textbook.c", "from_double", "julia", "c and cpp-gtest"),
    ] {
        let path = program(file);
        let words = [
            "cover",
            path.to_str().unwrap(),
            "--function",
            function,
            "--suite",
            "s.json",
            "--quiet",
        ];
        bench.lydian_with(&words).expect(0);
        bench
            .lydian(&format!("emit s.json --to {target}"))
            .expect(2)
            .complains(says);
    }
}

/// The wrong value at 2 is found by the oracle; the suite has proven oracles, also for inputs outside the domain.
#[test]
fn a_specification_judges_the_outputs() {
    let bench = bench("1.5");
    let done = bench
        .lydian("cover root.c --function root --spec root.fpcore --suite s.json --html page.html")
        .expect(1);
    assert!(done.out.contains("✗ ko: above the acceptable range"), "{}", done.out);
    assert!(
        done.out.contains("✗ ko: answered 1000.0 outside the domain"),
        "{}",
        done.out
    );
    assert!(done.out.contains("✓ ok: answered NaN, as it should"), "{}", done.out);
    let page = std::fs::read_to_string(bench.path("page.html")).unwrap();
    assert!(page.contains("class=\"b ko\"") && page.contains("(sqrt x)"));
    bench.lydian("verify s.json").expect(0);
    bench.lydian("check s.json --subject root.c:root").expect(1);
    let text = std::fs::read_to_string(bench.path("s.json")).unwrap();
    assert!(
        text.contains("\"kind\": \"structural\"") && text.contains("\"version\": 1"),
        "{text}"
    );
}

#[test]
fn a_forged_oracle_is_not_verified() {
    let bench = bench("1.5");
    bench
        .lydian("cover root.c --function root --spec root.fpcore --suite s.json --quiet")
        .expect(1);
    let text = std::fs::read_to_string(bench.path("s.json")).unwrap();
    bench.write(
        "forged.json",
        text.replace("\"expect\": \"reject\"", "\"expect\": \"undefined\""),
    );
    bench.lydian("verify forged.json").expect(1);
}

#[test]
fn a_specification_of_another_function_is_refused() {
    let bench = bench("1.5");
    bench.write(
        "two.fpcore",
        "(FPCore two (x y) :pre (and (<= 0 x 1) (<= 0 y 1)) :accuracy-rel 1e-12 (+ x y))\n",
    );
    let run = |spec: &str| bench.lydian(&format!("cover root.c --function root --spec {spec}"));
    run("two.fpcore")
        .expect(2)
        .complains("root takes 1 numbers (x), but `two` has 2 arguments (x, y)");
    run("missing.fpcore")
        .expect(2)
        .complains("missing.fpcore: error: cannot be read");
}
