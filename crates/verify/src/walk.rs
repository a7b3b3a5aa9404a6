//! A walk over the syntax tree that computes its value, over any kind of numbers.
//!
//! This is all that a formula means here: names are looked up, `let`s bind, conditions choose, loops run.
//! Annotations and casts change nothing: a caller who wants rounding brings numbers that round.
//! Every number carries a mark that says how it came about (`marks`), so that x − x is 0 however x is written.

use super::marks::{Mark, Marks, Origin};
use expr::ast::{Comparison, Expr, Kind};
use interval::{Binary, Constant, Unary};
use rug::Rational;
use std::fmt;

/// Most turns of one loop.
const MAX_TURNS: usize = 20_000;

/// A kind of numbers.
pub(super) trait Numbers {
    /// One of them, or that there is none.
    type Value: Clone;
    /// An exact number.
    fn number(&self, q: &Rational) -> Self::Value;
    /// A named constant.
    fn constant(&self, c: Constant) -> Self::Value;
    /// f(x).
    fn unary(&self, f: Unary, x: &Self::Value) -> Self::Value;
    /// f(x, y).
    fn binary(&self, f: Binary, x: &Self::Value, y: &Self::Value) -> Self::Value;
    /// f(x, x), where more is known of it than of two operands that happen to agree.
    fn twice(&self, f: Binary, x: &Self::Value) -> Option<Self::Value>;
    /// xⁿ.
    fn power(&self, x: &Self::Value, n: i32) -> Self::Value;
    /// x·y + z.
    fn fma(&self, x: &Self::Value, y: &Self::Value, z: &Self::Value) -> Self::Value;
    /// Whether x compares so with y.
    fn compare(&self, c: Comparison, x: &Self::Value, y: &Self::Value) -> Truth;
    /// What is known when it is one of the two.
    fn join(&self, x: Self::Value, y: Self::Value) -> Self::Value;
    /// No value.
    fn undefined(&self) -> Self::Value;
    /// How much work one walk may do.
    fn fuel(&self) -> u64;
    /// How much work the value was.
    fn cost(&self, x: &Self::Value) -> u64;
}

/// What a condition may be at a point: of the three exactly one is so, and what is not marked is ruled out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Truth {
    /// It may hold.
    pub(super) yes: bool,
    /// It may fail.
    pub(super) no: bool,
    /// It may have no value.
    pub(super) undefined: bool,
}

impl Truth {
    /// Known to be without a value.
    pub(super) const UNDEFINED: Truth = Truth {
        yes: false,
        no: false,
        undefined: true,
    };
    /// Nothing is known.
    pub(super) const OPEN: Truth = Truth {
        yes: true,
        no: true,
        undefined: true,
    };

    /// Known.
    pub(super) fn known(b: bool) -> Truth {
        Truth {
            yes: b,
            no: !b,
            undefined: false,
        }
    }

    /// Whether it holds, if that is known. What has no value does not hold.
    pub(super) fn holds(self) -> Option<bool> {
        match (self.yes, self.no || self.undefined) {
            (true, false) => Some(true),
            (false, true) => Some(false),
            _ => None,
        }
    }

    /// `self`, and then `other`.
    fn and(self, other: Truth) -> Truth {
        Truth {
            yes: self.yes && other.yes,
            no: self.no || (self.yes && other.no),
            undefined: self.undefined || (self.yes && other.undefined),
        }
    }

    fn not(self) -> Truth {
        Truth {
            yes: self.no,
            no: self.yes,
            ..self
        }
    }

    fn join(self, other: Truth) -> Truth {
        Truth {
            yes: self.yes || other.yes,
            no: self.no || other.no,
            undefined: self.undefined || other.undefined,
        }
    }
}

/// Why a walk ended without a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// The formula contains something that has no real value.
    Unsupported(String),
    /// A name that stands for nothing.
    Unbound(String),
    /// A number where a condition belongs, or the other way round.
    Type,
    /// It is not known whether a loop goes on.
    Loop,
    /// Too many turns or operations.
    Work,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Unsupported(name) => write!(f, "`{name}` cannot be evaluated"),
            Stop::Unbound(name) => write!(f, "the name `{name}` is not bound"),
            Stop::Type => write!(f, "a number stands where a condition belongs, or the other way round"),
            Stop::Loop => write!(f, "it is not known whether a loop goes on"),
            Stop::Work => write!(f, "the formula takes too much work"),
        }
    }
}

/// The value of a formula at values of its arguments.
pub(super) fn value<N: Numbers>(numbers: &N, body: &Expr, inputs: &[(&str, N::Value)]) -> Result<N::Value, Stop> {
    Walk::new(numbers, inputs).number(body)
}

/// The truth of a condition at values of its arguments.
pub(super) fn truth<N: Numbers>(numbers: &N, condition: &Expr, inputs: &[(&str, N::Value)]) -> Result<Truth, Stop> {
    Walk::new(numbers, inputs).truth(condition)
}

/// What an expression can be.
#[derive(Clone)]
enum Item<V> {
    Number(Marked<V>),
    Truth(Truth),
}

