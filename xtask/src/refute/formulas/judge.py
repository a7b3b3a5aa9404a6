"""Judges claims about formulas with ball arithmetic (python-flint), one JSON line in, one out.

A line in is {"case", "a", "b", "comparison", "suite", "points"}: two FPCores, what `lydian compare --json` said of them,
and the text of the suite that `lydian generate` made of the first. Both answers may be null.
A line out is {"case", "claims": {kind: count}, "refuted": [[claim, why], ...]}.

A claim is refuted only if balls prove it false. What no precision that is tried decides is left alone.
Whether a function has a value is decided by the rules below, never by a NaN of the library, which means "not known".
"""

import json
import math
import sys
import struct
from fractions import Fraction

from flint import arb, ctx, fmpq, fmpz

PRECISIONS = (96, 400, 1600)
# Exponents beyond which balls are not turned into fractions, and what stands for infinity among fractions.
REACH = 30000
INFINITE = fmpq(2) ** (REACH + 5000)
ZERO, ONE, HALF = fmpq(0), fmpq(1), fmpq(1, 2)


# ---------------------------------------------------------------------------------------------------------------- text


def tokens(text):
    out, i = [], 0
    while i < len(text):
        c = text[i]
        if c.isspace():
            i += 1
        elif c in "()[]":
            out.append("(" if c in "([" else ")")
            i += 1
        elif c == '"':
            j = text.index('"', i + 1)
            out.append(text[i : j + 1])
            i = j + 1
        else:
            j = i
            while j < len(text) and not text[j].isspace() and text[j] not in '()[]"':
                j += 1
            out.append(text[i:j])
            i = j
    return out


def tree(text):
    stack = [[]]
    for token in tokens(text):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    return stack[0][0]


def number(text):
    """The exact value of a written number, or None."""
    try:
        if text.lower().lstrip("+-").startswith("0x"):
            return hexadecimal(text)
        q = Fraction(text)
        return fmpq(q.numerator, q.denominator)
    except (ValueError, ZeroDivisionError):
        return None


def hexadecimal(text):
    sign = -1 if text.startswith("-") else 1
    body, _, power = text.lower().lstrip("+-")[2:].partition("p")
    whole, _, part = body.partition(".")
    digits = int((whole + part) or "0", 16)
    return fmpq(sign * digits) * fmpq(2) ** (int(power or 0) - 4 * len(part))


def fraction(x):
    """A float as it is."""
    return fmpq(*x.as_integer_ratio())


def prepared(e):
    """A tree with its numbers read."""
    if isinstance(e, list):
        return [prepared(part) for part in e]
    q = number(e) if e[0] in "+-.0123456789" and e not in ("+", "-") else None
    return e if q is None else q


class Core:
    """A formula with its domain and its accuracy."""

    def __init__(self, text):
        items = tree(text)[1:]
        if isinstance(items[0], str):
            items = items[1:]
        arguments, rest = items[0], items[1:]
        self.properties = {}
        while isinstance(rest[0], str) and rest[0].startswith(":"):
            self.properties[rest[0][1:]] = rest[1]
            rest = rest[2:]
        self.body = prepared(rest[0])
        self.output = self.format(self.properties.get("precision", "binary64"))
        self.names, self.formats = [], []
        for argument in arguments:
            own = argument[argument.index(":precision") + 1] if isinstance(argument, list) else None
            self.names.append(argument[-1] if isinstance(argument, list) else argument)
            self.formats.append(self.format(own) if own else self.output)
        self.pre = prepared(self.properties.get("pre", "TRUE"))
        self.policy = self.properties.get("out-of-domain", "reject")
        wanted = {k: number(self.properties[k]) for k in ("accuracy-rel", "accuracy-abs", "accuracy-ulps") if k in self.properties}
        self.margin = Margin(wanted, self.output, rounded="accuracy-rounded" in self.properties)
        self.boxes = boxes(self)

    @staticmethod
    def format(text):
        if isinstance(text, list):
            return ("fixed", int(text[1]), int(text[2]))
        return ("fixed", 0, 64) if text == "integer" else (text,)


# ---------------------------------------------------------------------------------------------------------------- values


class Value:
    """What is known of a real number: `state` is 'yes' (it exists), 'no' (it does not) or '?'.

    `exact` is the number as a fraction, if that is known; `ball` encloses it, or is None if nothing is known of it.
    """

    __slots__ = ("state", "exact", "known")

    def __init__(self, state, exact=None, ball=None):
        self.state, self.exact, self.known = state, exact, ball

    @property
    def ball(self):
        if self.known is None and self.exact is not None:
            self.known = arb(self.exact)
        return self.known if self.known is not None and self.known.is_finite() else None


NONE = Value("no")
UNKNOWN = Value("?")
SOME = Value("yes")


def exactly(q):
    """A fraction, unless it is too large to go on with."""
    if q.p.bit_length() + q.q.bit_length() > 40000:
        return Value("yes", None, arb(q))
    return Value("yes", q)


def joined(*values):
    """What operands leave of a result: no value, not known, or a value."""
    states = [v.state for v in values]
    return "no" if "no" in states else "?" if "?" in states else "yes"


def below(ball, q):
    return ball is not None and bool(ball < q)


def above(ball, q):
    return ball is not None and bool(ball > q)


def sign(v):
    """-1, 0, 1, or None if it is not known."""
    if v.exact is not None:
        return (v.exact > 0) - (v.exact < 0)
    return 1 if above(v.ball, 0) else -1 if below(v.ball, 0) else None


def order(x, y):
    """The sign of x - y, or None."""
    if x.exact is not None and y.exact is not None:
        return (x.exact > y.exact) - (x.exact < y.exact)
    if x.ball is None or y.ball is None:
        return None
    return 1 if bool(x.ball > y.ball) else -1 if bool(x.ball < y.ball) else None


def floor_of(q):
    return int(q.floor())


def nearest_even(q):
    low = floor_of(q)
    rest = q - low
    up = rest > HALF or (rest == HALF and low % 2 == 1)
    return low + up


