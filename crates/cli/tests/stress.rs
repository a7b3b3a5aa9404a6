//! `lydian stress` on real code: the corpus, hostile functions, references, the user's operators, bad input.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::{Bench, Run, complaints};
use std::path::{Path, PathBuf};
use suite::stress::{Correctness, StressFate, StressMutant, StressReport};

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

/// Runs `stress` on a file of the tests.
fn run(bench: &Bench, file: &str, function: &str, options: &str) -> Run {
    let path = data(file);
    let mut words = vec!["stress", path.to_str().unwrap(), "--function", function];
    words.extend(options.split_whitespace());
    bench.lydian_with(&words)
}

fn report(file: &str, function: &str, options: &str) -> StressReport {
    let run = run(&Bench::new(), file, function, &format!("--json {options}"));
    let report = StressReport::from_json(&run.out).unwrap_or_else(|e| panic!("{}: {e}: {}", run.line, run.err));
    let counts = report.summary;
    let expected = match (counts.findings + counts.endings, counts.undecided) {
        (0, 0) => 0,
        (0, _) => 3,
        _ => 1,
    };
    assert_eq!(run.code, expected, "{}", run.line);
    report
}

/// A function of the corpus and what its comments say.
struct Case {
    name: String,
    file: String,
    options: String,
    /// Operators of which one must die, and its line.
    wants: Vec<(Vec<String>, u32)>,
}

