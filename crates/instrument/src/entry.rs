//! The generated C around the function: it unpacks the input, calls the function, and packs what came out.

use std::fmt::Write;

use crate::shape::{FunctionShape, Passing, Scalar, ShapeParameter, ShapeType};

/// The name by which the entry calls the function, whatever its symbol and linkage.
pub(crate) const TARGET: &str = "lydian_target";

/// Text of the entry, which is C and C++ at once; as C++ it also catches exceptions.
pub(crate) fn source(shape: &FunctionShape, branches: usize, limit: u64) -> String {
    let mut types = EntryTypes::default();
    let result = shape.result.as_ref().map_or("void".to_owned(), |ty| types.name(ty));
    let stores: Vec<String> = shape
        .parameters
        .iter()
        .map(|parameter| types.name(&parameter.ty))
        .collect();
    let mut text = format!("#define LYDIAN_BRANCHES {branches}\n#define LYDIAN_LIMIT {limit}ull\n{HEAD}");
    text.push_str(&types.declarations);
    text.push_str(&prototype(shape, &result, &stores));
    for (i, (ty, parameter)) in stores.iter().zip(&shape.parameters).enumerate() {
        text.push_str(&place(i, ty, parameter));
    }
    text.push_str(OPEN);
    text.push_str(&unpack(shape));
    let _ = writeln!(text, "{TRY}    {}", call(shape, &result));
    text.push_str("    lydian_inside = 0;\n");
    if shape.result.is_some() {
        text.push_str("    __builtin_memcpy(output, &result, sizeof result);\n");
    }
    text.push_str(CATCH);
    text.push_str(&pack(shape));
    text
}

