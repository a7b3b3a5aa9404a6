//! Whether a claim is true, by what the judge's builds did.

use super::bench::JobSight;
use super::claims::{ClaimKind, CommandReport, NativeClaim};
use super::print::JudgeSlot;
use super::program::CProgram;

/// What two builds did: by clang, and by gcc if it knows the program.
#[derive(Clone, Copy)]
pub struct TwoBuilds<'a> {
    /// The build by clang.
    pub clang: Option<&'a JobSight>,
    /// The build by gcc.
    pub gcc: Option<&'a JobSight>,
}

/// A judge's slots of one program: places, with the number of the first.
#[derive(Clone, Copy)]
pub struct JudgeSlots<'a> {
    /// The places.
    pub slots: &'a [JudgeSlot],
    /// The number of the first.
    pub base: usize,
}

impl JudgeSlots<'_> {
    /// Slots that a place and an operator stand for.
    fn of(&self, claim: &NativeClaim, watched: &[(u32, u32, String)]) -> Vec<usize> {
        let what = claim.operator.as_str();
        let side = what == "false" || what == "true";
        let fits = |slot: &JudgeSlot, exact: bool| {
            let here = !exact || slot.column == claim.place.1 || slot.column == 0;
            let meant = slot.meant && what == "nzpush";
            slot.what == what && slot.line == claim.place.0 && here && !meant
        };
        let chosen = |exact: bool| -> Vec<usize> {
            let numbered = self.slots.iter().enumerate();
            numbered
                .filter(|(_, slot)| fits(slot, exact))
                .map(|(at, _)| self.base + at)
                .collect()
        };
        if !side {
            return chosen(true);
        }
        // The branches of a line are those of one `switch`, in their order.
        let sides = chosen(false);
        let all = watched.iter().filter(|(line, ..)| *line == claim.place.0).count();
        let at = (sides.len() == all).then(|| sides.get(claim.ordinal)).flatten();
        at.into_iter().copied().collect()
    }

    /// What is written at a slot.
    fn slot(&self, number: usize) -> &JudgeSlot {
        &self.slots[number - self.base]
    }
}

/// The number of the first input, from 1, on which one of the slots has something that refutes a claim of "never".
fn attacked(seen: TwoBuilds, slots: &[usize]) -> Option<usize> {
    let first = |seen: Option<&JobSight>, slot: &usize, way: usize| {
        let found = seen?.slots.get(slot)?[way];
        (found > 0).then_some(found)
    };
    slots.iter().find_map(|slot| {
        let clean = first(seen.clang, slot, 0).or_else(|| first(seen.gcc, slot, 0));
        clean.or_else(|| {
            // Behind undefined behaviour both compilers must agree.
            first(seen.gcc, slot, 1).and(first(seen.clang, slot, 1))
        })
    })
}

/// Whether a replay shows what was claimed; `None` if nobody can say.
fn shown(seen: TwoBuilds, slots: &[usize]) -> Option<bool> {
    let does = |seen: &JobSight| slots.iter().any(|slot| seen.slots.contains_key(slot));
    let (clang, gcc) = (seen.clang?, seen.gcc);
    if does(clang) || gcc.is_some_and(does) {
        return Some(true);
    }
    (!clang.undefined).then_some(false)
}

/// The judge's text has nothing to say about the place.
const NOWHERE: &str = "elsewhere";
/// The run does something of which nobody promises anything.
const UNDEFINED: &str = "behind undefined behaviour";

/// What is said of an ending that other calls led to, without naming them.
const ONCE: &str = "(once, after other calls; not when it is called alone)";

