//! Attacks on `cover` and `stress`: random functions of C, judged by plain builds of two compilers.
//!
//! Each program is printed twice. The plain text is what Lydian reads. The judge's text is the same program, in which
//! every operation and every branch tells what happens in it; its builds run the inputs that Lydian names, and many
//! others, among them the keys that the generator planted.

mod bench;
mod claims;
mod inputs;
mod make;
mod print;
mod program;
mod shrink;
mod trial;
mod types;
mod verdict;

use super::{RefuteSettings, RefuterKind, Tally};
use std::ops::Range;
use std::path::{Path, PathBuf};
use trial::NativeTrial;

/// Short runs take about a quarter of a minute.
pub const KIND: RefuterKind = RefuterKind {
    name: "native",
    about: "infeasible, covered, harmless, killed, by plain builds of two compilers",
    few: 50,
    batch: 25,
    judge,
};

fn judge(settings: &RefuteSettings, cases: Range<u64>) -> Result<Tally, String> {
    let folder = BatchFolder::new(settings, cases.start)?;
    let mut trials = Vec::new();
    for case in cases.clone() {
        let program = make::program(settings.rng("native", case));
        trials.push(NativeTrial::new(
            settings,
            program,
            case,
            &folder.0,
            &["cover", "stress"],
        )?);
    }
    let mut tally = trial::judged(&trials, &folder.0)?;
    tally.cases = cases.end - cases.start;
    tally.refuted = shrink::all(settings, &trials, std::mem::take(&mut tally.refuted), &folder.0)?;
    Ok(tally)
}

/// A folder that is gone when the batch is.
struct BatchFolder(PathBuf);

impl BatchFolder {
    fn new(settings: &RefuteSettings, start: u64) -> Result<Self, String> {
        let name = format!("refute-native-{}-{start}", std::process::id());
        let path = settings.programs.join(name);
        std::fs::create_dir_all(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        Ok(BatchFolder(path))
    }
}

impl Drop for BatchFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Writes the plain text and the further files of a program.
fn write(program: &program::CProgram, plain: &str, folder: &Path) -> Result<(), String> {
    std::fs::write(folder.join("f.c"), plain).map_err(|e| e.to_string())?;
    for (name, text) in &program.files {
        std::fs::write(folder.join(name), text.replace('@', "")).map_err(|e| e.to_string())?;
    }
    Ok(())
}
