//! A wrong implementation that goes the same way as the subject: tests that do not catch it test nothing.

use crate::broken::Broken;
use crate::interface::RESULT;
use crate::number::PassedType;
use crate::options::SubjectOptions;
use crate::reference::{SubjectLanguage, SubjectReference};
use crate::subject::{Subject, SubjectTypes};
use crate::toolchain::{C, Tool, Workshop};
use std::path::PathBuf;
use suite::hex;

/// A subject of the same language, name and types that answers the same number whatever the input.
///
/// The number is `value`, or the one next to it in the type of the result.
pub fn open_canary(reference: &SubjectReference, value: f64, options: &SubjectOptions) -> Result<Subject, Broken> {
    let subject = Subject::open(reference, options)?;
    of_subject(reference, options, subject.shape(), value)
}

/// The same for a subject whose types are known.
pub fn of_subject(
    reference: &SubjectReference,
    options: &SubjectOptions,
    shape: Option<&SubjectTypes>,
    y: f64,
) -> Result<Subject, Broken> {
    let mut workshop = Workshop::new()?;
    let (twin, signature) = match reference {
        SubjectReference::Command { .. } => (responder(y), None),
        SubjectReference::Function { language, name, .. } => {
            let name = name.rsplit([':', '.']).next().unwrap_or(name);
            let double = SubjectTypes {
                arguments: vec![PassedType::Double; options.arguments.len()],
                result: PassedType::Double,
            };
            write(&mut workshop, *language, name, shape.unwrap_or(&double), y, options)?
        }
    };
    let options = SubjectOptions {
        signature,
        result: None,
        link: vec![],
        ..options.clone()
    };
    let mut subject = Subject::open(&twin, &options)?;
    subject.rename(format!("canary of {reference}"));
    subject.workshop = Some(workshop);
    Ok(subject)
}

fn responder(y: f64) -> SubjectReference {
    let script = format!("while read -r line; do echo {}; done", hex::format(y));
    let words = vec!["sh".into(), "-c".into(), script];
    SubjectReference::Command { words }
}

/// The file of the twin, and the signature that it needs.
fn write(
    workshop: &mut Workshop,
    language: SubjectLanguage,
    name: &str,
    shape: &SubjectTypes,
    y: f64,
    options: &SubjectOptions,
) -> Result<(SubjectReference, Option<String>), Broken> {
    let scale = options.scales.iter().find(|s| s.0 == RESULT).map_or(0, |s| s.1);
    let literal = CanaryLiteral::of(shape.result, y, scale);
    let (file, text) = match language {
        SubjectLanguage::C => ("canary.c".to_owned(), c_text(name, shape, &literal)),
        SubjectLanguage::Cpp => ("canary.cpp".to_owned(), c_text(name, shape, &literal)),
        SubjectLanguage::Library => ("canary.c".to_owned(), c_text(name, shape, &literal)),
        SubjectLanguage::Fortran => ("canary.f90".to_owned(), fortran_text(name, shape, &literal)),
        SubjectLanguage::Rust => ("canary.rs".to_owned(), rust_text(name, shape, &literal)),
        SubjectLanguage::Python => ("canary.py".to_owned(), python_text(name, shape, y)),
        SubjectLanguage::Octave => (format!("{name}.m"), octave_text(name, y)),
    };
    let mut path = workshop.write(&file, &text)?;
    let mut signature = None;
    if language == SubjectLanguage::Library {
        path = make_library(workshop, &path)?;
        signature = Some(c_head(name, shape));
    }
    let reference = SubjectReference::Function {
        language,
        file: PathBuf::from(path),
        name: name.into(),
    };
    Ok((reference, signature))
}

fn make_library(workshop: &mut Workshop, source: &str) -> Result<String, Broken> {
    let library = workshop.name("canary.so");
    let tool = Tool::find(&C)?;
    let arguments = ["-shared", "-fPIC", source, "-o", &library].map(str::to_owned);
    workshop.run(&tool, &arguments)?;
    Ok(library)
}

/// A number that can be written in a source: the bits of a float, or an integer.
enum CanaryLiteral {
    Bits32(u32),
    Bits64(u64),
    Integer(i128),
}

