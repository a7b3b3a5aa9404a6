//! The one way to write a file that a user asked for: all of it is there, or what was there before.
//!
//! The text is written to a new file in the same folder, which takes the place of the old one when it is safely on the
//! disk. A crash or a full disk in between changes nothing.

use std::fs::{File, OpenOptions, Permissions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::{fmt, fs};
use tempfile::Builder;

/// A file that could not be written.
#[derive(Debug)]
pub struct Unsaved {
    path: PathBuf,
    error: io::Error,
}

impl Unsaved {
    /// What is wrong with a file.
    pub fn new(path: &Path, error: io::Error) -> Unsaved {
        let path = path.into();
        Unsaved { path, error }
    }

    /// Whether another path would help: the fault is in what was asked for, and not in the machine.
    pub fn is_bad_path(&self) -> bool {
        BAD_PATH.contains(&self.error.kind())
    }
}

/// Errors that are about a path.
const BAD_PATH: &[ErrorKind] = &[
    ErrorKind::NotFound,
    ErrorKind::PermissionDenied,
    ErrorKind::NotADirectory,
    ErrorKind::IsADirectory,
    ErrorKind::AlreadyExists,
    ErrorKind::InvalidFilename,
    ErrorKind::InvalidInput,
];

impl fmt::Display for Unsaved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let remedy = match self.is_bad_path() {
            true => "choose a file in a folder that exists and may be written to",
            false => "make room or choose another place, and run it again",
        };
        write!(
            f,
            "{}: error: cannot be written: {}; {remedy}",
            self.path.display(),
            self.error
        )
    }
}

impl std::error::Error for Unsaved {}

/// Writes a file. It is on the disk when this returns; if it cannot be written, nothing has changed.
pub fn save(path: &Path, text: &str) -> Result<(), Unsaved> {
    let written = match replaceable(path) {
        Some(real) => replace(&real, text.as_bytes()),
        None => OpenOptions::new()
            .write(true)
            .truncate(true)
            .open(path)
            .and_then(|mut device| device.write_all(text.as_bytes())),
    };
    written.map_err(|error| Unsaved::new(path, error))
}

/// The file behind a path and its links, if it can be replaced: devices and pipes are written to as they are, and so is
/// what has no place of its own, such as the standard output of this process.
fn replaceable(path: &Path) -> Option<PathBuf> {
    let system = ["/dev", "/proc"].iter().any(|folder| path.starts_with(folder));
    match fs::metadata(path) {
        Ok(found) if found.is_file() && !system => Some(path.canonicalize().unwrap_or_else(|_| path.into())),
        Ok(found) if !found.is_dir() => None,
        // A folder, or nothing yet: what is wrong, if anything is, shows when it is written.
        _ => Some(path.into()),
    }
}

/// Writes beside the place, and then takes it.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if path.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    let folder = parent(path);
    let mode = fs::metadata(path).map_or(0o666, |old| old.permissions().mode() & 0o7777);
    // The system takes away what the user's mask forbids, which is right for a new file only.
    let mut fresh = Builder::new()
        .prefix(".lydian-")
        .permissions(Permissions::from_mode(mode))
        .tempfile_in(folder)?;
    if path.exists() {
        fresh.as_file().set_permissions(Permissions::from_mode(mode))?;
    }
    fresh.write_all(bytes)?;
    fresh.as_file().sync_all()?;
    fresh.persist(path).map_err(|failed| failed.error)?;
    sync_folder(folder)
}

fn parent(path: &Path) -> &Path {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    parent.unwrap_or(Path::new("."))
}

/// Makes names in a folder last. Some file systems keep no folders that could be synced, and say so.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    match File::open(folder).and_then(|folder| folder.sync_all()) {
        Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => Ok(()),
        synced => synced,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        for text in ["first", "second", ""] {
            save(&path, text).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn errors_name_file_cause_and_remedy() {
        let folder = tempfile::tempdir().unwrap();
        let table = [
            (folder.path().join("none/a"), true, "No such file"),
            (folder.path().to_owned(), true, "directory"),
            ("/dev/full".into(), false, "No space left"),
            ("/proc/self/nothing".into(), true, "No such file"),
        ];
        for (path, is_bad_path, cause) in table {
            let unsaved = save(&path, "text").unwrap_err();
            assert_eq!(unsaved.is_bad_path(), is_bad_path, "{unsaved}");
            let said = unsaved.to_string();
            let begin = format!("{}: error: cannot be written: ", path.display());
            assert!(said.starts_with(&begin) && said.contains(cause), "{said}");
        }
    }
}
