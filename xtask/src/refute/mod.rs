//! `cargo xtask refute`: attacks on what Lydian claims.
//!
//! Each kind of claim has a generator of cases and a judge. A judge shares no code with what it judges: it runs the
//! built programs as a stranger would, reads what they say, and finds out by other means whether it is true.
//!
//! A case is made from the seed and its number alone, so a refuted one can be made again:
//! `cargo xtask refute KIND --seed S --only N`.

mod child;
mod damaged;
mod formulas;
mod hunts;
mod native;
mod python;
mod rng;
mod tally;
mod tampered;
mod words;

pub use child::{ChildReport, run as run_child};
pub use rng::Rng;
pub use tally::{Refuted, Tally};

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

const USAGE: &str = "\
usage: cargo xtask refute KIND… [--cases N | --times T] [--seed S] [--only N] [--release]

  --cases N   cases of each kind; without it, as many as the tests run
  --times T   T times as many cases as the tests run
  --seed S    another sequence of cases
  --only N    the case with this number alone
  --release   attacks target/release instead of target/debug

KIND is one of these, or `all`:";

/// One kind of claim, with what attacks it.
pub struct RefuterKind {
    /// The word on the command line.
    pub name: &'static str,
    /// What is attacked, and by what, in a few words.
    pub about: &'static str,
    /// Cases of the short run that is part of the tests.
    pub few: u64,
    /// How many cases are judged at one stroke: compilers and interpreters start once for all of them.
    pub batch: u64,
    /// Judges some cases.
    pub judge: fn(&RefuteSettings, Range<u64>) -> Result<Tally, String>,
}

/// All kinds.
const KINDS: &[RefuterKind] = &[
    formulas::KIND,
    hunts::KIND,
    native::KIND,
    words::KIND,
    RefuterKind {
        name: "tampered",
        about: "suites of which one field, or several that agree, say something else than what was proved",
        few: 12,
        batch: 1,
        judge: tampered::judge,
    },
    RefuterKind {
        name: "damaged",
        about: "panics, hangs and deaths of commands that read damaged files",
        few: 2500,
        batch: 100,
        judge: damaged::judge,
    },
];

/// What a judge must know of the run.
pub struct RefuteSettings {
    /// Where cases come from, together with their numbers.
    pub seed: u64,
    /// The folder with `lydian` and `lydian-native`.
    pub programs: PathBuf,
    /// The root of the project.
    pub root: PathBuf,
}

impl RefuteSettings {
    /// The path of an executable of ours.
    pub fn program(&self, name: &str) -> PathBuf {
        self.programs.join(name)
    }

    /// The numbers that a case is made from.
    pub fn rng(&self, kind: &str, case: u64) -> Rng {
        Rng::of(kind, self.seed, case)
    }
}

/// What the user typed.
struct RefuteArguments {
    kinds: Vec<&'static RefuterKind>,
    cases: Option<u64>,
    times: u64,
    only: Option<u64>,
    seed: u64,
    release: bool,
}

/// Runs the chore; the problems are the claims that were refuted.
pub fn problems(root: &Path) -> Vec<String> {
    let arguments = match arguments(std::env::args().skip(2)) {
        Ok(arguments) => arguments,
        Err(why) => return vec![usage(&why)],
    };
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let settings = RefuteSettings {
        seed: arguments.seed,
        programs: target.join(if arguments.release { "release" } else { "debug" }),
        root: root.to_owned(),
    };
    if !settings.program("lydian").exists() {
        return vec![format!("{} is not built", settings.program("lydian").display())];
    }
    let kept = target.join("refuted");
    let attack = |kind: &&RefuterKind| attack(kind, &settings, &arguments, &kept);
    arguments.kinds.iter().flat_map(attack).collect()
}

fn usage(why: &str) -> String {
    let rows: Vec<String> = KINDS
        .iter()
        .map(|kind| format!("  {:10}{}", kind.name, kind.about))
        .collect();
    format!("{why}\n{USAGE}\n{}", rows.join("\n"))
}

fn arguments(mut words: impl Iterator<Item = String>) -> Result<RefuteArguments, String> {
    let mut made = RefuteArguments {
        kinds: Vec::new(),
        cases: None,
        times: 1,
        only: None,
        seed: 1,
        release: false,
    };
    while let Some(word) = words.next() {
        let mut number = || {
            let text = words.next().unwrap_or_default();
            text.parse().map_err(|_| format!("{word} wants a number, not `{text}`"))
        };
        match word.as_str() {
            "--cases" => made.cases = Some(number()?),
            "--times" => made.times = number()?,
            "--only" => made.only = Some(number()?),
            "--seed" => made.seed = number()?,
            "--release" => made.release = true,
            "all" => made.kinds.extend(KINDS),
            name => made.kinds.push(kind(name)?),
        }
    }
    if made.kinds.is_empty() {
        return Err("no kind is given".into());
    }
    Ok(made)
}

fn kind(name: &str) -> Result<&'static RefuterKind, String> {
    let found = KINDS.iter().find(|kind| kind.name == name);
    found.ok_or_else(|| format!("there is no kind `{name}`"))
}

/// Attacks one kind of claim; gives a line for each claim that is refuted.
fn attack(kind: &RefuterKind, settings: &RefuteSettings, arguments: &RefuteArguments, kept: &Path) -> Vec<String> {
    let begun = Instant::now();
    let all = match arguments.only {
        Some(only) => only..only + 1,
        None => 0..arguments.cases.unwrap_or(kind.few * arguments.times),
    };
    let tally = match judged(kind, settings, all) {
        Ok(tally) => tally,
        Err(why) => return vec![format!("{}: {why}", kind.name)],
    };
    println!("{}: {tally}, {:.0} s", kind.name, begun.elapsed().as_secs_f64());
    if tally.cases == 0 || tally.claims.is_empty() {
        return vec![format!("{}: nothing was attacked", kind.name)];
    }
    tally.keep(&kept.join(kind.name))
}

/// Judges all cases on all cores. Batches are told in their order, whichever thread judged them.
fn judged(kind: &RefuterKind, settings: &RefuteSettings, all: Range<u64>) -> Result<Tally, String> {
    let next = AtomicU64::new(all.start);
    let done: Mutex<Vec<(u64, Result<Tally, String>)>> = Mutex::new(Vec::new());
    let work = || {
        loop {
            let start = next.fetch_add(kind.batch, Ordering::Relaxed);
            if start >= all.end {
                return;
            }
            let tally = (kind.judge)(settings, start..all.end.min(start + kind.batch));
            done.lock()
                .expect("invariant: judges do not panic")
                .push((start, tally));
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    let mut batches = done.into_inner().expect("invariant: judges do not panic");
    batches.sort_by_key(|(start, _)| *start);
    let mut sum = Tally::default();
    for (_, tally) in batches {
        sum.add(tally?);
    }
    Ok(sum)
}

/// A new folder for the files of a case.
fn folder(settings: &RefuteSettings, kind: &str, case: u64) -> Result<PathBuf, String> {
    let name = format!("lydian-refute-{kind}-{}-{}-{case}", std::process::id(), settings.seed);
    let folder = std::env::temp_dir().join(name);
    let made = std::fs::create_dir_all(&folder);
    made.map_err(|e| format!("{}: {e}", folder.display()))?;
    Ok(folder)
}
