//! The text of a program with its mutants put in, each site around the original.

use std::cmp::Reverse;
use std::collections::BTreeMap;

/// How a mutant is put into the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum WovenForm {
    /// Another text for the whole site.
    Alternative(String),
    Negation,
    Deletion,
}

/// The mutants of one piece of code.
#[derive(Debug, Default)]
pub(crate) struct WeaveSite {
    alternatives: Vec<(usize, String)>,
    negation: Option<usize>,
    deletion: Option<usize>,
}

/// Sites by where they begin and, outer ones first, where they end.
pub(crate) type Sites = BTreeMap<(usize, Reverse<usize>), WeaveSite>;

impl WeaveSite {
    pub fn add(&mut self, number: usize, form: WovenForm) {
        match form {
            WovenForm::Alternative(text) => self.alternatives.push((number, text)),
            WovenForm::Negation => self.negation = Some(number),
            WovenForm::Deletion => self.deletion = Some(number),
        }
    }

    /// What stands before the original, from the outside in.
    fn opening(&self, s: &str) -> String {
        let mut text = String::new();
        if let Some(number) = self.deletion {
            text += &format!("{{ if ({s} == {number}) {{}} else ");
        }
        if let Some(number) = self.negation {
            text += &format!("(({s} == {number}) != !!(");
        }
        if !self.alternatives.is_empty() {
            let cases = self.alternatives.iter();
            let cases: String = cases
                .map(|(number, other)| format!("{s} == {number} ? ({other}) : "))
                .collect();
            text += &format!("({cases}(");
        }
        text
    }

    /// What stands behind it, from the inside out.
    fn closing(&self) -> String {
        let ends = [
            (!self.alternatives.is_empty(), "))"),
            (self.negation.is_some(), "))"),
            (self.deletion.is_some(), " }"),
        ];
        ends.iter().filter(|(there, _)| *there).map(|(_, text)| *text).collect()
    }
}

/// The text with the openings and closings of all sites in their places.
pub(crate) fn woven(source: &str, sites: &Sites, selector: &str) -> String {
    let mut weave = Weave {
        source,
        text: String::new(),
        at: 0,
        open: Vec::new(),
    };
    for ((start, end), site) in sites {
        weave.close_until(*start);
        weave.copy_until(*start);
        weave.text += &site.opening(selector);
        weave.open.push((end.0, site.closing()));
    }
    weave.close_until(source.len());
    weave.copy_until(source.len());
    weave.text
}

/// A text that is being put together.
struct Weave<'a> {
    source: &'a str,
    text: String,
    /// How much of the source is in it.
    at: usize,
    /// Sites that are open, the innermost last: where they end, and with what.
    open: Vec<(usize, String)>,
}

impl Weave<'_> {
    fn copy_until(&mut self, byte: usize) {
        self.text += &self.source[self.at..byte];
        self.at = byte;
    }

    fn close_until(&mut self, byte: usize) {
        while let Some((end, closing)) = self.open.pop_if(|(end, _)| *end <= byte) {
            self.copy_until(end);
            self.text += &closing;
        }
    }
}
