//! Every kind of page, made of data that a test can change.

use crate::code::{SOURCE, accuracy, cover, stress};
use crate::common::{check, small, spec};
use crate::samples::{one_input, ten_inputs, two_inputs_violated};
use report::page::{
    CoverEntry, Index, IndexEntry, Page, Plot, accuracy_page, cover_index, cover_page, index, learn_page, page,
    stress_page,
};
use serde_json::{Value, from_value, json};
use suite::{CampaignSummary, CheckReport, Suite};

/// A kind of page.
pub struct PageKind {
    pub name: &'static str,
    /// What the page is about.
    pub data: Value,
    /// The page; none if the data are not such data.
    pub page: fn(&Value) -> Option<String>,
}

/// All kinds of pages.
pub fn kinds() -> Vec<PageKind> {
    let kind = |name, data, page| PageKind { name, data, page };
    let one = small("square", &["x"]);
    let two = small("square", &["x", "y"]);
    let spec = json!(spec("root", &["x"]));
    let sources = json!([["root.c", SOURCE]]);
    let check = check_with_random();
    let learnt = [one_input(), two_inputs_violated(), ten_inputs()].map(|mut report| {
        report.tests.truncate(20);
        json!(report)
    });
    let [curve, map, table] = learnt;
    vec![
        kind(
            "suite",
            json!({ "suite": one, "check": check, "index": "../report.html" }),
            suite,
        ),
        kind("map", json!({ "suite": two, "check": null, "index": null }), suite),
        kind(
            "index",
            json!({ "title": "all", "address": "one.html", "suite": one, "check": check, "campaign": campaign() }),
            list,
        ),
        kind(
            "cover",
            json!({ "report": cover(&spec), "sources": sources, "index": "../all.html" }),
            covered,
        ),
        kind(
            "unjudged cover",
            json!({ "report": cover(&Value::Null), "sources": sources, "index": null }),
            covered,
        ),
        kind(
            "cover index",
            json!({ "title": "all", "address": "root.html", "report": cover(&spec) }),
            cover_list,
        ),
        kind("stress", stress(), |data| {
            Some(stress_page(&from_value(data.clone()).ok()?))
        }),
        kind("accuracy", accuracy(), |data| {
            Some(accuracy_page(&from_value(data.clone()).ok()?))
        }),
        kind("learned curve", curve, |data| {
            Some(learn_page(&from_value(data.clone()).ok()?))
        }),
        kind("learned map", map, |data| {
            Some(learn_page(&from_value(data.clone()).ok()?))
        }),
        kind("learned table", table, |data| {
            Some(learn_page(&from_value(data.clone()).ok()?))
        }),
    ]
}

fn check_with_random() -> Value {
    let mut check = json!(check(&small("square", &["x"])));
    check["random"] = json!({
        "seed": 1, "asked": 10, "skipped": 0, "failures": [],
        "summary": { "total": 9, "ok": 9, "ko": 0, "uncertain": 0 },
    });
    check
}

fn campaign() -> Value {
    json!({
        "format": "lydian-summary", "version": 1, "tool": "lydian 0.1.0", "command": "lydian generate square.lyd",
        "outcome": "done", "exit_code": 0, "milliseconds": 1234,
        "machine": { "os": "linux", "arch": "x86_64", "threads": 2 }, "specs": [],
    })
}

/// A plot for this many arguments.
fn plot(arguments: usize) -> Plot {
    let xs: Vec<f64> = (0..=8).map(f64::from).collect();
    let squares: Vec<f64> = xs.iter().map(|x| x * x).collect();
    match arguments {
        1 => Plot::Line { xs, ys: squares },
        _ => Plot::Surface {
            zs: xs.iter().flat_map(|y| squares.iter().map(move |x| x + y)).collect(),
            ys: xs.clone(),
            xs,
        },
    }
}

fn suite(data: &Value) -> Option<String> {
    let suite: Suite = from_value(data["suite"].clone()).ok()?;
    let check: Option<CheckReport> = from_value(data["check"].clone()).ok()?;
    Some(page(&Page {
        suite: &suite,
        check: check.as_ref(),
        plot: Some(&plot(suite.spec.arguments.len())),
        index: data["index"].as_str(),
    }))
}

fn list(data: &Value) -> Option<String> {
    let suite: Suite = from_value(data["suite"].clone()).ok()?;
    let check: CheckReport = from_value(data["check"].clone()).ok()?;
    let campaign: CampaignSummary = from_value(data["campaign"].clone()).ok()?;
    let entry = |check| IndexEntry {
        address: data["address"].as_str().unwrap(),
        suite: &suite,
        check,
    };
    Some(index(&Index {
        title: data["title"].as_str()?,
        campaign: Some(&campaign),
        entries: &[entry(Some(&check)), entry(None)],
    }))
}

fn covered(data: &Value) -> Option<String> {
    let report = from_value(data["report"].clone()).ok()?;
    let sources: Vec<(String, String)> = from_value(data["sources"].clone()).ok()?;
    Some(cover_page(&report, &sources, data["index"].as_str()))
}

fn cover_list(data: &Value) -> Option<String> {
    let report = from_value(data["report"].clone()).ok()?;
    let entry = CoverEntry {
        address: data["address"].as_str()?.into(),
        report: &report,
    };
    Some(cover_index(data["title"].as_str()?, &[entry]))
}