ROUNDINGS = {
    "floor": floor_of,
    "ceil": lambda q: -floor_of(-q),
    "trunc": lambda q: floor_of(q) if q >= 0 else -floor_of(-q),
    "round": lambda q: floor_of(abs(q) + HALF) * (1 if q >= 0 else -1),
    "nearbyint": nearest_even,
}


def bounds(ball):
    """The ends of a ball as fractions, or None if they are too large or too small to be written."""
    if ball is None or not ball.is_finite():
        return None
    ends = []
    for end in (ball.lower(), ball.upper()):
        man, exp = end.man_exp()
        exp = int(exp)
        if man != 0 and abs(exp + int(man).bit_length()) > REACH:
            return None
        ends.append(fmpq(man) * fmpq(2) ** exp)
    return ends


def rounding(f, x):
    if x.exact is not None:
        return exactly(fmpq(f(x.exact)))
    ends = bounds(x.ball)
    if ends is None:
        return SOME
    low, high = f(ends[0]), f(ends[1])
    return exactly(fmpq(low)) if low == high else Value("yes", None, arb(fmpz(low)).union(arb(fmpz(high))))


# Where a function of one argument has a value: given the sign of what must be positive (or not negative).
def needs(test):
    """A domain rule: `test` gives True, False or None."""

    def rule(x):
        known = test(x)
        return "yes" if known else "?" if known is None else "no"

    return rule


def compare_with(q):
    def test(x):
        return order(x, Value("yes", fmpq(q)))

    return test


def positive(shift):
    """x > shift."""
    return needs(lambda x: None if (s := compare_with(shift)(x)) is None else s > 0)


def not_below(shift):
    def test(x):
        s = compare_with(shift)(x)
        if s is not None:
            return s >= 0
        return True if x.ball is not None and bool(x.ball >= shift) else None

    return needs(test)


def within(closed):
    def test(x):
        low, high = compare_with(-1)(x), compare_with(1)(x)
        if (low is not None and (low < 0 or (low == 0 and not closed))) or (
            high is not None and (high > 0 or (high == 0 and not closed))
        ):
            return False
        return None if low is None or high is None else True

    return needs(test)


def no_pole(x):
    """Gamma has no value at 0, -1, -2 and so on."""
    if x.exact is not None:
        return "no" if x.exact <= 0 and x.exact.q == 1 else "yes"
    if above(x.ball, 0):
        return "yes"
    ends = bounds(x.ball)
    if ends is None:
        return "?"
    return "yes" if floor_of(ends[0]) == floor_of(ends[1]) and ends[0].q != 1 else "?"


def tangent(x):
    """The poles are irrational, so that a fraction is none of them."""
    if x.exact is not None:
        return "yes"
    c = x.ball.cos() if x.ball is not None else None
    return "yes" if c is not None and c.is_finite() and (bool(c > 0) or bool(c < 0)) else "?"


def everywhere(_):
    return "yes"


def cbrt(b):
    if bool(b >= 0):
        return b.root(3)
    if bool(b < 0):
        return -((-b).root(3))
    size = abs(b).upper().root(3).upper()
    return (-size).union(size)


UNARY = {
    "sqrt": (not_below(0), lambda b: b.nonnegative_part().sqrt() if hasattr(b, "nonnegative_part") else b.sqrt(), {}),
    "cbrt": (everywhere, cbrt, {0: 0, 1: 1, -1: -1}),
    "exp": (everywhere, arb.exp, {0: 1}),
    "exp2": (everywhere, lambda b: (b * arb(2).log()).exp(), {0: 1, 1: 2, -1: fmpq(1, 2)}),
    "expm1": (everywhere, arb.expm1, {0: 0}),
    "log": (positive(0), arb.log, {1: 0}),
    "log2": (positive(0), lambda b: b.log() / arb(2).log(), {1: 0, 2: 1}),
    "log10": (positive(0), lambda b: b.log() / arb(10).log(), {1: 0, 10: 1}),
    "log1p": (positive(-1), arb.log1p, {0: 0}),
    "sin": (everywhere, arb.sin, {0: 0}),
    "cos": (everywhere, arb.cos, {0: 1}),
    "tan": (tangent, arb.tan, {0: 0}),
    "asin": (within(True), arb.asin, {0: 0}),
    "acos": (within(True), arb.acos, {1: 0}),
    "atan": (everywhere, arb.atan, {0: 0}),
    "sinh": (everywhere, arb.sinh, {0: 0}),
    "cosh": (everywhere, arb.cosh, {0: 1}),
    "tanh": (everywhere, arb.tanh, {0: 0}),
    "asinh": (everywhere, arb.asinh, {0: 0}),
    "acosh": (not_below(1), arb.acosh, {1: 0}),
    "atanh": (within(False), arb.atanh, {0: 0}),
    "erf": (everywhere, arb.erf, {0: 0}),
    "erfc": (everywhere, arb.erfc, {0: 1}),
    "tgamma": (no_pole, arb.gamma, {1: 1, 2: 1}),
    "lgamma": (no_pole, lambda b: b.lgamma() if bool(b > 0) else abs(b.gamma()).log(), {1: 0, 2: 0}),
}


def unary(name, x):
    if x.state == "no":
        return NONE
    if name == "-":
        return Value(x.state, None if x.exact is None else -x.exact, None if x.ball is None else -x.ball)
    if name == "fabs":
        return Value(x.state, None if x.exact is None else abs(x.exact), None if x.ball is None else abs(x.ball))
    if name in ROUNDINGS:
        result = rounding(ROUNDINGS[name], x)
        return Value(x.state, result.exact, result.ball)
    rule, function, special = UNARY[name]
    state = rule(x)
    if state == "no":
        return NONE
    state = "yes" if state == x.state == "yes" else "?"
    if x.exact is not None and x.exact.q == 1 and x.exact.p in special:
        return Value(state, fmpq(special[x.exact.p]))
    if name == "sqrt" and x.exact is not None:
        p, q = x.exact.p.isqrt(), x.exact.q.isqrt()
        if p * p == x.exact.p and q * q == x.exact.q:
            return Value(state, fmpq(p, q))
    return Value(state, None, function(x.ball) if x.ball is not None else None)


