//! From what was typed to the jobs of a campaign.

use crate::args::{
    self, ASK_SECONDS, BOXES, Generate, GenerateMethodName, KILLS, MORE_POINTS, ORDER, POINTS, SEED, StrengthName,
    TypedNumber,
};
use crate::complaint::Complaint;
use crate::source::{self, SpecItem};
use crate::threads;
use crate::typed::{TOOL, quote};
use campaign::ask::Solver;
use campaign::folder::{self, CampaignFolder};
use campaign::generate::job::{CampaignPlan, SuiteJob};
use campaign::generate::{GenerateOptions, Method, MutantOrder, Strength};
use expr::spec::{Accuracy, Defaults};
use std::sync::Arc;

/// A campaign, and what is needed to talk about it.
#[derive(Debug)]
pub struct GeneratePlan {
    pub campaign: CampaignPlan,
    /// One per job, with the file that complaints point into.
    pub items: Arc<Vec<SpecItem>>,
    pub json: bool,
}

impl GeneratePlan {
    /// The campaign that was typed, or all that is wrong with it. Nothing is written.
    pub fn new(typed: &Generate) -> Result<GeneratePlan, Complaint> {
        if typed.search.seconds.is_some() && typed.search.method != GenerateMethodName::Random {
            return Err(Complaint::of_run(
                "--seconds needs --method random: the search itself is never timed",
            ));
        }
        let solver = solver(&typed.ask).map_err(Complaint::of_run)?;
        let items = source::read_all(&typed.specs, typed.core.as_deref(), &defaults(&typed.requirement))?;
        if !typed.resume {
            CampaignFolder::check(&typed.out).map_err(Complaint::of_run)?;
        }
        let files: Vec<String> = typed.specs.iter().map(|path| base_name(path)).collect();
        let campaign = CampaignPlan {
            jobs: jobs(typed, &items, solver.as_ref()),
            out: typed.out.clone(),
            threads: threads::count(&typed.output),
            resume: typed.resume,
            tool: TOOL.into(),
            command: command(typed, &files),
            seed: typed.search.seed,
        };
        Ok(GeneratePlan {
            campaign,
            items: Arc::new(items),
            json: typed.output.json,
        })
    }
}

/// The solver that was typed.
fn solver(typed: &args::AskArguments) -> Result<Option<Solver>, String> {
    let solver = typed.ask.as_ref().map(|line| Solver::new(line, typed.ask_seconds));
    solver.transpose().map_err(|why| format!("--ask: {why}"))
}

/// What was typed for specifications that do not say it themselves.
pub fn defaults(typed: &args::Requirement) -> Defaults {
    let value = |number: &Option<TypedNumber>| number.as_ref().map(|n| n.value.clone());
    Defaults {
        accuracy: Accuracy {
            relative: value(&typed.accuracy.accuracy_rel),
            absolute: value(&typed.accuracy.accuracy_abs),
            ulps: value(&typed.accuracy.accuracy_ulps),
            rounded: false,
        },
        range: typed.range.as_ref().map(|r| (r.lo.value.clone(), r.hi.value.clone())),
    }
}

fn jobs(typed: &Generate, items: &[SpecItem], solver: Option<&Solver>) -> Vec<SuiteJob> {
    let specs: Vec<&str> = items.iter().map(|item| item.spec.name.as_str()).collect();
    let names = folder::suite_names(&specs);
    let jobs = items.iter().zip(names).map(|(item, suite)| SuiteJob {
        spec: item.spec.clone(),
        suite,
        options: options(typed, item),
        seconds: typed.search.seconds,
        solver: solver.cloned(),
    });
    jobs.collect()
}

fn options(typed: &Generate, item: &SpecItem) -> GenerateOptions {
    let search = &typed.search;
    let size = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
    GenerateOptions {
        method: match search.method {
            GenerateMethodName::Search => Method::Search,
            GenerateMethodName::Random => Method::Random,
        },
        order: if search.order == 2 {
            MutantOrder::Second
        } else {
            MutantOrder::First
        },
        strength: strength(search.strength),
        kills: size(search.kills),
        seed: search.seed,
        points: size(search.points),
        more_points: size(search.more_points),
        boxes: size(search.boxes),
        tool: TOOL.into(),
        command: command(typed, &[item.file.base_name()]),
        sha256: item.file.sha256.clone(),
    }
}

