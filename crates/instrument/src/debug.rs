//! From debug information to the shape of a function.

use std::path::PathBuf;

use crate::metadata::{Metadata, Node};
use crate::near::near_names;
use crate::request::Request;
use crate::shape::{Field, Parameter, Passing, Scalar, Shape, Type};
use crate::trouble::Trouble;

/// What the bitcode itself says about the arguments; debug information alone does not tell references in Fortran.
pub(crate) struct Signature {
    /// For each argument, whether it is a pointer.
    pub pointers: Vec<bool>,
}

/// Finds the function that is asked for: by symbol, by name in the source, or by qualified name.
pub(crate) fn find_function(all: &Metadata, wanted: &str) -> Result<(String, u32), Trouble> {
    if let Some(found) = all.functions.iter().find(|(symbol, _)| symbol == wanted) {
        return Ok(found.clone());
    }
    let matches: Vec<_> = all
        .functions
        .iter()
        .filter(|(_, number)| is_called(all, *number, wanted))
        .collect();
    match matches[..] {
        [one] => Ok(one.clone()),
        [] => Err(missing(all, wanted)),
        _ => {
            let symbols = matches.iter().map(|(symbol, _)| symbol.clone()).collect();
            Err(Trouble::FunctionAmbiguous {
                function: wanted.to_owned(),
                symbols,
            })
        }
    }
}

fn is_called(all: &Metadata, number: u32, wanted: &str) -> bool {
    let Some(node) = all.node(number) else { return false };
    let name = node.text("name").unwrap_or("");
    name == wanted || qualified(all, node) == wanted || (is_fortran(all, node) && name.eq_ignore_ascii_case(wanted))
}

fn missing(all: &Metadata, wanted: &str) -> Trouble {
    let nodes = all.functions.iter().filter_map(|(_, number)| all.node(*number));
    let names: Vec<String> = nodes.map(|node| qualified(all, node)).collect();
    Trouble::FunctionMissing {
        function: wanted.to_owned(),
        near: near_names(wanted, &names),
    }
}

/// The name with the namespaces and classes around it.
fn qualified(all: &Metadata, node: &Node) -> String {
    let name = node.text("name").unwrap_or("");
    match all.follow(node, "scope") {
        Some(scope) if scope.kind == "DINamespace" || scope.kind == "DICompositeType" => {
            format!("{}::{name}", qualified(all, scope))
        }
        _ => name.to_owned(),
    }
}

fn is_fortran(all: &Metadata, subprogram: &Node) -> bool {
    let unit = all.follow(subprogram, "unit");
    unit.and_then(|unit| unit.text("language"))
        .is_some_and(|language| language.contains("Fortran"))
}

/// The shape of the function with this symbol and subprogram.
pub(crate) fn shape(
    all: &Metadata,
    symbol: &str,
    number: u32,
    signature: &Signature,
    request: &Request,
) -> Result<Shape, Trouble> {
    let node = all
        .node(number)
        .ok_or_else(|| Trouble::Llvm(format!("no debug information of {symbol}")))?;
    let reader = Reader {
        all,
        subprogram: node,
        symbol,
        number,
        signature,
        request,
    };
    let name = qualified(all, node);
    let (result, arguments) = reader.split_types(&name)?;
    let result = result
        .map(|ty| reader.result(ty))
        .transpose()
        .map_err(|no| no.of(&name, "the result"))?;
    let mut parameters = Vec::new();
    for (index, ty) in arguments.iter().enumerate() {
        let argument = reader.argument_name(index);
        let parameter = reader.parameter(index, &argument, *ty);
        parameters.push(parameter.map_err(|no| no.of(&name, &format!("argument `{argument}`")))?);
    }
    check_arrays(&name, &parameters, request)?;
    Ok(Shape {
        file: reader.file(),
        line: node.number("line").unwrap_or(0) as u32,
        symbol: symbol.to_owned(),
        name,
        parameters,
        result,
        inputs: Vec::new(),
        outputs: Vec::new(),
        input_size: 0,
        output_size: 0,
    }
    .place())
}

