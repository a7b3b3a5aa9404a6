//! A walk over the syntax tree that computes its value, over any kind of numbers.
//!
//! This is all that a formula means here: names are looked up, `let`s bind, conditions choose, loops run.
//! Annotations and casts change nothing: a caller who wants rounding brings numbers that round.
//! Every number carries a mark that says how it came about (`marks`), so that x − x is 0 however x is written.

use super::marks::{Marks, NumberMark, NumberOrigin};
use expr::ast::{ComparisonOperator, Expr, ExprKind};
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
    fn compare(&self, c: ComparisonOperator, x: &Self::Value, y: &Self::Value) -> PossibleTruth;
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
pub(super) struct PossibleTruth {
    /// It may hold.
    pub(super) yes: bool,
    /// It may fail.
    pub(super) no: bool,
    /// It may have no value.
    pub(super) undefined: bool,
}

impl PossibleTruth {
    /// Known to be without a value.
    pub(super) const UNDEFINED: PossibleTruth = PossibleTruth {
        yes: false,
        no: false,
        undefined: true,
    };
    /// Nothing is known.
    pub(super) const OPEN: PossibleTruth = PossibleTruth {
        yes: true,
        no: true,
        undefined: true,
    };

    /// Known.
    pub(super) fn known(b: bool) -> PossibleTruth {
        PossibleTruth {
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
    fn and(self, other: PossibleTruth) -> PossibleTruth {
        PossibleTruth {
            yes: self.yes && other.yes,
            no: self.no || (self.yes && other.no),
            undefined: self.undefined || (self.yes && other.undefined),
        }
    }

    fn not(self) -> PossibleTruth {
        PossibleTruth {
            yes: self.no,
            no: self.yes,
            ..self
        }
    }

    fn join(self, other: PossibleTruth) -> PossibleTruth {
        PossibleTruth {
            yes: self.yes || other.yes,
            no: self.no || other.no,
            undefined: self.undefined || other.undefined,
        }
    }
}

/// Why a walk ended without a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum WalkStop {
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

impl fmt::Display for WalkStop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WalkStop::Unsupported(name) => write!(f, "`{name}` cannot be evaluated"),
            WalkStop::Unbound(name) => write!(f, "the name `{name}` is not bound"),
            WalkStop::Type => write!(f, "a number stands where a condition belongs, or the other way round"),
            WalkStop::Loop => write!(f, "it is not known whether a loop goes on"),
            WalkStop::Work => write!(f, "the formula takes too much work"),
        }
    }
}

/// The value of a formula at values of its arguments.
pub(super) fn value<N: Numbers>(numbers: &N, body: &Expr, inputs: &[(&str, N::Value)]) -> Result<N::Value, WalkStop> {
    VerifyWalk::new(numbers, inputs).number(body)
}

/// The truth of a condition at values of its arguments.
pub(super) fn truth<N: Numbers>(
    numbers: &N,
    condition: &Expr,
    inputs: &[(&str, N::Value)],
) -> Result<PossibleTruth, WalkStop> {
    VerifyWalk::new(numbers, inputs).truth(condition)
}

/// What an expression can be.
#[derive(Clone)]
enum WalkItem<V> {
    Number(Marked<V>),
    Truth(PossibleTruth),
}

/// A number and its mark.
#[derive(Clone)]
struct Marked<V> {
    value: V,
    mark: NumberMark,
}

struct VerifyWalk<'a, N: Numbers> {
    numbers: &'a N,
    scope: Vec<(&'a str, WalkItem<N::Value>)>,
    marks: Marks,
    fuel: u64,
}

