#!/usr/bin/env python3
"""Code that nobody here wrote or chose: `lydian cover` and `lydian stress` on the C functions of npm's @stdlib/math.

    scripts/bench_foreign.py [--limit N] [--lydian PROGRAM] [--before PROGRAM] [--fuzzer] [NAME...]
                                                             such as: scripts/bench_foreign.py --limit 20 or gamma cosh

The packages are fetched by `npm pack` into target/foreign and stay there; nothing of them is committed.
A function counts if its package folder has src/main.c and its arguments are numbers. Of these N are taken (100 if not
given, 0 takes all), evenly spread over the sorted names; names that are given are taken instead. Files and include
paths are those of the package's manifest.json and of the packages that it depends on; all are instrumented.
Budgets are the default ones; a run is stopped after 120 seconds. `--before` runs an older program on the same, and what
one program proves and the other refutes by an input is a false claim. `--fuzzer` gives libFuzzer the time of `cover`,
without its compilation, and counts the branches that both take by gcov.
The table is printed, and written as JSON to bench/results/foreign.json; the reports stay in target/foreign/reports.
The exit code is 1 if a claim does not hold.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import shutil
import signal
import struct
import subprocess
import sys
import time

import cover_table
import fuzzing

ROOT = cover_table.ROOT
CACHE = ROOT / "target" / "foreign"
# What is fetched first. Further packages have the version that its package.json asks for.
FIRST, VERSION = "math", "0.4.1"
COMMANDS = ("cover", "stress")
SECONDS = 120
# Numbers by their name in C: the format of `struct`.
NUMBERS = {"double": "d", "float": "f", "bool": "?", "int": "i", "int8_t": "b", "int16_t": "h", "int32_t": "i"}
NUMBERS |= {"int64_t": "q", "uint8_t": "B", "uint16_t": "H", "uint32_t": "I", "uint64_t": "Q"}
TOTALS = {"cover": ["total", "covered", "infeasible", "open"], "stress": ["total", "killed", "equivalent", "open"]}
HEAD = re.compile(r"^(?!static\b)([a-z]\w*(?: [a-z]\w*)*) (\w+)\(([^;{]*?)\) *\{", re.M)

# Name in the table, folder of the package, symbol, what it returns, types of its arguments.
Function = collections.namedtuple("Function", "name package symbol returns arguments")


class Packages:
    """The npm packages, unpacked where they are needed."""

    def __init__(self):
        CACHE.mkdir(parents=True, exist_ok=True)
        self.fetch(FIRST, VERSION)
        self.wanted = json.loads((CACHE / FIRST / "package.json").read_text())["dependencies"]
        self.cache = {}

    def fetch(self, name, version):
        """Fetches a package of the scope, if it is not there."""
        if (CACHE / name).exists():
            return
        packed = fuzzing.run(["npm", "pack", "--silent", f"@stdlib/{name}@{version}"], CACHE).split()[-1]
        part = CACHE / f"{name}.part"
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir()
        fuzzing.run(["tar", "-xzf", CACHE / packed, "--strip-components=1"], part)
        part.rename(CACHE / name)
        (CACHE / packed).unlink()

    def manifest(self, package):
        """The configuration of a package for a plain program: not for node, not for WebAssembly."""
        name = package.split("/")[0]
        self.fetch(name, self.wanted.get(f"@stdlib/{name}", "latest"))
        confs = json.loads((CACHE / package / "manifest.json").read_text())["confs"]
        plain = [c for c in confs if not c.get("wasm")] or confs
        return next((c for c in plain if c.get("task") == "examples"), plain[0])

    def closure(self, package):
        """The package and all that it depends on, each once, nearest first."""
        if package not in self.cache:
            found = [package]
            for one in found:
                wanted = [d.removeprefix("@stdlib/") for d in self.manifest(one)["dependencies"]]
                found += [d for d in dict.fromkeys(wanted) if d not in found]
            self.cache[package] = found
        return self.cache[package]

    def sources(self, package):
        """The files of a package and of all that it depends on: its own first."""
        files = [os.path.normpath(f"{p}/{f}") for p in self.closure(package) for f in self.manifest(p)["src"]]
        return list(dict.fromkeys(files))

    def flags(self, package):
        """Where headers are."""
        return [f"-I{os.path.normpath(f'{p}/{i}')}" for p in self.closure(package) for i in self.manifest(p)["include"]]

    def versions(self):
        """What was fetched."""
        found = sorted(p.parent for p in CACHE.glob("*/package.json"))
        return {f"@stdlib/{p.name}": json.loads((p / "package.json").read_text())["version"] for p in found}


def function_of(file):
    """The function of a package, or nothing if an argument is not a number."""
    package = file.parent.parent
    code = re.sub(r"/\*.*?\*/", "", file.read_text(), flags=re.S)
    heads = {symbol: (returns, inside) for returns, symbol, inside in HEAD.findall(code)}
    wanted = f"stdlib_base_{package.name.replace('-', '_')}"
    symbol = wanted if wanted in heads else next(reversed(heads), None)
    if not symbol:
        return None
    returns, inside = heads[symbol]
    types = [re.sub(r"\bconst\b", "", a).split() for a in inside.split(",")]
    types = [" ".join(words[:-1]) for words in types]
    if "*" in inside or not all(t in NUMBERS for t in types):
        return None
    base = CACHE / FIRST / "base"
    return Function(str(package.relative_to(base)), str(package.relative_to(CACHE)), symbol, returns, types)


def functions():
    """All functions that take numbers, in sorted order."""
    files = sorted((CACHE / FIRST / "base").glob("**/src/main.c"))
    return [f for f in map(function_of, files) if f]


def chosen(names, limit):
    """The functions that are measured."""
    found = functions()
    if names:
        some = [f for f in found if f.name in names or f.name.split("/")[-1] in names or f.symbol in names]
        return some or sys.exit(f"no function with numbers for arguments is called {', '.join(names)}")
    count = min(limit or len(found), len(found))
    return [found[i * len(found) // count] for i in range(count)]


def timed(command):
    """Runs a command for at most so many seconds: exit code or nothing, standard output, standard error, seconds."""
    began = time.monotonic()
    options = {"cwd": CACHE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "errors": "replace"}
    with subprocess.Popen(command, start_new_session=True, **options) as child:
        try:
            out, err = child.communicate(timeout=SECONDS)
            code = child.returncode
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            out, err, code = *child.communicate(), None
    return code, out, err, round(time.monotonic() - began, 2)


def run_one(packages, program, kind, task, function):
    """One run of a program: its row, and its report or nothing."""
    command = [program, task, *packages.sources(function.package), "--function", function.symbol, "--json"]
    command += ["--cflags", " ".join(packages.flags(function.package))]
    code, out, err, seconds = timed(list(map(str, command)))
    row = {"exit": code, "seconds": seconds}
    try:
        report = json.loads(out)
    except json.JSONDecodeError:
        return row | {"refused": reason(code, err), "message": err.strip()[:2000]}, None
    place = CACHE / "reports" / kind / f"{function.name.replace('/', '-')}.{task}.json"
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(out)
    return row | counted(task, report), report


def reason(code, message):
    """Why there is no report, without what differs from function to function."""
    if code is None:
        return f"no end within {SECONDS} s"
    missing = re.search(r"undefined reference to|fatal error: .* file not found", message)
    if missing:
        return "does not build: " + re.sub("'.*?'", "a header", missing[0])
    first = (message.strip().splitlines() or [f"nothing said, exit code {code}"])[0]
    first = re.sub(r"^\S*: error: ", "", first)
    first = re.sub(r"\S+\.c\b(:\d+)*", "FILE", first)
    return re.sub(r"`?stdlib_\w+`?", "F", first)


def counted(task, report):
    """What is counted in a report."""
    if task == "cover":
        found = collections.Counter(verdict for verdict in verdicts(task, report).values())
        row = {"total": sum(found.values()), "covered": found["covered"], "infeasible": found["infeasible"]}
        row |= {"open": found["unreached"], "findings": len(report["findings"])}
        return row | {"withheld": report.get("withheld")}
    found = collections.Counter(m["status"] for m in report["mutants"])
    row = {"total": sum(found.values()), "killed": found["killed"], "equivalent": found["equivalent"]}
    row["open"] = found["undecided"]
    row["findings"] = sum(m["finding"] for m in report["mutants"] if m["status"] == "killed")
    row |= {"endings": len(report["endings"]), "unwatched": len(report.get("unwatched", []))}
    return row | {"withheld": report.get("withheld")}


def verdicts(task, report):
    """What is said of each side or hazard."""
    if task == "cover":
        return {
            (n, b["file"], b["line"], b["column"], side): b[side]["verdict"]
            for n, b in enumerate(report["branches"])
            for side in ("when_false", "when_true")
        }
    return {(n, m["file"], m["line"], m["column"], m["operator"]): m["status"] for n, m in enumerate(report["mutants"])}


def false_claims(task, one, other):
    """What one program proves and the other refutes."""
    if not one or not other:
        return []
    left, right = verdicts(task, one), verdicts(task, other)
    wrong = ({"covered", "infeasible"}, {"killed", "equivalent"})
    return [f"{task} {key}" for key in left if {left[key], right.get(key)} in wrong]


class Fuzzer:
    """libFuzzer on one function after another."""

    def __init__(self, packages):
        self.packages, self.folder = packages, CACHE / "fuzz"
        shutil.rmtree(self.folder, ignore_errors=True)

    def call(self, function):
        """The call with the bytes of the arguments, one behind the other."""
        body, place = [], 0
        for n, kind in enumerate(function.arguments):
            filled = f"a{n} = bytes[{place}] & 1" if kind == "bool" else f"memcpy(&a{n}, bytes + {place}, sizeof a{n})"
            body.append(f"{kind} a{n}; {filled};")
            place += struct.calcsize(NUMBERS[kind])
        body.append(f"(void){function.symbol}({', '.join(f'a{n}' for n in range(len(body)))});")
        head = f"{function.returns} {function.symbol}({', '.join(function.arguments)});"
        return fuzzing.Call(f"#include <stdbool.h>\n#include <stdint.h>\n{head}", " ".join(body), place)

    def build(self, function, call, out):
        """The builds by gcc and clang: the function's file is counted or instrumented, the others are plain."""
        own, *others = self.packages.sources(function.package)
        flags = ["-w", *self.packages.flags(function.package)]
        linked = [out / f"{n}.o" for n in range(len(others))]
        for file, built in zip(others, linked):
            fuzzing.run(["gcc", "-O1", *flags, "-c", file, "-o", built], CACHE)
        fuzzing.run(["gcc", "-O0", "--coverage", *flags, "-c", own, "-o", out / "target.o"], CACHE)
        fuzz = ["-O1", "-g0", "-fsanitize=fuzzer-no-link", "-c", own, "-o", out / "fuzzed.o"]
        fuzzing.run(["clang-19", *flags, *fuzz], CACHE)
        fuzzing.build_replay(out, call, ".c", linked)
        fuzzing.build_fuzzer(out, call, ".c", linked)

    def measure(self, function, report, seconds):
        """Branches that gcov counts, those that either takes, and lines where a proof is refuted."""
        out = self.folder / function.name.replace("/", "-")
        out.mkdir(parents=True)
        call = self.call(function)
        self.build(function, call, out)
        counts = fuzzing.taken(out, function.symbol, list(records(function, report)))
        kept = fuzzing.fuzz(out, bytes(call.size), seconds)
        ours = cover_table.branches(counts)
        theirs = cover_table.branches(fuzzing.taken(out, function.symbol, kept))
        shutil.rmtree(out)
        proved = cover_table.sides(report, "infeasible")
        refuted = cover_table.contradicted(proved, counts, ours | theirs)
        return {
            "branches": len(counts),
            "lydian": len(ours),
            "libfuzzer": len(theirs),
            "only_libfuzzer": sorted(f"{line}:{n}" for line, n in theirs - ours),
            "refuted": refuted,
        }