fn strength(typed: StrengthName) -> Strength {
    match typed {
        StrengthName::Minimal => Strength::Minimal,
        StrengthName::Standard => Strength::Standard,
        StrengthName::Thorough => Strength::Thorough,
    }
}

/// The command with nothing in it on which a suite does not depend, always written in the same way.
fn command(typed: &Generate, files: &[String]) -> String {
    let mut words = vec!["lydian generate".to_string()];
    words.extend(files.iter().map(|file| quote(file)));
    words.extend(typed.core.iter().map(|core| format!("--core {}", quote(core))));
    words.extend(requirement_words(&typed.requirement));
    words.extend(search_words(&typed.search));
    words.extend(typed.ask.ask.iter().map(|line| format!("--ask {}", quote(line))));
    if typed.ask.ask_seconds != ASK_SECONDS {
        words.push(format!("--ask-seconds {}", typed.ask.ask_seconds));
    }
    words.join(" ")
}

/// What was typed for specifications that do not say it themselves, as words.
pub fn requirement_words(requirement: &args::Requirement) -> Vec<String> {
    let mut words = Vec::new();
    for (name, number) in [
        ("rel", &requirement.accuracy.accuracy_rel),
        ("abs", &requirement.accuracy.accuracy_abs),
        ("ulps", &requirement.accuracy.accuracy_ulps),
    ] {
        words.extend(number.iter().map(|n| format!("--accuracy-{name} {}", n.text)));
    }
    let range = requirement.range.iter();
    words.extend(range.map(|r| format!("--range {}:{}", r.lo.text, r.hi.text)));
    words
}

/// The options of the search that are not what they are by default.
fn search_words(search: &args::SearchArguments) -> Vec<String> {
    let mut words = Vec::new();
    if search.method == GenerateMethodName::Random {
        words.push("--method random".into());
    }
    if strength(search.strength) != Strength::default() {
        words.push(format!("--strength {}", strength(search.strength).name()));
    }
    for (name, value, default) in [
        ("order", search.order, ORDER),
        ("kills", search.kills, KILLS),
        ("seed", search.seed, SEED),
        ("points", search.points, POINTS),
        ("more-points", search.more_points, MORE_POINTS),
        ("boxes", search.boxes, BOXES),
    ] {
        if value != default {
            words.push(format!("--{name} {value}"));
        }
    }
    words
}

fn base_name(path: &std::path::Path) -> String {
    let base = path.file_name().unwrap_or(path.as_os_str());
    base.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    fn canonical(line: &str) -> String {
        let words = line.split(' ');
        let args::Command::Generate(typed) = args::LydianArguments::parse_from(words).command else {
            panic!("not generate")
        };
        let files: Vec<String> = typed.specs.iter().map(|path| base_name(path)).collect();
        command(&typed, &files)
    }

    #[test]
    fn the_command_holds_what_matters_and_no_more() {
        let table = [
            (
                "lydian generate a/b.lyd --out x --threads 2 --quiet --json --resume",
                "lydian generate b.lyd",
            ),
            (
                "lydian generate --accuracy-rel 1e-10 b.lyd",
                "lydian generate b.lyd --accuracy-rel 1e-10",
            ),
            (
                "lydian generate --boxes 7 --range -1/3:2 b.lyd --seed 1",
                "lydian generate b.lyd --range -1/3:2 --boxes 7",
            ),
            (
                "lydian generate b.lyd --order 2 --points 48",
                "lydian generate b.lyd --order 2",
            ),
            (
                "lydian generate b.lyd --core it's --method random",
                r"lydian generate b.lyd --core 'it'\''s' --method random",
            ),
            (
                "lydian generate --ask-seconds 10 --ask z3\t-T:5 b.lyd",
                "lydian generate b.lyd --ask 'z3\t-T:5'",
            ),
            (
                "lydian generate --ask-seconds 2.5 --ask z3 b.lyd",
                "lydian generate b.lyd --ask z3 --ask-seconds 2.5",
            ),
        ];
        for (typed, wanted) in table {
            assert_eq!(canonical(typed), wanted, "{typed}");
        }
    }
}
