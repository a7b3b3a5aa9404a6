//! What ranges are there for.

use super::*;
use crate::format::Rounding;
use crate::operation::FloatOperation;

const DOUBLE: FloatFormat = FloatFormat::BINARY64;
const NEAREST: Rounding = Rounding::NearestEven;
const MUCH: RangeBudget = RangeBudget {
    boxes: 2_000,
    steps: 1_000_000,
};

/// A pool of doubles.
struct Doubles {
    pool: TermPool,
    given: Vec<GivenRange>,
}

impl Doubles {
    fn new() -> Doubles {
        Doubles {
            pool: TermPool::new(),
            given: Vec::new(),
        }
    }

    fn any(&mut self) -> Term {
        self.pool.word("x", 64)
    }

    fn within(&mut self, low: f64, high: f64) -> Term {
        let term = self.any();
        let range = TermRange::of_f64(low, high);
        self.given.push(GivenRange { term, range });
        term
    }

    fn number(&mut self, value: f64) -> Term {
        self.pool.constant(BitWord::from_f64(value))
    }

    fn sum(&mut self, a: Term, b: Term) -> Term {
        self.pool.float_add(DOUBLE, NEAREST, a, b)
    }

    fn times(&mut self, a: Term, b: Term) -> Term {
        self.pool.float_multiply(DOUBLE, NEAREST, a, b)
    }

    fn less(&mut self, a: Term, b: Term) -> Term {
        self.pool.float_less(DOUBLE, a, b)
    }

    fn infinite(&mut self, a: Term) -> Term {
        self.pool.is_infinite(DOUBLE, a)
    }

    fn nan(&mut self, a: Term) -> Term {
        self.pool.is_nan(DOUBLE, a)
    }

    fn answer(&self, conditions: &[Term]) -> RangeAnswer {
        refute_by_ranges(&self.pool, conditions, &self.given, MUCH)
    }

    fn refuted(&self, conditions: &[Term]) -> u64 {
        match self.answer(conditions) {
            RangeAnswer::Refuted { boxes } => boxes,
            answer => panic!("{answer:?}"),
        }
    }
}

#[test]
fn above_two_no_square_is_below_three() {
    let mut d = Doubles::new();
    let (x, two, three) = (d.any(), d.number(2.0), d.number(3.0));
    let square = d.times(x, x);
    let (above, below) = (d.less(two, x), d.less(square, three));
    assert_eq!(d.refuted(&[above, below]), 1);
    assert!(matches!(
        d.answer(&[above]),
        RangeAnswer::Unknown(RangeUnknownReason::NothingToSplit)
    ));
}

#[test]
fn a_sum_of_eight_bounded_numbers_is_finite() {
    let mut d = Doubles::new();
    let mut sum = d.number(0.0);
    for _ in 0..8 {
        let x = d.within(0.0, 1e6);
        sum = d.sum(sum, x);
    }
    let infinite = d.infinite(sum);
    let nan = d.nan(sum);
    let limit = d.number(8e6);
    let above = d.less(limit, sum);
    assert_eq!(
        [infinite, nan, above].map(|condition| d.refuted(&[condition])),
        [1, 1, 1]
    );
}

#[test]
fn a_polynomial_by_horner_is_bounded() {
    let mut d = Doubles::new();
    let x = d.within(-1.0, 1.0);
    let mut value = d.number(1.5);
    for c in [-1.0, 2.0, 0.5, -1.25, 3.0] {
        let c = d.number(c);
        let product = d.times(value, x);
        value = d.sum(product, c);
    }
    let ten = d.number(10.0);
    let above = d.less(ten, value);
    assert!(d.refuted(&[above]) < 10);
    // At most 1.5 + 1 + 2 + ... would be 9.25; cutting x finds that the sum is below 7.
    let seven = d.number(7.0);
    let above = d.less(seven, value);
    assert!(d.refuted(&[above]) < 500);
}

#[test]
fn a_product_from_one_on_is_at_least_one() {
    let mut d = Doubles::new();
    let (x, y) = (d.within(1.0, 100.0), d.within(1.0, 100.0));
    let product = d.times(x, y);
    let (minus_one, zero) = (d.number(-1.0), d.number(0.0));
    let difference = d.sum(product, minus_one);
    let below = d.less(difference, zero);
    assert_eq!(d.refuted(&[below]), 1);
}

#[test]
fn roots_and_reciprocals_of_sums_of_squares_are_tame() {
    let mut d = Doubles::new();
    let (x, one) = (d.any(), d.number(1.0));
    let square = d.times(x, x);
    let sum = d.sum(square, one);
    let root = d.pool.float_square_root(DOUBLE, NEAREST, sum);
    let below = d.less(root, one);
    let reciprocal = d.pool.float_divide(DOUBLE, NEAREST, one, sum);
    let (infinite, nan, from_nan) = (d.infinite(reciprocal), d.nan(reciprocal), d.nan(x));
    let number = d.pool.not(from_nan);
    assert_eq!(d.refuted(&[below]), 1);
    assert_eq!(d.refuted(&[infinite]), 1);
    assert_eq!(d.refuted(&[nan, number]), 1);
}

