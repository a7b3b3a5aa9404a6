//! A build without LLVM says what to install.
#![cfg(not(feature = "llvm"))]

#[test]
fn the_remedy_is_named() {
    let trouble = instrument::instrument(&instrument::InstrumentRequest::new("any.c", "any")).unwrap_err();
    assert!(trouble.to_string().contains("install llvm-19-dev, clang-19"));
}
