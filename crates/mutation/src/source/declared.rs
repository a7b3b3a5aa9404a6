//! What the declarations of a file tell about the types of its variables. Best effort: what is not evident is unknown.

use super::language::SourceLanguage;
use super::syntax::{Syntax, declared_name, visit};
use std::collections::BTreeMap;
use tree_sitter::Node;

/// What a value is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BaseType {
    Integer,
    /// The usual floating-point number, binary64 in C.
    Double,
    /// Another floating-point number.
    Real,
    /// A structure, a string, a truth value.
    Other,
    Unknown,
}

/// A type: what its values are made of, behind how many pointers or subscripts, and whether a call has to come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DeclaredType {
    pub base: BaseType,
    pub depth: usize,
    pub function: bool,
}

impl DeclaredType {
    pub const UNKNOWN: DeclaredType = DeclaredType::plain(BaseType::Unknown);

    /// Neither pointer nor array.
    pub const fn plain(base: BaseType) -> Self {
        DeclaredType {
            base,
            depth: 0,
            function: false,
        }
    }

    /// Whether it is something that arithmetic is not made for.
    pub fn is_address(self) -> bool {
        self.depth > 0 || self.function
    }

    pub fn is(self, base: BaseType) -> bool {
        self == DeclaredType::plain(base)
    }
}

/// The declarations of a file. A function's own stand before those of the file.
#[derive(Debug, Default)]
pub(crate) struct Declarations {
    names: BTreeMap<(Option<usize>, String), DeclaredType>,
    /// C's names for types.
    aliases: BTreeMap<String, BaseType>,
}

impl Declarations {
    pub fn of(syntax: &Syntax) -> Self {
        let mut declared = Declarations::default();
        visit(syntax.root(), |node| {
            match syntax.language {
                SourceLanguage::C => declared.c(syntax, node),
                SourceLanguage::Fortran => declared.fortran(syntax, node),
                SourceLanguage::Rust => declared.rust(syntax, node),
                SourceLanguage::Python | SourceLanguage::Octave => {}
            }
            true
        });
        declared
    }

    /// The type of a name at a place.
    pub fn type_of(&self, syntax: &Syntax, name: &str, byte: usize) -> DeclaredType {
        let home = syntax.function_at(byte).map(|f| f.range.start);
        let name = folded(syntax, name);
        let own = self.names.get(&(home, name.clone()));
        own.or_else(|| self.names.get(&(None, name)))
            .copied()
            .unwrap_or(DeclaredType::UNKNOWN)
    }

    /// The type that a C type name stands for.
    pub fn base_of_c(&self, text: &str) -> BaseType {
        let known = self.aliases.get(text).copied();
        known.unwrap_or_else(|| c_base(text))
    }

    /// A name that is declared twice with different types has none that is evident.
    fn put(&mut self, syntax: &Syntax, home: Option<usize>, name: &str, kind: DeclaredType) {
        let entry = self.names.entry((home, folded(syntax, name))).or_insert(kind);
        if *entry != kind {
            *entry = DeclaredType::UNKNOWN;
        }
    }

    fn c(&mut self, syntax: &Syntax, node: Node) {
        let kinds = [
            "declaration",
            "parameter_declaration",
            "field_declaration",
            "function_definition",
            "type_definition",
        ];
        let Some(base) = node
            .child_by_field_name("type")
            .filter(|_| kinds.contains(&node.kind()))
        else {
            return;
        };
        let base = self.base_of_c(syntax.text_of(base));
        let home = syntax.function_at(node.start_byte()).map(|f| f.range.start);
        let home = home.filter(|_| node.kind() != "function_definition");
        let mut cursor = node.walk();
        for declarator in node.children_by_field_name("declarator", &mut cursor) {
            if node.kind() == "type_definition" {
                self.aliases.insert(syntax.text_of(declarator).to_string(), base);
            } else if let Some(name) = declared_name(declarator) {
                let kind = c_type(base, declarator);
                let name = field_key(name, syntax.text_of(name));
                self.put(syntax, home, &name, kind);
            }
        }
    }

