//! Operations that can go wrong and that no operator looks at, by name: nothing is claimed about them.

use inkwell::module::Module;
use inkwell::types::AnyTypeEnum;
use inkwell::values::{BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue};

use super::operation::{self, Operation, Verb};
use super::written::SourceNote;
use super::{fields, maths};
use crate::hazard::UnwatchedOperation;
use crate::llvm::defined::instructions_of;
use crate::llvm::lower::int_operand;
use crate::llvm::{raw, sites};

/// All such operations of the functions in scope. `is_foreign` says of a symbol that its function stands in none of the files
/// given.
pub(crate) fn unwatched(
    module: &Module<'_>,
    scope: &[String],
    is_foreign: impl Fn(&str) -> bool,
) -> Vec<UnwatchedOperation> {
    let functions = sites::functions(module, scope);
    let blocks = functions.iter().flat_map(|function| function.get_basic_blocks());
    let instructions = blocks.flat_map(|block| block.get_instructions());
    instructions.filter_map(|at| at_instruction(at, &is_foreign)).collect()
}

/// Calls of calls in headers: templates call others.
const MOST_LAYERS: u32 = 4;

/// A call of a function of a header that computes with floats, or of one that computes and hides where it stands.
fn of_foreign_call(at: InstructionValue<'_>, is_foreign: &impl Fn(&str) -> bool) -> Option<String> {
    let called = raw::callee(at)?;
    let name = called.get_name().to_string_lossy().into_owned();
    let is_hidden = || raw::scope_of(called).is_none() && instructions_of(called).into_iter().any(is_operation);
    (is_foreign(&name) && (is_hidden() || computes(called, 0))).then(|| format!("call {name}"))
}

fn is_operation(at: InstructionValue<'_>) -> bool {
    operation::look(at).is_some()
}

fn computes(function: FunctionValue<'_>, layer: u32) -> bool {
    let is_float = |operation: Operation<'_>| matches!(operation.left, BasicValueEnum::FloatValue(_));
    instructions_of(function).into_iter().any(|at| {
        operation::look(at).is_some_and(is_float)
            || of_other(at).is_some()
            || layer < MOST_LAYERS && raw::callee(at).is_some_and(|called| computes(called, layer + 1))
    })
}

fn at_instruction(at: InstructionValue<'_>, is_foreign: &impl Fn(&str) -> bool) -> Option<UnwatchedOperation> {
    // What the compiler makes has neither line nor column; a directive can give line 0 to code of the source.
    let (file, line, column) = raw::location(at).filter(|place| place.1 > 0 || place.2 > 0)?;
    let what = match operation::of_instruction(at) {
        Some(operation) => of_operation(&operation)?,
        None if line == 0 => operation::look(at).map(|operation| format!("{} in line 0", operation.name()))?,
        None if operation::located(at).is_some_and(|operation| operation.is_open_index()) => {
            "arithmetic of an index".into()
        }
        None => of_other(at).or_else(|| of_foreign_call(at, is_foreign))?,
    };
    Some(UnwatchedOperation {
        file: file.into(),
        line,
        column,
        what,
    })
}

/// An operation of a known kind on numbers of an unknown one.
fn of_operation(operation: &Operation<'_>) -> Option<String> {
    let name = operation.name();
    match operation.left {
        _ if operation.verb == Verb::Read => None,
        BasicValueEnum::IntValue(value) => {
            let bits = value.get_type().get_bit_width();
            let is_watched = operation.kind().is_some() || bits == 1;
            (!is_watched).then(|| format!("{name} of {bits} bits"))
        }
        BasicValueEnum::FloatValue(value) => {
            let ty = value.get_type();
            if let Verb::ToInteger { bits: 65.., .. } = operation.verb {
                return Some(format!("{name} to more than 64 bits"));
            }
            sites::format_of(ty)
                .is_none()
                .then(|| format!("{name} of floats of {} bits", ty.get_bit_width()))
        }
        BasicValueEnum::VectorValue(_) | BasicValueEnum::ScalableVectorValue(_) => Some(format!("{name} of vectors")),
        _ => None,
    }
}

