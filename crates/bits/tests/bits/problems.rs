//! Whole problems with known answers: models are found, refutations are proved.

use bits::{BitAnswer, BitModel, BitProblem, BitSort, FloatFormat, Rounding, Term, TermPool};
use clauses::{ClauseBudget, check};

const RNE: Rounding = Rounding::NearestEven;
const BUDGET: ClauseBudget = ClauseBudget::conflicts(1_000_000);

fn model(pool: &TermPool, assertions: &[Term]) -> BitModel {
    match BitProblem::of(pool, assertions).decide(BUDGET) {
        BitAnswer::Model(model) => model,
        other => panic!("no model: {other:?}"),
    }
}

/// Refutes, and checks the proof with the checker of the clauses.
fn refuted(pool: &TermPool, assertions: &[Term]) {
    let problem = BitProblem::of(pool, assertions);
    match problem.decide_with_proof(BUDGET) {
        BitAnswer::Refuted(refutation) => {
            let proof = refutation.proof.expect("a proof was asked for");
            assert_eq!(check(&problem.clauses(), &proof), Ok(()));
        }
        other => panic!("not refuted: {other:?}"),
    }
}

#[test]
fn a_square_root_of_25_modulo_256() {
    let mut pool = TermPool::new();
    let x = pool.word("x", 8);
    let square = pool.multiply(x, x);
    let n = pool.number(8, 25);
    let claim = pool.equal(square, n);
    let found = model(&pool, &[claim]).assignment.get(0).unwrap().to_u128().unwrap();
    assert_eq!(found * found % 256, 25);
}

#[test]
fn a_hash_by_a_product_has_one_origin() {
    let mut pool = TermPool::new();
    let n = pool.word("n", 32);
    let (factor, hash) = (pool.number(32, 2_654_435_761u32), pool.number(32, 0xcafe_babeu32));
    let product = pool.multiply(n, factor);
    let claim = pool.equal(product, hash);
    let found = model(&pool, &[claim]).assignment.get(0).unwrap().clone();
    let number = found.unsigned().to_u32().unwrap();
    assert_eq!(number.wrapping_mul(2_654_435_761), 0xcafe_babe);
    let value = pool.constant(found);
    let other = pool.differ(n, value);
    refuted(&pool, &[claim, other]);
}

fn sums_that_differ(format: FloatFormat) -> (TermPool, Vec<Term>) {
    let mut pool = TermPool::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| pool.word(name, format.width()));
    let (xy, yz) = (pool.float_add(format, RNE, x, y), pool.float_add(format, RNE, y, z));
    let (left, right) = (pool.float_add(format, RNE, xy, z), pool.float_add(format, RNE, x, yz));
    let differ = pool.differ(left, right);
    (pool, vec![differ])
}

#[test]
fn sums_of_floats_are_not_associative() {
    let (pool, claims) = sums_that_differ(FloatFormat::BINARY16);
    model(&pool, &claims);
    let (pool, claims) = sums_that_differ(FloatFormat::BINARY32);
    let found = model(&pool, &claims).assignment;
    let [x, y, z] = [0, 1, 2].map(|number| found.get(number).unwrap().to_f32().unwrap());
    assert_ne!(((x + y) + z).to_bits(), (x + (y + z)).to_bits());
}

#[test]
fn sums_of_half_floats_commute() {
    // Without rewriting, which would see it from the terms alone.
    let mut pool = TermPool::without_rewriting();
    let format = FloatFormat::BINARY16;
    let [x, y] = ["x", "y"].map(|name| pool.word(name, format.width()));
    let (xy, yx) = (pool.float_add(format, RNE, x, y), pool.float_add(format, RNE, y, x));
    let differ = pool.differ(xy, yx);
    refuted(&pool, &[differ]);
}

