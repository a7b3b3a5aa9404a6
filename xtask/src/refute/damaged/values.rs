//! JSON that is whole and says something odd.

use crate::refute::Rng;
use serde_json::{Value, json};

/// Changes a node of a JSON text in one to four places; a text that is no JSON is changed line by line, or stays.
pub fn odd(bytes: &[u8], rng: &mut Rng) -> Vec<u8> {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return bytes.to_vec();
    };
    if let Some(changed) = changed(text, rng) {
        return changed.into_bytes();
    }
    let mut lines: Vec<String> = text.lines().map(String::from).collect();
    let at = rng.below(lines.len());
    if let Some(line) = lines.get_mut(at)
        && let Some(changed) = changed(line, rng)
    {
        *line = changed;
        return (lines.join("\n") + "\n").into_bytes();
    }
    bytes.to_vec()
}

fn changed(text: &str, rng: &mut Rng) -> Option<String> {
    let mut value: Value = serde_json::from_str(text).ok()?;
    for _ in 0..1 + rng.below(4) {
        let nodes = nodes(&value);
        let (at, from) = (rng.pick(&nodes).clone(), rng.pick(&nodes));
        let new = replacement(value.pointer(&at)?, value.pointer(from)?, rng);
        *value.pointer_mut(&at)? = new;
    }
    Some(value.to_string())
}

/// The addresses of all nodes but the first.
fn nodes(value: &Value) -> Vec<String> {
    let mut all = Vec::new();
    gather(value, String::new(), &mut all);
    if all.is_empty() { vec![String::new()] } else { all }
}

fn gather(value: &Value, at: String, all: &mut Vec<String>) {
    let children: Vec<(String, &Value)> = match value {
        Value::Object(object) => object
            .iter()
            .map(|(key, child)| (key.replace('~', "~0").replace('/', "~1"), child))
            .collect(),
        Value::Array(list) => list
            .iter()
            .enumerate()
            .map(|(i, child)| (i.to_string(), child))
            .collect(),
        _ => Vec::new(),
    };
    for (key, child) in children {
        let at = format!("{at}/{key}");
        all.push(at.clone());
        gather(child, at, all);
    }
}

/// Something odd in place of a node, of the same sort more often than not; `other` is another node.
fn replacement(old: &Value, other: &Value, rng: &mut Rng) -> Value {
    if rng.one_in(6) {
        return other.clone();
    }
    match old {
        Value::Number(_) => rng.pick(&numbers()).clone(),
        Value::String(text) => json!(string(text, rng)),
        Value::Bool(yes) => json!(!yes),
        Value::Array(list) => list_like(list, rng),
        Value::Object(object) => {
            let mut object = object.clone();
            let key = object.keys().nth(rng.below(object.len())).cloned().unwrap_or_default();
            object.remove(&key);
            Value::Object(object)
        }
        Value::Null => json!(0),
    }
}

fn numbers() -> Vec<Value> {
    let whole = [0, 1, 2, 70, u64::from(u32::MAX), u64::MAX - 1, u64::MAX];
    let broken = [-1.0, 0.5, 1e308, -1e308, 5e-324, 1e19];
    whole
        .iter()
        .map(|n| json!(n))
        .chain(broken.iter().map(|x| json!(x)))
        .collect()
}

fn string(old: &str, rng: &mut Rng) -> String {
    let odd = [
        "",
        "nan",
        "inf",
        "-inf",
        "0x1p+1023",
        "0x0p+0",
        "-0x0p+0",
        "1e400",
        "1/0",
        "1e-999999999",
        "../../x",
        "\u{0}",
        "\u{202e}<b>&\"'",
        "(FPCore (x) x)",
        "(FPCore (x y) :pre (< 0 x 1) :accuracy-rel 1e-3 (/ x y))",
        "binary32",
        "(fixed -3 400)",
        "killed",
    ];
    match rng.below(5) {
        0 => old.repeat(1 + rng.below(300)),
        1 => old.chars().rev().collect(),
        2 => old.chars().take(rng.below(old.len() + 1)).collect(),
        _ => rng.pick(&odd).to_string(),
    }
}

fn list_like(list: &[Value], rng: &mut Rng) -> Value {
    let mut list = list.to_vec();
    match rng.below(4) {
        0 => list.clear(),
        1 => list.reverse(),
        2 => list.truncate(rng.below(list.len() + 1)),
        _ => {
            let again = list.get(rng.below(list.len())).cloned();
            list.extend(std::iter::repeat_n(again, 1 + rng.below(50)).flatten());
        }
    }
    Value::Array(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_json_stays_json_and_is_changed() {
        let text = br#"{"a/b": [1, "x", {"c": null}], "d": true}"#;
        let texts: Vec<Vec<u8>> = (0..40).map(|case| odd(text, &mut Rng::of("odd", 1, case))).collect();
        assert!(texts.iter().all(|text| serde_json::from_slice::<Value>(text).is_ok()));
        assert!(texts.iter().filter(|changed| *changed != text).count() > 30);
        assert_eq!(odd(b"no JSON", &mut Rng::of("odd", 1, 1)), b"no JSON");
    }
}
