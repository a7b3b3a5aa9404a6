//! Floats next to multiples of π/2, where sine, cosine or tangent is nearly 0 and reducing the argument loses most.
//!
//! The floats of a binade are m·2^q with 2^(p−1) ≤ m < 2^p. Such a float is next to a multiple of π/2 where m·c is next to
//! a whole number, with c = 2^q·2/π. The continued fraction of c has the best such m among small ones: where u is the last
//! denominator of a convergent below 2^p and v the one before it, the distances of u·c and v·c from whole numbers are
//! small and have opposite signs, and u and v generate all m that matter: m = a·u + b·v with few b, where a is either at an
//! end of what the binade allows or where both distances cancel.
//!
//! From one such m to the next that is as near it is one of three steps (the three-distance theorem): the least that moves
//! m·c up by less than the length of the allowed interval, the least that moves it down by less, or both together. So any
//! number of them is found without trying the others.

use crate::cells::exponent;
use crate::range::{InputRange, power_of_two};
use expr::spec::Format;
use rug::float::Constant;
use rug::{Float, Integer};

/// Bits of c behind the point: 53 for m, and as many for the distance and to be sure.
const FRACTION: u32 = 192;

/// Bits of 2/π behind the point: those above and the greatest q of a double.
const SCALE: u32 = 971 + FRACTION;

/// Multiples of v that are tried.
const MULTIPLES: i64 = 4;

/// Bits behind the point for walks, in which distances are only added: more than enough for m below 2⁵³.
const WALKED: u32 = 120;

impl InputRange {
    /// The floats of each binade that are nearest to multiples of π/2, `each` of every binade and sign, in order; those
    /// below 1 are nearest to 0 and are left out.
    ///
    /// ```
    /// use expr::spec::Format;
    /// use inputs::InputRange;
    ///
    /// let range = InputRange { lo: 1.0, hi: f64::MAX, format: Format::Binary64 };
    /// let turns = range.next_to_turns(1);
    /// // The double that is nearest of all to a multiple of π/2.
    /// assert!(turns.contains(&(6381956970095103.0 * 2f64.powi(797))));
    /// assert_eq!(turns[0], std::f64::consts::FRAC_PI_2);
    /// ```
    pub fn next_to_turns(&self, each: usize) -> Vec<f64> {
        let (bits, greatest) = match self.format {
            Format::Binary64 => (53, 1023),
            Format::Binary32 => (24, 127),
            Format::Fixed(_) => return Vec::new(),
        };
        let ratio = two_over_pi();
        let mut all = Vec::new();
        for exponent in 0..=greatest {
            let binade = power_of_two(exponent);
            if self.hi < binade && self.lo > -binade {
                break;
            }
            let q = exponent - i64::from(bits) + 1;
            for m in best_of_binade(&ratio, bits, q, each) {
                let x = m as f64 * power_of_two(q);
                all.extend([x, -x].into_iter().filter(|x| self.contains(*x)));
            }
        }
        all.sort_by(f64::total_cmp);
        all
    }
}

impl InputRange {
    /// Binades from 1 on that it reaches, of both signs.
    pub(crate) fn binades_from_one(&self) -> usize {
        let reached = |end: f64| if end >= 1.0 { exponent(end) as usize + 1 } else { 0 };
        reached(self.hi) + reached(-self.lo)
    }
}

/// ⌊2/π · 2^SCALE⌋.
fn two_over_pi() -> Integer {
    let pi = Float::with_val(SCALE + 64, Constant::Pi);
    let scaled = Float::with_val(SCALE + 64, 2 / pi) << SCALE;
    scaled.trunc().to_integer().unwrap_or_default()
}