impl Case {
    fn read(path: &Path) -> Case {
        let text = std::fs::read_to_string(path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let remark = |line: &str, key: &str| {
            let line = line.trim_start_matches(['/', '*', '!', ' ']).trim_end_matches("*/");
            line.strip_prefix(key).map(|rest| rest.trim().to_string())
        };
        let is_code = |line: &str| {
            !["operator:", "why:", "bug:"]
                .iter()
                .any(|key| remark(line, key).is_some())
        };
        let want = |text: String| {
            let (operators, fragment) = text.split_once("line:").unwrap();
            let at = lines
                .iter()
                .position(|line| is_code(line) && line.contains(fragment.trim()));
            let operators = operators.trim().split(',').map(String::from).collect();
            (operators, at.unwrap() as u32 + 1)
        };
        let file = path.strip_prefix(data("")).unwrap();
        Case {
            name: path.file_stem().unwrap().to_str().unwrap().into(),
            file: file.to_str().unwrap().into(),
            options: lines
                .iter()
                .find_map(|line| remark(line, "options:"))
                .unwrap_or_default(),
            wants: lines
                .iter()
                .filter_map(|line| remark(line, "operator:"))
                .map(want)
                .collect(),
        }
    }

    fn all(kind: &str) -> Vec<Case> {
        let entries = std::fs::read_dir(data("data/stress").join(kind)).unwrap();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        paths.iter().map(|path| Case::read(path)).collect()
    }

    fn report(&self) -> StressReport {
        report(&self.file, &self.name, &self.options)
    }
}

/// The mutants that must die and did not.
fn missed(case: &Case) -> Option<String> {
    let report = case.report();
    let dies = |(operators, line): &(Vec<String>, u32)| {
        let mut findings = report.mutants.iter().filter(|m| m.finding);
        findings.any(|m| m.line == *line && operators.contains(&m.operator))
    };
    let missed: Vec<_> = case.wants.iter().filter(|want| !dies(want)).collect();
    (!missed.is_empty()).then(|| format!("{}: {missed:?}", case.name))
}

#[test]
fn bugs_of_the_corpus_are_found() {
    let cases: Vec<Case> = Case::all("buggy").into_iter().step_by(2).collect();
    let (total, wrong) = (cases.len(), complaints(&cases, missed));
    assert!(wrong.len() * 20 <= total, "of {total}: {}", wrong.join("\n"));
}

#[test]
fn clean_functions_have_no_findings() {
    // These compare, or use checked built-ins, and leave nothing to look at.
    let has_arithmetic = |case: &Case| !["copy_length_checked", "multiply_checked"].contains(&case.name.as_str());
    let cases: Vec<Case> = Case::all("clean").into_iter().filter(has_arithmetic).collect();
    let wrong = complaints(&cases, |case| {
        let report = case.report();
        let findings: Vec<String> = report
            .mutants
            .iter()
            .filter(|m| m.finding)
            .map(|m| format!("{} at line {}: {:?}", m.id, m.line, m.fate))
            .collect();
        let is_clean = findings.is_empty() && report.endings.is_empty();
        (!is_clean).then(|| format!("{}: {findings:?} {:?}", case.name, report.endings))
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The sums of the triangle, each with its death.
fn sums(report: &StressReport) -> Vec<&StressMutant> {
    let is_sum = |m: &&StressMutant| m.operator == "iovflow" && m.text.contains("if (") && m.text.contains(" + ");
    report.mutants.iter().filter(is_sum).collect()
}

#[test]
fn each_sum_of_the_triangle_wraps_and_the_answer_is_wrong() {
    let table = [
        ("data/stress/buggy/triangle.c", "triangle", "stress/wide.c:triangle"),
        (
            "data/stress/buggy/triangle_fortran.f90",
            "triangle_fortran",
            "stress/wide.f90:triangle_wide",
        ),
    ];
    for (file, function, reference) in table {
        let report = report(file, function, &format!("--reference {}", data(reference).display()));
        let sums: Vec<&StressMutant> = sums(&report)
            .into_iter()
            .filter(|m| !m.text.contains("kind = kind"))
            .collect();
        assert_eq!(sums.len(), 6, "{file}");
        for sum in sums {
            let death = sum.death().unwrap_or_else(|| panic!("{file}: {sum:?}"));
            let judgement = death.judgement.as_ref().unwrap();
            assert_eq!(judgement.verdict, Correctness::Wrong, "{file}: {sum:?}");
            // Fortran's arguments are references, so what they lead to comes back, too.
            let is_none = |returned: &str| returned == "4" || returned.starts_with("result = 4,");
            assert!(
                sum.finding && is_none(&death.returned) && !is_none(&judgement.expected),
                "{sum:?}"
            );
        }
        assert!(report.reference.unwrap().rule.contains("half of its digits"));
    }
}

#[test]
fn a_float_is_wrong_when_half_of_its_digits_are_lost() {
    let reference = data("stress/wide.c");
    let options = format!(
        "--range x=-1e300:1e300 --range y=-1e300:1e300 --reference {}:hypot_naive",
        reference.display()
    );
    let report = report("data/stress/buggy/hypot_naive.c", "hypot_naive", &options);
    assert!(report.summary.wrong > 0, "{:?}", report.mutants);
}

#[test]
fn a_specification_judges_returned_values() {
    let bench = Bench::new();
    bench.write("length.fpcore", "(FPCore (x y) :pre (and (<= -1e300 x 1e300) (<= -1e300 y 1e300)) :accuracy-rel 1e-10 (sqrt (+ (* x x) (* y y))))");
    let options = "--range x=-1e300:1e300 --range y=-1e300:1e300 --spec length.fpcore --json";
    let run = run(&bench, "data/stress/buggy/hypot_naive.c", "hypot_naive", options).expect(1);
    let report = StressReport::from_json(&run.out).unwrap();
    assert!(report.summary.wrong > 0, "{}", run.out);
}

/// The kill itself returns what is right; a tenth of the inputs on which the mutant dies do not.
#[test]
fn returned_values_are_judged_at_further_inputs_of_a_kill() {
    let bench = Bench::new();
    bench.write(
        "grow.c",
        "double grow(double x)\n{\n    double y = x / 3.0 + 1.0;\n    \
         return y - x / 3.0 + 1e-3 * (x > 5e8) * (x < 6e8);\n}\n",
    );
    bench.write(
        "grow.fpcore",
        "(FPCore grow (x) :name \"grow\" :pre (<= 0 x 1e9) :accuracy-rel 1e-6 1)",
    );
    let run = bench
        .lydian("stress grow.c --function grow --operators fcancel --range x=0:1e9 --spec grow.fpcore --calls 20000")
        .expect(1);
    assert!(run.out.contains("as the reference says"), "{}", run.out);
    let again = run
        .out
        .lines()
        .find_map(|line| line.trim().strip_prefix("again lydian "));
    let words: Vec<&str> = again.unwrap().split_whitespace().collect();
    let shown = bench.lydian_with(&words).expect(1);
    assert!(shown.out.contains("and this is wrong"), "{}", shown.out);
}

#[test]
fn hostile_functions_are_findings() {
    let table = [
        ("crashes", "SIGSEGV"),
        ("loops", "limit of branches"),
        ("leaves", "exit(3)"),
        ("divides", "SIGFPE"),
    ];
    for (function, what) in table {
        let report = report("stress/hostile.c", function, "");
        assert!(
            report.endings.iter().any(|e| e.what.contains(what)),
            "{function}: {:?}",
            report.endings
        );
    }
    let report = report("stress/hostile.c", "divides", "");
    let by_zero = report.mutants.iter().find(|m| m.operator == "div0").unwrap();
    assert!(
        by_zero
            .death()
            .is_some_and(|d| d.operands[1] == "0" && d.outcome.words().contains("SIGFPE"))
    );
}

#[test]
fn operators_can_be_named() {
    let report = report("stress/small.c", "times", "--operators zpush");
    assert!(report.mutants.iter().all(|m| m.operator == "zpush") && report.summary.findings > 0);
}

#[test]
fn operators_of_the_user_are_read_from_a_file() {
    let bench = Bench::new();
    bench.write(
        "mine.toml",
        "[[operator]]\nname = \"big-product\"\non = \"fmul\"\nwhen = \"abs(result) > 1e6 and abs(result) < 2e6\"\n",
    );
    let run = run(&bench, "stress/small.c", "product", "--operator-file mine.toml --json").expect(1);
    let report = StressReport::from_json(&run.out).unwrap();
    let mine = report.mutants.iter().find(|m| m.operator == "big-product").unwrap();
    let StressFate::Killed(death) = &mine.fate else {
        panic!("{mine:?}");
    };
    let product: f64 = death.result.parse().unwrap();
    assert!(mine.finding && product.abs() > 1e6 && product.abs() < 2e6, "{death:?}");
}

#[test]
fn ranges_count_in_search_and_proof() {
    let narrow = report("stress/small.c", "times", "--range x=0:1000 --range y=0:1000");
    assert_eq!(
        (narrow.summary.killed, narrow.summary.undecided),
        (0, 0),
        "{:?}",
        narrow.mutants
    );
    let wide = report("stress/small.c", "times", "--range x=0:100000 --range y=0:100000");
    let death = wide.mutants.iter().find_map(StressMutant::death).unwrap();
    let product: i64 = death.input.iter().map(|v| v.decimal.parse::<i64>().unwrap()).product();
    assert!(product > i64::from(i32::MAX), "{death:?}");
}

#[test]
fn inputs_are_simple() {
    let report = report("data/stress/buggy/average_ints.c", "average_ints", "");
    let death = report.mutants.iter().find_map(StressMutant::death).unwrap();
    let digits: usize = death.input.iter().map(|v| v.decimal.len()).sum();
    assert!(digits <= 13, "{:?}", death.input);
}

#[test]
fn the_same_command_gives_the_same_bytes() {
    let bytes = || {
        run(
            &Bench::new(),
            "data/stress/buggy/quadratic_root.c",
            "quadratic_root",
            "--json",
        )
        .out
    };
    assert_eq!(bytes(), bytes());
}

#[test]
fn files_for_people_and_other_tools() {
    let bench = Bench::new();
    let options = "--sarif s.sarif --html s.html --out s.json";
    let text = run(&bench, "data/stress/buggy/average_ints.c", "average_ints", options)
        .expect(1)
        .out;
    assert!(text.contains("undefined behaviour") && text.contains("(0x"), "{text}");
    let read = |name: &str| std::fs::read_to_string(bench.path(name)).unwrap();
    assert!(read("s.sarif").contains("\"ruleId\": \"iovflow\""));
    assert!(read("s.html").contains("undefined behaviour"));
    assert!(StressReport::from_json(&read("s.json")).unwrap().summary.findings > 0);
    run(
        &bench,
        "data/stress/buggy/average_ints.c",
        "average_ints",
        "--suite s.suite.json",
    )
    .expect(1);
    assert!(read("s.suite.json").contains("\"kind\": \"robustness\""));
    bench.lydian("emit s.suite.json --to c --out test.c").expect(0);
    assert!(read("test.c").contains("average_ints"));
    let list = run(&bench, "data/stress/buggy/average_ints.c", "average_ints", "--list")
        .expect(0)
        .out;
    assert!(list.contains("iovflow-1") && list.contains("iuflow-1"), "{list}");
}

#[test]
fn bad_input_is_refused_with_a_reason() {
    let wide = data("stress/wide.c");
    let table = [
        ("nothing", String::new(), "no arithmetic"),
        ("calls_helper", String::new(), "--scope module"),
        ("times", "--operators iovrflow".into(), "did you mean iovflow"),
        (
            "times",
            "--operator-file none.toml".into(),
            "none.toml: error: cannot be read",
        ),
        ("times", "--operator-file bad.toml".into(), "bad.toml:3: error:"),
        (
            "times",
            "--operator-file unread.toml".into(),
            "unread.toml:4: error: operator `x`: `when` is not understood at column 5",
        ),
        ("times", "--reference wide.py:f".into(), "C, C++ or Fortran"),
        ("times", "--reference none.c:f".into(), "none.c: error: cannot be read"),
        (
            "times",
            format!("--reference {}:triangle", wide.display()),
            "takes 3 numbers",
        ),
        ("times", "--cancel-bits 0".into(), "cancel-bits"),
        ("times", "--range z=0:1".into(), "no argument `z`"),
        ("tims", String::new(), "did you mean times"),
    ];
    let bench = Bench::new();
    bench.write(
        "unread.toml",
        "[[operator]]\nname = \"x\"\non = \"fmul\"\nwhen = \"abs(r) > 1\"\n",
    );
    bench.write(
        "bad.toml",
        "[[operator]]\nname = \"x\"\non = 7\nwhen = \"result > 1\"\n",
    );
    for (function, options, about) in table {
        run(&bench, "stress/small.c", function, &options)
            .expect(2)
            .complains(about);
    }
}

/// A function that remembers: what it does after other calls stands in the list of inputs with those calls.
#[test]
fn inputs_that_need_other_calls_say_so() {
    let bench = Bench::new();
    bench.write(
        "kept.c",
        "static unsigned kept = 5;\nint f(unsigned char a) {\n    unsigned was = kept;\n    kept = a;\n    \
         int made = 100 << (a & 1);\n    return (made + 2147483600) + (1 >> was);\n}\n",
    );
    let run = bench.lydian("stress kept.c --function f --json --calls 2000");
    let report = StressReport::from_json(&run.out).unwrap();
    let mut histories = 0;
    for mutant in &report.mutants {
        let StressFate::Killed(death) = &mutant.fate else {
            continue;
        };
        let input = report.inputs.iter().find(|input| input.covers.contains(&mutant.id));
        assert_eq!(input.unwrap().after, death.called_before, "{}", mutant.id);
        histories += usize::from(!death.called_before.is_empty());
    }
    assert!(histories > 0, "{}", run.out);
}

/// A value after a conversion is shown as its new type reads it.
#[test]
fn converted_values_are_those_of_the_new_type() {
    let bench = Bench::new();
    bench.write(
        "f.c",
        "int f(unsigned a) { return a; }\nunsigned g(int a) { return a; }\n",
    );
    for (function, results) in [("f", i64::from(i32::MIN)..0), ("g", 1 << 31..1 << 32)] {
        let run = bench.lydian(&format!("stress f.c --function {function} --json"));
        let report = StressReport::from_json(&run.out).unwrap();
        let StressFate::Killed(death) = &report.mutants[0].fate else {
            panic!("{}", run.out)
        };
        assert!(results.contains(&death.result.parse().unwrap()), "{}", death.evidence);
    }
}

/// What Lydian writes into variables where they begin is no arithmetic of the code, and `nint` gives an integer of 32 bits.
#[test]
fn fortran_has_no_arithmetic_but_its_own() {
    let bench = Bench::new();
    bench.write(
        "f.f90",
        "integer function half(a) result(r)\n  integer, intent(in) :: a\n  integer :: y(2)\n  if (a > 3) y(1) = 5\n  \
         y(2) = 3\n  r = y(2)\nend function\ninteger function near(x) result(r)\n  real(8), intent(in) :: x\n  \
         r = nint(x)\nend function\n",
    );
    let half = bench.lydian("stress f.f90 --function half");
    assert!(!half.out.contains("trunc"), "{}", half.out);
    let near = bench.lydian("stress f.f90 --function near");
    assert!(near.out.contains("at least 2147483647.5"), "{}", near.out);
}

/// Where nearly all inputs lead into an endless loop, making kills simple comes to an end, and the loop is told as what
/// the input does alone.
#[test]
fn endless_loops_end_the_search_for_simple_inputs() {
    let bench = Bench::new();
    bench.write(
        "f.c",
        "int f(unsigned short a) {\n    unsigned v = a * 2246822519u;\n    unsigned char c = (unsigned char)a;\n    \
         while (c != 6) c += 0;\n    return 1 - v;\n}\n",
    );
    let run = bench.lydian("stress f.c --function f --calls 300 --json");
    let report = StressReport::from_json(&run.out).unwrap();
    let said: Vec<&str> = report.endings.iter().map(|ending| ending.what.as_str()).collect();
    assert_eq!(said, ["did not end within the limit of branches"]);
    // Each hazard may cost some thousands of calls, of which most are cut.
    assert!(report.calls < 20_000, "{}", report.calls);
}
