//! Text of contracts to drafts: declarations, calls and conditions.

use super::syntax::{
    ContractClause, ContractDraft, Declaration, DeclaredSort, NamedOutput, RawArgument, RawCall, Statement,
};
use crate::diagnostic::{Diagnostic, TextSpan};
use crate::fpcore::complaints::{Complaints, quoted};
use crate::fpcore::vocabulary;
use crate::infix::parser::{EQUALITY, Parsed, Parser, SHALLOW, SMALL};
use crate::infix::token::{InfixToken, InfixTokenKind};

/// Words that mean something beside names, so that they cannot be names.
const RESERVED: [&str; 6] = ["in", "int", "is", "inf", "equals", "within"];

/// Remedies of formulas that speak of `let`, and what to say in contracts, which have none.
const REMEDIES: [(&str, &str); 3] = [
    (
        EQUALITY,
        "`=` stands between outputs and a call; equality is written `==`",
    ),
    (SHALLOW, "each operator of a chain is a level; split the formula"),
    (SMALL, "write the comparisons one by one, joined by `and`"),
];

/// All contracts of a text that have no error in their form.
pub(super) fn drafts<'a>(text: &'a str, complaints: &mut Complaints) -> Vec<ContractDraft<'a>> {
    let mut parser = Parser::of_contracts(text);
    let mut drafts = vec![];
    while parser.next.kind != InfixTokenKind::End && !complaints.is_hopeless() {
        match parser.contract(complaints) {
            Ok(draft) => drafts.extend(draft),
            Err(diagnostic) => {
                complaints.add(|| remedied(diagnostic));
                parser.skip_until(|next| next.is("contract"));
            }
        }
    }
    drafts
}

fn remedied(mut diagnostic: Diagnostic) -> Diagnostic {
    if let Some(hint) = &mut diagnostic.hint
        && let Some((_, remedy)) = REMEDIES.iter().find(|(general, _)| *general == hint.as_str())
    {
        *hint = (*remedy).to_string();
    }
    diagnostic
}

impl<'a> Parser<'a> {
    fn skip_until(&mut self, stop: impl Fn(&InfixToken<'a>) -> bool) {
        while self.next.kind != InfixTokenKind::End && !stop(&self.next) {
            self.advance();
        }
    }

    /// A whole contract; `None` if statements of it were complained about.
    fn contract(&mut self, complaints: &mut Complaints) -> Parsed<Option<ContractDraft<'a>>> {
        let Some(start) = self.accept("contract") else {
            let form = "a contract has the form `contract c(x in [0, 1]) { y = f(x); ensures y >= 0 }`";
            return Err(self.unexpected("`contract`").hint(form));
        };
        self.pi_is_bound = false;
        let name = self.word("the name of the contract")?;
        let declarations = self.declarations()?;
        self.expect("{", "before the body")?;
        let statements = self.statements(complaints);
        let close = self.expect("}", "after the body")?;
        Ok(statements.map(|statements| ContractDraft {
            name,
            declarations,
            statements,
            span: start.span.to(close.span),
        }))
    }

