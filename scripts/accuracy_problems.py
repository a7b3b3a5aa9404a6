"""Problems with known solutions for check_accuracy_corpus.py, and how a version of an algorithm is called on them."""

import ctypes
import functools
import itertools
import math

FUNCTION1 = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)
FUNCTION2 = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double, ctypes.c_double)
NAMES = {**vars(math), "__builtins__": {}}

# Formulas are those of Python; Octave differs in the sign of powers only.
# No interval of integration has a short binary length: a step kept in a float would be exact there.
# A quadrature problem: integral F, its derivative, a, b.
QUADRATURE = [
    ("exp(x)", "exp(x)", 0.1, 1.7),
    ("log(1 + x + x**2)", "(1 + 2*x) / (1 + x + x**2)", 0.0, 1.9),
    ("x*sin(3*x)", "sin(3*x) + 3*x*cos(3*x)", 0.2, 2.0),
    ("exp(-x)*sqrt(1 + x**2)", "exp(-x)*(x/sqrt(1 + x**2) - sqrt(1 + x**2))", -0.5, 1.9),
    ("atan(2*x)", "2/(1 + 4*x**2)", 0.1, 1.7),
]
# An initial value problem: solution x(t), right-hand side f(x, t), t0, t1.
INITIAL = [
    ("exp(sin(t))", "x*cos(t)", 0.0, 1.9),
    ("1/(1 + t**2)", "-2*t*x**2", 0.2, 2.1),
    ("sqrt(1 + t)", "0.5/sqrt(1 + t) - sin(x) + sin(sqrt(1 + t))", 0.0, 3.1),
    ("t + sin(t)", "1 + cos(t) - 0.3*(x**2 - (t + sin(t))**2)", 0.0, 2.1),
    ("1.5 + exp(-t)*cos(2*t)", "-exp(-t)*(cos(2*t) + 2*sin(2*t)) + exp(-x) - exp(-1.5 - exp(-t)*cos(2*t))", 0.0, 1.9),
]
# An interpolation problem: f, f', a, b.
INTERPOLATION = [
    ("exp(x)", "exp(x)", -1.0, 1.0),
    ("sin(3*x)", "3*cos(3*x)", 0.3, 2.3),
    ("1/(1 + x**2)", "-2*x/(1 + x**2)**2", -1.0, 2.0),
    ("log(2 + x)*cos(x)", "cos(x)/(2 + x) - log(2 + x)*sin(x)", -0.5, 2.0),
    ("sqrt(1 + x)*exp(-x)", "exp(-x)*(0.5/sqrt(1 + x) - sqrt(1 + x))", 0.0, 2.0),
]
# A root problem: f, f', two starting points.
ROOTS = [
    ("exp(x) - 3", "exp(x)", 2.6, 2.2),
    ("x**3 - 2*x - 5", "3*x**2 - 2", 3.4, 3.0),
    ("x*exp(x) - 1", "(1 + x)*exp(x)", 1.4, 1.1),
    ("x**2 - 2 - sin(x)", "2*x - cos(x)", 3.0, 2.6),
    ("log(x) + x**2 - 3", "1/x + 2*x", 0.4, 0.7),
]
# Widths of intervals repeat in this pattern: nodes that no smooth map makes of equal ones.
WIDTHS = [1.7, 0.8, 1.4, 0.6, 1.2, 1.0]
COUNTS = [4, 8, 16, 32, 64, 128, 256, 512]
SPLINE_COUNTS = [6, 12, 24, 48, 96, 192, 384]
GAUSS_COUNTS = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 64]
STEPS = list(range(0, 12))


@functools.cache
def code(formula):
    """The formula, ready to run."""
    return compile(formula, "formula", "eval")


def value(formula, **variables):
    """The formula at a point."""
    return eval(code(formula), NAMES, variables)


def octave_text(formula):
    """The formula as Octave writes it."""
    return formula.replace("**", "^")


def nodes(a, b, count):
    """Ends of `count` intervals of uneven width from a to b."""
    widths = [WIDTHS[i % len(WIDTHS)] for i in range(count)]
    places = [0.0, *itertools.accumulate(widths)]
    return [a + p / places[-1] * (b - a) for p in places[:-1]] + [b]


def test_points(x):
    """Four points in each interval."""
    return [left + (right - left) * k / 5 for left, right in zip(x, x[1:]) for k in (1, 2, 3, 4)]


def doubles(numbers):
    """A C array."""
    return (ctypes.c_double * len(numbers))(*numbers)


