//! `lydian report`: a finished campaign as a page, or as a file for other tools.

use crate::args::{self, ReportFormat};
use crate::code::save;
use crate::complaint::Complaint;
use crate::console::Console;
use crate::covers::Covers;
use crate::exit::Exit;
use crate::single;
use campaign::folder::{SUMMARY, read_summary};
use campaign::plot::sample;
use report::page::{Index, IndexEntry, Page, index, page};
use std::fs;
use std::path::{Path, PathBuf};
use suite::{CampaignSummary, CheckReport, Suite};

/// Runs the command.
pub fn run(typed: &args::ReportArguments, console: &Console) -> Result<Exit, Complaint> {
    write(typed, console).map(|()| Exit::Done)
}

fn write(typed: &args::ReportArguments, console: &Console) -> Result<(), Complaint> {
    if typed.format == ReportFormat::Html
        && let Some(covers) = Covers::read(&typed.dir)?
    {
        let out = out(typed);
        covers.write(&out)?;
        console.report(&format!("Report: {}\n", out.display()));
        return Ok(());
    }
    if typed.format == ReportFormat::Html
        && let Some(page) = single::make_page(&typed.dir)?
    {
        let out = out(typed);
        save(&out, &page)?;
        console.report(&format!("Report: {}\n", out.display()));
        return Ok(());
    }
    let mut campaign = FolderContents::read(&typed.dir)?;
    campaign.add_checks(&typed.dir, &typed.check)?;
    if typed.format == ReportFormat::Html {
        let out = out(typed);
        campaign.write_pages(&out)?;
        console.report(&format!("Report: {}\n", out.display()));
        return Ok(());
    }
    let text = campaign.text(typed.format)?;
    match &typed.out {
        Some(out) => save(out, &text),
        None => {
            console.data(&text);
            Ok(())
        }
    }
}

fn out(typed: &args::ReportArguments) -> PathBuf {
    typed.out.clone().unwrap_or_else(|| typed.dir.join("report.html"))
}

/// A suite, the file it came from, and what a subject did with it.
struct ReportItem {
    name: String,
    sha256: String,
    suite: Suite,
    check: Option<CheckReport>,
}

/// What a folder holds.
struct FolderContents {
    title: String,
    summary: Option<CampaignSummary>,
    items: Vec<ReportItem>,
}

impl FolderContents {
    fn read(dir: &Path) -> Result<FolderContents, Complaint> {
        let summary = read_summary(dir);
        let names = match &summary {
            Some(summary) => summary.specs.iter().map(|spec| spec.suite.clone()).collect(),
            None => files_named(dir, "suite.json")?,
        };
        if names.is_empty() {
            let why = format!(
                "it holds no suites ({SUMMARY}, suite.json or NAME.suite.json) and no reports of other commands (cover.json, \
                 stress.json or accuracy.json): make some with lydian generate, cover, stress or accuracy"
            );
            return Err(Complaint::at(dir.display(), why));
        }
        let items: Result<Vec<ReportItem>, Complaint> =
            names.into_iter().map(|name| ReportItem::read(dir, name)).collect();
        let title = dir
            .canonicalize()
            .ok()
            .and_then(|path| Some(path.file_name()?.to_string_lossy().into_owned()));
        Ok(FolderContents {
            title: title.unwrap_or_else(|| dir.display().to_string()),
            summary,
            items: items?,
        })
    }

    fn add_checks(&mut self, dir: &Path, named: &[PathBuf]) -> Result<(), Complaint> {
        let mut files = named.to_vec();
        if files.is_empty() {
            files.extend(files_named(dir, "check.json")?.iter().map(|name| dir.join(name)));
        }
        files.iter().try_for_each(|file| self.add_check(file))
    }

    fn add_check(&mut self, file: &Path) -> Result<(), Complaint> {
        let check = CheckReport::from_json(&read_text(file)?).map_err(|error| Complaint::at(file.display(), error))?;
        let Some(item) = self.items.iter_mut().find(|item| item.sha256 == check.suite.sha256) else {
            let why = format!(
                "it is about a suite of `{}` that is not in this folder, \
                 or not any more as it was: run lydian check again",
                check.suite.spec
            );
            return Err(Complaint::at(file.display(), why));
        };
        if item.check.is_some() {
            let why = format!(
                "there are two checks of `{}`: choose one with --check",
                check.suite.spec
            );
            return Err(Complaint::at(file.display(), why));
        }
        let as_run = check.as_run(&item.suite);
        if let Some(problem) = check.problems(&as_run).first() {
            return Err(Complaint::at(
                file.display(),
                format!("{problem}: run lydian check again"),
            ));
        }
        item.suite = as_run;
        item.check = Some(check);
        Ok(())
    }

