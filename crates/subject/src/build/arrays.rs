//! Functions with arrays and several outputs: the prototype against the interface, and the shim in C.
//!
//! An array is copied into a block of its own for each call, between two zones that must stay as they are.

use super::c::{CODES, Reached};
use super::library::doubles;
use crate::broken::Broken;
use crate::interface::{Interface, PassedExtent, PassedParameter, Way};
use crate::prototype::{Prototype, PrototypeParameter, VOID};
use std::fmt::Write;

/// The text of a unit in C that describes and calls a function.
pub fn text(way: &Reached, prototype: &Prototype, interface: &Interface) -> Result<String, Broken> {
    check_fit(prototype, interface).map_err(|why| unfit(prototype, interface, &why))?;
    let shim = ArrayShim {
        way,
        prototype,
        interface,
        parts: parts(prototype, interface),
    };
    Ok(shim.text())
}

/// A function of doubles that returns one, if the interface has numbers only.
pub fn all_double(name: &str, interface: &Interface) -> Result<Prototype, Broken> {
    let names: Vec<String> = interface.parameters.iter().map(|p| p.name.clone()).collect();
    if interface.is_plain() {
        return Ok(doubles(name, &names));
    }
    let what = format!("the types of `{name}` are not known");
    let one = |p: &PassedParameter| match (p.extent, p.way) {
        (PassedExtent::Number, Way::In) => format!("double {}", p.name),
        (_, Way::In) => format!("const double *{}", p.name),
        _ => format!("double *{}", p.name),
    };
    let parameters: Vec<String> = interface.parameters.iter().map(one).collect();
    let returns = if interface.returns.is_empty() { VOID } else { "double" };
    let remedy = format!(
        "give a signature, such as `{returns} {name}({})`",
        parameters.join(", ")
    );
    Err(Broken::new(what, remedy))
}

fn unfit(prototype: &Prototype, interface: &Interface, why: &str) -> Broken {
    let what = format!(
        "`{}` does not fit the contract, which has {}{interface}: {why}",
        prototype.text(),
        prototype.name
    );
    Broken::new(
        what,
        "correct the contract, name another function, or write one around it that fits",
    )
}

fn check_fit(prototype: &Prototype, interface: &Interface) -> Result<(), String> {
    let (there, passed) = (prototype.parameters.len(), interface.parameters.len());
    if there != passed {
        return Err(format!(
            "it takes {}, and the contract passes {passed}",
            parameters_in_words(there)
        ));
    }
    for (parameter, passed) in prototype.parameters.iter().zip(&interface.parameters) {
        check_parameter(parameter, passed)?;
    }
    check_returns(&prototype.returns, &interface.returns)
}

fn parameters_in_words(n: usize) -> String {
    match n {
        0 => "no parameters".into(),
        1 => "1 parameter".into(),
        n => format!("{n} parameters"),
    }
}

fn check_parameter(parameter: &PrototypeParameter, passed: &PassedParameter) -> Result<(), String> {
    let (text, name) = (parameter.text(), &passed.name);
    if parameter.base == VOID {
        return Err(format!("`{text}` does not say what it points to"));
    }
    match (passed.way, passed.extent) {
        (_, PassedExtent::Array(n)) if !parameter.pointer => Err(format!(
            "`{text}` is one number, and the contract passes an array of {n} as `{name}`"
        )),
        (Way::Changed | Way::Filled, _) if !parameter.pointer => Err(format!(
            "`{text}` is passed by value, so `{name}` cannot come back from it"
        )),
        (Way::Changed | Way::Filled, _) if parameter.constant => {
            Err(format!("`{text}` is constant, so `{name}` cannot come back from it"))
        }
        _ => Ok(()),
    }
}

fn check_returns(there: &str, expected: &[PassedExtent]) -> Result<(), String> {
    match expected {
        [] => Ok(()),
        [PassedExtent::Number] if there == VOID => Err("it returns nothing, and the contract expects a number".into()),
        [PassedExtent::Number] => Ok(()),
        [PassedExtent::Array(_)] => {
            Err("no function of C returns an array; let the contract say that it is filled".into())
        }
        many => Err(format!(
            "it returns one number, and the contract expects {} results; let the contract say that the others are filled",
            many.len()
        )),
    }
}

/// A parameter on both sides.
struct ArrayParameter<'a> {
    parameter: &'a PrototypeParameter,
    passed: &'a PassedParameter,
    /// The place of its first number in an input.
    first: usize,
}

fn parts<'a>(prototype: &'a Prototype, interface: &'a Interface) -> Vec<ArrayParameter<'a>> {
    let mut at = 0;
    let pairs = prototype.parameters.iter().zip(&interface.parameters);
    let mut one = |(parameter, passed): (&'a PrototypeParameter, &'a PassedParameter)| {
        let first = at;
        at += if passed.way.goes_in() { passed.extent.count() } else { 0 };
        ArrayParameter {
            parameter,
            passed,
            first,
        }
    };
    pairs.map(&mut one).collect()
}

struct ArrayShim<'a> {
    way: &'a Reached,
    prototype: &'a Prototype,
    interface: &'a Interface,
    parts: Vec<ArrayParameter<'a>>,
}

