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
from fractions import Fraction

from flint import arb, ctx, fmpq, fmpz

PRECISIONS = (96, 400, 1600)
# Exponents beyond which balls are not turned into fractions.
REACH = 30000


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
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        return None


def hexadecimal(text):
    sign = -1 if text.startswith("-") else 1
    body, _, power = text.lower().lstrip("+-")[2:].partition("p")
    whole, _, part = body.partition(".")
    digits = int((whole + part) or "0", 16)
    return sign * Fraction(digits) * Fraction(2) ** (int(power or 0) - 4 * len(part))


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
        self.body = rest[0]
        self.output = self.format(self.properties.get("precision", "binary64"))
        self.names, self.formats = [], []
        for argument in arguments:
            own = argument[argument.index(":precision") + 1] if isinstance(argument, list) else None
            self.names.append(argument[-1] if isinstance(argument, list) else argument)
            self.formats.append(self.format(own) if own else self.output)
        self.pre = self.properties.get("pre", "TRUE")
        self.policy = self.properties.get("out-of-domain", "reject")
        wanted = {k: number(self.properties[k]) for k in ("accuracy-rel", "accuracy-abs", "accuracy-ulps") if k in self.properties}
        self.margin = Margin(wanted, self.output)
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

    __slots__ = ("state", "exact", "ball")

    def __init__(self, state, exact=None, ball=None):
        self.state, self.exact = state, exact
        if exact is not None:
            ball = arb(fmpq(exact.numerator, exact.denominator))
        self.ball = ball if ball is not None and ball.is_finite() else None


NONE = Value("no")
UNKNOWN = Value("?")
SOME = Value("yes")


def exactly(q):
    """A fraction, unless it is too large to go on with."""
    if q.numerator.bit_length() + q.denominator.bit_length() > 40000:
        return Value("yes", None, arb(fmpq(q.numerator, q.denominator)))
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
    return q.numerator // q.denominator


def nearest_even(q):
    low = floor_of(q)
    rest = q - low
    up = rest > Fraction(1, 2) or (rest == Fraction(1, 2) and low % 2 == 1)
    return low + up