#[test]
fn squares_of_moderate_numbers_are_finite() {
    let mut d = Doubles::new();
    let (x, limit) = (d.any(), d.number(1e150));
    let magnitude = d.pool.float_abs(DOUBLE, x);
    let moderate = d.pool.float_at_most(DOUBLE, magnitude, limit);
    let square = d.times(x, x);
    let infinite = d.infinite(square);
    assert_eq!(d.refuted(&[moderate, infinite]), 1);
}

#[test]
fn an_index_of_a_row_is_within_the_table() {
    let mut pool = TermPool::new();
    let i = pool.word("i", 32);
    let [zero, seven, eight, limit] = [0, 7, 8, 64].map(|n| pool.number(32, n));
    let (low, high) = (pool.at_most_signed(zero, i), pool.at_most_signed(i, seven));
    let row = pool.multiply(i, eight);
    let index = pool.add(row, seven);
    let inside = pool.less_signed(index, limit);
    let outside = pool.not(inside);
    let answer = refute_by_ranges(&pool, &[low, high, outside], &[], MUCH);
    assert_eq!(answer, RangeAnswer::Refuted { boxes: 1 });
}

#[test]
fn a_conversion_to_an_index_fits() {
    let mut d = Doubles::new();
    let x = d.within(0.0, 1000.0);
    let index = d.pool.float_to_signed(DOUBLE, Rounding::TowardZero, x, 32);
    let misfits = d.pool.not(index.fits);
    let limit = d.pool.number(32, 1000);
    let above = d.pool.less_signed(limit, index.word);
    assert_eq!([misfits, above].map(|condition| d.refuted(&[condition])), [1, 1]);
}

#[test]
fn any_nan_and_choices_keep_what_is_known() {
    let mut d = Doubles::new();
    let (x, fresh, zero) = (d.within(-5.0, 5.0), d.any(), d.number(0.0));
    let root = d.pool.float_square_root(DOUBLE, NEAREST, x);
    let root = d.pool.any_nan(DOUBLE, root, fresh);
    let (negative, three) = (d.less(x, zero), d.number(3.0));
    let guarded = d.pool.choose(negative, zero, root);
    let nan = d.nan(guarded);
    let above = d.less(three, guarded);
    assert!(d.refuted(&[nan]) <= 5);
    assert!(d.refuted(&[above]) <= 5);
}

#[test]
fn a_floor_is_not_above_its_argument() {
    let mut d = Doubles::new();
    let x = d.within(0.0, 8.0);
    let floor = d.pool.float_integral(DOUBLE, Rounding::TowardNegative, x);
    let above = d.less(x, floor);
    // A relation between a term and its argument is not a range: this may be unknown.
    assert!(matches!(
        d.answer(&[above]),
        RangeAnswer::Unknown(_) | RangeAnswer::Refuted { .. }
    ));
}

#[test]
fn a_budget_of_nothing_is_used_up() {
    let mut pool = TermPool::new();
    let claim = pool.variable("a", BitSort::Bool);
    let no = |boxes, steps| refute_by_ranges(&pool, &[claim], &[], RangeBudget { boxes, steps });
    assert_eq!(no(0, 9), RangeAnswer::Unknown(RangeUnknownReason::BoxesUsedUp));
    assert_eq!(no(9, 0), RangeAnswer::Unknown(RangeUnknownReason::StepsUsedUp));
    assert_eq!(no(9, 99), RangeAnswer::Unknown(RangeUnknownReason::NothingToSplit));
}

#[test]
fn a_given_range_of_a_composed_term_narrows_its_arguments() {
    let mut d = Doubles::new();
    let (x, y) = (d.within(0.0, 1.0), d.any());
    let sum = d.sum(x, y);
    let range = TermRange::of_f64(3.0, 4.0);
    d.given.push(GivenRange { term: sum, range });
    let (one, five) = (d.number(1.5), d.number(5.0));
    let (below, above) = (d.less(y, one), d.less(five, y));
    assert_eq!([below, above].map(|condition| d.refuted(&[condition])), [1, 1]);
}

/// Not a benchmark: it fails only if a box of many terms takes far more than some milliseconds.
#[test]
fn a_box_of_five_thousand_terms_is_narrowed_in_few_steps() {
    let mut d = Doubles::new();
    let (x, half) = (d.within(-1.0, 1.0), d.number(0.5));
    let mut value = x;
    for n in 0..2_500 {
        let c = d.number(f64::from(n % 7));
        let product = d.pool.float(DOUBLE, FloatOperation::Multiply(NEAREST), &[value, half]);
        value = d.sum(product, c);
    }
    let infinite = d.infinite(value);
    let few = RangeBudget {
        boxes: 1,
        steps: 60_000,
    };
    let start = std::time::Instant::now();
    let answer = refute_by_ranges(&d.pool, &[infinite], &d.given, few);
    println!("5000 terms: {:?}", start.elapsed());
    assert_eq!(answer, RangeAnswer::Refuted { boxes: 1 });
}
