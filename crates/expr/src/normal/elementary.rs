//! Forms of elementary functions: the identities that join classes.
//!
//! Each rule is true at every point of the domain where its left side is defined; rules that need a sign ask for it.

use super::classes::{AtomKey, Classes};
use super::form::QuotientForm;
use super::obligation::ClassId;
use super::poly::{Monomial, Poly};
use super::rules::{IdentityRule, IdentityRules};
use crate::dag::{Node, NodeId};
use interval::Unary;
use rug::{Integer, Rational};

impl Classes<'_> {
    /// The form of f of a node.
    pub(super) fn unary(&mut self, f: Unary, a: NodeId, rules: &mut IdentityRules) -> Option<QuotientForm> {
        let x = self.form_of(a).clone();
        if let Some(value) = special_value(f, &x) {
            *rules = rules.with(IdentityRule::SpecialValue);
            return Some(value);
        }
        match f {
            Unary::Neg => Some(x.negate()),
            Unary::Fabs => Some(self.absolute(a, rules)),
            Unary::Sqrt => Some(self.root_of_node(a, rules)),
            Unary::Exp => self.exponential(&x, rules),
            _ => {
                if let Some(inner) = self.inverse(f, &x) {
                    *rules = rules.with(IdentityRule::Inverse);
                    return Some(inner);
                }
                let special = match f {
                    Unary::Log => self.logarithm(&x, rules),
                    Unary::Cbrt => self.cube_root(&x, rules),
                    Unary::Tan => self.tangent(&x, rules),
                    Unary::Sin | Unary::Cos => self.double_angle(f, &x, rules),
                    _ => None,
                };
                Some(special.unwrap_or_else(|| self.even_or_odd(f, x, rules)))
            }
        }
    }

    /// |a|, which is a or −a where the sign is known.
    fn absolute(&mut self, a: NodeId, rules: &mut IdentityRules) -> QuotientForm {
        let range = self.known[&a].range.range;
        let x = self.form_of(a).clone();
        if range.lo() >= 0.0 && !range.is_empty() {
            *rules = rules.with(IdentityRule::KnownOnDomain);
            return x;
        }
        if range.hi() <= 0.0 && !range.is_empty() {
            *rules = rules.with(IdentityRule::KnownOnDomain);
            return x.negate();
        }
        self.even_or_odd(Unary::Fabs, x, rules)
    }

    /// sqrt of a node: |b|ᵏ if the node is b²ᵏ.
    fn root_of_node(&mut self, a: NodeId, rules: &mut IdentityRules) -> QuotientForm {
        if let Node::Power(b, n) = self.dag.node(a)
            && n % 2 == 0
            && let Some(form) = self.absolute(b, rules).power(n / 2)
            && n > 0
        {
            *rules = rules.with(IdentityRule::SqrtOfSquare);
            return if (n / 2) % 2 == 0 {
                self.form_of(b).power(n / 2).unwrap_or(form)
            } else {
                form
            };
        }
        let x = self.form_of(a).clone();
        self.root(x, rules)
    }

    /// sqrt(x): of a product of factors that are not negative on the domain, factor by factor; else an atom.
    pub(super) fn root(&mut self, x: QuotientForm, rules: &mut IdentityRules) -> QuotientForm {
        if let Some(c) = x.as_constant().filter(|c| c.cmp0().is_ge()) {
            return self.root_of_number(&c, rules);
        }
        let mut used = *rules;
        match self.root_of_product(&x, &mut used) {
            Some(form) => {
                *rules = used.with(IdentityRule::Product);
                form
            }
            None => self.root_atom(x, rules),
        }
    }

    /// The atom sqrt(x), whose square is x.
    fn root_atom(&mut self, x: QuotientForm, rules: &mut IdentityRules) -> QuotientForm {
        let class = self.class_of(x.clone(), rules);
        self.atom(
            AtomKey::Unary(Unary::Sqrt, class),
            Some((2, x, IdentityRule::SqrtSquared)),
        )
    }

    /// sqrt(c·Πaᵉ) = sqrt(c)·Πsqrt(a)ᵉ for more than one factor, none of them negative anywhere.
    fn root_of_product(&mut self, x: &QuotientForm, rules: &mut IdentityRules) -> Option<QuotientForm> {
        let (c, factors) = self.factors(x, false)?;
        if factors.len() + usize::from(c != 1) < 2 && factors.iter().all(|&(a, e)| e == 1 && !self.is_exponential(a)) {
            return None;
        }
        let mut product = if c == 1 {
            QuotientForm::constant(1)
        } else {
            self.root_of_number(&c, rules)
        };
        for (atom, e) in factors {
            let root = match self.atoms[atom as usize].key {
                AtomKey::Unary(Unary::Exp, class) => {
                    let half = self
                        .form_of_class(class)
                        .multiply(&QuotientForm::constant(Rational::from((1, 2))))?;
                    self.exponential(&half, rules)?
                }
                _ => self.root_atom(QuotientForm::atom(atom), rules),
            };
            let power = root.power(i32::try_from(e.unsigned_abs()).ok()?)?;
            let power = self.reduced(power, rules)?;
            product = product.multiply(&if e < 0 { self.invert(&power, rules)? } else { power })?;
        }
        self.reduced(product, rules)
    }

    fn root_of_number(&mut self, c: &Rational, rules: &mut IdentityRules) -> QuotientForm {
        let root = |n: &Integer| n.clone().sqrt();
        if c.numer().is_perfect_square() && c.denom().is_perfect_square() {
            return QuotientForm::constant(Rational::from((root(c.numer()), root(c.denom()))));
        }
        self.root_atom(QuotientForm::constant(c.clone()), rules)
    }

    /// x as a positive number times powers of atoms that are not negative (or positive, if strict) on the domain.
    fn factors(&self, x: &QuotientForm, strict: bool) -> Option<(Rational, Vec<(u32, i32)>)> {
        let ((m, c), (n, d)) = (x.num.as_term()?, x.den.as_term()?);
        let ratio = Rational::from(c / d);
        let up = m.iter().map(|&(a, e)| (a, i32::try_from(e).unwrap_or(i32::MAX)));
        let down = n.iter().map(|&(a, e)| (a, -i32::try_from(e).unwrap_or(i32::MAX)));
        let factors: Vec<(u32, i32)> = up.chain(down).collect();
        let signs = factors.iter().all(|&(a, _)| self.is_positive(a, strict));
        (ratio.cmp0().is_gt() && signs && factors.iter().all(|&(_, e)| e.abs() <= 64)).then_some((ratio, factors))
    }

    /// Whether an atom is positive, or just not negative, wherever it is defined on the domain.
    fn is_positive(&self, atom: u32, strict: bool) -> bool {
        let above = |lo: f64| if strict { lo > 0.0 } else { lo >= 0.0 };
        match self.atoms[atom as usize].key {
            AtomKey::Variable(n) => above(self.domain[n as usize].range.lo()),
            AtomKey::Constant(_) | AtomKey::Unary(Unary::Exp | Unary::Cosh, _) => true,
            AtomKey::Unary(Unary::Sqrt, class) => !strict || self.ranges[class.0 as usize].lo() > 0.0,
            AtomKey::Unary(Unary::Fabs, class) => !strict || !self.ranges[class.0 as usize].contains_zero(),
            _ => false,
        }
    }

    fn is_exponential(&self, atom: u32) -> bool {
        matches!(self.atoms[atom as usize].key, AtomKey::Unary(Unary::Exp, _))
    }

    fn form_of_class(&self, class: ClassId) -> QuotientForm {
        self.forms[class.0 as usize].clone()
    }

    /// log(c·Πaᵉ) = log(c) + Σe·log(a) for factors that are positive on the domain.
    fn logarithm(&mut self, x: &QuotientForm, rules: &mut IdentityRules) -> Option<QuotientForm> {
        let (c, factors) = self.factors(x, true)?;
        let plain =
            |this: &Self, a: u32| !matches!(this.atoms[a as usize].key, AtomKey::Unary(Unary::Exp | Unary::Sqrt, _));
        if c == 1 && factors.len() == 1 && factors[0].1 == 1 && plain(self, factors[0].0) {
            return None;
        }
        *rules = rules.with(IdentityRule::Product);
        let mut sum = if c == 1 {
            QuotientForm::constant(0)
        } else {
            self.even_or_odd(Unary::Log, QuotientForm::constant(c), rules)
        };
        for (atom, e) in factors {
            let log = match self.atoms[atom as usize].key {
                AtomKey::Unary(Unary::Exp, class) => self.form_of_class(class),
                AtomKey::Unary(Unary::Sqrt, class) => {
                    let inner = self.form_of_class(class);
                    let log = self
                        .logarithm(&inner, rules)
                        .unwrap_or_else(|| self.even_or_odd(Unary::Log, inner, rules));
                    log.multiply(&QuotientForm::constant(Rational::from((1, 2))))?
                }
                _ => self.even_or_odd(Unary::Log, QuotientForm::atom(atom), rules),
            };
            sum = sum.add(&log.multiply(&QuotientForm::constant(e))?)?;
        }
        Some(sum)
    }

    /// cbrt(c³·Πa³ᵏ) = c·Πaᵏ.
    fn cube_root(&mut self, x: &QuotientForm, rules: &mut IdentityRules) -> Option<QuotientForm> {
        let ((m, c), (n, d)) = (x.num.as_term()?, x.den.as_term()?);
        let root = |n: &Integer| Some(n.clone().root(3)).filter(|r| Integer::from(r * r) * r == *n);
        let number = |q: &Rational| Some(Rational::from((root(q.numer())?, root(q.denom())?)));
        let third = |m: &Monomial| {
            m.iter()
                .map(|&(a, e)| (e % 3 == 0).then_some((a, e / 3)))
                .collect::<Option<Monomial>>()
        };
        let num = Poly::term(third(m)?, number(c)?);
        let den = Poly::term(third(n)?, number(d)?);
        *rules = rules.with(IdentityRule::CbrtCubed);
        QuotientForm::polynomial(num).multiply(&QuotientForm::polynomial(den).reciprocal()?)
    }

    /// tan = sin/cos.
    fn tangent(&mut self, x: &QuotientForm, rules: &mut IdentityRules) -> Option<QuotientForm> {
        let mut wave = |f: Unary, rules: &mut IdentityRules| {
            let double = self.double_angle(f, x, rules);
            double.unwrap_or_else(|| self.even_or_odd(f, x.clone(), rules))
        };
        let (sine, cosine) = (wave(Unary::Sin, rules), wave(Unary::Cos, rules));
        *rules = rules.with(IdentityRule::Tangent);
        sine.multiply(&self.invert(&cosine, rules)?)
    }

    /// sin 2u = 2·sin u·cos u and cos 2u = 1 − 2·sin² u, for one term with an even integer coefficient.
    fn double_angle(&mut self, f: Unary, x: &QuotientForm, rules: &mut IdentityRules) -> Option<QuotientForm> {
        let (_, c) = x.num.as_term()?;
        let small = c.is_integer() && c.numer().is_even() && *c.numer().as_abs() <= 8;
        if !small || x.den != Poly::one() {
            return None;
        }
        let half = x.multiply(&QuotientForm::constant(Rational::from((1, 2))))?;
        let mut wave = |f: Unary, rules: &mut IdentityRules| {
            let double = self.double_angle(f, &half, rules);
            double.unwrap_or_else(|| self.even_or_odd(f, half.clone(), rules))
        };
        let sine = wave(Unary::Sin, rules);
        let form = match f {
            Unary::Sin => sine
                .multiply(&wave(Unary::Cos, rules))?
                .multiply(&QuotientForm::constant(2))?,
            _ => QuotientForm::constant(1).add(&sine.power(2)?.multiply(&QuotientForm::constant(-2))?)?,
        };
        *rules = rules.with(IdentityRule::DoubleAngle);
        self.reduced(form, rules)
    }

    /// exp(Σ cᵢ·mᵢ) = Π exp(mᵢ/qᵢ)^pᵢ with cᵢ = pᵢ/qᵢ; exp(log a) = a.
    fn exponential(&mut self, x: &QuotientForm, rules: &mut IdentityRules) -> Option<QuotientForm> {
        if let Some(inner) = self.inverse(Unary::Exp, x) {
            *rules = rules.with(IdentityRule::Inverse);
            return Some(inner);
        }
        if x.den != Poly::one() || x.num.len() > 8 {
            return self.exp_power(x.clone(), 1, rules);
        }
        if x.num.len() > 1 {
            *rules = rules.with(IdentityRule::ExpOfSum);
        }
        let terms: Vec<_> = x.num.terms().map(|(m, c)| (m.clone(), c.clone())).collect();
        let mut product = QuotientForm::constant(1);
        for (monomial, c) in terms {
            if let Some(power) = self.power_of_logarithm(&monomial, &c, rules) {
                product = product.multiply(&power)?;
                continue;
            }
            let unit = Poly::term(monomial, Rational::from((1, c.denom().clone())));
            let times = c.numer().to_i32().filter(|n| n.abs() <= 64);
            let factor = match times {
                Some(n) => self.exp_power(QuotientForm::polynomial(unit), n, rules)?,
                None => self.exp_power(
                    QuotientForm::polynomial(unit.scale(&c.numer().clone().into())),
                    1,
                    rules,
                )?,
            };
            product = product.multiply(&factor)?;
        }
        Some(product)
    }

    /// exp(n·log a) = aⁿ.
    fn power_of_logarithm(
        &mut self,
        monomial: &Monomial,
        c: &Rational,
        rules: &mut IdentityRules,
    ) -> Option<QuotientForm> {
        let &[(atom, 1)] = monomial.as_slice() else { return None };
        let AtomKey::Unary(Unary::Log, class) = self.atoms[atom as usize].key else {
            return None;
        };
        let n = c
            .is_integer()
            .then(|| c.numer().to_i32())
            .flatten()
            .filter(|n| n.abs() <= 16)?;
        *rules = rules.with(IdentityRule::Inverse);
        let base = self.form_of_class(class);
        if n < 0 {
            self.invert(&base, rules)?.power(-n)
        } else {
            base.power(n)
        }
    }

    fn exp_power(&mut self, x: QuotientForm, n: i32, rules: &mut IdentityRules) -> Option<QuotientForm> {
        let (x, n) = if x.is_negative() { (x.negate(), -n) } else { (x, n) };
        if n != 1 {
            *rules = rules.with(IdentityRule::ExpOfSum);
        }
        let class = self.class_of(x, rules);
        self.atom(AtomKey::Unary(Unary::Exp, class), None).power(n)
    }

    /// The operand of the inner function if f undoes it.
    fn inverse(&self, f: Unary, x: &QuotientForm) -> Option<QuotientForm> {
        let undone = inverse_of(f)?;
        match self.atoms[x.as_atom()? as usize].key {
            AtomKey::Unary(inner, class) if inner == undone => Some(self.forms[class.0 as usize].clone()),
            _ => None,
        }
    }

    /// f as an atom of x or of −x, whichever leads with a positive coefficient.
    pub(super) fn even_or_odd(&mut self, f: Unary, x: QuotientForm, rules: &mut IdentityRules) -> QuotientForm {
        let parity = parity(f);
        let x = if parity == Some(IdentityRule::Even) {
            self.without_sign(x, rules)
        } else {
            x
        };
        let flip = x.is_negative() && parity.is_some();
        let x = if flip { x.negate() } else { x };
        let class = self.class_of(x.clone(), rules);
        let relation = self.relation(f, class, &x);
        let atom = self.atom(AtomKey::Unary(f, class), relation);
        match (flip, parity) {
            (true, Some(IdentityRule::Odd)) => {
                *rules = rules.with(IdentityRule::Odd);
                atom.negate()
            }
            (true, Some(rule)) => {
                *rules = rules.with(rule);
                atom
            }
            _ => atom,
        }
    }

    /// a for |a|: an even function cannot tell.
    fn without_sign(&self, x: QuotientForm, rules: &mut IdentityRules) -> QuotientForm {
        let inner = x.as_atom().and_then(|atom| match self.atoms[atom as usize].key {
            AtomKey::Unary(Unary::Fabs, class) => Some(self.forms[class.0 as usize].clone()),
            _ => None,
        });
        match inner {
            Some(inner) => {
                *rules = rules.with(IdentityRule::Even);
                inner
            }
            None => x,
        }
    }

    /// Which power of f(x) is a form.
    fn relation(&mut self, f: Unary, class: ClassId, x: &QuotientForm) -> Option<(u32, QuotientForm, IdentityRule)> {
        let square = |form: QuotientForm| form.power(2);
        match f {
            Unary::Cbrt => Some((3, x.clone(), IdentityRule::CbrtCubed)),
            Unary::Fabs => Some((2, square(x.clone())?, IdentityRule::AbsSquared)),
            Unary::Cos => {
                let sine = self.atom(AtomKey::Unary(Unary::Sin, class), None);
                Some((
                    2,
                    QuotientForm::constant(1).add(&square(sine)?.negate())?,
                    IdentityRule::Pythagoras,
                ))
            }
            Unary::Cosh => {
                let sine = self.atom(AtomKey::Unary(Unary::Sinh, class), None);
                Some((
                    2,
                    QuotientForm::constant(1).add(&square(sine)?)?,
                    IdentityRule::HyperbolicPythagoras,
                ))
            }
            _ => None,
        }
    }
}

