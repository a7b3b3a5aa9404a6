//! How a function is called, as reports hold it.

use instrument::{FunctionShape, NativeLanguage, Passing, Scalar, ShapeParameter, ShapeType};
use std::path::Path;
use suite::cover::{FunctionSignature, ParameterRecord, PassingRecord, TypeRecord};
use suite::{FunctionLanguage, NumberKind};

/// The record of a function's parameters and result.
pub fn record_signature(shape: &FunctionShape) -> FunctionSignature {
    FunctionSignature {
        language: language(&shape.file),
        parameters: shape.parameters.iter().map(parameter).collect(),
        result: shape.result.as_ref().map(type_record),
    }
}

fn language(file: &Path) -> FunctionLanguage {
    match NativeLanguage::of(file) {
        Some(NativeLanguage::C) => FunctionLanguage::C,
        Some(NativeLanguage::Cpp) => FunctionLanguage::Cpp,
        Some(NativeLanguage::Fortran) | None => FunctionLanguage::Fortran,
    }
}

fn parameter(parameter: &ShapeParameter) -> ParameterRecord {
    ParameterRecord {
        name: parameter.name.clone(),
        passing: match parameter.passing {
            Passing::Value => PassingRecord::Value,
            Passing::Pointer => PassingRecord::Pointer,
            Passing::ConstPointer => PassingRecord::Const,
        },
        ty: type_record(&parameter.ty),
    }
}

fn type_record(ty: &ShapeType) -> TypeRecord {
    let (name, count) = match ty {
        ShapeType::Scalar(kind) => (number_kind(kind).to_string(), None),
        ShapeType::Array { of, count } => match of.as_ref() {
            ShapeType::Scalar(kind) => (number_kind(kind).to_string(), Some(*count as u64)),
            ShapeType::Struct { name, .. } => (format!("struct {name}"), Some(*count as u64)),
            ShapeType::Array { .. } => ("array of arrays".into(), Some(*count as u64)),
        },
        ShapeType::Struct { name, .. } => (format!("struct {name}"), None),
    };
    TypeRecord { name, count }
}

/// A type that is one number; an enumeration goes by its integer.
fn number_kind(kind: &Scalar) -> NumberKind {
    let integer = |bits: u32, signed: bool| match signed {
        true => NumberKind::Signed(bits),
        false => NumberKind::Unsigned(bits),
    };
    match kind {
        Scalar::F32 => NumberKind::F32,
        Scalar::F64 => NumberKind::F64,
        Scalar::F80 => NumberKind::F80,
        Scalar::Bool { bits: 8 } => NumberKind::Bool,
        Scalar::Bool { bits } => integer(*bits, false),
        Scalar::Integer { bits, signed } | Scalar::Enum { bits, signed, .. } => integer(*bits, *signed),
    }
}
