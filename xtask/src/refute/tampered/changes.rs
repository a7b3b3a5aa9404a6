//! Changes in one place of a suite: for each field and each way to change it, one of its occurrences.

use super::{Tampered, numbers};
use crate::refute::Rng;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A step into a suite.
#[derive(Clone)]
enum SuiteStep {
    Key(String),
    Index(usize),
}

/// A way to change a value; none where it does not apply.
type ValueChange = fn(&Value, &Value, &mut Rng) -> Option<Value>;

const ANOTHER: &str = "another of its kind";

/// All ways. The second value is another one of the same field.
const WAYS: &[(&str, ValueChange)] = &[
    ("an ulp up", |value, _, _| double(value, numbers::above)),
    ("an ulp down", |value, _, _| double(value, |x| -numbers::above(-x))),
    ("a tenth more", |value, _, _| {
        double(value, |x| x * 1.1).or_else(|| decimal(value, |x| x * 1.1))
    }),
    ("a tenth less", |value, _, _| {
        double(value, |x| x * 0.9).or_else(|| decimal(value, |x| x * 0.9))
    }),
    ("the other sign", |value, _, _| {
        double(value, |x| -x).or_else(|| decimal(value, |x| -x))
    }),
    ("one more", |value, _, _| Some(json!(value.as_u64()?.checked_add(1)?))),
    ("one less", |value, _, _| Some(json!(value.as_u64()?.checked_sub(1)?))),
    ("not", |value, _, _| Some(json!(!value.as_bool()?))),
    (ANOTHER, |value, other, _| (value != other).then(|| other.clone())),
    ("a letter more", |value, _, _| {
        Some(json!(format!("{}x", value.as_str()?)))
    }),
    ("a letter less", |value, _, rng| {
        let mut letters: Vec<char> = value.as_str()?.chars().collect();
        let at = rng.below(letters.len());
        (!letters.is_empty()).then(|| letters.remove(at))?;
        Some(json!(letters.into_iter().collect::<String>()))
    }),
    ("another word", |value, _, rng| {
        let list = WORDS
            .iter()
            .find(|list| list.contains(&value.as_str().unwrap_or_default()))?;
        Some(json!(rng.pick(list)))
    }),
    ("an element less", |value, _, rng| {
        let mut list = value.as_array()?.clone();
        (!list.is_empty()).then(|| list.remove(rng.below(value.as_array().map_or(1, Vec::len))))?;
        Some(Value::Array(list))
    }),
    ("an element twice", |value, _, rng| {
        let mut list = value.as_array()?.clone();
        let again = list.get(rng.below(list.len()))?.clone();
        list.push(again);
        Some(Value::Array(list))
    }),
    ("an element more", |value, other, rng| {
        let (mut list, other) = (value.as_array()?.clone(), other.as_array()?);
        let stranger = other.get(rng.below(other.len()))?;
        (!list.contains(stranger)).then(|| list.push(stranger.clone()))?;
        Some(Value::Array(list))
    }),
    ("another order", |value, _, _| {
        let list: Vec<Value> = value.as_array()?.iter().rev().cloned().collect();
        Some(Value::Array(list))
    }),
    ("a field less", |value, _, rng| {
        let mut object = value.as_object()?.clone();
        let key = object.keys().nth(rng.below(object.len()))?.clone();
        object.remove(&key);
        Some(Value::Object(object))
    }),
];

/// Words that stand for each other in some field.
const WORDS: &[&[&str]] = &[
    &["killed", "equivalent", "undecided", "duplicate"],
    &["kill", "identity", "covering"],
    &["disjoint", "definedness", "rejects", "accepts", "inaccurate"],
    &["normal", "robustness", "structural"],
    &["value", "reject", "undefined"],
    &["functional", "precision"],
    &["reject", "clamp", "unspecified"],
    &["binary64", "binary32"],
    &[
        "accuracy", "bounds", "constant", "variable", "unary", "binary", "add", "del",
    ],
];

fn double(value: &Value, change: impl Fn(f64) -> f64) -> Option<Value> {
    let old = numbers::parse(value.as_str()?)?;
    Some(json!(numbers::format(change(old))))
}

fn decimal(value: &Value, change: impl Fn(f64) -> f64) -> Option<Value> {
    let text = value.as_str()?;
    let old: f64 = text.parse().ok().filter(|x: &f64| x.is_finite())?;
    Some(json!(format!("{}", change(old))))
}

fn is_mutant(suite: &Value, id: &Value) -> bool {
    let mutants = suite["mutants"].as_array();
    id.is_string() && mutants.into_iter().flatten().any(|mutant| mutant["id"] == *id)
}