ROUNDINGS = {
    "floor": floor_of,
    "ceil": lambda q: -floor_of(-q),
    "trunc": lambda q: floor_of(q) if q >= 0 else -floor_of(-q),
    "round": lambda q: (floor_of(abs(q) + Fraction(1, 2))) * (1 if q >= 0 else -1),
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
        ends.append(Fraction(int(man)) * Fraction(2) ** exp)
    return ends


def rounding(f, x):
    if x.exact is not None:
        return exactly(Fraction(f(x.exact)))
    ends = bounds(x.ball)
    if ends is None:
        return SOME
    low, high = f(ends[0]), f(ends[1])
    return exactly(Fraction(low)) if low == high else Value("yes", None, arb(fmpz(low)).union(arb(fmpz(high))))


# Where a function of one argument has a value: given the sign of what must be positive (or not negative).
def needs(test):
    """A domain rule: `test` gives True, False or None."""

    def rule(x):
        known = test(x)
        return "yes" if known else "?" if known is None else "no"

    return rule


def compare_with(q):
    def test(x):
        return order(x, Value("yes", Fraction(q)))

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
        return "no" if x.exact <= 0 and x.exact.denominator == 1 else "yes"
    if above(x.ball, 0):
        return "yes"
    ends = bounds(x.ball)
    if ends is None:
        return "?"
    return "yes" if floor_of(ends[0]) == floor_of(ends[1]) and ends[0].denominator != 1 else "?"


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
    "exp2": (everywhere, lambda b: (b * arb(2).log()).exp(), {0: 1, 1: 2, -1: Fraction(1, 2)}),
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
    if x.exact is not None and x.exact in special:
        return Value(state, Fraction(special[x.exact]))
    if name == "sqrt" and x.exact is not None:
        p, q = math.isqrt(x.exact.numerator), math.isqrt(x.exact.denominator)
        if p * p == x.exact.numerator and q * q == x.exact.denominator:
            return Value(state, Fraction(p, q))
    return Value(state, None, function(x.ball) if x.ball is not None else None)


def power(x, y, state):
    if y.exact is not None and y.exact.denominator == 1:
        return integer_power(x, y.exact.numerator, state)
    s = sign(x)
    if s == 1:
        if x.exact == 1:
            return Value(state, Fraction(1))
        usable = x.ball is not None and y.ball is not None
        return Value(state, None, (x.ball.log() * y.ball).exp() if usable else None)
    if s == 0:
        t = sign(y)
        return Value(state, Fraction(0)) if t == 1 else NONE if t == -1 else UNKNOWN
    if s == -1 and y.exact is not None:
        return NONE
    if s == -1:
        ends = bounds(y.ball)
        if ends and floor_of(ends[0]) == floor_of(ends[1]) and ends[0].denominator != 1:
            return NONE
    return UNKNOWN


def integer_power(x, n, state):
    s = sign(x)
    if n < 0 and s == 0:
        return NONE
    if n < 0 and s is None:
        state = "?"
    if n == 0:
        return Value(state, Fraction(1)) if s not in (0, None) else UNKNOWN
    if x.exact is not None:
        bits = max(x.exact.numerator.bit_length(), x.exact.denominator.bit_length())
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
        if abs(q) < Fraction(2) ** 3000:
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
        return max(a - b, Fraction(0))
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
    if isinstance(e, str):
        if e in names:
            return names[e]
        if e in CONSTANTS:
            return Value("yes", None, CONSTANTS[e]())
        q = number(e)
        if q is None:
            raise KeyError(e)
        return exactly(q)
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
        return Value(result.state, Fraction(1 if head == "/" else 0))
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
            names = {n: exactly(Fraction(x)) for n, x in zip(self.core.names, self.point)}
            self.known[precision] = value(self.body, names)
        return self.known[precision]


# ---------------------------------------------------------------------------------------------------------------- accuracy


def two_to(n):
    return Fraction(2) ** n


class Margin:
    """m(y) = max(e|y|, d, n ulp(y), half of the least number), and the least number that rounds to infinity."""

    def __init__(self, wanted, output):
        self.relative, self.absolute, self.ulps = (wanted.get("accuracy-" + k) for k in ("rel", "abs", "ulps"))
        if output[0] == "fixed":
            self.bits, self.least, self.huge, self.tiny = 1 << 20, output[1], None, Fraction(0)
            return
        self.bits, self.least, top = (24, -149, 128) if output[0] == "binary32" else (53, -1074, 1024)
        self.huge = two_to(top) - two_to(top - self.bits - 1)
        self.tiny = two_to(self.least - 1)

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
        guess = size.numerator.bit_length() - size.denominator.bit_length()
        exponent = guess if size >= two_to(guess) else guess - 1
        return max(exponent - self.bits + 1, self.least)

    def surely(self, ends):
        """What is acceptable whatever the value is: (lowest, highest); ends may be infinite."""
        low, high = ends
        least = self.at(Fraction(0)) if low <= 0 <= high else min(self.at(low), self.at(high))
        return self.capped(high - least, low + least)

    def possibly(self, ends):
        """Outside of this nothing is acceptable."""
        low, high = ends
        most = max(self.at(low), self.at(high))
        return self.capped(low - most, high + most)

    def capped(self, low, high):
        if self.huge is None:
            return low, high
        bottom = -math.inf if low <= -self.huge else min(low, self.huge)
        top = math.inf if high >= self.huge else max(high, -self.huge)
        return bottom, top


def told(margin, f, g):
    """Whether two values are told apart: True, False, or None if it is not known."""
    if "?" in (f.state, g.state):
        return None
    if f.state != g.state:
        return True
    if f.state == "no":
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
    # Two margins that only just meet may do so between the sets above.
    reach = max(a[1] - b[0], b[1] - a[0])
    least = min(margin.at(x) if a[0] * a[1] > 0 else margin.at(Fraction(0)) for x in a)
    other = min(margin.at(x) if b[0] * b[1] > 0 else margin.at(Fraction(0)) for x in b)
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
    """Ends of a constant as fractions, or None if it is none."""
    ctx.prec = 400
    try:
        v = value(e, {})
    except KeyError:
        return None
    if v.exact is not None:
        return (v.exact, v.exact)
    return bounds(v.ball) if v.state == "yes" else None


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
        k = Fraction(x) / two_to(form[1])
        return k.denominator == 1 and -two_to(form[2] - 1) <= k < two_to(form[2] - 1)
    return True


def as_single(x):
    import struct

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
            known = satisfies(bound, Fraction(x))
            if known is not True:
                return known
    return True


def beyond_rounded(core, point):
    """Whether some coordinate is outside by a bound and by the float next to that bound."""
    for name, form, x in zip(core.names, core.formats, point):
        for relation, low, high in core.boxes[name]:
            if satisfies((relation, low, high), Fraction(x)) is not False:
                continue
            near = nearest_float(form, (low + high) / 2)
            if satisfies((relation, near, near), Fraction(x)) is False:
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
    guess = size.numerator.bit_length() - size.denominator.bit_length()
    exponent = guess if size >= two_to(guess) else guess - 1
    unit = two_to(max(exponent - bits + 1, least))
    return nearest_even(q / unit) * unit


def holds(core, point):
    """Whether the precondition holds at a point: True, False or None."""
    def at(precision):
        ctx.prec = precision
        names = {n: exactly(Fraction(x)) for n, x in zip(core.names, point)}
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
    import struct

    bits = struct.unpack("<q", struct.pack("<d", x))[0]
    return bits if bits >= 0 else -(bits & (2**63 - 1))


def unrank(n):
    import struct

    return struct.unpack("<d", struct.pack("<Q", n if n >= 0 else (-n) | 2**63))[0]


def side(core, name, form):
    """About the least and the greatest number of an argument."""
    top = {"binary64": 1.7976931348623157e308, "binary32": 3.4028234663852886e38}.get(form[0])
    if top is None:
        top = float(two_to(form[2] - 1 + form[1]))
    low, high = -top, top
    for relation, a, b in core.boxes[name]:
        if relation in (">", ">=", "=="):
            low = max(low, float(max(min(a, Fraction(top)), -Fraction(top))))
        if relation in ("<", "<=", "=="):
            high = min(high, float(max(min(b, Fraction(top)), -Fraction(top))))
    return low, high


def fitted(form, x):
    if form[0] == "binary32":
        return as_single(x)
    if form[0] == "fixed":
        return float(nearest_even(Fraction(x) / two_to(form[1])) * two_to(form[1]))
    return x


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
    return both


def plain(core):
    """Whether the ranges are all there is to the domain."""
    def is_bound(part):
        if part == "TRUE":
            return True
        if not (isinstance(part, list) and part[0] in FLIPPED):
            return False
        pairs = zip(part[1:], part[2:])
        return all((a in core.names) != (b in core.names) and (constant(a) or constant(b)) for a, b in pairs if True)

    return all(is_bound(part) for part in conjuncts(core.pre))


def rename(e, names):
    if isinstance(e, str):
        return names.get(e, e)
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
        if mutant["operator"] == "accuracy":
            continue
        for test in mutant["killed_by"]:
            verdict.count("kills")
            judge_kill(verdict, core, mutant, body(mutant), tests[test], values[test])
        if mutant["operator"] == "bounds":
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
            if satisfies((relation, low, high), Fraction(x)) is False:
                x = inward(form, relation, low if relation in ("<", "<=") else high)
        place.append(x)
    return place


def inward(form, relation, q):
    """The float next to a bound that satisfies it."""
    x = float(nearest_float(form, q))
    down = relation in ("<", "<=")
    while satisfies((relation, q, q), Fraction(x)) is not True:
        x = step(form, x, down)
    return x


def step(form, x, down):
    if form[0] == "fixed":
        return float(Fraction(x) + (-two_to(form[1]) if down else two_to(form[1])))
    if form[0] == "binary64":
        return math.nextafter(x, -math.inf if down else math.inf)
    y = x
    while as_single(y) == x or not in_format(form, y):
        unit = float(two_to(Margin({}, form).unit(abs(Fraction(x)))))
        y = as_single(x - unit if down else x + unit)
    return y


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
    check_enclosure(verdict, test["enclosure"], at, point)
    for place, number_, wrong in oracle_claims(test):
        if settled(lambda p: wrong(core.margin, at.value(p), number_)):
            verdict.refute(f"{name}: {place}", f"{number_!r} is not as claimed at {shown(point)}")
    return None


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
    return x if math.isinf(x) else Fraction(x)


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
    if apart(core.margin, at, At(core, other.body, at.point)) is False:
        verdict.refute(claim, f"it does not tell them apart at {shown(point)}")
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
    if "?" in (f.state, g.state):
        return None
    if f.state != g.state:
        return True
    if f.state == "no":
        return False
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
        judge_suite(verdict, a, json.loads(line["suite"]), max(line["points"] // 16, 8))
    return verdict


def main():
    sys.setrecursionlimit(20000)
    for text in sys.stdin:
        line = json.loads(text)
        try:
            verdict = judge(line)
        except Exception as error:  # What the judge cannot do is a fault of the judge, and it is told.
            print(json.dumps({"case": line["case"], "trouble": f"{type(error).__name__}: {error}"}), flush=True)
            continue
        print(json.dumps({"case": line["case"], "claims": verdict.claims, "refuted": verdict.refuted}), flush=True)


main()
