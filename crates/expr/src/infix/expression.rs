//! Infix formulas to S-expressions, which the FPCore reader then checks: names, operands and types.
//!
//! From loosest to tightest: `implies` (to the right; contracts only), `or`, `and`, `not`, comparisons (chained), `+ -`, `* /`, unary `-`, `^` (to the right).

use super::parser::{DEEPEST, Parsed, Parser, SMALL, too_deep};
use super::token::{InfixToken, InfixTokenKind};
use crate::diagnostic::{Diagnostic, TextSpan};
use crate::fpcore::looks_like_number;
use crate::fpcore::sexpr::{Sexpr, SexprNode};

/// Largest operand that may stand in the middle of a chain of different comparisons, since it is written twice.
const LARGEST_MIDDLE: usize = 1000;

/// A formula and the number of its levels.
pub(crate) struct FormulaTree<'a> {
    pub(crate) s: Sexpr<'a>,
    height: usize,
}

/// Binary operators by how tightly they bind.
const LEVELS: [(&[&str], OperandLevel); 6] = [
    (&["implies"], OperandLevel::Implication),
    (&["or"], OperandLevel::Flat),
    (&["and"], OperandLevel::Flat),
    (&["<", "<=", ">", ">=", "==", "!="], OperandLevel::Chain),
    (&["+", "-"], OperandLevel::Left),
    (&["*", "/"], OperandLevel::Left),
];

/// Index in [`LEVELS`] of what stands beside `and`, and may start with `not`.
const OPERAND_OF_AND: usize = 3;

/// How operands of one level are joined.
#[derive(Clone, Copy)]
enum OperandLevel {
    /// From the right, two at a time; only the last may hold where the others do.
    Implication,
    /// All under one operator.
    Flat,
    /// As a chain of comparisons.
    Chain,
    /// From the left, two at a time.
    Left,
}

/// Functions under other names than FPCore's.
const ALIASES: [(&str, &str); 4] = [("abs", "fabs"), ("min", "fmin"), ("max", "fmax"), ("ln", "log")];

/// Head of an element of an array, which is no word that anybody can write.
pub(crate) const ELEMENT: &str = "[]";

/// Words that FPCore gives a form of their own, which infix does not have.
const FORMS: [&str; 4] = ["while", "for", "tensor", "FPCore"];

