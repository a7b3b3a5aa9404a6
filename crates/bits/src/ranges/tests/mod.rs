//! Ranges hold all values there are, refutations are right, and those that matter are found.

mod examples;
mod meadow;
mod soundness;
mod trials;

use super::*;
use crate::evaluate::BitAssignment;
use crate::evaluate::evaluate_all;
use chance::Random;

const BUDGET: RangeBudget = RangeBudget {
    boxes: 20,
    steps: 20_000,
};

/// Whether a pattern is among the values.
fn contains(shape: Shape, value: Value, word: &BitWord) -> bool {
    shape.is_wide() || {
        let point = Value::word(shape, word);
        point.meet(value) == point
    }
}

/// How many boxes on the way to an assignment are looked at.
const LEVELS: u32 = 12;

/// Narrows the boxes of some conditions that an assignment lies in, under which they hold, and looks whether all values of
/// terms under this assignment are left in them. Gives how many values it looked at.
fn keeps(pool: &TermPool, assignment: &BitAssignment, conditions: &[Term], given: &[GivenRange]) -> usize {
    let terms: Vec<Term> = conditions
        .iter()
        .copied()
        .chain(given.iter().map(|given| given.term))
        .collect();
    let cone = Cone::new(pool, &terms);
    let mut search = Search {
        cone: &cone,
        roots: conditions.iter().filter_map(|term| cone.place(*term)).collect(),
        ranged: given.iter().filter_map(|given| cone.place(given.term)).collect(),
        propagator: Propagator::new(&cone, u64::MAX),
        boxes: 0,
    };
    let inside = pool.cone(&terms);
    let exact = evaluate_all(pool, assignment, &inside);
    let check = |values: &[Value]| {
        for (place, (term, word)) in inside.iter().zip(&exact).enumerate() {
            let (shape, value) = (cone.shape(place), values[place]);
            let arguments: Vec<String> = cone.nodes[place]
                .arguments()
                .iter()
                .map(|at| format!("{}", exact[*at]))
                .collect();
            let operation = pool.operation(*term);
            assert!(
                contains(shape, value, word),
                "{operation:?} of {arguments:?} is {word}, not in {value:?}"
            );
        }
    };
    let mut next = search.first(given);
    let mut looks = 0;
    for _ in 0..LEVELS {
        check(&next.values);
        match next.last {
            Some(place) => search.propagator.touch(place),
            None => search.propagator.touch_all(),
        }
        let narrowed = search.propagator.run(&mut next.values);
        check(&next.values);
        looks += exact.len();
        assert_eq!(narrowed, Narrowed::Some);
        // Of the two parts of a box, the one that has the assignment.
        let Ok(parts) = search.parts(next) else { break };
        let has_it = |part: &Pending| {
            let place = part.last.unwrap();
            contains(cone.shape(place), part.values[place], &exact[place])
        };
        next = parts.into_iter().find(has_it).expect("one of the parts has the value");
    }
    let answer = refute_by_ranges(pool, conditions, given, BUDGET);
    assert!(
        matches!(answer, RangeAnswer::Unknown(_)),
        "{answer:?} although there is a model"
    );
    looks
}

fn evaluate(pool: &TermPool, assignment: &BitAssignment, term: Term) -> BitWord {
    evaluate_all(pool, assignment, &[term]).remove(0)
}

/// A range of a random kind that has a word.
fn range_around(random: &mut Random, format: Option<FloatFormat>, word: &BitWord) -> TermRange {
    let mut distance = || (random.word() >> 1 >> random.below(63)) as i64;
    let (below, above) = (distance(), distance());
    near(below, above, random.below(3), format, word)
}

/// The words from so far below to so far above one, as unsigned numbers, signed numbers, or floats if it is one.
fn near(below: i64, above: i64, kind: usize, format: Option<FloatFormat>, word: &BitWord) -> TermRange {
    let width = word.width();
    let most = BitWord::ones(width).unsigned().clone();
    let half = BitWord::top(width).unsigned().clone();
    let number_of = format.and_then(|format| number(format, word).map(|number| (format, number)));
    match (kind, number_of, format) {
        (0, ..) => TermRange::Unsigned {
            low: BitWord::new(width, (word.unsigned().clone() - below).max(0.into())),
            high: BitWord::new(width, (word.unsigned().clone() + above).min(most)),
        },
        (1, ..) => TermRange::Signed {
            low: BitWord::new(width, (word.signed() - below).max(-half.clone())),
            high: BitWord::new(width, (word.signed() + above).min(half - 1u32)),
        },
        (_, Some((format, number)), _) => TermRange::Float {
            format,
            low: float_at(format, number - i128::from(below)),
            high: float_at(format, number + i128::from(above)),
            nan: below % 2 == 0,
        },
        (_, None, Some(format)) => TermRange::Float {
            format,
            low: format.nan(),
            high: format.nan(),
            nan: true,
        },
        _ => TermRange::Unsigned {
            low: word.clone(),
            high: word.clone(),
        },
    }
}

/// The float of a place in the order of numbers, or the infinity on that side.
fn float_at(format: FloatFormat, number: i128) -> BitWord {
    let inf = infinity(format) as i128;
    let number = number.clamp(-inf, inf);
    BitWord::new(
        format.width(),
        floats::pattern(format, number < 0, number.unsigned_abs()),
    )
}