/// The m of a binade, `count` of them at most, for which m·2^q is nearest to a multiple of π/2, the nearest first: the
/// nearest of all, and others for which m·c is within count / 2^(p−1) of a whole number.
fn best_of_binade(ratio: &Integer, bits: u32, q: i64, count: usize) -> Vec<i64> {
    // q ≤ 971, so that at least FRACTION bits are left behind the point.
    let behind = (i64::from(SCALE) - q) as u32;
    let c = Integer::from(ratio >> (behind - FRACTION)).keep_bits(FRACTION);
    let (u, v) = last_denominators(&c, 1i64 << bits);
    let (first, end) = (1i64 << (bits - 1), 1i64 << bits);
    let mut all: Vec<i64> = Vec::new();
    for b in 0..MULTIPLES {
        let (least, most) = ((first - b * v + u - 1).div_euclid(u), (end - 1 - b * v).div_euclid(u));
        let cancels = where_cancelled(&c, (u, v), b);
        for a in [least, least + 1, most - 1, most, cancels - 1, cancels, cancels + 1] {
            all.push(a.clamp(least, most.max(least)) * u + b * v);
        }
    }
    all.retain(|m| (first..end).contains(m));
    all.sort_unstable();
    all.dedup();
    if count > 1 {
        let nearest = all.iter().copied().min_by_key(|&m| distance(&c, m));
        // Of 2^(p−1) numbers m twice as many as are wanted have a distance below count / 2^(p−1), nearly.
        let most = (count as i128) << (WALKED + 1 - bits);
        all.extend(nearest.into_iter().flat_map(|m| as_near(&c, m, most, (first, end))));
        all.sort_unstable();
        all.dedup();
        // Of those that are further away only some are known.
        let limit = Integer::from(most) << (FRACTION - WALKED);
        all.retain(|&m| Some(m) == nearest || distance(&c, m) < limit);
    }
    all.sort_by_cached_key(|&m| distance(&c, m));
    all.truncate(count);
    all
}

/// A step along m and what it adds to m·c, whole numbers aside.
#[derive(Clone, Copy)]
struct TurnStep {
    length: i128,
    shift: i128,
}

/// The numbers of a range with a distance below `most` / 2^WALKED, given one of them.
fn as_near(c: &Integer, start: i64, most: i128, (first, end): (i64, i64)) -> Vec<i64> {
    let one = 1i128 << WALKED;
    let fraction = |m: i64| Integer::from(c * m).keep_bits(FRACTION) >> (FRACTION - WALKED);
    let at = fraction(start).to_i128().unwrap_or_default();
    let at = if at > one / 2 { at - one } else { at };
    let most = most.min(one / 4);
    let (up, down) = return_steps(fraction(1).to_i128().unwrap_or_default(), 2 * most, i128::from(end));
    let both = TurnStep {
        length: up.length + down.length,
        shift: up.shift + down.shift,
    };
    let mut all = Vec::new();
    for sign in [1, -1] {
        let (mut m, mut here) = (i128::from(start), at);
        loop {
            let stays = |step: &&TurnStep| (-most..most).contains(&(here + sign * step.shift));
            let step = [&up, &down].into_iter().filter(stays).min_by_key(|step| step.length);
            let step = *step.unwrap_or(&both);
            (m, here) = (m + sign * step.length, here + sign * step.shift);
            if m < i128::from(first) || m >= i128::from(end) {
                break;
            }
            all.push(m as i64);
        }
    }
    all
}

/// The least step that moves m·c up by less than `width`, and the least that moves it down by less; steps beyond `limit` are
/// any. The larger shift is reduced by the smaller one, as in the algorithm of Euclid.
fn return_steps(c: i128, width: i128, limit: i128) -> (TurnStep, TurnStep) {
    let shifted = |shift: i128| TurnStep { length: 1, shift };
    let (mut up, mut down) = (shifted(c), shifted(c - (1i128 << WALKED)));
    while up.shift.max(-down.shift) >= width && up.length.min(down.length) < limit {
        let is_up = up.shift >= -down.shift;
        let (large, small) = if is_up { (&mut up, &down) } else { (&mut down, &up) };
        let (size, part) = (large.shift.abs(), small.shift.abs());
        if part == 0 {
            break;
        }
        // As often as it goes, but no further than below the width.
        let times = (size / part).min((size - width) / part + 1).max(1);
        large.length += times * small.length;
        large.shift += times * small.shift;
    }
    (up, down)
}

/// The last denominator of a convergent of c / 2^FRACTION that is below a limit, and the one before it.
fn last_denominators(c: &Integer, limit: i64) -> (i64, i64) {
    let (mut high, mut low) = (Integer::from(1) << FRACTION, c.clone());
    let (mut before, mut last) = (0i64, 1i64);
    while low != 0 {
        let (quotient, rest) = high.div_rem(low.clone());
        let next = quotient.to_i64().and_then(|t| t.checked_mul(last)?.checked_add(before));
        let Some(next) = next.filter(|n| *n < limit) else {
            break;
        };
        (before, last) = (last, next);
        (high, low) = (low, rest);
    }
    (last, before)
}

