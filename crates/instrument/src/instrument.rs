//! The journey from sources to an instrumented library.

use std::path::{Path, PathBuf};
use std::thread::{self, ScopedJoinHandle};

use child::Scratch;
use inkwell::context::Context;
use inkwell::module::Module;

use crate::compile;
use crate::custom::Wanted;
use crate::dialect::Dialect;
use crate::hazard::Hazard;
use crate::instrumented::Instrumented;
use crate::language::NativeLanguage;
use crate::llvm::hazard::text::SourceTexts;
use crate::llvm::{
    admit, bounds, constants, defined, fresh, graph, hazard, keeping, lower, module, own, probe, promote, reserved,
    sites,
};
use crate::metadata::Metadata;
use crate::request::InstrumentRequest;
use crate::shape::FunctionShape;
use crate::trouble::InstrumentTrouble;
use crate::{debug, edges, entry, extent, flow};

/// Compiles the sources, finds the branches, inserts probes, and links a library that [`crate::Loaded`] can call.
pub fn instrument(request: &InstrumentRequest) -> Result<Instrumented, InstrumentTrouble> {
    let wanted = request.hazards.as_ref().map(Wanted::read).transpose()?;
    let folder = Scratch::new()?;
    let languages = languages(request)?;
    let dialect = Dialect::of(&request.flags, &languages);
    let context = Context::create();
    let joined = compiled(&context, request, folder.path())?;
    reserved::check(&joined)?;
    let metadata = Metadata::read(&joined.print_to_string().to_string_lossy());
    let shape = shape(&joined, &metadata, request)?;
    if request.hazards.is_some() {
        mark_source(&joined, &mut source_texts(request, folder.path(), &languages)?)?;
    }
    let given = files_in_scope(request, folder.path());
    let scope = match request.module_scope {
        true => scope_of_files(&joined, &metadata, &shape.symbol, &given, request)?,
        false => vec![shape.symbol.clone()],
    };
    if request.hazards.is_none() {
        refuse_open_jumps(&joined, &scope)?;
    }
    // Asked before anything is simplified.
    let undefined = admit::at_first(&joined, &scope).err();
    let is_foreign = |symbol: &str| !stands_in(&metadata, symbol, &given);
    if request.hazards.is_some() {
        hazard::wrappers::open(&joined, is_foreign)?;
    }
    let has_strangers = request.link.iter().any(|word| word != "-lm");
    prepare(&joined, has_strangers, request.hazards.is_some())?;
    let (branches, blocks) = graph::branches(&joined, &scope);
    let mut made = Instrumented {
        descendants: flow::descendants(&blocks, branches.len()),
        edges: edges::edges(&blocks, &branches),
        constants: constants::of_module(&joined, &scope),
        extents: extent::extents(&metadata, &scope),
        bitcode: joined.write_bitcode_to_memory().as_slice().to_vec(),
        folder,
        shape,
        hazards: hazards(&joined, &scope, branches.len(), wanted.as_ref(), dialect),
        wanted,
        branches,
        unwatched: request
            .hazards
            .as_ref()
            .map_or(Vec::new(), |_| hazard::unwatched(&joined, &scope, is_foreign)),
        keeps_state: keeping::keeps_state(&joined, &module::machine(&joined)?.get_target_data()),
        strays: false,
        has_strangers,
        undefined: undefined.map(|refusal| (refusal.place, refusal.what)),
        scope,
    };
    made.strays = strays(&made)?;
    build(&made, &joined, &languages, request)?;
    Ok(made)
}

fn languages(request: &InstrumentRequest) -> Result<Vec<NativeLanguage>, InstrumentTrouble> {
    request.files.iter().map(|file| compile::language(file)).collect()
}

/// The interface of the function that is asked for.
fn shape(
    module: &Module<'_>,
    metadata: &Metadata,
    request: &InstrumentRequest,
) -> Result<FunctionShape, InstrumentTrouble> {
    let (symbol, number) = debug::find_function(metadata, &request.function)?;
    let signature = module::signature(module, &symbol);
    debug::shape(metadata, &symbol, number, &signature, request)
}

/// Whether the code may use memory that is not its own, seen in a copy whose variables are values.
fn strays(made: &Instrumented) -> Result<bool, InstrumentTrouble> {
    let context = Context::create();
    let copy = module::read(&context, &made.bitcode)?;
    promote::variables(&copy)?;
    keeping::strays(&copy, &made.shape.symbol)
}

