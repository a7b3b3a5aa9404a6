//! Chance: points of a domain, and changes of a point.

use crate::domain::CoordinateRange;
use crate::tracker::Spot;
use chance::Random;

/// A random place of a domain: even in reals, even in the order, or a number that programs like.
pub(crate) fn place(domain: &CoordinateRange, random: &mut Random) -> i64 {
    let (lo, hi) = domain.reals();
    match random.below(8) {
        0..=2 => {
            let share = random.share();
            domain.near(lo * (1.0 - share) + hi * share)
        }
        3..=4 => domain.place_at_share(random.share()),
        5 => domain.near(special(random)),
        // Magnitudes around 1.
        6 => domain.near(random.sign() as f64 * (random.share() * 40.0 - 20.0).exp2()),
        _ => domain.near(if random.once_in(2) { lo } else { hi }),
    }
}

/// Small integers, halves and powers of two.
fn special(random: &mut Random) -> f64 {
    let sign = random.sign() as f64;
    match random.below(4) {
        0 => 0.0 * sign,
        1 => sign * random.below(17) as f64,
        2 => sign * random.below(64) as f64 * 0.5,
        _ => sign * (random.below(64) as f64).exp2(),
    }
}

/// A spot with some coordinates changed.
pub(crate) fn changed(domains: &[CoordinateRange], spot: &Spot, random: &mut Random) -> Vec<i64> {
    let mut places = spot.places.clone();
    if places.is_empty() {
        return places;
    }
    let count = if random.once_in(3) {
        1 + random.below(places.len())
    } else {
        1
    };
    for _ in 0..count {
        let i = random.below(places.len());
        places[i] = change(domains, &places, i, random);
    }
    places
}

/// All coordinates moved by steps of one random scale, in reals; or some changed in other ways.
pub(crate) fn leap(domains: &[CoordinateRange], spot: &Spot, random: &mut Random) -> Vec<i64> {
    if random.once_in(3) {
        return changed(domains, spot, random);
    }
    let relative = random.once_in(2);
    let size = scale(random, 3.0);
    let step = |(domain, &place): (&CoordinateRange, &i64)| {
        let x = domain.real(place);
        let reach = if relative { x.abs().max(1.0) } else { domain.width() };
        domain.near(x + (2.0 * random.share() - 1.0) * size * reach.min(domain.width()).min(1e300))
    };
    domains.iter().zip(&spot.places).map(step).collect()
}

fn change(domains: &[CoordinateRange], places: &[i64], i: usize, random: &mut Random) -> i64 {
    let (domain, old) = (&domains[i], places[i]);
    let x = domain.real(old);
    match random.below(10) {
        0..=2 => domain.near(x + random.sign() as f64 * domain.width().min(1e300) * scale(random, 10.0)),
        3 if random.once_in(2) => domain.near(x * (random.share() * 80.0 - 60.0).exp2()),
        3 => domain.near(x + x * random.sign() as f64 * scale(random, 12.0)),
        4..=5 => domain.moved(old, random.sign().saturating_mul(1 << random.below(63))),
        6..=7 => flips(domain, old, random),
        8 => {
            let j = random.below(places.len());
            domain.near(domains[j].real(places[j]) * random.sign() as f64)
        }
        _ => place(domain, random),
    }
}

/// 10⁻ᵈ for a random d.
fn scale(random: &mut Random, digits: f64) -> f64 {
    (10.0f64).powf(-digits * random.share())
}

/// One to four bits flipped, if that stays inside.
fn flips(domain: &CoordinateRange, old: i64, random: &mut Random) -> i64 {
    let bits = domain.kind().bits() as usize;
    let mask = (0..1 + random.below(4)).fold(0u64, |mask, _| mask ^ (1 << random.below(bits)));
    domain.flipped(old, mask).unwrap_or(old)
}
