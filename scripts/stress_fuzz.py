"""libFuzzer with the sanitizer for undefined behaviour on a function of the corpus of `lydian stress`.

The harness fills the arguments from the fuzzer's bytes: finite floats, within the ranges that the function declares.
The sanitizer goes on after a report, so that one run can meet every bug of a function; each place is reported once.
A result that is infinite or NaN is reported too, as a careful tester would.
"""

import collections
import os
import re
import selectors
import subprocess
import sys
import time

from fuzzing import declared, prototype

CHECKS = ["signed-integer-overflow", "unsigned-integer-overflow", "shift", "integer-divide-by-zero"]
CHECKS += ["float-divide-by-zero", "float-cast-overflow", "implicit-conversion", "bounds"]
# Operators whose death a result that is not finite betrays, without a line.
BETRAYED = {"fovflow", "funflow", "fnan", "div0"}
NOT_FINITE = "the result is not finite"
REPORT = re.compile(r"([^/\s]+):(\d+):(\d+): runtime error: (.*)")

# What a run saw: (line, message) by the second in which it came first; `line` is 0 for a result that is not finite.
# `missing` are the wanted mutants that nobody met.
Fuzzed = collections.namedtuple("Fuzzed", "reports missing seconds")

# Reads numbers from the fuzzer's bytes. A range is empty where none was declared.
# Raw values that lie in the range are taken as they are, so that the fuzzer's own values of interest arrive.
FILLING = r"""
#pragma clang attribute push(__attribute__((no_sanitize("all"))), apply_to = function)
#define FILL static __attribute__((overloadable)) void fill
static const unsigned char *bytes;
static unsigned long left;
static void take(void *to, unsigned long size) {
    unsigned long given = size < left ? size : left;
    __builtin_memset(to, 0, size);
    __builtin_memcpy(to, bytes, given);
    bytes += given;
    left -= given;
}
#define INTEGER(T) FILL(T *p, long double low, long double high) { \
    take(p, sizeof *p); \
    if (low > high || (*p >= low && *p <= high)) return; \
    __int128 span = (__int128)high - (__int128)low + 1; \
    *p = (T)((__int128)low + ((__int128)*p % span + span) % span); \
}
#define REAL(T, W, EXPONENT) FILL(T *p, long double low, long double high) { \
    W word; \
    take(&word, sizeof word); \
    if ((word & EXPONENT) == EXPONENT) word ^= EXPONENT & -EXPONENT; \
    __builtin_memcpy(p, &word, sizeof word); \
    if (low > high || (*p >= low && *p <= high)) return; \
    *p = (T)(low + (high - low) * ((long double)word / (long double)(W)-1)); \
    if (*p < low) *p = (T)low; \
    if (*p > high) *p = (T)high; \
}
INTEGER(char) INTEGER(signed char) INTEGER(unsigned char) INTEGER(short) INTEGER(unsigned short)
INTEGER(int) INTEGER(unsigned) INTEGER(long) INTEGER(unsigned long) INTEGER(long long) INTEGER(unsigned long long)
REAL(float, unsigned, 0x7f800000u)
REAL(double, unsigned long, 0x7ff0000000000000ul)
static void look(double result) {
    static int said;
    if (__builtin_isfinite(result) || said++) return;
    fprintf(stderr, "%s\n", NOT_FINITE);
}
#pragma clang attribute pop
"""


def harness(case):
    """The source of the fuzzer: the function itself, and a call of it."""
    text = case.path.read_text()
    returns, parameters = prototype(case.path, case.name, text)
    ranges, lengths = declared(case.options)
    filled, passed, looked = [], [], []
    for kind, mark, name in parameters:
        low, high = ranges.get(name, ("0", "-1"))
        length = lengths.get(name, 1)
        filled.append(f"{kind} {name}[{length}];")
        for field in fields(kind, text):
            filled.append(f"for (int i = 0; i < {length}; i++) fill(&{name}[i]{field}, {low}, {high});")
        passed.append(name if mark == "*" else f"{name}[0]")
        if kind in ("double", "float") and mark == "*":
            looked.append(f"for (int i = 0; i < {length}; i++) look({name}[i]);")
    call = f"{case.name}({', '.join(passed)})"
    filled.append(f"look({call});" if returns in ("double", "float") else f"(void){call};")
    body = "\n    ".join(["bytes = fuzzer_bytes; left = fuzzer_size;", *filled, *looked, "return 0;"])
    linkage = 'extern "C" ' if case.path.suffix == ".cpp" else ""
    return f"""#include <stdio.h>
#include "{case.path}"
#define NOT_FINITE "{NOT_FINITE}"
{FILLING}
{linkage}int LLVMFuzzerTestOneInput(const unsigned char *fuzzer_bytes, unsigned long fuzzer_size) {{
    {body}
}}
"""


