#!/usr/bin/env bash
# Installs what a fresh Debian or Ubuntu lacks for building Lydian, and says what it installs.
# It does nothing, quickly, when nothing is missing.
set -euo pipefail

# The oldest Rust that the workspace accepts, from its manifest.
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
wanted_rust="$(sed -n 's/^rust-version = "\(.*\)"/\1/p' "$root/Cargo.toml")"

main() {
    local missing
    missing="$(missing_packages)"
    if [ -n "$missing" ]; then
        # shellcheck disable=SC2086 # one word per package
        install_packages $missing
    fi
    check_rust
    install_balls
}

# The C compiler, make and m4 build GMP and MPFR; python3 runs scripts; gfortran and octave test subjects in their
# languages; cargo needs certificates to fetch crates.
# LLVM 19 with clang and flang instruments code under test.
# chromium shows the pages of reports in their tests.
# NumPy tests subjects in Python that take its arrays.
# gfortran, GoogleTest, Octave and pytest run the tests that `lydian emit` writes.
missing_packages() {
    while read -r package sign; do
        command -v "$sign" >/dev/null || [ -e "$sign" ] || echo "$package"
    done <<'EOF' | sort -u | tr '\n' ' '
build-essential gcc
build-essential make
build-essential /usr/include/stdio.h
ca-certificates /etc/ssl/certs/ca-certificates.crt
chromium chromium
clang-19 clang-19
flang-19 flang-new-19
gfortran gfortran
git git
libgtest-dev /usr/include/gtest/gtest.h
libpolly-19-dev /usr/lib/llvm-19/lib/libPolly.a
libzstd-dev /usr/include/zstd.h
llvm-19-dev /usr/lib/llvm-19/include/llvm-c/Core.h
m4 m4
octave octave-cli
python3 python3
python3-numpy /usr/lib/python3/dist-packages/numpy/__init__.py
python3-pytest /usr/lib/python3/dist-packages/pytest/__init__.py
EOF
}

# Ball arithmetic for `cargo xtask refute formulas`, in an environment of its own.
install_balls() {
    local place="$root/target/python"
    if "$place/bin/python" -c 'import flint' 2>/dev/null; then
        return
    fi
    python3 -c 'import ensurepip' 2>/dev/null || install_packages python3-venv
    echo "setup: installing python-flint into $place"
    python3 -m venv "$place"
    "$place/bin/pip" install --quiet python-flint
}

install_packages() {
    if ! command -v apt-get >/dev/null; then
        echo "setup: please install: $*" >&2
        echo "setup: (this machine has no apt-get, so it is not done for you)" >&2
        exit 1
    fi
    echo "setup: installing $*"
    as_root apt-get update -qq
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        echo "setup: root is needed to run: $*" >&2
        exit 1
    fi
}

check_rust() {
    if rust_is_new_enough; then
        return
    fi
    if ! command -v cargo >/dev/null && rustup_is_packaged; then
        install_packages rustup
        rustup default stable
        rust_is_new_enough && return
    fi
    explain_rust
    exit 1
}

rust_is_new_enough() {
    local found
    found="$(cargo --version 2>/dev/null | cut -d' ' -f2)" || return 1
    [ -n "$found" ] && [ "$(printf '%s\n' "$wanted_rust" "$found" | sort -V | head -n1)" = "$wanted_rust" ]
}

# Newer Debian and Ubuntu have rustup; a fresh machine knows no packages before an update.
rustup_is_packaged() {
    command -v apt-cache >/dev/null || return 1
    as_root apt-get update -qq
    [ -n "$(apt-cache madison rustup 2>/dev/null)" ]
}

explain_rust() {
    cat >&2 <<EOF
setup: Rust $wanted_rust or newer is needed; found: $(cargo --version 2>/dev/null || echo none).
The cargo that Debian 12 packages is too old. Install the current one with rustup:
    curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh -s -- -y
    . "\$HOME/.cargo/env"
or, where rustup is there already, update it with: rustup update stable
EOF
}

main
