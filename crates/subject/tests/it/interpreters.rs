//! Python, Octave and commands: exact bits and the laws.

use crate::support::{Written, bits, command, line};
use subject::{Subject, SubjectOptions, subject_laws};
use suite::Observed;

const AWKWARD: [f64; 8] = [
    0.1,
    -0.0,
    5e-324,
    f64::MAX,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::MIN_POSITIVE,
    1e22,
];

#[test]
fn doubles_pass_through_python_unchanged() {
    let written = Written::new("m.py", "f", "def f(x):\n    return x\n");
    let observed = written.subject().run(&line(AWKWARD));
    assert_eq!(observed, AWKWARD.map(Observed::value));
}

#[test]
fn python_answers_in_integers_of_any_size() {
    let written = Written::new(
        "m.py",
        "f",
        "import math\n\ndef f(n: int, k=2):\n    return 3 ** n + n * 0 * k\n",
    );
    let mut subject = written.subject();
    assert_eq!(subject.record().signature, "number f(long long)");
    assert_eq!(subject.record().line, Some(3));
    let observed = subject.run(&line([2.0, 40.0, 100.0, 0.5]));
    assert_eq!(bits(&observed[0]), "0000000000000009");
    let Observed::Value { hex, upper, .. } = &observed[2] else {
        panic!()
    };
    let (down, up) = (hex.0, upper.unwrap().0);
    assert!(
        down < up && down.next_up() == up && (down..=up).contains(&3f64.powi(100)),
        "{down:e} {up:e}"
    );
    assert!(matches!(&observed[3], Observed::Broken { how } if how.contains("no integer")));
}

#[test]
fn doubles_pass_through_octave_unchanged() {
    let written = Written::new("f.m", "f", "function y = f(x)\n  y = x;\nend\n");
    let observed = written.subject().run(&line(AWKWARD));
    assert_eq!(observed, AWKWARD.map(Observed::value));
}

#[test]
fn octave_answers_in_other_classes_and_from_scripts() {
    let text = "1;\nfunction y = g(x)\n  y = single(x) / 3;\nend\nfunction y = h(x)\n  y = int64(x) * int64(3037000500) + 1;\nend\n";
    let observed = Written::new("several.m", "g", text).subject().run(&line([1.0]));
    assert_eq!(bits(&observed[0]), "3eaaaaab");
    let mut subject = Written::new("several.m", "h", text).subject();
    assert_eq!(subject.record().line, Some(5));
    assert_eq!(bits(&subject.run(&line([-1.0]))[0]), "ffffffff4afb0ccd");
}

#[test]
fn commands_get_hexadecimal_or_decimal_numbers() {
    let echo = command(&["sh", "-c", "while read -r x y; do echo $y; done"]);
    let inputs: Vec<Vec<f64>> = AWKWARD.iter().map(|&x| vec![1.0, x]).collect();
    for decimal in [false, true] {
        let options = SubjectOptions {
            decimal,
            ..SubjectOptions::default()
        };
        let observed = Subject::open(&echo, &options).unwrap().run(&inputs);
        assert_eq!(observed, AWKWARD.map(Observed::value));
    }
    let words = command(&["sh", "-c", "read -r x; echo $x"]);
    let observed = Subject::open(&words, &SubjectOptions::default())
        .unwrap()
        .run(&line([1.0, 2.0, 3.0]));
    assert_eq!(
        observed,
        [1.0, 2.0, 3.0].map(Observed::value),
        "a program that answers once is started again"
    );
}

#[test]
fn the_laws_hold_for_interpreters() {
    let inputs = line([0.0, 1.0, 2.0, 3.0, -0.0]);
    let python = "import os\ndef f(x):\n  if x == 2: os._exit(1)\n  if x == 1: raise ValueError(x)\n  return x / 3\n";
    let python = Written::new("m.py", "f", python);
    subject_laws(&|| python.open(&SubjectOptions::default()), &inputs).unwrap();
    let octave = Written::new(
        "f.m",
        "f",
        "function y = f(x)\n  if x == 2 error('two'); end\n  y = x / 3;\nend\n",
    );
    subject_laws(&|| octave.open(&SubjectOptions::default()), &inputs).unwrap();
    let script = command(&[
        "sh",
        "-c",
        "while read -r x; do case $x in 2.0) exit 3;; *) echo $x;; esac; done",
    ]);
    let options = SubjectOptions {
        decimal: true,
        arguments: vec!["x".into()],
        ..SubjectOptions::default()
    };
    subject_laws(&|| Subject::open(&script, &options), &inputs).unwrap();
    subject_laws(&|| Ok(counted_mock()), &inputs).unwrap();
}

fn counted_mock() -> Subject {
    Subject::mock("thirds", |x| match x {
        [x] => Observed::value(x / 3.0),
        _ => Observed::Broken {
            how: "one value".into(),
        },
    })
}