def power(x, y, state):
    if y.exact is not None and y.exact.q == 1:
        return integer_power(x, int(y.exact.p), state)
    s = sign(x)
    if s == 1:
        if x.exact == 1:
            return Value(state, ONE)
        usable = x.ball is not None and y.ball is not None
        return Value(state, None, (x.ball.log() * y.ball).exp() if usable else None)
    if s == 0:
        t = sign(y)
        return Value(state, ZERO) if t == 1 else NONE if t == -1 else UNKNOWN
    if s == -1 and y.exact is not None:
        return NONE
    if s == -1:
        ends = bounds(y.ball)
        if ends and floor_of(ends[0]) == floor_of(ends[1]) and ends[0].q != 1:
            return NONE
    return UNKNOWN


def integer_power(x, n, state):
    s = sign(x)
    if n < 0 and s == 0:
        return NONE
    if n < 0 and s is None:
        state = "?"
    if n == 0:
        return Value(state, ONE) if s not in (0, None) else UNKNOWN
    if x.exact is not None:
        bits = max(x.exact.p.bit_length(), x.exact.q.bit_length())
        if bits * abs(n) < 40000:
            return Value(state, x.exact**n)
    return Value(state, None, x.ball ** fmpz(n) if x.ball is not None else None)


def modulo(name, x, y, state):
    if sign(y) == 0:
        return NONE
    if sign(y) is None:
        return UNKNOWN
    if x.exact is not None and y.exact is not None:
        q = x.exact / y.exact
        if abs(q) < two_to(3000):
            whole = ROUNDINGS["trunc"](q) if name == "fmod" else nearest_even(q)
            return Value(state, x.exact - whole * y.exact)
    return Value(state)


def pick(name, x, y, state):
    s = order(x, y)
    if s is not None:
        first = (s <= 0) == (name == "fmin")
        chosen = x if first else y
        return Value(state, chosen.exact, chosen.ball)
    if x.ball is None or y.ball is None:
        return Value(state)
    return Value(state, None, x.ball.min(y.ball) if name == "fmin" else x.ball.max(y.ball))


def binary(name, x, y):
    state = joined(x, y)
    if state == "no":
        return NONE
    if name == "/" and sign(y) == 0:
        return NONE
    if name == "/" and sign(y) is None:
        return UNKNOWN
    if name == "pow":
        return power(x, y, state)
    if name in ("fmod", "remainder"):
        return modulo(name, x, y, state)
    if name in ("fmin", "fmax"):
        return pick(name, x, y, state)
    if name == "atan2" and not (sign(x) or sign(y)):
        return NONE if sign(x) == 0 and sign(y) == 0 else UNKNOWN
    if x.exact is not None and y.exact is not None:
        found = exact_binary(name, x.exact, y.exact)
        if found is not None:
            result = exactly(found)
            return Value(state, result.exact, result.ball)
    if x.ball is None or y.ball is None:
        return Value(state)
    return Value(state, None, ball_binary(name, x, y))


def exact_binary(name, a, b):
    if name == "+":
        return a + b
    if name == "-":
        return a - b
    if name == "*":
        return a * b
    if name == "/":
        return a / b
    if name == "fdim":
        return max(a - b, ZERO)
    if name == "copysign":
        return abs(a) if b >= 0 else -abs(a)
    return None


def ball_binary(name, x, y):
    a, b = x.ball, y.ball
    if name == "+":
        return a + b
    if name == "-":
        return a - b
    if name == "*":
        return arb(0) if x.exact == 0 or y.exact == 0 else a * b
    if name == "/":
        return arb(0) if x.exact == 0 else a / b
    if name == "hypot":
        return (a * a + b * b).upper().sqrt().union(lower_hypot(a, b))
    if name == "fdim":
        return (a - b).max(arb(0))
    if name == "copysign":
        s = sign(y)
        return None if s is None else abs(a) if s >= 0 else -abs(a)
    if name == "atan2":
        return angle(a, b)
    raise KeyError(name)


def lower_hypot(a, b):
    square = (a * a + b * b).lower()
    return square.sqrt() if bool(square > 0) else arb(0)


def angle(a, b):
    """atan2(a, b) away from the negative half of the second axis."""
    if bool(b > 0):
        return (a / b).atan()
    if bool(a > 0):
        return arb.pi() / 2 - (b / a).atan()
    if bool(a < 0):
        return -arb.pi() / 2 - (b / a).atan()
    if bool(b < 0) and bool(a == 0):
        return arb.pi()
    return None


CONSTANTS = {
    "E": lambda: arb(1).exp(),
    "LOG2E": lambda: 1 / arb(2).log(),
    "LOG10E": lambda: 1 / arb(10).log(),
    "LN2": lambda: arb(2).log(),
    "LN10": lambda: arb(10).log(),
    "PI": arb.pi,
    "PI_2": lambda: arb.pi() / 2,
    "PI_4": lambda: arb.pi() / 4,
    "M_1_PI": lambda: 1 / arb.pi(),
    "M_2_PI": lambda: 2 / arb.pi(),
    "M_2_SQRTPI": lambda: 2 / arb.pi().sqrt(),
    "SQRT2": lambda: arb(2).sqrt(),
    "SQRT1_2": lambda: arb(1) / arb(2).sqrt(),
}

COMPARISONS = {
    "<": lambda s: s < 0,
    "<=": lambda s: s <= 0,
    ">": lambda s: s > 0,
    ">=": lambda s: s >= 0,
    "==": lambda s: s == 0,
    "!=": lambda s: s != 0,
}


# ---------------------------------------------------------------------------------------------------------------- walks