def fields(kind, text):
    """What follows a name to get at its numbers: the fields of a structure, or nothing."""
    forms = (rf"struct {kind} \{{(.*?)\}};", rf"typedef struct \{{([^}}]*)\}} {kind};")
    body = next((m[1] for m in (re.search(f, text, re.S) for f in forms) if m), None)
    if body is None:
        return [""]
    return ["." + name for name in re.findall(r"(\w+)\s*(?=[,;])", body)]


def build(case, folder):
    """Compiles the fuzzer; none for Fortran, whose compiler has no sanitizers."""
    if case.path.suffix == ".f90":
        return None
    source, program = folder / f"{case.name}_fuzz{case.path.suffix}", folder / f"{case.name}_fuzz"
    source.write_text(harness(case))
    compiler = "clang++-19" if case.path.suffix == ".cpp" else "clang-19"
    checks = ",".join(["fuzzer", *CHECKS])
    command = [compiler, "-O1", "-g0", "-w", f"-fsanitize={checks}", "-fsanitize-recover=all", source, "-lm"]
    done = subprocess.run([*map(str, command), "-o", str(program)], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"the fuzzer of {case.path} does not compile:\n{done.stderr[:2000]}")
    return program


def fuzz(case, program, seconds):
    """Runs the fuzzer, again with another seed if it ends early, until nothing is missing or the time is over."""
    began, reports, seed = time.monotonic(), {}, 0
    missing = set(case.wants)
    while (missing or not case.wants) and time.monotonic() - began < seconds:
        seed += 1
        for line, message in watch(program, seed, began + seconds):
            reports.setdefault((line, message), round(time.monotonic() - began, 3))
            missing = {w for w in missing if not meets(w, line)}
            if case.wants and not missing:
                break
    return Fuzzed(reports, missing, round(time.monotonic() - began, 3))


def meets(want, line):
    """Whether a report shows a wanted mutant: any report on its line counts."""
    return line == want.line or (line == 0 and bool(want.operators & BETRAYED))


def watch(program, seed, deadline):
    """Runs the fuzzer once; its reports as they come."""
    command = [program, "-verbosity=0", "-use_value_profile=1", "-len_control=0", "-max_len=128", f"-seed={seed}"]
    options = {"cwd": program.parent, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    settings = os.environ | {"UBSAN_OPTIONS": "symbolize=0:print_stacktrace=0"}
    with subprocess.Popen(list(map(str, command)), env=settings, **options) as child:
        try:
            yield from filter(None, map(report, lines(child.stdout, deadline)))
        finally:
            child.kill()


def lines(stream, deadline):
    """The lines of a stream until it ends or the time is over."""
    rest = b""
    with selectors.DefaultSelector() as selector:
        selector.register(stream, selectors.EVENT_READ)
        while selector.select(max(0.0, deadline - time.monotonic())) and time.monotonic() < deadline:
            read = os.read(stream.fileno(), 65536)
            if not read:
                return
            *whole, rest = (rest + read).split(b"\n")
            yield from (line.decode(errors="replace") for line in whole)


def report(line):
    """What a line reports: (number of the line, message), or nothing."""
    if NOT_FINITE in line:
        return 0, NOT_FINITE
    found = REPORT.search(line)
    return (int(found[2]), kind_of(found[4])) if found else None


def kind_of(message):
    """A message without the values that it names."""
    return re.sub(r"-?\d[\d.e+-]*", "…", message)
