//! Damaged files: whatever stands in a file, a command neither panics nor hangs nor dies.
//!
//! Good files of every format ([`originals`]) are damaged ([`damage`]) and given to the commands that read them
//! ([`ways`]), several at once where a command takes several.

mod damage;
mod originals;
mod values;
mod ways;

use super::{RefuteSettings, Refuted, Tally, run_child};
use originals::Originals;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;
use ways::{ReadingWay, WAYS};

/// A run that takes longer hangs.
const PATIENCE: Duration = Duration::from_secs(600);

/// Runs that the search for a smaller file may take.
const SHRINKING: usize = 150;

/// A damaged file of a case.
struct Damaged {
    case: u64,
    bytes: Vec<u8>,
}

/// Judges some files.
pub fn judge(settings: &RefuteSettings, cases: Range<u64>) -> Result<Tally, String> {
    static ORIGINALS: OnceLock<Result<Originals, String>> = OnceLock::new();
    let originals = ORIGINALS.get_or_init(|| Originals::make(settings)).as_ref();
    let originals = originals.map_err(Clone::clone)?;
    let folder = super::folder(settings, "damaged", cases.start)?;
    let mut tally = Tally {
        cases: cases.end - cases.start,
        ..Tally::default()
    };
    for (way, files) in by_way(settings, originals, cases) {
        let way = &WAYS[way];
        tally.count(way.name, files.len() as u64);
        for together in files.chunks(way.together) {
            let bench = DamageBench {
                settings,
                originals,
                way,
                folder: &folder,
            };
            tally.refuted.extend(bench.judge(together)?);
        }
    }
    std::fs::remove_dir_all(&folder).map_err(|e| e.to_string())?;
    Ok(tally)
}

/// The files of some cases, by the number of the way in which they are read.
fn by_way(settings: &RefuteSettings, originals: &Originals, cases: Range<u64>) -> BTreeMap<usize, Vec<Damaged>> {
    let mut files: BTreeMap<usize, Vec<Damaged>> = BTreeMap::new();
    for case in cases {
        let mut rng = settings.rng("damaged", case);
        let way = ways::pick(&mut rng);
        let good = originals.of(WAYS[way].format);
        let (one, other) = (rng.below(good.len()), rng.below(good.len()));
        let bytes = damage::damaged(&good[one], &good[other], &mut rng);
        files.entry(way).or_default().push(Damaged { case, bytes });
    }
    files
}

/// Where files are read in one way.
struct DamageBench<'b> {
    settings: &'b RefuteSettings,
    originals: &'b Originals,
    way: &'b ReadingWay,
    folder: &'b Path,
}

impl DamageBench<'_> {
    /// Those files with which the command misbehaves, made smaller.
    fn judge(&self, files: &[Damaged]) -> Result<Vec<Refuted>, String> {
        let texts: Vec<&[u8]> = files.iter().map(|file| file.bytes.as_slice()).collect();
        if self.misdeed(&texts)?.is_none() {
            return Ok(Vec::new());
        }
        let mut refuted = Vec::new();
        for file in files {
            if let Some(why) = self.misdeed(&[&file.bytes])? {
                refuted.push(self.refuted(file, why)?);
            }
        }
        if refuted.is_empty() {
            let files = files.iter().map(|file| (file.case.to_string(), file.bytes.clone()));
            refuted.push(Refuted {
                case: files.clone().next().map_or(0, |file| file.0.parse().unwrap_or(0)),
                claim: self.way.name.into(),
                why: "misbehaves with several files, and with none of them alone".into(),
                files: files.collect(),
            });
        }
        Ok(refuted)
    }

    fn refuted(&self, file: &Damaged, why: String) -> Result<Refuted, String> {
        let bytes = match why.contains("hangs") {
            true => file.bytes.clone(),
            false => self.smaller(&file.bytes)?,
        };
        Ok(Refuted {
            case: file.case,
            claim: self.way.name.into(),
            why,
            files: vec![(format!("damaged.{}", self.way.ending), bytes)],
        })
    }

    /// The file without what is not needed.
    fn smaller(&self, bytes: &[u8]) -> Result<Vec<u8>, String> {
        let (mut best, mut size, mut runs) = (bytes.to_vec(), bytes.len() / 2, 0);
        while size > 0 && runs < SHRINKING {
            let mut at = 0;
            while at < best.len() && runs < SHRINKING {
                let without = [&best[..at], &best[(at + size).min(best.len())..]].concat();
                runs += 1;
                match self.misdeed(&[&without])? {
                    Some(_) => best = without,
                    None => at += size,
                }
            }
            size /= 2;
        }
        Ok(best)
    }

    /// What the command does with these files that it must not do.
    fn misdeed(&self, files: &[&[u8]]) -> Result<Option<String>, String> {
        let names: Vec<String> = (0..files.len())
            .map(|number| format!("{number}.{}", self.way.ending))
            .collect();
        for (name, bytes) in names.iter().zip(files) {
            write(&self.folder.join(name), bytes)?;
        }
        let words = (self.way.command)(self.folder, self.originals, &names)?;
        let ran = run_child(&self.settings.program("lydian"), &words, self.folder, b"", PATIENCE)?;
        let said = ran.misbehaved();
        Ok(said.map(|how| format!("lydian {} {how}", words.join(" "))))
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    std::fs::write(path, bytes).map_err(|e| format!("{}: {e}", path.display()))
}
