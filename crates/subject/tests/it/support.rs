//! What the tests share.

use std::path::PathBuf;
use subject::{Broken, Subject, SubjectOptions, SubjectReference};
use suite::Observed;
use tempfile::TempDir;

/// A folder with one source, as a subject.
pub struct Written {
    folder: TempDir,
    file: PathBuf,
    function: String,
}

impl Written {
    pub fn new(file: &str, function: &str, text: &str) -> Written {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(file);
        std::fs::write(&file, text).unwrap();
        let function = function.to_owned();
        Written { folder, file, function }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn reference(&self) -> SubjectReference {
        format!("{}:{}", self.file.display(), self.function).parse().unwrap()
    }

    pub fn open(&self, options: &SubjectOptions) -> Result<Subject, Broken> {
        Subject::open(&self.reference(), options)
    }

    pub fn subject(&self) -> Subject {
        self.open(&SubjectOptions::default())
            .unwrap_or_else(|broken| panic!("{broken}"))
    }
}

pub fn command(words: &[&str]) -> SubjectReference {
    let words = words.iter().map(|w| w.to_string()).collect();
    SubjectReference::Command { words }
}

/// One number per input.
pub fn line(numbers: impl IntoIterator<Item = f64>) -> Vec<Vec<f64>> {
    numbers.into_iter().map(|x| vec![x]).collect()
}

pub fn rejected(how: &str) -> Observed {
    Observed::Rejected { how: how.into() }
}

pub fn bits(observed: &Observed) -> &str {
    match observed {
        Observed::Value { bits, .. } => bits,
        other => panic!("no value: {other:?}"),
    }
}

/// Processes whose command line contains a text.
pub fn processes(text: &str) -> Vec<String> {
    let all = std::fs::read_dir("/proc").unwrap().flatten();
    let lines = all.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    let lines = lines.map(|l| String::from_utf8_lossy(&l).replace('\0', " "));
    lines.filter(|line| line.contains(text)).collect()
}
