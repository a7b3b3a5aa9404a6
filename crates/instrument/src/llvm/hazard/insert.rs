//! Puts the probes of hazards into a module.

use inkwell::builder::BuilderError;
use inkwell::module::Module;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{BasicMetadataValueEnum, BasicValueEnum, FloatValue, IntValue};

use super::emit::ConditionPlace;
use super::inexact::Shadows;
use super::operation::{Operation, Verb};
use super::{HazardMaker, HazardProbe, HazardSite, cancel, conversion, custom, format_of, suffix};
use crate::custom::Custom;
use crate::llvm::lower::builder_before;
use crate::llvm::module::llvm;
use crate::trouble::InstrumentTrouble;

/// Puts a probe at every site, numbered from `first` on.
pub(crate) fn insert<'ctx>(
    module: &Module<'ctx>,
    sites: &[HazardSite<'ctx>],
    first: usize,
    cancel_bits: u32,
) -> Result<(), InstrumentTrouble> {
    let mut shadows = Shadows::new(module);
    for (number, site) in sites.iter().enumerate() {
        let emit = place(module, &site.operation, cancel_bits);
        let id = emit.context().i32_type().const_int((first + number) as u64, false);
        insert_one(site, &emit, id, &mut shadows).map_err(llvm)?;
    }
    conversion::remove_markers(module);
    module.verify().map_err(llvm)
}

/// Behind the operation, or before one that can stop the program.
pub(crate) fn place<'a, 'ctx>(
    module: &'a Module<'ctx>,
    operation: &Operation<'ctx>,
    cancel_bits: u32,
) -> ConditionPlace<'a, 'ctx> {
    let is_before = operation.can_trap() || matches!(operation.verb, Verb::Convert(_) | Verb::Read);
    let next = operation.at.get_next_instruction().filter(|_| !is_before);
    let builder = builder_before(module.get_context(), next.unwrap_or(operation.at));
    if let Some(location) = operation.at.get_debug_location() {
        builder.set_current_debug_location(location);
    }
    ConditionPlace {
        module,
        builder,
        cancel_bits,
        has_result: !operation.can_trap(),
        in_doubt: false,
    }
}

fn insert_one<'ctx>(
    site: &HazardSite<'ctx>,
    emit: &ConditionPlace<'_, 'ctx>,
    id: IntValue<'ctx>,
    shadows: &mut Shadows<'_, 'ctx>,
) -> Result<(), BuilderError> {
    let operation = &site.operation;
    let probe = match &site.made_by {
        HazardMaker::Custom(custom) => return insert_custom(custom, operation, emit, id),
        HazardMaker::Rule(_, plan) => &plan.probe,
    };
    match probe {
        HazardProbe::Integer { rule, p, q, how } => {
            let died = site.dies(emit)?;
            let mut arguments = head(emit, id, died)?;
            for value in integers(operation, emit)? {
                arguments.push(value.into());
            }
            let number = |value: i128| emit.context().i64_type().const_int(value as u64, false);
            let how = emit.context().i32_type().const_int(u64::from(*how), false);
            arguments.extend([number(*p), number(*q), how].map(BasicMetadataValueEnum::from));
            emit.call_runtime(&format!("lydian_hazard_{rule}"), &arguments, None)
                .map(drop)
        }
        HazardProbe::Float { rule, p, q } => {
            let Some(left) = operation.left_float() else {
                return Ok(());
            };
            let number = |value: f64| left.get_type().const_float(value);
            let (died, p, q) = match *rule {
                "cancel" => cancellation(operation, emit, shadows)?,
                _ => (site.dies(emit)?, number(*p), number(*q)),
            };
            let mut arguments = head(emit, id, died)?;
            for value in floats(operation, emit, left)?.into_iter().chain([p, q]) {
                arguments.push(value.into());
            }
            let format = format_of(left.get_type()).map_or("f64", suffix);
            emit.call_runtime(&format!("lydian_hazard_{rule}_{format}"), &arguments, None)
                .map(drop)
        }
    }
}

