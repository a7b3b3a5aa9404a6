//! Names, indices and `forall`s of formulas: constants become numbers, elements become names of their own, and what
//! holds for all indices is written down for each.

use super::names::{
    Meaning, OutputQuestion, Reach, ask, cells, check_reach, element_name, elements, holds_for_nothing, indicator,
    not_a_number, not_an_array, unreal, whole,
};
use super::syntax::NamedOutput;
use crate::diagnostic::{Diagnostic, TextSpan};
use crate::fpcore::complaints::quoted;
use crate::fpcore::sexpr::{Sexpr, SexprNode};
use crate::fpcore::vocabulary::{self, NamedOperator};
use crate::fpcore::{looks_like_number, number_text};
use crate::infix::expression::ELEMENT;
use crate::infix::parser::Parsed;
use crate::infix::range;
use crate::infix::token::InfixToken;
use rug::Rational;
use std::collections::{HashMap, HashSet};
use std::ops::RangeInclusive;

/// Most conditions that the `forall`s of one statement stand for.
const MOST_INSTANCES: usize = 10_000;

/// Most operands, operators and names that the formulas of one contract may unfold to.
const MOST_NODES: usize = 1_000_000;

/// The names of a contract, and what unfolding its formulas has met.
#[derive(Default)]
pub(super) struct Unfolder {
    known: HashMap<String, Meaning>,
    /// Outputs of calls that may be yet to come.
    later: HashSet<String>,
    /// The functions that are called.
    functions: HashSet<String>,
    indices: Vec<(String, i64)>,
    /// Conditions that the `forall`s of a statement stand for so far.
    instances: usize,
    /// Of the indices in force, those that have an inner `forall`.
    outer: usize,
    nodes: usize,
    /// What was asked of outputs, each once.
    pub(super) asked: Vec<OutputQuestion>,
}

impl Unfolder {
    /// Knows which outputs and functions the calls of a contract name.
    pub(super) fn new(later: HashSet<String>, functions: HashSet<String>) -> Unfolder {
        Unfolder {
            later,
            functions,
            ..Unfolder::default()
        }
    }

    /// Gives a name its meaning; a name has one.
    pub(super) fn declare(&mut self, name: InfixToken<'_>, meaning: Meaning) -> Parsed<()> {
        self.check_new(name.text, name.span)?;
        self.known.insert(name.text.to_string(), meaning);
        Ok(())
    }

    fn check_new(&self, name: &str, span: TextSpan) -> Parsed<()> {
        if self.known.contains_key(name) || self.index(name).is_some() {
            let message = format!("name {} is bound twice", quoted(name));
            return Err(Diagnostic::new(span, message).hint("choose another name"));
        }
        Ok(())
    }

    pub(super) fn meaning(&self, name: &str) -> Option<&Meaning> {
        self.known.get(name)
    }

    /// A name like this one for something that a template adds: with primes, which no user can write.
    pub(super) fn fresh(&mut self, like: &str, meaning: Meaning) -> String {
        let mut name = format!("{like}'");
        while self.known.contains_key(&name) {
            name.push('\'');
        }
        self.known.insert(name.clone(), meaning);
        name
    }

    /// Forgets the indices of the statement before.
    pub(super) fn start(&mut self) {
        self.indices.clear();
        self.instances = 0;
        self.outer = 0;
    }

    /// The indices in force, as ` for i = 1, j = 2`.
    pub(super) fn shown_indices(&self) -> String {
        let shown: Vec<String> = self
            .indices
            .iter()
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        if shown.is_empty() {
            String::new()
        } else {
            format!(" for {}", shown.join(", "))
        }
    }

    fn index(&self, name: &str) -> Option<i64> {
        self.indices
            .iter()
            .rev()
            .find(|(n, _)| n == name)
            .map(|&(_, value)| value)
    }

