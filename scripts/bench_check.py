#!/usr/bin/env python3
"""Measures `lydian check`: 10 000 tests on a subject with all that belongs to them, and what one isolated call costs.

    scripts/bench_check.py [--quick]

The suite is that of specs/doppler.lyd with its tests repeated until there are 10 000. For each language: the time of the
whole command, with compilers, interpreters and the canary; the same for the suite as it is; and the difference per test.
Then the same number of random tests, which need oracles of their own, and the cost of a call that ends its process.
It fails if C takes more than 1 s or Python more than 5 s.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
LYDIAN = os.environ.get("LYDIAN", str(ROOT / "target" / "release" / "lydian"))
TESTS = 10_000
CRASHES = 1_000
# Seconds that 10 000 tests may take.
CLAIMS = {"C": 1.0, "Python": 5.0}

INSIDE = "-100 <= u && u <= 100 && 20 <= v && v <= 20000 && -30 <= T && T <= 50"
C = f"""
#include <math.h>
#include <stdlib.h>
double doppler(double u, double v, double T)
{{
    double c = 331.4 + 0.6 * T;
    if (!({INSIDE})) return NAN;
    return -c * v / ((c + u) * (c + u));
}}
double crash(double u, double v, double T) {{ abort(); }}
"""
RUST = f"""
pub fn doppler(u: f64, v: f64, T: f64) -> Option<f64> {{
    let c = 331.4 + 0.6 * T;
    if {INSIDE.replace("-100 ", "-100.0 ").replace("100 &", "100.0 &").replace("20 <", "20.0 <")
        .replace("20000", "20000.0").replace("-30", "-30.0").replace("50", "50.0")} {{ Some(-c * v / ((c + u) * (c + u))) }}
    else {{ None }}
}}
"""
FORTRAN = """
function doppler(u, v, t) result(y)
  use, intrinsic :: ieee_arithmetic
  implicit none
  double precision, intent(in) :: u, v, t
  double precision :: y, c
  y = ieee_value(y, ieee_quiet_nan)
  if (.not. (abs(u) <= 100 .and. v >= 20 .and. v <= 20000 .and. t >= -30 .and. t <= 50)) return
  c = 331.4d0 + 0.6d0 * t
  y = -c * v / (c + u)**2
end function
"""
PYTHON = """
def doppler(u, v, T):
    if not (-100 <= u <= 100 and 20 <= v <= 20000 and -30 <= T <= 50):
        raise ValueError("outside")
    c = 331.4 + 0.6 * T
    return -c * v / (c + u) ** 2
"""
OCTAVE = """
function y = doppler(u, v, T)
  if ! (abs(u) <= 100 && v >= 20 && v <= 20000 && T >= -30 && T <= 50)
    error("outside");
  end
  c = 331.4 + 0.6 * T;
  y = -c * v / (c + u)^2;
end
"""
PROGRAM = """
import sys
for line in sys.stdin:
    u, v, T = map(float.fromhex, line.split())
    c = 331.4 + 0.6 * T
    inside = -100 <= u <= 100 and 20 <= v <= 20000 and -30 <= T <= 50
    print((-c * v / (c + u) ** 2).hex() if inside else "error", flush=True)
"""
# Name, file, text, subject.
SUBJECTS = [
    ("C", "d.c", C, "d.c:doppler"),
    ("C++", "d.cpp", C, "d.cpp:doppler"),
    ("Fortran", "d.f90", FORTRAN, "d.f90:doppler"),
    ("Rust", "d.rs", RUST, "d.rs:doppler"),
    ("Python", "d.py", PYTHON, "d.py:doppler"),
    ("Octave", "doppler.m", OCTAVE, "doppler.m:doppler"),
    ("command", "p.py", PROGRAM, "cmd:python3 p.py"),
]


def main():
    options = arguments()
    if not pathlib.Path(LYDIAN).exists():
        sys.exit("bench: there is no target/release/lydian; `make bench` builds it")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        suites(folder)
        print(f"== check: seconds for {TESTS} tests, with compilation and canary\n")
        print(f"  {'subject':<9}{'the suite':>10}{TESTS:>9}{'µs/test':>9}{'random':>9}")
        rows = SUBJECTS[:1] if options.quick else SUBJECTS
        slow = [row[0] for row in rows if not measure(folder, *row)]
        crashes(folder)
    if slow:
        sys.exit(f"bench: too slow: {', '.join(slow)}")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="C only")
    return parser.parse_args()


def suites(folder):
    """small.suite.json, large.suite.json with its tests repeated, crashes.suite.json with some of these."""
    run(folder, ["generate", str(ROOT / "specs" / "doppler.lyd"), "--out", "out", "--quiet"])
    suite = json.loads((folder / "out" / "suite.json").read_text())
    (folder / "small.suite.json").write_text(json.dumps(suite))
    own = suite["tests"]
    for name, count in [("large", TESTS), ("crashes", CRASHES)]:
        # Copies have no kills, since mutants name the tests that kill them.
        copies = [dict(own[n % len(own)], id=f"t{n + 1}", kills=[]) for n in range(len(own), count)]
        suite["tests"] = own + copies
        kinds = [test["kind"] for test in suite["tests"]]
        suite["summary"]["tests"] = {kind: kinds.count(kind) for kind in ("normal", "robustness", "structural")}
        suite["summary"]["tests"]["total"] = len(kinds)
        (folder / f"{name}.suite.json").write_text(json.dumps(suite))


def measure(folder, name, file, text, subject):
    (folder / file).write_text(text)
    seconds = [
        run(folder, ["check", "small.suite.json", "--subject", subject, "--quiet"]),
        run(folder, ["check", "large.suite.json", "--subject", subject, "--quiet"]),
        run(folder, ["check", "small.suite.json", "--subject", subject, "--quiet", "--also", f"random:{TESTS}"]),
    ]
    small, large, random = seconds
    per_test = (large - small) / TESTS * 1e6
    print(f"  {name:<9}{small:>10.2f}{large:>9.2f}{per_test:>9.1f}{random:>9.2f}")
    return max(large, random) <= CLAIMS.get(name, float("inf"))


def crashes(folder):
    large = run(folder, ["check", "crashes.suite.json", "--subject", "d.c:crash", "--quiet"], 1)
    small = run(folder, ["check", "small.suite.json", "--subject", "d.c:doppler", "--quiet"])
    print(f"\n  a call that ends its process: {(large - small) / CRASHES * 1e3:.2f} ms (C, {CRASHES} calls)")


def run(folder, words, code=0):
    """The best of three runs in seconds."""
    best = float("inf")
    for _ in range(3):
        begun = time.monotonic()
        done = subprocess.run([LYDIAN, *words], cwd=folder, capture_output=True, text=True)
        best = min(best, time.monotonic() - begun)
        if done.returncode != code:
            sys.exit(f"bench: `lydian {' '.join(words)}` ended with {done.returncode}:\n{done.stderr}")
    return best


if __name__ == "__main__":
    main()
