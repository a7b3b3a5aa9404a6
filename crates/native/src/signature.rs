//! How a function is called, as reports hold it.

use instrument::{FunctionShape, NativeLanguage, Passing, Scalar, ShapeParameter, ShapeType};
use std::path::Path;
use suite::FunctionLanguage;
use suite::cover::{FunctionSignature, ParameterRecord, PassingRecord, TypeRecord};

/// The record of a function's parameters and result.
pub fn signature(shape: &FunctionShape) -> FunctionSignature {
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
        ShapeType::Scalar(kind) => (kind_name(kind), None),
        ShapeType::Array { of, count } => match of.as_ref() {
            ShapeType::Scalar(kind) => (kind_name(kind), Some(*count as u64)),
            ShapeType::Struct { name, .. } => (format!("struct {name}"), Some(*count as u64)),
            ShapeType::Array { .. } => ("array of arrays".into(), Some(*count as u64)),
        },
        ShapeType::Struct { name, .. } => (format!("struct {name}"), None),
    };
    TypeRecord { name, count }
}

/// The name of a type that is one number; an enumeration goes by its integer.
fn kind_name(kind: &Scalar) -> String {
    let integer = |bits: u32, signed: bool| format!("{}{bits}", if signed { "i" } else { "u" });
    match kind {
        Scalar::F32 => "f32".into(),
        Scalar::F64 => "f64".into(),
        Scalar::F80 => "f80".into(),
        Scalar::Bool { bits: 8 } => "bool".into(),
        Scalar::Bool { bits } => integer(*bits, false),
        Scalar::Integer { bits, signed } | Scalar::Enum { bits, signed, .. } => integer(*bits, *signed),
    }
}
