//! Types of expressions in C, as far as the file tells them.

use super::declared::{BaseType, Declarations, DeclaredType, field_key};
use super::literal;
use super::syntax::{Syntax, named_children};
use tree_sitter::Node;

/// How deep an expression is looked into.
const DEPTH: usize = 100;

/// Functions of `math.h` that give a double.
const MATHS: [&str; 30] = [
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "ceil", "copysign", "cos", "cosh", "erf",
    "exp", "exp2", "expm1", "fabs", "floor", "fma", "fmax", "fmin", "fmod", "hypot", "log", "log1p", "pow", "sin",
    "sqrt", "tan", "tanh",
];

/// The type of an expression; unknown where the file does not tell.
pub(crate) fn type_of(syntax: &Syntax, declared: &Declarations, node: Node) -> DeclaredType {
    Typing { syntax, declared }.of(node, DEPTH)
}

struct Typing<'a> {
    syntax: &'a Syntax<'a>,
    declared: &'a Declarations,
}

impl Typing<'_> {
    fn of(&self, node: Node, depth: usize) -> DeclaredType {
        let Some(depth) = depth.checked_sub(1) else {
            return DeclaredType::UNKNOWN;
        };
        let part = |name: &str| {
            node.child_by_field_name(name)
                .map_or(DeclaredType::UNKNOWN, |n| self.of(n, depth))
        };
        match node.kind() {
            "identifier" | "field_identifier" => self.name(node),
            "number_literal" => number(self.syntax.text_of(node)),
            "field_expression" => part("field"),
            "subscript_expression" => behind(part("argument")),
            "pointer_expression" => self.pointer(node, part("argument")),
            "parenthesized_expression" => named_children(node)
                .first()
                .map_or(DeclaredType::UNKNOWN, |n| self.of(*n, depth)),
            "assignment_expression" => part("left"),
            "update_expression" => part("argument"),
            "init_declarator" | "array_declarator" | "pointer_declarator" => part("declarator"),
            "cast_expression" => self.cast(node),
            "call_expression" => self.call(node),
            "sizeof_expression" => DeclaredType::plain(BaseType::Integer),
            "conditional_expression" => joined(part("consequence"), part("alternative")),
            "unary_expression" if self.operator(node) == "!" => DeclaredType::plain(BaseType::Integer),
            "unary_expression" => part("argument"),
            "binary_expression" if is_arithmetic(self.operator(node)) => joined(part("left"), part("right")),
            "binary_expression" => DeclaredType::plain(BaseType::Integer),
            _ => DeclaredType::UNKNOWN,
        }
    }

    fn name(&self, node: Node) -> DeclaredType {
        let name = field_key(node, self.syntax.text_of(node));
        self.declared.type_of(self.syntax, &name, node.start_byte())
    }

    fn operator(&self, node: Node) -> &str {
        node.child_by_field_name("operator")
            .map_or("", |n| self.syntax.text_of(n))
    }

    fn pointer(&self, node: Node, target: DeclaredType) -> DeclaredType {
        if self.operator(node) == "&" {
            return DeclaredType {
                depth: target.depth + 1,
                ..target
            };
        }
        behind(target)
    }

    fn cast(&self, node: Node) -> DeclaredType {
        let text = node.child_by_field_name("type").map_or("", |n| self.syntax.text_of(n));
        let depth = text.matches('*').count();
        let base = self.declared.base_of_c(text.trim_end_matches(['*', ' ']));
        let plain = DeclaredType::plain(base);
        DeclaredType { depth, ..plain }
    }

    fn call(&self, node: Node) -> DeclaredType {
        let Some(function) = node
            .child_by_field_name("function")
            .filter(|f| f.kind() == "identifier")
        else {
            return DeclaredType::UNKNOWN;
        };
        let known = MATHS.contains(&self.syntax.text_of(function));
        let declared = self.name(function);
        if known && declared == DeclaredType::UNKNOWN {
            return DeclaredType::plain(BaseType::Double);
        }
        DeclaredType {
            function: false,
            ..declared
        }
    }
}

fn is_arithmetic(operator: &str) -> bool {
    ["+", "-", "*", "/", "%"].contains(&operator)
}

fn number(text: &str) -> DeclaredType {
    match () {
        () if literal::is_small_integer(text) => DeclaredType::plain(BaseType::Integer),
        () if literal::is_float(text) && text.ends_with(|c: char| c.is_ascii_alphabetic()) => {
            DeclaredType::plain(BaseType::Real)
        }
        () if literal::is_float(text) => DeclaredType::plain(BaseType::Double),
        () => DeclaredType::UNKNOWN,
    }
}

/// What a pointer points to.
fn behind(pointer: DeclaredType) -> DeclaredType {
    let to = |depth| DeclaredType { depth, ..pointer };
    pointer.depth.checked_sub(1).map_or(DeclaredType::UNKNOWN, to)
}

/// The type of an arithmetic operation: a pointer stays one, and what is unknown may be anything.
fn joined(a: DeclaredType, b: DeclaredType) -> DeclaredType {
    let order = [
        BaseType::Integer,
        BaseType::Double,
        BaseType::Real,
        BaseType::Other,
        BaseType::Unknown,
    ];
    let rank = |t: DeclaredType| (t.function, t.depth, order.iter().position(|base| *base == t.base));
    if rank(a) >= rank(b) { a } else { b }
}
