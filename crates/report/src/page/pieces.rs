//! The frame of a page, and the small pieces that all parts share.

use crate::escape;
use crate::words::{self, Badge};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use suite::Verdict;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// A whole page as text, from what stands between the beginning of its body and its footer.
pub(super) fn document(title: &str, tool: &str, contents: &Markup) -> String {
    // Style and script are files of ours, in languages that know no entities: escaped, they would not work.
    let page = html! {
        (DOCTYPE) "\n"
        html lang="en" {
            head {
                meta charset="utf-8"; "\n"
                meta name="viewport" content="width=device-width, initial-scale=1"; "\n"
                meta name="color-scheme" content="light dark"; "\n"
                title { (title) " · Lydian" } "\n"
                style { (PreEscaped(STYLE)) }
            } "\n"
            body {
                (contents)
                footer { (tool) }
                script { (PreEscaped(SCRIPT)) }
            }
        } "\n"
    };
    escape::printable(page.into_string())
}

/// The bar that stays at the top, with a link to each part.
pub(super) fn bar<'a>(title: &str, index: Option<&str>, parts: impl Iterator<Item = (&'a str, &'a str)>) -> Markup {
    html! {
        header {
            @if let Some(path) = index {
                a class="back" href=(escape::path(path)) title="All specifications" { "‹ all" }
            }
            a class="name" href="#top" { (title) }
            nav {
                @for (id, short) in parts { a href={ "#" (id) } { (short) } }
            }
        } "\n"
    }
}

pub(super) fn verdict(verdict: Verdict) -> Markup {
    badge(words::verdict(verdict))
}

/// A word with its sign, in its colour.
pub(super) fn badge(badge: Badge) -> Markup {
    let Badge { word, sign } = badge;
    coloured(word, sign, word)
}

/// A word with a sign before it, in the colour of this class.
pub(super) fn coloured(class: &str, sign: &str, word: &str) -> Markup {
    html! { span class={ "b " (class) } { (signed(sign, word)) } }
}

/// A word with a sign before it.
pub(super) fn signed(sign: &str, word: &str) -> Markup {
    html! { i { (sign) } " " (word) }
}

/// A verdict, or a dash where no subject was tried.
pub(super) fn verdict_or_dash(given: Option<Verdict>) -> Markup {
    given.map_or_else(|| html! { span class="none" { "–" } }, verdict)
}

pub(super) fn code(text: &str) -> Markup {
    html! { code { (text) } }
}

/// A command, on a line of its own.
pub(super) fn command(text: &str) -> Markup {
    html! { code class="line" { (text) } }
}

/// Text in which `…` between backticks is code.
pub(super) fn prose(text: &str) -> Markup {
    html! {
        @for (i, piece) in text.split('`').enumerate() {
            @if i % 2 == 1 { (code(piece)) } @else { (piece) }
        }
    }
}

/// Parts of a whole as a bar; the shares must add up to the whole.
pub(super) fn shares(parts: &[(&str, u64)]) -> Markup {
    // A file may say anything: its counts need not have a sum.
    let whole = parts.iter().fold(0u64, |sum, part| sum.saturating_add(part.1));
    let percent = |n: u64| 100.0 * n as f64 / whole as f64;
    html! {
        span class="bar" {
            @for (class, n) in parts.iter().filter(|part| part.1 > 0) {
                i class=(class) style=(format_args!("width:{:.2}%", percent(*n))) title={ (class) " " (n) } {}
            }
        }
    }
}

/// Whether the canary was caught.
pub(super) fn caught(caught: bool) -> Markup {
    match caught {
        true => coloured("ok", "✓", "caught"),
        false => coloured("ko", "✗", "not caught"),
    }
}

/// A table of this class, if it has rows.
pub(super) fn table(class: &str, heading: &[&str], rows: &[Markup]) -> Markup {
    if rows.is_empty() {
        return Markup::default();
    }
    html! {
        div class="scroll" {
            table class=(class) {
                thead { tr { @for head in heading { th { (head) } } } }
                tbody { (all(rows)) }
            }
        }
    }
}

/// One after the other.
pub(super) fn all(pieces: &[Markup]) -> Markup {
    html! { @for piece in pieces { (piece) } }
}
