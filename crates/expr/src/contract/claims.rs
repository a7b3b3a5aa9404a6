//! Text of templates: `y is odd in x`, `y equals e within 1e-12`, and the like.

use super::syntax::{NamedOutput, Template, TemplateClaim, WithinClause};
use crate::diagnostic::TextSpan;
use crate::infix::parser::{Parsed, Parser};

/// What may stand after `is`.
const CLAIMS: &str = "`odd`, `even`, `increasing`, `decreasing`, `strictly`, `within`, `inverted`, `continuous`, \
                      `sorted` or `a permutation`";

impl<'a> Parser<'a> {
    /// What follows an output, from `is` or `equals` on.
    pub(super) fn template(&mut self, subject: NamedOutput<'a>) -> Parsed<Template<'a>> {
        let equals = self.advance().text == "equals";
        let (claim, end) = if equals { self.equals()? } else { self.claim()? };
        let span = subject.span.to(end);
        Ok(Template { subject, claim, span })
    }

    fn equals(&mut self) -> Parsed<(TemplateClaim<'a>, TextSpan)> {
        let value = self.arithmetic()?.s;
        let (margin, end) = self.margin()?;
        Ok((TemplateClaim::Equals { value, margin }, end))
    }

    fn claim(&mut self) -> Parsed<(TemplateClaim<'a>, TextSpan)> {
        let word = self.word(CLAIMS).map_err(|d| d.hint("such as `y is odd in x`"))?;
        match word.text {
            "odd" | "even" => self.parity(word.text == "odd"),
            "increasing" | "decreasing" => self.monotone(word.text == "increasing", false),
            "strictly" => {
                let rising = self.next.is_word("increasing");
                if !rising && !self.next.is_word("decreasing") {
                    return Err(self.unexpected("`increasing` or `decreasing`"));
                }
                self.advance();
                self.monotone(rising, true)
            }
            "within" => {
                let range = self.ends()?;
                let end = range.span;
                Ok((TemplateClaim::Within(range), end))
            }
            "inverted" => self.inverted(),
            "continuous" => self.continuous(),
            "sorted" => {
                let descending = self.next.is_word("descending");
                let end = if descending { self.advance().span } else { word.span };
                Ok((TemplateClaim::Sorted { descending }, end))
            }
            "a" => self.permutation(),
            _ => Err(crate::diagnostic::Diagnostic::new(
                word.span,
                format!("expected {CLAIMS}, found `{}`", word.text),
            )),
        }
    }

    fn demand(&mut self, word: &str) -> Parsed<()> {
        if self.accept_word(word) {
            Ok(())
        } else {
            Err(self.unexpected(&format!("`{word}`")))
        }
    }

    fn parity(&mut self, odd: bool) -> Parsed<(TemplateClaim<'a>, TextSpan)> {
        self.demand("in")?;
        let first = self.target("an input")?;
        let mut end = first.span;
        let mut variables = vec![first];
        while self.accept(",").is_some() {
            let next = self.target("an input")?;
            end = next.span;
            variables.push(next);
        }
        Ok((TemplateClaim::Parity { odd, variables }, end))
    }

    fn monotone(&mut self, rising: bool, strict: bool) -> Parsed<(TemplateClaim<'a>, TextSpan)> {
        self.demand("in")?;
        let variable = self.target("an input")?;
        let end = variable.span;
        let claim = TemplateClaim::Monotone {
            rising,
            strict,
            variable,
        };
        Ok((claim, end))
    }

    fn inverted(&mut self) -> Parsed<(TemplateClaim<'a>, TextSpan)> {
        self.demand("by")?;
        let by = self.word("the function that inverts")?;
        let (margin, end) = self.margin()?;
        Ok((TemplateClaim::Inverted { by, margin }, end))
    }

    fn continuous(&mut self) -> Parsed<(TemplateClaim<'a>, TextSpan)> {
        self.demand("at")?;
        let variable = self.target("an input")?;
        self.expect("=", "after the input")?;
        let at = self.arithmetic()?.s;
        let (margin, end) = self.margin()?;
        Ok((TemplateClaim::Continuous { variable, at, margin }, end))
    }

    fn permutation(&mut self) -> Parsed<(TemplateClaim<'a>, TextSpan)> {
        self.demand("permutation")?;
        self.demand("of")?;
        let of = self.target("an array")?;
        let end = of.span;
        Ok((TemplateClaim::Permutation { of }, end))
    }

    /// `within 1e-12`, perhaps `relative`.
    fn margin(&mut self) -> Parsed<(WithinClause<'a>, TextSpan)> {
        self.demand("within")?;
        let size = self.arithmetic()?.s;
        let mut end = size.span;
        let relative = self.next.is_word("relative");
        if relative || self.next.is_word("absolute") {
            end = self.advance().span;
        }
        Ok((WithinClause { size, relative }, end))
    }
}
