//! Targets that do not converge, or not everywhere, and correct ones on few or coarse steps.

use super::{FEW, SIMPSON_C, complaint};
use campaign::accuracy::{AccuracyCampaign, AccuracyFailure, Config, accuracy};
use std::sync::atomic::AtomicBool;
use suite::accuracy::{AccuracyReport, Conclusion, ReasonKind};
use tempfile::TempDir;

/// Runs a source with this configuration; `more` are other files.
fn run(source: (&str, &str), typed: &str, more: &[(&str, &str)]) -> Result<AccuracyReport, AccuracyFailure> {
    let folder = TempDir::new().unwrap();
    let (name, text) = source;
    for (name, text) in more.iter().chain([&(name, text)]) {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let config = Config::read(&folder.path().join("a.toml"), typed, None).unwrap();
    accuracy(&AccuracyCampaign {
        config: &config,
        text,
        tool: "test".into(),
        command: "test".into(),
        interrupt: &AtomicBool::new(false),
    })
}

/// Errors by a formula of n on three cases of different sizes. All mutants of the source are worse.
fn custom(formula: &str, order: f64, steps: &str, more: &str) -> Result<AccuracyReport, AccuracyFailure> {
    let source = "def one():\n    return 0.5 + 0.5\n";
    let driver = format!(
        "import sys\nspace = {{}}\nexec(open(sys.argv[1]).read(), space)\nfor case in range(1, 4):\n    for n in {steps}:\n        \
         print(case, 1 / n, case * ({formula}) + abs(space['one']() - 1), sep=', ')\n"
    );
    let typed = format!(
        "[algorithm]\nsource = \"one.py\"\norder = {order}\n[problems]\nkind = \"custom\"\n\
         command = \"python3 driver.py {{source}}\"\n{more}"
    );
    run(("one.py", source), &typed, &[("driver.py", &driver)])
}

/// The verdict, and what speaks against the target.
fn verdict(report: AccuracyReport) -> (Conclusion, Vec<ReasonKind>, String) {
    let reasons = report.verdict.reasons;
    let texts: Vec<String> = reasons.iter().map(|r| r.text.clone()).collect();
    let kinds = reasons.iter().map(|r| r.kind).collect();
    (report.verdict.conclusion, kinds, texts.join("\n"))
}

const FINE: &str = "(2, 3, 4, 6, 8, 12, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096)";

/// Simpson's rule that ends in `s*h*0.33333`: the weights are wrong by 1e-5.
#[test]
fn a_plateau_above_rounding_is_no_rounding() {
    for height in ["1e-3", "1e-5", "1e-7"] {
        let formula = format!("0.1 * n ** -4.0 + {height}");
        for more in ["", "size = 1.0\n"] {
            let (conclusion, kinds, text) = verdict(custom(&formula, 4.0, FINE, more).unwrap());
            assert_eq!(conclusion, Conclusion::Suspicious, "{height}: {text}");
            assert!(kinds.contains(&ReasonKind::NoConvergence), "{height}: {text}");
            assert!(
                text.contains("does not converge below") && text.contains("`1`"),
                "{text}"
            );
        }
    }
}

#[test]
fn a_plateau_of_rounding_is_known_by_the_size_of_the_solution() {
    let formula = "0.1 * n ** -4.0 + 3e-13";
    let refused = complaint(custom(formula, 4.0, FINE, ""));
    assert!(refused.contains("size = 1.0"), "{refused}");
    let (conclusion, _, text) = verdict(custom(formula, 4.0, FINE, "size = 100\n").unwrap());
    assert_eq!(conclusion, Conclusion::AsDesigned, "{text}");
    // 3e-13 is no rounding of numbers around 1e-6.
    let (conclusion, _, text) = verdict(custom(formula, 4.0, FINE, "size = 1e-6\n").unwrap());
    assert_eq!(conclusion, Conclusion::Suspicious, "{text}");
}

#[test]
fn halves_are_no_plateau() {
    let (conclusion, _, text) = verdict(custom("0.3 / n", 1.0, "(5, 10, 20, 40, 80)", "").unwrap());
    assert_eq!(conclusion, Conclusion::AsDesigned, "{text}");
    let (conclusion, kinds, text) = verdict(custom("0.3 / n", 2.0, "(5, 10, 20, 40, 80)", "").unwrap());
    assert_eq!(
        (conclusion, kinds),
        (Conclusion::Suspicious, vec![ReasonKind::Order]),
        "{text}"
    );
}

const EULER: &str = "\
double euler(double (*f)(double, double), double x, double t0, double t1, int n)
{
    double h = (t1 - t0) / n;
    for (int i = 0; i < n; i++) {
        x += h * f(x, t0 + i * h);
    }
    return x;
}
";

fn euler(steps: &str) -> Result<AccuracyReport, AccuracyFailure> {
    let typed = format!(
        "[algorithm]\nsource = \"euler.c\"\norder = 1\n[problems]\nkind = \"initial-value\"\nsteps = {steps}\n"
    );
    run(("euler.c", EULER), &typed, &[])
}

#[test]
fn few_coarse_steps_accuse_nobody() {
    for steps in ["[5, 10, 20]", "[5, 6, 7, 8]", "[5, 10, 20, 40, 80]"] {
        let (conclusion, _, text) = verdict(euler(steps).unwrap());
        assert_eq!(conclusion, Conclusion::AsDesigned, "{steps}: {text}");
    }
    let wild = "[1.0, 0.5, 0.02, 0.3, 0.05][n - 1]";
    let refused = complaint(custom(wild, 2.0, "(1, 2, 3, 4, 5)", ""));
    assert!(refused.contains("order cannot be observed: the median"), "{refused}");
}

/// Simpson's rule with another end, on all problems that ship.
fn simpson(end: &str) -> AccuracyReport {
    let text = SIMPSON_C.replace("return sum", &format!("return {end} sum"));
    let typed = "[algorithm]\nsource = \"simpson.c\"\norder = 4\n[problems]\nkind = \"quadrature\"\n";
    run(("simpson.c", &text), typed, &[]).unwrap()
}

#[test]
fn problems_that_are_plainly_wrong_are_named_however_few_they_are() {
    for end in [
        "b > 2.75 ? 42.0 :",
        "(b > 2.75 ? 1.00001 : 1.0) *",
        "n >= 700 && b > 2.75 ? 42.0 :",
        "n == 64 && b > 2.75 ? 42.0 :",
    ] {
        let (conclusion, kinds, text) = verdict(simpson(end));
        assert_eq!(conclusion, Conclusion::Suspicious, "{end}");
        assert_eq!(kinds, [ReasonKind::NoConvergence], "{end}: {text}");
        assert!(text.contains("`root`"), "{end}: {text}");
    }
    assert_eq!(verdict(simpson("")).0, Conclusion::AsDesigned);
}

#[test]
fn a_problem_without_a_result_is_named() {
    for end in ["b > 2.75 ? 0.0 / 0.0 :", "n >= 1024 && b > 2.75 ? 1.0 / 0.0 :"] {
        let (conclusion, kinds, text) = verdict(simpson(end));
        assert_eq!(
            (conclusion, kinds),
            (Conclusion::Suspicious, vec![ReasonKind::NoResult]),
            "{end}: {text}"
        );
        assert!(text.contains("`root`"), "{end}: {text}");
    }
}

#[test]
fn a_low_order_on_a_quarter_of_the_problems_is_told() {
    let (conclusion, kinds, text) = verdict(simpson("b > 2.0 ? sum * h / 3.0 + h * h * b :"));
    assert_eq!(
        (conclusion, kinds),
        (Conclusion::Suspicious, vec![ReasonKind::Order]),
        "{text}"
    );
    assert!(text.contains("problems"), "{text}");
}

#[test]
fn without_a_declared_order_a_plateau_is_seen_too() {
    let text = SIMPSON_C.replace("/ 3.0", "* 0.33333");
    let typed = format!("[algorithm]\nsource = \"simpson.c\"\n[problems]\nkind = \"quadrature\"{FEW}");
    let typed = typed.replace("[4, 8, 16, 32]", "[4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048]");
    let (conclusion, kinds, text) = verdict(run(("simpson.c", &text), &typed, &[]).unwrap());
    assert_eq!(
        (conclusion, kinds),
        (Conclusion::Suspicious, vec![ReasonKind::NoConvergence]),
        "{text}"
    );
}

#[test]
fn an_interrupted_run_praises_nobody() {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("simpson.c"), SIMPSON_C).unwrap();
    let judged = |problems: &str, stopped: bool| {
        let typed = format!("[algorithm]\nsource = \"simpson.c\"\norder = 4\n[problems]\n{problems}");
        accuracy(&AccuracyCampaign {
            config: &Config::read(&folder.path().join("a.toml"), &typed, None).unwrap(),
            text: SIMPSON_C,
            tool: "test".into(),
            command: "test".into(),
            interrupt: &AtomicBool::new(stopped),
        })
    };
    let quadrature = format!("kind = \"quadrature\"{FEW}");
    assert!(matches!(judged(&quadrature, true), Err(AccuracyFailure::Interrupted)));
    let command = "kind = \"custom\"\ncommand = \"for n in 1 2 3; do for h in 1 0.5 0.25 0.125; do echo $n,$h,$h$h; done; done\"\n";
    let custom = command.replace(
        "$h$h",
        "$(echo $h | sed 's/^1$/1.0/;s/^0.5$/0.0625/;s/^0.25$/0.00390625/;s/^0.125$/0.000244140625/')",
    );
    let report = judged(&custom, true).unwrap();
    assert_eq!(
        (report.verdict.conclusion, report.mutants.len()),
        (Conclusion::Interrupted, 0)
    );
    assert_eq!((report.problems.len(), report.verdict.unseen.as_str()), (3, ""));
}

#[test]
fn a_linear_solver_that_is_wrong_at_one_size_is_told() {
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/accuracy/solve/reference.c");
    let right = std::fs::read_to_string(example).unwrap();
    let solve = |fault: &str| {
        let head = "void answer(int n, const double *a, const double *b, double *x)";
        let text = format!("{right}{head} {{\n  solve(n, a, b, x);\n  if ({fault}) x[0] += 40.0;\n}}\n");
        let typed = "[algorithm]\nsource = \"answer.c\"\n[problems]\nkind = \"linear\"\n";
        verdict(run(("answer.c", &text), typed, &[]).unwrap())
    };
    for fault in ["n == 8", "n == 34 && a[0] > 0.0", "n > 3 && b[0] > 1.0 && b[1] < b[0]"] {
        let (conclusion, kinds, text) = solve(fault);
        assert_eq!(
            (conclusion, kinds),
            (Conclusion::Suspicious, vec![ReasonKind::Rounding]),
            "{fault}: {text}"
        );
        assert!(
            text.contains("plainly wrong: on `") || text.contains("far above"),
            "{fault}: {text}"
        );
    }
    assert_eq!(solve("n == 1000").0, Conclusion::AsDesigned);
}
