//! Algorithms in Rust: all kinds, the signatures and texts that are taken, and linear solvers in Fortran.

use super::{AccuracyCampaign, Config, FEW, accuracy};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use suite::accuracy::{AccuracyFate, AccuracyReport, Conclusion, ReasonKind};
use tempfile::TempDir;

pub const SIMPSON: &str = "\
pub fn simpson(f: impl Fn(f64) -> f64, a: f64, b: f64, n: usize) -> f64 {
    let h = (b - a) / n as f64;
    let mut sum = f(a) + f(b);
    for i in 1..n {
        sum += if i % 2 == 1 { 4.0 } else { 2.0 } * f(a + i as f64 * h);
    }
    sum * h / 3.0
}
";

const NEWTON: &str = "\
fn newton(f: &dyn Fn(f64) -> f64, df: &dyn Fn(f64) -> f64, start: f64, steps: u32) -> Option<f64> {
    let step = |x: f64| Some(x - f(x) / df(x)).filter(|next| next.is_finite());
    (0..steps).try_fold(start, |x, _| step(x))
}
";

const SECANT: &str = "\
use std::mem::replace;
pub fn secant(f: fn(f64) -> f64, mut x0: f64, mut x1: f64, steps: i64) -> Result<f64, String> {
    let (mut f0, mut f1) = (f(x0), f(x1));
    for _ in 0..steps {
        if f0 == f1 {
            return Ok(x1);
        }
        let next = x1 - f1 * (x1 - x0) / (f1 - f0);
        x0 = replace(&mut x1, next);
        f0 = replace(&mut f1, f(next));
    }
    Ok(x1)
}
";

/// What the part `[algorithm]` says besides the source, and the problems.
fn judged(name: &str, text: &str, said: &str, problems: &str) -> AccuracyReport {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join(name), text).unwrap();
    let typed = format!("[algorithm]\nsource = \"{name}\"\n{said}\n[problems]\n{problems}");
    let config = Config::read(&folder.path().join("a.toml"), &typed, None).unwrap();
    let campaign = AccuracyCampaign {
        config: &config,
        text,
        tool: "test".into(),
        command: "test".into(),
        interrupt: &AtomicBool::new(false),
    };
    accuracy(&campaign).unwrap_or_else(|failure| panic!("{text}{failure:?}"))
}

fn as_designed(report: &AccuracyReport) -> &AccuracyReport {
    let verdict = &report.verdict;
    assert_eq!(
        verdict.conclusion,
        Conclusion::AsDesigned,
        "{}: {verdict:?}",
        report.algorithm.text
    );
    report
}

fn example(path: &str) -> String {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/accuracy");
    std::fs::read_to_string(examples.join(path)).unwrap()
}

#[test]
fn every_kind_of_problem_is_as_designed() {
    let initial = format!("kind = \"initial-value\"{FEW}");
    let spline = format!(
        "kind = \"interpolation\"{}",
        FEW.replace("[4, 8, 16, 32]", "[5, 10, 20, 40]")
    );
    let sizes = "kind = \"linear\"\nsteps = [3, 5, 8]";
    let secant = "kind = \"root\"\nderivative = false\niterations = 3";
    for (name, text, said, problems) in [
        (
            "rk4.rs",
            &example("rk4/reference.rs"),
            "order = 4\nlines = \"10-11\"",
            initial.as_str(),
        ),
        (
            "rk4.rs",
            &example("rk4/second.rs"),
            "order = 4\nlines = \"19-21\"",
            &initial,
        ),
        (
            "spline.rs",
            &example("spline/reference.rs"),
            "order = 4\nlines = \"44-46\"",
            &spline,
        ),
        (
            "spline.rs",
            &example("spline/second.rs"),
            "order = 4\nlines = \"32-34\"",
            &spline,
        ),
        (
            "solve.rs",
            &example("solve/reference.rs"),
            "mutate = [\"eliminate\"]",
            sizes,
        ),
        (
            "solve.rs",
            &example("solve/second.rs"),
            "mutate = [\"subtract\"]",
            sizes,
        ),
        ("solve.f90", &example("solve/reference.f90"), "lines = \"25-26\"", sizes),
        (
            "newton.rs",
            &NEWTON.to_string(),
            "order = 4\nwork = 2",
            "kind = \"root\"",
        ),
        (
            "secant.rs",
            &SECANT.to_string(),
            "order = 5\nwork = \"n + 2\"\nlines = \"8-8\"",
            secant,
        ),
    ] {
        let report = judged(name, text, said, problems);
        let counts = as_designed(&report).counts;
        assert!(2 * counts.worse > counts.made, "{name}: {counts:?}");
    }
}

