#!/usr/bin/env python3
"""Measures `lydian accuracy` on the algorithms of examples/accuracy: which versions are suspicious, and how long it takes.

    scripts/bench_accuracy.py [--only ALGORITHM] [--language c|f90|rs|py|m] [--table FILE] [--keep FOLDER]

Every version of every algorithm is judged with the configuration of its folder. Printed are a row for each; survival rates,
reference against faulty versions, beside published ones; how well survival alone separates correct from faulty versions; and
each faulty version that is not suspicious with its kind. The exit code is 1 if a correct version is suspicious, if fewer than
85 % of the faulty versions are, or if all mutants of RK4 take more than 5 s in C, 10 s in Rust or 60 s in Octave. The kind of a fault
stands in the second line of its file. All figures are also written as JSON to bench/results/accuracy.json.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
LYDIAN = os.environ.get("LYDIAN", str(ROOT / "target" / "release" / "lydian"))
CORPUS = ROOT / "examples" / "accuracy"
ALGORITHMS = ["simpson", "spline", "rk4", "gauss_legendre", "abm4", "newton", "secant", "solve"]
# Seconds that all mutants of RK4 may take, by language.
CLAIMS = {"c": 5.0, "rs": 10.0, "m": 60.0}
SHARE = 0.85
# What a publication on this method says of reference implementations of its own: mutants, and the share that survives.
PUBLISHED = {"simpson": (184, "5-9 %"), "spline": (677, "< 1 %"), "rk4": (531, "")}
FUNCTIONS = {("spline", "m"): "spline_complete"}


def kind_of(source):
    """What a version's first lines say: correct, or the kind of its fault."""
    for line in source.read_text().splitlines()[:3]:
        if "kind:" in line:
            return line.split("kind:")[1].split("*/")[0].strip()
    return "correct"


def configuration(algorithm, extension, folder):
    """The configuration for a version; Octave's spline has a name of its own."""
    given = CORPUS / f"{algorithm}.toml"
    function = FUNCTIONS.get((algorithm, extension))
    if function is None:
        return given
    changed = folder / f"{algorithm}-{extension}.toml"
    changed.write_text(given.read_text().replace(f'function = "{algorithm}"', f'function = "{function}"'))
    return changed


