#!/usr/bin/env python3
"""Faulty programs of bench/faults: which of them do suites and hunts catch, and does a right one ever fail?

    scripts/bench_faults.py [--half open|blind|all] [--strength S] [--hunt CALLS] [--random N] [--names] [NAME...]

For each function: a suite is generated from its specification at default settings and run on two right programs and
five or six wrong ones. Beside it, random tests with the same oracles: by value, and by bits. With --hunt, `lydian hunt`
with so many calls. The table is by kind of fault; --names lists what was missed (the blind half is only measured: look
at its totals). The numbers are written as JSON to bench/results/faults-HALF.json.
LYDIAN in the environment names another program than target/release/lydian.
The exit code is 1 if a right program fails, or if fewer faults are caught than the claims below say.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "bench" / "faults"
LYDIAN = pathlib.Path(os.environ.get("LYDIAN", ROOT / "target" / "release" / "lydian"))
# Shares of the faults that must be caught.
LEAST = {"suite": 0.90, "hunt": 0.97}


def lydian(*words):
    """Exit code and output of a command."""
    done = subprocess.run([str(LYDIAN), *map(str, words)], capture_output=True, text=True)
    if done.returncode not in (0, 1, 3):
        sys.exit(f"lydian {' '.join(map(str, words))}: exit {done.returncode}\n{done.stderr}")
    return done


def spec_of(folder):
    return next(p for p in (folder / "spec.lyd", folder / "spec.fpcore") if p.exists())


def kind_of(program):
    found = re.search(r"//\s*kind:\s*(\w+)", program.read_text())
    return found.group(1) if found else "right"


def is_caught(word, suite, program, name, options):
    """Whether a way of testing says that a program is wrong."""
    subject = f"{program}:{name}"
    with tempfile.TemporaryDirectory(prefix="lydian-faults-") as folder:
        if word == "suite":
            return lydian("check", suite, "--subject", subject, "--out", f"{folder}/c.json", "--quiet").returncode == 1
        if word == "hunt":
            spec = spec_of(program.parent)
            words = ["hunt", spec, "--subject", subject, "--calls", options.hunt, "--out", f"{folder}/h.json", "--quiet"]
            return lydian(*words).returncode == 1
        what, count = word.split(":")
        words = ["check", suite, "--subject", subject, "--also", f"{what}:{count}", "--out", f"{folder}/c.json", "--quiet"]
        lydian(*words)
        report = json.loads(pathlib.Path(folder, "c.json").read_text())
        return report["random"]["summary"]["ko"] > 0


def ways_of(options, tests):
    ways = ["suite"]
    if options.random:
        ways += [f"{what}:{n}" for what in ("random", "bits") for n in (tests, options.random * tests)]
    return ways + (["hunt"] if options.hunt else [])


def measure(name, options):
    """One function: what each way catches of each program."""
    folder = FOLDER / name
    with tempfile.TemporaryDirectory(prefix="lydian-faults-") as out:
        begin = time.time()
        lydian("generate", spec_of(folder), "--out", f"{out}/g", "--strength", options.strength, "--quiet")
        seconds = time.time() - begin
        suite = f"{out}/g/suite.json"
        tests = len(json.loads(pathlib.Path(suite).read_text())["tests"])
        rows = []
        for program in sorted([*folder.glob("right*.c"), *folder.glob("wrong*.c")]):
            ways = ways_of(options, tests)
            caught = {w.split(":")[0] + ("*" if w.endswith(f":{(options.random or 0) * tests}") else ""):
                      is_caught(w, suite, program, name, options) for w in ways}
            rows.append({"function": name, "program": program.stem, "kind": kind_of(program), "caught": caught})
    return {"name": name, "tests": tests, "seconds": seconds, "rows": rows}


def table(results):
    """Counts by kind and way."""
    rows = [row for result in results for row in result["rows"]]
    ways = list(rows[0]["caught"])
    kinds = collections.Counter(row["kind"] for row in rows)
    print(f"{'kind':14}{'programs':>9}" + "".join(f"{way:>9}" for way in ways))
    for kind in sorted(kinds, key=lambda k: (k == "right", k)):
        counts = [sum(row["caught"][way] for row in rows if row["kind"] == kind) for way in ways]
        print(f"{kind:14}{kinds[kind]:9}" + "".join(f"{n:9}" for n in counts))
    wrong = [row for row in rows if row["kind"] != "right"]
    share = {way: sum(row["caught"][way] for row in wrong) / len(wrong) for way in ways}
    print(f"{'all faults':14}{len(wrong):9}" + "".join(f"{100 * share[way]:8.1f}%" for way in ways))
    alarms = {way: sum(row["caught"][way] for row in rows if row["kind"] == "right") for way in ways}
    return share, alarms


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--half", choices=["open", "blind", "all"], default="all")
    parser.add_argument("--strength", default="standard")
    parser.add_argument("--hunt", type=int, default=0, metavar="CALLS")
    parser.add_argument("--random", type=int, default=0, metavar="N", help="random tests, equal and N times as many")
    parser.add_argument("--names", action="store_true", help="list what the suites missed")
    parser.add_argument("names_", nargs="*", metavar="NAME")
    options = parser.parse_args()
    split = json.loads((FOLDER / "split.json").read_text())
    names = options.names_ or (split["open"] + split["blind"] if options.half == "all" else split[options.half])
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda name: measure(name, options), names))
    share, alarms = table(results)
    tests = sorted(result["tests"] for result in results)
    seconds = [result["seconds"] for result in results]
    print(f"tests a function: median {tests[len(tests) // 2]}, most {tests[-1]}; "
          f"generated in {sum(seconds) / len(seconds):.2f} s on average")
    if options.names:
        for row in (row for result in results for row in result["rows"]):
            missed = [way for way, caught in row["caught"].items() if caught == (row["kind"] == "right")]
            if missed:
                print(f"  {row['function']}/{row['program']} ({row['kind']}): {', '.join(missed)}")
    out = ROOT / "bench" / "results"
    out.mkdir(parents=True, exist_ok=True)
    (out / f"faults-{options.half}.json").write_text(json.dumps({"share": share, "alarms": alarms, "results": results}, indent=1))
    failed = [f"{way}: a right program fails" for way, n in alarms.items() if n]
    if options.strength != "minimal" and not options.names_:
        failed += [f"{way}: {100 * share[way]:.1f} % of the faults are caught, {100 * least:.0f} % wanted"
                   for way, least in LEAST.items() if way in share and share[way] < least]
    print("\n".join(f"FAILS: {text}" for text in failed) or "all claims hold")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
