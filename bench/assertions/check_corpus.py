#!/usr/bin/env python3
"""Checks the verdicts of the corpus by running its programs.

    check_corpus.py [--calls N] [--seed S] [--exhaustive] [NAME...]

Every unsafe program must return 1 on the input in its head, compiled by gcc and by clang without optimisation.
Every safe program is called with millions of seeded inputs, random and structured, and must never return 1.
With --exhaustive, safe programs of one argument with 32 bits are called with all inputs instead.
The split must be the one that alternates by sorted name within each kind; --write-split writes it.
The exit code is 1 if something does not hold.
"""

import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SPLIT = HERE / "split.json"
KINDS = ("safe", "unsafe")
ASSERTION = re.compile(r"^( *)(if \(!\(.+\)\) return 1;  /\* assert \*/)$", re.M)
SIGNATURE = re.compile(r"^(int|float|double) check\((.*)\) \{$", re.M)
NUMBER = re.compile(r"(?<![\w.])(0x[0-9a-f.]+p[+-]?\d+|\d+\.\d*(?:e[+-]?\d+)?|\d+(?:e[+-]?\d+)?)", re.I)
# Each of several million attacks on a safe program should get to its assertion; so many must.
ENOUGH = 10000

Program = collections.namedtuple("Program", "name kind text head parameters")

# What calls the function: `fill_TYPE` makes one argument, from numbers of the source and from earlier arguments.
HARNESS = r"""
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long long reached;
@SOURCE@
static const double pool[] = {@POOL@ 0.0, 1.0, 0.5, DBL_MAX, FLT_MAX, DBL_MIN, FLT_MIN, 0x1p-1074, INFINITY, NAN};
enum { OWN = @OWN@, ALL = sizeof pool / sizeof *pool };
static uint64_t state = @SEED@;
static double earlier[16];
static int filled;

static uint64_t random_bits(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state * 0x2545F4914F6CDD1Du;
}
static double unit(void) { return (double)(random_bits() >> 11) * 0x1p-53; }
static double constant(void) {
    uint64_t r = random_bits() >> 8;
    double c = pool[OWN && r % 8 ? (r >> 4) % OWN : (r >> 4) % ALL];
    return r & 8 ? -c : c;
}
static int few(void) {
    int n = 0;
    while (n < 40 && random_bits() >> 62) n++;
    return random_bits() >> 63 ? n : -n;
}
#define FLOATS(TYPE, WORD, BITS)                                                     \
    static WORD word_##TYPE(TYPE x) { WORD w; memcpy(&w, &x, sizeof w); return w; }  \
    static TYPE of_##TYPE(WORD w) { TYPE x; memcpy(&x, &w, sizeof x); return x; }    \
    static TYPE between_##TYPE(TYPE a, TYPE b) {                                     \
        WORD low = word_##TYPE(fabs(a)), high = word_##TYPE(fabs(b));                \
        WORD step = high - low;                                                      \
        TYPE x = of_##TYPE(low + (step ? (WORD)random_bits() % step : 0));           \
        return a < 0 ? -x : x;                                                       \
    }                                                                                \
    static TYPE fill_##TYPE(void) {                                                  \
        TYPE a = constant(), b = constant();                                         \
        int from = filled ? random_bits() >> 32 : 0;                                 \
        TYPE before = filled ? earlier[(unsigned)from % filled] : a;                 \
        switch ((random_bits() >> 16) % 9) {                                         \
        case 0: return of_##TYPE(word_##TYPE(a) + few());                            \
        case 1: case 2: return a + unit() * (b - a);                                 \
        case 3: return between_##TYPE(a, b);                                         \
        case 4: return of_##TYPE(random_bits());                                     \
        case 5: return of_##TYPE(word_##TYPE(before) + few());                       \
        case 6: return ldexp(before, few());                                         \
        case 7: return ldexp((double)(random_bits() >> 56) * (random_bits() >> 63 ? 1 : -1), few()); \
        default: return of_##TYPE(word_##TYPE(a) + ((WORD)1 << random_bits() % BITS) + few());       \
        }                                                                            \
    }
FLOATS(double, uint64_t, 52)
FLOATS(float, uint32_t, 23)
static double whole(double x) { return x >= -9e18 && x <= 9e18 ? x : 0.0; }
static long long fill_long(void) {
    double a = whole(constant()), b = whole(constant());
    switch ((random_bits() >> 16) % 5) {
    case 0: return (long long)a + few();
    case 1: return (long long)(a + unit() * (b - a));
    case 2: return (long long)random_bits() >> (random_bits() >> 58);
    case 3: return (1ll << random_bits() % 62) + (1ll << random_bits() % 62) + few();
    default: return few();
    }
}
static int fill_int(void) { return (int)fill_long(); }

static int call(int show) {
    @DECLARE@
    if (check(@NAMES@) != 1) return 0;
    if (show) @PRINT@
    return 1;
}
static int every(void) {
    for (uint64_t word = 0; word <= UINT32_MAX; word++) {
        @FIRST@ x;
        memcpy(&x, &word, 4);
        if (check(@ONLY@) == 1) return printf("word %x\n", (unsigned)word), 1;
    }
    return 0;
}
int main(int count, char **arguments) {
    unsigned long long calls = strtoull(arguments[1], 0, 10), failed = 0;
    if (count > 2) failed = every();
    else for (unsigned long long i = 0; i < calls; i++) failed += call(failed == 0);
    printf("%llu %llu\n", reached, failed);
}
"""
# How a failing argument is printed.
FORMATS = {"double": "%a", "float": "%a", "int": "%d", "long long": "%lld"}