/// Every array of the request must belong to a pointer argument.
fn check_arrays(function: &str, parameters: &[Parameter], request: &Request) -> Result<(), Trouble> {
    for (name, count) in &request.arrays {
        let found = parameters.iter().find(|parameter| parameter.name == *name);
        if !found.is_some_and(|parameter| parameter.passing != Passing::Value) {
            let text = format!("{function} has no pointer argument `{name}` that could be an array of {count}");
            return Err(Trouble::Request(text));
        }
    }
    Ok(())
}

/// A type that is refused, before the argument's name is known.
struct Refusal {
    what: String,
    remedy: String,
}

impl Refusal {
    fn new(what: impl Into<String>, remedy: &str) -> Self {
        Refusal {
            what: what.into(),
            remedy: remedy.to_owned(),
        }
    }

    fn wrap(what: impl Into<String>) -> Self {
        Self::new(
            what,
            "write a small function around it that takes numbers, and name that one",
        )
    }

    fn of(self, function: &str, argument: &str) -> Trouble {
        let argument = argument.to_owned();
        Trouble::Unsupported {
            function: function.to_owned(),
            argument,
            what: self.what,
            remedy: self.remedy,
        }
    }
}

struct Reader<'a> {
    all: &'a Metadata,
    subprogram: &'a Node,
    symbol: &'a str,
    number: u32,
    signature: &'a Signature,
    request: &'a Request,
}

