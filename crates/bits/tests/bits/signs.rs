//! What is made of other operations: signs, extrema, NaN of any kind, overflow of words.

use bits::{BitAssignment, BitSort, BitWord, FloatFormat, Term, TermPool, evaluate};
use chance::Random;

const FORMAT: FloatFormat = FloatFormat::BINARY32;

/// The pattern of a term of two floats, with and without rewriting.
fn value(build: impl Fn(&mut TermPool, Term, Term) -> Term, x: f32, y: f32) -> BitWord {
    let [plain, rewritten] = [TermPool::without_rewriting(), TermPool::new()].map(|mut pool| {
        let (a, b) = (pool.word("a", 32), pool.word("b", 32));
        let term = build(&mut pool, a, b);
        let mut assignment = BitAssignment::new();
        assignment.set(0, BitWord::from_f32(x));
        assignment.set(1, BitWord::from_f32(y));
        evaluate(&pool, &assignment, term)
    });
    assert_eq!(plain, rewritten);
    plain
}

fn floats() -> Vec<f32> {
    let mut random = Random::new(3);
    let mut floats = vec![
        0.0,
        -0.0,
        1.0,
        -1.0,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::NAN,
        -f32::NAN,
        f32::MIN_POSITIVE,
    ];
    floats.extend((0..12).map(|_| f32::from_bits(random.word() as u32)));
    floats
}

fn each_pair(check: impl Fn(f32, f32)) {
    for x in floats() {
        floats().into_iter().for_each(|y| check(x, y));
    }
}

#[test]
fn signs_are_those_of_the_machine() {
    each_pair(|x, y| {
        let bits = |x: f32| BitWord::from_f32(x);
        assert_eq!(value(|pool, a, _| pool.float_abs(FORMAT, a), x, y), bits(x.abs()));
        assert_eq!(value(|pool, a, _| pool.float_negate(FORMAT, a), x, y), bits(-x));
        assert_eq!(
            value(|pool, a, b| pool.float_copysign(FORMAT, a, b), x, y),
            bits(x.copysign(y))
        );
        let negative = value(|pool, a, _| pool.is_negative(FORMAT, a), x, y);
        assert_eq!(negative.is_true(), x.is_sign_negative());
    });
}

#[test]
fn extrema_are_those_of_the_machine_and_either_zero_can_be_had() {
    each_pair(|x, y| {
        for first in [false, true] {
            let least = value(
                |pool, a, b| {
                    let first = pool.truth(first);
                    pool.float_min(FORMAT, a, b, first)
                },
                x,
                y,
            );
            let most = value(
                |pool, a, b| {
                    let first = pool.truth(first);
                    pool.float_max(FORMAT, a, b, first)
                },
                x,
                y,
            );
            agree(least.to_f32().unwrap(), x.min(y), (x, y), first);
            agree(most.to_f32().unwrap(), x.max(y), (x, y), first);
        }
    });
}

fn agree(found: f32, machine: f32, (x, y): (f32, f32), first: bool) {
    if x == 0.0 && y == 0.0 {
        assert_eq!(found.to_bits(), if first { x } else { y }.to_bits());
    } else if machine.is_nan() {
        assert_eq!(BitWord::from_f32(found), FORMAT.nan());
    } else {
        assert_eq!(found.to_bits(), machine.to_bits(), "{x} {y}");
    }
}

#[test]
fn any_nan_is_the_other_nan_where_there_is_one() {
    each_pair(|x, y| {
        let found = value(|pool, a, b| pool.any_nan(FORMAT, a, b), x, y);
        let expected = match (x.is_nan(), y.is_nan()) {
            (false, _) => BitWord::from_f32(x),
            (true, true) => BitWord::from_f32(y),
            (true, false) => FORMAT.nan(),
        };
        assert_eq!(found, expected);
    });
}

#[test]
fn overflow_of_bytes_is_found() {
    let mut pool = TermPool::new();
    let (a, b) = (pool.word("a", 8), pool.word("b", 8));
    let terms = [
        pool.add_overflows_signed(a, b),
        pool.subtract_overflows_signed(a, b),
        pool.multiply_overflows_signed(a, b),
        pool.add_overflows_unsigned(a, b),
        pool.multiply_overflows_unsigned(a, b),
    ];
    for x in (0..=255u8).step_by(3) {
        for y in 0..=255u8 {
            let mut assignment = BitAssignment::new();
            assignment.set(0, BitWord::new(8, x));
            assignment.set(1, BitWord::new(8, y));
            let found = bits::evaluate_all(&pool, &assignment, &terms);
            let (s, t) = (x as i8, y as i8);
            let expected = [
                s.checked_add(t).is_none(),
                s.checked_sub(t).is_none(),
                s.checked_mul(t).is_none(),
                x.checked_add(y).is_none(),
                x.checked_mul(y).is_none(),
            ];
            assert_eq!(found, expected.map(BitWord::truth));
        }
    }
}

#[test]
fn sorts_that_do_not_fit_are_told() {
    let mut pool = TermPool::new();
    let (a, b) = (pool.word("a", 8), pool.word("b", 9));
    let c = pool.variable("c", BitSort::Bool);
    assert!(pool.apply(bits::BitOperation::Add, &[a, b]).is_err());
    assert!(pool.apply(bits::BitOperation::Add, &[c, c]).is_err());
    let mismatch = pool
        .apply(bits::BitOperation::Extract { high: 8, low: 0 }, &[a])
        .unwrap_err();
    assert_eq!(
        mismatch.to_string(),
        "Extract { high: 8, low: 0 } does not take [Bits(8)]"
    );
}
