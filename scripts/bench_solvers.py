#!/usr/bin/env python3
"""Lydian side by side with z3 and cvc5 on a fixed sample of kill problems.

    scripts/bench_solvers.py [--limit SECONDS] [--keep FILE.json]

A problem is a pair of formulas over one domain at relative accuracy 1e-10: is there an input at which they are
further apart than both margins? `lydian compare` answers it, and `lydian export` writes the same question as SMT-LIB
for the others. z3 and cvc5 are installed from PyPI into an environment that is thrown away afterwards.

The truth is known by construction:
  killable      the second formula has a fault, and the script evaluates both at a named input: further apart than 1e-6
  needle        equal outside a tiny interval round a named input, and apart at that input, evaluated likewise
  identity      equal by a theorem of algebra or analysis; the script evaluates both at points as a check of spelling
  near          the second is the first times 1 + c, and |c| is below or above what both margins allow

Every answer is a process of its own with start-up and reading included: `lydian compare`, the program `z3`, and for
cvc5, whose package has no program, a Python process that hands the file to its parser (what that costs on an empty
problem is printed). Two processes run at a time, and each is killed at the limit.
"""

import argparse
import concurrent.futures
import json
import math
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import venv

ROOT = pathlib.Path(__file__).resolve().parent.parent
LYDIAN = pathlib.Path(os.environ.get("LYDIAN", ROOT / "target" / "release" / "lydian"))
SOLVERS = ["lydian", "z3", "cvc5"]
APART, SAME = "distinguished", "equivalent"
CVC5 = """
import sys, cvc5
solver = cvc5.Solver(cvc5.TermManager())
parser = cvc5.InputParser(solver)
parser.setFileInput(cvc5.InputLanguage.SMT_LIB_2_6, sys.argv[1])
symbols = parser.getSymbolManager()
while not (command := parser.nextCommand()).isNull():
    print(command.invoke(solver, symbols), end="", flush=True)
"""
TRANSCENDENTAL = re.compile(r"\((sin|cos|tan|asin|acos|atan|exp|log|sinh|cosh|tanh|asinh|acosh|atanh|expm1|log1p|pow)\b")

# Formulas that the problems are made of: domain, formula, a point of the domain.
ALGEBRAIC = [
    ("x:0:1", "(+ (* x x) (* 3 x))", (0.5,)),
    ("x:1:10", "(/ 1 (+ 1 (* x x)))", (2.0,)),
    ("x:1:10 y:1:10", "(/ (- x y) (+ x y))", (2.0, 5.0)),
    ("x:1:100", "(- (sqrt (+ x 1)) (sqrt x))", (3.0,)),
    ("x:-1:1 y:-1:1", "(+ (* 2 (* x y)) 7)", (0.5, 0.25)),
    ("x:1:5 y:1:5 z:1:5", "(/ (* x y) (+ z (* x z)))", (2.0, 3.0, 4.0)),
    ("x:2:9", "(/ (+ x 3) (- (* x x) 1))", (4.0,)),
    ("x:0:4 y:0:4", "(sqrt (+ (+ (* x x) (* y y)) 1))", (1.0, 2.0)),
]
OTHERS = [
    ("x:0:1", "(+ (sin x) 2)", (0.5,)),
    ("x:-2:2", "(exp (* x x))", (0.5,)),
    ("x:1:10", "(/ (log x) (+ x 1))", (4.0,)),
    ("x:0:1 y:0:1", "(* (exp (- x)) (cos y))", (0.5, 0.25)),
    ("x:1:3", "(+ (atan x) (sqrt x))", (2.0,)),
    ("x:-1:1 y:1:2", "(* y (tanh x))", (0.5, 1.5)),
    ("x:0.5:2", "(- (exp x) (cos x))", (1.0,)),
    ("x:1:20", "(* (log (+ 1 x)) (sin (/ x 10)))", (5.0,)),
]

