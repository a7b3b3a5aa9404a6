//! C: the driver includes the user's file, so that static functions and the real prototype are within reach.
//!
//! The prototype is read from the preprocessed source and declared again behind the file: the compiler refuses it
//! unless it is the real one. Which types the words mean is found out by `_Generic`.
//! Parameters that are pointers are results. Result 0 is the returned value, 1 the first pointer, and so on.
//! Where an interface says which pointers are arrays, the shim of `arrays` takes the place of the one here.

use super::{Driver, Harness, SubjectSource, arrays, check_arity, flags, given_prototype, missing};
use crate::broken::Broken;
use crate::interface::Interface;
use crate::options::SubjectOptions;
use crate::prototype::{self, Prototype, PrototypeParameter, VOID};
use crate::toolchain::{C, Tool, Workshop, floating_point};
use std::fmt::Write;

/// Builds a driver for a function in a C file.
pub fn build(
    source: &SubjectSource<'_>,
    options: &SubjectOptions,
    interface: Option<&Interface>,
) -> Result<Driver, Broken> {
    let tool = Tool::find(&C)?;
    let mut workshop = Workshop::new()?;
    let harness = Harness::start(&mut workshop, &tool)?;
    let flags = flags(options);
    let prototype = match given_prototype(options, interface.is_some())? {
        Some(given) => Prototype {
            name: source.name.into(),
            ..given
        },
        None => find_prototype(source, &tool, &mut workshop, &flags, interface.is_some())?,
    };
    let way = Reached {
        prologue: include_user(&source.path.display().to_string(), &prototype),
        load: String::new(),
        callee: source.name.into(),
    };
    let shim = shim_text(way, &prototype, options, interface)?;
    let text = workshop.write("shim.c", &shim)?;
    let object = workshop.name("shim.o");
    compile(&mut workshop, &tool, &flags, &text, &object)?;
    harness.finish(&workshop)?;
    let program = workshop.name(&source.driver_name());
    link(&mut workshop, &tool, &flags, &[object], options, &program)?;
    let line = prototype::find_definitions(&source.text)
        .into_iter()
        .find(|d| d.0 == source.name)
        .map(|d| d.1);
    let mut record = source.record("c", &tool, line);
    record.floating_point = floating_point(&flags);
    record.signature = prototype.text();
    Ok(Driver {
        names: prototype.inputs().map(|p| p.name.clone()).collect(),
        ..Driver::new(workshop, program, record)
    })
}

fn find_prototype(
    source: &SubjectSource<'_>,
    tool: &Tool,
    shop: &mut Workshop,
    flags: &[String],
    arrays: bool,
) -> Result<Prototype, Broken> {
    let path = source.path.display().to_string();
    let preprocessed = shop.run(tool, &[flags, &["-E".to_owned(), path]].concat())?;
    let found = Prototype::find(&preprocessed, source.name);
    match found.map(|found| found.and_then(|p| if arrays { Ok(p) } else { p.without_arrays() })) {
        Some(Ok(prototype)) => Ok(prototype),
        Some(Err(why)) => {
            let what = format!("`{}` cannot be called: {why}", source.name);
            Err(Broken::new(
                what,
                "write a function around it that takes and returns numbers",
            ))
        }
        None => {
            let names: Vec<String> = prototype::find_definitions(&source.text)
                .into_iter()
                .map(|d| d.0)
                .collect();
            Err(missing(&source.shown(), source.name, &names))
        }
    }
}

/// The user's file, without its main function, and the prototype again for the compiler to confirm.
fn include_user(path: &str, prototype: &Prototype) -> String {
    let path = path.replace('\\', "\\\\").replace('"', "\\\"");
    format!(
        "#define main lydian_users_main\n#include \"{path}\"\n#undef main\n{};\n",
        prototype.text()
    )
}

/// Compiles one file.
pub fn compile(shop: &mut Workshop, tool: &Tool, flags: &[String], text: &str, object: &str) -> Result<(), Broken> {
    let rest = ["-c", text, "-o", object].map(str::to_owned);
    shop.run(tool, &[flags, &rest].concat()).map(|_| ())
}

/// Links objects with the harness, which comes first so that its `main` is taken.
pub fn link(
    shop: &mut Workshop,
    tool: &Tool,
    flags: &[String],
    objects: &[String],
    options: &SubjectOptions,
    program: &str,
) -> Result<(), Broken> {
    let head = ["-Wl,-z,muldefs".to_owned(), shop.name("harness.o")];
    let tail = ["-lm", "-ldl", "-o", program].map(str::to_owned);
    shop.run(tool, &[flags, &head, objects, &options.link, &tail].concat())
        .map(|_| ())
}

/// The result that counts, checked against the prototype.
pub fn choose_result(prototype: &Prototype, options: &SubjectOptions) -> Result<usize, Broken> {
    let choice = options.result.unwrap_or_else(|| prototype.default_result());
    let there = prototype.outputs().count();
    let text = prototype.text();
    if choice == 0 && prototype.returns_nothing() {
        let remedy = match there {
            0 => "give a signature with a pointer for the result, such as `void f(double x, double *y)`",
            _ => "choose a result from 1 on",
        };
        return Err(Broken::new(format!("`{text}` returns nothing"), remedy));
    }
    if choice > there {
        let what = format!("`{text}` has no result {choice}");
        return Err(Broken::new(
            what,
            format!("choose one from 0 (the returned value) to {there}"),
        ));
    }
    Ok(choice)
}

/// How a unit in C reaches a function.
pub struct Reached {
    /// What makes the function known.
    pub prologue: String,
    /// Statements to run before the first call.
    pub load: String,
    /// The expression to call.
    pub callee: String,
}

