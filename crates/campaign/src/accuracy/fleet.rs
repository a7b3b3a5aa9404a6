//! The programs in which target and mutants run, and the rows of numbers that come back.
//!
//! A driver gets a file of calls and a range of mutants, runs each mutant in a process of its own, and prints a line for each.
//! If a driver itself ends early, the mutant it was at loses its row, and a new driver goes on behind it.

use child::{Allowance, Ending};
use problems::driver::{self, CallLimits};
use problems::problem::SolvedProblem;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::process::Command;
use std::time::Duration;
use subject::Broken;
use subject::toolchain::Workshop;

/// What one call came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CallResult {
    /// The error; NaN if the result was not finite.
    pub error: f64,
    /// Calls of the problem's functions.
    pub work: f64,
    /// Seconds of processor time.
    pub seconds: f64,
}

/// What a mutant did.
#[derive(Clone, Debug, PartialEq)]
pub enum MutantResults {
    /// It came to its end: a cell for each call, in the order of problems and runs.
    Done(Vec<CallResult>),
    /// It did not, for this reason.
    Stopped(String),
    /// It did not run, since the user did not want to wait.
    Skipped,
}

/// Programs that are ready to run.
pub struct Fleet {
    /// Their files.
    pub workshop: Workshop,
    /// The program whose mutant 0 is the target.
    pub target: Vec<String>,
    /// The program that runs most mutants, by number from 1.
    pub together: Option<Vec<String>>,
    /// Programs that hold one mutant each, as their number 0.
    pub alone: Vec<(usize, Vec<String>)>,
    /// Mutants that could not be built, and why.
    pub unbuilt: Vec<(usize, String)>,
    /// Bytes of memory for one process.
    pub memory: u64,
}

/// Whether the user does not want to wait.
pub type StopAsked<'a> = &'a std::sync::atomic::AtomicBool;

/// Reads the flag.
pub fn is_stopped(stop: StopAsked) -> bool {
    stop.load(std::sync::atomic::Ordering::Relaxed)
}

/// A range of mutants for one process of a driver.
#[derive(Clone, Copy, Debug)]
struct MutantRange {
    first: usize,
    last: usize,
    step: usize,
}

const ONLY_ZERO: MutantRange = MutantRange {
    first: 0,
    last: 0,
    step: 1,
};

/// Bytes of output: errors and works of some hundred calls of some thousand mutants.
const OUTPUT: u64 = 1 << 30;
/// Bytes of a file that a driver may write.
const FILE: u64 = 1 << 26;

impl Fleet {
    /// Runs the target without a limit on its work.
    pub fn run_target(&self, problems: &[SolvedProblem], seconds: f64) -> Result<MutantResults, Broken> {
        let limits = unlimited(problems, seconds);
        let data = self.write(problems, &limits, "target.data")?;
        Ok(self.one(&self.target, &data, &limits))
    }

    /// Whether the program that holds most mutants computes, as its number 0, what the target computes, bit by bit.
    pub fn keeps_the_target(
        &self,
        problems: &[SolvedProblem],
        target: &[CallResult],
        seconds: f64,
    ) -> Result<bool, Broken> {
        let Some(words) = self.together.as_ref().filter(|words| **words != self.target) else {
            return Ok(true);
        };
        let limits = unlimited(problems, seconds);
        let data = self.write(problems, &limits, "target.data")?;
        let bits = |cells: &[CallResult]| {
            cells
                .iter()
                .map(|c| (c.error.to_bits(), c.work.to_bits()))
                .collect::<Vec<_>>()
        };
        Ok(match self.one(words, &data, &limits) {
            MutantResults::Done(cells) => bits(&cells) == bits(target),
            MutantResults::Stopped(_) | MutantResults::Skipped => false,
        })
    }

