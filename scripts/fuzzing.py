"""What the benchmarks beside libFuzzer share: heads of functions, harnesses and replays, runs, and counts by gcov.

A record is the bytes of one call. A harness and a replay hand the same records to the same call.
"""

import collections
import json
import re
import shutil
import subprocess
import sys

# How a function is called: what is declared first, statements that call it with `bytes`, and the bytes of a record.
Call = collections.namedtuple("Call", "head body size")
# The compilers of a language: the one whose build gcov reads, and the one of libFuzzer.
Tools = collections.namedtuple("Tools", "counted fuzzed")
TOOLS = {".c": Tools("gcc", "clang-19"), ".cpp": Tools("g++", "clang++-19")}
# Not as a builtin: a call whose result nobody needs would be left out.
AROUND = ["-O1", "-fno-builtin", "-w"]


def run(command, folder, **options):
    """Runs a command that must succeed; its output."""
    done = subprocess.run(list(map(str, command)), cwd=folder, capture_output=True, text=True, **options)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\nfailed in {folder}:\n{done.stdout}{done.stderr}")
    return done.stdout


def prototype(path, name, text):
    """The type of the result, and the arguments as (type, `*` or `&` or nothing, name)."""
    found = re.search(rf"^(\w[\w:]*) {name}\(([^)]*)\) \{{", text, re.M)
    if not found:
        sys.exit(f"{path}: the fuzzer's harness does not find the head of {name} on one line")
    one = re.compile(r"(?:const )?(.*?) ?([*&]?)(\w+)$")
    return found[1], [one.match(p.strip()).groups() for p in found[2].split(",")]


def declared(options):
    """Ranges and lengths of arrays, by argument."""
    ranges, lengths = {}, {}
    for option, value in zip(options[::2], options[1::2]):
        name, _, rest = value.partition("=")
        if option == "--range":
            ranges[name] = rest.split(":")
        elif option == "--array":
            lengths[name] = int(rest)
    return ranges, lengths


def calling(call):
    """The part that a replay and a harness have in common."""
    return f"""#include <stdio.h>
#include <string.h>
{call.head}
static void call_with(const unsigned char *bytes) {{
    {call.body}
}}
"""


def replay(call):
    """A program that reads records in hexadecimal digits and calls the function with each."""
    return f"""{calling(call)}
static unsigned char record[{call.size}];
int main(void) {{
    unsigned byte;
    for (;;) {{
        for (unsigned i = 0; i < sizeof record; i++) {{
            if (scanf("%2x", &byte) != 1) return 0;
            record[i] = byte;
        }}
        call_with(record);
    }}
}}
"""


def harness(call):
    """The same call for libFuzzer: inputs of exactly one length."""
    return f"""{calling(call)}
#ifdef __cplusplus
extern "C"
#endif
int LLVMFuzzerTestOneInput(const unsigned char *data, unsigned long size) {{
    if (size == {call.size}) call_with(data);
    return 0;
}}
"""


def build_replay(out, call, language, linked=()):
    """Builds the program `replay` around `target.o`, which counts; nothing else does."""
    around(out, "replay", replay(call), language, TOOLS[language].counted)
    run([TOOLS[language].counted, "--coverage", "target.o", "replay.o", *linked, "-lm", "-o", "replay"], out)


def build_fuzzer(out, call, language, linked=()):
    """Builds the program `fuzz` around `fuzzed.o`, which is instrumented; nothing else is."""
    around(out, "fuzz", harness(call), language, TOOLS[language].fuzzed)
    run([TOOLS[language].fuzzed, "-fsanitize=fuzzer", "fuzzed.o", "fuzz.o", *linked, "-lm", "-o", "fuzz"], out)


def around(out, name, text, language, compiler):
    """Compiles what calls the target."""
    (out / f"{name}{language}").write_text(text)
    run([compiler, *AROUND, "-c", f"{name}{language}", "-o", f"{name}.o"], out)


def taken(out, symbol, records):
    """How often each branch of the function is taken by these records, by line and place in it."""
    (out / "target.gcda").unlink(missing_ok=True)
    run([out / "replay"], out, input=" ".join(r.hex() for r in records))
    text = run(["gcov", "-b", "-c", "--json-format", "--stdout", "-o", out / "target.gcno", "target"], out)
    counts = {}
    for file in json.loads(text)["files"]:
        for line in file["lines"]:
            if line.get("function_name") == symbol:
                counts |= {(line["line_number"], n): b["count"] for n, b in enumerate(written(line["branches"]))}
    return counts


def written(branches):
    """The branches that the source has. A call that may throw has two ways on, listed as a return and a throw."""
    thrown = {n for n, branch in enumerate(branches) if branch["throw"]}
    return [branch for n, branch in enumerate(branches) if not {n, n + 1} & thrown]


def fuzz(out, seed, seconds):
    """The inputs that libFuzzer keeps after so many seconds, beginning with one record."""
    corpus = out / "corpus"
    shutil.rmtree(corpus, ignore_errors=True)
    corpus.mkdir()
    (corpus / "seed").write_bytes(seed)
    command = ["./fuzz", "-use_value_profile=1", f"-max_len={len(seed)}", "-len_control=0", "-seed=1", "corpus"]
    with subprocess.Popen(command, cwd=out, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as child:
        try:
            code = child.wait(timeout=seconds)
            print(f"libFuzzer ended by itself with {code} in {out.name}", file=sys.stderr)
        except subprocess.TimeoutExpired:
            child.kill()
    return [data for data in (f.read_bytes() for f in sorted(corpus.iterdir())) if len(data) == len(seed)]