/// Operands of any kind, and the distance that the condition gives.
fn insert_custom<'ctx>(
    custom: &Custom,
    operation: &Operation<'ctx>,
    emit: &ConditionPlace<'_, 'ctx>,
    id: IntValue<'ctx>,
) -> Result<(), BuilderError> {
    let (died, far) = custom::build(&custom.when, operation, emit)?;
    let mut arguments = head(emit, id, died)?;
    match operation.left_float() {
        Some(left) => {
            for value in floats(operation, emit, left)? {
                let double = emit.builder.build_float_cast(value, emit.context().f64_type(), "")?;
                arguments.push(emit.bits(double)?.into());
            }
        }
        None => arguments.extend(integers(operation, emit)?.map(BasicMetadataValueEnum::from)),
    }
    arguments.push(far.into());
    emit.call_runtime("lydian_hazard_given", &arguments, None).map(drop)
}

fn head<'ctx>(
    emit: &ConditionPlace<'_, 'ctx>,
    id: IntValue<'ctx>,
    died: IntValue<'ctx>,
) -> Result<Vec<BasicMetadataValueEnum<'ctx>>, BuilderError> {
    let died = emit.builder.build_int_z_extend(died, emit.context().i8_type(), "")?;
    Ok(vec![id.into(), died.into()])
}

/// The condition of a cancellation, the bound that the result must be below, and 1 where an operand is inexact.
fn cancellation<'ctx>(
    operation: &Operation<'ctx>,
    emit: &ConditionPlace<'_, 'ctx>,
    shadows: &mut Shadows<'_, 'ctx>,
) -> Result<(IntValue<'ctx>, FloatValue<'ctx>, FloatValue<'ctx>), BuilderError> {
    let (lost, bound) = cancel::loses(operation, emit)?;
    let inexact = shadows.any(operation)?.unwrap_or(emit.never());
    let died = emit.builder.build_and(lost, inexact, "")?;
    let told = emit
        .builder
        .build_unsigned_int_to_float(inexact, bound.get_type(), "")?;
    Ok((died, bound, told))
}

/// Operands and result as integers of 64 bits, each read by its own sign.
fn integers<'ctx>(
    operation: &Operation<'ctx>,
    emit: &ConditionPlace<'_, 'ctx>,
) -> Result<[IntValue<'ctx>; 3], BuilderError> {
    let wide = emit.context().i64_type();
    let result_signed = operation.result_signed();
    let widen = |value: Option<IntValue<'ctx>>, signed| match value {
        Some(value) => emit.builder.build_int_cast_sign_flag(value, wide, signed, ""),
        None => Ok(wide.const_zero()),
    };
    Ok([
        widen(operation.left_int(), operation.signed)?,
        widen(operation.right_int(), operation.signed)?,
        widen(emit.int_result(operation), result_signed)?,
    ])
}

/// Operands and result as floats of the format of the first one. An operand that is not there is 1, which is in no way
/// special.
fn floats<'ctx>(
    operation: &Operation<'ctx>,
    emit: &ConditionPlace<'_, 'ctx>,
    left: FloatValue<'ctx>,
) -> Result<[FloatValue<'ctx>; 3], BuilderError> {
    let ty = left.get_type();
    let right = operation.right_float().unwrap_or(ty.const_float(1.0));
    let result = match (operation.result(), operation.verb) {
        (Some(BasicValueEnum::IntValue(value)), Verb::ToInteger { signed: true, .. }) => {
            emit.builder.build_signed_int_to_float(value, ty, "")?
        }
        (Some(BasicValueEnum::IntValue(value)), _) => emit.builder.build_unsigned_int_to_float(value, ty, "")?,
        (Some(BasicValueEnum::FloatValue(value)), _) => emit.builder.build_float_cast(value, ty, "")?,
        _ => ty.const_zero(),
    };
    Ok([left, right, result])
}

/// The type of what the runtime's tests of exactness give.
pub(super) fn byte<'ctx>(emit: &ConditionPlace<'_, 'ctx>) -> BasicTypeEnum<'ctx> {
    emit.context().i8_type().into()
}
