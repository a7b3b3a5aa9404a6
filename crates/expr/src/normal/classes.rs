//! Classes of equal nodes: forms, atoms, and the rules that join them.

use super::form::Form;
use super::modular::fingerprint;
use super::obligation::{ClassId, Condition, ObligationSet, Obligations, union};
use super::poly::{Monomial, Poly};
use super::rules::{Rule, Rules};
use crate::ast::Comparison;
use crate::dag::{Dag, Node, NodeId};
use crate::eval::{Arithmetic, EnclosureArithmetic, apply};
use interval::{Binary, Constant, Definedness, FloatEnclosure, Interval, Unary};
use rug::Rational;
use std::collections::HashMap;

/// A proof that two nodes are one function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Identity {
    /// Same values and same domain of definition.
    Equal(Rules),
    /// Same values wherever both are defined; the domains of definition may differ.
    EqualWhereDefined(Rules),
    /// No identity found, which proves nothing.
    Unknown,
}

/// What an atom stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum AtomKey {
    Variable(u32),
    Constant(Constant),
    Unary(Unary, ClassId),
    Binary(Binary, ClassId, ClassId),
    Power(ClassId, i32),
    Fma(ClassId, ClassId, ClassId),
    Compare(Comparison, ClassId, ClassId),
    And(ClassId, ClassId),
    Or(ClassId, ClassId),
    Not(ClassId),
    If(ClassId, ClassId, ClassId),
}

/// An atom; `relation` says that its k-th power is a form.
struct Atom {
    key: AtomKey,
    relation: Option<(u32, Form, Rule)>,
}

/// What is known of a node.
#[derive(Clone)]
struct Known {
    class: ClassId,
    range: FloatEnclosure,
    obligations: ObligationSet,
    rules: Rules,
}

/// Classes of the nodes of one DAG on one domain.
pub struct Classes<'d> {
    dag: &'d Dag,
    domain: Vec<FloatEnclosure>,
    known: HashMap<NodeId, Known>,
    forms: Vec<Form>,
    /// Range of each class over the whole domain, from members that are defined everywhere.
    ranges: Vec<Interval>,
    by_fingerprint: HashMap<u64, Vec<ClassId>>,
    atoms: Vec<Atom>,
    atom_index: HashMap<AtomKey, u32>,
    obligations: Obligations,
    /// Pairs of terms that may still be multiplied; when they are used up, new nodes are atoms.
    fuel: usize,
}

