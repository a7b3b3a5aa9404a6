#!/usr/bin/env python3
"""Environmental bugs in a corpus of small functions: `lydian stress` beside libFuzzer with UBSan.

    scripts/bench_stress.py [--no-fuzzer | --no-lydian] [--seconds S] [--lydian PROGRAM] [NAME...]
    scripts/bench_stress.py --tables              writes the tables of the corpus's README.md anew

A function counts as found if each mutant that its comments name was killed: the right operator on the right line.
libFuzzer gets ten times Lydian's time, at least one second, without its compilation; or S seconds. To its credit counts
any report on the right line, and a result that is not finite. The functions of `limits` are shown and not counted.
The table is printed, and written as JSON to bench/results/stress.json. The exit code is 1 if a claim does not hold.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import stress_corpus
import stress_fuzz

ROOT = pathlib.Path(__file__).resolve().parent.parent
TRIANGLES = ["triangle", "triangle_fortran"]


def stress(case, lydian, folder):
    """Lydian's side of a row."""
    command = [lydian, "stress", case.path, "--function", case.name, *case.options]
    command += ["--json", "--out", folder / case.name]
    began = time.monotonic()
    done = subprocess.run(list(map(str, command)), cwd=folder, capture_output=True, text=True, check=False)
    seconds = round(time.monotonic() - began, 3)
    try:
        # A function without arithmetic is refused by name, and has no mutants.
        is_bare = done.returncode == 2 and "no arithmetic" in done.stderr
        mutants = [] if is_bare else json.loads(done.stdout)["mutants"]
    except (json.JSONDecodeError, KeyError):
        return {"seconds": seconds, "failed": f"exit code {done.returncode}: {done.stderr.strip()}"}
    found = [m for m in mutants if m["status"] == "killed" and m["finding"]]
    missing = [w for w in case.wants if not any(kills(m, w) for m in found)]
    counts = {status: sum(m["status"] == status for m in mutants) for status in ("killed", "equivalent", "undecided")}
    places = sorted({f"{m['operator']}:{m['line']}" for m in found})
    return {"seconds": seconds, "missing": shown(missing), "findings": len(found), "places": places, **counts}


def kills(mutant, want):
    """Whether this dead mutant is one that must die."""
    return mutant["operator"] in want.operators and mutant["line"] == want.line


def shown(wants):
    """Mutants that must die, as text."""
    return sorted(f"{'/'.join(sorted(w.operators))}:{w.line}" for w in wants)


def fuzz(case, folder, seconds):
    """The fuzzer's side of a row, or nothing for Fortran."""
    program = stress_fuzz.build(case, folder)
    if program is None:
        return None
    run = stress_fuzz.fuzz(case, program, seconds)
    reports = [{"line": line, "message": text, "second": at} for (line, text), at in run.reports.items()]
    return {"seconds": run.seconds, "missing": shown(run.missing), "reports": reports}


def measure(case, arguments, folder):
    """One row of the table."""
    row = {"function": case.name, "kind": case.kind, "language": case.path.suffix[1:], "wanted": len(case.wants)}
    if not arguments.no_lydian:
        row["lydian"] = stress(case, arguments.lydian.resolve(), folder)
    if not arguments.no_fuzzer:
        ours = row.get("lydian", {"seconds": 0.0})["seconds"]
        row["libfuzzer"] = fuzz(case, folder, arguments.seconds or max(1.0, 10.0 * ours))
    return row


def verdict(side, kind):
    """What a side has to say about a function, in a word."""
    if side is None:
        return "n/a"
    if "failed" in side:
        return "failed"
    if kind == "buggy":
        return "missed" if side["missing"] else "found"
    number = side.get("findings", len(side.get("reports", [])))
    return f"{number} alarms" if number else "silent"


def line(row):
    """A line of the printed table."""
    cells = [f"{row['function']:26}", f"{row['kind']:7}"]
    for name in ("lydian", "libfuzzer"):
        if name in row:
            side = row[name]
            cells += [f"{verdict(side, row['kind']):>9}", f"{side['seconds'] if side else '-':>8}"]
    return "  ".join(cells)


def mean(values):
    """Arithmetic mean; 0 of nothing."""
    values = list(values)
    return round(sum(values) / len(values), 3) if values else 0.0


