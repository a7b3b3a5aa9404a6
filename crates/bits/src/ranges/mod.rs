//! Refutation by ranges: what values can each term have at most, and is there a term that can have none?
//!
//! Where a search through bits is hopeless, such as products of doubles, ranges often suffice: from x > 2 follows x·x ≥ 4,
//! whatever is rounded. Each term of the conditions has a set of values that holds all it can have: two spans of patterns and
//! whether NaN is among them. Ranges of arguments give the range of a result and the other way round, until nothing
//! changes; a box in which no term lost all its values is cut in two, and both parts are looked at.
//!
//! - `value`: what is known of a term; `cone`: the terms in a row;
//! - `words`, `floats`: from arguments to results, with `corner` for the ends; `forward` calls them;
//! - `backward`, `inverse`: from results to arguments;
//! - `propagate`: both until nothing changes; `split`: cuts.

mod backward;
mod cone;
mod corner;
mod floats;
mod forward;
mod inverse;
mod propagate;
mod split;
#[cfg(test)]
mod tests;
mod value;
mod words;

use crate::format::FloatFormat;
use crate::operation::BitSort;
use crate::pool::{Term, TermPool};
use crate::word::BitWord;
use cone::Cone;
use floats::parts;
use propagate::{Narrowed, Propagator};
use split::{Cuts, choose};
use std::fmt;
use value::{Shape, Value, from_number_keys, infinity, key, number_key};

/// What is known of a term from outside, such as the range of an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenRange {
    /// The term, a word.
    pub term: Term,
    /// Where its values lie.
    pub range: TermRange,
}

/// Values that a word may have. A range that does not fit the term, in width or because an end is NaN, says nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TermRange {
    /// From `low` to `high` as unsigned numbers, both included.
    Unsigned {
        /// The least.
        low: BitWord,
        /// The greatest.
        high: BitWord,
    },
    /// From `low` to `high` as signed numbers, both included.
    Signed {
        /// The least.
        low: BitWord,
        /// The greatest.
        high: BitWord,
    },
    /// From `low` to `high` as floats, both included; a zero at an end stands for both zeros.
    Float {
        /// How the word is read.
        format: FloatFormat,
        /// The least.
        low: BitWord,
        /// The greatest.
        high: BitWord,
        /// Whether the term may be NaN as well.
        nan: bool,
    },
}

impl TermRange {
    /// Doubles of the machine, without NaN.
    pub fn of_f64(low: f64, high: f64) -> TermRange {
        TermRange::Float {
            format: FloatFormat::BINARY64,
            low: BitWord::from_f64(low),
            high: BitWord::from_f64(high),
            nan: false,
        }
    }

    /// Floats of the machine, without NaN.
    pub fn of_f32(low: f32, high: f32) -> TermRange {
        TermRange::Float {
            format: FloatFormat::BINARY32,
            low: BitWord::from_f32(low),
            high: BitWord::from_f32(high),
            nan: false,
        }
    }

    /// The values for a term of a shape; none known if the range does not fit.
    fn values(&self, shape: Shape) -> Option<Value> {
        let bare = Shape::bare(shape.width);
        let is_fit = |word: &BitWord| word.width() == shape.width && !shape.is_wide();
        match self {
            TermRange::Unsigned { low, high } if is_fit(low) && is_fit(high) => {
                let value = Value::from_unsigned(bare, low.to_u128()?, high.to_u128()?);
                Some(value.reshaped(bare, shape))
            }
            TermRange::Signed { low, high } if is_fit(low) && is_fit(high) => {
                let value = Value::from_signed(bare, low.signed().to_i128()?, high.signed().to_i128()?);
                Some(value.reshaped(bare, shape))
            }
            TermRange::Float { format, low, high, nan }
                if is_fit(low) && is_fit(high) && format.width() == shape.width =>
            {
                let (low, high) = (number(*format, low)?, number(*format, high)?);
                let numbers = from_number_keys(low, high);
                let value = Value { nan: *nan, ..numbers };
                Some(value.reshaped(Shape::float(*format), shape))
            }
            _ => None,
        }
    }
}

/// The place of a float in the order of numbers, if it is one.
fn number(format: FloatFormat, word: &BitWord) -> Option<i128> {
    let (sign, m) = parts(format, word.to_u128()?);
    (m <= infinity(format)).then(|| number_key(key(sign, m)))
}

/// How much may be spent. All of it is counted, so that answers are the same on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RangeBudget {
    /// The greatest number of boxes that are looked at; one is enough where nothing needs to be cut.
    pub boxes: u64,
    /// The greatest number of steps: one is a term narrowed once, in one direction.
    pub steps: u64,
}

/// What ranges say about conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RangeAnswer {
    /// The conditions hold together for no values within the given ranges.
    Refuted {
        /// How many boxes it took.
        boxes: u64,
    },
    /// Nothing is known.
    Unknown(RangeUnknownReason),
}

