//! Every core of the corpora is read, printed and read again to an equal core.

use expr::ast::Core;
use expr::{fpcore, infix, read_file_text};
use std::fs;
use std::path::{Path, PathBuf};

fn testdata(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata").join(name)
}

/// The benchmark collections, where they are at hand.
fn benchmarks() -> Option<PathBuf> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/benchmarks"));
    let found = folder.is_dir().then(|| folder.to_path_buf());
    if found.is_none() {
        println!("skipped: {} is not there", folder.display());
    }
    found
}

fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("folder of specifications");
    let mut files: Vec<PathBuf> = entries.map(|e| e.expect("entry").path()).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == extension));
    files.sort();
    files
}

fn read(file: &Path) -> Vec<Core> {
    let bytes = fs::read(file).expect("file can be read");
    read_file_text(&file.display().to_string(), &bytes).unwrap_or_else(|errors| panic!("{errors}"))
}

fn check_round_trip(core: &Core) {
    let printed = fpcore::print(core);
    let again = fpcore::read(&printed).unwrap_or_else(|errors| panic!("{errors}\n{printed}"));
    assert_eq!(again.len(), 1, "{printed}");
    assert_eq!(&again[0], core, "{printed}");
    assert_eq!(fpcore::print(&again[0]), printed);
}

/// Number of cores in the file, after checking each.
fn check_file(file: &Path) -> usize {
    let cores = read(file);
    cores
        .iter()
        .filter(|c| !fpcore::print(c).contains("(numbers)"))
        .for_each(check_round_trip);
    cores.len()
}

#[test]
fn every_form_of_the_language_survives_printing() {
    let file = testdata("forms.fpcore");
    assert_eq!(check_file(&file), 15);
    let together: Vec<String> = read(&file).iter().map(fpcore::print).collect();
    assert_eq!(fpcore::read(&together.join("\n")).expect("printed file"), read(&file));
}

#[test]
fn all_of_fpbench_survives_printing() {
    let Some(folder) = benchmarks() else { return };
    let files = files(&folder.join("fpbench"), "fpcore");
    assert_eq!(files.iter().map(|f| check_file(f)).sum::<usize>(), 136);
}

#[test]
fn all_of_magneto_survives_printing() {
    let Some(folder) = benchmarks() else { return };
    assert_eq!(check_file(&folder.join("magneto.fpcore")), 81);
}

#[test]
fn the_specifications_of_the_project_survive_printing() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../specs");
    assert!(files(&folder, "fpcore").iter().all(|f| check_file(f) > 0));
    for file in files(&folder, "lyd") {
        for core in read(&file) {
            check_round_trip(&core);
            let text = infix::print(&core);
            assert_eq!(infix::read(&text).expect("printed"), [core], "{text}");
        }
    }
}