/// g with f(g(a)) = a wherever g(a) is defined.
fn inverse_of(f: Unary) -> Option<Unary> {
    Some(match f {
        Unary::Exp => Unary::Log,
        Unary::Log => Unary::Exp,
        Unary::Sin => Unary::Asin,
        Unary::Cos => Unary::Acos,
        Unary::Tan => Unary::Atan,
        Unary::Sinh => Unary::Asinh,
        Unary::Asinh => Unary::Sinh,
        Unary::Cosh => Unary::Acosh,
        Unary::Tanh => Unary::Atanh,
        Unary::Atanh => Unary::Tanh,
        Unary::Expm1 => Unary::Log1p,
        Unary::Log1p => Unary::Expm1,
        Unary::Exp2 => Unary::Log2,
        Unary::Log2 => Unary::Exp2,
        _ => return None,
    })
}

fn parity(f: Unary) -> Option<IdentityRule> {
    match f {
        Unary::Cos | Unary::Cosh | Unary::Fabs => Some(IdentityRule::Even),
        Unary::Sin | Unary::Tan | Unary::Asin | Unary::Atan | Unary::Sinh | Unary::Tanh => Some(IdentityRule::Odd),
        Unary::Asinh | Unary::Atanh | Unary::Erf | Unary::Cbrt => Some(IdentityRule::Odd),
        _ => None,
    }
}

/// f(0) and f(1) where they are rational.
fn special_value(f: Unary, x: &QuotientForm) -> Option<QuotientForm> {
    let c = x.as_constant()?;
    let value = match f {
        Unary::Exp | Unary::Cos | Unary::Cosh | Unary::Exp2 if c == 0 => 1,
        Unary::Sin | Unary::Tan | Unary::Asin | Unary::Atan | Unary::Sinh | Unary::Tanh if c == 0 => 0,
        Unary::Asinh | Unary::Atanh | Unary::Cbrt | Unary::Sqrt | Unary::Expm1 | Unary::Log1p if c == 0 => 0,
        Unary::Log | Unary::Log2 | Unary::Log10 | Unary::Acosh | Unary::Acos if c == 1 => 0,
        Unary::Sqrt | Unary::Cbrt if c == 1 => 1,
        Unary::Fabs => return Some(QuotientForm::constant(c.abs())),
        _ => return None,
    };
    Some(QuotientForm::constant(value))
}
