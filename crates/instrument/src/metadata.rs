//! A small reader of the metadata in LLVM's textual form: debug information as nodes with named fields.
//!
//! LLVM's C interface hides tags and encodings of types; the text has them all.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// One node, such as `!DIBasicType(name: "int", size: 32)`, or a plain list of nodes.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct MetadataNode {
    /// `DIBasicType`, …; empty for a list.
    pub kind: String,
    fields: HashMap<String, String>,
    /// References in a list, `None` for null.
    pub items: Vec<Option<u32>>,
}

impl MetadataNode {
    /// The text of a field, without quotes.
    pub fn text(&self, field: &str) -> Option<&str> {
        self.fields.get(field).map(String::as_str)
    }

    /// A field that is a number.
    pub fn number(&self, field: &str) -> Option<i64> {
        self.text(field)?.parse().ok()
    }

    /// A field that refers to another node.
    pub fn reference(&self, field: &str) -> Option<u32> {
        self.text(field)?.strip_prefix('!')?.parse().ok()
    }

    /// Whether a field of flags, joined by bars, has this one.
    pub fn has_flag(&self, flag: &str) -> bool {
        self.text("flags")
            .is_some_and(|flags| flags.split(" | ").any(|one| one == flag))
    }
}

/// All metadata of a module, and which functions it describes.
#[derive(Debug, Default)]
pub(crate) struct Metadata {
    nodes: HashMap<u32, MetadataNode>,
    /// Symbols of defined functions with the number of their `DISubprogram`, in the order of the module.
    pub functions: Vec<(String, u32)>,
    /// Variables into which arguments without a name are stored: symbol, argument from 0, number of the variable.
    /// Flang's arguments by value have their names only there.
    pub stored: Vec<(String, u32, u32)>,
}

impl Metadata {
    /// Reads the text of a module.
    pub fn read(module: &str) -> Self {
        let mut all = Metadata::default();
        let mut stores: Vec<(&str, u32)> = Vec::new();
        for line in module.lines() {
            if line.starts_with('!') {
                all.nodes.extend(read_node(line));
            } else if line.starts_with("define ") {
                all.functions.extend(read_definition(line));
                stores.clear();
            } else if let Some(store) = read_store(line) {
                stores.push(store);
            } else if let Some((place, variable)) = read_declare(line) {
                let argument = stores
                    .iter()
                    .find(|(stored, _)| *stored == place)
                    .map(|(_, argument)| *argument);
                let symbol = all.functions.last().map(|(symbol, _)| symbol.clone());
                all.stored.extend(
                    symbol
                        .zip(argument)
                        .map(|(symbol, argument)| (symbol, argument, variable)),
                );
            }
        }
        all
    }

    /// The node of this number.
    pub fn node(&self, number: u32) -> Option<&MetadataNode> {
        self.nodes.get(&number)
    }

    /// The node that a field refers to.
    pub fn follow(&self, node: &MetadataNode, field: &str) -> Option<&MetadataNode> {
        self.node(node.reference(field)?)
    }

    /// The nodes of the list that a field refers to; null items are `None`.
    pub fn list(&self, node: &MetadataNode, field: &str) -> Vec<Option<u32>> {
        self.follow(node, field)
            .map(|list| list.items.clone())
            .unwrap_or_default()
    }

    /// The file that holds a subprogram.
    pub fn file_of(&self, subprogram: u32) -> PathBuf {
        let file = self.node(subprogram).and_then(|node| self.follow(node, "file"));
        file.map_or(PathBuf::new(), Metadata::path_of)
    }

    /// The path of a file.
    pub fn path_of(file: &MetadataNode) -> PathBuf {
        let part = |field| file.text(field).unwrap_or("");
        path(part("directory"), part("filename"))
    }

    /// All nodes of a kind, by number.
    pub fn of_kind<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = (u32, &'a MetadataNode)> {
        self.nodes
            .iter()
            .filter(move |(_, node)| node.kind == kind)
            .map(|(number, node)| (*number, node))
    }
}

/// The path of a file in debug information: compilers divide it in their own ways.
pub(crate) fn path(directory: &str, name: &str) -> PathBuf {
    match directory {
        "" | "." => name.into(),
        _ => Path::new(directory).join(name),
    }
}

