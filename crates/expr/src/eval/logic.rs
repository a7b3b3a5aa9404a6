//! Truth values as enclosures: {0}, {1}, or [0, 1] where neither is proved.

use crate::ast::ComparisonOperator;
use interval::bound::Endpoint;
use interval::{Binary, Definedness, Enclosure, Span};

/// An enclosure with endpoints of some kind.
type EnclosureOf<B> = Enclosure<Span<B>>;

/// The three ranges of a truth value.
pub(super) struct Truths<B> {
    pub yes: Span<B>,
    pub no: Span<B>,
    pub open: Span<B>,
}

impl<B: Endpoint> Truths<B> {
    fn value(&self, truth: Option<bool>, defined: Definedness) -> EnclosureOf<B> {
        let range = match truth {
            _ if defined == Definedness::Nowhere => return Enclosure::nowhere(),
            Some(true) => &self.yes,
            Some(false) => &self.no,
            None => &self.open,
        };
        Enclosure {
            range: range.clone(),
            defined,
        }
    }

    pub(super) fn compare(&self, c: ComparisonOperator, x: &EnclosureOf<B>, y: &EnclosureOf<B>) -> EnclosureOf<B> {
        self.value(order(c, &x.range, &y.range), x.defined.and(y.defined))
    }

    /// y counts only where x holds: where x certainly fails, y may be undefined.
    pub(super) fn and(&self, x: &EnclosureOf<B>, y: &EnclosureOf<B>) -> EnclosureOf<B> {
        self.short_circuit(x, y, false)
    }

    pub(super) fn or(&self, x: &EnclosureOf<B>, y: &EnclosureOf<B>) -> EnclosureOf<B> {
        self.short_circuit(x, y, true)
    }

    /// `deciding` in x makes y irrelevant.
    fn short_circuit(&self, x: &EnclosureOf<B>, y: &EnclosureOf<B>, deciding: bool) -> EnclosureOf<B> {
        match truth(&x.range) {
            Some(t) if t == deciding => x.clone(),
            Some(_) => self.value(truth(&y.range), x.defined.and(y.defined)),
            None => {
                let both = truth(&y.range).filter(|&t| t == deciding);
                self.value(both, x.defined.and(in_part(y.defined)))
            }
        }
    }

    pub(super) fn not(&self, x: &EnclosureOf<B>) -> EnclosureOf<B> {
        self.value(truth(&x.range).map(|t| !t), x.defined)
    }
}

/// An operand that is used in a part of the box only: undefined there is undefined somewhere, at most.
fn in_part(defined: Definedness) -> Definedness {
    defined.min(Definedness::Partly)
}

/// What is proved of a truth value; nothing of an empty range.
fn truth<B: Endpoint>(range: &Span<B>) -> Option<bool> {
    match (range.is_empty(), range.is_zero(), range.contains_zero()) {
        (true, ..) => None,
        (_, true, _) => Some(false),
        (_, _, false) => Some(true),
        _ => None,
    }
}

fn order<B: Endpoint>(c: ComparisonOperator, x: &Span<B>, y: &Span<B>) -> Option<bool> {
    let (yes, no) = match c {
        ComparisonOperator::Less => (x.certainly_lt(y), x.certainly_ge(y)),
        ComparisonOperator::LessEqual => (x.certainly_le(y), x.certainly_gt(y)),
        ComparisonOperator::Greater => (x.certainly_gt(y), x.certainly_le(y)),
        ComparisonOperator::GreaterEqual => (x.certainly_ge(y), x.certainly_lt(y)),
        ComparisonOperator::Equal => (x.certainly_eq(y), x.certainly_ne(y)),
        ComparisonOperator::NotEqual => (x.certainly_ne(y), x.certainly_eq(y)),
    };
    match (yes, no) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ => None,
    }
}

/// The branch that is taken, or the hull where that is open.
pub(super) fn select<B: Endpoint>(c: &EnclosureOf<B>, x: &EnclosureOf<B>, y: &EnclosureOf<B>) -> EnclosureOf<B> {
    let joined = match (c.defined, truth(&c.range)) {
        (Definedness::Nowhere, _) => return Enclosure::nowhere(),
        (_, Some(true)) => x.clone(),
        (_, Some(false)) => y.clone(),
        (_, None) => Enclosure {
            range: x.range.hull(&y.range),
            defined: either(x.defined, y.defined),
        },
    };
    Enclosure {
        defined: joined.defined.and(c.defined),
        range: joined.range,
    }
}

/// x − x = 0 and x/x = 1 wherever they are defined; `None` for other functions.
pub(super) fn cancelled<B: Endpoint>(
    f: Binary,
    result: EnclosureOf<B>,
    x: &EnclosureOf<B>,
    (zero, one): (&Span<B>, &Span<B>),
) -> EnclosureOf<B> {
    let range = match f {
        _ if result.defined == Definedness::Nowhere || x.defined == Definedness::Nowhere => {
            return Enclosure::nowhere();
        }
        Binary::Sub | Binary::Fdim => zero,
        Binary::Div => one,
        _ => return result,
    };
    Enclosure {
        range: range.clone(),
        defined: result.defined,
    }
}

/// Defined where one of two is, and it is not known which.
fn either(x: Definedness, y: Definedness) -> Definedness {
    if x == y { x } else { Definedness::Partly }
}
