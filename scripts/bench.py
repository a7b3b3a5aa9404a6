#!/usr/bin/env python3
"""Measures `lydian generate` and `lydian verify` and writes the figures to bench/results/.

    scripts/bench.py [--quick] [SPECS]

Several sets are measured: the project's own specifications, and SPECS: a file of specifications, or a folder of
files of which the cores without loops and tensors are taken. By default SPECS are ../shared/benchmarks/magneto.fpcore
and ../shared/benchmarks/fpbench, if they are there. For each set: mutants per operator and what became of them, time,
memory, whether every suite verifies, whether one thread and two give the same bytes, and how many mutants random
inputs kill in the time that the search took for a specification in the mean.
"""

import argparse
import datetime
import json
import os
import pathlib
import platform
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
LYDIAN = ROOT / "target" / "release" / "lydian"
BENCHMARKS = ROOT / ".." / "shared" / "benchmarks"
DEFAULT = [BENCHMARKS / "magneto.fpcore", BENCHMARKS / "fpbench"]
# What must hold of a set: least share of mutants decided, and most seconds per specification, in the mean and for one.
CLAIMS = {"magneto.fpcore": (0.99, 0.15, 5), "fpbench": (0.99, 0.2, None)}
ACCURACY = ["--accuracy-rel", "1e-10"]
COUNTS = ["made", "killed", "equivalent", "duplicate", "undecided"]
OPERATORS = [
    "accuracy", "bounds", "constant", "variable", "unary", "binary", "add", "del", "pair", "direct", "naive", "single",
    "reduction", "leading", "asymptote", "flush", "zero", "region", "special",
]
# What the authors of Magneto published (ISSTA 2021) about its runs on these specifications.
PUBLISHED = "for reference, Magneto as published: 69 of these specifications, 179 mutants each, " \
            "0.88 killed, 3.6 tests, 77 s each on a 3 GHz server"


def main():
    options = arguments()
    if not LYDIAN.exists():
        sys.exit("bench: there is no target/release/lydian; `make bench` builds it")
    figures = {"commit": commit(), "date": datetime.date.today().isoformat(), "machine": machine(), "sets": {}}
    with tempfile.TemporaryDirectory() as folder:
        for name, files in sets(options, pathlib.Path(folder)).items():
            print(f"== {name}\n")
            figures["sets"][name] = measure(files)
            claims(name, figures["sets"][name])
    print(f"written: {write(figures).relative_to(ROOT)}")
    if any(wrong(figures["sets"][name]) or not figures["sets"][name]["claims_hold"] for name in figures["sets"]):
        sys.exit("bench: something above is not as it must be")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("specs", nargs="?", default="", help="a file or folder of specifications beside the project's own")
    parser.add_argument("--quick", action="store_true", help="the project's own specifications only")
    return parser.parse_args()


def sets(options, folder):
    chosen = {"specs": sorted(map(str, (ROOT / "specs").iterdir()))}
    others = [pathlib.Path(options.specs)] if options.specs else [path for path in DEFAULT if path.exists()]
    if options.quick:
        return chosen
    for other in others:
        if not other.exists():
            sys.exit(f"bench: {other} does not exist")
        chosen[other.name] = [str(loop_free(other, folder) if other.is_dir() else other)]
    if not others:
        print("bench: only the project's own specifications; name a file or folder for more\n")
    return chosen


def loop_free(source, folder):
    """One file with the cores of a folder that have no loops, tensors or calls."""
    forms = [form for path in sorted(source.rglob("*.fpcore")) for form in top_level(path.read_text())]
    beyond = re.compile(r"\((while\*?|for\*?|tensor\*?|array|dim|size|ref)[\s(\[]")
    kept = [form for form in forms if not beyond.search(form)]
    path = folder / f"{source.name}.fpcore"
    path.write_text("\n\n".join(kept))
    print(f"bench: {len(kept)} of the {len(forms)} cores in {source.name} have no loops and tensors\n")
    return path


