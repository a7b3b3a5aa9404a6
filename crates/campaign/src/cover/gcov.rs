//! A second opinion: the inputs replayed on a build by gcc, and gcov's count of taken branches beside ours.

use child::{Allowance, Ending, ProcessLimits};
use instrument::{FunctionExtent, InstrumentRequest, Instrumented, NativeLanguage};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use suite::cover::{GcovCheck, GcovLine};

/// Per line, how many branches there are and how many of them were taken.
type GcovLines = BTreeMap<u32, (usize, usize)>;

/// The program around the generated entry: it runs packed inputs from a file. An alarm that comes twice ends a run.
const MAIN: &str = r#"#include <stdio.h>
#include <sys/time.h>
int lydian_entry(const unsigned char *, unsigned char *);
int lydian_guard(void);
static unsigned char input[INPUT + 1], output[OUTPUT + 1];
int main(int n, char **words) {
    struct itimerval every = {{0, 250000}, {0, 250000}};
    FILE *file = n == 2 ? fopen(words[1], "rb") : NULL;
    if (!file || lydian_guard()) return 2;
    setitimer(ITIMER_REAL, &every, NULL);
    for (int i = 0; i < COUNT && (INPUT == 0 || fread(input, INPUT, 1, file) == 1); i++) lydian_entry(input, output);
    return 0;
}
"#;

/// Replays inputs, and compares what gcov says about the function with the sides that we say are covered.
pub fn check(
    code: &Instrumented,
    request: &InstrumentRequest,
    inputs: &[&[u8]],
    covered: &dyn Fn(usize) -> bool,
) -> Result<GcovCheck, String> {
    let folder = code.library().with_file_name("gcov");
    std::fs::create_dir(&folder).map_err(|e| e.to_string())?;
    let symbol = &code.function().symbol;
    let extent = code.extents().iter().find(|extent| extent.function == *symbol);
    let mut lines = GcovLines::new();
    let names = build(code, request, inputs, &folder)?;
    for name in names {
        let text = run(&folder, "gcov", &["-b", "--json-format", "--stdout", &name])?;
        lines.extend(read(&text, symbol, extent)?);
    }
    Ok(compared(&lines, &ours(code, symbol, covered)))
}

/// Compiles, links and runs; the names of the files with gcov's notes.
fn build(
    code: &Instrumented,
    request: &InstrumentRequest,
    inputs: &[&[u8]],
    folder: &Path,
) -> Result<Vec<String>, String> {
    let objects = units(request, &code.function().symbol, folder)?;
    let around = driver(code, inputs, folder)?;
    let mut words = vec!["--coverage", "-o", "replay", WRAP];
    words.extend(around.iter().chain(&objects).map(String::as_str));
    let link = absolute(&request.link);
    words.extend(link.iter().map(String::as_str));
    let is_fortran = request.files.iter().any(|file| compiler(file) == "gfortran");
    words.extend(is_fortran.then_some("-lgfortran"));
    words.push("-lm");
    run(folder, "g++", &words)?;
    run(folder, "./replay", &["inputs"])?;
    Ok(objects.iter().map(|object| object.replace(".o", ".gcno")).collect())
}

/// The user's files as objects with counters.
fn units(request: &InstrumentRequest, symbol: &str, folder: &Path) -> Result<Vec<String>, String> {
    let flags = absolute(&request.flags);
    let unit = |(n, file): (usize, &PathBuf)| {
        let file = file.canonicalize().map_err(|e| format!("{}: {e}", file.display()))?;
        let (source, object) = (file.display().to_string(), format!("unit{n}.o"));
        let mut words = vec!["-O0", "-g", "-w", "--coverage", "-c", "-o", &object, &source];
        words.extend(flags.iter().map(String::as_str));
        run(folder, compiler(&file), &words)?;
        // A function that only its own file knows must be found by the entry.
        run(folder, "objcopy", &[&format!("--globalize-symbol={symbol}"), &object])?;
        Ok(object)
    };
    request.files.iter().enumerate().map(unit).collect()
}