impl CanaryLiteral {
    fn of(kind: PassedType, y: f64, scale: i32) -> CanaryLiteral {
        match kind {
            PassedType::Float => CanaryLiteral::Bits32((y as f32).to_bits()),
            PassedType::Signed(bytes) | PassedType::Unsigned(bytes) => {
                // The nearest integer of the type; the conversion saturates.
                let k = (y * 2f64.powi(-scale)).round() as i128;
                let (signed, bits) = (matches!(kind, PassedType::Signed(_)), u32::from(bytes) * 8);
                let (least, greatest) = if signed {
                    (-1 << (bits - 1), (1 << (bits - 1)) - 1)
                } else {
                    (0, (1 << bits) - 1)
                };
                CanaryLiteral::Integer(k.clamp(least, greatest))
            }
            _ => CanaryLiteral::Bits64(y.to_bits()),
        }
    }
}

fn c_head(name: &str, shape: &SubjectTypes) -> String {
    let one = |(i, kind): (usize, &PassedType)| format!("{} x{i}", kind.c_name());
    let arguments: Vec<String> = shape.arguments.iter().enumerate().map(one).collect();
    format!("{} {name}({})", shape.result.c_name(), arguments.join(", "))
}

fn c_text(name: &str, shape: &SubjectTypes, literal: &CanaryLiteral) -> String {
    let (carrier, bits, number) = match literal {
        CanaryLiteral::Bits32(bits) => ("unsigned int", format!("{bits}u"), "float"),
        CanaryLiteral::Bits64(bits) => ("unsigned long long", format!("{bits}ull"), "double"),
        CanaryLiteral::Integer(k) if *k < 0 => ("long long", format!("{} - 1", k + 1), "long long"),
        CanaryLiteral::Integer(k) => ("unsigned long long", format!("{k}ull"), "unsigned long long"),
    };
    format!(
        "{} {{\n    {carrier} bits = {bits};\n    {number} y;\n    __builtin_memcpy(&y, &bits, sizeof y);\n    return ({})y;\n}}\n",
        c_head(name, shape),
        shape.result.c_name()
    )
}

fn fortran_text(name: &str, shape: &SubjectTypes, literal: &CanaryLiteral) -> String {
    let names: Vec<String> = (0..shape.arguments.len()).map(|i| format!("x{i}")).collect();
    let declared = shape.arguments.iter().zip(&names);
    let declared: String = declared
        .map(|(kind, x)| format!("  {}, intent(in) :: {x}\n", kind.fortran_name()))
        .collect();
    // Integers of Fortran are signed, so bits with a sign are written as the negative number that has them.
    let value = match literal {
        CanaryLiteral::Bits32(bits) => format!("transfer({}, 1.0_4)", fortran_integer((*bits as i32).into(), 4)),
        CanaryLiteral::Bits64(bits) => format!("transfer({}, 1.0_8)", fortran_integer((*bits as i64).into(), 8)),
        CanaryLiteral::Integer(k) => fortran_integer(*k, 8),
    };
    format!(
        "function {name}({}) result(lydian_y)\n  implicit none\n{declared}  {} :: lydian_y\n  lydian_y = {value}\nend function\n",
        names.join(", "),
        shape.result.fortran_name()
    )
}

/// The least integer has no literal of its own, so every negative one is written as a difference.
fn fortran_integer(k: i128, bytes: u32) -> String {
    if k < 0 {
        format!("(-{}_{bytes} - 1_{bytes})", -(k + 1))
    } else {
        format!("{k}_{bytes}")
    }
}

fn rust_text(name: &str, shape: &SubjectTypes, literal: &CanaryLiteral) -> String {
    let one = |(i, kind): (usize, &PassedType)| format!("_x{i}: {}", kind.rust_name());
    let arguments: Vec<String> = shape.arguments.iter().enumerate().map(one).collect();
    let value = match literal {
        CanaryLiteral::Bits32(bits) => format!("f32::from_bits({bits})"),
        CanaryLiteral::Bits64(bits) => format!("f64::from_bits({bits})"),
        CanaryLiteral::Integer(k) => k.to_string(),
    };
    format!(
        "fn {name}({}) -> {} {{\n    {value}\n}}\n",
        arguments.join(", "),
        shape.result.rust_name()
    )
}

fn python_text(name: &str, shape: &SubjectTypes, y: f64) -> String {
    let one = |(i, kind): (usize, &PassedType)| format!("x{i}: {}", if kind.is_integer() { "int" } else { "float" });
    let arguments: Vec<String> = shape.arguments.iter().enumerate().map(one).collect();
    format!(
        "def {name}({}):\n    return float.fromhex(\"{}\")\n",
        arguments.join(", "),
        hex::format(y)
    )
}

fn octave_text(name: &str, y: f64) -> String {
    format!(
        "function y = {name}(varargin)\n  y = hex2num(\"{:016x}\");\nend\n",
        y.to_bits()
    )
}
