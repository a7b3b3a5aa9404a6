//! Numbers, boxes and points where proofs go wrong.

use interval::Interval;

/// splitmix64: a sequence that a seed determines.
pub struct Random(pub u64);

/// Numbers with a history of trouble: ends of domains, kinks, steps, cuts, the extremes of the format.
const SPECIAL: [f64; 30] = [
    0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    2.0,
    -2.0,
    3.0,
    1.5,
    2.5,
    5e-324,
    -5e-324,
    f64::MIN_POSITIVE,
    1e-300,
    1e-160,
    f64::EPSILON,
    1e-8,
    std::f64::consts::FRAC_PI_2,
    std::f64::consts::PI,
    -std::f64::consts::FRAC_PI_2,
    std::f64::consts::E,
    10.0,
    100.0,
    709.782712893384,
    9007199254740992.0,
    1e22,
    1e154,
    1e300,
    f64::MAX,
    -1e300,
];

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    /// True once in `n` times.
    pub fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// In [0, 1).
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    /// A real number, often a special one or its neighbour.
    pub fn number(&mut self) -> f64 {
        let x = match self.below(8) {
            0 | 1 => self.pick(&SPECIAL),
            2 | 3 => self.below(17) as f64 / 2.0 - 4.0,
            4 => (self.unit() - 0.5) * 200.0,
            5 => (self.unit() - 0.5) * 2f64.powi(self.below(400) as i32 - 200),
            _ => (self.unit() - 0.5) * 8.0,
        };
        match self.below(6) {
            0 => x.next_up().min(f64::MAX),
            1 => x.next_down().max(f64::MIN),
            _ => x,
        }
    }

    /// A side of a box: mostly of ordinary size, sometimes a point, a few ulps, a half-line, all or almost all reals.
    pub fn side(&mut self) -> Interval {
        let (a, b) = (self.number(), self.number());
        match self.below(12) {
            0 => Interval::point(a),
            1 => Interval::hull_of(a, a.next_up().min(f64::MAX)),
            2 => Interval::hull_of(a, f64::INFINITY),
            3 => Interval::hull_of(f64::NEG_INFINITY, a),
            4 => Interval::hull_of(a, b),
            5 => Interval::hull_of(0.0, a),
            6 => Interval::hull_of(a, (a + self.unit() * 1e-6).min(f64::MAX)),
            _ => self.ordinary_side(),
        }
    }

    /// A bounded side as in specifications.
    pub fn ordinary_side(&mut self) -> Interval {
        let (a, b) = match self.below(5) {
            0 => (-1.0, 1.0),
            1 => (0.0, self.pick(&[0.5, 1.0, 2.0, 10.0])),
            2 => (1.0, self.pick(&[1.5, 2.0, 100.0])),
            3 => (self.unit() * 4.0 - 2.0, self.unit() * 4.0),
            _ => (self.below(9) as f64 / 2.0 - 2.0, self.below(9) as f64 / 2.0 - 2.0),
        };
        Interval::hull_of(a, b)
    }

    /// A number of a side: its ends and their neighbours, special numbers, its middle, any.
    pub fn within(&mut self, side: &Interval) -> f64 {
        let (lo, hi) = (side.lo().max(f64::MIN), side.hi().min(f64::MAX));
        let x = match self.below(10) {
            0 => lo,
            1 => hi,
            2 => lo.next_up(),
            3 => hi.next_down(),
            4 => self.number(),
            5 => side.mid(),
            6 => lo + self.unit(),
            7 => (lo * self.unit() + hi * self.unit()).round(),
            _ => {
                let share = self.unit();
                lo * (1.0 - share) + hi * share
            }
        };
        if side.contains(x) { x + 0.0 } else { side.mid() }
    }

    pub fn point(&mut self, sides: &[Interval]) -> Vec<f64> {
        sides.iter().map(|side| self.within(side)).collect()
    }
}
