//! Files of the workspace.

use std::fs;
use std::path::{Path, PathBuf};

/// The root of the workspace.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// Folders that are made, not written.
const MADE: [&str; 4] = ["target", ".git", "lydian.out", "lydian.out.old"];

/// All files under `folder` whose name ends with `ending`, in the order of their paths. A missing folder has none.
pub fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = vec![];
    gather(folder, ending, &mut found);
    found.sort();
    found
}

fn gather(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if path.is_dir() && !MADE.contains(&name.as_str()) {
            gather(&path, ending, found);
        } else if path.is_file() && name.ends_with(ending) {
            found.push(path);
        }
    }
}

/// The text of a file; what is not UTF-8 is replaced, and what cannot be read is empty.
pub fn read(path: &Path) -> String {
    String::from_utf8_lossy(&fs::read(path).unwrap_or_default()).into_owned()
}

/// The path as people name it, from the root on.
pub fn shown(path: &Path, root: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).display().to_string()
}
