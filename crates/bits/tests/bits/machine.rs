//! Random cases in the machine's formats: circuit, exact value and hardware agree.

use crate::full;
use crate::harness::Bench;
use bits::{BitOperation, FloatFormat, FloatOperation, Rounding};
use chance::Random;

const RNE: Rounding = Rounding::NearestEven;
const RTZ: Rounding = Rounding::TowardZero;

fn cases() -> usize {
    if full() { 400_000 } else { 20_000 }
}

/// Floats of a format with those that matter much more often than their share: zeros, limits, infinities, NaN,
/// subnormals, powers of two and their neighbours, short significands that make ties.
struct Floats {
    random: Random,
    format: FloatFormat,
}

impl Floats {
    fn new(format: FloatFormat, seed: u64) -> Floats {
        let random = Random::new(seed);
        Floats { random, format }
    }

    fn word(&mut self) -> u128 {
        u128::from(self.random.word()) << 64 | u128::from(self.random.word())
    }

    fn float(&mut self) -> u128 {
        let (fraction, exponent) = (self.format.fraction(), self.format.exponent);
        let any = self.word() & ((1 << self.format.width()) - 1);
        let sign = any & 1 << (self.format.width() - 1);
        let bits = self.random.below(fraction as usize + 1) as u32;
        let high = ((1u128 << exponent) - 1) << fraction;
        let field = any & high;
        match self.random.below(10) {
            0 => sign | self.special(),
            // Subnormal, of any length.
            1 => sign | (any & ((1 << bits) - 1)),
            // A power of two or a neighbour.
            2 => (sign | field).wrapping_add(self.word() % 3).wrapping_sub(1) & ((1 << self.format.width()) - 1),
            // A short significand.
            3 | 4 => sign | field | (any & ((1 << fraction) - 1)) >> bits << bits,
            // Near one, so that sums and products meet.
            5 | 6 => sign | self.near_one() | (any & ((1 << fraction) - 1)) >> bits << bits,
            7 => sign | self.near_one() | (any & ((1 << fraction) - 1)),
            _ => any,
        }
    }

    /// An exponent within a few more than the significand's length of 0.
    fn near_one(&mut self) -> u128 {
        let span = 2 * self.format.significand as i64 + 6;
        let offset = self.random.below(span as usize) as i64 - span / 2;
        ((self.format.bias() + offset).max(0) as u128) << self.format.fraction()
    }

    fn special(&mut self) -> u128 {
        let fraction = self.format.fraction();
        let infinity = ((1u128 << self.format.exponent) - 1) << fraction;
        let one = (self.format.bias() as u128) << fraction;
        let choices = [
            0,
            1,
            (1 << fraction) - 1,
            1 << fraction,
            infinity - 1,
            infinity,
            infinity | 1,
            infinity | 1 << (fraction - 1),
            infinity | self.word() & ((1 << fraction) - 1),
            one,
        ];
        choices[self.random.below(choices.len())]
    }

    /// A second operand: often a relative of the first, as cancellation and ties need.
    fn partner(&mut self, x: u128) -> u128 {
        let sign = 1 << (self.format.width() - 1);
        match self.random.below(6) {
            0 => x ^ sign,
            1 => (x ^ sign).wrapping_add(self.word() % 9).wrapping_sub(4) & ((sign << 1) - 1),
            2 => x ^ (self.word() % 4) << self.format.fraction(),
            _ => self.float(),
        }
    }

    fn pairs(mut self, count: usize) -> impl Iterator<Item = Vec<u128>> {
        (0..count).map(move |_| {
            let x = self.float();
            vec![x, self.partner(x)]
        })
    }

    fn triples(mut self, count: usize) -> impl Iterator<Item = Vec<u128>> {
        (0..count).map(move |_| {
            let (x, y) = (self.float(), self.float());
            let z = if self.random.once_in(2) {
                self.near_product(x, y)
            } else {
                self.float()
            };
            vec![x, y, z]
        })
    }

    /// A third operand close to the negative product, so that much cancels.
    fn near_product(&mut self, x: u128, y: u128) -> u128 {
        let product = match self.format.width() {
            32 => u128::from((-(f32::from_bits(x as u32) * f32::from_bits(y as u32))).to_bits()),
            _ => u128::from((-(f64::from_bits(x as u64) * f64::from_bits(y as u64))).to_bits()),
        };
        product ^ (self.word() % 4)
    }

    fn singles(mut self, count: usize) -> impl Iterator<Item = Vec<u128>> {
        (0..count).map(move |_| vec![self.float()])
    }
}

/// What the machine gives; NaN has no pattern that one could rely on.
fn of_f32(value: f32) -> Option<u128> {
    Some(if value.is_nan() {
        0x7fc0_0000
    } else {
        value.to_bits().into()
    })
}

fn of_f64(value: f64) -> Option<u128> {
    Some(if value.is_nan() {
        0x7ff8 << 48
    } else {
        value.to_bits().into()
    })
}

type Pair32 = fn(f32, f32) -> f32;
type Pair64 = fn(f64, f64) -> f64;
type Question64 = fn(f64, f64) -> bool;