/// Arithmetic that is no instruction of its own kind.
const ARITHMETIC: [InstructionOpcode; 5] = [
    InstructionOpcode::Add,
    InstructionOpcode::Sub,
    InstructionOpcode::Mul,
    InstructionOpcode::Shl,
    InstructionOpcode::AtomicRMW,
];

/// Functions that compute, besides those that operators look at: complex products and quotients of the compiler's
/// library.
const COMPUTES: [&str; 14] = [
    "__muldc3",
    "__mulsc3",
    "__mulxc3",
    "__divdc3",
    "__divsc3",
    "__divxc3",
    "__multi3",
    "__powidf2",
    "__powisf2",
    "__powixf2",
    "div",
    "ldiv",
    "lldiv",
    "imaxdiv",
];

/// The same of the maths library, of every format (`fma`, `fmaf`, `fmal`): functions with other arguments or results than
/// one or two floats, and those of complex numbers.
const MATHS: [&str; 39] = [
    "fma",
    "ldexp",
    "scalb",
    "scalbn",
    "scalbln",
    "nextafter",
    "nexttoward",
    "nextup",
    "nextdown",
    "ilogb",
    "remquo",
    "sincos",
    "lgamma_r",
    "gamma",
    "jn",
    "yn",
    "drem",
    "pow10",
    "cabs",
    "carg",
    "cexp",
    "clog",
    "clog10",
    "cpow",
    "csqrt",
    "csin",
    "ccos",
    "ctan",
    "casin",
    "cacos",
    "catan",
    "csinh",
    "ccosh",
    "ctanh",
    "casinh",
    "cacosh",
    "catanh",
    "cproj",
    "significand",
];

/// First parts of the names of Fortran's runtime.
const FORTRAN: [&str; 2] = ["_FortranA", "__mlir_math_"];

/// What follows the first part in the names of routines that do not compute: input and output, memory, the shape of arrays,
/// texts, and the end of the program.
const NO_ARITHMETIC: [&str; 43] = [
    "io",
    "Assign",
    "CopyIn",
    "CopyOut",
    "CopyAndUpdate",
    "TemporaryAssign",
    "Allocatable",
    "Pointer",
    "Initialize",
    "Destroy",
    "Finalize",
    "Derived",
    "ClassIs",
    "SameTypeAs",
    "ExtendsTypeOf",
    "Character",
    "Adjust",
    "Trim",
    "Stop",
    "ErrorStop",
    "FailImage",
    "ProgramStart",
    "ProgramEnd",
    "ReportFatalUserError",
    "PushValue",
    "InitAndPush",
    "Reshape",
    "Transpose",
    "Lbound",
    "Ubound",
    "Size",
    "Shape",
    "IsContiguous",
    "Any",
    "All",
    "Findloc",
    "Maxloc",
    "Minloc",
    "Pack",
    "Unpack",
    "Spread",
    "Cshift",
    "Eoshift",
];

/// Whether a function of Fortran's runtime computes, as far as is known.
fn computes_for_fortran(name: &str) -> bool {
    let rest = FORTRAN.iter().find_map(|prefix| name.strip_prefix(prefix));
    rest.is_some_and(|rest| !NO_ARITHMETIC.iter().any(|harmless| rest.starts_with(harmless)))
}

/// Whether a symbol is a function of the maths library that is named here, of some format.
fn is_other_maths(symbol: &str) -> bool {
    // The letter of the format stands before `_r`.
    let (stem, reentrant) = symbol.strip_suffix("_r").map_or((symbol, ""), |stem| (stem, "_r"));
    MATHS.iter().any(|name| {
        let name = name.strip_suffix(reentrant).unwrap_or("?");
        stem.strip_prefix(name)
            .is_some_and(|ending| ["", "f", "l"].contains(&ending))
    })
}

