//! Operations on words: all arguments of small widths, random ones of great widths against the machine.

use crate::full;
use crate::harness::Bench;
use bits::BitOperation::{self, *};
use bits::BitSort;
use chance::Random;

/// What is counted below, so that it can be quoted.
const CASES: u64 = 29_718;

#[test]
fn all_pairs_of_words_of_one_to_five_bits() {
    let mut count = 0;
    for width in 1..=5 {
        for operation in BitOperation::PAIRS {
            let opinion_of = operation.clone();
            let bench = Bench::words(operation, &[width, width]);
            let cases = crate::harness::all_cases(&[width, width]);
            count += bench.check(cases, |case| expected(&opinion_of, width, case));
        }
        count += unary(width);
    }
    assert_eq!(count, CASES);
}

#[test]
fn squares_and_differences_of_one_to_ten_bits() {
    for width in 1..=10 {
        for operation in BitOperation::PAIRS {
            Bench::twice(operation, BitSort::Bits(width)).check_all();
        }
    }
}

fn unary(width: u32) -> u64 {
    let mut operations = vec![Not, Negate, ExtendZero(0), ExtendZero(2), ExtendSign(0), ExtendSign(3)];
    for low in 0..width {
        operations.extend((low..width).map(|high| Extract { high, low }));
    }
    let benches = operations
        .into_iter()
        .map(|operation| Bench::words(operation, &[width]));
    let choice = Bench::new(Choose, &[BitSort::Bool, BitSort::Bits(width), BitSort::Bits(width)]);
    benches.map(|bench| bench.check_all()).sum::<u64>() + choice.check_all()
}

#[test]
fn random_pairs_of_wide_words_agree_with_the_machine() {
    let count = if full() { 20_000 } else { 1_000 };
    let mut random = Random::new(11);
    for width in [8, 13, 16, 31, 32, 63, 64, 100, 127, 128] {
        for operation in BitOperation::PAIRS
            .into_iter()
            .filter(|operation| width <= 64 || *operation != Concat)
        {
            let opinion_of = operation.clone();
            let cases: Vec<Vec<u128>> = (0..count / 10).map(|_| pair(&mut random, width)).collect();
            Bench::words(operation, &[width, width])
                .check(cases.into_iter(), |case| expected(&opinion_of, width, case));
        }
    }
}

fn pair(random: &mut Random, width: u32) -> Vec<u128> {
    let mut word = || {
        let any = u128::from(random.word()) << 64 | u128::from(random.word());
        let any = cut(any >> random.below(128), width);
        match random.below(6) {
            0 => cut(u128::MAX, width) - any % 3,
            1 => any % 3,
            2 => 1 << (width - 1),
            3 => any % u128::from(width + 2),
            _ => any,
        }
    };
    vec![word(), word()]
}

fn cut(word: u128, width: u32) -> u128 {
    word & (u128::MAX >> (128 - width))
}

fn signed(word: u128, width: u32) -> i128 {
    (word << (128 - width)) as i128 >> (128 - width)
}

/// The machine's opinion, by its own integers.
fn expected(operation: &BitOperation, width: u32, case: &[u128]) -> Option<u128> {
    let (a, b) = (case[0], case[1]);
    let (s, t) = (signed(a, width), signed(b, width));
    let near = u32::try_from(b).ok().filter(|amount| *amount < width);
    let number = match operation {
        And => a & b,
        Or => a | b,
        Xor => a ^ b,
        Add => a.wrapping_add(b),
        Subtract => a.wrapping_sub(b),
        Multiply => a.wrapping_mul(b),
        DivideUnsigned => a.checked_div(b).unwrap_or(u128::MAX),
        RemainderUnsigned => a.checked_rem(b).unwrap_or(a),
        DivideSigned if t == 0 => (if s < 0 { 1 } else { -1i128 }) as u128,
        DivideSigned => s.wrapping_div(t) as u128,
        RemainderSigned if t == 0 => a,
        RemainderSigned => s.wrapping_rem(t) as u128,
        ShiftLeft => near.map_or(0, |amount| a << amount),
        ShiftRight => near.map_or(0, |amount| a >> amount),
        ShiftRightSigned => (s >> near.unwrap_or(127)) as u128,
        Concat => return Some(a << width | b),
        _ => return comparison(operation, (a, b), (s, t)).map(u128::from),
    };
    Some(cut(number, width))
}

fn comparison(operation: &BitOperation, (a, b): (u128, u128), (s, t): (i128, i128)) -> Option<bool> {
    match operation {
        Equal => Some(a == b),
        LessUnsigned => Some(a < b),
        AtMostUnsigned => Some(a <= b),
        LessSigned => Some(s < t),
        AtMostSigned => Some(s <= t),
        _ => None,
    }
}
