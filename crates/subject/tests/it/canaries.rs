//! Wrong implementations that go the same way.

use crate::support::{Written, bits, command};
use std::process::Command;
use subject::{Subject, SubjectOptions, SubjectReference, open_canary};
use suite::Observed;

#[test]
fn every_kind_has_a_canary() {
    let table = [
        ("a.c", "double f(double x, double y) { return x; }", "bff4000000000000"),
        ("a.c", "float f(float x, int n) { return x; }", "bfa00000"),
        (
            "a.c",
            "long double f(double x, double y) { return x; }",
            "bfffa000000000000000",
        ),
        ("a.c", "int f(double x, unsigned y) { return 1; }", "ffffffff"),
        (
            "a.cpp",
            "double f(double x, double& y, double z) { return x; }",
            "bff4000000000000",
        ),
        ("a.rs", "fn f(x: f32, y: i64) -> f32 { x }", "bfa00000"),
        (
            "a.f90",
            "function f(x, y)\n real(8) :: x, y, f\n f = x\nend function",
            "bff4000000000000",
        ),
        ("m.py", "def f(x, y: int):\n  return x\n", "bff4000000000000"),
        ("f.m", "function z = f(x, y)\n  z = x;\nend\n", "bff4000000000000"),
    ];
    for (file, text, expected) in table {
        let written = Written::new(file, "f", text);
        let subject = written.subject();
        let mut wrong = subject
            .open_canary(-1.25)
            .unwrap_or_else(|broken| panic!("{text}\n{broken}"));
        let observed = wrong.run(&[vec![1.0, 2.0], vec![3.0, 4.0]]);
        assert_eq!([bits(&observed[0]), bits(&observed[1])], [expected; 2], "{text}");
        assert_eq!(wrong.record().kind, subject.record().kind);
        assert!(wrong.record().name.starts_with("canary of "), "{}", wrong.record().name);
    }
}

#[test]
fn libraries_and_commands_have_canaries() {
    let written = Written::new("a.c", "f", "float f(float x) { return x; }\n");
    let library = written.path("libf.so").display().to_string();
    let source = written.path("a.c").display().to_string();
    assert!(
        Command::new("cc")
            .args(["-shared", "-fPIC", &source, "-o", &library])
            .status()
            .unwrap()
            .success()
    );
    let options = SubjectOptions {
        signature: Some("float f(float x)".into()),
        ..SubjectOptions::default()
    };
    let reference: SubjectReference = format!("{library}:f").parse().unwrap();
    let observed = open_canary(&reference, 0.1, &options).unwrap().run(&[vec![1.0]]);
    assert_eq!(bits(&observed[0]), "3dcccccd");
    let subject = Subject::open(&command(&["cat"]), &SubjectOptions::default()).unwrap();
    let observed = subject.open_canary(f64::INFINITY).unwrap().run(&[vec![1.0], vec![2.0]]);
    assert_eq!(observed, [f64::INFINITY; 2].map(Observed::value));
}
