//! Environmental mutants as plain data: places where the machine leaves the ideal, and what it takes to get there.

use std::path::PathBuf;

use crate::branch::FloatFormat;
use crate::custom;

/// Which hazards to look for.
#[derive(Clone, Debug, PartialEq)]
pub struct HazardRequest {
    /// Operators of the table; none means all of them.
    pub operators: Vec<HazardOperator>,
    /// Leading bits that a difference must lose to count as cancellation.
    pub cancel_bits: u32,
    /// Operators of the user.
    pub custom: Vec<CustomOperator>,
}

impl HazardRequest {
    /// Bits that a cancellation loses unless the request says otherwise.
    pub const CANCEL_BITS: u32 = 20;
}

impl Default for HazardRequest {
    fn default() -> Self {
        HazardRequest {
            operators: Vec::new(),
            cancel_bits: Self::CANCEL_BITS,
            custom: Vec::new(),
        }
    }
}

/// An operator of the user: a condition over the operands and the result of some operations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomOperator {
    /// Its name.
    pub name: String,
    /// The operations: `fadd`, `sdiv`, `mul`, `call:exp`, ….
    pub on: Vec<String>,
    /// When it dies: comparisons of terms in `left`, `right`, `result` and numbers, joined by `and` and `or`.
    pub when: String,
    /// Where it stands in the user's file, for messages.
    pub line: usize,
}

impl CustomOperator {
    /// Whether its operations and its condition are understood, or why not.
    pub fn check(&self) -> Result<(), String> {
        custom::read(self).map(drop)
    }
}

/// An operator of the table. It is called as in reports, so that one search finds both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HazardOperator {
    /// An integer result above its type.
    Iovflow,
    /// An integer result below its type.
    Iuflow,
    /// A shift by too much.
    Shift,
    /// A variable that nothing was written to.
    Uninit,
    /// The least signed integer.
    Nzpush,
    /// A zero among integers.
    Zpush,
    /// An integer that a narrower type does not hold.
    Trunc,
    /// An integer that a type of the other signedness does not hold.
    Sign,
    /// A float that an integer does not hold.
    Ftoi,
    /// A divisor that is zero.
    Div0,
    /// A float result that is infinite.
    Fovflow,
    /// A float result that is subnormal or zero.
    Funflow,
    /// A result that is no number.
    Fnan,
    /// Negative zero.
    Fnegzero,
    /// A sum that loses its leading bits.
    Fcancel,
    /// A sum that is one of its operands.
    Fabsorb,
}

impl HazardOperator {
    /// Its row of the table.
    pub fn row(self) -> &'static HazardRow {
        &OPERATORS[self as usize]
    }

    /// The operator of this name.
    pub fn find(name: &str) -> Option<Self> {
        let row = OPERATORS.iter().find(|row| row.name == name);
        row.map(|row| row.operator)
    }

    /// Whether its mutants, when they die, leave another value than the exact one.
    pub fn changes_value(self) -> bool {
        use HazardOperator::*;
        matches!(self, Iovflow | Iuflow | Shift | Trunc | Sign | Ftoi)
    }
}

/// What made a hazard.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HazardOrigin {
    /// An operator of the table.
    Table(HazardOperator),
    /// An operator of the user, by its name.
    Custom(String),
}

impl HazardOrigin {
    /// The operator of the table.
    pub fn of_table(&self) -> Option<HazardOperator> {
        match self {
            HazardOrigin::Table(operator) => Some(*operator),
            HazardOrigin::Custom(_) => None,
        }
    }

    /// The name of the operator.
    pub fn name(&self) -> &str {
        match self {
            HazardOrigin::Table(operator) => operator.row().name,
            HazardOrigin::Custom(name) => name,
        }
    }
}

/// A row of the table of operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HazardRow {
    /// The operator.
    pub operator: HazardOperator,
    /// Its name: the only place that has the word.
    pub name: &'static str,
    /// When its mutants die.
    pub dies_when: &'static str,
    /// Why that matters, in a sentence.
    pub why: &'static str,
    /// Whether it is used unless somebody says otherwise.
    pub on_by_default: bool,
}

