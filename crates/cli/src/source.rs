//! Specification files: read, and their formulas turned into specifications, with all complaints at once.

use expr::ast::{Core, Data, PropertyValue};
use expr::diagnostic::{Diagnostic, Diagnostics, SourceText};
use expr::spec::{Defaults, Specification};
use std::path::Path;
use std::sync::Arc;

/// A file that was read.
#[derive(Debug)]
pub struct SpecFile {
    /// As the user typed it.
    pub name: String,
    text: String,
    /// SHA-256 of its bytes, in lower-case hexadecimal.
    pub sha256: String,
}

impl SpecFile {
    /// Complaints about it, as people read them.
    pub fn render(&self, errors: &Diagnostics) -> String {
        errors.render(&SourceText {
            name: &self.name,
            text: &self.text,
        })
    }

    /// Its name without folders.
    pub fn base_name(&self) -> String {
        let base = Path::new(&self.name).file_name();
        base.map_or_else(|| self.name.clone(), |b| b.to_string_lossy().into_owned())
    }
}

/// One specification and the file that it stands in.
#[derive(Clone, Debug)]
pub struct SpecItem {
    pub file: Arc<SpecFile>,
    pub spec: Specification,
}

impl SpecItem {
    /// A complaint about this specification as a whole.
    pub fn complaint(&self, message: &str) -> String {
        let message = format!("`{}`: {message}", self.spec.name);
        self.file.render(&Diagnostic::new(self.spec.core.span, message).into())
    }

    /// What is not wrong but should be known of this specification.
    pub fn warning(&self, message: &str) -> String {
        let (name, text) = (&self.file.name, &self.file.text);
        let (line, column) = SourceText { name, text }.position(self.spec.core.span.start);
        format!("{name}:{line}:{column}: warning: `{}`: {message}", self.spec.name)
    }
}

/// The specifications of all files, or those that `core` chooses; else all that is wrong.
pub fn read_all(
    paths: &[impl AsRef<Path>],
    core: Option<&str>,
    defaults: &Defaults,
) -> Result<Vec<SpecItem>, Vec<String>> {
    let (mut cores, mut errors) = (Vec::new(), Vec::new());
    for path in paths {
        match read_file(path.as_ref()) {
            Ok((file, found)) => cores.extend(found.into_iter().map(|core| (Arc::clone(&file), core))),
            Err(error) => errors.push(error),
        }
    }
    if let Some(wanted) = core
        && errors.is_empty()
    {
        cores = choose(cores, wanted).map_err(|error| vec![error])?;
    }
    let mut items = Vec::new();
    for (file, core) in cores {
        match Specification::from_core(&core, defaults) {
            Ok(spec) => items.push(SpecItem { file, spec }),
            Err(complaints) => errors.push(file.render(&complaints)),
        }
    }
    if errors.is_empty() { Ok(items) } else { Err(errors) }
}

type FoundSpecs = (Arc<SpecFile>, Core);

/// A file and the cores in it, or what is wrong with it.
pub fn read_file(path: &Path) -> Result<(Arc<SpecFile>, Vec<Core>), String> {
    let name = path.display().to_string();
    let bytes = std::fs::read(path).map_err(|error| format!("{name}: error: cannot be read: {error}"))?;
    let file = SpecFile {
        sha256: suite::sha256(&bytes),
        text: String::from_utf8_lossy(&bytes).into_owned(),
        name,
    };
    let cores = expr::read_named(&file.name, &bytes).map_err(|errors| file.render(&errors))?;
    Ok((Arc::new(file), cores))
}

/// The cores of this name; if there is none, the one of this number.
fn choose(cores: Vec<FoundSpecs>, wanted: &str) -> Result<Vec<FoundSpecs>, String> {
    let count = cores.len();
    let named = |core: &Core| core_name(core) == Some(wanted) || core.ident.as_deref() == Some(wanted);
    if cores.iter().any(|(_, core)| named(core)) {
        return Ok(cores.into_iter().filter(|(_, core)| named(core)).collect());
    }
    let number: Option<usize> = wanted.parse().ok();
    match number.filter(|n| (1..=count).contains(n)) {
        Some(n) => Ok(cores.into_iter().skip(n - 1).take(1).collect()),
        None => Err(format!(
            "lydian: error: --core {wanted}: no specification has this name, and numbers go from 1 to {count}"
        )),
    }
}

/// The name that a specification gets from its core.
pub fn core_name(core: &Core) -> Option<&str> {
    match core.property("name").map(|property| &property.value) {
        Some(PropertyValue::Data(Data::Text(text) | Data::Symbol(text))) => Some(text),
        _ => core.ident.as_deref(),
    }
}