/// A number and its mark.
#[derive(Clone)]
struct Marked<V> {
    value: V,
    mark: Mark,
}

struct Walk<'a, N: Numbers> {
    numbers: &'a N,
    scope: Vec<(&'a str, Item<N::Value>)>,
    marks: Marks,
    fuel: u64,
}

impl<'a, N: Numbers> Walk<'a, N> {
    fn new(numbers: &'a N, inputs: &[(&'a str, N::Value)]) -> Walk<'a, N> {
        let mut marks = Marks::default();
        let mut bind = |(name, value): &(&'a str, N::Value)| {
            let (value, mark) = (value.clone(), marks.fresh());
            (*name, Item::Number(Marked { value, mark }))
        };
        Walk {
            numbers,
            scope: inputs.iter().map(&mut bind).collect(),
            marks,
            fuel: numbers.fuel(),
        }
    }

    fn number(&mut self, e: &'a Expr) -> Result<N::Value, Stop> {
        self.marked(e).map(|number| number.value)
    }

    fn marked(&mut self, e: &'a Expr) -> Result<Marked<N::Value>, Stop> {
        match self.item(e)? {
            Item::Number(number) => Ok(number),
            Item::Truth(_) => Err(Stop::Type),
        }
    }

    fn truth(&mut self, e: &'a Expr) -> Result<Truth, Stop> {
        match self.item(e)? {
            Item::Truth(t) => Ok(t),
            Item::Number(_) => Err(Stop::Type),
        }
    }

    fn item(&mut self, e: &'a Expr) -> Result<Item<N::Value>, Stop> {
        self.spend(1)?;
        match &e.kind {
            Kind::Variable(name) => self.lookup(name),
            Kind::Annotated(_, a) | Kind::Cast(a) => self.item(a),
            Kind::If(c, a, b) => self.choose(c, a, b),
            Kind::Let {
                sequential,
                bindings,
                body,
            } => self.bind(*sequential, bindings, body),
            Kind::While {
                sequential,
                condition,
                bindings,
                body,
            } => self.repeat(*sequential, condition, bindings, body),
            Kind::Bool(_) | Kind::Compare(..) | Kind::And(_) | Kind::Or(_) | Kind::Not(_) => {
                self.condition(e).map(Item::Truth)
            }
            _ => self.operation(e).map(Item::Number),
        }
    }

    fn operation(&mut self, e: &'a Expr) -> Result<Marked<N::Value>, Stop> {
        let (value, origin) = match &e.kind {
            Kind::Number(n) => (self.numbers.number(&n.value), Origin::Number(n.value.clone())),
            Kind::Constant(c) => (self.numbers.constant(*c), Origin::Constant(*c)),
            Kind::Unary(f, a) => {
                let a = self.marked(a)?;
                self.spend(weight(*f) * self.numbers.cost(&a.value))?;
                (self.numbers.unary(*f, &a.value), Origin::Unary(*f, a.mark))
            }
            Kind::Binary(f, a, b) => self.pair(*f, a, b)?,
            Kind::Fma(a, b, c) => {
                let (a, b, c) = (self.marked(a)?, self.marked(b)?, self.marked(c)?);
                let origin = Origin::fma(a.mark, b.mark, c.mark);
                (self.numbers.fma(&a.value, &b.value, &c.value), origin)
            }
            Kind::Unsupported(name, _) => return Err(Stop::Unsupported(name.clone())),
            _ => return Err(Stop::Type),
        };
        self.spend(self.numbers.cost(&value))?;
        let mark = self.marks.of(origin);
        Ok(Marked { value, mark })
    }

    /// A power with an integer and an operation on twice the same are operations on one operand.
    fn pair(&mut self, f: Binary, a: &'a Expr, b: &'a Expr) -> Result<(N::Value, Origin), Stop> {
        let x = self.marked(a)?;
        let y = self.marked(b)?;
        if let (Binary::Pow, Some(n)) = (f, self.marks.small_integer(y.mark)) {
            return Ok((self.numbers.power(&x.value, n), Origin::Power(x.mark, n)));
        }
        let origin = Origin::binary(f, x.mark, y.mark);
        let twice = if a == b || x.mark == y.mark {
            self.numbers.twice(f, &x.value)
        } else {
            None
        };
        let value = twice.unwrap_or_else(|| self.numbers.binary(f, &x.value, &y.value));
        Ok((value, origin))
    }

    fn condition(&mut self, e: &'a Expr) -> Result<Truth, Stop> {
        match &e.kind {
            Kind::Bool(b) => Ok(Truth::known(*b)),
            Kind::Not(a) => Ok(self.truth(a)?.not()),
            Kind::And(list) => self.all(list, false),
            Kind::Or(list) => Ok(self.all(list, true)?.not()),
            Kind::Compare(c, list) => self.chain(*c, list),
            _ => Err(Stop::Type),
        }
    }

    /// Whether all hold (or, for a disjunction, all fail), from left to right as far as needed.
    fn all(&mut self, list: &'a [Expr], fail: bool) -> Result<Truth, Stop> {
        let mut result = Truth::known(true);
        for part in list {
            let truth = self.truth(part)?;
            result = result.and(if fail { truth.not() } else { truth });
            if !result.yes {
                break;
            }
        }
        Ok(result)
    }

    /// Each neighbouring pair compares so; for `!=` every pair.
    fn chain(&mut self, c: Comparison, list: &'a [Expr]) -> Result<Truth, Stop> {
        let values: Vec<N::Value> = list.iter().map(|e| self.number(e)).collect::<Result<_, _>>()?;
        let mut result = Truth::known(true);
        for (i, x) in values.iter().enumerate() {
            let reach = if c == Comparison::NotEqual { values.len() } else { 1 };
            for y in values.iter().skip(i + 1).take(reach) {
                self.spend(1)?;
                result = result.and(self.numbers.compare(c, x, y));
            }
        }
        Ok(result)
    }

    fn lookup(&self, name: &str) -> Result<Item<N::Value>, Stop> {
        let found = self.scope.iter().rev().find(|(n, _)| *n == name);
        found
            .map(|(_, item)| item.clone())
            .ok_or_else(|| Stop::Unbound(name.into()))
    }

    /// Everything that the choice may come to.
    fn choose(&mut self, c: &'a Expr, a: &'a Expr, b: &'a Expr) -> Result<Item<N::Value>, Stop> {
        let truth = self.truth(c)?;
        let mut result = None;
        if truth.yes {
            result = Some(self.item(a)?);
        }
        if truth.no {
            let other = self.item(b)?;
            result = Some(self.merge(result, other)?);
        }
        if truth.undefined {
            let nothing = match result {
                Some(Item::Truth(_)) => Item::Truth(Truth::UNDEFINED),
                _ => Item::Number(Marked {
                    value: self.numbers.undefined(),
                    mark: self.marks.fresh(),
                }),
            };
            result = Some(self.merge(result, nothing)?);
        }
        result.ok_or(Stop::Type)
    }

    fn merge(&mut self, first: Option<Item<N::Value>>, second: Item<N::Value>) -> Result<Item<N::Value>, Stop> {
        match (first, second) {
            (None, second) => Ok(second),
            (Some(Item::Number(x)), Item::Number(y)) => Ok(Item::Number(Marked {
                value: self.numbers.join(x.value, y.value),
                mark: if x.mark == y.mark { x.mark } else { self.marks.fresh() },
            })),
            (Some(Item::Truth(x)), Item::Truth(y)) => Ok(Item::Truth(x.join(y))),
            _ => Err(Stop::Type),
        }
    }

    fn bind(
        &mut self,
        sequential: bool,
        bindings: &'a [(String, Expr)],
        body: &'a Expr,
    ) -> Result<Item<N::Value>, Stop> {
        let depth = self.scope.len();
        self.assign(sequential, bindings.iter().map(|(name, value)| (name.as_str(), value)))?;
        let result = self.item(body);
        self.scope.truncate(depth);
        result
    }

    fn repeat(
        &mut self,
        sequential: bool,
        condition: &'a Expr,
        bindings: &'a [(String, Expr, Expr)],
        body: &'a Expr,
    ) -> Result<Item<N::Value>, Stop> {
        let depth = self.scope.len();
        self.assign(
            sequential,
            bindings.iter().map(|(name, first, _)| (name.as_str(), first)),
        )?;
        for _ in 0..MAX_TURNS {
            let truth = self.truth(condition)?;
            match (truth.undefined, truth.holds()) {
                (false, Some(true)) => {
                    let before = self.scope.len();
                    self.assign(sequential, bindings.iter().map(|(name, _, next)| (name.as_str(), next)))?;
                    self.scope.drain(depth..before);
                }
                (false, Some(false)) => {
                    let result = self.item(body);
                    self.scope.truncate(depth);
                    return result;
                }
                _ => return Err(Stop::Loop),
            }
        }
        Err(Stop::Work)
    }

    /// Pushes values under names; a sequential one sees those before it.
    fn assign(&mut self, sequential: bool, list: impl Iterator<Item = (&'a str, &'a Expr)>) -> Result<(), Stop> {
        let mut waiting = Vec::new();
        for (name, value) in list {
            let item = self.item(value)?;
            if sequential {
                self.scope.push((name, item));
            } else {
                waiting.push((name, item));
            }
        }
        self.scope.extend(waiting);
        Ok(())
    }

    fn spend(&mut self, cost: u64) -> Result<(), Stop> {
        self.fuel = self.fuel.checked_sub(cost).ok_or(Stop::Work)?;
        Ok(())
    }
}

/// How much dearer than an addition a function is, roughly.
fn weight(f: Unary) -> u64 {
    match f {
        Unary::Neg | Unary::Fabs | Unary::Ceil | Unary::Floor | Unary::Trunc | Unary::Round | Unary::Nearbyint => 0,
        Unary::Tgamma | Unary::Lgamma => 400,
        Unary::Sqrt | Unary::Cbrt => 1,
        _ => 8,
    }
}
