//! The page: complete without scripts, self-contained, harmless, small.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;
#[path = "common/html.rs"]
mod html;

use common::{check, large, small};
use html::assert_balanced;
use report::page::{Index, IndexEntry, Page, Plot, index, page};
use suite::Suite;

fn bare(suite: &Suite) -> String {
    page(&Page {
        suite,
        check: None,
        plot: None,
        index: None,
    })
}

fn checked(suite: &Suite, plot: Option<&Plot>) -> String {
    page(&Page {
        suite,
        check: Some(&check(suite)),
        plot,
        index: Some("../report.html"),
    })
}

#[test]
fn everything_is_there_without_scripts() {
    let suite = small("square", &["x"]);
    let html = checked(&suite, None);
    assert_balanced(&html);
    for part in ["summary", "operators", "matrix", "trace", "tests", "mutants", "origin"] {
        assert!(html.contains(&format!("<section id=\"{part}\">")), "{part}");
        assert!(html.contains(&format!("<a href=\"#{part}\">")), "{part}");
    }
    for test in &suite.tests {
        assert!(html.contains(&format!("id=\"t-{}\"", test.id)));
        assert!(html.contains(&format!("--test {}<", test.id)));
    }
    for mutant in &suite.mutants {
        assert!(html.contains(&format!("<th>{}<td>", mutant.id)), "{}", mutant.id);
    }
    let wanted = [
        "crashed with SIGSEGV",
        "proved equal to binary:1 (ring)",
        "0x1p-1",
        "caught</span> by 3 of 4 tests",
        "gcc -O2 -ffp-contract=off",
        &"ab".repeat(32),
        "href=\"../report.html\"",
        "download=\"traceability.csv\" href=\"data:text/csv;charset=utf-8,requirement,",
    ];
    wanted.iter().for_each(|text| assert!(html.contains(text), "{text}"));
}

#[test]
fn orphans_are_named_or_denied() {
    let mut suite = small("square", &["x"]);
    assert!(bare(&suite).contains("<code>add:2</code>: undecided"));
    suite.mutants.remove(3);
    assert!(bare(&suite).contains("No orphans"));
    suite.mutants[0].killed_by.clear();
    suite.tests[3].objectives.clear();
    let html = bare(&suite);
    assert!(
        html.contains("<code>binary:1</code>: killed, but no test is named"),
        "{html}"
    );
    assert!(html.contains("<a href=\"#t-t4\">t4</a>: kills nothing"));
}

#[test]
fn nothing_is_fetched() {
    let html = checked(&small("square", &["x"]), None);
    for marker in ["http:", "https:", "src=", "@import", "url(", "<link"] {
        assert!(!html.contains(marker), "{marker}");
    }
}

#[test]
fn hostile_names_stay_text() {
    let hostile = "<script>alert('x')</script>]]>&\"'`\u{1}</style>";
    let mut suite = small(hostile, &[hostile]);
    for mutant in &mut suite.mutants {
        mutant.id = hostile.into();
        mutant.operator = hostile.into();
        mutant.description = hostile.into();
    }
    suite.tests.iter_mut().for_each(|test| test.id = hostile.into());
    let suite = Suite::new(hostile, hostile, 1, suite.spec, suite.mutants, suite.tests);
    let html = checked(&suite, None);
    assert_balanced(&html);
    assert_eq!(html.matches("<script").count(), 1);
    assert_eq!(html.matches("</style").count(), 1);
    let entry = IndexEntry {
        address: hostile,
        suite: &suite,
        check: None,
    };
    let list = index(&Index {
        title: hostile,
        campaign: None,
        entries: &[entry],
    });
    assert_balanced(&list);
    assert_eq!(list.matches("<script").count(), 1);
}

#[test]
fn plots_fit_the_number_of_arguments() {
    let line = Plot::Line {
        xs: vec![0.0, 1.0, 2.0, 3.0],
        ys: vec![1.0, f64::NAN, 2.0, 3.0],
    };
    let surface = Plot::Surface {
        xs: vec![0.0, 1.0],
        ys: vec![0.0, 1.0],
        zs: vec![0.0, 1.0, 2.0, f64::NAN],
    };
    let broken = Plot::Line {
        xs: vec![0.0, 1.0],
        ys: vec![],
    };
    let shows =
        |arguments: &[&str], plot: &Plot| checked(&small("square", arguments), Some(plot)).contains("id=\"picture\"");
    assert!(shows(&["x"], &line) && shows(&["x", "y"], &surface));
    assert!(!shows(&["x", "y"], &line) && !shows(&["x"], &surface) && !shows(&["x"], &broken));
    let html = checked(&small("square", &["x"]), Some(&line));
    assert!(
        html.contains("class=\"curve\" d=\"M0.0 "),
        "the first point has a gap after it"
    );
    assert_balanced(&html);
}

#[test]
fn an_empty_suite_has_a_page() {
    let whole = small("square", &["x"]);
    let suite = Suite::new("lydian 0.1.0", "", 1, whole.spec, vec![], vec![]);
    assert_balanced(&bare(&suite));
}

#[test]
fn ten_thousand_mutants_fit_in_five_megabytes() {
    let suite = large(10_000, 12);
    let check = check(&suite);
    let make = || {
        page(&Page {
            suite: &suite,
            check: Some(&check),
            plot: None,
            index: None,
        })
    };
    let (html, again) = (make(), make());
    assert!(html.len() < 5_000_000, "{} bytes", html.len());
    assert_eq!(html, again);
}

#[test]
fn many_tests_do_not_make_the_page_heavy() {
    let html = bare(&large(5_000, 400));
    assert!(html.len() < 5_000_000, "{} bytes", html.len());
    assert!(html.contains("mutants share a column"));
}

#[test]
fn the_index_lists_every_specification() {
    let suites: Vec<Suite> = (0..81).map(|n| small(&format!("spec {n}"), &["x"])).collect();
    let addresses: Vec<String> = (0..81).map(|n| format!("report/{n}.html")).collect();
    let report = check(&suites[0]);
    let entries: Vec<IndexEntry> = suites
        .iter()
        .zip(&addresses)
        .map(|(suite, address)| IndexEntry {
            address,
            suite,
            check: (suite.spec.name == "spec 0").then_some(&report),
        })
        .collect();
    let html = index(&Index {
        title: "suites",
        campaign: None,
        entries: &entries,
    });
    assert_balanced(&html);
    assert_eq!(html.matches("<a href=\"report/").count(), 81);
    assert!(html.contains("<b>486</b><span>mutants</span>"), "{html}");
    assert!(html.contains("2 <span class=\"b ko\">"), "{html}");
}