def value(e, names):
    """The value of an expression under names."""
    if isinstance(e, fmpq):
        return exactly(e)
    if isinstance(e, str):
        if e in names:
            return names[e]
        if e in CONSTANTS:
            return Value("yes", None, CONSTANTS[e]())
        raise KeyError(e)
    head = e[0]
    if head in ("let", "let*"):
        inner = dict(names)
        for name, bound in e[1]:
            inner[name] = value(bound, inner if head == "let*" else names)
        return value(e[2], inner)
    if head == "if":
        return choice(e, names)
    if head == "!":
        return value(e[-1], names)
    if head == "cast":
        return value(e[1], names)
    operands = [value(a, names) for a in e[1:]]
    if head == "fma":
        return binary("+", binary("*", operands[0], operands[1]), operands[2])
    if len(operands) == 1:
        return operands[0] if head == "+" else unary(head, operands[0])
    if head in ("+", "*") or len(operands) == 2:
        result = operands[0]
        for operand in operands[1:]:
            result = same(head, e, result, operand)
        return result
    raise KeyError(head)


def same(head, e, x, y):
    """x - x is 0 and x / x is 1 where there is a value."""
    result = binary(head, x, y)
    if result.state != "no" and head in ("-", "fdim", "/") and len(e) == 3 and e[1] == e[2]:
        return Value(result.state, ONE if head == "/" else ZERO)
    return result


def choice(e, names):
    truth = condition(e[1], names)
    if truth == "none":
        return NONE
    if truth is None:
        return UNKNOWN
    return value(e[2] if truth else e[3], names)


def condition(e, names):
    """True, False, "none" if it has no value, or None if it is not known."""
    if e in ("TRUE", "FALSE"):
        return e == "TRUE"
    head = e[0]
    if head == "not":
        truth = condition(e[1], names)
        return truth if truth in ("none", None) else not truth
    if head in ("and", "or"):
        return chain((condition(part, names) for part in e[1:]), head == "or")
    if head in COMPARISONS:
        values = [value(a, names) for a in e[1:]]
        pairs = zip(values, values[1:])
        if head == "!=":
            pairs = [(x, y) for i, x in enumerate(values) for y in values[i + 1 :]]
        return chain((compared(COMPARISONS[head], x, y) for x, y in pairs), False)
    if head in ("let", "let*", "if"):
        return None
    raise KeyError(head)


def chain(truths, decisive):
    """Left to right until one is decisive."""
    for truth in truths:
        if truth is decisive or truth == "none" or truth is None:
            return truth
    return not decisive


def compared(test, x, y):
    if "no" in (x.state, y.state):
        return "none"
    if "?" in (x.state, y.state):
        return None
    s = order(x, y)
    if s is not None:
        return test(s)
    if x.ball is None or y.ball is None:
        return None
    # What holds for less, equal and greater, or for none of them, holds anyway; balls that touch leave two.
    possible = [t for t, ok in ((-1, not bool(x.ball >= y.ball)), (0, True), (1, not bool(x.ball <= y.ball))) if ok]
    answers = {test(t) for t in possible}
    return answers.pop() if len(answers) == 1 else None


class At:
    """A formula at a point, at growing precision."""

    def __init__(self, core, body, point):
        self.core, self.body, self.point, self.known = core, body, point, {}

    def value(self, precision):
        if precision not in self.known:
            ctx.prec = precision
            names = {n: exactly(fraction(x)) for n, x in zip(self.core.names, self.point)}
            self.known[precision] = value(self.body, names)
        return self.known[precision]


# ---------------------------------------------------------------------------------------------------------------- coarse


class Abstain(Exception):
    """What a coarse arithmetic does beyond finite numbers is not judged here."""


class Unsure(Exception):
    """More precision is needed."""


# Operators whose mutants compute in a format.
COMPUTED = ("accuracy", "direct", "naive", "single", "reduction", "leading", "asymptote", "flush", "zero")
NAMED = {"binary16": (5, 16), "bfloat16": (8, 16), "binary32": (8, 32), "binary64": (11, 64)}


class Coarse:
    """A binary format in which every literal and every operation is rounded once, to nearest."""

    def __init__(self, text):
        exponent, width = NAMED[text] if isinstance(text, str) else (int(as_float(n)) for n in text[1:3])
        self.bits = width - exponent
        self.top = 2 ** (exponent - 1) - 1

    def rounded(self, v):
        if v.state != "yes":
            raise Unsure if v.state == "?" else Abstain
        if v.exact is not None:
            return self.nearest(v.exact)
        ends = bounds(v.ball)
        if ends is None or self.nearest(ends[0]) != self.nearest(ends[1]):
            raise Unsure
        return self.nearest(ends[0])

    def nearest(self, q):
        if q == 0:
            return q
        unit = two_to(max(floor_log(abs(q)), 1 - self.top) - self.bits + 1)
        r = nearest_even(q / unit) * unit
        if abs(r) >= two_to(self.top + 1):
            raise Abstain
        return r

    def value(self, e, names):
        """The exact value of what is computed."""
        if isinstance(e, str) and e in names:
            return names[e]
        if isinstance(e, (str, fmpq)):
            return self.rounded(value(e, {}))
        head = e[0]
        if head in ("let", "let*"):
            inner = dict(names)
            for name, bound in e[1]:
                inner[name] = self.value(bound, inner if head == "let*" else names)
            return self.value(e[2], inner)
        if head == "if":
            return self.value(e[2] if self.truth(e[1], names) else e[3], names)
        if head in ("!", "cast"):
            return self.value(e[-1], names)
        operands = [Value("yes", self.value(a, names)) for a in e[1:]]
        if head == "fma":
            return self.rounded(binary("+", binary("*", operands[0], operands[1]), operands[2]))
        if len(operands) == 1:
            return operands[0].exact if head == "+" else self.rounded(unary(head, operands[0]))
        result = operands[0]
        for operand in operands[1:]:
            result = Value("yes", self.rounded(binary(head, result, operand)))
        return result.exact

    def truth(self, e, names):
        if e in ("TRUE", "FALSE"):
            return e == "TRUE"
        head = e[0]
        if head == "not":
            return not self.truth(e[1], names)
        if head in ("and", "or"):
            return any(self.truth(p, names) for p in e[1:]) if head == "or" else all(self.truth(p, names) for p in e[1:])
        if head not in COMPARISONS:
            raise Abstain
        values = [Value("yes", self.value(a, names)) for a in e[1:]]
        pairs = zip(values, values[1:])
        if head == "!=":
            pairs = [(x, y) for i, x in enumerate(values) for y in values[i + 1 :]]
        return all(COMPARISONS[head](order(x, y)) for x, y in pairs)