fn source_texts(
    request: &InstrumentRequest,
    folder: &Path,
    languages: &[NativeLanguage],
) -> Result<SourceTexts, InstrumentTrouble> {
    let compiled: Vec<PathBuf> = request.files.iter().cloned().chain(read(request, folder)).collect();
    let is_c = languages.iter().all(|language| *language == NativeLanguage::C);
    let texts = SourceTexts::new(&compiled, &request.flags, is_c);
    match texts.loses_checks {
        true => Err(InstrumentTrouble::Request(
            "the code has `#undef no_sanitize`, by which conversions would not be seen; leave it out".into(),
        )),
        false => Ok(texts),
    }
}

/// Notes what only the code as it was compiled tells about the source.
fn mark_source(module: &Module<'_>, texts: &mut SourceTexts) -> Result<(), InstrumentTrouble> {
    hazard::fields::mark(module).map_err(module::llvm)?;
    hazard::implicit::mark(module, texts)?;
    hazard::keep_casts(module, texts).map_err(module::llvm)?;
    hazard::written::note(module, texts);
    Ok(())
}

/// Gives the code the form that searches and proofs are about: it does what unoptimised code does.
fn prepare(module: &Module<'_>, has_strangers: bool, with_hazards: bool) -> Result<(), InstrumentTrouble> {
    own::call(module, has_strangers).map_err(module::llvm)?;
    defined::hide_variables(module).map_err(module::llvm)?;
    defined::decide_constants(module)?;
    lower::lower(module)?;
    let unwritten = fresh::variables(module)?;
    if with_hazards {
        hazard::unwritten::mark(module, &unwritten)?;
    }
    fresh::fill(module, &unwritten)?;
    promote::hide_outside(module, &module::machine(module)?.get_target_data()).map_err(module::llvm)?;
    if with_hazards && !defined::returns_twice(module) {
        // Operands are values then, not places in memory.
        promote::variables(module)?;
    }
    Ok(())
}

/// All files in one module. Code that looks at flags or changes the rounding is compiled again so that nothing is computed
/// before its time, as unoptimised code does it anyway.
fn compiled<'ctx>(
    context: &'ctx Context,
    request: &InstrumentRequest,
    folder: &Path,
) -> Result<Module<'ctx>, InstrumentTrouble> {
    let joined = module::join(context, &compile_all(request, folder)?)?;
    if !defined::looks_at_floats(&joined) {
        return Ok(joined);
    }
    let mut strict = request.clone();
    strict.flags.extend(compile::STRICT.map(String::from));
    module::join(context, &compile_all(&strict, folder)?)
}

/// The hazards that are asked for, as plain data.
fn hazards(
    module: &Module<'_>,
    scope: &[String],
    first: usize,
    wanted: Option<&Wanted>,
    dialect: Dialect,
) -> Vec<Hazard> {
    let Some(wanted) = wanted else {
        return Vec::new();
    };
    let sites = hazard::find(module, scope, wanted);
    let numbered = sites.iter().zip(hazard::dependencies(&sites)).enumerate();
    numbered
        .map(|(number, (site, made_from))| {
            let hazard = site.hazard(first + number, wanted);
            Hazard {
                undefined: hazard.undefined && !dialect.defines(&hazard),
                made_from,
                ..hazard
            }
        })
        .collect()
}

/// The files that the compiler read, apart from those of the system.
fn read(request: &InstrumentRequest, folder: &Path) -> impl Iterator<Item = PathBuf> {
    (0..request.files.len()).flat_map(move |number| compile::files_read(folder, number))
}

/// The function, and all functions that stand in the files. For branches they need a place there.
fn scope_of_files(
    module: &Module<'_>,
    metadata: &Metadata,
    symbol: &str,
    files: &[PathBuf],
    request: &InstrumentRequest,
) -> Result<Vec<String>, InstrumentTrouble> {
    if request.hazards.is_none() {
        refuse_hidden(module)?;
    }
    let all = metadata.functions.iter().map(|(name, _)| name);
    let in_scope = |name: &&String| *name == symbol || stands_in(metadata, name, files);
    Ok(all.filter(in_scope).cloned().collect())
}

/// The files given; for a module also what they include, apart from headers of the system.
fn files_in_scope(request: &InstrumentRequest, folder: &Path) -> Vec<PathBuf> {
    let included = request
        .module_scope
        .then(|| read(request, folder))
        .into_iter()
        .flatten();
    let files = request.files.iter().cloned().chain(included);
    files.filter_map(|file| file.canonicalize().ok()).collect()
}