impl<'a, N: Numbers> VerifyWalk<'a, N> {
    fn new(numbers: &'a N, inputs: &[(&'a str, N::Value)]) -> VerifyWalk<'a, N> {
        let mut marks = Marks::default();
        let mut bind = |(name, value): &(&'a str, N::Value)| {
            let (value, mark) = (value.clone(), marks.fresh());
            (*name, WalkItem::Number(Marked { value, mark }))
        };
        VerifyWalk {
            numbers,
            scope: inputs.iter().map(&mut bind).collect(),
            marks,
            fuel: numbers.fuel(),
        }
    }

    fn number(&mut self, e: &'a Expr) -> Result<N::Value, WalkStop> {
        self.marked(e).map(|number| number.value)
    }

    fn marked(&mut self, e: &'a Expr) -> Result<Marked<N::Value>, WalkStop> {
        match self.item(e)? {
            WalkItem::Number(number) => Ok(number),
            WalkItem::Truth(_) => Err(WalkStop::Type),
        }
    }

    fn truth(&mut self, e: &'a Expr) -> Result<PossibleTruth, WalkStop> {
        match self.item(e)? {
            WalkItem::Truth(t) => Ok(t),
            WalkItem::Number(_) => Err(WalkStop::Type),
        }
    }

    fn item(&mut self, e: &'a Expr) -> Result<WalkItem<N::Value>, WalkStop> {
        self.spend(1)?;
        match &e.kind {
            ExprKind::Variable(name) => self.lookup(name),
            ExprKind::Annotated(_, a) | ExprKind::Cast(a) => self.item(a),
            ExprKind::If(c, a, b) => self.choose(c, a, b),
            ExprKind::Let {
                sequential,
                bindings,
                body,
            } => self.bind(*sequential, bindings, body),
            ExprKind::While {
                sequential,
                condition,
                bindings,
                body,
            } => self.repeat(*sequential, condition, bindings, body),
            ExprKind::Bool(_) | ExprKind::Compare(..) | ExprKind::And(_) | ExprKind::Or(_) | ExprKind::Not(_) => {
                self.condition(e).map(WalkItem::Truth)
            }
            _ => self.operation(e).map(WalkItem::Number),
        }
    }

    fn operation(&mut self, e: &'a Expr) -> Result<Marked<N::Value>, WalkStop> {
        let (value, origin) = match &e.kind {
            ExprKind::Number(n) => (self.numbers.number(&n.value), NumberOrigin::Number(n.value.clone())),
            ExprKind::Constant(c) => (self.numbers.constant(*c), NumberOrigin::Constant(*c)),
            ExprKind::Unary(f, a) => {
                let a = self.marked(a)?;
                self.spend(weight(*f) * self.numbers.cost(&a.value))?;
                (self.numbers.unary(*f, &a.value), NumberOrigin::Unary(*f, a.mark))
            }
            ExprKind::Binary(f, a, b) => self.pair(*f, a, b)?,
            ExprKind::Fma(a, b, c) => {
                let (a, b, c) = (self.marked(a)?, self.marked(b)?, self.marked(c)?);
                let origin = NumberOrigin::fma(a.mark, b.mark, c.mark);
                (self.numbers.fma(&a.value, &b.value, &c.value), origin)
            }
            ExprKind::Unsupported(name, _) => return Err(WalkStop::Unsupported(name.clone())),
            _ => return Err(WalkStop::Type),
        };
        self.spend(self.numbers.cost(&value))?;
        let mark = self.marks.of(origin);
        Ok(Marked { value, mark })
    }

    /// A power with an integer and an operation on twice the same are operations on one operand.
    fn pair(&mut self, f: Binary, a: &'a Expr, b: &'a Expr) -> Result<(N::Value, NumberOrigin), WalkStop> {
        let x = self.marked(a)?;
        let y = self.marked(b)?;
        if let (Binary::Pow, Some(n)) = (f, self.marks.small_integer(y.mark)) {
            return Ok((self.numbers.power(&x.value, n), NumberOrigin::Power(x.mark, n)));
        }
        let origin = NumberOrigin::binary(f, x.mark, y.mark);
        let twice = if a == b || x.mark == y.mark {
            self.numbers.twice(f, &x.value)
        } else {
            None
        };
        let value = twice.unwrap_or_else(|| self.numbers.binary(f, &x.value, &y.value));
        Ok((value, origin))
    }

    fn condition(&mut self, e: &'a Expr) -> Result<PossibleTruth, WalkStop> {
        match &e.kind {
            ExprKind::Bool(b) => Ok(PossibleTruth::known(*b)),
            ExprKind::Not(a) => Ok(self.truth(a)?.not()),
            ExprKind::And(list) => self.all(list, false),
            ExprKind::Or(list) => Ok(self.all(list, true)?.not()),
            ExprKind::Compare(c, list) => self.chain(*c, list),
            _ => Err(WalkStop::Type),
        }
    }

    /// Whether all hold (or, for a disjunction, all fail), from left to right as far as needed.
    fn all(&mut self, list: &'a [Expr], fail: bool) -> Result<PossibleTruth, WalkStop> {
        let mut result = PossibleTruth::known(true);
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
    fn chain(&mut self, c: ComparisonOperator, list: &'a [Expr]) -> Result<PossibleTruth, WalkStop> {
        let values: Vec<N::Value> = list.iter().map(|e| self.number(e)).collect::<Result<_, _>>()?;
        let mut result = PossibleTruth::known(true);
        for (i, x) in values.iter().enumerate() {
            let reach = if c == ComparisonOperator::NotEqual {
                values.len()
            } else {
                1
            };
            for y in values.iter().skip(i + 1).take(reach) {
                self.spend(1)?;
                result = result.and(self.numbers.compare(c, x, y));
            }
        }
        Ok(result)
    }

    fn lookup(&self, name: &str) -> Result<WalkItem<N::Value>, WalkStop> {
        let found = self.scope.iter().rev().find(|(n, _)| *n == name);
        found
            .map(|(_, item)| item.clone())
            .ok_or_else(|| WalkStop::Unbound(name.into()))
    }

    /// Everything that the choice may come to.
    fn choose(&mut self, c: &'a Expr, a: &'a Expr, b: &'a Expr) -> Result<WalkItem<N::Value>, WalkStop> {
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
                Some(WalkItem::Truth(_)) => WalkItem::Truth(PossibleTruth::UNDEFINED),
                _ => WalkItem::Number(Marked {
                    value: self.numbers.undefined(),
                    mark: self.marks.fresh(),
                }),
            };
            result = Some(self.merge(result, nothing)?);
        }
        result.ok_or(WalkStop::Type)
    }

    fn merge(
        &mut self,
        first: Option<WalkItem<N::Value>>,
        second: WalkItem<N::Value>,
    ) -> Result<WalkItem<N::Value>, WalkStop> {
        match (first, second) {
            (None, second) => Ok(second),
            (Some(WalkItem::Number(x)), WalkItem::Number(y)) => Ok(WalkItem::Number(Marked {
                value: self.numbers.join(x.value, y.value),
                mark: if x.mark == y.mark { x.mark } else { self.marks.fresh() },
            })),
            (Some(WalkItem::Truth(x)), WalkItem::Truth(y)) => Ok(WalkItem::Truth(x.join(y))),
            _ => Err(WalkStop::Type),
        }
    }

    fn bind(
        &mut self,
        sequential: bool,
        bindings: &'a [(String, Expr)],
        body: &'a Expr,
    ) -> Result<WalkItem<N::Value>, WalkStop> {
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
    ) -> Result<WalkItem<N::Value>, WalkStop> {
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
                _ => return Err(WalkStop::Loop),
            }
        }
        Err(WalkStop::Work)
    }

    /// Gives names their values.
    fn assign(&mut self, sequential: bool, list: impl Iterator<Item = (&'a str, &'a Expr)>) -> Result<(), WalkStop> {
        match sequential {
            true => self.assign_in_turn(list),
            false => self.assign_at_once(list),
        }
    }

    /// As in `let*`: each value sees the names before it.
    fn assign_in_turn(&mut self, mut list: impl Iterator<Item = (&'a str, &'a Expr)>) -> Result<(), WalkStop> {
        list.try_for_each(|(name, value)| {
            let item = self.item(value)?;
            self.scope.push((name, item));
            Ok(())
        })
    }

    /// As in `let`: no value sees any of the names.
    fn assign_at_once(&mut self, list: impl Iterator<Item = (&'a str, &'a Expr)>) -> Result<(), WalkStop> {
        let items = list.map(|(name, value)| Ok((name, self.item(value)?)));
        let items: Vec<_> = items.collect::<Result<_, WalkStop>>()?;
        self.scope.extend(items);
        Ok(())
    }

    fn spend(&mut self, cost: u64) -> Result<(), WalkStop> {
        self.fuel = self.fuel.checked_sub(cost).ok_or(WalkStop::Work)?;
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
