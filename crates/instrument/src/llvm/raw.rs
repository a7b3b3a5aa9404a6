//! The few calls of LLVM's C interface that inkwell does not wrap.
#![allow(unsafe_code)]

use crate::metadata::path;
use std::ffi::{CStr, CString, c_char};
use std::sync::Once;

use inkwell::attributes::Attribute;
use inkwell::basic_block::BasicBlock;
use inkwell::builder::{Builder, BuilderError};
use inkwell::llvm_sys::prelude::{LLVMMetadataRef, LLVMValueRef};
use inkwell::llvm_sys::{LLVMTypeKind, core, debuginfo};
use inkwell::module::Module;
use inkwell::support::error_handling::install_fatal_error_handler;
use inkwell::types::IntType;
use inkwell::values::{
    AsValueRef, BasicValueEnum, CallSiteValue, FloatValue, FunctionValue, GlobalValue, InstructionOpcode,
    InstructionValue, IntValue, PointerValue,
};

/// From now on, what LLVM cannot go on after ends this process as a mistake of the code under test, and nothing is left
/// behind. Otherwise LLVM would abort it.
pub(crate) fn end_decently() {
    static ONCE: Once = Once::new();
    // SAFETY: the handler has the form that LLVM asks for, and is given once.
    ONCE.call_once(|| unsafe { install_fatal_error_handler(give_up) });
}

extern "C" fn give_up(reason: *const c_char) {
    // SAFETY: LLVM gives a text that lives during the call and ends in zero.
    let reason = unsafe { CStr::from_ptr(reason) }.to_string_lossy();
    eprintln!("error: the code cannot be compiled: {}", reason.trim_end());
    child::farewell();
    std::process::exit(2);
}

/// Where an instruction comes from: file, line and column; `None` without debug information.
pub(crate) fn location(instruction: InstructionValue<'_>) -> Option<(String, u32, u32)> {
    let value = instruction.as_value_ref();
    // SAFETY: `value` is a live instruction; LLVM gives a pointer to so many bytes that live as long as the module,
    // and they are copied at once.
    unsafe {
        let name = text(|length| core::LLVMGetDebugLocFilename(value, length))?;
        let directory = text(|length| core::LLVMGetDebugLocDirectory(value, length)).unwrap_or_default();
        Some((
            path(&directory, &name).display().to_string(),
            core::LLVMGetDebugLocLine(value),
            core::LLVMGetDebugLocColumn(value),
        ))
    }
}

/// A copy of a text of LLVM's.
///
/// # Safety
///
/// `get` must give a pointer to as many bytes as it says, or none.
unsafe fn text(get: impl FnOnce(*mut u32) -> *const std::ffi::c_char) -> Option<String> {
    let mut length = 0;
    let start = get(&mut length);
    // SAFETY: as the caller promises.
    (!start.is_null()).then(|| unsafe {
        let bytes = std::slice::from_raw_parts(start.cast::<u8>(), length as usize);
        String::from_utf8_lossy(bytes).into_owned()
    })
}

/// The number of a constant, and whether some of it is lost in a double. Undefined values and expressions have none, and
/// LLVM reads bad memory if it is asked for theirs.
pub(crate) fn float_constant(value: FloatValue<'_>) -> Option<(f64, bool)> {
    let value = value.as_value_ref();
    let mut lost = 0;
    // SAFETY: `value` is a live value, and a number among the constants.
    unsafe {
        let is_number = !core::LLVMIsAConstantFP(value).is_null();
        is_number.then(|| (core::LLVMConstRealGetDouble(value, &mut lost), lost != 0))
    }
}

