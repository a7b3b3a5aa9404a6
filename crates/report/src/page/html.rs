//! The frame of a page, and the small pieces that all parts share.

use crate::escape;
use crate::words::{self, Badge};
use suite::Verdict;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// Everything up to the body.
pub(super) fn head(title: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{} · Lydian</title>\n<style>{STYLE}</style></head>\n<body>",
        escape::html(title)
    )
}

/// The bar that stays at the top, with a link to each part.
pub(super) fn bar<'a>(title: &str, index: Option<&str>, parts: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let links: String = parts
        .map(|(id, short)| format!("<a href=\"#{id}\">{short}</a>"))
        .collect();
    let back = index.map_or(String::new(), |path| {
        format!(
            "<a class=\"back\" href=\"{}\" title=\"All specifications\">‹ all</a>",
            escape::path(path)
        )
    });
    format!(
        "<header>{back}<a class=\"name\" href=\"#top\">{}</a><nav>{links}</nav></header>\n",
        escape::html(title)
    )
}

/// Everything after the contents.
pub(super) fn foot(tool: &str) -> String {
    format!(
        "<footer>{}</footer><script>{SCRIPT}</script></body></html>\n",
        escape::html(tool)
    )
}

pub(super) fn verdict(verdict: Verdict) -> String {
    badge(words::verdict(verdict))
}

/// A word with its sign, in its colour.
pub(super) fn badge(badge: Badge) -> String {
    let Badge { word, sign } = badge;
    format!("<span class=\"b {word}\"><i>{sign}</i> {word}</span>")
}

/// A verdict, or a dash where no subject was tried.
pub(super) fn verdict_or_dash(given: Option<Verdict>) -> String {
    given.map_or("<span class=\"none\">–</span>".into(), verdict)
}

/// Text in which `…` between backticks is code.
pub(super) fn prose(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 32);
    for (i, piece) in text.split('`').enumerate() {
        let piece = escape::html(piece);
        out += &if i % 2 == 1 {
            format!("<code>{piece}</code>")
        } else {
            piece
        };
    }
    out
}

/// Parts of a whole as a bar; the shares must add up to the whole.
pub(super) fn shares(parts: &[(&str, u64)]) -> String {
    // A file may say anything: its counts need not have a sum.
    let whole = parts.iter().fold(0u64, |sum, part| sum.saturating_add(part.1));
    let piece = |(class, n): &(&str, u64)| {
        let percent = 100.0 * *n as f64 / whole as f64;
        format!("<i class=\"{class}\" style=\"width:{percent:.2}%\" title=\"{class} {n}\"></i>")
    };
    let pieces: String = parts.iter().filter(|part| part.1 > 0).map(piece).collect();
    format!("<span class=\"bar\">{pieces}</span>")
}

/// Whether the canary was caught.
pub(super) fn caught(caught: bool) -> String {
    let (class, sign, word) = if caught {
        ("ok", "✓", "caught")
    } else {
        ("ko", "✗", "not caught")
    };
    format!("<span class=\"b {class}\"><i>{sign}</i> {word}</span>")
}

/// A table of this class, if it has rows. Headings and rows are HTML.
pub(super) fn table<H: std::fmt::Display>(class: &str, heading: &[H], rows: &str) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let heading: String = heading.iter().map(|h| format!("<th>{h}</th>")).collect();
    format!(
        "<div class=\"scroll\"><table class=\"{class}\"><thead><tr>{heading}</tr></thead><tbody>{rows}</tbody></table></div>"
    )
}