    /// Runs mutants 1 to `count` within the limits, until the user does not want to wait.
    pub fn run_mutants(
        &self,
        problems: &[SolvedProblem],
        limits: &CallLimits,
        count: usize,
        stop: StopAsked,
    ) -> Result<Vec<MutantResults>, Broken> {
        let data = self.write(problems, limits, "mutants.data")?;
        let mut rows = self.run_together(&data, count, limits, stop);
        let alone = self.alone.par_iter().map(|(k, words)| match is_stopped(stop) {
            true => (*k, MutantResults::Skipped),
            false => (*k, self.one(words, &data, limits)),
        });
        rows.extend(alone.collect::<Vec<_>>());
        rows.extend(
            self.unbuilt
                .iter()
                .map(|(k, why)| (*k, MutantResults::Stopped(why.clone()))),
        );
        let lost = || match is_stopped(stop) {
            true => MutantResults::Skipped,
            false => MutantResults::Stopped("it left no result".into()),
        };
        Ok((1..=count).map(|k| rows.remove(&k).unwrap_or_else(lost)).collect())
    }

    fn write(&self, problems: &[SolvedProblem], limits: &CallLimits, name: &str) -> Result<String, Broken> {
        let path = self.workshop.path(name);
        let written = std::fs::write(&path, driver::data(problems, limits));
        let remedy = "free some space and try again";
        written.map_err(|e| Broken::new(format!("writing {}: {e}", path.display()), remedy))?;
        Ok(path.display().to_string())
    }

    fn run_together(
        &self,
        data: &str,
        count: usize,
        limits: &CallLimits,
        stop: StopAsked,
    ) -> BTreeMap<usize, MutantResults> {
        let Some(words) = &self.together else {
            return BTreeMap::new();
        };
        let stripes = rayon::current_num_threads().clamp(1, count.max(1));
        let (last, step) = (count, stripes);
        let rows = (1..=stripes)
            .into_par_iter()
            .flat_map_iter(|first| self.stripe(words, data, MutantRange { first, last, step }, limits, stop));
        rows.collect::<Vec<_>>().into_iter().collect()
    }

    /// The rows of a range; where a driver ends early, another one goes on.
    fn stripe(
        &self,
        words: &[String],
        data: &str,
        mut range: MutantRange,
        limits: &CallLimits,
        stop: StopAsked,
    ) -> Vec<(usize, MutantResults)> {
        let mut rows = vec![];
        while range.first <= range.last && !is_stopped(stop) {
            let (found, ending) = self.launch(words, data, range, limits);
            range.first = found.last().map_or(range.first, |(k, _)| k + range.step);
            rows.extend(found);
            // A driver that was ended with us says nothing of the mutant that it was at.
            if range.first <= range.last && !is_stopped(stop) {
                rows.push((range.first, MutantResults::Stopped(format!("the driver {ending}"))));
                range.first += range.step;
            }
        }
        rows
    }

    fn one(&self, words: &[String], data: &str, limits: &CallLimits) -> MutantResults {
        let (rows, ending) = self.launch(words, data, ONLY_ZERO, limits);
        let only = rows.into_iter().next().map(|(_, row)| row);
        only.unwrap_or_else(|| MutantResults::Stopped(format!("the driver {ending}")))
    }

    /// The rows that one process of a driver printed, from the first of the range on without a gap.
    fn launch(
        &self,
        words: &[String],
        data: &str,
        range: MutantRange,
        limits: &CallLimits,
    ) -> (Vec<(usize, MutantResults)>, String) {
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).arg(data).arg(limits.total.to_string());
        command.args([range.first, range.last, range.step].map(|n| n.to_string()));
        command.current_dir(self.workshop.path(""));
        let allowance = Allowance {
            time: Duration::MAX,
            silence: Duration::from_secs_f64((60.0 + 30.0 * limits.total).clamp(0.01, 1e6)),
            output: OUTPUT,
            limits: child::ProcessLimits {
                memory: self.memory,
                file: FILE,
            },
        };
        match child::run(command, &allowance) {
            Ok(finished) => (parse(&finished.output, range, limits), in_words(&finished)),
            Err(refused) => (vec![], refused.to_string()),
        }
    }
}

/// Work that no call does.
const ENDLESS: f64 = 1e12;

