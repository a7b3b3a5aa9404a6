//! What holds in every language.

use super::*;

#[test]
fn doubles_pass_through_arrays_unchanged() {
    let copy = "void copy(const double x[], double y[static 8], double last[1]) {
    for (int i = 0; i < 8; i++) y[i] = x[i];
    last[0] = x[7];
}\n";
    let written = Written::new("copy.c", "copy", copy);
    let mut subject = open(&written, &interface("x[8] y[8]! last!", ""));
    let expected: Vec<f64> = AWKWARD.into_iter().chain([1e22]).collect();
    assert_eq!(bits(values(&ask(&mut subject, &AWKWARD))), bits(&expected));
    let python = Written::new("m.py", "f", "def f(x):\n    return x, [x[7]]\n");
    let mut subject = open(&python, &interface("x[8]", "8 -"));
    assert_eq!(bits(values(&ask(&mut subject, &AWKWARD))), bits(&expected));
    let octave = Written::new("f.m", "f", "function [y, z] = f(x)\n  y = x; z = x(8);\nend\n");
    let mut subject = open(&octave, &interface("x[8]", "8 -"));
    assert_eq!(bits(values(&ask(&mut subject, &AWKWARD))), bits(&expected));
    let cat = command(&["cat"]);
    for decimal in [false, true] {
        let options = SubjectOptions {
            decimal,
            ..SubjectOptions::default()
        };
        let mut subject = Subject::open_for(&cat, &options, &interface("x[8]+", "")).unwrap();
        assert_eq!(bits(values(&ask(&mut subject, &AWKWARD))), bits(&AWKWARD));
    }
}

#[test]
fn an_interface_may_have_no_input_and_empty_arrays() {
    let text = "int f(double *a, const int *none, double *b) { a[0] = 1; b[1] = none != 0; return 3; }\n";
    let mut subject = open(
        &Written::new("none.c", "f", text),
        &interface("a[1]! none[0] b[2]!", "-"),
    );
    let answers = subject.ask(&[vec![], vec![], vec![1.0]]);
    assert_eq!(
        bits(values(&answers[0])),
        bits(&[3.0, 1.0, f64::from_bits(u64::MAX), 1.0])
    );
    is_broken(&answers[2], "1 values for 0 arguments");
    let octave = Written::new("f.m", "f", "function [y, z] = f()\n  y = 1; z = [2 3];\nend\n");
    let mut subject = open(&octave, &interface("", "- 2"));
    assert_eq!(values(&ask(&mut subject, &[])), [1.0, 2.0, 3.0]);
    let python = Written::new("m.py", "f", "def f():\n    return range(3)\n");
    let mut subject = open(&python, &interface("", "3"));
    assert_eq!(values(&ask(&mut subject, &[])), [0.0, 1.0, 2.0]);
}

#[test]
fn plain_numbers_go_the_same_way_as_ever() {
    let table = [
        ("a.cpp", "double f(double x, double y) { return x - y; }\n"),
        ("a.rs", "fn f(x: f64, y: f64) -> f64 { x - y }\n"),
        (
            "a.f90",
            "real(8) function f(x, y)\n real(8) :: x, y\n f = x - y\nend function\n",
        ),
        ("m.py", "def f(x, y):\n    return x - y\n"),
        ("f.m", "function z = f(x, y)\n  z = x - y;\nend\n"),
        ("a.c", "double f(double x, double y) { return x - y; }\n"),
    ];
    for (file, text) in table {
        let mut subject = open(&Written::new(file, "f", text), &interface("x y", "-"));
        assert_eq!(ask(&mut subject, &[1.0, 0.25]), Answer::Values(vec![0.75]), "{file}");
    }
}
