"""Judges what hunts say, with ball arithmetic (python-flint) and by calling the program itself, one JSON line in, one out.

A line in is {"case", "function", "format", "ulps", "right", "source", "code", "report", "compared"}: the word for the formula,
the format of arguments and result, the accuracy, whether the program is right by construction, its text, the exit code, what
`lydian hunt --out` wrote, and whether a reference was hunted with instead of a formula.
A line out is {"case", "claims": {kind: count}, "refuted": [[claim, why], ...]}.

What is claimed: what the subject answered at an input; its error in units in the last place of the real value and in margins,
up to the last digit that is told; that an answer is not acceptable; that a program fails or does not.
"""

import ctypes
import hashlib
import json
import math
import os
import struct
import subprocess
import sys

from flint import arb, ctx, fmpq

ctx.prec = 2600
FORMULAS = {
    "expm1": lambda x: x.expm1(),
    "log1p": lambda x: x.log1p(),
    "sin": lambda x: x.sin(),
    "exp": lambda x: x.exp(),
    "atan": lambda x: x.atan(),
    "tanh": lambda x: x.tanh(),
    "sqrt": lambda x: x.sqrt(),
    "hypot": lambda x, y: (x * x + y * y).sqrt(),
}
# Bits of a significand and the least exponent of a unit in the last place.
FORMATS = {"binary64": (53, -1074, ctypes.c_double), "binary32": (24, -149, ctypes.c_float)}


def library(source):
    """The program, built as a stranger would."""
    name = os.path.join(os.getcwd(), hashlib.sha256(source.encode()).hexdigest()[:16])
    with open(name + ".c", "w") as file:
        file.write(source)
    flags = ["-O2", "-ffp-contract=off", "-shared", "-fPIC"]
    subprocess.run(["cc", *flags, name + ".c", "-o", name + ".so", "-lm"], check=True, capture_output=True)
    return ctypes.CDLL(name + ".so")


def function(code, name, form, count):
    found = getattr(code, name)
    found.restype = FORMATS[form][2]
    found.argtypes = [FORMATS[form][2]] * count
    return found


def exact(x):
    return fmpq(*x.as_integer_ratio())


def unit(form, magnitude):
    """The distance of two floats of the format around a positive number, a fraction or a ball; none if that is not known."""
    bits, least, _ = FORMATS[form]
    if magnitude == 0:
        return fmpq(2) ** least
    low, high = magnitude, magnitude
    if isinstance(magnitude, arb):
        low, high = (end.fmpq() for end in (magnitude.lower(), magnitude.upper()))
        if low <= 0:
            return None
    ends = {max(floor_log2(q) - bits + 1, least) for q in (low, high)}
    return fmpq(2) ** ends.pop() if len(ends) == 1 else None


def floor_log2(q):
    e = int(q.p).bit_length() - int(q.q).bit_length()
    while fmpq(2) ** e > q:
        e -= 1
    while fmpq(2) ** (e + 1) <= q:
        e += 1
    return e


def last_digit(told):
    """How far a number may be off of which a report tells the first few digits."""
    if told < 1e-3:
        return 1e-3
    if told < 10:
        return 1e-3
    return 0.1 if told < 1e4 else 0.1 * 10 ** math.floor(math.log10(told))


def as_float(x):
    """A ball as a double, infinite where it is too large for one."""
    return math.inf if x > arb(2) ** 1023 else float(x.mid())


def agrees(told, true, scale):
    """Whether a number that is told `scale` times as large is right up to its last digit; what cannot be told is huge."""
    if told is None or told * scale > 1e300:
        return true > 1e297
    return math.isfinite(true) and abs(told - true) * scale <= last_digit(told * scale)


class Verdict:
    def __init__(self, line):
        self.line, self.claims, self.refuted = line, {}, []
        self.form = line["format"]

    def count(self, claim):
        self.claims[claim] = self.claims.get(claim, 0) + 1

    def refute(self, claim, why):
        self.refuted.append([claim, why])


def value(observed):
    """The answer as a double, NaN where it is none."""
    if observed["kind"] != "value":
        return math.nan
    text = observed["hex"]
    return float.fromhex(text) if text not in ("inf", "-inf", "nan") else float(text)


def same(a, b):
    return (math.isnan(a) and math.isnan(b)) or a == b


def judge_point(verdict, point, call, reference):
    at = [float.fromhex(i["hex"]) for i in point["inputs"]]
    claimed, seen = value(point["observed"]), call(*at)
    verdict.count("answers")
    if not same(claimed, seen):
        return verdict.refute("the subject answers", f"{claimed!r} at {at}, but it answers {seen!r}")
    if reference is not None:
        return judge_difference(verdict, point, at, seen, reference)
    real = FORMULAS[verdict.line["function"]](*[arb(exact(x)) for x in at])
    return judge_error(verdict, point, at, seen, real)


