//! The functions of the C maths library, and LLVM's names for them.

use super::operation::Verb;

/// Where a function of numbers gives no number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum MathsDomain {
    /// It is defined everywhere, or what is known does not give a distance.
    All,
    /// Not below this number.
    Below(f64),
    /// Not where the magnitude is above this number.
    Outside(f64),
    /// Not at infinities.
    Infinite,
    /// A negative number to a power that is no integer.
    Pow,
    /// The remainder by zero, or of infinity.
    Rem,
    /// At negative integers.
    Poles,
}

/// Whether the rounded result is the exact one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exactness {
    /// Always: the result is exact when the operand is.
    Always,
    /// As a square root: it can be checked.
    Sqrt,
    /// Hardly ever.
    Rarely,
}

/// A function of one or two floats.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct MathsFunction {
    /// Its name for doubles.
    pub name: &'static str,
    /// Number of operands.
    pub arity: u8,
    /// Where it gives NaN.
    pub domain: MathsDomain,
    /// Whether finite operands can give infinity.
    pub overflows: bool,
    /// Whether numbers that are far from zero can give a subnormal number or zero by underflow.
    pub underflows: bool,
    /// Whether results are exact.
    pub exactness: Exactness,
}

impl Eq for MathsFunction {}

const fn row(name: &'static str, arity: u8, domain: MathsDomain, overflows: bool, underflows: bool) -> MathsFunction {
    MathsFunction {
        name,
        arity,
        domain,
        overflows,
        underflows,
        exactness: Exactness::Rarely,
    }
}

const fn exact(name: &'static str, arity: u8, domain: MathsDomain, exactness: Exactness) -> MathsFunction {
    MathsFunction {
        exactness,
        ..row(name, arity, domain, false, false)
    }
}

/// One row for each function.
const FUNCTIONS: [MathsFunction; 47] = [
    row("exp", 1, MathsDomain::All, true, true),
    row("exp2", 1, MathsDomain::All, true, true),
    row("exp10", 1, MathsDomain::All, true, true),
    row("expm1", 1, MathsDomain::All, true, false),
    row("log", 1, MathsDomain::Below(0.0), true, false),
    row("log2", 1, MathsDomain::Below(0.0), true, false),
    row("log10", 1, MathsDomain::Below(0.0), true, false),
    row("log1p", 1, MathsDomain::Below(-1.0), true, false),
    row("logb", 1, MathsDomain::All, true, false),
    row("pow", 2, MathsDomain::Pow, true, true),
    row("powi", 1, MathsDomain::All, true, true),
    exact("sqrt", 1, MathsDomain::Below(0.0), Exactness::Sqrt),
    row("cbrt", 1, MathsDomain::All, false, false),
    row("hypot", 2, MathsDomain::All, true, false),
    row("sin", 1, MathsDomain::Infinite, false, false),
    row("cos", 1, MathsDomain::Infinite, false, false),
    row("tan", 1, MathsDomain::Infinite, false, false),
    row("asin", 1, MathsDomain::Outside(1.0), false, false),
    row("acos", 1, MathsDomain::Outside(1.0), false, false),
    row("atan", 1, MathsDomain::All, false, false),
    row("atan2", 2, MathsDomain::All, false, false),
    row("sinh", 1, MathsDomain::All, true, false),
    row("cosh", 1, MathsDomain::All, true, false),
    row("tanh", 1, MathsDomain::All, false, false),
    row("asinh", 1, MathsDomain::All, false, false),
    row("acosh", 1, MathsDomain::Below(1.0), false, false),
    row("atanh", 1, MathsDomain::Outside(1.0), true, false),
    row("erf", 1, MathsDomain::All, false, false),
    row("erfc", 1, MathsDomain::All, false, true),
    row("tgamma", 1, MathsDomain::Poles, true, true),
    row("lgamma", 1, MathsDomain::All, true, false),
    row("j0", 1, MathsDomain::All, false, false),
    row("j1", 1, MathsDomain::All, false, false),
    row("y0", 1, MathsDomain::Below(0.0), true, false),
    row("y1", 1, MathsDomain::Below(0.0), true, false),
    exact("fmod", 2, MathsDomain::Rem, Exactness::Always),
    exact("remainder", 2, MathsDomain::Rem, Exactness::Always),
    row("fdim", 2, MathsDomain::All, true, false),
    exact("fabs", 1, MathsDomain::All, Exactness::Always),
    exact("floor", 1, MathsDomain::All, Exactness::Always),
    exact("ceil", 1, MathsDomain::All, Exactness::Always),
    exact("trunc", 1, MathsDomain::All, Exactness::Always),
    exact("round", 1, MathsDomain::All, Exactness::Always),
    exact("rint", 1, MathsDomain::All, Exactness::Always),
    exact("nearbyint", 1, MathsDomain::All, Exactness::Always),
    exact("fmin", 2, MathsDomain::All, Exactness::Always),
    exact("fmax", 2, MathsDomain::All, Exactness::Always),
];

