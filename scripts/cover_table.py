"""The table of a benchmark of `lydian cover` beside libFuzzer: its rows, its totals, and how both are shown.

A table is made by a bench, which knows how its functions are built and called:

    folder                                where it works
    cover(function, out)                  Lydian's report, seconds by the clock, and seconds of processor
    call(function, report)                the `fuzzing.Call`
    symbol(function, report)              the name by which gcov knows the function
    records(function, report)             Lydian's inputs as records
    seed(function, report)                the record with which libFuzzer begins
    counted(function, call, out)          builds `replay`
    fuzzer(function, call, out)           builds `fuzz`
"""

import argparse
import collections
import json
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import time

import fuzzing

ROOT = pathlib.Path(__file__).resolve().parent.parent
COLUMNS = ["function", "branches", "taken", "seconds", "inputs", "infeasible", "unreached", "libfuzzer", "libfuzzer_10"]


def cover(command, folder, out):
    """Runs `lydian cover`: its report, seconds by the clock, and seconds of processor."""
    command = list(map(str, [*command, "--out", out / "cover.json"]))
    began, spent = time.monotonic(), processor()
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    seconds, spent = time.monotonic() - began, processor() - spent
    if done.returncode not in (0, 3):
        sys.exit(f"{' '.join(command)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return json.loads((out / "cover.json").read_text()), seconds, spent


def processor():
    """Seconds of processor that all children spent so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def sides(report, verdict):
    """Lines of the sides with a verdict, as often as there are such sides."""
    both = ((b["line"], b[side]["verdict"]) for b in report["branches"] for side in ("when_false", "when_true"))
    return collections.Counter(line for line, found in both if found == verdict)


def idle(counts, active):
    """Lines of the branches that are not among the active ones, as often as there are such branches."""
    return collections.Counter(line for line, n in counts if (line, n) not in active)


def contradicted(proved, counts, everyone):
    """Lines with fewer branches that nobody takes than sides that are proved infeasible there."""
    left = idle(counts, everyone)
    return sorted(line for line, number in proved.items() if left[line] < number)


def unaccounted(report, counts, ours):
    """Lines with more branches that our inputs do not take than sides that are open or proved infeasible there."""
    known = sides(report, "unreached") + sides(report, "infeasible")
    return sorted(line for line, number in idle(counts, ours).items() if known[line] < number)


def branches(counts):
    """The branches that were taken."""
    return {branch for branch, count in counts.items() if count}


def measure(bench, function, with_fuzzer):
    """One row of the table."""
    out = bench.folder / function.name
    out.mkdir()
    report, seconds, spent = bench.cover(function, out)
    call, symbol = bench.call(function, report), bench.symbol(function, report)
    bench.counted(function, call, out)
    counts = fuzzing.taken(out, symbol, list(bench.records(function, report)))
    ours = branches(counts)
    row = {
        "function": function.name,
        "branches": len(counts),
        "taken": len(ours),
        "seconds": round(seconds, 3),
        "processor_seconds": round(spent, 3),
        "inputs": len(report["inputs"]),
        "calls": report["calls"],
        "sides": 2 * len(report["branches"]),
        "infeasible": sum(sides(report, "infeasible").values()),
        "unreached": sum(sides(report, "unreached").values()),
        "unreached_lines": sorted(sides(report, "unreached")),
        "unaccounted_lines": unaccounted(report, counts, ours),
    }
    everyone = set(ours)
    if with_fuzzer:
        bench.fuzzer(function, call, out)
        for name, factor in (("libfuzzer", 1), ("libfuzzer_10", 10)):
            kept = fuzzing.fuzz(out, bench.seed(function, report), factor * seconds)
            found = branches(fuzzing.taken(out, symbol, kept))
            row[name] = len(found)
            everyone |= found
        row["only_libfuzzer"] = sorted(f"{line}:{n}" for line, n in everyone - ours)
    row["contradicted"] = contradicted(sides(report, "infeasible"), counts, everyone)
    shutil.rmtree(out)
    return row


def line(row, width):
    """A line of the printed table."""
    cells = [f"{row.get(name, '-'):>{max(len(name), 6)}}" for name in COLUMNS[1:]]
    return "  ".join([f"{row['function']:{width}}", *cells])


def mean(values):
    """Arithmetic mean."""
    values = list(values)
    return sum(values) / len(values)


def totals(rows):
    """Sums and means over the table."""
    found = {
        "function": "all",
        "coverage": round(100 * mean(r["taken"] / r["branches"] for r in rows), 2),
        "mean_seconds": round(mean(r["seconds"] for r in rows), 3),
        "mean_processor_seconds": round(mean(r["processor_seconds"] for r in rows), 3),
        "mean_inputs": round(mean(r["inputs"] for r in rows), 2),
        "seconds": round(sum(r["seconds"] for r in rows), 1),
    }
    sums = ["branches", "taken", "inputs", "infeasible", "unreached"]
    if "libfuzzer" in rows[0]:
        sums += ["libfuzzer", "libfuzzer_10"]
        for name in ("libfuzzer", "libfuzzer_10"):
            found[f"{name}_coverage"] = round(100 * mean(r[name] / r["branches"] for r in rows), 2)
    return found | {name: sum(r[name] for r in rows) for name in sums}


def nothing_contradicted(rows):
    """The claim that every table makes."""
    return "no branch that is proved infeasible was taken by anybody", not any(r["contradicted"] for r in rows)


def show(rows, total, held, load):
    """Prints what follows the table."""
    print(f"\nmean branch coverage {total['coverage']} %, {total['mean_inputs']} inputs a function;", end=" ")
    print(f"{total['mean_seconds']} s a function, of which {total['mean_processor_seconds']} s of processor")
    if "libfuzzer" in total:
        print(f"libFuzzer: {total['libfuzzer_coverage']} % in the same time,", end=" ")
        print(f"{total['libfuzzer_10_coverage']} % in ten times the time")
    for row in (r for r in rows if r.get("only_libfuzzer")):
        print(f"only by libFuzzer: {row['function']} {', '.join(row['only_libfuzzer'])} (line:place)")
    print(f"load of the machine before and after: {load[0]:.1f}, {load[1]:.1f}, {os.cpu_count()} processors")
    for claim, holds in held:
        print(f"{'holds' if holds else 'FAILS'}  {claim}")


def arguments_of(description):
    """What every such benchmark is told."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--lydian", type=pathlib.Path, default=ROOT / "target" / "release" / "lydian")
    parser.add_argument("names", nargs="*", metavar="NAME")
    return parser.parse_args()


def make(bench, functions, with_fuzzer, width=10):
    """Measures the functions and prints the table; its rows."""
    rows = []
    print("  ".join([f"{'function':{width}}", *(f"{name:>6}" for name in COLUMNS[1:])]))
    for function in functions:
        rows.append(measure(bench, function, with_fuzzer))
        print(line(rows[-1], width), flush=True)
    return rows


def finish(rows, claims, before, name, width=10):
    """Prints totals and claims, and writes all to bench/results; the exit code."""
    total, load = totals(rows), (before, os.getloadavg()[0])
    held = claims(rows, total)
    print(line(total, width))
    show(rows, total, held, load)
    results = ROOT / "bench" / "results"
    results.mkdir(parents=True, exist_ok=True)
    result = {"load": load, "processors": os.cpu_count(), "rows": rows, "total": total, "claims": dict(held)}
    (results / f"{name}.json").write_text(json.dumps(result, indent=2) + "\n")
    return 0 if all(holds for _, holds in held) else 1