fn read_node(line: &str) -> Option<(u32, MetadataNode)> {
    let (head, body) = line[1..].split_once(" = ")?;
    let number = head.parse().ok()?;
    let body = body.strip_prefix("distinct ").unwrap_or(body).strip_prefix('!')?;
    if let Some(items) = body.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        let items = split(items).map(|item| item.strip_prefix('!').and_then(|digits| digits.parse().ok()));
        return Some((
            number,
            MetadataNode {
                items: items.collect(),
                ..MetadataNode::default()
            },
        ));
    }
    let (kind, rest) = body.split_once('(')?;
    let fields = split(rest.strip_suffix(')')?).filter_map(|field| field.split_once(": "));
    let fields = fields.map(|(name, value)| (name.to_owned(), unquote(value))).collect();
    Some((
        number,
        MetadataNode {
            kind: kind.to_owned(),
            fields,
            items: Vec::new(),
        },
    ))
}

/// `define … @name(…) … !dbg !12 {`
fn read_definition(line: &str) -> Option<(String, u32)> {
    let number = line
        .rsplit_once("!dbg !")?
        .1
        .trim_end_matches(" {")
        .split(' ')
        .next()?
        .parse()
        .ok()?;
    let name = line.split_once('@')?.1;
    let name = match name.strip_prefix('"') {
        Some(quoted) => unquote(&format!("\"{}\"", quoted.split_once('"')?.0)),
        None => name.split_once('(')?.0.to_owned(),
    };
    Some((name, number))
}

/// `store i32 %1, ptr %5, …`: the place and the number of what is stored; arguments have the lowest numbers.
fn read_store(line: &str) -> Option<(&str, u32)> {
    let (value, place) = line.trim_start().strip_prefix("store ")?.split_once(", ptr %")?;
    Some((place.split(',').next()?, value.rsplit_once('%')?.1.parse().ok()?))
}

/// `#dbg_declare(ptr %5, !34, …)`, or the same as a call: the place and the variable.
fn read_declare(line: &str) -> Option<(&str, u32)> {
    let line = line.trim_start();
    let rest = match line.strip_prefix("#dbg_declare(ptr %") {
        Some(rest) => rest,
        None => line.strip_prefix("call void @llvm.dbg.declare(metadata ptr %")?,
    };
    let (place, rest) = rest.split_once(", ")?;
    let variable = rest.trim_start_matches("metadata ").strip_prefix('!')?;
    Some((place, variable.split(',').next()?.parse().ok()?))
}

/// Splits at commas outside of quotes and parentheses.
fn split(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    let mut quoted = false;
    text.split(move |c| {
        match c {
            '"' => quoted = !quoted,
            '(' | '{' if !quoted => depth += 1,
            ')' | '}' if !quoted => depth -= 1,
            _ => {}
        }
        c == ',' && depth == 0 && !quoted
    })
    .map(str::trim)
    .filter(|part| !part.is_empty())
}

/// Without quotes, and with `\22` and the like as the bytes they stand for.
fn unquote(value: &str) -> String {
    let Some(inner) = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) else {
        return value.to_owned();
    };
    let mut parts = inner.split('\\');
    let mut bytes = parts.next().unwrap_or("").as_bytes().to_vec();
    for part in parts {
        match part.get(..2).and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                bytes.extend_from_slice(&part.as_bytes()[2..]);
            }
            None => bytes.extend_from_slice(part.as_bytes()),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_lists_and_definitions_are_read() {
        let all = Metadata::read(concat!(
            "define dso_local double @\"a\\22b\"(double %x) #0 !dbg !5 {\n",
            "define i32 @tri_(ptr %0) #0 !dbg !6 {\n",
            "!1 = distinct !DISubprogram(name: \"f, (g\", scope: !2, line: 7, flags: A | B, x: !DIExpression(1, 2))\n",
            "!2 = !{null, !1}\n"
        ));
        assert_eq!(all.functions, [("a\"b".to_owned(), 5), ("tri_".to_owned(), 6)]);
        let node = all.node(1).unwrap();
        assert_eq!((node.text("name"), node.number("line")), (Some("f, (g"), Some(7)));
        assert!(node.has_flag("B") && !node.has_flag("C"));
        assert_eq!(all.list(node, "scope"), [None, Some(1)]);
    }
}