/// Pairs of terms that one set of classes may multiply.
const FUEL: usize = 4_000_000;

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
    pub fn identity(&mut self, f: NodeId, g: NodeId) -> Identity {
        let (a, b) = (self.visit(f), self.visit(g));
        let rules = if f == g {
            a.rules
        } else {
            a.rules.union(b.rules).with(Rule::Ring)
        };
        match (a.class == b.class, a.obligations == b.obligations) {
            (false, _) => Identity::Unknown,
            (true, true) => Identity::Equal(rules),
            (true, false) => Identity::EqualWhereDefined(rules),
        }
    }

    fn visit(&mut self, root: NodeId) -> Known {
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

    fn classify(&mut self, id: NodeId) -> Known {
        let node = self.dag.node(id);
        let range = self.range(node);
        let mut rules = node
            .operands()
            .fold(Rules::default(), |r, o| r.union(self.known[&o].rules));
        let form = self.affordable(node, &mut rules).unwrap_or_else(|| self.opaque(node));
        let class = self.class_of(form, &mut rules);
        Known {
            class,
            obligations: self.obligations_of(node),
            range: self.shared_range(class, range),
            rules,
        }
    }

    /// The form by the rules, unless it is too large or the fuel is used up.
    fn affordable(&mut self, node: Node, rules: &mut Rules) -> Option<Form> {
        let size = |form: &Form| form.num.len() + form.den.len();
        let cost = node
            .operands()
            .fold(1usize, |cost, o| cost.saturating_mul(size(self.form_of(o))));
        self.fuel = self.fuel.saturating_sub(cost);
        if self.fuel == 0 {
            return None;
        }
        let form = self.form(node, rules)?;
        Some(self.reduced(form.clone(), rules).unwrap_or(form))
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

    fn class(&self, id: NodeId) -> ClassId {
        self.known[&id].class
    }

    fn form_of(&self, id: NodeId) -> &Form {
        &self.forms[self.class(id).0 as usize]
    }

    // ---- classes -------------------------------------------------------------------------------------------------

    /// The class of this form: an old one if that is proved equal.
    fn class_of(&mut self, form: Form, rules: &mut Rules) -> ClassId {
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
    fn equal(&self, class: ClassId, form: &Form, rules: &mut Rules) -> bool {
        let other = &self.forms[class.0 as usize];
        if other == form {
            return true;
        }
        let Some(difference) = other.add(&form.negate()) else {
            return false;
        };
        let mut used = rules.with(Rule::Ring);
        let zero = self.reduced(difference, &mut used).is_some_and(|d| d.num.is_zero());
        if zero {
            *rules = used;
        }
        zero
    }

    // ---- atoms ---------------------------------------------------------------------------------------------------

    fn atom(&mut self, key: AtomKey, relation: Option<(u32, Form, Rule)>) -> Form {
        let next = u32::try_from(self.atoms.len()).expect("invariant: fewer than 2^32 atoms");
        let atom = *self.atom_index.entry(key).or_insert(next);
        if atom == next {
            self.atoms.push(Atom { key, relation });
        }
        Form::atom(atom)
    }

    /// The node as one atom over the classes of its operands.
    fn opaque(&mut self, node: Node) -> Form {
        let c = |id: NodeId| self.known[&id].class;
        let key = match node {
            Node::Variable(n) => AtomKey::Variable(n),
            Node::Constant(k) => AtomKey::Constant(k),
            Node::Literal(l) => return Form::constant(self.dag.literal_value(l).clone()),
            Node::Bool(b) => return Form::constant(u8::from(b)),
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

    /// Replaces aᵏ by its form wherever an atom a has such a relation. Denominators have no such atoms.
    fn reduced(&self, form: Form, rules: &mut Rules) -> Option<Form> {
        match self.reduced_poly(&form.num, rules)? {
            None => Some(form),
            Some(num) => num.multiply(&Form::polynomial(form.den).reciprocal()?),
        }
    }

    /// 1/x, with a denominator free of related atoms.
    ///
    /// Relations such as s² = a make zero divisors (if a = b², then (s − b)·(s + b) = 0), and cross-multiplying with one
    /// proves nothing. A factor s of x is moved to the numerator (1/s = s/a); otherwise 1/x is an atom of its own.
    fn invert(&mut self, x: &Form, rules: &mut Rules) -> Option<Form> {
        let related: Monomial = x
            .num
            .content()
            .into_iter()
            .filter(|&(a, _)| self.is_related(a))
            .collect();
        let rest = x.num.divide_monomial(&related);
        if rest.terms().any(|(m, _)| m.iter().any(|&(a, _)| self.is_related(a))) {
            let class = self.class_of(x.clone(), rules);
            return Some(self.atom(AtomKey::Power(class, -1), None));
        }
        let mut inverse = Form::polynomial(x.den.clone()).multiply(&Form::polynomial(rest).reciprocal()?)?;
        for (atom, e) in related {
            let (k, form, rule) = self.atoms[atom as usize].relation.clone()?;
            *rules = rules.with(rule);
            // 1/aᵉ = aᵏ⁻ᵉ/aᵏ; forms are reduced, so e < k.
            let up = Form::atom(atom).power(i32::try_from(k.checked_sub(e)?).ok()?)?;
            inverse = inverse.multiply(&up)?.multiply(&self.invert(&form, rules)?)?;
        }
        self.reduced(inverse, rules)
    }

    fn is_related(&self, atom: u32) -> bool {
        self.atoms[atom as usize].relation.is_some()
    }

    /// `Some(None)` if there is nothing to replace, `None` if the result is too large.
    fn reduced_poly(&self, poly: &Poly, rules: &mut Rules) -> Option<Option<Form>> {
        if !poly.terms().any(|(m, _)| m.iter().any(|&(a, e)| self.reducible(a, e))) {
            return Some(None);
        }
        let mut sum = Form::constant(0);
        for (monomial, c) in poly.terms() {
            let mut term = Form::constant(c.clone());
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

    fn atom_power(&self, atom: u32, exponent: u32, rules: &mut Rules) -> Option<Form> {
        let plain = |e: u32| i32::try_from(e).ok().and_then(|e| Form::atom(atom).power(e));
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
    fn form(&mut self, node: Node, rules: &mut Rules) -> Option<Form> {
        match node {
            Node::Unary(f, a) => self.unary(f, a, rules),
            Node::Binary(f, a, b) => self.binary(f, a, b, rules),
            Node::Power(a, n) => self.power(a, n, rules),
            Node::Fma(a, b, c) => self.form_of(a).multiply(self.form_of(b))?.add(self.form_of(c)),
            Node::If(c, a, b) => self.branch(c, a, b, rules),
            _ => None,
        }
    }

    fn power(&mut self, a: NodeId, n: i32, rules: &mut Rules) -> Option<Form> {
        let x = self.form_of(a).clone();
        if n >= 0 {
            return x.power(n);
        }
        self.invert(&x, rules)?.power(n.checked_neg()?)
    }

    fn binary(&mut self, f: Binary, a: NodeId, b: NodeId, rules: &mut Rules) -> Option<Form> {
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
                *rules = rules.with(Rule::SqrtOfSquare);
                let root = x.clone();
                Some(self.root(root, rules))
            }
            Binary::Hypot => {
                let squares = x.power(2)?.add(&y.power(2)?)?;
                *rules = rules.with(Rule::SqrtOfSquare);
                Some(self.root(squares, rules))
            }
            _ => None,
        }
    }

    /// min or max of two: one of them where that is known on the domain.
    fn choice(&mut self, f: Binary, a: NodeId, b: NodeId, rules: &mut Rules) -> Option<Form> {
        let (x, y) = (self.known[&a].clone(), self.known[&b].clone());
        if x.class == y.class {
            *rules = rules.with(Rule::SameOperands);
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
            *rules = rules.with(Rule::KnownOnDomain);
            return Some(self.form_of(id).clone());
        }
        Some(self.atom(AtomKey::Binary(f, x.class.min(y.class), x.class.max(y.class)), None))
    }

    fn branch(&mut self, c: NodeId, a: NodeId, b: NodeId, rules: &mut Rules) -> Option<Form> {
        if self.class(a) == self.class(b) {
            *rules = rules.with(Rule::SameOperands);
            return Some(self.form_of(a).clone());
        }
        let truth = self.known[&c].range.range;
        if truth.is_empty() || (truth.contains_zero() && !truth.is_zero()) {
            return None;
        }
        *rules = rules.with(Rule::KnownOnDomain);
        Some(self.form_of(if truth.is_zero() { b } else { a }).clone())
    }

    fn unary(&mut self, f: Unary, a: NodeId, rules: &mut Rules) -> Option<Form> {
        let x = self.form_of(a).clone();
        if let Some(value) = special_value(f, &x) {
            *rules = rules.with(Rule::SpecialValue);
            return Some(value);
        }
        match f {
            Unary::Neg => Some(x.negate()),
            Unary::Fabs => Some(self.absolute(a, rules)),
            Unary::Sqrt => Some(self.root_of_node(a, rules)),
            Unary::Exp => self.exponential(&x, rules),
            _ => {
                if let Some(inner) = self.inverse(f, &x) {
                    *rules = rules.with(Rule::Inverse);
                    return Some(inner);
                }
                Some(self.parity(f, x, rules))
            }
        }
    }

    /// |a|, which is a or −a where the sign is known.
    fn absolute(&mut self, a: NodeId, rules: &mut Rules) -> Form {
        let range = self.known[&a].range.range;
        let x = self.form_of(a).clone();
        if range.lo() >= 0.0 && !range.is_empty() {
            *rules = rules.with(Rule::KnownOnDomain);
            return x;
        }
        if range.hi() <= 0.0 && !range.is_empty() {
            *rules = rules.with(Rule::KnownOnDomain);
            return x.negate();
        }
        self.parity(Unary::Fabs, x, rules)
    }

    /// sqrt of a node: |b|ᵏ if the node is b²ᵏ.
    fn root_of_node(&mut self, a: NodeId, rules: &mut Rules) -> Form {
        if let Node::Power(b, n) = self.dag.node(a)
            && n % 2 == 0
            && let Some(form) = self.absolute(b, rules).power(n / 2)
            && n > 0
        {
            *rules = rules.with(Rule::SqrtOfSquare);
            return if (n / 2) % 2 == 0 {
                self.form_of(b).power(n / 2).unwrap_or(form)
            } else {
                form
            };
        }
        let x = self.form_of(a).clone();
        self.root(x, rules)
    }

    /// The atom sqrt(x), whose square is x.
    fn root(&mut self, x: Form, rules: &mut Rules) -> Form {
        let class = self.class_of(x.clone(), rules);
        self.atom(AtomKey::Unary(Unary::Sqrt, class), Some((2, x, Rule::SqrtSquared)))
    }

    /// exp(Σ cᵢ·mᵢ) = Π exp(mᵢ/qᵢ)^pᵢ with cᵢ = pᵢ/qᵢ; exp(log a) = a.
    fn exponential(&mut self, x: &Form, rules: &mut Rules) -> Option<Form> {
        if let Some(inner) = self.inverse(Unary::Exp, x) {
            *rules = rules.with(Rule::Inverse);
            return Some(inner);
        }
        if x.den != Poly::one() || x.num.len() > 8 {
            return self.exp_power(x.clone(), 1, rules);
        }
        if x.num.len() > 1 {
            *rules = rules.with(Rule::ExpOfSum);
        }
        let terms: Vec<_> = x.num.terms().map(|(m, c)| (m.clone(), c.clone())).collect();
        let mut product = Form::constant(1);
        for (monomial, c) in terms {
            let unit = Poly::term(monomial, Rational::from((1, c.denom().clone())));
            let times = c.numer().to_i32().filter(|n| n.abs() <= 64);
            let factor = match times {
                Some(n) => self.exp_power(Form::polynomial(unit), n, rules)?,
                None => self.exp_power(Form::polynomial(unit.scale(&c.numer().clone().into())), 1, rules)?,
            };
            product = product.multiply(&factor)?;
        }
        Some(product)
    }

    fn exp_power(&mut self, x: Form, n: i32, rules: &mut Rules) -> Option<Form> {
        let (x, n) = if x.is_negative() { (x.negate(), -n) } else { (x, n) };
        if n != 1 {
            *rules = rules.with(Rule::ExpOfSum);
        }
        let class = self.class_of(x, rules);
        self.atom(AtomKey::Unary(Unary::Exp, class), None).power(n)
    }

    /// The operand of the inner function if f undoes it.
    fn inverse(&self, f: Unary, x: &Form) -> Option<Form> {
        let undone = inverse_of(f)?;
        match self.atoms[x.as_atom()? as usize].key {
            AtomKey::Unary(inner, class) if inner == undone => Some(self.forms[class.0 as usize].clone()),
            _ => None,
        }
    }

    /// f as an atom of x or of −x, whichever leads with a positive coefficient.
    fn parity(&mut self, f: Unary, x: Form, rules: &mut Rules) -> Form {
        let parity = parity(f);
        let x = if parity == Some(Rule::Even) {
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
            (true, Some(Rule::Odd)) => {
                *rules = rules.with(Rule::Odd);
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
    fn without_sign(&self, x: Form, rules: &mut Rules) -> Form {
        let inner = x.as_atom().and_then(|atom| match self.atoms[atom as usize].key {
            AtomKey::Unary(Unary::Fabs, class) => Some(self.forms[class.0 as usize].clone()),
            _ => None,
        });
        match inner {
            Some(inner) => {
                *rules = rules.with(Rule::Even);
                inner
            }
            None => x,
        }
    }

    /// Which power of f(x) is a form.
    fn relation(&mut self, f: Unary, class: ClassId, x: &Form) -> Option<(u32, Form, Rule)> {
        let square = |form: Form| form.power(2);
        match f {
            Unary::Cbrt => Some((3, x.clone(), Rule::CbrtCubed)),
            Unary::Fabs => Some((2, square(x.clone())?, Rule::AbsSquared)),
            Unary::Cos => {
                let sine = self.atom(AtomKey::Unary(Unary::Sin, class), None);
                Some((2, Form::constant(1).add(&square(sine)?.negate())?, Rule::Pythagoras))
            }
            Unary::Cosh => {
                let sine = self.atom(AtomKey::Unary(Unary::Sinh, class), None);
                Some((2, Form::constant(1).add(&square(sine)?)?, Rule::HyperbolicPythagoras))
            }
            _ => None,
        }
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
    fn own_condition(&self, node: Node) -> Option<Condition> {
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

    fn condition(&self, node: Node) -> Option<Condition> {
        match node {
            Node::Unary(f, a) => Some(Condition::InDomain(f, self.class(a))),
            Node::Binary(Binary::Div, _, b) => Some(Condition::NonZero(self.class(b))),
            Node::Binary(f, a, b) => Some(Condition::InDomain2(f, self.class(a), self.class(b))),
            Node::Power(a, n) if n < 0 => Some(Condition::NonZero(self.class(a))),
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

fn parity(f: Unary) -> Option<Rule> {
    match f {
        Unary::Cos | Unary::Cosh | Unary::Fabs => Some(Rule::Even),
        Unary::Sin | Unary::Tan | Unary::Asin | Unary::Atan | Unary::Sinh | Unary::Tanh => Some(Rule::Odd),
        Unary::Asinh | Unary::Atanh | Unary::Erf | Unary::Cbrt => Some(Rule::Odd),
        _ => None,
    }
}

/// f(0) and f(1) where they are rational.
fn special_value(f: Unary, x: &Form) -> Option<Form> {
    let c = x.as_constant()?;
    let value = match f {
        Unary::Exp | Unary::Cos | Unary::Cosh | Unary::Exp2 if c == 0 => 1,
        Unary::Sin | Unary::Tan | Unary::Asin | Unary::Atan | Unary::Sinh | Unary::Tanh if c == 0 => 0,
        Unary::Asinh | Unary::Atanh | Unary::Cbrt | Unary::Sqrt | Unary::Expm1 | Unary::Log1p if c == 0 => 0,
        Unary::Log | Unary::Log2 | Unary::Log10 | Unary::Acosh | Unary::Acos if c == 1 => 0,
        Unary::Sqrt | Unary::Cbrt if c == 1 => 1,
        Unary::Fabs => return Some(Form::constant(c.abs())),
        _ => return None,
    };
    Some(Form::constant(value))
}
