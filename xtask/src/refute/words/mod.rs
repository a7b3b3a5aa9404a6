//! Attacks on every green and every sentence of praise: programs that are wrong by construction, and correct ones that must
//! not be accused.
//!
//! A program computes a formula in more digits than its accuracy needs, so that it is correct by construction; a fault is
//! planted in a known part of the domain, where the answer is changed by at least a hundredth and so is not acceptable.
//! An algorithm gets a weight, a slope or a bound that provably lowers its order.
//!
//! | command | what it says | what refutes it |
//! |---|---|---|
//! | any | a word of praise, see [`PRAISE`] | a fault anywhere |
//! | any | exit code 70, a hang, a death by signal | itself |
//! | `check` | exit code 0 | a fault at every input of the domain |
//! | `check` | N random tests, none of them failed | a fault on a share of the domain that this many tests miss once in a million |
//! | `check`, `cover --spec` | an input is ko | the program is right there |
//! | `cover --spec` | an input is ok | the program is wrong there |
//! | `cover --spec` | all sides are covered, exit code 0 | one of the sides has a wrong answer only |
//! | `learn` | violated, at this input | the program is right there |
//! | `learn` | as many random tests miss a fault on p % once in 20 times | no violation was found, and there is a fault on 5·p % |
//! | `learn` | k of m binades have a test | no violation was found, and a fault fills so many binades that k draws miss it once in a million; silence about them, and a fault on a tenth |
//! | `learn` | every input keeps the contract | a fault anywhere |
//! | `accuracy` | as designed | a lower order on half of the problems or more; errors that do not converge to 0 on any |
//! | `accuracy` | suspicious, does not converge | a correct algorithm |
//!
//! That nothing was found is no claim, and neither is exit code 0 of a command that says what it has not looked at.

mod accuracy;
mod check;
mod cover;
mod learn;
mod program;

use super::{ChildReport, RefuteSettings, Refuted, RefuterKind, Rng, Tally, run_child};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The row of this kind.
pub const KIND: RefuterKind = RefuterKind {
    name: "words",
    about: "every green and every word of praise, by programs that are wrong by construction",
    few: 90,
    batch: 1,
    judge,
};

/// Words that nobody may say of a wrong program.
const PRAISE: &[&str] = &[
    "correct",
    "as designed",
    "proved",
    "proven",
    "right inside",
    "is right",
    "no fault",
    "flawless",
    "kept by every input",
];

/// Where such words are about something else.
const OTHERS: &[&str] = &["proved infeasible", "correct examples of this kind"];

/// A command of ours must end within this time.
const LIMIT: Duration = Duration::from_secs(240);

/// What one attack came to: the claims that were judged, and what is wrong with the first false one.
pub(super) struct Attack {
    claims: Vec<&'static str>,
    wrong: Option<(String, String)>,
}

impl Attack {
    fn new() -> Attack {
        Attack {
            claims: vec![],
            wrong: None,
        }
    }

    /// Judges a claim: it is false if there is a reason.
    fn claim(&mut self, claim: &'static str, false_because: Option<String>) {
        self.claims.push(claim);
        if let (None, Some(why)) = (&self.wrong, false_because) {
            self.wrong = Some((claim.into(), why));
        }
    }

    /// Judges what no run may do, and what none may say of a wrong program.
    fn manners(&mut self, ran: &ChildReport, is_wrong: bool) {
        self.claim("ends well", ran.misbehaved());
        if is_wrong {
            self.claim(
                "praises nobody",
                praise(&ran.text()).map(|line| format!("it says `{line}` of a wrong program")),
            );
        }
    }
}

/// The first line with a word of praise.
fn praise(text: &str) -> Option<String> {
    let praises = |line: &&str| {
        let said = OTHERS
            .iter()
            .fold(line.to_lowercase(), |said, other| said.replace(other, ""));
        PRAISE.iter().any(|word| begins(&said, word))
    };
    text.lines().find(praises).map(str::to_owned)
}

/// Whether some word of a text begins so: `was designed` is not `as designed`.
fn begins(text: &str, word: &str) -> bool {
    let letter_before = |place: usize| text[..place].chars().next_back().is_some_and(char::is_alphabetic);
    text.match_indices(word).any(|(place, _)| !letter_before(place))
}

