//! Every operation on floats, in tiny formats, in every mode, on all arguments there are.

use crate::full;
use crate::harness::Bench;
use bits::{BitOperation, FloatFormat, FloatOperation, Rounding};

/// Formats of 4 to 9 bits: few exponents and many, no fraction bits to spare and some.
const FORMATS: [(u32, u32); 8] = [(2, 2), (2, 3), (3, 2), (3, 3), (2, 5), (4, 2), (3, 4), (4, 4)];
const MORE_FORMATS: [(u32, u32); 3] = [(4, 5), (5, 3), (3, 6)];

/// How many cases the tests below go through, so that it can be quoted: 5 339 920 in all.
const SUMS: u64 = 760_320;
const PRODUCTS: u64 = 544_000;
const QUOTIENTS: u64 = 544_000;
const FUSED: u64 = 2_969_600;
const ROOTS: u64 = 7_200;
const COMPARISONS: u64 = 330_000;
const CONVERSIONS: u64 = 28_800;
const INTEGERS: u64 = 156_000;

/// The long run goes through more.
fn counted(expected: u64, count: u64) {
    assert!(count == expected || full() && count > expected, "{count} cases");
}

fn formats() -> Vec<FloatFormat> {
    let more = MORE_FORMATS.iter().filter(|_| full());
    let all = FORMATS.iter().chain(more);
    all.map(|(exponent, significand)| FloatFormat::new(*exponent, *significand))
        .collect()
}

/// The cases of an operation that has a mode, in all formats of at most this many bits.
fn cases(width: u32, count: usize, operation: fn(Rounding) -> FloatOperation) -> u64 {
    let formats = formats().into_iter().filter(|format| format.width() <= width);
    let benches = formats.flat_map(|format| Rounding::ALL.map(|mode| Bench::floats(format, operation(mode), count)));
    benches.map(|bench| bench.check_all()).sum()
}

#[test]
fn sums_and_differences_of_all_pairs() {
    let count = cases(9, 2, FloatOperation::Add) + cases(7, 2, FloatOperation::Subtract);
    counted(SUMS, count);
}

#[test]
fn products_of_all_pairs() {
    let count = cases(9, 2, FloatOperation::Multiply);
    counted(PRODUCTS, count);
}

#[test]
fn quotients_of_all_pairs() {
    let count = cases(9, 2, FloatOperation::Divide);
    counted(QUOTIENTS, count);
}

#[test]
fn fused_products_and_sums_of_all_triples() {
    let count = cases(if full() { 7 } else { 6 }, 3, FloatOperation::Fma);
    counted(FUSED, count);
}

#[test]
fn roots_and_integers_of_all_floats() {
    let count = cases(9, 1, FloatOperation::SquareRoot) + cases(9, 1, FloatOperation::Integral);
    counted(ROOTS, count);
}

#[test]
fn comparisons_of_all_pairs_and_classes_of_all_floats() {
    use FloatOperation::*;
    let pairs = [Equal, Less, AtMost].map(|operation| (operation, 2));
    let classes = [IsNan, IsInfinite, IsZero, IsSubnormal, IsNormal].map(|operation| (operation, 1));
    let operations = pairs.into_iter().chain(classes);
    let benches = operations.flat_map(|(operation, count)| {
        formats()
            .into_iter()
            .map(move |format| Bench::floats(format, operation, count))
    });
    let count: u64 = benches.map(|bench| bench.check_all()).sum();
    counted(COMPARISONS, count);
}

#[test]
fn conversions_between_all_pairs_of_formats() {
    let mut count = 0;
    for from in formats() {
        for to in formats() {
            let convert = |mode| Bench::floats(from, FloatOperation::Convert(to, mode), 1).check_all();
            count += Rounding::ALL.map(convert).iter().sum::<u64>();
        }
    }
    counted(CONVERSIONS, count);
}

#[test]
fn conversions_to_and_from_integers_of_one_to_eight_bits() {
    let mut count = 0;
    for format in formats() {
        for width in 1..=8 {
            count += Rounding::ALL
                .map(|mode| with_integers(format, width, mode))
                .iter()
                .sum::<u64>();
        }
    }
    counted(INTEGERS, count);
}

fn with_integers(format: FloatFormat, width: u32, mode: Rounding) -> u64 {
    use FloatOperation::*;
    let to = [
        ToSigned(width, mode),
        ToUnsigned(width, mode),
        FitsSigned(width, mode),
        FitsUnsigned(width, mode),
    ];
    let from = [FromSigned(width, mode), FromUnsigned(width, mode)];
    let to = to.map(|operation| Bench::floats(format, operation, 1).check_all());
    let from = from.map(|operation| Bench::words(BitOperation::Float(format, operation), &[width]).check_all());
    to.iter().chain(&from).sum()
}

#[test]
fn squares_doubles_and_differences_of_all_floats() {
    use FloatOperation::*;
    for format in formats().into_iter().chain([FloatFormat::new(5, 6)]) {
        for mode in Rounding::ALL {
            for operation in [
                Add(mode),
                Subtract(mode),
                Multiply(mode),
                Divide(mode),
                Less,
                AtMost,
                Equal,
            ] {
                let operation = BitOperation::Float(format, operation);
                Bench::twice(operation, bits::BitSort::Bits(format.width())).check_all();
            }
        }
    }
}
