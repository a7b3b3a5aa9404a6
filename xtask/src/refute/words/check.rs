//! `check` with suites from `generate`.

use super::program::WordsProgram;
use super::{Attack, WordsCase, number_after, surely_hit};
use crate::refute::Rng;

/// Random tests beside the suite.
const RANDOM: f64 = 200.0;

pub fn attack(case: &mut WordsCase, rng: &mut Rng) -> Result<Attack, String> {
    let program = WordsProgram::random(rng);
    let random = rng.one_in(2);
    case.write("f.lyd", &program.specification())?;
    case.write("f.c", &program.code())?;
    let mut attack = Attack::new();
    let made = case.lydian("generate f.lyd --out suite")?;
    attack.manners(&made, false);
    let also = if random {
        format!(" --also random:{RANDOM}")
    } else {
        String::new()
    };
    let ran = case.lydian(&format!("check suite/suite.json --subject f.c:f{also}"))?;
    attack.manners(&ran, program.region.is_some());
    let text = ran.text();
    if program.region.is_none() {
        attack.claim(
            "check: a finding",
            (ran.code != Some(0)).then(|| format!("exit code {:?} of a correct program", ran.code)),
        );
        return Ok(attack);
    }
    let whole = program.share() >= 1.0 && ran.code == Some(0);
    attack.claim(
        "check: exit code",
        whole.then(|| "exit code 0, and every answer is wrong".into()),
    );
    let unseen = text.contains("none of them failed") && surely_hit(program.share(), RANDOM);
    attack.claim(
        "check: random tests",
        unseen.then(|| format!("a fault on {} of the domain is not seen", program.share())),
    );
    attack.claim("check: ko at an input", falsely_ko(&program, &text));
    Ok(attack)
}

/// A `ko` at an input of the domain where the program is right.
fn falsely_ko(program: &WordsProgram, text: &str) -> Option<String> {
    let inputs = text
        .split("✗ ko ")
        .skip(1)
        .filter_map(|block| number_after(block, "x ="));
    let right = |x: &f64| program.has(*x) && !program.is_wrong_at(*x);
    inputs
        .filter(right)
        .map(|x| format!("ko at x = {x}, where the program is right"))
        .next()
}