def judge_error(verdict, point, at, seen, real):
    u = unit(verdict.form, abs(real)) if not (real == 0) else unit(verdict.form, 0)
    if u is None:
        return None
    if not math.isfinite(seen):
        if point["ulps"] is not None:
            verdict.refute("an error is told", f"{point['ulps']} ulps at {at}, where the answer is {seen!r}")
        return None
    off = abs(arb(exact(seen)) - real)
    least = unit(verdict.form, 0) / 2
    margin = max(fmpq(verdict.line["ulps"]) * u, least)
    for claim, told, unit_ in [("ulps", point["ulps"], u), ("margins", point["margins"], margin)]:
        verdict.count(claim)
        true = as_float(off / arb(unit_))
        # Margins are told in per cent.
        scale = 100 if claim == "margins" else 1
        if not agrees(told, true, scale):
            verdict.refute(f"an error in {claim}", f"{told} at {at}, but it is {true!r}")
    return None


def judge_difference(verdict, point, at, seen, reference):
    other = reference(*at)
    claimed = value(point["reference"])
    if not same(claimed, other):
        return verdict.refute("the reference answers", f"{claimed!r} at {at}, but it answers {other!r}")
    verdict.count("differences")
    if math.isfinite(seen) and math.isfinite(other):
        true = as_float(arb(abs(exact(seen) - exact(other)) / unit(verdict.form, abs(exact(other)))))
    else:
        true = 0.0 if same(seen, other) else None
    told = point["ulps"]
    if not (told is None if true is None else agrees(told, true, 1)):
        verdict.refute("a difference in ulps", f"{told} at {at}, but it is {true!r}")
    return None


def judge_failure(verdict, failure, call):
    """An answer that is said not to be acceptable is further from the real value than the margin."""
    verdict.count("accusations")
    at = [float.fromhex(i["hex"]) for i in failure["test"]["inputs"]]
    seen = call(*at)
    if not same(seen, value(failure["result"]["observed"])):
        return verdict.refute("the subject answers", f"otherwise at {at}: {seen!r}")
    if not math.isfinite(seen):
        return None
    real = FORMULAS[verdict.line["function"]](*[arb(exact(x)) for x in at])
    u = unit(verdict.form, abs(real)) if not (real == 0) else unit(verdict.form, 0)
    if u is None:
        return None
    margin = max(fmpq(verdict.line["ulps"]) * u, unit(verdict.form, 0) / 2)
    if abs(arb(exact(seen)) - real) <= arb(margin):
        verdict.refute("an answer is not acceptable", f"{seen!r} at {at} is")
    return None


def judge_whole(verdict, report, code):
    """Exit code, counts and the worst agree with each other and with what is known of the program."""
    line = verdict.line
    verdict.count("verdicts")
    failed = report["failed"]
    if line["right"] and not line["compared"] and (failed > 0 or code == 1):
        verdict.refute("a right program fails", f"{failed} answers, exit code {code}")
    if (failed > 0) != (code == 1):
        verdict.refute("the exit code", f"{code} with {failed} answers that are not acceptable")
    if line["compared"] and line["right"] and (report["worst"] is None or report["worst"]["ulps"] != 0):
        verdict.refute("two equal programs differ", json.dumps(report["worst"]))
    nearest = report.get("nearest")
    if failed == 0 and nearest and nearest["margins"] is not None and nearest["margins"] > 1.01:
        verdict.refute("every answer is acceptable", f"{nearest['margins']} margins")
    if report["worst"] and report["worst"]["ulps"] is not None:
        above = [c["ulps"] for c in report["cells"] if c["ulps"] is not None and c["ulps"] > report["worst"]["ulps"]]
        if above:
            verdict.refute("the worst is the worst", f"a cell has {max(above)} ulps")


def judge(line):
    verdict = Verdict(line)
    report = json.loads(line["report"])
    code = library(line["source"])
    count = len(line["ranges"])
    call = function(code, "f", line["format"], count)
    reference = function(code, "r", line["format"], count) if line["compared"] else None
    judge_whole(verdict, report, line["code"])
    points = [p for p in (report["worst"], report.get("nearest")) if p]
    for point in points + report.get("differences", []):
        judge_point(verdict, point, call, reference)
    for failure in report["failures"]:
        judge_failure(verdict, failure, call)
    return verdict
