//! Building the conditions of hazards.

use inkwell::builder::{Builder, BuilderError};
use inkwell::context::ContextRef;
use inkwell::intrinsics::Intrinsic;
use inkwell::module::Module;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{BasicMetadataValueEnum, BasicValueEnum, FloatValue, FunctionValue, IntValue};
use inkwell::{FloatPredicate, IntPredicate};

use super::operation::Operation;

/// A place in the code where conditions are built.
pub(crate) struct ConditionPlace<'a, 'ctx> {
    /// The module.
    pub module: &'a Module<'ctx>,
    /// Builds at the place.
    pub builder: Builder<'ctx>,
    /// Bits that a cancellation loses.
    pub cancel_bits: u32,
    /// Whether the result of the operation is known at the place.
    pub has_result: bool,
    /// Whether a hazard dies where it is not known how a value is read, and it would die in one of the readings: proofs
    /// ask for that, and kills do not.
    pub in_doubt: bool,
}

impl<'ctx> ConditionPlace<'_, 'ctx> {
    /// The context of the module.
    pub fn context(&self) -> ContextRef<'ctx> {
        self.module.get_context()
    }

    /// A condition that never holds.
    pub fn never(&self) -> IntValue<'ctx> {
        self.context().bool_type().const_zero()
    }

    /// A condition that always holds.
    pub fn always(&self) -> IntValue<'ctx> {
        self.context().bool_type().const_int(1, false)
    }

    /// The result of the operation as an integer, where it is known.
    pub fn int_result(&self, operation: &Operation<'ctx>) -> Option<IntValue<'ctx>> {
        match operation.result().filter(|_| self.has_result)? {
            BasicValueEnum::IntValue(value) => Some(value),
            _ => None,
        }
    }

    /// Compares an integer with a constant of its type.
    pub fn int_is(
        &self,
        predicate: IntPredicate,
        value: IntValue<'ctx>,
        constant: i128,
    ) -> Result<IntValue<'ctx>, BuilderError> {
        let constant = value.get_type().const_int(constant as u64, constant < 0);
        self.builder.build_int_compare(predicate, value, constant, "")
    }

    /// Compares a float with a constant of its format.
    pub fn float_is(
        &self,
        predicate: FloatPredicate,
        value: FloatValue<'ctx>,
        constant: f64,
    ) -> Result<IntValue<'ctx>, BuilderError> {
        let constant = value.get_type().const_float(constant);
        self.builder.build_float_compare(predicate, value, constant, "")
    }

    /// Magnitude of a float.
    pub fn magnitude(&self, value: FloatValue<'ctx>) -> Result<FloatValue<'ctx>, BuilderError> {
        let fabs = self.intrinsic("llvm.fabs", value.get_type().into());
        let call = self.builder.build_direct_call(fabs, &[value.into()], "")?;
        Ok(call
            .try_as_basic_value()
            .expect_basic("invariant: a magnitude is a value")
            .into_float_value())
    }

    /// Whether a float is neither infinite nor NaN.
    pub fn is_finite(&self, value: FloatValue<'ctx>) -> Result<IntValue<'ctx>, BuilderError> {
        let magnitude = self.magnitude(value)?;
        self.float_is(FloatPredicate::OLT, magnitude, f64::INFINITY)
    }

    /// Whether `llvm.NAME.with.overflow` of two integers overflows.
    pub fn overflows(&self, name: &str, a: IntValue<'ctx>, b: IntValue<'ctx>) -> Result<IntValue<'ctx>, BuilderError> {
        let function = self.intrinsic(&format!("llvm.{name}.with.overflow"), a.get_type().into());
        let call = self.builder.build_direct_call(function, &[a.into(), b.into()], "")?;
        let pair = call
            .try_as_basic_value()
            .expect_basic("invariant: the intrinsic gives a pair");
        Ok(self
            .builder
            .build_extract_value(pair.into_struct_value(), 1, "")?
            .into_int_value())
    }

    fn intrinsic(&self, name: &str, ty: BasicTypeEnum<'ctx>) -> FunctionValue<'ctx> {
        let found = Intrinsic::find(name).and_then(|found| found.get_declaration(self.module, &[ty]));
        found.expect("invariant: LLVM has the intrinsics for all numbers")
    }

    /// Calls a function of the runtime; it gives a value of the type, or nothing.
    pub fn call_runtime(
        &self,
        name: &str,
        arguments: &[BasicMetadataValueEnum<'ctx>],
        result: Option<BasicTypeEnum<'ctx>>,
    ) -> Result<Option<BasicValueEnum<'ctx>>, BuilderError> {
        let function = crate::llvm::probe::declared(self.module, name, arguments, result);
        let call = self.builder.build_direct_call(function, arguments, "")?;
        Ok(call.try_as_basic_value().basic())
    }
}
