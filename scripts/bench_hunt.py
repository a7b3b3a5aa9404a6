#!/usr/bin/env python3
"""Functions of the C library: how much of the true largest error does `lydian hunt` find?

    scripts/bench_hunt.py [--calls N] [--seed S] [NAME...]
    scripts/bench_hunt.py --truth [NAME...]
    scripts/bench_hunt.py --binary64 [--calls N] [--seed S] [NAME...]

By default: functions of one argument in binary32, where the truth is known, since all inputs have been tried
(bench/hunt/worst_binary32.json). Each is hunted with N calls (4000000) over its whole domain; beside it stands the
largest error of as many inputs that are drawn at random, every float as likely as any other. Seconds are those of the
clock and those of all processors together, and include building the subject; on a busy machine only the latter tell.
With --truth all inputs are tried again, in half a minute to two minutes a function on two cores, and the file is
written: needed for another library or processor, as glibc chooses its code by that.
With --binary64: the same functions in binary64 (2000000 calls), where nobody knows the truth. Beside the largest error
stand those at the worst inputs that were published for GNU libc (bench/hunt/published.json).
LYDIAN in the environment names another program than target/release/lydian, CC another compiler than cc. The numbers are
written as JSON to bench/results/hunt-FORMAT.json.
The exit code is 1 if less than 99 % of a true largest error is found. Seconds and calls a second are only shown.
"""

import argparse
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "bench" / "hunt"
LYDIAN = pathlib.Path(os.environ.get("LYDIAN", ROOT / "target" / "release" / "lydian"))
LIBRARY = "libm.so.6"
# The share of the true largest error that must be found.
LEAST = 0.99
# What is acceptable: more than any of these functions has, so that no answer counts as wrong.
MARGIN = 64

MAX32, MAX64 = "0x1.fffffep127", "0x1.fffffffffffffp1023"
# Domains: where the value is finite and neither overflows nor is less than the least positive number.
BINARY32 = {
    "exp": ("-0x1.9d1d9ep+6", "0x1.62e42ep+6"),
    "exp2": ("-149", "0x1.fffffep+6"),
    "exp10": ("-0x1.66d3e6p+5", "0x1.344134p+5"),
    "expm1": ("-" + MAX32, "0x1.62e42ep+6"),
    "log": ("0x1p-149", MAX32),
    "log2": ("0x1p-149", MAX32),
    "log10": ("0x1p-149", MAX32),
    "log1p": ("-0x1.fffffep-1", MAX32),
    "sin": ("-" + MAX32, MAX32),
    "cos": ("-" + MAX32, MAX32),
    "tan": ("-" + MAX32, MAX32),
    "asin": ("-1", "1"),
    "acos": ("-1", "1"),
    "atan": ("-" + MAX32, MAX32),
    "sinh": ("-0x1.65a9f8p+6", "0x1.65a9f8p+6"),
    "cosh": ("-0x1.65a9f8p+6", "0x1.65a9f8p+6"),
    "tanh": ("-" + MAX32, MAX32),
    "asinh": ("-" + MAX32, MAX32),
    "acosh": ("1", MAX32),
    "atanh": ("-0x1.fffffep-1", "0x1.fffffep-1"),
    "cbrt": ("-" + MAX32, MAX32),
    "erf": ("-" + MAX32, MAX32),
    "erfc": ("-" + MAX32, "0x1.40a27ap+3"),
    "tgamma": ("0x1.000008p-128", "0x1.18521ep+5"),
    "lgamma": ("0x1p-149", "0x1.895f1ap+121"),
}
BINARY64 = {
    "exp": ("-745", "709.75"),
    "exp2": ("-1074", "0x1.fffffffffffffp9"),
    "exp10": ("-323", "308.25"),
    "expm1": ("-" + MAX64, "709.75"),
    "log": ("0x1p-1074", MAX64),
    "log2": ("0x1p-1074", MAX64),
    "log10": ("0x1p-1074", MAX64),
    "log1p": ("-0x1.fffffffffffffp-1", MAX64),
    "sin": ("-" + MAX64, MAX64),
    "cos": ("-" + MAX64, MAX64),
    "tan": ("-" + MAX64, MAX64),
    "asin": ("-1", "1"),
    "acos": ("-1", "1"),
    "atan": ("-" + MAX64, MAX64),
    "sinh": ("-710.4375", "710.4375"),
    "cosh": ("-710.4375", "710.4375"),
    "tanh": ("-" + MAX64, MAX64),
    "asinh": ("-" + MAX64, MAX64),
    "acosh": ("1", MAX64),
    "atanh": ("-0x1.fffffffffffffp-1", "0x1.fffffffffffffp-1"),
    "cbrt": ("-" + MAX64, MAX64),
    "erf": ("-" + MAX64, MAX64),
    "erfc": ("-" + MAX64, "26.5"),
    "tgamma": ("-20", "171"),
    "lgamma": ("-20", "1000"),
}
# Poles are no inputs.
CONDITIONS = {name: "where x > 0 or x != floor(x)" for name in ("tgamma", "lgamma")}


