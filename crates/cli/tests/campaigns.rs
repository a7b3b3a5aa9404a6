//! Campaigns from the outside: what they write, that it does not depend on threads, and that they go on after a break.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::{Bench, contents, project_specs};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;

const SUM: &str = "spec sum(x in [1, 2], y in [1, 3]) accuracy 1e-6 { x + y }";
const HALF: &str = "spec half(x in [-2, 2]) accuracy 1e-6 { log(x) }";
const POLE: &str = "spec pole(x in [-1, 1]) accuracy 1e-6 { 1 / x }";

fn bench() -> Bench {
    let bench = Bench::new();
    bench.write("sum.lyd", SUM);
    bench.write("half.lyd", HALF);
    bench.write("pole.lyd", POLE);
    bench
}

/// The suites of a folder by name.
fn suites(bench: &Bench, folder: &str) -> BTreeMap<String, Vec<u8>> {
    let files = contents(&bench.path(folder)).into_iter();
    let named = files.map(|(path, bytes)| (path.file_name().unwrap().to_str().unwrap().to_string(), bytes));
    named.filter(|(name, _)| name.ends_with("suite.json")).collect()
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn a_campaign_writes_suite_record_and_summary() {
    let bench = bench();
    let run = bench.lydian("generate sum.lyd").expect(0);
    assert!(
        run.out.starts_with("sum: ") && run.out.contains("Suite: lydian.out/suite.json"),
        "{}",
        run.out
    );
    assert_eq!(run.err, "");
    let suite = json(&fs::read_to_string(bench.path("lydian.out/suite.json")).unwrap());
    assert_eq!(suite["command"], "lydian generate sum.lyd");
    let summary = json(&fs::read_to_string(bench.path("lydian.out/summary.json")).unwrap());
    assert_eq!(
        (&summary["exit_code"], &summary["specs"][0]["suite"]),
        (&0.into(), &"suite.json".into())
    );
    let record = fs::read_to_string(bench.path("lydian.out/record.jsonl")).unwrap();
    let events: Vec<String> = record
        .lines()
        .map(|l| json(l)["event"].as_str().unwrap().into())
        .collect();
    assert_eq!(
        (events[0].as_str(), events[events.len() - 1].as_str()),
        ("started", "finished")
    );
    assert_eq!(
        events.iter().filter(|e| *e == "mutant").count(),
        suite["mutants"].as_array().unwrap().len()
    );
    let run = bench.lydian("verify lydian.out/suite.json").expect(0);
    assert!(run.out.contains("sum"), "{}", run.out);
}

#[test]
fn an_accuracy_that_no_float_meets_is_said_once() {
    let bench = bench();
    bench.write(
        "fine.lyd",
        "\nspec fine(x in [1, 2]) precision binary32 accuracy 1e-10 { exp(x) }",
    );
    let run = bench.lydian("generate fine.lyd --quiet --strength minimal");
    assert_eq!(run.err.matches("warning").count(), 1, "{}", run.err);
    let said = "fine.lyd:2:1: warning: `fine`: the accuracy is finer than binary32 numbers are";
    assert!(
        run.err.starts_with(said) && run.err.contains("0.5 ulps, or 5.96e-8 relative"),
        "{}",
        run.err
    );
}

#[test]
fn formulas_that_are_defined_in_part_work() {
    let bench = bench();
    let run = bench.lydian("generate half.lyd pole.lyd").expect(0);
    assert!(run.out.contains("Not defined on all of the domain"), "{}", run.out);
    bench
        .lydian("verify lydian.out/half.suite.json lydian.out/pole.suite.json")
        .expect(0);
}

#[test]
fn the_previous_campaign_is_kept() {
    let bench = bench();
    bench.lydian("generate sum.lyd").expect(0);
    let first = suites(&bench, "lydian.out");
    bench.lydian("generate half.lyd").expect(0);
    assert_eq!(suites(&bench, "lydian.out.old"), first);
    assert_ne!(suites(&bench, "lydian.out"), first);
}

#[test]
fn bytes_depend_on_neither_threads_nor_folders() {
    let bench = bench();
    let mut arguments = vec!["generate".to_string()];
    arguments.extend(project_specs());
    for (threads, out) in [("1", "one"), ("2", "two")] {
        let mut line = arguments.clone();
        line.extend(["--threads", threads, "--out", out, "--quiet"].map(String::from));
        let run = bench
            .lydian_with(&line.iter().map(String::as_str).collect::<Vec<_>>())
            .expect(0);
        assert_eq!(run.out, "");
    }
    assert_eq!(suites(&bench, "one").len(), arguments.len() - 1);
    assert!(suites(&bench, "one") == suites(&bench, "two"));
    let record = |folder: &str| fs::read(bench.path(folder).join("record.jsonl")).unwrap();
    assert!(record("one") == record("two"));
    fs::create_dir(bench.path("sub")).unwrap();
    bench.write("sub/sum.lyd", SUM);
    bench.lydian("generate sum.lyd --out three").expect(0);
    bench
        .lydian("generate sub/sum.lyd --out four --threads 2 --json")
        .expect(0);
    assert!(suites(&bench, "three") == suites(&bench, "four"));
}

#[test]
fn every_specification_of_the_project_generates_and_verifies() {
    let bench = bench();
    let specs = project_specs();
    let mut arguments = vec!["generate"];
    arguments.extend(specs.iter().map(String::as_str));
    bench.lydian_with(&arguments).expect(0);
    let names: Vec<String> = suites(&bench, "lydian.out")
        .into_keys()
        .map(|n| format!("lydian.out/{n}"))
        .collect();
    let mut arguments = vec!["verify", "--samples", "16"];
    arguments.extend(names.iter().map(String::as_str));
    bench.lydian_with(&arguments).expect(0);
}

#[test]
fn a_resumed_campaign_skips_what_is_done_and_ends_the_same() {
    let bench = bench();
    bench.lydian("generate sum.lyd half.lyd pole.lyd --out whole").expect(0);
    bench
        .lydian("generate sum.lyd half.lyd pole.lyd --out broken")
        .expect(0);
    fs::remove_file(bench.path("broken/half.suite.json")).unwrap();
    let kept = fs::metadata(bench.path("broken/sum.suite.json"))
        .unwrap()
        .modified()
        .unwrap();
    let run = bench
        .lydian("generate sum.lyd half.lyd pole.lyd --out broken --resume")
        .expect(0);
    let line = |name: &str| {
        run.out
            .lines()
            .find(|l| l.trim_start().starts_with(name))
            .unwrap()
            .to_string()
    };
    assert!(
        line("sum").ends_with("before") && !line("half").ends_with("before"),
        "{}",
        run.out
    );
    assert_eq!(
        fs::metadata(bench.path("broken/sum.suite.json"))
            .unwrap()
            .modified()
            .unwrap(),
        kept
    );
    assert!(suites(&bench, "whole") == suites(&bench, "broken"));
    // Other options, or another file, make another suite.
    let run = bench
        .lydian("generate sum.lyd half.lyd pole.lyd --out broken --resume --points 300")
        .expect(0);
    assert!(!run.out.contains("before"), "{}", run.out);
    bench.write("sum.lyd", format!("{SUM}\n"));
    let run = bench
        .lydian("generate sum.lyd half.lyd pole.lyd --out broken --resume --points 300")
        .expect(0);
    assert_eq!(run.out.matches("before").count(), 2, "{}", run.out);
}

#[test]
fn resuming_nothing_begins() {
    let bench = bench();
    bench.lydian("generate sum.lyd --resume").expect(0);
    assert_eq!(suites(&bench, "lydian.out").len(), 1);
}

#[test]
fn one_core_of_many_can_be_chosen() {
    let bench = bench();
    bench.write("all.lyd", format!("{SUM}\n{HALF}\n{POLE}"));
    for (core, name) in [("2", "half"), ("pole", "pole")] {
        bench.lydian(&format!("generate all.lyd --core {core}")).expect(0);
        let suite = json(&fs::read_to_string(bench.path("lydian.out/suite.json")).unwrap());
        assert_eq!(suite["spec"]["name"], name);
        assert_eq!(suite["command"], format!("lydian generate all.lyd --core {core}"));
    }
}

#[test]
fn json_goes_to_standard_output() {
    let bench = bench();
    let run = bench.lydian("generate sum.lyd half.lyd --json").expect(0);
    let summary = json(&run.out);
    assert_eq!(summary["format"], "lydian-summary");
    assert_eq!(summary["specs"].as_array().unwrap().len(), 2);
    assert_eq!(
        run.out,
        fs::read_to_string(bench.path("lydian.out/summary.json")).unwrap()
    );
    let run = bench.lydian("verify lydian.out/sum.suite.json --json").expect(0);
    let report = json(&run.out);
    assert_eq!(
        (&report["exit_code"], &report["suites"][0]["spec"]),
        (&0.into(), &"sum".into())
    );
}

#[test]
fn random_points_for_a_time_can_be_repeated_without_it() {
    let bench = bench();
    bench
        .lydian("generate pole.lyd --method random --seconds 0.05")
        .expect(0);
    let suite = json(&fs::read_to_string(bench.path("lydian.out/suite.json")).unwrap());
    let command = suite["command"].as_str().unwrap().to_string();
    bench.lydian(command.strip_prefix("lydian ").unwrap()).expect(0);
    assert!(
        suites(&bench, "lydian.out") == suites(&bench, "lydian.out.old"),
        "{command}"
    );
}

#[test]
fn a_false_claim_is_a_finding() {
    let bench = bench();
    bench.lydian("generate sum.lyd").expect(0);
    let mut suite = json(&fs::read_to_string(bench.path("lydian.out/suite.json")).unwrap());
    let tests = suite["tests"].as_array_mut().unwrap();
    let test = tests.iter_mut().find(|test| test.get("valid").is_some()).unwrap();
    test["valid"] = serde_json::json!({"lo": "0x1p+60", "hi": "0x1p+60"});
    test["invalid"] = serde_json::json!({"below": "0x0p+0", "above": "0x1p+61"});
    bench.write("false.json", suite.to_string());
    let run = bench.lydian("verify lydian.out/suite.json false.json").expect(1);
    assert!(
        run.out.contains("false.json (") && run.out.contains("test t"),
        "{}",
        run.out
    );
    bench.lydian("verify false.json missing.json").expect(2);
}

/// Ends a campaign of this many jobs as Ctrl-C does once its first suite is there, and gives its exit code.
#[cfg(unix)]
fn interrupt_after_one(bench: &Bench, arguments: &[&str]) -> Option<i32> {
    use std::process::{Command, Stdio};
    use std::time::Duration;
    let mut running = bench.command(arguments);
    let mut child = running.stderr(Stdio::null()).stdout(Stdio::null()).spawn().unwrap();
    let mut looks = 0;
    while !bench.path("lydian.out/p0.suite.json").exists() && looks < 6000 {
        std::thread::sleep(Duration::from_millis(10));
        looks += 1;
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    child.wait().unwrap().code()
}

/// On a busy machine a campaign may be over before the interrupt comes: then twice as many jobs are tried.
#[cfg(unix)]
#[test]
fn an_interrupted_campaign_keeps_what_is_done_and_can_be_resumed() {
    let arguments = ["generate", "many.lyd", "--threads", "1", "--points", "3000"];
    let exit_code = |summary: &serde_json::Value| summary["exit_code"].as_i64();
    for jobs in [12, 24, 48, 96, 192] {
        let bench = bench();
        let many: Vec<String> = (0..jobs).map(|n| POLE.replace("pole", &format!("p{n}"))).collect();
        bench.write("many.lyd", many.join("\n"));
        let code = interrupt_after_one(&bench, &arguments).map(i64::from);
        let summary = json(&fs::read_to_string(bench.path("lydian.out/summary.json")).unwrap());
        assert_eq!(exit_code(&summary), code, "the file says what the command says");
        let done = summary["specs"].as_array().unwrap().len();
        if code == Some(0) {
            assert_eq!(done, jobs);
            continue;
        }
        assert_eq!((code, &summary["specs"][0]["spec"]), (Some(3), &"p0".into()));
        assert!((1..jobs).contains(&done), "{done}");
        let run = bench.lydian_with(&[&arguments[..], &["--resume"]].concat()).expect(0);
        assert_eq!(run.out.matches("before").count(), done, "{}", run.out);
        assert_eq!(suites(&bench, "lydian.out").len(), jobs);
        return;
    }
    panic!("no campaign was interrupted in time");
}

#[test]
fn a_suite_that_was_changed_is_made_anew() {
    let bench = bench();
    bench.write("pole.lyd", POLE);
    bench.lydian("generate pole.lyd").expect(0);
    let file = bench.path("lydian.out/suite.json");
    let made = fs::read_to_string(&file).unwrap();
    for (from, to) in [
        ("\"status\": \"killed\"", "\"status\": \"equivalent\""),
        ("\"t1\"", "\"t9\""),
    ] {
        fs::write(&file, made.replacen(from, to, 1)).unwrap();
        assert_ne!(fs::read_to_string(&file).unwrap(), made);
        bench.lydian("generate pole.lyd --resume").expect(0);
        assert_eq!(fs::read_to_string(&file).unwrap(), made, "{from}");
    }
}