# Equal by algebra: domain, two formulas.
ALGEBRAIC_IDENTITIES = [
    ("x:-5:5 y:-5:5", "(* (+ x y) (+ x y))", "(+ (+ (* x x) (* 2 (* x y))) (* y y))"),
    ("x:-5:5 y:-5:5", "(- (* x x) (* y y))", "(* (- x y) (+ x y))"),
    ("x:1:9", "(/ (- (* x x) 1) (+ x 1))", "(- x 1)"),
    ("x:1:9 y:1:9", "(/ 1 (+ (/ 1 x) (/ 1 y)))", "(/ (* x y) (+ x y))"),
    ("x:0:9", "(* (sqrt x) (sqrt x))", "x"),
    ("x:1:100", "(- (sqrt (+ x 1)) (sqrt x))", "(/ 1 (+ (sqrt (+ x 1)) (sqrt x)))"),
    ("x:-9:9", "(sqrt (* x x))", "(fabs x)"),
    ("x:-9:9 y:-9:9", "(fmin x y)", "(/ (- (+ x y) (fabs (- x y))) 2)"),
    ("x:-9:9 y:-9:9", "(+ (fmin x y) (fmax x y))", "(+ x y)"),
    ("x:-3:3", "(* (- x 1) (+ (+ (* x x) x) 1))", "(- (* x (* x x)) 1)"),
    ("x:-3:3 y:-3:3 z:-3:3", "(* x (+ y z))", "(+ (* x y) (* x z))"),
    ("x:1:3 y:1:3 z:1:3", "(/ (+ x y) z)", "(+ (/ x z) (/ y z))"),
    ("x:2:5", "(- (/ 1 (- x 1)) (/ 1 (+ x 1)))", "(/ 2 (- (* x x) 1))"),
    ("x:1:5 y:1:5", "(/ (sqrt x) (sqrt y))", "(sqrt (/ x y))"),
    ("x:-2:2", "(+ (* x (+ (* x (+ (* x 4) 3)) 2)) 1)", "(+ (+ (+ (* 4 (* x (* x x))) (* 3 (* x x))) (* 2 x)) 1)"),
    ("x:0:1", "(* x (- 1 x))", "(- 1/4 (* (- x 1/2) (- x 1/2)))"),
    ("a:1:4 b:1:4 x:0:4 y:0:4", "(* (+ (* a a) (* b b)) (+ (* x x) (* y y)))",
     "(+ (* (+ (* a x) (* b y)) (+ (* a x) (* b y))) (* (- (* a y) (* b x)) (- (* a y) (* b x))))"),
    ("x:1:4", "(cbrt (* x (* x x)))", "x"),
    ("x:-4:4", "(fmax x (- x))", "(fabs x)"),
    ("x:-4:4", "(if (< x 0) (* x x) (- (* x x)))", "(- (* x (fabs x)))"),
]

# Equal by analysis: domain, two formulas.
OTHER_IDENTITIES = [
    ("x:-10:10", "(+ (* (sin x) (sin x)) (* (cos x) (cos x)))", "1"),
    ("x:0.1:9", "(exp (log x))", "x"),
    ("x:-5:5", "(log (exp x))", "x"),
    ("x:-3:3", "(* (exp x) (exp (- x)))", "1"),
    ("x:-3:3 y:-3:3", "(exp (+ x y))", "(* (exp x) (exp y))"),
    ("x:1:9 y:1:9", "(log (* x y))", "(+ (log x) (log y))"),
    ("x:-3:3", "(sin (- x))", "(- (sin x))"),
    ("x:-3:3", "(cos (- x))", "(cos x)"),
    ("x:-1:1", "(tan x)", "(/ (sin x) (cos x))"),
    ("x:-3:3", "(* 2 (* (sin x) (cos x)))", "(sin (* 2 x))"),
    ("x:-3:3", "(- 1 (* 2 (* (sin x) (sin x))))", "(cos (* 2 x))"),
    ("x:-3:3", "(/ (- (exp x) (exp (- x))) 2)", "(sinh x)"),
    ("x:-3:3", "(- (* (cosh x) (cosh x)) (* (sinh x) (sinh x)))", "1"),
    ("x:1:9", "(log (/ 1 x))", "(- (log x))"),
    ("x:1:9", "(log (sqrt x))", "(/ (log x) 2)"),
    ("x:-3:3", "(sqrt (exp x))", "(exp (/ x 2))"),
    ("x:-2:2", "(/ 1 (+ 1 (exp (- x))))", "(/ (exp x) (+ 1 (exp x)))"),
    ("x:-2:2 y:1:3", "(+ (* y (sin x)) (* y (sin x)))", "(* (* 2 y) (sin x))"),
    ("x:0:2 y:0:2", "(* (+ (exp x) (cos y)) (- (exp x) (cos y)))", "(- (* (exp x) (exp x)) (* (cos y) (cos y)))"),
    ("x:1:4", "(* (exp (* 2 (log x))) 3)", "(* 3 (* x x))"),
]


def problems():
    """All problems: kind, name, whether algebraic, domain, two formulas, truth."""
    found = []
    for i, (domain, f, point) in enumerate(ALGEBRAIC + OTHERS):
        found += made_of(f"{i + 1}", domain, f, point)
    for kind, table in [("identity", ALGEBRAIC_IDENTITIES), ("identity", OTHER_IDENTITIES)]:
        found += [problem(kind, f"identity-{f}", d, f, g, SAME) for d, f, g in table]
    return found


