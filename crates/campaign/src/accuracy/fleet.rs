//! The programs in which target and mutants run, and the rows of numbers that come back.
//!
//! A driver gets a file of calls and a range of mutants, runs each mutant in a process of its own, and prints a line for each.
//! If a driver itself ends early, the mutant it was at loses its row, and a new driver goes on behind it.

use super::driver;
use super::problem::Problem;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::process::Command;
use subject::Broken;
use subject::program::{self, Allowance, Ending};
use subject::toolchain::Workshop;

/// What one call came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// The error; NaN if the result was not finite.
    pub error: f64,
    /// Calls of the problem's functions.
    pub work: f64,
}

/// What a mutant did.
#[derive(Clone, Debug, PartialEq)]
pub enum Row {
    /// It came to its end: a cell for each call.
    Done {
        /// In the order of problems and runs.
        cells: Vec<Cell>,
        /// CPU seconds that it took.
        seconds: f64,
    },
    /// It did not, for this reason.
    Stopped(String),
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

/// A range of mutants for one process of a driver.
#[derive(Clone, Copy, Debug)]
struct Range {
    first: usize,
    last: usize,
    step: usize,
}

const ONLY_ZERO: Range = Range {
    first: 0,
    last: 0,
    step: 1,
};

/// Bytes of output: errors and works of some hundred calls of some thousand mutants.
const OUTPUT: u64 = 1 << 30;

impl Fleet {
    /// Runs the target without limits on its work.
    pub fn run_target(&self, problems: &[Problem], seconds: f64) -> Result<Row, Broken> {
        let calls: usize = problems.iter().map(|p| p.runs.len()).sum();
        let data = self.write(problems, &vec![1e12; calls], "target.data")?;
        Ok(self.one(&self.target, &data, seconds))
    }

    /// Whether the program that holds most mutants computes, as its number 0, what the target computes, bit by bit.
    pub fn keeps_the_target(&self, problems: &[Problem], target: &[Cell], seconds: f64) -> Result<bool, Broken> {
        let Some(words) = self.together.as_ref().filter(|words| **words != self.target) else {
            return Ok(true);
        };
        let data = self.write(problems, &vec![1e12; target.len()], "target.data")?;
        let bits = |cells: &[Cell]| {
            cells
                .iter()
                .map(|c| (c.error.to_bits(), c.work.to_bits()))
                .collect::<Vec<_>>()
        };
        Ok(match self.one(words, &data, seconds) {
            Row::Done { cells, .. } => bits(&cells) == bits(target),
            Row::Stopped(_) => false,
        })
    }

    /// Runs mutants 1 to `count`; no call may do more than `most` work.
    pub fn run_mutants(
        &self,
        problems: &[Problem],
        most: &[f64],
        count: usize,
        seconds: f64,
    ) -> Result<Vec<Row>, Broken> {
        let data = self.write(problems, most, "mutants.data")?;
        let mut rows = self.run_together(&data, count, seconds);
        let alone = self
            .alone
            .par_iter()
            .map(|(k, words)| (*k, self.one(words, &data, seconds)));
        rows.extend(alone.collect::<Vec<_>>());
        rows.extend(self.unbuilt.iter().map(|(k, why)| (*k, Row::Stopped(why.clone()))));
        let lost = || Row::Stopped("it left no result".into());
        Ok((1..=count).map(|k| rows.remove(&k).unwrap_or_else(lost)).collect())
    }

    fn write(&self, problems: &[Problem], most: &[f64], name: &str) -> Result<String, Broken> {
        let path = self.workshop.path(name);
        let written = std::fs::write(&path, driver::data(problems, most));
        let remedy = "free some space and try again";
        written.map_err(|e| Broken::new(format!("writing {}: {e}", path.display()), remedy))?;
        Ok(path.display().to_string())
    }

    fn run_together(&self, data: &str, count: usize, seconds: f64) -> BTreeMap<usize, Row> {
        let Some(words) = &self.together else {
            return BTreeMap::new();
        };
        let stripes = rayon::current_num_threads().clamp(1, count.max(1));
        let range = |first| Range {
            first,
            last: count,
            step: stripes,
        };
        let rows = (1..=stripes)
            .into_par_iter()
            .flat_map_iter(|s| self.stripe(words, data, range(s), seconds));
        rows.collect::<Vec<_>>().into_iter().collect()
    }

    /// The rows of a range; where a driver ends early, another one goes on.
    fn stripe(&self, words: &[String], data: &str, mut range: Range, seconds: f64) -> Vec<(usize, Row)> {
        let mut rows = vec![];
        while range.first <= range.last {
            let (found, ending) = self.launch(words, data, range, seconds);
            range.first = found.last().map_or(range.first, |(k, _)| k + range.step);
            rows.extend(found);
            if range.first <= range.last {
                rows.push((range.first, Row::Stopped(format!("the driver {}", in_words(&ending)))));
                range.first += range.step;
            }
        }
        rows
    }