impl<'a> Parser<'a> {
    /// Any formula.
    pub(crate) fn expr(&mut self) -> Parsed<FormulaTree<'a>> {
        self.nested(|p| p.level(0))
    }

    /// A formula without comparisons and connectives.
    pub(crate) fn arithmetic(&mut self) -> Parsed<FormulaTree<'a>> {
        self.nested(|p| p.level(OPERAND_OF_AND + 1))
    }

    fn level(&mut self, level: usize) -> Parsed<FormulaTree<'a>> {
        let Some(&(operators, joined)) = LEVELS.get(level) else {
            return self.unary();
        };
        if level == OPERAND_OF_AND && self.next.is("not") {
            return self.negation();
        }
        let first = self.level(level + 1)?;
        if !operators.iter().any(|o| self.next.is(o)) {
            return Ok(first);
        }
        match joined {
            OperandLevel::Implication => self.implication(first, level),
            OperandLevel::Flat => self.flat(first, level),
            OperandLevel::Chain => self.chain(first, level),
            OperandLevel::Left => self.left(first, level),
        }
    }

    fn negation(&mut self) -> Parsed<FormulaTree<'a>> {
        let not = self.advance();
        let operand = self.nested(|p| p.level(OPERAND_OF_AND))?;
        let span = not.span.to(operand.s.span);
        operation(Sexpr::atom("not", not.span), vec![operand], span)
    }

    /// `a implies b` as `(or (not a) b)`.
    fn implication(&mut self, first: FormulaTree<'a>, level: usize) -> Parsed<FormulaTree<'a>> {
        let word = self.advance();
        let conclusion = self.nested(|p| p.level(level))?;
        let (premise, span) = (first.s.span, first.s.span.to(conclusion.s.span));
        let fails = operation(Sexpr::atom("not", word.span), vec![first], premise)?;
        operation(Sexpr::atom("or", word.span), vec![fails, conclusion], span)
    }

    fn left(&mut self, first: FormulaTree<'a>, level: usize) -> Parsed<FormulaTree<'a>> {
        let mut sum = first;
        while LEVELS[level].0.iter().any(|o| self.next.is(o)) {
            let operator = self.advance();
            let operand = self.level(level + 1)?;
            let span = sum.s.span.to(operand.s.span);
            sum = operation(Sexpr::atom(operator.text, operator.span), vec![sum, operand], span)?;
        }
        Ok(sum)
    }

    fn flat(&mut self, first: FormulaTree<'a>, level: usize) -> Parsed<FormulaTree<'a>> {
        let operator = self.next;
        let mut operands = vec![first];
        while self.accept(operator.text).is_some() {
            operands.push(self.level(level + 1)?);
        }
        let span = span_of(&operands);
        operation(Sexpr::atom(operator.text, operator.span), operands, span)
    }

    fn chain(&mut self, first: FormulaTree<'a>, level: usize) -> Parsed<FormulaTree<'a>> {
        let mut operators = vec![];
        let mut operands = vec![first];
        while LEVELS[level].0.iter().any(|o| self.next.is(o)) {
            operators.push(self.advance());
            operands.push(self.level(level + 1)?);
        }
        if let Some(different) = operators
            .iter()
            .find(|o| o.text == "!=")
            .filter(|_| operators.len() > 1)
        {
            return Err(
                Diagnostic::new(different.span, "`!=` cannot be part of a chain of comparisons")
                    .hint("write the comparisons one by one, joined by `and`"),
            );
        }
        if operators.iter().all(|o| o.text == operators[0].text) {
            let span = span_of(&operands);
            return operation(Sexpr::atom(operators[0].text, operators[0].span), operands, span);
        }
        pairs(&operators, operands)
    }

    fn unary(&mut self) -> Parsed<FormulaTree<'a>> {
        let Some(minus) = self.accept("-") else {
            return self.power();
        };
        let operand = self.nested(Parser::unary)?;
        let span = minus.span.to(operand.s.span);
        if is_unsigned_number(&operand.s) && operand.s.span.start == minus.span.end {
            return Ok(leaf(&self.text[span.start as usize..span.end as usize], span));
        }
        operation(Sexpr::atom("-", minus.span), vec![operand], span)
    }

    fn power(&mut self) -> Parsed<FormulaTree<'a>> {
        let base = self.primary()?;
        let Some(hat) = self.accept("^") else { return Ok(base) };
        let exponent = self.nested(Parser::unary)?;
        let span = base.s.span.to(exponent.s.span);
        operation(Sexpr::atom("pow", hat.span), vec![base, exponent], span)
    }

    fn primary(&mut self) -> Parsed<FormulaTree<'a>> {
        if self.next.is("if") {
            return self.conditional();
        }
        if self.next.is("forall") {
            return self.forall();
        }
        if self.accept("(").is_some() {
            let inner = self.expr()?;
            self.expect(")", "to close the parenthesis")?;
            return Ok(inner);
        }
        match self.next.kind {
            InfixTokenKind::Number => {
                let number = self.advance();
                Ok(leaf(number.text, number.span))
            }
            InfixTokenKind::Word => self.name_or_call(),
            _ => Err(self.unexpected("a formula")),
        }
    }

    fn conditional(&mut self) -> Parsed<FormulaTree<'a>> {
        let start = self.advance();
        let condition = self.expr()?;
        self.expect("then", "after the condition of `if`")?;
        let yes = self.expr()?;
        self.expect("else", "after the first branch of `if`")?;
        let no = self.expr()?;
        let span = start.span.to(no.s.span);
        operation(Sexpr::atom("if", start.span), vec![condition, yes, no], span)
    }

    fn name_or_call(&mut self) -> Parsed<FormulaTree<'a>> {
        let name = self.advance();
        if self.next.is("(") {
            return self.call(name);
        }
        if self.has_arrays && self.next.is("[") {
            return self.element(name);
        }
        let constant = name.text == "pi" && !self.pi_is_bound;
        Ok(leaf(if constant { "PI" } else { name.text }, name.span))
    }

    /// `a[i]` as `([] a i)`.
    fn element(&mut self, name: InfixToken<'a>) -> Parsed<FormulaTree<'a>> {
        self.advance();
        let index = self.arithmetic()?;
        let close = self.expect("]", "after an index")?;
        let array = leaf(name.text, name.span);
        operation(
            Sexpr::atom(ELEMENT, name.span),
            vec![array, index],
            name.span.to(close.span),
        )
    }

    /// `forall i in lo..hi: c` as `(forall i lo hi c)`; it reaches as far as it can.
    fn forall(&mut self) -> Parsed<FormulaTree<'a>> {
        let start = self.advance();
        let name = self.word("the name of an index")?;
        self.note_name(name);
        if !self.next.is_word("in") {
            return Err(self.unexpected("`in` after the index"));
        }
        self.advance();
        let lo = self.arithmetic()?;
        self.expect("..", "between the first and the last index")?;
        let hi = self.arithmetic()?;
        self.expect(":", "before what holds for all")?;
        let condition = self.expr()?;
        let span = start.span.to(condition.s.span);
        let parts = vec![leaf(name.text, name.span), lo, hi, condition];
        operation(Sexpr::atom(start.text, start.span), parts, span)
    }

    fn call(&mut self, name: InfixToken<'a>) -> Parsed<FormulaTree<'a>> {
        if FORMS.contains(&name.text) {
            let message = format!("`{}` cannot be written in infix", name.text);
            return Err(Diagnostic::new(name.span, message).hint("write this specification as FPCore"));
        }
        self.advance();
        let mut operands = vec![];
        if !self.next.is(")") {
            operands.push(self.expr()?);
            while self.accept(",").is_some() {
                operands.push(self.expr()?);
            }
        }
        let close = self.expect(")", "or `,` after an operand")?;
        let word = ALIASES
            .iter()
            .find(|(alias, _)| *alias == name.text)
            .map_or(name.text, |(_, word)| word);
        operation(Sexpr::atom(word, name.span), operands, name.span.to(close.span))
    }
}