# The kinds of problems. They are never instantiated: a kind is its problems, its steps and how a version is called.
class Quadrature:
    """The error of an integral."""

    problems, counts, c_type, c_result = QUADRATURE, COUNTS, FUNCTION1, ctypes.c_double

    def call_c(function, problem, n, f):
        return function(f, ctypes.c_double(problem[2]), ctypes.c_double(problem[3]), n)

    def call_python(function, problem, n, f):
        return function(f, problem[2], problem[3], n)

    def formula(problem):
        return lambda x: value(problem[1], x=x)

    def error(problem, n, result):
        exact = value(problem[0], x=problem[3]) - value(problem[0], x=problem[2])
        return abs(result - exact)

    def octave(problem, n):
        return f"simpson(@(x) {octave_text(problem[1])}, {problem[2]}, {problem[3]}, {n})"


class Gauss(Quadrature):
    """As quadrature, with panels that are few enough for order 6."""

    counts = GAUSS_COUNTS


class Initial:
    """The error at the end time."""

    problems, counts, c_type, c_result = INITIAL, COUNTS, FUNCTION2, ctypes.c_double

    def call_c(function, problem, n, f):
        return Initial.call_python(lambda f, *rest: function(f, *map(ctypes.c_double, rest[:-1]), n), problem, n, f)

    def call_python(function, problem, n, f):
        return function(f, value(problem[0], t=problem[2]), problem[2], problem[3], n)

    def formula(problem):
        return lambda x, t: value(problem[1], x=x, t=t)

    def error(problem, n, result):
        return abs(result - value(problem[0], t=problem[3]))

    def octave(problem, n):
        start = value(problem[0], t=problem[2])
        return f"rk4(@(x, t) {octave_text(problem[1])}, {start!r}, {problem[2]}, {problem[3]}, {n})"


class Interpolation:
    """The largest error over points in all intervals."""

    problems, counts, c_type, c_result = INTERPOLATION, SPLINE_COUNTS, FUNCTION1, None

    @functools.cache
    def data(problem, n):
        x = nodes(problem[2], problem[3], n)
        y = [value(problem[0], x=v) for v in x]
        return x, y, value(problem[1], x=x[0]), value(problem[1], x=x[-1]), test_points(x)

    def call_c(function, problem, n, _):
        x, y, slope0, slope1, t = Interpolation.data(problem, n)
        s = doubles(t)
        slopes = ctypes.c_double(slope0), ctypes.c_double(slope1)
        function(doubles(x), doubles(y), len(x), *slopes, doubles(t), s, len(t))
        return list(s)

    def call_python(function, problem, n, _):
        return function(*Interpolation.data(problem, n))

    def formula(problem):
        return lambda x: value(problem[0], x=x)

    def error(problem, n, result):
        points = Interpolation.data(problem, n)[-1]
        return max(abs(s - value(problem[0], x=t)) for s, t in zip(result, points, strict=True))

    def octave(problem, n):
        return "spline_complete(" + ", ".join(map(repr, Interpolation.data(problem, n))) + ")"


class Newton:
    """The distance from the root after some steps."""

    problems, counts, c_type, c_result = ROOTS, STEPS, FUNCTION1, ctypes.c_double

    def call_c(function, problem, steps, f):
        return function(f, FUNCTION1(lambda x: value(problem[1], x=x)), ctypes.c_double(problem[2]), steps)

    def formula(problem):
        return lambda x: safe(problem[0], x)

    def error(problem, steps, result):
        return abs(result - root(problem))


class Secant(Newton):
    """As Newton, from two points."""

    def call_c(function, problem, steps, f):
        return function(f, ctypes.c_double(problem[2]), ctypes.c_double(problem[3]), steps)


def safe(formula, x):
    """As value, and not a number where a search has left the domain."""
    try:
        return value(formula, x=x)
    except (ValueError, OverflowError):
        return math.nan


def root(problem):
    """The root, by so many steps that no more digits change."""
    x = problem[2]
    for _ in range(60):
        x -= value(problem[0], x=x) / value(problem[1], x=x)
    return x


# The order of the secant method.
GOLDEN = (1 + math.sqrt(5)) / 2
# Folder, kind of problem, order of the algorithm.
ALGORITHMS = {
    "simpson": (Quadrature, 4.0),
    "spline": (Interpolation, 4.0),
    "rk4": (Initial, 4.0),
    "gauss_legendre": (Gauss, 6.0),
    "abm4": (Initial, 4.0),
    "newton": (Newton, 2.0),
    "secant": (Secant, GOLDEN),
}


def linear_systems():
    """Linear systems with known solutions: matrix, solution. Some have zeros where a pivot would be taken."""
    for n in (1, 2, 3, 8, 20):
        matrix = [[math.sin(3 * i * i + 7 * j + 1) + (i + j == n - 1) * 4 for j in range(n)] for i in range(n)]
        matrix[0][0] = matrix[0][0] if n == 1 else 0.0
        yield matrix, [1.0 + i for i in range(n)]