/// The branches of a function that hides where it stands have no place to be named by, and it may belong to the module.
fn refuse_hidden(module: &Module<'_>) -> Result<(), InstrumentTrouble> {
    match sites::hidden(module) {
        Some(name) => Err(InstrumentTrouble::Request(format!(
            "{name} hides where it stands (attribute nodebug), so that its branches cannot be named; leave the attribute out",
        ))),
        None => Ok(()),
    }
}

/// Where a jump goes to labels that only a run knows, there is no side to name.
fn refuse_open_jumps(module: &Module<'_>, scope: &[String]) -> Result<(), InstrumentTrouble> {
    match sites::open_jump(module, scope) {
        Some(((file, line, column), what)) => Err(InstrumentTrouble::Request(format!(
            "{file}:{line}:{column}: {what} is a branch whose sides cannot be named; write it as a switch"
        ))),
        None => Ok(()),
    }
}

/// Whether a function stands in one of some files.
fn stands_in(metadata: &Metadata, symbol: &str, files: &[PathBuf]) -> bool {
    let in_files = |number: u32| {
        metadata
            .file_of(number)
            .canonicalize()
            .is_ok_and(|file| files.contains(&file))
    };
    let mut all = metadata.functions.iter();
    all.any(|(name, number)| name == symbol && in_files(*number))
}

/// Compiles all files, on a thread each.
fn compile_all(request: &InstrumentRequest, folder: &Path) -> Result<Vec<PathBuf>, InstrumentTrouble> {
    let compile = |(number, file): (usize, &PathBuf)| {
        compile::to_bitcode(file, number, &request.flags, folder, request.hazards.is_some())
    };
    thread::scope(|threads| {
        let files = request.files.iter().enumerate();
        let running: Vec<_> = files.map(|file| threads.spawn(move || compile(file))).collect();
        running.into_iter().map(joined).collect()
    })
}

fn joined<T>(thread: ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// Inserts the probes and links the library.
fn build(
    made: &Instrumented,
    base: &Module<'_>,
    languages: &[NativeLanguage],
    request: &InstrumentRequest,
) -> Result<(), InstrumentTrouble> {
    let folder = made.folder.path();
    let is_cpp = languages.contains(&NativeLanguage::Cpp);
    let (entry, language) = if is_cpp {
        ("entry.cpp", NativeLanguage::Cpp)
    } else {
        ("entry.c", NativeLanguage::C)
    };
    let entry = folder.join(entry);
    let records = made.branches.len() + made.hazards.len();
    std::fs::write(&entry, entry::source(&made.shape, records, request.limit()))?;
    std::fs::write(folder.join("probe.h"), include_str!("runtime/probe.h"))?;
    std::fs::write(
        folder.join("probe.o"),
        include_bytes!(concat!(env!("OUT_DIR"), "/probe.o")),
    )?;
    std::fs::write(
        folder.join("hazard.o"),
        include_bytes!(concat!(env!("OUT_DIR"), "/hazard.o")),
    )?;
    let objects = ["subject.o", "entry.o", "probe.o", "hazard.o"].map(|name| folder.join(name));
    thread::scope(|threads| {
        let runtime = threads.spawn(|| compile::to_object(&entry, language, &objects[1]));
        insert_probes(made, base, &objects[0]).and(joined(runtime))
    })?;
    compile::shared_library(&objects, languages, &request.link, &made.library())
}

fn insert_probes(made: &Instrumented, base: &Module<'_>, object: &Path) -> Result<(), InstrumentTrouble> {
    let wanted = made.wanted.as_ref();
    let sites = wanted.map_or(Vec::new(), |wanted| hazard::find(base, &made.scope, wanted));
    probe::insert(base, &made.scope)?;
    if let Some(wanted) = wanted {
        hazard::insert(base, &sites, made.branches.len(), wanted.cancel_bits)?;
    }
    bounds::check(base)?;
    defined::wrap(base);
    defined::plain_floats(base).map_err(module::llvm)?;
    defined::keep_divisions(base).map_err(module::llvm)?;
    module::expose(base, &made.shape.symbol, entry::TARGET);
    base.strip_debug_info();
    // Variables in registers make the code several times as fast. More would change what the code does where it is
    // undefined: `1 / x` without a division has no trap at zero.
    defined::keep_reads(base);
    if !defined::returns_twice(base) {
        promote::variables(base)?;
    }
    defined::hide_known(base).map_err(module::llvm)?;
    module::write_object(base, object)
}
