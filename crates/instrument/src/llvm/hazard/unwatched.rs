//! Operations that can go wrong and that no operator looks at, by name: nothing is claimed about them.

use inkwell::module::Module;
use inkwell::values::{BasicValueEnum, CallSiteValue, InstructionOpcode, InstructionValue};

use super::fields;
use super::operation::{self, Operation, Verb};
use crate::hazard::UnwatchedOperation;
use crate::llvm::{raw, sites};

/// All such operations of the functions in scope.
pub(crate) fn unwatched(module: &Module<'_>, scope: &[String]) -> Vec<UnwatchedOperation> {
    let functions = sites::functions(module, scope);
    let blocks = functions.iter().flat_map(|function| function.get_basic_blocks());
    let instructions = blocks.flat_map(|block| block.get_instructions());
    instructions.filter_map(at_instruction).collect()
}

fn at_instruction(at: InstructionValue<'_>) -> Option<UnwatchedOperation> {
    let (file, line, column) = raw::location(at).filter(|place| place.1 > 0)?;
    let what = match operation::of_instruction(at) {
        Some(operation) => of_operation(&operation)?,
        None => of_other(at)?,
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
/// library, and functions of the maths library with other arguments or results.
const COMPUTES: [&str; 20] = [
    "__muldc3",
    "__mulsc3",
    "__mulxc3",
    "__divdc3",
    "__divsc3",
    "__divxc3",
    "__multi3",
    "__powidf2",
    "__powisf2",
    "fma",
    "fmaf",
    "fmal",
    "ldexp",
    "ldexpf",
    "ldexpl",
    "scalbn",
    "scalbnf",
    "scalbln",
    "nextafter",
    "nexttoward",
];

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

fn of_other(at: InstructionValue<'_>) -> Option<String> {
    if at.get_opcode() == InstructionOpcode::Call {
        return of_call(at);
    }
    let is_vector = matches!(raw::operand(at, 0), Some(BasicValueEnum::VectorValue(_)));
    let is_atomic = at.get_opcode() == InstructionOpcode::AtomicRMW;
    let name = format!("{:?}", at.get_opcode()).to_lowercase();
    let is_unread = operation::is_unread(at);
    let strange = ARITHMETIC.contains(&at.get_opcode()) && (is_vector || is_atomic || is_unread);
    strange.then(|| format!("{name}{}", if is_vector { " of vectors" } else { "" }))
}

fn of_call(at: InstructionValue<'_>) -> Option<String> {
    let Some(name) = raw::called(at) else {
        let call = CallSiteValue::try_from(at).ok()?;
        return call
            .get_called_fn_value()
            .is_none()
            .then(|| "a call of a function that is known only when it runs, or assembly".into());
    };
    if name == fields::UNWATCHED {
        return Some("a narrowing without a check of the compiler, such as of a bit-field that is initialised".into());
    }
    if let Some(intrinsic) = name.strip_prefix("llvm.") {
        let first = intrinsic.split('.').next()?;
        let of_vectors = intrinsic
            .split('.')
            .any(|part| part.starts_with('v') && part[1..].starts_with(|c: char| c.is_ascii_digit()));
        return (INTRINSICS.contains(&first) || of_vectors).then(|| format!("call {name}"));
    }
    COMPUTES.contains(&name.as_str()).then(|| format!("call {name}"))
}