def floor_log(size):
    guess = int(size.p.bit_length()) - int(size.q.bit_length())
    return guess if size >= two_to(guess) else guess - 1


def computed(core, mutant, point):
    """What a mutant that computes in a coarse format gives at a point, or None."""
    body = mutant.body
    form = Coarse(body[body.index(":precision") + 1])
    names = {n: fraction(x) for n, x in zip(core.names, point)}
    for precision in PRECISIONS:
        ctx.prec = precision
        try:
            return form.value(body[-1], names)
        except Unsure:
            continue
        except Abstain:
            return None
    return None


# ---------------------------------------------------------------------------------------------------------------- accuracy


def two_to(n):
    return fmpq(2) ** n


class Margin:
    """m(y) = max(e|y|, d, n ulp(y), half of the least number), and the least number that rounds to infinity.
    Where results must be correctly rounded, the nearest number alone is acceptable."""

    def __init__(self, wanted, output, rounded=False):
        self.rounded = rounded
        self.relative, self.absolute, self.ulps = (wanted.get("accuracy-" + k) for k in ("rel", "abs", "ulps"))
        if output[0] == "fixed":
            self.bits, self.least, self.huge, self.tiny = 1 << 20, output[1], None, ZERO
            self.quick()
            return
        self.bits, self.least, top = (24, -149, 128) if output[0] == "binary32" else (53, -1074, 1024)
        self.huge = two_to(top) - two_to(top - self.bits - 1)
        self.tiny = two_to(self.least - 1)
        self.quick()

    def quick(self):
        """Slope and height of a line that is not above the margin, as balls."""
        slopes = [q for q in (self.relative, self.ulps and self.ulps * two_to(-self.bits)) if q]
        self.slope = arb(max(slopes)) if slopes and self.bits < 100 or self.relative else None
        self.height = arb(self.absolute) if self.absolute else None

    def surely_meet(self, f, g):
        """A quick look: whether balls are so near that something is acceptable for both."""
        distance = abs(f - g)
        if self.height is not None and bool(distance < 2 * self.height):
            return True
        return self.slope is not None and bool(distance < self.slope * (abs(f) + abs(g)))

    def at(self, y):
        size = abs(y)
        found = [self.tiny]
        if self.relative is not None:
            found.append(self.relative * size)
        if self.absolute is not None:
            found.append(self.absolute)
        if self.ulps is not None:
            found.append(self.ulps * two_to(self.unit(size)))
        return max(found)

    def unit(self, size):
        if size == 0:
            return self.least
        return max(floor_log(size) - self.bits + 1, self.least)

    def nearest(self, y):
        """The number nearest to y, of two the one that is an even number of units."""
        unit = two_to(self.unit(abs(y)))
        below = floor_of(y / unit)
        rest = y / unit - below
        up = rest > fmpq(1, 2) or rest == fmpq(1, 2) and below % 2 == 1
        return (below + int(up)) * unit

    def surely(self, ends):
        """What is acceptable whatever the value is: (lowest, highest); ends may be infinite."""
        low, high = ends
        if self.rounded:
            return self.capped(self.nearest(high), self.nearest(low))
        least = self.at(ZERO) if low <= 0 <= high else min(self.at(low), self.at(high))
        return self.capped(high - least, low + least)

    def possibly(self, ends):
        """Outside of this nothing is acceptable."""
        low, high = ends
        if self.rounded:
            return self.capped(self.nearest(low), self.nearest(high))
        most = max(self.at(low), self.at(high))
        return self.capped(low - most, high + most)

    def capped(self, low, high):
        if self.huge is None:
            return low, high
        bottom = -INFINITE if low <= -self.huge else min(low, self.huge)
        top = INFINITE if high >= self.huge else max(high, -self.huge)
        return bottom, top


def told_by_state(f, g):
    """What the states of two values say about telling them apart: True, False, None if it is not known, or "by value"."""
    if "?" in (f.state, g.state):
        return None
    if f.state != g.state:
        return True
    return False if f.state == "no" else "by value"


def told(margin, f, g):
    """Whether two values are told apart: True, False, or None if it is not known."""
    decided = told_by_state(f, g)
    if decided != "by value":
        return decided
    if f.exact is not None and f.exact == g.exact:
        return False
    if f.ball is not None and g.ball is not None and margin.surely_meet(f.ball, g.ball):
        return False
    a, b = bounds(f.ball), bounds(g.ball)
    if a is None or b is None:
        return None
    (fl, fh), (gl, gh) = margin.possibly(a), margin.possibly(b)
    if fh < gl or gh < fl:
        return True
    (fl, fh), (gl, gh) = margin.surely(a), margin.surely(b)
    if fl <= fh and gl <= gh and max(fl, gl) <= min(fh, gh):
        return False
    if margin.rounded:
        return None
    # Two margins that only just meet may do so between the sets above.
    reach = max(a[1] - b[0], b[1] - a[0])
    least = min(margin.at(x) if a[0] * a[1] > 0 else margin.at(ZERO) for x in a)
    other = min(margin.at(x) if b[0] * b[1] > 0 else margin.at(ZERO) for x in b)
    return False if reach <= least + other else None


def settled(question):
    for precision in PRECISIONS:
        answer = question(precision)
        if answer is not None:
            return answer
    return None


def apart(margin, f, g):
    return settled(lambda p: told(margin, f.value(p), g.value(p)))


# ---------------------------------------------------------------------------------------------------------------- domains


def conjuncts(e):
    return [c for part in e[1:] for c in conjuncts(part)] if isinstance(e, list) and e[0] == "and" else [e]


FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "=="}


def constant(e):
    """Ends of a constant as fractions, or None if it is none. The sine of 1e300 needs a thousand bits more than others."""
    for ctx.prec in (400, 2000, 8000):
        try:
            v = value(e, {})
        except KeyError:
            return None
        if v.exact is not None:
            return (v.exact, v.exact)
        if v.state != "yes" or v.ball is None:
            return None
        if v.ball.rel_accuracy_bits() > 300:
            break
    return bounds(v.ball)