def records(function, report):
    """Lydian's inputs as records: those on which the function returned."""
    for entry in report["inputs"]:
        if entry["outcome"] == "returned":
            bits = (int(v["bits"], 16) for v in entry["values"])
            sizes = (struct.calcsize(NUMBERS[kind]) for kind in function.arguments)
            yield b"".join(b.to_bytes(size, "little") for b, size in zip(bits, sizes))


def measure(packages, programs, function, fuzzer):
    """One row of the table."""
    row, reports = {"function": function.name, "false": []}, {}
    for task in COMMANDS:
        for kind, program in programs.items():
            row[f"{task}_{kind}"], reports[kind] = run_one(packages, program, kind, task, function)
        row["false"] += false_claims(task, *reports.values()) if len(reports) == 2 else []
        if fuzzer and task == "cover" and reports["now"]:
            row["fuzzed"] = fuzzer.measure(function, reports["now"], row["cover_now"]["seconds"])
            row["false"] += [f"cover line {line}" for line in row["fuzzed"]["refuted"]]
    return row


def line(name, row, programs):
    """A line of the printed table."""
    cells = [f"{name:28}"]
    for task in COMMANDS:
        for kind in programs:
            found = row[f"{task}_{kind}"]
            numbers = [f"{found[column]:>5}" if column in found else "    -" for column in TOTALS[task]]
            cells.append(" ".join([*numbers, f"{found.get('findings', '-'):>4}", f"{found['seconds']:>6.1f}"]))
    if "fuzzed" in row:
        cells.append("/".join(str(row["fuzzed"][column]) for column in ("lydian", "libfuzzer", "branches")))
    return "  | ".join(cells)


