//! What Lydian says about a program: its two commands run as a stranger would, and their JSON read.

use super::program::CProgram;
use crate::refute::{ChildReport, RefuteSettings, run_child};
use serde_json::Value;
use std::path::Path;
use std::time::Duration;

/// A kind of claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClaimKind {
    /// No input takes the side.
    Infeasible,
    /// The input takes the side.
    Covered,
    /// The condition is never true.
    Harmless,
    /// The condition is true on the input.
    Killed,
    /// The run on the input ends in another way than by returning.
    Ending,
    /// The function returns this on the input.
    Observed,
}

/// A claim.
#[derive(Clone, Debug)]
pub struct NativeClaim {
    /// Its kind.
    pub what: ClaimKind,
    /// The line and the column.
    pub place: (u32, u32),
    /// Which of the branches of the line it is, from 0.
    pub ordinal: usize,
    /// The operator of `stress`, or `false` or `true`.
    pub operator: String,
    /// The input that it names: bytes of the values.
    pub input: Option<Vec<u8>>,
    /// What else it says: how a run ends, or what is returned.
    pub says: String,
    /// In the words of the command.
    pub words: String,
}

/// What a command said.
#[derive(Clone, Debug, Default)]
pub struct CommandReport {
    /// Its claims.
    pub claims: Vec<NativeClaim>,
    /// Its exit code.
    pub code: Option<i32>,
    /// Places that it watches: line, column, operator or `branch`.
    pub watched: Vec<(u32, u32, String)>,
    /// Lines with operations that it names as not watched.
    pub named: Vec<u32>,
    /// What no command may do.
    pub trouble: Option<String>,
}

/// Arguments of a command on a program.
pub fn arguments(program: &CProgram, command: &str) -> Vec<String> {
    let mut words: Vec<String> = [command, "f.c", "--function", "f", "--json", "--calls", "300"]
        .map(str::to_owned)
        .to_vec();
    for param in &program.params {
        if let Some(count) = param.count {
            words.extend(["--array".into(), format!("{}={count}", param.name)]);
        }
        if let Some((low, high)) = param.range {
            words.extend(["--range".into(), format!("{}={low}:{high}", param.name)]);
        }
    }
    words.extend(program.options.iter().cloned());
    words
}

/// Runs a command on a program that is in a folder.
pub fn ask(
    settings: &RefuteSettings,
    program: &CProgram,
    command: &str,
    folder: &Path,
) -> Result<CommandReport, String> {
    let ran = asked(settings, program, command, folder)?;
    // Others may sweep the folder for temporary files: that says nothing about the program.
    let swept = ran.errors().contains("unable to open output file");
    let ran = if swept {
        asked(settings, program, command, folder)?
    } else {
        ran
    };
    if ran.errors().contains("does not compile") {
        return Err(format!("a generated program is not C: {}", ran.errors()));
    }
    let mut report = CommandReport {
        code: ran.code,
        trouble: ran.misbehaved(),
        ..CommandReport::default()
    };
    if let Ok(json) = serde_json::from_slice(&ran.out) {
        read(&json, command == "cover", &mut report);
    }
    Ok(report)
}

fn asked(settings: &RefuteSettings, program: &CProgram, command: &str, folder: &Path) -> Result<ChildReport, String> {
    let lydian = settings.program("lydian");
    run_child(
        &lydian,
        &arguments(program, command),
        folder,
        b"",
        Duration::from_secs(600),
    )
}

