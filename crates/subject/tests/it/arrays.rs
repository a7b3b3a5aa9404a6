//! Arrays and several outputs, in every language that has them.

use crate::support::{Written, command};
use std::path::Path;
use std::process::Command;
use std::time::Instant;
use subject::{Answer, Broken, Extent, Interface, Options, Passed, Reference, Subject, Way, subject_laws};
use suite::Observed;

const AWKWARD: [f64; 8] = [
    -0.0,
    5e-324,
    f64::MAX,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
    0.1,
    1e22,
];

/// `interface("a[3]+ n b[2]!", "- 4")`: `+` is changed, `!` is filled; a number and an array of 4 are returned.
fn interface(parameters: &str, returns: &str) -> Interface {
    let passed = |word: &str| {
        let way = match word.chars().last() {
            Some('+') => Way::Changed,
            Some('!') => Way::Filled,
            _ => Way::In,
        };
        let (name, size) = word.trim_end_matches(['+', '!']).split_once('[').unwrap_or((word, ""));
        let size = size.trim_end_matches(']').parse();
        Passed {
            name: name.trim_end_matches(['+', '!']).to_owned(),
            way,
            extent: size.map_or(Extent::Number, Extent::Array),
        }
    };
    let returned = |word: &str| word.parse().map_or(Extent::Number, Extent::Array);
    Interface {
        parameters: parameters.split_whitespace().map(passed).collect(),
        returns: returns.split_whitespace().map(returned).collect(),
    }
}

fn open(written: &Written, interface: &Interface) -> Subject {
    open_with(written, &Options::default(), interface).unwrap_or_else(|broken| panic!("{broken}"))
}

fn open_with(written: &Written, options: &Options, interface: &Interface) -> Result<Subject, Broken> {
    Subject::open_for(&written.reference(), options, interface)
}

fn signature(text: &str) -> Options {
    Options {
        signature: Some(text.into()),
        ..Options::default()
    }
}

fn ask(subject: &mut Subject, input: &[f64]) -> Answer {
    let mut answers = subject.ask(&[input.to_vec()]);
    assert_eq!(answers.len(), 1);
    answers.remove(0)
}

fn values(answer: &Answer) -> &[f64] {
    match answer {
        Answer::Values(values) => values,
        Answer::Other(observed) => panic!("{observed:?}"),
    }
}

fn bits(values: &[f64]) -> Vec<u64> {
    values.iter().map(|x| x.to_bits()).collect()
}

#[track_caller]
fn is_broken(answer: &Answer, text: &str) {
    match answer {
        Answer::Other(Observed::Broken { how }) if how.contains(text) => {}
        other => panic!("not broken with `{text}`: {other:?}"),
    }
}

const SORT: &str = "#include <stdlib.h>
static int order(const void *x, const void *y) {
    double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}
void sort(double *a, int n) { qsort(a, n, sizeof *a, order); }
";

#[test]
fn a_sort_in_c_changes_its_array() {
    let written = Written::new("sort.c", "sort", SORT);
    let mut subject = open(&written, &interface("a[5]+ n", ""));
    assert_eq!(subject.record().signature, "void sort(double *a, int n)");
    let answer = ask(&mut subject, &[3.0, -1.0, 2.5, 0.0, 7.0, 5.0]);
    assert_eq!(values(&answer), [-1.0, 0.0, 2.5, 3.0, 7.0]);
    let answer = ask(&mut subject, &[3.0, -1.0, 2.5, 0.0, 7.0, 2.0]);
    assert_eq!(values(&answer), [-1.0, 3.0, 2.5, 0.0, 7.0]);
    is_broken(
        &ask(&mut subject, &[1.0, 1.0, 1.0, 1.0, 1.0, 0.5]),
        "n: 0.5 is no integer",
    );
    is_broken(&ask(&mut subject, &[1.0]), "1 values for 6 arguments");
}

const ROOTS: &str = "#include <math.h>
int roots(double p, double q, double *low, double *high) {
    double d = p * p / 4 - q;
    if (d < 0) return 1;
    *low = -p / 2 - sqrt(d);
    *high = -p / 2 + sqrt(d);
    return 0;
}
";

