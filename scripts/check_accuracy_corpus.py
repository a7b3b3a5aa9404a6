#!/usr/bin/env python3
"""Checks that every algorithm of examples/accuracy is what its file says.

    scripts/check_accuracy_corpus.py [--table] [ALGORITHM...]      such as: scripts/check_accuracy_corpus.py rk4

Each version is run on five problems with known solutions and a list of step sizes.
The observed order on a problem is the median of the local orders between the finest steps.
Printed are the median over the problems, the lowest and the highest, and the median error beside that of the reference.
A reference and a second version must have the order of the algorithm, or at most 0.3 less, in C, Python and Octave.
A faulty version must converge, and the line `/* kind: ... */` of its file must be true:
  order        the order drops on some problem
  constant     the order stays, and the error is at least twice that of the reference
  same-order   the order stays, the error differs, and is less than twice that of the reference
  finer        the order stays, and the error is less than half that of the reference
--table prints the tables of examples/accuracy/README.md. The exit code is 1 if a version is not what its file says.
"""

import argparse
import concurrent.futures
import ctypes
import importlib.util
import math
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from accuracy_problems import ALGORITHMS, Interpolation, Newton, doubles, linear_systems

ROOT = pathlib.Path(__file__).resolve().parent.parent / "examples" / "accuracy"
# Less than the order of the algorithm by more than this is a lower order.
SLACK = 0.3
# Steps whose error of the reference is below this are left out: rounding would be measured, not the method.
FLOOR = 2e-13
# A version converges if its error falls to this part from the first step to the last of all...
FALLEN = 0.3
# ...and at the end it still falls, or is so small that a float or a tolerance may have stopped it.
STILL_FALLING = 0.95
SMALL = 1e-4


def compiled(path, folder):
    """The function of a C file, built as the corpus demands: no warnings in correct versions."""
    library = folder / (path.relative_to(ROOT).as_posix().replace("/", "-") + ".so")
    strict = [] if path.parent.name == "faulty" else ["-Werror"]
    flags = ["-O1", "-Wall", "-Wextra", *strict, "-shared", "-fPIC"]
    done = subprocess.run(["gcc", *flags, "-o", library, path, "-lm"], stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"{path}: error: it does not build\n{done.stderr}")
    return ctypes.CDLL(str(library))[algorithm_of(path)]


def algorithm_of(path):
    """The folder directly in examples/accuracy."""
    return path.relative_to(ROOT).parts[0]


def errors_c(path, folder):
    """Errors of a C version, a row for each problem."""
    kind = ALGORITHMS[algorithm_of(path)][0]
    function = compiled(path, folder)
    function.restype = kind.c_result
    return [errors_of_problem(kind, kind.call_c, function, p, kind.c_type(kind.formula(p))) for p in kind.problems]


def errors_python(path):
    """Errors of a Python version."""
    kind = ALGORITHMS[algorithm_of(path)][0]
    module_spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(module_spec)
    module_spec.loader.exec_module(module)
    function = getattr(module, algorithm_of(path))
    return [errors_of_problem(kind, kind.call_python, function, p, kind.formula(p)) for p in kind.problems]


def errors_of_problem(kind, call, function, problem, f):
    """Errors for each step size."""
    return [kind.error(problem, n, call(function, problem, n, f)) for n in kind.counts]


def errors_octave(path, folder):
    """Errors of an Octave version; one interpreter runs it on everything."""
    kind = ALGORITHMS[algorithm_of(path)][0]
    cases = [(problem, n) for problem in kind.problems for n in kind.counts]
    calls = [f"printf('%.17g ', {kind.octave(*case)}); printf('\\n');" for case in cases]
    program = folder / "run.m"
    program.write_text("\n".join([f"source('{path}');", *calls]))
    command = ["octave-cli", "--norc", "--no-history", "-q", program]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    rows = [[float(word) for word in line.split()] for line in done.stdout.splitlines()]
    results = [row if kind is Interpolation else row[0] for row in rows]
    flat = [kind.error(*case, result) for case, result in zip(cases, results, strict=True)]
    return [flat[i : i + len(kind.counts)] for i in range(0, len(flat), len(kind.counts))]