/// An element of a constant array or structure.
pub(crate) fn constant_element(value: BasicValueEnum<'_>, number: u32) -> Option<BasicValueEnum<'_>> {
    let value = value.as_value_ref();
    // SAFETY: `value` is a live value; where it is no constant, it is not asked, and where it has no such element, nothing
    // comes back.
    unsafe {
        if core::LLVMIsConstant(value) == 0 {
            return None;
        }
        let element = core::LLVMGetAggregateElement(value, number);
        (!element.is_null()).then(|| BasicValueEnum::new(element))
    }
}

/// Whether the linker may put another variable in the place of one.
pub(crate) fn is_replaceable(global: GlobalValue<'_>) -> bool {
    use inkwell::module::Linkage;
    !matches!(
        global.get_linkage(),
        Linkage::External | Linkage::Internal | Linkage::Private
    )
}

/// The blocks that can follow a terminator, the one for a true condition first.
pub(crate) fn successors(terminator: InstructionValue<'_>) -> Vec<BasicBlock<'_>> {
    if !terminator.is_terminator() {
        return Vec::new();
    }
    let value = terminator.as_value_ref();
    // SAFETY: `value` is a live terminator, and the index is below the number of its successors.
    let block = |index| unsafe { BasicBlock::new(core::LLVMGetSuccessor(value, index)) };
    // SAFETY: as above.
    let count = unsafe { core::LLVMGetNumSuccessors(value) };
    (0..count).filter_map(block).collect()
}

/// Gives a function a second name that is visible outside of the object.
pub(crate) fn add_alias(module: &Module<'_>, function: FunctionValue<'_>, name: &str) {
    let name = CString::new(name).expect("invariant: names of ours have no zero byte");
    // SAFETY: module and function are live and belong to each other; the name ends with a zero byte.
    unsafe {
        let ty = core::LLVMGlobalGetValueType(function.as_value_ref());
        core::LLVMAddAlias2(module.as_mut_ptr(), ty, 0, function.as_value_ref(), name.as_ptr());
    }
}

/// The names of all aliases and of functions that are chosen when the code is loaded.
pub(crate) fn alias_names(module: &Module<'_>) -> Vec<String> {
    let mut names = Vec::new();
    // SAFETY: the module is live; LLVM gives null behind the last one, and as many bytes of a name as it says.
    unsafe {
        let mut alias = core::LLVMGetFirstGlobalAlias(module.as_mut_ptr());
        while !alias.is_null() {
            names.extend(name_of(alias));
            alias = core::LLVMGetNextGlobalAlias(alias);
        }
        let mut chosen = core::LLVMGetFirstGlobalIFunc(module.as_mut_ptr());
        while !chosen.is_null() {
            names.extend(name_of(chosen));
            chosen = core::LLVMGetNextGlobalIFunc(chosen);
        }
    }
    names
}

/// The name of a value.
///
/// # Safety
///
/// The value must be live.
unsafe fn name_of(value: LLVMValueRef) -> Option<String> {
    let mut length = 0;
    // SAFETY: the value is live; LLVM gives as many bytes as it says, and they are copied at once.
    unsafe {
        let start = core::LLVMGetValueName2(value, &mut length);
        (!start.is_null()).then(|| {
            let bytes = std::slice::from_raw_parts(start.cast::<u8>(), length);
            String::from_utf8_lossy(bytes).into_owned()
        })
    }
}

/// The part of the source that a function is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct DebugScope(LLVMMetadataRef);

/// Where a function stands in the source; `None` without debug information.
pub(crate) fn scope_of(function: FunctionValue<'_>) -> Option<DebugScope> {
    // SAFETY: the function is live; LLVM answers null where it has no place.
    let scope = unsafe { debuginfo::LLVMGetSubprogram(function.as_value_ref()) };
    (!scope.is_null()).then_some(DebugScope(scope))
}

/// Gives an instruction that came from one of these functions the place of the call by which it came.
pub(crate) fn leave_scopes(at: InstructionValue<'_>, scopes: &[DebugScope]) {
    let value = at.as_value_ref();
    // SAFETY: the instruction is live; a place has a scope, and the place of a call or null.
    unsafe {
        let mut place = debuginfo::LLVMInstructionGetDebugLoc(value);
        while !place.is_null() && scopes.contains(&DebugScope(debuginfo::LLVMDILocationGetScope(place))) {
            let outer = debuginfo::LLVMDILocationGetInlinedAt(place);
            if outer.is_null() {
                return;
            }
            place = outer;
            debuginfo::LLVMInstructionSetDebugLoc(value, place);
        }
    }
}

/// A call, be it one that may end in a catch of an exception.
pub(crate) fn call_site(at: InstructionValue<'_>) -> Option<CallSiteValue<'_>> {
    use InstructionOpcode as Op;
    let is_call = matches!(at.get_opcode(), Op::Call | Op::Invoke | Op::CallBr);
    // SAFETY: each of these is a call to LLVM, with arguments and something that is called.
    is_call.then(|| unsafe { CallSiteValue::new(at.as_value_ref()) })
}

/// The function with a body that an instruction calls directly.
pub(crate) fn callee(at: InstructionValue<'_>) -> Option<FunctionValue<'_>> {
    let function = call_site(at)?.get_called_fn_value()?;
    (function.count_basic_blocks() > 0).then_some(function)
}

/// Takes all metadata away from an instruction, except where it stands in the source.
pub(crate) fn clear_all_metadata(instruction: InstructionValue<'_>) {
    let value = instruction.as_value_ref();
    let mut count = 0;
    // SAFETY: the instruction is live; the entries are `count` many, and are freed once they have been read; a null node
    // removes the metadata of a kind.
    unsafe {
        let place = debuginfo::LLVMInstructionGetDebugLoc(value);
        let entries = core::LLVMInstructionGetAllMetadataOtherThanDebugLoc(value, &mut count);
        for index in 0..count {
            let kind = core::LLVMValueMetadataEntriesGetKind(entries, index as u32);
            core::LLVMSetMetadata(value, kind, std::ptr::null_mut());
        }
        core::LLVMDisposeValueMetadataEntries(entries);
        debuginfo::LLVMInstructionSetDebugLoc(value, place);
    }
}

/// An operand that is a value; `None` for blocks and for metadata, at which inkwell panics.
pub(crate) fn operand(at: InstructionValue<'_>, index: u32) -> Option<BasicValueEnum<'_>> {
    use LLVMTypeKind::{
        LLVMLabelTypeKind, LLVMMetadataTypeKind, LLVMTokenTypeKind, LLVMVoidTypeKind, LLVMX86_AMXTypeKind,
    };
    if index >= at.get_num_operands() {
        return None;
    }
    // SAFETY: the instruction is live and has an operand of this number; the kind of its type says that it is a value.
    unsafe {
        let operand = core::LLVMGetOperand(at.as_value_ref(), index);
        if operand.is_null() {
            return None;
        }
        match core::LLVMGetTypeKind(core::LLVMTypeOf(operand)) {
            LLVMLabelTypeKind | LLVMMetadataTypeKind | LLVMTokenTypeKind | LLVMVoidTypeKind | LLVMX86_AMXTypeKind => {
                None
            }
            kind if is_odd(kind) => None,
            _ => Some(BasicValueEnum::new(operand)),
        }
    }
}

/// The address this many bytes behind another.
pub(crate) fn behind<'ctx>(
    builder: &Builder<'ctx>,
    byte: IntType<'ctx>,
    pointer: PointerValue<'ctx>,
    bytes: IntValue<'ctx>,
) -> Result<PointerValue<'ctx>, BuilderError> {
    // SAFETY: the address is only computed, without a promise that it lies in a variable.
    unsafe { builder.build_gep(byte, pointer, &[bytes], "") }
}

/// Whether an instruction is assembly of the source.
pub(crate) fn is_assembly(at: InstructionValue<'_>) -> bool {
    let is_call = matches!(at.get_opcode(), InstructionOpcode::Call | InstructionOpcode::Invoke);
    // SAFETY: the instruction is a live call, which calls something.
    is_call && unsafe { !core::LLVMIsAInlineAsm(core::LLVMGetCalledValue(at.as_value_ref())).is_null() }
}

/// Whether an operand of an instruction is `undef` or `poison`.
pub(crate) fn has_undefined_operand(at: InstructionValue<'_>) -> bool {
    (0..at.get_num_operands()).any(|index| {
        // SAFETY: the instruction is live and has an operand of this number; the question can be asked of any value.
        unsafe {
            let operand = core::LLVMGetOperand(at.as_value_ref(), index);
            !operand.is_null() && core::LLVMIsUndef(operand) != 0
        }
    })
}

/// Kinds of types that hold no value which can be read.
fn is_odd(kind: LLVMTypeKind) -> bool {
    use LLVMTypeKind::{LLVMFunctionTypeKind, LLVMTargetExtTypeKind};
    matches!(kind, LLVMFunctionTypeKind | LLVMTargetExtTypeKind)
}

/// The kind of an attribute that is not a word.
pub(crate) fn attribute_kind(attribute: Attribute) -> u32 {
    // SAFETY: the attribute is live; every attribute that is not a word has a kind.
    unsafe { core::LLVMGetEnumAttributeKind(attribute.as_mut_ptr()) }
}

/// The elements of a constant array, or the constant itself, as far as they are numbers; at most `most` of them.
pub(crate) fn elements(constant: BasicValueEnum<'_>, most: usize) -> Vec<BasicValueEnum<'_>> {
    if !constant.is_array_value() {
        return vec![constant];
    }
    let count = (constant.into_array_value().get_type().len() as usize).min(most);
    let element = |index: usize| {
        // SAFETY: the value is a live constant array; LLVM answers null for an element that it does not have, and a
        // value of a first-class type otherwise.
        unsafe {
            let element = core::LLVMGetAggregateElement(constant.as_value_ref(), index as u32);
            (!element.is_null()).then(|| BasicValueEnum::new(element))
        }
    };
    (0..count).filter_map(element).collect()
}

/// The name of the function that an instruction calls directly, where that function has no body here.
pub(crate) fn called(at: InstructionValue<'_>) -> Option<String> {
    let function = call_site(at)?.get_called_fn_value()?;
    let name = function.get_name().to_str().ok()?.to_owned();
    (function.count_basic_blocks() == 0).then_some(name)
}

/// The fields of the constant that a pointer to a global variable leads to.
pub(crate) fn fields_behind(pointer: BasicValueEnum<'_>) -> Vec<BasicValueEnum<'_>> {
    let value = pointer.as_value_ref();
    // SAFETY: the value is live; LLVM answers null where it is no global variable, or one without a value, or one
    // without a field of this number.
    unsafe {
        if core::LLVMIsAGlobalVariable(value).is_null() {
            return Vec::new();
        }
        let initial = core::LLVMGetInitializer(value);
        if initial.is_null() {
            return Vec::new();
        }
        let fields = (0..).map_while(|index| {
            let field = core::LLVMGetAggregateElement(initial, index);
            (!field.is_null()).then(|| BasicValueEnum::new(field))
        });
        fields.collect()
    }
}

/// The global variable that a pointer is.
pub(crate) fn as_global(pointer: PointerValue<'_>) -> Option<GlobalValue<'_>> {
    let value = pointer.as_value_ref();
    // SAFETY: the value is live, and LLVM says that it is a global variable.
    unsafe { (!core::LLVMIsAGlobalVariable(value).is_null()).then(|| GlobalValue::new(value)) }
}

/// The function that a value is an argument of, and its number among the arguments.
pub(crate) fn argument<'ctx>(value: &impl AsValueRef) -> Option<(FunctionValue<'ctx>, u32)> {
    let value = value.as_value_ref();
    // SAFETY: the value is live; where LLVM says that it is an argument, it has a function with that many of them.
    unsafe {
        if core::LLVMIsAArgument(value).is_null() {
            return None;
        }
        let function = core::LLVMGetParamParent(value);
        let number = (0..core::LLVMCountParams(function)).find(|index| core::LLVMGetParam(function, *index) == value);
        FunctionValue::new(function).zip(number)
    }
}

/// The path of numbers by which an instruction reaches a part of a structure.
pub(crate) fn indices(at: InstructionValue<'_>) -> Vec<u32> {
    if at.get_opcode() != InstructionOpcode::ExtractValue {
        return Vec::new();
    }
    let value = at.as_value_ref();
    // SAFETY: the instruction is live and has a path; LLVM points to as many numbers as it says, which are copied at once.
    unsafe {
        let count = core::LLVMGetNumIndices(value) as usize;
        std::slice::from_raw_parts(core::LLVMGetIndices(value), count).to_vec()
    }
}

/// Puts a value of the same type in the place of an instruction.
pub(crate) fn replace(at: InstructionValue<'_>, value: BasicValueEnum<'_>) {
    // SAFETY: both are live values of the same module; the types are the same, as the caller says.
    unsafe { core::LLVMReplaceAllUsesWith(at.as_value_ref(), value.as_value_ref()) }
    at.erase_from_basic_block();
}

/// Takes all promises away from the arithmetic of an address.
pub(crate) fn clear_address_flags(at: InstructionValue<'_>) {
    if at.get_opcode() == InstructionOpcode::GetElementPtr {
        // SAFETY: the instruction is live and computes an address.
        unsafe { core::LLVMGEPSetNoWrapFlags(at.as_value_ref(), 0) }
    }
}

/// Whether an operation on floats may be computed in another way than it is written.
pub(crate) fn has_float_flags(at: InstructionValue<'_>) -> bool {
    // SAFETY: the instruction is live, and LLVM says that it can have such flags.
    unsafe {
        core::LLVMCanValueUseFastMathFlags(at.as_value_ref()) != 0 && core::LLVMGetFastMathFlags(at.as_value_ref()) != 0
    }
}

/// Whether a module has assembly outside of its functions.
pub(crate) fn has_assembly(module: &Module<'_>) -> bool {
    let mut length = 0;
    // SAFETY: the module is live; LLVM tells the length of a text of its own.
    unsafe { core::LLVMGetModuleInlineAsm(module.as_mut_ptr(), &mut length) };
    length > 0
}
