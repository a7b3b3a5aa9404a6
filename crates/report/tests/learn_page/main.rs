//! The page of `learn`: it says how it ended, shows what was found, and stays harmless.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod extremes;
#[path = "../common/html.rs"]
mod html;
#[path = "../common/learn.rs"]
mod samples;

use html::assert_balanced;
use report::page::learn_page;
use samples::{one_input, ten_inputs, tried, two_inputs, two_inputs_violated};
use suite::Observed;
use suite::learn::*;

fn assert_has(html: &str, wanted: &[&str]) {
    wanted.iter().for_each(|text| assert!(html.contains(text), "{text}"));
}

/// Well formed, without a number that a drawing cannot have.
fn assert_sound(html: &str) {
    assert_balanced(html);
    let drawings = html
        .split("<svg")
        .skip(1)
        .flat_map(|part| part.split('"').skip(1).step_by(2));
    for attribute in drawings.filter(|text| !text.contains('→')) {
        let spoilt = attribute.split([' ', ',', '%', 'M', 'L', 'H', 'h']);
        for word in spoilt {
            assert!(!matches!(word, "NaN" | "inf" | "-inf"), "{attribute}");
        }
    }
    assert!(!html.contains("NaN%") && !html.contains("inf%"), "a place is no number");
}

#[test]
fn a_violation_is_told_and_drawn() {
    let html = learn_page(&one_input());
    assert_sound(&html);
    for part in [
        "summary",
        "violation",
        "contract",
        "picture",
        "convergence",
        "subjects",
        "origin",
    ] {
        assert!(html.contains(&format!("<section id=\"{part}\">")), "{part}");
        assert!(html.contains(&format!("<a href=\"#{part}\">")), "{part}");
    }
    let wanted = [
        "Violated, found by test 70.",
        "<th>x</th><td>4.25</td><td class=\"hex\">0x1.1p+2</td>",
        "Simplest input <small>after 31 more tests</small>",
        "First input found <small>a model broke the contract there</small>",
        "--at 'x=0x1.1p+2'</pre>",
        "<a href=\"#c-15\">wave.lyd:15</a> <code>abs(y - sin(x)) &lt; 0.5</code>",
        "<tr class=\"broken\" id=\"c-15\"><th>15</th>",
        "gcc -O2 -ffp-contract=off",
        "<use href=\"#w-first\" x=\"66.8%\"",
        "<use href=\"#w-simplest\" x=\"68.0%\"",
    ];
    assert_has(&html, &wanted);
    assert_eq!(html.matches("<tr class=\"broken\"").count(), 1);
    assert!(!html.contains("id=\"tests\""), "the picture shows the tests");
}

#[test]
fn each_kind_of_test_has_its_shape_and_is_explained() {
    let report = one_input();
    let html = learn_page(&report);
    for (why, name) in [
        (WhyTested::Start, "start"),
        (WhyTested::Explore, "explore"),
        (WhyTested::Model, "model"),
    ] {
        let made = report.tests.iter().filter(|test| test.why == why).count();
        // One more stands in the legend.
        assert_eq!(
            html.matches(&format!("<use href=\"#w-{name}\"")).count(),
            made + 1,
            "{name}"
        );
    }
    assert_eq!(html.matches("<use href=\"#w-random\"").count(), 0);
}

#[test]
fn every_end_is_told_without_a_false_claim() {
    let ends = [
        (two_inputs(50).end, "this is no proof"),
        (LearnEnd::Budget, "no proof"),
        (LearnEnd::Exhausted, "no proof"),
        (LearnEnd::Interrupted, "Interrupted after 50 tests"),
        (LearnEnd::Kept, "Nothing follows for others"),
        (LearnEnd::Undecided, "neither be proved"),
        (LearnEnd::NotRequired, "says nothing about this input"),
    ];
    for (end, wanted) in ends {
        let html = learn_page(&LearnReport { end, ..two_inputs(50) });
        assert_sound(&html);
        assert_has(&html, &[wanted]);
        assert!(!html.contains("id=\"violation\"") && !html.contains("broken by the violation"));
    }
}

