//! Problems of the user's: a command is run for the target and for each mutant, and prints `case, h, error[, work]`.

use super::config::Config;
use super::fleet::{CallResult, MutantResults, StopAsked, is_stopped};
use super::measure::{Measured, Named};
use super::observe::Ladder;
use child::{Allowance, Ending, ProcessLimits};
use mutation::source::SourceMutant;
use rayon::prelude::*;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use subject::Broken;
use subject::toolchain::Workshop;

/// Seconds for one run of the command if nothing else is said.
const SECONDS: f64 = 10.0;
/// Bytes that a command may print.
const OUTPUT: u64 = 1 << 24;
/// A command that goes on printing has this many times its seconds in all.
const MOST_LINES: u32 = 100;
/// Bytes of a file that it may write.
const FILE: u64 = 1 << 26;
/// Where the path of the source stands in a command.
const PLACE: &str = "{source}";
const REMEDY: &str = "run the command by hand: it must print lines `case, h, error` or `case, h, error, work`, and {source} \
                      stands for the file of the algorithm";

/// A line of a command.
#[derive(Clone, Debug, PartialEq)]
struct CommandLine {
    case: String,
    h: f64,
    cell: CallResult,
}

/// Runs the command on the target and on all mutants.
pub fn measure(config: &Config, text: &str, mutants: &[SourceMutant], stop: StopAsked) -> Result<Measured, Broken> {
    let workshop = Workshop::new()?;
    let shell = Shell {
        config,
        workshop: &workshop,
    };
    let target = shell.run("target", text);
    let target = target.and_then(|output| lines(&output).map_err(|line| format!("`{line}` is not a line of results")));
    let target = target.map_err(|why| Broken::new(format!("{}: {why}", config.shown), REMEDY))?;
    let order = CaseOrder::of(&target);
    let row = |(i, mutant): (usize, &SourceMutant)| {
        if is_stopped(stop) {
            return MutantResults::Skipped;
        }
        match shell.run(&format!("mutant_{i}"), &mutant.apply(text)) {
            Ok(output) => MutantResults::Done(order.cells(&lines(&output).unwrap_or_default())),
            Err(_) if is_stopped(stop) => MutantResults::Skipped,
            Err(why) => MutantResults::Stopped(why),
        }
    };
    Ok(Measured {
        rows: mutants.par_iter().enumerate().map(row).collect(),
        target: order.cells(&target),
        problems: order.problems(config.size),
        steps: vec![],
        curves: None,
    })
}

struct Shell<'a> {
    config: &'a Config,
    workshop: &'a Workshop,
}

impl Shell<'_> {
    /// What the command prints for this text of the algorithm. The error says why there is nothing.
    fn run(&self, name: &str, text: &str) -> Result<String, String> {
        let file = self
            .write(name, text)
            .map_err(|e| format!("its text cannot be written: {e}"))?;
        let template = self.config.command.as_deref().unwrap_or_default();
        let quoted = format!("'{}'", file.display().to_string().replace('\'', r"'\''"));
        let folder = self.config.source.parent().filter(|f| !f.as_os_str().is_empty());
        let mut command = Command::new("sh");
        command.arg("-c").arg(template.replace(PLACE, &quoted));
        command
            .env("LYDIAN_SOURCE", &file)
            .current_dir(folder.unwrap_or(Path::new(".")));
        let patience = Duration::from_secs_f64(self.config.seconds.unwrap_or(SECONDS).clamp(0.01, 1e6));
        let allowance = Allowance {
            time: MOST_LINES * patience,
            silence: patience,
            output: OUTPUT,
            limits: ProcessLimits {
                memory: self.config.memory,
                file: FILE,
            },
        };
        let finished = child::run(command, &allowance).map_err(|refused| refused.to_string())?;
        match finished.ending {
            Ending::Success => Ok(finished.text()),
            Ending::Failure(status) => Err(format!(
                "the command {} {}",
                child::in_words(status),
                finished.errors.lines().next().unwrap_or("")
            )),
            Ending::Silent | Ending::Overdue => Err("it took too long".into()),
            Ending::Flooded => Err("it wrote too much".into()),
            Ending::Interrupted => Err("it was interrupted".into()),
        }
    }

    /// A folder for each, so that the file has its own name.
    fn write(&self, name: &str, text: &str) -> std::io::Result<PathBuf> {
        let folder = self.workshop.path(name);
        std::fs::create_dir_all(&folder)?;
        let file = folder.join(self.config.source.file_name().unwrap_or_default());
        std::fs::write(&file, text)?;
        Ok(file)
    }
}

