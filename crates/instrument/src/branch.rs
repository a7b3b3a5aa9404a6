//! Branches and their sides, as plain data.

use std::fmt;
use std::path::PathBuf;

/// A set of relations between two operands that makes a condition true; the bits are those of `runtime/probe.h`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Relations(pub u8);

impl Relations {
    /// The operands are equal.
    pub const EQUAL: u8 = 1;
    /// The left operand is greater.
    pub const GREATER: u8 = 2;
    /// The left operand is less.
    pub const LESS: u8 = 4;
    /// One of the operands is NaN.
    pub const UNORDERED: u8 = 8;
    /// Integers are compared as unsigned ones.
    pub const UNSIGNED: u8 = 16;

    /// The set of all other relations: what makes the condition false.
    pub fn negated(self, float: bool) -> Self {
        Relations(self.0 ^ if float { 15 } else { 7 })
    }

    /// The relations alone, without the sign of integers.
    pub fn relations(self) -> u8 {
        self.0 & 15
    }
}

impl fmt::Display for Relations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const NAMES: [&str; 8] = ["never", "==", ">", ">=", "<", "<=", "<>", "ordered"];
        const WITH_NAN: [&str; 8] = ["unordered", "== or NaN", "!<=", "!<", "!>=", "!>", "!=", "always"];
        let ordered = usize::from(self.0 & 7);
        let name = match (self.0 & Self::UNORDERED != 0, ordered) {
            (true, _) => WITH_NAN[ordered],
            (false, _) => NAMES[ordered],
        };
        f.write_str(name)
    }
}

/// The format of compared floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloatFormat {
    /// binary32
    F32,
    /// binary64
    F64,
    /// x87 extended
    F80,
}

/// What decides a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BranchComparison {
    /// Two floats.
    Float {
        /// Their format.
        format: FloatFormat,
        /// What makes the condition true.
        relations: Relations,
    },
    /// Two integers.
    Integer {
        /// Their width.
        bits: u32,
        /// What makes the condition true, with [`Relations::UNSIGNED`] where it matters.
        relations: Relations,
    },
    /// Whether any bit of a mask is set.
    Bits {
        /// Width of the value.
        bits: u32,
        /// The mask, where the code has it as a constant.
        mask: Option<u64>,
        /// Whether the condition is true when a bit is set.
        when_set: bool,
    },
    /// A truth value that no comparison in sight made.
    Other,
}

impl fmt::Display for BranchComparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BranchComparison::Float {
                format: FloatFormat::F32,
                relations,
            } => write!(f, "f32 {relations}"),
            BranchComparison::Float {
                format: FloatFormat::F64,
                relations,
            } => write!(f, "f64 {relations}"),
            BranchComparison::Float {
                format: FloatFormat::F80,
                relations,
            } => write!(f, "f80 {relations}"),
            BranchComparison::Integer { bits, relations } => {
                let name = if *relations == Relations(6) {
                    "!=".to_owned()
                } else {
                    relations.to_string()
                };
                let unsigned = relations.0 & Relations::UNSIGNED != 0;
                write!(f, "{}{bits} {name}", if unsigned { "u" } else { "i" })
            }
            BranchComparison::Bits { bits, mask, when_set } => {
                let mask = mask.map_or("mask".to_owned(), |mask| format!("{mask:#x}"));
                write!(f, "bits{bits} & {mask} {} 0", if *when_set { "!=" } else { "==" })
            }
            BranchComparison::Other => f.write_str("other"),
        }
    }
}

/// Which construct of the code makes a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BranchForm {
    /// A conditional jump: `if`, a loop, the left side of `&&` and `||`.
    Jump,
    /// One case of a switch; the true side is this case, the false side all later ones.
    Case,
    /// A choice between two values, `c ? a : b`, made without a jump.
    Choice,
    /// The right side of `&&` or `||` whose value is used; gcc jumps on it, clang does not.
    Value,
}

/// A conditional branch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// Its number: its place in the list of branches and in the runtime's records.
    pub id: u32,
    /// Symbol of the function that has it.
    pub function: String,
    /// The file as the compiler was given it.
    pub file: PathBuf,
    /// The line of the comparison; 0 where the compiler made the branch up.
    pub line: u32,
    /// The column of the comparison.
    pub column: u32,
    /// The line of the jump, which differs in conditions over several lines; gcov mostly counts there.
    pub jump_line: u32,
    /// Which construct makes it.
    pub form: BranchForm,
    /// What decides it.
    pub comparison: BranchComparison,
}

/// One of the two ways a branch can go: its condition, as the compiler made it, is false or true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Side {
    /// The branch.
    pub branch: u32,
    /// Whether its condition is true.
    pub taken: bool,
}

impl Side {
    /// Place of the side when all sides stand in one list: false before true.
    pub fn index(self) -> usize {
        self.branch as usize * 2 + usize::from(self.taken)
    }

    /// The side at a place in that list.
    pub fn at(index: usize) -> Self {
        Side {
            branch: (index / 2) as u32,
            taken: index % 2 == 1,
        }
    }
}

/// A branch as gcov counts it: a side of a jump, or one place that a switch can go to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GcovEdge {
    /// The file as the compiler was given it.
    pub file: PathBuf,
    /// The line that gcov counts it for; in conditions over several lines gcc may choose the next one.
    pub line: u32,
    /// The sides of which any one covers it.
    pub sides: Vec<Side>,
}

/// A constant of the code.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ConstantValue {
    /// A float of the format, rounded to a double if it is wider.
    Float(FloatFormat, f64),
    /// An integer of the width, sign-extended.
    Integer(u32, i64),
}
