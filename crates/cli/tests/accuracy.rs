//! `lydian accuracy` on real algorithms: verdicts, files, hostile mutants, targets that cannot be judged, bad configurations.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::Bench;
use std::path::{Path, PathBuf};
use std::process::Command;
use suite::accuracy::{AccuracyFate, AccuracyReport, Conclusion, Explanation, ReasonKind, SourceMutantRecord};

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data/accuracy")
        .join(name)
}

fn text(name: &str) -> String {
    std::fs::read_to_string(data(name)).unwrap()
}

/// A folder with the configuration of few problems and this source.
fn bench(source: &str, text: &str) -> Bench {
    let bench = Bench::new();
    bench.write("few.toml", self::text("few.toml"));
    bench.write(source, text);
    bench
}

/// Runs it on this source; the exit code must be that of the verdict.
fn judged(bench: &Bench, source: &str) -> AccuracyReport {
    let run = bench.lydian(&format!("accuracy few.toml --source {source} --json"));
    let report = AccuracyReport::from_json(&run.out).unwrap_or_else(|e| panic!("{}: {e}: {}", run.line, run.err));
    let expected = i32::from(report.verdict.conclusion == Conclusion::Suspicious);
    assert_eq!(run.code, expected, "{}", run.line);
    report
}

fn kinds(report: &AccuracyReport) -> Vec<ReasonKind> {
    report.verdict.reasons.iter().map(|reason| reason.kind).collect()
}

#[test]
fn a_wrong_weight_is_suspicious_in_every_language() {
    for (name, right, wrong) in [
        ("simpson.c", "f(a) + f(b)", "f(a)"),
        ("simpson.py", "f(a) + f(b)", "f(a)"),
        ("simpson.m", "(f(a) + f(b)", "(f(a)"),
        ("simpson.rs", "f(a) + f(b)", "f(a)"),
    ] {
        let report = judged(&bench(name, &text(name)), name);
        assert_eq!(kinds(&report), [], "{name}: {:?}", report.verdict);
        assert!(report.verdict.unseen.contains("same order"), "{name}");
        assert_eq!(report.work.unwrap().ratio, 1.0, "{name}");
        let report = judged(&bench(name, &text(name).replace(right, wrong)), name);
        assert!(
            kinds(&report).contains(&ReasonKind::Order),
            "{name}: {:?}",
            report.verdict
        );
        assert_eq!(report.verdict.unseen, "", "{name}");
    }
}

#[test]
fn more_and_fewer_panels_than_declared_are_named() {
    let halved = text("simpson.c").replace("double h", "n = 2 * n;\n    double h");
    let report = judged(&bench("simpson.c", &halved), "simpson.c");
    assert_eq!(kinds(&report), [ReasonKind::Finer]);
    let words = &report.verdict.reasons[0].text;
    assert!(
        words.contains("finer, not better") && words.contains("n + 1"),
        "{words}"
    );
    let doubled = text("simpson.c").replace("double h", "n = n / 2;\n    double h");
    let report = judged(&bench("simpson.c", &doubled), "simpson.c");
    assert!(kinds(&report).contains(&ReasonKind::Coarser), "{:?}", report.verdict);
}

#[test]
fn one_iteration_more_is_finer_and_not_better() {
    let bench = Bench::new();
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/accuracy/newton.toml");
    let run = bench
        .lydian_with(&["accuracy", example.to_str().unwrap(), "--json"])
        .expect(0);
    let report = AccuracyReport::from_json(&run.out).unwrap();
    let longer = report.mutants.iter().find(|m| m.after.contains("k <= steps")).unwrap();
    let equal = longer.equal_work.unwrap();
    assert_eq!((equal.ratio, equal.worse, equal.better), (1.5, 0, 0));
    assert_eq!(
        (longer.fate, longer.explanation),
        (AccuracyFate::Survived, Some(Explanation::Finer))
    );
}

#[test]
fn mutants_are_listed_and_nothing_runs() {
    let bench = bench(
        "simpson.c",
        "double simpson(double x)\n{\n    return x + never(1.0);\n}\n",
    );
    let run = bench.lydian("accuracy few.toml --list").expect(0);
    assert!(
        run.out.contains("simpson.c:3: ") && run.out.contains("  + return x - never(1.0);"),
        "{}",
        run.out
    );
}