impl Reader<'_> {
    /// Types of result and arguments. Fortran's subroutines have no entry for the result.
    fn split_types(&self, function: &str) -> Result<(Option<u32>, Vec<Option<u32>>), Trouble> {
        let routine = self.all.follow(self.subprogram, "type");
        let types = routine
            .map(|routine| self.all.list(routine, "types"))
            .unwrap_or_default();
        let (result, arguments) = match types.split_first() {
            _ if self.is_fortran() && types.len() == self.signature.pointers.len() => (None, types),
            Some((result, rest)) => (*result, rest.to_vec()),
            None => (None, Vec::new()),
        };
        if arguments.last().is_some_and(Option::is_none) && !self.is_fortran() {
            return Err(Refusal::wrap("a list of any length (`...`)").of(function, "the last argument"));
        }
        Ok((result, arguments))
    }

    fn is_fortran(&self) -> bool {
        is_fortran(self.all, self.subprogram)
    }

    fn file(&self) -> PathBuf {
        let file = self.all.follow(self.subprogram, "file");
        PathBuf::from(file.and_then(|file| file.text("filename")).unwrap_or(""))
    }

    fn argument_name(&self, index: usize) -> String {
        let position = index as i64 + 1;
        let mut variables = self.all.of_kind("DILocalVariable");
        let found = variables.find(|(_, variable)| {
            variable.number("arg") == Some(position) && variable.reference("scope") == Some(self.number)
        });
        let found = found
            .map(|(_, variable)| variable)
            .or_else(|| self.stored_argument(index));
        found
            .and_then(|variable| variable.text("name"))
            .map_or(format!("argument{position}"), str::to_owned)
    }

    fn stored_argument(&self, index: usize) -> Option<&Node> {
        let is_it = |row: &&(String, u32, u32)| row.0 == self.symbol && row.1 as usize == index;
        self.all.stored.iter().find(is_it).and_then(|row| self.all.node(row.2))
    }

    fn result(&self, number: u32) -> Result<Type, Refusal> {
        match self.pointee(Some(number)) {
            Some(_) => Err(Refusal::wrap("a pointer")),
            None => self.type_of(number, None),
        }
    }

    fn parameter(&self, index: usize, name: &str, number: Option<u32>) -> Result<Parameter, Refusal> {
        let wanted = self
            .request
            .arrays
            .iter()
            .find(|(array, _)| array == name)
            .map(|(_, count)| *count);
        let is_pointer = self.signature.pointers.get(index).copied().unwrap_or(false);
        let number = number.ok_or_else(|| Refusal::wrap("of no known type"))?;
        let (ty, passing) = match self.pointee(Some(number)) {
            Some(to) => self.behind_pointer(to, wanted)?,
            None if self.is_fortran() && is_pointer => (self.type_of(number, wanted)?, Passing::Pointer),
            None => (self.type_of(number, None)?, Passing::Value),
        };
        Ok(Parameter {
            name: name.to_owned(),
            ty,
            passing,
            offset: 0,
            output: None,
        })
    }

    fn behind_pointer(&self, to: Option<u32>, wanted: Option<usize>) -> Result<(Type, Passing), Refusal> {
        let to = to.ok_or_else(|| Refusal::wrap("a pointer to no known type (`void *`)"))?;
        if self.pointee(Some(to)).is_some() {
            return Err(Refusal::wrap("a pointer to a pointer"));
        }
        let constant = self.is_constant(to);
        let one = self.type_of(to, wanted)?;
        let ty = match wanted {
            Some(count) if !matches!(one, Type::Array { .. }) => Type::Array {
                of: Box::new(one),
                count,
            },
            _ => one,
        };
        Ok((
            ty,
            if constant {
                Passing::ConstPointer
            } else {
                Passing::Pointer
            },
        ))
    }

    /// What a pointer or reference leads to; the inner `None` is void.
    fn pointee(&self, number: Option<u32>) -> Option<Option<u32>> {
        let node = self.all.node(number?)?;
        match node.text("tag")? {
            "DW_TAG_pointer_type" | "DW_TAG_reference_type" | "DW_TAG_rvalue_reference_type" => {
                Some(node.reference("baseType"))
            }
            tag if is_wrapper(tag) => self.pointee(node.reference("baseType")),
            _ => None,
        }
    }

    fn is_constant(&self, number: u32) -> bool {
        let Some(node) = self.all.node(number) else {
            return false;
        };
        match node.text("tag") {
            Some("DW_TAG_const_type") => true,
            Some(tag) if is_wrapper(tag) => node.reference("baseType").is_some_and(|base| self.is_constant(base)),
            _ => false,
        }
    }

    fn type_of(&self, number: u32, open_count: Option<usize>) -> Result<Type, Refusal> {
        let node = self.all.node(number).ok_or_else(|| Refusal::wrap("of no known type"))?;
        if node.kind == "DIBasicType" {
            return basic(node).map(Type::Scalar);
        }
        match node.text("tag").unwrap_or("") {
            tag if is_wrapper(tag) => match node.reference("baseType") {
                Some(base) => self.type_of(base, open_count),
                None => Err(Refusal::wrap("`void`")),
            },
            "DW_TAG_enumeration_type" => self.enumeration(node),
            "DW_TAG_array_type" => self.array(node, open_count),
            "DW_TAG_structure_type" | "DW_TAG_class_type" => self.structure(node),
            "DW_TAG_union_type" => Err(Refusal::wrap("a union")),
            "DW_TAG_pointer_type" => Err(Refusal::wrap("a pointer inside of a struct or array")),
            _ => Err(Refusal::wrap("of an unknown kind of type")),
        }
    }

    fn enumeration(&self, node: &Node) -> Result<Type, Refusal> {
        let base = self.all.follow(node, "baseType");
        let signed = base
            .and_then(|base| base.text("encoding"))
            .is_none_or(|encoding| !encoding.contains("unsigned"));
        let names = self
            .all
            .list(node, "elements")
            .into_iter()
            .flatten()
            .filter_map(|item| self.all.node(item));
        let values = names
            .filter_map(|item| Some((item.text("name")?.to_owned(), item.number("value")?)))
            .collect();
        let bits = node.number("size").unwrap_or(32) as u32;
        Ok(Type::Scalar(Scalar::Enum { bits, signed, values }))
    }

    fn array(&self, node: &Node, open_count: Option<usize>) -> Result<Type, Refusal> {
        let base = node
            .reference("baseType")
            .ok_or_else(|| Refusal::wrap("an array of nothing known"))?;
        let mut ty = self.type_of(base, None)?;
        for range in self.all.list(node, "elements").into_iter().flatten().rev() {
            let count = self.all.node(range).and_then(count_of).or(open_count).ok_or_else(|| {
                Refusal::new(
                    "an array of unknown length",
                    "say how many elements it has (`--array NAME=COUNT`)",
                )
            })?;
            ty = Type::Array {
                of: Box::new(ty),
                count,
            };
        }
        Ok(ty)
    }

    fn structure(&self, node: &Node) -> Result<Type, Refusal> {
        let name = node.text("name").unwrap_or("struct").to_owned();
        if node.has_flag("DIFlagTypePassByReference") {
            return Err(Refusal::wrap(format!("`{name}`, a class with constructors of its own")));
        }
        let mut fields = Vec::new();
        for member in self.all.list(node, "elements").into_iter().flatten() {
            fields.extend(self.field(member)?);
        }
        if fields.is_empty() {
            return Err(Refusal::wrap(format!("`{name}`, a struct whose fields are not known")));
        }
        Ok(Type::Struct {
            name,
            size: node.number("size").unwrap_or(0) as usize / 8,
            fields,
        })
    }

    /// A field; `None` for what takes no room (functions, static members).
    fn field(&self, number: u32) -> Result<Option<Field>, Refusal> {
        let Some(node) = self.all.node(number) else {
            return Ok(None);
        };
        let takes_room = matches!(node.text("tag"), Some("DW_TAG_member" | "DW_TAG_inheritance"));
        if !takes_room || node.has_flag("DIFlagStaticMember") {
            return Ok(None);
        }
        if node.has_flag("DIFlagBitField") {
            return Err(Refusal::wrap("a struct with bit fields"));
        }
        let base = node
            .reference("baseType")
            .ok_or_else(|| Refusal::wrap("a field of no known type"))?;
        let ty = self.type_of(base, None)?;
        let name = node.text("name").unwrap_or("base").to_owned();
        Ok(Some(Field {
            name,
            offset: node.number("offset").unwrap_or(0) as usize / 8,
            ty,
        }))
    }
}

