//! Fortran: gfortran tells the types of the procedure, and a shim in C calls it by reference.
//!
//! Dummies with intent(out) are results, and so are those behind the arguments that the suite names.
//! Where an interface says what is passed, arrays of explicit shape or assumed size are possible, and every dummy that is
//! no value is a pointer.
//! External procedures, module procedures and those with bind(C) are reached; internal ones are not.

use super::c::{CShim, Reached, choose_result, compile, link};
use super::{Driver, Harness, SubjectSource, arrays, check_arity, flags, given_prototype, missing, text_names};
use crate::broken::Broken;
use crate::interface::Interface;
use crate::number::PassedType;
use crate::options::SubjectOptions;
use crate::prototype::{Prototype, PrototypeParameter};
use crate::toolchain::{C, FORTRAN, Tool, Workshop, floating_point};

/// Builds a driver for a procedure in a Fortran file.
pub fn build(
    source: &SubjectSource<'_>,
    options: &SubjectOptions,
    interface: Option<&Interface>,
) -> Result<Driver, Broken> {
    let (tool, c) = (Tool::find(&FORTRAN)?, Tool::find(&C)?);
    let line = text_names::line(&source.text, &text_names::FORTRAN, source.name);
    if line.is_none() {
        return Err(missing(
            &source.shown(),
            source.name,
            &text_names::all(&source.text, &text_names::FORTRAN),
        ));
    }
    let mut workshop = Workshop::new()?;
    let harness = Harness::start(&mut workshop, &c)?;
    let flags = flags(options);
    let arrays = interface.is_some();
    let procedure = match given_prototype(options, arrays)? {
        Some(prototype) => Procedure::given(prototype, source.name, arrays),
        None => ask_compiler(source, options, arrays, &tool, &mut workshop, &flags)?,
    };
    check_arity(source.name, procedure.prototype.inputs().count(), options)?;
    let users = workshop.name("users.o");
    let fortran_flags = [&flags[..], &["-J".to_owned(), workshop.name("")]].concat();
    compile(
        &mut workshop,
        &tool,
        &fortran_flags,
        &source.path.display().to_string(),
        &users,
    )?;
    let shim = match interface {
        Some(interface) => arrays::text(&procedure.way(), &procedure.prototype, interface)?,
        None => procedure.shim(choose_result(&procedure.prototype, options)?),
    };
    let text = workshop.write("shim.c", &shim)?;
    let object = workshop.name("shim.o");
    compile(&mut workshop, &c, &["-O1".to_owned()], &text, &object)?;
    harness.finish(&workshop)?;
    let program = workshop.name(&source.driver_name());
    link(&mut workshop, &tool, &flags, &[object, users], options, &program)?;
    let mut record = source.record("fortran", &tool, line);
    record.floating_point = floating_point(&flags);
    record.signature = procedure.prototype.text();
    let names = procedure.prototype.inputs().map(|p| p.name.clone()).collect();
    Ok(Driver {
        names,
        ..Driver::new(workshop, program, record)
    })
}

/// A procedure as C sees it.
struct Procedure {
    symbol: String,
    prototype: Prototype,
    /// Which inputs are passed by reference.
    references: Vec<bool>,
}

impl Procedure {
    fn given(mut prototype: Prototype, name: &str, arrays: bool) -> Procedure {
        for parameter in &mut prototype.parameters {
            parameter.pointer |= arrays;
        }
        Procedure {
            symbol: format!("{}_", name.to_lowercase()),
            references: prototype.inputs().map(|_| true).collect(),
            prototype,
        }
    }

    fn way(&self) -> Reached {
        let mut references = self.references.iter();
        let mut one = |p: &PrototypeParameter| {
            let mut passed = p.clone();
            passed.pointer |= !p.pointer && references.next().copied().unwrap_or(true);
            passed.kind()
        };
        let types: Vec<String> = self.prototype.parameters.iter().map(&mut one).collect();
        let (returns, symbol) = (&self.prototype.returns, &self.symbol);
        Reached {
            prologue: format!("extern {returns} {symbol}({});\n", types.join(", ")),
            load: String::new(),
            callee: symbol.clone(),
        }
    }

    fn shim(&self, choice: usize) -> String {
        let shim = CShim {
            way: self.way(),
            references: self.references.clone(),
            choice,
            prototype: &self.prototype,
        };
        shim.text()
    }
}

fn ask_compiler(
    source: &SubjectSource<'_>,
    options: &SubjectOptions,
    arrays: bool,
    tool: &Tool,
    shop: &mut Workshop,
    flags: &[String],
) -> Result<Procedure, Broken> {
    let path = source.path.display().to_string();
    let ask = ["-fsyntax-only", "-fdump-fortran-original", "-J", &shop.name(""), &path].map(str::to_owned);
    let dump = shop.run(tool, &[flags, &ask].concat())?;
    let scopes = read_dump(&dump);
    let refuse = |why: String| {
        let remedy = "make it an external or module procedure with numbers as arguments, or give a signature in C";
        Broken::new(format!("`{}` cannot be called: {why}", source.name), remedy)
    };
    procedure(&scopes, source, options, arrays).map_err(refuse)
}

/// A scope of the compiler's dump.
#[derive(Debug, Default)]
struct DumpScope {
    name: String,
    symbols: Vec<Symbol>,
}

#[derive(Debug, Default)]
struct Symbol {
    name: String,
    kind: String,
    attributes: String,
    shape: String,
    dummies: Vec<String>,
}

