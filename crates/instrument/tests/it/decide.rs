//! What the prover decides bit by bit: sides that nothing takes, and inputs for the others, which are run.

use instrument::{ArgumentRange, Instrumented, ProverBudget, ProverDecisions, ProverRequest, RunOutcome, Side};

use crate::common::*;

const BUDGET: ProverBudget = ProverBudget {
    conflicts: 20_000,
    gates: 1_000_000,
    ticks: u64::MAX,
    all_ticks: u64::MAX,
};

fn request(arguments: &[ArgumentRange], budget: ProverBudget) -> ProverRequest<'_> {
    ProverRequest {
        arguments,
        inputs: &[],
        budget,
    }
}

fn decide(function: &str, ranges: &[ArgumentRange]) -> (ProverDecisions<Side>, usize) {
    decide_made(&make("decide.c", function), ranges)
}

fn decide_made(made: &Instrumented, ranges: &[ArgumentRange]) -> (ProverDecisions<Side>, usize) {
    let count = made.branches().len();
    let sides: Vec<Side> = (0..2 * count).map(Side::at).collect();
    (made.decide_sides(&sides, request(ranges, BUDGET)).unwrap(), count)
}

fn never(function: &str, ranges: &[ArgumentRange]) -> String {
    let (decided, _) = decide(function, ranges);
    let sides = decided.impossible.into_iter().map(|(side, _)| name(side));
    sides.collect::<Vec<_>>().join(" ")
}

#[test]
fn sides_that_no_bits_reach_are_proved() {
    for (function, expected) in [
        ("scattered", ""),
        ("square_below", "1T"),
        ("parity", "0T"),
        ("wide_trip", "0T"),
        ("narrow_trip", ""),
        ("counted", "1T"),
        ("bounded", "3T"),
        ("magnitude", "0T"),
        ("root", ""),
        ("word", ""),
        ("behind", ""),
        // Behind a division by zero nothing goes on.
        ("quotient", "0T"),
        ("rounded", "0T"),
        // What is stated of a sine is enough.
        ("any_sine", "0T"),
        ("sum_of_three", "6T"),
        ("filled", "1T"),
        ("changed", "0T 1T"),
        // Writes may go to any variable.
        ("strayed", ""),
        // What stands outside of a variable may be anything.
        ("read_outside", ""),
        ("halves", "0T"),
        ("looked_up", "2T 3T"),
    ] {
        assert_eq!(never(function, &[]), expected, "{function}");
    }
}

/// Loops whose turns nothing bounds leave open what is behind them.
#[test]
fn turns_that_are_not_walked_prove_nothing() {
    assert_eq!(never("endless", &[]), "");
    let few = [ArgumentRange {
        argument: 0,
        lo: -5.0,
        hi: 30.0,
    }];
    assert_eq!(never("endless", &few), "1T");
}

/// The same for a function whose arguments are arrays of these lengths.
fn never_with(function: &str, lengths: &[(&str, usize)]) -> String {
    let mut asked = crate::common::request("decide.c", function);
    asked.arrays = lengths
        .iter()
        .map(|(name, length)| ((*name).to_owned(), *length))
        .collect();
    let made = instrument::instrument(&asked).unwrap();
    let sides = decide_made(&made, &[])
        .0
        .impossible
        .into_iter()
        .map(|(side, _)| name(side));
    sides.collect::<Vec<_>>().join(" ")
}

/// What is written behind an argument may be read through another one; only that it stays inside is known.
#[test]
fn arrays_of_arguments_are_written_inside_only() {
    assert_eq!(never_with("written", &[("x", 4), ("out", 4)]), "2T");
    assert_eq!(never_with("written", &[("x", 4), ("out", 3)]), "");
}

/// Each named input is run, and takes a side that no other takes.
#[test]
fn inputs_do_what_they_are_named_for() {
    for function in ["scattered", "narrow_trip", "root", "word", "behind", "bounded"] {
        let made = make("decide.c", function);
        let (decided, count) = decide(function, &[]);
        let mut loaded = load(&made);
        let mut covered = vec![false; 2 * count];
        for input in &decided.inputs {
            assert_eq!(loaded.call(input).outcome, RunOutcome::Returned, "{function}");
            (0..2 * count).for_each(|side| covered[side] |= loaded.covers(Side::at(side)));
        }
        let left = (0..2 * count).filter(|side| !covered[*side]).map(Side::at);
        let left: Vec<Side> = left
            .filter(|side| !decided.impossible.iter().any(|(known, _)| known == side))
            .collect();
        assert_eq!(left, [], "{function}");
    }
}

#[test]
fn a_budget_of_nothing_decides_only_what_needs_no_search() {
    let made = make("decide.c", "square_below");
    let sides = [Side { branch: 1, taken: true }];
    let none = ProverBudget { conflicts: 0, ..BUDGET };
    assert_eq!(
        made.decide_sides(&sides, request(&[], none)).unwrap(),
        ProverDecisions::default()
    );
}
