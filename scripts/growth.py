#!/usr/bin/env python3
"""Measures how the time of `lydian generate` grows: with the number of mutants, and with the number of inputs.

    scripts/growth.py [--quick]

The specifications are made here: sums of terms such as 1.25·exp(x), in a balanced tree. About 57 mutants come of a
term of three operations, so that 500 operations have some 10 000 of them.
"""

import argparse
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
LYDIAN = ROOT / "target" / "release" / "lydian"
MUTANTS = [500, 1000, 2000, 5000, 10000]
INPUTS = range(1, 13)
# Terms are positive on [1, 2], so that relative accuracy has no zero to fear.
TERMS = ["(* {c} (exp {x}))", "(/ (sqrt {x}) {c})", "(* {c} (atan {x}))", "(+ {c} (cosh {x}))"]
# A power of the number of mutants above this is not near-linear.
NEAR_LINEAR = 1.25


def main():
    options = arguments()
    if not LYDIAN.exists():
        sys.exit("growth: there is no target/release/lydian; `make bench` builds it")
    print("== growth with the number of mutants, 3 inputs\n")
    rows = show(measure(3, mutants) for mutants in (MUTANTS[:3] if options.quick else MUTANTS))
    verdict(rows)
    print("\n== growth with the number of inputs, about 1000 mutants\n")
    show(measure(inputs, 1000) for inputs in (list(INPUTS)[:4] if options.quick else INPUTS))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="small sizes only")
    return parser.parse_args()


def measure(inputs, mutants):
    """Generates a suite for a specification with about so many mutants."""
    terms = max(1, round(mutants / (56 + inputs)))
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        spec = folder / "growth.fpcore"
        spec.write_text(specification(inputs, terms))
        code, *used = run(["generate", str(spec), "--out", str(folder / "out"), "--threads", "2", "--quiet"])
        if code not in (0, 1, 3):
            sys.exit(f"growth: `lydian generate` ended with {code}")
        counts = tallied(folder / "out")
    return {"inputs": inputs, "operations": 3 * terms - 1, **dict(zip(("seconds", "cpu", "megabytes"), used)), **counts}


def specification(inputs, terms):
    names = [f"x{n}" for n in range(inputs)]
    bounds = " ".join(f"(<= 1 {name} 2)" for name in names)
    leaves = [
        TERMS[n % len(TERMS)].format(c=1 + (37 * n % 101) / 64, x=names[n * 7 % inputs if inputs % 7 else n % inputs])
        for n in range(terms)
    ]
    return (f"(FPCore growth ({' '.join(names)}) :name \"growth\" :accuracy-rel 1e-10 :pre (and {bounds})\n"
            f"  {balanced(leaves)})\n")


def balanced(leaves):
    if len(leaves) == 1:
        return leaves[0]
    half = len(leaves) // 2
    return f"(+ {balanced(leaves[:half])} {balanced(leaves[half:])})"


def run(command):
    """Exit code, seconds by the clock and of the processors, and peak memory in MB."""
    begin = time.monotonic()
    child = subprocess.Popen([str(LYDIAN), *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    cpu = usage.ru_utime + usage.ru_stime
    return child.returncode, time.monotonic() - begin, cpu, usage.ru_maxrss / 1024


def tallied(folder):
    """What became of the mutants of the only suite."""
    counts = json.loads((folder / "summary.json").read_text())["specs"][0]["mutants"]
    suite = next(folder.glob("*suite.json")).stat().st_size
    return {"mutants": counts["made"], "undecided": counts["undecided"], "suite": suite / 1e6}


def show(rows):
    """Prints rows as they come, and keeps them."""
    print(f"{'inputs':>6} {'operations':>10} {'mutants':>8} {'undecided':>9} {'seconds':>8} {'cpu s':>7} "
          f"{'cpu ms/mutant':>13} {'peak MB':>8} {'suite MB':>8}")
    kept = []
    for row in rows:
        each = 1000 * row["cpu"] / row["mutants"]
        print(f"{row['inputs']:>6} {row['operations']:>10} {row['mutants']:>8} {row['undecided']:>9} "
              f"{row['seconds']:>8.2f} {row['cpu']:>7.2f} {each:>13.2f} {row['megabytes']:>8.0f} {row['suite']:>8.1f}",
              flush=True)
        kept.append(row)
    return kept


def verdict(rows):
    """The power p of processor time ~ mutants^p, by least squares on logarithms."""
    points = [(math.log(row["mutants"]), math.log(row["cpu"])) for row in rows]
    mean = [sum(values) / len(points) for values in zip(*points)]
    slope = (sum((x - mean[0]) * (y - mean[1]) for x, y in points)
             / sum((x - mean[0]) ** 2 for x, _ in points))
    word = "near-linear" if slope <= NEAR_LINEAR else "not near-linear"
    print(f"\nprocessor time grows as mutants^{slope:.2f}: {word}")


if __name__ == "__main__":
    main()
