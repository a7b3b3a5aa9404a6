//! Interfaces that do not fit.

use super::*;

#[test]
fn an_interface_that_does_not_fit_is_refused_with_both_sides() {
    let c = "typedef struct { double x; } box;
double f(double *a, int n) { return a[n]; }
void g(const double *x, double *y) { *y = *x; }
void h(box *b) { b->x = 0; }
void v(void *p) { }
double p(double **a) { return 0; }\n";
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
        ("a.c", "p", "b[4]!", "", "is a pointer to pointers"),
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
        let broken = open_with(&written, &SubjectOptions::default(), &interface(parameters, returns)).err();
        let broken = broken.unwrap_or_else(|| panic!("{file}:{name} {parameters} was not refused"));
        assert!(broken.what.contains(what), "{broken}");
        assert!(!broken.remedy.is_empty());
    }
}