    /// All formats but HTML.
    fn text(&self, format: ReportFormat) -> Result<String, Complaint> {
        let suites: Vec<&Suite> = self.items.iter().map(|item| &item.suite).collect();
        match format {
            ReportFormat::Junit => Ok(report::junit::junit_all(&self.checks()?)),
            ReportFormat::Sarif => Ok(report::sarif::sarif_all(&self.checks()?)),
            ReportFormat::Elements => Ok(report::elements::elements_all(&suites)),
            ReportFormat::Html | ReportFormat::Csv => Ok(self.csv()),
        }
    }

    fn checks(&self) -> Result<Vec<(&Suite, &CheckReport)>, Complaint> {
        let checks: Vec<_> = self
            .items
            .iter()
            .filter_map(|item| Some((&item.suite, item.check.as_ref()?)))
            .collect();
        if checks.is_empty() {
            let why = "this format is about verdicts, and there are none: \
                       run lydian check, or name its result with --check";
            return Err(Complaint::of_run(why));
        }
        Ok(checks)
    }

    /// One heading for all suites.
    fn csv(&self) -> String {
        let mut out = String::new();
        for item in &self.items {
            let table = report::csv::traceability(&item.suite, item.check.as_ref());
            let rows = table.split_once("\r\n").map_or("", |(_, rows)| rows);
            out += if out.is_empty() { &table } else { rows };
        }
        out
    }

    /// One page for one suite; else a list, and the pages in a folder beside it.
    fn write_pages(&self, out: &Path) -> Result<(), Complaint> {
        if let [item] = self.items.as_slice() {
            return save(out, &item.page(None));
        }
        let (folder, back) = make_folder_beside(out)?;
        for item in &self.items {
            save(&folder.join(item.file()), &item.page(Some(&back)))?;
        }
        let paths: Vec<String> = self
            .items
            .iter()
            .map(|item| format!("{}/{}", last_part(&folder), item.file()))
            .collect();
        let entries: Vec<IndexEntry> = self
            .items
            .iter()
            .zip(&paths)
            .map(|(item, path)| item.entry(path))
            .collect();
        save(
            out,
            &index(&Index {
                title: &self.title,
                campaign: self.summary.as_ref(),
                entries: &entries,
            }),
        )
    }
}

impl ReportItem {
    fn read(dir: &Path, name: String) -> Result<ReportItem, Complaint> {
        let file = dir.join(&name);
        let text = read_text(&file)?;
        let suite = Suite::from_json(&text).map_err(|error| Complaint::at(file.display(), error))?;
        if let Some(problem) = suite.validate().first() {
            let why = format!("the suite is not sound in itself: {problem}");
            return Err(Complaint::at(file.display(), why));
        }
        let sha256 = suite::sha256(text.as_bytes());
        Ok(ReportItem {
            name,
            sha256,
            suite,
            check: None,
        })
    }

    fn page(&self, back: Option<&str>) -> String {
        let plot = sample(&self.suite.spec.fpcore);
        page(&Page {
            suite: &self.suite,
            check: self.check.as_ref(),
            plot: plot.as_ref(),
            index: back,
        })
    }

    /// Name of its page.
    fn file(&self) -> String {
        let base = self.name.strip_suffix(".json").unwrap_or(&self.name);
        format!("{}.html", base.strip_suffix(".suite").unwrap_or(base))
    }

    fn entry<'a>(&'a self, address: &'a str) -> IndexEntry<'a> {
        IndexEntry {
            address,
            suite: &self.suite,
            check: self.check.as_ref(),
        }
    }
}

/// The folder for several pages beside the one that lists them, and the way back from there.
pub(crate) fn make_folder_beside(out: &Path) -> Result<(PathBuf, String), Complaint> {
    let folder = out.with_extension("");
    if folder == out {
        return Err(Complaint::at(
            out.display(),
            "there are several pages, and their folder gets this name without its ending: add .html",
        ));
    }
    fs::create_dir_all(&folder).map_err(|error| Complaint::at(folder.display(), format!("cannot be made: {error}")))?;
    Ok((folder, format!("../{}", last_part(out))))
}

/// Files of a folder that are called `name` or end in `.name`, in the order of their names.
pub(crate) fn files_named(dir: &Path, name: &str) -> Result<Vec<String>, Complaint> {
    let entries =
        fs::read_dir(dir).map_err(|error| Complaint::at(dir.display(), format!("cannot be read: {error}")))?;
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut names: Vec<String> = names
        .filter(|file| file == name || file.ends_with(&format!(".{name}")))
        .collect();
    names.sort();
    Ok(names)
}

pub(crate) fn last_part(path: &Path) -> String {
    path.file_name()
        .map_or(String::new(), |name| name.to_string_lossy().into_owned())
}

pub(crate) fn read_text(file: &Path) -> Result<String, Complaint> {
    fs::read_to_string(file).map_err(|error| Complaint::at(file.display(), format!("cannot be read: {error}")))
}
