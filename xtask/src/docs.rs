//! Paths named in Markdown files exist.
//!
//! Two sorts of names are looked at: targets of links, which count from the folder of the file,
//! and words that begin with one of the project's folders, which count from the root.

use crate::tree;
use std::path::Path;

/// A word that begins with one of these is a path of the project.
const FOLDERS: [&str; 7] = ["crates/", "specs/", "docs/", "scripts/", "xtask/", ".ci/", "testdata/"];

/// Every path that a Markdown file names and that does not exist.
pub fn problems(root: &Path) -> Vec<String> {
    let files = tree::files(root, ".md");
    files.iter().flat_map(|path| file_problems(root, path)).collect()
}

fn file_problems(root: &Path, path: &Path) -> Vec<String> {
    let text = tree::read(path);
    let folder = path.parent().unwrap_or(root);
    let name = tree::shown(path, root);
    let lines = text.lines().enumerate();
    let missing = lines.flat_map(|(index, line)| {
        let lost: Vec<String> = missing_in(line, root, folder);
        lost.into_iter().map(move |lost| (index + 1, lost))
    });
    missing
        .map(|(line, lost)| format!("{name}:{line}: `{lost}` does not exist"))
        .collect()
}

fn missing_in(line: &str, root: &Path, folder: &Path) -> Vec<String> {
    let links = links(line).into_iter().filter(|link| !folder.join(link).exists());
    let words = words(line).into_iter().filter(|word| !root.join(word).exists());
    links.chain(words).collect()
}

/// Targets of the links of a line that are files, without their anchors.
fn links(line: &str) -> Vec<String> {
    let targets = line.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let files = targets.filter(|target| !target.contains("://") && !target.starts_with("mailto:"));
    let paths = files.filter_map(|target| target.split('#').next());
    paths.filter(|path| !path.is_empty()).map(Into::into).collect()
}

/// Words of a line, in code or not, that are paths of the project. Patterns and placeholders are not.
fn words(line: &str) -> Vec<String> {
    let separator = |c: char| c.is_whitespace() || "`'\"()[],;|".contains(c);
    let words = line
        .split(separator)
        .map(|word| word.trim_end_matches(['.', ':', '!', '?']));
    let paths = words.filter(|word| FOLDERS.iter().any(|folder| word.starts_with(folder)));
    paths
        .filter(|word| !word.contains(['*', '<', '…', '{', '$']))
        .map(Into::into)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_named_path_exists() {
        assert_eq!(problems(&tree::root()), Vec::<String>::new());
    }

    #[test]
    fn paths_are_told_from_other_words() {
        let line =
            "See [a](b.md#c), [web](https://x.org/y), [here](#z): `crates/suite`, docs/manual/x.md. `crates/*` src/";
        assert_eq!(links(line), ["b.md"]);
        assert_eq!(words(line), ["crates/suite", "docs/manual/x.md"]);
    }
}