#[test]
fn a_violation_that_was_not_seen_again_is_not_told_as_if_it_were() {
    let mut report = one_input();
    report.violation.as_mut().unwrap().repeats = false;
    let html = learn_page(&report);
    assert_sound(&html);
    let wanted = [
        "Violated, found by test 70; not seen again when the same input was repeated.",
        "proved for one run, not seen again",
        "In a new process the same input did not show this",
    ];
    assert_has(&html, &wanted);
    assert!(!html.contains("proved, on one input"));
    let steady = learn_page(&one_input());
    assert!(steady.contains("proved, on one input") && !steady.contains("not seen again"));
}

#[test]
fn pictures_say_what_they_leave_out() {
    let mut report = two_inputs(50);
    let (some, outside) = (
        "Drawn are the first 50 of 5\u{202f}000 tests.",
        "or the contract does not allow the input.",
    );
    report.surface.as_mut().unwrap().outputs[0].values.fill(Some(1.0));
    let whole = learn_page(&report);
    assert!(!whole.contains("Drawn are the first") && !whole.contains("Hatched"));
    report.counts.tests = 5000;
    report.surface.as_mut().unwrap().outputs[0].values[0] = None;
    report.contract.requires = vec![];
    assert_has(&learn_page(&report), &[some, "Hatched: the models say nothing."]);
    report.contract.requires = report.contract.ensures.clone();
    assert_has(&learn_page(&report), &[some, outside]);
}

#[test]
fn a_map_has_the_tests_where_they_are() {
    let mut report = two_inputs_violated();
    // The corner of the greatest x and the least speed is at the foot, at the right.
    report.tests = vec![tried(&[3.0, 0.0], &[1.0], WhyTested::Start)];
    let surface = report.surface.as_mut().unwrap();
    surface.axes = vec![vec![-3.0, 3.0], vec![0.0, 1.0, 2.0]];
    // The last input varies fastest: only the point (3, 0) is great.
    surface.outputs[0].values = [0.0, 0.0, 0.0, 11.0, 0.0, 0.0].map(Some).to_vec();
    let html = learn_page(&report);
    assert_sound(&html);
    assert_has(
        &html,
        &[
            "<use href=\"#w-start\" x=\"100.0%\" y=\"100.0%\"",
            "<path class=\"band z11\" d=\"M1 2.5h1\"></path>",
        ],
    );
}

#[test]
fn many_inputs_have_a_table_instead() {
    let html = learn_page(&ten_inputs());
    assert_sound(&html);
    assert_has(
        &html,
        &[
            "40 of 5\u{202f}000 tests",
            "<th>x9</th><th>y</th>",
            "<b>5\u{202f}000</b>",
        ],
    );
    assert!(!html.contains("id=\"picture\""));
}

#[test]
fn hostile_text_stays_text() {
    let hostile = "<script>alert('x')</script>]]>&\"'`\u{1}</style>";
    for mut report in [one_input(), two_inputs_violated(), ten_inputs()] {
        let contract = &mut report.contract;
        contract.inputs.iter_mut().for_each(|input| input.name = hostile.into());
        contract.outputs = vec![hostile.into()];
        contract.text = format!("{hostile}\n{}", contract.text);
        (contract.name, contract.file) = (hostile.into(), hostile.into());
        (report.tool, report.command) = (hostile.into(), hostile.into());
        report.subjects[0].function = hostile.into();
        let subject = &mut report.subjects[0].subject;
        (subject.name, subject.signature, subject.tool) = (hostile.into(), hostile.into(), hostile.into());
        (subject.build, subject.floating_point) = (vec![hostile.into()], vec![hostile.into()]);
        report
            .surface
            .iter_mut()
            .for_each(|s| s.outputs[0].name = hostile.into());
        report.tests[0].ended = Some(Observed::Broken { how: hostile.into() });
        if let Some(found) = &mut report.violation {
            found.again = hostile.into();
            found.broken[0].text = hostile.into();
            found.test.ended = Some(Observed::Rejected { how: hostile.into() });
        }
        let html = learn_page(&report);
        assert_balanced(&html);
        assert_eq!(html.matches("<script").count(), 1);
        assert_eq!(html.matches("</style").count(), 1);
        assert!(!html.contains('\u{1}'));
    }
}

#[test]
fn nothing_is_fetched() {
    for report in [one_input(), two_inputs_violated(), ten_inputs()] {
        let html = learn_page(&report);
        for marker in ["http:", "https:", "src=", "@import", "url(", "<link"] {
            assert!(!html.contains(marker), "{marker}");
        }
    }
}
