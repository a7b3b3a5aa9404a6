//! From sources to bitcode, and from objects to a shared library, by the compilers of LLVM 19.

use child::{Allowance, Ending, Finished};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::language::NativeLanguage;
use crate::trouble::InstrumentTrouble;

/// One row for each language: commands to try in turn, and their package.
const COMPILERS: [(NativeLanguage, &[&str], &str); 3] = [
    (NativeLanguage::C, &["clang-19"], "clang-19"),
    (NativeLanguage::Cpp, &["clang++-19"], "clang-19"),
    (NativeLanguage::Fortran, &["flang-new-19", "flang-19"], "flang-19"),
];

/// Debug information for shapes and lines; no optimisation, but none forbidden later; overflow wraps and null may be
/// read, so that no branch is folded away for undefined behaviour; nobody promises that there are no NaNs, and products
/// and sums stay two operations.
const CLANG_FLAGS: [&str; 12] = [
    "-O0",
    "-g",
    "-fPIC",
    "-fwrapv",
    "-fno-delete-null-pointer-checks",
    "-fno-fast-math",
    "-ffp-contract=off",
    "-Xclang",
    "-disable-O0-optnone",
    // Names of files stay as they were given; otherwise what a name shares with the current folder is cut off.
    "-fdebug-compilation-dir=.",
    "-emit-llvm",
    "-c",
];

/// Signed arithmetic keeps its mark, and conversions and shifts are checked; the checks become hazards, and nothing of the
/// sanitizer is linked.
/// No attribute of the source takes them away: what it says of these sanitizers is said of another one.
const HAZARD_FLAGS: [&str; 6] = [
    "-fno-wrapv",
    "-fno-sanitize-ignorelist",
    "-fno-sanitize-trap=all",
    "-fsanitize=implicit-conversion,shift-exponent",
    "-Dno_sanitize(...)=no_sanitize(\"thread\")",
    "-D__no_sanitize__(...)=__no_sanitize__(\"thread\")",
];

/// Floats are computed where they stand, with all that the machine then raises.
pub(crate) const STRICT: [&str; 2] = ["-frounding-math", "-ffp-exception-behavior=strict"];

const FLANG_FLAGS: [&str; 6] = ["-O0", "-g", "-fPIC", "-ffp-contract=off", "-emit-llvm", "-c"];

/// The language of a file that is to be compiled.
pub(crate) fn language(file: &Path) -> Result<NativeLanguage, InstrumentTrouble> {
    NativeLanguage::of(file).ok_or_else(|| InstrumentTrouble::UnknownLanguage { file: file.to_owned() })
}

/// Compiles one source to bitcode in the folder, under a name that its number makes unique.
pub(crate) fn to_bitcode(
    file: &Path,
    number: usize,
    flags: &[String],
    folder: &Path,
    with_hazards: bool,
) -> Result<PathBuf, InstrumentTrouble> {
    let language = language(file)?;
    let output = folder.join(format!("{number}.bc"));
    let fixed: &[&str] = if language == NativeLanguage::Fortran {
        &FLANG_FLAGS
    } else {
        &CLANG_FLAGS
    };
    // Ours come last: an -O2 of the user would remove the very branches that are looked for.
    let mut arguments: Vec<OsString> = flags.iter().map(OsString::from).collect();
    arguments.extend(fixed.iter().map(OsString::from));
    if with_hazards && language != NativeLanguage::Fortran {
        refuse_traps(flags)?;
        arguments.extend(HAZARD_FLAGS.iter().map(OsString::from));
    }
    if language != NativeLanguage::Fortran {
        arguments.extend(["-MMD".into(), "-MF".into(), list_of(folder, number).into()]);
    }
    arguments.extend(["-o".into(), output.clone().into(), file.into()]);
    run(language, &arguments, folder, &file.display().to_string())?;
    Ok(output)
}

/// Where the compiler lists the files that it read for a source.
fn list_of(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("{number}.d"))
}

/// With traps there is no arithmetic left to look at.
fn refuse_traps(flags: &[String]) -> Result<(), InstrumentTrouble> {
    match flags.iter().any(|flag| flag == "-ftrapv") {
        true => Err(InstrumentTrouble::Request(
            "with -ftrapv the compiler watches overflows itself; leave the flag out".into(),
        )),
        false => Ok(()),
    }
}

/// The files that the compiler read for a source, apart from those of the system; none for Fortran.
pub(crate) fn files_read(folder: &Path, number: usize) -> Vec<PathBuf> {
    let list = std::fs::read_to_string(list_of(folder, number)).unwrap_or_default();
    // `target: a.c b.h \` and so on; blanks in names are escaped.
    let list = list.split_once(": ").map_or("", |(_, files)| files);
    let list = list.replace("\\\n", " ").replace("\\ ", "\0");
    let names = list.split_whitespace().map(|name| name.replace('\0', " "));
    names.map(PathBuf::from).collect()
}

