//! The folder of a campaign: suites, `record.jsonl`, `summary.json`, and a lock that keeps other campaigns out.
//!
//! A folder is made only when there is a first result, so that bad input writes over nothing.
//! The previous campaign is kept as `NAME.old`. A folder that is not a campaign's is never moved.

use crate::save::{Unsaved, save, sync_folder};
use fs4::fs_std::FileExt;
use std::collections::HashSet;
use std::ffi::OsString;
use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use suite::{CampaignRecord, CampaignSummary, RecordLine, Suite};

/// Name of the record in the folder.
pub const RECORD: &str = "record.jsonl";

/// Name of the summary in the folder.
pub const SUMMARY: &str = "summary.json";

/// Name of the lock in the folder. The file stays; what counts is whether somebody holds it.
const LOCK: &str = "lock";

/// A folder that this campaign holds.
#[derive(Debug)]
pub struct CampaignFolder {
    path: PathBuf,
    record: File,
    /// Held until the campaign ends.
    _lock: File,
}

/// Why a folder cannot be used.
#[derive(Debug)]
pub enum FolderError {
    /// It exists, has contents, and no campaign made it.
    NotOurs(PathBuf),
    /// It exists and is not a folder.
    NotAFolder(PathBuf),
    /// Another campaign is at work in it.
    Locked(PathBuf),
    /// Its record cannot be read, so that nothing can be resumed.
    Record(PathBuf, String),
    /// Something cannot be written into it.
    Unsaved(Unsaved),
    /// The system says no.
    Io(PathBuf, io::Error),
}