    fn declarations(&mut self) -> Parsed<Vec<Declaration<'a>>> {
        self.expect("(", "before the inputs")?;
        let mut all = vec![];
        if self.accept(")").is_some() {
            return Ok(all);
        }
        loop {
            all.push(self.declaration()?);
            if self.accept(",").is_none() {
                break;
            }
        }
        self.expect(")", "or `,` after an input")?;
        Ok(all)
    }

    fn declaration(&mut self) -> Parsed<Declaration<'a>> {
        let integer = self.accept_word("int");
        let target = self.target("the name of an input")?;
        check_name(target.name)?;
        self.note_name(target.name);
        if !integer && target.index.is_none() && self.accept("=").is_some() {
            let what = DeclaredSort::Constant(self.arithmetic()?.s);
            return Ok(Declaration { target, what });
        }
        if !self.accept_word("in") {
            return Err(self
                .unexpected("`in` and a range, or `=` and a constant")
                .hint("every input has a range, such as `x in [-1, 1]`"));
        }
        let range = self.ends()?;
        let what = DeclaredSort::Input { integer, range };
        Ok(Declaration { target, what })
    }

    pub(super) fn accept_word(&mut self, word: &str) -> bool {
        let found = self.next.is_word(word);
        if found {
            self.advance();
        }
        found
    }

    /// A name, perhaps with something between brackets.
    pub(super) fn target(&mut self, wanted: &str) -> Parsed<NamedOutput<'a>> {
        if self.next.kind == InfixTokenKind::Keyword {
            return Err(reserved(self.next));
        }
        let name = self.word(wanted)?;
        let mut span = name.span;
        let mut index = None;
        if self.accept("[").is_some() {
            index = Some(self.arithmetic()?.s);
            span = span.to(self.expect("]", "after an index or a length")?.span);
        }
        Ok(NamedOutput { name, index, span })
    }

    /// The statements; `None` if any was complained about. After an error reading goes on at the next statement.
    fn statements(&mut self, complaints: &mut Complaints) -> Option<Vec<Statement<'a>>> {
        let mut all = vec![];
        let mut sound = true;
        self.skip_breaks();
        while !ends_body(&self.next) && !complaints.is_hopeless() {
            match self.whole_statement() {
                Ok(statement) => all.push(statement),
                Err(diagnostic) => {
                    sound = false;
                    complaints.add(|| remedied(diagnostic));
                    self.skip_until(|next| next.kind == InfixTokenKind::Break || ends_body(next));
                    self.skip_breaks();
                }
            }
        }
        sound.then_some(all)
    }

    fn whole_statement(&mut self) -> Parsed<Statement<'a>> {
        let statement = self.statement()?;
        if !ends_body(&self.next) {
            self.statement_end()?;
        }
        Ok(statement)
    }

    fn statement(&mut self) -> Parsed<Statement<'a>> {
        let ensures = self.next.is("ensures");
        if ensures || self.next.is("requires") {
            self.advance();
            let formula = self.expr()?.s;
            return Ok(Statement::Condition(ContractClause { ensures, formula }));
        }
        if self.next.kind != InfixTokenKind::Word {
            return Err(self.unexpected("`requires`, `ensures`, a call or `}`"));
        }
        let first = self.target("an output")?;
        if self.next.is_word("is") || self.next.is_word("equals") {
            return self.template(first).map(Statement::Template);
        }
        self.call_of(first).map(Statement::Call)
    }

    /// A call that begins with this: its function, or the first that it returns.
    fn call_of(&mut self, first: NamedOutput<'a>) -> Parsed<RawCall<'a>> {
        let start = first.span;
        let mut returns = vec![];
        let mut function = first.name;
        if first.index.is_some() || !self.next.is("(") {
            returns = self.returns(first)?;
            function = self.word("the function that is called")?;
        }
        self.expect("(", "before the arguments").map_err(|d| {
            d.hint("outputs come from calls, as in `y = f(x)`; other formulas stand where they are used")
        })?;
        let (arguments, end) = self.call_arguments()?;
        let call = RawCall {
            returns,
            function,
            arguments,
            span: start.to(end),
        };
        for name in call.outputs() {
            check_name(name)?;
            self.note_name(name);
        }
        Ok(call)
    }

    /// What a call returns, up to the `=`.
    fn returns(&mut self, first: NamedOutput<'a>) -> Parsed<Vec<NamedOutput<'a>>> {
        let mut returns = vec![first];
        while self.accept(",").is_some() {
            returns.push(self.target("an output")?);
        }
        if self.accept("=").is_none() {
            return Err(self.unexpected("`(`, `=` and a call, `is` or `equals`"));
        }
        Ok(returns)
    }

    /// The arguments of a call and the place of the parenthesis behind them.
    fn call_arguments(&mut self) -> Parsed<(Vec<RawArgument<'a>>, TextSpan)> {
        let mut all = vec![];
        if let Some(close) = self.accept(")") {
            return Ok((all, close.span));
        }
        loop {
            all.push(self.argument()?);
            if self.accept(",").is_none() {
                break;
            }
        }
        let close = self.expect(")", "or `,` after an argument")?;
        Ok((all, close.span))
    }

    fn argument(&mut self) -> Parsed<RawArgument<'a>> {
        if self.accept("->").is_some() {
            return self.target("an output after `->`").map(RawArgument::Filled);
        }
        let value = self.expr()?.s;
        if self.accept("->").is_none() {
            return Ok(RawArgument::Value(value));
        }
        let after = self.target("an output after `->`")?;
        match after.index {
            None => Ok(RawArgument::Changed(value, after.name)),
            Some(_) => {
                Err(Diagnostic::new(after.span, "what is changed keeps its length").hint("leave out the brackets"))
            }
        }
    }
}

fn ends_body(next: &InfixToken<'_>) -> bool {
    next.kind == InfixTokenKind::End || next.is("}") || next.is("contract")
}

fn check_name(name: InfixToken<'_>) -> Parsed<()> {
    if RESERVED.contains(&name.text) {
        return Err(reserved(name));
    }
    if vocabulary::is_constant(name.text) {
        let message = format!(
            "{} is a constant and cannot be the name of a variable",
            quoted(name.text)
        );
        return Err(Diagnostic::new(name.span, message));
    }
    Ok(())
}

fn reserved(name: InfixToken<'_>) -> Diagnostic {
    let message = format!("{} is a reserved word and cannot be a name", quoted(name.text));
    Diagnostic::new(name.span, message).hint("choose another name")
}
