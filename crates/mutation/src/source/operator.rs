//! The table of operators on source text: each described once, as data, from which the manual is made.

/// The rule that makes a mutant of source text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SourceOperator {
    /// A statement left out.
    Statement,
    /// A negated condition.
    Branch,
    /// Another literal.
    Constant,
    /// Another arithmetic operation.
    Arithmetic,
    /// Another comparison.
    Comparison,
    /// Another logical operation.
    Logical,
    /// A right-hand side that is a little off.
    Assignment,
}

/// One operator, described once.
struct SourceOperatorRow {
    name: &'static str,
    purpose: &'static str,
    /// Code before and after.
    example: (&'static str, &'static str),
}

/// The rows, in the order of [`SourceOperator::ALL`].
static ROWS: [SourceOperatorRow; 7] = [
    SourceOperatorRow {
        name: "statement",
        purpose: "Leave out a statement that declares nothing and returns nothing.",
        example: ("s += f(x);", ";"),
    },
    SourceOperatorRow {
        name: "branch",
        purpose: "Negate the condition of a branch or a loop.",
        example: ("if (n > 0)", "if (!(n > 0))"),
    },
    SourceOperatorRow {
        name: "constant",
        purpose: "Replace a literal by another number of the same kind.",
        example: ("2 * k2", "3 * k2"),
    },
    SourceOperatorRow {
        name: "arithmetic",
        purpose: "Replace an arithmetic operation by another, or drop a minus sign.",
        example: ("a + h", "a - h"),
    },
    SourceOperatorRow {
        name: "comparison",
        purpose: "Replace a comparison by another.",
        example: ("i < n", "i <= n"),
    },
    SourceOperatorRow {
        name: "logical",
        purpose: "Exchange and with or, or drop a not.",
        example: ("a and b", "a or b"),
    },
    SourceOperatorRow {
        name: "assignment",
        purpose: "Scale what is assigned by 0.9 or 1.1.",
        example: ("h = b - a;", "h = (b - a) * 1.1;"),
    },
];

impl SourceOperator {
    /// All of them, in the order in which they are explained.
    pub const ALL: [SourceOperator; 7] = [
        SourceOperator::Statement,
        SourceOperator::Branch,
        SourceOperator::Constant,
        SourceOperator::Arithmetic,
        SourceOperator::Comparison,
        SourceOperator::Logical,
        SourceOperator::Assignment,
    ];

    /// The word that files and reports use.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// What it does, in one sentence.
    pub fn describe(self) -> &'static str {
        self.row().purpose
    }

    /// A piece of code before and after.
    pub fn example(self) -> (&'static str, &'static str) {
        self.row().example
    }

    /// The operator of that name.
    pub fn named(name: &str) -> Option<Self> {
        SourceOperator::ALL.into_iter().find(|o| o.name() == name)
    }

    fn row(self) -> &'static SourceOperatorRow {
        &ROWS[self as usize]
    }
}

/// The operators on source text as a table in Markdown, for the manual.
pub fn source_operators_table() -> String {
    let head = "| operator | purpose | before | after |\n|---|---|---|---|\n";
    let rows: String = SourceOperator::ALL.into_iter().map(table_row).collect();
    format!("{head}{rows}")
}

fn table_row(operator: SourceOperator) -> String {
    let (before, after) = operator.example();
    format!(
        "| `{}` | {} | `{before}` | `{after}` |\n",
        operator.name(),
        operator.describe()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_in_the_order_of_the_operators() {
        for operator in SourceOperator::ALL {
            assert_eq!(format!("{operator:?}").to_lowercase(), operator.name());
            assert_eq!(SourceOperator::named(operator.name()), Some(operator));
        }
        assert_eq!(SourceOperator::named("spelling"), None);
    }
}
