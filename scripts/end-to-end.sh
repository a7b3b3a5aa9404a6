#!/usr/bin/env bash
# Runs the built program as a user would and looks at what it leaves behind.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

out="$(mktemp -d)"
trap 'rm -rf "$out"' EXIT

main() {
    cargo build --quiet --package lydian-cli
    generates_and_verifies
    notices_tampering
    refuses_bad_input
    echo "end to end: fine"
}

lydian() {
    "${CARGO_TARGET_DIR:-target}/debug/lydian" "$@"
}

suite_file() {
    find "$out/run" -name '*suite.json' | head -n1
}

# A suite is made, has tests, and every claim in it is proved again.
generates_and_verifies() {
    lydian generate specs/low_pass.fpcore --out "$out/run" >"$out/log" 2>&1 || fail "generate failed"
    [ -n "$(suite_file)" ] || fail "generate wrote no suite"
    python3 - "$(suite_file)" <<'EOF' || fail "the suite is not what it should be"
import json, sys
suite = json.load(open(sys.argv[1]))
assert suite["format"] == "lydian-suite" and suite["version"] == 1
assert suite["tests"] and suite["mutants"]
for test in suite["tests"]:
    for value in test["inputs"]:
        assert float.fromhex(value["hex"]) == float(value["decimal"])
EOF
    lydian verify "$(suite_file)" >"$out/log" 2>&1 || fail "verify rejected a fresh suite"
}

# An oracle that somebody moved is not believed.
notices_tampering() {
    python3 - "$(suite_file)" "$out/tampered.json" <<'EOF'
import json, sys
suite = json.load(open(sys.argv[1]))
test = next(t for t in suite["tests"] if "valid" in t)
above = float.fromhex(test["invalid"]["above"])
test["valid"]["lo"] = test["valid"]["hi"] = (above + 1).hex()
test["invalid"]["above"] = (above + 2).hex()
json.dump(suite, open(sys.argv[2], "w"))
EOF
    expect_code 1 lydian verify "$out/tampered.json"
}

refuses_bad_input() {
    echo "(FPCore (x) (frobnicate x))" >"$out/bad.fpcore"
    expect_code 2 lydian generate "$out/bad.fpcore" --out "$out/bad"
    expect_code 2 lydian generate "$out/missing.lyd" --out "$out/bad"
}

expect_code() {
    local wanted="$1" code=0
    shift
    "$@" >"$out/log" 2>&1 || code=$?
    [ "$code" -eq "$wanted" ] || fail "exit code $code instead of $wanted: $*"
}

fail() {
    echo "end to end: $1" >&2
    cat "$out/log" >&2
    exit 1
}

main
