#!/usr/bin/env python3
"""Checks the corpus against reference formulas of many digits.

For every function folder it
  1. compiles both right and all wrong programs with `cc -O1 -shared -fPIC`;
  2. compares accuracy, domain and formula of the specification with those of reference.py;
  3. reads the header of every wrong program (kind, fault, shows at), evaluates the formula of
     reference.py with mpmath at that input, and verifies that the wrong program violates the accuracy there
     and that both right programs respect it;
  4. verifies that both right programs respect the accuracy on bounds, seams and zeros, on inputs
     in difficult places, and on random inputs by value and by bit pattern, all seeded,
     and that they reject or clamp outside the domain where the specification says so;
  5. measures for every wrong program the share of random inputs at which it fails, by value and
     by bit pattern, and writes shares.json.

Needs Python 3 with mpmath and numpy (gmpy2 makes it faster), and a C compiler.
Usage: check_corpus.py [--draws N] [--seed N] [--only NAME ...] [--no-write]
The exit code is 0 if everything holds.
"""
import argparse
import ctypes
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import zlib
from fractions import Fraction

import mpmath as mp
import numpy as np

from reference import FUNCTIONS, q

HERE = os.path.dirname(os.path.abspath(__file__))
KINDS = "cutoff lastulps branch table special cancellation overflow reduction region sign".split()
CTYPE = {"f64": "double", "f32": "float", "int": "int"}
DTYPE = {"f64": np.float64, "f32": np.float32, "int": np.int32}
UINT = {"f64": np.int64, "f32": np.int32}


def fmt(f):
    return "f32" if all(a[1] == "f32" for a in f["args"]) else "f64"


def inner_bounds(arg):
    """Smallest and largest float (or integer) of the range, with exact comparison."""
    _, kind, low, high, brackets = arg
    if kind == "int":
        return int(low), int(high)
    t = DTYPE[kind]
    lo, hi = t(float(low)), t(float(high))
    while Fraction(float(lo)) < low or (brackets[0] == "(" and Fraction(float(lo)) <= low):
        lo = np.nextafter(lo, t(np.inf))
    while Fraction(float(hi)) > high or (brackets[1] == ")" and Fraction(float(hi)) >= high):
        hi = np.nextafter(hi, t(-np.inf))
    return lo, hi


def to_order(x, kind):
    """Position of a float in the order of all floats."""
    b = int(np.array(x, DTYPE[kind]).view(UINT[kind]))
    top = 1 << (63 if kind == "f64" else 31)
    return b if b >= 0 else -(b + top)


def from_order(k, kind):
    k = np.asarray(k, dtype=np.int64)
    sign = k < 0
    v = np.abs(k).astype(UINT[kind]).view(DTYPE[kind])
    return np.where(sign, -v, v).astype(DTYPE[kind])


def draw_value(rng, arg, n):
    lo, hi = inner_bounds(arg)
    if arg[1] == "int":
        return rng.integers(lo, hi + 1, n).astype(np.int32)
    u = rng.random(n)
    x = (float(lo) * (1 - u) + float(hi) * u).astype(DTYPE[arg[1]])
    return np.clip(x, lo, hi)


def draw_bits(rng, arg, n):
    lo, hi = inner_bounds(arg)
    if arg[1] == "int":
        return rng.integers(lo, hi + 1, n).astype(np.int32)
    return from_order(rng.integers(to_order(lo, arg[1]), to_order(hi, arg[1]) + 1, n, dtype=np.int64), arg[1])


def inside(f, cols):
    ok = np.ones(len(cols[0]), bool)
    for c, a in zip(cols, f["args"]):
        lo, hi = inner_bounds(a)
        ok &= (c >= lo) & (c <= hi)
    if f["where"]:
        ok &= f["where"](*cols)
    return [c[ok] for c in cols]


def draw(f, rng, n, how):
    if f["where"] is None:
        return [how(rng, a, n) for a in f["args"]]
    parts, have = [], 0
    while have < n:
        part = inside(f, [how(rng, a, 400000) for a in f["args"]])
        parts.append(part)
        have += len(part[0])
    return [np.concatenate(c)[:n] for c in zip(*parts)]


