//! A draft to a contract: names get their meanings, calls their outputs, conditions their clauses.

use super::names::{ArrayLength, Meaning, OutputQuestion, Reach, cells, holds_for_nothing, whole};
use super::syntax::{ContractClause, ContractDraft, Declaration, DeclaredSort, NamedOutput, RawCall, Statement};
use super::unfold::Unfolder;
use super::written::written;
use super::{Clause, Contract, ContractInput, ContractOutput, OutputOrigin};
use crate::ast::Expr;
use crate::diagnostic::{Diagnostic, Diagnostics, TextSpan};
use crate::fpcore::complaints::{Complaints, HOPELESS, quoted};
use crate::fpcore::expression::FormulaReader;
use crate::fpcore::number_text;
use crate::fpcore::scope::ExprType;
use crate::fpcore::sexpr::Sexpr;
use std::collections::HashSet;

/// Most elements of an array.
pub(super) const MOST_ELEMENTS: i64 = 100;

/// Most numbers of a contract, inputs and outputs.
const MOST_NUMBERS: usize = 10_000;

/// Most templates of a contract, since each may repeat all calls.
const MOST_TEMPLATES: usize = 100;

/// What building gives, or what is wrong.
pub(super) type Built<T> = Result<T, Diagnostics>;

/// A contract that is being built.
pub(super) struct ContractBuilder<'t> {
    text: &'t str,
    pub(super) reader: FormulaReader,
    pub(super) unfolder: Unfolder,
    pub(super) contract: Contract,
    /// The piece of text that was shown last, since all instances of a `forall` show the same.
    shown: Option<(TextSpan, String)>,
}

/// The contract of a draft, or all that is wrong with it.
pub(super) fn build(draft: &ContractDraft<'_>, text: &str) -> Built<Contract> {
    let mut builder = ContractBuilder::new(draft, text);
    // A wrong declaration would make everything that uses it wrong, too.
    all(draft.declarations.iter().map(|d| builder.declaration(d)))?;
    all(draft.statements.iter().map(|s| builder.statement(s)))?;
    // Templates speak of all that is required, wherever it stands.
    let required = builder.contract.requires.clone();
    let templates = draft.statements.iter().filter_map(|s| match s {
        Statement::Template(template) => Some(template),
        _ => None,
    });
    if let Some(extra) = templates.clone().nth(MOST_TEMPLATES) {
        let message = format!("there are more than {MOST_TEMPLATES} templates in this contract");
        return Err(Diagnostic::new(extra.span, message)
            .hint("make several contracts of it")
            .into());
    }
    all(templates.map(|t| builder.template(t, &required)))?;
    complete(builder.contract, builder.unfolder.asked, draft.name.span)
}

/// The errors of all results, unless there is no point in looking for more.
pub(super) fn all(results: impl Iterator<Item = Built<()>>) -> Built<()> {
    let errors = results.filter_map(Result::err).flat_map(|e| e.0);
    let errors: Vec<Diagnostic> = errors.take(HOPELESS).collect();
    if errors.is_empty() {
        Ok(())
    } else {
        Err(Diagnostics(errors))
    }
}