#[test]
fn arithmetic_of_binary32() {
    let format = FloatFormat::BINARY32;
    let rows: [(FloatOperation, Pair32); 4] = [
        (FloatOperation::Add(RNE), |x, y| x + y),
        (FloatOperation::Subtract(RNE), |x, y| x - y),
        (FloatOperation::Multiply(RNE), |x, y| x * y),
        (FloatOperation::Divide(RNE), |x, y| x / y),
    ];
    for (seed, (operation, machine)) in rows.into_iter().enumerate() {
        let pairs = Floats::new(format, seed as u64).pairs(3 * cases());
        let opinion = |case: &[u128]| of_f32(machine(f32::from_bits(case[0] as u32), f32::from_bits(case[1] as u32)));
        Bench::floats(format, operation, 2).check(pairs, opinion);
    }
}

#[test]
fn arithmetic_of_binary64() {
    let format = FloatFormat::BINARY64;
    let rows: [(FloatOperation, Pair64); 4] = [
        (FloatOperation::Add(RNE), |x, y| x + y),
        (FloatOperation::Subtract(RNE), |x, y| x - y),
        (FloatOperation::Multiply(RNE), |x, y| x * y),
        (FloatOperation::Divide(RNE), |x, y| x / y),
    ];
    for (seed, (operation, machine)) in rows.into_iter().enumerate() {
        let pairs = Floats::new(format, seed as u64).pairs(3 * cases());
        let opinion = |case: &[u128]| of_f64(machine(f64::from_bits(case[0] as u64), f64::from_bits(case[1] as u64)));
        Bench::floats(format, operation, 2).check(pairs, opinion);
    }
}

#[test]
fn fused_products_and_sums() {
    let fma = FloatOperation::Fma(RNE);
    let triples = Floats::new(FloatFormat::BINARY32, 1).triples(2 * cases());
    Bench::floats(FloatFormat::BINARY32, fma, 3).check(triples, |case| {
        let [x, y, z] = [0, 1, 2].map(|i| f32::from_bits(case[i] as u32));
        of_f32(x.mul_add(y, z))
    });
    let triples = Floats::new(FloatFormat::BINARY64, 2).triples(2 * cases());
    Bench::floats(FloatFormat::BINARY64, fma, 3).check(triples, |case| {
        let [x, y, z] = [0, 1, 2].map(|i| f64::from_bits(case[i] as u64));
        of_f64(x.mul_add(y, z))
    });
}

#[test]
fn roots_and_roundings_to_integers() {
    let (single, double) = (FloatFormat::BINARY32, FloatFormat::BINARY64);
    type Single32 = fn(f32) -> f32;
    type Single64 = fn(f64) -> f64;
    let rows: [(FloatOperation, Single32, Single64); 6] = [
        (FloatOperation::SquareRoot(RNE), f32::sqrt, f64::sqrt),
        (
            FloatOperation::Integral(RNE),
            f32::round_ties_even,
            f64::round_ties_even,
        ),
        (FloatOperation::Integral(Rounding::NearestAway), f32::round, f64::round),
        (FloatOperation::Integral(RTZ), f32::trunc, f64::trunc),
        (FloatOperation::Integral(Rounding::TowardPositive), f32::ceil, f64::ceil),
        (
            FloatOperation::Integral(Rounding::TowardNegative),
            f32::floor,
            f64::floor,
        ),
    ];
    for (seed, (operation, f, g)) in rows.into_iter().enumerate() {
        let floats = Floats::new(single, seed as u64).singles(cases());
        Bench::floats(single, operation, 1).check(floats, |case| of_f32(f(f32::from_bits(case[0] as u32))));
        let floats = Floats::new(double, seed as u64).singles(cases());
        Bench::floats(double, operation, 1).check(floats, |case| of_f64(g(f64::from_bits(case[0] as u64))));
    }
}

#[test]
fn comparisons() {
    let format = FloatFormat::BINARY64;
    let rows: [(FloatOperation, Question64); 3] = [
        (FloatOperation::Equal, |x, y| x == y),
        (FloatOperation::Less, |x, y| x < y),
        (FloatOperation::AtMost, |x, y| x <= y),
    ];
    for (seed, (operation, machine)) in rows.into_iter().enumerate() {
        let pairs = Floats::new(format, seed as u64).pairs(3 * cases());
        let opinion = |case: &[u128]| {
            Some(u128::from(machine(
                f64::from_bits(case[0] as u64),
                f64::from_bits(case[1] as u64),
            )))
        };
        Bench::floats(format, operation, 2).check(pairs, opinion);
    }
}

#[test]
fn conversions_between_formats() {
    let (single, double) = (FloatFormat::BINARY32, FloatFormat::BINARY64);
    let floats = Floats::new(single, 1).singles(2 * cases());
    let widen = Bench::floats(single, FloatOperation::Convert(double, RNE), 1);
    widen.check(floats, |case| of_f64(f64::from(f32::from_bits(case[0] as u32))));
    let mut random = Random::new(3);
    // Doubles around the range of floats, where the interesting cases are.
    let floats = Floats::new(double, 2).singles(4 * cases()).map(move |case| {
        let near = 0x3800_0000_0000_0000 | (case[0] & 0x87ff_ffff_ffff_ffff) | u128::from(random.word() & 1) << 62;
        vec![if random.once_in(2) { near } else { case[0] }]
    });
    let narrow = Bench::floats(double, FloatOperation::Convert(single, RNE), 1);
    narrow.check(floats, |case| of_f32(f64::from_bits(case[0] as u64) as f32));
}

