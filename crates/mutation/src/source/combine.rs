//! One C text with all mutants in it, switched at run time.
//!
//! A mutant is compiled at a *site*: the smallest piece of code that can hold both versions. There the text becomes
//!
//! - `(s == 3 ? (a - b) : s == 4 ? (a * b) : (a + b))` for an expression,
//! - `((s == 5) != !!(c))` for a negated condition, whatever the type of `c`,
//! - `{ if (s == 6) {} else … }` for a statement that is left out.
//!
//! Alternatives hold the original text of what is inside, since no two mutants are ever active at once; the last one,
//! which is the original, holds the sites inside. So the text grows by what each mutant changes.
//! A mutant that cannot be switched at run time, or whose type is in doubt, is left for a build of its own.

use super::declared::{BaseType, Declarations, DeclaredType};
use super::language::SourceLanguage;
use super::literal;
use super::mutant::SourceMutant;
use super::operator::SourceOperator;
use super::syntax::{Syntax, declared_name, named_children, visit};
use super::typing;
use super::weave::{Sites, WovenForm, woven};
use std::collections::BTreeSet;
use std::ops::Range;
use tree_sitter::Node;

/// A text with several mutants in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Combined {
    /// The text. Compilers number its lines as those of the original.
    pub text: String,
    /// Mutants in the text, as indices: the mutant of index i is active when the selector is i + 1.
    pub included: Vec<usize>,
    /// Mutants that need a build of their own.
    pub separate: Vec<usize>,
}

/// One text in which mutants are compiled once and chosen at run time by `extern int selector`: 0 is the original, k is
/// `mutants[k - 1]`. Only C can be combined; in other languages every mutant is separate.
pub fn combine(source: &str, language: SourceLanguage, mutants: &[SourceMutant], selector: &str) -> Combined {
    let syntax = Syntax::read(source, language)
        .ok()
        .filter(|_| language == SourceLanguage::C);
    let combined = syntax.and_then(|syntax| Combiner::of(&syntax).combined(mutants, selector));
    combined.unwrap_or_else(|| Combined {
        text: source.to_string(),
        included: Vec::new(),
        separate: (0..mutants.len()).collect(),
    })
}

struct Combiner<'a> {
    syntax: &'a Syntax<'a>,
    declared: Declarations,
    /// Macros with arguments, which may do anything with them.
    macros: BTreeSet<String>,
}

impl<'a> Combiner<'a> {
    fn of(syntax: &'a Syntax<'a>) -> Self {
        Combiner {
            syntax,
            declared: Declarations::of(syntax),
            macros: macros_of(syntax),
        }
    }

    /// The combined text, if it can be read again.
    fn combined(&self, mutants: &[SourceMutant], selector: &str) -> Option<Combined> {
        let mut sites = Sites::new();
        let (mut included, mut separate) = (Vec::new(), Vec::new());
        for (index, mutant) in mutants.iter().enumerate() {
            match self.site(mutant) {
                Some((range, form)) => {
                    let site = sites.entry((range.start, std::cmp::Reverse(range.end))).or_default();
                    site.add(index + 1, form);
                    included.push(index);
                }
                None => separate.push(index),
            }
        }
        let text = woven(self.syntax.source, &sites, selector);
        let text = format!("extern int {selector};\n#line 1\n{text}");
        Syntax::read(&text, SourceLanguage::C).ok()?;
        Some(Combined {
            text,
            included,
            separate,
        })
    }

    /// Where a mutant is compiled, if it can be switched at run time.
    fn site(&self, mutant: &SourceMutant) -> Option<(Range<usize>, WovenForm)> {
        let range = &mutant.range;
        self.syntax.source.get(range.clone())?;
        let node = self.syntax.root().descendant_for_byte_range(range.start, range.end)?;
        let node = if node.is_named() { node } else { node.parent()? };
        if !self.is_switchable(node) {
            return None;
        }
        let form = match mutant.operator {
            SourceOperator::Statement => return self.exact(node, range, WovenForm::Deletion),
            SourceOperator::Branch => return self.exact(node, range, WovenForm::Negation),
            SourceOperator::Constant => Some(node).filter(|n| self.is_free_literal(*n)),
            SourceOperator::Assignment => Some(node).filter(|n| self.gives_double(*n)),
            SourceOperator::Comparison | SourceOperator::Logical | SourceOperator::Arithmetic => {
                self.operation(node, mutant)
            }
        };
        form.map(|site| (site.byte_range(), WovenForm::Alternative(self.changed(site, mutant))))
    }

    /// A node whose bytes are those of the mutant.
    fn exact(&self, node: Node, range: &Range<usize>, form: WovenForm) -> Option<(Range<usize>, WovenForm)> {
        (node.byte_range() == *range).then(|| (range.clone(), form))
    }

    /// The text of a site with the mutant in it, on one line unless a comment needs its end.
    fn changed(&self, site: Node, mutant: &SourceMutant) -> String {
        let source = self.syntax.source;
        let before = &source[site.start_byte()..mutant.range.start];
        let after = &source[mutant.range.end..site.end_byte()];
        let text = [before, &mutant.replacement, after].concat();
        if text.contains("//") {
            return text;
        }
        text.replace(['\n', '\r'], " ")
    }

    /// Whether code around a node may depend on a variable: not in types, constants, other initialisers than those of
    /// automatic variables, or the arguments of macros.
    fn is_switchable(&self, node: Node) -> bool {
        let (mut at, mut child) = (Some(node), node);
        while let Some(around) = at {
            if around.kind() == "function_definition" {
                return around
                    .child_by_field_name("body")
                    .is_some_and(|body| body.id() == child.id());
            }
            if self.is_constant_context(around, child) {
                return false;
            }
            child = around;
            at = around.parent();
        }
        false
    }