/// Types that only rename or qualify another.
fn is_wrapper(tag: &str) -> bool {
    const TAGS: [&str; 5] = ["typedef", "const_type", "volatile_type", "restrict_type", "atomic_type"];
    tag.strip_prefix("DW_TAG_").is_some_and(|tag| TAGS.contains(&tag))
}

fn count_of(range: &Node) -> Option<usize> {
    let count = range.number("count").or_else(|| {
        let upper = range.number("upperBound")?;
        Some(upper - range.number("lowerBound").unwrap_or(1) + 1)
    })?;
    usize::try_from(count).ok().filter(|count| *count > 0)
}

fn basic(node: &Node) -> Result<Scalar, Refusal> {
    let bits = node.number("size").unwrap_or(0) as u32;
    let name = node.text("name").unwrap_or("");
    let integer = |signed| Ok(Scalar::Integer { bits, signed });
    match (node.text("encoding").unwrap_or(""), bits) {
        ("DW_ATE_float", 32) => Ok(Scalar::F32),
        ("DW_ATE_float", 64) => Ok(Scalar::F64),
        ("DW_ATE_float", 128) if name == "long double" => Ok(Scalar::F80),
        ("DW_ATE_boolean", 8..=64) => Ok(Scalar::Bool { bits }),
        ("DW_ATE_signed" | "DW_ATE_signed_char", 8..=128) => integer(true),
        ("DW_ATE_unsigned" | "DW_ATE_unsigned_char" | "DW_ATE_UTF", 8..=128) => integer(false),
        _ => Err(Refusal::wrap(format!("`{name}` of {bits} bits"))),
    }
}