def top_level(text):
    """The parenthesised forms of a text; comments are left out."""
    text = re.sub(r";[^\n]*", "", text)
    depth, start = 0, 0
    for place in re.finditer(r'"(?:[^"\\]|\\.)*"|[()\[\]]', text):
        if place.group() in "([":
            start, depth = (place.start() if depth == 0 else start), depth + 1
        elif place.group() in ")]":
            depth -= 1
            if depth == 0:
                yield text[start:place.end()]


def claims(name, figures):
    """Says whether what must hold of a set does."""
    figures["claims_hold"] = True
    if name not in CLAIMS:
        return
    (least, mean_most, most), search = CLAIMS[name], figures["search"]
    counts = added(search["operators"])
    decided = 1 - counts["undecided"] / counts["made"]
    rows = [(f"decided at least {100 * least} %", f"{100 * decided:.2f} %", decided >= least),
            (f"mean at most {mean_most} s", f"{search['seconds_mean']:.3f} s", search["seconds_mean"] <= mean_most)]
    if most is not None:
        rows.append((f"none above {most} s", f"{search['seconds_max']:.2f} s", search["seconds_max"] <= most))
    for claim, figure, holds in rows:
        print(f"{'holds' if holds else 'FAILS'}: {claim}: {figure}")
    print()
    figures["claims_hold"] = all(holds for *_, holds in rows)


def measure(files):
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        search = search_figures(files, folder)
        random = random_figures(files, folder, search)
        show(search, random)
        return {"search": search, "random": random}


def search_figures(files, folder):
    """Generates on two threads and on one, and verifies."""
    code, wall, memory = run(["generate", *files, *ACCURACY, "--threads", "2", "--out", str(folder / "two"), "--quiet"])
    run(["generate", *files, *ACCURACY, "--threads", "1", "--out", str(folder / "one"), "--quiet"], subprocess.DEVNULL)
    suites = sorted((folder / "two").glob("*suite.json"))
    specs = json.loads((folder / "two" / "summary.json").read_text())["specs"]
    times = [spec["milliseconds"] / 1000 for spec in specs]
    return {
        "exit_code": code,
        "suites": len(specs),
        "operators": operators(suites),
        "tests_mean": mean(spec["tests"]["total"] for spec in specs),
        "seconds_mean": mean(times),
        "seconds_max": max(times),
        "seconds_wall": wall,
        "peak_megabytes": memory / 1024,
        "same_bytes": contents(folder / "one") == contents(folder / "two"),
        "verify": verify_figures(suites),
        "specs": specs,
    }


def verify_figures(suites):
    begin = time.monotonic()
    command = [LYDIAN, "verify", "--threads", "2", "--json", *suites]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    reports = json.loads(done.stdout)["suites"]
    return {
        "exit_code": done.returncode,
        "problems": sum(len(report["problems"]) for report in reports),
        "kills": sum(report["kills"]["proved"] for report in reports),
        "seconds": time.monotonic() - begin,
    }


def random_figures(files, folder, search):
    """Random inputs, for each specification as long as the search took in the mean."""
    seconds = max(search["seconds_mean"], 0.001)
    run(["generate", *files, *ACCURACY, "--method", "random", "--seed", "1", "--seconds", f"{seconds:.4f}",
         "--threads", "2", "--out", str(folder / "random"), "--quiet"], subprocess.DEVNULL)
    pairs = [(folder / "two" / spec["suite"], folder / "random" / spec["suite"]) for spec in search["specs"]]
    rivals = [compared(statuses(ours), statuses(theirs)) for ours, theirs in pairs if theirs.exists()]
    return {"operators": joined(rivals, "kills"), "contradictions": sum(rival["contradictions"] for rival in rivals)}


def statuses(path):
    """Operator and status of every mutant of a suite, by its id."""
    return {mutant["id"]: (mutant["operator"], mutant["status"]) for mutant in json.loads(path.read_text())["mutants"]}


def compared(search, random):
    """Kills of random inputs per operator, each duplicate left out, and those of mutants that are said to be equivalent."""
    killed = [(*search[id], id) for id, (_, status) in random.items() if status == "killed"]
    kills = {}
    for operator, status, _ in killed:
        if status != "duplicate":
            kills[operator] = kills.get(operator, 0) + 1
    return {"kills": kills, "contradictions": sum(status == "equivalent" for _, status, _ in killed)}


