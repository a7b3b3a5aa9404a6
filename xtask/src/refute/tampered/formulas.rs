//! Formulas: pieces of `specs/`, and ones that are made.

use super::files;
use crate::refute::{RefuteSettings, Rng};

/// The text of one formula as FPCore.
pub fn formula(settings: &RefuteSettings, rng: &mut Rng) -> Result<String, String> {
    if rng.one_in(4) {
        let files = files(&settings.root.join("specs"), &["fpcore"])?;
        let text = std::fs::read_to_string(rng.pick(&files)).map_err(|e| e.to_string())?;
        let cores = cores(&text);
        // Long ones have so many mutants that others would not get their turn.
        let short: Vec<&String> = cores.iter().filter(|core| core.len() < 400).collect();
        if !short.is_empty() {
            return Ok((*rng.pick(&short)).clone());
        }
    }
    Ok(made(rng))
}

/// The top-level lists of a text.
fn cores(text: &str) -> Vec<String> {
    let (mut depth, mut cores, mut core) = (0, Vec::new(), String::new());
    let lines = text.lines().filter(|line| !line.trim_start().starts_with(';'));
    for c in lines.flat_map(|line| line.chars().chain(['\n'])) {
        depth += i32::from(c == '(') - i32::from(c == ')');
        if depth > 0 || c == ')' {
            core.push(c);
        }
        if depth == 0 && c == ')' {
            cores.push(std::mem::take(&mut core));
        }
    }
    cores
}

const RANGES: &[(&str, &str)] = &[
    ("1", "2"),
    ("0", "1"),
    ("-1", "1"),
    ("0.1", "100"),
    ("-100", "50"),
    ("1e-3", "1e3"),
    ("1/3", "10"),
    ("(- PI)", "(sqrt 2)"),
];

const ACCURACIES: &[&str] = &[
    ":accuracy-rel 1e-10",
    ":accuracy-rel 1e-4",
    ":accuracy-abs 1e-6",
    ":accuracy-ulps 4",
    ":accuracy-rounded nearestEven",
    ":accuracy-rel 1e-8 :accuracy-abs 1e-12",
];

const FURTHER: &[&str] = &[
    "",
    "",
    ":out-of-domain clamp",
    ":out-of-domain unspecified",
    ":precision binary32",
];

/// A formula of one or two arguments with a handful of operations.
fn made(rng: &mut Rng) -> String {
    let names = if rng.one_in(2) { &["x"][..] } else { &["x", "y"] };
    let bounds: Vec<String> = names
        .iter()
        .map(|name| {
            let (lo, hi) = rng.pick(RANGES);
            format!("(<= {lo} {name} {hi})")
        })
        .collect();
    let pre = if rng.one_in(6) { " (< (* x x) 90)" } else { "" };
    format!(
        "(FPCore made ({}) :pre (and {}{pre}) {} {} {})\n",
        names.join(" "),
        bounds.join(" "),
        rng.pick(ACCURACIES),
        rng.pick(FURTHER),
        operation(rng, names, 2)
    )
}

fn operation(rng: &mut Rng, names: &[&str], depth: usize) -> String {
    let unary = ["sqrt", "exp", "log", "sin", "atan", "fabs", "-"];
    let binary = ["+", "-", "*", "/"];
    let operand = |rng: &mut Rng| match depth {
        0 => leaf(rng, names),
        _ if rng.one_in(3) => leaf(rng, names),
        _ => operation(rng, names, depth - 1),
    };
    match rng.below(8) {
        0 => format!("(let ((t {})) (* t (+ t 1)))", operand(rng)),
        1 => format!("(if (< {} 1) {} {})", leaf(rng, names), operand(rng), operand(rng)),
        2 | 3 => format!("({} {})", rng.pick(&unary), operand(rng)),
        _ => format!("({} {} {})", rng.pick(&binary), operand(rng), operand(rng)),
    }
}

fn leaf(rng: &mut Rng, names: &[&str]) -> String {
    match rng.below(3) {
        0 => rng.pick(&["1", "2", "0.5", "3.25", "10", "1/3"]).to_string(),
        _ => rng.pick(names).to_string(),
    }
}
