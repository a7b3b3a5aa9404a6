//! Quotients of polynomials: the normal form of a rational function of atoms.
//!
//! Two forms n/d and p/q are the same function of their atoms iff n·q = p·d. No greatest common divisor is computed
//! beyond monomials, so equality is tested by that product, not by comparing terms.

use super::poly::{MAX_BITS, Poly, bits, greatest_common};
use rug::Rational;
use rug::ops::Pow;

/// numerator / denominator; the denominator is not the zero polynomial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuotientForm {
    /// Numerator.
    pub num: Poly,
    /// Denominator.
    pub den: Poly,
}

impl QuotientForm {
    /// A constant.
    pub fn constant(value: impl Into<Rational>) -> QuotientForm {
        QuotientForm::polynomial(Poly::constant(value))
    }

    /// An atom.
    pub fn atom(atom: u32) -> QuotientForm {
        QuotientForm::polynomial(Poly::atom(atom))
    }

    /// A polynomial.
    pub fn polynomial(num: Poly) -> QuotientForm {
        QuotientForm { num, den: Poly::one() }
    }

    /// Cancels common powers of atoms and makes the leading coefficient of the denominator 1.
    ///
    /// Cancelling enlarges the set where the quotient has a value and changes none of its values.
    fn tidy(num: Poly, den: Poly) -> QuotientForm {
        let common = greatest_common(&num.content(), &den.content());
        let (num, den) = match (num.is_zero(), common.is_empty()) {
            (true, _) => (num, Poly::one()),
            (_, true) => (num, den),
            _ => (num.divide_monomial(&common), den.divide_monomial(&common)),
        };
        match den.leading().cloned() {
            Some(c) if c != 1 => {
                let inverse = c.recip();
                QuotientForm {
                    num: num.scale(&inverse),
                    den: den.scale(&inverse),
                }
            }
            _ => QuotientForm { num, den },
        }
    }

    /// Sum; `None` when too large.
    pub fn add(&self, other: &QuotientForm) -> Option<QuotientForm> {
        if self.den == other.den {
            return Some(QuotientForm::tidy(self.num.add(&other.num)?, self.den.clone()));
        }
        let (a, b) = (self.num.multiply(&other.den)?, other.num.multiply(&self.den)?);
        Some(QuotientForm::tidy(a.add(&b)?, self.den.multiply(&other.den)?))
    }

    /// Product; `None` when too large.
    pub fn multiply(&self, other: &QuotientForm) -> Option<QuotientForm> {
        Some(QuotientForm::tidy(
            self.num.multiply(&other.num)?,
            self.den.multiply(&other.den)?,
        ))
    }

    /// −1 times this.
    pub fn negate(&self) -> QuotientForm {
        QuotientForm {
            num: self.num.scale(&Rational::from(-1)),
            den: self.den.clone(),
        }
    }

    /// Reciprocal; `None` for zero.
    pub fn reciprocal(&self) -> Option<QuotientForm> {
        (!self.num.is_zero()).then(|| QuotientForm::tidy(self.den.clone(), self.num.clone()))
    }

    /// Integer power; `None` when too large or 0 to a negative power.
    pub fn power(&self, n: i32) -> Option<QuotientForm> {
        if let Some(c) = self.as_constant() {
            let size = u64::from(bits(&c)) * u64::from(n.unsigned_abs());
            let small = size <= u64::from(MAX_BITS) && (n >= 0 || c.cmp0().is_ne());
            return small.then(|| QuotientForm::constant(c.pow(n)));
        }
        let base = if n < 0 { self.reciprocal()? } else { self.clone() };
        let n = n.unsigned_abs();
        Some(QuotientForm::tidy(base.num.power(n)?, base.den.power(n)?))
    }

    /// The value, if there is no atom.
    pub fn as_constant(&self) -> Option<Rational> {
        if self.den.as_constant()? == 1 {
            self.num.as_constant()
        } else {
            None
        }
    }

    /// The atom, if it is nothing else.
    pub fn as_atom(&self) -> Option<u32> {
        let (monomial, coefficient) = self.num.as_term()?;
        let plain = *coefficient == 1 && self.den == Poly::one();
        match monomial.as_slice() {
            &[(atom, 1)] if plain => Some(atom),
            _ => None,
        }
    }

    /// Whether the leading coefficient is negative: a form and its negative differ in this.
    pub fn is_negative(&self) -> bool {
        self.num.leading().is_some_and(|c| c.cmp0().is_lt())
    }
}
