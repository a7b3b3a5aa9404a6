//! The tokens of a page, by a scan that is stricter than a browser: what a browser would have to guess fails.

/// A piece of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PageToken {
    /// The beginning of an element, with the names and values of its attributes.
    Open(String, Vec<(String, String)>),
    /// The end of an element.
    Close(String),
    /// Text, and what is inside of scripts and styles.
    Text(String),
}

/// The tokens of a page. Fails if a sign that has a meaning in HTML stands where it has none.
pub fn tokens(page: &str) -> Vec<PageToken> {
    let mut rest = page
        .strip_prefix("<!DOCTYPE html>")
        .expect("a page begins with its type");
    let mut tokens = Vec::new();
    while let Some(start) = rest.find('<') {
        push_text(&rest[..start], &mut tokens);
        rest = match rest[start..].strip_prefix("</") {
            Some(tag) => {
                let (name, after) = tag.split_once('>').expect("a tag ends");
                tokens.push(PageToken::Close(word(name)));
                after
            }
            None => element(&rest[start + 1..], &mut tokens),
        };
    }
    push_text(rest, &mut tokens);
    tokens
}

/// Reads a tag, and what is inside if that is no HTML; gives what stands after it.
fn element<'a>(tag: &'a str, tokens: &mut Vec<PageToken>) -> &'a str {
    let end = tag.find([' ', '>', '/']).expect("a tag ends");
    let name = word(&tag[..end]);
    let (attributes, after) = attributes(&tag[end..]);
    tokens.push(PageToken::Open(name.clone(), attributes));
    let closing = match name.as_str() {
        "script" => "</script>",
        "style" => "</style>",
        _ => return after,
    };
    let inside = after.find(closing).expect("a script or a style ends");
    tokens.push(PageToken::Text(after[..inside].into()));
    &after[inside..]
}

/// Attributes up to the end of the tag, and what stands after it.
fn attributes(mut rest: &str) -> (Vec<(String, String)>, &str) {
    let mut found = Vec::new();
    loop {
        if let Some(after) = rest.strip_prefix('>').or_else(|| rest.strip_prefix("/>")) {
            return (found, after);
        }
        rest = rest.strip_prefix(' ').expect("a blank before an attribute");
        let end = rest.find(['=', ' ', '>', '/']).expect("an attribute ends");
        let name = word(&rest[..end]);
        rest = &rest[end..];
        let mut value = String::new();
        if let Some(quoted) = rest.strip_prefix("=\"") {
            let (inside, after) = quoted.split_once('"').expect("a value ends");
            (value, rest) = (decoded(inside), after);
        }
        found.push((name, value));
    }
}

/// A name of an element or an attribute.
fn word(text: &str) -> String {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '-';
    assert!(!text.is_empty() && text.chars().all(fits), "no name: {text:?}");
    text.into()
}

fn push_text(text: &str, tokens: &mut Vec<PageToken>) {
    if !text.is_empty() {
        tokens.push(PageToken::Text(decoded(text)));
    }
}

const ENTITIES: [(&str, char); 5] = [
    ("amp;", '&'),
    ("lt;", '<'),
    ("gt;", '>'),
    ("quot;", '"'),
    ("#39;", '\''),
];

/// Text without entities. Fails if a sign should have been one.
fn decoded(text: &str) -> String {
    assert!(!text.contains(['<', '>']), "not escaped: {text:?}");
    let mut pieces = text.split('&');
    let mut out = pieces.next().unwrap_or_default().to_string();
    for piece in pieces {
        let known = ENTITIES
            .iter()
            .find_map(|(name, c)| Some((c, piece.strip_prefix(name)?)));
        let (c, rest) = known.unwrap_or_else(|| panic!("no entity: {piece:?}"));
        out.push(*c);
        out += rest;
    }
    out
}
