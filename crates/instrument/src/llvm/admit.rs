//! What a proof may be about: a list of instructions, types, calls and addresses. Whatever is not on it ends the proof,
//! by name and place.
//!
//! The meaning that is proved about is the one of unoptimised code on the machine: integers wrap, floats are rounded to
//! nearest, variables start as anything, a NaN may be any NaN. LLVM's optimiser knows another meaning in many places:
//! what it may conclude from an instruction that is not listed here is not known here either.
//!
//! The list is read off the text of each instruction, word by word, so that a flag that a later LLVM adds is not passed
//! over: it is a word that is not listed.

use std::collections::VecDeque;

use inkwell::module::{Linkage, Module};
use inkwell::targets::TargetData;
use inkwell::values::{
    AnyValue, BasicValue, BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue, PointerValue,
};

use super::defined::instructions_of;
use super::hazard::{maths, users};
use super::lower::{self, int_operand};
use super::{address, fresh, own, puns, raw};

/// Why there is no proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ProofRefusal {
    /// File and line, where they are known.
    pub place: String,
    /// What stands there.
    pub what: String,
}

impl std::fmt::Display for ProofRefusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let between = if self.place.is_empty() { "" } else { ": " };
        write!(f, "{}{between}{}", self.place, self.what)
    }
}

/// Words of instructions, by their kind. Integers of odd widths, vectors and half floats are not among the types;
/// `undef`, `poison`, and all flags that promise something are not among the words, except `inbounds`, which only
/// constant addresses still have: what lies beyond its variable is not read or written here.
const WORDS: &[&str] = &[
    // The end of a block.
    "ret",
    "br",
    "label",
    "switch",
    // Integers.
    "add",
    "sub",
    "mul",
    "udiv",
    "sdiv",
    "urem",
    "srem",
    "shl",
    "lshr",
    "ashr",
    "and",
    "or",
    "xor",
    "icmp",
    "eq",
    "ne",
    "ugt",
    "uge",
    "ult",
    "ule",
    "sgt",
    "sge",
    "slt",
    "sle",
    // Floats.
    "fneg",
    "fadd",
    "fsub",
    "fmul",
    "fdiv",
    "frem",
    "fcmp",
    "false",
    "oeq",
    "ogt",
    "oge",
    "olt",
    "ole",
    "one",
    "ord",
    "uno",
    "ueq",
    "une",
    "true",
    // Conversions.
    "trunc",
    "zext",
    "sext",
    "fptoui",
    "fptosi",
    "uitofp",
    "sitofp",
    "fptrunc",
    "fpext",
    "bitcast",
    "to",
    // Memory.
    "alloca",
    "load",
    "store",
    "getelementptr",
    "inbounds",
    "volatile",
    "align",
    // Values.
    "phi",
    "select",
    "call",
    "extractvalue",
    "insertvalue",
    "null",
    "zeroinitializer",
    // Types.
    "void",
    "ptr",
    "float",
    "double",
    "x86_fp80",
    "x",
    "i1",
    "i8",
    "i16",
    "i32",
    "i64",
    "i128",
    // How arguments are passed.
    "byval",
    "sret",
    "zeroext",
    "signext",
];

/// Intrinsics whose results LLVM and the machine agree on, without their types, besides those that round.
const INTRINSICS: &[&str] = &[
    "fabs",
    "copysign",
    "sqrt",
    "fma",
    "abs",
    "smin",
    "smax",
    "umin",
    "umax",
    "ctpop",
    "bswap",
    "bitreverse",
    "fshl",
    "fshr",
    "sadd",
    "ssub",
    "smul",
    "uadd",
    "usub",
    "umul",
    "memcpy",
    "memmove",
    "memset",
    "assume",
    "dbg",
    "minnum",
    "maxnum",
];

/// Functions of the C library, besides the maths, that call nobody back and change nothing behind the back of the code.
const LIBRARY: &[&str] = &[
    "abs",
    "labs",
    "imaxabs",
    "llabs",
    "frexp",
    "frexpf",
    "modf",
    "modff",
    "ldexp",
    "ldexpf",
    "scalbn",
    "scalbnf",
    "ilogb",
    "copysign",
    "copysignf",
    "nan",
    "nextafter",
    "nextafterf",
    "lround",
    "lrint",
    "llround",
    "llrint",
    "fma",
];

