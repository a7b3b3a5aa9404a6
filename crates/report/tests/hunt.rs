//! Hunts as text and pages: words of errors and of differences, maps, and damaged data.

use report::hunt::hunt_report;
use report::page::hunt_page;
use suite::hunt::{HuntBefore, HuntCell, HuntMap, HuntPath, HuntPoint, HuntReport, HuntSpan, HuntSquare};
use suite::{AccuracyRecord, CanaryRecord, Hex, HuntEnding, InputRecord, Observed, SubjectRecord};

fn point(ulps: Option<f64>) -> HuntPoint {
    HuntPoint {
        inputs: vec![InputRecord::new("<a>", 1.5), InputRecord::new("b", -2.0)],
        observed: Observed::value(7.0),
        reference: None,
        ulps,
        margins: ulps.map(|ulps| ulps / 2.0),
    }
}

fn span(lo: f64, hi: f64) -> HuntSpan {
    HuntSpan {
        lo: Hex(lo),
        hi: Hex(hi),
    }
}

fn report() -> HuntReport {
    let square = |column: usize, failed: bool| HuntSquare {
        column,
        row: 0,
        calls: 9,
        ulps: Some(1.0 + column as f64),
        at: Some([Hex(1.5), Hex(-2.0)]),
        failed,
    };
    HuntReport {
        format: HuntReport::FORMAT.into(),
        version: HuntReport::VERSION,
        tool: "lydian".into(),
        command: "lydian hunt".into(),
        spec: "s".into(),
        sha256: String::new(),
        output: "binary64".into(),
        subject: SubjectRecord {
            name: "new.c:f".into(),
            ..SubjectRecord::default()
        },
        canary: CanaryRecord {
            description: "always answers 1".into(),
            tests: 1,
            caught: 1,
        },
        seed: 1,
        calls: 18,
        unjudged: 0,
        failed: 0,
        worst: Some(point(Some(1.75))),
        nearest: Some(point(Some(1.75))),
        simple: None,
        cells: vec![HuntCell {
            argument: "<a>".into(),
            lo: Hex(1.0),
            hi: Hex(2.0),
            calls: 18,
            ulps: Some(1.75),
            margins: Some(0.875),
            at: Some(Hex(1.5)),
            inputs: Vec::new(),
            failed: false,
        }],
        failures: Vec::new(),
        map: Some(HuntMap {
            across: "<a>".into(),
            up: "b".into(),
            columns: vec![span(0.0, 1.0), span(1.0, 2.0)],
            rows: vec![span(-2.0, -1.0), span(-1.0, 0.0)],
            squares: vec![square(0, false), square(1, true)],
        }),
        paths: vec![HuntPath {
            file: "src/new.c".into(),
            line: 3,
            column: 7,
            side: true,
            traced: 2,
            worst: Some(point(Some(1.75))),
        }],
        ended: HuntEnding::Whole,
        reference: None,
        bound: None,
        differences: Vec::new(),
        before: None,
    }
}

fn compared() -> HuntReport {
    let other = SubjectRecord {
        name: "old.c:f".into(),
        ..SubjectRecord::default()
    };
    let worst = HuntPoint {
        reference: Some(Observed::value(7.5)),
        ..point(Some(3.0))
    };
    HuntReport {
        reference: Some(other),
        nearest: None,
        worst: Some(worst),
        paths: Vec::new(),
        ..report()
    }
}

#[test]
fn errors_are_told_with_their_margin() {
    let text = hunt_report(&report());
    let head = "s: new.c:f in 18 calls: 1.750 ulps, 87.5 % of the margin; every answer is acceptable\n";
    assert!(text.starts_with(head), "{text}");
    assert!(
        text.contains("  new.c:3:7 true          1.750 ulps, 87.5 % of the margin at <a> = 1.5, b = -2.0 (2 calls)\n"),
        "{text}"
    );
}

