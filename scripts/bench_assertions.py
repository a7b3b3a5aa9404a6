#!/usr/bin/env python3
"""Verdicts of `lydian cover` about the assertions of the programs of bench/assertions.

    scripts/bench_assertions.py [--half open|blind] [--lydian PROGRAM] [NAME...]

Every program has one assertion, whose failure is a side of the branch on its line. The verdict is `reached` if an input
takes that side, `proved` if the side is proved infeasible, and `open` otherwise; it is `contradicted` if the inputs of
the report say something else. The table is printed, and written as JSON to bench/results/assertions.json. With --half,
only the programs of this half of split.json count. A run that crashes or does not end within ten minutes has the
verdict `crash` or `hang`, and is shown at the end.
The exit code is 1 if a claim does not hold.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
CORPUS = ROOT / "bench" / "assertions"
MARK = "/* assert */"
VERDICTS = {"covered": "reached", "infeasible": "proved", "unreached": "open"}
# What a right tool would say of each kind, and what would be false.
RIGHT = {"safe": "proved", "unsafe": "reached"}
FALSE = {"safe": "reached", "unsafe": "proved"}
PROVED = 0.6
LIMIT = 600
WIDTH = 24


def chosen(half, names):
    """The programs of a half, or of both, with these names, or all."""
    halves = json.loads((CORPUS / "split.json").read_text())
    found = sorted(p for name, programs in halves.items() for p in programs if half in (None, name))
    found = [p for p in found if not names or p.split("/")[1] in names]
    return found or sys.exit("no program has such a name")


def verdict(report, path):
    """What the report says about the assertion of a program."""
    line = next(n for n, text in enumerate(path.read_text().splitlines(), 1) if MARK in text)
    branches = [b for b in report["branches"] if b["line"] == line]
    if len(branches) != 1:
        sys.exit(f"{path}: {len(branches)} branches on the line of the assertion")
    # `if (!(condition))` is a branch on the condition, so the assertion fails where that is false.
    found = VERDICTS[branches[0]["when_false"]["verdict"]]
    failed = [e for e in report["inputs"] if failing(e)]
    if (found == "reached") != bool(failed):
        found = "contradicted"
    return found, branches[0]["when_false"], failed


def failing(entry):
    """Whether the function returned 1 for an input."""
    return any(o["name"] == "result" and o["decimal"] == "1" for o in entry["observed"])


def row(lydian, program):
    """Runs the tool on a program."""
    kind, name = program.split("/")
    path = CORPUS / f"{program}.c"
    found = {"program": name, "kind": kind}
    command = list(map(str, [lydian, "cover", path, "--function", "check", "--json"]))
    began = time.monotonic()
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return found | {"verdict": "hang", "seconds": LIMIT, "message": f"did not end within {LIMIT} s"}
    found["seconds"] = round(time.monotonic() - began, 2)
    if done.returncode not in (0, 3):
        message = f"ended with {done.returncode}: {done.stderr.strip()}"
        return found | {"verdict": "crash", "message": message}
    report = json.loads(done.stdout)
    found["verdict"], side, failed = verdict(report, path)
    found |= {key: side[key] for key in ("proof", "closest") if key in side}
    if failed:
        found["input"] = {v["name"]: v["decimal"] for v in failed[0]["values"]}
    return found | {key: report[key] for key in ("calls", "withheld", "findings") if report.get(key)}


def line(found):
    """A line of the printed table."""
    return f"{found['program']:{WIDTH}}  {found['kind']:6}  {found['verdict']:12} {found['seconds']:8.2f}"


def false(found):
    """Whether the verdict is false, or the report says both that the assertion fails and that it does not."""
    return found["verdict"] in (FALSE[found["kind"]], "contradicted")


def totals(rows):
    """Counts of verdicts by kind, and the share of the right ones."""
    total = {}
    for kind in RIGHT:
        verdicts = [r["verdict"] for r in rows if r["kind"] == kind]
        counts = {v: verdicts.count(v) for v in ("proved", "reached", "open", "contradicted", "crash", "hang")}
        share = counts[RIGHT[kind]] / len(verdicts) if verdicts else None
        total[kind] = {"programs": len(verdicts), **counts, "share": share}
    return total | {"seconds": round(sum(r["seconds"] for r in rows), 1)}


def claims(rows, total):
    """What must hold, and whether it does. A kind without programs claims nothing."""
    shares = {kind: 1.0 if total[kind]["share"] is None else total[kind]["share"] for kind in RIGHT}
    return [
        ("the assertion of every unsafe program fails on an input that is found", shares["unsafe"] == 1.0),
        (f"at least {PROVED:.0%} of the safe programs are proved", shares["safe"] >= PROVED),
        ("no claim is false", not any(false(r) for r in rows)),
        ("no run crashes or hangs", not any(r["verdict"] in ("crash", "hang") for r in rows)),
    ]


def show(rows, total, held):
    """Prints what follows the table."""
    print()
    for kind, right in RIGHT.items():
        counts = total[kind]
        if counts["programs"]:
            print(f"{kind}: {counts[right]} of {counts['programs']} {right}, {counts['share']:.0%}")
    print(f"{total['seconds']} s in all")
    for found in (r for r in rows if "message" in r):
        print(f"{found['program']}: {found['message']}")
    for found in filter(false, rows):
        why = found.get("input", found.get("proof"))
        print(f"FALSE: {found['kind']}/{found['program']} is {found['verdict']}: {why}")
    for claim, holds in held:
        print(f"{'holds' if holds else 'FAILS'}  {claim}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--half", choices=["open", "blind"])
    parser.add_argument("--lydian", type=pathlib.Path, default=ROOT / "target" / "release" / "lydian")
    parser.add_argument("names", nargs="*", metavar="NAME")
    arguments = parser.parse_args()
    programs, before = chosen(arguments.half, arguments.names), os.getloadavg()[0]
    print(f"{'program':{WIDTH}}  {'kind':6}  {'verdict':12} {'seconds':>8}")
    rows = []
    for program in programs:
        rows.append(row(arguments.lydian.resolve(), program))
        print(line(rows[-1]), flush=True)
    total = totals(rows)
    held = claims(rows, total)
    show(rows, total, held)
    results = ROOT / "bench" / "results"
    results.mkdir(parents=True, exist_ok=True)
    load = (before, os.getloadavg()[0])
    result = {"half": arguments.half, "load": load, "rows": rows, "total": total, "claims": dict(held)}
    (results / "assertions.json").write_text(json.dumps(result, indent=2) + "\n")
    return 0 if all(holds for _, holds in held) else 1


if __name__ == "__main__":
    sys.exit(main())
