//! Where functions stand in their files.

use std::path::PathBuf;

#[cfg(feature = "llvm")]
use {
    crate::debug::qualified,
    crate::metadata::{Metadata, MetadataNode},
    std::collections::HashMap,
};

/// The lines of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionExtent {
    /// Its symbol.
    pub function: String,
    /// Its name in the source.
    pub name: String,
    /// The file as the compiler was given it.
    pub file: PathBuf,
    /// The line where it begins.
    pub first: u32,
    /// The last line that has code of it, mostly the end of its body.
    pub last: u32,
}

/// The lines of the functions with these symbols, in their order in the module.
#[cfg(feature = "llvm")]
pub(crate) fn extents(all: &Metadata, scope: &[String]) -> Vec<FunctionExtent> {
    let mut last: HashMap<u32, u32> = HashMap::new();
    for (_, place) in all.of_kind("DILocation") {
        if let (Some(function), Some(line)) = (function_of(all, place), place.number("line")) {
            let entry = last.entry(function).or_default();
            *entry = (*entry).max(line as u32);
        }
    }
    let wanted = all.functions.iter().filter(|(symbol, _)| scope.contains(symbol));
    wanted
        .filter_map(|(symbol, number)| extent(all, symbol, *number, &last))
        .collect()
}

#[cfg(feature = "llvm")]
fn extent(all: &Metadata, symbol: &str, number: u32, last: &HashMap<u32, u32>) -> Option<FunctionExtent> {
    let node = all.node(number)?;
    let first = node.number("line")? as u32;
    let file = Metadata::path_of(all.follow(node, "file")?);
    Some(FunctionExtent {
        function: symbol.to_owned(),
        name: qualified(all, node),
        file,
        first,
        last: last.get(&number).map_or(first, |line| first.max(*line)),
    })
}

/// The function around a place, unless the place stands in another file or was inlined.
#[cfg(feature = "llvm")]
fn function_of(all: &Metadata, place: &MetadataNode) -> Option<u32> {
    let mut number = place.reference("scope").filter(|_| place.text("inlinedAt").is_none())?;
    loop {
        let node = all.node(number)?;
        match node.kind.as_str() {
            "DISubprogram" => return Some(number),
            "DILexicalBlock" => number = node.reference("scope")?,
            _ => return None,
        }
    }
}
