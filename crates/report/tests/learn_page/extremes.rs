//! Little, much and strange data: the page still stands, and stays small.

use crate::samples::{one_input, steps, ten_inputs, tried, two_inputs, violated};
use crate::{assert_has, assert_sound};
use report::page::learn_page;
use suite::Observed;
use suite::learn::*;

#[test]
fn arrays_do_not_flood_the_page() {
    let mut report = ten_inputs();
    let input = report.contract.inputs[0].clone();
    report.contract.inputs = vec![input; 20_000];
    let wide = tried(&vec![0.1; 20_000], &[1.0], WhyTested::Start);
    report.tests = vec![wide.clone(); 200];
    let html = learn_page(&violated(report, wide.clone(), wide));
    assert_sound(&html);
    assert_has(&html, &["<th>…</th>", "19600 more"]);
    assert!(html.len() < 200_000, "{} bytes", html.len());
    let mut report = one_input();
    report.contract.outputs = vec!["y".into(); 5000];
    report
        .tests
        .iter_mut()
        .for_each(|test| test.outputs = vec![test.outputs[0]; 5000]);
    let clause = report.contract.ensures[0].clone();
    report.violation.as_mut().unwrap().broken = vec![clause; 5000];
    let html = learn_page(&report);
    assert_sound(&html);
    assert_has(&html, &["<li>and 4950 more</li>", "…</title>"]);
    assert!(html.len() < 200_000, "{} bytes", html.len());
}

#[test]
fn tests_that_gave_no_number_are_shown() {
    let mut report = one_input();
    let crash = LearnTest {
        outputs: vec![],
        ended: Some(Observed::Crash {
            signal: "SIGSEGV".into(),
        }),
        ..tried(&[2.0], &[], WhyTested::Explore)
    };
    report.tests = vec![
        crash.clone(),
        tried(&[1.0], &[f64::NAN], WhyTested::Start),
        tried(&[1.5], &[f64::INFINITY], WhyTested::Start),
    ];
    let mut report = violated(report, crash.clone(), crash);
    report.violation.as_mut().unwrap().breach = BreachKind::NoOutput;
    let html = learn_page(&report);
    assert_sound(&html);
    assert_has(
        &html,
        &[
            "<p>crashed with SIGSEGV</p>",
            "(there is no output)",
            "x=\"32.0%\" y=\"98.0%\"",
            "x=\"24.0%\" y=\"2.0%\"",
        ],
    );
    report.surface = None;
    assert_has(
        &learn_page(&report),
        &["<td class=\"ko\" colspan=\"1\">crashed with SIGSEGV</td>"],
    );
}

#[test]
fn an_empty_report_has_a_page() {
    let mut report = one_input();
    report.violation = None;
    report.end = LearnEnd::Interrupted;
    report.tests.clear();
    report.convergence.clear();
    report.surface = None;
    report.subjects.clear();
    report.contract.text.clear();
    report.counts = LearnCounts::default();
    let html = learn_page(&report);
    assert_sound(&html);
    for part in ["violation", "contract", "picture", "tests", "convergence", "subjects"] {
        assert!(!html.contains(&format!("id=\"{part}\"")), "{part}");
    }
    report.contract.inputs.clear();
    report.contract.outputs.clear();
    report.surface = Some(Surface {
        axes: vec![],
        outputs: vec![],
    });
    assert_sound(&learn_page(&report));
}

/// The report with this learned curve, and a test on each of its points.
fn curve(xs: &[f64], ys: &[f64]) -> LearnReport {
    let mut report = one_input();
    let tests = xs.iter().zip(ys);
    report.tests = tests.map(|(&x, &y)| tried(&[x], &[y], WhyTested::Explore)).collect();
    report.surface = Some(Surface {
        axes: vec![xs.to_vec()],
        outputs: vec![SurfaceOutput {
            name: "y".into(),
            values: ys.iter().map(|y| y.is_finite().then_some(*y)).collect(),
        }],
    });
    report
}

