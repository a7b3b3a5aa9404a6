//! The table of Octave and MATLAB.

use super::{FACTORS, Floats, Grammar, Place, Statements, Swap, dialect};
use crate::source::operator::SourceOperator::{Arithmetic, Comparison, Logical};

pub(crate) static GRAMMAR: Grammar = Grammar {
    name: "Octave",
    endings: &["m"],
    parser: || tree_sitter_matlab::LANGUAGE.into(),
    prepare: dialect::as_matlab,
    ignores_case: false,
    dotted_operators: true,
    functions: &["function_definition"],
    frozen: &[
        "comment",
        "string",
        "command",
        "global_operator",
        "persistent_operator",
        "function_arguments",
    ],
    frozen_fields: &[],
    frozen_calls: &[],
    statements: Statements {
        kinds: &[
            "assignment",
            "function_call",
            "command",
            "field_expression",
            "break_statement",
            "continue_statement",
            "if_statement",
            "for_statement",
            "while_statement",
            "switch_statement",
        ],
        inside: &["block", "source_file"],
        kept: &["return_statement"],
        kept_words: &[],
        empty: &[],
        bodies: &["block"],
        heads: &[],
        deleted: "",
    },
    conditions: &[
        ("if_statement", Place::Field("condition")),
        ("elseif_clause", Place::Field("condition")),
        ("while_statement", Place::Field("condition")),
    ],
    last_condition: Some("until"),
    bindings: &[],
    negation: "~",
    parenthesis: "parenthesis",
    swaps: &[
        Swap::each(Arithmetic, &["binary_operator"], &["+", "-", "*", "/", "^"]),
        Swap::from_to(
            Arithmetic,
            &["binary_operator"],
            &[".*", "./", ".^"],
            &["+", "-", ".*", "./", ".^"],
        ),
        Swap::each(Arithmetic, &["assignment"], &["+=", "-=", "*=", "/="]),
        Swap::each(
            Comparison,
            &["comparison_operator"],
            &["<", "<=", ">", ">=", "==", "~="],
        ),
        Swap::each(Logical, &["boolean_operator"], &["&&", "||"]),
        Swap::each(Logical, &["binary_operator", "boolean_operator"], &["&", "|"]),
    ],
    removals: &[
        (Arithmetic, "unary_operator", &["-"]),
        (Logical, "not_operator", &["~"]),
    ],
    literals: &["number"],
    floats: Floats::Common,
    assignments: &[("assignment", "left", "right")],
    not_scaled: (
        &[
            "boolean",
            "boolean_operator",
            "cell",
            "comparison_operator",
            "lambda",
            "multioutput_variable",
            "not_operator",
            "string",
        ],
        &[
            "cell", "ceil", "fix", "floor", "length", "numel", "round", "size", "struct", "zeros",
        ],
    ),
    factors: FACTORS,
};
