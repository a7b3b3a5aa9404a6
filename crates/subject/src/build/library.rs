//! Shared libraries: a shim in C loads the library when it runs and calls the symbol with the types of the signature.
//!
//! Without a signature every argument and the result are doubles.

use super::c::{Reached, compile, link, shim_text};
use super::{Driver, Harness, arrays, given_prototype, missing};
use crate::broken::Broken;
use crate::interface::Interface;
use crate::options::SubjectOptions;
use crate::prototype::{Prototype, PrototypeParameter};
use crate::toolchain::{self, C, Tool, Workshop};
use child::{Allowance, Ending};
use std::path::Path;
use std::process::Command;
use suite::SubjectRecord;

/// Builds a driver for a symbol of a shared library.
pub fn build(
    file: &Path,
    name: &str,
    options: &SubjectOptions,
    interface: Option<&Interface>,
) -> Result<Driver, Broken> {
    let tool = Tool::find(&C)?;
    let path = located(file, &tool)?;
    check_symbol(file, &path, name)?;
    let prototype = match (given_prototype(options, interface.is_some())?, interface) {
        (Some(given), _) => Prototype {
            name: name.into(),
            ..given
        },
        (None, Some(interface)) => arrays::all_double(name, interface)?,
        (None, None) => all_double(name, options)?,
    };
    let shim = shim_text(reach(&path, name, &prototype), &prototype, options, interface)?;
    let mut workshop = Workshop::new()?;
    let harness = Harness::start(&mut workshop, &tool)?;
    let text = workshop.write("shim.c", &shim)?;
    let object = workshop.name("shim.o");
    compile(&mut workshop, &tool, &["-O1".to_owned()], &text, &object)?;
    harness.finish(&workshop)?;
    let program = workshop.name("driver");
    link(&mut workshop, &tool, &[], &[object], options, &program)?;
    let record = SubjectRecord {
        name: format!("{}:{name}", file.display()),
        kind: "library".into(),
        tool: tool.version.clone(),
        signature: prototype.text(),
        floating_point: vec!["optimisation and contraction: as the library was built, which is not known here".into()],
        ..SubjectRecord::default()
    };
    let names = prototype.inputs().map(|p| p.name.clone()).collect();
    Ok(Driver {
        names,
        ..Driver::new(workshop, program, record)
    })
}

/// Where a library is: the file itself, or for a bare name such as `libm.so.6` where the linker finds it.
fn located(file: &Path, tool: &Tool) -> Result<String, Broken> {
    let bare = file.components().count() == 1 && !file.exists();
    let asked = || {
        let mut command = tool.command();
        command.arg(format!("-print-file-name={}", file.display()));
        let done = child::run(command, &Allowance::TOOL).ok()?;
        let path = String::from_utf8(done.output).ok()?.trim().to_owned();
        Path::new(&path).is_absolute().then_some(path)
    };
    match bare.then(asked).flatten() {
        Some(path) => Ok(path),
        None => Ok(toolchain::existing(file)?.display().to_string()),
    }
}

fn all_double(name: &str, options: &SubjectOptions) -> Result<Prototype, Broken> {
    if options.arguments.is_empty() {
        let what = format!("the types of `{name}` are not known");
        return Err(Broken::new(
            what,
            format!("give a signature, such as `double {name}(double x)`"),
        ));
    }
    Ok(doubles(name, &options.arguments))
}

/// A function of doubles that returns one.
pub fn doubles(name: &str, arguments: &[String]) -> Prototype {
    let one = |argument: &String| PrototypeParameter {
        base: "double".into(),
        name: argument.clone(),
        pointer: false,
        constant: false,
        matrix: None,
    };
    Prototype {
        returns: "double".into(),
        name: name.into(),
        parameters: arguments.iter().map(one).collect(),
    }
}

const LOAD: &str = r#"void *lydian_library = dlopen(LYDIAN_PATH, RTLD_NOW | RTLD_LOCAL);
    const char *lydian_problem = lydian_library ? 0 : dlerror();
    if (lydian_library && !(*(void **)&lydian_f = dlsym(lydian_library, LYDIAN_NAME))) lydian_problem = dlerror();
    if (lydian_problem) {
        lydian_h->failed = 1;
        __builtin_snprintf(lydian_h->text, sizeof lydian_h->text, "%s|make the library load", lydian_problem);
    }"#;

fn reach(path: &str, name: &str, prototype: &Prototype) -> Reached {
    // Only a matrix needs names: its sizes may be parameters.
    let matrix = prototype.parameters.iter().any(|p| p.matrix.is_some());
    let kind = if matrix {
        PrototypeParameter::text
    } else {
        PrototypeParameter::kind
    };
    let types: Vec<String> = prototype.parameters.iter().map(kind).collect();
    let prologue = format!(
        "#include <dlfcn.h>\n#include <stdint.h>\n#include <stdio.h>\n#define LYDIAN_PATH \"{path}\"\n\
         #define LYDIAN_NAME \"{name}\"\nstatic {} (*lydian_f)({});\n",
        prototype.returns,
        types.join(", ")
    );
    Reached {
        prologue,
        load: LOAD.into(),
        callee: "lydian_f".into(),
    }
}

/// Offers near names for a symbol that is not there, if `nm` is there to list them. The loader has the last word.
fn check_symbol(file: &Path, path: &str, name: &str) -> Result<(), Broken> {
    let mut command = Command::new("nm");
    command.args(["-D", "--defined-only", path]);
    let listed = child::run(command, &Allowance::TOOL);
    let Some(listed) = listed.ok().filter(|done| done.ending == Ending::Success) else {
        return Ok(());
    };
    let text = listed.text();
    let functions = text.lines().filter_map(|line| {
        let mut words = line.split_whitespace().skip(1);
        let kind = words.next()?;
        let name = words.next()?.split('@').next()?;
        "TtWi".contains(kind).then(|| name.to_owned())
    });
    let names: Vec<String> = functions.collect();
    if names.is_empty() || names.iter().any(|n| n == name) {
        return Ok(());
    }
    Err(missing(&file.display().to_string(), name, &names))
}