#[test]
fn results_by_pointer_come_with_a_returned_status() {
    let written = Written::new("roots.c", "roots", ROOTS);
    let mut subject = open(&written, &interface("p q low! high!", "-"));
    assert_eq!(values(&ask(&mut subject, &[0.0, -4.0])), [0.0, -2.0, 2.0]);
    let answer = ask(&mut subject, &[0.0, 4.0]);
    let [status, low, high] = values(&answer) else { panic!() };
    assert!(
        *status == 1.0 && low.is_nan() && high.is_nan(),
        "what is not written is no number"
    );
    let options = Options {
        reject_values: vec![1.0],
        ..Options::default()
    };
    for returns in ["-", ""] {
        let mut subject = open_with(&written, &options, &interface("p q low! high!", returns)).unwrap();
        assert!(matches!(ask(&mut subject, &[0.0, -4.0]), Answer::Values(_)));
        let rejected = ask(&mut subject, &[0.0, 4.0]);
        assert!(
            matches!(&rejected, Answer::Other(Observed::Rejected { how }) if how.contains("--reject-value")),
            "{rejected:?}"
        );
    }
}

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
        let options = Options {
            decimal,
            ..Options::default()
        };
        let mut subject = Subject::open_for(&cat, &options, &interface("x[8]+", "")).unwrap();
        assert_eq!(bits(values(&ask(&mut subject, &AWKWARD))), bits(&AWKWARD));
    }
}

#[test]
fn elements_have_the_type_of_the_array() {
    let text = "float sum(const float *x, unsigned char *bytes, short n, long double *wide, _Bool flag) {
    float s = 0;
    for (int i = 0; i < n; i++) s += x[i] * bytes[i];
    bytes[0] = 255;
    *wide = flag ? 0.5L : 1 / 3.0L;
    return s;
}\n";
    let written = Written::new("sum.c", "sum", text);
    let shape = interface("x[2] bytes[2]+ n wide! flag", "-");
    let mut subject = open(&written, &shape);
    let answer = ask(&mut subject, &[0.5, 2.0, 3.0, 4.0, 2.0, 1.0]);
    assert_eq!(values(&answer), [9.5, 255.0, 4.0, 0.5]);
    is_broken(
        &ask(&mut subject, &[0.1, 2.0, 3.0, 4.0, 2.0, 1.0]),
        "x[0]: 0.1 is no float",
    );
    is_broken(
        &ask(&mut subject, &[0.5, 2.0, 3.0, 256.0, 2.0, 1.0]),
        "bytes[1]: 256.0 is not within",
    );
    is_broken(
        &ask(&mut subject, &[0.5, 2.0, 3.0, 4.0, 2.0, 0.0]),
        "wide lies between the doubles 0.333",
    );
    let scaled = Options {
        scales: vec![("bytes".into(), -4)],
        ..Options::default()
    };
    let mut subject = open_with(&written, &scaled, &shape).unwrap();
    let answer = ask(&mut subject, &[0.5, 2.0, 0.0625, 0.125, 2.0, 1.0]);
    assert_eq!(values(&answer), [4.5, 255.0 / 16.0, 0.125, 0.5]);
}

const HOSTILE: &str = "#include <stdlib.h>
int f(double *a, double *b) {
    int what = (int)a[0];
    if (what == 1) a[3] = 1;
    if (what == 2) a[-1] = 1;
    if (what == 3) b[1] = 0;
    if (what == 4) abort();
    if (what == 5) for (;;) ;
    if (what == 6) exit(7);
    if (what == 8) for (int i = 0; i < 700; i++) a[i] = 1;
    b[0] = what == 7 ? a[3] : a[1] + a[2];
    return what;
}
";

