//! Decides claims about floats and prints what they took: how the circuits do in a search.

use bits::{BitAnswer, BitProblem, BitWord, ClauseBudget, FloatFormat, Rounding, Term, TermPool};
use std::time::Instant;

const RNE: Rounding = Rounding::NearestEven;

/// Builds the negation of a claim: a refutation proves it.
type Claim = fn(&mut TermPool, FloatFormat) -> Vec<Term>;

fn main() {
    let rows: [(&str, Claim); 8] = [
        ("x·x ≥ 0 unless NaN", square_is_not_negative),
        ("x − x = 0 if finite", difference_vanishes),
        ("x ≤ y gives x + z ≤ y + z", sums_keep_order),
        ("0 ≤ x ≤ 1 gives x·y ≤ y for y ≥ 0", products_shrink),
        ("√x ≥ 0 unless NaN", root_is_not_negative),
        ("x / 2 = x·0.5", halves_agree),
        ("1 ≤ x ≤ 2 gives (x − 1) + 1 = x", differences_come_back),
        ("x + y − y = x (false)", sums_come_back),
    ];
    for format in [FloatFormat::BINARY16, FloatFormat::BINARY32, FloatFormat::BINARY64] {
        for (name, claim) in rows {
            let mut pool = TermPool::new();
            let assertions = claim(&mut pool, format);
            let start = Instant::now();
            let answer = BitProblem::of(&pool, &assertions).decide(ClauseBudget::conflicts(200_000));
            println!(
                "{:2} {name:36} {:8} {:6.2} s",
                format.width(),
                shown(&answer),
                start.elapsed().as_secs_f64()
            );
        }
    }
}

fn shown(answer: &BitAnswer) -> String {
    let (word, statistics) = match answer {
        BitAnswer::Model(model) => ("model", model.statistics),
        BitAnswer::Refuted(refutation) => ("proved", refutation.statistics),
        BitAnswer::Unknown(unknown) => ("unknown", unknown.statistics),
    };
    format!(
        "{word:8} {:6} clauses {:7} conflicts",
        statistics.clauses, statistics.search.conflicts
    )
}

fn number(pool: &mut TermPool, format: FloatFormat, value: f64) -> Term {
    let word = pool.constant(BitWord::from_f64(value));
    pool.float_convert(FloatFormat::BINARY64, format, RNE, word)
}

fn float(pool: &mut TermPool, format: FloatFormat, name: &str) -> Term {
    pool.word(name, format.width())
}

fn square_is_not_negative(pool: &mut TermPool, format: FloatFormat) -> Vec<Term> {
    let (x, zero) = (float(pool, format, "x"), number(pool, format, 0.0));
    let square = pool.float_multiply(format, RNE, x, x);
    let (fine, is_nan) = (pool.float_at_most(format, zero, square), pool.is_nan(format, square));
    let fine = pool.or(fine, is_nan);
    vec![pool.not(fine)]
}

fn finite(pool: &mut TermPool, format: FloatFormat, x: Term) -> Term {
    let difference = [pool.is_nan(format, x), pool.is_infinite(format, x)];
    let outside = pool.any(&difference);
    pool.not(outside)
}

fn difference_vanishes(pool: &mut TermPool, format: FloatFormat) -> Vec<Term> {
    let (x, zero) = (float(pool, format, "x"), number(pool, format, 0.0));
    let difference = pool.float_subtract(format, RNE, x, x);
    let same = pool.float_equal(format, difference, zero);
    vec![finite(pool, format, x), pool.not(same)]
}

fn sums_keep_order(pool: &mut TermPool, format: FloatFormat) -> Vec<Term> {
    let [x, y, z] = ["x", "y", "z"].map(|name| float(pool, format, name));
    let ordered = pool.float_at_most(format, x, y);
    let (a, b) = (pool.float_add(format, RNE, x, z), pool.float_add(format, RNE, y, z));
    let crossed = pool.float_less(format, b, a);
    vec![ordered, crossed]
}

fn between(pool: &mut TermPool, format: FloatFormat, [low, high]: [f64; 2], x: Term) -> Term {
    let (low, high) = (number(pool, format, low), number(pool, format, high));
    let (above, below) = (pool.float_at_most(format, low, x), pool.float_at_most(format, x, high));
    pool.and(above, below)
}

fn products_shrink(pool: &mut TermPool, format: FloatFormat) -> Vec<Term> {
    let [x, y] = ["x", "y"].map(|name| float(pool, format, name));
    let zero = number(pool, format, 0.0);
    let small = between(pool, format, [0.0, 1.0], x);
    let positive = [pool.float_at_most(format, zero, y), finite(pool, format, y)];
    let product = pool.float_multiply(format, RNE, x, y);
    let grown = pool.float_less(format, y, product);
    vec![small, positive[0], positive[1], grown]
}

fn root_is_not_negative(pool: &mut TermPool, format: FloatFormat) -> Vec<Term> {
    let (x, zero) = (float(pool, format, "x"), number(pool, format, 0.0));
    let root = pool.float_square_root(format, RNE, x);
    let (fine, is_nan) = (pool.float_at_most(format, zero, root), pool.is_nan(format, root));
    let fine = pool.or(fine, is_nan);
    vec![pool.not(fine)]
}

fn halves_agree(pool: &mut TermPool, format: FloatFormat) -> Vec<Term> {
    let (x, two, half) = (
        float(pool, format, "x"),
        number(pool, format, 2.0),
        number(pool, format, 0.5),
    );
    let (a, b) = (
        pool.float_divide(format, RNE, x, two),
        pool.float_multiply(format, RNE, x, half),
    );
    vec![pool.differ(a, b)]
}

fn differences_come_back(pool: &mut TermPool, format: FloatFormat) -> Vec<Term> {
    let (x, one) = (float(pool, format, "x"), number(pool, format, 1.0));
    let inside = between(pool, format, [1.0, 2.0], x);
    let difference = pool.float_subtract(format, RNE, x, one);
    let back = pool.float_add(format, RNE, difference, one);
    vec![inside, pool.differ(back, x)]
}

fn sums_come_back(pool: &mut TermPool, format: FloatFormat) -> Vec<Term> {
    let [x, y] = ["x", "y"].map(|name| float(pool, format, name));
    let (inside, beside) = (
        between(pool, format, [1.0, 2.0], x),
        between(pool, format, [1.0, 2.0], y),
    );
    let sum = pool.float_add(format, RNE, x, y);
    let back = pool.float_subtract(format, RNE, sum, y);
    vec![inside, beside, pool.differ(back, x)]
}