/// What is observed on some problems is not named by the words for proofs.
fn assert_no_proofs(text: &str) {
    for word in ["killed", "equivalent", "proved"] {
        assert!(!text.contains(word), "{word}: {text}");
    }
}

#[test]
fn files_and_pages_are_the_same_on_any_number_of_threads() {
    let bench = bench("simpson.c", &text("simpson.c"));
    for threads in [1, 2] {
        let files = format!("--out {threads}.json --html {threads}.html --threads {threads}");
        let run = bench.lydian(&format!("accuracy few.toml {files}")).expect(0);
        for words in [
            "simpson in simpson.c: as designed",
            "This verdict cannot see",
            "work: 1.00 times",
        ] {
            assert!(run.out.contains(words), "no `{words}` in {}", run.out);
        }
        assert_no_proofs(&run.out);
    }
    for ending in ["json", "html"] {
        let read = |threads: u32| std::fs::read_to_string(bench.path(&format!("{threads}.{ending}"))).unwrap();
        assert!(read(1) == read(2), "the files {ending} differ");
        assert!(read(1).contains("This verdict cannot see"), "{ending}");
    }
    assert_no_proofs(&std::fs::read_to_string(bench.path("1.json")).unwrap());
    std::fs::create_dir(bench.path("finished")).unwrap();
    std::fs::copy(bench.path("1.json"), bench.path("finished/accuracy.json")).unwrap();
    bench.lydian("report finished").expect(0);
    let page = std::fs::read(bench.path("finished/report.html")).unwrap();
    assert!(page == std::fs::read(bench.path("1.html")).unwrap(), "the pages differ");
}

/// What a mutant did, without its number.
fn row(mutant: &SourceMutantRecord) -> impl PartialEq + std::fmt::Debug + use<> {
    let SourceMutantRecord {
        before,
        after,
        fate,
        worse,
        better,
        same,
        missing,
        ..
    } = mutant.clone();
    (before, after, fate, [worse, better, same, missing])
}

#[test]
fn hostile_mutants_change_nothing_but_their_own_rows() {
    for ending in ["c", "py", "m", "rs"] {
        let (plain, hostile) = (format!("simpson.{ending}"), format!("hostile.{ending}"));
        let quiet = judged(&bench(&plain, &text(&plain)), &plain);
        let report = judged(&bench(&hostile, &text(&hostile)), &hostile);
        assert_eq!(
            report.verdict.conclusion,
            Conclusion::AsDesigned,
            "{ending}: {:?}",
            report.verdict
        );
        assert_eq!(report.problems, quiet.problems, "{ending}");
        let rows: Vec<_> = report.mutants.iter().map(row).collect();
        for mutant in quiet.mutants.iter().map(row) {
            assert!(rows.contains(&mutant), "{ending}: {mutant:?} is not there");
        }
        hostile_ends(ending, &report);
    }
}

#[test]
fn an_algorithm_cannot_multiply() {
    let forking = |fork: &str| {
        let body = text("simpson.c").replacen("{\n", &format!("{{\n    if ({fork}() >= 0) _exit(1);\n"), 1);
        let report = judged(
            &bench("simpson.c", &format!("#include <unistd.h>\n{body}")),
            "simpson.c",
        );
        assert_eq!(report.verdict.conclusion, Conclusion::AsDesigned, "{fork}");
    };
    forking("fork");
    forking("vfork");
    let python = text("simpson.py").replacen(
        "    h =",
        "    import os\n    try:\n        os.fork()\n        os._exit(1)\n    except OSError:\n        pass\n    h =",
        1,
    );
    assert!(python.contains("os.fork()"));
    let rust = |lines: &str| text("simpson.rs").replacen("    let h", &format!("    {lines}\n    let h"), 1);
    for lines in [
        "extern \"C\" { fn fork() -> i32; }\n    if unsafe { fork() } >= 0 { std::process::exit(1); }",
        "if std::process::Command::new(\"true\").spawn().is_ok() { std::process::exit(1); }",
    ] {
        let report = judged(&bench("simpson.rs", &rust(lines)), "simpson.rs");
        assert_eq!(report.verdict.conclusion, Conclusion::AsDesigned, "{lines}");
    }
    let report = judged(&bench("simpson.py", &python), "simpson.py");
    assert_eq!(report.verdict.conclusion, Conclusion::AsDesigned);
}

