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

/// To the reals there is one zero; a right `atan2` answers -π at −0, where the formula says π.
#[test]
fn nothing_is_said_at_the_other_zero_of_a_formula_that_jumps_there() {
    let bench = bench("1.5");
    bench.write(
        "turn.c",
        "#include <math.h>\ndouble turn(double y) { if (y == 0 && copysign(1, y) < 0) return atan2(y, -1); return atan2(y, -1); }",
    );
    bench.write("turn.lyd", "spec turn(y in [-1, 1]) accuracy 1e-10 { atan2(y, -1) }\n");
    let done = bench
        .lydian("cover turn.c --function turn --spec turn.lyd --range y=-1:1")
        .expect(0);
    assert!(
        done.out.contains("y = -0.0") && !done.out.contains("✗ ko"),
        "{}",
        done.out
    );
    assert!(done.out.contains("not judged: to the formula −0 is 0"), "{}", done.out);
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

/// Right wherever x is below 50, and wrong on a tenth of the side above it; no branch tells where.
const PARTLY: &str = "#include <math.h>\ndouble root(double x)\n{\n    if (x < 50) return sqrt(x);\n    \
                      return sqrt(x) + 1e-6 * (x > 60) * (x < 65);\n}\n";

const HUNDRED: &str = "(FPCore root (x) :name \"root\" :pre (<= 0 x 100) :accuracy-rel 1e-12 (sqrt x))\n";

/// The lines of a report that show failures again.
fn again(text: &str) -> Vec<&str> {
    let lines = text
        .lines()
        .filter_map(|line| line.trim().strip_prefix("again lydian "));
    lines.collect()
}

#[test]
fn code_that_is_wrong_on_a_tenth_of_a_side_is_caught_there() {
    let bench = Bench::new();
    bench.write("root.c", PARTLY);
    bench.write("root.fpcore", HUNDRED);
    for seed in 1..=5 {
        let line =
            format!("cover root.c --function root --no-specials --spec root.fpcore --seed {seed} --suite s.json");
        let done = bench.lydian(&line).expect(1);
        let commands = again(&done.out);
        assert_eq!(commands.len(), 1, "{}", done.out);
        let words = shlex::split(commands[0]).unwrap();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let shown = bench.lydian_with(&words).expect(1);
        assert!(shown.out.contains("✗ ko"), "{}", shown.out);
        bench.lydian("verify s.json").expect(0);
        bench.lydian("check s.json --subject root.c:root").expect(1);
    }
}

#[test]
fn right_code_stays_right_at_further_inputs() {
    let bench = Bench::new();
    bench.write("root.c", PARTLY.replace("1e-6 *", "0 *"));
    bench.write("root.fpcore", HUNDRED);
    let line = "cover root.c --function root --spec root.fpcore --range x=0:100";
    let done = bench.lydian(line).expect(0);
    assert!(
        done.out.contains(" further inputs of the domain judged: ") && done.out.contains(" 0 ko"),
        "{}",
        done.out
    );
    assert_eq!(done.out, bench.lydian(line).expect(0).out);
    // Where the code keeps something from call to call, only what an input does alone is wrong.
    let counting = PARTLY
        .replace("1e-6 *", "0 *")
        .replace("{\n", "{\n    static int calls;\n    x += calls++ > 2000;\n");
    bench.write("root.c", counting);
    bench.lydian(line).expect(0);
}

const SEVENTH: &str = "(FPCore seventh (n) :name \"seventh\" :precision integer :pre (<= -1000000 n 1000000) \
                       :accuracy-abs 1 (/ n 7))\n";

/// Integers are numbers like others, as arguments and as results.
#[test]
fn integers_are_judged_on_every_side() {
    let bench = Bench::new();
    bench.write("seventh.fpcore", SEVENTH);
    for (off, code) in [(0, 0), (2, 1)] {
        let text = format!(
            "int seventh(int n)\n{{\n    if (n > 1000) return n / 7 + {off} * (n % 10 == 3);\n    return n / 7;\n}}\n"
        );
        bench.write("seventh.c", text);
        let done = bench
            .lydian("cover seventh.c --function seventh --range n=-1000000:1000000 --spec seventh.fpcore")
            .expect(code);
        assert!(
            done.out.contains(" further inputs of the domain judged: "),
            "{}",
            done.out
        );
        assert_eq!(again(&done.out).len(), usize::try_from(code).unwrap(), "{}", done.out);
        for command in again(&done.out) {
            let words: Vec<&str> = command.split_whitespace().collect();
            bench.lydian_with(&words).expect(1);
        }
    }
}

/// Behind a pointer, in single precision and under a condition between the numbers.
#[test]
fn arrays_and_conditions_are_judged_on_every_side() {
    let bench = Bench::new();
    bench.write(
        "apart.c",
        "float apart(const float v[2])\n{\n    if (v[0] > v[1]) return v[0] - v[1] + 1e-3f * (v[0] > 7.5f);\n    \
         return v[1] - v[0];\n}\n",
    );
    bench.write(
        "apart.fpcore",
        "(FPCore apart (a b) :name \"apart\" :precision binary32 :pre (and (<= 0 a 10) (<= 0 b 10) (<= (- a b) 5)) \
         :accuracy-rel 1e-5 (fabs (- a b)))",
    );
    let done = bench
        .lydian("cover apart.c --function apart --array v=2 --no-specials --spec apart.fpcore --html page.html")
        .expect(1);
    let page = std::fs::read_to_string(bench.path("page.html")).unwrap();
    assert!(page.contains("Further inputs of the domain") && page.contains("--range 'v[0]="));
    let words = shlex::split(again(&done.out)[0]).unwrap();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let shown = bench.lydian_with(&words).expect(1);
    assert!(shown.out.contains("✗ ko"), "{}", shown.out);
}
