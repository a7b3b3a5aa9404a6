//! The vocabulary of real functions: names as in FPCore, and plain nearest evaluation at doubles.

/// Declares an enum of names with its table: `ALL`, `name` and `from_name`.
macro_rules! vocabulary {
    ($(#[$attribute:meta])* $kind:ident { $($variant:ident = $name:literal),* $(,)? }) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $kind {
            $(#[doc = concat!("`", $name, "`")] $variant,)*
        }

        impl $kind {
            /// Every member, in the order of declaration.
            pub const ALL: &'static [$kind] = &[$($kind::$variant),*];

            /// The FPCore name.
            pub const fn name(self) -> &'static str {
                match self { $($kind::$variant => $name),* }
            }

            /// The member with this FPCore name.
            pub fn from_name(name: &str) -> Option<$kind> {
                $kind::ALL.iter().copied().find(|f| f.name() == name)
            }
        }

        impl std::fmt::Display for $kind {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

vocabulary! {
    /// Functions of one real variable.
    Unary {
        Neg = "neg", Fabs = "fabs", Sqrt = "sqrt", Cbrt = "cbrt",
        Exp = "exp", Exp2 = "exp2", Exp10 = "exp10", Expm1 = "expm1",
        Log = "log", Log2 = "log2", Log10 = "log10", Log1p = "log1p",
        Sin = "sin", Cos = "cos", Tan = "tan", Asin = "asin", Acos = "acos", Atan = "atan",
        Sinh = "sinh", Cosh = "cosh", Tanh = "tanh", Asinh = "asinh", Acosh = "acosh", Atanh = "atanh",
        Erf = "erf", Erfc = "erfc", Tgamma = "tgamma", Lgamma = "lgamma",
        Ceil = "ceil", Floor = "floor", Trunc = "trunc", Round = "round", Nearbyint = "nearbyint",
    }
}

vocabulary! {
    /// Functions of two real variables, in the argument order of C.
    Binary {
        Add = "+", Sub = "-", Mul = "*", Div = "/", Pow = "pow", Atan2 = "atan2", Hypot = "hypot",
        Fmin = "fmin", Fmax = "fmax", Fdim = "fdim", Fmod = "fmod", Remainder = "remainder",
        Copysign = "copysign",
    }
}

vocabulary! {
    /// Named real constants.
    Constant {
        E = "E", Log2E = "LOG2E", Log10E = "LOG10E", Ln2 = "LN2", Ln10 = "LN10",
        Pi = "PI", Pi2 = "PI_2", Pi4 = "PI_4",
        OneOverPi = "M_1_PI", TwoOverPi = "M_2_PI", TwoOverSqrtPi = "M_2_SQRTPI",
        Sqrt2 = "SQRT2", Sqrt1_2 = "SQRT1_2",
    }
}

impl Unary {
    /// Number of operands.
    pub const ARITY: usize = 1;

    /// The correctly rounded (to nearest) value at a double.
    ///
    /// ```
    /// use interval::Unary;
    ///
    /// assert_eq!(Unary::Exp10.eval(-5.0), 1e-5);
    /// // Beyond its domain a function is NaN; at a pole it is infinite.
    /// assert!(Unary::Log.eval(-1.0).is_nan());
    /// assert_eq!(Unary::Log.eval(0.0), f64::NEG_INFINITY);
    /// ```
    #[inline]
    pub fn eval(self, x: f64) -> f64 {
        (match self {
            Unary::Neg => |x: f64| -x,
            Unary::Fabs => f64::abs,
            Unary::Sqrt => f64::sqrt,
            Unary::Cbrt => core_math::cbrt,
            Unary::Exp => core_math::exp,
            Unary::Exp2 => core_math::exp2,
            Unary::Exp10 => core_math::exp10,
            Unary::Expm1 => core_math::expm1,
            Unary::Log => core_math::log,
            Unary::Log2 => core_math::log2,
            Unary::Log10 => core_math::log10,
            Unary::Log1p => core_math::log1p,
            Unary::Sin => core_math::sin,
            Unary::Cos => core_math::cos,
            Unary::Tan => core_math::tan,
            Unary::Asin => core_math::asin,
            Unary::Acos => core_math::acos,
            Unary::Atan => core_math::atan,
            Unary::Sinh => core_math::sinh,
            Unary::Cosh => core_math::cosh,
            Unary::Tanh => core_math::tanh,
            Unary::Asinh => core_math::asinh,
            Unary::Acosh => core_math::acosh,
            Unary::Atanh => core_math::atanh,
            Unary::Erf => core_math::erf,
            Unary::Erfc => core_math::erfc,
            Unary::Tgamma => core_math::tgamma,
            Unary::Lgamma => core_math::lgamma,
            Unary::Ceil => f64::ceil,
            Unary::Floor => f64::floor,
            Unary::Trunc => f64::trunc,
            Unary::Round => f64::round,
            Unary::Nearbyint => f64::round_ties_even,
        } as fn(f64) -> f64)(x)
    }
}

impl Binary {
    /// Number of operands.
    pub const ARITY: usize = 2;

    /// The correctly rounded (to nearest) value at doubles, with the C library's treatment of special values.
    ///
    /// ```
    /// use interval::Binary;
    ///
    /// // Two remainders: one has the sign of the dividend, the other is the nearest to 0.
    /// assert_eq!((Binary::Fmod.eval(5.0, 3.0), Binary::Remainder.eval(5.0, 3.0)), (2.0, -1.0));
    /// // As in C, a minimum leaves NaN aside, and pow(NaN, 0) = 1.
    /// assert_eq!(Binary::Fmin.eval(f64::NAN, 1.0), 1.0);
    /// assert_eq!(Binary::Pow.eval(f64::NAN, 0.0), 1.0);
    /// ```
    #[inline]
    pub fn eval(self, x: f64, y: f64) -> f64 {
        match self {
            Binary::Add => x + y,
            Binary::Sub => x - y,
            Binary::Mul => x * y,
            Binary::Div => x / y,
            Binary::Pow => core_math::pow(x, y),
            Binary::Atan2 => core_math::atan2(x, y),
            Binary::Hypot => core_math::hypot(x, y),
            Binary::Fmin => x.min(y),
            Binary::Fmax => x.max(y),
            Binary::Fdim => fdim(x, y),
            Binary::Fmod => x % y,
            Binary::Remainder => ieee_remainder(x, y),
            Binary::Copysign => x.copysign(y),
        }
    }
}

/// The positive difference; NaN operands give NaN.
fn fdim(x: f64, y: f64) -> f64 {
    if x <= y { 0.0 } else { x - y }
}

/// IEEE remainder: x − n·y with n the integer nearest x/y, ties to even; always exact.
fn ieee_remainder(x: f64, y: f64) -> f64 {
    let p = y.abs();
    if x.is_nan() || p.is_nan() || x.is_infinite() || p == 0.0 {
        return f64::NAN;
    }
    if p.is_infinite() {
        return x;
    }
    // r = |x| mod 2p keeps the parity of the quotient; 2p = ∞ leaves |x| (< 2p) as it is.
    let mut r = x.abs() % (p + p);
    // Subtract p while r is beyond p/2: strictly the first time (tie → even 0), weakly the second (tie → even 2).
    // r > p/2 is decided as r > p − r, exact by Sterbenz's lemma where it matters.
    if r > p - r {
        r -= p;
        if r >= p - r {
            r -= p;
        }
    }
    if x.is_sign_negative() { -r } else { r }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        assert!(Unary::ALL.iter().all(|&f| Unary::from_name(f.name()) == Some(f)));
        assert!(Binary::ALL.iter().all(|&f| Binary::from_name(f.name()) == Some(f)));
        assert!(Constant::ALL.iter().all(|&c| Constant::from_name(c.name()) == Some(c)));
        assert_eq!(Unary::from_name("pow"), None);
    }

    #[test]
    fn remainder_rounds_the_quotient_to_even() {
        assert_eq!(ieee_remainder(3.0, 2.0), -1.0);
        assert_eq!(ieee_remainder(1.0, 2.0), 1.0);
        assert_eq!(ieee_remainder(5.0, 2.0), 1.0);
        assert_eq!(ieee_remainder(-5.0, 2.0), -1.0);
        assert_eq!(ieee_remainder(f64::MAX, 3.0).abs(), 1.0);
        assert_eq!(ieee_remainder(1.6e308, f64::MAX), 1.6e308 - f64::MAX);
    }
}