#[test]
fn conversions_from_integers() {
    let mut random = Random::new(5);
    let numbers: Vec<Vec<u128>> = (0..2 * cases())
        .map(|_| vec![u128::from(random.word() >> random.below(64) << random.below(20))])
        .collect();
    let bench = |format, operation| Bench::words(BitOperation::Float(format, operation), &[64]);
    let (single, double) = (FloatFormat::BINARY32, FloatFormat::BINARY64);
    let check = |bench: Bench, machine: fn(u64) -> Option<u128>| {
        bench.check(numbers.iter().cloned(), |case| machine(case[0] as u64));
    };
    check(bench(single, FloatOperation::FromSigned(64, RNE)), |n| {
        of_f32(n as i64 as f32)
    });
    check(bench(single, FloatOperation::FromUnsigned(64, RNE)), |n| {
        of_f32(n as f32)
    });
    check(bench(double, FloatOperation::FromSigned(64, RNE)), |n| {
        of_f64(n as i64 as f64)
    });
    check(bench(double, FloatOperation::FromUnsigned(64, RNE)), |n| {
        of_f64(n as f64)
    });
}

/// Rust's casts saturate; where they do, only the circuit and the exact value are compared.
#[test]
fn conversions_to_integers() {
    let double = FloatFormat::BINARY64;
    let bench = |operation| Bench::floats(double, operation, 1);
    let floats = |seed| Floats::new(double, seed).singles(2 * cases());
    bench(FloatOperation::ToSigned(32, RTZ)).check(floats(1), |case| {
        let x = f64::from_bits(case[0] as u64).trunc();
        (-2f64.powi(31)..2f64.powi(31))
            .contains(&x)
            .then(|| u128::from(x as i32 as u32))
    });
    bench(FloatOperation::ToSigned(64, RTZ)).check(floats(2), |case| {
        let x = f64::from_bits(case[0] as u64).trunc();
        (-2f64.powi(63)..2f64.powi(63))
            .contains(&x)
            .then(|| u128::from(x as i64 as u64))
    });
    bench(FloatOperation::ToUnsigned(64, RTZ)).check(floats(3), |case| {
        let x = f64::from_bits(case[0] as u64).trunc();
        (0f64..2f64.powi(64)).contains(&x).then(|| u128::from(x as u64))
    });
    bench(FloatOperation::FitsSigned(32, RTZ)).check(floats(4), |case| {
        let x = f64::from_bits(case[0] as u64).trunc();
        Some(u128::from((-2f64.powi(31)..2f64.powi(31)).contains(&x)))
    });
}

#[test]
fn other_modes_and_formats_agree_with_exact_evaluation() {
    let formats = [
        FloatFormat::BINARY16,
        FloatFormat::BFLOAT16,
        FloatFormat::BINARY32,
        FloatFormat::BINARY64,
    ];
    for format in formats {
        for (seed, mode) in Rounding::ALL.into_iter().enumerate() {
            let pairs = |salt| Floats::new(format, seed as u64 + salt).pairs(cases() / 10);
            Bench::floats(format, FloatOperation::Add(mode), 2).check(pairs(10), |_| None);
            Bench::floats(format, FloatOperation::Multiply(mode), 2).check(pairs(20), |_| None);
            Bench::floats(format, FloatOperation::Divide(mode), 2).check(pairs(30), |_| None);
            let roots = Floats::new(format, seed as u64 + 40).singles(cases() / 10);
            Bench::floats(format, FloatOperation::SquareRoot(mode), 1).check(roots, |_| None);
        }
    }
}

#[test]
fn quadruple_precision_agrees_with_exact_evaluation() {
    // 128 bits fill the harness: shifts by the whole width are avoided by halving the operands' randomness.
    let format = FloatFormat::BINARY128;
    let mut random = Random::new(9);
    let mut float = move || {
        let word = u128::from(random.word()) << 64 | u128::from(random.word());
        let near = (u128::from(random.word() % 240) + 16383 - 120) << 112;
        if random.once_in(4) {
            word
        } else {
            (word & !(0x7fff << 112)) | near
        }
    };
    let pairs: Vec<Vec<u128>> = (0..cases() / 20).map(|_| vec![float(), float()]).collect();
    for operation in [
        FloatOperation::Add(RNE),
        FloatOperation::Multiply(RNE),
        FloatOperation::Divide(RNE),
    ] {
        Bench::floats(format, operation, 2).check(pairs.iter().cloned(), |_| None);
    }
    let triples = pairs.iter().map(|pair| vec![pair[0], pair[1], pair[0] ^ 1 << 127]);
    Bench::floats(format, FloatOperation::Fma(RNE), 3).check(triples, |_| None);
}