/// The a at which the distances of a·u and b·v from whole numbers cancel, nearly.
fn where_cancelled(c: &Integer, (u, v): (i64, i64), b: i64) -> i64 {
    let (of_u, of_v) = (distance(c, u), distance(c, v) * b);
    if of_u == 0 {
        return 0;
    }
    (of_v / of_u).to_i64().unwrap_or(i64::MAX / 2).min(i64::MAX / 2)
}

/// The distance of m·c / 2^FRACTION from the nearest whole number, times 2^FRACTION.
fn distance(c: &Integer, m: i64) -> Integer {
    let above = Integer::from(c * m).keep_bits(FRACTION);
    let below = (Integer::from(1) << FRACTION) - &above;
    above.min(below)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// All m of a binade by their distance.
    fn tried(bits: u32, q: i64) -> Vec<i64> {
        let c = (two_over_pi() >> ((i64::from(SCALE) - q) as u32 - FRACTION)).keep_bits(FRACTION);
        let mut all: Vec<i64> = ((1i64 << (bits - 1))..(1i64 << bits)).collect();
        all.sort_by_cached_key(|&m| distance(&c, m));
        all
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn the_nearest_of_a_small_binade_is_found(bits in 4u32..12, q in -3i64..960) {
            let best = best_of_binade(&two_over_pi(), bits, q, 1);
            prop_assert_eq!(best[0], tried(bits, q)[0]);
        }

        /// Against MPFR: |x − k·π/2| with 1400 bits.
        #[test]
        fn distances_are_those_of_the_reals(q in -52i64..=971) {
            for m in best_of_binade(&two_over_pi(), 53, q, 3) {
                let quarter = Float::with_val(1400, Constant::Pi) / 2u32;
                let x = Float::with_val(1400, m) << q as i32;
                let turns = Float::with_val(1400, &x / &quarter);
                let off = Float::with_val(1400, &turns - turns.clone().round()).abs();
                // The best of 2^52 numbers is hardly ever worse than some times 2^-53.
                prop_assert!(off < 1e-13, "{m} 2^{q}: {off}");
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn many_of_a_small_binade_are_the_nearest(bits in 6u32..12, q in -3i64..960, count in 1usize..40) {
            let count = count.min(1 << (bits - 3));
            let found = best_of_binade(&two_over_pi(), bits, q, count);
            let c = Integer::from(two_over_pi() >> ((i64::from(SCALE) - q) as u32 - FRACTION)).keep_bits(FRACTION);
            // The nearest, and all others within count / 2^(p−1).
            let limit = Integer::from(count) << (FRACTION + 1 - bits);
            let near = |(n, m): &(usize, i64)| *n == 0 || count > 1 && distance(&c, *m) < limit;
            let expected = tried(bits, q).into_iter().enumerate().filter(near).map(|(_, m)| m);
            prop_assert_eq!(found, expected.take(count).collect::<Vec<i64>>());
        }
    }

    /// Every float of some binades, with 64 bits behind the point.
    #[test]
    fn the_nearest_floats_of_a_binade_are_found() {
        for q in [-22i64, 0, 25, 48, 104] {
            let ratio = two_over_pi();
            let c = Integer::from(&ratio >> ((i64::from(SCALE) - q) as u32 - 64)).keep_bits(64);
            let c = c.to_u64().unwrap_or_default();
            let off = |m: i64| {
                let turns = c.wrapping_mul(m as u64);
                turns.min(turns.wrapping_neg())
            };
            let best = ((1i64 << 23)..(1i64 << 24)).min_by_key(|&m| off(m));
            assert_eq!(Some(best_of_binade(&ratio, 24, q, 1)[0]), best, "2^{q}");
        }
    }

    #[test]
    fn a_range_has_only_its_own() {
        let range = InputRange {
            lo: -10.0,
            hi: 5.0,
            format: Format::Binary32,
        };
        let turns = range.next_to_turns(2);
        assert!(turns.iter().all(|x| range.contains(*x)), "{turns:?}");
        assert!(turns.contains(&f64::from(std::f32::consts::FRAC_PI_2)));
        assert!(turns.contains(&f64::from(-std::f32::consts::PI)));
        let none = InputRange {
            lo: -0.5,
            hi: 0.5,
            format: Format::Binary64,
        };
        assert!(none.next_to_turns(4).is_empty());
    }
}
