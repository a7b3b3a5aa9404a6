//! Classes of equal nodes: forms, atoms, and the rules that join them.

use super::form::QuotientForm;
use super::modular::fingerprint;
use super::obligation::{ClassCondition, ClassId, ObligationSet, Obligations, union};
use super::poly::{Monomial, Poly};
use super::rules::{IdentityRule, IdentityRules};
use crate::ast::ComparisonOperator;
use crate::dag::{Dag, Node, NodeId};
use crate::eval::{Arithmetic, EnclosureArithmetic, apply};
use interval::{Binary, Constant, Definedness, FloatEnclosure, Interval, Unary};
use rug::Rational;
use std::collections::HashMap;

/// A proof that two nodes are one function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Identity {
    /// Same values and same domain of definition.
    Equal(IdentityRules),
    /// Same values wherever both are defined; the domains of definition may differ.
    EqualWhereDefined(IdentityRules),
    /// No identity found, which proves nothing.
    Unknown,
}

/// What an atom stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum AtomKey {
    Variable(u32),
    Constant(Constant),
    Unary(Unary, ClassId),
    Binary(Binary, ClassId, ClassId),
    Power(ClassId, i32),
    Fma(ClassId, ClassId, ClassId),
    Compare(ComparisonOperator, ClassId, ClassId),
    And(ClassId, ClassId),
    Or(ClassId, ClassId),
    Not(ClassId),
    If(ClassId, ClassId, ClassId),
}

/// An atom; `relation` says that its k-th power is a form.
pub(super) struct Atom {
    pub(super) key: AtomKey,
    pub(super) relation: Option<(u32, QuotientForm, IdentityRule)>,
}

/// What is known of a node.
#[derive(Clone)]
pub(super) struct KnownNode {
    class: ClassId,
    pub(super) range: FloatEnclosure,
    obligations: ObligationSet,
    rules: IdentityRules,
}

/// Classes of the nodes of one DAG on one domain.
pub struct Classes<'d> {
    pub(super) dag: &'d Dag,
    pub(super) domain: Vec<FloatEnclosure>,
    pub(super) known: HashMap<NodeId, KnownNode>,
    pub(super) forms: Vec<QuotientForm>,
    /// Range of each class over the whole domain, from members that are defined everywhere.
    pub(super) ranges: Vec<Interval>,
    by_fingerprint: HashMap<u64, Vec<ClassId>>,
    pub(super) atoms: Vec<Atom>,
    atom_index: HashMap<AtomKey, u32>,
    obligations: Obligations,
    /// Pairs of terms that may still be multiplied; when they are used up, new nodes are atoms.
    fuel: usize,
}

/// Pairs of terms that one set of classes may multiply.
const FUEL: usize = 4_000_000;

/// What the fingerprint of a term costs, in pairs.
const FINGERPRINT: usize = 20;