#[test]
fn a_wrong_weight_is_suspicious() {
    let wrong = example("rk4/reference.rs").replace("2.0 * (k2 + k3)", "3.0 * k2 + k3");
    let report = judged("rk4.rs", &wrong, "order = 4", &format!("kind = \"initial-value\"{FEW}"));
    assert!(report.verdict.reasons.iter().any(|r| r.kind == ReasonKind::Order));
}

/// Simpson's rule, of which one line is mutated.
fn simpson(text: &str) -> AccuracyReport {
    let line = text.lines().position(|line| line.contains("let h")).unwrap() + 1;
    let said = format!("order = 4\nfunction = \"simpson\"\nlines = \"{line}-{line}\"");
    judged("simpson.rs", text, &said, &format!("kind = \"quadrature\"{FEW}"))
}

#[test]
fn a_function_is_taken_in_all_usual_forms() {
    let fates = |report: &AccuracyReport| report.mutants.iter().map(|m| m.fate).collect::<Vec<_>>();
    let plain = simpson(SIMPSON);
    assert!(fates(&plain).contains(&AccuracyFate::Worse));
    let plain_head = "pub fn simpson(f: impl Fn(f64) -> f64, a: f64, b: f64, n: usize)";
    for head in [
        "fn simpson(f: &dyn Fn(f64) -> f64, a: f64, b: f64, n: i32)",
        "#![allow(dead_code)]\n#![deny(warnings)]\nfn simpson(f: &impl Fn(f64) -> f64, a: f64, b: f64, n: u64)",
        "fn main() {}\nuse std::f64::consts::PI as _PI;\nfn simpson(f: fn(f64) -> f64, a: f64, b: f64, n: u16)",
        "//! About it.\n\n/// More.\npub fn simpson(mut f: impl FnMut(f64) -> f64, a: f64, b: f64, n: isize)",
        "#[no_mangle]\npub fn simpson(f: &mut dyn FnMut(f64) -> f64, a: f64, b: f64, n: usize)",
        "\u{feff}fn simpson(f: Box<dyn Fn(f64) -> f64 + Send>, a: f64, b: f64, n: usize)",
        "fn _f() -> f64 { crate::three() }\nfn simpson<F: Fn(f64) -> f64 + Copy + Sync + 'static>(f: F, a: f64, b: f64, n: usize)",
    ] {
        let text = SIMPSON.replace(plain_head, head) + "pub fn three() -> f64 { 3.0 } // no end of line";
        let report = simpson(&text);
        assert_eq!(as_designed(&report).problems, plain.problems, "{head}");
        assert_eq!(fates(&report), fates(&plain), "{head}");
    }
}

/// A mutant that is built with others has the same fate as one that is built alone.
#[test]
fn mutants_are_the_same_together_and_apart() {
    let together = judged(
        "simpson.rs",
        SIMPSON,
        "order = 4",
        &format!("kind = \"quadrature\"{FEW}"),
    );
    let marked = format!("{SIMPSON}#[no_mangle]\npub fn lydian_test() {{}}\n");
    let apart = judged(
        "simpson.rs",
        &marked,
        "order = 4",
        &format!("kind = \"quadrature\"{FEW}"),
    );
    assert_eq!(together.mutants, apart.mutants);
    let whys: Vec<&str> = together
        .with_fate(AccuracyFate::NotViable)
        .map(|m| m.why.as_str())
        .collect();
    assert!(whys.contains(&"it does not build"), "{whys:?}");
}

#[test]
fn results_that_are_missing_are_no_answers() {
    let none = NEWTON.replace("next.is_finite()", "next.is_finite() && start < 0.0");
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("newton.rs");
    std::fs::write(&path, &none).unwrap();
    let typed = "[algorithm]\nsource = \"newton.rs\"\n[problems]\nkind = \"root\"";
    let config = Config::read(&folder.path().join("a.toml"), typed, None).unwrap();
    let campaign = AccuracyCampaign {
        config: &config,
        text: &none,
        tool: "test".into(),
        command: "test".into(),
        interrupt: &AtomicBool::new(false),
    };
    let said = match accuracy(&campaign) {
        Ok(report) => format!("{:?}", report.verdict),
        Err(failure) => format!("{failure:?}"),
    };
    assert!(said.contains("finite result") || said.contains("NoResult"), "{said}");
}
