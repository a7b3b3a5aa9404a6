//! Suites as JSON text: deterministic, laid out for people and for `diff`.
//!
//! Whatever fits on a line stands on one line, so that an input or an evidence takes one line and a test a few.

use crate::observed::OBSERVED;
use crate::types::{FORMAT, Suite, VERSION};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;

/// Why a text is not a suite that we can read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SuiteError {
    /// Not JSON, or a field is missing or of the wrong sort.
    Syntax {
        /// Line, from 1.
        line: usize,
        /// Column, from 1; 0 when the whole line is meant.
        column: usize,
        /// What is wrong.
        message: String,
    },
    /// JSON, but of another format.
    Format {
        /// What its field `format` says, if it has one.
        found: Option<String>,
    },
    /// A suite whose outputs were observed: it holds no oracles.
    Observed,
    /// A suite of a kind that we do not know.
    Kind {
        /// What its field `kind` says.
        found: String,
    },
    /// A suite of a version that we do not know.
    Version {
        /// What its field `version` says, if it has one.
        found: Option<u64>,
    },
}

impl SuiteError {
    /// The error of a JSON text whose first line is number `first` of the file.
    pub(crate) fn syntax(error: &serde_json::Error, first: usize) -> SuiteError {
        let place = format!(" at line {} column {}", error.line(), error.column());
        let whole = error.to_string();
        SuiteError::Syntax {
            line: error.line().max(1) + first - 1,
            column: error.column(),
            message: whole.strip_suffix(&place).unwrap_or(&whole).into(),
        }
    }
}

impl fmt::Display for SuiteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SuiteError::Syntax { line, column, message } => write!(f, "line {line}, column {column}: {message}"),
            SuiteError::Format { found: Some(found) } => {
                write!(f, "not a Lydian suite: its `format` is `{found}`, not `{FORMAT}`")
            }
            SuiteError::Format { found: None } => {
                write!(f, "not a Lydian suite: it has no field `format` that says `{FORMAT}`")
            }
            SuiteError::Observed => write!(
                f,
                "nothing in it is proved: its outputs were observed; lydian check and lydian emit can use it"
            ),
            SuiteError::Kind { found } => write!(
                f,
                "a suite of a kind that this Lydian does not know: its `kind` is `{found}`, not `{OBSERVED}`"
            ),
            SuiteError::Version { found: Some(found) } if *found > u64::from(VERSION) => {
                write!(
                    f,
                    "made by a newer Lydian: version {found} of the format; this one reads version {VERSION}"
                )
            }
            SuiteError::Version { found: Some(found) } => {
                write!(
                    f,
                    "version {found} of the format does not exist; this Lydian reads version {VERSION}"
                )
            }
            SuiteError::Version { found: None } => write!(f, "no field `version` that is a number"),
        }
    }
}

impl std::error::Error for SuiteError {}

/// What a text says about itself, whatever else it holds.
#[derive(Deserialize)]
struct FileHeader {
    #[serde(default)]
    format: Value,
    #[serde(default)]
    version: Value,
    #[serde(default)]
    kind: Option<String>,
}

impl FileHeader {
    fn check(&self) -> Result<(), SuiteError> {
        if self.format != FORMAT {
            return Err(SuiteError::Format {
                found: self.format.as_str().map(Into::into),
            });
        }
        match self.version.as_u64() {
            Some(version) if version == u64::from(VERSION) => self.check_kind(),
            found => Err(SuiteError::Version { found }),
        }
    }

    /// A suite that does not say its kind has proven oracles.
    fn check_kind(&self) -> Result<(), SuiteError> {
        match self.kind.as_deref() {
            None => Ok(()),
            Some(OBSERVED) => Err(SuiteError::Observed),
            Some(found) => Err(SuiteError::Kind { found: found.into() }),
        }
    }
}

impl Suite {
    /// The suite as JSON text. The same suite gives the same bytes.
    pub fn to_json(&self) -> String {
        layout(self)
    }

    /// Reads a suite. Fields that it does not know are passed over; whether the suite is sound in itself is
    /// for [`Suite::validate`] to say.
    ///
    /// ```
    /// use suite::{Suite, SuiteError};
    ///
    /// // A file of another kind is refused as such, before anything is missed in it.
    /// assert!(matches!(Suite::from_json("{\"name\": \"x\"}"), Err(SuiteError::Format { found: None })));
    /// assert!(matches!(Suite::from_json("not even JSON"), Err(SuiteError::Syntax { line: 1, .. })));
    /// ```
    pub fn from_json(text: &str) -> Result<Suite, SuiteError> {
        let syntax = |error| SuiteError::syntax(&error, 1);
        let header: FileHeader = serde_json::from_str(text).map_err(syntax)?;
        header.check()?;
        serde_json::from_str(text).map_err(syntax)
    }
}

/// What every file of a report has: its name and version in the field `format` and `version`, and the way to and from text.
macro_rules! report_file {
    ($report:ident, $format:literal, $version:literal) => {
        impl $report {
            /// What the field `format` says.
            pub const FORMAT: &str = $format;

            /// The version that this crate writes.
            pub const VERSION: u32 = $version;

            /// The report as JSON text.
            pub fn to_json(&self) -> String {
                $crate::json::layout(self)
            }

            /// Reads a report back.
            pub fn from_json(text: &str) -> Result<$report, $crate::SuiteError> {
                serde_json::from_str(text).map_err(|error| $crate::SuiteError::syntax(&error, 1))
            }
        }
    };
}
pub(crate) use report_file;

