//! Types of the debug information, as far as inputs can be made for them.

use crate::metadata::{Metadata, MetadataNode};
use crate::shape::{Scalar, ShapeType, StructField};
use crate::trouble::InstrumentTrouble;

/// Reads types.
pub(crate) struct TypeReader<'a> {
    pub all: &'a Metadata,
}

impl TypeReader<'_> {
    /// What a pointer or reference leads to; the inner `None` is void.
    pub fn pointee(&self, number: Option<u32>) -> Option<Option<u32>> {
        let node = self.all.node(number?)?;
        match node.text("tag")? {
            "DW_TAG_pointer_type" | "DW_TAG_reference_type" | "DW_TAG_rvalue_reference_type" => {
                Some(node.reference("baseType"))
            }
            tag if is_wrapper(tag) => self.pointee(node.reference("baseType")),
            _ => None,
        }
    }

    /// Whether the type forbids writing.
    pub fn is_constant(&self, number: u32) -> bool {
        let Some(node) = self.all.node(number) else {
            return false;
        };
        match node.text("tag") {
            Some("DW_TAG_const_type") => true,
            Some(tag) if is_wrapper(tag) => node.reference("baseType").is_some_and(|base| self.is_constant(base)),
            _ => false,
        }
    }

    /// The type of this number; `open_count` is the length of an array that has none of its own.
    pub fn type_of(&self, number: u32, open_count: Option<usize>) -> Result<ShapeType, TypeRefusal> {
        let node = self
            .all
            .node(number)
            .ok_or_else(|| TypeRefusal::wrap("of no known type"))?;
        if node.kind == "DIBasicType" {
            return basic(node).map(ShapeType::Scalar);
        }
        if node.kind == "DISubroutineType" {
            return Err(TypeRefusal::wrap("a pointer to a function"));
        }
        match node.text("tag").unwrap_or("") {
            tag if is_wrapper(tag) => match node.reference("baseType") {
                Some(base) => self.type_of(base, open_count),
                None => Err(TypeRefusal::wrap("`void`")),
            },
            "DW_TAG_enumeration_type" => self.enumeration(node),
            "DW_TAG_array_type" => self.array(node, open_count),
            "DW_TAG_structure_type" | "DW_TAG_class_type" => self.structure(node),
            "DW_TAG_union_type" => Err(TypeRefusal::wrap("a union")),
            "DW_TAG_pointer_type" => Err(TypeRefusal::wrap("a pointer inside of a struct or array")),
            _ => Err(TypeRefusal::wrap("of an unknown kind of type")),
        }
    }

    fn enumeration(&self, node: &MetadataNode) -> Result<ShapeType, TypeRefusal> {
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
        Ok(ShapeType::Scalar(Scalar::Enum { bits, signed, values }))
    }

    fn array(&self, node: &MetadataNode, open_count: Option<usize>) -> Result<ShapeType, TypeRefusal> {
        if node.has_flag("DIFlagVector") {
            return Err(TypeRefusal::wrap("a vector of the processor"));
        }
        let base = node
            .reference("baseType")
            .ok_or_else(|| TypeRefusal::wrap("an array of nothing known"))?;
        let mut ty = self.type_of(base, None)?;
        for range in self.all.list(node, "elements").into_iter().flatten().rev() {
            let count = self.all.node(range).and_then(count_of).or(open_count).ok_or_else(|| {
                TypeRefusal::new(
                    "an array of unknown length",
                    "say how many elements it has (`--array NAME=COUNT`)",
                )
            })?;
            ty = ShapeType::Array {
                of: Box::new(ty),
                count,
            };
        }
        Ok(ty)
    }

    fn structure(&self, node: &MetadataNode) -> Result<ShapeType, TypeRefusal> {
        let name = node.text("name").unwrap_or("struct").to_owned();
        if node.has_flag("DIFlagTypePassByReference") {
            return Err(TypeRefusal::wrap(format!(
                "`{name}`, a class with constructors of its own"
            )));
        }
        let mut fields = Vec::new();
        for member in self.all.list(node, "elements").into_iter().flatten() {
            fields.extend(self.field(member)?);
        }
        if fields.is_empty() {
            return Err(TypeRefusal::wrap(format!(
                "`{name}`, a struct whose fields are not known"
            )));
        }
        Ok(ShapeType::Struct {
            name,
            size: node.number("size").unwrap_or(0) as usize / 8,
            fields,
        })
    }

    /// A field; `None` for what takes no room (functions, static members).
    fn field(&self, number: u32) -> Result<Option<StructField>, TypeRefusal> {
        let Some(node) = self.all.node(number) else {
            return Ok(None);
        };
        let takes_room = matches!(node.text("tag"), Some("DW_TAG_member" | "DW_TAG_inheritance"));
        if !takes_room || node.has_flag("DIFlagStaticMember") {
            return Ok(None);
        }
        if node.has_flag("DIFlagBitField") {
            return Err(TypeRefusal::wrap("a struct with bit fields"));
        }
        let base = node
            .reference("baseType")
            .ok_or_else(|| TypeRefusal::wrap("a field of no known type"))?;
        let ty = self.type_of(base, None)?;
        let name = node.text("name").unwrap_or("base").to_owned();
        Ok(Some(StructField {
            name,
            offset: node.number("offset").unwrap_or(0) as usize / 8,
            ty,
        }))
    }
}