/// The text of the unit that calls a function: all results but one are dropped, unless an interface says otherwise.
pub fn shim_text(
    way: Reached,
    prototype: &Prototype,
    options: &SubjectOptions,
    interface: Option<&Interface>,
) -> Result<String, Broken> {
    if let Some(interface) = interface {
        return arrays::text(&way, prototype, interface);
    }
    check_arity(&prototype.name, prototype.inputs().count(), options)?;
    let shim = CShim {
        way,
        references: vec![],
        choice: choose_result(prototype, options)?,
        prototype,
    };
    Ok(shim.text())
}

/// A translation unit in C that describes and calls a function.
pub struct CShim<'a> {
    /// How it reaches the function.
    pub way: Reached,
    /// Which inputs are passed by reference, as in Fortran; those that are not listed are not.
    pub references: Vec<bool>,
    /// The result that counts.
    pub choice: usize,
    /// The types.
    pub prototype: &'a Prototype,
}

/// Codes of types, see `lydian.h`.
pub const CODES: &str = r#"
#define LYDIAN_CODE(T) _Generic((T){0}, float: LYDIAN_TYPE('f', 4), double: LYDIAN_TYPE('f', 8), \
    long double: LYDIAN_TYPE('f', sizeof(long double)), char: LYDIAN_TYPE((char)-1 < 0 ? 'i' : 'u', 1), \
    signed char: LYDIAN_TYPE('i', 1), unsigned char: LYDIAN_TYPE('u', 1), _Bool: LYDIAN_TYPE('u', 1), \
    short: LYDIAN_TYPE('i', 2), unsigned short: LYDIAN_TYPE('u', 2), int: LYDIAN_TYPE('i', 4), \
    unsigned: LYDIAN_TYPE('u', 4), long: LYDIAN_TYPE('i', sizeof(long)), \
    unsigned long: LYDIAN_TYPE('u', sizeof(long)), long long: LYDIAN_TYPE('i', 8), \
    unsigned long long: LYDIAN_TYPE('u', 8), default: 0)
"#;

impl CShim<'_> {
    /// The text of the unit.
    pub fn text(&self) -> String {
        let mut text = format!("{}#include \"lydian.h\"\n{CODES}\n", self.way.prologue);
        self.describe(&mut text);
        self.call(&mut text);
        text
    }

    fn chosen(&self) -> &str {
        match self.choice {
            0 => &self.prototype.returns,
            n => self.prototype.outputs().nth(n - 1).map_or(VOID, |p| &p.base),
        }
    }

    fn describe(&self, text: &mut String) {
        let arity = self.prototype.inputs().count();
        text.push_str("void lydian_describe(struct lydian_header *lydian_h) {\n");
        let _ = writeln!(text, "    lydian_h->arity = {arity};");
        for (i, input) in self.prototype.inputs().enumerate() {
            let _ = writeln!(text, "    lydian_h->arguments[{i}] = LYDIAN_CODE({});", input.base);
        }
        let _ = writeln!(text, "    lydian_h->result = LYDIAN_CODE({});", self.chosen());
        let _ = writeln!(text, "    {}\n}}\n", self.way.load);
    }

    fn call(&self, text: &mut String) {
        text.push_str("void lydian_call(const unsigned char *lydian_in, struct lydian_slot *lydian_s) {\n");
        for (i, input) in self.prototype.inputs().enumerate() {
            let _ = writeln!(text, "    {} lydian_a{i};", input.base);
            let _ = writeln!(
                text,
                "    __builtin_memcpy(&lydian_a{i}, lydian_in + {}, sizeof lydian_a{i});",
                16 * i
            );
        }
        // A result that is not written shows as a NaN.
        for (i, output) in self.prototype.outputs().enumerate() {
            let _ = writeln!(text, "    {} lydian_r{};", output.base, i + 1);
            let _ = writeln!(
                text,
                "    __builtin_memset(&lydian_r{0}, 255, sizeof lydian_r{0});",
                i + 1
            );
        }
        let call = format!("{}({})", self.way.callee, self.actual_arguments());
        if self.prototype.returns_nothing() {
            let _ = writeln!(text, "    {call};");
        } else {
            let _ = writeln!(text, "    {} lydian_r0 = {call};", self.prototype.returns);
        }
        self.keep(text);
    }

    fn actual_arguments(&self) -> String {
        let (mut inputs, mut outputs) = (0, 0);
        let mut one = |p: &PrototypeParameter| {
            if p.pointer {
                outputs += 1;
                return format!("&lydian_r{outputs}");
            }
            inputs += 1;
            let by_reference = self.references.get(inputs - 1).copied().unwrap_or(false);
            format!("{}lydian_a{}", if by_reference { "&" } else { "" }, inputs - 1)
        };
        let all: Vec<String> = self.prototype.parameters.iter().map(&mut one).collect();
        all.join(", ")
    }

    /// Stores the result that counts, and beside it the status that was returned.
    fn keep(&self, text: &mut String) {
        let n = self.choice;
        let _ = writeln!(text, "    lydian_s->outcome = LYDIAN_VALUE;");
        let _ = writeln!(text, "    lydian_s->type = LYDIAN_CODE({});", self.chosen());
        let _ = writeln!(
            text,
            "    __builtin_memcpy(lydian_s->value, &lydian_r{n}, sizeof lydian_r{n});"
        );
        if n != 0 && self.prototype.returns_status() {
            let _ = writeln!(
                text,
                "    lydian_s->status_type = LYDIAN_CODE(int);\n    lydian_s->status = lydian_r0;"
            );
        }
        text.push_str("}\n");
    }
}
