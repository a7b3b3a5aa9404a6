//! Whether a page is well formed.

/// Fails if an element is not closed, apart from those that HTML lets one leave open.
pub fn assert_balanced(html: &str) {
    let start = html.find("<body>").unwrap();
    let end = html.find("<script>").unwrap();
    let mut open: Vec<&str> = Vec::new();
    for piece in html[start..end].split('<').skip(1) {
        let (tag, _) = piece.split_once('>').expect("a tag ends");
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap();
        if matches!(name, "br" | "input") || tag.ends_with('/') {
            continue;
        }
        if let Some(ended) = tag.strip_prefix('/') {
            while matches!(open.last(), Some(&("tr" | "td" | "th"))) && !matches!(ended, "tr" | "td" | "th") {
                open.pop();
            }
            assert_eq!(open.pop(), Some(ended), "{piece}");
        } else {
            if matches!(name, "td" | "th") && matches!(open.last(), Some(&("td" | "th"))) {
                open.pop();
            }
            while name == "tr" && matches!(open.last(), Some(&("tr" | "td" | "th"))) {
                open.pop();
            }
            open.push(name);
        }
    }
    assert_eq!(open, ["body"]);
}
