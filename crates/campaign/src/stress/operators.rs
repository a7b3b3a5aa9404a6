//! Which environmental mutants are made: rows of the table, and operators of the user's own file.

use instrument::{CustomOperator, Hazard, HazardOperator, HazardOrigin, HazardRequest, OPERATORS};
use serde::Deserialize;
use toml::Spanned;

/// The chosen operators.
#[derive(Clone, Debug, PartialEq)]
pub struct Operators {
    /// Operators of the table.
    pub chosen: Vec<HazardOperator>,
    /// Those that the user named, or all of them.
    pub asked_for: Vec<HazardOperator>,
    /// The user's own.
    pub custom: Vec<CustomOperator>,
    /// Leading bits that a cancellation loses.
    pub cancel_bits: u32,
}

impl Operators {
    /// The operators of a comma-separated list, of `all`, or those that are on by default; else what is wrong.
    pub fn choose(list: Option<&str>, custom: Vec<CustomOperator>, cancel_bits: u32) -> Result<Operators, String> {
        let table = || OPERATORS.iter().map(|row| row.operator);
        let asked_for: Vec<HazardOperator> = match list {
            None => Vec::new(),
            Some("all") => table().collect(),
            Some(list) => list
                .split(',')
                .map(|name| find(name.trim()))
                .collect::<Result<_, _>>()?,
        };
        let is_chosen = |operator: &HazardOperator| match asked_for.is_empty() {
            true => operator.row().on_by_default,
            false => asked_for.contains(operator),
        };
        let chosen = table().filter(is_chosen).collect();
        Ok(Operators {
            chosen,
            asked_for,
            custom,
            cancel_bits,
        })
    }

    /// As the instrumentation wants them.
    pub fn request(&self) -> HazardRequest {
        HazardRequest {
            operators: self.chosen.clone(),
            cancel_bits: self.cancel_bits,
            custom: self.custom.clone(),
        }
    }

    /// Whether the death of a hazard is a finding: it is one at default settings, or it was asked for by name.
    pub fn is_finding(&self, hazard: &Hazard) -> bool {
        let is_asked_for = |o: HazardOperator| !o.row().on_by_default && self.asked_for.contains(&o);
        hazard.notable || hazard.operator.of_table().is_none_or(is_asked_for)
    }
}

/// Why the death of an operator's mutants matters.
pub fn why(made_by: &HazardOrigin) -> &'static str {
    let operator = made_by.of_table();
    operator.map_or("It is what your operator asks for.", |operator| operator.row().why)
}

fn find(name: &str) -> Result<HazardOperator, String> {
    HazardOperator::find(name).ok_or_else(|| unknown(name))
}

fn unknown(name: &str) -> String {
    let all: Vec<String> = OPERATORS.iter().map(|row| row.name.to_string()).collect();
    let near = instrument::near_names(name, &all);
    let hint = match near.is_empty() {
        true => String::new(),
        false => format!(" (did you mean {}?)", near.join(", ")),
    };
    let all = all.join(", ");
    format!("there is no operator `{name}`{hint}; there are {all}, and those of --operator-file are always on")
}

/// The file of the user's operators.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    operator: Vec<Spanned<OperatorTexts>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OperatorTexts {
    name: String,
    on: On,
    when: Spanned<String>,
}

/// One operation, or several.
#[derive(Deserialize)]
#[serde(untagged)]
enum On {
    One(String),
    Several(Vec<String>),
}

/// Reads operators of the user's own; `Err` has the line and what is wrong there.
pub fn read_custom(text: &str) -> Result<Vec<CustomOperator>, (usize, String)> {
    let line = |byte: usize| text[..byte.min(text.len())].matches('\n').count() + 1;
    let syntax = |error: toml::de::Error| (line(error.span().map_or(0, |s| s.start)), error.message().to_string());
    let file: File = toml::from_str(text).map_err(syntax)?;
    if file.operator.is_empty() {
        return Err((1, "there is no [[operator]] in it".into()));
    }
    let mut operators: Vec<CustomOperator> = Vec::new();
    for row in file.operator {
        let head = line(row.span().start);
        let OperatorTexts { name, on, when } = row.into_inner();
        check_name(&name, &operators).map_err(|why| (head, why))?;
        let operator = CustomOperator {
            name,
            on: match on {
                On::One(one) => vec![one],
                On::Several(several) => several,
            },
            line: line(when.span().start),
            when: when.into_inner(),
        };
        operator.check().map_err(|why| (operator.line, why))?;
        operators.push(operator);
    }
    Ok(operators)
}

fn check_name(name: &str, others: &[CustomOperator]) -> Result<(), String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if name.is_empty() || !name.chars().all(is_plain) {
        return Err(format!(
            "`{name}` is no name of an operator: it has letters, digits, `-` and `_` only"
        ));
    }
    if HazardOperator::find(name).is_some() || others.iter().any(|other| other.name == name) {
        return Err(format!("there is an operator `{name}` already; choose another name"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_are_chosen_by_name() {
        use HazardOperator::{Div0, Iovflow, Zpush};
        let named = |list| Operators::choose(list, vec![], 20).map(|o| o.chosen);
        assert!(named(None).unwrap().contains(&Iovflow));
        assert!(!named(None).unwrap().contains(&Zpush));
        assert_eq!(named(Some("zpush, div0")).unwrap(), [Zpush, Div0]);
        assert_eq!(named(Some("all")).unwrap().len(), OPERATORS.len());
        let error = named(Some("iovrflow")).unwrap_err();
        assert!(
            error.contains("did you mean iovflow") && error.contains("fabsorb"),
            "{error}"
        );
    }

    #[test]
    fn operators_of_a_file_keep_their_lines() {
        let text = "# mine\n[[operator]]\nname = \"big\"\non = [\"fmul\", \"fadd\"]\nwhen = \"abs(result) > 1e6\"\n";
        let read = read_custom(text).unwrap();
        assert_eq!((read[0].name.as_str(), read[0].on.len(), read[0].line), ("big", 2, 5));
    }

    #[test]
    fn wrong_files_are_refused_with_their_line() {
        let row = |name: &str| format!("[[operator]]\nname = \"{name}\"\non = \"fmul\"\nwhen = \"result > 1\"\n");
        let table = [
            (String::new(), 1, "no [[operator]]"),
            ("[[operator]]\nname = \"x\"\nwhen = \"\"\n".into(), 1, "on"),
            ("[[operator]]\nname = 3\n".into(), 2, "string"),
            (row("div0"), 1, "already"),
            (row("a b"), 1, "letters"),
            (format!("{}{}", row("a"), row("a")), 5, "already"),
            ("[[operator]\n".into(), 1, ""),
            (format!("{}wehn = \"x\"\n", row("a")), 5, "wehn"),
        ];
        for (text, line, why) in table {
            let (found, error) = read_custom(&text).unwrap_err();
            assert!(found == line && error.contains(why), "{text}: {found}: {error}");
        }
    }
}
