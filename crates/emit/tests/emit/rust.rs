//! `rust`, with rustc.

use crate::bench::{Bench, Language, share};
use crate::suites;
use emit::EmitOptions;

const SUBJECT: &str = r#"
pub fn share(x: REAL, y: REAL) -> REAL {
    let behaviour = std::env::var("BEHAVIOUR").unwrap();
    let is = |name: &str| behaviour == name;
    if !(0.0 <= x && x <= 10.0 && 0.0 < y && y <= 8.0) && !is("lenient") {
        assert!(x >= 0.0 || is("coded"), "outside");
        return if is("coded") { -99.0 } else { REAL::NAN };
    }
    assert!(!is("broken"));
    if is("wrong") { x * y } else { x / y }
}

#[cfg(test)]
mod test_share;
"#;

fn build(bench: &Bench, real: &str) {
    bench.write("lib.rs", &SUBJECT.replace("REAL", real));
    bench
        .run("rustc --edition 2021 -D warnings --test lib.rs -o run", "")
        .passes();
}

const RUST: Language = Language {
    target: "rust",
    file: "test_share.rs",
    build,
    run: &["./run", "--test-threads=2"],
    real: ["f64", "f32"],
};

#[test]
fn rust_tells_right_from_wrong() {
    let ran = RUST.tells_right_from_wrong();
    ran.says("test test_share::t1 ... FAILED")
        .says("test test_share::t3 ... ok")
        .says("got:        3.0 (0x1.8000000000000p+1)");
}

#[test]
fn rust_knows_codes_names_and_types() {
    RUST.knows_error_codes();
    RUST.survives_hostile_names();
    RUST.knows_single_precision();
}

#[test]
fn a_panic_is_no_value() {
    let bench = RUST.built(&suites::sound(), &share());
    RUST.ran(&bench, "broken").fails().says("t1: FAILED: it panicked");
}

#[test]
fn a_module_is_used() {
    let bench = Bench::new();
    let options = EmitOptions {
        module: Some("crate::inner::deep".into()),
        ..share()
    };
    bench.emit("test_share.rs", "rust", &suites::large(2), &options);
    let deep = "pub mod deep { pub fn share(x: f64, y: f64) -> f64 { x / y } }";
    bench.write(
        "lib.rs",
        &format!("pub mod inner {{ {deep} }}\n#[cfg(test)]\nmod test_share;\n"),
    );
    bench
        .run("rustc --edition 2021 -D warnings --test lib.rs -o run", "")
        .passes();
    bench.run("./run", "").passes();
}

#[test]
fn a_thousand_tests_compile() {
    RUST.takes_many(1_000);
}