def made_of(name, domain, f, point):
    """The problems that one formula gives: faults, needles and near-equivalents."""
    x, at = domain.split(":")[0], repr(point[0])
    bump = f"(fmax 0 (- 1 (* 1e16 (* (- {x} {at}) (- {x} {at})))))"
    inside = f"(< (fabs (- {x} {at})) 1e-9)"
    made = [
        ("killable", f"scaled-{name}", f"(* {f} 1.001)", APART),
        ("killable", f"shifted-{name}", f"(+ {f} (/ {x} 50))", APART),
        ("needle", f"bump-{name}", f"(* {f} (+ 1 (/ {bump} 1000)))", APART),
        ("needle", f"if-{name}", f"(if {inside} (* {f} 1.01) {f})", APART),
        ("near", f"below-{name}", f"(+ {f} (* 1e-12 {f}))", SAME),
    ]
    if int(name) % 2:
        made.append(("near", f"above-{name}", f"(* {f} (+ 1 4e-10))", APART))
    list_ = [problem(kind, n, domain, f, g, truth, point) for kind, n, g, truth in made]
    return list_


def problem(kind, name, domain, f, g, truth, point=None):
    algebraic = not TRANSCENDENTAL.search(f + g)
    made = {"kind": kind, "name": name, "algebraic": algebraic, "domain": domain, "f": f, "g": g, "truth": truth}
    check(made, point)
    return made


def check(made, point):
    """Evaluates both formulas in doubles: apart where they must be, close where they must be."""
    ranges = [part.split(":") for part in made["domain"].split()]
    places = [point] if point else [tuple(float(lo) + t * (float(hi) - float(lo)) for _, lo, hi in ranges)
                                    for t in (0.11, 0.37, 0.73)]
    for place in places:
        names = dict(zip([r[0] for r in ranges], place))
        f, g = (value(made[k], names) for k in "fg")
        gap = abs(f - g) / max(abs(f), abs(g), 1e-3)
        least = 3e-10 if made["name"].startswith("above") else 1e-6
        if (gap <= least) if made["truth"] == APART else (gap > 1e-11):
            sys.exit(f"bench: the truth of {made['name']} is not what the script says ({gap} at {place})")


def value(text, names):
    """The value of an FPCore expression in doubles."""
    tokens = re.findall(r"[()]|[^\s()]+", text)

    def read():
        token = tokens.pop(0)
        if token != "(":
            return token
        items = []
        while tokens[0] != ")":
            items.append(read())
        tokens.pop(0)
        return items

    def go(e):
        if isinstance(e, str):
            return names[e] if e in names else number(e)
        if e[0] == "if":
            return go(e[2]) if go(e[1]) else go(e[3])
        return apply(e[0], [go(a) for a in e[1:]])

    return go(read())


def number(text):
    top, _, bottom = text.partition("/")
    return float(top) / float(bottom or 1)


def apply(name, a):
    table = {"+": lambda: a[0] + a[1], "*": lambda: a[0] * a[1], "/": lambda: a[0] / a[1],
             "-": lambda: -a[0] if len(a) == 1 else a[0] - a[1], "<": lambda: a[0] < a[1],
             "fabs": lambda: abs(a[0]), "fmin": lambda: min(a), "fmax": lambda: max(a),
             "cbrt": lambda: math.copysign(abs(a[0]) ** (1 / 3), a[0])}
    return table[name]() if name in table else getattr(math, name)(*a)


def core(name, domain, body):
    ranges = [part.split(":") for part in domain.split()]
    inputs = " ".join(r[0] for r in ranges)
    pre = " ".join(f"(<= {lo} {n} {hi})" for n, lo, hi in ranges)
    return f'(FPCore ({inputs}) :name "{name}" :pre (and {pre}) :accuracy-rel 1e-10 {body})\n'


def write(folder, index, made):
    """The files of a problem: both formulas, and SMT-LIB for the other solvers."""
    base = folder / f"{index:03}"
    for suffix, body in [("f", made["f"]), ("g", made["g"])]:
        base.with_suffix(f".{suffix}.fpcore").write_text(core(suffix, made["domain"], body))
    pair = [str(base.with_suffix(f".{s}.fpcore")) for s in "fg"]
    for solver, dialect in [("z3", "dreal"), ("cvc5", "cvc5")]:
        out = base.with_suffix(f".{solver}.smt2")
        subprocess.run([LYDIAN, "export", "--to", "smt2", "--dialect", dialect, *pair, "--out", out], check=True)
    return base


def command(solver, base, tools):
    smt = str(base.with_suffix(f".{solver}.smt2"))
    return {
        "lydian": [str(LYDIAN), "compare", *(str(base.with_suffix(f".{s}.fpcore")) for s in "fg"), "--json"],
        "z3": [str(tools / "bin" / "z3"), smt],
        "cvc5": [str(tools / "bin" / "python"), "-c", CVC5, smt],
    }[solver]


def run(words, limit):
    """Output and seconds of a process, which is killed with its group at the limit."""
    begin = time.monotonic()
    child = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True)
    try:
        out, _ = child.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        out, _ = child.communicate()
        out = ""
    return out, time.monotonic() - begin