def boxes(core):
    """For each argument a list of bounds (relation, least, greatest) of what it is compared with."""
    found = {name: [] for name in core.names}
    for part in conjuncts(core.pre):
        if isinstance(part, list) and part[0] in FLIPPED:
            for a, b in zip(part[1:], part[2:]):
                for x, relation, other in ((a, part[0], b), (b, FLIPPED[part[0]], a)):
                    ends = constant(other) if isinstance(x, str) and x in found else None
                    if ends is not None:
                        found[x].append((relation, *ends))
    return found


def in_format(form, x):
    if form[0] == "binary32":
        return x == as_single(x)
    if form[0] == "fixed":
        k = fraction(x) / two_to(form[1])
        return k.q == 1 and -two_to(form[2] - 1) <= k < two_to(form[2] - 1)
    return True


def as_single(x):
    try:
        return struct.unpack("f", struct.pack("f", x))[0]
    except OverflowError:
        return math.inf


def satisfies(bound, q):
    """Whether x ⋄ bound holds, or None if it is not known."""
    relation, low, high = bound
    if relation in ("<", "<="):
        return True if q < low or (q == low == high and relation == "<=") else False if q > high or low == high else None
    if relation in (">", ">="):
        return True if q > high or (q == low == high and relation == ">=") else False if q < low or low == high else None
    return q == low if low == high else None


def boxed(core, point):
    """Whether a point lies in the ranges."""
    for name, x in zip(core.names, point):
        for bound in core.boxes[name]:
            known = satisfies(bound, fraction(x))
            if known is not True:
                return known
    return True


def beyond_rounded(core, point):
    """Whether some coordinate is outside by a bound and by the float next to that bound."""
    for name, form, x in zip(core.names, core.formats, point):
        for relation, low, high in core.boxes[name]:
            if satisfies((relation, low, high), fraction(x)) is not False:
                continue
            near = nearest_float(form, (low + high) / 2)
            if satisfies((relation, near, near), fraction(x)) is False:
                return True
    return False


def nearest_float(form, q):
    """The number of a format that is nearest to a fraction."""
    if form[0] == "fixed":
        return nearest_even(q / two_to(form[1])) * two_to(form[1])
    bits, least = (24, -149) if form[0] == "binary32" else (53, -1074)
    if q == 0:
        return q
    size = abs(q)
    unit = two_to(max(floor_log(size) - bits + 1, least))
    return nearest_even(q / unit) * unit


def holds(core, point):
    """Whether the precondition holds at a point: True, False or None."""
    def at(precision):
        ctx.prec = precision
        names = {n: exactly(fraction(x)) for n, x in zip(core.names, point)}
        truth = condition(core.pre, names)
        return False if truth == "none" else truth

    return settled(at)


# ---------------------------------------------------------------------------------------------------------------- points


