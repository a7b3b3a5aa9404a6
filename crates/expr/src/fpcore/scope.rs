//! The names that are bound at a place of a formula, with their types.

use std::collections::HashMap;

/// The type of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    Real,
    Bool,
    /// Not known: something unsupported, or the remains of an error.
    Any,
}

impl Type {
    pub(crate) fn fits(self, wanted: Type) -> bool {
        self == wanted || self == Type::Any || wanted == Type::Any
    }

    /// With its article.
    pub(crate) fn noun(self) -> &'static str {
        match self {
            Type::Real => "a number",
            Type::Bool => "a boolean",
            Type::Any => "anything",
        }
    }
}

/// Names in force; the last binding of a name hides the others.
#[derive(Default)]
pub(crate) struct Scope {
    names: HashMap<String, Vec<Type>>,
}

impl Scope {
    pub(crate) fn get(&self, name: &str) -> Option<Type> {
        self.names.get(name)?.last().copied()
    }

    pub(crate) fn bind(&mut self, name: &str, ty: Type) {
        self.names.entry(name.to_string()).or_default().push(ty);
    }

    pub(crate) fn release(&mut self, name: &str) {
        if let Some(types) = self.names.get_mut(name) {
            types.pop();
        }
    }

    /// The names in force, in alphabetical order.
    pub(crate) fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self
            .names
            .iter()
            .filter(|(_, t)| !t.is_empty())
            .map(|(n, _)| n.as_str())
            .collect();
        names.sort_unstable();
        names
    }
}
