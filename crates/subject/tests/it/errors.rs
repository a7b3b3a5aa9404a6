//! Subjects that cannot be tested: what is wrong and what to do must be said.

use crate::support::{Written, command};
use subject::{Subject, SubjectOptions};

struct Row {
    file: &'static str,
    function: &'static str,
    text: &'static str,
    options: SubjectOptions,
    what: &'static str,
    remedy: &'static str,
}

fn row(
    file: &'static str,
    function: &'static str,
    text: &'static str,
    what: &'static str,
    remedy: &'static str,
) -> Row {
    let options = SubjectOptions::default();
    Row {
        file,
        function,
        text,
        options,
        what,
        remedy,
    }
}

fn rows() -> Vec<Row> {
    let c = "double hypotenuse(double x, double y) { return x + y; }\n";
    let two = |names: &[&str]| SubjectOptions {
        arguments: names.iter().map(|n| n.to_string()).collect(),
        ..SubjectOptions::default()
    };
    let signature = |text: &str| SubjectOptions {
        signature: Some(text.into()),
        ..SubjectOptions::default()
    };
    vec![
        row("a.c", "hypotenus", c, "no function `hypotenus`", "`hypotenuse`"),
        row("a.cpp", "hypotenus", c, "no function `hypotenus`", "`hypotenuse`"),
        row("a.rs", "g", "fn f(x: f64) -> f64 { x }", "no function `g`", "`f`"),
        row(
            "a.f90",
            "g",
            "real function f(x)\n f = x\nend function",
            "no function `g`",
            "`f`",
        ),
        row("m.py", "g", "def f(x):\n  return x\n", "no function `g`", "`f`"),
        row(
            "m.m",
            "g",
            "1;\nfunction y = f(x)\n  y = x;\nend\n",
            "no function `g`",
            "`f`",
        ),
        row(
            "a.c",
            "f",
            "double f(double x) { return y; }\n",
            "undeclared",
            "correct them",
        ),
        row(
            "a.cpp",
            "f",
            "double f(double x) { return y; }\n",
            "not declared",
            "correct them",
        ),
        row(
            "a.rs",
            "f",
            "fn f(x: f64) -> f64 { y }\n",
            "cannot find value",
            "correct them",
        ),
        row(
            "a.f90",
            "f",
            "real function f(x)\n implicit none\n real x\n f = y\nend function\n",
            "Error",
            "correct them",
        ),
        row(
            "m.py",
            "f",
            "import nothing_of_this_name\n",
            "ModuleNotFoundError",
            "work",
        ),
        row("m.py", "f", "def f(x:\n", "SyntaxError", "work"),
        row(
            "a.c",
            "f",
            "struct s { int a; };\nstruct s f(double x) { struct s s = {0}; return s; }\n",
            "returns something",
            "write a function",
        ),
        row(
            "a.c",
            "f",
            "double f(const double *x) { return *x; }\n",
            "array of inputs",
            "write a function",
        ),
        row("a.c", "f", "void f(double x) {}\n", "returns nothing", "pointer"),
        row(
            "a.cpp",
            "f",
            "#include <string>\ndouble f(std::string const& s) { return 1; }\n",
            "no number",
            "write a function",
        ),
        row(
            "a.rs",
            "f",
            "fn f(x: &str) -> f64 { 1.0 }\n",
            "take and return numbers",
            "write a function",
        ),
        row(
            "a.f90",
            "f",
            "real function f(x)\n real x(3)\n f = x(1)\nend function\n",
            "no number",
            "signature",
        ),
        row(
            "a.c",
            "f",
            "__attribute__((constructor)) static void early(void) { __builtin_trap(); }\ndouble f(double x) { return x; }\n",
            "before its first call",
            "load",
        ),
        Row {
            options: two(&["x"]),
            ..row(
                "a.c",
                "hypotenuse",
                c,
                "takes 2 arguments, but the suite has 1: x",
                "another function",
            )
        },
        Row {
            options: two(&["x"]),
            ..row("a.cpp", "hypotenuse", c, "takes 2 arguments", "another function")
        },
        Row {
            options: two(&["x", "y"]),
            ..row(
                "m.py",
                "f",
                "def f(x): return x\n",
                "takes 1 argument,",
                "another function",
            )
        },
        Row {
            options: two(&["x", "y"]),
            ..row(
                "f.m",
                "f",
                "function y = f(x)\n y = x;\nend\n",
                "takes 1 argument,",
                "another function",
            )
        },
        Row {
            options: signature("double"),
            ..row(
                "a.c",
                "f",
                "double f(double x) { return x; }\n",
                "signature `double`",
                "as in C",
            )
        },
        Row {
            options: signature("float f(double x)"),
            ..row(
                "a.c",
                "f",
                "double f(double x) { return x; }\n",
                "conflicting types",
                "correct them",
            )
        },
        Row {
            options: SubjectOptions {
                result: Some(3),
                ..SubjectOptions::default()
            },
            ..row(
                "a.c",
                "f",
                "double f(double x) { return x; }\n",
                "no result 3",
                "choose",
            )
        },
        Row {
            options: SubjectOptions {
                result: Some(3),
                ..SubjectOptions::default()
            },
            ..row(
                "a.cpp",
                "f",
                "double f(double x) { return x; }\n",
                "no such result",
                "choose",
            )
        },
        Row {
            options: SubjectOptions {
                scales: vec![("z".into(), 1)],
                ..SubjectOptions::default()
            },
            ..row("a.c", "f", "int f(int x) { return x; }\n", "`z`", "name an argument")
        },
        Row {
            options: SubjectOptions {
                scales: vec![("x".into(), 1)],
                ..SubjectOptions::default()
            },
            ..row(
                "a.c",
                "f",
                "double f(double x) { return x; }\n",
                "no integer",
                "name an argument",
            )
        },
    ]
}

#[test]
fn broken_subjects_say_what_is_wrong_and_what_to_do() {
    for row in rows() {
        let written = Written::new(row.file, row.function, row.text);
        let broken = written
            .open(&row.options)
            .err()
            .unwrap_or_else(|| panic!("opened: {}", row.text));
        assert!(
            broken.what.contains(row.what),
            "`{}` is not in:\n{broken}\nof: {}",
            row.what,
            row.text
        );
        assert!(
            broken.remedy.contains(row.remedy),
            "`{}` is not the remedy in:\n{broken}",
            row.remedy
        );
        assert!(
            !broken.to_string().contains("/lydian-"),
            "a temporary path in:\n{broken}"
        );
    }
}

#[test]
fn files_and_programs_that_are_not_there() {
    for text in ["nowhere/a.c:f", "nowhere/lib.so:f", "nowhere/m.py:f", "nowhere/f.m:f"] {
        let broken = Subject::open(&text.parse().unwrap(), &SubjectOptions::default())
            .err()
            .unwrap();
        assert!(
            broken.what.contains("nowhere") && broken.remedy.contains("path"),
            "{broken}"
        );
    }
    let broken = Subject::open(&command(&["/nowhere/program"]), &SubjectOptions::default())
        .err()
        .unwrap();
    assert!(
        broken.what.contains("does not start") && broken.remedy.contains("install"),
        "{broken}"
    );
}

#[test]
fn long_messages_of_compilers_are_cut() {
    let text: String = (0..100)
        .map(|i| format!("double f{i}(double x) {{ return y{i}; }}\n"))
        .collect();
    let broken = Written::new("a.c", "f1", &text)
        .open(&SubjectOptions::default())
        .err()
        .unwrap();
    assert!(
        broken.what.lines().count() < 40 && broken.what.contains("more lines"),
        "{broken}"
    );
}