def usable(reference):
    """How many of the first step sizes leave an error above rounding."""
    return next((i for i, e in enumerate(reference) if e < FLOOR), len(reference))


def local_orders(kind, errors):
    """The order between neighbouring steps: for a root, how the fall of the error grows; else, how it falls with h."""
    if issubclass(kind, Newton):
        return [growth(a, b, c) for a, b, c in zip(errors, errors[1:], errors[2:])]
    steps = zip(errors, errors[1:], kind.counts, kind.counts[1:])
    return [ratio_log(a, b) / math.log(n / m) for a, b, m, n in steps]


def ratio_log(a, b):
    """Logarithm of a / b; an error of zero has no order, and counts as much as one at the floor."""
    return math.log(max(a, FLOOR) / max(b, FLOOR))


def growth(a, b, c):
    """p with c/b = (b/a)^p; 0 when the errors do not fall any more."""
    fall = ratio_log(a, b)
    return ratio_log(b, c) / fall if fall > 0.05 else 0.0


def converges(errors):
    """Whether the error tends to zero, as far as the steps tell."""
    return errors[-1] < FALLEN * errors[0] and (errors[-1] < STILL_FALLING * errors[-2] or errors[-1] < SMALL)


def observed_order(kind, errors):
    """Median of the local orders between the finest steps."""
    finest = 2 if issubclass(kind, Newton) else 3
    return statistics.median(local_orders(kind, errors)[-finest:])


class Measured:
    """What the errors of one version say, beside those of the reference."""

    def __init__(self, path, errors, reference):
        self.path = path
        self.kind, self.wanted = ALGORITHMS[algorithm_of(path)]
        counts = [usable(row) for row in reference]
        cut = [(row[:n], ref[:n]) for row, ref, n in zip(errors, reference, counts)]
        self.orders = [observed_order(self.kind, row) for row, _ in cut]
        self.median = statistics.median(self.orders)
        self.ratio = statistics.median(row[-1] / ref[-1] for row, ref in cut)
        self.converged = sum(converges(row) for row in errors)
        self.same = all(row == ref for row, ref in cut)

    def full(self, order):
        """Whether an order is that of the algorithm."""
        return order >= self.wanted - SLACK

    def complaint(self):
        """What is not as the file says, or nothing."""
        if self.path.parent.name != "faulty":
            return None if self.full(self.median) else f"the order is not {self.wanted:.1f}"
        if 2 * self.converged < len(self.orders):
            return "it does not converge"
        return self.complaint_of_kind(*declared(self.path))

    def complaint_of_kind(self, _, kind):
        keeps = self.full(self.median)
        true = {
            "order": not all(self.full(order) for order in self.orders),
            "constant": keeps and self.ratio >= 2,
            "same-order": keeps and 0.5 <= self.ratio < 2 and not self.same,
            "finer": keeps and self.ratio < 0.5,
        }
        return None if true[kind] else f"its kind is not {kind}"

    def texts(self):
        """Fault, kind, and the numbers as text."""
        fault, kind = declared(self.path) if self.path.parent.name == "faulty" else ("", "correct")
        spread = f"{tenths(min(self.orders))} to {tenths(max(self.orders))}"
        # Two digits, and an exponent only for large ratios.
        ratio = f"{float(f'{self.ratio:.2g}'):g}"
        return fault, kind, tenths(self.median), spread, ratio

    def row(self):
        """A line of the table."""
        link = self.path.relative_to(ROOT).as_posix()
        return " | ".join([f"| [{self.path.name}]({link})", *self.texts()]) + " |"

    def line(self):
        """A line for the terminal."""
        fault, kind, order, spread, ratio = self.texts()
        return f"  {self.path.name:28} {kind:10} {order:>5}  {spread:12} {ratio:>8}  {fault}"


def tenths(number):
    """One decimal, and no negative zero."""
    return f"{round(number, 1) + 0.0:.1f}"


def declared(path):
    """Fault and kind from the first two lines of a file."""
    first, second = path.read_text().splitlines()[:2]
    fault = re.fullmatch(r"/\* fault: (.+) \*/", first)
    kind = re.fullmatch(r"/\* kind: (order|constant|finer|same-order) \*/", second)
    if not fault or not kind:
        sys.exit(f"{path}:1: error: the first lines must be `/* fault: ... */` and `/* kind: ... */`")
    return fault[1], kind[1]


