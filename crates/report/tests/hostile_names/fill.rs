//! Data whose texts are replaced: by the names of their fields, so that a new field is tried without being named here.

use serde_json::Value;
use std::collections::BTreeSet;

/// Where texts stand in the data, such as `/tests/*/id`: elements of one list share a place.
pub fn places(data: &Value) -> BTreeSet<String> {
    let mut places = BTreeSet::new();
    let mut data = data.clone();
    visit(&mut data, "", &mut |place, _| {
        places.insert(place.to_string());
    });
    places
}

/// The data with this text at these places.
pub fn filled(data: &Value, places: &BTreeSet<String>, text: &str) -> Value {
    let mut data = data.clone();
    visit(&mut data, "", &mut |place, found| {
        if places.contains(place) {
            *found = text.into();
        }
    });
    data
}

/// Calls with the place and the contents of every text.
fn visit(value: &mut Value, place: &str, call: &mut impl FnMut(&str, &mut String)) {
    match value {
        Value::String(text) => call(place, text),
        Value::Array(list) => list.iter_mut().for_each(|one| visit(one, &format!("{place}/*"), call)),
        Value::Object(fields) => fields
            .iter_mut()
            .for_each(|(name, one)| visit(one, &format!("{place}/{name}"), call)),
        _ => {}
    }
}