def header(programs):
    """The two lines above the table."""
    above, below = [" " * 28], [f"{'function':28}"]
    for task, names in (("cover", "sides cover infea unrea find"), ("stress", "muts   kill harml undec find")):
        for kind in programs:
            above.append(f"{task + ' ' + kind:35}")
            below.append(f"{names} {'s':>6}")
    return "  | ".join(above) + "\n" + "  | ".join(below)


def totals(rows, programs):
    """Sums over the table, and the share of what stays open."""
    found = {}
    for name in (f"{task}_{kind}" for task in COMMANDS for kind in programs):
        task = name.split("_")[0]
        sums = {c: sum(r[name].get(c, 0) for r in rows) for c in [*TOTALS[task], "findings"]}
        sums["open_share"] = round(100 * sums["open"] / max(1, sums["total"]), 2)
        sums["seconds"] = round(sum(r[name]["seconds"] for r in rows), 1)
        sums["exits"] = dict(collections.Counter(str(r[name]["exit"]) for r in rows))
        for column in ("refused", "withheld"):
            reasons = [r[name][column] for r in rows if r[name].get(column)]
            sums[column] = dict(collections.Counter(shortened(reason) for reason in reasons).most_common())
        found[name] = sums
    fuzzed = [r["fuzzed"] for r in rows if "fuzzed" in r]
    if fuzzed:
        found["fuzzed"] = {c: sum(f[c] for f in fuzzed) for c in ("branches", "lydian", "libfuzzer")}
    return found