fn read_dump(dump: &str) -> Vec<DumpScope> {
    let mut scopes: Vec<DumpScope> = vec![];
    for line in dump.lines().map(str::trim) {
        if let Some(name) = line.strip_prefix("procedure name = ") {
            let name = name.to_owned();
            let symbols = vec![];
            scopes.push(DumpScope { name, symbols });
        } else if let Some(scope) = scopes.last_mut() {
            read_symbol_line(line, &mut scope.symbols);
        }
    }
    scopes
}

fn read_symbol_line(line: &str, symbols: &mut Vec<Symbol>) {
    if line.starts_with("symtree:") {
        let name = line.split('\'').nth(1).unwrap_or_default().to_owned();
        symbols.push(Symbol {
            name,
            ..Symbol::default()
        });
    } else if let (Some(symbol), Some((key, value))) = (symbols.last_mut(), line.split_once(':')) {
        match key.trim() {
            "type spec" => symbol.kind = value.trim().to_owned(),
            "attributes" => symbol.attributes = value.trim().to_owned(),
            "Array spec" => symbol.shape = value.trim().to_owned(),
            "Formal arglist" => symbol.dummies = value.split_whitespace().map(str::to_owned).collect(),
            _ => {}
        }
    }
}

impl Symbol {
    fn has(&self, attribute: &str) -> bool {
        self.attributes.contains(attribute)
    }

    /// As a parameter of a function of numbers.
    fn number(&self, result: bool) -> Result<PrototypeParameter, String> {
        Ok(PrototypeParameter {
            base: self.c_type()?.into(),
            name: self.name.clone(),
            pointer: result,
            constant: false,
            matrix: None,
        })
    }

    /// As C sees it.
    fn pointer(&self) -> Result<PrototypeParameter, String> {
        Ok(PrototypeParameter {
            base: self.element_type()?.into(),
            name: self.name.clone(),
            pointer: !self.has("VALUE"),
            constant: self.has("DUMMY(IN)"),
            matrix: None,
        })
    }

    /// The type of its elements if C can pass it: other arrays have a descriptor.
    fn element_type(&self) -> Result<&'static str, String> {
        let plain = ["AS_EXPLICIT", "AS_ASSUMED_SIZE"]
            .iter()
            .any(|kind| self.shape.contains(kind));
        if self.has("DIMENSION") && !plain {
            return Err(format!("`{}` is an array without an explicit size", self.name));
        }
        self.number_type()
    }

    /// `(REAL 8)` and the like as a type of C.
    fn c_type(&self) -> Result<&'static str, String> {
        if self.has("DIMENSION") {
            return Err(format!("`{}` is an array, no number", self.name));
        }
        self.number_type()
    }

    fn number_type(&self) -> Result<&'static str, String> {
        let inner = self.kind.trim_matches(['(', ')']).to_lowercase();
        let words: Vec<&str> = inner.split_whitespace().collect();
        let known = match words.as_slice() {
            [kind, bytes, ..] => PassedType::from_fortran(&format!("{kind}({bytes})")),
            _ => None,
        };
        known
            .map(PassedType::c_name)
            .ok_or_else(|| format!("`{}` is {}, no number", self.name, inner))
    }
}

fn procedure(
    scopes: &[DumpScope],
    source: &SubjectSource<'_>,
    options: &SubjectOptions,
    arrays: bool,
) -> Result<Procedure, String> {
    let name = source.name.to_lowercase();
    let all = scopes
        .iter()
        .flat_map(|scope| scope.symbols.iter().map(move |symbol| (scope, symbol)));
    let mut found = all.filter(|(_, s)| s.name == name && s.has("PROCEDURE") && !s.has("INTRINSIC"));
    let (scope, symbol) = found.next().ok_or("the compiler lists no such procedure")?;
    let own = scopes.iter().find(|s| s.name == name).ok_or("it has no body here")?;
    if scope.name != name && !symbol.has("MODULE-PROC") {
        return Err(format!("it is internal to `{}`", scope.name));
    }
    let mut references = vec![];
    let mut parameters = vec![];
    for dummy in &symbol.dummies {
        let declared = own.symbols.iter().find(|s| s.name == *dummy);
        let declared = declared.ok_or_else(|| format!("`{dummy}` is unknown"))?;
        let surplus = !options.arguments.is_empty() && references.len() >= options.arguments.len();
        let result = declared.has("DUMMY(OUT)") || (surplus && !declared.has("DUMMY(IN)"));
        let parameter = if arrays {
            declared.pointer()?
        } else {
            declared.number(result)?
        };
        if !parameter.pointer {
            references.push(!arrays && !declared.has("VALUE"));
        }
        parameters.push(parameter);
    }
    let returns = if symbol.has("SUBROUTINE") {
        "void"
    } else {
        symbol.c_type()?
    };
    Ok(Procedure {
        symbol: linker_name(scope, symbol, &source.text),
        prototype: Prototype {
            returns: returns.into(),
            name,
            parameters,
        },
        references,
    })
}

fn linker_name(scope: &DumpScope, symbol: &Symbol, text: &str) -> String {
    if symbol.has("BIND(C)") {
        return binding(text, &symbol.name).unwrap_or_else(|| symbol.name.clone());
    }
    if scope.name != symbol.name {
        return format!("__{}_MOD_{}", scope.name, symbol.name);
    }
    format!("{}_", symbol.name)
}

/// The name in `bind(c, name="...")` on the line that defines the procedure.
fn binding(text: &str, name: &str) -> Option<String> {
    let line = text_names::line(text, &text_names::FORTRAN, name)?;
    let line = text.lines().nth(line - 1)?;
    let at = line.to_lowercase().find("name")?;
    let quoted = line[at..].split(['"', '\'']).nth(1)?;
    Some(quoted.to_owned())
}
