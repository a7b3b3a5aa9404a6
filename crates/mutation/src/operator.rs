//! The table of operators: each described once, as data, from which the mutants and the manual are made.

use crate::mutant::Mutant;
use crate::specification::{
    accuracy, add, asymptote, binary, bounds, constant, del, direct, flush, leading, naive, pair, placed, reduction,
    single, unary, variable, zero,
};
use expr::spec::Specification;

/// What a mutant stands for: the kind of fault that a test should be able to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MutantObjective {
    /// The wrong formula.
    Functional,
    /// The right formula in too coarse an arithmetic.
    Precision,
    /// Something missing, superfluous, or out of its domain.
    Robustness,
}

impl MutantObjective {
    /// All of them.
    pub const ALL: [MutantObjective; 3] = [
        MutantObjective::Functional,
        MutantObjective::Precision,
        MutantObjective::Robustness,
    ];

    /// The word that files and reports use.
    pub fn name(self) -> &'static str {
        match self {
            MutantObjective::Functional => "functional",
            MutantObjective::Precision => "precision",
            MutantObjective::Robustness => "robustness",
        }
    }
}

/// The rule that makes a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MutationOperator {
    /// A coarser arithmetic.
    Accuracy,
    /// A moved bound of the domain.
    Bounds,
    /// Another literal.
    Constant,
    /// Another argument.
    Variable,
    /// Another function of one operand.
    Unary,
    /// Another operation on two operands, or another comparison.
    Binary,
    /// An operation too many.
    Add,
    /// An operation too few.
    Del,
    /// Two faults at once.
    Pair,
    /// The formula as it is written, in floats.
    Direct,
    /// A naive identity, in floats.
    Naive,
    /// One part in single precision.
    Single,
    /// A short π or ln 2.
    Reduction,
    /// The leading term too far.
    Leading,
    /// The asymptote too soon.
    Asymptote,
    /// Subnormal numbers taken for zero.
    Flush,
    /// Off at the negative zero.
    Zero,
    /// Off in one cell of the domain.
    Region,
    /// Off at one notable input.
    Special,
}

/// One operator, described once.
pub(crate) struct MutationOperatorRow {
    /// The word that files and reports use.
    pub name: &'static str,
    /// What its mutants stand for.
    pub objective: MutantObjective,
    /// What it does, in one sentence.
    pub purpose: &'static str,
    /// FPCore before and after.
    pub example: (&'static str, &'static str),
    /// All of its mutants of a specification.
    pub generate: fn(&Specification) -> Vec<Mutant>,
}

/// The rows: those of [`MutationOperator::ALL`] in its order, then pairs, faults of programs, and faults at places.
static OPERATORS: [&MutationOperatorRow; 19] = [
    &accuracy::ROW,
    &bounds::ROW,
    &constant::ROW,
    &variable::ROW,
    &unary::ROW,
    &binary::ROW,
    &add::ROW,
    &del::ROW,
    &pair::ROW,
    &direct::ROW,
    &naive::ROW,
    &single::ROW,
    &reduction::ROW,
    &leading::ROW,
    &asymptote::ROW,
    &flush::ROW,
    &zero::ROW,
    &placed::REGION,
    &placed::SPECIAL,
];

impl MutationOperator {
    /// Those of first order, in the order in which mutants are made.
    pub const ALL: [MutationOperator; 8] = [
        MutationOperator::Accuracy,
        MutationOperator::Bounds,
        MutationOperator::Constant,
        MutationOperator::Variable,
        MutationOperator::Unary,
        MutationOperator::Binary,
        MutationOperator::Add,
        MutationOperator::Del,
    ];

    /// Faults of programs: the formula computed in floats in some way.
    pub const PROGRAMS: [MutationOperator; 8] = [
        MutationOperator::Direct,
        MutationOperator::Naive,
        MutationOperator::Single,
        MutationOperator::Reduction,
        MutationOperator::Leading,
        MutationOperator::Asymptote,
        MutationOperator::Flush,
        MutationOperator::Zero,
    ];

    /// Faults at a place of the domain. Their mutants are made of places ([`crate::MutantPlace`]), not of a specification
    /// alone.
    pub const PLACED: [MutationOperator; 2] = [MutationOperator::Region, MutationOperator::Special];

    /// All operators, in the order of the manual.
    pub fn every() -> impl Iterator<Item = MutationOperator> {
        let more = [MutationOperator::Pair].into_iter();
        let more = more.chain(MutationOperator::PROGRAMS).chain(MutationOperator::PLACED);
        MutationOperator::ALL.into_iter().chain(more)
    }

    /// The word that files and reports use.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The operator with this name.
    pub fn named(name: &str) -> Option<MutationOperator> {
        MutationOperator::every().find(|operator| operator.name() == name)
    }

    /// What its mutants stand for.
    pub fn objective(self) -> MutantObjective {
        self.row().objective
    }

    /// What it does, in one sentence.
    pub fn purpose(self) -> &'static str {
        self.row().purpose
    }

    /// A piece of FPCore before and after.
    pub fn example(self) -> (&'static str, &'static str) {
        self.row().example
    }

    /// All mutants that it makes of a specification.
    ///
    /// ```
    /// use expr::spec::{Defaults, Specification};
    /// use mutation::{MutantObjective, MutationOperator};
    ///
    /// let core = expr::infix::read("spec f(x in [0, 1]) accuracy 1e-9 { sin(x) }")?.remove(0);
    /// let spec = Specification::from_core(&core, &Defaults::default())?;
    /// for operator in MutationOperator::ALL {
    ///     // A mutant stands for what its operator is for.
    ///     assert!(operator.mutants(&spec).iter().all(|m| m.objective() == operator.objective()));
    /// }
    /// # Ok::<(), expr::diagnostic::Diagnostics>(())
    /// ```
    pub fn mutants(self, spec: &Specification) -> Vec<Mutant> {
        (self.row().generate)(spec)
    }

    fn row(self) -> &'static MutationOperatorRow {
        OPERATORS[self as usize]
    }
}

/// The operators as a table in Markdown, for the manual.
pub fn operators_table() -> String {
    let head = "| operator | objective | purpose | before | after |\n|---|---|---|---|---|\n";
    let rows: String = MutationOperator::every().map(table_row).collect();
    format!("{head}{rows}")
}

fn table_row(operator: MutationOperator) -> String {
    let (before, after) = operator.example();
    format!(
        "| `{}` | {} | {} | `{before}` | `{after}` |\n",
        operator.name(),
        operator.objective().name(),
        operator.purpose(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_in_the_order_of_the_operators() {
        let names: Vec<String> = MutationOperator::every()
            .map(|o| format!("{o:?}").to_lowercase())
            .collect();
        let rows: Vec<&str> = OPERATORS.iter().map(|r| r.name).collect();
        assert_eq!(names, rows);
    }

    #[test]
    fn each_objective_has_operators() {
        let with = |objective| {
            MutationOperator::ALL
                .iter()
                .filter(|o| o.objective() == objective)
                .count()
        };
        assert_eq!(MutantObjective::ALL.map(with), [4, 1, 3]);
    }

    #[test]
    fn the_table_has_a_line_of_five_cells_per_operator() {
        let table = operators_table();
        assert_eq!(table.lines().count(), 2 + OPERATORS.len());
        assert!(table.lines().all(|line| line.matches('|').count() == 6), "{table}");
        assert!(table.contains("| `binary` | functional |"), "{table}");
    }
}
