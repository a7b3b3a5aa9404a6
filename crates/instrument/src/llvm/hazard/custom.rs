//! Conditions of the user, in the code. They are computed in doubles, whatever the operation computes in.

use inkwell::FloatPredicate;
use inkwell::builder::BuilderError;
use inkwell::values::{BasicValueEnum, FloatValue, IntValue};

use super::emit::ConditionPlace;
use super::operation::Operation;
use crate::branch::Relations;
use crate::custom::{Custom, OperationCondition, OperationTerm};

/// Whether the operator is on an operation.
pub(super) fn applies(custom: &Custom, operation: &Operation<'_>) -> bool {
    custom.on.contains(&operation.name())
}

/// Whether the condition holds, and how far it is from that: for `and` the sum, for `or` the least.
pub(super) fn build<'ctx>(
    condition: &OperationCondition,
    operation: &Operation<'ctx>,
    emit: &ConditionPlace<'_, 'ctx>,
) -> Result<(IntValue<'ctx>, FloatValue<'ctx>), BuilderError> {
    let builder = &emit.builder;
    match condition {
        OperationCondition::Compare(a, relations, b) => {
            let (a, b) = (term(a, operation, emit)?, term(b, operation, emit)?);
            let holds = builder.build_float_compare(predicate(*relations), a, b, "")?;
            Ok((holds, far(emit, a, b, *relations)?))
        }
        OperationCondition::And(a, b) => {
            let ((a, far_a), (b, far_b)) = (build(a, operation, emit)?, build(b, operation, emit)?);
            Ok((builder.build_and(a, b, "")?, builder.build_float_add(far_a, far_b, "")?))
        }
        OperationCondition::Or(a, b) => {
            let ((a, far_a), (b, far_b)) = (build(a, operation, emit)?, build(b, operation, emit)?);
            let nearer = builder.build_float_compare(FloatPredicate::OLT, far_a, far_b, "")?;
            let least = builder.build_select(nearer, far_a, far_b, "")?.into_float_value();
            Ok((builder.build_or(a, b, "")?, least))
        }
    }
}

/// Ordered comparisons, except that `!=` holds for NaN too, as it does in C.
fn predicate(Relations(relations): Relations) -> FloatPredicate {
    match relations {
        1 => FloatPredicate::OEQ,
        2 => FloatPredicate::OGT,
        3 => FloatPredicate::OGE,
        4 => FloatPredicate::OLT,
        5 => FloatPredicate::OLE,
        _ => FloatPredicate::UNE,
    }
}

fn far<'ctx>(
    emit: &ConditionPlace<'_, 'ctx>,
    a: FloatValue<'ctx>,
    b: FloatValue<'ctx>,
    relations: Relations,
) -> Result<FloatValue<'ctx>, BuilderError> {
    let relations = emit.context().i32_type().const_int(u64::from(relations.0), false);
    let double = emit.context().f64_type();
    let told = emit.call_runtime(
        "lydian_far",
        &[a.into(), b.into(), relations.into()],
        Some(double.into()),
    )?;
    Ok(told.map_or(double.const_float(1.0), BasicValueEnum::into_float_value))
}

fn term<'ctx>(
    term_: &OperationTerm,
    operation: &Operation<'ctx>,
    emit: &ConditionPlace<'_, 'ctx>,
) -> Result<FloatValue<'ctx>, BuilderError> {
    let builder = &emit.builder;
    match term_ {
        OperationTerm::Left => double(Some(operation.left), operation.signed, emit),
        OperationTerm::Right => double(operation.right, operation.signed, emit),
        OperationTerm::Result => double(
            operation.result().filter(|_| emit.has_result),
            operation.result_signed(),
            emit,
        ),
        OperationTerm::Number(number) => Ok(emit.context().f64_type().const_float(*number)),
        OperationTerm::Abs(inner) => emit.magnitude(term(inner, operation, emit)?),
        OperationTerm::Binary(sign, a, b) => {
            let (a, b) = (term(a, operation, emit)?, term(b, operation, emit)?);
            match sign {
                '+' => builder.build_float_add(a, b, ""),
                '-' => builder.build_float_sub(a, b, ""),
                '*' => builder.build_float_mul(a, b, ""),
                _ => builder.build_float_div(a, b, ""),
            }
        }
    }
}

/// A value as a double; what is not there is NaN, which is in no relation.
fn double<'ctx>(
    value: Option<BasicValueEnum<'ctx>>,
    signed: bool,
    emit: &ConditionPlace<'_, 'ctx>,
) -> Result<FloatValue<'ctx>, BuilderError> {
    let ty = emit.context().f64_type();
    match value {
        Some(BasicValueEnum::FloatValue(value)) => emit.builder.build_float_cast(value, ty, ""),
        Some(BasicValueEnum::IntValue(value)) if signed => emit.builder.build_signed_int_to_float(value, ty, ""),
        Some(BasicValueEnum::IntValue(value)) => emit.builder.build_unsigned_int_to_float(value, ty, ""),
        _ => Ok(ty.const_float(f64::NAN)),
    }
}