/// Longest line that is not broken.
const WIDTH: usize = 120;

/// Any of our plain data as JSON text.
pub(crate) fn layout<T: Serialize>(data: &T) -> String {
    let value = serde_json::to_value(data).expect("invariant: every key of our data is a string");
    let mut out = String::new();
    match &value {
        Value::Object(_) => expand(&value, 0, &mut out),
        _ => compact(&value, &mut out),
    }
    out.push('\n');
    out
}

/// Writes `value`, which begins after `used` columns of a line indented by `indent`.
fn write(value: &Value, indent: usize, used: usize, out: &mut String) {
    // One column more for the comma that may follow.
    let room = WIDTH.saturating_sub(used + 1);
    if !is_container(value) || room_left(value, room).is_some() {
        compact(value, out);
    } else {
        expand(value, indent, out);
    }
}

fn is_container(value: &Value) -> bool {
    matches!(value, Value::Array(_) | Value::Object(_))
}

/// The columns that are left of `room` when the value is written on the same line; none if it does not fit.
fn room_left(value: &Value, room: usize) -> Option<usize> {
    match value {
        // What has more characters than columns needs no closer look.
        Value::String(text) if text.len() > 4 * room => None,
        Value::Array(items) => items
            .iter()
            .try_fold(room.checked_sub(frame(items.len()))?, |room, item| {
                room_left(item, room)
            }),
        Value::Object(fields) => fields
            .iter()
            .try_fold(room.checked_sub(frame(fields.len()))?, |room, (key, field)| {
                room_left(field, room.checked_sub(width(&label(key)))?)
            }),
        leaf => room.checked_sub(width(&leaf.to_string())),
    }
}

/// The columns of the brackets and commas of this many entries.
fn frame(entries: usize) -> usize {
    2 + 2 * entries.saturating_sub(1)
}

fn width(text: &str) -> usize {
    text.chars().count()
}

/// Writes a container with one entry per line.
fn expand(value: &Value, indent: usize, out: &mut String) {
    let (open, close) = brackets(value);
    out.push(open);
    for (index, (key, entry)) in entries(value).into_iter().enumerate() {
        let start = if index == 0 { "\n" } else { ",\n" };
        let line = format!("{}{key}", " ".repeat(indent + 2));
        out.push_str(start);
        out.push_str(&line);
        write(entry, indent + 2, width(&line), out);
    }
    out.push_str(&format!("\n{}{close}", " ".repeat(indent)));
}

fn brackets(value: &Value) -> (char, char) {
    if value.is_array() { ('[', ']') } else { ('{', '}') }
}

/// The entries of a container, each with the text that stands before it.
fn entries(value: &Value) -> Vec<(String, &Value)> {
    match value {
        Value::Array(items) => items.iter().map(|item| (String::new(), item)).collect(),
        Value::Object(fields) => fields.iter().map(|(key, field)| (label(key), field)).collect(),
        _ => vec![],
    }
}

fn label(key: &str) -> String {
    format!("{}: ", Value::from(key))
}

/// Writes a value on one line.
fn compact(value: &Value, out: &mut String) {
    if !is_container(value) {
        out.push_str(&value.to_string());
        return;
    }
    let (open, close) = brackets(value);
    out.push(open);
    for (index, (key, entry)) in entries(value).into_iter().enumerate() {
        out.push_str(if index == 0 { "" } else { ", " });
        out.push_str(&key);
        compact(entry, out);
    }
    out.push(close);
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_fits_on_a_line_stands_on_one() {
        let long = "x".repeat(100);
        let value = json!({"b": 1, "a": [1, {"k": "v"}], "list": [long, {"short": []}]});
        let text = layout(&value);
        let expected = format!(
            "{{\n  \"b\": 1,\n  \"a\": [1, {{\"k\": \"v\"}}],\n  \"list\": [\n    \"{long}\",\n    {{\"short\": []}}\n  ]\n}}\n"
        );
        assert_eq!(text, expected);
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
    }

    #[test]
    fn other_files_are_refused_with_a_reason() {
        let table = [
            ("", "line 1, column 0: EOF while parsing a value"),
            ("{\n  \"format\" 1}", "line 2, column 12: expected `:`"),
            (
                "{}",
                "not a Lydian suite: it has no field `format` that says `lydian-suite`",
            ),
            (
                r#"{"format": "junit"}"#,
                "not a Lydian suite: its `format` is `junit`, not `lydian-suite`",
            ),
            (r#"{"format": "lydian-suite"}"#, "no field `version` that is a number"),
            (
                r#"{"format": "lydian-suite", "version": 1, "kind": "observed"}"#,
                "nothing in it is proved: its outputs were observed; lydian check and lydian emit can use it",
            ),
            (
                r#"{"format": "lydian-suite", "version": 1, "kind": "guessed"}"#,
                "a suite of a kind that this Lydian does not know: its `kind` is `guessed`, not `observed`",
            ),
            (
                r#"{"format": "lydian-suite", "version": 2}"#,
                "made by a newer Lydian: version 2 of the format; this one reads version 1",
            ),
            (
                r#"{"format": "lydian-suite", "version": 0}"#,
                "version 0 of the format does not exist; this Lydian reads version 1",
            ),
            (
                r#"{"format": "lydian-suite", "version": 1}"#,
                "line 1, column 40: missing field `tool`",
            ),
        ];
        for (text, message) in table {
            assert_eq!(Suite::from_json(text).unwrap_err().to_string(), message);
        }
    }
}