    /// A formula over plain names.
    pub(super) fn formula<'a>(&mut self, s: &Sexpr<'a>, reach: Reach) -> Parsed<Sexpr<'a>> {
        self.spend(1, s.span)?;
        match &s.node {
            SexprNode::Atom(text) => self.atom(text, s.span, reach),
            SexprNode::Text(_) => Ok(s.clone()),
            SexprNode::List(items) => self.form(items, s.span, reach),
        }
    }

    /// Counts what formulas unfold to.
    pub(super) fn spend(&mut self, nodes: usize, span: TextSpan) -> Parsed<()> {
        self.nodes += nodes;
        if self.nodes > MOST_NODES {
            let message = format!("the formulas of this contract unfold to more than {MOST_NODES} names and operators");
            return Err(Diagnostic::new(span, message).hint("make arrays or ranges of `forall` smaller"));
        }
        Ok(())
    }

    fn form<'a>(&mut self, items: &[Sexpr<'a>], span: TextSpan, reach: Reach) -> Parsed<Sexpr<'a>> {
        match items {
            [head, array, index] if head.symbol() == Some(ELEMENT) => self.element(array, index, span, reach),
            [head, name, lo, hi, condition] if head.symbol() == Some("forall") => {
                self.conjunction([name, lo, hi, condition], span, reach)
            }
            [head, operand] if head.symbol().and_then(indicator).is_some() => {
                self.indicator(head.symbol().unwrap_or_default(), operand, span, reach)
            }
            _ => {
                items.first().map_or(Ok(()), |head| self.check_operator(head))?;
                let operands = items.iter().skip(1).map(|operand| self.formula(operand, reach));
                let head = items.iter().take(1).map(|head| Ok(head.clone()));
                let all: Parsed<Vec<Sexpr<'a>>> = head.chain(operands).collect();
                Ok(Sexpr::list(all?, span))
            }
        }
    }

    fn check_operator(&self, head: &Sexpr<'_>) -> Parsed<()> {
        let name = head.symbol().unwrap_or_default();
        match vocabulary::operator(name) {
            Some(NamedOperator::Unsupported) => Err(Diagnostic::new(
                head.span,
                format!("{} cannot stand in a contract", quoted(name)),
            )),
            None if self.functions.contains(name) => {
                let message = format!("{} is called inside a formula", quoted(name));
                let hint = format!("a call is a statement of its own: `y = {name}(…)`");
                Err(Diagnostic::new(head.span, message).hint(hint))
            }
            _ => Ok(()),
        }
    }

    fn atom<'a>(&mut self, text: &str, span: TextSpan, reach: Reach) -> Parsed<Sexpr<'a>> {
        let done = |text: String| Ok(Sexpr::atom(text, span));
        if looks_like_number(text) {
            return self.literal(text.to_string(), span);
        }
        if let Some(value) = self.index(text) {
            return done(value.to_string());
        }
        match self.known.get(text) {
            Some(Meaning::Constant(value)) => {
                let text = number_text(value);
                self.literal(text, span)
            }
            Some(meaning @ (Meaning::Input(shape) | Meaning::Output(shape))) => {
                check_reach(text, meaning, reach, span)?;
                match shape {
                    None => done(text.to_string()),
                    Some(_) => Err(not_a_number(text, span)),
                }
            }
            None if vocabulary::UNREAL.contains(&text) => Err(unreal(text, span)),
            None if vocabulary::is_constant(text) => done(text.to_string()),
            None => Err(self.unknown(text, span)),
        }
    }

    /// A number; a long one counts for many names, for it may be written down thousands of times.
    fn literal<'a>(&mut self, text: String, span: TextSpan) -> Parsed<Sexpr<'a>> {
        self.spend(text.len() / 16, span)?;
        Ok(Sexpr::atom(text, span))
    }

    /// The complaint about a name without a meaning.
    pub(super) fn unknown(&self, text: &str, span: TextSpan) -> Diagnostic {
        if self.later.contains(text) {
            let message = format!("output {} is used before its call", quoted(text));
            return Diagnostic::new(span, message).hint("put the statement behind the call");
        }
        if text == "inf" {
            return unreal(text, span);
        }
        let diagnostic = Diagnostic::new(span, format!("unknown name {}", quoted(text)));
        if vocabulary::operator(text).is_some() {
            return diagnostic.hint(format!("`{text}` is a function and needs operands"));
        }
        let written = |name: &&str| !name.ends_with('\'');
        let mut names: Vec<&str> = self.known.keys().map(String::as_str).filter(written).collect();
        names.sort_unstable();
        match vocabulary::suggestion(text, names.into_iter().chain(vocabulary::constant_names())) {
            Some(meant) => diagnostic.hint(format!("did you mean `{meant}`?")),
            None => diagnostic.hint("declare it as an input, or let a call give it"),
        }
    }

    fn element<'a>(&mut self, array: &Sexpr<'a>, index: &Sexpr<'a>, span: TextSpan, reach: Reach) -> Parsed<Sexpr<'a>> {
        let name = array.symbol().unwrap_or_default();
        let (meaning, shape) = match self.known.get(name) {
            Some(meaning @ (Meaning::Input(shape) | Meaning::Output(shape))) => (meaning, *shape),
            Some(Meaning::Constant(_)) => return Err(not_an_array(name, array.span)),
            None if self.index(name).is_some() => return Err(not_an_array(name, array.span)),
            None => return Err(self.unknown(name, array.span)),
        };
        check_reach(name, meaning, reach, array.span)?;
        let Some(length) = shape else {
            return Err(not_an_array(name, array.span));
        };
        let value = self.integer(index, "an index")?;
        match usize::try_from(value).ok().filter(|&i| i < length) {
            Some(i) => Ok(Sexpr::atom(element_name(name, i), span)),
            None => {
                let message = format!(
                    "index {value} is outside of {}, which has {}",
                    quoted(name),
                    elements(length)
                );
                let hint = format!("indices go from 0 to {}", length - 1);
                let during = self.shown_indices();
                Err(Diagnostic::new(index.span, format!("{message}{during}")).hint(hint))
            }
        }
    }

    /// What is meant by a name, or a name and an index: the names of its numbers, and whether they are an array.
    pub(super) fn target(&mut self, target: &NamedOutput<'_>, reach: Reach) -> Parsed<(Vec<String>, bool)> {
        let name = target.name;
        if let Some(index) = &target.index {
            let array = Sexpr::atom(name.text, name.span);
            let cell = self.element(&array, index, target.span, reach)?;
            return Ok((vec![cell.symbol().unwrap_or_default().to_string()], false));
        }
        match self.known.get(name.text) {
            Some(meaning @ (Meaning::Input(shape) | Meaning::Output(shape))) => {
                check_reach(name.text, meaning, reach, name.span)?;
                Ok((cells(name.text, *shape), shape.is_some()))
            }
            Some(Meaning::Constant(_)) => {
                let message = format!("{} is a constant", quoted(name.text));
                Err(Diagnostic::new(name.span, message).hint("name an input or an output"))
            }
            None => Err(self.unknown(name.text, name.span)),
        }
    }

    /// `isnan(y)` as the comparison of a further output with 1.
    fn indicator<'a>(&mut self, word: &str, operand: &Sexpr<'a>, span: TextSpan, reach: Reach) -> Parsed<Sexpr<'a>> {
        let wrong = || {
            let message = format!("`{word}` is asked of an output");
            Diagnostic::new(operand.span, message).hint("name an output of a call, or an element of one")
        };
        let base = operand.symbol().or_else(|| match operand.items()? {
            [head, array, _] if head.symbol() == Some(ELEMENT) => array.symbol(),
            _ => None,
        });
        let base = base.ok_or_else(wrong)?;
        if !matches!(self.known.get(base), Some(Meaning::Output(_)) | None) {
            return Err(wrong());
        }
        let cell = self.formula(operand, reach)?;
        let cell = cell.symbol().ok_or_else(wrong)?.to_string();
        let what = indicator(word).ok_or_else(wrong)?;
        let name = ask(&mut self.asked, word, what, &cell);
        let parts = vec![Sexpr::atom("==", span), Sexpr::atom(name, span), Sexpr::atom("1", span)];
        Ok(Sexpr::list(parts, span))
    }

    /// The value of a formula over constants and indices.
    pub(super) fn constant(&mut self, s: &Sexpr<'_>) -> Parsed<Rational> {
        let plain = self.formula(s, Reach::Constants)?;
        range::constant(plain).map(|constant| constant.value)
    }

    /// The same where only a whole number will do.
    pub(super) fn integer(&mut self, s: &Sexpr<'_>, role: &str) -> Parsed<i64> {
        let value = self.constant(s)?;
        whole(&value).ok_or_else(|| {
            let fault = if value.is_integer() {
                "must be smaller"
            } else {
                "must be a whole number"
            };
            let message = format!("{role} {fault}, and this is {}", number_text(&value));
            Diagnostic::new(s.span, message)
        })
    }

    /// The indices of `forall name in lo..hi`.
    ///
    /// An inner range may be empty for some outer indices, as in `forall i in 0..3: forall j in i+1..3`.
    pub(super) fn enter(&mut self, name: &Sexpr<'_>, lo: &Sexpr<'_>, hi: &Sexpr<'_>) -> Parsed<RangeInclusive<i64>> {
        let (first, last) = (self.integer(lo, "an index")?, self.integer(hi, "an index")?);
        self.check_new(name.symbol().unwrap_or_default(), name.span)?;
        if first > last && self.indices.is_empty() {
            return Err(holds_for_nothing(lo.span.to(hi.span), &format!("{first}..{last}")));
        }
        Ok(first..=last)
    }

    /// Gives an index its next value, until [`Unfolder::leave`].
    pub(super) fn step(&mut self, name: &Sexpr<'_>, value: i64, span: TextSpan) -> Parsed<()> {
        // The first inner instance takes the place of the outer one, which is no condition of its own.
        if self.outer == self.indices.len() {
            self.instances += 1;
        }
        self.outer = self.indices.len();
        if self.instances > MOST_INSTANCES {
            let message = format!("`forall` stands for more than {MOST_INSTANCES} conditions");
            return Err(Diagnostic::new(span, message).hint("make its range smaller"));
        }
        self.indices
            .push((name.symbol().unwrap_or_default().to_string(), value));
        Ok(())
    }

    /// Forgets the innermost index.
    pub(super) fn leave(&mut self) {
        self.indices.pop();
        self.outer = self.outer.min(self.indices.len());
    }

    /// A `forall` inside of a formula, as a conjunction.
    fn conjunction<'a>(&mut self, parts: [&Sexpr<'a>; 4], span: TextSpan, reach: Reach) -> Parsed<Sexpr<'a>> {
        let [name, lo, hi, condition] = parts;
        let mut all = vec![Sexpr::atom("and", span)];
        for value in self.enter(name, lo, hi)? {
            self.step(name, value, lo.span.to(hi.span))?;
            all.push(self.formula(condition, reach)?);
            self.leave();
        }
        Ok(Sexpr::list(all, span))
    }
}
