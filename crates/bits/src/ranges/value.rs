//! What a box knows of a term: the magnitudes that it may have with either sign, and whether it may be NaN.
//!
//! A word of n bits is its highest bit, the sign, and a magnitude m < 2^(n−1) below it. With the sign clear, the unsigned
//! number, the signed number and the float all grow with m; with the sign set, the first two grow and the float falls. So
//! one pair of spans of magnitudes carries all three orders at once, and nothing has to be exchanged between them.
//! A truth value is a word of one bit: false has the sign clear, true has it set, and m is 0.

use crate::format::FloatFormat;
use crate::word::BitWord;

/// Magnitudes from `low` to `high`, both included; none if `low` is above `high`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    pub low: u128,
    pub high: u128,
}

impl Span {
    pub const EMPTY: Span = Span { low: 1, high: 0 };

    /// There is one way of writing the empty span.
    pub fn new(low: u128, high: u128) -> Span {
        if low <= high { Span { low, high } } else { Span::EMPTY }
    }

    pub fn point(m: u128) -> Span {
        Span { low: m, high: m }
    }

    pub fn is_empty(self) -> bool {
        self.low > self.high
    }

    pub fn is_point(self) -> bool {
        self.low == self.high
    }

    pub fn contains(self, m: u128) -> bool {
        self.low <= m && m <= self.high
    }

    pub fn is_within(self, other: Span) -> bool {
        self.is_empty() || (other.low <= self.low && self.high <= other.high)
    }

    pub fn meet(self, other: Span) -> Span {
        Span::new(self.low.max(other.low), self.high.min(other.high))
    }

    pub fn hull(self, other: Span) -> Span {
        match (self.is_empty(), other.is_empty()) {
            (true, _) => other,
            (_, true) => self,
            _ => Span::new(self.low.min(other.low), self.high.max(other.high)),
        }
    }

    /// The span without a magnitude, if that is one of its ends.
    pub fn without(self, m: u128) -> Span {
        match (self.low == m, self.high == m) {
            _ if self.is_empty() => self,
            (true, true) => Span::EMPTY,
            (true, false) => Span::new(m + 1, self.high),
            (false, true) => Span::new(self.low, m - 1),
            _ => self,
        }
    }
}

/// The width of a term, and the format in which its value tells NaN apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    pub width: u32,
    pub format: Option<FloatFormat>,
}

impl Shape {
    pub fn bare(width: u32) -> Shape {
        Shape { width, format: None }
    }

    pub fn float(format: FloatFormat) -> Shape {
        Shape {
            width: format.width(),
            format: Some(format),
        }
    }

    /// Of wider words nothing is ever known.
    pub fn is_wide(self) -> bool {
        self.width > 128
    }

    /// 2^(n−1), the weight of the sign.
    pub fn half(self) -> u128 {
        1 << (self.width - 1)
    }

    /// The greatest magnitude of a pattern.
    pub fn most(self) -> u128 {
        self.half() - 1
    }
}

/// The magnitude of infinity; those above it are NaN.
pub fn infinity(format: FloatFormat) -> u128 {
    ((1u128 << format.exponent) - 1) << format.fraction()
}

/// The values that a term may have. Where the shape has a format, the spans are of numbers, and `nan` stands for all NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    pub plus: Span,
    pub minus: Span,
    pub nan: bool,
}

impl Value {
    pub const EMPTY: Value = Value {
        plus: Span::EMPTY,
        minus: Span::EMPTY,
        nan: false,
    };

    /// No NaN.
    pub fn of(plus: Span, minus: Span) -> Value {
        Value {
            plus,
            minus,
            nan: false,
        }
    }

    /// All values of a shape.
    pub fn top(shape: Shape) -> Value {
        let most = match shape.format {
            _ if shape.is_wide() => u128::MAX,
            Some(format) => infinity(format),
            None => shape.most(),
        };
        let all = Span::new(0, most);
        Value {
            nan: shape.format.is_some(),
            ..Value::of(all, all)
        }
    }

    pub fn truth(may_be_true: bool, may_be_false: bool) -> Value {
        let span = |may: bool| if may { Span::point(0) } else { Span::EMPTY };
        Value::of(span(may_be_false), span(may_be_true))
    }

    /// The truth value, if it is known.
    pub fn decided(self) -> Option<bool> {
        match (self.minus.is_empty(), self.plus.is_empty()) {
            (false, true) => Some(true),
            (true, false) => Some(false),
            _ => None,
        }
    }

    /// One pattern.
    pub fn point(shape: Shape, pattern: u128) -> Value {
        Value::from_unsigned(Shape::bare(shape.width), pattern, pattern).reshaped(Shape::bare(shape.width), shape)
    }

    /// A word, if it is not too wide.
    pub fn word(shape: Shape, word: &BitWord) -> Value {
        match word.to_u128() {
            Some(pattern) if !shape.is_wide() => Value::point(shape, pattern),
            _ => Value::top(shape),
        }
    }

    pub fn is_empty(self) -> bool {
        self.has_no_number() && !self.nan
    }

    pub fn has_no_number(self) -> bool {
        self.plus.is_empty() && self.minus.is_empty()
    }

    /// The one pattern that there is.
    pub fn pattern(self, shape: Shape) -> Option<u128> {
        match (self.nan, self.plus.is_empty(), self.minus.is_empty()) {
            (false, false, true) if self.plus.is_point() => Some(self.plus.low),
            (false, true, false) if self.minus.is_point() => Some(self.minus.low + shape.half()),
            _ => None,
        }
    }

    pub fn meet(self, other: Value) -> Value {
        Value {
            plus: self.plus.meet(other.plus),
            minus: self.minus.meet(other.minus),
            nan: self.nan && other.nan,
        }
    }

