//! Temporary folders that go with the process that made them, whatever ends it.
//!
//! The owner of a folder holds a lock on a file in it. A folder whose lock nobody holds was left by a process that was
//! killed; the next process that makes a folder sweeps it.

use crate::register;
use rustix::fs::{FlockOperation, flock};
use std::fs::{DirEntry, File, OpenOptions};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Once;

/// How the names of our folders begin.
const PREFIX: &str = "lydian-";
/// Letters behind that, chosen at random.
const RANDOM: usize = 6;
const LOCK: &str = ".lock";
/// A folder may be taken for a stale one between its making and its locking; then another is made.
const TRIES: u32 = 10;

static SWEPT: Once = Once::new();

/// A temporary folder. It is removed when this is dropped, by [`crate::farewell`], or by a later process.
#[derive(Debug)]
pub struct Scratch {
    path: PathBuf,
    _lock: File,
}

impl Scratch {
    /// An empty one.
    pub fn new() -> io::Result<Scratch> {
        SWEPT.call_once(|| sweep(&std::env::temp_dir()));
        for _ in 0..TRIES {
            let path = register::enter_folder(|| {
                Ok(tempfile::Builder::new()
                    .prefix(PREFIX)
                    .rand_bytes(RANDOM)
                    .tempdir()?
                    .keep())
            })?;
            match lock(&path) {
                Ok(Some(lock)) => return Ok(Scratch { path, _lock: lock }),
                Ok(None) => register::forget_folder(&path),
                Err(error) => {
                    discard(&path);
                    return Err(error);
                }
            }
        }
        Err(io::Error::other("every new temporary folder is taken away at once"))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        discard(&self.path);
    }
}

fn discard(path: &PathBuf) {
    register::remove(path);
    register::forget_folder(path);
}

/// Locks a new folder; none if it was swept before that.
fn lock(folder: &Path) -> io::Result<Option<File>> {
    let name = folder.join(LOCK);
    let file = match File::create_new(&name) {
        Ok(file) => file,
        Err(_) if !folder.exists() => return Ok(None),
        Err(error) => return Err(error),
    };
    if flock(&file, FlockOperation::NonBlockingLockExclusive).is_err() {
        return Ok(None);
    }
    let is_same = |found: std::fs::Metadata, own: std::fs::Metadata| found.ino() == own.ino();
    let there = std::fs::metadata(&name).ok().zip(file.metadata().ok());
    Ok(there.is_some_and(|(found, own)| is_same(found, own)).then_some(file))
}

/// Removes the folders whose owners were killed.
fn sweep(folder: &Path) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    let ours = |entry: &DirEntry| entry.file_name().to_string_lossy().starts_with(PREFIX);
    for entry in entries.flatten().filter(ours) {
        sweep_one(&entry.path());
    }
}

/// Removes a folder if nobody holds its lock.
fn sweep_one(folder: &Path) {
    let Ok(file) = OpenOptions::new().write(true).open(folder.join(LOCK)) else {
        return sweep_unlocked(folder);
    };
    if flock(&file, FlockOperation::NonBlockingLockExclusive).is_ok() {
        // What cannot be removed now is for the next one.
        let _ = std::fs::remove_dir_all(folder);
    }
}

/// A folder without a lock may be anybody's. An empty one with a name as ours have it was left between its making and its
/// locking, or is just there; its owner makes another then.
fn sweep_unlocked(folder: &Path) {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let random = name.strip_prefix(PREFIX).unwrap_or_default();
    if random.len() == RANDOM && random.chars().all(|c| c.is_ascii_alphanumeric()) {
        let _ = std::fs::remove_dir(folder);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_folders_without_an_owner_are_swept() {
        let root = tempfile::tempdir().unwrap();
        let folder = |name: &str| {
            let path = root.path().join(name);
            std::fs::create_dir(&path).unwrap();
            path
        };
        let [owned, left, strange, other] = ["lydian-a", "lydian-b", "lydian-c", "b"].map(folder);
        let [unlocked, full] = ["lydian-aB3dE6", "lydian-aB3dE7"].map(folder);
        std::fs::write(full.join("file"), "text").unwrap();
        let held = lock(&owned).unwrap().unwrap();
        drop(lock(&left).unwrap().unwrap());
        drop(lock(&other).unwrap().unwrap());
        std::fs::write(left.join("file"), "text").unwrap();
        sweep(root.path());
        let there = [&owned, &left, &strange, &other, &unlocked, &full].map(|path| path.exists());
        assert_eq!(there, [true, false, true, true, false, true]);
        drop(held);
        sweep(root.path());
        assert!(!owned.exists());
    }

    #[test]
    fn a_folder_goes_with_its_owner() {
        let scratch = Scratch::new().unwrap();
        let path = scratch.path().to_owned();
        std::fs::create_dir(path.join("inner")).unwrap();
        std::fs::write(path.join("inner/file"), "text").unwrap();
        drop(scratch);
        assert!(!path.exists());
    }
}
