//! One `spec`: its name, arguments, clauses and body, as the S-expression of a core.

use super::parser::{Parsed, Parser};
use super::range::constant;
use super::token::{InfixToken, InfixTokenKind};
use crate::diagnostic::{Diagnostic, TextSpan};
use crate::fpcore::complaints::quoted;
use crate::fpcore::sexpr::{Sexpr, SexprNode};
use crate::spec::NEAREST_EVEN;

/// What stands between `spec` and the body.
#[derive(Default)]
struct SpecHeader<'a> {
    name: Option<Sexpr<'a>>,
    arguments: Vec<Sexpr<'a>>,
    /// What `:pre` will say, joined by `and`.
    conditions: Vec<Sexpr<'a>>,
    /// Properties from clauses.
    properties: Vec<(&'static str, Sexpr<'a>)>,
}

/// The kinds of accuracy and the properties they become; without a word it is the first.
const ACCURACIES: [(&str, &str); 3] = [
    ("rel", ":accuracy-rel"),
    ("abs", ":accuracy-abs"),
    ("ulps", ":accuracy-ulps"),
];

/// The clauses that take one word of a list, and the properties they become.
const CHOICES: [(&str, &str, &[&str]); 2] = [
    ("outside", ":out-of-domain", &["reject", "clamp", "unspecified"]),
    ("precision", ":precision", &["binary32", "binary64"]),
];

impl<'a> Parser<'a> {
    /// A whole specification.
    pub(crate) fn spec(&mut self) -> Parsed<Sexpr<'a>> {
        let Some(start) = self.accept("spec") else {
            return Err(self.stray());
        };
        self.pi_is_bound = false;
        let mut header = SpecHeader {
            name: self.name(),
            ..SpecHeader::default()
        };
        let ident = self.word("the name of the specification")?;
        self.arguments(&mut header)?;
        while !self.next.is("{") {
            self.clause(&mut header)?;
        }
        let (body, end) = self.body()?;
        Ok(assemble(start.span.to(end), ident, header, body))
    }

    /// The string that names the specification for people.
    fn name(&mut self) -> Option<Sexpr<'a>> {
        if self.next.kind != InfixTokenKind::Text {
            return None;
        }
        let token = self.advance();
        Some(Sexpr {
            node: SexprNode::Text(token.text.trim_matches('"').to_string()),
            span: token.span,
        })
    }

    fn arguments(&mut self, header: &mut SpecHeader<'a>) -> Parsed<()> {
        self.expect("(", "before the arguments")?;
        if self.accept(")").is_some() {
            return Ok(());
        }
        loop {
            let word = self.word("the name of an argument")?;
            self.note_name(word);
            let name = Sexpr::atom(word.text, word.span);
            if self.next.is_word("in") {
                self.advance();
                header.conditions.extend(self.range(&name)?);
            }
            header.arguments.push(name);
            if self.accept(",").is_none() {
                break;
            }
        }
        self.expect(")", "or `,` after an argument").map(|_| ())
    }

    pub(crate) fn note_name(&mut self, word: InfixToken<'a>) {
        self.pi_is_bound |= word.text == "pi";
    }

    fn clause(&mut self, header: &mut SpecHeader<'a>) -> Parsed<()> {
        let wanted = "`{` or one of `accuracy`, `outside`, `precision`, `where`";
        if self.next.kind != InfixTokenKind::Word {
            return Err(self.unexpected(wanted));
        }
        let clause = self.next;
        match clause.text {
            "accuracy" => self.accuracy(header),
            "where" => self.condition(header),
            word => match CHOICES.iter().find(|(name, ..)| *name == word) {
                Some((_, property, choices)) => self.choice(header, property, choices),
                None => Err(self.unexpected(wanted)),
            },
        }
    }

    fn accuracy(&mut self, header: &mut SpecHeader<'a>) -> Parsed<()> {
        self.advance();
        if self.next.is_word("rounded") {
            let word = self.advance();
            return header.set(":accuracy-rounded", Sexpr::atom(NEAREST_EVEN, word.span));
        }
        loop {
            let kind = ACCURACIES.iter().find(|(word, _)| self.next.is_word(word));
            if kind.is_some() {
                self.advance();
            }
            let margin = constant(self.arithmetic()?.s)?;
            if margin.value <= 0 {
                return Err(Diagnostic::new(
                    margin.literal.span,
                    "an accuracy must be greater than zero",
                ));
            }
            header.set(kind.unwrap_or(&ACCURACIES[0]).1, margin.literal)?;
            if self.accept("or").is_none() {
                return Ok(());
            }
        }
    }

    fn condition(&mut self, header: &mut SpecHeader<'a>) -> Parsed<()> {
        self.advance();
        let condition = self.expr()?.s;
        match condition.node {
            SexprNode::List(items) if items.first().and_then(Sexpr::symbol) == Some("and") => {
                header.conditions.extend(items.into_iter().skip(1));
            }
            _ => header.conditions.push(condition),
        }
        Ok(())
    }

    fn choice(&mut self, header: &mut SpecHeader<'a>, property: &'static str, choices: &[&str]) -> Parsed<()> {
        self.advance();
        let wanted = choices
            .iter()
            .map(|c| format!("`{c}`"))
            .collect::<Vec<_>>()
            .join(" or ");
        if !choices.iter().any(|c| self.next.is_word(c)) {
            return Err(self.unexpected(&wanted));
        }
        let word = self.advance();
        header.set(property, Sexpr::atom(word.text, word.span))
    }

    /// The body as one formula, and the place of its last brace.
    fn body(&mut self) -> Parsed<(Sexpr<'a>, TextSpan)> {
        let open = self.expect("{", "before the body")?;
        let mut bindings = vec![];
        self.skip_breaks();
        while self.accept("let").is_some() {
            bindings.push(self.binding()?);
            self.statement_end()?;
        }
        if self.next.is("}") {
            let diagnostic = Diagnostic::new(self.next.span, "this body has no result");
            return Err(diagnostic.hint("the last statement is the result, a formula without `let`"));
        }
        let result = self.expr()?.s;
        self.statement_end()?;
        let close = self.last_brace()?;
        let span = open.span.to(close);
        if bindings.is_empty() {
            return Ok((result, close));
        }
        let bindings = Sexpr::list(bindings, span);
        Ok((
            Sexpr::list(vec![Sexpr::atom("let*", open.span), bindings, result], span),
            close,
        ))
    }

    fn binding(&mut self) -> Parsed<Sexpr<'a>> {
        let name = self.word("a name after `let`")?;
        self.expect("=", "after the name")?;
        let value = self.expr()?.s;
        self.note_name(name);
        let span = name.span.to(value.span);
        Ok(Sexpr::list(vec![Sexpr::atom(name.text, name.span), value], span))
    }

    pub(crate) fn skip_breaks(&mut self) {
        while self.next.kind == InfixTokenKind::Break {
            self.advance();
        }
    }

    pub(crate) fn statement_end(&mut self) -> Parsed<()> {
        if self.next.kind != InfixTokenKind::Break && !self.next.is("}") {
            return Err(self.unexpected("an operator or the end of the statement"));
        }
        self.skip_breaks();
        Ok(())
    }

    fn last_brace(&mut self) -> Parsed<TextSpan> {
        if let Some(brace) = self.accept("}") {
            return Ok(brace.span);
        }
        if self.next.kind == InfixTokenKind::End || self.next.is("spec") {
            return Err(self.unexpected("`}` after the body"));
        }
        let message = format!(
            "the result stands before this, and {} begins another statement",
            quoted(self.next.text)
        );
        let hint = if self.next.is("-") {
            "a line that starts with `-` begins a statement; put the `-` at the end of the line before"
        } else {
            "all statements but the last have the form `let name = formula`"
        };
        Err(Diagnostic::new(self.next.span, message).hint(hint))
    }
}