impl ArrayShim<'_> {
    fn text(&self) -> String {
        let mut text = format!("{}#include \"lydian.h\"\n{CODES}\n", self.way.prologue);
        for (i, part) in self.pointers() {
            let bytes = part.bytes();
            let _ = writeln!(
                text,
                "static unsigned char lydian_m{i}[2 * LYDIAN_ZONE + {bytes}] __attribute__((aligned(64)));"
            );
        }
        self.describe(&mut text);
        self.call(&mut text);
        text
    }

    fn pointers(&self) -> impl Iterator<Item = (usize, &ArrayParameter<'_>)> {
        self.parts.iter().enumerate().filter(|(_, part)| part.parameter.pointer)
    }

    fn describe(&self, text: &mut String) {
        text.push_str("void lydian_describe(struct lydian_header *lydian_h) {\n    lydian_h->arity = 0;\n");
        for part in &self.parts {
            let (base, count) = (&part.parameter.base, part.passed.extent.count());
            let count = if part.passed.way.goes_in() { count } else { 0 };
            let shown = quoted(&format!("the parameter `{}`", part.parameter.text()));
            let _ = writeln!(
                text,
                "    lydian_types(lydian_h, {count}, LYDIAN_CODE({base}), {shown});"
            );
        }
        if !self.interface.returns.is_empty() {
            let returns = &self.prototype.returns;
            let shown = quoted(&format!("the result of `{}`", self.prototype.text()));
            let _ = writeln!(text, "    lydian_types(lydian_h, 0, LYDIAN_CODE({returns}), {shown});");
        }
        let _ = writeln!(text, "    {}\n}}\n", self.way.load);
    }

    fn call(&self, text: &mut String) {
        text.push_str("void lydian_call(const unsigned char *lydian_in, struct lydian_slot *lydian_s) {\n");
        for (i, part) in self.parts.iter().enumerate() {
            part.prepare(i, text);
        }
        let arguments: Vec<String> = self.parts.iter().enumerate().map(ArrayParameter::argument).collect();
        let call = format!("{}({})", self.way.callee, arguments.join(", "));
        if self.prototype.returns_nothing() {
            let _ = writeln!(text, "    {call};");
        } else {
            let _ = writeln!(text, "    {} lydian_r = {call};", self.prototype.returns);
        }
        text.push_str("    __asm__ volatile(\"\" : : : \"memory\");\n");
        self.keep(text);
        text.push_str("}\n");
    }

    /// Looks at the zones, then stores what was returned, changed and filled.
    fn keep(&self, text: &mut String) {
        for (i, part) in self.pointers() {
            let (bytes, name) = (part.bytes(), part.shown());
            let _ = writeln!(
                text,
                "    if (!lydian_intact(lydian_m{i}, {bytes}, {name}, lydian_s)) return;"
            );
        }
        if !self.interface.returns.is_empty() {
            let returns = &self.prototype.returns;
            put(text, "&lydian_r", 1, returns);
        } else if self.prototype.returns_status() {
            text.push_str("    lydian_s->status_type = LYDIAN_CODE(int);\n    lydian_s->status = lydian_r;\n");
        }
        for (i, part) in self.pointers().filter(|(_, part)| part.passed.way.comes_back()) {
            let count = part.passed.extent.count();
            put(text, &format!("lydian_a{i}"), count, &part.parameter.base);
        }
    }
}

fn put(text: &mut String, from: &str, count: usize, kind: &str) {
    let _ = writeln!(
        text,
        "    lydian_put(lydian_s, {from}, {count}, sizeof({kind}), LYDIAN_CODE({kind}));"
    );
}

impl ArrayParameter<'_> {
    fn bytes(&self) -> String {
        format!("{} * sizeof({})", self.passed.extent.count(), self.parameter.base)
    }

    /// In C a pointer to anything becomes a pointer to the rows of a matrix.
    fn argument((i, part): (usize, &ArrayParameter<'_>)) -> String {
        let cast = if part.parameter.matrix.is_some() {
            "(void *)"
        } else {
            ""
        };
        format!("{cast}lydian_a{i}")
    }

    fn shown(&self) -> String {
        let kind = match self.passed.extent {
            PassedExtent::Number => "number",
            PassedExtent::Array(_) => "array",
        };
        quoted(&format!("the {kind} `{}`", self.passed.name))
    }

    /// Declares the argument and gives it its numbers. The compiler must not know where a pointer leads: it could
    /// take the end of the array for granted.
    fn prepare(&self, i: usize, text: &mut String) {
        let (base, from) = (&self.parameter.base, 16 * self.first);
        if !self.parameter.pointer {
            let _ = writeln!(text, "    {base} lydian_a{i};");
            let _ = writeln!(
                text,
                "    lydian_take(&lydian_a{i}, lydian_in + {from}, 1, sizeof({base}));"
            );
            return;
        }
        let _ = writeln!(
            text,
            "    {base} *lydian_a{i} = lydian_guard(lydian_m{i}, {});",
            self.bytes()
        );
        if self.passed.way.goes_in() {
            let count = self.passed.extent.count();
            let _ = writeln!(
                text,
                "    lydian_take(lydian_a{i}, lydian_in + {from}, {count}, sizeof({base}));"
            );
        }
        let _ = writeln!(text, "    __asm__ volatile(\"\" : \"+r\"(lydian_a{i}) : : \"memory\");");
    }
}

/// A text as a string of C.
fn quoted(text: &str) -> String {
    let plain = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", plain.replace(char::is_control, " "))
}