def hunt(name, format_, bounds, calls, seed):
    """Report of a hunt for errors of a function of the library, its seconds, and those of all processors."""
    kind, end = ("float", "f") if format_ == "binary32" else ("double", "")
    condition = CONDITIONS.get(name, "") if bounds[0].startswith("-") and bounds[0] != bounds[1] else ""
    spec = (f"spec f(x in [{bounds[0]}, {bounds[1]}]) precision {format_} accuracy ulps {MARGIN} "
            f"outside unspecified {condition} {{ {name}(x) }}\n")
    with tempfile.TemporaryDirectory(prefix="lydian-hunt-") as folder:
        file, out = pathlib.Path(folder, "f.lyd"), pathlib.Path(folder, "hunt.json")
        file.write_text(spec)
        words = ["hunt", file, "--subject", f"{LIBRARY}:{name}{end}", "--signature", f"{kind} {name}{end}({kind})",
                 "--calls", calls, "--seed", seed, "--out", out, "--quiet"]
        begin, before = time.time(), processor_seconds()
        done = subprocess.run([str(LYDIAN), *map(str, words)], capture_output=True, text=True)
        seconds, processor = time.time() - begin, processor_seconds() - before
        if done.returncode not in (0, 1):
            sys.exit(f"lydian {' '.join(map(str, words))}: exit {done.returncode}\n{spec}{done.stderr}")
        return json.loads(out.read_text()), seconds, processor