fn leaf<'a>(text: &'a str, span: TextSpan) -> FormulaTree<'a> {
    FormulaTree {
        s: Sexpr::atom(text, span),
        height: 0,
    }
}

fn is_unsigned_number(s: &Sexpr<'_>) -> bool {
    s.symbol().is_some_and(|t| looks_like_number(t) && !t.starts_with('-'))
}

/// An operator over its operands, unless that is one level too many.
fn operation<'a>(head: Sexpr<'a>, operands: Vec<FormulaTree<'a>>, span: TextSpan) -> Parsed<FormulaTree<'a>> {
    let height = 1 + operands.iter().map(|t| t.height).max().unwrap_or(0);
    if height > DEEPEST {
        return Err(too_deep(head.span));
    }
    let items = std::iter::once(head).chain(operands.into_iter().map(|t| t.s)).collect();
    Ok(FormulaTree {
        s: Sexpr::list(items, span),
        height,
    })
}

fn span_of(operands: &[FormulaTree<'_>]) -> TextSpan {
    let ends = operands.first().zip(operands.last());
    ends.map_or(TextSpan::default(), |(first, last)| first.s.span.to(last.s.span))
}

/// `a < b <= c` as `(and (< a b) (<= b c))`.
fn pairs<'a>(operators: &[InfixToken<'a>], operands: Vec<FormulaTree<'a>>) -> Parsed<FormulaTree<'a>> {
    let whole = span_of(&operands);
    let head = Sexpr::atom("and", operators[0].span);
    let mut comparisons = vec![];
    let mut operands = operands.into_iter();
    let mut left = operands.next();
    for (i, (operator, right)) in operators.iter().zip(operands).enumerate() {
        let again = if i + 1 < operators.len() {
            Some(copy(&right)?)
        } else {
            None
        };
        let pair: Vec<FormulaTree<'a>> = left.take().into_iter().chain([right]).collect();
        let span = span_of(&pair);
        comparisons.push(operation(Sexpr::atom(operator.text, operator.span), pair, span)?);
        left = again;
    }
    operation(head, comparisons, whole)
}

/// A second copy of the middle of a chain; a large one is refused, for copies in copies grow without bound.
fn copy<'a>(tree: &FormulaTree<'a>) -> Parsed<FormulaTree<'a>> {
    let mut left = LARGEST_MIDDLE;
    if !is_within(&tree.s, &mut left) {
        return Err(Diagnostic::new(
            tree.s.span,
            "the middle of this chain of different comparisons is too large",
        )
        .hint(SMALL));
    }
    Ok(FormulaTree {
        s: tree.s.clone(),
        height: tree.height,
    })
}

/// Whether a tree has at most `left` nodes.
fn is_within(s: &Sexpr<'_>, left: &mut usize) -> bool {
    if *left == 0 {
        return false;
    }
    *left -= 1;
    match &s.node {
        SexprNode::List(items) => items.iter().all(|i| is_within(i, left)),
        _ => true,
    }
}
