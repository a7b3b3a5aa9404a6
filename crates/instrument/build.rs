//! Compiles the probes once, so that instrumenting a function does not wait for them.

use std::path::PathBuf;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=src/runtime");
    if std::env::var_os("CARGO_FEATURE_LLVM").is_none() {
        return;
    }
    let folder = std::env::var_os("OUT_DIR").expect("invariant: cargo sets OUT_DIR");
    for name in ["probe", "hazard"] {
        let source = format!("src/runtime/{name}.c");
        let object = PathBuf::from(&folder).join(name).with_extension("o");
        let words = ["-O2", "-fPIC", "-Wall", "-Werror", "-c", &source, "-o"];
        let done = Command::new("clang-19").args(words).arg(&object).status();
        if !done.is_ok_and(|status| status.success()) {
            println!("cargo::error=clang-19 cannot compile {source}; scripts/setup.sh installs it");
        }
    }
}
