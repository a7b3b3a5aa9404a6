//! Pages about what `cover` found, from a folder that holds its reports.

use crate::code::save;
use crate::complaint::Complaint;
use crate::report::{files_named, last_part, make_folder_beside, read_text};
use campaign::folder::read_summary;
use report::page::{CoverEntry, cover_index, cover_page};
use std::path::Path;
use suite::cover::{CoverReport, SourceRecord};

/// The reports of a folder, each with the name of its file.
pub struct Covers {
    title: String,
    reports: Vec<(String, CoverReport)>,
}

impl Covers {
    /// What a folder holds; none if it holds no such reports, or is the folder of a campaign of `generate`.
    pub fn read(dir: &Path) -> Result<Option<Covers>, Complaint> {
        let names = files_named(dir, "cover.json")?;
        if names.is_empty() || read_summary(dir).is_some() {
            return Ok(None);
        }
        let read = |name: String| {
            let file = dir.join(&name);
            let report = CoverReport::from_json(&read_text(&file)?).map_err(|e| Complaint::at(file.display(), e))?;
            Ok((name, report))
        };
        let reports: Result<Vec<_>, Complaint> = names.into_iter().map(read).collect();
        Ok(Some(Covers {
            title: dir
                .canonicalize()
                .map_or_else(|_| last_part(dir), |path| last_part(&path)),
            reports: reports?,
        }))
    }

    /// One page for one report; else a list, and the pages in a folder beside it.
    pub fn write(&self, out: &Path) -> Result<(), Complaint> {
        if let [(_, report)] = self.reports.as_slice() {
            return save(out, &cover_page(report, &read_sources(report), None));
        }
        let (folder, back) = make_folder_beside(out)?;
        let mut entries = Vec::new();
        for (name, report) in &self.reports {
            let file = format!("{}.html", name.strip_suffix(".json").unwrap_or(name));
            save(
                &folder.join(&file),
                &cover_page(report, &read_sources(report), Some(&back)),
            )?;
            let address = format!("{}/{file}", last_part(&folder));
            entries.push(CoverEntry { address, report });
        }
        save(out, &cover_index(&self.title, &entries))
    }
}

/// The texts of the source files, by name; what cannot be read or has changed since is left out.
pub fn read_sources(report: &CoverReport) -> Vec<(String, String)> {
    let as_it_was = |bytes: &[u8], sha256: &str| suite::sha256(bytes) == sha256;
    let read = |source: &SourceRecord| {
        let bytes = std::fs::read(&source.file)
            .ok()
            .filter(|bytes| as_it_was(bytes, &source.sha256))?;
        Some((source.file.clone(), String::from_utf8_lossy(&bytes).into_owned()))
    };
    report.sources.iter().filter_map(read).collect()
}