/// Why ranges say nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RangeUnknownReason {
    /// As many boxes were looked at as the budget allows.
    BoxesUsedUp,
    /// As many steps were taken as the budget allows.
    StepsUsedUp,
    /// There is a box that is not refuted, and in which nothing is left to cut that matters: often the conditions hold there.
    NothingToSplit,
    /// A box was cut out of another more often than is worth while.
    TooDeep,
}

impl fmt::Display for RangeUnknownReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RangeUnknownReason::BoxesUsedUp => "the boxes of the budget are used up",
            RangeUnknownReason::StepsUsedUp => "the steps of the budget are used up",
            RangeUnknownReason::NothingToSplit => "a box that is left cannot be cut any more",
            RangeUnknownReason::TooDeep => "a box was cut too often",
        })
    }
}

/// Whether ranges show that conditions, truth values of the pool that are to be true together, hold for no values.
///
/// A condition that is a word is left out, which is never wrong.
pub fn refute_by_ranges(
    pool: &TermPool,
    conditions: &[Term],
    given: &[GivenRange],
    budget: RangeBudget,
) -> RangeAnswer {
    let is_truth = |term: &Term| pool.sort(*term) == BitSort::Bool;
    let conditions: Vec<Term> = conditions.iter().copied().filter(is_truth).collect();
    let terms: Vec<Term> = conditions
        .iter()
        .copied()
        .chain(given.iter().map(|given| given.term))
        .collect();
    let cone = Cone::new(pool, &terms);
    let mut search = Search {
        cone: &cone,
        roots: conditions.iter().filter_map(|term| cone.place(*term)).collect(),
        ranged: given.iter().filter_map(|given| cone.place(given.term)).collect(),
        propagator: Propagator::new(&cone, budget.steps),
        boxes: 0,
    };
    let first = search.first(given);
    search.run(first, budget.boxes)
}

/// The most cuts between the first box and another.
const DEPTH: u32 = 200;

/// Boxes that are to be looked at, the youngest first.
struct Search<'c, 'p> {
    cone: &'c Cone<'p>,
    roots: Vec<usize>,
    ranged: Vec<usize>,
    propagator: Propagator<'c, 'p>,
    boxes: u64,
}

/// Values of all terms, and the place that was cut last.
struct Pending {
    values: Vec<Value>,
    cuts: Cuts,
    last: Option<usize>,
}

impl Search<'_, '_> {
    /// The conditions are true, the given terms within their ranges, and of everything else nothing is known.
    fn first(&self, given: &[GivenRange]) -> Pending {
        let mut values: Vec<Value> = self.cone.nodes.iter().map(|node| Value::top(node.shape)).collect();
        for root in &self.roots {
            values[*root] = Value::truth(true, false);
        }
        for given in given {
            if let Some(place) = self.cone.place(given.term) {
                let range = given.range.values(self.cone.shape(place));
                values[place] = range.map_or(values[place], |range| values[place].meet(range));
            }
        }
        let counts = vec![0; values.len()];
        Pending {
            values,
            cuts: Cuts { depth: 0, counts },
            last: None,
        }
    }

    fn run(&mut self, first: Pending, most: u64) -> RangeAnswer {
        let mut pending = vec![first];
        while let Some(next) = pending.pop() {
            if self.boxes >= most {
                return RangeAnswer::Unknown(RangeUnknownReason::BoxesUsedUp);
            }
            self.boxes += 1;
            match self.look_at(next) {
                Ok(parts) => pending.extend(parts),
                Err(reason) => return RangeAnswer::Unknown(reason),
            }
        }
        RangeAnswer::Refuted { boxes: self.boxes }
    }

    /// Narrows a box, and gives its parts if there is something left of it.
    fn look_at(&mut self, mut next: Pending) -> Result<Vec<Pending>, RangeUnknownReason> {
        match next.last {
            Some(place) => self.propagator.touch(place),
            None => self.propagator.touch_all(),
        }
        if next.values.iter().any(|value| value.is_empty()) {
            return Ok(Vec::new());
        }
        match self.propagator.run(&mut next.values) {
            Narrowed::Empty => return Ok(Vec::new()),
            Narrowed::StepsUsedUp => return Err(RangeUnknownReason::StepsUsedUp),
            Narrowed::Some => {}
        }
        if next.cuts.depth >= DEPTH {
            return Err(RangeUnknownReason::TooDeep);
        }
        self.parts(next)
    }

    fn parts(&self, next: Pending) -> Result<Vec<Pending>, RangeUnknownReason> {
        let split = choose(self.cone, &next.values, &self.roots, &self.ranged, &next.cuts);
        let split = split.ok_or(RangeUnknownReason::NothingToSplit)?;
        let part = |value: Value| {
            let (mut values, mut cuts) = (next.values.clone(), next.cuts.clone());
            values[split.place] = value;
            cuts.depth += 1;
            cuts.counts[split.place] = cuts.counts[split.place].saturating_add(1);
            Pending {
                values,
                cuts,
                last: Some(split.place),
            }
        };
        Ok(split.parts.map(part).into())
    }
}