def total(rows, name):
    """Recall, alarms and mean time of one side."""
    seen = [r for r in rows if r.get(name) and r["kind"] != "limits"]
    buggy = [r for r in seen if r["kind"] == "buggy"]
    clean = [r for r in seen if r["kind"] == "clean"]
    found = [r for r in buggy if verdict(r[name], "buggy") == "found"]
    return {
        "buggy": len(buggy),
        "found": len(found),
        "missed": sorted(r["function"] for r in buggy if verdict(r[name], "buggy") == "missed"),
        "recall": round(100.0 * len(found) / len(buggy), 1) if buggy else 0.0,
        "clean": len(clean),
        "alarmed": sorted(r["function"] for r in clean if verdict(r[name], "clean") not in ("silent", "failed")),
        "failed": sorted(r["function"] for r in seen if "failed" in r[name]),
        "mean_seconds": mean(r[name]["seconds"] for r in seen),
        "mean_seconds_found": mean(r[name]["seconds"] for r in found),
    }


def claims(rows, ours):
    """What must hold of Lydian, and whether it does."""
    triangles = [r for r in rows if r["function"] in TRIANGLES]
    found = [
        ("no function on which the command fails", not ours["failed"]),
        ("mean time at most 1 s", ours["mean_seconds"] <= 1.0),
    ]
    if ours["buggy"]:
        found.append(("recall on buggy functions at least 95 %", ours["recall"] >= 95.0))
    if ours["clean"]:
        found.append(("no finding on clean functions", not ours["alarmed"]))
    if triangles:
        quick = all(verdict(r["lydian"], "buggy") == "found" and r["lydian"]["seconds"] < 1.0 for r in triangles)
        found.append(("all six sums of a triangle in under a second", quick))
    return found


def show(name, sums):
    """Prints the sums of one side."""
    print(f"\n{name}: {sums['found']} of {sums['buggy']} buggy functions found ({sums['recall']} %),", end=" ")
    print(f"alarms on {len(sums['alarmed'])} of {sums['clean']} clean ones;", end=" ")
    print(f"{sums['mean_seconds']} s a function, {sums['mean_seconds_found']} s where it found the bug")
    for key in ("missed", "alarmed", "failed"):
        if sums[key]:
            print(f"  {key}: {', '.join(sums[key])}")


def finish(rows, load):
    """Prints the sums, writes the JSON; whether all claims hold."""
    sums = {name: total(rows, name) for name in ("lydian", "libfuzzer") if name in rows[0]}
    for name, side in sums.items():
        show(name, side)
    held = claims(rows, sums["lydian"]) if "lydian" in sums else []
    print(f"load of the machine before and after: {load[0]:.1f}, {load[1]:.1f}, {os.cpu_count()} processors")
    for claim, holds in held:
        print(f"{'holds' if holds else 'FAILS'}  {claim}")
    results = ROOT / "bench" / "results"
    results.mkdir(parents=True, exist_ok=True)
    result = {"load": load, "processors": os.cpu_count(), "rows": rows, "total": sums, "claims": dict(held)}
    (results / "stress.json").write_text(json.dumps(result, indent=2) + "\n")
    return all(holds for _, holds in held)


def arguments_of_call():
    """What the caller asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--no-fuzzer", action="store_true")
    parser.add_argument("--no-lydian", action="store_true")
    parser.add_argument("--tables", action="store_true")
    parser.add_argument("--seconds", type=float, help="for the fuzzer, whatever Lydian takes")
    parser.add_argument("--lydian", type=pathlib.Path, default=ROOT / "target" / "release" / "lydian")
    parser.add_argument("names", nargs="*", metavar="NAME")
    return parser.parse_args()


def main():
    arguments = arguments_of_call()
    if arguments.tables:
        (stress_corpus.FOLDER / "README.md").write_text(stress_corpus.readme())
        return 0
    before, rows = os.getloadavg()[0], []
    with tempfile.TemporaryDirectory(prefix="lydian-stress-") as folder:
        for case in stress_corpus.cases(arguments.names):
            rows.append(measure(case, arguments, pathlib.Path(folder)))
            print(line(rows[-1]), flush=True)
    return 0 if finish(rows, (before, os.getloadavg()[0])) else 1


if __name__ == "__main__":
    sys.exit(main())
