//! The trial of a batch of programs: what Lydian says of each, and what the judge's builds say.

use super::bench::{self, JudgeJob};
use super::claims::{self, ClaimKind, CommandReport, NativeClaim};
use super::print::{self, Texts};
use super::program::CProgram;
use super::verdict::{self, JudgeSlots, NativeVerdict, TwoBuilds};
use super::{inputs, write};
use crate::refute::{RefuteSettings, Refuted, Tally};
use std::path::Path;

/// A program and what Lydian says of it.
pub struct NativeTrial {
    /// The number of the case.
    pub case: u64,
    /// The program.
    pub program: CProgram,
    /// The plain text.
    pub plain: String,
    /// What was asked, and what was said.
    pub reports: Vec<(&'static str, CommandReport)>,
    attacks: [Vec<u8>; 2],
}

impl NativeTrial {
    /// Asks the commands about a program.
    pub fn new(
        settings: &RefuteSettings,
        program: CProgram,
        case: u64,
        folder: &Path,
        commands: &[&'static str],
    ) -> Result<NativeTrial, String> {
        let plain = print::print(&program, 0, 0).plain;
        write(&program, &plain, folder)?;
        let ask = |command: &&'static str| Ok((*command, claims::ask(settings, &program, command, folder)?));
        let reports: Vec<(&'static str, CommandReport)> = commands.iter().map(ask).collect::<Result<_, String>>()?;
        let mut rng = settings.rng("native inputs", case);
        let attacks = [false, true].map(|specials| inputs::attack(&program, &mut rng, specials));
        Ok(NativeTrial {
            case,
            program,
            plain,
            reports,
            attacks,
        })
    }

    fn claims(&self) -> impl Iterator<Item = (&'static str, &CommandReport, &NativeClaim)> {
        self.reports
            .iter()
            .flat_map(|(command, report)| report.claims.iter().map(move |claim| (*command, report, claim)))
    }
}

/// What a claim is counted as.
fn counted(what: ClaimKind) -> &'static str {
    match what {
        ClaimKind::Infeasible => "infeasible",
        ClaimKind::Covered => "covered",
        ClaimKind::Harmless => "harmless",
        ClaimKind::Killed => "killed",
        ClaimKind::Ending => "endings",
        ClaimKind::Observed => "observed",
    }
}

/// Judges all claims about some programs.
pub fn judged(trials: &[NativeTrial], folder: &Path) -> Result<Tally, String> {
    let mut programs: Vec<(&CProgram, Texts)> = Vec::new();
    let mut bases = Vec::new();
    let mut base = 0;
    for (number, trial) in trials.iter().enumerate() {
        let texts = print::print(&trial.program, number, base);
        bases.push(base);
        base += texts.slots.len();
        programs.push((&trial.program, texts));
    }
    let jobs = jobs(trials);
    let [clang, gcc] = bench::run(&programs, &jobs, folder)?;
    let mut seen = clang.iter().zip(&gcc).map(|(clang, gcc)| TwoBuilds {
        clang: clang.as_ref(),
        gcc: gcc.as_ref(),
    });
    let mut tally = Tally::default();
    for (number, trial) in trials.iter().enumerate() {
        let places = JudgeSlots {
            slots: &programs[number].1.slots,
            base: bases[number],
        };
        one(trial, places, &mut seen, &mut tally);
    }
    Ok(tally)
}

/// Two attacks on each program, then a replay for each claim with an input.
fn jobs(trials: &[NativeTrial]) -> Vec<JudgeJob> {
    let mut jobs = Vec::new();
    for (program, trial) in trials.iter().enumerate() {
        let mut add = |inputs: &[u8]| {
            jobs.push(JudgeJob {
                program,
                inputs: inputs.to_owned(),
            });
        };
        trial.attacks.iter().for_each(|inputs| add(inputs));
        trial
            .claims()
            .filter_map(|(_, _, claim)| claim.input.as_ref())
            .for_each(|input| add(input));
    }
    jobs
}

fn one<'a>(trial: &NativeTrial, places: JudgeSlots, seen: &mut impl Iterator<Item = TwoBuilds<'a>>, tally: &mut Tally) {
    const EACH: &str = "invariant: every job has an answer";
    let attacks = [seen.next().expect(EACH), seen.next().expect(EACH)];
    for (command, report) in &trial.reports {
        if let Some(trouble) = &report.trouble {
            tally
                .refuted
                .push(refuted(trial, command, "trouble", trouble, "no program may do that"));
        }
        if report.code == Some(2) {
            tally.count("refused", 1);
        }
        if *command != "stress" {
            continue;
        }
        if let Some((why, input)) = verdict::silent(report, places, attacks[0]) {
            let why = format!("{why}, on {}", input_words(trial, 0, input));
            tally
                .refuted
                .push(refuted(trial, command, "silent", "all is well", &why));
        }
    }
    for (command, report, claim) in trial.claims() {
        let (verdict, attack) = match claim.input {
            None => never(claim, report, places, attacks, command == "cover"),
            Some(_) => (
                verdict::once(claim, report, &trial.program, places, seen.next().expect(EACH)),
                0,
            ),
        };
        let name = counted(claim.what);
        match verdict {
            NativeVerdict::Open(why) => tally.count(why, 1),
            NativeVerdict::Stands => tally.count(name, 1),
            NativeVerdict::Refuted(why, input) => {
                tally.count(name, 1);
                let on = input.map(|input| format!(": {}", input_words(trial, attack, input)));
                let why = why + &on.unwrap_or_default();
                tally.refuted.push(refuted(trial, command, name, &claim.words, &why));
            }
        }
    }
}

/// Judges a claim of "never" by the attacks: NaN and infinities are inputs of `cover` alone.
fn never(
    claim: &NativeClaim,
    report: &CommandReport,
    places: JudgeSlots,
    attacks: [TwoBuilds; 2],
    specials: bool,
) -> (NativeVerdict, usize) {
    let tame = verdict::never(claim, report, places, attacks[0]);
    if specials && matches!(tame, NativeVerdict::Stands) {
        return (verdict::never(claim, report, places, attacks[1]), 1);
    }
    (tame, 0)
}

/// An input of an attack, for people.
fn input_words(trial: &NativeTrial, attack: usize, number: usize) -> String {
    let width = trial.program.width();
    let bytes = &trial.attacks[attack][(number - 1) * width..number * width];
    let word = |(param, bytes): (&super::program::Param, &[u8])| {
        let bits = u128::from_le_bytes(bytes.try_into().expect("invariant: sixteen bytes for each argument"));
        format!("{} = 0x{bits:x}", param.name)
    };
    let words: Vec<String> = trial.program.numbers().zip(bytes.chunks(16)).map(word).collect();
    words.join(", ")
}

fn refuted(trial: &NativeTrial, command: &str, name: &str, words: &str, why: &str) -> Refuted {
    let line = claims::arguments(&trial.program, command).join(" ");
    let mut files = vec![
        (format!("{command}-{name}.c"), trial.plain.clone().into_bytes()),
        (
            format!("{command}-{name}.txt"),
            format!("lydian {line}\n{name}: {words}\n{why}\n").into_bytes(),
        ),
    ];
    files.extend(
        trial
            .program
            .files
            .iter()
            .map(|(name, text)| (name.clone(), text.replace('@', "").into_bytes())),
    );
    Refuted {
        case: trial.case,
        claim: format!("{command} {name}: {words}"),
        why: why.to_owned(),
        files,
    }
}

#[cfg(test)]
mod tests {
    use super::super::make;
    use super::*;
    use crate::refute::Rng;

