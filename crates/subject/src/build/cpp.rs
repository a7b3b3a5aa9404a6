//! C++: templates over the type of the function find out everything; exceptions are rejections.
//!
//! References and pointers to what is not constant are results, constant references are inputs.

use super::c::{compile, link};
use super::{Driver, Harness, SubjectSource, flags, given_prototype, missing, text_names};
use crate::broken::Broken;
use crate::options::SubjectOptions;
use crate::prototype::Prototype;
use crate::toolchain::{C, CPP, Tool, Workshop, floating_point};

const SHIM: &str = include_str!("../harness/shim.cpp");

/// Builds a driver for a function in a C++ file.
pub fn build(source: &SubjectSource<'_>, options: &SubjectOptions) -> Result<Driver, Broken> {
    let (tool, c) = (Tool::find(&CPP)?, Tool::find(&C)?);
    let line = text_names::line(&source.text, &text_names::CPP, source.name);
    if line.is_none() && options.signature.is_none() && !source.text.contains("#include") {
        return Err(missing(
            &source.shown(),
            source.name,
            &text_names::all(&source.text, &text_names::CPP),
        ));
    }
    let mut workshop = Workshop::new()?;
    let harness = Harness::start(&mut workshop, &c)?;
    let flags = flags(options);
    let function = expression(source.name, given_prototype(options, false)?.as_ref());
    let choice = options.result.map_or(-1, |n| n.min(1000) as i64);
    let shim = format!(
        "#define main lydian_users_main\n#include \"{}\"\n#undef main\n#define LYDIAN_FUNCTION {function}\n\
         #define LYDIAN_RESULT ({choice})\n{SHIM}",
        source.path.display()
    );
    let text = workshop.write("shim.cpp", &shim)?;
    let object = workshop.name("shim.o");
    compile(&mut workshop, &tool, &flags, &text, &object).map_err(|broken| explain(broken, source))?;
    harness.finish(&workshop)?;
    let program = workshop.name(&source.driver_name());
    link(&mut workshop, &tool, &flags, &[object], options, &program)?;
    let mut record = source.record("cpp", &tool, line);
    record.floating_point = floating_point(&flags);
    Ok(Driver::new(workshop, program, record))
}

/// The function, with its type where the user gives one, so that one of several is chosen.
fn expression(name: &str, given: Option<&Prototype>) -> String {
    let Some(given) = given else {
        return format!("(&{name})");
    };
    let star = |pointer| if pointer { " *" } else { "" };
    let types: Vec<String> = given
        .parameters
        .iter()
        .map(|p| format!("{}{}", p.base, star(p.pointer)))
        .collect();
    format!("(static_cast<{} (*)({})>(&{name}))", given.returns, types.join(", "))
}

/// Says more where it is the name that the compiler did not understand.
fn explain(broken: Broken, source: &SubjectSource<'_>) -> Broken {
    let simple = source.name.rsplit("::").next().unwrap_or(source.name);
    if ["has not been declared", "was not declared", "is not a member"]
        .iter()
        .any(|m| broken.what.contains(m))
        && broken.what.contains("LYDIAN_FUNCTION")
    {
        return missing(
            &source.shown(),
            source.name,
            &text_names::all(&source.text, &text_names::CPP),
        );
    }
    if broken.what.contains("overloaded") || broken.what.contains("unresolved") {
        let remedy = format!("say which one with a signature, such as `double {simple}(double x)`");
        return Broken::new(broken.what, remedy);
    }
    broken
}