    fn fortran(&mut self, syntax: &Syntax, node: Node) {
        let Some(base) = node
            .child_by_field_name("type")
            .filter(|_| node.kind() == "variable_declaration")
        else {
            return;
        };
        let base = fortran_base(syntax.text_of(base));
        let home = syntax.function_at(node.start_byte()).map(|f| f.range.start);
        let mut cursor = node.walk();
        for declarator in node.children_by_field_name("declarator", &mut cursor) {
            if let Some(name) = first_identifier(declarator) {
                self.put(syntax, home, syntax.text_of(name), DeclaredType::plain(base));
            }
        }
    }

    fn rust(&mut self, syntax: &Syntax, node: Node) {
        let typed = matches!(node.kind(), "parameter" | "let_declaration");
        let parts = node
            .child_by_field_name("pattern")
            .zip(node.child_by_field_name("type"));
        if let Some((pattern, kind)) = parts.filter(|(pattern, _)| typed && pattern.kind() == "identifier") {
            let home = syntax.function_at(node.start_byte()).map(|f| f.range.start);
            let base = rust_base(syntax.text_of(kind));
            self.put(syntax, home, syntax.text_of(pattern), DeclaredType::plain(base));
        }
    }
}

/// Fields of structures have names of their own.
pub(crate) fn field_key(node: Node, name: &str) -> String {
    let dot = if node.kind() == "field_identifier" { "." } else { "" };
    format!("{dot}{name}")
}

/// The first name in a piece of code, which says what it is a part of.
pub(crate) fn first_identifier(node: Node) -> Option<Node> {
    let mut found = None;
    visit(node, |inner| {
        if found.is_none() && inner.kind() == "identifier" {
            found = Some(inner);
        }
        found.is_none()
    });
    found
}

fn folded(syntax: &Syntax, name: &str) -> String {
    if syntax.grammar.ignores_case {
        name.to_ascii_lowercase()
    } else {
        name.to_string()
    }
}

/// Pointers and arrays on the way to the name. What is inside a function's declarator belongs to the function.
fn c_type(base: BaseType, declarator: Node) -> DeclaredType {
    let (mut found, mut at) = (DeclaredType::plain(base), Some(declarator));
    while let Some(node) = at.filter(|_| !found.function) {
        match node.kind() {
            "pointer_declarator" | "array_declarator" => found.depth += 1,
            "function_declarator" => found.function = true,
            _ => {}
        }
        at = node.child_by_field_name("declarator");
    }
    found
}

fn c_base(text: &str) -> BaseType {
    let words: Vec<&str> = text.split_whitespace().collect();
    let integer = |w: &&str| {
        let plain = [
            "int",
            "char",
            "short",
            "long",
            "unsigned",
            "signed",
            "bool",
            "_Bool",
            "size_t",
            "ptrdiff_t",
        ];
        plain.contains(w) || (w.contains("int") && w.ends_with("_t"))
    };
    match words.as_slice() {
        ["double"] => BaseType::Double,
        ["float"] | ["long", "double"] => BaseType::Real,
        words if !words.is_empty() && words.iter().all(integer) => BaseType::Integer,
        ["void"] | ["struct" | "union", ..] => BaseType::Other,
        _ => BaseType::Unknown,
    }
}

fn fortran_base(text: &str) -> BaseType {
    let text = text.to_ascii_lowercase();
    let begins = |words: &[&str]| words.iter().any(|w| text.starts_with(w));
    match () {
        () if begins(&["integer"]) => BaseType::Integer,
        () if begins(&["real", "double"]) => BaseType::Double,
        () if begins(&["complex"]) => BaseType::Real,
        () => BaseType::Other,
    }
}

fn rust_base(text: &str) -> BaseType {
    let integers = [
        "usize", "isize", "u8", "u16", "u32", "u64", "u128", "i8", "i16", "i32", "i64", "i128", "bool",
    ];
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    match () {
        () if words.contains(&"f64") => BaseType::Double,
        () if words.contains(&"f32") => BaseType::Real,
        () if words.iter().any(|w| integers.contains(w)) => BaseType::Integer,
        () => BaseType::Unknown,
    }
}
