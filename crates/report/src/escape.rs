//! Text made harmless for the language that it goes into.

use std::fmt::Write;

/// A page without control characters: HTML has no way to write them, and browsers replace them as well.
pub(crate) fn printable(page: String) -> String {
    let is_strange = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    match page.contains(is_strange) {
        true => page.replace(is_strange, "\u{fffd}"),
        false => page,
    }
}

/// Text for XML 1.0: contents of elements and of attributes in double quotes. Characters that XML forbids are replaced.
pub(crate) fn xml(text: &str) -> String {
    let allowed = |c: char| !c.is_control() || matches!(c, '\n' | '\t' | '\r');
    let clean = |c: char| {
        if allowed(c) && !matches!(c, '\u{fffe}' | '\u{ffff}') {
            c
        } else {
            char::REPLACEMENT_CHARACTER
        }
    };
    let text: String = text.chars().map(clean).collect();
    // Quotes are escaped as well, and attributes keep their line breaks.
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;")
        .replace('\r', "&#13;")
        .replace('\n', "&#10;")
}

/// Text for the path of a `data:` address.
pub(crate) fn uri(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 4 / 3);
    for byte in text.bytes() {
        let plain = byte.is_ascii_alphanumeric() || b"-_.!~*(),:;=+/@$".contains(&byte);
        if plain {
            out.push(char::from(byte));
        } else {
            write!(out, "%{byte:02X}").expect("invariant: writing to a string works");
        }
    }
    out
}

/// A path as a URI reference.
pub(crate) fn path(path: &str) -> String {
    let mut out = if path.starts_with('/') {
        String::from("file://")
    } else {
        String::new()
    };
    for byte in path.replace('\\', "/").bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            out.push(char::from(byte));
        } else {
            write!(out, "%{byte:02X}").expect("invariant: writing to a string works");
        }
    }
    out
}

/// A name for `id` and `href`: letters and digits stay, everything else becomes its code.
pub(crate) fn anchor(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            c if c.is_ascii_alphanumeric() || c == '-' => out.push(c),
            c => write!(out, "_{:x}", u32::from(c)).expect("invariant: writing to a string works"),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_text_becomes_harmless() {
        assert_eq!(
            printable("a\n\tb\r\u{0}\u{1}\u{85}".into()),
            "a\n\tb\u{fffd}\u{fffd}\u{fffd}\u{fffd}"
        );
        assert_eq!(xml("]]>\u{0}\"\n"), "]]&gt;\u{fffd}&quot;&#10;");
        assert_eq!(uri("a,b\n\"#%é"), "a,b%0A%22%23%25%C3%A9");
        assert_eq!(anchor("t 1\"<"), "t_201_22_3c");
    }

    #[test]
    fn paths_become_addresses() {
        assert_eq!(path("src/a b#.c"), "src/a%20b%23.c");
        assert_eq!(path("/x/é.c"), "file:///x/%C3%A9.c");
        assert_eq!(path("src\\a.c"), "src/a.c");
    }
}
