//! Writes problems like those that come from code as SMT-LIB files, and decides them: `problems FOLDER [CONFLICTS [NAME]]`.
//!
//! Without a number of conflicts the files are written and nothing is decided; with a name, only the problem of this name is
//! decided and nothing is written. The files hold the problems as they were built, without any rewriting, so that other
//! solvers judge the laws that simplify terms as well.

#[path = "problems/casts.rs"]
mod casts;
#[path = "problems/floats.rs"]
mod floats;
#[path = "problems/maker.rs"]
mod maker;
#[path = "problems/words.rs"]
mod words;

use bits::{BitAnswer, BitProblem, BitStatistics, ClauseBudget, FloatFormat, TermPool, smtlib};
use maker::Maker;
use std::path::Path;
use std::time::Instant;

/// What a problem is called, what it is made for, and how.
struct Row {
    name: String,
    format: FloatFormat,
    width: u32,
    claim: fn(&Maker),
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(folder) = arguments.first() else {
        return Err("usage: problems FOLDER [CONFLICTS [NAME]]".into());
    };
    let rows = rows();
    if arguments.len() < 3 {
        rows.iter().try_for_each(|row| write(Path::new(folder), row))?;
    }
    let Some(conflicts) = arguments.get(1) else {
        return Ok(());
    };
    let budget = ClauseBudget::conflicts(conflicts.parse()?);
    let is_wanted = |row: &&Row| arguments.get(2).is_none_or(|name| *name == row.name);
    let chosen: Vec<&Row> = rows.iter().filter(is_wanted).collect();
    let checked = chosen.iter().filter(|row| decide(row, budget)).count();
    println!("{} problems, {checked} refutations with proofs that hold", chosen.len());
    Ok(())
}

fn rows() -> Vec<Row> {
    let formats = [FloatFormat::BINARY16, FloatFormat::BINARY32, FloatFormat::BINARY64];
    let mut rows = Vec::new();
    for (name, claim) in [floats::PATHS, floats::CLASSES, floats::LAWS, floats::ROOTS].concat() {
        rows.extend(formats.map(|format| Row {
            name: format!("float-{name}-{}", format.width()),
            format,
            width: format.width(),
            claim,
        }));
    }
    for (name, greatest, claim) in [words::ARITHMETIC, words::GUARDS, words::TRICKS].concat() {
        let widths = [8, 16, 32, 64].into_iter().filter(|width| *width <= greatest);
        rows.extend(widths.map(|width| Row {
            name: format!("word-{name}-{width}"),
            format: FloatFormat::BINARY32,
            width,
            claim,
        }));
    }
    rows.extend(casts::CASTS.iter().map(|(name, format, width, claim)| Row {
        name: format!("cast-{name}-{width}-{}", format.width()),
        format: *format,
        width: *width,
        claim: *claim,
    }));
    rows
}

/// The problem in this pool.
fn made(row: &Row, pool: TermPool) -> Maker {
    let maker = Maker::new(pool, row.format, row.width);
    (row.claim)(&maker);
    maker
}

fn write(folder: &Path, row: &Row) -> std::io::Result<()> {
    let maker = made(row, TermPool::without_rewriting());
    let (pool, asserted) = (maker.pool.borrow(), maker.asserted.borrow());
    let text = smtlib(&BitProblem::of(&pool, &asserted));
    std::fs::create_dir_all(folder)?;
    std::fs::write(folder.join(format!("{}.smt2", row.name)), text)
}

/// Decides a problem and prints its line; whether there is a refutation with a proof that holds.
fn decide(row: &Row, budget: ClauseBudget) -> bool {
    let start = Instant::now();
    let maker = made(row, TermPool::new());
    let (pool, asserted) = (maker.pool.borrow(), maker.asserted.borrow());
    let problem = BitProblem::of(&pool, &asserted);
    let answer = problem.decide_with_proof(budget);
    let seconds = start.elapsed().as_secs_f64();
    let (word, statistics) = match &answer {
        BitAnswer::Model(model) => ("sat", model.statistics),
        BitAnswer::Refuted(refutation) => ("unsat", refutation.statistics),
        BitAnswer::Unknown(unknown) => ("unknown", unknown.statistics),
    };
    println!("{}", line(&row.name, word, statistics, seconds));
    match answer {
        BitAnswer::Unknown(unknown) => println!("  {}", unknown.reason),
        BitAnswer::Refuted(refutation) => return holds(&problem, refutation.proof.unwrap_or_default()),
        BitAnswer::Model(_) => {}
    }
    false
}

fn line(name: &str, word: &str, statistics: BitStatistics, seconds: f64) -> String {
    let (gates, clauses, conflicts) = (statistics.gates, statistics.clauses, statistics.search.conflicts);
    format!("{name:44} {word:8} {conflicts:8} conflicts {gates:7} gates {clauses:7} clauses {seconds:8.3} s")
}

/// Checks a proof against the clauses of its problem.
fn holds(problem: &BitProblem, proof: clauses::ClauseProof) -> bool {
    let start = Instant::now();
    let fault = clauses::check(&problem.clauses(), &proof).err();
    match &fault {
        Some(fault) => println!("  THE PROOF DOES NOT HOLD: {fault}"),
        None => println!(
            "  the proof holds: {} steps, {:.3} s",
            proof.len(),
            start.elapsed().as_secs_f64()
        ),
    }
    fault.is_none()
}