/// Intrinsics whose names are not those of C.
const OTHER_NAMES: [(&str, &str); 2] = [("minnum", "fmin"), ("maxnum", "fmax")];

/// Functions that round to an integer: of 64 bits in C; the names of intrinsics tell how many.
const ROUNDING: [&str; 4] = ["lround", "llround", "lrint", "llrint"];

/// Whether a symbol is this function of some format, or LLVM's name for it.
fn is_of(symbol: &str, name: &str) -> bool {
    let ending = symbol.strip_prefix(name);
    let intrinsic = symbol.strip_prefix("llvm.").and_then(|rest| rest.strip_prefix(name));
    ending.is_some_and(|ending| ["", "f", "l"].contains(&ending)) || intrinsic.is_some_and(|rest| rest.starts_with('.'))
}

/// What a call of this function does, and whether its integers are signed; `None` for functions of other kinds.
pub(crate) fn verb(symbol: &str) -> Option<(Verb, bool)> {
    if ROUNDING.iter().any(|name| is_of(symbol, name)) {
        let bits = if symbol.contains(".i32.") { 32 } else { 64 };
        return Some((Verb::ToInteger { bits, signed: true }, false));
    }
    if symbol.starts_with("llvm.abs.") || ["abs", "labs", "llabs", "imaxabs"].contains(&symbol) {
        return Some((Verb::Abs, true));
    }
    function(symbol).map(|function| (Verb::Call(function), false))
}

/// The row of a symbol: `exp`, `expf`, `expl`, `llvm.exp.f64`.
pub(crate) fn function(symbol: &str) -> Option<&'static MathsFunction> {
    let find = |name: &str| {
        let name = OTHER_NAMES.iter().find(|row| row.0 == name).map_or(name, |row| row.1);
        FUNCTIONS.iter().find(|function| function.name == name)
    };
    if let Some(intrinsic) = symbol.strip_prefix("llvm.") {
        let (name, ty) = intrinsic.split_once('.')?;
        return ty.starts_with('f').then(|| find(name))?;
    }
    let shorter = symbol.strip_suffix(['f', 'l']);
    find(symbol).or_else(|| shorter.and_then(find))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_have_the_width_that_the_function_gives() {
        for (symbol, width) in [("lround", 64), ("llvm.lround.i32.f64", 32), ("llvm.llrint.i64.f32", 64)] {
            assert!(
                matches!(verb(symbol), Some((Verb::ToInteger { bits, .. }, _)) if bits == width),
                "{symbol}"
            );
        }
    }

    #[test]
    fn names_of_all_formats_are_known() {
        for (symbol, name) in [
            ("exp", Some("exp")),
            ("erf", Some("erf")),
            ("erff", Some("erf")),
            ("ceill", Some("ceil")),
            ("llvm.sqrt.f80", Some("sqrt")),
            ("llvm.minnum.f64", Some("fmin")),
            ("llvm.powi.f32.i32", Some("powi")),
            ("llvm.ctpop.i32", None),
            ("pow10", None),
        ] {
            assert_eq!(function(symbol).map(|function| function.name), name, "{symbol}");
        }
    }
}
