//! The worst inputs of each part of the domain, and which inputs were tried already.

use chance::mix;
use expr::spec::Format;
use inputs::ordinal_of;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Parts of the domain that are kept in their order: as many as are looked at when all calls are left.
pub const KEPT: usize = 128;

/// Worst inputs that are kept of one part: enough for many different distances between two of them.
const OF_PART: usize = 32;

/// A part of the domain.
pub struct Part {
    /// Its number along each input.
    pub numbers: Vec<i64>,
    /// Its worst inputs with their scores, worst first.
    pub worst: Vec<(f64, Vec<f64>)>,
}

/// All parts that have an input.
#[derive(Default)]
pub struct Parts {
    all: Vec<Part>,
    /// The score that an input of each part must exceed to be kept. Most inputs do not, and these numbers are near at hand.
    floors: Vec<f64>,
    /// Where the part with a hash of its numbers is. Two parts with the same hash would be taken for one, which costs a
    /// part and nothing else; of a million parts hardly two have the same.
    places: HashMap<u64, usize, BuildHasherDefault<Hashed>>,
    /// The worst parts with their scores, worst first.
    ranked: Vec<(f64, usize)>,
    /// Parts whose score has grown since they were ranked.
    grown: Vec<usize>,
}

impl Parts {
    /// How many of the worst parts are known.
    pub fn ranked(&self) -> usize {
        self.ranked.len()
    }

    /// One of the worst parts; 0 is the worst.
    pub fn worst(&self, rank: usize) -> Option<&Part> {
        self.ranked.get(rank).map(|&(_, place)| &self.all[place])
    }

    /// Notes the score of an input of a part.
    pub fn note(&mut self, numbers: impl Iterator<Item = i64> + Clone, point: &[f64], score: f64) {
        let hash = numbers.clone().fold(0, |hash, n| mix(hash ^ n as u64));
        let place = *self.places.entry(hash).or_insert_with(|| {
            self.all.push(Part {
                numbers: numbers.collect(),
                worst: Vec::new(),
            });
            self.floors.push(f64::NEG_INFINITY);
            self.all.len() - 1
        });
        if score <= self.floors[place] {
            return;
        }
        let kept = &mut self.all[place].worst;
        if kept.iter().any(|(_, known)| known == point) {
            return;
        }
        let at = kept.partition_point(|(other, _)| *other >= score);
        kept.truncate(OF_PART - 1);
        kept.insert(at, (score, point.to_vec()));
        if kept.len() == OF_PART {
            self.floors[place] = kept[OF_PART - 1].0;
        }
        if at == 0 {
            self.grown.push(place);
        }
    }

    /// Puts the parts that have grown where they belong. The score of a part only grows, so that no other part comes among
    /// the worst.
    pub fn rank(&mut self) {
        let least = match self.ranked.len() < KEPT {
            true => f64::NEG_INFINITY,
            false => self.ranked.last().map_or(f64::NEG_INFINITY, |(score, _)| *score),
        };
        let score = |place: usize| self.all[place].worst[0].0;
        self.grown.retain(|&place| score(place) >= least);
        if self.grown.is_empty() {
            return;
        }
        self.grown.extend(self.ranked.iter().map(|&(_, place)| place));
        self.grown.sort_unstable();
        self.grown.dedup();
        self.ranked = self.grown.drain(..).map(|place| (score(place), place)).collect();
        // Equal scores in the order in which the parts were found.
        self.ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        self.ranked.truncate(KEPT);
    }
}

/// A hash that is a number already.
#[derive(Default)]
pub struct Hashed(u64);

impl Hasher for Hashed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |hash, &byte| mix(hash ^ u64::from(byte)));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}

/// Inputs that were tried, as far as they are remembered: near the end of a hunt, moves among the worst inputs of few parts
/// lead to the same inputs again and again. What is said to be tried was tried, but for one chance in 2⁶³.
///
/// Neighbouring floats have their bits next to each other in one line, since time would go to waiting for memory otherwise.
/// Where two lines have the same place, the later one takes it.
pub struct Tried {
    formats: Vec<Format>,
    lines: Vec<TriedLine>,
}

/// Neighbouring floats, 2 to the power of [`LINE`] of them.
#[derive(Clone, Default)]
struct TriedLine {
    /// Which floats these are, as a hash; 0 for none.
    tag: u64,
    tried: [u64; 1 << (LINE - 6)],
}

const LINE: u32 = 9;

/// No more lines than this: 5 megabytes, half of which are near a processor.
const MOST_LINES: u64 = 1 << 16;

impl Tried {
    /// Room for this many inputs with numbers of these formats.
    pub fn new(formats: Vec<Format>, calls: u64) -> Tried {
        let lines = calls.clamp(1, MOST_LINES).next_power_of_two() as usize;
        Tried {
            formats,
            lines: vec![TriedLine::default(); lines],
        }
    }

    /// Whether an input is new, as far as is remembered; from now on it is not.
    pub fn is_new(&mut self, point: &[f64]) -> bool {
        let (mut hash, mut last) = (0, 0);
        for (&format, &x) in self.formats.iter().zip(point) {
            let ordinal = ordinal_of(format, x);
            hash = mix(hash ^ last ^ (ordinal >> LINE) as u64);
            last = ordinal as u64 & ((1 << LINE) - 1);
        }
        let place = (hash >> 1) as usize & (self.lines.len() - 1);
        let line = &mut self.lines[place];
        let tag = hash | 1;
        if line.tag != tag {
            *line = TriedLine::default();
            line.tag = tag;
        }
        let (word, bit) = ((last / 64) as usize, 1u64 << (last % 64));
        let is_new = line.tried[word] & bit == 0;
        line.tried[word] |= bit;
        is_new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_parts_come_first_with_their_worst_inputs() {
        let mut parts = Parts::default();
        for k in 0..1000u64 {
            let x = chance::share(mix(k));
            parts.note([(x * 200.0) as i64].into_iter(), &[x], x);
            if k % 100 == 99 {
                parts.rank();
            }
        }
        assert_eq!(parts.ranked(), KEPT);
        let worst = parts
            .worst(0)
            .map(|part| (part.numbers.clone(), part.worst[0].1.clone()));
        let greatest = (0..1000).map(|k| chance::share(mix(k))).fold(0.0, f64::max);
        assert_eq!(worst, Some((vec![199], vec![greatest])));
        for rank in 1..KEPT {
            let score = |rank: usize| parts.worst(rank).map(|part| part.worst[0].0);
            assert!(score(rank - 1) >= score(rank));
        }
    }

    #[test]
    fn an_input_is_new_once() {
        let formats = vec![Format::Binary64, Format::Binary32];
        let point = |k: u32| [f64::from(k % 7), f64::from(f32::from_bits(k))];
        let mut tried = Tried::new(formats, 1 << 20);
        assert!((0..10_000).all(|k| tried.is_new(&point(k))));
        let forgotten = (0..10_000).filter(|&k| tried.is_new(&point(k))).count();
        assert!(forgotten < 500, "{forgotten}");
    }

    #[test]
    fn what_was_not_tried_is_new_however_little_is_remembered() {
        let mut tried = Tried::new(vec![Format::Binary64], 2);
        assert!((0..10_000).all(|k| tried.is_new(&[f64::from(k)])));
    }
}
