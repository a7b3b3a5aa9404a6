#!/usr/bin/env python3
"""The prover of `crates/bits` side by side with z3, cvc5 and bitwuzla on problems that come from code.

    scripts/bench_prover.py [--seconds S] [--quick] [--every N] [--jobs N] [NAME...]

The example `problems` of the package `lydian-bits` writes the problems as SMT-LIB files, without any rewriting, and
decides them. The others are installed from PyPI into target/solvers, once. Every answer is a process of its own with
start-up included, killed when it has used up its seconds of processor: the example on one problem, the program `z3`,
and for cvc5 and bitwuzla, whose packages have no programs, a Python process that hands the file to their parsers (what
that costs on an empty problem is printed). Refutations by the example count only if their proofs are accepted; the time
for checking them counts too.

`--quick` takes every sixth problem; names choose the problems whose names contain one of them. The table is printed,
and all answers are written to bench/results/prover.json. The exit code is 1 if two solvers contradict each other, or a
proof does not hold.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
import threading
import venv

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
PROBLEMS = TARGET / "release" / "examples" / "problems"
SOLVERS = ["lydian", "z3", "cvc5", "bitwuzla"]
PACKAGES = ["z3-solver", "cvc5", "bitwuzla"]
# So many that the clock ends the search first.
CONFLICTS = 1_000_000_000
DECIDED = ("sat", "unsat")
CVC5 = """
import sys, cvc5
solver = cvc5.Solver(cvc5.TermManager())
solver.setOption("fp-exp", "true")
parser = cvc5.InputParser(solver)
parser.setFileInput(cvc5.InputLanguage.SMT_LIB_2_6, sys.argv[1])
symbols = parser.getSymbolManager()
while not (command := parser.nextCommand()).isNull():
    print(command.invoke(solver, symbols), end="", flush=True)
