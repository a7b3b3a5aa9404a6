//! `learn` with the formula as a contract.

use super::program::WordsProgram;
use super::{Attack, WordsCase, number_after, surely_hit};
use crate::refute::Rng;

/// How many times the share that the report speaks of: 0.05⁵ is below one in a million.
const TIMES: f64 = 5.0;

pub fn attack(case: &mut WordsCase, rng: &mut Rng) -> Result<Attack, String> {
    let program = WordsProgram::random(rng);
    case.write("f.contract", &contract(&program))?;
    case.write("f.c", &program.code())?;
    let ran = case.lydian(&format!("learn f.contract --subject f.c:f --seed {}", rng.below(1000)))?;
    let mut attack = Attack::new();
    attack.manners(&ran, program.region.is_some());
    let text = ran.text();
    if text.contains(": violated, ") {
        attack.claim("learn: violated", falsely_violated(&program, &text));
    } else if program.region.is_some() {
        attack.claim("learn: missed by value", missed_by_value(&program, &text));
        attack.claim("learn: missed by exponent", missed_by_exponent(&program, &text));
        // Without these words the silence of exit code 0 would be a claim.
        let bare = ran.code == Some(0) && said(&text).is_none();
        attack.claim(
            "learn: exit code",
            bare.then(|| "exit code 0 without a word of what may be missed".into()),
        );
    }
    Ok(attack)
}

fn contract(program: &WordsProgram) -> String {
    let (arguments, names, text) = (program.arguments(), program.names(), program.formula.text);
    format!("contract f({arguments}) {{\n  r = f({names})\n  ensures abs(r - ({text})) <= 1e-9*abs({text})\n}}\n")
}

fn falsely_violated(program: &WordsProgram, text: &str) -> Option<String> {
    let line = text.lines().find(|line| line.trim_start().starts_with("input "))?;
    let x = number_after(line, "x =")?;
    (!program.is_wrong_at(x)).then(|| format!("violated at x = {x}, where the program is right"))
}

/// The percentage of the domain that as many random tests miss once in 20 times.
fn said(text: &str) -> Option<f64> {
    number_after(text, "miss a fault on")
}

fn missed_by_value(program: &WordsProgram, text: &str) -> Option<String> {
    let percent = said(text)?;
    let large = 100.0 * program.share() > TIMES * percent;
    large.then(|| {
        format!(
            "a fault on {} % of the domain is missed, and {percent} % is said",
            100.0 * program.share()
        )
    })
}

/// A fault on more of the binades than this may not go without a word on them.
const MANY: f64 = 0.1;

fn missed_by_exponent(program: &WordsProgram, text: &str) -> Option<String> {
    if !text.contains("by exponent, ") {
        let many = program.binades() > MANY;
        return many.then(|| {
            format!(
                "a fault on {} of the binades is missed without a word on them",
                program.binades()
            )
        });
    }
    let rest = text.split("by exponent, ").nth(1)?;
    let digits: String = rest
        .split(" of ")
        .next()?
        .chars()
        .filter(char::is_ascii_digit)
        .collect();
    let tested: f64 = digits.parse().ok()?;
    let sure = program.formula.ranges.len() == 1 && surely_hit(program.binades(), tested);
    sure.then(|| {
        format!(
            "a fault on {} of the binades is missed by tests in {tested}",
            program.binades()
        )
    })
}
