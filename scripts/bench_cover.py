#!/usr/bin/env python3
"""Branch coverage of 40 functions of newlib's libm: `lydian cover` beside libFuzzer, both counted by gcov.

    scripts/bench_cover.py [--quick] [--lydian PROGRAM] [NAME...]      such as: scripts/bench_cover.py pow e_sqrt

The sources are those of Debian's package `newlib-source`: taken from /usr/src/newlib, or else fetched by `apt-get
download` into a temporary folder; nothing is installed, and nothing of them stays in the tree. Each function is covered
once by Lydian; then libFuzzer gets the same time and ten times the time, without its compilation. All inputs are
replayed in one build by gcc with --coverage, which counts the branches of the function itself.
`--quick` takes eight functions and no fuzzer. The table is printed, and written as JSON to bench/results/cover.json.
The exit code is 1 if a claim does not hold.
"""

import argparse
import collections
import json
import os
import pathlib
import resource
import shutil
import struct
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARBALLS = pathlib.Path("/usr/src/newlib")
PARTS = ["*/newlib/libm/math", "*/newlib/libm/common", "*/newlib/libc/include"]
# Freestanding, because clang's own <limits.h> would otherwise go on to that of the host.
FLAGS = ["-ffreestanding", "-fno-builtin", "-fno-strict-aliasing", "-w", "-Icommon", "-I../libc/include"]
ERRNO = "static int number; int *__errno(void) { return &number; }\n"
CALLED = "k_rem_pio2 k_sin k_tan s_copysign s_fabs s_finite s_fpclassify s_nan s_scalbn math_err".split()
QUICK = ["acos", "atan2", "hypot", "sqrt", "ceil", "expm1", "ilogb", "tanh"]
# Branches that gcov counts in all 40 functions, and those of them that round-to-nearest can take.
ALL, REACHABLE = 926, 897

# How the arguments of a function are declared and passed, by their number in a record of doubles.
ONE = ("double", "x[0]", 1)
TWO = ("double, double", "x[0], x[1]", 2)
OUT = ("double, double *", "x[0], out", 1)

# Name in the table, file, function, arguments, what it returns.
Function = collections.namedtuple("Function", "name file symbol arguments returns")


def functions():
    """The 40 functions of the published evaluation."""
    found = []
    for name in "acos acosh asin atan2 atanh cosh exp fmod hypot j0 y0 j1 y1 log log10 pow".split():
        found.append((name, "e_" + {"y0": "j0", "y1": "j1"}.get(name, name), "__ieee754_" + name))
    for name in "rem_pio2 remainder scalb sinh sqrt".split():
        found.append((name, "e_" + name, "__ieee754_" + name))
    found.append(("k_cos", "k_cos", "__kernel_cos"))
    plain = "asinh atan cbrt ceil cos erf erfc expm1 floor ilogb log1p logb modf nextafter rint sin tan tanh"
    for name in plain.split():
        found.append((name, "s_erf" if name == "erfc" else "s_" + name, name))
    shapes = {name: TWO for name in "atan2 fmod hypot pow remainder scalb k_cos nextafter".split()}
    shapes |= {name: OUT for name in ("rem_pio2", "modf")}
    integers = ("rem_pio2", "ilogb")
    return [Function(*f, shapes.get(f[0], ONE), "int" if f[0] in integers else "double") for f in found]


def run(command, folder, **options):
    """Runs a command that must succeed; its output."""
    done = subprocess.run(list(map(str, command)), cwd=folder, capture_output=True, text=True, **options)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\nfailed in {folder}:\n{done.stdout}{done.stderr}")
    return done.stdout


def tarball(folder):
    """The sources as Debian packs them."""
    found = sorted(TARBALLS.glob("newlib-*.tar.*"))
    if not found:
        run(["apt-get", "download", "newlib-source"], folder)
        run(["dpkg", "-x", next(folder.glob("newlib-source_*.deb")), folder], folder)
        found = sorted(folder.glob("usr/src/newlib/newlib-*.tar.*"))
    return found[-1] if found else sys.exit("newlib-source has no tarball of newlib")


def unpack(folder):
    """Unpacks what is needed; the folder libm."""
    run(["tar", "-xf", tarball(folder), "--wildcards", *PARTS], folder)
    return next(folder.glob("*/newlib/libm"))