impl fmt::Display for FolderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FolderError::NotOurs(path) => write!(
                f,
                "the folder {} exists and is not from a campaign (no {RECORD}, no {SUMMARY}): \
                 choose another with --out, or move it away",
                path.display()
            ),
            FolderError::NotAFolder(path) => write!(
                f,
                "{} exists and is not a folder: choose another with --out",
                path.display()
            ),
            FolderError::Locked(path) => write!(
                f,
                "another campaign is at work in {}: wait for it, or choose another folder with --out",
                path.display()
            ),
            FolderError::Record(path, why) => write!(
                f,
                "{} cannot be resumed: {why}; leave out --resume to begin anew",
                path.display()
            ),
            FolderError::Unsaved(unsaved) => write!(f, "{unsaved}"),
            FolderError::Io(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for FolderError {}

impl From<Unsaved> for FolderError {
    fn from(unsaved: Unsaved) -> Self {
        FolderError::Unsaved(unsaved)
    }
}

/// What is at the place where a folder is wanted.
enum FolderPlace {
    /// Nothing, or an empty folder.
    Free,
    /// The folder of an earlier campaign.
    Campaign,
}

impl CampaignFolder {
    /// Whether a folder could be made here, without touching anything.
    pub fn check(path: &Path) -> Result<(), FolderError> {
        if let FolderPlace::Campaign = place(path)? {
            let lock = path.join(LOCK);
            if lock.exists() {
                hold(path, File::open(&lock))?;
            }
        }
        Ok(())
    }

    /// A new folder; a campaign's folder that is there already becomes `NAME.old`.
    pub fn create(path: &Path) -> Result<CampaignFolder, FolderError> {
        if let FolderPlace::Campaign = place(path)? {
            let _lock = lock(path)?;
            rotate(path).map_err(|e| FolderError::Io(path.into(), e))?;
        }
        CampaignFolder::open(path)
    }

    /// The folder of an earlier campaign, to go on with, and what it recorded; none if there is no such folder.
    pub fn resume(path: &Path) -> Result<Option<(CampaignFolder, CampaignRecord)>, FolderError> {
        match place(path)? {
            FolderPlace::Free => Ok(None),
            FolderPlace::Campaign => {
                let folder = CampaignFolder::open(path)?;
                let record = mend_record(path, &folder.record)?;
                Ok(Some((folder, record)))
            }
        }
    }

    fn open(path: &Path) -> Result<CampaignFolder, FolderError> {
        let failed = |e| FolderError::Io(path.into(), e);
        fs::create_dir_all(path).map_err(failed)?;
        let lock = lock(path)?;
        let record = OpenOptions::new().append(true).create(true).open(path.join(RECORD));
        let record = record.map_err(failed)?;
        sync_folder(path).map_err(failed)?;
        Ok(CampaignFolder {
            path: path.into(),
            record,
            _lock: lock,
        })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds events to the record. They are on the disk when this returns; if they cannot be written, none is there.
    pub fn append(&mut self, events: &[RecordLine]) -> Result<(), FolderError> {
        let lines: String = events.iter().map(RecordLine::to_line).collect();
        append(&self.record, lines.as_bytes()).map_err(|e| Unsaved::new(&self.path.join(RECORD), e).into())
    }

    /// Writes a suite under this name.
    pub fn write_suite(&self, name: &str, suite: &Suite) -> Result<(), FolderError> {
        Ok(save(&self.path.join(name), &suite.to_json())?)
    }

    /// Writes the summary.
    pub fn write_summary(&self, summary: &CampaignSummary) -> Result<(), FolderError> {
        Ok(save(&self.path.join(SUMMARY), &summary.to_json())?)
    }
}

/// Adds to the end of a file, or leaves it as it was: half a line would be in the way of the next.
fn append(mut file: &File, bytes: &[u8]) -> io::Result<()> {
    let before = file.metadata()?.len();
    let written = file.write_all(bytes).and_then(|()| file.sync_data());
    if written.is_err() {
        // If this fails too, the torn line is found when the record is read.
        let _ = file.set_len(before);
    }
    written
}

/// The suite of this name in a folder, if it is there and can be read.
pub fn read_suite(path: &Path, name: &str) -> Option<Suite> {
    Suite::from_json(&fs::read_to_string(path.join(name)).ok()?).ok()
}

/// The summary of the campaign in a folder, if it is there and can be read.
pub fn read_summary(path: &Path) -> Option<CampaignSummary> {
    serde_json::from_str(&fs::read_to_string(path.join(SUMMARY)).ok()?).ok()
}

/// File names for the suites of specifications with these names, in order: all different, and `suite.json` for one alone.
pub fn suite_names(specs: &[&str]) -> Vec<String> {
    if specs.len() == 1 {
        return vec!["suite.json".into()];
    }
    let mut taken = HashSet::new();
    let mut names = Vec::new();
    for spec in specs {
        let name = free_slug(&slug(spec), &taken);
        names.push(format!("{name}.suite.json"));
        taken.insert(name);
    }
    names
}

/// The slug itself, or with the first number from 2 on that makes it new.
fn free_slug(slug: &str, taken: &HashSet<String>) -> String {
    let numbered = (2..).map(|n| format!("{slug}-{n}"));
    std::iter::once(slug.to_string())
        .chain(numbered)
        .find(|name| !taken.contains(name))
        .unwrap_or_default()
}

/// Longest slug: file systems allow 255 bytes for a name.
const SLUG: usize = 100;

/// The name in lower case, with a hyphen for every run of what is not a letter or digit.
fn slug(name: &str) -> String {
    let lower = name.to_lowercase();
    let words = lower
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|w| !w.is_empty());
    let joined: String = words.collect::<Vec<_>>().join("-").chars().take(SLUG).collect();
    let trimmed = joined.trim_end_matches('-');
    if trimmed.is_empty() {
        "unnamed".into()
    } else {
        trimmed.into()
    }
}

fn place(path: &Path) -> Result<FolderPlace, FolderError> {
    let failed = |e| FolderError::Io(path.into(), e);
    match fs::metadata(path) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(FolderPlace::Free),
        Err(e) => return Err(failed(e)),
        Ok(found) if !found.is_dir() => return Err(FolderError::NotAFolder(path.into())),
        Ok(_) => {}
    }
    if path.join(RECORD).exists() || path.join(SUMMARY).exists() {
        return Ok(FolderPlace::Campaign);
    }
    for entry in fs::read_dir(path).map_err(failed)? {
        if entry.map_err(failed)?.file_name() != LOCK {
            return Err(FolderError::NotOurs(path.into()));
        }
    }
    Ok(FolderPlace::Free)
}

fn lock(path: &Path) -> Result<File, FolderError> {
    let options = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .open(path.join(LOCK));
    hold(path, options)
}

fn hold(path: &Path, file: io::Result<File>) -> Result<File, FolderError> {
    let failed = |e| FolderError::Io(path.join(LOCK), e);
    let file = file.map_err(failed)?;
    match file.try_lock_exclusive() {
        Ok(true) => Ok(file),
        Ok(false) => Err(FolderError::Locked(path.into())),
        Err(e) => Err(failed(e)),
    }
}