/// Intrinsics that compute, without their types.
const INTRINSICS: [&str; 8] = [
    "fma",
    "fmuladd",
    "ldexp",
    "experimental",
    "vector",
    "matrix",
    // Of zero they have no result.
    "ctlz",
    "cttz",
];

/// Arithmetic that is no operation which operators look at.
pub(super) fn of_other(at: InstructionValue<'_>) -> Option<String> {
    if matches!(at.get_opcode(), InstructionOpcode::Call | InstructionOpcode::Invoke) {
        return of_call(at);
    }
    if matches!(at.get_opcode(), InstructionOpcode::SIToFP | InstructionOpcode::UIToFP) {
        return of_conversion_to_float(at);
    }
    let is_vector = matches!(raw::operand(at, 0), Some(BasicValueEnum::VectorValue(_)));
    let is_atomic = at.get_opcode() == InstructionOpcode::AtomicRMW;
    let name = format!("{:?}", at.get_opcode()).to_lowercase();
    let is_unread = SourceNote::Unread.is_on(at);
    let strange = is_unread || ARITHMETIC.contains(&at.get_opcode()) && (is_vector || is_atomic);
    strange.then(|| format!("{name}{}", if is_vector { " of vectors" } else { "" }))
}

/// Integers that a float of the format cannot hold, not even nearly: they become infinite.
fn of_conversion_to_float(at: InstructionValue<'_>) -> Option<String> {
    let AnyTypeEnum::FloatType(to) = at.get_type() else {
        return None;
    };
    let from = int_operand(at, 0)?.get_type().get_bit_width();
    // The greatest numbers are 65504 in 16 bits and nearly 2^128 in 32; bfloat16 and longer formats reach at least that far.
    let most = match to.get_bit_width() {
        16 => 15,
        32 => 127,
        _ => return None,
    };
    (from > most).then(|| format!("a conversion of {from} bits to a float of {}", to.get_bit_width()))
}

fn of_call(at: InstructionValue<'_>) -> Option<String> {
    let Some(name) = raw::called(at) else {
        let called = raw::call_site(at)?.get_called_fn_value();
        let Some(function) = called else {
            return Some("a call of a function that is known only when it runs, or assembly".into());
        };
        // The compiler writes some of them into the code itself.
        let name = function.get_name().to_string_lossy().into_owned();
        return computes_for_fortran(&name).then(|| format!("call {name}"));
    };
    if name == fields::UNWATCHED {
        return Some("a narrowing without a check of the compiler, such as of a bit-field that is initialised".into());
    }
    let is_caught = at.get_opcode() == InstructionOpcode::Invoke && maths::verb(&name).is_some();
    if is_caught
        || [".fix.", ".sat."]
            .iter()
            .any(|kind| name.starts_with("llvm.") && name.contains(kind))
    {
        return Some(format!("call {name}"));
    }
    if let Some(intrinsic) = name.strip_prefix("llvm.") {
        let first = intrinsic.split('.').next()?;
        let of_vectors = intrinsic
            .split('.')
            .any(|part| part.starts_with('v') && part[1..].starts_with(|c: char| c.is_ascii_digit()));
        return (INTRINSICS.contains(&first) || of_vectors).then(|| format!("call {name}"));
    }
    let computes = COMPUTES.contains(&name.as_str()) || is_other_maths(&name) || computes_for_fortran(&name);
    computes.then(|| format!("call {name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn routines_that_compute_are_told_from_others() {
        for (name, computes) in [
            ("_FortranASumInteger4", true),
            ("_FortranADotProductReal8", true),
            ("__mlir_math_ipowi_i32", true),
            ("_FortranAioOutputReal64", false),
            ("_FortranAAssign", false),
            ("SumInteger4", false),
        ] {
            assert_eq!(computes_for_fortran(name), computes, "{name}");
        }
        assert!(is_other_maths("cexpf") && is_other_maths("jn") && !is_other_maths("exp"));
        assert!(is_other_maths("lgammaf_r") && is_other_maths("lgamma_r") && !is_other_maths("lgammaf"));
    }
}