/// Compiles C or C++ of our own to an object.
pub(crate) fn to_object(source: &Path, language: NativeLanguage, output: &Path) -> Result<(), InstrumentTrouble> {
    let words = ["-O2", "-fPIC", "-fno-strict-aliasing", "-w", "-c", "-o"];
    let mut arguments: Vec<OsString> = words.iter().map(OsString::from).collect();
    arguments.extend([output.into(), source.into()]);
    let quick = language == NativeLanguage::C;
    run_own(language, quick, &arguments, folder_of(output), "the generated entry")
}

/// Links objects, and what the user named, to a shared library whose symbols hide those of the same name outside.
pub(crate) fn shared_library(
    objects: &[PathBuf],
    languages: &[NativeLanguage],
    link: &[String],
    output: &Path,
) -> Result<(), InstrumentTrouble> {
    let words = [
        "-shared",
        "-fPIC",
        "-Wl,-z,defs",
        "-Wl,-Bsymbolic",
        "-Wl,--wrap=exit,--wrap=_exit,--wrap=abort,--wrap=kill,--wrap=raise,--wrap=fork,--wrap=vfork",
        "-o",
    ];
    let mut arguments: Vec<OsString> = words.iter().map(OsString::from).collect();
    arguments.push(output.into());
    arguments.extend(objects.iter().map(OsString::from));
    arguments.extend(link.iter().map(OsString::from));
    if languages.contains(&NativeLanguage::Fortran) {
        arguments.extend(["-L/usr/lib/llvm-19/lib", "-lFortranRuntime", "-lFortranDecimal"].map(OsString::from));
    }
    arguments.push("-lm".into());
    let plain = !languages.contains(&NativeLanguage::Cpp) && !languages.contains(&NativeLanguage::Fortran);
    run_own(
        if plain { NativeLanguage::C } else { NativeLanguage::Cpp },
        plain && link.iter().all(|word| is_plain(word)),
        &arguments,
        folder_of(output),
        "the instrumented library",
    )
}

/// Whether every compiler links a word of the user alike: objects and libraries, no sources and no flags.
fn is_plain(word: &str) -> bool {
    let is_library = word.starts_with("-l") || word.starts_with("-L");
    is_library || !word.starts_with('-') && [".o", ".a", ".so"].iter().any(|ending| word.ends_with(ending))
}

/// Runs a compiler on what is ours alone. Where either will do, gcc is asked first: it starts in 10 ms, while clang-19
/// takes 30 ms to load its libraries, three times for a small function (`scripts/bench_cover.py` has the times). What gcc
/// cannot do, clang is asked to do, and its words are those that the user reads.
fn run_own(
    language: NativeLanguage,
    quick: bool,
    arguments: &[OsString],
    folder: &Path,
    what: &str,
) -> Result<(), InstrumentTrouble> {
    if quick && matches!(attempt("gcc", arguments, folder, what), Ok(Some(()))) {
        return Ok(());
    }
    run(language, arguments, folder, what)
}

/// Runs a compiler, whose own temporary files go into the folder.
fn run(language: NativeLanguage, arguments: &[OsString], folder: &Path, what: &str) -> Result<(), InstrumentTrouble> {
    let row = COMPILERS
        .iter()
        .find(|row| row.0 == language)
        .expect("invariant: every language has a row");
    for command in row.1 {
        if attempt(command, arguments, folder, what)?.is_some() {
            return Ok(());
        }
    }
    Err(InstrumentTrouble::CompilerMissing {
        command: row.1[0].to_owned(),
        package: row.2,
    })
}

/// Runs a command; `None` if there is none of that name.
fn attempt(command: &str, arguments: &[OsString], folder: &Path, what: &str) -> Result<Option<()>, InstrumentTrouble> {
    let mut started = Command::new(command);
    started.args(arguments).env("TMPDIR", folder);
    match child::run(started, &Allowance::TOOL) {
        Err(refused) if refused.is_missing() => Ok(None),
        Err(refused) => Err(InstrumentTrouble::Files(format!("{command} cannot be run: {refused}"))),
        Ok(done) if done.ending == Ending::Success => Ok(Some(())),
        Ok(done) => Err(InstrumentTrouble::Compile {
            what: what.to_owned(),
            message: message(command, &done),
        }),
    }
}

/// What a compiler says; how it ended, if it was not by itself.
fn message(command: &str, done: &Finished) -> String {
    match done.ending {
        Ending::Failure(status) if status.code().is_some() => done.complaint(),
        other => format!("{command} {}\n{}", other.in_words(), done.complaint()),
    }
}

fn folder_of(file: &Path) -> &Path {
    file.parent().unwrap_or(Path::new("."))
}
