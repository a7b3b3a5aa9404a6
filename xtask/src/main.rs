//! The project's own chores: `cargo xtask check` is what decides whether a change is good.

mod check;
mod docs;
mod purity;
mod refute;
mod sizes;
mod source;
mod tree;
mod walls;
mod words;

use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask <chore>

  check    format, lints, tests, documentation, and all of the following
  walls    dependencies between crates go only where they may
  purity   pure crates touch no clock, file, process, environment or terminal
  docs     every path that a Markdown file names exists
  sizes    functions and files that have grown long
  words    one word for one thing: no synonyms of the glossary's words
  refute   attacks what Lydian claims, with judges that share nothing with it";

fn main() -> ExitCode {
    let chore = std::env::args().nth(1).unwrap_or_default();
    let root = tree::root();
    let problems = match chore.as_str() {
        "check" => check::run(&root),
        "walls" => walls::problems(&root),
        "purity" => purity::problems(&root),
        "docs" => docs::problems(&root),
        "sizes" => sizes::problems(&root),
        "words" => words::problems(&root),
        "refute" => refute::problems(&root),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    problems.iter().for_each(|p| eprintln!("error: {p}"));
    if problems.is_empty() {
        println!("{chore}: fine");
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