/// Those of them that write behind their second argument, and how many bytes.
const WRITERS: &[(&str, u64)] = &[("frexp", 4), ("frexpf", 4), ("modf", 8), ("modff", 4)];

/// Looks at the functions in scope and at all that they call.
pub(crate) fn check(
    module: &Module<'_>,
    data: &TargetData,
    scope: &[String],
    entry: &str,
    strangers: bool,
    writes: WriteRule,
) -> Result<(), ProofRefusal> {
    if raw::has_assembly(module) {
        let what = "assembly outside of functions".to_owned();
        return Err(ProofRefusal {
            place: String::new(),
            what,
        });
    }
    if let Some(name) = replaced(module) {
        let what = format!("the code has a function `{name}` of its own, which the compiler takes for another");
        return Err(ProofRefusal {
            place: String::new(),
            what,
        });
    }
    let used = in_use(module, scope);
    for function in &used {
        let is_entry = function.get_name().to_bytes() == entry.as_bytes();
        let look = Examination {
            data,
            strangers,
            has_own_remainder: strangers || ["fmod", "fmodf", "fmodl"].iter().any(|name| has_body(module, name)),
            is_entry: is_entry && !is_called(*function),
            writes,
        };
        look.function(*function)?;
    }
    match writes {
        WriteRule::Constant => puns::check(data, &used),
        // A walk keeps bits, and knows which of them are those of a NaN that was computed.
        WriteRule::Walked => Ok(()),
    }
}

/// Whether somebody calls a function, or may: it is not part of all its callers. Its arguments may lead anywhere then.
pub(crate) fn is_called(function: FunctionValue<'_>) -> bool {
    function.as_global_value().as_pointer_value().get_first_use().is_some()
}

/// The functions in scope and all that they call, nearest first.
fn in_use<'ctx>(module: &Module<'ctx>, scope: &[String]) -> Vec<FunctionValue<'ctx>> {
    let mut waiting: VecDeque<FunctionValue<'ctx>> =
        scope.iter().filter_map(|name| module.get_function(name)).collect();
    let mut found = Vec::new();
    while let Some(function) = waiting.pop_front() {
        if !found.contains(&function) {
            found.push(function);
            waiting.extend(instructions_of(function).into_iter().filter_map(callee));
        }
    }
    found
}

/// Refuses what must be asked before anything is simplified, in the functions in scope and in all that they call.
///
/// `undef` and `poison`, such as clang writes for a literal that is converted out of range: of a choice between such a value
/// and another one the other may be all that is left. Divisions of more than 64 bits: a function of the compiler's library
/// makes them, with traps of its own, and to LLVM a quotient that is too great is undefined.
pub(crate) fn at_first(module: &Module<'_>, scope: &[String]) -> Result<(), ProofRefusal> {
    for at in in_use(module, scope).into_iter().flat_map(instructions_of) {
        if raw::has_undefined_operand(at) {
            return Err(refusal(at, "a constant that the compiler finds undefined".into()));
        }
        if divides_widely(at) {
            return Err(refusal(at, "a division of more than 64 bits".into()));
        }
    }
    Ok(())
}

/// Whether an instruction divides more than 64 bits by what may be 0 or -1.
fn divides_widely(at: InstructionValue<'_>) -> bool {
    use InstructionOpcode as Op;
    let divides = matches!(at.get_opcode(), Op::SDiv | Op::UDiv | Op::SRem | Op::URem);
    let Some(divisor) = int_operand(at, 1).filter(|_| divides) else {
        return false;
    };
    // A wide constant is known here only where it is a short number.
    let is_plain = divisor.get_sign_extended_constant().is_some_and(|number| number > 0);
    divisor.get_type().get_bit_width() > 64 && !is_plain
}

/// Refuses intrinsics without a meaning before functions become part of their callers: with constants as arguments, LLVM
/// computes their results then.
pub(crate) fn intrinsics(module: &Module<'_>, scope: &[String]) -> Result<(), ProofRefusal> {
    for at in in_use(module, scope).into_iter().flat_map(instructions_of) {
        if let Some(intrinsic) = raw::called(at).as_deref().and_then(|name| name.strip_prefix("llvm.")) {
            known_intrinsic(intrinsic).map_err(|what| refusal(at, what))?;
        }
    }
    Ok(())
}

