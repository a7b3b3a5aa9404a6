//! The judge's own builds: plain ones by two compilers, of many programs at once.

use super::print::Texts;
use super::program::CProgram;
use crate::refute::run_child;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

/// Inputs to run on one program: all in one process of their own.
pub struct JudgeJob {
    /// The program, by its number in the batch.
    pub program: usize,
    /// The inputs.
    pub inputs: Vec<u8>,
}

/// What happened in a job.
#[derive(Clone, Debug, Default)]
pub struct JobSight {
    /// How the last run ended: 0 returned, 1 stopped by a trap, 2 did not end, more a signal.
    pub outcome: i32,
    /// How a run of the plain text ended: 0 returned, more a signal.
    pub plain_outcome: i32,
    /// Whether something undefined happened in the last run, of which nobody promises anything.
    pub undefined: bool,
    /// What the last run returned.
    pub out: u128,
    /// What a run of the plain text returned.
    pub plain_out: u128,
    /// Slots in which something happened: the first inputs, from 1, in clean, tainted and loose ways.
    pub slots: BTreeMap<usize, [usize; 3]>,
}

/// A compiler, and whether it is gcc.
const COMPILERS: [(&str, bool); 2] = [("clang-19", false), ("gcc", true)];

/// Pragmas of one program must not reach the next.
const ENDS: &str = "#pragma STDC FENV_ACCESS OFF\n#pragma STDC FP_CONTRACT OFF\n";

/// Runs jobs on the builds of both compilers; a program that a compiler does not know has no entry there.
pub fn run(
    programs: &[(&CProgram, Texts)],
    jobs: &[JudgeJob],
    folder: &Path,
) -> Result<[Vec<Option<JobSight>>; 2], String> {
    let [clang, gcc] = COMPILERS.map(|(name, is_gcc)| {
        let knows = |job: &JudgeJob| !is_gcc || programs[job.program].0.gcc;
        build(programs, name, is_gcc, folder)?;
        let told = tell(name, jobs.iter().filter(|job| knows(job)), programs, folder)?;
        let mut told = told.into_iter();
        Ok::<_, String>(
            jobs.iter()
                .map(|job| if knows(job) { told.next() } else { None })
                .collect(),
        )
    });
    Ok([clang?, gcc?])
}

fn build(programs: &[(&CProgram, Texts)], compiler: &str, is_gcc: bool, folder: &Path) -> Result<(), String> {
    let source = format!("judge-{compiler}.c");
    std::fs::write(folder.join(&source), source_text(programs, is_gcc)).map_err(|e| e.to_string())?;
    let program = format!("judge-{compiler}");
    let flags = [
        "-O0",
        "-w",
        "-fwrapv",
        "-ffp-contract=off",
        "-std=gnu2x",
        "-o",
        &program,
        &source,
        "-lm",
    ];
    let ran = run_child(Path::new(compiler), &flags, folder, b"", Duration::from_secs(120))?;
    if ran.code != Some(0) {
        let kept = std::env::temp_dir().join(format!("lydian-refute-native-{source}"));
        let _ = std::fs::copy(folder.join(&source), &kept);
        return Err(format!(
            "{compiler} does not compile {}: {}",
            kept.display(),
            ran.errors()
        ));
    }
    Ok(())
}

fn source_text(programs: &[(&CProgram, Texts)], is_gcc: bool) -> String {
    let slots: usize = programs.iter().map(|(_, texts)| texts.slots.len()).sum();
    let mut text = format!("#define SLOTS {}\n{}\n", slots + 1, include_str!("judge.h"));
    let mut entries = String::new();
    for (number, (program, texts)) in programs.iter().enumerate() {
        if is_gcc && !program.gcc {
            entries.push_str("{0, 0, 0},\n");
            continue;
        }
        text.push_str(&texts.judged);
        text.push_str(&thunk(number, "f_", program));
        let _ = writeln!(
            text,
            "#define f plain_{number}\n#line 1 \"{number}.c\"\n{}{ENDS}#undef f",
            texts.copy
        );
        text.push_str(&thunk(number, "plain_", program));
        let width = program.width();
        let _ = writeln!(entries, "{{call_f_{number}, call_plain_{number}, {width}}},");
    }
    format!(
        "{text}{}static const struct entry entries[] = {{\n{entries}}};\n",
        include_str!("judge.c")
    )
}

/// Calls a program with the bytes of its arguments.
fn thunk(number: usize, prefix: &str, program: &CProgram) -> String {
    let (mut at, mut arrays, mut arguments) = (0, String::new(), Vec::new());
    for param in &program.params {
        let of = (at..at + param.numbers()).map(|at| format!("*({} *)(in + {})", param.ty.c, 16 * at));
        let of = of.collect::<Vec<_>>().join(", ");
        at += param.numbers();
        if param.count.is_some() {
            let _ = writeln!(arrays, "{} {}[] = {{{of}}};", param.ty.c, param.name);
        }
        arguments.push(if param.count.is_some() { param.name.clone() } else { of });
    }
    format!(
        "static void call_{prefix}{number}(const unsigned char *in, unsigned char *out) {{\n{arrays}\
         {} r = {prefix}{number}({});\nmemset(out, 0, 16);\nmemcpy(out, &r, sizeof r);\n}}\n",
        program.result.c,
        arguments.join(", ")
    )
}

fn tell<'a>(
    compiler: &str,
    jobs: impl Iterator<Item = &'a JudgeJob>,
    programs: &[(&CProgram, Texts)],
    folder: &Path,
) -> Result<Vec<JobSight>, String> {
    let mut input = Vec::new();
    for job in jobs {
        let width = programs[job.program].0.width();
        input.extend((job.program as u32).to_le_bytes());
        input.extend(((job.inputs.len() / width.max(1)) as u32).to_le_bytes());
        input.extend(&job.inputs);
    }
    let program = folder.join(format!("judge-{compiler}"));
    let ran = run_child(&program, &[] as &[&str], folder, &input, Duration::from_secs(600))?;
    if ran.code != Some(0) {
        return Err(format!("the judge's build by {compiler} fails: {ran:?}"));
    }
    Ok(read(&ran.text()))
}

fn read(text: &str) -> Vec<JobSight> {
    let mut seen: Vec<JobSight> = Vec::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |at: usize| {
            words
                .get(at)
                .and_then(|word| word.parse::<usize>().ok())
                .unwrap_or_default()
        };
        let bits = |at: usize| {
            let word = words.get(at).and_then(|hex| u128::from_str_radix(hex, 16).ok());
            word.unwrap_or_default()
        };
        match (words[0], seen.last_mut()) {
            ("job", _) => seen.push(JobSight {
                outcome: number(2) as i32,
                undefined: number(3) != 0,
                plain_outcome: number(4) as i32,
                out: bits(5),
                plain_out: bits(6),
                slots: BTreeMap::new(),
            }),
            ("slot", Some(last)) => drop(last.slots.insert(number(1), [number(2), number(3), number(4)])),
            _ => {}
        }
    }
    seen
}