def joined(rivals, field):
    total = {}
    for rival in rivals:
        for operator, count in rival[field].items():
            total[operator] = total.get(operator, 0) + count
    return total


def operators(suites):
    total = {}
    for path in suites:
        for row in json.loads(path.read_text())["summary"]["operators"]:
            counts = total.setdefault(row["operator"], dict.fromkeys(COUNTS, 0))
            for count in COUNTS:
                counts[count] += row[count]
    order = sorted(total, key=lambda name: OPERATORS.index(name) if name in OPERATORS else len(OPERATORS))
    return {name: total[name] for name in order}


def show(search, random):
    rows = [["operator", *COUNTS, "decided", "killed at random"]]
    for name, counts in [*search["operators"].items(), ("all", added(search["operators"]))]:
        rival = sum(random["operators"].values()) if name == "all" else random["operators"].get(name, 0)
        rows.append([name, *(counts[c] for c in COUNTS), percent(counts), rival])
    table(rows)
    verify = search["verify"]
    verified = "clean" if verify["exit_code"] == 0 else f"{verify['problems']} problems"
    print(f"""
specifications  {search['suites']} suites, exit code {search['exit_code']}
tests           {search['tests_mean']:.1f} per specification
time            {search['seconds_mean']:.2f} s per specification, at most {search['seconds_max']:.2f} s; \
{search['seconds_wall']:.1f} s in all on two threads
memory          {search['peak_megabytes']:.0f} MB at most
verify          {verified}, {verify['kills']} kills proved again, {verify['seconds']:.1f} s
random          each specification for as long as the search took in the mean; \
{random['contradictions']} kills of mutants said to be equivalent
threads         {'one and two give the same bytes' if search['same_bytes'] else 'ONE AND TWO DIFFER'}
{PUBLISHED}
""")


def table(rows):
    widths = [max(len(str(row[column])) for row in rows) for column in range(len(rows[0]))]
    for first, *rest in rows:
        cells = [f"{cell:>{width}}" for cell, width in zip(rest, widths[1:])]
        print("  ".join([f"{first:<{widths[0]}}", *cells]))


def added(operators):
    return {count: sum(counts[count] for counts in operators.values()) for count in COUNTS}


def percent(counts):
    return f"{100 * (1 - counts['undecided'] / counts['made']):.2f} %" if counts["made"] else "-"


def wrong(figures):
    search, random = figures["search"], figures["random"]
    return not search["same_bytes"] or search["verify"]["exit_code"] != 0 or random["contradictions"] > 0


def run(words, complaints=None):
    """Runs the program: exit code, wall time, peak memory in kB. Bad input is said by it and is no reason to stop."""
    begin = time.monotonic()
    _, status, usage = os.wait4(subprocess.Popen([LYDIAN, *words], stderr=complaints).pid, 0)
    code = os.waitstatus_to_exitcode(status)
    if code not in (0, 2):
        sys.exit(f"bench: exit code {code} from lydian {' '.join(words)}")
    return code, time.monotonic() - begin, usage.ru_maxrss


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.glob("*suite.json")}


def mean(values):
    values = list(values)
    return sum(values) / len(values)


def commit():
    words = ["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"]
    return subprocess.run(words, stdout=subprocess.PIPE, text=True, check=False).stdout.strip() or "unknown"


def machine():
    model = platform.processor()
    cpuinfo = pathlib.Path("/proc/cpuinfo")
    if cpuinfo.exists():
        lines = [line for line in cpuinfo.read_text().splitlines() if line.startswith("model name")]
        model = lines[0].split(":", 1)[1].strip() if lines else model
    return {"cpu": model, "cores": os.cpu_count(), "system": platform.system(), "python": platform.python_version()}


def write(figures):
    folder = ROOT / "bench" / "results"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{figures['date']}-{figures['commit']}.json"
    path.write_text(json.dumps(figures, indent=1) + "\n")
    return path


if __name__ == "__main__":
    main()