#[test]
fn an_order_that_cannot_be_observed_is_no_verdict() {
    let bench = bench("simpson.c", &text("simpson.c"));
    let one = "[algorithm]\nsource = \"simpson.c\"\norder = 4\n[problems]\nkind = \"quadrature\"\n";
    let cases = [
        (
            "solutions = [{ name = \"one\", f = \"exp(x)\", a = 0, b = 1 }]\n",
            4,
            "its order cannot be observed",
        ),
        ("steps = [8, 16]\n", 4, "its order cannot be observed: 0 of"),
        ("iterations = 0\n", 2, "write a number from 1 to 1000"),
    ];
    for (more, code, said) in cases {
        bench.write("one.toml", format!("{one}{more}"));
        let run = bench.lydian("accuracy one.toml");
        assert_eq!(run.code, code, "{more}{}{}", run.out, run.err);
        assert!(run.err.contains(said), "{more}{}", run.err);
    }
}

#[test]
fn results_that_are_missing_or_wrong_on_many_problems_are_told() {
    for (garbage, kind) in [
        ("b > 2.0 ? 0.0 / 0.0 :", ReasonKind::NoResult),
        ("b > 2.0 ? 42.0 :", ReasonKind::NoConvergence),
    ] {
        let body = text("simpson.c").replace("return sum", &format!("return {garbage} sum"));
        let bench = bench("simpson.c", &body);
        bench.write(
            "all.toml",
            "[algorithm]\nsource = \"simpson.c\"\norder = 4\n[problems]\nkind = \"quadrature\"\n",
        );
        let run = bench.lydian("accuracy all.toml --json").expect(1);
        let report = AccuracyReport::from_json(&run.out).unwrap();
        assert!(kinds(&report).contains(&kind), "{:?}", report.verdict);
    }
}

#[test]
fn sources_in_their_usual_form_are_run() {
    let octave = text("simpson.m").replacen("1;\n", "", 1);
    assert!(
        octave.trim_start().starts_with("function") || octave.starts_with('%'),
        "{octave}"
    );
    let report = judged(&bench("simpson.m", &octave), "simpson.m");
    assert_eq!(report.verdict.conclusion, Conclusion::AsDesigned);
    let python = text("simpson.py").replace("/ 3.0", "/ helper.three()");
    let bench = bench("simpson.py", &format!("import helper\n\n\n{python}"));
    bench.write("helper.py", "def three():\n    return 3.0\n");
    assert_eq!(judged(&bench, "simpson.py").verdict.conclusion, Conclusion::AsDesigned);
}

/// The changed conditions that make a mutant raise, hang, allocate and leave.
fn hostile_ends(ending: &str, report: &AccuracyReport) {
    for condition in ["bad == -1", "bad < 0", "bad > 0"] {
        let changed = |m: &&SourceMutantRecord| {
            m.before.contains(condition) && (m.after.contains("<=") || m.after.contains(">=") || m.after.contains("!="))
        };
        let all: Vec<_> = report.mutants.iter().filter(changed).collect();
        assert!(!all.is_empty(), "{ending}: {condition}");
        let ended = all
            .iter()
            .any(|m| m.fate == AccuracyFate::NotViable && !m.why.is_empty());
        assert!(ended, "{ending}: {condition}: {all:?}");
    }
    let hung = report
        .with_fate(AccuracyFate::NotViable)
        .any(|m| m.why.contains("times the target's processor time"));
    assert!(hung, "{ending}");
}

#[test]
fn targets_that_cannot_be_judged_have_their_own_exit_code() {
    let head = "double simpson(double (*f)(double), double a, double b, int n)";
    for (body, what) in [
        ("{ return f(a) + undeclared; }", "reports errors"),
        ("{ return f(a) * (b - a) + n - n; }", "does not converge"),
        ("{ return n < 32 ? (f(a) - n) / 0.0 : 1.0 + b; }", "only 4 pairs"),
        ("{ while (n > 0) { n |= 1; } return a + b; }", "processor time"),
    ] {
        let bench = bench("simpson.c", &format!("{head} {body}\n"));
        let limited = text("few.toml").replace("order = 4", "order = 4\nseconds = 0.5");
        bench.write("few.toml", limited);
        bench
            .lydian("accuracy few.toml")
            .expect(4)
            .complains(what)
            .complains("remedy: ");
    }
}