impl<'t> ContractBuilder<'t> {
    fn new(draft: &ContractDraft<'_>, text: &'t str) -> ContractBuilder<'t> {
        let calls = || {
            draft.statements.iter().filter_map(|s| match s {
                Statement::Call(call) => Some(call),
                _ => None,
            })
        };
        let outputs = calls().flat_map(RawCall::outputs).map(|t| t.text.to_string());
        let functions = calls().map(|call| call.function.text.to_string());
        let unfolder = Unfolder::new(outputs.collect(), functions.collect());
        ContractBuilder {
            text,
            reader: FormulaReader::new(HashSet::new(), Complaints::default()),
            unfolder,
            contract: Contract {
                name: draft.name.text.to_string(),
                inputs: vec![],
                calls: vec![],
                outputs: vec![],
                requires: vec![],
                ensures: vec![],
                span: draft.span,
            },
            shown: None,
        }
    }

    fn statement(&mut self, statement: &Statement<'_>) -> Built<()> {
        self.unfolder.start();
        match statement {
            Statement::Call(call) => self.call(call),
            Statement::Condition(condition) => self.condition(condition),
            // Later; but here its output must be known.
            Statement::Template(template) => self
                .unfolder
                .target(&template.subject, Reach::All)
                .map(|_| ())
                .map_err(Diagnostics::from),
        }
    }

    fn declaration(&mut self, declaration: &Declaration<'_>) -> Built<()> {
        let target = &declaration.target;
        match &declaration.what {
            DeclaredSort::Constant(value) => {
                let value = self.unfolder.constant(value)?;
                self.unfolder.declare(target.name, Meaning::Constant(value))?;
            }
            DeclaredSort::Input { integer, range } => {
                let shape = self.shape(target)?;
                self.check_room(shape, target.span)?;
                let (lo, hi) = self.doubles(range, *integer)?;
                self.unfolder.declare(target.name, Meaning::Input(shape))?;
                for name in cells(target.name.text, shape) {
                    self.add_input(ContractInput {
                        name,
                        lo,
                        hi,
                        integer: *integer,
                        span: target.span,
                    });
                }
            }
        }
        Ok(())
    }

    pub(super) fn add_input(&mut self, input: ContractInput) {
        self.reader.scope.bind(&input.name, ExprType::Real);
        self.contract.inputs.push(input);
    }

    pub(super) fn check_room(&self, shape: ArrayLength, span: TextSpan) -> Built<()> {
        if self.has_room(shape.unwrap_or(1)) {
            return Ok(());
        }
        let message = format!("this contract has more than {MOST_NUMBERS} inputs and outputs");
        Err(Diagnostic::new(span, message)
            .hint("make several contracts of it")
            .into())
    }

    /// Whether there may be this many more numbers.
    pub(super) fn has_room(&self, more: usize) -> bool {
        self.contract.inputs.len() + self.contract.outputs.len() + more <= MOST_NUMBERS
    }

    /// The length that is written behind a name.
    pub(super) fn shape(&mut self, target: &NamedOutput<'_>) -> Built<ArrayLength> {
        let Some(length) = &target.index else { return Ok(None) };
        let value = self.unfolder.constant(length)?;
        match whole(&value)
            .filter(|n| (1..=MOST_ELEMENTS).contains(n))
            .and_then(|n| usize::try_from(n).ok())
        {
            Some(length) => Ok(Some(length)),
            None => {
                let message = format!(
                    "the length of an array must be a whole number from 1 to {MOST_ELEMENTS}, and this is {}",
                    number_text(&value)
                );
                Err(Diagnostic::new(length.span, message).into())
            }
        }
    }

    /// A formula of one type over what may be used at its place.
    pub(super) fn typed(&mut self, s: &Sexpr<'_>, reach: Reach, wanted: ExprType, role: &str) -> Built<Expr> {
        let asked = self.unfolder.asked.len();
        let plain = self.unfolder.formula(s, reach)?;
        for OutputQuestion { name, .. } in &self.unfolder.asked[asked..] {
            self.reader.scope.bind(name, ExprType::Real);
        }
        let expr = self.reader.typed(&plain, wanted, || role.to_string());
        std::mem::take(&mut self.reader.complaints).finish(expr)
    }

    fn condition(&mut self, condition: &ContractClause<'_>) -> Built<()> {
        let reach = if condition.ensures { Reach::All } else { Reach::Inputs };
        let mut clauses = vec![];
        self.split(&condition.formula, reach, &mut clauses)?;
        if clauses.is_empty() {
            return Err(holds_for_nothing(condition.formula.span, "every inner range").into());
        }
        let list = if condition.ensures {
            &mut self.contract.ensures
        } else {
            &mut self.contract.requires
        };
        list.extend(clauses);
        Ok(())
    }

    /// The parts of conjunctions and the instances of `forall`s, each as a clause of its own.
    fn split(&mut self, s: &Sexpr<'_>, reach: Reach, clauses: &mut Vec<Clause>) -> Built<()> {
        let items = s.items().unwrap_or_default();
        match (items.first().and_then(Sexpr::symbol), items) {
            (Some("and"), [_, parts @ ..]) => parts.iter().try_for_each(|part| self.split(part, reach, clauses)),
            (Some("forall"), [_, name, lo, hi, condition]) => {
                for value in self.unfolder.enter(name, lo, hi)? {
                    self.unfolder.step(name, value, lo.span.to(hi.span))?;
                    self.split(condition, reach, clauses)?;
                    self.unfolder.leave();
                }
                Ok(())
            }
            _ => {
                let condition = self.typed(s, reach, ExprType::Bool, "a condition")?;
                let text = format!("{}{}", self.written(s.span), self.unfolder.shown_indices());
                clauses.push(Clause {
                    condition,
                    text,
                    span: s.span,
                });
                Ok(())
            }
        }
    }

    /// A piece of the source as its author wrote it.
    pub(super) fn written(&mut self, span: TextSpan) -> String {
        match &self.shown {
            Some((last, shown)) if *last == span => shown.clone(),
            _ => {
                let shown = written(self.text, span, &["#", "//"]);
                self.shown = Some((span, shown.clone()));
                shown
            }
        }
    }
}

/// The contract with what is asked of its outputs, unless something is missing.
pub(super) fn complete(mut contract: Contract, asked: Vec<OutputQuestion>, span: TextSpan) -> Built<Contract> {
    for OutputQuestion { name, what, of } in asked {
        let of = contract.outputs.iter().position(|output| output.name == of);
        let of = of.expect("invariant: only known outputs are asked");
        let origin = OutputOrigin::Indicator { what, of };
        contract.outputs.push(ContractOutput { name, origin });
    }
    let lacks = [
        (
            contract.inputs.is_empty(),
            "has no input",
            "declare one, such as `x in [0, 1]`",
        ),
        (
            contract.calls.is_empty(),
            "calls nothing",
            "call the subject, as in `y = f(x)`",
        ),
        (
            contract.ensures.is_empty(),
            "promises nothing",
            "say what holds, as in `ensures y >= 0`",
        ),
    ];
    let lack = |(_, what, hint): &(bool, &str, &str)| {
        Diagnostic::new(span, format!("contract {} {what}", quoted(&contract.name))).hint(*hint)
    };
    let errors: Vec<Diagnostic> = lacks.iter().filter(|(lacking, ..)| *lacking).map(lack).collect();
    if errors.is_empty() {
        Ok(contract)
    } else {
        Err(Diagnostics(errors))
    }
}
