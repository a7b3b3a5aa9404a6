//! Polynomials over ℚ in numbered atoms, kept sorted: equal polynomials are equal values.

use rug::Rational;
use std::collections::BTreeMap;

/// Most terms of a polynomial; beyond that an operation gives up and the caller treats its operand as a whole.
pub const MAX_TERMS: usize = 1200;

/// Most pairs of terms that one product multiplies.
const MAX_PAIRS: usize = 60_000;

/// Greatest exponent of an atom.
pub const MAX_EXPONENT: u32 = 4096;

/// Most bits of a numerator or denominator of a coefficient.
pub const MAX_BITS: u32 = 8192;

/// A product of powers of atoms: (atom, exponent ≥ 1), sorted by atom.
pub type Monomial = Vec<(u32, u32)>;

/// A polynomial without zero coefficients.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Poly {
    terms: BTreeMap<Monomial, Rational>,
}

impl Poly {
    /// A constant.
    pub fn constant(value: impl Into<Rational>) -> Poly {
        Poly::term(Monomial::new(), value.into())
    }

    /// One.
    pub fn one() -> Poly {
        Poly::constant(1)
    }

    /// An atom.
    pub fn atom(atom: u32) -> Poly {
        Poly::term(vec![(atom, 1)], Rational::from(1))
    }

    /// One term.
    pub fn term(monomial: Monomial, coefficient: Rational) -> Poly {
        let mut poly = Poly::default();
        poly.add_term(monomial, coefficient);
        poly
    }

    /// The terms, sorted by monomial.
    pub fn terms(&self) -> impl Iterator<Item = (&Monomial, &Rational)> {
        self.terms.iter()
    }

    /// Number of terms.
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    /// Whether this is the zero polynomial.
    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// The value, if there is no atom.
    pub fn as_constant(&self) -> Option<Rational> {
        match self.terms.first_key_value() {
            None => Some(Rational::new()),
            Some((m, c)) if m.is_empty() && self.terms.len() == 1 => Some(c.clone()),
            _ => None,
        }
    }

    /// The only term, if there is just one.
    pub fn as_term(&self) -> Option<(&Monomial, &Rational)> {
        if self.terms.len() == 1 {
            self.terms.first_key_value()
        } else {
            None
        }
    }

    /// The coefficient of the greatest monomial.
    pub fn leading(&self) -> Option<&Rational> {
        self.terms.last_key_value().map(|(_, c)| c)
    }

    /// Adds c·m.
    pub fn add_term(&mut self, monomial: Monomial, coefficient: Rational) {
        if coefficient.cmp0().is_eq() {
            return;
        }
        match self.terms.entry(monomial) {
            std::collections::btree_map::Entry::Vacant(place) => {
                place.insert(coefficient);
            }
            std::collections::btree_map::Entry::Occupied(mut place) => {
                *place.get_mut() += coefficient;
                if place.get().cmp0().is_eq() {
                    place.remove();
                }
            }
        }
    }

    /// Sum; `None` when it grows too large.
    pub fn add(&self, other: &Poly) -> Option<Poly> {
        let mut sum = self.clone();
        other.terms.iter().for_each(|(m, c)| sum.add_term(m.clone(), c.clone()));
        sum.sized()
    }

    /// Product; `None` when it grows too large.
    pub fn multiply(&self, other: &Poly) -> Option<Poly> {
        if self.len() * other.len() > MAX_PAIRS {
            return None;
        }
        let mut product = Poly::default();
        for (m, c) in &self.terms {
            for (n, d) in &other.terms {
                if bits(c) + bits(d) > MAX_BITS {
                    return None;
                }
                product.add_term(multiply(m, n)?, Rational::from(c * d));
            }
        }
        product.sized()
    }

    /// Power; `None` when it grows too large.
    pub fn power(&self, n: u32) -> Option<Poly> {
        if n > 512 {
            return None;
        }
        (0..n).try_fold(Poly::one(), |p, _| p.multiply(self))
    }

