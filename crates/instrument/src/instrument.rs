//! The journey from sources to an instrumented library.

use std::path::{Path, PathBuf};

use inkwell::context::Context;
use inkwell::module::Module;
use tempfile::TempDir;

use crate::branch::{Branch, ConstantValue, Side};
use crate::compile::{self, Language};
use crate::llvm::prove::{self, ArgumentRange};
use crate::llvm::{constants, defined, graph, lower, module, probe};
use crate::metadata::Metadata;
use crate::request::Request;
use crate::shape::Shape;
use crate::trouble::Trouble;
use crate::{debug, entry, flow};

/// An instrumented function. Its library lives in a folder that is removed with this value.
#[derive(Debug)]
pub struct Instrumented {
    folder: TempDir,
    shape: Shape,
    branches: Vec<Branch>,
    descendants: Vec<Vec<Side>>,
    constants: Vec<ConstantValue>,
    bitcode: Vec<u8>,
    scope: Vec<String>,
}

/// Why a side cannot be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The argument, in a sentence.
    pub how: String,
}

/// Compiles the sources, finds the branches, inserts probes, and links a library that [`crate::Loaded`] can call.
pub fn instrument(request: &Request) -> Result<Instrumented, Trouble> {
    let folder = tempfile::Builder::new().prefix("lydian-").tempdir()?;
    let languages = request.files.iter().map(|file| compile::language(file)).collect::<Result<Vec<_>, _>>()?;
    let bitcode = compile_all(request, folder.path())?;
    let context = Context::create();
    let joined = module::join(&context, &bitcode)?;
    let metadata = Metadata::read(&joined.print_to_string().to_string_lossy());
    let (symbol, number) = debug::find_function(&metadata, &request.function)?;
    let shape = debug::shape(&metadata, &symbol, number, &module::signature(&joined, &symbol), request)?;
    lower::lower(&joined)?;
    let scope = if request.module_scope {
        metadata.functions.into_iter().map(|(symbol, _)| symbol).collect()
    } else {
        vec![symbol]
    };
    let (branches, blocks) = graph::branches(&joined, &scope);
    let made = Instrumented {
        descendants: flow::descendants(&blocks, branches.len()),
        constants: constants::of_module(&joined, &scope),
        bitcode: joined.write_bitcode_to_memory().as_slice().to_vec(),
        folder,
        shape,
        branches,
        scope,
    };
    build(&made, &joined, &languages, request)?;
    Ok(made)
}

/// Compiles all files, on as many threads as there are files.
fn compile_all(request: &Request, folder: &Path) -> Result<Vec<PathBuf>, Trouble> {
    let compile = |(number, file): (usize, &PathBuf)| compile::to_bitcode(file, number, &request.flags, folder);
    std::thread::scope(|threads| {
        let files = request.files.iter().enumerate();
        let running: Vec<_> = files.map(|file| threads.spawn(move || compile(file))).collect();
        let done = running.into_iter().map(|thread| thread.join().expect("invariant: compiling does not panic"));
        done.collect()
    })
}

/// Inserts the probes and links the library.
fn build(made: &Instrumented, base: &Module<'_>, languages: &[Language], request: &Request) -> Result<(), Trouble> {
    let folder = made.folder.path();
    let is_cpp = languages.contains(&Language::Cpp);
    let (entry, language) = if is_cpp { ("entry.cpp", Language::Cpp) } else { ("entry.c", Language::C) };
    let entry = folder.join(entry);
    std::fs::write(&entry, entry::source(&made.shape, made.branches.len(), request.limit()))?;
    std::fs::write(folder.join("probe.c"), include_str!("runtime/probe.c"))?;
    std::fs::write(folder.join("probe.h"), include_str!("runtime/probe.h"))?;
    let objects = [folder.join("subject.o"), folder.join("entry.o")];
    std::thread::scope(|threads| {
        let runtime = threads.spawn(|| compile::entry_object(&entry, language, &objects[1]));
        insert_probes(made, base, &objects[0])?;
        runtime.join().expect("invariant: compiling does not panic")
    })?;
    compile::shared_library(&objects, languages, &request.link, &made.library())
}

fn insert_probes(made: &Instrumented, base: &Module<'_>, object: &Path) -> Result<(), Trouble> {
    probe::insert(base, &made.scope)?;
    defined::wrap(base);
    module::expose(base, &made.shape.symbol, entry::TARGET);
    base.strip_debug_info();
    module::run_passes(base, "default<O1>")?;
    module::write_object(base, object)
}

impl Instrumented {
    /// The shared library.
    pub fn library(&self) -> PathBuf {
        self.folder.path().join("subject.so")
    }

    /// The function that is called, with its arguments and the layout of the buffers.
    pub fn function(&self) -> &Shape {
        &self.shape
    }

    /// All branches in scope; the number of a branch is its place.
    pub fn branches(&self) -> &[Branch] {
        &self.branches
    }

    /// The sides that can be reached after this one; in a loop the side itself is among them.
    /// A side is saturated when it and all of these are covered.
    pub fn descendants(&self, side: Side) -> &[Side] {
        self.descendants.get(side.index()).map_or(&[], Vec::as_slice)
    }

    /// Constants of the code in scope, each once.
    pub fn constants(&self) -> &[ConstantValue] {
        &self.constants
    }

    /// All sides that LLVM's optimiser proves unreachable, whatever the arguments in these ranges are.
    pub fn infeasible(&self, ranges: &[ArgumentRange]) -> Result<Vec<Side>, Trouble> {
        prove::infeasible(&self.bitcode, &self.scope, &self.shape.symbol, ranges)
    }

    /// A proof that no arguments in these ranges reach the side, where LLVM's optimiser finds one.
    pub fn prove_infeasible(&self, side: Side, ranges: &[ArgumentRange]) -> Option<Proof> {
        let sides = self.infeasible(ranges).ok()?;
        let given = if ranges.is_empty() { "any arguments" } else { "arguments in the given ranges" };
        let how = format!(
            "LLVM 19 at O3, with wrapping arithmetic and unknown starting values, leaves no way to this side for {given}"
        );
        sides.contains(&side).then_some(Proof { how })
    }
}
