//! Differential evolution: a population whose differences are the steps of its children.

use crate::domain::CoordinateRange;
use crate::hop;
use crate::tracker::{Spot, Tracker};
use chance::Random;

/// A population that lives on between its turns.
#[derive(Default)]
pub(crate) struct Population {
    members: Vec<Spot>,
}

/// Generations in one turn. A turn must be long enough to show a gain and short enough to be taken back; merits
/// decide whether there is another.
const GENERATIONS: usize = 8;

impl Population {
    /// Some generations; a population that has become one point begins anew around the best.
    pub fn turn(&mut self, tracker: &mut Tracker<'_>, random: &mut Random) -> Option<()> {
        if self.is_spent() {
            self.begin(tracker, random)?;
        }
        for _ in 0..GENERATIONS {
            for n in 0..self.members.len() {
                let child = tracker.spot(self.child(tracker.domains, n, random))?;
                if child.value <= self.members[n].value {
                    self.members[n] = child;
                }
            }
        }
        Some(())
    }

    /// The member with the least value.
    pub fn best(&self) -> Option<&Spot> {
        self.members.iter().min_by(|a, b| a.value.total_cmp(&b.value))
    }

    fn is_spent(&self) -> bool {
        let first = self.members.first();
        first.is_none_or(|first| {
            self.members
                .iter()
                .all(|m| m.value == first.value && m.places == first.places)
        })
    }

    fn begin(&mut self, tracker: &mut Tracker<'_>, random: &mut Random) -> Option<()> {
        let size = (8 * tracker.domains.len()).clamp(16, 64);
        // The best is left out of a first population, which it would rule too soon.
        let keep = !self.members.is_empty();
        self.members.clear();
        self.members.extend(tracker.best().filter(|_| keep).cloned());
        while self.members.len() < size {
            let places = tracker.domains.iter().map(|d| spread(d, random)).collect();
            let member = tracker.spot(places)?;
            self.members.push(member);
        }
        Some(())
    }

    /// base + F·(p − q), mixed with the parent.
    fn child(&self, domains: &[CoordinateRange], parent: usize, random: &mut Random) -> Vec<i64> {
        let pick = |random: &mut Random| &self.members[random.below(self.members.len())];
        let (base, p, q) = (pick(random), pick(random), pick(random));
        let base = if random.once_in(3) {
            self.best().unwrap_or(base)
        } else {
            base
        };
        let factor = 0.4 + 0.6 * random.share();
        let crossing = if random.once_in(2) { 0.9 } else { 0.2 };
        let forced = random.below(domains.len());
        let gene = |(i, domain): (usize, &CoordinateRange)| {
            if i != forced && random.share() > crossing {
                return self.members[parent].places[i];
            }
            combine(domain, [base, p, q].map(|m| m.places[i]), factor)
        };
        domains.iter().enumerate().map(gene).collect()
    }
}

/// A place for a first population: even in reals where these say something.
fn spread(domain: &CoordinateRange, random: &mut Random) -> i64 {
    let (lo, _) = domain.reals();
    if domain.is_wide() {
        hop::place(domain, random)
    } else {
        domain.near(lo + random.share() * domain.width())
    }
}

/// b + F·(p − q), in reals, or in the order where magnitudes differ wildly.
fn combine(domain: &CoordinateRange, [b, p, q]: [i64; 3], factor: f64) -> i64 {
    if domain.is_wide() && domain.kind().is_float() {
        let way = (i128::from(p) - i128::from(q)) as f64 * factor;
        domain.moved(b, way as i64)
    } else {
        domain.near(domain.real(b) + factor * (domain.real(p) - domain.real(q)))
    }
}
