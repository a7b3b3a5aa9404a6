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

import collections
import os
import pathlib
import struct
import sys
import tempfile

import cover_table
from fuzzing import Call, build_fuzzer, build_replay, run

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
        command += ["--cflags", " ".join(FLAGS), "--link", self.archive]
        return cover_table.cover(command, self.libm, out)

    def counted(self, function, call, out):
        """The build that counts: the file with --coverage, the rest as it is."""
        run(["gcc", "-O0", "--coverage", *FLAGS, "-c", self.source(function), "-o", out / "target.o"], self.libm)
        build_replay(out, call, ".c", [self.archive])

    def fuzzer(self, function, call, out):
        """Builds the fuzzer, in which only the target is instrumented."""
        flags = ["-O1", "-g0", *FLAGS, "-fsanitize=fuzzer-no-link"]
        run(["clang-19", *flags, "-c", self.source(function), "-o", out / "fuzzed.o"], self.libm)
        build_fuzzer(out, call, ".c", [self.archive])

    def call(self, function, _report):
        """The call with as many doubles as are passed, and with a place for what it writes."""
        kinds, passed, count = function.arguments
        body = f"double x[{count}], out[8] = {{0}}; memcpy(x, bytes, sizeof x); (void){function.symbol}({passed});"
        return Call(f"{function.returns} {function.symbol}({kinds});", body, 8 * count)

    def symbol(self, function, _report):
        """The name of the function in the object."""
        return function.symbol

    def records(self, function, report):
        """Lydian's inputs as records: the arguments that are passed by value."""
        for entry in report["inputs"]:
            words = [int(v["bits"], 16) for v in entry["values"][: function.arguments[2]]]
            yield struct.pack(f"<{len(words)}Q", *words)

    def seed(self, function, _report):
        """The record with which libFuzzer begins."""
        return struct.pack("<d", 1.0) * function.arguments[2]


def claims(rows, total):
    """What must hold, and whether it does. Sums are claimed for all 40 functions only."""
    found = [
        ("mean time at most 0.5 s", total["mean_seconds"] <= 0.5),
        ("fewer than 12 inputs on average", total["mean_inputs"] < 12),
        cover_table.nothing_contradicted(rows),
    ]
    if len(rows) == len(functions()):
        found += [
            (f"gcov counts {ALL} branches", total["branches"] == ALL),
            (f"at least 890 of the {REACHABLE} reachable branches", total["taken"] >= 890),
            ("mean branch coverage at least 96.5 %", total["coverage"] >= 96.5),
            ("at least 4 proved infeasible", total["infeasible"] >= 4),
        ]
    return found


def chosen(arguments):
    """The functions that are measured."""
    names = arguments.names or (QUICK if arguments.quick else [f.name for f in functions()])
    found = [f for f in functions() if f.name in names or f.file in names or f.symbol in names]
    return found or sys.exit(f"no function is called {', '.join(names)}")


def main():
    arguments = cover_table.arguments_of(__doc__.splitlines()[0])
    before = os.getloadavg()[0]
    with tempfile.TemporaryDirectory(prefix="lydian-cover-") as folder:
        bench = Bench(pathlib.Path(folder), arguments.lydian.resolve())
        rows = cover_table.make(bench, chosen(arguments), not arguments.quick)
    return cover_table.finish(rows, claims, before, "cover")


if __name__ == "__main__":
    sys.exit(main())
