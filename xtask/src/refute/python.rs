//! Judges that are Python scripts: one line of JSON in, one out.

use super::{RefuteSettings, run_child};
use serde_json::Value;
use std::path::Path;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(600);

/// What scripts have in common: the loop over lines, which ends a script.
const SERVE: &str = include_str!("serve.py");

/// What a script with a function `judge` says of each line.
pub fn judge_lines(
    settings: &RefuteSettings,
    folder: &Path,
    script: &str,
    lines: &[Value],
) -> Result<Vec<Value>, String> {
    let python = settings.root.join("target/python/bin/python");
    if !python.exists() {
        return Err(format!("{} is missing: make setup installs it", python.display()));
    }
    let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let whole = format!("{script}\n{SERVE}");
    let ran = run_child(&python, &["-c", &whole], folder, input.as_bytes(), LIMIT)?;
    if ran.code != Some(0) {
        return Err(format!("the judge failed: {}", ran.errors()));
    }
    let read = |line: &str| serde_json::from_str(line).map_err(|e| format!("the judge says `{line}`: {e}"));
    let verdicts: Vec<Value> = ran.text().lines().map(read).collect::<Result<_, String>>()?;
    match verdicts.len() == lines.len() {
        true => Ok(verdicts),
        false => Err(format!(
            "the judge answered {} of {} cases",
            verdicts.len(),
            lines.len()
        )),
    }
}