def judge(algorithm, source, folder):
    """One version: a row of the table."""
    out = folder / f"{algorithm}-{source.stem}{source.suffix}.json"
    config = configuration(algorithm, source.suffix[1:], folder)
    begun = time.monotonic()
    command = [LYDIAN, "accuracy", str(config), "--source", str(source), "--out", str(out), "--html", str(folder / "page.html"), "--quiet"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    seconds = time.monotonic() - begun
    row = {"algorithm": algorithm, "version": source.name, "kind": kind_of(source), "seconds": seconds, "exit": run.returncode}
    if run.returncode not in (0, 1):
        return {**row, "verdict": f"exit {run.returncode}", "why": run.stderr.strip()}
    report = json.loads(out.read_text())
    rates = {point["threshold"]: point["rate"] for point in report["survival"]}
    return {
        **row,
        "verdict": report["verdict"]["conclusion"],
        "why": "; ".join(reason["kind"] for reason in report["verdict"]["reasons"]),
        "order": report.get("order", {}).get("order"),
        "mutants": report["counts"]["made"],
        "survive05": rates[0.05],
        "survive20": rates[0.2],
    }


def versions(algorithm, language):
    """References first, then second versions, then faulty ones."""
    folder = CORPUS / algorithm
    correct = sorted(folder.glob("reference.*")) + sorted(folder.glob("second.*"))
    found = correct + sorted((folder / "faulty").glob("*.*"))
    return [path for path in found if path.suffix in (".c", ".f90", ".rs", ".py", ".m") and language in (None, path.suffix[1:])]


def line(row):
    order = row.get("order")
    share = lambda key: f"{100 * row[key]:.1f} %" if key in row else ""
    cells = [row["algorithm"], row["version"], row["kind"], row["verdict"], row["why"], f"{order:.2f}" if order is not None else "",
             str(row.get("mutants", "")), share("survive05"), share("survive20"), f"{row['seconds']:.1f}"]
    return "| " + " | ".join(cells) + " |"


HEAD = "| algorithm | version | kind | verdict | reasons | order | mutants | survive 0.05 | survive 0.2 | seconds |\n|---|---|---|---|---|---|---|---|---|---|"


def mean(numbers):
    return sum(numbers) / len(numbers) if numbers else float("nan")


def survival_table(rows):
    """Survival rates in percent, references against faulty versions in the mean, by algorithm and language."""
    print("\n| algorithm | reference | mutants | survive 0.05 | survive 0.2 | faulty | survive 0.05 | survive 0.2 | published: mutants, survive |")
    print("|---|---|---|---|---|---|---|---|---|")
    judged = [row for row in rows if "survive05" in row]
    for row in (row for row in judged if row["version"].startswith("reference")):
        name, ending = row["algorithm"], row["version"].rsplit(".", 1)[1]
        faulty = [r for r in judged if r["algorithm"] == name and r["kind"] != "correct" and r["version"].endswith("." + ending)]
        share = lambda key: f"{100 * mean([r[key] for r in faulty]):.1f} %" if faulty else ""
        published = PUBLISHED.get(name)
        cells = [name, row["version"], str(row["mutants"]), f"{100 * row['survive05']:.1f} %", f"{100 * row['survive20']:.1f} %",
                 str(len(faulty)), share("survive05"), share("survive20"), f"{published[0]}, {published[1]}" if published else ""]
        print("| " + " | ".join(cells) + " |")


def area(rows):
    """The probability that a faulty version has more survivors than a correct one: 0.5 is chance; none if there are not both."""
    rates = lambda correct: [row["survive05"] for row in rows if "survive05" in row and (row["kind"] == "correct") == correct]
    pairs = [(good, bad) for good in rates(True) for bad in rates(False)]
    return mean([1.0 if bad > good else 0.5 if bad == good else 0.0 for good, bad in pairs]) if pairs else None


def complaints(rows):
    """What does not hold."""
    faulty = [row for row in rows if row["kind"] != "correct"]
    for row in rows:
        if row["kind"] == "correct" and row["verdict"] != "as-designed":
            yield f"{row['algorithm']}/{row['version']} is correct and {row['verdict']}: {row['why']}"
        claim = CLAIMS.get(row["version"].rsplit(".", 1)[1])
        if row["algorithm"] == "rk4" and row["version"].startswith("reference") and claim and row["seconds"] > claim:
            yield f"rk4/{row['version']} took {row['seconds']:.1f} s, {claim} are allowed"
    seen = [row for row in faulty if row["verdict"] == "suspicious"]
    if faulty and len(seen) < SHARE * len(faulty):
        yield f"{len(seen)} of {len(faulty)} faulty versions are suspicious"


def summary(rows):
    for name in dict.fromkeys(row["algorithm"] for row in rows):
        own = [row for row in rows if row["algorithm"] == name and row["kind"] != "correct"]
        seen = [row for row in own if row["verdict"] == "suspicious"]
        missed = [f"{row['version']} ({row['kind']})" for row in own if row["verdict"] != "suspicious"]
        if own:
            print(f"{name}: {len(seen)} of {len(own)} faulty versions suspicious" + (f"; not: {', '.join(missed)}" if missed else ""))


def save(rows):
    results = ROOT / "bench" / "results"
    results.mkdir(parents=True, exist_ok=True)
    (results / "accuracy.json").write_text(json.dumps({"area": area(rows), "rows": rows}, indent=2) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append")
    parser.add_argument("--language")
    parser.add_argument("--table", type=pathlib.Path)
    parser.add_argument("--keep", type=pathlib.Path)
    options = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.keep or pathlib.Path(scratch)
        folder.mkdir(exist_ok=True, parents=True)
        print(HEAD)
        for algorithm in options.only or ALGORITHMS:
            for source in versions(algorithm, options.language):
                rows.append(judge(algorithm, source, folder))
                print(line(rows[-1]), flush=True)
    survival_table(rows)
    if area(rows) is not None:
        correct = [row["survive05"] for row in rows if row["kind"] == "correct" and "survive05" in row]
        print(f"\nsurvival alone: area under the curve {area(rows):.2f}; correct versions have up to {100 * max(correct):.1f} %\n")
    summary(rows)
    save(rows)
    if options.table:
        options.table.write_text("\n".join([HEAD] + [line(row) for row in rows]) + "\n")
    problems = list(complaints(rows))
    for problem in problems:
        print(f"FAILED: {problem}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
