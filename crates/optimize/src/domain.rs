//! The values that one coordinate may take.

use crate::value::{Value, ValueKind};

/// A range in the order of a kind, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoordinateRange {
    kind: ValueKind,
    lo: i64,
    hi: i64,
}

impl CoordinateRange {
    /// From one value to another; `None` if they are reversed or not of this kind.
    ///
    /// ```
    /// use optimize::{CoordinateRange, Value, ValueKind};
    ///
    /// let word = ValueKind::Int { bits: 32, signed: false };
    /// let percent = CoordinateRange::between(word, Value::Unsigned(0), Value::Unsigned(100));
    /// assert_eq!(percent.map(|range| range.size()), Some(101));
    /// // The order of floats has −0 before +0, so this range is reversed.
    /// assert_eq!(CoordinateRange::between(ValueKind::F64, Value::F64(0.0), Value::F64(-0.0)), None);
    /// ```
    pub fn between(kind: ValueKind, lo: Value, hi: Value) -> Option<CoordinateRange> {
        let (first, last) = (lo.place(), hi.place());
        (kind.has(lo) && kind.has(hi) && first <= last).then_some(CoordinateRange {
            kind,
            lo: first,
            hi: last,
        })
    }

    /// The doubles from one to another; `None` if there are none. Zero ends stand for both zeros.
    ///
    /// ```
    /// use optimize::{CoordinateRange, Value};
    ///
    /// let unit = CoordinateRange::doubles(0.0, 1.0);
    /// assert!(unit.is_some_and(|unit| unit.contains(Value::F64(-0.0)) && !unit.contains(Value::F64(f64::NAN))));
    /// assert_eq!(unit.map(|unit| unit.clamp(Value::F64(7.0))), Some(Value::F64(1.0)));
    /// assert_eq!(CoordinateRange::doubles(1.0, 0.0), None);
    /// ```
    pub fn doubles(lo: f64, hi: f64) -> Option<CoordinateRange> {
        let lo = if lo == 0.0 { -0.0 } else { lo };
        let ordered = lo <= hi;
        ordered
            .then(|| CoordinateRange::between(ValueKind::F64, Value::F64(lo), Value::F64(hi + 0.0)))
            .flatten()
    }

    /// Every pattern of bits, NaNs and infinities too.
    ///
    /// ```
    /// use optimize::{CoordinateRange, Value, ValueKind};
    ///
    /// assert_eq!(CoordinateRange::all(ValueKind::F32).size(), 1 << 32);
    /// assert!(CoordinateRange::all(ValueKind::F64).contains(Value::F64(f64::NAN)));
    /// assert!(!CoordinateRange::finite(ValueKind::F64).contains(Value::F64(f64::INFINITY)));
    /// ```
    pub fn all(kind: ValueKind) -> CoordinateRange {
        let (lo, hi) = kind.places();
        CoordinateRange { kind, lo, hi }
    }

    /// Every finite value.
    pub fn finite(kind: ValueKind) -> CoordinateRange {
        let ends = match kind {
            ValueKind::F64 => (Value::F64(f64::MIN), Value::F64(f64::MAX)),
            ValueKind::F32 => (Value::F32(f32::MIN), Value::F32(f32::MAX)),
            ValueKind::Int { .. } => return CoordinateRange::all(kind),
        };
        CoordinateRange {
            kind,
            lo: ends.0.place(),
            hi: ends.1.place(),
        }
    }

    /// The kind of the values.
    pub fn kind(&self) -> ValueKind {
        self.kind
    }

    /// The first value.
    pub fn lo(&self) -> Value {
        self.kind.at(self.lo)
    }

    /// The last value.
    pub fn hi(&self) -> Value {
        self.kind.at(self.hi)
    }

    /// How many values there are.
    pub fn size(&self) -> u128 {
        (i128::from(self.hi) - i128::from(self.lo)) as u128 + 1
    }

    /// Whether a value is one of them.
    pub fn contains(&self, value: Value) -> bool {
        self.kind.has(value) && (self.lo..=self.hi).contains(&value.place())
    }

    /// The value itself if it is inside, else one that is near.
    pub fn clamp(&self, value: Value) -> Value {
        self.kind.at(self.place_of(value))
    }

    /// The place of the value, or of one near it that is inside.
    pub(crate) fn place_of(&self, value: Value) -> i64 {
        let own = if self.kind.has(value) {
            value
        } else {
            self.kind.nearest(value.real())
        };
        self.inside(own.place())
    }

    /// The nearest place inside.
    pub(crate) fn inside(&self, place: i64) -> i64 {
        place.clamp(self.lo, self.hi)
    }

    /// The value at a place.
    pub(crate) fn at(&self, place: i64) -> Value {
        self.kind.at(place)
    }

    /// The real at a place.
    pub(crate) fn real(&self, place: i64) -> f64 {
        self.kind.at(place).real()
    }

    /// The place inside that is nearest to a real.
    pub(crate) fn near(&self, x: f64) -> i64 {
        self.inside(self.kind.nearest(x).place())
    }

    /// The place this many steps away, or the end of the domain.
    pub(crate) fn moved(&self, place: i64, steps: i64) -> i64 {
        self.inside(place.saturating_add(steps))
    }

    /// The place of the value with some bits flipped, if that is inside.
    pub(crate) fn flipped(&self, place: i64, mask: u64) -> Option<i64> {
        let place = self.kind.of_word(self.at(place).word() ^ mask).place();
        (self.lo..=self.hi).contains(&place).then_some(place)
    }

    /// The place of a share from 0 to 1 of the way through the order.
    pub(crate) fn place_at_share(&self, share: f64) -> i64 {
        let steps = (self.size() as f64 * share) as i128;
        (i128::from(self.lo) + steps).clamp(self.lo.into(), self.hi.into()) as i64
    }

    /// The least and the greatest real.
    pub(crate) fn reals(&self) -> (f64, f64) {
        let end = |place: i64, limit: f64| {
            let x = self.real(place);
            if x.is_finite() { x } else { limit }
        };
        (end(self.lo, f64::MIN), end(self.hi, f64::MAX))
    }

    /// Distance of the ends as reals.
    pub(crate) fn width(&self) -> f64 {
        let (lo, hi) = self.reals();
        (hi - lo).min(f64::MAX)
    }

    /// Whether reals say little of distances here: magnitudes differ by more than a millionfold on one side of 0.
    pub(crate) fn is_wide(&self) -> bool {
        self.width() > 1e6
    }
}