/// The lines of a command. The error is the first line that is none; empty lines and those with `#` are passed over.
fn lines(output: &str) -> Result<Vec<CommandLine>, String> {
    let written = output
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    written.map(|text| line(text).ok_or_else(|| text.to_string())).collect()
}

fn line(text: &str) -> Option<CommandLine> {
    let parts: Vec<&str> = text.split(',').map(str::trim).collect();
    let number = |text: &&str| text.parse::<f64>().ok().or_else(|| suite::hex::parse(text));
    let (case, rest) = parts.split_first()?;
    let numbers: Vec<f64> = rest.iter().map(number).collect::<Option<_>>()?;
    let (h, error, work) = match numbers[..] {
        [h, error] => (h, error, 0.0),
        [h, error, work] => (h, error, work),
        _ => return None,
    };
    (h > 0.0 && h.is_finite()).then(|| CommandLine {
        case: case.to_string(),
        h,
        cell: CallResult {
            error: error.abs(),
            work,
            seconds: 0.0,
        },
    })
}

/// Cases in the order in which the target names them, each with its steps from the coarsest to the finest.
struct CaseOrder(Vec<(String, Vec<f64>)>);

impl CaseOrder {
    fn of(target: &[CommandLine]) -> CaseOrder {
        let mut cases: Vec<(String, Vec<f64>)> = vec![];
        for line in target {
            match cases.iter_mut().find(|(case, _)| *case == line.case) {
                Some((_, hs)) => hs.push(line.h),
                None => cases.push((line.case.clone(), vec![line.h])),
            }
        }
        for (_, hs) in &mut cases {
            hs.sort_by(|a, b| b.total_cmp(a));
            hs.dedup();
        }
        CaseOrder(cases)
    }

    /// A cell for each case and step; what is missing has no finite error.
    fn cells(&self, lines: &[CommandLine]) -> Vec<CallResult> {
        let missing = CallResult {
            error: f64::NAN,
            work: 0.0,
            seconds: 0.0,
        };
        let find = |case: &str, h: f64| lines.iter().find(|line| line.case == case && line.h == h);
        let pairs = self.0.iter().flat_map(|(case, hs)| hs.iter().map(move |h| (case, *h)));
        pairs
            .map(|(case, h)| find(case, h).map_or(missing, |line| line.cell))
            .collect()
    }

    /// The cases as problems. Without the size of their solutions no error counts as one of rounding.
    fn problems(&self, size: Option<f64>) -> Vec<Named> {
        let named = |(case, hs): &(String, Vec<f64>)| Named {
            name: case.clone(),
            solution: String::new(),
            ladder: Ladder {
                hs: hs.clone(),
                shared: hs.len(),
                size: size.unwrap_or(0.0),
            },
        };
        self.0.iter().map(named).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_command_are_put_in_order() {
        let target = lines("# head\na, 0.5, 1e-3\nb, 1, 2, 10\na, 1, -1e-2\n").unwrap();
        let order = CaseOrder::of(&target);
        let errors = |text: &str| {
            order
                .cells(&lines(text).unwrap())
                .iter()
                .map(|c| c.error)
                .collect::<Vec<_>>()
        };
        assert_eq!(errors("a,1,3\na,0.5,0x1p-1\nb,1,4,1"), [3.0, 0.5, 4.0]);
        assert!(errors("a,1,3")[1].is_nan());
        assert_eq!(lines("a, 1\n").unwrap_err(), "a, 1");
        assert_eq!(lines("a, -1, 2").unwrap_err(), "a, -1, 2");
    }
}