#[test]
fn strange_numbers_do_not_break_axes() {
    let (nan, inf, most) = (f64::NAN, f64::INFINITY, f64::MAX);
    let curves: [(&[f64], &[f64]); 9] = [
        (&[2.0], &[7.0]),
        (&[2.0], &[nan]),
        (&[0.0, 1.0], &[3.0, 3.0]),
        (&[-1e300, 1e300], &[1e300, -1e300]),
        (&[-most, most], &[most, -most]),
        (&[-5e-324, 5e-324], &[5e-324, -5e-324]),
        (&[0.0, 1.0, 2.0], &[nan, inf, -inf]),
        (&[0.0, 1.0], &[5e-324, most]),
        (&[], &[]),
    ];
    for (xs, ys) in curves {
        let report = curve(xs, ys);
        assert_sound(&learn_page(&report));
        // The same numbers as a map of two inputs.
        let mut map = two_inputs(1);
        map.tests = xs
            .iter()
            .zip(ys)
            .map(|(&x, &y)| tried(&[x, y], &[y], WhyTested::Model))
            .collect();
        let values = xs.iter().flat_map(|_| ys.iter().map(|y| y.is_finite().then_some(*y)));
        map.surface = Some(Surface {
            outputs: vec![SurfaceOutput {
                name: "y".into(),
                values: values.collect(),
            }],
            axes: vec![xs.to_vec(), xs.to_vec()],
        });
        assert_sound(&learn_page(&map));
    }
}

#[test]
fn a_grid_that_does_not_fit_is_not_drawn() {
    let mut report = two_inputs(10);
    report.surface.as_mut().unwrap().axes[0].pop();
    let html = learn_page(&report);
    assert_sound(&html);
    assert!(!html.contains("id=\"picture\"") && html.contains("id=\"tests\""));
}

#[test]
fn strange_convergence_does_not_break_axes() {
    let point = |tests, change, covered, models| ConvergencePoint {
        tests,
        change,
        covered,
        models,
    };
    let (nan, inf) = (f64::NAN, f64::INFINITY);
    let courses = [
        vec![point(0, None, 0.0, 0)],
        vec![point(7, Some(0.0), 1.0, 1)],
        vec![point(1, Some(nan), nan, 3), point(2, Some(inf), inf, u64::MAX)],
        vec![point(1, Some(5e-324), -1.0, 1), point(u64::MAX, Some(f64::MAX), 2.0, 9)],
        vec![point(5, Some(1e-3), 0.5, 2), point(5, Some(0.0), 0.5, 2)],
    ];
    for convergence in courses {
        let report = LearnReport {
            convergence,
            ..two_inputs(10)
        };
        assert_sound(&learn_page(&report));
    }
    let still = LearnReport {
        convergence: vec![point(7, Some(0.0), 1.0, 1)],
        ..two_inputs(10)
    };
    assert_has(&learn_page(&still), &["The models did not change at all"]);
}

#[test]
fn two_thousand_tests_on_four_maps_fit_in_a_megabyte() {
    let mut report = two_inputs(2000);
    let surface = report.surface.as_mut().unwrap();
    let rough: Vec<Option<f64>> = (0..41 * 41).map(|n| Some(f64::from(n * 7919 % 1009))).collect();
    surface.outputs = ["y", "a", "b", "c"]
        .map(|name| SurfaceOutput {
            name: name.into(),
            values: rough.clone(),
        })
        .to_vec();
    report.contract.outputs = ["y", "a", "b", "c"].map(String::from).to_vec();
    let html = learn_page(&report);
    assert_sound(&html);
    assert!(html.len() < 1_000_000, "{} bytes", html.len());
    assert_eq!(html, learn_page(&report));
    let xs = steps(0.0, 1.0, 201);
    let ys: Vec<f64> = xs.iter().map(|x| x * x).collect();
    let mut line = curve(&xs, &ys);
    line.tests = vec![line.tests; 10].concat();
    assert!(learn_page(&line).len() < 200_000);
}