/// The name of an intrinsic without its types, if it is one that LLVM and the machine agree on.
fn known_intrinsic(intrinsic: &str) -> Result<&str, String> {
    let name = intrinsic.split('.').next().unwrap_or(intrinsic);
    if lower::PROMISED.ends_with(name) {
        return Err("`__builtin_unreachable`, behind which a program may do anything".into());
    }
    if !INTRINSICS.contains(&name) && !own::ROUNDING.contains(&name) {
        return Err(format!("`llvm.{name}`, which has no meaning here"));
    }
    Ok(name)
}

/// An intrinsic of LLVM in whose place the code has a function of its own: clang makes `llvm.round` of each call of
/// `round`, and the linker finds the one that stands in the source.
fn replaced(module: &Module<'_>) -> Option<String> {
    let bare = |function: FunctionValue<'_>| {
        let name = function.get_name().to_string_lossy().into_owned();
        Some(name.strip_prefix("llvm.")?.split('.').next()?.to_owned())
    };
    let own = |name: &String| {
        let names = ["", "f", "l"].map(|ending| format!("{name}{ending}"));
        names.iter().any(|name| has_body(module, name))
    };
    module.get_functions().filter_map(bare).find(own)
}

fn has_body(module: &Module<'_>, name: &str) -> bool {
    module
        .get_function(name)
        .is_some_and(|own| own.count_basic_blocks() > 0)
}

/// Which writes a proof may be about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WriteRule {
    /// Those to a constant place inside of a variable.
    Constant,
    /// Also those to a computed place in a local variable or behind an argument: a walk through the code sees whether they
    /// stay inside.
    Walked,
}

/// One function under examination.
struct Examination<'a> {
    data: &'a TargetData,
    /// Whether functions that are only declared may be anybody's.
    strangers: bool,
    /// Whether `fmod`, which the compiler calls for the remainder of floats, may be another one than the library's.
    has_own_remainder: bool,
    /// Whether it is the function that is called from outside, and from nowhere else.
    is_entry: bool,
    writes: WriteRule,
}