/// The program around them. The entry is written for clang, and has no branches to count.
fn driver(code: &Instrumented, inputs: &[&[u8]], folder: &Path) -> Result<[String; 3], String> {
    let made = |name: &str| code.library().with_file_name(name);
    let shape = code.function();
    std::fs::write(folder.join("main.c"), MAIN).map_err(|e| e.to_string())?;
    std::fs::write(folder.join("inputs"), inputs.concat()).map_err(|e| e.to_string())?;
    let (entry, clang) = match made("entry.c").exists() {
        true => (made("entry.c"), "clang-19"),
        false => (made("entry.cpp"), "clang++-19"),
    };
    let target = format!("-Dlydian_target={}", shape.symbol);
    let entry = entry.display().to_string();
    // A function called `abs` is the user's, not the compiler's.
    let words = ["-w", "-fno-builtin", "-c", "-o", "entry.o", &target, &entry];
    run(folder, clang, &words)?;
    let [input, output, count] = [
        format!("-DINPUT={}", shape.input_size),
        format!("-DOUTPUT={}", shape.output_size),
        format!("-DCOUNT={}", inputs.len()),
    ];
    run(
        folder,
        "gcc",
        &["-c", "-o", "main.o", &input, &output, &count, "main.c"],
    )?;
    Ok(["main.o".into(), "entry.o".into(), made("probe.o").display().to_string()])
}

const WRAP: &str = "-Wl,--wrap=exit,--wrap=_exit,--wrap=abort,--wrap=kill,--wrap=raise";

fn compiler(file: &Path) -> &'static str {
    match NativeLanguage::of(file) {
        Some(NativeLanguage::C) => "gcc",
        Some(NativeLanguage::Cpp) => "g++",
        Some(NativeLanguage::Fortran) | None => "gfortran",
    }
}

/// The compiler runs in another folder: names of files that exist here become absolute.
fn absolute(words: &[String]) -> Vec<String> {
    let full = |text: &str| {
        PathBuf::from(text)
            .canonicalize()
            .ok()
            .map(|path| path.display().to_string())
    };
    let word = |word: &String| {
        let (flag, rest) = ["-I", "-L"]
            .iter()
            .find_map(|f| Some((*f, word.strip_prefix(f)?)))
            .unwrap_or(("", word));
        full(rest).map_or(word.clone(), |rest| format!("{flag}{rest}"))
    };
    words.iter().map(word).collect()
}

/// What the replay may use, which runs the code under test.
const REPLAY: Allowance = Allowance {
    output: 1 << 24,
    limits: ProcessLimits {
        memory: 4 << 30,
        file: 1 << 26,
    },
    ..Allowance::TOOL
};

fn run(folder: &Path, command: &str, words: &[&str]) -> Result<String, String> {
    let is_ours = command.starts_with("./");
    let program = if is_ours { folder.join(command) } else { command.into() };
    let mut started = Command::new(program);
    started.current_dir(folder).args(words).env("TMPDIR", folder);
    let allowance = if is_ours { REPLAY } else { Allowance::TOOL };
    let done = child::run(started, &allowance);
    let done = done.map_err(|e| format!("{command}: {e}; install gcc, g++, gfortran and binutils"))?;
    match done.ending {
        Ending::Success => Ok(done.text()),
        other => Err(format!(
            "{command} {}: it {}\n{}",
            words.join(" "),
            other.in_words(),
            done.complaint()
        )),
    }
}

