//! What a subject answered, without the texts of an observation.

use crate::number::{NumberCell, PassedType};
use suite::Observed;

/// What a subject did on one input. Those who make millions of calls look at numbers alone; the texts of an observation,
/// which take longer than a call, are made of the few that are kept.
#[derive(Clone, Debug, PartialEq)]
pub enum Sight {
    /// It answered with a float or a double, be it infinite or NaN.
    Number {
        /// The answer.
        value: f64,
        /// Its bytes as they came.
        cell: NumberCell,
        /// Its type.
        kind: PassedType,
    },
    /// Anything else.
    Other(Observed),
}

impl Sight {
    /// A float or a double of these bytes.
    pub(crate) fn number(kind: PassedType, cell: &NumberCell) -> Sight {
        let low = u64::from_le_bytes(cell[..8].try_into().expect("invariant: a cell has 16 bytes"));
        let value = match kind {
            PassedType::Float => f64::from(f32::from_bits(low as u32)),
            _ => f64::from_bits(low),
        };
        Sight::Number {
            value,
            cell: *cell,
            kind,
        }
    }

    /// The answer, if it is a number that a double holds.
    pub fn value(&self) -> Option<f64> {
        match self {
            Sight::Number { value, .. } => Some(*value),
            Sight::Other(Observed::Value { hex, upper: None, .. }) => Some(hex.0),
            Sight::Other(_) => None,
        }
    }

    /// With its texts.
    ///
    /// ```
    /// use subject::Subject;
    /// use suite::Observed;
    ///
    /// let mut half = Subject::mock("half", |x| Observed::value(x[0] / 2.0));
    /// let sights = half.sight(&[vec![3.0]]);
    /// assert_eq!((sights[0].value(), sights[0].observed()), (Some(1.5), Observed::value(1.5)));
    /// ```
    pub fn observed(&self) -> Observed {
        match self {
            Sight::Number { cell, kind, .. } => kind.observe(cell, 0, 0),
            Sight::Other(observed) => observed.clone(),
        }
    }
}

impl From<Observed> for Sight {
    fn from(observed: Observed) -> Sight {
        Sight::Other(observed)
    }
}
