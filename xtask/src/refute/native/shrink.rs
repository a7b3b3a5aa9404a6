//! Makes refuted programs small: statements go while the same kind of claim stays refuted.

use super::program::{CProgram, Stmt};
use super::trial::{self, NativeTrial};
use crate::refute::{RefuteSettings, Refuted};
use std::path::Path;

/// How often a smaller program is tried for one claim.
const TRIES: usize = 40;
/// How many claims of a batch are made small.
const CLAIMS: usize = 1;

/// Makes the first claims of a batch small; the others stay as they are, one for each case and kind.
pub fn all(
    settings: &RefuteSettings,
    trials: &[NativeTrial],
    refuted: Vec<Refuted>,
    folder: &Path,
) -> Result<Vec<Refuted>, String> {
    let mut kept: Vec<Refuted> = Vec::new();
    for refuted in refuted {
        let same = |other: &Refuted| other.case == refuted.case && kind(other) == kind(&refuted);
        if kept.iter().any(same) {
            continue;
        }
        let small = kept.len() < CLAIMS;
        kept.push(if small {
            smaller(settings, trials, refuted, folder)?
        } else {
            refuted
        });
    }
    Ok(kept)
}

/// The command and the kind of claim.
fn kind(refuted: &Refuted) -> String {
    refuted.claim.split(':').next().unwrap_or_default().to_owned()
}

fn smaller(
    settings: &RefuteSettings,
    trials: &[NativeTrial],
    mut refuted: Refuted,
    folder: &Path,
) -> Result<Refuted, String> {
    let Some(trial) = trials.iter().find(|trial| trial.case == refuted.case) else {
        return Ok(refuted);
    };
    let mut program = trial.program.clone();
    let mut tries = TRIES;
    let mut at = 0;
    while tries > 0 {
        let Some(next) = without(&program, at) else {
            break;
        };
        tries -= 1;
        match still(settings, &next, &refuted, folder)? {
            Some(found) => (program, refuted) = (next, found),
            None => at += 1,
        }
    }
    Ok(refuted)
}

/// The same kind of claim, refuted about another program.
fn still(
    settings: &RefuteSettings,
    program: &CProgram,
    was: &Refuted,
    folder: &Path,
) -> Result<Option<Refuted>, String> {
    let command = if was.claim.starts_with("cover") {
        "cover"
    } else {
        "stress"
    };
    // A program that lost a declaration does not compile, and says nothing.
    let Ok(trial) = NativeTrial::new(settings, program.clone(), was.case, folder, &[command]) else {
        return Ok(None);
    };
    let Ok(tally) = trial::judged(&[trial], folder) else {
        return Ok(None);
    };
    Ok(tally.refuted.into_iter().find(|refuted| kind(refuted) == kind(was)))
}

/// The program with one change: a statement less, or a branch replaced by one of its arms.
fn without(program: &CProgram, at: usize) -> Option<CProgram> {
    let mut left = at;
    let body = edited(&program.body, &mut left)?;
    Some(CProgram {
        body,
        ..program.clone()
    })
}

/// The statements with the change of this number; `None` if there are fewer.
fn edited(body: &[Stmt], left: &mut usize) -> Option<Vec<Stmt>> {
    for (at, stmt) in body.iter().enumerate() {
        for instead in replacements(stmt) {
            if *left == 0 {
                return Some([&body[..at], &instead, &body[at + 1..]].concat());
            }
            *left -= 1;
        }
        if let Some(inner) = inside(stmt, left) {
            return Some([&body[..at], &[inner], &body[at + 1..]].concat());
        }
    }
    None
}

fn replacements(stmt: &Stmt) -> Vec<Vec<Stmt>> {
    match stmt {
        Stmt::Return(_) => Vec::new(),
        Stmt::If(_, then, other) => vec![Vec::new(), then.clone(), other.clone()],
        Stmt::While(_, body) => vec![Vec::new(), body.clone()],
        Stmt::Switch(_, _, other) => vec![Vec::new(), other.clone()],
        _ => vec![Vec::new()],
    }
}

fn inside(stmt: &Stmt, left: &mut usize) -> Option<Stmt> {
    match stmt {
        Stmt::If(cond, then, other) => {
            if let Some(then) = edited(then, left) {
                return Some(Stmt::If(cond.clone(), then, other.clone()));
            }
            Some(Stmt::If(cond.clone(), then.clone(), edited(other, left)?))
        }
        Stmt::While(cond, body) => Some(Stmt::While(cond.clone(), edited(body, left)?)),
        _ => None,
    }
}
