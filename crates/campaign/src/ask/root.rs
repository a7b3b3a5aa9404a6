//! Roots of polynomials, narrowed down by Sturm's theorem until two doubles enclose them.

use super::answer::SmtTerm;
use rug::{Integer, Rational};

/// Coefficients, the constant first.
type Polynomial = Vec<Rational>;

/// Highest degree that is looked at: solvers write higher ones, but they take long and decide little.
const HIGHEST: usize = 40;

/// Most halvings, and the bits of a root that are enough.
const HALVINGS: usize = 2_000;
const BITS: u32 = 70;

/// z3's `(root-obj p k)`: the k-th real root of a polynomial in x.
pub(super) fn find_numbered(polynomial: &SmtTerm, number: &SmtTerm) -> Option<Rational> {
    let SmtTerm::Word(number) = number else { return None };
    Chain::new(read(polynomial)?)?.root(number.parse().ok()?)
}

/// cvc5's `<p, (a, b)>`: the root of a polynomial in x between two numbers.
pub(super) fn find_between(text: &str) -> Option<Rational> {
    let inner = text.strip_prefix('<')?.strip_suffix('>')?;
    // Terms are in parentheses of their own, but no comma is in them.
    let (polynomial, bracket) = inner.split_once(',')?;
    let (low, _) = bracket.trim().strip_prefix(['(', '['])?.split_once(',')?;
    let chain = Chain::new(written(polynomial)?)?;
    let below = chain.roots_up_to(&fraction(low)?);
    chain.root(below + 1)
}

fn fraction(text: &str) -> Option<Rational> {
    text.trim().parse().ok()
}

/// A polynomial as z3 writes it.
fn read(term: &SmtTerm) -> Option<Polynomial> {
    match term {
        SmtTerm::Word(word) if word == "x" => Some(vec![Rational::new(), Rational::from(1)]),
        SmtTerm::Word(word) => Some(vec![fraction(word.strip_suffix(".0").unwrap_or(word))?]),
        SmtTerm::List(parts) => {
            let [SmtTerm::Word(head), first, rest @ ..] = parts.as_slice() else {
                return None;
            };
            combined(head, read(first)?, rest)
        }
    }
}

fn combined(head: &str, first: Polynomial, rest: &[SmtTerm]) -> Option<Polynomial> {
    let mut operands = rest.iter().map(read);
    match head {
        "+" => operands.try_fold(first, |a, b| Some(sum(a, b?))),
        "*" => operands.try_fold(first, |a, b| product(&a, &b?)),
        "-" if rest.is_empty() => Some(negated(first)),
        "-" => operands.try_fold(first, |a, b| Some(sum(a, negated(b?)))),
        "^" => {
            let [SmtTerm::Word(exponent)] = rest else { return None };
            let exponent: usize = exponent.parse().ok().filter(|&n| n <= HIGHEST)?;
            (0..exponent).try_fold(vec![Rational::from(1)], |a, _| product(&a, &first))
        }
        _ => None,
    }
}

/// A polynomial as cvc5 writes it: `1*x^2 + (-3*x) + (-2)`.
fn written(text: &str) -> Option<Polynomial> {
    text.split(" + ").try_fold(Polynomial::new(), |all, term| {
        let term = term.trim().trim_matches(['(', ')']);
        let (factor, power) = term.split_once("*x").unwrap_or((term, "^0"));
        let degree: usize = match power.strip_prefix('^') {
            Some(degree) => degree.parse().ok().filter(|&n| n <= HIGHEST)?,
            None if power.is_empty() => 1,
            None => return None,
        };
        let mut monomial = vec![Rational::new(); degree];
        monomial.push(fraction(factor)?);
        Some(sum(all, monomial))
    })
}

fn sum(mut a: Polynomial, b: Polynomial) -> Polynomial {
    a.resize(a.len().max(b.len()), Rational::new());
    a.iter_mut().zip(b).for_each(|(a, b)| *a += b);
    a
}