def processor_seconds():
    """Of all children that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def ulps_of(report):
    """The largest error; an answer that is no number has an infinite one."""
    ulps = report["worst"]["ulps"]
    return float("inf") if ulps is None else ulps


def built(folder):
    """The program that tries all inputs."""
    program = pathlib.Path(folder, "worst_binary32")
    source = FOLDER / "worst_binary32.c"
    subprocess.run([os.environ.get("CC", "cc"), "-O2", "-std=gnu11", "-pthread", source, "-o", program, "-lm"], check=True)
    return program


def errors(program, *words):
    """What that program says."""
    return json.loads(subprocess.run([program, *map(str, words)], check=True, capture_output=True, text=True).stdout)


def find_truth(names):
    """Tries all inputs and writes the file after each function."""
    file = FOLDER / "worst_binary32.json"
    known = json.loads(file.read_text()) if file.exists() else {}
    with tempfile.TemporaryDirectory(prefix="lydian-hunt-") as folder:
        program = built(folder)
        for name in names:
            known[name] = errors(program, "all", name, *BINARY32[name])
            print(f"{name:8}{known[name]['worst_ulps']:12.6f} at {known[name]['at']:18}{known[name]['seconds']:8.1f} s",
                  flush=True)
            lines = [f'  "{key}": {json.dumps(known[key])}' for key in BINARY32 if key in known]
            file.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    return 0


def compare_binary32(names, options):
    """Hunts beside the truth and beside random inputs."""
    truth = json.loads((FOLDER / "worst_binary32.json").read_text())
    print(f"{'binary32':9}{'true worst':>11}{'at':>17}{'near worst':>11}{'hunt':>10}{'share':>9}{'seconds':>8}"
          f"{'processor':>10}{'calls/s':>9}{'random':>10}{'share':>9}")
    rows, failed = [], []
    with tempfile.TemporaryDirectory(prefix="lydian-hunt-") as folder:
        program = built(folder)
        for name in (name for name in names if name in truth):
            true = truth[name]
            report, seconds, processor = hunt(name, "binary32", BINARY32[name], options.calls, options.seed)
            found = ulps_of(report)
            random = errors(program, "random", name, *BINARY32[name], options.calls, options.seed)["worst_ulps"]
            share, random_share = found / true["worst_ulps"], random / true["worst_ulps"]
            print(f"{name:9}{true['worst_ulps']:11.5f}{true['at']:>17}{true['near_worst']:11}{found:10.5f}"
                  f"{100 * share:8.2f}%{seconds:8.1f}{processor:10.1f}{report['calls'] / seconds:9.0f}{random:10.5f}"
                  f"{100 * random_share:8.2f}%", flush=True)
            rows.append({"function": name, "true": true["worst_ulps"], "hunt": found, "share": share,
                         "at": report["worst"]["inputs"][0]["hex"], "seconds": seconds, "processor": processor,
                         "calls": report["calls"], "random": random})
            if share < LEAST:
                failed.append(f"{name}: {100 * share:.2f} % of the largest error is found, {100 * LEAST:.0f} % wanted")
            if share > 1.001:
                failed.append(f"{name}: more than the largest error is found: the file is of another library or processor")
    print(f"at least 99 %: hunt {sum(r['share'] >= LEAST for r in rows)} of {len(rows)}, random inputs "
          f"{sum(r['random'] >= LEAST * r['true'] for r in rows)}; {sum(r['seconds'] for r in rows):.0f} s of hunts, "
          f"{sum(r['processor'] for r in rows):.0f} s of processors; the longest {max(r['seconds'] for r in rows):.1f} s and "
          f"{max(r['processor'] for r in rows):.1f} s")
    return rows, failed


def compare_binary64(names, options):
    """Hunts beside what was published."""
    published = json.loads((FOLDER / "published.json").read_text())["functions"]
    print(f"{'binary64':9}{'hunt':>10}{'at':>25}{'seconds':>8}{'processor':>10}{'published':>11}{'there, here':>13}  published input")
    rows = []
    for name in names:
        report, seconds, processor = hunt(name, "binary64", BINARY64[name], options.calls, options.seed)
        found, at, other = ulps_of(report), report["worst"]["inputs"][0]["hex"], published[name]
        there = ulps_of(hunt(name, "binary64", (other["at"], other["at"]), 1, 1)[0])
        said = "-" if other["ulps"] is None else f"{other['ulps']:.4f}"
        print(f"{name:9}{found:10.5f}{at:>25}{seconds:8.1f}{processor:10.1f}{said:>11}{there:13.5f}  {other['at']}", flush=True)
        rows.append({"function": name, "hunt": found, "at": at, "seconds": seconds, "processor": processor,
                     "unjudged": report["unjudged"],
                     "published": other["ulps"], "published_at": other["at"], "there": there})
    print(f"at least as large as at the published input: {sum(r['hunt'] >= r['there'] for r in rows)} of {len(rows)}; "
          f"at least 99 % of it: {sum(r['hunt'] >= LEAST * r['there'] for r in rows)}")
    return rows, []


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--truth", action="store_true", help="try all inputs and write the file")
    parser.add_argument("--binary64", action="store_true")
    parser.add_argument("--calls", type=int, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("names", nargs="*", metavar="NAME")
    options = parser.parse_args()
    format_, table = ("binary64", BINARY64) if options.binary64 else ("binary32", BINARY32)
    names = options.names or list(table)
    unknown = [name for name in names if name not in table]
    if unknown:
        parser.error(f"no such function: {', '.join(unknown)}")
    if options.truth:
        return find_truth(names)
    options.calls = options.calls or (2_000_000 if options.binary64 else 4_000_000)
    compare = compare_binary64 if options.binary64 else compare_binary32
    rows, failed = compare(names, options)
    out = ROOT / "bench" / "results"
    out.mkdir(parents=True, exist_ok=True)
    report = {"calls": options.calls, "seed": options.seed, "rows": rows}
    (out / f"hunt-{format_}.json").write_text(json.dumps(report, indent=1))
    print("\n".join(f"FAILS: {text}" for text in failed) or "all claims hold")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
