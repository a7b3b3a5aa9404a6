#!/usr/bin/env python3
"""How many tests until the first violation: learning-based tests beside uniform random ones.

    scripts/bench_learn.py [--quick] [--subjects N] [--lydian PROGRAM] [KIND...]   such as: scripts/bench_learn.py equation

Random subjects of one and two inputs fall into boxes with a polynomial on each, of which some are wrong; the erroneous
region has 10 % to 0.01 % of the domain. Contracts are of three kinds: `equation` (equal to the original within a
tolerance, box by box, so that the contract names the wrong box), `bound` (above a lower bound), and `unnamed` (as
`equation`, but the wrong box is none of the contract's: here learning is not expected to help). The example `experiment`
of the crate `learn` does these runs, with fixed seeds; the settings were chosen with others.

Then `sort`: examples/learn/sort.c, a bubble sort of ten doubles in C that leaves neighbours that differ by less than N,
by `lydian learn` with both methods. And `speed`: ten thousand tests of a library's function of two inputs, from start
to end, with the memory of Lydian and of the subject.

What the ratios of `equation` say: a contract names 10 to 30 boxes, and a test in each of them meets the wrong one,
however small it is; random tests must hit it. A contract with more boxes would gain less, one with fewer more.

The ratio is mean random tests / mean learned tests; its 95 % interval is that of a bootstrap over the subjects.
`--quick` takes 40 subjects a cell instead of 200. The table is printed, and written with a plot to bench/results/learn.json
and learn.svg. The exit code is 1 if a claim does not hold.
"""

import argparse
import itertools
import json
import math
import os
import pathlib
import random
import resource
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
KINDS = ["equation", "bound", "unnamed", "sort", "speed"]
RESAMPLES = 2000
# Kind, inputs, percent, least ratio.
REQUIRED = [
    ("equation", 1, 1, 3),
    ("equation", 1, 0.1, 10),
    ("equation", 1, 0.01, 30),
    ("equation", 2, 0.1, 10),
]
# A bubble sort is measured at several N; so many of them must reach this ratio.
SORT_RATIO, SORT_CELLS = 5, 3
SPEED_SECONDS = 10
# The constant N of the bubble sort, for elements from 0 to 1000.
SORT_CONSTANTS = [10, 1, 0.3, 0.1, 0.03, 0.01]
SORT_SEEDS = 50
# Where random tests need few, chance counts for more, and more seeds cost little.
SORT_COARSE, SORT_COARSE_FACTOR = 1, 6
EXPERIMENT = ["equation", "bound", "unnamed"]


