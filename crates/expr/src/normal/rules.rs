//! The names of the identities that a proof may use.

/// An identity beyond hash-consing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum IdentityRule {
    /// Commutative ring and field of fractions: expand, collect, cross-multiply.
    Ring,
    /// |a| is a or −a, because the sign of a is known on the domain; min, max, if likewise.
    KnownOnDomain,
    /// min(a, a) = max(a, a) = a, and both branches of an `if` equal.
    SameOperands,
    /// sqrt(a)² = a.
    SqrtSquared,
    /// sqrt(a²) = |a|, pow(a, 1/2) = sqrt(a), hypot(a, b) = sqrt(a² + b²).
    SqrtOfSquare,
    /// cbrt(a)³ = a.
    CbrtCubed,
    /// |a|² = a².
    AbsSquared,
    /// sin² + cos² = 1.
    Pythagoras,
    /// cosh² − sinh² = 1.
    HyperbolicPythagoras,
    /// f(−a) = −f(a).
    Odd,
    /// f(−a) = f(a).
    Even,
    /// f(g(a)) = a for a function and its inverse.
    Inverse,
    /// exp(a + b) = exp(a)·exp(b).
    ExpOfSum,
    /// sqrt and log of a product, factor by factor, where the factors are known not to be negative.
    Product,
    /// tan = sin/cos.
    Tangent,
    /// sin 2a = 2·sin a·cos a, cos 2a = 1 − 2·sin² a.
    DoubleAngle,
    /// min(a, b) = (a + b − |a − b|)/2, max(a, b) = (a + b + |a − b|)/2.
    MinMax,
    /// Proved for each sign of some inputs.
    Cases,
    /// f(c) is rational at a special point c, e.g. cos(0) = 1.
    SpecialValue,
}

const NAMES: [(IdentityRule, &str); 19] = [
    (IdentityRule::Ring, "ring"),
    (IdentityRule::KnownOnDomain, "known-on-domain"),
    (IdentityRule::SameOperands, "same-operands"),
    (IdentityRule::SqrtSquared, "sqrt-squared"),
    (IdentityRule::SqrtOfSquare, "sqrt-of-square"),
    (IdentityRule::CbrtCubed, "cbrt-cubed"),
    (IdentityRule::AbsSquared, "abs-squared"),
    (IdentityRule::Pythagoras, "pythagoras"),
    (IdentityRule::HyperbolicPythagoras, "hyperbolic-pythagoras"),
    (IdentityRule::Odd, "odd"),
    (IdentityRule::Even, "even"),
    (IdentityRule::Inverse, "inverse"),
    (IdentityRule::ExpOfSum, "exp-of-sum"),
    (IdentityRule::Product, "product"),
    (IdentityRule::Tangent, "tangent"),
    (IdentityRule::DoubleAngle, "double-angle"),
    (IdentityRule::MinMax, "min-max"),
    (IdentityRule::Cases, "cases"),
    (IdentityRule::SpecialValue, "special-value"),
];

/// A set of rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IdentityRules(u32);

impl IdentityRules {
    /// This set and one more.
    #[must_use]
    pub fn with(self, rule: IdentityRule) -> IdentityRules {
        IdentityRules(self.0 | 1 << rule as u32)
    }

    /// All of both.
    #[must_use]
    pub fn union(self, other: IdentityRules) -> IdentityRules {
        IdentityRules(self.0 | other.0)
    }

    /// Their names, in a fixed order; where no rule was needed, that the two are the same expression.
    pub fn names(self) -> Vec<String> {
        if self.0 == 0 {
            return vec!["same-expression".into()];
        }
        let used = NAMES.iter().filter(|(rule, _)| self.0 & 1 << *rule as u32 != 0);
        used.map(|(_, name)| (*name).into()).collect()
    }
}