#[test]
fn an_earlier_version_stands_beside_the_new_one() {
    let mut earlier = report();
    earlier.subject.name = "old.c:f".into();
    earlier.worst = Some(point(Some(900.0)));
    earlier.cells[0].ulps = Some(900.0);
    let hunt = HuntReport {
        simple: Some(point(Some(1.7))),
        before: Some(Box::new(HuntBefore {
            hunt: earlier,
            after_there: Some(point(Some(0.25))),
            before_here: Some(point(Some(64.0))),
        })),
        ..report()
    };
    let text = hunt_report(&hunt);
    for words in [
        "\nBefore: s: old.c:f in 18 calls: 900.0 ulps",
        "  nearly so     1.700 ulps",
        "  now there     0.250 ulps",
        "  before, here  64.0 ulps",
        "Of 1 cells, errors are smaller than before in 1 and larger in 0.",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let page = hunt_page(&hunt);
    assert!(page.contains("<h3>Before</h3>") && page.contains("<h3>After</h3>"));
    // Both on the scale of the larger error: log₂ 901 has ten bits, and the small one keeps a small bar.
    assert_eq!(page.matches("Largest error in bits over the cells of").count(), 2);
    assert_eq!(page.matches("height=\"145.9\"").count(), 1, "{page}");
}

#[test]
fn differences_accuse_nobody() {
    let mut hunt = compared();
    let text = hunt_report(&hunt);
    assert!(
        text.starts_with("new.c:f and old.c:f in 18 calls: they differ by up to 3.000 ulps\n"),
        "{text}"
    );
    hunt.bound = Some(AccuracyRecord {
        ulps: Some("2".into()),
        ..AccuracyRecord::default()
    });
    hunt.failed = 4;
    hunt.differences = hunt.worst.iter().cloned().collect();
    let text = hunt_report(&hunt) + &hunt_page(&hunt);
    assert!(text.contains("4 answers differ by more than 2 ulps"), "{text}");
    for never in ["wrong", "not acceptable", "margin\"", " error "] {
        assert!(!text.contains(never), "{never}: {text}");
    }
}

#[test]
fn an_answer_that_is_a_number_is_not_called_none() {
    let far = HuntReport {
        worst: Some(point(None)),
        failed: 1,
        ..report()
    };
    assert!(hunt_report(&far).contains("18 calls: further off than can be measured; 1 answer is not acceptable"));
    let mut far = compared();
    far.worst.as_mut().unwrap().ulps = None;
    assert!(hunt_report(&far).contains("they differ by more than can be measured"));
    far.worst.as_mut().unwrap().reference = Some(Observed::value(f64::NAN));
    assert!(hunt_report(&far).contains("one answers with a number and the other does not"));
}

#[test]
fn nothing_is_praised_where_nothing_was_judged() {
    let hunt = HuntReport {
        unjudged: 18,
        worst: None,
        nearest: None,
        ..report()
    };
    let text = hunt_report(&hunt);
    assert!(
        text.contains("no answer could be judged") && !text.contains("acceptable"),
        "{text}"
    );
    let some = HuntReport {
        unjudged: 3,
        ..report()
    };
    assert!(hunt_report(&some).contains("every answer that could be judged is acceptable"));
}

#[test]
fn two_inputs_have_a_map_with_what_fails_and_the_worst() {
    let page = hunt_page(&report());
    assert!(
        page.contains("class=\"contour\" d=\"M1 1h1M1 2h1M1 1v1M2 1v1\""),
        "{page}"
    );
    assert!(page.contains("mark peak") && page.contains("&lt;a&gt;") && !page.contains("<a>"));
}

#[test]
fn a_square_outside_of_its_map_is_not_drawn() {
    let mut hunt = report();
    hunt.map.as_mut().unwrap().squares[0].column = 7;
    assert!(!hunt_page(&hunt).contains("contour\" d"));
}

#[test]
fn hunts_read_back() {
    for hunt in [report(), compared()] {
        assert_eq!(HuntReport::from_json(&hunt.to_json()).unwrap(), hunt);
    }
}