def cells(subjects, kinds):
    """Runs the experiment; each of its cells as soon as it is there."""
    command = ["cargo", "run", "--release", "--quiet", "-p", "lydian-learn", "--example", "experiment", "--", str(subjects)]
    for kind in [k for k in kinds if k in EXPERIMENT]:
        with subprocess.Popen([*command, kind], cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
            yield from map(json.loads, child.stdout)
        if child.returncode:
            sys.exit(f"{' '.join(command)} {kind} ended with {child.returncode}")


def learn(lydian, line, *options):
    """What `lydian learn` reports."""
    command = [lydian, "learn", *line.split(), "--json", *options]
    done = subprocess.run(command, cwd=ROOT / "examples" / "learn", capture_output=True, text=True)
    if not done.stdout:
        sys.exit(f"{' '.join(command)} ended with {done.returncode}: {done.stderr}")
    return json.loads(done.stdout)


def sort_cell(lydian, constant, seeds):
    """Tests until the bubble sort with this constant is caught, by both methods."""
    line = f"sort.contract --subject sort.c:bubble --cflags -DN={constant} --tests 1000000"
    counts = {method: [] for method in ("random", "learn")}
    began, models, missed = time.monotonic(), [], 0
    for seed in range(1, seeds + 1):
        for method, tests in counts.items():
            report = learn(lydian, line, "--seed", str(seed), "--method", method)
            tests.append(report["counts"]["tests"])
            missed += report["end"]["reason"] != "violation"
        models.append(report["counts"]["by_models"])
    return {
        "kind": "sort",
        "inputs": 10,
        "percent": constant / 10,
        "random": counts["random"],
        "learned": counts["learn"],
        "violation_tests": models,
        "not_found": missed,
        "seconds": time.monotonic() - began,
    }


def speed_cell(lydian):
    """Time and memory for ten thousand tests with two inputs."""
    line = "hypot_rough.contract --subject libm.so.6:hypot --tests 10000 --enough never"
    began = time.monotonic()
    report = learn(lydian, line)
    seconds = time.monotonic() - began
    megabytes = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    return {"kind": "speed", "inputs": 2, "tests": report["counts"]["tests"], "seconds": seconds, "megabytes": megabytes}


def own_cells(lydian, kinds, seeds):
    """The cells that are measured through the command."""
    if "speed" in kinds:
        yield speed_cell(lydian)
    for constant in SORT_CONSTANTS if "sort" in kinds else []:
        yield sort_cell(lydian, constant, seeds * SORT_COARSE_FACTOR if constant >= SORT_COARSE else seeds)


def ratio(pairs):
    """Mean random tests by mean learned tests."""
    return sum(r for r, _ in pairs) / sum(l for _, l in pairs)


def interval(pairs):
    """95 % of the ratios of resampled subjects lie between these."""
    chance = random.Random(1)
    found = sorted(ratio(chance.choices(pairs, k=len(pairs))) for _ in range(RESAMPLES))
    return found[RESAMPLES // 40], found[-RESAMPLES // 40 - 1]


def row(cell):
    """A line of the table."""
    if cell["kind"] == "speed":
        return cell
    pairs = list(zip(cell["random"], cell["learned"]))
    low, high = interval(pairs)
    mean = lambda name: round(sum(cell[name]) / len(cell[name]), 1)
    return {
        "kind": cell["kind"],
        "inputs": cell["inputs"],
        "percent": cell["percent"],
        "subjects": len(pairs),
        "random": mean("random"),
        "learned": mean("learned"),
        "by_models": mean("violation_tests"),
        "ratio": round(ratio(pairs), 2),
        "low": round(low, 2),
        "high": round(high, 2),
        "not_found": cell["not_found"],
        "seconds": round(cell["seconds"], 1),
    }


HEAD = f"{'kind':9}{'inputs':>7}{'error %':>9}{'random':>10}{'learned':>9}{'by models':>10}{'ratio':>9}  95 % interval"


def line(r):
    """A row as text."""
    if r["kind"] == "speed":
        return f"speed    {r['inputs']:7}   {r['tests']} tests in {r['seconds']:.2f} s, {r['megabytes']:.0f} MB"
    counts = f"{r['random']:10.1f}{r['learned']:9.1f}{r['by_models']:10.1f}{r['ratio']:9.2f}"
    return f"{r['kind']:9}{r['inputs']:7}{r['percent']:9g}{counts}  {r['low']:.2f} to {r['high']:.2f}"


def claims(rows):
    """What must hold of what was measured, and whether it does."""
    found = []
    measured = [r for r in rows if r["kind"] in ("equation", "bound", "unnamed")]
    if measured:
        found.append(("never worse than random: every interval reaches 1", all(r["high"] >= 1 for r in measured)))
        found.append(("every fault is found", not any(r["not_found"] for r in measured)))
    for kind, inputs, percent, least in REQUIRED:
        match = [r for r in measured if (r["kind"], r["inputs"], r["percent"]) == (kind, inputs, percent)]
        text = f"{kind}, {inputs} inputs, {percent} %: ratio at least {least}"
        found += [(text, r["ratio"] >= least) for r in match]
    sorts = [r for r in rows if r["kind"] == "sort"]
    if sorts:
        good = sum(r["ratio"] >= SORT_RATIO for r in sorts)
        found.append((f"sort: ratio at least {SORT_RATIO} for at least {SORT_CELLS} values of N", good >= SORT_CELLS))
    for r in rows:
        if r["kind"] == "speed":
            found.append((f"{r['tests']} tests in at most {SPEED_SECONDS} s", r["seconds"] <= SPEED_SECONDS))
    return found


WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 760, 440, 70, 30, 170, 60
COLOURS = {"equation": "#1b6ca8", "bound": "#c8553d", "unnamed": "#777777"}


class Axes:
    """Logarithmic axes: error size from left to right falling, ratio upwards."""

    def __init__(self, rows):
        percents = [r["percent"] for r in rows]
        self.x0, self.x1 = math.log10(max(percents)), math.log10(min(percents))
        self.y0 = math.floor(math.log10(min(1, *(r["low"] for r in rows))))
        self.y1 = math.ceil(math.log10(max(r["high"] for r in rows)))

    def x(self, percent):
        """Where an error size stands."""
        share = (math.log10(percent) - self.x0) / ((self.x1 - self.x0) or 1)
        return round(LEFT + share * (WIDTH - LEFT - RIGHT), 1)

    def y(self, value):
        """Where a ratio stands."""
        share = (math.log10(value) - self.y0) / (self.y1 - self.y0)
        return round(HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM), 1)


def curve(axes, rows, name, colour, dash):
    """The ratios of one kind and number of inputs, with their intervals."""
    points = " ".join(f"{axes.x(r['percent'])},{axes.y(r['ratio'])}" for r in rows)
    yield f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}"/>'
    for r in rows:
        x = axes.x(r["percent"])
        yield f'<line x1="{x}" x2="{x}" y1="{axes.y(r["low"])}" y2="{axes.y(r["high"])}" stroke="{colour}"/>'
        yield f'<circle cx="{x}" cy="{axes.y(r["ratio"])}" r="3" fill="{colour}"/>'
    # One input above its curve, two below, so that names of close curves do not meet.
    last, offset = rows[-1], -3 if rows[-1]["inputs"] == 1 else 12
    yield f'<text x="{axes.x(last["percent"]) + 8}" y="{axes.y(last["ratio"]) + offset}" fill="{colour}">{name}</text>'