/// A type that is refused, before the argument's name is known.
pub(crate) struct TypeRefusal {
    what: String,
    remedy: String,
}

impl TypeRefusal {
    fn new(what: impl Into<String>, remedy: &str) -> Self {
        TypeRefusal {
            what: what.into(),
            remedy: remedy.to_owned(),
        }
    }

    /// A refusal with the remedy that always helps.
    pub fn wrap(what: impl Into<String>) -> Self {
        Self::new(
            what,
            "write a small function around it that takes numbers, and name that one",
        )
    }

    /// The refusal of an argument of a function.
    pub fn of(self, function: &str, argument: &str) -> InstrumentTrouble {
        let argument = argument.to_owned();
        InstrumentTrouble::Unsupported {
            function: function.to_owned(),
            argument,
            what: self.what,
            remedy: self.remedy,
        }
    }
}

/// Types that only rename or qualify another.
fn is_wrapper(tag: &str) -> bool {
    const TAGS: [&str; 5] = ["typedef", "const_type", "volatile_type", "restrict_type", "atomic_type"];
    tag.strip_prefix("DW_TAG_").is_some_and(|tag| TAGS.contains(&tag))
}

fn count_of(range: &MetadataNode) -> Option<usize> {
    let count = range.number("count").or_else(|| {
        let upper = range.number("upperBound")?;
        Some(upper - range.number("lowerBound").unwrap_or(1) + 1)
    })?;
    usize::try_from(count).ok().filter(|count| *count > 0)
}

fn basic(node: &MetadataNode) -> Result<Scalar, TypeRefusal> {
    let bits = node.number("size").unwrap_or(0) as u32;
    let name = node.text("name").unwrap_or("");
    let integer = |signed| Ok(Scalar::Integer { bits, signed });
    match (node.text("encoding").unwrap_or(""), bits) {
        // A `_BitInt` has fewer values than its bytes, and compilers do not agree on the rest of them.
        _ if name.contains("_BitInt") => Err(TypeRefusal::wrap(format!("`{name}`, an integer of odd width"))),
        ("DW_ATE_float", 32) => Ok(Scalar::F32),
        ("DW_ATE_float", 64) => Ok(Scalar::F64),
        ("DW_ATE_float", 128) if name == "long double" => Ok(Scalar::F80),
        ("DW_ATE_boolean", 8..=64) => Ok(Scalar::Bool { bits }),
        ("DW_ATE_signed" | "DW_ATE_signed_char", 8..=128) => integer(true),
        ("DW_ATE_unsigned" | "DW_ATE_unsigned_char" | "DW_ATE_UTF", 8..=128) => integer(false),
        _ => Err(TypeRefusal::wrap(format!("`{name}` of {bits} bits"))),
    }
}