#[test]
fn misdeeds_are_seen_and_disturb_nobody() {
    let written = Written::new("hostile_arrays.c", "f", HOSTILE);
    let options = Options {
        seconds_per_call: 0.3,
        ..Options::default()
    };
    let shape = interface("a[3] b!", "-");
    let inputs: Vec<Vec<f64>> = (0..10).map(|i| vec![f64::from(i), 1.0, 2.0]).collect();
    let mut subject = open_with(&written, &options, &shape).unwrap();
    let answers = subject.ask(&inputs);
    for i in [0, 9] {
        assert_eq!(answers[i], Answer::Values(vec![i as f64, 3.0]));
    }
    is_broken(&answers[1], "it wrote beyond the array `a`");
    is_broken(&answers[2], "it wrote beyond the array `a`");
    let spoilt = &answers[8];
    assert!(
        matches!(spoilt, Answer::Other(Observed::Broken { .. } | Observed::Crash { .. })),
        "{spoilt:?}"
    );
    is_broken(&answers[3], "it wrote beyond the number `b`");
    let crash = Observed::Crash {
        signal: "SIGABRT".into(),
    };
    assert_eq!(answers[4], Answer::Other(crash));
    assert_eq!(answers[5], Answer::Other(Observed::Timeout { milliseconds: 300 }));
    assert_eq!(answers[6], Answer::Other(Observed::Exit { code: 7 }));
    assert!(values(&answers[7])[1].is_nan(), "what is behind an array is no number");
    assert!(subject.canary(1.0).is_err());
    subject_laws(&|| open_with(&written, &options, &shape), &inputs).unwrap();
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
fn long_arrays_come_in_batches() {
    let text = "void f(const double *x, double *y) { for (int i = 0; i < 512; i++) y[i] = x[511 - i]; }\n";
    let written = Written::new("long.c", "f", text);
    let mut subject = open(&written, &interface("x[512] y[512]!", ""));
    let inputs: Vec<Vec<f64>> = (0..600)
        .map(|k| (0..512).map(|i| f64::from(k * 1000 + i)).collect())
        .collect();
    for (input, answer) in inputs.iter().zip(subject.ask(&inputs)) {
        let reversed: Vec<f64> = input.iter().rev().copied().collect();
        assert_eq!(values(&answer), reversed);
    }
}

#[test]
fn libraries_are_called_with_numbers_and_arrays() {
    let hypot: Reference = "/lib/x86_64-linux-gnu/libm.so.6:hypot".parse().unwrap();
    let mut subject = Subject::open_for(&hypot, &Options::default(), &interface("x y", "-")).unwrap();
    assert_eq!(subject.ask(&[vec![3.0, 4.0]]), [Answer::Values(vec![5.0])]);
    let sincos: Reference = "/lib/x86_64-linux-gnu/libm.so.6:sincos".parse().unwrap();
    let options = signature("void sincos(double x, double *s, double *c)");
    let mut subject = Subject::open_for(&sincos, &options, &interface("x s! c!", "")).unwrap();
    assert_eq!(subject.ask(&[vec![0.0]]), [Answer::Values(vec![0.0, 1.0])]);
    let written = Written::new("sort.c", "sort", SORT);
    let library = written.path("libsort.so");
    let source = written.path("sort.c");
    let status = Command::new("cc")
        .args(["-shared", "-fPIC", "-o"])
        .args([&library, &source])
        .status();
    assert!(status.unwrap().success());
    let sort: Reference = format!("{}:sort", library.display()).parse().unwrap();
    let options = signature("void sort(double *a, int n)");
    let mut subject = Subject::open_for(&sort, &options, &interface("a[3]+ n", "")).unwrap();
    assert_eq!(
        subject.ask(&[vec![2.0, 1.0, 0.0, 3.0]]),
        [Answer::Values(vec![0.0, 1.0, 2.0])]
    );
    let unknown = Subject::open_for(&sort, &Options::default(), &interface("a[3]+ n", ""))
        .err()
        .unwrap();
    assert!(unknown.remedy.contains("void sort(double *a, double n)"), "{unknown}");
}

const PYTHON: &str = "def in_place(a, n: int):
    a[:n] = sorted(a[:n])

def nested(a: list[int]):
    assert all(type(x) is int for x in a)
    return (sum(a), [max(a), (10 ** a[0],)], True)

def wrong(a):
    if a[0] == 1: return [1.0, 2.0, 3.0]
    if a[0] == 2: return None
    if a[0] == 3: return [1.0, 'x']
    if a[0] == 4: raise ValueError('four')
    if a[0] == 5: a.append(1.0)
    if a[0] == 6: return [1.0, 1j]
    return 1.0, 2.0
";

#[test]
fn python_takes_lists_and_gives_sequences() {
    let open = |name: &str, shape: &Interface| open(&Written::new("m.py", name, PYTHON), shape);
    let mut subject = open("in_place", &interface("a[4]+ n", ""));
    let answer = ask(&mut subject, &[4.0, 3.0, 2.0, 1.0, 3.0]);
    assert_eq!(values(&answer), [2.0, 3.0, 4.0, 1.0]);
    is_broken(&ask(&mut subject, &[4.0, 3.0, 2.0, 1.0, 0.5]), "n: 0.5 is no integer");
    let mut subject = open("nested", &interface("a[3]", "- 2 -"));
    let answer = ask(&mut subject, &[22.0, 2.0, 3.0]);
    assert_eq!(values(&answer), [27.0, 22.0, 1e22, 1.0]);
    is_broken(
        &ask(&mut subject, &[30.0, 2.0, 3.0]),
        "the result[1] lies between the doubles 9.999999999999999e29 and 1e30",
    );
}

/// The NumPy of the system, also where `python3` is another one of the same version.
const NUMPY: &str = "import sys
sys.path.append('/usr/lib/python3/dist-packages')
import numpy as np

def matrix(a: np.ndarray, k: 'np.ndarray[int]', b: 'np.ndarray'):
    assert a.dtype == np.float64 and k.dtype == np.int64 and np.isnan(b).all()
    b[:] = a + k
    return np.outer(a, a), np.float32(0.5)
";

#[test]
fn python_takes_and_gives_arrays_of_numpy() {
    let written = Written::new("m.py", "matrix", NUMPY);
    let mut subject = open(&written, &interface("a[2] k[2] b[2]!", "4 -"));
    let answer = ask(&mut subject, &[2.0, 3.0, 1.0, 2.0]);
    assert_eq!(values(&answer), [4.0, 6.0, 6.0, 9.0, 0.5, 3.0, 5.0]);
}

#[test]
fn python_is_broken_where_the_numbers_are_not_those_of_the_contract() {
    let written = Written::new("m.py", "wrong", PYTHON);
    let shape = interface("a[1]+", "2");
    let mut subject = open(&written, &shape);
    assert_eq!(values(&ask(&mut subject, &[0.0])), [1.0, 2.0, 0.0]);
    is_broken(&ask(&mut subject, &[1.0]), "returned 3 numbers, and the contract has 2");
    is_broken(&ask(&mut subject, &[2.0]), "returned 0 numbers, and the contract has 2");
    is_broken(&ask(&mut subject, &[3.0]), "returned a str, which is no number");
    let rejected = |how: &str| Answer::Other(Observed::Rejected { how: how.into() });
    assert_eq!(ask(&mut subject, &[4.0]), rejected("ValueError: four"));
    is_broken(&ask(&mut subject, &[5.0]), "left 2 numbers, and the contract has 1");
    assert_eq!(ask(&mut subject, &[6.0]), rejected("returned a complex number"));
    let inputs: Vec<Vec<f64>> = (0..8).map(|i| vec![f64::from(i)]).collect();
    subject_laws(&|| open_with(&written, &Options::default(), &shape), &inputs).unwrap();
}

const FORTRAN: &str = "module m
contains
  integer function solve(a, b, n, x, scale)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    real(4), intent(in) :: b(*)
    real(8), intent(out) :: x(2)
    real(8), value :: scale
    integer :: i
    solve = n
    x(1) = scale * sum(a)
    do i = 1, n
      a(i) = a(i) + b(i)
    end do
  end function
  subroutine shaped(a, y)
    real(8), intent(in) :: a(:)
    real(8), intent(out) :: y
    y = a(1)
  end subroutine
  subroutine beyond(n, a)
    integer :: n
    real(8) :: a(n)
    a(n + 1) = 1
  end subroutine
end module
";

#[test]
fn fortran_takes_arrays_of_explicit_shape() {
    let written = |name: &str| Written::new("m.f90", name, FORTRAN);
    let mut subject = open(&written("solve"), &interface("a[2]+ b[2] n x[2]! scale", "-"));
    let answer = ask(&mut subject, &[1.0, 2.0, 0.5, 0.25, 2.0, 10.0]);
    let [status, first, second, x, unwritten] = values(&answer) else {
        panic!()
    };
    assert_eq!([*status, *first, *second, *x], [2.0, 1.5, 2.25, 30.0]);
    assert!(unwritten.is_nan());
    let mut subject = open(&written("beyond"), &interface("n a[2]+", ""));
    is_broken(&ask(&mut subject, &[2.0, 0.0, 0.0]), "it wrote beyond the array `a`");
    let refused = |name: &str, parameters: &str| {
        let shape = interface(parameters, "");
        open_with(&written(name), &Options::default(), &shape)
            .err()
            .unwrap()
            .what
    };
    let what = refused("shaped", "a[2] y!");
    assert!(what.contains("`a` is an array without an explicit size"), "{what}");
    let what = refused("solve", "a[2]+ b[2]+ n x[2]! scale");
    assert!(what.contains("`const float *b` is constant"), "{what}");
}

#[test]
fn octave_returns_several_results() {
    let text = "function [y, b, k] = f(a, n)
  if n == 2 error('two'); end
  if n == 3 y = [1 2]; else y = sum(a) / n; end
  b = single(sort(a));
  k = int16([n; -n]);
end\n";
    let written = Written::new("f.m", "f", text);
    let shape = interface("a[3] n", "- 3 2");
    let mut subject = open(&written, &shape);
    let answer = ask(&mut subject, &[3.0, 1.0, 2.0, 4.0]);
    assert_eq!(values(&answer), [1.5, 1.0, 2.0, 3.0, 4.0, -4.0]);
    is_broken(
        &ask(&mut subject, &[3.0, 1.0, 2.0, 3.0]),
        "result 1: 2 numbers came back",
    );
    let how = "two".into();
    assert_eq!(
        ask(&mut subject, &[3.0, 1.0, 2.0, 2.0]),
        Answer::Other(Observed::Rejected { how })
    );
    let inputs: Vec<Vec<f64>> = (1..6).map(|i| vec![1.0, 0.5, 2.0, f64::from(i)]).collect();
    subject_laws(&|| open_with(&written, &Options::default(), &shape), &inputs).unwrap();
}

#[test]
fn commands_answer_with_a_line_of_numbers() {
    let script =
        "while read -r x y z; do case $z in 1.0) echo 1 2;; 2.0) echo error: two;; *) echo $y $x 0x1p-1;; esac; done";
    let options = Options {
        decimal: true,
        ..Options::default()
    };
    let reference = command(&["sh", "-c", script]);
    let shape = interface("a[2]+ n", "-");
    let mut subject = Subject::open_for(&reference, &options, &shape).unwrap();
    assert_eq!(values(&ask(&mut subject, &[7.0, 8.0, 0.0])), [8.0, 7.0, 0.5]);
    is_broken(
        &ask(&mut subject, &[7.0, 8.0, 1.0]),
        "2 numbers came back, and the contract has 3",
    );
    let how = "two".into();
    assert_eq!(
        ask(&mut subject, &[7.0, 8.0, 2.0]),
        Answer::Other(Observed::Rejected { how })
    );
    let inputs: Vec<Vec<f64>> = (0..4).map(|i| vec![1.0, 2.0, f64::from(i)]).collect();
    subject_laws(&|| Subject::open_for(&reference, &options, &shape), &inputs).unwrap();
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

#[test]
fn an_interface_that_does_not_fit_is_refused_with_both_sides() {
    let c = "typedef struct { double x; } box;
double f(double *a, int n) { return a[n]; }
void g(const double *x, double *y) { *y = *x; }
void h(box *b) { b->x = 0; }
void v(void *p) { }
double **p(double a[2][2]) { return 0; }\n";
    let table = [
        (
            "a.c",
            "f",
            "a[10] n m",
            "-",
            "`double f(double *a, int n)` does not fit the contract, which has f(a[10], n, m) -> number: it takes 2 parameters, and the contract passes 3",
        ),
        (
            "a.c",
            "f",
            "a[10] n[2]",
            "-",
            "`int n` is one number, and the contract passes an array of 2 as `n`",
        ),
        (
            "a.c",
            "f",
            "a[10] n!",
            "-",
            "`int n` is passed by value, so `n` cannot come back",
        ),
        (
            "a.c",
            "f",
            "a[10] n",
            "- -",
            "it returns one number, and the contract expects 2 results",
        ),
        ("a.c", "f", "a[10] n", "10", "no function of C returns an array"),
        ("a.c", "f", "a[10] n", "", "nothing comes back"),
        (
            "a.c",
            "f",
            "a[600] n",
            "-",
            "601 numbers go to the subject; at most 512",
        ),
        (
            "a.c",
            "f",
            "a[18446744073709551615]+ n",
            "-",
            "numbers go to the subject; at most 512",
        ),
        (
            "a.c",
            "g",
            "x[2]+ y!",
            "",
            "`const double *x` is constant, so `x` cannot come back",
        ),
        (
            "a.c",
            "g",
            "x[2] y!",
            "-",
            "it returns nothing, and the contract expects a number",
        ),
        ("a.c", "h", "b!", "", "the parameter `box *b` is no number"),
        ("a.c", "v", "b!", "", "`void *p` does not say what it points to"),
        ("a.c", "p", "b[4]!", "", "has more than one dimension"),
        (
            "m.py",
            "f",
            "a[2] n",
            "-",
            "takes 1 parameters, and the contract passes 2",
        ),
        ("m.py", "f", "a!", "-", "cannot change or fill the number `a`"),
        ("f.m", "f", "a[2]+", "", "cannot change or fill `a`"),
        (
            "f.m",
            "f",
            "a[2] n",
            "-",
            "it takes 1 arguments, and the contract passes 2",
        ),
        (
            "f.m",
            "f",
            "a[2]",
            "- -",
            "it returns 1 results, and the contract expects 2",
        ),
        ("a.cpp", "f", "a[2]", "-", "arrays and several outputs are not possible"),
        ("a.rs", "f", "a", "- -", "arrays and several outputs are not possible"),
    ];
    for (file, name, parameters, returns, what) in table {
        let text = match Path::new(file).extension().and_then(|e| e.to_str()) {
            Some("py") => "def f(a):\n    return a\n",
            Some("m") => "function y = f(a)\n  y = a;\nend\n",
            Some("rs") => "fn f(a: f64) -> f64 { a }\n",
            _ => c,
        };
        let written = Written::new(file, name, text);
        let broken = open_with(&written, &Options::default(), &interface(parameters, returns)).err();
        let broken = broken.unwrap_or_else(|| panic!("{file}:{name} {parameters} was not refused"));
        assert!(broken.what.contains(what), "{broken}");
        assert!(!broken.remedy.is_empty());
    }
}

#[test]
fn one_call_at_a_time_is_quick() {
    let written = Written::new("sort.c", "sort", SORT);
    let mut subject = open(&written, &interface("a[10]+ n", ""));
    let input = [9.0, 8.0, 7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0, 0.0, 10.0];
    let begun = Instant::now();
    for _ in 0..10_000 {
        assert!(matches!(ask(&mut subject, &input), Answer::Values(_)));
    }
    let each = begun.elapsed() / 10_000;
    println!("one call at a time: {each:?} each");
    assert!(each.as_micros() < 600, "{each:?}");
}