impl Examination<'_> {
    /// Looks at a function.
    fn function(&self, function: FunctionValue<'_>) -> Result<(), ProofRefusal> {
        let name = || function.get_name().to_string_lossy().into_owned();
        let refuse = |what: String| {
            Err(ProofRefusal {
                place: String::new(),
                what,
            })
        };
        if matches!(function.get_linkage(), Linkage::WeakAny | Linkage::ExternalWeak) {
            return refuse(format!("`{}` is weak and may be replaced", name()));
        }
        if function.get_type().is_var_arg() {
            return refuse(format!("`{}` takes any number of arguments", name()));
        }
        for (number, block) in function.get_basic_blocks().into_iter().enumerate() {
            for at in block.get_instructions() {
                self.instruction(at, number == 0).map_err(|what| refusal(at, what))?;
            }
        }
        Ok(())
    }

    fn instruction(&self, at: InstructionValue<'_>, is_first_block: bool) -> Result<(), String> {
        use InstructionOpcode as Op;
        match at.get_opcode() {
            Op::Call => return self.call(at),
            Op::Alloca if !is_first_block || fresh::size_of(self.data, at).is_none() => {
                return Err("a variable whose size or number is known only when it runs".into());
            }
            Op::Store if self.is_walked(at) => {}
            Op::Store => self.written(
                at,
                1,
                raw::operand(at, 0).map(|value| self.data.get_store_size(&value.get_type())),
            )?,
            Op::ICmp => compares_addresses(at)?,
            Op::FRem if self.has_own_remainder => {
                return Err("a remainder of floats, which a function of the code or of somebody else computes".into());
            }
            // Only the runtime, which fills a large variable, needs an address as a number.
            Op::PtrToInt if users(at).all(|user| raw::called(user).is_some_and(|name| name == fresh::FILL)) => {
                return Ok(());
            }
            _ => {}
        }
        words(at)
    }

    fn call(&self, at: InstructionValue<'_>) -> Result<(), String> {
        let Some(function) = callee_of(at) else {
            return Err("a call of a function that is known only when it runs, or assembly".into());
        };
        let name = function.get_name().to_string_lossy().into_owned();
        // Code with such names is refused.
        let is_ours = name.starts_with("lydian.") || name.starts_with("lydian_");
        if is_ours || function.count_basic_blocks() > 0 {
            return Ok(());
        }
        if let Some(intrinsic) = name.strip_prefix("llvm.") {
            return self.intrinsic(at, intrinsic);
        }
        if is_known(&name, function) && !self.strangers {
            if let Some((_, size)) = WRITERS.iter().find(|(writer, _)| *writer == name) {
                self.written(at, 1, Some(*size))?;
            }
            return words(at);
        }
        Err(format!("a call of `{name}`, of which nothing is known"))
    }

    fn intrinsic(&self, at: InstructionValue<'_>, intrinsic: &str) -> Result<(), String> {
        let name = known_intrinsic(intrinsic)?;
        if ["memcpy", "memmove", "memset"].contains(&name) {
            let size = int_operand(at, 2).and_then(inkwell::values::IntValue::get_zero_extended_constant);
            self.written(at, 0, size)?;
            if name != "memset" {
                self.copied(at, size)?;
            }
            if name == "memcpy" {
                self.apart(at, size)?;
            }
        }
        if name == "dbg" { Ok(()) } else { words(at) }
    }

    /// What is copied must lie inside of a variable, or behind an argument of the function itself: what lies elsewhere may
    /// be anything, and there is no instruction that copies anything.
    fn copied(&self, at: InstructionValue<'_>, size: Option<u64>) -> Result<(), String> {
        let from = match raw::operand(at, 1) {
            Some(BasicValueEnum::PointerValue(pointer)) => address::of(self.data, pointer),
            _ => None,
        };
        let inside = size.zip(from).is_some_and(|(size, from)| match from.base {
            address::AddressBase::Variable(whole) => from.holds(size, whole),
            address::AddressBase::Argument(_) => self.is_entry,
        });
        inside
            .then_some(())
            .ok_or("a copy from an address that is computed".into())
    }

    /// What is copied must not overlap the place that it is copied to, unless both are the same: unoptimised code copies word
    /// by word, in an order of its own, and reads again what it has just written.
    fn apart(&self, at: InstructionValue<'_>, size: Option<u64>) -> Result<(), String> {
        let end = |index| match raw::operand(at, index) {
            Some(BasicValueEnum::PointerValue(pointer)) => address::root(pointer).zip(address::of(self.data, pointer)),
            _ => None,
        };
        let is_apart = match (end(0), end(1), size) {
            (Some((to, a)), Some((from, b)), Some(size)) if to == from => {
                let distance = (a.offset - b.offset).unsigned_abs();
                distance == 0 || distance >= u128::from(size)
            }
            (Some((_, a)), Some((_, b)), _) => {
                let is_argument = |address: address::Address| matches!(address.base, address::AddressBase::Argument(_));
                !(is_argument(a) && is_argument(b))
            }
            _ => false,
        };
        is_apart
            .then_some(())
            .ok_or("a copy between places that may overlap".into())
    }

    /// Whether a write is one that a walk looks at.
    fn is_walked(&self, at: InstructionValue<'_>) -> bool {
        let Some(BasicValueEnum::PointerValue(pointer)) = raw::operand(at, 1) else {
            return false;
        };
        let is_local = address::variable(pointer).is_some();
        let root = address::root(pointer);
        let is_argument = root.is_some_and(|root| raw::argument(&root).is_some());
        self.writes == WriteRule::Walked && (is_local || self.is_entry && is_argument)
    }

    /// A write must stay inside of a variable; else it may change any other one.
    fn written(&self, at: InstructionValue<'_>, pointer: u32, size: Option<u64>) -> Result<(), String> {
        let Some(BasicValueEnum::PointerValue(pointer)) = raw::operand(at, pointer) else {
            return Err("a write to no address".into());
        };
        let inside = size
            .zip(address::of(self.data, pointer))
            .is_some_and(|(size, address)| {
                match address.base {
                    address::AddressBase::Variable(whole) => address.holds(size, whole),
                    // The first element is there; of others, and of arguments of other functions, nothing is known.
                    address::AddressBase::Argument(_) => self.is_entry && address.offset == 0,
                }
            });
        inside
            .then_some(())
            .ok_or("a write to an address that is computed".into())
    }
}