    fn one(&self, words: &[String], data: &str, seconds: f64) -> Row {
        let (rows, ending) = self.launch(words, data, ONLY_ZERO, seconds);
        let only = rows.into_iter().next().map(|(_, row)| row);
        only.unwrap_or_else(|| Row::Stopped(format!("the driver {}", in_words(&ending))))
    }

    /// The rows that one process of a driver printed, from the first of the range on without a gap.
    fn launch(&self, words: &[String], data: &str, range: Range, seconds: f64) -> (Vec<(usize, Row)>, Ending) {
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).arg(data).arg(seconds.to_string());
        command.args([range.first, range.last, range.step].map(|n| n.to_string()));
        command.current_dir(self.workshop.path(""));
        let allowance = Allowance {
            silence: 60.0 + 30.0 * seconds,
            memory: self.memory,
            output: OUTPUT,
        };
        match program::run(command, allowance) {
            Ok(finished) => (parse(&finished.output, range), ending(finished)),
            Err(broken) => (vec![], Ending::Failure(broken.what)),
        }
    }
}

/// How a driver ended, with the beginning of what it said.
fn ending(finished: program::Finished) -> Ending {
    match (finished.ending, finished.said.lines().next_back()) {
        (Ending::Failure(how), Some(said)) => Ending::Failure(format!("{how}: {said}")),
        (ending, _) => ending,
    }
}

fn in_words(ending: &Ending) -> String {
    match ending {
        Ending::Success => "ended without a result".into(),
        Ending::Failure(how) => how.clone(),
        Ending::Silent => "did not answer in time".into(),
        Ending::Flooded => "wrote too much".into(),
    }
}

fn parse(output: &[u8], range: Range) -> Vec<(usize, Row)> {
    let text = String::from_utf8_lossy(output);
    let wanted = (range.first..=range.last).step_by(range.step);
    let rows = text
        .split_inclusive('\n')
        .filter(|line| line.ends_with('\n'))
        .map_while(row);
    wanted
        .zip(rows)
        .map_while(|(k, (found, row))| (k == found).then_some((k, row)))
        .collect()
}

/// A line `row K END MICROSECONDS NUMBERS…`.
fn row(line: &str) -> Option<(usize, Row)> {
    let mut words = line.split_ascii_whitespace();
    if words.next() != Some("row") {
        return None;
    }
    let number = words.next()?.parse().ok()?;
    let end = words.next()?;
    let micros: f64 = words.next()?.parse().ok()?;
    if end != "ok" {
        return Some((number, Row::Stopped(stopped(end))));
    }
    let bits = words.map(|word| u64::from_str_radix(word, 16).map(f64::from_bits));
    let numbers: Vec<f64> = bits.collect::<Result<_, _>>().ok()?;
    let (errors, works) = numbers.split_at(numbers.len() / 2);
    let cells = errors
        .iter()
        .zip(works)
        .map(|(&error, &work)| Cell { error, work })
        .collect();
    let seconds = micros / 1e6;
    Some((number, Row::Done { cells, seconds }))
}

/// Signals in words.
const SIGNALS: &[(&str, &str)] = &[
    ("signal-27", "it took too long"),
    ("signal-14", "it took too long"),
    ("signal-9", "it was killed, perhaps for its memory"),
    ("signal-11", "it crashed with SIGSEGV"),
    ("signal-8", "it crashed with SIGFPE"),
    ("signal-6", "it aborted"),
    ("signal-7", "it crashed with SIGBUS"),
    ("signal-4", "it crashed with SIGILL"),
    ("time", "it took too long"),
    ("overworked", "it called its functions too often"),
    ("exit-0", "it ended its process"),
    ("error", "it raised an error"),
    ("load", "it cannot be loaded"),
];

fn stopped(end: &str) -> String {
    let known = SIGNALS.iter().find(|row| row.0 == end);
    known.map_or_else(
        || format!("it ended with {}", end.replace('-', " ")),
        |row| row.1.into(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_up_to_the_first_gap() {
        let range = Range {
            first: 1,
            last: 9,
            step: 2,
        };
        let text = "row 1 ok 500 3ff0000000000000 4000000000000000\nrow 3 signal-11 0\nrow 7 ok 1\nrow 9 ok";
        let cell = Cell { error: 1.0, work: 2.0 };
        let expected = vec![
            (
                1,
                Row::Done {
                    cells: vec![cell],
                    seconds: 5e-4,
                },
            ),
            (3, Row::Stopped("it crashed with SIGSEGV".into())),
        ];
        assert_eq!(parse(text.as_bytes(), range), expected);
        assert_eq!(parse(b"hello\n", range), vec![]);
    }
}