    /// c times this.
    pub fn scale(&self, c: &Rational) -> Poly {
        let mut scaled = Poly::default();
        self.terms
            .iter()
            .for_each(|(m, d)| scaled.add_term(m.clone(), Rational::from(c * d)));
        scaled
    }

    /// The greatest monomial that divides every term; empty for the zero polynomial.
    pub fn content(&self) -> Monomial {
        let mut all = self.terms.keys();
        let first = all.next().cloned().unwrap_or_default();
        all.fold(first, |common, m| greatest_common(&common, m))
    }

    /// This divided by a monomial that divides every term.
    pub fn divide_monomial(&self, by: &Monomial) -> Poly {
        let terms = self.terms.iter().map(|(m, c)| (divide(m, by), c.clone())).collect();
        Poly { terms }
    }

    fn sized(self) -> Option<Poly> {
        let fits = self.len() <= MAX_TERMS && self.terms.values().all(|c| bits(c) <= MAX_BITS);
        fits.then_some(self)
    }
}

/// Bits of the larger of numerator and denominator.
pub fn bits(c: &Rational) -> u32 {
    c.numer().significant_bits().max(c.denom().significant_bits())
}

/// `None` when an exponent grows too large.
fn multiply(a: &Monomial, b: &Monomial) -> Option<Monomial> {
    let mut product = Vec::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        match a[i].0.cmp(&b[j].0) {
            std::cmp::Ordering::Less => {
                product.push(a[i]);
                i += 1;
            }
            std::cmp::Ordering::Greater => {
                product.push(b[j]);
                j += 1;
            }
            std::cmp::Ordering::Equal => {
                let exponent = a[i].1.checked_add(b[j].1).filter(|e| *e <= MAX_EXPONENT)?;
                product.push((a[i].0, exponent));
                (i, j) = (i + 1, j + 1);
            }
        }
    }
    product.extend_from_slice(&a[i..]);
    product.extend_from_slice(&b[j..]);
    Some(product)
}

/// The greatest monomial that divides both.
pub fn greatest_common(a: &Monomial, b: &Monomial) -> Monomial {
    let exponent = |atom: u32| b.iter().find(|(other, _)| *other == atom).map_or(0, |&(_, e)| e);
    a.iter()
        .map(|&(atom, e)| (atom, e.min(exponent(atom))))
        .filter(|&(_, e)| e > 0)
        .collect()
}

/// a divided by a divisor of it.
fn divide(a: &Monomial, by: &Monomial) -> Monomial {
    let exponent = |atom: u32| by.iter().find(|(other, _)| *other == atom).map_or(0, |&(_, e)| e);
    a.iter()
        .map(|&(atom, e)| (atom, e - exponent(atom)))
        .filter(|&(_, e)| e > 0)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binomial_theorem() {
        let (x, y) = (Poly::atom(0), Poly::atom(1));
        let sum = x.add(&y).unwrap();
        let cube = sum.power(3).unwrap();
        assert_eq!(cube.len(), 4);
        let difference = cube
            .add(&sum.multiply(&sum.power(2).unwrap()).unwrap().scale(&Rational::from(-1)))
            .unwrap();
        assert!(difference.is_zero());
    }

    #[test]
    fn gives_up_instead_of_growing() {
        let many = (0..40).map(Poly::atom).reduce(|a, b| a.add(&b).unwrap()).unwrap();
        assert!(many.power(2).is_some());
        assert!(many.power(9).is_none());
    }

    #[test]
    fn exponents_and_coefficients_do_not_grow_without_end() {
        let x = (0..40).try_fold(Poly::atom(0), |p, _| p.multiply(&p));
        let third = (0..40).try_fold(Poly::constant(Rational::from((1, 3))), |p, _| p.multiply(&p));
        assert_eq!((x, third), (None, None));
    }
}
