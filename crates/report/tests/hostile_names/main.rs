//! Whatever names say, a page has the elements and attributes of one with harmless names, and shows the names as text.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

#[path = "../common/code.rs"]
mod code;
#[path = "../common/mod.rs"]
mod common;
mod fill;
mod kinds;
#[path = "../common/learn.rs"]
mod samples;
mod tokens;

use fill::{filled, places};
use kinds::{PageKind, kinds};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use tokens::{PageToken, tokens};

/// Names that would be markup if they were not escaped, or that browsers do not take as they are.
const HOSTILE: [&str; 5] = [
    "n<script>alert('x')</script>]]>&\"' onload=\"x\" --><!-- </style></title></pre></code></svg></table><img src=x>",
    "n\" onmouseover=\"x\" '><b a='",
    "n\u{0}\u{1}\u{8}\u{b}\u{1b}[31m\u{7f}\u{85}\u{9f}\r<\u{0}b>",
    "n `<b>`&lt;&#60;&amp;`\n\t</code>`\n<i>`<![CDATA[<u>]]>",
    "javascript:alert(1)",
];

/// Text without the signs that are dangerous, of the same length: what depends on lengths, lines and backticks stays.
fn harmless(text: &str) -> String {
    let replaced = |c: char| match c {
        '<' | '>' | '&' | '"' | '\'' => '.',
        '\n' | '\t' => c,
        c if c.is_control() || c == char::REPLACEMENT_CHARACTER => ' ',
        c => c,
    };
    text.chars().map(replaced).collect()
}

/// A token without dangerous signs in what is text. Addresses and ids spell names in ways of their own: left out.
fn shown(token: PageToken) -> PageToken {
    let attribute = |(name, value): (String, String)| match name.as_str() {
        "href" | "id" => (name, String::new()),
        "class" | "style" | "d" => (name, value),
        _ => (name, harmless(&value)),
    };
    match token {
        PageToken::Open(name, attributes) => PageToken::Open(name, attributes.into_iter().map(attribute).collect()),
        PageToken::Close(name) => PageToken::Close(name),
        PageToken::Text(text) => PageToken::Text(harmless(&text)),
    }
}

/// Fails if a link leads anywhere but into the page, to a page beside it, or to the table that the page carries.
fn assert_no_strange_link(page: &[PageToken]) {
    let attributes = page.iter().filter_map(|token| match token {
        PageToken::Open(_, attributes) => Some(attributes),
        _ => None,
    });
    for (_, address) in attributes.flatten().filter(|(name, _)| name == "href") {
        let scheme = address.split(['/', '#']).next().unwrap().split_once(':');
        assert!(
            scheme.is_none() || address.starts_with("data:text/csv;"),
            "a strange link: {address}"
        );
    }
}

/// Fails if the page with this name at these places has other elements, attributes or texts than with a harmless name.
fn assert_stays_text(kind: &PageKind, places: &BTreeSet<String>, name: &str) {
    let make = |text: &str| (kind.page)(&filled(&kind.data, places, text)).expect("texts fit there");
    let page = make(name);
    let strange = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    assert!(!page.contains(strange), "a control character");
    let (page, other) = (tokens(&page), tokens(&make(&harmless(name))));
    assert_no_strange_link(&page);
    let pairs = page.iter().cloned().map(shown).zip(other.iter().cloned().map(shown));
    for (ours, theirs) in pairs {
        assert_eq!(ours, theirs, "a page of kind {} with {name:?} at {places:?}", kind.name);
    }
    assert_eq!(page.len(), other.len());
}

/// Places where any text is accepted: what has to be a number or one of a few words is none.
fn free(kind: &PageKind) -> Vec<BTreeSet<String>> {
    let alone = places(&kind.data).into_iter().map(|place| BTreeSet::from([place]));
    let fits = |place: &BTreeSet<String>| (kind.page)(&filled(&kind.data, place, "name")).is_some();
    alone.filter(fits).collect()
}

#[test]
fn hostile_names_are_text_in_every_field_of_every_page() {
    for kind in kinds() {
        let free = free(&kind);
        assert!(free.len() > 4, "a page of kind {} has names", kind.name);
        for name in HOSTILE {
            free.iter().for_each(|place| assert_stays_text(&kind, place, name));
        }
    }
}

#[test]
fn hostile_names_are_text_in_all_fields_at_once() {
    for kind in kinds() {
        let all: BTreeSet<String> = free(&kind).into_iter().flatten().collect();
        for name in HOSTILE {
            assert_stays_text(&kind, &all, name);
        }
        let page = (kind.page)(&filled(&kind.data, &all, HOSTILE[0])).unwrap();
        let text = tokens(&page)
            .into_iter()
            .filter(|token| matches!(token, PageToken::Text(text) if text.contains(HOSTILE[0])));
        assert!(text.count() > 2, "a page of kind {} shows names", kind.name);
    }
}

/// What is written without being escaped is our own style and script, and nothing else.
#[test]
fn unescaped_markup_is_written_in_one_file_only() {
    let mut files = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            match entry.is_dir() {
                true => folders.push(entry),
                false => files.push(entry),
            }
        }
    }
    files.retain(|file| fs::read_to_string(file).unwrap().contains("PreEscaped"));
    let names: Vec<_> = files.iter().map(|file| file.file_name().unwrap()).collect();
    assert_eq!(names, ["pieces.rs"]);
    let uses = fs::read_to_string(&files[0]).unwrap().matches("PreEscaped(").count();
    assert_eq!(uses, 2);
}

/// The scan itself notices what it is there for.
#[test]
fn markup_that_slipped_through_is_noticed() {
    let page = |name: &str| format!("<!DOCTYPE html><p title=\"{name}\">{name}</p>");
    let is_noticed = |name: &str| {
        let wanted = tokens(&page("a")).into_iter();
        let found = std::panic::catch_unwind(|| tokens(&page(name)));
        found.map_or(true, |found| !found.into_iter().map(names).eq(wanted.map(names)))
    };
    assert!(!is_noticed("a &lt; b"));
    for name in ["a > b", "a & b", "<b>", "\" onload=\"x", "a < b", "&nbsp;"] {
        assert!(is_noticed(name), "{name}");
    }
}

/// A token without its texts.
fn names(token: PageToken) -> PageToken {
    match token {
        PageToken::Open(name, attributes) => {
            let bare = |(name, _)| (name, String::new());
            PageToken::Open(name, attributes.into_iter().map(bare).collect())
        }
        PageToken::Text(_) => PageToken::Text(String::new()),
        close => close,
    }
}
