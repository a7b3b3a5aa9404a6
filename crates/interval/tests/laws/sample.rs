//! Biased samplers: the numbers where interval code goes wrong, intervals around them, points inside.

use interval::Interval;
use proptest::prelude::*;

/// Numbers with a history of trouble.
const SPECIAL: &[f64] = &[
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    1.5,
    2.5,
    -2.5,
    2.0,
    -2.0,
    3.0,
    -3.0,
    5e-324,
    -5e-324,
    f64::MIN_POSITIVE,
    -f64::MIN_POSITIVE,
    f64::MAX,
    f64::MIN,
    f64::EPSILON,
    1.4616321449683622,
    1.4616321449683624,
    -0.504083008264455,
    709.782712893384,
    -745.1332191019411,
    171.6243769563027,
    4503599627370496.5,
    9007199254740992.0,
    1e22,
    1e300,
    -1e300,
    1e-300,
];

/// One number: special, small integer or half, near a multiple of π/4, any bit pattern, or of moderate size.
pub fn number() -> impl Strategy<Value = f64> {
    let any_bits = any::<u64>()
        .prop_map(f64::from_bits)
        .prop_filter("a real", |x| x.is_finite());
    let multiple = |k: i64, s: i32| nudge(k as f64 * std::f64::consts::FRAC_PI_4, s);
    prop_oneof![
        3 => (prop::sample::select(SPECIAL), -1..=1).prop_map(|(x, s)| nudge(x, s)),
        2 => (-40i32..40).prop_map(|k| f64::from(k) / 2.0),
        2 => (-30i64..30, -2..=2).prop_map(move |(k, s)| multiple(k, s)),
        1 => (any::<i64>(), -2..=2).prop_map(move |(k, s)| multiple(k, s)),
        1 => any_bits,
        3 => -10.0..10.0,
        1 => -1000.0..1000.0,
        1 => (-1.0..1.0, -1074..1023).prop_map(|(m, e): (f64, i32)| m * 2f64.powi(e)),
    ]
}

/// The number some ulps away.
fn nudge(x: f64, steps: i32) -> f64 {
    let mut out = x;
    for _ in 0..steps.abs() {
        out = if steps > 0 { out.next_up() } else { out.next_down() };
    }
    if out.is_finite() { out } else { x }
}

/// One nonempty interval: point, few ulps, narrow, between any two numbers, half-line or everything.
pub fn interval() -> impl Strategy<Value = Interval> {
    let between = |a: f64, b: f64| Interval::hull_of(a, b);
    prop_oneof![
        3 => number().prop_map(Interval::point),
        2 => (number(), 1..4).prop_map(move |(x, s)| between(x, nudge(x, s))),
        3 => (number(), 0.0..4.0).prop_map(move |(x, w): (f64, f64)| between(x, (x + w).min(f64::MAX))),
        2 => (number(), 0.0..1e-3).prop_map(move |(x, w): (f64, f64)| between(x, (x * (1.0 + w)).clamp(f64::MIN, f64::MAX))),
        5 => (number(), number()).prop_map(move |(a, b)| between(a, b)),
        2 => number().prop_map(move |a| between(a, 0.0)),
        1 => number().prop_map(move |a| between(a, f64::INFINITY)),
        1 => number().prop_map(move |a| between(f64::NEG_INFINITY, a)),
        1 => Just(Interval::ENTIRE),
    ]
}

/// Points of an interval: its ends and their neighbours, special numbers, and some drawn by `seed`.
pub fn points(x: Interval, seed: u64) -> Vec<f64> {
    let (lo, hi) = (x.lo().max(f64::MIN), x.hi().min(f64::MAX));
    let unit = (seed >> 11) as f64 / (1u64 << 53) as f64;
    let drawn = lo * (1.0 - unit) + hi * unit;
    let special = SPECIAL[seed as usize % SPECIAL.len()];
    let candidates = [
        lo,
        hi,
        lo.next_up(),
        hi.next_down(),
        x.mid(),
        drawn,
        drawn.round(),
        special,
        0.0,
        -1.0,
        lo + unit,
        hi - unit,
        lo.ceil(),
        hi.floor(),
        f64::from_bits(seed),
    ];
    let mut inside: Vec<f64> = candidates
        .into_iter()
        .filter(|&t| x.contains(t))
        .map(|t| t + 0.0)
        .collect();
    inside.sort_by(f64::total_cmp);
    inside.dedup();
    inside
}