/// All operators, in the order of [`HazardOperator`].
pub const OPERATORS: [HazardRow; 16] = [
    HazardRow {
        operator: HazardOperator::Iovflow,
        name: "iovflow",
        dies_when: "the exact result of an integer operation is above the greatest value of its type",
        why: "The result wraps to a small or negative number, and in C a signed overflow is undefined behaviour.",
        on_by_default: true,
    },
    HazardRow {
        operator: HazardOperator::Iuflow,
        name: "iuflow",
        dies_when: "the exact result of an integer operation is below the least value of its type",
        why: "The result wraps to a large number, and in C a signed overflow is undefined behaviour.",
        on_by_default: true,
    },
    HazardRow {
        operator: HazardOperator::Shift,
        name: "shift",
        dies_when: "the amount of a shift is negative or not below the width",
        why: "In C that is undefined behaviour, and processors differ in what they do.",
        on_by_default: true,
    },
    HazardRow {
        operator: HazardOperator::Uninit,
        name: "uninit",
        dies_when: "a variable is read before anything was written to it",
        why: "Its value is what happened to be there, and in C reading it is mostly undefined behaviour.",
        on_by_default: true,
    },
    HazardRow {
        operator: HazardOperator::Nzpush,
        name: "nzpush",
        dies_when: "an operand is the least value of its signed type, which has no inverse",
        why: "Its negation and its absolute value are the same negative number.",
        on_by_default: true,
    },
    HazardRow {
        operator: HazardOperator::Zpush,
        name: "zpush",
        dies_when: "an operand of an integer operation is zero",
        why: "Zero is the value that special cases forget.",
        on_by_default: false,
    },
    HazardRow {
        operator: HazardOperator::Trunc,
        name: "trunc",
        dies_when: "a conversion to a narrower integer changes the value",
        why: "The high bits are lost, and what is left may have another size and sign.",
        on_by_default: true,
    },
    HazardRow {
        operator: HazardOperator::Sign,
        name: "sign",
        dies_when: "a conversion between signed and unsigned integers changes the value",
        why: "A small negative number becomes a huge positive one, or the reverse.",
        on_by_default: true,
    },
    HazardRow {
        operator: HazardOperator::Ftoi,
        name: "ftoi",
        dies_when: "a float that is converted to an integer is NaN or out of range",
        why: "The result is undefined in C, and differs between processors.",
        on_by_default: true,
    },
    HazardRow {
        operator: HazardOperator::Div0,
        name: "div0",
        dies_when: "a divisor is zero",
        why: "An integer division stops the program, a float division gives infinity or NaN.",
        on_by_default: true,
    },
    HazardRow {
        operator: HazardOperator::Fovflow,
        name: "fovflow",
        dies_when: "a float operation on finite operands gives an infinity",
        why: "The magnitude is lost, and later differences and quotients become NaN.",
        on_by_default: true,
    },
    HazardRow {
        operator: HazardOperator::Funflow,
        name: "funflow",
        dies_when: "a float operation on operands that are not zero gives a subnormal number or zero",
        why: "Relative accuracy is lost without a sign of it.",
        on_by_default: false,
    },
    HazardRow {
        operator: HazardOperator::Fnan,
        name: "fnan",
        dies_when: "an operation on operands that are not NaN gives NaN",
        why: "NaN spreads through all later results and makes every comparison false.",
        on_by_default: true,
    },
    HazardRow {
        operator: HazardOperator::Fnegzero,
        name: "fnegzero",
        dies_when: "negative zero arises",
        why: "It equals zero, but its reciprocal, root and angle differ.",
        on_by_default: false,
    },
    HazardRow {
        operator: HazardOperator::Fcancel,
        name: "fcancel",
        dies_when: "a sum or difference of inexact operands loses its leading bits",
        why: "What is left is mostly the rounding error of the operands.",
        on_by_default: true,
    },
    HazardRow {
        operator: HazardOperator::Fabsorb,
        name: "fabsorb",
        dies_when: "adding an operand that is not zero does not change the other",
        why: "The smaller operand has no effect: sums of many terms stop growing.",
        on_by_default: false,
    },
];

/// An operation that can go wrong and that no hazard watches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnwatchedOperation {
    /// The file as the compiler was given it.
    pub file: PathBuf,
    /// The line of the operation.
    pub line: u32,
    /// The column of the operation.
    pub column: u32,
    /// What it is, in words.
    pub what: String,
}

/// How operands and result of a hazard's record are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OperandKind {
    /// Bits of doubles, to which floats of this format are converted.
    Float(FloatFormat),
    /// Signed integers of this width, sign-extended to 64 bits.
    Signed(u32),
    /// Unsigned integers of this width, zero-extended to 64 bits.
    Unsigned(u32),
}

/// An environmental mutant: one operator at one operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hazard {
    /// Number of its record: hazards follow the branches, so the first one has the number of branches.
    pub id: u32,
    /// The operator that made it.
    pub operator: HazardOrigin,
    /// Symbol of the function that has it.
    pub function: String,
    /// The file as the compiler was given it.
    pub file: PathBuf,
    /// The line of the operation.
    pub line: u32,
    /// The column of the operation.
    pub column: u32,
    /// The operation: `add`, `fmul`, `call exp`, ….
    pub operation: String,
    /// Type of the operands: `i32`, `u64`, `f64`, ….
    pub ty: String,
    /// Whether the language calls it undefined behaviour.
    pub undefined: bool,
    /// Whether dying is a finding at default settings.
    pub notable: bool,
    /// When it dies, in words.
    pub condition: String,
    /// How its record is read.
    pub operands: OperandKind,
    /// How the result in its record is read.
    pub result: OperandKind,
    /// Number of operands: 1 or 2.
    pub arity: u8,
    /// Numbers, from 0, of the hazards at the operations that its operands were computed from.
    pub made_from: Vec<u32>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_in_the_order_of_the_operators() {
        for row in &OPERATORS {
            assert_eq!(row.operator.row(), row);
            assert_eq!(HazardOperator::find(row.name), Some(row.operator));
        }
    }
}
