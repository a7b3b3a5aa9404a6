//! The names that are bound at a place of a formula, with their types.

use std::collections::HashMap;

/// The type of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExprType {
    Real,
    Bool,
    /// Not known: something unsupported, or the remains of an error.
    Any,
}

impl ExprType {
    pub(crate) fn fits(self, wanted: ExprType) -> bool {
        self == wanted || self == ExprType::Any || wanted == ExprType::Any
    }

    /// With its article.
    pub(crate) fn noun(self) -> &'static str {
        match self {
            ExprType::Real => "a number",
            ExprType::Bool => "a boolean",
            ExprType::Any => "anything",
        }
    }
}

/// Names in force; the last binding of a name hides the others.
#[derive(Default)]
pub(crate) struct NameScope {
    names: HashMap<String, Vec<ExprType>>,
}

impl NameScope {
    pub(crate) fn get(&self, name: &str) -> Option<ExprType> {
        self.names.get(name)?.last().copied()
    }

    pub(crate) fn bind(&mut self, name: &str, ty: ExprType) {
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