/// Judges a claim: what refutes it, in words; for a claim of "never" with the number of an input.
pub enum NativeVerdict {
    /// It was attacked and stands.
    Stands,
    /// It cannot be judged, for this reason.
    Open(&'static str),
    /// It is false.
    Refuted(String, Option<usize>),
}

/// Judges a claim that no input does something, by what an attack came to.
pub fn never(claim: &NativeClaim, report: &CommandReport, places: JudgeSlots, seen: TwoBuilds) -> NativeVerdict {
    let slots = places.of(claim, &report.watched);
    if slots.is_empty() {
        return NativeVerdict::Open(NOWHERE);
    }
    // Where two mutants have the same place, what happened may belong to the other.
    let same = |other: &&NativeClaim| {
        let at = other.place == claim.place && other.ordinal == claim.ordinal;
        at && other.operator == claim.operator && other.what == claim.what
    };
    let row = (claim.place.0, claim.place.1, claim.operator.clone());
    let watched = report.watched.iter().filter(|other| **other == row).count();
    if report.claims.iter().filter(same).count() < watched {
        return NativeVerdict::Open(NOWHERE);
    }
    match attacked(seen, &slots) {
        Some(input) => NativeVerdict::Refuted("it happens on an input of the judge".into(), Some(input)),
        None => NativeVerdict::Stands,
    }
}

/// Judges a claim about one input, by its replay.
pub fn once(
    claim: &NativeClaim,
    report: &CommandReport,
    program: &CProgram,
    places: JudgeSlots,
    seen: TwoBuilds,
) -> NativeVerdict {
    if program.unknowns {
        return NativeVerdict::Open("of unknown values");
    }
    match claim.what {
        ClaimKind::Observed => observed(claim, program, seen),
        ClaimKind::Ending if claim.says.contains(ONCE) => NativeVerdict::Open("once, after other calls"),
        ClaimKind::Ending => ending(seen),
        _ => {
            let slots = places.of(claim, &report.watched);
            match shown(seen, &slots) {
                _ if slots.is_empty() => NativeVerdict::Open(NOWHERE),
                Some(true) => NativeVerdict::Stands,
                Some(false) => NativeVerdict::Refuted("the input does not do it on a plain build".into(), None),
                None => NativeVerdict::Open(UNDEFINED),
            }
        }
    }
}

fn ending(seen: TwoBuilds) -> NativeVerdict {
    match seen.clang {
        Some(seen) if seen.plain_outcome != 0 => NativeVerdict::Stands,
        Some(seen) if seen.undefined => NativeVerdict::Open(UNDEFINED),
        Some(_) => NativeVerdict::Refuted("a plain build returns on this input".into(), None),
        None => NativeVerdict::Open(UNDEFINED),
    }
}

fn observed(claim: &NativeClaim, program: &CProgram, seen: TwoBuilds) -> NativeVerdict {
    let Some(seen) = seen.clang.filter(|seen| !seen.undefined) else {
        return NativeVerdict::Open(UNDEFINED);
    };
    let ends = (seen.outcome == 0, seen.plain_outcome == 0);
    if ends.0 != ends.1 || ends.0 && !same(program, seen.out, seen.plain_out) {
        let why = format!(
            "the judge does not agree with itself: {:x} and {:x}",
            seen.out, seen.plain_out
        );
        return NativeVerdict::Refuted(why, None);
    }
    let returned = claim.operator == "returned";
    if returned != (seen.plain_outcome == 0) {
        let why = format!(
            "a plain build does otherwise on this input: outcome {}",
            seen.plain_outcome
        );
        return NativeVerdict::Refuted(why, None);
    }
    let said = u128::from_str_radix(&claim.says, 16).unwrap_or_default();
    if !returned || same(program, said, seen.plain_out) {
        return NativeVerdict::Stands;
    }
    NativeVerdict::Refuted(format!("a plain build returns {:x}", seen.plain_out), None)
}

/// Whether two results are the same, bit by bit; a NaN is a NaN.
fn same(program: &CProgram, a: u128, b: u128) -> bool {
    let ty = program.result;
    let mask = u128::MAX >> (128 - ty.bits);
    a & mask == b & mask || ty.float && both_nan(ty.bits, a, b)
}

fn both_nan(bits: u32, a: u128, b: u128) -> bool {
    let nan = |v: u128| match bits {
        32 => f32::from_bits(v as u32).is_nan(),
        64 => f64::from_bits(v as u64).is_nan(),
        _ => v >> 64 & 0x7fff == 0x7fff && v as u64 != 1 << 63,
    };
    nan(a) && nan(b)
}

/// What happens without being watched, though the command says that all is well.
pub fn silent(report: &CommandReport, places: JudgeSlots, seen: TwoBuilds) -> Option<(String, usize)> {
    if report.code != Some(0) {
        return None;
    }
    (places.base..places.base + places.slots.len()).find_map(|number| {
        let slot = places.slot(number);
        if slot.meant || ["false", "true", "none", "nzpush"].contains(&slot.what) {
            return None;
        }
        let listed = |row: &(u32, u32, String)| {
            row.0 == slot.line && (row.1 == slot.column || slot.column == 0) && row.2 == slot.what
        };
        if report.watched.iter().any(listed) || report.named.contains(&slot.line) {
            return None;
        }
        let input = attacked(seen, &[number])?;
        Some((
            format!(
                "line {} column {}: {} happens and is not watched, exit 0",
                slot.line, slot.column, slot.what
            ),
            input,
        ))
    })
}
