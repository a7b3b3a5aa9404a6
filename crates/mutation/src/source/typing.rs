//! Types of expressions in C, as far as the file tells them.

use super::declared::{Base, Declared, Type, field_key};
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
pub(crate) fn type_of(syntax: &Syntax, declared: &Declared, node: Node) -> Type {
    Typing { syntax, declared }.of(node, DEPTH)
}

struct Typing<'a> {
    syntax: &'a Syntax<'a>,
    declared: &'a Declared,
}

impl Typing<'_> {
    fn of(&self, node: Node, depth: usize) -> Type {
        let Some(depth) = depth.checked_sub(1) else {
            return Type::UNKNOWN;
        };
        let part = |name: &str| {
            node.child_by_field_name(name)
                .map_or(Type::UNKNOWN, |n| self.of(n, depth))
        };
        match node.kind() {
            "identifier" | "field_identifier" => self.name(node),
            "number_literal" => number(self.syntax.text_of(node)),
            "field_expression" => part("field"),
            "subscript_expression" => behind(part("argument")),
            "pointer_expression" => self.pointer(node, part("argument")),
            "parenthesized_expression" => named_children(node)
                .first()
                .map_or(Type::UNKNOWN, |n| self.of(*n, depth)),
            "assignment_expression" => part("left"),
            "update_expression" => part("argument"),
            "init_declarator" | "array_declarator" | "pointer_declarator" => part("declarator"),
            "cast_expression" => self.cast(node),
            "call_expression" => self.call(node),
            "sizeof_expression" => Type::plain(Base::Integer),
            "conditional_expression" => joined(part("consequence"), part("alternative")),
            "unary_expression" if self.operator(node) == "!" => Type::plain(Base::Integer),
            "unary_expression" => part("argument"),
            "binary_expression" if is_arithmetic(self.operator(node)) => joined(part("left"), part("right")),
            "binary_expression" => Type::plain(Base::Integer),
            _ => Type::UNKNOWN,
        }
    }

    fn name(&self, node: Node) -> Type {
        let name = field_key(node, self.syntax.text_of(node));
        self.declared.type_of(self.syntax, &name, node.start_byte())
    }

    fn operator(&self, node: Node) -> &str {
        node.child_by_field_name("operator")
            .map_or("", |n| self.syntax.text_of(n))
    }

    fn pointer(&self, node: Node, target: Type) -> Type {
        if self.operator(node) == "&" {
            return Type {
                depth: target.depth + 1,
                ..target
            };
        }
        behind(target)
    }

    fn cast(&self, node: Node) -> Type {
        let text = node.child_by_field_name("type").map_or("", |n| self.syntax.text_of(n));
        let depth = text.matches('*').count();
        let base = self.declared.base_of_c(text.trim_end_matches(['*', ' ']));
        let plain = Type::plain(base);
        Type { depth, ..plain }
    }

    fn call(&self, node: Node) -> Type {
        let Some(function) = node
            .child_by_field_name("function")
            .filter(|f| f.kind() == "identifier")
        else {
            return Type::UNKNOWN;
        };
        let known = MATHS.contains(&self.syntax.text_of(function));
        let declared = self.name(function);
        if known && declared == Type::UNKNOWN {
            return Type::plain(Base::Double);
        }
        Type {
            function: false,
            ..declared
        }
    }
}

fn is_arithmetic(operator: &str) -> bool {
    ["+", "-", "*", "/", "%"].contains(&operator)
}

fn number(text: &str) -> Type {
    match () {
        () if literal::is_small_integer(text) => Type::plain(Base::Integer),
        () if literal::is_float(text) && text.ends_with(|c: char| c.is_ascii_alphabetic()) => Type::plain(Base::Real),
        () if literal::is_float(text) => Type::plain(Base::Double),
        () => Type::UNKNOWN,
    }
}

/// What a pointer points to.
fn behind(pointer: Type) -> Type {
    let to = |depth| Type { depth, ..pointer };
    pointer.depth.checked_sub(1).map_or(Type::UNKNOWN, to)
}

/// The type of an arithmetic operation: a pointer stays one, and what is unknown may be anything.
fn joined(a: Type, b: Type) -> Type {
    let order = [Base::Integer, Base::Double, Base::Real, Base::Other, Base::Unknown];
    let rank = |t: Type| (t.function, t.depth, order.iter().position(|base| *base == t.base));
    if rank(a) >= rank(b) { a } else { b }
}