def read(path):
    """The program of a file, whose form is checked."""
    text = path.read_text()
    head = re.match(rf"// {path.parent.name}: (.+)\n", text)
    found = SIGNATURE.findall(text)
    if not head or len(found) != 1 or len(ASSERTION.findall(text)) != 1 or text.count("/* assert */") != 1:
        sys.exit(f"{path}: not of the form that README.md describes")
    parameters = [tuple(p.rsplit(" ", 1)) for p in found[0][1].split(", ")]
    return Program(path.stem, path.parent.name, text, head[1], parameters)


def programs(names):
    """The programs with these names, or all."""
    found = [read(path) for kind in KINDS for path in sorted((HERE / kind).glob("*.c"))]
    return [p for p in found if not names or p.name in names] or sys.exit("no program has such a name")


def split():
    """The halves: names alternate within each kind."""
    halves = {"open": [], "blind": []}
    for kind in KINDS:
        for place, path in enumerate(sorted((HERE / kind).glob("*.c"))):
            halves["blind" if place % 2 else "open"].append(f"{kind}/{path.stem}")
    return halves


def compiled(folder, compiler, text, flags):
    """Compiles a text to a program."""
    (folder / "attack.c").write_text(text)
    command = [compiler, *flags, "-w", "-ffp-contract=off", "attack.c", "-o", "attack", "-lm"]
    subprocess.run(command, cwd=folder, check=True)
    return folder / "attack"


def witnessed(folder, program):
    """Whether the input in the head fails, by both compilers. NaN is written nan."""
    values = dict(part.split(" = ") for part in program.head.split(", ") if " = " in part)
    if set(values) != {name for _, name in program.parameters}:
        return False
    passed = ", ".join(values[name].replace("nan", "(0.0 / 0.0)") for _, name in program.parameters)
    text = f"{program.text}\nint main(void) {{ return check({passed}) != 1; }}\n"
    built = (compiled(folder, compiler, text, ["-O0"]) for compiler in ("gcc", "clang-19"))
    return all(subprocess.run([path], check=False).returncode == 0 for path in built)


def attack(folder, program, arguments, every):
    """Calls the program often: how often the assertion was reached, how often it failed, and a failing input."""
    body = program.text[program.text.index("check(") :]
    pool = [n for n in dict.fromkeys(NUMBER.findall(body)) if float_of(n) != 0.0]
    kinds = [kind for kind, _ in program.parameters]
    names = [name for _, name in program.parameters]
    shown = ", ".join(f"{name} = {FORMATS[kind]}" for kind, name in program.parameters)
    parts = {
        "SOURCE": ASSERTION.sub(r"\1reached++; \2", program.text),
        "POOL": "".join(f"{n}, " for n in pool),
        "OWN": str(len(pool)),
        "SEED": f"{arguments.seed * 0x9E3779B97F4A7C15 % 2**64}u",
        "DECLARE": "filled = 0;\n    " + "\n    ".join(declare(*p) for p in program.parameters),
        "NAMES": ", ".join(names),
        "PRINT": f'printf("{shown}\\n", {", ".join(names)});',
        "FIRST": kinds[0],
        "ONLY": ", ".join(["x"] * len(kinds)),
    }
    text = re.sub(r"@([A-Z]+)@", lambda found: parts[found[1]], HARNESS)
    built = compiled(folder, "gcc", text, ["-O2"])
    command = [built, str(arguments.calls), *(["every"] if every else [])]
    *shown, last = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    reached, failed = map(int, last.split())
    return reached, failed, " ".join(shown)


def float_of(number):
    """The value of a literal of C."""
    return float.fromhex(number) if number.lower().startswith("0x") else float(number)


def declare(kind, name):
    """Fills an argument, and keeps it for those that follow."""
    return f"{kind} {name} = fill_{kind.split()[0]}(); earlier[filled++] = {name};"


def judged(folder, program, arguments):
    """Whether the verdict of a program stood, and what was seen."""
    small = [kind for kind, _ in program.parameters] in (["float"], ["int"])
    every = arguments.exhaustive and small and program.kind == "safe"
    reached, failed, shown = attack(folder, program, arguments, every)
    if program.kind == "safe":
        return failed == 0 and (every or reached >= ENOUGH), f"{reached:10} reached, {failed} failed {shown}"
    return witnessed(folder, program), f"{reached:10} reached, {failed} failed {shown}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--calls", type=int, default=3000000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--exhaustive", action="store_true")
    parser.add_argument("--write-split", action="store_true")
    parser.add_argument("names", nargs="*", metavar="NAME")
    arguments = parser.parse_args()
    if arguments.write_split:
        SPLIT.write_text(json.dumps(split(), indent=2) + "\n")
    wrong = 0 if json.loads(SPLIT.read_text()) == split() else 1
    print("split.json", "differs" if wrong else "fits")
    with tempfile.TemporaryDirectory(prefix="lydian-assertions-") as folder:
        for program in programs(arguments.names):
            stood, seen = judged(pathlib.Path(folder), program, arguments)
            wrong += not stood
            print(f"{'holds' if stood else 'FAILS'}  {program.kind:6}  {program.name:24}  {seen}", flush=True)
    print(f"{wrong} of the verdicts do not hold" if wrong else "all verdicts hold")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