impl<'d> Classes<'d> {
    /// No class yet; `domain` has an enclosure of every input.
    pub fn new(dag: &'d Dag, domain: Vec<FloatEnclosure>) -> Classes<'d> {
        Classes {
            dag,
            domain,
            known: HashMap::new(),
            forms: Vec::new(),
            ranges: Vec::new(),
            by_fingerprint: HashMap::new(),
            atoms: Vec::new(),
            atom_index: HashMap::new(),
            obligations: Obligations::default(),
            fuel: FUEL,
        }
    }

    /// What can be proved of two nodes.
    ///
    /// ```
    /// use expr::dag::Dag;
    /// use expr::lower::lower_over;
    /// use expr::normal::{Classes, Identity};
    /// use interval::{Enclosure, Interval};
    ///
    /// let bodies = expr::fpcore::read("(FPCore (x) (/ (- (* x x) 1) (- x 1))) (FPCore (x) (+ x 1))")?;
    /// let mut dag = Dag::new();
    /// let f = lower_over(&mut dag, &["x"], &bodies[0].body)?;
    /// let g = lower_over(&mut dag, &["x"], &bodies[1].body)?;
    /// let over = |x: Interval| Classes::new(&dag, vec![Enclosure::everywhere(x)]).identity(f, g);
    /// // (x² − 1)/(x − 1) is x + 1, but for the hole at 1.
    /// assert!(matches!(over(Interval::hull_of(2.0, 3.0)), Identity::Equal(_)));
    /// assert!(matches!(over(Interval::hull_of(0.0, 3.0)), Identity::EqualWhereDefined(_)));
    /// # Ok::<(), expr::diagnostic::Diagnostics>(())
    /// ```
    pub fn identity(&mut self, f: NodeId, g: NodeId) -> Identity {
        let (a, b) = (self.visit(f), self.visit(g));
        let rules = if f == g {
            a.rules
        } else {
            a.rules.union(b.rules).with(IdentityRule::Ring)
        };
        match (a.class == b.class, a.obligations == b.obligations) {
            (false, _) => Identity::Unknown,
            (true, true) => Identity::Equal(rules),
            (true, false) => Identity::EqualWhereDefined(rules),
        }
    }

    fn visit(&mut self, root: NodeId) -> KnownNode {
        if !self.known.contains_key(&root) {
            for id in self.dag.reachable(&[root]) {
                if !self.known.contains_key(&id) {
                    let known = self.classify(id);
                    self.known.insert(id, known);
                }
            }
        }
        self.known[&root].clone()
    }

    fn classify(&mut self, id: NodeId) -> KnownNode {
        let node = self.dag.node(id);
        let range = self.range(node);
        let mut rules = node
            .operands()
            .fold(IdentityRules::default(), |r, o| r.union(self.known[&o].rules));
        let form = self.affordable(node, &mut rules).unwrap_or_else(|| self.opaque(node));
        let class = self.class_of(form, &mut rules);
        KnownNode {
            class,
            obligations: self.obligations_of(node),
            range: self.shared_range(class, range),
            rules,
        }
    }

    /// The form by the rules, unless it is too large or the fuel is used up.
    fn affordable(&mut self, node: Node, rules: &mut IdentityRules) -> Option<QuotientForm> {
        let size = |form: &QuotientForm| form.num.len() + form.den.len();
        let cost = node
            .operands()
            .fold(1usize, |cost, o| cost.saturating_mul(size(self.form_of(o))));
        self.fuel = self.fuel.saturating_sub(cost);
        if self.fuel == 0 {
            return None;
        }
        let form = self.form(node, rules)?;
        let form = self.reduced(form.clone(), rules).unwrap_or(form);
        // A fingerprint costs some tens of multiplications a term.
        self.fuel = self.fuel.saturating_sub(FINGERPRINT * size(&form));
        Some(form)
    }

    /// What other members of the class tell about a node's range: y·min(y, y) ≥ 0, because y² is.
    ///
    /// A member that is defined everywhere has the node's value wherever the node is defined.
    fn shared_range(&mut self, class: ClassId, own: FloatEnclosure) -> FloatEnclosure {
        let shared = &mut self.ranges[class.0 as usize];
        if own.defined == Definedness::Everywhere {
            *shared = shared.intersect(&own.range);
        }
        let range = own.range.intersect(shared);
        if range.is_empty() {
            own
        } else {
            FloatEnclosure { range, ..own }
        }
    }

    fn range(&self, node: Node) -> FloatEnclosure {
        let a = EnclosureArithmetic;
        match node {
            Node::Variable(n) => self.domain[n as usize],
            Node::Literal(l) => a.literal(self.dag.literal_value(l)),
            Node::Constant(c) => a.constant(c),
            Node::Bool(b) => a.boolean(b),
            _ => apply(&a, node, |id| &self.known[&id].range).unwrap_or(FloatEnclosure::nowhere()),
        }
    }

    pub(super) fn class(&self, id: NodeId) -> ClassId {
        self.known[&id].class
    }

    pub(super) fn form_of(&self, id: NodeId) -> &QuotientForm {
        &self.forms[self.class(id).0 as usize]
    }

    // ---- classes -------------------------------------------------------------------------------------------------

    /// The class of this form: an old one if that is proved equal.
    pub(super) fn class_of(&mut self, form: QuotientForm, rules: &mut IdentityRules) -> ClassId {
        let print = fingerprint(&form);
        let candidates = print
            .and_then(|p| self.by_fingerprint.get(&p))
            .cloned()
            .unwrap_or_default();
        for candidate in candidates {
            if self.equal(candidate, &form, rules) {
                return candidate;
            }
        }
        let class = ClassId(u32::try_from(self.forms.len()).expect("invariant: fewer than 2^32 classes"));
        self.forms.push(form);
        self.ranges.push(Interval::ENTIRE);
        if let Some(p) = print {
            self.by_fingerprint.entry(p).or_default().push(class);
        }
        class
    }

    /// n/d = p/q iff n·q − p·d = 0, after the relations of the atoms.
    fn equal(&self, class: ClassId, form: &QuotientForm, rules: &mut IdentityRules) -> bool {
        let other = &self.forms[class.0 as usize];
        if other == form {
            return true;
        }
        let Some(difference) = other.add(&form.negate()) else {
            return false;
        };
        let mut used = rules.with(IdentityRule::Ring);
        let zero = self.reduced(difference, &mut used).is_some_and(|d| d.num.is_zero());
        if zero {
            *rules = used;
        }
        zero
    }

    // ---- atoms ---------------------------------------------------------------------------------------------------

    pub(super) fn atom(&mut self, key: AtomKey, relation: Option<(u32, QuotientForm, IdentityRule)>) -> QuotientForm {
        let next = u32::try_from(self.atoms.len()).expect("invariant: fewer than 2^32 atoms");
        let atom = *self.atom_index.entry(key).or_insert(next);
        if atom == next {
            self.atoms.push(Atom { key, relation });
        }
        QuotientForm::atom(atom)
    }

    /// The node as one atom over the classes of its operands.
    fn opaque(&mut self, node: Node) -> QuotientForm {
        let c = |id: NodeId| self.known[&id].class;
        let key = match node {
            Node::Variable(n) => match self.only_value(n) {
                Some(value) => return QuotientForm::constant(value),
                None => AtomKey::Variable(n),
            },
            Node::Constant(k) => AtomKey::Constant(k),
            Node::Literal(l) => return QuotientForm::constant(self.dag.literal_value(l).clone()),
            Node::Bool(b) => return QuotientForm::constant(u8::from(b)),
            Node::Unary(f, a) => AtomKey::Unary(f, c(a)),
            Node::Power(a, n) => AtomKey::Power(c(a), n),
            Node::Binary(f, a, b) => AtomKey::Binary(f, c(a), c(b)),
            Node::Fma(x, y, z) => AtomKey::Fma(c(x), c(y), c(z)),
            Node::Compare(k, a, b) => AtomKey::Compare(k, c(a), c(b)),
            Node::And(a, b) => AtomKey::And(c(a), c(b)),
            Node::Or(a, b) => AtomKey::Or(c(a), c(b)),
            Node::Not(a) => AtomKey::Not(c(a)),
            Node::If(x, y, z) => AtomKey::If(c(x), c(y), c(z)),
        };
        self.atom(key, None)
    }

    /// The value of an input that has only one.
    fn only_value(&self, input: u32) -> Option<Rational> {
        let range = self.domain[input as usize].range;
        (range.lo() == range.hi()).then(|| Rational::from_f64(range.lo()))?
    }

    /// Replaces aᵏ by its form wherever an atom a has such a relation. Denominators have no such atoms.
    pub(super) fn reduced(&self, form: QuotientForm, rules: &mut IdentityRules) -> Option<QuotientForm> {
        match self.reduced_poly(&form.num, rules)? {
            None => Some(form),
            Some(num) => num.multiply(&QuotientForm::polynomial(form.den).reciprocal()?),
        }
    }

    /// 1/x, with a denominator free of related atoms.
    ///
    /// Relations such as s² = a make zero divisors (if a = b², then (s − b)·(s + b) = 0), and cross-multiplying with one
    /// proves nothing. A factor s of x is moved to the numerator (1/s = s/a); otherwise 1/x is an atom of its own.
    pub(super) fn invert(&mut self, x: &QuotientForm, rules: &mut IdentityRules) -> Option<QuotientForm> {
        let related: Monomial = x
            .num
            .content()
            .into_iter()
            .filter(|&(a, _)| self.is_related(a))
            .collect();
        let rest = x.num.divide_monomial(&related);
        if rest.terms().any(|(m, _)| m.iter().any(|&(a, _)| self.is_related(a))) {
            if let Some(inverse) = self.by_conjugate(x, rules) {
                return Some(inverse);
            }
            let class = self.class_of(x.clone(), rules);
            return Some(self.atom(AtomKey::Power(class, -1), None));
        }
        let mut inverse =
            QuotientForm::polynomial(x.den.clone()).multiply(&QuotientForm::polynomial(rest).reciprocal()?)?;
        for (atom, e) in related {
            let (k, form, rule) = self.atoms[atom as usize].relation.clone()?;
            *rules = rules.with(rule);
            // 1/aᵉ = aᵏ⁻ᵉ/aᵏ; forms are reduced, so e < k.
            let up = QuotientForm::atom(atom).power(i32::try_from(k.checked_sub(e)?).ok()?)?;
            inverse = inverse.multiply(&up)?.multiply(&self.invert(&form, rules)?)?;
        }
        self.reduced(inverse, rules)
    }

    /// 1/(s + t) = (s − t)/(s² − t²) where s² − t² vanishes nowhere on the domain: then s + t and s − t do not either.
    fn by_conjugate(&mut self, x: &QuotientForm, rules: &mut IdentityRules) -> Option<QuotientForm> {
        let mut terms = x.num.terms();
        let (first, second) = (terms.next()?, terms.next()?);
        if terms.next().is_some() {
            return None;
        }
        let term = |(m, c): (&Monomial, &Rational)| Poly::term(m.clone(), c.clone());
        let minus = term(second).scale(&Rational::from(-1));
        let conjugate = term(first).add(&minus)?;
        let product = self.reduced(QuotientForm::polynomial(x.num.multiply(&conjugate)?), rules)?;
        if !self.vanishes_nowhere(&product.num) {
            return None;
        }
        let inverse = QuotientForm::polynomial(conjugate).multiply(&product.reciprocal()?)?;
        inverse.multiply(&QuotientForm::polynomial(x.den.clone()))
    }

    /// Whether a polynomial is one term of atoms that have no relations and are not 0 on the domain.
    fn vanishes_nowhere(&self, poly: &Poly) -> bool {
        let plain = |a: u32| !self.is_related(a) && self.is_nonzero(a);
        poly.as_term()
            .is_some_and(|(m, c)| c.cmp0().is_ne() && m.iter().all(|&(a, _)| plain(a)))
    }

    /// Whether an atom is not 0 wherever it is defined on the domain.
    fn is_nonzero(&self, atom: u32) -> bool {
        match self.atoms[atom as usize].key {
            AtomKey::Variable(n) => !self.domain[n as usize].range.contains_zero(),
            AtomKey::Constant(_) | AtomKey::Unary(Unary::Exp | Unary::Cosh, _) => true,
            _ => false,
        }
    }

    fn is_related(&self, atom: u32) -> bool {
        self.atoms[atom as usize].relation.is_some()
    }

    /// `Some(None)` if there is nothing to replace, `None` if the result is too large.
    fn reduced_poly(&self, poly: &Poly, rules: &mut IdentityRules) -> Option<Option<QuotientForm>> {
        if !poly.terms().any(|(m, _)| m.iter().any(|&(a, e)| self.reducible(a, e))) {
            return Some(None);
        }
        let mut sum = QuotientForm::constant(0);
        for (monomial, c) in poly.terms() {
            let mut term = QuotientForm::constant(c.clone());
            for &(atom, exponent) in monomial {
                term = term.multiply(&self.atom_power(atom, exponent, rules)?)?;
            }
            sum = sum.add(&term)?;
        }
        // The forms put in may bring products of other atoms; they are older atoms, so this ends.
        self.reduced(sum, rules).map(Some)
    }

    fn reducible(&self, atom: u32, exponent: u32) -> bool {
        self.atoms[atom as usize]
            .relation
            .as_ref()
            .is_some_and(|(k, ..)| exponent >= *k)
    }

    fn atom_power(&self, atom: u32, exponent: u32, rules: &mut IdentityRules) -> Option<QuotientForm> {
        let plain = |e: u32| i32::try_from(e).ok().and_then(|e| QuotientForm::atom(atom).power(e));
        match &self.atoms[atom as usize].relation {
            Some((k, form, rule)) if exponent >= *k => {
                *rules = rules.with(*rule);
                let whole = form.power(i32::try_from(exponent / k).ok()?)?;
                whole.multiply(&plain(exponent % k)?)
            }
            _ => plain(exponent),
        }
    }

    // ---- forms ---------------------------------------------------------------------------------------------------

    /// The form of a node by the rules; `None` if only the opaque one is left.
    fn form(&mut self, node: Node, rules: &mut IdentityRules) -> Option<QuotientForm> {
        match node {
            Node::Unary(f, a) => self.unary(f, a, rules),
            Node::Binary(f, a, b) => self.binary(f, a, b, rules),
            Node::Power(a, n) => self.power(a, n, rules),
            Node::Fma(a, b, c) => self.form_of(a).multiply(self.form_of(b))?.add(self.form_of(c)),
            Node::If(c, a, b) => self.branch(c, a, b, rules),
            _ => None,
        }
    }

    fn power(&mut self, a: NodeId, n: i32, rules: &mut IdentityRules) -> Option<QuotientForm> {
        let x = self.form_of(a).clone();
        if n >= 0 {
            return x.power(n);
        }
        self.invert(&x, rules)?.power(n.checked_neg()?)
    }

    fn binary(&mut self, f: Binary, a: NodeId, b: NodeId, rules: &mut IdentityRules) -> Option<QuotientForm> {
        let (x, y) = (self.form_of(a), self.form_of(b));
        match f {
            Binary::Add => x.add(y),
            Binary::Sub => x.add(&y.negate()),
            Binary::Mul => x.multiply(y),
            Binary::Div => {
                let (x, y) = (x.clone(), y.clone());
                x.multiply(&self.invert(&y, rules)?)
            }
            Binary::Fmin | Binary::Fmax => self.choice(f, a, b, rules),
            Binary::Pow if y.as_constant()? == Rational::from((1, 2)) => {
                *rules = rules.with(IdentityRule::SqrtOfSquare);
                let root = x.clone();
                Some(self.root(root, rules))
            }
            Binary::Hypot => {
                let squares = x.power(2)?.add(&y.power(2)?)?;
                *rules = rules.with(IdentityRule::SqrtOfSquare);
                Some(self.root(squares, rules))
            }
            _ => None,
        }
    }

    /// min or max of two: one of them where that is known on the domain.
    fn choice(&mut self, f: Binary, a: NodeId, b: NodeId, rules: &mut IdentityRules) -> Option<QuotientForm> {
        let (x, y) = (self.known[&a].clone(), self.known[&b].clone());
        if x.class == y.class {
            *rules = rules.with(IdentityRule::SameOperands);
            return Some(self.form_of(a).clone());
        }
        let pick = if x.range.range.certainly_le(&y.range.range) {
            Some(if f == Binary::Fmin { a } else { b })
        } else if x.range.range.certainly_ge(&y.range.range) {
            Some(if f == Binary::Fmin { b } else { a })
        } else {
            None
        };
        if let Some(id) = pick {
            *rules = rules.with(IdentityRule::KnownOnDomain);
            return Some(self.form_of(id).clone());
        }
        // min(a, b) = (a + b − |a − b|)/2 and max(a, b) = (a + b + |a − b|)/2.
        let (x, y) = (self.form_of(a).clone(), self.form_of(b).clone());
        let gap = self.even_or_odd(Unary::Fabs, x.add(&y.negate())?, rules);
        let gap = if f == Binary::Fmin { gap.negate() } else { gap };
        *rules = rules.with(IdentityRule::MinMax);
        x.add(&y)?
            .add(&gap)?
            .multiply(&QuotientForm::constant(Rational::from((1, 2))))
    }

    fn branch(&mut self, c: NodeId, a: NodeId, b: NodeId, rules: &mut IdentityRules) -> Option<QuotientForm> {
        if self.class(a) == self.class(b) {
            *rules = rules.with(IdentityRule::SameOperands);
            return Some(self.form_of(a).clone());
        }
        let truth = self.known[&c].range.range;
        if truth.is_empty() || (truth.contains_zero() && !truth.is_zero()) {
            return None;
        }
        *rules = rules.with(IdentityRule::KnownOnDomain);
        Some(self.form_of(if truth.is_zero() { b } else { a }).clone())
    }

    // ---- obligations ---------------------------------------------------------------------------------------------

    fn obligations_of(&mut self, node: Node) -> ObligationSet {
        let all = match node {
            Node::If(c, a, b) => self.branches(c, a, b),
            Node::And(a, b) => self.guarded(a, &[(b, true)]),
            Node::Or(a, b) => self.guarded(a, &[(b, false)]),
            _ => node
                .operands()
                .fold(Vec::new(), |set, o| union(&set, &self.known[&o].obligations)),
        };
        match self.own_condition(node) {
            Some(condition) => union(&all, &self.obligations.single(condition)),
            None => all,
        }
    }

    /// What both branches demand is demanded whichever is taken; the rest under its guard.
    fn branches(&mut self, c: NodeId, a: NodeId, b: NodeId) -> ObligationSet {
        let (of_a, of_b) = (&self.known[&a].obligations, &self.known[&b].obligations);
        let common: ObligationSet = of_a.iter().copied().filter(|o| of_b.contains(o)).collect();
        if common.len() == of_a.len() && common.len() == of_b.len() {
            return union(&self.known[&c].obligations, &common);
        }
        union(&self.guarded(c, &[(a, true), (b, false)]), &common)
    }

    fn guarded(&mut self, test: NodeId, parts: &[(NodeId, bool)]) -> ObligationSet {
        let mut all = self.known[&test].obligations.clone();
        for &(part, truth) in parts {
            let set = self.known[&part].obligations.clone();
            let guard = (self.known[&test].class, truth);
            all = union(&all, &self.obligations.guarded(&set, guard));
        }
        all
    }

    /// What the node's own operation demands, unless it holds on the whole domain.
    fn own_condition(&self, node: Node) -> Option<ClassCondition> {
        // Were the operands defined everywhere, would the result be?
        let total = |id: NodeId| FloatEnclosure {
            defined: Definedness::Everywhere,
            ..self.known[&id].range
        };
        let operands: HashMap<NodeId, FloatEnclosure> = node.operands().map(|o| (o, total(o))).collect();
        if operands.values().any(|e| e.range.is_empty()) {
            return self.condition(node);
        }
        let result = apply(&EnclosureArithmetic, node, |id| &operands[&id])?;
        if result.defined == Definedness::Everywhere {
            None
        } else {
            self.condition(node)
        }
    }

    fn condition(&self, node: Node) -> Option<ClassCondition> {
        match node {
            Node::Unary(f, a) => Some(ClassCondition::InDomain(f, self.class(a))),
            Node::Binary(Binary::Div, _, b) => Some(ClassCondition::NonZero(self.class(b))),
            Node::Binary(f, a, b) => Some(ClassCondition::InDomain2(f, self.class(a), self.class(b))),
            Node::Power(a, n) if n < 0 => Some(ClassCondition::NonZero(self.class(a))),
            _ => None,
        }
    }
}