/// One change of every kind for every field.
pub fn all(suite: &Value, rng: &mut Rng) -> Vec<Tampered> {
    let mut fields: BTreeMap<String, Vec<Vec<SuiteStep>>> = BTreeMap::new();
    gather(suite, &mut Vec::new(), "", &mut fields);
    let mut all = Vec::new();
    for (place, paths) in &fields {
        for (change, way) in WAYS {
            let (path, other) = (rng.pick(paths), rng.pick(paths));
            let (old, other) = (at(suite, path), at(suite, other));
            let new = way(old, other, rng).filter(|new| !says_the_same(old, new));
            all.extend(new.map(|new| tampered(suite, place, change, path, new)));
        }
    }
    all
}

fn tampered(suite: &Value, place: &str, change: &'static str, path: &[SuiteStep], new: Value) -> Tampered {
    // A letter less may make the name of one mutant that of another.
    let change = if is_mutant(suite, &new) { ANOTHER } else { change };
    let still_true = weaker(place, suite, path, &new).then_some("it says less than before, and nothing false");
    let mut changed = suite.clone();
    let mut target = &mut changed;
    for step in path {
        target = match step {
            SuiteStep::Key(key) => &mut target[key.as_str()],
            SuiteStep::Index(index) => &mut target[*index],
        };
    }
    *target = new;
    // A field that may be absent and is none of the claims may be missing, too.
    let lacks = |name: &str| {
        let optional = at(suite, path).get(name).is_some();
        optional && at(&changed, path).get(name).is_none()
    };
    let still_true = still_true.or_else(|| {
        let free = change == "a field less" && super::unclaimed::OPTIONAL.iter().any(|name| lacks(name));
        free.then_some("the field is optional, and no claim")
    });
    Tampered {
        place: place.into(),
        change,
        suite: changed,
        still_true,
    }
}

fn gather(value: &Value, path: &mut Vec<SuiteStep>, place: &str, fields: &mut BTreeMap<String, Vec<Vec<SuiteStep>>>) {
    if !path.is_empty() {
        fields.entry(place.into()).or_default().push(path.clone());
    }
    let steps: Vec<(SuiteStep, String)> = match value {
        Value::Object(object) => object
            .keys()
            .map(|key| {
                (
                    SuiteStep::Key(key.clone()),
                    format!("{place}{}{key}", if place.is_empty() { "" } else { "." }),
                )
            })
            .collect(),
        Value::Array(list) => (0..list.len())
            .map(|i| (SuiteStep::Index(i), format!("{place}[]")))
            .collect(),
        _ => return,
    };
    for (step, place) in steps {
        path.push(step);
        gather(at(value, &path[path.len() - 1..]), path, &place, fields);
        path.pop();
    }
}

fn at<'v>(value: &'v Value, path: &[SuiteStep]) -> &'v Value {
    path.iter().fold(value, |value, step| match step {
        SuiteStep::Key(key) => &value[key.as_str()],
        SuiteStep::Index(index) => &value[*index],
    })
}

/// Whether two values differ in their spelling alone: the same number, or the same words with other blanks.
fn says_the_same(old: &Value, new: &Value) -> bool {
    let (Some(a), Some(b)) = (old.as_str(), new.as_str()) else {
        return old == new;
    };
    match (number(old), number(new)) {
        (Some(a), Some(b)) => a == b,
        _ => words(a) == words(b),
    }
}

/// The words of a text; parentheses and quotes stand alone.
fn words(text: &str) -> Vec<String> {
    let apart = text.replace('(', " ( ").replace(')', " ) ").replace('"', " \" ");
    apart.split_whitespace().map(String::from).collect()
}

/// Whether an oracle still says nothing false: its ranges have become smaller, or its enclosure larger.
fn weaker(place: &str, suite: &Value, path: &[SuiteStep], new: &Value) -> bool {
    let parts = ["tests[].valid", "tests[].invalid", "tests[].enclosure"];
    let Some(part) = parts.into_iter().find(|part| place.starts_with(part)) else {
        return false;
    };
    let (old, new) = match path.last() {
        _ if place == part => (at(suite, path).clone(), new.clone()),
        Some(SuiteStep::Key(key)) => {
            let old = at(suite, &path[..path.len() - 1]);
            let mut changed = old.clone();
            changed[key.as_str()] = new.clone();
            (old.clone(), changed)
        }
        _ => return false,
    };
    let within = |inner: &Value, outer: &Value, lo: &str, hi: &str| {
        let ends = [
            number(&outer[lo]),
            number(&inner[lo]),
            number(&inner[hi]),
            number(&outer[hi]),
        ];
        ends.iter().all(Option::is_some) && ends.is_sorted()
    };
    match part {
        "tests[].valid" => within(&new, &old, "lo", "hi"),
        "tests[].invalid" => within(&old, &new, "below", "above"),
        _ => within(&old, &new, "lo", "hi"),
    }
}

fn number(value: &Value) -> Option<f64> {
    let text = value.as_str()?;
    numbers::parse(text).or_else(|| text.parse().ok())
}
