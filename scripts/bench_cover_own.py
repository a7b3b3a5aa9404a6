#!/usr/bin/env python3
"""Branch coverage of the project's own test functions: `lydian cover` beside libFuzzer, both counted by gcov.

    scripts/bench_cover_own.py [--quick] [--lydian PROGRAM] [NAME...]      such as: scripts/bench_cover_own.py waves

The functions are those of crates/cli/tests/cover, in C, C++ and Fortran, with pointers, arrays and structures. Each is
covered once by Lydian; then libFuzzer gets the same time and ten times the time, without its compilation. All inputs
are replayed in one build by gcc, g++ or gfortran with --coverage, which counts the branches of the function itself.
A side that stays open must be explained: the reason is the one that the table OPEN of crates/cli/tests/cover.rs gives.
`--quick` leaves the fuzzer out. The table is printed, and written as JSON to bench/results/cover_own.json.
The exit code is 1 if a claim does not hold.
"""

import collections
import os
import pathlib
import re
import sys
import tempfile

import cover_table
from fuzzing import Call, build_fuzzer, build_replay, declared, prototype, run

TESTS = cover_table.ROOT / "crates" / "cli" / "tests"
# The functions of a file, with their options.
FUNCTIONS = {
    "reals.c": "waves, half_sine, on_circle, nested, narrow, product_and_sum, classify, absorbed, power_band, single",
    "solvers.c": "quadratic, cubic, newton_root, bisect, logistic, collatz",
    "geometry.c": "orientation, triangle, circles, overlap, table, series --array v=5",
    "mixed.c": "boils, take_apart, days, rounded, years, checksum, extended",
    "hard.c": "word --array s=4, two_waves, flags, remainders, scattered, three",
    "textbook.c": "from_double, from_float, from_int, from_pointer, never",
    "classes.cpp": "shapes::divide, shapes::smooth, crossing",
    "numeric.f90": "interpolate, divisor, phase",
}
ENOUGH = 25
WIDTH = 15
UNEXPLAINED = "unexplained"

# How C calls the kinds of numbers that a Fortran function has.
NUMBERS = {"f32": "float", "f64": "double", "i32": "int"}
# The number one, by kind; for other kinds, which are integers, it is the integer.
ONES = {"f32": 0x3F800000, "f64": 0x3FF0000000000000, "f80": 0x3FFF8000000000000000}
# The compiler that counts, and what links with its objects. The harness may define again what the target defines: it
# includes the same file for its types. The first definition counts, which is the target's.
COUNTED = {".c": "gcc", ".cpp": "g++", ".f90": "gfortran"}
LINKED = {".c": ["-Wl,-z,muldefs"], ".cpp": ["-Wl,-z,muldefs"], ".f90": []}

Function = collections.namedtuple("Function", "name path options")
# A number in a record: how it is named in a report, its kind, and where its bytes are.
Number = collections.namedtuple("Number", "name kind offset size")


def functions():
    """The functions of the table."""
    found = []
    for file, calls in FUNCTIONS.items():
        for name, *options in (call.split() for call in calls.split(", ")):
            found.append(Function(name, TESTS / "cover" / file, options))
    return found


def reasons():
    """Why a side of a function is open, by file and function: the table of the test."""
    text = (TESTS / "cover.rs").read_text()
    row = re.compile(r'\(\s*"([^"]+)",\s*"([^"]+)",\s*\[\d+, \d+\],\s*"([^"]+)",?\s*\)')
    return {(file, call.split()[0]): why for file, call, why in row.findall(text)}


class Bench:
    """How the functions are covered, built and called."""

    def __init__(self, folder, lydian):
        self.folder, self.lydian = folder, lydian

    def cover(self, function, out):
        """Lydian's report, seconds by the clock, and seconds of processor."""
        command = [self.lydian, "cover", function.path, "--function", function.name, *function.options]
        return cover_table.cover(command, out, out)

    def counted(self, function, call, out):
        """The build that counts."""
        kind = function.path.suffix
        run([COUNTED[kind], "-O0", "--coverage", "-w", "-c", function.path, "-o", "target.o"], out)
        build_replay(out, call, language(function), LINKED[kind])

    def fuzzer(self, function, call, out):
        """Builds the fuzzer, in which only the target is instrumented. Fortran comes as bitcode.

        Without optimisation, which would turn branches into selections that the fuzzer does not see.
        """
        source, compiler = function.path, "clang++-19" if function.path.suffix == ".cpp" else "clang-19"
        if source.suffix == ".f90":
            run(["flang-new-19", "-O0", "-c", "-emit-llvm", source, "-o", "target.bc"], out)
            source = "target.bc"
        run([compiler, "-O0", "-g0", "-w", "-fsanitize=fuzzer-no-link", "-c", source, "-o", "fuzzed.o"], out)
        build_fuzzer(out, call, language(function), LINKED[function.path.suffix])

    def call(self, function, report):
        """The call: every argument is an array, whose numbers are filled from the record."""
        numbers = layout(report)
        written = fortran if function.path.suffix == ".f90" else c
        head, arrays, statement = written(function, report, numbers)
        fills = [f"memcpy(&{place(n.name)}, bytes + {n.offset}, {n.size});" for n in numbers]
        return Call(head, "\n    ".join([*arrays, *fills, statement]), numbers[-1].offset + numbers[-1].size)

    def symbol(self, _function, report):
        """The name of the function in the object."""
        return report["branches"][0]["function"]

    def records(self, _function, report):
        """Lydian's inputs as records."""
        for entry in report["inputs"]:
            yield b"".join(bytes.fromhex(v["bits"])[::-1] for v in entry["values"])

    def seed(self, _function, report):
        """The record with which libFuzzer begins: ones."""
        return b"".join(ONES.get(n.kind, 1).to_bytes(n.size, "little") for n in layout(report))


