//! C, libraries and Fortran.

use super::*;

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
    let options = SubjectOptions {
        reject_values: vec![1.0],
        ..SubjectOptions::default()
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
    let scaled = SubjectOptions {
        scales: vec![("bytes".into(), -4)],
        ..SubjectOptions::default()
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
    let options = SubjectOptions {
        seconds_per_call: 2.0,
        ..SubjectOptions::default()
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
    assert_eq!(answers[5], Answer::Other(Observed::Timeout { milliseconds: 2000 }));
    assert_eq!(answers[6], Answer::Other(Observed::Exit { code: 7 }));
    assert!(values(&answers[7])[1].is_nan(), "what is behind an array is no number");
    assert!(subject.open_canary(1.0).is_err());
    subject_laws(&|| open_with(&written, &options, &shape), &inputs).unwrap();
}

#[test]
fn matrices_are_arrays_row_by_row() {
    let text = "double trace(int n, const double a[n][n], double t[2][2]) {
    double s = 0;
    for (int i = 0; i < n; i++) s += a[i][i];
    for (int i = 0; i < 4; i++) t[i % 2][i / 2] = a[i / 2][i % 2];
    return s;
}\n";
    let written = Written::new("matrix.c", "trace", text);
    let mut subject = open(&written, &interface("n a[4] t[4]!", "-"));
    let answer = ask(&mut subject, &[2.0, 1.0, 2.0, 3.0, 4.0]);
    assert_eq!(values(&answer), [5.0, 1.0, 3.0, 2.0, 4.0]);
    let library = library(&written, "matrix.c", "trace");
    let options = signature("double trace(int n, const double a[n][n], double t[2][2])");
    let mut subject = Subject::open_for(&library, &options, &interface("n a[4] t[4]!", "-")).unwrap();
    assert_eq!(ask(&mut subject, &[2.0, 1.0, 2.0, 3.0, 4.0]), answer);
}

/// A source of C as a shared library.
fn library(written: &Written, file: &str, name: &str) -> SubjectReference {
    let (library, source) = (written.path("libof.so"), written.path(file));
    let status = Command::new("cc")
        .args(["-shared", "-fPIC", "-o"])
        .args([&library, &source])
        .status();
    assert!(status.unwrap().success());
    format!("{}:{name}", library.display()).parse().unwrap()
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
    let hypot: SubjectReference = "/lib/x86_64-linux-gnu/libm.so.6:hypot".parse().unwrap();
    let mut subject = Subject::open_for(&hypot, &SubjectOptions::default(), &interface("x y", "-")).unwrap();
    assert_eq!(subject.ask(&[vec![3.0, 4.0]]), [Answer::Values(vec![5.0])]);
    let sincos: SubjectReference = "/lib/x86_64-linux-gnu/libm.so.6:sincos".parse().unwrap();
    let options = signature("void sincos(double x, double *s, double *c)");
    let mut subject = Subject::open_for(&sincos, &options, &interface("x s! c!", "")).unwrap();
    assert_eq!(subject.ask(&[vec![0.0]]), [Answer::Values(vec![0.0, 1.0])]);
    let written = Written::new("sort.c", "sort", SORT);
    let sort = library(&written, "sort.c", "sort");
    let options = signature("void sort(double *a, int n)");
    let mut subject = Subject::open_for(&sort, &options, &interface("a[3]+ n", "")).unwrap();
    assert_eq!(
        subject.ask(&[vec![2.0, 1.0, 0.0, 3.0]]),
        [Answer::Values(vec![0.0, 1.0, 2.0])]
    );
    let unknown = Subject::open_for(&sort, &SubjectOptions::default(), &interface("a[3]+ n", ""))
        .err()
        .unwrap();
    assert!(unknown.remedy.contains("void sort(double *a, double n)"), "{unknown}");
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
        open_with(&written(name), &SubjectOptions::default(), &shape)
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
fn ten_thousand_calls_one_at_a_time_come_to_an_end() {
    let written = Written::new("sort.c", "sort", SORT);
    let mut subject = open(&written, &interface("a[10]+ n", ""));
    let input = [9.0, 8.0, 7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0, 0.0, 10.0];
    let begun = Instant::now();
    for _ in 0..10_000 {
        assert!(matches!(ask(&mut subject, &input), Answer::Values(_)));
    }
    println!("one call at a time: {:?} each", begun.elapsed() / 10_000);
    // A guard against hangs, and against a process for each call.
    assert!(begun.elapsed().as_secs() < 120, "{:?}", begun.elapsed());
}