fn read(json: &Value, cover: bool, report: &mut CommandReport) {
    let inputs: Vec<&Value> = list(&json["inputs"]).collect();
    if cover {
        list(&json["branches"]).for_each(|branch| sides(branch, &inputs, report));
        inputs.iter().for_each(|input| observed(input, report));
    } else {
        list(&json["mutants"]).for_each(|mutant| fate(mutant, &inputs, report));
        report.named = list(&json["unwatched"]).map(|row| place(row).0).collect();
    }
    let findings = if cover { "findings" } else { "endings" };
    list(&json[findings]).for_each(|finding| ending(finding, report));
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn place(of: &Value) -> (u32, u32) {
    let number = |name: &str| of[name].as_u64().unwrap_or_default() as u32;
    (number("line"), number("column"))
}

fn sides(branch: &Value, inputs: &[&Value], report: &mut CommandReport) {
    let place = place(branch);
    let ordinal = report.watched.iter().filter(|(line, ..)| *line == place.0).count();
    report.watched.push((place.0, place.1, "branch".into()));
    for side in ["false", "true"] {
        let record = &branch[format!("when_{side}")];
        let claim = |what, input| NativeClaim {
            what,
            place,
            ordinal,
            operator: side.into(),
            input,
            says: String::new(),
            words: format!("line {}: {} is {side}: {record}", place.0, text(&branch["condition"])),
        };
        match record["verdict"].as_str() {
            Some("infeasible") => report.claims.push(claim(ClaimKind::Infeasible, None)),
            Some("covered") => {
                let by = inputs.iter().find(|input| input["id"] == record["by"]);
                let input = by.map(|input| calls(input));
                report
                    .claims
                    .push(claim(ClaimKind::Covered, Some(input.unwrap_or_default())));
            }
            _ => {}
        }
    }
}

fn fate(mutant: &Value, inputs: &[&Value], report: &mut CommandReport) {
    let (place, operator) = (place(mutant), text(&mutant["operator"]));
    report.watched.push((place.0, place.1, operator.clone()));
    let claim = |what, input, says: &Value| NativeClaim {
        what,
        place,
        ordinal: 0,
        operator: operator.clone(),
        input,
        says: String::new(),
        words: format!(
            "line {}: {operator}: {}: {}: {says}",
            place.0,
            text(&mutant["condition"]),
            text(&mutant["status"]),
        ),
    };
    match mutant["status"].as_str() {
        Some("equivalent") => report
            .claims
            .push(claim(ClaimKind::Harmless, None, &mutant["evidence"])),
        Some("killed") => {
            let said = |input: &&&Value| list(&input["covers"]).any(|id| *id == mutant["id"]);
            // A kill without an input is a claim about nothing: no input repeats it.
            let input = inputs.iter().find(said).map(|input| calls(input));
            let says = &mutant["input"];
            report
                .claims
                .push(claim(ClaimKind::Killed, Some(input.unwrap_or_default()), says));
        }
        _ => {}
    }
}

fn observed(input: &Value, report: &mut CommandReport) {
    // A replay of several calls does not say what each of them returned.
    if list(&input["after"]).next().is_some() {
        return;
    }
    let returned = input["outcome"] == "returned";
    let result = list(&input["observed"]).find(|value| value["name"] == "result");
    report.claims.push(NativeClaim {
        what: ClaimKind::Observed,
        place: (0, 0),
        ordinal: 0,
        operator: if returned { "returned" } else { "ended" }.into(),
        input: Some(bytes(&input["values"])),
        says: result.map_or_else(String::new, |value| text(&value["bits"])),
        words: format!(
            "{} on {}: {}",
            text(&input["outcome"]),
            input["values"],
            input["observed"]
        ),
    });
}

fn ending(finding: &Value, report: &mut CommandReport) {
    report.claims.push(NativeClaim {
        what: ClaimKind::Ending,
        place: (0, 0),
        ordinal: 0,
        operator: "ended".into(),
        input: Some(bytes(&finding["values"])),
        says: text(&finding["what"]),
        words: format!("{} on {}", finding["what"], finding["values"]),
    });
}

/// The inputs of all calls that a claim needs, one after the other.
fn calls(input: &Value) -> Vec<u8> {
    let before = list(&input["after"]).flat_map(bytes);
    before.chain(bytes(&input["values"])).collect()
}

/// The values of an input, sixteen bytes each.
fn bytes(values: &Value) -> Vec<u8> {
    list(values).flat_map(|value| slot(&text(&value["bits"]))).collect()
}

fn slot(hex: &str) -> [u8; 16] {
    u128::from_str_radix(hex.trim_start_matches("0x"), 16)
        .unwrap_or_default()
        .to_le_bytes()
}
