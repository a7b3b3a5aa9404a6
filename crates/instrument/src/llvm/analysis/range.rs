//! What is known of a number: an interval of floats, perhaps NaN besides, or an interval of integers.

use std::fmt;

use interval::Interval;

use crate::branch::FloatFormat;
use crate::llvm::hazard::limits;

/// Floats between two numbers, both included, infinities being numbers too; and NaN if so said. No number at all where
/// the bounds are reversed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct FloatRange {
    /// Least number.
    pub lo: f64,
    /// Greatest number.
    pub hi: f64,
    /// Whether it may be NaN.
    pub nan: bool,
}

impl FloatRange {
    /// Anything.
    pub const ALL: FloatRange = FloatRange {
        lo: f64::NEG_INFINITY,
        hi: f64::INFINITY,
        nan: true,
    };
    /// Nothing: code that is not reached.
    pub const NONE: FloatRange = FloatRange {
        lo: f64::INFINITY,
        hi: f64::NEG_INFINITY,
        nan: false,
    };

    /// Numbers between two bounds.
    pub fn between(lo: f64, hi: f64) -> Self {
        FloatRange { lo, hi, nan: false }
    }

    /// Whether there is no number in it.
    pub fn is_empty(&self) -> bool {
        self.lo > self.hi
    }

    /// The numbers as an interval of reals; `None` if an infinity is among them, or if there is no number.
    pub fn reals(&self) -> Option<Interval> {
        let bounded = self.lo > f64::NEG_INFINITY && self.hi < f64::INFINITY;
        bounded.then(|| Interval::new(self.lo, self.hi))?
    }

    /// All that is in one or the other.
    pub fn join(self, other: Self) -> Self {
        FloatRange {
            lo: self.lo.min(other.lo),
            hi: self.hi.max(other.hi),
            nan: self.nan || other.nan,
        }
    }

    /// Whether zero is not in it.
    pub fn excludes_zero(&self) -> bool {
        self.lo > 0.0 || self.hi < 0.0 || self.is_empty()
    }

    /// Rounding is monotone: numbers between two bounds are rounded to numbers between the rounded bounds. Doubles are
    /// numbers of the extended format.
    pub fn rounded(self, format: FloatFormat) -> Self {
        match format {
            FloatFormat::F32 => FloatRange {
                lo: f64::from(self.lo as f32),
                hi: f64::from(self.hi as f32),
                ..self
            },
            FloatFormat::F64 | FloatFormat::F80 => self,
        }
    }
}

/// Integers of a width, read as signed, between two bounds, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Integers {
    /// Least number.
    pub lo: i128,
    /// Greatest number.
    pub hi: i128,
}

impl Integers {
    /// Nothing: code that is not reached.
    pub const NONE: Integers = Integers { lo: 1, hi: 0 };

    /// All integers of a width.
    pub fn all(bits: u32) -> Self {
        let (lo, hi) = limits(bits, true);
        Integers { lo, hi }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.lo > self.hi
    }

    /// These, if they fit; if not, they wrap, and may be anything.
    pub fn wrapped(self, bits: u32) -> Self {
        let all = Integers::all(bits);
        if self.lo >= all.lo && self.hi <= all.hi {
            self
        } else {
            all
        }
    }

    /// All that is in one or the other.
    pub fn join(self, other: Self) -> Self {
        match (self.is_empty(), other.is_empty()) {
            (true, _) => other,
            (_, true) => self,
            _ => Integers {
                lo: self.lo.min(other.lo),
                hi: self.hi.max(other.hi),
            },
        }
    }

    /// Whether a number is in it.
    pub fn contains(&self, value: i128) -> bool {
        self.lo <= value && value <= self.hi
    }
}

/// What is known of a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ValueRange {
    /// A float.
    Float(FloatRange),
    /// An integer.
    Integer(Integers),
    /// Something else.
    Unknown,
}

impl ValueRange {
    /// All that is in one or the other.
    pub fn join(self, other: Self) -> Self {
        match (self, other) {
            (ValueRange::Float(a), ValueRange::Float(b)) => ValueRange::Float(a.join(b)),
            (ValueRange::Integer(a), ValueRange::Integer(b)) => ValueRange::Integer(a.join(b)),
            _ => ValueRange::Unknown,
        }
    }

    /// What grows beyond an earlier range grows without bound: so that loops come to an end.
    pub fn widened(self, before: Self, bits: u32) -> Self {
        match (self, before) {
            (ValueRange::Float(now), ValueRange::Float(old)) => ValueRange::Float(FloatRange {
                lo: if now.lo < old.lo { f64::NEG_INFINITY } else { now.lo },
                hi: if now.hi > old.hi { f64::INFINITY } else { now.hi },
                nan: now.nan,
            }),
            (ValueRange::Integer(now), ValueRange::Integer(old)) => {
                let all = Integers::all(bits);
                ValueRange::Integer(Integers {
                    lo: if now.lo < old.lo { all.lo } else { now.lo },
                    hi: if now.hi > old.hi { all.hi } else { now.hi },
                })
            }
            _ => self,
        }
    }
}

impl fmt::Display for ValueRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ValueRange::Float(floats) => {
                write!(f, "[{:?}, {:?}]", floats.lo, floats.hi)?;
                f.write_str(if floats.nan { " or NaN" } else { "" })
            }
            ValueRange::Integer(integers) => write!(f, "[{}, {}]", integers.lo, integers.hi),
            ValueRange::Unknown => f.write_str("anything"),
        }
    }
}