def shortened(reason):
    """A reason for no proofs without its place; others as they are."""
    return re.sub(r"^\S+:\d+: ", "", reason if isinstance(reason, str) else json.dumps(reason))


def claims(rows, programs):
    """What must hold, and whether it does."""
    runs = [r[f"{task}_{kind}"] for r in rows for task in COMMANDS for kind in programs if kind == "now"]
    return [
        ("what is proved is refuted by nobody", not any(r["false"] for r in rows)),
        (f"every run ends within {SECONDS} s", all(r["exit"] is not None for r in runs)),
        ("every exit code is 0, 1, 2 or 3", all(r["exit"] in (None, 0, 1, 2, 3) for r in runs)),
        ("every function that builds has a report", not any("refused" in r and needless(r) for r in runs)),
    ]


def needless(run):
    """Whether a refusal has another reason than that there is nothing to look at."""
    return not re.search(r"no arithmetic|no branch|does not build|no end", run["refused"])


def show(rows, total, held):
    """Prints what follows the table."""
    for name, sums in total.items():
        if name == "fuzzed":
            print(f"branches by gcov: {sums['branches']}, Lydian {sums['lydian']}, libFuzzer {sums['libfuzzer']}")
            continue
        print(f"\n{name}: {sums['open']} of {sums['total']} open, {sums['open_share']} %;", end=" ")
        print(f"{sums['seconds']} s; exit codes {sums['exits']}")
        for column, text in (("refused", "refused"), ("withheld", "no proofs")):
            for why, count in sums[column].items():
                print(f"  {text} {count}: {why}")
    for row in (r for r in rows if r["false"]):
        print(f"false claims about {row['function']}: {'; '.join(row['false'])}")
    for claim, holds in held:
        print(f"{'holds' if holds else 'FAILS'}  {claim}")


def arguments_of():
    """What the benchmark is told."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--limit", type=int, default=100)
    parser.add_argument("--lydian", type=pathlib.Path, default=ROOT / "target" / "release" / "lydian")
    parser.add_argument("--before", type=pathlib.Path)
    parser.add_argument("--fuzzer", action="store_true")
    parser.add_argument("names", nargs="*", metavar="NAME")
    return parser.parse_args()


def main():
    arguments = arguments_of()
    programs = {"before": arguments.before} if arguments.before else {}
    programs = {kind: program.resolve() for kind, program in (programs | {"now": arguments.lydian}).items()}
    packages, load = Packages(), os.getloadavg()[0]
    fuzzer = Fuzzer(packages) if arguments.fuzzer else None
    rows = []
    print(header(programs))
    for function in chosen(arguments.names, arguments.limit):
        rows.append(measure(packages, programs, function, fuzzer))
        print(line(function.name, rows[-1], programs), flush=True)
    total, held = totals(rows, programs), claims(rows, programs)
    print(line("all", {n: s for n, s in total.items()}, programs))
    show(rows, total, held)
    results = ROOT / "bench" / "results"
    results.mkdir(parents=True, exist_ok=True)
    result = {"packages": packages.versions(), "load": [load, os.getloadavg()[0]], "processors": os.cpu_count()}
    result |= {"rows": rows, "total": total, "claims": dict(held)}
    (results / "foreign.json").write_text(json.dumps(result, indent=2) + "\n")
    return 0 if all(holds for _, holds in held) else 1


if __name__ == "__main__":
    sys.exit(main())
