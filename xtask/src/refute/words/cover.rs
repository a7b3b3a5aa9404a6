//! `cover --spec`: verdicts on the inputs that reach every side.

use super::program::WordsProgram;
use super::{Attack, WordsCase, number_after};
use crate::refute::Rng;

pub fn attack(case: &mut WordsCase, rng: &mut Rng) -> Result<Attack, String> {
    let program = WordsProgram::random(rng);
    case.write("f.lyd", &program.specification())?;
    case.write("f.c", &program.code())?;
    let ran = case.lydian("cover f.c --function f --spec f.lyd --out cover")?;
    let mut attack = Attack::new();
    attack.manners(&ran, program.region.is_some());
    let text = ran.text();
    for (x, y, ok) in verdicts(&text) {
        let wrong = program.is_wrong_at(x) && program.has(x) && program.has_second(y);
        attack.claim(
            "cover: ok or ko at an input",
            (wrong == ok).then(|| format!("ok is {ok} at x = {x}, wrong is {wrong}")),
        );
    }
    // The wrong answer is a side of its own, and all inputs of it are wrong.
    let praised =
        program.region.is_some() && ran.code == Some(0) && text.contains(", 0 proved infeasible, 0 unreached");
    attack.claim(
        "cover: all sides and exit code",
        praised.then(|| "all sides are covered, and no answer is wrong".into()),
    );
    let accused = program.region.is_none() && ran.code == Some(1);
    attack.claim(
        "cover: a finding",
        accused.then(|| "exit code 1 of a correct program".into()),
    );
    Ok(attack)
}

/// Arguments with their verdicts: a line with the input, and one below it with the verdict.
fn verdicts(text: &str) -> Vec<(f64, Option<f64>, bool)> {
    let lines: Vec<&str> = text.lines().collect();
    let verdict = |pair: &[&str]| {
        let x = number_after(pair[0], "x_ =").filter(|_| pair[0].contains("->"))?;
        let y = number_after(pair[0], "y_ =");
        match pair[1].trim_start() {
            line if line.starts_with("✓ ok") => Some((x, y, true)),
            line if line.starts_with("✗ ko") => Some((x, y, false)),
            _ => None,
        }
    };
    lines.windows(2).filter_map(verdict).collect()
}