class Chance:
    """Numbers from a seed."""

    def __init__(self, seed):
        self.state = seed & (2**64 - 1)

    def next(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & (2**64 - 1)
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & (2**64 - 1)
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & (2**64 - 1)
        return z ^ (z >> 31)

    def unit(self):
        return (self.next() >> 11) * 2.0**-53


def rank(x):
    bits = struct.unpack("<q", struct.pack("<d", x))[0]
    return bits if bits >= 0 else -(bits & (2**63 - 1))


def unrank(n):
    return struct.unpack("<d", struct.pack("<Q", n if n >= 0 else (-n) | 2**63))[0]


def side(core, name, form):
    """About the least and the greatest number of an argument."""
    top = {"binary64": 1.7976931348623157e308, "binary32": 3.4028234663852886e38}.get(form[0])
    if top is None:
        top = as_float(two_to(form[2] - 1 + form[1]))
    low, high = -top, top
    for relation, a, b in core.boxes[name]:
        if relation in (">", ">=", "=="):
            low = max(low, as_float(max(min(a, fraction(top)), -fraction(top))))
        if relation in ("<", "<=", "=="):
            high = min(high, as_float(max(min(b, fraction(top)), -fraction(top))))
    return low, high


def fitted(form, x):
    if form[0] == "binary32":
        return as_single(x)
    if form[0] == "fixed":
        return as_float(nearest_even(fraction(x) / two_to(form[1])) * two_to(form[1]))
    return x


def as_float(q):
    return int(q.p) / int(q.q)


SPECIAL = (0.0, -0.0, 1.0, -1.0, 0.5, 2.0, 3.0, -2.0, 1e-300, -1e-300, 5e-324, 0.1, 1.5, 1e-8, -1e-8)


def coordinate(chance, form, low, high):
    kind = chance.next() % 8
    if kind == 0:
        end = low if chance.next() % 2 else high
        n = rank(end) + int(chance.next() % 7) - 3
        x = unrank(n) if abs(n) < rank(math.inf) else end
    elif kind == 1:
        x = SPECIAL[chance.next() % len(SPECIAL)]
    elif kind == 2:
        x = unrank(rank(low) + int(chance.unit() * (rank(high) - rank(low))))
    elif kind == 3:
        x = float(round(low / 2 + chance.unit() * (high / 2 - low / 2)) * 2) if abs(high) < 1e15 else low
    elif kind == 4 and low <= 0 <= high:
        x = math.ldexp(chance.unit() - 0.5, -int(chance.next() % 60))
    else:
        u = chance.unit()
        x = low * (1 - u) + high * u
    x = fitted(form, x)
    return min(max(x, low), high) if math.isfinite(x) else low


def inputs(core, count, seed):
    """Points of the domain: by value, by bits, at the bounds and next to them, at zeros and ones."""
    chance = Chance(seed)
    sides = [side(core, n, f) for n, f in zip(core.names, core.formats)]
    found = []
    for _ in range(count * 3):
        point = [coordinate(chance, f, *s) for f, s in zip(core.formats, sides)]
        fits = all(in_format(f, x) for f, x in zip(core.formats, point))
        if fits and boxed(core, point) is True and (core.plain or holds(core, point) is True):
            found.append(point)
        if len(found) >= count:
            break
    return found


# ---------------------------------------------------------------------------------------------------------------- claims


class Verdict:
    def __init__(self, case):
        self.case, self.claims, self.refuted = case, {}, []

    def count(self, kind):
        self.claims[kind] = self.claims.get(kind, 0) + 1

    def refute(self, claim, why):
        self.refuted.append([claim, why])


def hexes(inputs):
    return [float.fromhex(i["hex"]) for i in inputs]


def shown(point):
    return ", ".join(f"{x!r} ({x.hex()})" for x in point)


def domain_of_both(a, b):
    """The first core with the precondition of both."""
    both = Core.__new__(Core)
    both.__dict__.update(a.__dict__)
    renamed = rename(b.pre, dict(zip(b.names, a.names)))
    both.pre = ["and", a.pre, renamed]
    both.boxes = boxes(both)
    both.plain = plain(both)
    # Formulas are compared as real numbers: ends of formats do not count.
    both.margin = Margin({}, a.output)
    both.margin.__dict__.update(a.margin.__dict__)
    both.margin.huge, both.margin.tiny = None, ZERO
    return both


def plain(core):
    """Whether the ranges are all there is to the domain."""
    def is_bound(part):
        if part == "TRUE":
            return True
        if not (isinstance(part, list) and part[0] in FLIPPED):
            return False
        pairs = zip(part[1:], part[2:])
        named = lambda e: isinstance(e, str) and e in core.names
        return all(named(a) != named(b) and (constant(a) or constant(b)) for a, b in pairs)

    return all(is_bound(part) for part in conjuncts(core.pre))


def rename(e, names):
    if isinstance(e, str):
        return names.get(e, e)
    if isinstance(e, fmpq):
        return e
    return [rename(part, names) for part in e]


def judge_comparison(verdict, a, b, said, count):
    both = domain_of_both(a, b)
    other = rename(b.body, dict(zip(b.names, a.names)))
    if said["outcome"] == "distinguished":
        verdict.count("witnesses")
        point = hexes(said["witness"]["inputs"])
        f, g = At(both, a.body, point), At(both, other, point)
        inside = boxed(both, point) is not False and holds(both, point) is not False
        if not inside or not all(in_format(form, x) for form, x in zip(both.formats, point)):
            verdict.refute("a witness is an input", f"{shown(point)} is outside the domain")
        elif apart(both.margin, f, g) is False:
            verdict.refute("a witness tells the two apart", f"not at {shown(point)}")
        for name, at in (("a", f), ("b", g)):
            check_enclosure(verdict, said["witness"][name], at, point)
    elif said["outcome"] == "equivalent":
        verdict.count("equivalences")
        for point in inputs(both, count, verdict.case * 977 + 5):
            if apart(both.margin, At(both, a.body, point), At(both, other, point)):
                verdict.refute("no input tells the two apart", f"{shown(point)} does")
                return


def check_enclosure(verdict, claimed, at, point):
    """Whether a value lies where it is said to lie; `claimed` is `{lo, hi}` or something that says that there is none."""
    is_range = isinstance(claimed, dict) and "lo" in claimed
    for precision in PRECISIONS:
        v = at.value(precision)
        if v.state == "yes" and not is_range:
            return verdict.refute("a formula has no value", f"it has one at {shown(point)}")
        if v.state == "no" and is_range:
            return verdict.refute("a formula has a value", f"it has none at {shown(point)}")
        ends = bounds(v.ball) if v.state == "yes" else None
        if is_range and ends is not None:
            low, high = number(claimed["lo"]), number(claimed["hi"])
            outside = (low is not None and ends[1] < low) or (high is not None and ends[0] > high)
            if outside:
                return verdict.refute("an enclosure encloses the value", f"not at {shown(point)}")
    return None


def judge_suite(verdict, core, suite, count):
    tests = {t["id"]: t for t in suite["tests"]}
    values = {}
    for test in suite["tests"]:
        verdict.count("oracles")
        point = hexes(test["inputs"])
        place = moved(core, test, point)
        values[test["id"]] = At(core, core.body, place)
        judge_test(verdict, core, test, point, values[test["id"]])
    points = inputs(core, count, verdict.case * 31 + 7)
    bases = [At(core, core.body, p) for p in points]
    mutants = {m["id"]: m for m in suite["mutants"]}
    cores = {}

    def body(mutant):
        if mutant["id"] not in cores:
            cores[mutant["id"]] = Core(mutant["fpcore"])
        return cores[mutant["id"]]

    for mutant in suite["mutants"]:
        for test in mutant["killed_by"]:
            verdict.count("kills")
            judge_kill(verdict, core, mutant, body(mutant), tests[test], values[test])
        if mutant["operator"] in (*COMPUTED, "bounds"):
            continue
        if mutant["status"] == "equivalent":
            verdict.count("equivalents")
            for point, base in zip(points, bases):
                if apart(core.margin, base, At(core, body(mutant).body, point)):
                    verdict.refute(f"the mutant {mutant['id']} is equivalent", f"{shown(point)} kills it")
                    break
        if mutant["status"] == "duplicate":
            verdict.count("duplicates")
            first = mutants[mutant["evidence"]["of"]]
            judge_duplicate(verdict, core, mutant, body(mutant), body(first), points[: count // 2])


def moved(core, test, point):
    """Where a test has its value: with the policy `clamp`, at the nearest input."""
    if test["expect"] != "value" or test["kind"] == "normal" or core.policy != "clamp":
        return point
    place = []
    for name, form, x in zip(core.names, core.formats, point):
        for relation, low, high in core.boxes[name]:
            if satisfies((relation, low, high), fraction(x)) is False:
                x = inward(form, relation, low if relation in ("<", "<=") else high)
        place.append(x)
    return place


def inward(form, relation, q):
    """The float next to a bound that satisfies it."""
    x = as_float(nearest_float(form, q))
    down = relation in ("<", "<=")
    while satisfies((relation, q, q), fraction(x)) is not True:
        x = step(form, x, down)
    return x


def step(form, x, down):
    if form[0] == "fixed":
        return as_float(fraction(x) + (-two_to(form[1]) if down else two_to(form[1])))
    if form[0] == "binary64":
        return math.nextafter(x, -math.inf if down else math.inf)
    (bits,) = struct.unpack("<i", struct.pack("<f", x))
    place = (bits if bits >= 0 else -(bits & 0x7FFFFFFF)) + (-1 if down else 1)
    return struct.unpack("<f", struct.pack("<I", place if place >= 0 else -place | 0x80000000))[0]


def judge_test(verdict, core, test, point, at):
    name = test["id"]
    if not all(in_format(f, x) for f, x in zip(core.formats, point)):
        return verdict.refute(f"{name} is an input", f"{shown(point)} is not of the formats")
    if test["expect"] == "reject":
        if boxed(core, point) is True:
            return verdict.refute(f"{name} must be rejected", f"{shown(point)} is inside the domain")
        if not beyond_rounded(core, point):
            return verdict.refute(f"{name} must be rejected", f"{shown(point)} is a bound that was rounded")
        return None
    if test["kind"] == "normal" and (boxed(core, point) is False or holds(core, point) is False):
        return verdict.refute(f"{name} is in the domain", f"{shown(point)} is not")
    if test["expect"] == "undefined":
        if settled(lambda p: {"yes": True, "no": False}.get(at.value(p).state)):
            return verdict.refute(f"{name} has no value", f"it has one at {shown(point)}")
        return None
    if any(x == 0 and math.copysign(1, x) < 0 for x in point) and tells_zeros_apart(core.body):
        return verdict.refute(f"{name} has an oracle", f"a right program may answer otherwise at {shown(point)} than at 0")
    check_enclosure(verdict, test["enclosure"], at, point)
    for place, number_, wrong in oracle_claims(test):
        if settled(lambda p: wrong(core.margin, at.value(p), number_)):
            verdict.refute(f"{name}: {place}", f"{number_!r} is not as claimed at {shown(point)}")
    return None


def tells_zeros_apart(e):
    if isinstance(e, (list, tuple)):
        return any(tells_zeros_apart(part) for part in e)
    return e in ("atan2", "copysign")


def oracle_claims(test):
    """What an oracle says of a number, and when that is provably wrong."""
    valid, invalid = test["valid"], test["invalid"]
    low, high = float.fromhex(valid["lo"]), float.fromhex(valid["hi"])
    below_, above_ = float.fromhex(invalid["below"]), float.fromhex(invalid["above"])
    claims = [("valid.lo is acceptable", low, not_acceptable), ("valid.hi is acceptable", high, not_acceptable)]
    if not (below_ == low == -math.inf):
        claims.append(("invalid.below is not acceptable", below_, surely_acceptable))
    if not (above_ == high == math.inf):
        claims.append(("invalid.above is not acceptable", above_, surely_acceptable))
    return claims


def as_number(x):
    return (INFINITE if x > 0 else -INFINITE) if math.isinf(x) else fraction(x)


def not_acceptable(margin, v, x):
    ends = bounds(v.ball) if v.state == "yes" else None
    if ends is None:
        return None
    low, high = margin.possibly(ends)
    if as_number(x) < low or as_number(x) > high:
        return True
    low, high = margin.surely(ends)
    return False if low <= as_number(x) <= high else None


def surely_acceptable(margin, v, x):
    answer = not_acceptable(margin, v, x)
    return None if answer is None else not answer


def judge_kill(verdict, core, mutant, other, test, at):
    point = hexes(test["inputs"])
    claim = f"{test['id']} kills {mutant['id']}"
    if mutant["operator"] == "bounds":
        return judge_bound(verdict, core, claim, other, test, point, at)
    if mutant["operator"] in COMPUTED:
        return judge_coarse(verdict, core, claim, other, at)
    if apart(core.margin, at, At(core, other.body, at.point)) is False:
        verdict.refute(claim, f"it does not tell them apart at {shown(point)}")
    return None


def judge_coarse(verdict, core, claim, other, at):
    result = computed(core, other, at.point)
    if result is None:
        return None

    def wrong(p):
        v = at.value(p)
        ends = bounds(v.ball) if v.state == "yes" else None
        if ends is None:
            return None
        low, high = core.margin.possibly(ends)
        if result < low or result > high:
            return False
        low, high = core.margin.surely(ends)
        return True if low <= result <= high else None

    if settled(wrong):
        verdict.refute(claim, f"what it computes, {result}, is acceptable at {shown(at.point)}")
    return None


def judge_bound(verdict, core, claim, other, test, point, at):
    if core.policy == "clamp":
        return None
    inside = boxed(other, point)
    wrong = inside is False if test["expect"] == "reject" else inside is True
    if wrong:
        verdict.refute(claim, f"the mutant does the same at {shown(point)}")
    elif settled(lambda p: {"yes": False, "no": True}.get(at.value(p).state)):
        verdict.refute(claim, f"the formula has no value at {shown(point)}")
    return None


def judge_duplicate(verdict, core, mutant, one, other, points):
    for point in points:
        f, g = At(core, one.body, point), At(core, other.body, point)
        if settled(lambda p: differ(f.value(p), g.value(p))):
            return verdict.refute(f"the mutant {mutant['id']} is a duplicate", f"not at {shown(point)}")
    return None


def differ(f, g):
    decided = told_by_state(f, g)
    if decided != "by value":
        return decided
    a, b = bounds(f.ball), bounds(g.ball)
    if a is None or b is None:
        return None
    if a[1] < b[0] or b[1] < a[0]:
        return True
    return False if a[0] == a[1] == b[0] == b[1] else None


def judge(line):
    verdict = Verdict(line["case"])
    a = Core(line["a"])
    a.plain = plain(a)
    if line.get("comparison"):
        judge_comparison(verdict, a, Core(line["b"]), line["comparison"], line["points"])
    if line.get("suite"):
        judge_suite(verdict, a, json.loads(line["suite"]), max(line["points"] // 40, 8))
    return verdict