#[test]
fn rust_that_does_not_build_is_shown_with_its_line() {
    let right = text("simpson.rs");
    for (text, said) in [
        ("pub fn simpson() -> f64 { 1.0 + 2.0 }\n", "simpson() -> f64"),
        (&right.replace("sum * h", "total * h"), "simpson.rs:7:5"),
        (&right.replace("n as f64;", "n;"), "simpson.rs:2:"),
        (
            &right.replace("fn simpson", "fn other"),
            "cannot find function `simpson`",
        ),
        (
            &right.replace("sum * h", "if n > 0 { panic!() }\n    sum * h"),
            "it aborted",
        ),
    ] {
        let bench = bench("simpson.rs", text);
        bench.write(
            "few.toml",
            self::text("few.toml").replace("order", "mutate = \"all\"\norder"),
        );
        bench
            .lydian("accuracy few.toml --source simpson.rs")
            .expect(4)
            .complains(said)
            .complains("remedy: ");
        bench.lydian("accuracy few.toml --source simpson.rs --list").expect(0);
    }
    let bench = bench("simpson.rs", &right);
    let mut command = bench.command(&["accuracy", "few.toml", "--source", "simpson.rs"]);
    let output = command.env("RUSTC", "no-such-compiler").output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(4), "{said}");
    assert!(
        said.contains("there is no Rust compiler: tried no-such-compiler") && said.contains("RUSTC"),
        "{said}"
    );
}

#[test]
fn bad_configurations_are_refused_with_their_line() {
    for (right, wrong, place) in [
        (
            "order = 4",
            "order = -4",
            "few.toml:5:9: error: it must be greater than 0",
        ),
        ("work = \"n + 1\"", "work = \"n +\"", "few.toml:6:8: error: "),
        ("work = \"n + 1\"", "works = 1", "few.toml:6:1: error: unknown field"),
        ("quadrature", "quadrat", "few.toml:9:8: error: unknown variant"),
        ("[4, 8, 16, 32]", "[4]", "few.toml:16:9: error: these are no steps"),
    ] {
        let bench = bench("simpson.c", &text("simpson.c"));
        bench.write("few.toml", text("few.toml").replace(right, wrong));
        bench
            .lydian("accuracy few.toml")
            .expect(2)
            .complains(place)
            .complains("remedy: ");
    }
    let bench = bench("simpson.c", &text("simpson.c"));
    bench.lydian("accuracy none.toml").expect(2).complains("cannot be read");
}

/// Sends a signal to a run as soon as its command was started so often.
fn signalled(bench: &Bench, signal: &str, line: &str, starts: usize) -> Option<i32> {
    std::fs::create_dir_all(bench.path("tmp")).unwrap();
    let words: Vec<&str> = line.split_whitespace().collect();
    let mut command = bench.command(&words);
    let mut child = command.env("TMPDIR", bench.path("tmp")).spawn().unwrap();
    let started = || std::fs::read(bench.path("started")).map_or(0, |bytes| bytes.len());
    while started() < starts && child.try_wait().unwrap().is_none() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let kill = Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(kill.unwrap().success());
    child.wait().unwrap().code()
}

#[test]
fn an_interrupt_keeps_what_was_found() {
    for signal in ["-INT", "-TERM"] {
        let bench = bench("simpson.py", &text("simpson.py"));
        let driver = "printf . >> started; sleep 0.2; for n in 1 2 3; do echo $n,1,1; echo $n,0.5,0.25; echo $n,0.25,0.0625; done";
        bench.write("driver.sh", driver);
        let typed = "[algorithm]\nsource = \"simpson.py\"\norder = 2\n[problems]\nkind = \"custom\"\ncommand = \"sh driver.sh\"\n";
        bench.write("slow.toml", typed);
        let all = bench
            .lydian("accuracy slow.toml --list")
            .expect(0)
            .out
            .matches("  + ")
            .count();
        let code = signalled(&bench, signal, "accuracy slow.toml --out slow.json --quiet", 4);
        assert_eq!(code, Some(3), "{signal}");
        let report = AccuracyReport::from_json(&std::fs::read_to_string(bench.path("slow.json")).unwrap()).unwrap();
        assert_eq!(report.verdict.conclusion, Conclusion::Interrupted, "{signal}");
        assert!(
            !report.mutants.is_empty() && report.mutants.len() < all,
            "{signal}: {}",
            report.mutants.len()
        );
        assert_eq!(std::fs::read_dir(bench.path("tmp")).unwrap().count(), 0, "{signal}");
    }
}