/// A folder of one case, which goes with it.
pub(super) struct WordsCase<'a> {
    settings: &'a RefuteSettings,
    folder: PathBuf,
    files: Vec<(String, Vec<u8>)>,
}

impl WordsCase<'_> {
    fn write(&mut self, name: &str, text: &str) -> Result<(), String> {
        self.files.push((name.into(), text.as_bytes().to_vec()));
        std::fs::write(self.folder.join(name), text).map_err(|e| format!("{name}: {e}"))
    }

    /// Runs a command line of ours in the folder.
    fn lydian(&mut self, line: &str) -> Result<ChildReport, String> {
        self.files.push((
            format!("command-{}.txt", self.files.len()),
            format!("lydian {line}\n").into_bytes(),
        ));
        let words: Vec<&str> = line.split_whitespace().collect();
        let ran = run_child(&self.settings.program("lydian"), &words, &self.folder, b"", LIMIT)?;
        self.files
            .push((format!("said-{}.txt", self.files.len()), ran.out.clone()));
        Ok(ran)
    }
}

impl Drop for WordsCase<'_> {
    fn drop(&mut self) {
        // What is left is in the way of nobody.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

type Attacker = fn(&mut WordsCase, &mut Rng) -> Result<Attack, String>;

/// The commands in turn; the cheap ones more often.
const ATTACKERS: &[Attacker] = &[
    check::attack,
    learn::attack,
    cover::attack,
    check::attack,
    learn::attack,
    accuracy::attack,
];

fn judge(settings: &RefuteSettings, cases: Range<u64>) -> Result<Tally, String> {
    let mut tally = Tally::default();
    for number in cases {
        let folder = folder(number)?;
        let mut case = WordsCase {
            settings,
            folder,
            files: vec![],
        };
        let attacker = ATTACKERS[number as usize % ATTACKERS.len()];
        let attack = attacker(&mut case, &mut settings.rng(KIND.name, number));
        let attack = attack.map_err(|why| format!("case {number}: {why}"))?;
        tally.cases += 1;
        attack.claims.iter().for_each(|claim| tally.count(claim, 1));
        tally.refuted.extend(attack.wrong.map(|(claim, why)| Refuted {
            case: number,
            claim,
            why,
            files: std::mem::take(&mut case.files),
        }));
    }
    Ok(tally)
}

fn folder(case: u64) -> Result<PathBuf, String> {
    let folder = std::env::temp_dir().join(format!("refuted-words-{}-{case}", std::process::id()));
    made(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    Ok(folder)
}

fn made(folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)
}

/// The number behind a word of a line, such as `x = 1.5` or `x = -0.0 (…)`.
pub(super) fn number_after(line: &str, word: &str) -> Option<f64> {
    let rest = &line[line.find(word)? + word.len()..];
    let text: String = rest
        .trim_start()
        .chars()
        .take_while(|c| !c.is_whitespace() && *c != ',')
        .collect();
    text.parse().ok()
}

/// A number of tests misses a share of its domain by chance once in a million times at most.
pub(super) fn surely_hit(share: f64, tests: f64) -> bool {
    (1.0 - share).powf(tests) < 1e-6
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn praise_is_heard_and_other_words_are_not() {
        assert_eq!(
            praise("4 tests ok\nit is right inside the domain\n").unwrap(),
            "it is right inside the domain"
        );
        assert!(praise("rk4: as designed").is_some());
        for line in [
            "0 proved infeasible",
            "no violation found; this is no proof",
            "4 of 4 tests ok",
            "it was designed for 4, and the answer is incorrect",
        ] {
            assert_eq!(praise(line), None, "{line}");
        }
    }

    #[test]
    fn numbers_are_read_behind_words() {
        assert_eq!(number_after("    input      x = -0.5  (-0x1p-1)", "x ="), Some(-0.5));
        assert_eq!(number_after("x = 1e-300 (0x1p-997), y = 2", "y ="), Some(2.0));
        assert_eq!(number_after("nothing", "x ="), None);
        assert!(surely_hit(0.1, 200.0) && !surely_hit(0.001, 200.0));
    }
}
