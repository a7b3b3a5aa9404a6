//! Values worth trying: special ones, and those that the constants of the code or a comparison suggest.

use crate::job::{CodeConstant, Coordinate, SearchJob};
use expr::spec::Format;
use inputs::InputRange;
use optimize::{CoordinateRange, Value, ValueKind};

/// Reals that code often treats specially. The search holds other numbers at each of these in turn, in this order, so that
/// they are a list of their own beside [`marks`].
const SPECIAL: [f64; 16] = [
    0.0, 1.0, -1.0, 2.0, 0.5, 10.0, -10.0, 100.0, 1e-8, 1e8, 1e-30, 1e30, 1e-300, 1e300, 0.1, 3.0,
];

/// Marks of a range that are tried; the first are the most telling. Each costs a call for every base, and all of them
/// together cover no more than these; `scripts/bench_cover_own.py` shows the effect.
const MARKS: usize = 40;

/// The values to try in a coordinate, each once, in a fixed order. Marks lead to branches; where arithmetic goes wrong,
/// extremes know better.
pub fn gather_pool(job: &SearchJob, coordinate: &Coordinate) -> Vec<Value> {
    let kind = coordinate.kind();
    let mut values: Vec<Value> = SPECIAL.iter().map(|&x| kind.nearest(x)).collect();
    if kind.is_float() {
        values.extend(odd_floats(kind));
        if job.stress.is_none() {
            values.extend(marks(coordinate));
        }
    } else {
        values.extend([kind.places().0, kind.places().1].map(|place| kind.at(place)));
    }
    for constant in &job.constants {
        values.extend(suggested(kind, *constant));
    }
    let mut kept: Vec<Value> = Vec::new();
    add(&coordinate.domain(), &mut kept, values);
    if kept.is_empty() {
        kept.extend(ends(&coordinate.domain()));
    }
    if job.stress.is_some() {
        add_extremes(coordinate, &mut kept);
    }
    kept
}

/// Adds the values that are inside, each once.
fn add(domain: &CoordinateRange, kept: &mut Vec<Value>, values: impl IntoIterator<Item = Value>) {
    for value in values {
        if domain.contains(value) && !kept.iter().any(|k| k.word() == value.word()) {
            kept.push(value);
        }
    }
}

fn ends(domain: &CoordinateRange) -> [Value; 2] {
    [domain.lo(), domain.hi()]
}

/// Reals at which something of floats ends: squares and exponentials overflow or vanish, sums absorb, factorials end.
const EDGES: [f64; 18] = [
    1.4e154,
    1e200,
    1e154,
    1e-162,
    1e-200,
    710.0,
    709.0,
    -746.0,
    89.0,
    -104.0,
    1e16,
    9007199254740993.0,
    16777217.0,
    171.0,
    1e7,
    1e-16,
    2.4e-308,
    1e4,
];

/// Adds the values at which arithmetic is most likely to go wrong: ends of the domain and of its half, square roots of
/// the ends, powers of two, values one beside another.
fn add_extremes(coordinate: &Coordinate, kept: &mut Vec<Value>) {
    let (domain, kind) = (coordinate.domain(), coordinate.kind());
    let mut values = ends(&domain).to_vec();
    for end in ends(&domain) {
        values.extend(
            [1, 2, 7, 100]
                .iter()
                .flat_map(|&n| [n, -n])
                .map(|n| beside(&domain, end, n)),
        );
        let real = end.real();
        let root = real.abs().sqrt();
        values.extend([real / 2.0, root, -root, root + 1.0].map(|x| kind.nearest(x)));
    }
    if kind.is_float() {
        values.extend(EDGES.iter().flat_map(|&x| [x, -x]).map(|x| kind.nearest(x)));
        values.extend([1.0, -1.0].iter().flat_map(|&x| around(kind, kind.nearest(x))));
    } else {
        let powers = (2..kind.bits().min(63)).map(|n| 2f64.powi(n as i32));
        values.extend(powers.flat_map(|x| [x, x - 1.0, -x]).map(|x| kind.nearest(x)));
    }
    add(&domain, kept, values);
}

/// Floats that programs treat apart, with the ends of the range, as all other inputs have them.
fn marks(coordinate: &Coordinate) -> Vec<Value> {
    let (kind, finite) = (coordinate.kind(), coordinate.finite());
    let range = InputRange {
        lo: finite.lo().real() + 0.0,
        hi: finite.hi().real() + 0.0,
        format: match kind {
            ValueKind::F32 => Format::Binary32,
            _ => Format::Binary64,
        },
    };
    let marks = range.marks(&[]).into_iter().take(MARKS);
    marks.map(|x| kind.nearest(x)).collect()
}

fn odd_floats(kind: ValueKind) -> Vec<Value> {
    let odd = [
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        -0.0,
        f64::MAX,
        f64::MIN,
        f64::MIN_POSITIVE,
        f64::from_bits(1),
        -f64::from_bits(1),
        1e-310,
    ];
    match kind {
        ValueKind::F64 => odd.map(Value::F64).to_vec(),
        _ => {
            let mut narrow: Vec<Value> = odd.iter().map(|&x| Value::F32(x as f32)).collect();
            narrow.extend([f32::MAX, f32::MIN, f32::MIN_POSITIVE, f32::from_bits(1)].map(Value::F32));
            narrow
        }
    }
}

/// A constant, its neighbours and its negative; and the floats whose leading word it is.
fn suggested(kind: ValueKind, constant: CodeConstant) -> Vec<Value> {
    let real = match constant {
        CodeConstant::Float(bits) => f64::from_bits(bits),
        CodeConstant::Integer(n) => n as f64,
    };
    let mut values = around(kind, kind.nearest(real));
    values.extend(around(kind, kind.nearest(-real)));
    if let CodeConstant::Integer(n) = constant {
        values.extend(words(kind, n));
    }
    values
}

