//! The solutions that ship: smooth, oscillating, stiff-ish and nearly singular functions on intervals.
//!
//! None of them is exact for a method of low degree, and no interval is a period or symmetric,
//! since such luck hides faults: the trapezoidal rule is exact on periods, odd functions integrate to 0.
//! The ends are no short binary fractions either: a node computed in single precision would be exact.

use crate::problem::ProblemKind;

/// A function and the interval on which it is the solution of a problem.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownSolution {
    /// Its name.
    pub name: String,
    /// The formula of `x`.
    pub formula: String,
    /// The interval.
    pub interval: (f64, f64),
}

/// Name, formula, interval.
type SolutionRow = (&'static str, &'static str, f64, f64);

/// Solutions of problems on an interval: quadrature, interpolation, initial values.
const STANDARD: &[SolutionRow] = &[
    ("exponential", "exp(x)", 0.1, 1.3),
    ("decay", "3*exp(-2*x) + 1/2", 0.1, 1.6),
    ("damped wave", "exp(-x)*sin(3*x)", 0.2, 2.1),
    ("sine", "sin(x + 1/4)", 0.1, 2.1),
    ("wave on a slope", "cos(5*x) + x", 0.1, 1.7),
    ("fast wave", "sin(10*x)*exp(-x)", 0.1, 1.1),
    ("chirp", "sin(x^2 + 1)", 0.1, 1.7),
    ("polynomial of degree 9", "x^9 - 2*x^6 + x^5 - x^2 + 1", -0.4, 1.3),
    ("polynomial of degree 8", "(x - 1/3)^8 + x^7 - x^4", -0.3, 1.6),
    ("polynomial of degree 12", "x^12/4 - x^10 + x^8 + x^3", 0.1, 1.3),
    ("witch", "1/(1 + x^2)", -0.7, 2.1),
    ("Runge's function", "1/(1 + 25*x^2)", 0.15, 1.1),
    ("rational", "(x^3 + 2)/(x^2 + x + 1)", 0.1, 2.1),
    ("pole nearby", "1/(5/4 - x)", 0.1, 0.9),
    ("logarithm", "log(1 + x)", 0.1, 2.1),
    ("logarithm near its pole", "log(x + 1/8)", 0.1, 1.1),
    ("root", "sqrt(1 + x)", 0.1, 2.9),
    ("root near its branch point", "sqrt(x + 1/8)", 0.1, 1.1),
    ("bell", "exp(-x^2)", 0.2, 1.7),
    ("arcus", "atan(3*x)", -0.3, 1.3),
    ("step", "tanh(3*x)", -0.3, 1.1),
    ("wave in an exponent", "exp(sin(2*x))", 0.1, 1.7),
    ("hyperbolic", "cosh(x)/(1 + x)", 0.1, 2.1),
    ("slow and fast", "exp(-8*x) + x^2 + cos(x)", 0.1, 1.1),
    ("growing wave", "exp(x/2)*cos(2*x)", 0.1, 1.7),
    ("power", "(x + 1)^(5/2)/3", 0.1, 1.6),
];

/// Functions with a simple root in the interval; the root is found with as many digits as wanted.
const ROOTS: &[SolutionRow] = &[
    ("square root of 2", "x^2 - 2", 1.0, 2.0),
    ("cube root of 5", "x^3 - 5", 1.25, 2.25),
    ("exponential", "exp(x) - 3", 0.5, 1.75),
    ("logarithm", "log(x) - 1/2", 1.0, 2.25),
    ("fixed point of the cosine", "cos(x) - x", 0.25, 1.25),
    ("Kepler's equation", "x - sin(x)/2 - 1", 1.0, 2.0),
    ("Wallis", "x^3 - 2*x - 5", 1.75, 2.5),
    ("omega", "x*exp(x) - 1", 0.25, 1.0),
    ("sine and line", "sin(x) - x/2", 1.5, 2.25),
    ("hyperbolic cosine", "cosh(x) - 2", 1.0, 1.75),
    ("arcus", "atan(x) - 1/2", 0.25, 0.875),
    ("rational", "1/x - 3/4 - x/8", 0.75, 1.5),
    ("quintic", "x^5 - x - 1", 1.0, 1.375),
    ("root and exponential", "sqrt(x) - exp(-x)", 0.125, 0.875),
    ("tangent and line", "tan(x) - x - 1", 0.875, 1.25),
    ("polynomial", "x^4 - 3*x^3 + x + 1/2", 0.5, 1.25),
    ("wave", "sin(2*x) + x^2 - 1", 0.375, 0.75),
    ("power of two", "2^x - 3", 1.25, 1.875),
    ("hyperbolic tangent", "tanh(x) - 1/2", 0.25, 0.875),
    ("two logarithms", "log(x + 1) + log(x) - 1", 0.875, 1.75),
];

/// The solutions that ship for a kind of problems.
pub fn standard(kind: ProblemKind) -> Vec<KnownSolution> {
    let rows = match kind {
        ProblemKind::Root => ROOTS,
        _ => STANDARD,
    };
    let solution = |&(name, formula, a, b): &SolutionRow| KnownSolution {
        name: name.into(),
        formula: formula.into(),
        interval: (a, b),
    };
    rows.iter().map(solution).collect()
}
