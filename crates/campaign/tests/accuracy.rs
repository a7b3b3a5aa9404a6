//! `accuracy` on real algorithms in five languages, with hostile mutants, bad targets, and a command of the user's.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

#[path = "accuracy/converge.rs"]
mod converge;
#[path = "accuracy/rust.rs"]
mod rust;

use campaign::accuracy::{AccuracyCampaign, AccuracyFailure, Config, accuracy, list_mutants};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use suite::accuracy::{AccuracyFate, AccuracyReport, Conclusion, Explanation, ReasonKind};
use tempfile::TempDir;

const SIMPSON_C: &str = "\
double simpson(double (*f)(double), double a, double b, int n)
{
    double h = (b - a) / n;
    double sum = f(a) + f(b);
    for (int i = 1; i < n; i++) {
        sum += (i % 2 ? 4.0 : 2.0) * f(a + i * h);
    }
    return sum * h / 3.0;
}
";

const SIMPSON_PY: &str = "\
def simpson(f, a, b, n):
    h = (b - a) / n
    total = f(a) + f(b)
    for i in range(1, n):
        total += (4.0 if i % 2 else 2.0) * f(a + i * h)
    return total * h / 3.0
";

const SIMPSON_M: &str = "\
1;
function s = simpson(f, a, b, n)
  h = (b - a) / n;
  x = a + h * (1:n-1);
  s = h / 3 * (f(a) + f(b) + 4 * sum(f(x(1:2:end))) + 2 * sum(f(x(2:2:end))));
end
";

const SIMPSON_F: &str = "\
function simpson(f, a, b, n) result(s)
  implicit none
  double precision, external :: f
  double precision, intent(in) :: a, b
  integer, intent(in) :: n
  double precision :: s, h
  integer :: i
  h = (b - a) / n
  s = f(a) + f(b)
  do i = 1, n - 1
    s = s + (2 + 2 * mod(i, 2)) * f(a + i * h)
  end do
  s = s * h / 3.0d0
end function
";

