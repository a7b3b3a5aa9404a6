//! A page about what `stress` or `accuracy` found, from a folder that holds their report.

use crate::complaint::Complaint;
use crate::report::{files_named, read_text};
use campaign::folder::read_summary;
use report::page::{accuracy_page, stress_page};
use std::path::Path;
use suite::SuiteError;
use suite::accuracy::AccuracyReport;
use suite::stress::StressReport;

/// Makes a page from the text of a report.
type PageMaker = fn(&str) -> Result<String, SuiteError>;

/// Files and what makes a page from them.
const MAKERS: [(&str, PageMaker); 2] = [
    ("stress.json", |text| {
        StressReport::from_json(text).map(|report| stress_page(&report))
    }),
    ("accuracy.json", |text| {
        AccuracyReport::from_json(text).map(|report| accuracy_page(&report))
    }),
];

/// The page; none if the folder holds no such report, or is the folder of a campaign of `generate`.
pub fn make_page(dir: &Path) -> Result<Option<String>, Complaint> {
    if read_summary(dir).is_some() {
        return Ok(None);
    }
    let mut found = vec![];
    for (name, maker) in MAKERS {
        found.extend(files_named(dir, name)?.into_iter().map(|file| (file, maker)));
    }
    match found.as_slice() {
        [] => Ok(None),
        [(file, maker)] => {
            let file = dir.join(file);
            let page = maker(&read_text(&file)?).map_err(|error| Complaint::at(file.display(), error))?;
            Ok(Some(page))
        }
        [(first, _), (second, _), ..] => Err(too_many(dir, first, second)),
    }
}

fn too_many(dir: &Path, first: &str, second: &str) -> Complaint {
    let why = format!("it holds several reports, such as {first} and {second}: put each into a folder of its own");
    Complaint::at(dir.display(), why)
}
