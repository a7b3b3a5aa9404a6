#!/usr/bin/env python3
"""Which test catches each wrong program of examples/, and how many random tests would.

    scripts/bench_bugs.py [--seeds N] [--most N] [NAME...]      such as: scripts/bench_bugs.py bugs/01-asinh

For each wrong program: the test of the generated suite that caught it first, or `none`; and the number of random tests
until the first failure, as the median over the seeds. Random tests are uniform in the domain and have the same oracles.
Their number grows from 100 over 10 000 to a million, and only as far as the median needs it.
Faults outside the domain have `never`: no random test is made there.
The table is printed, and written as JSON to bench/results/bugs.json.
The exit code is 1 if the table of an example is wrong.
"""

import argparse
import concurrent.futures
import importlib.machinery
import importlib.util
import json
import pathlib
import statistics
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
STEPS = [100, 10_000, 1_000_000]
NEVER = float("inf")


def load_examples():
    """The script examples/run, as a module."""
    loader = importlib.machinery.SourceFileLoader("examples_run", str(ROOT / "examples" / "run"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("examples_run", loader))
    loader.exec_module(module)
    return module


sys.dont_write_bytecode = True
EXAMPLES = load_examples()


def first_random(name, suite, subject, options, count, seed):
    """Number of the first random test that fails, or infinity."""
    with tempfile.NamedTemporaryFile(suffix=".json") as out:
        more = ["--also", f"random:{count}", "--seed", str(seed), "--out", out.name]
        report = EXAMPLES.check(name, suite, subject, [*options, *more])
    return report["random"].get("first_ko") or NEVER


def median_random(call, seeds, most):
    """Median over the seeds, and how many of those tried failed; no more tests than the median depends on."""
    first = {seed: NEVER for seed in range(1, seeds + 1)}
    half = seeds // 2 + 1
    for count in [s for s in STEPS if s <= most]:
        open_seeds = [s for s, n in first.items() if n == NEVER]
        for number, seed in enumerate(open_seeds, 1):
            first[seed] = call(count, seed)
            missed = sum(first[s] == NEVER for s in open_seeds[:number])
            if count == most and missed >= half:
                break
        if sum(n < NEVER for n in first.values()) >= half:
            break
    return statistics.median(first.values())


def shown(median, most):
    """The median as text."""
    return f"> {most}" if median == NEVER else f"{median:g}"


def caught(report):
    """The first test that failed: its name and inputs; `None` if none did."""
    failures = [r for r in report["results"] if r["verdict"] == "ko"]
    return failures[0]["test"] if failures else None


def inputs(suite, test):
    """Inputs of a test, as text."""
    tests = json.loads(suite.read_text())["tests"]
    found = next(t for t in tests if t["id"] == test)
    return ", ".join(f"{i['name']} = {i['decimal']}" for i in found["inputs"])


def measure(name, suite, row, arguments):
    """One line of the table."""
    subject, expected, objective, options = row
    test = caught(EXAMPLES.check(name, suite, subject, [*options, "--out", str(suite.parent / f"{subject}.json")]))

    def call(count, seed):
        return first_random(name, suite, subject, options, count, seed)

    def random():
        return shown(median_random(call, arguments.seeds, arguments.most), arguments.most)

    return {
        "example": name,
        "subject": subject,
        "options": options,
        "expected": expected,
        "test": test,
        "inputs": inputs(suite, test) if test else None,
        "random": "never" if objective == "robustness" else random(),
    }


def wrong_programs(name):
    """Rows of the table that a perfect suite would fail."""
    return [row for row in EXAMPLES.table(name) if row[1] != "ok"]


def example(name, arguments):
    """All lines of one example."""
    with tempfile.TemporaryDirectory(prefix="lydian-bugs-") as folder:
        suite = EXAMPLES.generate(name, pathlib.Path(folder) / "out")
        return [measure(name, suite, row, arguments) for row in wrong_programs(name)]


def line(row):
    """A line of the printed table."""
    by = f"{row['test']} ({row['inputs']})" if row["test"] else "none"
    return f"{row['example']:18} {row['subject']:38} {row['random']:>10}  {by}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--most", type=int, default=STEPS[-1], choices=STEPS)
    parser.add_argument("names", nargs="*", metavar="NAME")
    arguments = parser.parse_args()
    names = arguments.names or sorted(EXAMPLES.examples(), key=lambda n: (not n.startswith("bugs/"), n))
    print(f"Random tests until the first failure: median of {arguments.seeds} seeds.\n")
    print(f"{'example':18} {'wrong program':38} {'random':>10}  caught by")
    rows = []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for result in pool.map(lambda name: example(name, arguments), names):
            rows += result
            print("\n".join(map(line, result)), flush=True)
    found = sum(row["test"] is not None for row in rows)
    print(f"\n{found} of {len(rows)} wrong programs caught by the generated tests.")
    folder = ROOT / "bench" / "results"
    folder.mkdir(parents=True, exist_ok=True)
    result = {"seeds": arguments.seeds, "most": arguments.most, "rows": rows}
    (folder / "bugs.json").write_text(json.dumps(result, indent=2) + "\n")
    return 1 if any((row["test"] is None) != (row["expected"] == "missed") for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