/// Few problems: the tests are fast, and not about statistics.
const FEW: &str = "
solutions = [
  { f = \"exp(x)\", a = 0.1, b = 1.3 },
  { f = \"exp(-x)*sin(3*x)\", a = 0.2, b = 2.1 },
  { f = \"(log (+ x 1/8))\", a = 0.1, b = 1.1 },
  { f = \"atan(3*t)\", a = -0.3, b = 1.3 },
]
steps = [4, 8, 16, 32]
";

fn config(folder: &Path, source: &str, problems: &str) -> Config {
    let text = format!("[algorithm]\nsource = \"{source}\"\norder = 4\n[problems]\n{problems}");
    Config::read(&folder.join("a.toml"), &text, None).unwrap()
}

fn run(name: &str, text: &str, problems: &str) -> Result<AccuracyReport, AccuracyFailure> {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join(name), text).unwrap();
    let config = config(folder.path(), name, problems);
    accuracy(&AccuracyCampaign {
        config: &config,
        text,
        tool: "test".into(),
        command: "test".into(),
        interrupt: &AtomicBool::new(false),
    })
}

fn quadrature(name: &str, text: &str) -> Result<AccuracyReport, AccuracyFailure> {
    run(name, text, &format!("kind = \"quadrature\"{FEW}"))
}

/// What is wrong with a target.
fn complaint(result: Result<AccuracyReport, AccuracyFailure>) -> String {
    match result.unwrap_err() {
        AccuracyFailure::Target(broken) => broken.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_same_algorithm_is_as_designed_in_every_language() {
    for (name, text) in [
        ("simpson.c", SIMPSON_C),
        ("simpson.py", SIMPSON_PY),
        ("simpson.m", SIMPSON_M),
        ("simpson.f90", SIMPSON_F),
        ("simpson.rs", rust::SIMPSON),
    ] {
        let report = quadrature(name, text).unwrap();
        assert_eq!(
            report.verdict.conclusion,
            Conclusion::AsDesigned,
            "{name}: {:?}",
            report.verdict
        );
        assert!(
            (report.order.unwrap().order - 4.0).abs() < 0.15,
            "{name}: {:?}",
            report.order
        );
        let counts = report.counts;
        assert!(counts.made > 20 && counts.worse > counts.made / 3, "{name}: {counts:?}");
        let sum = counts.not_viable + counts.same + counts.few + counts.worse + counts.survived;
        assert_eq!((sum, report.mutants.len() as u64), (counts.made, counts.made), "{name}");
        // Simpson's rule with n panels looks at n + 1 points.
        let works: Vec<Option<u64>> = report.problems[0].points.iter().map(|p| p.work).collect();
        assert_eq!(works, [5, 9, 17, 33].map(Some), "{name}");
    }
}

#[test]
fn a_wrong_weight_is_suspicious_and_the_right_one_is_named() {
    let wrong = SIMPSON_C.replace("f(a) + f(b)", "2.0 * f(a) + f(b)");
    let report = quadrature("simpson.c", &wrong).unwrap();
    assert_eq!(report.verdict.conclusion, Conclusion::Suspicious);
    let kinds: Vec<ReasonKind> = report.verdict.reasons.iter().map(|r| r.kind).collect();
    assert!(kinds.contains(&ReasonKind::Order), "{kinds:?}");
    let better = report
        .verdict
        .reasons
        .iter()
        .find(|r| r.kind == ReasonKind::BetterMutants)
        .unwrap();
    assert!(
        better.text.contains("`double sum = 1.0 * f(a) + f(b);` in place of"),
        "{}",
        better.text
    );
}

#[test]
fn results_do_not_depend_on_threads() {
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| quadrature("simpson.c", SIMPSON_C)).unwrap().to_json()
    };
    let one = with(1);
    assert!(one == with(3), "the reports differ");
    assert_eq!(AccuracyReport::from_json(&one).unwrap().counts.made, 69);
}

/// Mutants of this target crash, hang, allocate without end, print and leave: `mode` is 0 in the target.
const HOSTILE: &str = "\
#include <stdio.h>
#include <stdlib.h>
static int mode(void) { return 0; }
double simpson(double (*f)(double), double a, double b, int n)
{
    int bad = mode();
    if (bad == 1) abort();
    while (bad == -1) { volatile int x = 0; x++; }
    double h = (b - a) / n;
    double sum = f(a) + f(b);
    for (int i = 1; i < n; i++) {
        sum += (i % 2 ? 4.0 : 2.0) * f(a + i * h);
    }
    while (bad < 0) { char *p = malloc(1 << 20); if (p) { for (int k = 0; k < 1 << 20; k += 512) p[k] = 1; } }
    if (bad > 0) { printf(\"row 1 ok 0 0 0\\n\"); exit(0); }
    return sum * h / 3.0;
}
";

#[test]
fn hostile_mutants_lose_nothing_but_their_own_row() {
    let problems = format!("kind = \"quadrature\"{FEW}");
    let report = run("simpson.c", HOSTILE, &problems).unwrap();
    assert_eq!(
        report.verdict.conclusion,
        Conclusion::AsDesigned,
        "{:?}",
        report.verdict
    );
    let whys: Vec<&str> = report
        .with_fate(AccuracyFate::NotViable)
        .map(|m| m.why.as_str())
        .collect();
    let late = "it took more than 16 times the target's processor time";
    for why in ["it aborted", late, "it ended its process"] {
        assert!(whys.contains(&why), "{why} is not in {whys:?}");
    }
    let plain = quadrature("simpson.c", SIMPSON_C).unwrap();
    assert_eq!(report.problems, plain.problems);
}

#[test]
fn targets_that_cannot_be_judged_are_refused_with_advice() {
    let table = [
        (
            "double simpson(double (*f)(double), double a, double b, int n) { return f(a) + undeclared; }",
            "reports errors",
        ),
        (
            "double simpson(double (*f)(double), double a, double b, int n) { return f(a) * (b - a) + n - n; }",
            "does not converge",
        ),
        (
            "double simpson(double (*f)(double), double a, double b, int n) { return (f(a) - n) / 0.0 * (b - a); }",
            "finite result",
        ),
        (
            "double simpson(double (*f)(double), double a, double b, int n) { return *(double *)(8L + n) + f(a + b); }",
            "SIGSEGV",
        ),
        ("double other(double x) { return x + 1.0; }", "undefined reference"),
    ];
    for (text, what) in table {
        let folder = TempDir::new().unwrap();
        std::fs::write(folder.path().join("simpson.c"), text).unwrap();
        let typed = format!(
            "[algorithm]\nsource = \"simpson.c\"\nmutate = \"all\"\norder = 4\n[problems]\nkind = \"quadrature\"{FEW}"
        );
        let config = Config::read(&folder.path().join("a.toml"), &typed, None).unwrap();
        let complaint = complaint(accuracy(&AccuracyCampaign {
            config: &config,
            text,
            tool: "test".into(),
            command: "test".into(),
            interrupt: &AtomicBool::new(false),
        }));
        assert!(
            complaint.contains(what) && complaint.contains("remedy: "),
            "{complaint}"
        );
    }
}

const HALVES: &str = "\
double simpson(double (*f)(double), double a, double b, int n)
{
    int m = n * 1;
    double h = (b - a) / m;
    double sum = 0.0;
    for (int i = 0; i < m; i++) {
        sum += f(a + (i + 0.5) * h);
    }
    return sum * h;
}
";

#[test]
fn more_panels_are_finer_and_not_better() {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("simpson.c"), HALVES).unwrap();
    let typed = format!("[algorithm]\nsource = \"simpson.c\"\norder = 2\n[problems]\nkind = \"quadrature\"{FEW}");
    let config = Config::read(&folder.path().join("a.toml"), &typed, None).unwrap();
    let campaign = AccuracyCampaign {
        config: &config,
        text: HALVES,
        tool: "test".into(),
        command: "test".into(),
        interrupt: &AtomicBool::new(false),
    };
    let report = accuracy(&campaign).unwrap();
    assert_eq!(
        report.verdict.conclusion,
        Conclusion::AsDesigned,
        "{:?}",
        report.verdict
    );
    let doubled = report.mutants.iter().find(|m| m.after.contains("n * 2"));
    let equal = doubled.unwrap().equal_work.unwrap();
    assert_eq!(equal.ratio, 2.0);
    assert_eq!(doubled.unwrap().fate, AccuracyFate::Survived);
    // With as much work the target has the same errors.
    assert_eq!((equal.worse, equal.better), (0, 0));
    assert_eq!(doubled.unwrap().explanation, Some(Explanation::Finer));
}

#[test]
fn a_command_of_the_user_prints_errors() {
    let source = "def order(n):\n    return (1.0 / n) ** 2 + 0.0\n";
    let driver = "import sys\nspace = {}\nexec(open(sys.argv[1]).read(), space)\n\
                  for case in range(3):\n    for n in (4, 8, 16, 32):\n        print(case, 1 / n, space['order'](n) * (case + 1), n, sep=', ')\n";
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("order.py"), source).unwrap();
    std::fs::write(folder.path().join("driver.py"), driver).unwrap();
    let typed = "[algorithm]\nsource = \"order.py\"\norder = 2\n[problems]\nkind = \"custom\"\ncommand = \"python3 driver.py {source}\"\n";
    let config = Config::read(&folder.path().join("a.toml"), typed, None).unwrap();
    let campaign = AccuracyCampaign {
        config: &config,
        text: source,
        tool: "test".into(),
        command: "test".into(),
        interrupt: &AtomicBool::new(false),
    };
    let report = accuracy(&campaign).unwrap();
    assert_eq!(report.order.unwrap().order, 2.0);
    assert_eq!(report.problems.len(), 3);
}

#[test]
fn mutants_are_listed_without_running() {
    let folder = TempDir::new().unwrap();
    let config = config(folder.path(), "simpson.c", "kind = \"quadrature\"");
    let mutants = list_mutants(&config, SIMPSON_C).unwrap();
    assert!(mutants.len() > 40);
    let lines = Config {
        scope: mutation::source::MutatedPart::Lines(3..=3),
        ..config
    };
    let fewer = list_mutants(&lines, SIMPSON_C).unwrap();
    assert!(fewer.iter().all(|m| m.line == 3) && fewer.len() < mutants.len());
}

#[test]
fn solutions_that_cannot_be_used_are_named() {
    let problems = "kind = \"quadrature\"\nsolutions = [{ name = \"mine\", f = \"log(x)\", a = -1, b = 2 }]";
    match run("simpson.c", SIMPSON_C, problems).unwrap_err() {
        AccuracyFailure::Config(why) => assert!(why.contains("`mine`") && why.contains("no value at -1"), "{why}"),
        other => panic!("{other:?}"),
    }
}