    /// The claim that no input takes the true side of the first branch.
    fn lie(trial: &NativeTrial) -> NativeClaim {
        let slots = print::print(&trial.program, 0, 0).slots;
        let side = slots.iter().find(|slot| slot.what == "true").unwrap();
        NativeClaim {
            what: ClaimKind::Infeasible,
            place: (side.line, side.column),
            ordinal: 0,
            operator: "true".into(),
            input: None,
            says: String::new(),
            words: String::new(),
        }
    }

    fn guarded() -> NativeTrial {
        let branches = |program: &CProgram| {
            let slots = print::print(program, 0, 0).slots;
            slots.iter().any(|slot| slot.what == "true")
        };
        let programs = (0..).map(|case| make::program(Rng::of("native", 1, case)));
        let program = programs
            .into_iter()
            .find(|program| branches(program) && program.keys.len() == 1)
            .unwrap();
        let attacks = [false, true].map(|specials| inputs::attack(&program, &mut Rng::of("test", 1, 1), specials));
        NativeTrial {
            case: 0,
            plain: print::print(&program, 0, 0).plain,
            program,
            reports: Vec::new(),
            attacks,
        }
    }

    fn refuted_sides(trial: &mut NativeTrial, side: &str) -> usize {
        let mut claim = lie(trial);
        claim.operator = side.into();
        let watched = vec![(claim.place.0, claim.place.1, "branch".into())];
        let report = CommandReport {
            claims: vec![claim],
            code: Some(0),
            watched,
            ..CommandReport::default()
        };
        trial.reports = vec![("cover", report)];
        let folder = std::env::temp_dir().join(format!("lydian-judge-{}-{side}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let tally = judged(std::slice::from_ref(trial), &folder).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        tally.refuted.len()
    }

    #[test]
    fn a_side_that_is_taken_is_not_infeasible() {
        let mut trial = guarded();
        let both = refuted_sides(&mut trial, "true") + refuted_sides(&mut trial, "false");
        assert!(both > 0, "{}", trial.plain);
    }

    #[test]
    fn slots_are_where_the_operators_are() {
        for case in 0..200 {
            let program = make::program(Rng::of("native", 2, case));
            let texts = print::print(&program, 0, 0);
            for slot in texts
                .slots
                .iter()
                .filter(|slot| slot.what == "iuflow" && slot.column > 0)
            {
                let line = texts.plain.lines().nth(slot.line as usize - 1).unwrap();
                let at = &line[slot.column as usize - 1..];
                assert!(
                    at.starts_with(['+', '-', '*', '/', '%', '&', '|', '^', '<', '>']),
                    "{line}: {at}"
                );
            }
        }
    }
}