fn product(a: &Polynomial, b: &Polynomial) -> Option<Polynomial> {
    if a.len() + b.len() > HIGHEST + 2 {
        return None;
    }
    let mut all = vec![Rational::new(); a.len() + b.len() - 1];
    for (i, a) in a.iter().enumerate() {
        b.iter()
            .enumerate()
            .for_each(|(j, b)| all[i + j] += Rational::from(a * b));
    }
    Some(all)
}

fn negated(a: Polynomial) -> Polynomial {
    a.into_iter().map(|c| -c).collect()
}

/// Without leading zeros, and with a leading coefficient of 1 or −1; none for 0.
fn normal(mut a: Polynomial) -> Option<Polynomial> {
    while a.last().is_some_and(Rational::is_zero) {
        a.pop();
    }
    let size = a.last()?.clone().abs();
    a.iter_mut().for_each(|c| *c /= &size);
    Some(a)
}

fn derivative(a: &Polynomial) -> Polynomial {
    let degrees = a.iter().enumerate().skip(1);
    degrees.map(|(n, c)| Rational::from(c * Integer::from(n))).collect()
}

/// What is left of `a` after division by `b`, which is not 0.
fn remainder(mut a: Polynomial, b: &Polynomial) -> Polynomial {
    let degree = b.len() - 1;
    while a.len() > degree {
        let factor = a.pop().expect("invariant: longer than b") / &b[degree];
        let shift = a.len() - degree;
        for (a, b) in a[shift..].iter_mut().zip(b) {
            *a -= Rational::from(&factor * b);
        }
    }
    a
}

fn at(a: &Polynomial, x: &Rational) -> Rational {
    a.iter().rev().fold(Rational::new(), |sum, c| sum * x + c)
}

/// Sturm's chain of a polynomial.
struct Chain(Vec<Polynomial>);

impl Chain {
    /// None for constants.
    fn new(polynomial: Polynomial) -> Option<Chain> {
        let first = normal(polynomial)?;
        let mut chain = vec![normal(derivative(&first))?];
        chain.insert(0, first);
        while let [.., a, b] = chain.as_slice() {
            match normal(negated(remainder(a.clone(), b))) {
                Some(next) => chain.push(next),
                None => break,
            }
        }
        Some(Chain(chain))
    }

    /// How often the signs of the chain change at a point.
    fn changes(&self, x: &Rational) -> usize {
        let signs = self.0.iter().map(|p| at(p, x).cmp0()).filter(|sign| sign.is_ne());
        let signs: Vec<_> = signs.collect();
        signs.windows(2).filter(|pair| pair[0] != pair[1]).count()
    }

    /// No root is larger in magnitude: 1 + the largest coefficient, where the leading one is ±1.
    fn bound(&self) -> Rational {
        let sizes = self.0[0].iter().map(|c| c.clone().abs());
        sizes.max().unwrap_or_default() + 1
    }

    /// How many different roots are at most `x`.
    fn roots_up_to(&self, x: &Rational) -> usize {
        self.changes(&-self.bound()).saturating_sub(self.changes(x))
    }

    /// The root with this number, counted from 1 upward.
    fn root(&self, number: usize) -> Option<Rational> {
        let (mut low, mut high) = (-self.bound(), self.bound());
        if number == 0 || self.roots_up_to(&high) < number {
            return None;
        }
        for _ in 0..HALVINGS {
            let middle = Rational::from(&low + &high) / 2u32;
            let width = Rational::from(&high - &low);
            if Rational::from(&width << BITS) <= *middle.as_abs() {
                return Some(middle);
            }
            if self.roots_up_to(&middle) >= number {
                high = middle;
            } else {
                low = middle;
            }
        }
        // What is left after this many halvings is 0, or nearer to it than any double.
        Some(Rational::new())
    }
}