class Bench:
    """The folders and programs of one run."""

    def __init__(self, folder, lydian):
        self.folder, self.lydian = folder, lydian
        self.libm = unpack(folder)
        self.archive = folder / "libm.a"
        self.build_archive()

    def source(self, function):
        """The file of a function, from the folder libm."""
        places = [pathlib.Path(d) / f"{function.file}.c" for d in ("math", "common")]
        return next(p for p in places if (self.libm / p).exists())

    def build_archive(self):
        """Builds what is linked: the files of the functions, and those that they call."""
        objects = self.folder / "objects"
        objects.mkdir()
        (self.folder / "errno.c").write_text(ERRNO)
        names = sorted({f.file for f in functions()} | set(CALLED))
        files = [next(self.libm.glob(f"*/{name}.c")) for name in names] + [self.folder / "errno.c"]
        run(["gcc", "-O1", "-fPIC", *[f.replace("-I", f"-I{self.libm}/") for f in FLAGS], "-c", *files], objects)
        run(["ar", "rcs", self.archive, *sorted(objects.glob("*.o"))], self.folder)

    def cover(self, function, out):
        """Lydian's report, seconds by the clock, and seconds of processor."""
        command = [self.lydian, "cover", self.source(function), "--function", function.symbol]
        command += ["--cflags", " ".join(FLAGS), "--link", self.archive, "--out", out / "cover.json"]
        began, spent = time.monotonic(), processor()
        done = subprocess.run(list(map(str, command)), cwd=self.libm, capture_output=True, text=True, check=False)
        seconds, spent = time.monotonic() - began, processor() - spent
        if done.returncode not in (0, 3):
            sys.exit(f"lydian cover {function.symbol} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
        return json.loads((out / "cover.json").read_text()), seconds, spent

    def counted(self, function, out):
        """The build that counts: the file with --coverage, the rest as it is. A program that replays records."""
        run(["gcc", "-O0", "--coverage", *FLAGS, "-c", self.source(function), "-o", out / "target.o"], self.libm)
        (out / "replay.c").write_text(replay(function))
        # Not as a builtin: a call whose result nobody needs would be left out.
        run(["gcc", "-O1", "-fno-builtin", "-w", "-c", "replay.c", "-o", "main.o"], out)
        run(["gcc", "--coverage", "main.o", "target.o", self.archive, "-lm", "-o", "replay"], out)

    def taken(self, function, out, records):
        """How often each branch of the function is taken, by line and place in it."""
        (out / "target.gcda").unlink(missing_ok=True)
        run([out / "replay"], out, input=" ".join(r.hex() for r in records))
        text = run(["gcov", "-b", "-c", "--json-format", "--stdout", "-o", out / "target.gcno", "target.c"], self.libm)
        counts = {}
        for file in json.loads(text)["files"]:
            for line in file["lines"]:
                if line.get("function_name") == function.symbol:
                    counts |= {(line["line_number"], n): b["count"] for n, b in enumerate(line["branches"])}
        return counts

    def fuzzer(self, function, out):
        """Builds the fuzzer, in which only the target is instrumented."""
        flags = ["-O1", "-g0", *FLAGS]
        run(
            ["clang-19", *flags, "-fsanitize=fuzzer-no-link", "-c", self.source(function), "-o", out / "fuzzed.o"],
            self.libm,
        )
        (out / "fuzz.c").write_text(harness(function))
        run(["clang-19", "-O1", "-fno-builtin", "-w", "-c", "fuzz.c", "-o", "fuzz.o"], out)
        run(["clang-19", "-fsanitize=fuzzer", "fuzz.o", "fuzzed.o", self.archive, "-lm", "-o", "fuzz"], out)

    def fuzz(self, function, out, seconds):
        """The inputs that libFuzzer keeps after so many seconds."""
        length = 8 * function.arguments[2]
        corpus = out / "corpus"
        shutil.rmtree(corpus, ignore_errors=True)
        corpus.mkdir()
        (corpus / "seed").write_bytes(struct.pack("<d", 1.0) * function.arguments[2])
        command = ["./fuzz", "-use_value_profile=1", f"-max_len={length}", "-len_control=0", "-seed=1", "corpus"]
        with subprocess.Popen(command, cwd=out, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as child:
            try:
                child.wait(timeout=seconds)
            except subprocess.TimeoutExpired:
                child.kill()
        return [data for data in (f.read_bytes() for f in sorted(corpus.iterdir())) if len(data) == length]


def processor():
    """Seconds of processor that all children spent so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def declaration(function):
    """The function as C declares it, with a place for what it writes."""
    return f"#include <stdio.h>\n#include <string.h>\n{function.returns} {function.symbol}({function.arguments[0]});\n"


def replay(function):
    """A program that reads records in hexadecimal digits and calls the function with each."""
    _, passed, count = function.arguments
    return f"""{declaration(function)}
static unsigned char bytes[{8 * count}];
int main(void) {{
    unsigned b;
    for (;;) {{
        for (unsigned i = 0; i < sizeof bytes; i++) {{
            if (scanf("%2x", &b) != 1) return 0;
            bytes[i] = b;
        }}
        double x[{count}], out[8] = {{0}};
        memcpy(x, bytes, sizeof x);
        (void){function.symbol}({passed});
    }}
}}
"""


def harness(function):
    """The same call for libFuzzer: inputs of exactly one length."""
    _, passed, count = function.arguments
    return f"""{declaration(function)}
int LLVMFuzzerTestOneInput(const unsigned char *data, unsigned long size) {{
    double x[{count}], out[8] = {{0}};
    if (size != sizeof x) return 0;
    memcpy(x, data, sizeof x);
    (void){function.symbol}({passed});
    return 0;
}}
"""


def records(function, report):
    """Lydian's inputs as records: the arguments that are passed by value."""
    for entry in report["inputs"]:
        words = [int(v["bits"], 16) for v in entry["values"][: function.arguments[2]]]
        yield struct.pack(f"<{len(words)}Q", *words)


def sides(report, verdict):
    """Lines of the sides with a verdict, as often as there are such sides."""
    both = ((b["line"], b[side]["verdict"]) for b in report["branches"] for side in ("when_false", "when_true"))
    return collections.Counter(line for line, found in both if found == verdict)


def contradicted(proved, counts, everyone):
    """Lines with fewer branches that nobody takes than sides that are proved infeasible there."""
    idle = collections.Counter(line for line, n in counts if (line, n) not in everyone)
    return sorted(line for line, number in proved.items() if idle[line] < number)


def branches(counts):
    """The branches that were taken."""
    return {branch for branch, count in counts.items() if count}


def measure(bench, function, with_fuzzer):
    """One line of the table."""
    out = bench.folder / function.name
    out.mkdir()
    report, seconds, spent = bench.cover(function, out)
    bench.counted(function, out)
    counts = bench.taken(function, out, list(records(function, report)))
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
    }
    everyone = set(ours)
    if with_fuzzer:
        bench.fuzzer(function, out)
        for name, factor in (("libfuzzer", 1), ("libfuzzer_10", 10)):
            found = branches(bench.taken(function, out, bench.fuzz(function, out, factor * seconds)))
            row[name] = len(found)
            everyone |= found
        row["only_libfuzzer"] = sorted(f"{line}:{n}" for line, n in everyone - ours)
    row["contradicted"] = contradicted(sides(report, "infeasible"), counts, everyone)
    shutil.rmtree(out)
    return row


COLUMNS = ["function", "branches", "taken", "seconds", "inputs", "infeasible", "unreached", "libfuzzer", "libfuzzer_10"]


def line(row):
    """A line of the printed table."""
    cells = [f"{row.get(name, '-'):>{max(len(name), 6)}}" for name in COLUMNS[1:]]
    return "  ".join([f"{row['function']:10}", *cells])


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


def claims(rows, total):
    """What must hold, and whether it does. Sums are claimed for all 40 functions only."""
    found = [
        ("mean time at most 0.5 s", total["mean_seconds"] <= 0.5),
        ("fewer than 12 inputs on average", total["mean_inputs"] < 12),
        ("no branch that is proved infeasible was taken by anybody", not any(r["contradicted"] for r in rows)),
    ]
    if len(rows) == len(functions()):
        found += [
            (f"gcov counts {ALL} branches", total["branches"] == ALL),
            (f"at least 890 of the {REACHABLE} reachable branches", total["taken"] >= 890),
            ("mean branch coverage at least 96.5 %", total["coverage"] >= 96.5),
            ("at least 4 proved infeasible", total["infeasible"] >= 4),
        ]
    return found


def show(rows, total, held, load):
    """Prints what follows the table."""
    print(line(total))
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


def chosen(arguments):
    """The functions that are measured."""
    names = arguments.names or (QUICK if arguments.quick else [f.name for f in functions()])
    found = [f for f in functions() if f.name in names or f.file in names or f.symbol in names]
    return found or sys.exit(f"no function is called {', '.join(names)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--lydian", type=pathlib.Path, default=ROOT / "target" / "release" / "lydian")
    parser.add_argument("names", nargs="*", metavar="NAME")
    arguments = parser.parse_args()
    before, rows = os.getloadavg()[0], []
    print("  ".join([f"{'function':10}", *(f"{name:>6}" for name in COLUMNS[1:])]))
    with tempfile.TemporaryDirectory(prefix="lydian-cover-") as folder:
        bench = Bench(pathlib.Path(folder), arguments.lydian.resolve())
        for function in chosen(arguments):
            rows.append(measure(bench, function, not arguments.quick))
            print(line(rows[-1]), flush=True)
    total, load = totals(rows), (before, os.getloadavg()[0])
    held = claims(rows, total)
    show(rows, total, held, load)
    results = ROOT / "bench" / "results"
    results.mkdir(parents=True, exist_ok=True)
    result = {"load": load, "processors": os.cpu_count(), "rows": rows, "total": total, "claims": dict(held)}
    (results / "cover.json").write_text(json.dumps(result, indent=2) + "\n")
    return 0 if all(holds for _, holds in held) else 1


if __name__ == "__main__":
    sys.exit(main())