    pub fn hull(self, other: Value) -> Value {
        Value {
            plus: self.plus.hull(other.plus),
            minus: self.minus.hull(other.minus),
            nan: self.nan || other.nan,
        }
    }

    pub fn numbers(self) -> Value {
        Value { nan: false, ..self }
    }

    /// The span of a sign, which is true for the sign that is set.
    pub fn half(self, sign: bool) -> Span {
        if sign { self.minus } else { self.plus }
    }

    pub fn of_half(sign: bool, span: Span) -> Value {
        if sign {
            Value::of(Span::EMPTY, span)
        } else {
            Value::of(span, Span::EMPTY)
        }
    }

    /// Both signs with all their magnitudes within a span.
    pub fn within(self, span: Span) -> Value {
        Value {
            plus: self.plus.meet(span),
            minus: self.minus.meet(span),
            nan: self.nan,
        }
    }

    pub fn has_magnitude(self, m: u128) -> bool {
        self.plus.contains(m) || self.minus.contains(m)
    }

    /// The same for another shape of the same width: what may be NaN there, or what NaN here is as a word.
    pub fn reshaped(self, from: Shape, to: Shape) -> Value {
        if from.format == to.format || from.is_wide() {
            return self;
        }
        let bare = match from.format {
            Some(format) if self.nan => {
                let nan = Span::new(infinity(format) + 1, from.most());
                Value::of(self.plus.hull(nan), self.minus.hull(nan))
            }
            _ => self.numbers(),
        };
        match to.format {
            Some(format) => bare.in_format(infinity(format)),
            None => bare,
        }
    }

    fn in_format(self, infinity: u128) -> Value {
        let is_beyond = |span: Span| !span.is_empty() && span.high > infinity;
        Value {
            nan: is_beyond(self.plus) || is_beyond(self.minus),
            ..self.within(Span::new(0, infinity))
        }
    }

    /// The least and greatest unsigned number of a bare value.
    pub fn unsigned(self, shape: Shape) -> Option<(u128, u128)> {
        let (plus, minus, half) = (self.plus, self.minus, shape.half());
        match (plus.is_empty(), minus.is_empty()) {
            (true, true) => None,
            (false, true) => Some((plus.low, plus.high)),
            (true, false) => Some((minus.low + half, minus.high + half)),
            _ => Some((plus.low, minus.high + half)),
        }
    }

    /// The least and greatest signed number of a bare value. m − 2^(n−1) is right in two's complement of 128 bits.
    pub fn signed(self, shape: Shape) -> Option<(i128, i128)> {
        let (plus, minus) = (self.plus, self.minus);
        let below = |m: u128| m.wrapping_sub(shape.half()) as i128;
        match (plus.is_empty(), minus.is_empty()) {
            (true, true) => None,
            (false, true) => Some((plus.low as i128, plus.high as i128)),
            (true, false) => Some((below(minus.low), below(minus.high))),
            _ => Some((below(minus.low), plus.high as i128)),
        }
    }

    /// The bare value of unsigned numbers, which must be of the width.
    pub fn from_unsigned(shape: Shape, low: u128, high: u128) -> Value {
        let (half, most) = (shape.half(), shape.most());
        let plus = Span::new(low, high.min(most));
        let minus = match high >= half {
            true => Span::new(low.max(half) - half, high - half),
            false => Span::EMPTY,
        };
        Value::of(plus, minus)
    }

    /// The bare value of signed numbers, which must be of the width.
    pub fn from_signed(shape: Shape, low: i128, high: i128) -> Value {
        let above = |v: i128| (v as u128).wrapping_add(shape.half());
        let plus = match high >= 0 {
            true => Span::new(low.max(0) as u128, high as u128),
            false => Span::EMPTY,
        };
        let minus = match low < 0 {
            true => Span::new(above(low), above(high.min(-1))),
            false => Span::EMPTY,
        };
        Value::of(plus, minus)
    }

    /// The least and greatest number in the order of floats: see [`key`].
    pub fn keys(self) -> Option<(i128, i128)> {
        let (plus, minus) = (self.plus, self.minus);
        match (plus.is_empty(), minus.is_empty()) {
            (true, true) => None,
            (false, true) => Some((key(false, plus.low), key(false, plus.high))),
            (true, false) => Some((key(true, minus.high), key(true, minus.low))),
            _ => Some((key(true, minus.high), key(false, plus.high))),
        }
    }

    pub fn from_keys(low: i128, high: i128) -> Value {
        let plus = match high >= 0 {
            true => Span::new(low.max(0) as u128, high as u128),
            false => Span::EMPTY,
        };
        let minus = match low < 0 {
            true => Span::new((-1 - high.min(-1)) as u128, (-1 - low) as u128),
            false => Span::EMPTY,
        };
        Value::of(plus, minus)
    }
}

/// The place of a float in the order −∞ … −0, +0 … +∞, in which the zeros are neighbours: m with the sign clear, and
/// −1 − m with it set.
pub fn key(sign: bool, m: u128) -> i128 {
    if sign { -1 - (m as i128) } else { m as i128 }
}

/// The place in the order of numbers, in which the zeros are one.
pub fn number_key(key: i128) -> i128 {
    if key < 0 { key + 1 } else { key }
}

/// The floats from one place to another in the order of numbers, both zeros wherever there is one.
pub fn from_number_keys(low: i128, high: i128) -> Value {
    // A negative number −m has place −1 − m; zero begins with −0 at −1 and ends with +0 at 0.
    let low = if low <= 0 { low - 1 } else { low };
    let high = if high < 0 { high - 1 } else { high };
    if low <= high {
        Value::from_keys(low, high)
    } else {
        Value::EMPTY
    }
}
