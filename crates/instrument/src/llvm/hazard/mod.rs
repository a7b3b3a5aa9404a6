//! Hazards: where they are, when they die, and the probes that tell.
//!
//! Each operator is a row of [`RULES`]: what it makes of an operation, and the condition under which a mutant dies, built
//! at the operation itself. That condition is the only definition: the probe of a run and the proofs use the same.

mod cancel;
mod conversion;
mod custom;
mod depends;
mod emit;
pub(crate) mod fields;
pub(crate) mod implicit;
mod inexact;
mod insert;
mod integers;
pub(crate) mod maths;
mod operation;
mod overflow;
mod range;
mod shift;
mod special;
pub(crate) mod text;
mod unwatched;
pub(crate) mod unwritten;
pub(crate) mod wrappers;
pub(crate) mod written;

use std::rc::Rc;

use inkwell::builder::BuilderError;
use inkwell::module::Module;
use inkwell::types::FloatType;
use inkwell::values::{FloatValue, IntValue};

pub(crate) use conversion::{keep_casts, remove_markers, sure_limits};
pub(crate) use depends::dependencies;
pub(crate) use emit::ConditionPlace;
pub(crate) use insert::{insert, place};
pub(crate) use operation::{Operation, Verb, users};
pub(crate) use shift::is_cut;
pub(crate) use special::integer_bounds;
pub(crate) use unwatched::unwatched;

pub(crate) use super::ranges::limits;
pub(crate) use super::sites::format_of;
use super::{raw, sites};
use crate::branch::FloatFormat;
use crate::custom::{Custom, Wanted};
use crate::hazard::{Hazard, HazardOperator, HazardOrigin, OperandKind};

/// What an operator makes of an operation.
#[derive(Clone, Debug)]
pub(crate) struct HazardPlan {
    words: String,
    undefined: bool,
    notable: bool,
    probe: HazardProbe,
}

impl HazardPlan {
    fn new(words: impl Into<String>, probe: HazardProbe) -> Self {
        HazardPlan {
            words: words.into(),
            undefined: false,
            notable: true,
            probe,
        }
    }

    fn undefined(self, undefined: bool) -> Self {
        HazardPlan { undefined, ..self }
    }

    fn notable(self, notable: bool) -> Self {
        HazardPlan { notable, ..self }
    }
}

/// A probe of the runtime, with the constants that it needs.
#[derive(Clone, Debug)]
pub(crate) enum HazardProbe {
    /// `lydian_hazard_RULE`.
    Integer {
        rule: &'static str,
        p: i128,
        q: i128,
        how: u32,
    },
    /// `lydian_hazard_RULE_FORMAT`.
    Float { rule: &'static str, p: f64, q: f64 },
}

impl HazardProbe {
    /// The flags of `runtime/hazard.c`.
    const SIGNED: u32 = 1;
    const HAS_LEAST: u32 = 2;
    const HAS_GREATEST: u32 = 4;

    fn integer(rule: &'static str, p: i128, q: i128, how: u32) -> Self {
        HazardProbe::Integer { rule, p, q, how }
    }

    fn float(rule: &'static str, p: f64, q: f64) -> Self {
        HazardProbe::Float { rule, p, q }
    }
}

type Planner = for<'ctx> fn(&Operation<'ctx>) -> Option<HazardPlan>;
type ConditionBuilder =
    for<'a, 'ctx> fn(&Operation<'ctx>, &ConditionPlace<'a, 'ctx>) -> Result<IntValue<'ctx>, BuilderError>;

/// An operator as code.
pub(crate) struct HazardRule {
    /// Its place in the table of operators.
    operator: HazardOperator,
    plan: Planner,
    dies: ConditionBuilder,
}

const fn rule(operator: HazardOperator, plan: Planner, dies: ConditionBuilder) -> HazardRule {
    HazardRule { operator, plan, dies }
}

/// One row for each operator, and a second one where it differs for integers and floats.
static RULES: [HazardRule; 17] = [
    rule(HazardOperator::Iovflow, overflow::plan_above, overflow::dies_above),
    rule(HazardOperator::Iuflow, overflow::plan_below, overflow::dies_below),
    rule(HazardOperator::Shift, shift::plan, shift::dies),
    rule(HazardOperator::Uninit, unwritten::plan, unwritten::dies),
    rule(HazardOperator::Nzpush, integers::plan_least, integers::dies_least),
    rule(HazardOperator::Zpush, integers::plan_zero, integers::dies_zero),
    rule(HazardOperator::Trunc, conversion::plan_trunc, conversion::dies),
    rule(HazardOperator::Sign, conversion::plan_sign, conversion::dies),
    rule(HazardOperator::Ftoi, special::plan_to_integer, special::dies_to_integer),
    rule(HazardOperator::Div0, integers::plan_divisor, integers::dies_divisor),
    rule(HazardOperator::Div0, special::plan_divisor, special::dies_divisor),
    rule(HazardOperator::Fovflow, range::plan_overflow, range::dies_overflow),
    rule(HazardOperator::Funflow, range::plan_underflow, range::dies_underflow),
    rule(HazardOperator::Fnan, special::plan_nan, special::dies_nan),
    rule(
        HazardOperator::Fnegzero,
        special::plan_negative_zero,
        special::dies_negative_zero,
    ),
    rule(HazardOperator::Fcancel, cancel::plan_cancel, cancel::dies_cancel),
    rule(HazardOperator::Fabsorb, cancel::plan_absorb, cancel::dies_absorb),
];

/// One operator at one operation.
pub(crate) struct HazardSite<'ctx> {
    /// The operation.
    pub operation: Operation<'ctx>,
    made_by: HazardMaker,
}