/// Moves a campaign's folder to `NAME.old`, in place of the one that was kept there.
fn rotate(path: &Path) -> io::Result<()> {
    let old = old_path(path);
    if old.join(RECORD).exists() || old.join(SUMMARY).exists() {
        fs::remove_dir_all(&old)?;
    } else if old.exists() {
        let why = format!("{} exists and is not from a campaign", old.display());
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, why));
    }
    fs::rename(path, &old)
}

fn old_path(path: &Path) -> PathBuf {
    let trimmed: PathBuf = path.components().collect();
    let mut name = OsString::from(trimmed);
    name.push(".old");
    name.into()
}

/// Reads the record through and cuts off a torn last line, so that what is appended stands on lines of its own.
fn mend_record(path: &Path, file: &File) -> Result<CampaignRecord, FolderError> {
    let place = path.join(RECORD);
    let text = fs::read_to_string(&place).map_err(|e| FolderError::Io(place.clone(), e))?;
    let record =
        CampaignRecord::from_lines(&text).map_err(|e| FolderError::Record(path.into(), format!("{RECORD}: {e}")))?;
    let mended = if record.torn {
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        file.set_len(whole as u64)
    } else if !text.is_empty() && !text.ends_with('\n') {
        append(file, b"\n")
    } else {
        Ok(())
    };
    mended.map_err(|e| Unsaved::new(&place, e))?;
    Ok(record)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finished() -> RecordLine {
        RecordLine::Finished {
            outcome: "done".into(),
            exit_code: 0,
        }
    }

    #[test]
    fn slugs_are_plain_and_different() {
        let names = ["a b, C", "A-b c", "é", "", "x1", "a-b-c-2"];
        let slugs = ["a-b-c", "a-b-c-2", "unnamed", "unnamed-2", "x1", "a-b-c-2-2"];
        let wanted: Vec<String> = slugs.iter().map(|s| format!("{s}.suite.json")).collect();
        assert_eq!(suite_names(&names), wanted);
        assert_eq!(suite_names(&["whatever"]), ["suite.json"]);
    }

    #[test]
    fn the_previous_campaign_is_kept_once() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("out");
        for _ in 0..3 {
            let mut folder = CampaignFolder::create(&path).unwrap();
            folder.append(&[finished()]).unwrap();
        }
        assert_eq!(fs::read_to_string(path.join(RECORD)).unwrap().lines().count(), 1);
        assert!(root.path().join("out.old").join(RECORD).exists());
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 2);
    }

    #[test]
    fn a_strangers_folder_is_left_alone() {
        let root = tempfile::tempdir().unwrap();
        fs::write(root.path().join("thesis.tex"), "x").unwrap();
        for refused in [
            CampaignFolder::check(root.path()),
            CampaignFolder::create(root.path()).map(drop),
            CampaignFolder::resume(root.path()).map(drop),
        ] {
            assert!(matches!(refused, Err(FolderError::NotOurs(_))));
        }
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_strangers_old_folder_is_left_alone() {
        let root = tempfile::tempdir().unwrap();
        let old = root.path().join("out.old");
        fs::create_dir(&old).unwrap();
        fs::write(old.join("thesis.tex"), "x").unwrap();
        drop(CampaignFolder::create(&root.path().join("out")).unwrap());
        let error = CampaignFolder::create(&root.path().join("out"))
            .unwrap_err()
            .to_string();
        assert!(error.contains("out.old exists and is not from a campaign"), "{error}");
        assert!(old.join("thesis.tex").exists());
    }

    #[test]
    fn two_campaigns_do_not_share_a_folder() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("out");
        let first = CampaignFolder::create(&path).unwrap();
        for refused in [
            CampaignFolder::check(&path),
            CampaignFolder::create(&path).map(drop),
            CampaignFolder::resume(&path).map(drop),
        ] {
            assert!(matches!(refused, Err(FolderError::Locked(_))));
        }
        drop(first);
        CampaignFolder::check(&path).unwrap();
    }

    #[test]
    fn a_resumed_record_goes_on_after_a_torn_line() {
        let root = tempfile::tempdir().unwrap();
        CampaignFolder::create(root.path())
            .unwrap()
            .append(&[finished()])
            .unwrap();
        let file = root.path().join(RECORD);
        let whole = fs::read_to_string(&file).unwrap();
        fs::write(&file, format!("{whole}{}", &whole[..9])).unwrap();
        let (mut folder, record) = CampaignFolder::resume(root.path()).unwrap().unwrap();
        assert!(record.torn);
        folder.append(&[finished()]).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), whole.repeat(2));
    }
}
