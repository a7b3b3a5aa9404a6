//! The two executables: `lydian` without LLVM, and `lydian-native` beside it.

mod common;

use std::path::Path;
use std::process::Command;

fn loaded_libraries(program: &str) -> String {
    // The loader of the system lists what it would load.
    let listed = Command::new("ldd").arg(program).output().unwrap();
    String::from_utf8_lossy(&listed.stdout).into_owned()
}

#[test]
fn only_lydian_native_loads_llvm() {
    let lydian = loaded_libraries(env!("CARGO_BIN_EXE_lydian"));
    assert!(lydian.contains("libc.so") && !lydian.contains("LLVM"), "{lydian}");
    if cfg!(feature = "llvm") {
        let native = loaded_libraries(env!("CARGO_BIN_EXE_lydian-native"));
        assert!(native.contains("libLLVM"), "{native}");
    }
}

fn ended(program: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let ended = Command::new(program).args(arguments).output().unwrap();
    (ended.status.code(), String::from_utf8_lossy(&ended.stderr).into_owned())
}

#[test]
fn lydian_alone_says_what_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let alone = folder.path().join("lydian");
    common::copy_executable(Path::new(env!("CARGO_BIN_EXE_lydian")), &alone);
    let (code, words) = ended(&alone, &["cover", "f.c", "--function", "f"]);
    assert_eq!(code, Some(2), "{words}");
    assert!(
        words.contains("lydian-native cannot be started") && words.contains("cargo build --release"),
        "{words}"
    );
}

#[test]
fn lydian_native_sends_other_commands_back() {
    let (code, words) = ended(
        Path::new(env!("CARGO_BIN_EXE_lydian-native")),
        &["verify", "suite.json"],
    );
    assert_eq!(code, Some(2), "{words}");
    assert!(words.contains("this command is one of `lydian`"), "{words}");
}