/// Limits of a target: all of its seconds for any call.
fn unlimited(problems: &[SolvedProblem], seconds: f64) -> CallLimits {
    let calls = problems.iter().map(|p| p.runs.len()).sum();
    CallLimits {
        work: vec![ENDLESS; calls],
        seconds: vec![seconds; calls],
        total: seconds,
        late: format!("it takes more than {seconds} s of processor time"),
    }
}

/// How a driver ended, with the last line of what it said.
fn in_words(finished: &child::Finished) -> String {
    match (finished.ending, finished.errors.lines().next_back()) {
        (Ending::Success, _) => "ended without a result".into(),
        (Ending::Failure(status), Some(said)) => format!("{}: {said}", child::in_words(status)),
        (Ending::Silent | Ending::Overdue, _) => "did not answer in time".into(),
        (other, _) => other.in_words(),
    }
}

fn parse(output: &[u8], range: MutantRange, limits: &CallLimits) -> Vec<(usize, MutantResults)> {
    let text = String::from_utf8_lossy(output);
    let wanted = (range.first..=range.last).step_by(range.step);
    let rows = text
        .split_inclusive('\n')
        .filter(|line| line.ends_with('\n'))
        .map_while(|line| row(line, limits));
    wanted
        .zip(rows)
        .map_while(|(k, (found, row))| (k == found).then_some((k, row)))
        .collect()
}

/// A line `row K END NUMBERS…`: errors, works, seconds.
fn row(line: &str, limits: &CallLimits) -> Option<(usize, MutantResults)> {
    let mut words = line.split_ascii_whitespace();
    if words.next() != Some("row") {
        return None;
    }
    let number = words.next()?.parse().ok()?;
    let end = words.next()?;
    if end != "ok" {
        return Some((number, MutantResults::Stopped(stopped(end, limits))));
    }
    let bits = words.map(|word| u64::from_str_radix(word, 16).map(f64::from_bits));
    let numbers: Vec<f64> = bits.collect::<Result<_, _>>().ok()?;
    let (errors, rest) = numbers.split_at(numbers.len() / 3);
    let (works, seconds) = rest.split_at(numbers.len() / 3);
    let cells = errors.iter().zip(works).zip(seconds);
    let cell = |((&error, &work), &seconds)| CallResult { error, work, seconds };
    Some((number, MutantResults::Done(cells.map(cell).collect())))
}

/// Ends that are only late.
const LATE: [&str; 2] = ["late", "signal-27"];
/// Other ends in words.
const ENDS: &[(&str, &str)] = &[
    ("signal-14", "it waits for something that does not come"),
    ("signal-9", "it was killed, perhaps for its memory"),
    ("signal-6", "it aborted"),
    ("overworked", "it called its functions too often"),
    ("exit-0", "it ended its process"),
    ("error", "it raised an error"),
    ("load", "it cannot be loaded"),
];

fn stopped(end: &str, limits: &CallLimits) -> String {
    let known = ENDS.iter().find(|row| row.0 == end);
    match known {
        _ if LATE.contains(&end) => limits.late.clone(),
        Some(row) => row.1.into(),
        None => match end.strip_prefix("signal-").and_then(|number| number.parse().ok()) {
            Some(signal) => format!("it crashed with {}", child::signal_name(signal)),
            None => format!("it ended with {}", end.replace('-', " ")),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_up_to_the_first_gap() {
        let range = MutantRange {
            first: 1,
            last: 9,
            step: 2,
        };
        let limits = unlimited(&[], 3.0);
        let text = "row 1 ok 3ff0000000000000 4000000000000000 0\nrow 3 signal-11\nrow 5 late\nrow 9 ok\nrow 9 ok";
        let cell = CallResult {
            error: 1.0,
            work: 2.0,
            seconds: 0.0,
        };
        let expected = vec![
            (1, MutantResults::Done(vec![cell])),
            (3, MutantResults::Stopped("it crashed with SIGSEGV".into())),
            (
                5,
                MutantResults::Stopped("it takes more than 3 s of processor time".into()),
            ),
        ];
        assert_eq!(parse(text.as_bytes(), range, &limits), expected);
        assert_eq!(parse(b"hello\n", range, &limits), vec![]);
    }
}