fn around(kind: ValueKind, value: Value) -> Vec<Value> {
    let (least, greatest) = kind.places();
    let place = value.place();
    [0, -1, 1]
        .map(|step| kind.at(place.saturating_add(step).clamp(least, greatest)))
        .to_vec()
}

/// The floats whose bits, or whose upper half of bits, are an integer of the code, and their neighbours.
fn words(kind: ValueKind, n: i64) -> Vec<Value> {
    match kind {
        ValueKind::F64 => {
            let upper = u64::from(n as u32) << 32;
            let all = [
                upper,
                upper | 0xffff_ffff,
                upper.wrapping_sub(1),
                upper | 1 << 63,
                n as u64,
            ];
            all.into_iter().map(|word| kind.of_word(word)).collect()
        }
        ValueKind::F32 => {
            let word = u64::from(n as u32);
            let all = [word, word.wrapping_add(1), word.wrapping_sub(1), word | 1 << 31];
            all.into_iter().map(|word| kind.of_word(word & 0xffff_ffff)).collect()
        }
        ValueKind::Int { .. } => Vec::new(),
    }
}

/// The value so many steps away in the order of the numbers, or one near it that is in the domain.
pub fn beside(domain: &CoordinateRange, value: Value, step: i64) -> Value {
    let (least, greatest) = domain.kind().places();
    let place = value.place().saturating_add(step).clamp(least, greatest);
    domain.clamp(domain.kind().at(place))
}

/// A float that is compared as such: made equal to the other operand, or its neighbour.
pub fn float_matches(value: Value, from: u64, to: u64) -> Vec<Value> {
    let (from, to) = (f64::from_bits(from), f64::from_bits(to));
    let same = |x: f64| x == from || -x == from;
    let sign = |x: f64| if x == from { 1.0 } else { -1.0 };
    match value {
        Value::F64(x) if same(x) => {
            let y = to * sign(x);
            [y, y.next_up(), y.next_down()].map(Value::F64).to_vec()
        }
        Value::F32(x) if same(x.into()) => {
            let y = (to * sign(x.into())) as f32;
            [y, y.next_up(), y.next_down()].map(Value::F32).to_vec()
        }
        Value::Signed(n) if n as f64 == from => [0, 1, -1]
            .map(|d| Value::Signed((to as i64).saturating_add(d)))
            .to_vec(),
        Value::Unsigned(n) if n as f64 == from => vec![Value::Unsigned(to as u64)],
        _ => Vec::new(),
    }
}

/// An integer, or a word of a float with or without its sign, that is compared: made equal to the other operand.
pub fn integer_matches(value: Value, from: u64, to: u64) -> Vec<Value> {
    let near = [0u64, 1, u64::MAX];
    match value {
        Value::Signed(n) if n as u64 == from || n as u32 as u64 == from => {
            near.map(|d| Value::Signed(to.wrapping_add(d) as i64)).to_vec()
        }
        Value::Unsigned(n) if n == from || n as u32 as u64 == from => {
            near.map(|d| Value::Unsigned(to.wrapping_add(d))).to_vec()
        }
        Value::F64(x) => float_words(x.to_bits(), from, to)
            .into_iter()
            .map(|w| Value::F64(f64::from_bits(w)))
            .collect(),
        Value::F32(x) => {
            let bits = x.to_bits();
            let same = |mask: u32| bits & mask == from as u32 & mask && from as u32 & !mask == 0;
            let found = [u32::MAX, 0x7fff_ffff].into_iter().find(|mask| same(*mask));
            let words = found.map(|mask| near.map(|d| bits & !mask | to.wrapping_add(d) as u32 & mask));
            words
                .into_iter()
                .flatten()
                .map(|w| Value::F32(f32::from_bits(w)))
                .collect()
        }
        _ => Vec::new(),
    }
}

/// The words of a double in which a half that is `from`, perhaps without its sign, became `to` or its neighbour.
fn float_words(bits: u64, from: u64, to: u64) -> Vec<u64> {
    let (upper, lower, from, to) = ((bits >> 32) as u32, bits as u32, from as u32, to as u32);
    let near = [to, to.wrapping_add(1), to.wrapping_sub(1)];
    let mut words = Vec::new();
    if upper == from {
        words.extend(near.map(|w| u64::from(w) << 32 | u64::from(lower)));
    } else if upper & 0x7fff_ffff == from {
        let sign = upper & 0x8000_0000;
        words.extend(near.map(|w| u64::from(w & 0x7fff_ffff | sign) << 32 | u64::from(lower)));
    }
    if lower == from {
        words.extend(near.map(|w| u64::from(upper) << 32 | u64::from(w)));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::CoordinateFormat;

    #[test]
    fn ends_of_a_range_and_their_neighbours_are_tried() {
        for (format, up) in [
            (CoordinateFormat::F64, 2f64.next_up()),
            (CoordinateFormat::F32, 2f32.next_up().into()),
        ] {
            let coordinate = Coordinate {
                name: "x".into(),
                format,
                offset: 0,
                range: Some((2.0, 7.25)),
                specials: true,
            };
            let pool = marks(&coordinate);
            assert!(
                [2.0, 7.25, 3.0, up].iter().all(|x| pool.iter().any(|v| v.real() == *x)),
                "{pool:?}"
            );
            assert!(pool.iter().all(|v| coordinate.domain().contains(*v)));
        }
    }
}