/// The branches of a function in what gcov writes as JSON. gcov gives a function to the file that declares it first, which
/// may be a header of the system, and the lines of its body to the file where they stand, then without a name.
fn read(text: &str, symbol: &str, extent: Option<&FunctionExtent>) -> Result<GcovLines, String> {
    let told: Value = serde_json::from_str(text).map_err(|e| format!("gcov wrote what is no JSON: {e}"))?;
    let mut lines = GcovLines::new();
    for file in list(&told["files"]) {
        let is_ours = extent.is_none_or(|extent| is_file(&extent.file, &file["file"]));
        for line in list(&file["lines"]).filter(|line| is_ours && is_inside(line, symbol, extent)) {
            // Ways that only exceptions take are no branches of the source.
            let branches = list(&line["branches"]).filter(|branch| branch["throw"] != true);
            for branch in branches {
                let entry = lines.entry(number(line)).or_default();
                entry.0 += 1;
                entry.1 += usize::from(branch["count"].as_u64() != Some(0));
            }
        }
    }
    Ok(lines)
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn number(line: &Value) -> u32 {
    line["line_number"]
        .as_u64()
        .and_then(|n| u32::try_from(n).ok())
        .unwrap_or(0)
}

/// Whether a line belongs to the function: by name, or by its number where gcov knows no name.
fn is_inside(line: &Value, symbol: &str, extent: Option<&FunctionExtent>) -> bool {
    match (line["function_name"].as_str(), extent) {
        (Some(name), _) => name == symbol,
        (None, Some(extent)) => (extent.first..=extent.last).contains(&number(line)),
        (None, None) => false,
    }
}

fn is_file(ours: &Path, gcovs: &Value) -> bool {
    let real = |path: &Path| path.canonicalize().ok();
    let gcovs = gcovs.as_str().and_then(|path| real(Path::new(path)));
    gcovs.is_some() && real(ours) == gcovs
}

fn ours(code: &Instrumented, symbol: &str, covered: &dyn Fn(usize) -> bool) -> GcovLines {
    let mut lines = GcovLines::new();
    let inside = |side: &instrument::Side| code.branches()[side.branch as usize].function == symbol;
    for edge in code.edges().iter().filter(|edge| edge.sides.iter().all(inside)) {
        let entry = lines.entry(edge.line).or_default();
        entry.0 += 1;
        entry.1 += usize::from(edge.sides.iter().any(|side| covered(side.index())));
    }
    lines
}

fn compared(gcov: &GcovLines, ours: &GcovLines) -> GcovCheck {
    let count = |lines: &GcovLines, f: fn(&(usize, usize)) -> usize| lines.values().map(f).sum::<usize>() as u64;
    let mut all: Vec<u32> = gcov.keys().chain(ours.keys()).copied().collect();
    all.sort_unstable();
    all.dedup();
    let at = |lines: &GcovLines, line: u32| lines.get(&line).copied().unwrap_or_default();
    let differs = all.into_iter().filter(|&line| at(gcov, line) != at(ours, line));
    let shown = |(all, taken): (usize, usize)| format!("{taken} of {all}");
    GcovCheck {
        branches: count(gcov, |l| l.0),
        taken: count(gcov, |l| l.1),
        our_branches: count(ours, |l| l.0),
        our_taken: count(ours, |l| l.1),
        differences: differs
            .map(|line| GcovLine {
                line,
                gcov: shown(at(gcov, line)),
                ours: shown(at(ours, line)),
            })
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branches_of_the_function_are_read() {
        let taken = |count: u32| format!(r#"{{"count": {count}, "throw": false}}"#);
        let throws = r#"{"count": 0, "throw": true}"#;
        let line = |number: u32, name: &str, branches: &[&str]| {
            let branches = branches.join(", ");
            format!(r#"{{"line_number": {number}, {name} "branches": [{branches}]}}"#)
        };
        let (named, other) = (r#""function_name": "f","#, r#""function_name": "g","#);
        let (two, none) = (taken(2), taken(0));
        let lines = [
            line(3, other, &[&two]),
            line(7, named, &[&two, &none]),
            line(8, "", &[&two, throws]),
            line(20, "", &[&two]),
        ];
        let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cover/gcov.rs");
        let text = format!(
            r#"{{"files": [{{"file": "{}", "lines": [{}]}}]}}"#,
            here.display(),
            lines.join(", ")
        );
        let at = |file: &str| FunctionExtent {
            function: "f".into(),
            name: "f".into(),
            file: file.into(),
            first: 6,
            last: 9,
        };
        let both = GcovLines::from([(7, (2, 1)), (8, (1, 1))]);
        assert_eq!(read(&text, "f", Some(&at(&here.display().to_string()))), Ok(both));
        assert_eq!(read(&text, "f", Some(&at("/dev/null"))), Ok(GcovLines::new()));
        assert_eq!(read(&text, "f", None), Ok(GcovLines::from([(7, (2, 1))])));
        assert!(read("no JSON", "f", None).is_err());
    }

    #[test]
    fn lines_that_differ_are_named() {
        let same = GcovLines::from([(3, (2, 2))]);
        assert!(compared(&same, &same).differences.is_empty());
        let check = compared(&same, &GcovLines::from([(3, (2, 1))]));
        assert_eq!((check.taken, check.our_taken, check.differences[0].line), (2, 1, 3));
    }
}