/// Addresses are compared with zero only: others depend on where variables lie.
fn compares_addresses(at: InstructionValue<'_>) -> Result<(), String> {
    let operands = [raw::operand(at, 0), raw::operand(at, 1)];
    let is_null = |pointer: PointerValue<'_>| pointer.is_null();
    match operands {
        [
            Some(BasicValueEnum::PointerValue(a)),
            Some(BasicValueEnum::PointerValue(b)),
        ] if !is_null(a) && !is_null(b) => Err("a comparison of addresses".into()),
        _ => Ok(()),
    }
}

/// Every word of an instruction must be listed.
fn words(at: InstructionValue<'_>) -> Result<(), String> {
    let text = at.print_to_string().to_string_lossy().into_owned();
    let strange = bare_words(&text).find(|word| !WORDS.contains(&word.as_str()));
    strange.map_or(Ok(()), |word| {
        Err(format!(
            "`{word}` in the code of the compiler, which has no meaning here"
        ))
    })
}

/// The words of an instruction, without names, numbers, texts and metadata.
fn bare_words(text: &str) -> impl Iterator<Item = String> {
    let mut words = Vec::new();
    let mut rest = text.split("!dbg").next().unwrap_or_default().chars().peekable();
    while let Some(letter) = rest.next() {
        let is_part = |c: &char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$' | '-');
        match letter {
            '"' => rest.by_ref().take_while(|c| *c != '"').for_each(drop),
            '%' | '@' | '#' | '!' => {
                if rest.next_if_eq(&'"').is_some() {
                    rest.by_ref().take_while(|c| *c != '"').for_each(drop);
                }
                while rest.next_if(is_part).is_some() {}
            }
            c if c.is_alphanumeric() || c == '_' => {
                let mut word = String::from(c);
                while let Some(next) = rest.next_if(is_part) {
                    word.push(next);
                }
                words.push(word);
            }
            _ => {}
        }
    }
    let is_number = |word: &String| word.starts_with(|c: char| c.is_ascii_digit());
    words.into_iter().filter(move |word| !is_number(word))
}

/// A function of the C library that keeps nothing and calls nobody back.
pub(crate) fn is_known(name: &str, function: FunctionValue<'_>) -> bool {
    is_maths(name, function) || LIBRARY.contains(&name)
}

/// A function of the maths library with the types that it has there.
fn is_maths(name: &str, function: FunctionValue<'_>) -> bool {
    let Some(row) = maths::function(name) else {
        return false;
    };
    let format = match name.strip_prefix(row.name) {
        Some("") => "double",
        Some("f") => "float",
        Some("l") => "x86_fp80",
        _ => return false,
    };
    let ty = function.get_type();
    let is_format = |ty: String| ty.trim_matches('"') == format;
    let result = ty.get_return_type().map(|ty| ty.to_string());
    let parameters = ty.get_param_types();
    result.is_some_and(is_format)
        && parameters.len() == usize::from(row.arity)
        && parameters.iter().all(|ty| is_format(ty.to_string()))
}

/// The function that a call calls directly.
fn callee_of(at: InstructionValue<'_>) -> Option<FunctionValue<'_>> {
    raw::call_site(at)?.get_called_fn_value()
}

/// The same, if it has a body.
pub(crate) fn callee(at: InstructionValue<'_>) -> Option<FunctionValue<'_>> {
    let is_call = at.get_opcode() == InstructionOpcode::Call;
    is_call
        .then(|| callee_of(at))?
        .filter(|function| function.count_basic_blocks() > 0)
}

pub(super) fn refusal(at: InstructionValue<'_>, what: String) -> ProofRefusal {
    let place = raw::location(at).map_or(String::new(), |(file, line, _)| format!("{file}:{line}"));
    ProofRefusal { place, what }
}