"""
BITWUZLA = """
import sys, bitwuzla
parser = bitwuzla.Parser(bitwuzla.TermManager(), bitwuzla.Options())
parser.parse(sys.argv[1])
"""


def build():
    """Builds the example."""
    command = ["cargo", "build", "--release", "-q", "-p", "lydian-bits", "--example", "problems"]
    subprocess.run(command, cwd=ROOT, check=True)


def install():
    """The environment with the other solvers, and their versions."""
    folder = TARGET / "solvers"
    pip = folder / "bin" / "pip"
    if not pip.exists():
        venv.create(folder, with_pip=True)
    subprocess.run([pip, "install", "-q", "--disable-pip-version-check", *PACKAGES], check=True)
    listed = subprocess.run([pip, "list", "--format", "json"], check=True, capture_output=True, text=True).stdout
    versions = {package["name"]: package["version"] for package in json.loads(listed)}
    return folder / "bin", {name: versions[name] for name in PACKAGES}


def command(solver, file, tools):
    """The words that have a solver decide a file."""
    return [str(word) for word in {
        "lydian": [PROBLEMS, file.parent, CONFLICTS, file.stem],
        "z3": [tools / "z3", file],
        "cvc5": [tools / "python", "-c", CVC5, file],
        "bitwuzla": [tools / "python", "-c", BITWUZLA, file],
    }[solver]]


def limit(seconds):
    """What a child does before it starts: it gets so many seconds of processor."""
    return lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))


def run(words, seconds):
    """Output, and seconds of processor; the clock ends what sleeps."""
    with tempfile.TemporaryFile("w+") as out:
        child = subprocess.Popen(words, stdout=out, stderr=subprocess.STDOUT, preexec_fn=limit(seconds))
        timer = threading.Timer(100 * seconds, child.kill)
        timer.start()
        _, status, usage = os.wait4(child.pid, 0)
        timer.cancel()
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        return out.read(), usage.ru_utime + usage.ru_stime


def outcome(solver, out):
    """sat, unsat, unknown, or what is wrong."""
    if solver != "lydian":
        words = out.split()
        return words[0] if words and words[0] in DECIDED else "unknown"
    lines = out.splitlines()
    if any("DOES NOT HOLD" in line for line in lines) or "defect" in out or "does not satisfy" in out:
        return "defect"
    word = lines[0].split()[1] if lines else "unknown"
    proved = any("the proof holds" in line for line in lines)
    return "unknown" if word == "unsat" and not proved else word


def answer(solver, file, tools, seconds):
    """What a solver says about a file."""
    out, spent = run(command(solver, file, tools), seconds)
    found = {"outcome": outcome(solver, out), "seconds": round(spent, 3)}
    if found["outcome"] == "unknown" and spent < 0.9 * seconds:
        found["said"] = out[-400:]
    if solver == "lydian" and out:
        words = out.splitlines()[0].split()
        found |= {"conflicts": int(words[2]), "gates": int(words[4]), "clauses": int(words[6])}
    return found


def startup(folder, tools):
    """Seconds of the other solvers on a problem without content."""
    file = folder / "empty.smt2"
    file.write_text("(set-logic QF_BVFP)\n(check-sat)\n")
    found = {s: min(run(command(s, file, tools), 10)[1] for _ in range(3)) for s in SOLVERS[1:]}
    file.unlink()
    return found


def measure(files, tools, options):
    """All answers, by problem and solver."""
    rows = {file.stem: {} for file in files}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        tasks = [(f.stem, s, pool.submit(answer, s, f, tools, options.seconds)) for f in files for s in SOLVERS]
        for name, solver, task in tasks:
            rows[name][solver] = task.result()
            if solver == SOLVERS[-1] and options.verbose:
                print(line(name, rows[name]), flush=True)
    return rows


def line(name, row):
    """One problem and all answers."""
    return f"{name:44}" + "".join(f"{row[s]['outcome']:>9}{row[s]['seconds']:>8.2f}" for s in SOLVERS)


def truth(row):
    """What most solvers say that decide it; `None` if none does, or as many say the other."""
    count = collections.Counter(a["outcome"] for a in row.values() if a["outcome"] in DECIDED).most_common()
    if not count or (len(count) > 1 and count[0][1] == count[1][1]):
        return None
    return count[0][0]


def disputed(rows):
    """Problems of which solvers say different things, or with a defect."""
    def is_disputed(row):
        outcomes = {a["outcome"] for a in row.values()}
        return "defect" in outcomes or outcomes.issuperset(DECIDED)

    return [name for name, row in rows.items() if is_disputed(row)]


def sums(rows, solver):
    """How a solver does on these rows."""
    answers = [row[solver] for row in rows.values()]
    decided = [a for a in answers if a["outcome"] in DECIDED]
    wrong = [n for n, r in rows.items() if r[solver]["outcome"] == "defect"
             or (truth(r) and r[solver]["outcome"] in DECIDED and r[solver]["outcome"] != truth(r))]
    alone = [n for n, r in rows.items() if {s for s in SOLVERS if r[s]["outcome"] in DECIDED} == {solver}]
    return {
        "decided": len(decided),
        "sat": sum(a["outcome"] == "sat" for a in decided),
        "unsat": sum(a["outcome"] == "unsat" for a in decided),
        "wrong": len(wrong),
        "alone": len(alone),
        "seconds": round(sum(a["seconds"] for a in answers), 1),
        "median": round(statistics.median(a["seconds"] for a in answers), 3),
    }


def table(rows):
    """Prints the table; its rows by family and solver."""
    columns = ["decided", "sat", "unsat", "wrong", "alone", "seconds", "median"]
    print(f"\n{'problems':16}{'':>5}  {'solver':10}" + "".join(f"{name:>9}" for name in columns))
    found = {}
    for family in ["float-", "word-", "cast-", ""]:
        chosen = {name: row for name, row in rows.items() if name.startswith(family)}
        if not chosen:
            continue
        for solver in SOLVERS:
            cells = found[f"{family}{solver}"] = sums(chosen, solver)
            label = f"{family.rstrip('-') or 'all':16}{len(chosen):>5}"
            print(f"{label}  {solver:10}" + "".join(f"{cells[name]:>9}" for name in columns))
    return found


def report(rows):
    """Prints what needs a look; whether nothing is wrong."""
    wrong = disputed(rows)
    for name in wrong:
        print(f"WRONG  {line(name, rows[name])}")
    for name, row in rows.items():
        others = [s for s in SOLVERS[1:] if row[s]["outcome"] in DECIDED]
        if others and row["lydian"]["outcome"] == "unknown":
            print(f"not by lydian: {name}, but by {', '.join(others)}")
    print(f"{len(wrong)} problems with answers that contradict each other, or with a defect")
    return not wrong


def chosen(folder, options):
    """The files to be decided."""
    files = sorted(folder.glob("*.smt2"))
    if options.names:
        files = [f for f in files if any(name in f.stem for name in options.names)]
    return files[:: 6 if options.quick else options.every]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=int, default=10, help="seconds of processor for one answer")
    parser.add_argument("--quick", action="store_true", help="every sixth problem")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every N-th problem")
    parser.add_argument("--jobs", type=int, default=2, help="processes at a time")
    parser.add_argument("--verbose", action="store_true", help="print a line for each problem")
    parser.add_argument("names", nargs="*", metavar="NAME")
    options = parser.parse_args()
    build()
    tools, versions = install()
    with tempfile.TemporaryDirectory(prefix="lydian-prover-") as name:
        folder = pathlib.Path(name)
        subprocess.run([PROBLEMS, folder], check=True)
        files = chosen(folder, options) or sys.exit("bench: no problem has such a name")
        starts = startup(folder, tools)
        print(f"{len(files)} problems, {options.seconds} s each; " + ", ".join(f"{n} {v}" for n, v in versions.items()))
        print("start-up, s: " + ", ".join(f"{s} {t:.3f}" for s, t in starts.items()), flush=True)
        rows = measure(files, tools, options)
    totals = table(rows)
    fine = report(rows)
    results = ROOT / "bench" / "results"
    results.mkdir(parents=True, exist_ok=True)
    result = {"seconds": options.seconds, "versions": versions, "startup": starts, "load": os.getloadavg(),
              "processors": os.cpu_count(), "totals": totals, "disputed": disputed(rows), "rows": rows}
    (results / "prover.json").write_text(json.dumps(result, indent=1) + "\n")
    sys.exit(0 if fine else 1)


if __name__ == "__main__":
    main()