const HEAD: &str = "#include \"probe.h\"
#ifdef __cplusplus
#define LYDIAN_C extern \"C\"
#else
#define LYDIAN_C
#endif
LYDIAN_C __attribute__((visibility(\"hidden\"))) extern volatile int lydian_inside;
LYDIAN_C struct lydian_branch lydian_branches[LYDIAN_BRANCHES + 1];
LYDIAN_C struct lydian_state lydian_state;
struct lydian_branch lydian_branches[LYDIAN_BRANCHES + 1];
struct lydian_state lydian_state = {0, 0, LYDIAN_LIMIT, 0, lydian_branches, LYDIAN_BRANCHES, 0};
";

const OPEN: &str = "
LYDIAN_C int lydian_body(const unsigned char *input, unsigned char *output) {
";

const TRY: &str = "#ifdef __cplusplus
    try {
#endif
    lydian_inside = 1;
";

const CATCH: &str = "#ifdef __cplusplus
    } catch (...) {
        lydian_inside = 0;
        return LYDIAN_THREW;
    }
#endif
";

fn prototype(shape: &FunctionShape, result: &str, stores: &[String]) -> String {
    let arguments: Vec<String> = shape
        .parameters
        .iter()
        .zip(stores)
        .map(|(p, ty)| pointer(p, ty))
        .collect();
    let arguments = if arguments.is_empty() {
        "void".to_owned()
    } else {
        arguments.join(", ")
    };
    format!("LYDIAN_C {result} {TARGET}({arguments});\n")
}

/// Bytes around what a pointer leads to, so that what strays from it finds nothing of ours; and how many of them are zero
/// when a call begins: a string is terminated, and nothing is left there from earlier calls.
const BEFORE: (usize, usize) = (4096, 64);
const BEHIND: (usize, usize) = (65536, 512);

/// Where an argument lies.
fn place(i: usize, ty: &str, parameter: &ShapeParameter) -> String {
    if parameter.passing == Passing::Value {
        return format!("static {ty} argument{i}[1];\n");
    }
    let ((before, _), (behind, _)) = (BEFORE, BEHIND);
    format!(
        "static struct {{ unsigned char before[{before}]; {ty} at[1]; unsigned char behind[{behind}]; }} place{i};\n\
         #define argument{i} place{i}.at\n"
    )
}

/// Clears what lies around an argument.
fn clear(i: usize) -> String {
    let ((before, near), (_, behind)) = (BEFORE, BEHIND);
    format!(
        "    __builtin_memset(place{i}.before + {}, 0, {near});\n    __builtin_memset(place{i}.behind, 0, {behind});\n",
        before - near
    )
}

fn unpack(shape: &FunctionShape) -> String {
    let mut text = String::new();
    for (i, parameter) in shape.parameters.iter().enumerate() {
        let _ = writeln!(
            text,
            "    __builtin_memcpy(argument{i}, input + {}, sizeof argument{i}[0]);",
            parameter.offset
        );
        if parameter.passing != Passing::Value {
            text.push_str(&clear(i));
        }
    }
    for slot in shape
        .inputs
        .iter()
        .filter(|slot| matches!(slot.kind, Scalar::Bool { .. }))
    {
        text.push_str(&normalised(shape, slot.offset, slot.kind.size()));
    }
    text
}

fn pack(shape: &FunctionShape) -> String {
    let outputs = shape
        .parameters
        .iter()
        .enumerate()
        .filter_map(|(i, parameter)| Some((i, parameter.output?)));
    let copies = outputs
        .map(|(i, offset)| format!("    __builtin_memcpy(output + {offset}, argument{i}, sizeof argument{i}[0]);\n"));
    copies.collect::<String>() + "    return LYDIAN_RETURNED;\n}\n"
}

fn pointer(parameter: &ShapeParameter, ty: &str) -> String {
    if parameter.passing == Passing::Value {
        ty.to_owned()
    } else {
        format!("{ty} *")
    }
}

fn call(shape: &FunctionShape, result: &str) -> String {
    let arguments: Vec<String> = shape
        .parameters
        .iter()
        .enumerate()
        .map(|(i, p)| argument(i, p))
        .collect();
    let call = format!("{TARGET}({});", arguments.join(", "));
    if shape.result.is_some() {
        format!("{result} result = {call}")
    } else {
        call
    }
}

fn argument(i: usize, parameter: &ShapeParameter) -> String {
    if parameter.passing == Passing::Value {
        format!("argument{i}[0]")
    } else {
        format!("argument{i}")
    }
}

/// A truth value other than 0 and 1 has no meaning; its lowest byte decides.
fn normalised(shape: &FunctionShape, offset: usize, size: usize) -> String {
    let holds = |p: &ShapeParameter| p.offset <= offset && offset < p.offset + p.ty.size();
    let i = shape
        .parameters
        .iter()
        .position(holds)
        .expect("invariant: every input slot lies in an argument");
    let inside = offset - shape.parameters[i].offset;
    format!(
        "    __builtin_memset((char *)argument{i} + {inside}, 0, {size});\n    \
         ((unsigned char *)argument{i})[{inside}] = input[{offset}] != 0;\n"
    )
}

/// Types that the entry declares for itself.
#[derive(Default)]
struct EntryTypes {
    declarations: String,
    known: Vec<(ShapeType, String)>,
}

impl EntryTypes {
    /// A name that can stand before a variable or a star.
    fn name(&mut self, ty: &ShapeType) -> String {
        if let ShapeType::Scalar(scalar) = ty {
            return scalar_name(scalar);
        }
        if let Some((_, name)) = self.known.iter().find(|(known, _)| known == ty) {
            return name.clone();
        }
        let name = self.declare(ty);
        self.known.push((ty.clone(), name.clone()));
        name
    }

    fn declare(&mut self, ty: &ShapeType) -> String {
        match ty {
            ShapeType::Scalar(scalar) => scalar_name(scalar),
            ShapeType::Array { of, count } => {
                let of = self.name(of);
                let name = format!("lydian_array{}", self.known.len());
                let _ = writeln!(self.declarations, "typedef struct {{ {of} e[{count}]; }} {name};");
                name
            }
            ShapeType::Struct { size, fields, .. } => {
                let names: Vec<String> = fields.iter().map(|field| self.name(&field.ty)).collect();
                let name = format!("lydian_struct{}", self.known.len());
                let members = names.iter().enumerate().map(|(i, ty)| format!("{ty} f{i};"));
                let members = members.collect::<Vec<_>>().join(" ");
                let _ = writeln!(self.declarations, "typedef struct {{ {members} }} {name};");
                for (i, field) in fields.iter().enumerate() {
                    self.check(&format!("__builtin_offsetof({name}, f{i}) == {}", field.offset));
                }
                self.check(&format!("sizeof({name}) == {size}"));
                name
            }
        }
    }

    /// The layout that debug information tells must be the one the compiler chooses (not so for packed structs).
    fn check(&mut self, condition: &str) {
        let _ = writeln!(
            self.declarations,
            "#ifdef __cplusplus\nstatic_assert({condition}, \"packed\");\n\
             #else\n_Static_assert({condition}, \"packed\");\n#endif"
        );
    }
}

fn scalar_name(scalar: &Scalar) -> String {
    match scalar {
        Scalar::F32 => "float".to_owned(),
        Scalar::F64 => "double".to_owned(),
        Scalar::F80 => "long double".to_owned(),
        Scalar::Bool { bits: 8 } => "unsigned char".to_owned(),
        Scalar::Bool { bits } => integer_name(*bits, true),
        Scalar::Integer { bits, signed } | Scalar::Enum { bits, signed, .. } => integer_name(*bits, *signed),
    }
}

/// Names that need no header.
fn integer_name(bits: u32, signed: bool) -> String {
    match (bits, signed) {
        (128, true) => "__int128".to_owned(),
        (128, false) => "unsigned __int128".to_owned(),
        (_, true) => format!("__INT{bits}_TYPE__"),
        (_, false) => format!("__UINT{bits}_TYPE__"),
    }
}