def language(function):
    """The language of the harness."""
    return ".cpp" if function.path.suffix == ".cpp" else ".c"


def layout(report):
    """The numbers of a record, in the order of the report's values."""
    numbers, offset = [], 0
    for value in report["inputs"][0]["values"]:
        numbers.append(Number(value["name"], value["kind"], offset, len(value["bits"]) // 2))
        offset += numbers[-1].size
    return numbers


def place(name):
    """A number of the report in the arrays of the harness: `p.x` is `p[0].x`, and `v[3]` is `v[3]`."""
    root, rest = re.match(r"(\w+)(.*)", name).groups()
    return name if rest.startswith("[") else f"{root}[0]{rest}"


def c(function, _report, _numbers):
    """Head, arrays and call for C and C++. The file is included for its types; its function has another name there."""
    *spaces, name = function.name.split("::")
    _, parameters = prototype(function.path, name, function.path.read_text())
    _, lengths = declared(function.options)
    head = [f"#define {name} included_{name}", f'#include "{function.path}"', f"#undef {name}"]
    again = f"extern __typeof__(included_{name}) {name};"
    head += [f"namespace {s} {{ {again} }} using namespace {s};" for s in spaces] or [again]
    arrays = [f"{kind} {variable}[{lengths.get(variable, 1)}] = {{}};" for kind, _, variable in parameters]
    passed = ", ".join(variable if mark == "*" else f"{variable}[0]" for _, mark, variable in parameters)
    statement = f"(void){function.name}({passed});"
    if function.path.suffix == ".cpp":
        statement = f"try {{ {statement} }} catch (...) {{}}"
    return "\n".join(head), arrays, statement


def fortran(_function, report, numbers):
    """Head, arrays and call for Fortran, whose arguments are addresses."""
    arrays = {}
    for number in numbers:
        arrays.setdefault(number.name.split("[")[0], []).append(NUMBERS[number.kind])
    symbol = report["branches"][0]["function"]
    result = report["inputs"][0]["observed"][0]
    returns = NUMBERS[result["kind"]] if result["name"] == "result" else "void"
    head = f"{returns} {symbol}({', '.join(f'{kinds[0]} *' for kinds in arrays.values())});"
    declarations = [f"{kinds[0]} {name}[{len(kinds)}];" for name, kinds in arrays.items()]
    return head, declarations, f"(void){symbol}({', '.join(arrays)});"


def explain(rows, measured):
    """Gives every row the lines with a side that stays open, with their reasons, and prints them."""
    known = reasons()
    for row, function in zip(rows, measured):
        why = known.get((function.path.name, function.name), UNEXPLAINED)
        row["file"] = function.path.name
        row["open"] = {line: why for line in row["unreached_lines"]}
        # What gcov does not see taken must be open or infeasible for Lydian, too.
        row["open"] |= {line: UNEXPLAINED for line in row["unaccounted_lines"]}
        for line, reason in row["open"].items():
            print(f"open: {function.name}, {function.path.name}:{line}: {reason}")


def claims(rows, total):
    """What must hold, and whether it does. Sums are claimed for the whole table only."""
    explained = all(UNEXPLAINED not in row["open"].values() for row in rows)
    found = [("every side that stays open is explained", explained), cover_table.nothing_contradicted(rows)]
    if len(rows) == len(functions()):
        found.append((f"at least {ENOUGH} functions", len(rows) >= ENOUGH))
        if "libfuzzer" in total:
            more = total["taken"] >= total["libfuzzer"]
            found.append(("at least as many branches as libFuzzer in the same time", more))
    return found


def chosen(arguments):
    """The functions that are measured."""
    found = [f for f in functions() if not arguments.names or {f.name, f.path.name} & set(arguments.names)]
    return found or sys.exit(f"no function is called {', '.join(arguments.names)}")


def main():
    arguments = cover_table.arguments_of(__doc__.splitlines()[0])
    before, measured = os.getloadavg()[0], chosen(arguments)
    with tempfile.TemporaryDirectory(prefix="lydian-cover-") as folder:
        bench = Bench(pathlib.Path(folder), arguments.lydian.resolve())
        rows = cover_table.make(bench, measured, not arguments.quick, WIDTH)
    explain(rows, measured)
    return cover_table.finish(rows, claims, before, "cover_own", WIDTH)


if __name__ == "__main__":
    sys.exit(main())