#[test]
fn what_is_above_two_has_no_square_below_three() {
    let mut pool = TermPool::new();
    let format = FloatFormat::BINARY32;
    let x = pool.word("x", 32);
    let [two, three] = [2.0, 3.0].map(|n| pool.constant(bits::BitWord::from_f32(n)));
    let square = pool.float_multiply(format, RNE, x, x);
    let (above, below) = (pool.float_less(format, two, x), pool.float_less(format, square, three));
    refuted(&pool, &[above, below]);
}

#[test]
fn integers_of_24_bits_survive_a_float() {
    // Rewriting sees it from the terms alone, and the circuits know it too.
    for mut pool in [TermPool::new(), TermPool::without_rewriting()] {
        let format = FloatFormat::BINARY32;
        let n = pool.word("n", 24);
        let float = pool.float_from_signed(format, RNE, n);
        let back = pool.float_to_signed(format, Rounding::TowardZero, float, 24);
        let same = pool.equal(back.word, n);
        let fine = pool.and(back.fits, same);
        let claim = pool.not(fine);
        refuted(&pool, &[claim]);
    }
}

#[test]
fn integers_of_26_bits_do_not() {
    let mut pool = TermPool::new();
    let format = FloatFormat::BINARY32;
    let n = pool.word("n", 26);
    let float = pool.float_from_signed(format, RNE, n);
    let back = pool.float_to_signed(format, Rounding::TowardZero, float, 26);
    let lost = pool.differ(back.word, n);
    let found = model(&pool, &[back.fits, lost]).assignment.get(0).unwrap().signed();
    let found = found.to_i32().unwrap();
    assert_ne!(found as f32 as i32, found);
}

#[test]
fn contradictions_need_no_search() {
    let mut pool = TermPool::new();
    let a = pool.variable("a", BitSort::Bool);
    let not = pool.not(a);
    refuted(&pool, &[a, not]);
    let never = pool.and(a, not);
    refuted(&pool, &[never]);
    let found = model(&pool, &[a]);
    assert!(found.assignment.get(0).unwrap().is_true());
}

#[test]
fn a_small_budget_ends_with_its_reason() {
    let mut pool = TermPool::new();
    let [x, y] = ["x", "y"].map(|name| pool.word(name, 32));
    let (x64, y64) = (pool.extend_zero(x, 32), pool.extend_zero(y, 32));
    let (product, one) = (pool.multiply(x64, y64), pool.number(32, 1));
    // A prime of 62 bits has no such factors.
    let prime = pool.number(64, 4_611_686_018_427_387_847u64);
    let (is_prime, above, further) = (
        pool.equal(product, prime),
        pool.less_unsigned(one, x),
        pool.less_unsigned(one, y),
    );
    let problem = BitProblem::of(&pool, &[is_prime, above, further]);
    let BitAnswer::Unknown(unknown) = problem.decide(ClauseBudget::conflicts(100)) else {
        panic!("a hundred conflicts cannot be enough");
    };
    assert_eq!(unknown.reason.to_string(), "the conflicts of the budget are used up");
    assert_eq!(unknown.statistics.search.conflicts, 100);
}

#[test]
fn scripts_say_which_nan_a_result_is() {
    let mut pool = TermPool::new();
    let format = FloatFormat::new(2, 3);
    let (x, y) = (pool.word("x", 5), pool.word("x", 5));
    let sum = pool.float_add(format, RNE, x, y);
    let claim = pool.equal(sum, x);
    let text = bits::smtlib(&BitProblem::of(&pool, &[claim]));
    let expected = "\
(set-logic QF_BVFP)
(declare-fun |x#0| () (_ BitVec 5))
(declare-fun |x#1| () (_ BitVec 5))
(define-fun t2.f () (_ FloatingPoint 2 3) (fp.add RNE ((_ to_fp 2 3) |x#0|) ((_ to_fp 2 3) |x#1|)))
(declare-fun t2 () (_ BitVec 5))
(assert (= ((_ to_fp 2 3) t2) t2.f))
(assert (=> (fp.isNaN t2.f) (= t2 #b01110)))
(define-fun t3 () Bool (= |x#0| t2))
(assert t3)
(check-sat)
";
    assert_eq!(text, expected);
}