impl<'a> SpecHeader<'a> {
    fn set(&mut self, property: &'static str, value: Sexpr<'a>) -> Parsed<()> {
        if self.properties.iter().any(|(name, _)| *name == property) {
            return Err(Diagnostic::new(
                value.span,
                format!("`{}` is given twice", property.trim_start_matches(':')),
            ));
        }
        self.properties.push((property, value));
        Ok(())
    }

    /// The conditions as one formula.
    fn precondition(&mut self) -> Option<Sexpr<'a>> {
        let mut conditions = std::mem::take(&mut self.conditions);
        let span = conditions.first()?.span.to(conditions.last()?.span);
        if conditions.len() == 1 {
            return conditions.pop();
        }
        conditions.insert(0, Sexpr::atom("and", span));
        Some(Sexpr::list(conditions, span))
    }
}

fn assemble<'a>(span: TextSpan, ident: InfixToken<'a>, mut header: SpecHeader<'a>, body: Sexpr<'a>) -> Sexpr<'a> {
    let precondition = header.precondition();
    let arguments = Sexpr::list(header.arguments, ident.span);
    let mut items = vec![
        Sexpr::atom("FPCore", ident.span),
        Sexpr::atom(ident.text, ident.span),
        arguments,
    ];
    let named = header
        .name
        .map(|n| (":name", n))
        .into_iter()
        .chain(precondition.map(|p| (":pre", p)));
    for (property, value) in named.chain(header.properties) {
        items.push(Sexpr::atom(property, value.span));
        items.push(value);
    }
    items.push(body);
    Sexpr::list(items, span)
}
