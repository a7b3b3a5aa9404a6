//! From debug information to the function that is meant, and its shape.

use std::path::PathBuf;

use crate::metadata::{Metadata, MetadataNode};
use crate::near::near_names;
use crate::request::InstrumentRequest;
use crate::shape::{FunctionShape, Passing, ShapeParameter, ShapeType};
use crate::trouble::InstrumentTrouble;
use crate::types::{TypeReader, TypeRefusal};

/// What the bitcode itself says about the arguments; debug information alone does not tell references in Fortran.
pub(crate) struct BitcodeSignature {
    /// For each argument, whether it is a pointer.
    pub pointers: Vec<bool>,
}

/// Finds the function that is asked for: by symbol, by name in the source, or by qualified name.
pub(crate) fn find_function(all: &Metadata, wanted: &str) -> Result<(String, u32), InstrumentTrouble> {
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
            Err(InstrumentTrouble::FunctionAmbiguous {
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

fn missing(all: &Metadata, wanted: &str) -> InstrumentTrouble {
    let nodes = all.functions.iter().filter_map(|(_, number)| all.node(*number));
    let names: Vec<String> = nodes.map(|node| qualified(all, node)).collect();
    InstrumentTrouble::FunctionMissing {
        function: wanted.to_owned(),
        near: near_names(wanted, &names),
    }
}

/// The name with the namespaces and classes around it.
pub(crate) fn qualified(all: &Metadata, node: &MetadataNode) -> String {
    let name = node.text("name").unwrap_or("");
    match all.follow(node, "scope") {
        Some(scope) if scope.kind == "DINamespace" || scope.kind == "DICompositeType" => {
            format!("{}::{name}", qualified(all, scope))
        }
        _ => name.to_owned(),
    }
}

fn is_fortran(all: &Metadata, subprogram: &MetadataNode) -> bool {
    let unit = all.follow(subprogram, "unit");
    unit.and_then(|unit| unit.text("language"))
        .is_some_and(|language| language.contains("Fortran"))
}

/// The shape of the function with this symbol and subprogram.
pub(crate) fn shape(
    all: &Metadata,
    symbol: &str,
    number: u32,
    signature: &BitcodeSignature,
    request: &InstrumentRequest,
) -> Result<FunctionShape, InstrumentTrouble> {
    let node = all
        .node(number)
        .ok_or_else(|| InstrumentTrouble::Llvm(format!("no debug information of {symbol}")))?;
    let reader = DebugReader {
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
    Ok(FunctionShape {
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
fn check_arrays(
    function: &str,
    parameters: &[ShapeParameter],
    request: &InstrumentRequest,
) -> Result<(), InstrumentTrouble> {
    for (name, count) in &request.arrays {
        let found = parameters.iter().find(|parameter| parameter.name == *name);
        if !found.is_some_and(|parameter| parameter.passing != Passing::Value) {
            let text = format!("{function} has no pointer argument `{name}` that could be an array of {count}");
            return Err(InstrumentTrouble::Request(text));
        }
    }
    Ok(())
}

struct DebugReader<'a> {
    all: &'a Metadata,
    subprogram: &'a MetadataNode,
    symbol: &'a str,
    number: u32,
    signature: &'a BitcodeSignature,
    request: &'a InstrumentRequest,
}

impl DebugReader<'_> {
    /// Types of result and arguments. Fortran's subroutines have no entry for the result.
    fn split_types(&self, function: &str) -> Result<(Option<u32>, Vec<Option<u32>>), InstrumentTrouble> {
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
            return Err(TypeRefusal::wrap("a list of any length (`...`)").of(function, "the last argument"));
        }
        Ok((result, arguments))
    }

    fn types(&self) -> TypeReader<'_> {
        TypeReader { all: self.all }
    }

    fn is_fortran(&self) -> bool {
        is_fortran(self.all, self.subprogram)
    }

    fn file(&self) -> PathBuf {
        let file = self.all.follow(self.subprogram, "file");
        file.map_or(PathBuf::new(), Metadata::path_of)
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

    fn stored_argument(&self, index: usize) -> Option<&MetadataNode> {
        let is_it = |row: &&(String, u32, u32)| row.0 == self.symbol && row.1 as usize == index;
        self.all.stored.iter().find(is_it).and_then(|row| self.all.node(row.2))
    }

    fn result(&self, number: u32) -> Result<ShapeType, TypeRefusal> {
        match self.types().pointee(Some(number)) {
            Some(_) => Err(TypeRefusal::wrap("a pointer")),
            None => self.types().type_of(number, None),
        }
    }

    fn parameter(&self, index: usize, name: &str, number: Option<u32>) -> Result<ShapeParameter, TypeRefusal> {
        let wanted = self
            .request
            .arrays
            .iter()
            .find(|(array, _)| array == name)
            .map(|(_, count)| *count);
        let is_pointer = self.signature.pointers.get(index).copied().unwrap_or(false);
        let number = number.ok_or_else(|| TypeRefusal::wrap("of no known type"))?;
        let (ty, passing) = match self.types().pointee(Some(number)) {
            Some(to) => self.behind_pointer(to, wanted)?,
            None if self.is_fortran() && is_pointer => (self.types().type_of(number, wanted)?, Passing::Pointer),
            None => (self.types().type_of(number, None)?, Passing::Value),
        };
        Ok(ShapeParameter {
            name: name.to_owned(),
            ty,
            passing,
            offset: 0,
            output: None,
        })
    }

    fn behind_pointer(&self, to: Option<u32>, wanted: Option<usize>) -> Result<(ShapeType, Passing), TypeRefusal> {
        let to = to.ok_or_else(|| TypeRefusal::wrap("a pointer to no known type (`void *`)"))?;
        if self.types().pointee(Some(to)).is_some() {
            return Err(TypeRefusal::wrap("a pointer to a pointer"));
        }
        let constant = self.types().is_constant(to);
        let one = self.types().type_of(to, wanted)?;
        let ty = match wanted {
            Some(count) if !matches!(one, ShapeType::Array { .. }) => ShapeType::Array {
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
}
