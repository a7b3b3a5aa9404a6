//! Prints a script by which another solver judges exact evaluation: `cargo run --example smtlib 7 | z3 -in` must say `unsat`.
//!
//! Random operations on random arguments in a small format, each claimed to differ from its exact value, joined by "or".
//! The argument is the seed.

use bits::{BitOperation, BitProblem, BitWord, FloatFormat, FloatOperation, Rounding, Term, TermPool, apply, smtlib};
use chance::Random;

const CASES: usize = 150;

fn main() {
    let seed = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(1);
    let mut random = Random::new(seed);
    let mut pool = TermPool::without_rewriting();
    let mut assertions = Vec::new();
    let mut wrong = pool.truth(false);
    for _ in 0..CASES {
        let claim = claim(&mut pool, &mut random, &mut assertions);
        wrong = pool.or(wrong, claim);
    }
    assertions.push(wrong);
    print!("{}", smtlib(&BitProblem::of(&pool, &assertions)));
}

/// That an operation on variables, which are pinned to constants, has another value than the exact one.
fn claim(pool: &mut TermPool, random: &mut Random, assertions: &mut Vec<Term>) -> Term {
    let format = [FloatFormat::new(3, 4), FloatFormat::new(4, 3), FloatFormat::BINARY16][random.below(3)];
    let (operation, widths) = operation(random, format);
    let words: Vec<BitWord> = widths.iter().map(|width| BitWord::new(*width, random.word())).collect();
    let exact = apply(&operation, &words.iter().collect::<Vec<_>>());
    let arguments: Vec<Term> = words.into_iter().map(|word| pinned(pool, word, assertions)).collect();
    let term = pool.apply(operation, &arguments).expect("the widths are right");
    if pool.sort(term) == bits::BitSort::Bool {
        let value = pool.truth(exact.is_true());
        return pool.xor(term, value);
    }
    let value = pool.constant(exact);
    pool.differ(term, value)
}

fn pinned(pool: &mut TermPool, word: BitWord, assertions: &mut Vec<Term>) -> Term {
    let variable = pool.word("x", word.width());
    let value = pool.constant(word);
    assertions.push(pool.equal(variable, value));
    variable
}

fn operation(random: &mut Random, format: FloatFormat) -> (BitOperation, Vec<u32>) {
    use FloatOperation::*;
    let mode = Rounding::ALL[random.below(5)];
    let width = 1 + random.below(8) as u32;
    let to = [FloatFormat::new(2, 5), FloatFormat::new(5, 4), FloatFormat::BFLOAT16][random.below(3)];
    let float = format.width();
    let rows = [
        (Add(mode), vec![float; 2]),
        (Subtract(mode), vec![float; 2]),
        (Multiply(mode), vec![float; 2]),
        (Divide(mode), vec![float; 2]),
        (Fma(mode), vec![float; 3]),
        (SquareRoot(mode), vec![float]),
        (Integral(mode), vec![float]),
        (Equal, vec![float; 2]),
        (Less, vec![float; 2]),
        (AtMost, vec![float; 2]),
        (IsNan, vec![float]),
        (IsInfinite, vec![float]),
        (IsZero, vec![float]),
        (IsSubnormal, vec![float]),
        (IsNormal, vec![float]),
        (Convert(to, mode), vec![float]),
        (FromSigned(width, mode), vec![width]),
        (FromUnsigned(width, mode), vec![width]),
        (ToSigned(width, mode), vec![float]),
        (ToUnsigned(width, mode), vec![float]),
        (FitsSigned(width, mode), vec![float]),
        (FitsUnsigned(width, mode), vec![float]),
    ];
    let (operation, widths) = rows[random.below(rows.len())].clone();
    if random.once_in(4) {
        return word_operation(random, width);
    }
    (BitOperation::Float(format, operation), widths)
}

fn word_operation(random: &mut Random, width: u32) -> (BitOperation, Vec<u32>) {
    let pairs = BitOperation::PAIRS;
    (pairs[random.below(pairs.len())].clone(), vec![width; 2])
}
