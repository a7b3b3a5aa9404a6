"""The corpus of `lydian stress`: small functions with known environmental bugs, and clean ones.

A file holds one function with the name of the file. What is known of it stands in the comments at its head, one a line:

    bug: what is wrong                    (none in a clean function)
    operator: a,b  line: text             one of these must die on the line with this text; each such comment counts
    options: --range x=0:1                options for the command
    ubsan: what the sanitizer reports     although the function is clean
    why: an input that shows the bug, or the reason why the function is clean
"""

import collections
import pathlib
import re
import shlex
import sys

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "crates" / "cli" / "tests" / "data" / "stress"
KINDS = ["buggy", "clean", "limits"]
SOURCES = [".c", ".cpp", ".f90"]
OPERATORS = set(
    "iovflow iuflow nzpush zpush trunc sign ftoi div0 fovflow funflow fnan fnegzero fcancel fabsorb".split()
)
# The tables of the page of the corpus follow this line.
MARK = "<!-- made by: scripts/bench_stress.py --tables -->\n"
# The marks of a comment in C, C++ and Fortran.
REMARK = re.compile(r"^(?:/\*|//|!)\s*(bug|operator|options|ubsan|why):\s*(.*?)\s*(?:\*/)?$")

# A mutant that must die: operators of which one is enough, and the number of the line.
Want = collections.namedtuple("Want", "operators line")
# A function of the corpus; `options` are words, `wants` is empty for a clean one.
Case = collections.namedtuple("Case", "name path kind bug why ubsan options wants")


def cases(names=()):
    """All functions of the corpus, or those with these names."""
    files = [f for kind in KINDS for f in sorted((FOLDER / kind).iterdir()) if f.suffix in SOURCES]
    found = [read(f) for f in files if not names or f.stem in names]
    return found or sys.exit(f"no function of the corpus is called {', '.join(names)}")


def read(path):
    """One function, with what its comments say."""
    lines = path.read_text().splitlines()
    remarks = [m.groups() for m in map(REMARK.match, lines) if m]
    said = dict(remarks)
    wants = [want(path, lines, text) for key, text in remarks if key == "operator"]
    kind = path.parent.name
    if bool(wants) != (kind == "buggy") or ("bug" in said) != (kind == "buggy") or "why" not in said:
        sys.exit(f"{path}: a buggy function needs the comments bug, operator and why, any other only why")
    options = shlex.split(said.get("options", ""))
    return Case(path.stem, path, kind, said.get("bug", ""), said["why"], said.get("ubsan", ""), options, wants)


def want(path, lines, text):
    """A mutant that must die, from its comment; the text of its line must occur on one line of the code."""
    operators, _, fragment = (part.strip() for part in text.partition("line:"))
    places = [n for n, line in enumerate(lines, 1) if fragment in line and not REMARK.match(line)]
    unknown = set(operators.split(",")) - OPERATORS
    if len(places) != 1 or not fragment or unknown:
        sys.exit(f"{path}: `{text}` names {len(places)} lines of code, unknown operators: {sorted(unknown)}")
    return Want(frozenset(operators.split(",")), places[0])


def table(kind):
    """The functions of one kind as a table in Markdown."""
    if kind == "buggy":
        rows = [f"| `{c.path.name}` | {c.bug} | {operators(c)} |" for c in cases() if c.kind == kind]
        return ["| file | bug | operator |", "|---|---|---|", *rows]
    rows = [f"| `{c.path.name}` | {c.why} |" for c in cases() if c.kind == kind]
    return ["| file | why it is right |", "|---|---|", *rows]


def operators(case):
    """The operators that must die in a function, as a cell of the table."""
    groups = collections.Counter(" or ".join(sorted(w.operators)) for w in case.wants)
    return ", ".join(name if n == 1 else f"{n} × {name}" for name, n in groups.items())


def readme():
    """The page of the corpus, with the tables behind the mark made anew."""
    text, mark, _ = (FOLDER / "README.md").read_text().partition(MARK)
    parts = [f"\n## {kind}\n\n" + "\n".join(table(kind)) + "\n" for kind in KINDS]
    return text + mark + "".join(parts)