/// Where a hazard comes from.
enum HazardMaker {
    Rule(&'static HazardRule, HazardPlan),
    Custom(Rc<Custom>),
}

/// All hazards of the functions in scope, in the same order in every copy of a module.
pub(crate) fn find<'ctx>(module: &Module<'ctx>, scope: &[String], wanted: &Wanted) -> Vec<HazardSite<'ctx>> {
    let functions = sites::functions(module, scope);
    let custom: Vec<Rc<Custom>> = wanted.custom.iter().cloned().map(Rc::new).collect();
    let blocks = functions.iter().flat_map(|function| function.get_basic_blocks());
    let operations = blocks
        .flat_map(operation::of_block)
        .filter(|operation| operation.kind().is_some());
    operations
        .flat_map(|operation| at_operation(operation, wanted, &custom))
        .collect()
}

fn at_operation<'ctx>(operation: Operation<'ctx>, wanted: &Wanted, custom: &[Rc<Custom>]) -> Vec<HazardSite<'ctx>> {
    let is_wanted = |rule: &&HazardRule| wanted.operators.is_empty() || wanted.operators.contains(&rule.operator);
    let rules = RULES.iter().filter(is_wanted);
    let rules = rules.filter_map(|rule| Some(HazardMaker::Rule(rule, (rule.plan)(&operation)?)));
    let custom = custom.iter().filter(|custom| custom::applies(custom, &operation));
    let custom = custom.map(|custom| HazardMaker::Custom(custom.clone()));
    rules
        .chain(custom)
        .map(|made_by| HazardSite { operation, made_by })
        .collect()
}

impl<'ctx> HazardSite<'ctx> {
    /// The operator of the table; none if it is the user's own.
    pub fn operator(&self) -> Option<HazardOperator> {
        match &self.made_by {
            HazardMaker::Rule(rule, _) => Some(rule.operator),
            HazardMaker::Custom(_) => None,
        }
    }

    fn origin(&self) -> HazardOrigin {
        match &self.made_by {
            HazardMaker::Rule(rule, _) => HazardOrigin::Table(rule.operator),
            HazardMaker::Custom(custom) => HazardOrigin::Custom(custom.name.clone()),
        }
    }

    /// Whether the operator is the user's own.
    pub fn is_custom(&self) -> bool {
        matches!(self.made_by, HazardMaker::Custom(_))
    }

    /// Builds the condition under which it dies. For a cancellation that does not look at exactness, so that what dies is
    /// among what this tells.
    pub fn dies(&self, emit: &ConditionPlace<'_, 'ctx>) -> Result<IntValue<'ctx>, BuilderError> {
        match &self.made_by {
            HazardMaker::Rule(rule, _) => (rule.dies)(&self.operation, emit),
            HazardMaker::Custom(custom) => custom::build(&custom.when, &self.operation, emit).map(|(dies, _)| dies),
        }
    }

    /// The hazard as plain data.
    pub fn hazard(&self, id: usize, wanted: &Wanted) -> Hazard {
        let operation = &self.operation;
        let (file, line, column) = raw::location(operation.at).unwrap_or_default();
        let kind = operation
            .kind()
            .expect("invariant: sites have operands of a known kind");
        let function = operation.at.get_parent().and_then(|block| block.get_parent());
        let (undefined, notable) = match &self.made_by {
            HazardMaker::Rule(_, plan) => (plan.undefined, plan.notable),
            HazardMaker::Custom(_) => (false, true),
        };
        Hazard {
            id: id as u32,
            operator: self.origin(),
            function: function.map_or(String::new(), |function| {
                function.get_name().to_string_lossy().into_owned()
            }),
            file: file.into(),
            line,
            column,
            operation: operation.name(),
            ty: type_name(kind),
            undefined,
            notable,
            condition: self.words(wanted),
            operands: kind,
            result: operation.result_kind(kind),
            arity: 1 + u8::from(operation.right.is_some()),
            made_from: Vec::new(),
        }
    }

    fn words(&self, wanted: &Wanted) -> String {
        match &self.made_by {
            HazardMaker::Custom(custom) => custom.words.clone(),
            HazardMaker::Rule(rule, _) if rule.operator == HazardOperator::Fcancel => {
                format!(
                    "the sum of inexact operands loses its leading {} bits",
                    wanted.cancel_bits
                )
            }
            HazardMaker::Rule(_, plan) => plan.words.clone(),
        }
    }
}

fn type_name(kind: OperandKind) -> String {
    match kind {
        OperandKind::Signed(bits) => format!("i{bits}"),
        OperandKind::Unsigned(bits) => format!("u{bits}"),
        OperandKind::Float(format) => suffix(format).to_owned(),
    }
}

/// The ending of the runtime's functions for a format.
fn suffix(format: FloatFormat) -> &'static str {
    match format {
        FloatFormat::F32 => "f32",
        FloatFormat::F64 => "f64",
        FloatFormat::F80 => "f80",
    }
}

/// The least normal number of a type; that of the extended format is no double.
fn least_normal<'ctx>(emit: &ConditionPlace<'_, 'ctx>, ty: FloatType<'ctx>) -> Result<FloatValue<'ctx>, BuilderError> {
    match format_of(ty) {
        Some(FloatFormat::F32) => Ok(ty.const_float(f64::from(f32::MIN_POSITIVE))),
        Some(FloatFormat::F80) => {
            let bits = emit
                .bits(ty.const_zero())?
                .get_type()
                .const_int_arbitrary_precision(&[1 << 63, 1]);
            Ok(emit.builder.build_bit_cast(bits, ty, "")?.into_float_value())
        }
        _ => Ok(ty.const_float(f64::MIN_POSITIVE)),
    }
}