def grid(axes, percents):
    """Lines and labels behind the curves."""
    bottom, right = HEIGHT - BOTTOM, WIDTH - RIGHT
    for power in range(axes.y0, axes.y1 + 1):
        y, colour = axes.y(10**power), "#333333" if power == 0 else "#dddddd"
        yield f'<line x1="{LEFT}" x2="{right}" y1="{y}" y2="{y}" stroke="{colour}"/>'
        yield f'<text x="{LEFT - 8}" y="{y + 4}" text-anchor="end">{10.0**power:g}</text>'
    for percent in percents:
        x = axes.x(percent)
        yield f'<line x1="{x}" x2="{x}" y1="{TOP}" y2="{bottom}" stroke="#eeeeee"/>'
        yield f'<text x="{x}" y="{bottom + 18}" text-anchor="middle">{percent:g} %</text>'
    yield f'<text x="{(LEFT + right) / 2}" y="{HEIGHT - 16}" text-anchor="middle">erroneous part of the domain</text>'
    yield f'<text x="{LEFT}" y="{TOP - 12}">random tests / learned tests until the first violation, 95 % intervals</text>'


def plot(rows):
    """The ratios as a picture."""
    rows = [r for r in rows if r["kind"] in COLOURS]
    axes = Axes(rows)
    parts = list(grid(axes, sorted({r["percent"] for r in rows})))
    for kind, colour in COLOURS.items():
        for inputs, dash in ((1, "none"), (2, "6 4")):
            chosen = [r for r in rows if r["kind"] == kind and r["inputs"] == inputs]
            if chosen:
                parts += curve(axes, chosen, f"{kind}, n = {inputs}", colour, dash)
    size = f'width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
    style = 'font-family="sans-serif" font-size="12"'
    body = "\n".join(parts)
    back = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>\n{back}\n{body}\n</svg>\n'


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--subjects", type=int)
    parser.add_argument("--lydian", default=str(ROOT / "target" / "release" / "lydian"))
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=", ".join(KINDS))
    arguments = parser.parse_args()
    strange = [k for k in arguments.kinds if k not in KINDS]
    if strange:
        parser.error(f"no kind is called {', '.join(strange)}; there are {', '.join(KINDS)}")
    subjects = arguments.subjects or (40 if arguments.quick else 200)
    before, rows = os.getloadavg()[0], []
    print(HEAD)
    kinds = arguments.kinds or KINDS
    own = own_cells(arguments.lydian, kinds, 10 if arguments.quick else SORT_SEEDS)
    for cell in itertools.chain(own, cells(subjects, kinds)):
        rows.append(row(cell))
        print(line(rows[-1]), flush=True)
    load, held = (before, os.getloadavg()[0]), claims(rows)
    print(f"load of the machine before and after: {load[0]:.1f}, {load[1]:.1f}, {os.cpu_count()} processors")
    for claim, holds in held:
        print(f"{'holds' if holds else 'FAILS'}  {claim}")
    results = ROOT / "bench" / "results"
    results.mkdir(parents=True, exist_ok=True)
    result = {"load": load, "processors": os.cpu_count(), "rows": rows, "claims": dict(held)}
    (results / "learn.json").write_text(json.dumps(result, indent=2) + "\n")
    if any(r["kind"] in COLOURS for r in rows):
        (results / "learn.svg").write_text(plot(rows))
    return 0 if all(holds for _, holds in held) else 1


if __name__ == "__main__":
    sys.exit(main())