    fn is_constant_context(&self, around: Node, child: Node) -> bool {
        let in_field = |field| around.child_by_field_name(field).is_some_and(|n| n.id() == child.id());
        match around.kind() {
            "case_statement" => in_field("value"),
            "array_declarator" => in_field("size"),
            "declaration" => self.is_static(around),
            "call_expression" => in_field("arguments") && self.is_macro(around),
            kind => CONSTANT_CONTEXTS.contains(&kind) || kind.starts_with("preproc_"),
        }
    }

    fn is_static(&self, declaration: Node) -> bool {
        let mut cursor = declaration.walk();
        declaration
            .named_children(&mut cursor)
            .any(|child| child.kind() == "storage_class_specifier" && self.syntax.text_of(child) != "register")
    }

    /// A macro of this file, or a name in capital letters, which is likely one of another.
    fn is_macro(&self, call: Node) -> bool {
        let name = call
            .child_by_field_name("function")
            .map_or("", |f| self.syntax.text_of(f));
        let capitals = name.chars().any(char::is_alphabetic) && !name.chars().any(char::is_lowercase);
        capitals || self.macros.contains(name)
    }

    /// Whether a number can become another of its type without being a null pointer.
    fn is_free_literal(&self, node: Node) -> bool {
        let text = self.syntax.text_of(node);
        let number = node.kind() == "number_literal" && (literal::is_small_integer(text) || literal::is_float(text));
        number && !(text == "0" && self.meets_pointer(node))
    }

    /// Whether a value stands where a pointer stands, or may stand.
    fn meets_pointer(&self, node: Node) -> bool {
        let Some(parent) = node.parent() else {
            return false;
        };
        match parent.kind() {
            "assignment_expression" | "binary_expression" | "conditional_expression" => {
                named_children(parent).into_iter().any(|other| self.is_address(other))
            }
            "init_declarator" => declared_name(parent).is_some_and(|name| self.is_address(name)),
            "return_statement" => self
                .function_name(parent)
                .is_none_or(|name| self.type_of(name).depth > 0),
            // Only the file's own functions are known to take numbers.
            "argument_list" => parent
                .parent()
                .is_none_or(|call| self.type_of(call) == DeclaredType::UNKNOWN),
            _ => false,
        }
    }

    fn type_of(&self, node: Node) -> DeclaredType {
        typing::type_of(self.syntax, &self.declared, node)
    }

    fn is_address(&self, node: Node) -> bool {
        self.type_of(node).is_address()
    }

    fn function_name(&self, node: Node<'a>) -> Option<Node<'a>> {
        let mut at = node;
        while at.kind() != "function_definition" {
            at = at.parent()?;
        }
        declared_name(at)
    }

    /// Whether what is assigned becomes a double in any case, so that a double alternative changes nothing else.
    fn gives_double(&self, value: Node) -> bool {
        let Some(parent) = value.parent() else {
            return false;
        };
        let target = match parent.kind() {
            "assignment_expression" => parent.child_by_field_name("left"),
            "init_declarator" => parent.child_by_field_name("declarator").and_then(declared_name),
            _ => None,
        };
        target.is_some_and(|n| self.type_of(n).is(BaseType::Double))
    }

    /// The site of an operator: its operation, or the outermost around it whose operands another precedence may regroup.
    fn operation<'t>(&self, node: Node<'t>, mutant: &SourceMutant) -> Option<Node<'t>> {
        let old = &self.syntax.source[mutant.range.clone()];
        if node.kind() == "unary_expression" {
            return Some(node);
        }
        let mut site = node;
        while precedence(old) != precedence(&mutant.replacement) {
            match site.parent().filter(|parent| parent.kind() == "binary_expression") {
                Some(parent) => site = parent,
                None => break,
            }
        }
        Some(site).filter(|site| mutant.operator != SourceOperator::Arithmetic || !self.has_pointer(*site))
    }

    /// Whether an operand of an operation is a pointer, for which only some operations are defined.
    fn has_pointer(&self, site: Node) -> bool {
        let mut found = false;
        visit(site, |node| {
            let operation = ["binary_expression", "assignment_expression"].contains(&node.kind());
            found |= !operation && self.is_address(node);
            operation && !found
        });
        found
    }
}

/// Kinds in which C wants constants, or takes no value at all.
const CONSTANT_CONTEXTS: [&str; 10] = [
    "attribute_specifier",
    "bitfield_clause",
    "enumerator",
    "field_declaration",
    "gnu_asm_expression",
    "parameter_list",
    "sizeof_expression",
    "alignof_expression",
    "subscript_designator",
    "type_descriptor",
];

/// How tightly C's operators bind. Those of one level keep the tree as it is.
fn precedence(operator: &str) -> usize {
    const LEVELS: [&[&str]; 7] = [
        &["+=", "-=", "*=", "/=", "%="],
        &["||"],
        &["&&"],
        &["==", "!="],
        &["<", "<=", ">", ">="],
        &["+", "-"],
        &["*", "/", "%"],
    ];
    LEVELS
        .iter()
        .position(|level| level.contains(&operator))
        .unwrap_or(LEVELS.len())
}

fn macros_of(syntax: &Syntax) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    visit(syntax.root(), |node| {
        let name = node
            .child_by_field_name("name")
            .filter(|_| node.kind() == "preproc_function_def");
        names.extend(name.map(|n| syntax.text_of(n).to_string()));
        true
    });
    names
}
