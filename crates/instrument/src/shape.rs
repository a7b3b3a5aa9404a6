//! The shape of a function: what its arguments and result are, and where each number stands in the packed buffers.

use std::path::PathBuf;

/// A type that is one number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// binary32
    F32,
    /// binary64
    F64,
    /// x87 extended, ten bytes in a slot of sixteen
    F80,
    /// An integer or character of any width.
    Integer {
        /// Width in bits.
        bits: u32,
        /// Whether it is signed.
        signed: bool,
    },
    /// A truth value; its byte is 0 or 1.
    Bool {
        /// Width in bits: 8 in C, mostly 32 in Fortran.
        bits: u32,
    },
    /// An enumeration.
    Enum {
        /// Width in bits.
        bits: u32,
        /// Whether its integer is signed.
        signed: bool,
        /// The values that have names.
        values: Vec<(String, i64)>,
    },
}

impl Scalar {
    /// Bytes in memory.
    pub fn size(&self) -> usize {
        match self {
            Scalar::F32 => 4,
            Scalar::F64 => 8,
            Scalar::F80 => 16,
            Scalar::Integer { bits, .. } | Scalar::Bool { bits } | Scalar::Enum { bits, .. } => *bits as usize / 8,
        }
    }
}

/// A type of an argument, of what it points to, or of the result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShapeType {
    /// One number.
    Scalar(Scalar),
    /// A fixed number of elements.
    Array {
        /// The element.
        of: Box<ShapeType>,
        /// How many.
        count: usize,
    },
    /// Named fields at offsets.
    Struct {
        /// Its name in the source, for people.
        name: String,
        /// Bytes in memory, with padding.
        size: usize,
        /// The fields in order.
        fields: Vec<StructField>,
    },
}

/// A field of a struct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StructField {
    /// Its name.
    pub name: String,
    /// Bytes from the start of the struct.
    pub offset: usize,
    /// Its type.
    pub ty: ShapeType,
}

impl ShapeType {
    /// Bytes in memory.
    pub fn size(&self) -> usize {
        match self {
            ShapeType::Scalar(scalar) => scalar.size(),
            ShapeType::Array { of, count } => of.size() * count,
            ShapeType::Struct { size, .. } => *size,
        }
    }

    #[cfg(feature = "llvm")]
    /// The numbers in a value of this type that starts at `offset`, each with its path from `name`.
    fn slots(&self, name: &str, offset: usize, into: &mut Vec<PackedNumber>) {
        match self {
            ShapeType::Scalar(kind) => into.push(PackedNumber {
                name: name.to_owned(),
                kind: kind.clone(),
                offset,
            }),
            ShapeType::Array { of, count } => {
                for i in 0..*count {
                    of.slots(&format!("{name}[{i}]"), offset + i * of.size(), into);
                }
            }
            ShapeType::Struct { fields, .. } => {
                for field in fields {
                    field
                        .ty
                        .slots(&format!("{name}.{}", field.name), offset + field.offset, into);
                }
            }
        }
    }
}

/// How an argument reaches the function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passing {
    /// As itself.
    Value,
    /// As a pointer to what may be read and written.
    Pointer,
    /// As a pointer to what is only read.
    ConstPointer,
}

/// An argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShapeParameter {
    /// Its name in the source, or `argument2` where the source has none.
    pub name: String,
    /// Its type, or the type it points to (an array where there are several elements).
    pub ty: ShapeType,
    /// How it is passed.
    pub passing: Passing,
    /// Where its bytes start in the input.
    pub offset: usize,
    /// Where the bytes behind the pointer start in the output.
    pub output: Option<usize>,
}

/// One number in the packed input or output: little-endian, at its natural size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedNumber {
    /// Path to it, such as `p.x[2]`; the result is `result`.
    pub name: String,
    /// What it is.
    pub kind: Scalar,
    /// Bytes from the start of the buffer.
    pub offset: usize,
}

/// The shape of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionShape {
    /// Its name in the source.
    pub name: String,
    /// Its symbol in the object.
    pub symbol: String,
    /// The file that defines it, as the compiler was given it.
    pub file: PathBuf,
    /// The line where it begins.
    pub line: u32,
    /// Its arguments in order.
    pub parameters: Vec<ShapeParameter>,
    /// Its result; `None` when it gives none.
    pub result: Option<ShapeType>,
    /// All numbers of the input.
    pub inputs: Vec<PackedNumber>,
    /// All numbers of the output: the result first, then what pointers lead to.
    pub outputs: Vec<PackedNumber>,
    /// Bytes of the input.
    pub input_size: usize,
    /// Bytes of the output.
    pub output_size: usize,
}

/// What the number that a function returns is called among its outputs.
pub const RESULT: &str = "result";

#[cfg(feature = "llvm")]
/// Every part of a buffer starts at a multiple of this, so that each number in it is aligned.
const ALIGNMENT: usize = 16;

#[cfg(feature = "llvm")]
impl FunctionShape {
    /// Places arguments and result in the buffers.
    pub(crate) fn place(mut self) -> Self {
        if let Some(result) = &self.result {
            result.slots(RESULT, 0, &mut self.outputs);
            self.output_size = padded(result.size());
        }
        for parameter in &mut self.parameters {
            parameter.offset = self.input_size;
            self.input_size += padded(parameter.ty.size());
            parameter.ty.slots(&parameter.name, parameter.offset, &mut self.inputs);
            if parameter.passing == Passing::Pointer {
                parameter.output = Some(self.output_size);
                parameter.ty.slots(&parameter.name, self.output_size, &mut self.outputs);
                self.output_size += padded(parameter.ty.size());
            }
        }
        self
    }
}

#[cfg(feature = "llvm")]
fn padded(size: usize) -> usize {
    size.next_multiple_of(ALIGNMENT)
}