def versions(algorithm):
    """Correct versions first, then the faulty ones."""
    folder = ROOT / algorithm
    correct = [folder / f"{name}{end}" for end in (".c", ".py", ".m") for name in ("reference", "second")]
    return [p for p in correct if p.exists()] + sorted((folder / "faulty").glob("*.c"))


def errors_of(path, folder):
    """Errors of a version in any language."""
    if path.suffix == ".c":
        return errors_c(path, folder)
    return errors_python(path) if path.suffix == ".py" else errors_octave(path, folder)


def measure(algorithm):
    """All versions of an algorithm, measured."""
    with tempfile.TemporaryDirectory(prefix="lydian-corpus-") as folder:
        paths = versions(algorithm)
        errors = [errors_of(path, pathlib.Path(folder)) for path in paths]
    return [Measured(path, rows, errors[0]) for path, rows in zip(paths, errors)]


def too_many_hidden(measured):
    """Faults that no test of the order can see are few, or the corpus says nothing."""
    kinds = [declared(m.path)[1] for m in measured if m.path.parent.name == "faulty"]
    return sum(kind in ("finer", "same-order") for kind in kinds) > 0.15 * len(kinds)


def heading(algorithm, measured):
    """Title and head of a table."""
    faulty = sum(m.path.parent.name == "faulty" for m in measured)
    title = f"## {algorithm}: order {measured[0].wanted:.3g}, {faulty} faulty versions"
    head = "| version | fault | kind | order | over problems | error / reference |"
    return f"{title}\n\n{head}\n|---|---|---|---|---|---|"


def report(algorithm, measured, table):
    """Prints what was measured, and gives the number of complaints."""
    complaints = [m.complaint() for m in measured]
    wrong = sum(complaint is not None for complaint in complaints)
    print(heading(algorithm, measured) if table else f"{algorithm}:")
    for m, complaint in zip(measured, complaints):
        print((m.row() if table else m.line()) + (f"  << {complaint}" if complaint else ""))
    print("" if table else f"{algorithm}: {len(measured)} versions, {wrong} complaints")
    if too_many_hidden(measured):
        print(f"{algorithm}: error: more than 15 % of the faults are of the kinds finer and same-order")
        wrong += 1
    return wrong


def solve_error(function, matrix, exact):
    """The largest error of a solution."""
    n = len(exact)
    right = [math.fsum(a * x for a, x in zip(row, exact)) for row in matrix]
    x = doubles([0.0] * n)
    function(n, doubles([a for row in matrix for a in row]), doubles(right), x)
    return max(abs(a - b) for a, b in zip(x, exact))


def check_solve():
    """The solvers of linear systems have no order; their error must be that of rounding."""
    wrong = 0
    for path in (ROOT / "solve" / "reference.c", ROOT / "solve" / "second.c"):
        with tempfile.TemporaryDirectory(prefix="lydian-corpus-") as folder:
            function = compiled(path, pathlib.Path(folder))
        function.restype = None
        worst = max(solve_error(function, *system) for system in linear_systems())
        wrong += worst > 1e-11
        print(f"solve/{path.name}: largest error {worst:.1g}{'  << not a solution' if worst > 1e-11 else ''}")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--table", action="store_true", help="print the tables of the README")
    known = ", ".join(ALGORITHMS)
    parser.add_argument("algorithms", nargs="*", metavar="ALGORITHM", help=f"of {known}; all if not given")
    options = parser.parse_args()
    unknown = [name for name in options.algorithms if name not in ALGORITHMS]
    if unknown:
        parser.error(f"no algorithm {', '.join(unknown)}; there are {known}")
    names = options.algorithms or list(ALGORITHMS)
    with concurrent.futures.ProcessPoolExecutor(2) as pool:
        wrong = sum(report(name, measured, options.table) for name, measured in zip(names, pool.map(measure, names)))
    if not options.algorithms and not options.table:
        wrong += check_solve()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