def difficult(f, rng):
    """Bounds, seams, zeros and their neighbours in all combinations, and inputs near them."""
    pools = []
    for a, seeds in zip(f["args"], f["seeds"]):
        lo, hi = inner_bounds(a)
        if a[1] == "int":
            pools.append(np.array(sorted({lo, hi, lo + 1, hi - 1, *seeds}), np.int32))
            continue
        t = DTYPE[a[1]]
        p = np.array([lo, hi, 0.0, 1.0, *seeds, *[-s for s in seeds]], t)
        out = [p]
        for toward in (np.inf, -np.inf):
            x = p
            for _ in range(3 if len(f["args"]) == 1 else 1):
                x = np.nextafter(x, t(toward))
                out.append(x)
        pools.append(np.unique(np.concatenate(out)))
    if len(pools) == 1:
        cols = [pools[0]]
    else:
        cols = [p[rng.integers(0, len(p), 8000)] for p in pools]
        mix = [draw_value(rng, a, 8000) for a in f["args"]]
        cols = [np.where(rng.random(8000) < 0.8, c, m).astype(c.dtype) for c, m in zip(cols, mix)]
    cols = inside(f, cols)
    if f["near"]:
        near = [np.asarray(c).astype(DTYPE[a[1]]) for c, a in zip(f["near"](rng, 20000 // f["slow"]), f["args"])]
        cols = [np.concatenate(p) for p in zip(cols, inside(f, near))]
    return cols


def reference(f, cols):
    """The formula at all inputs, as unevaluated sums of two doubles."""
    mp.mp.prec = f["prec"]
    n = len(cols[0])
    hi, lo = np.empty(n), np.empty(n)
    lists = [c.tolist() for c in cols]
    ref = f["ref"]
    for i, row in enumerate(zip(*lists)):
        y = mp.mpf(ref(*[mp.mpf(v) for v in row]))
        h = float(y)
        hi[i] = h
        lo[i] = float(y - h)
    return hi, lo


def margin(f, hi, lo):
    m, e = np.frexp(np.abs(hi))
    e = np.where((m == 0.5) & (np.sign(lo) == -np.sign(hi)) & (lo != 0), e - 1, e)
    tol = np.zeros(len(hi))
    if f["rel"]:
        tol = np.maximum(tol, f["rel"] * np.abs(hi))
    if f["abs"]:
        tol = np.maximum(tol, f["abs"])
    if f["ulps"]:
        p, least = (24, -149) if fmt(f) == "f32" else (53, -1074)
        e = np.where(hi == 0, least + p, e)
        tol = np.maximum(tol, f["ulps"] * np.ldexp(1.0, np.maximum(e - p, least)))
    return tol


def failures(f, out, hi, lo):
    """Where the outputs are out of the accuracy, and by how many margins."""
    with np.errstate(all="ignore"):
        err = np.abs((out.astype(float) - hi) - lo)
        tol = margin(f, hi, lo)
        ratio = np.where(err == 0, 0.0, err / tol)
    return ~(err <= tol), ratio


def build(name, f, source, tmp):
    out = fmt(f)
    params = "".join(f", const {CTYPE[a[1]]} *a{i}" for i, a in enumerate(f["args"]))
    call = ", ".join(f"a{i}[i]" for i in range(len(f["args"])))
    stem = os.path.splitext(os.path.basename(source))[0]
    wrap = os.path.join(tmp, f"{name}_{stem}.c")
    with open(wrap, "w") as w:
        w.write(f'#include "{source}"\nvoid run_all(long n, {CTYPE[out]} *out{params})\n'
                f"{{ for (long i = 0; i < n; i++) out[i] = {name}({call}); }}\n")
    lib = wrap[:-2] + ".so"
    r = subprocess.run(["cc", "-O1", "-Wall", "-Wextra", "-shared", "-fPIC", wrap, "-o", lib, "-lm"],
                       capture_output=True, text=True)
    if r.returncode or r.stderr:
        print(f"{name}/{stem}: compiler says:\n{r.stderr}")
    if r.returncode:
        raise SystemExit(2)
    fun = ctypes.CDLL(lib).run_all
    fun.restype = None

    def run(cols):
        cols = [np.ascontiguousarray(c, DTYPE[a[1]]) for c, a in zip(cols, f["args"])]
        res = np.empty(len(cols[0]), DTYPE[out])
        fun(ctypes.c_long(len(res)), res.ctypes.data_as(ctypes.c_void_p), *[c.ctypes.data_as(ctypes.c_void_p) for c in cols])
        return res
    return run


def parse_header(path):
    lines = open(path).read().split("\n")[:3]
    kind = re.fullmatch(r"// kind: (\w+)", lines[0])
    fault = re.fullmatch(r"// fault: (.+)", lines[1])
    shows = re.fullmatch(r"// shows at: (.+)", lines[2])
    if not (kind and kind.group(1) in KINDS and fault and shows):
        return None
    values = {}
    for part in shows.group(1).split(", "):
        k, _, v = part.partition("=")
        values[k] = v
    return kind.group(1), fault.group(1), values


def shows_row(f, values):
    row = []
    for a in f["args"]:
        v = values[a[0]]
        row.append(int(v) if a[1] == "int" else float.fromhex(v))
    return [np.array([v], DTYPE[a[1]]) for v, a in zip(row, f["args"])]


def outside_points(f):
    """Rows just outside the box of the domain, and the rows that clamping makes of them."""
    rows, held = [], []
    base = []
    for a in f["args"]:
        lo, hi = inner_bounds(a)
        base.append((int(lo) + int(hi)) // 2 if a[1] == "int" else DTYPE[a[1]]((float(lo) + float(hi)) / 2))
    for j, a in enumerate(f["args"]):
        lo, hi = inner_bounds(a)
        if a[1] == "int":
            cand = [(lo - 1, lo), (hi + 1, hi), (-2 ** 31, lo), (2 ** 31 - 1, hi)]
        else:
            t = DTYPE[a[1]]
            # a program compares with the rounded bound, so one float next to it is left out
            out_lo = np.nextafter(np.nextafter(lo, t(-np.inf)), t(-np.inf))
            out_hi = np.nextafter(np.nextafter(hi, t(np.inf)), t(np.inf))
            cand = [(out_lo, lo), (out_hi, hi), (t(-np.inf), lo), (t(np.inf), hi)]
            if f["outside"] == "reject":
                cand.append((t(np.nan), lo))
        for x, h in cand:
            rows.append(base[:j] + [x] + base[j + 1:])
            held.append(base[:j] + [h] + base[j + 1:])
    cols = [np.array(c, DTYPE[a[1]]) for c, a in zip(zip(*rows), f["args"])]
    kept = [np.array(c, DTYPE[a[1]]) for c, a in zip(zip(*held), f["args"])]
    return cols, kept


def spec_agrees(f, text):
    """Accuracy, format and policy of the specification are those of reference.py."""
    number = r"([0-9.]+(?:e-?[0-9]+)?)"
    for key, words in (("rel", r"(?:accuracy|:accuracy-rel) "), ("abs", r"(?:\babs|:accuracy-abs) "), ("ulps", r"\bulps ")):
        found = re.findall(words + number, text)
        if [float(v) for v in found] != ([] if f[key] is None else [f[key]]):
            return False
    policy = re.search(r"(?:\boutside|:out-of-domain) (\w+)", text)
    if policy is None or policy.group(1) != f["outside"]:
        return False
    for a in f["args"]:
        if "FPCore" not in text:
            m = re.search(rf"\b{a[0]} in ([\[(])([^,]+), ([^\])]+)([\])])", text)
            if not m or (m.group(1) + m.group(4), Fraction(m.group(2)), Fraction(m.group(3))) != (a[4], a[2], a[3]):
                return False
        else:
            m = re.search(rf"\(<= (\S+) {a[0]} ([^\s)]+)\)", text)
            if not m or (Fraction(m.group(1)), Fraction(m.group(2))) != (a[2], a[3]):
                return False
    return ("binary32" in text) == (fmt(f) == "f32")


def formula_infix(text):
    """The body of an infix specification as a Python function of a dict of arguments; enough for this corpus."""
    body = re.sub(r"(?m)#.*$", "", text)
    body = body[body.index("{") + 1:body.rindex("}")]
    body = re.sub(r"\n\s*(else|then)\b", r" \1", body)
    lines = [l.strip() for l in body.split("\n") if l.strip()]

    def python(e):
        m = re.match(r"if (.+?) then (.+?) else (.+)$", e)
        if m:
            return f"(({python(m.group(2))}) if ({m.group(1)}) else ({python(m.group(3))}))"
        return e

    def code(e):
        e = re.sub(r"(?<![\w.])(\d+(?:\.\d+)?(?:e-?\d+)?)(?![\w.])", r"q('\1')", python(e))
        return compile(e.replace("^", "**"), "spec", "eval")

    steps = []
    for line in lines:
        m = re.match(r"let (\w+) = (.+)$", line)
        steps.append((m.group(1), code(m.group(2))) if m else (None, code(line)))

    def run(env):
        env = dict(env)
        for name, c in steps:
            value = eval(c, FORMULA_NAMES, env)
            env[name] = value
        return env[None]
    return run


def formula_fpcore(text):
    """The body of an FPCore as a Python function; enough for this corpus."""
    tokens = re.findall(r'[()]|"[^"]*"|[^\s()]+', re.sub(r"(?m);.*$", "", text))

    def parse():
        t = tokens.pop(0)
        if t != "(":
            return t
        out = []
        while tokens[0] != ")":
            out.append(parse())
        tokens.pop(0)
        return out
    body = parse()[-1]
    ops = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "/": lambda a, b: a / b,
           "pow": lambda a, b: a ** b, "==": lambda a, b: a == b, "cos": mp.cos, "acos": mp.acos}

    def value(e, env):
        if isinstance(e, str):
            return env[e] if e in env else q(e)
        if e[0] == "if":
            return value(e[2] if value(e[1], env) else e[3], env)
        return ops[e[0]](*[value(x, env) for x in e[1:]])
    return lambda env: value(body, env)


FORMULA_NAMES = {k: getattr(mp, k) for k in "sin cos asin acos atan2 sinh tanh asinh atanh exp log log1p expm1 sqrt erfc hypot".split()}
FORMULA_NAMES.update(q=q, abs=abs, min=min, max=max, lgamma=mp.loggamma, PI=mp.mpf(mp.pi), exp2=lambda x: mp.mpf(2) ** x,
                     cbrt=lambda x: mp.sign(x) * mp.cbrt(abs(x)))


def formula_agrees(f, text, cols):
    """The formula of the specification gives what the one of reference.py gives (mpmath with plenty of digits)."""
    run = (formula_fpcore if "FPCore" in text else formula_infix)(text)
    step = max(1, len(cols[0]) // 150)
    for row in zip(*[c[::step].tolist() for c in cols]):
        mp.mp.prec = 2600
        FORMULA_NAMES.update(SQRT2=mp.sqrt(2), PI=+mp.pi)
        x = [mp.mpf(v) for v in row]
        y = run({a[0]: v for a, v in zip(f["args"], x)})
        mp.mp.prec = f["prec"]
        z = f["ref"](*x)
        mp.mp.prec = 300
        if abs(y - z) > mp.mpf("1e-25") * abs(y) + mp.mpf("1e-12") * (f["abs"] or 0):
            return False
    return True


def show(f, cols, i):
    return ", ".join(f"{a[0]}={int(c[i]) if a[1] == 'int' else float(c[i]).hex()}" for a, c in zip(f["args"], cols))


def check(name, draws, tmp, problems, seed=0):
    f = FUNCTIONS[name]
    folder = os.path.join(HERE, name)
    spec = [p for p in os.listdir(folder) if p.startswith("spec.")]
    if len(spec) != 1 or not spec_agrees(f, open(os.path.join(folder, spec[0])).read()):
        problems.append(f"{name}: specification and reference.py disagree")
    right = [build(name, f, os.path.join(folder, f"right{k}.c"), tmp) for k in (1, 2)]
    wrongs = sorted(p for p in os.listdir(folder) if re.fullmatch(r"wrong\d\.c", p))
    programs = {p[:-2]: build(name, f, os.path.join(folder, p), tmp) for p in wrongs}
    rng = np.random.default_rng([seed, zlib.crc32(name.encode())])
    n = draws // f["slow"]
    sets = {"difficult": difficult(f, rng), "value": draw(f, rng, n, draw_value), "bits": draw(f, rng, n, draw_bits)}
    text = open(os.path.join(folder, spec[0])).read()
    if not all(formula_agrees(f, text, sets[k]) for k in sets):
        problems.append(f"{name}: the formulas of the specification and of reference.py disagree")
    refs = {k: reference(f, c) for k, c in sets.items()}
    worst = []
    for k, run in enumerate(right, 1):
        w = 0.0
        for kind, cols in sets.items():
            bad, ratio = failures(f, run(cols), *refs[kind])
            w = max(w, float(np.nanmax(ratio)))
            if bad.any():
                i = int(np.flatnonzero(bad)[0])
                problems.append(f"{name}/right{k}: {int(bad.sum())} of {len(bad)} fail ({kind}), first {show(f, cols, i)} ratio {ratio[i]:.3g}")
        worst.append(round(w, 3))
        if f["outside"] != "unspecified":
            cols, kept = outside_points(f)
            out = run(cols)
            if f["outside"] == "reject":
                bad = ~np.isnan(out)
                if f["where"]:
                    box = [draw_value(rng, a, 20000) for a in f["args"]]
                    keep = ~f["where"](*box)
                    if not np.isnan(run([c[keep] for c in box])).all():
                        problems.append(f"{name}/right{k}: answers where the condition of the domain does not hold")
            else:
                bad, _ = failures(f, out, *reference(f, kept))
            if bad.any():
                problems.append(f"{name}/right{k}: outside the domain, {show(f, cols, int(np.flatnonzero(bad)[0]))}")
    shares = {}
    for p, run in programs.items():
        header = parse_header(os.path.join(folder, p + ".c"))
        found = {k: failures(f, run(c), *refs[k]) for k, c in sets.items()}
        entry = {"kind": header[0] if header else None}
        for k in ("value", "bits"):
            entry["by_" + k] = float(found[k][0].mean())
        entry["draws"] = n
        shares[p] = entry
        if header is None:
            problems.append(f"{name}/{p}: header not readable")
            continue
        row = shows_row(f, header[2])
        if len(inside(f, row)[0]) != 1:
            problems.append(f"{name}/{p}: shown input is outside the domain")
        ref = reference(f, row)
        bad, ratio = failures(f, run(row), *ref)
        if not bad[0]:
            problems.append(f"{name}/{p}: not violated at the shown input")
        entry["margins_at_shown_input"] = float(f"{ratio[0]:.3g}") if np.isfinite(ratio[0]) else "not finite"
        for k, r in enumerate(right, 1):
            if failures(f, r(row), *ref)[0][0]:
                problems.append(f"{name}/right{k}: out of the accuracy at the shown input of {p}")
    return worst, shares, (sets, refs, programs)


def main():
    ap = argparse.ArgumentParser(description="Checks the corpus; see the head of this file.")
    ap.add_argument("--draws", type=int, default=100000)
    ap.add_argument("--seed", type=int, default=0)
    ap.add_argument("--only", nargs="*")
    ap.add_argument("--no-write", action="store_true")
    args = ap.parse_args()
    names = args.only or sorted(FUNCTIONS)
    folders = sorted(d for d in os.listdir(HERE) if os.path.isdir(os.path.join(HERE, d)) and not d.startswith(("_", ".")))
    problems, shares = [], {}
    if folders != sorted(FUNCTIONS):
        problems.append("folders and reference.py do not list the same functions")
    with tempfile.TemporaryDirectory() as tmp:
        for name in names:
            t = time.time()
            worst, shares[name], _ = check(name, args.draws, tmp, problems, args.seed)
            print(f"{name}: right programs reach {worst[0]} and {worst[1]} of the margin; {len(shares[name])} faults; {time.time() - t:.1f} s", flush=True)
    if not args.no_write and not args.only:
        with open(os.path.join(HERE, "shares.json"), "w") as w:
            json.dump(shares, w, indent=1)
            w.write("\n")
    for p in problems:
        print("PROBLEM", p)
    print(f"{len(names)} functions, {sum(len(s) for s in shares.values())} faults, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