def outcome(solver, out):
    if solver == "lydian":
        return json.loads(out)["outcome"] if out else "undecided"
    words = out.split()
    return {"sat": APART, "unsat": SAME}.get(words[0] if words else "", "undecided")


def answer(solver, base, tools, limit):
    out, seconds = run(command(solver, base, tools), limit)
    return {"outcome": outcome(solver, out), "seconds": seconds}


def install(folder):
    venv.create(folder, with_pip=True)
    subprocess.run([folder / "bin" / "pip", "install", "-q", "z3-solver", "cvc5"], check=True)
    return folder


def startup(folder, tools):
    """Seconds of each solver on a problem without content."""
    base = folder / "empty"
    for solver in ["z3", "cvc5"]:
        base.with_suffix(f".{solver}.smt2").write_text("(set-logic QF_NRA)\n(check-sat)\n")
    for s in "fg":
        base.with_suffix(f".{s}.fpcore").write_text(core(s, "x:0:1", "x"))
    return {s: min(run(command(s, base, tools), 10)[1] for _ in range(3)) for s in SOLVERS}


def measure(list_, folder, tools, limit):
    bases = [write(folder, i, made) for i, made in enumerate(list_)]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        tasks = [(made, s, pool.submit(answer, s, base, tools, limit)) for made, base in zip(list_, bases) for s in SOLVERS]
        for made, solver, task in tasks:
            made[solver] = task.result()


def row(list_):
    cells = []
    for s in SOLVERS:
        decided = [m for m in list_ if m[s]["outcome"] != "undecided"]
        wrong = [m for m in decided if m[s]["outcome"] != m["truth"]]
        cells.append((len(decided), len(wrong), sum(m[s]["seconds"] for m in list_)))
    return cells


def table(list_):
    """Prints the table; returns the rows by name."""
    print(f"{'problems':28}{'':>5}" + "".join(f"{s + ': decided':>18}{'wrong':>7}{'seconds':>9}" for s in SOLVERS))
    rows = {}
    for algebraic, part in [(True, "algebraic"), (False, "transcendental")]:
        for kind in ["killable", "needle", "identity", "near", ""]:
            chosen = [m for m in list_ if m["algebraic"] == algebraic and kind in ("", m["kind"])]
            rows[f"{part} {kind or 'in all'}"] = (len(chosen), row(chosen))
    rows["all"] = (len(list_), row(list_))
    for name, (count, cells) in rows.items():
        print(f"{name:28}{count:>5}" + "".join(f"{d:>18}{w:>7}{t:>9.2f}" for d, w, t in cells))
    return rows


def claims(rows):
    """What must hold, and whether it does."""
    (_, (a, az, ac)), (_, (t, tz, tc)) = rows["algebraic in all"], rows["transcendental in all"]
    _, (ours, _, cvc5) = rows["all"]
    return [
        ("ours is wrong on none", ours[1] == 0),
        ("decides at least as many algebraic ones as the better of the two", a[0] >= max(az[0], ac[0])),
        ("decides at least twice as many transcendental ones", t[0] >= 2 * max(tz[0], tc[0])),
        ("needs at most a tenth of the time of cvc5", 10 * ours[2] <= cvc5[2]),
        ("needs no more time than z3 on the algebraic part", a[2] <= az[2]),
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--limit", type=float, default=10, help="seconds for one answer")
    parser.add_argument("--keep", type=pathlib.Path, help="write all answers to this file")
    parser.add_argument("--tools", type=pathlib.Path, help="an environment that has z3-solver and cvc5 already")
    options = parser.parse_args()
    if not LYDIAN.exists():
        sys.exit("bench: there is no target/release/lydian; `make bench` builds it")
    list_ = problems()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        tools = options.tools or install(folder / "tools")
        print(f"{len(list_)} problems, {options.limit:g} s each")
        print("start-up, s: " + ", ".join(f"{s} {t:.3f}" for s, t in startup(folder, tools).items()) + "\n")
        measure(list_, folder, tools, options.limit)
    rows = table(list_)
    for m in list_:
        for s in SOLVERS:
            if m[s]["outcome"] not in (m["truth"], "undecided"):
                print(f"wrong: {s} says {m[s]['outcome']} of {m['kind']} {m['name']}")
        if m["lydian"]["outcome"] == "undecided":
            print(f"undecided by lydian: {m['kind']} {m['name']}")
    print()
    for claim, holds in claims(rows):
        print(f"{'yes' if holds else 'NO ':4} {claim}")
    if options.keep:
        options.keep.write_text(json.dumps(list_, indent=1) + "\n")
    if not all(holds for _, holds in claims(rows)):
        sys.exit("bench: something above is not as it must be")


if __name__ == "__main__":
    main()
