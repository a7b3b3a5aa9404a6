//! Every compiled language: the types are found out, and all bits arrive.

use crate::support::{Written, bits, line, rejected};
use std::process::Command;
use subject::{Subject, SubjectOptions, subject_laws};
use suite::{Hex, Observed};

fn options(arguments: &[&str]) -> SubjectOptions {
    SubjectOptions {
        arguments: arguments.iter().map(|a| a.to_string()).collect(),
        ..SubjectOptions::default()
    }
}

/// A source, its function, the signature that must be found, an input, and the bits of the result.
type Row = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static [f64],
    &'static str,
);

const ROWS: &[Row] = &[
    (
        "a.c",
        "f",
        "static double f(double x, double y) { return x * y; }",
        "double f(double x, double y)",
        &[0.1, 3.0],
        "3fd3333333333334",
    ),
    (
        "a.c",
        "f",
        "float f(float x) { return x / 3; }",
        "float f(float x)",
        &[1.0],
        "3eaaaaab",
    ),
    (
        "a.c",
        "f",
        "typedef float real;\nreal f(const real x, int n) { return x / n; }",
        "float f(float x, int n)",
        &[1.0, 3.0],
        "3eaaaaab",
    ),
    (
        "a.c",
        "f",
        "long double f(long double x) { return x / 3; }",
        "long double f(long double x)",
        &[1.0],
        "3ffdaaaaaaaaaaaaaaab",
    ),
    (
        "a.c",
        "f",
        "#include <stdint.h>\nint64_t f(int32_t k) { return (int64_t)k << 40 | 1; }",
        "long long f(int k)",
        &[-2.0],
        "fffffe0000000001",
    ),
    (
        "a.c",
        "f",
        "unsigned f(unsigned long k) { return k - 1; }",
        "unsigned int f(unsigned long long k)",
        &[0.0],
        "ffffffff",
    ),
    (
        "a.c",
        "f",
        "#include <stdint.h>\nuint64_t f(double x) { return (uint64_t)x; }",
        "unsigned long long f(double x)",
        &[1e19],
        "8ac7230489e80000",
    ),
    (
        "a.c",
        "f",
        "void f(double x, double *y) { *y = x + 1; }\nint main(void) { return 9; }",
        "double f(double x)",
        &[1.0],
        "4000000000000000",
    ),
    (
        "a.c",
        "f",
        "int f(double x, double *restrict y, float *z) { *y = x; *z = 2; return 0; }",
        "double f(double x)",
        &[1.5],
        "3ff8000000000000",
    ),
    (
        "a.c",
        "f",
        "double f(double x) { return -x; }",
        "double f(double x)",
        &[0.0],
        "8000000000000000",
    ),
    (
        "a.c",
        "f",
        "double f(double x) { return x; }",
        "double f(double x)",
        &[5e-324],
        "0000000000000001",
    ),
    (
        "a.cpp",
        "f",
        "double f(double x, double y) noexcept { return x * y; }",
        "double f(double, double)",
        &[0.1, 3.0],
        "3fd3333333333334",
    ),
    (
        "a.cc",
        "n::f",
        "namespace n { static float f(float const& x, int n) { return x / n; } }",
        "float n::f(float, int)",
        &[1.0, 3.0],
        "3eaaaaab",
    ),
    (
        "a.cxx",
        "f",
        "void f(double x, double& y) { y = x + 1; }\nint main() {}",
        "double f(double)",
        &[1.0],
        "4000000000000000",
    ),
    (
        "a.cpp",
        "f",
        "long double f(long double x) { return x / 3; }",
        "long double f(long double)",
        &[1.0],
        "3ffdaaaaaaaaaaaaaaab",
    ),
    (
        "a.cpp",
        "f",
        "extern \"C\" int f(double x, double *y) { *y = x; return 1; }",
        "double f(double)",
        &[1.5],
        "3ff8000000000000",
    ),
    (
        "a.rs",
        "f",
        "//! Inner.\nfn f(x: f64, y: f64) -> f64 { x * y }\nfn main() {}",
        "double f(double, double)",
        &[0.1, 3.0],
        "3fd3333333333334",
    ),
    (
        "a.rs",
        "m::f",
        "mod m { pub fn f(x: f32, n: i32) -> f32 { x / n as f32 } }",
        "float m::f(float, int)",
        &[1.0, 3.0],
        "3eaaaaab",
    ),
    (
        "a.rs",
        "f",
        "fn f(k: u64) -> i64 { !(k as i64) }",
        "long long f(unsigned long long)",
        &[0.0],
        "ffffffffffffffff",
    ),
    (
        "a.rs",
        "f",
        "#[no_mangle]\npub extern \"C\" fn f(x: f64, y: f64) -> f64 { x * y }",
        "double f(double, double)",
        &[0.1, 3.0],
        "3fd3333333333334",
    ),
    (
        "a.rs",
        "f",
        "#[unsafe(no_mangle)]\npub unsafe extern \"C\" fn f(x: f64, y: f64) -> f64 { x * y }",
        "double f(double, double)",
        &[0.1, 3.0],
        "3fd3333333333334",
    ),
    (
        "a.rs",
        "f",
        "// fn f(x: f64)\n#[no_mangle] pub extern fn f(\n    x: f32, // numerator, of 2\n    n: i32,\n) -> f32 { x / n as f32 }",
        "float f(float, int)",
        &[1.0, 3.0],
        "3eaaaaab",
    ),
    (
        "a.rs",
        "m::f",
        "mod m { pub unsafe fn f(k: u64) -> i64 { !(k as i64) } }",
        "long long m::f(unsigned long long)",
        &[0.0],
        "ffffffffffffffff",
    ),
    (
        "a.rs",
        "f",
        "extern \"C-unwind\" fn f(x: f64) -> Option<f64> { Some(x) }",
        "double f(double)",
        &[1.5],
        "3ff8000000000000",
    ),
    (
        "a.rs",
        "f",
        "extern \"C\" fn f() -> f64 { 1.5 }",
        "double f()",
        &[],
        "3ff8000000000000",
    ),
    (
        "a.f90",
        "f",
        "function f(x, y)\n real(8) :: x, y, f\n f = x * y\nend function",
        "double f(double x, double y)",
        &[0.1, 3.0],
        "3fd3333333333334",
    ),
    (
        "a.f90",
        "f",
        "module m\n integer, parameter :: dp = kind(1d0)\ncontains\n function f(x, n) result(r)\n real(dp), intent(in) :: x\n integer, intent(in) :: n\n real(dp) :: r\n r = x / n\n end function\nend module\nprogram p\n print *, 1\nend program",
        "double f(double x, int n)",
        &[1.0, 3.0],
        "3fd5555555555555",
    ),
    (
        "a.f90",
        "G",
        "real function g(x)\n g = x / 3\nend function",
        "float G(float x)",
        &[1.0],
        "3eaaaaab",
    ),
    (
        "a.f90",
        "s",
        "subroutine s(x, y)\n real(8), intent(in) :: x\n real(8), intent(out) :: y\n y = x + 1\nend subroutine",
        "double s(double x)",
        &[1.0],
        "4000000000000000",
    ),
    (
        "a.f90",
        "h",
        "function h(x) bind(C, name=\"hh\")\n use iso_c_binding\n real(c_double), value :: x\n integer(c_int64_t) :: h\n h = int(x, 8) * 3\nend function",
        "long long h(double x)",
        &[-5.0],
        "fffffffffffffff1",
    ),
    (
        "a.f",
        "f",
        "      double precision function f(x)\n      double precision x\n      f = x / 3\n      end\n",
        "double f(double x)",
        &[1.0],
        "3fd5555555555555",
    ),
];

#[test]
fn types_are_found_and_bits_arrive() {
    for (file, function, text, signature, input, expected) in ROWS {
        let written = Written::new(file, function, text);
        let mut subject = written
            .open(&SubjectOptions::default())
            .unwrap_or_else(|broken| panic!("{text}\n{broken}"));
        assert_eq!(subject.record().signature, *signature, "{text}");
        let observed = subject.run(&[input.to_vec()]);
        assert_eq!(bits(&observed[0]), *expected, "{text}");
    }
}

#[test]
fn the_record_tells_how_it_was_built() {
    let text = "/* f(x) */\n#include <math.h>\n\ndouble f(double x)\n{\n    return sin(x);\n}\n";
    let written = Written::new("a.c", "f", text);
    let flags = ["-O3", "-ffp-contract=fast", "-ffast-math"].map(str::to_owned).to_vec();
    let fast = written
        .open(&SubjectOptions {
            cflags: flags,
            ..SubjectOptions::default()
        })
        .unwrap();
    let (plain, fast) = (written.subject().record().clone(), fast.record().clone());
    assert_eq!((plain.kind.as_str(), plain.line), ("c", Some(4)));
    assert!(
        plain.tool.contains("cc") || plain.tool.contains("clang"),
        "{}",
        plain.tool
    );
    assert!(
        plain
            .build
            .iter()
            .any(|line| line.contains("-O2 -ffp-contract=off -c $BUILD/shim.c")),
        "{:?}",
        plain.build
    );
    assert_eq!(
        plain.floating_point,
        ["optimisation: -O2", "contraction of a*b+c: off (-ffp-contract=off)"]
    );
    let said = fast.floating_point.join("\n");
    for part in [
        "optimisation: -O3",
        "contraction of a*b+c: fast",
        "-ffast-math: the rules",
        "flushed to zero",
    ] {
        assert!(said.contains(part), "{part} is not in\n{said}");
    }
    assert_eq!(written.subject().record(), &plain, "the same twice");
}

#[test]
fn a_result_between_doubles_has_two_bounds() {
    let written = Written::new("a.c", "f", "long long f(int k) { return (1LL << 53) + k; }");
    let observed = written.subject().run(&line([1.0, 2.0]));
    let Observed::Value { hex, upper, .. } = &observed[0] else {
        panic!()
    };
    assert_eq!((hex, upper), (&Hex(9007199254740992.0), &Some(Hex(9007199254740994.0))));
    let Observed::Value { hex, upper, .. } = &observed[1] else {
        panic!()
    };
    assert_eq!((hex, upper), (&Hex(9007199254740994.0), &None));
}

#[test]
fn an_input_that_the_type_cannot_hold_is_broken_alone() {
    let written = Written::new("a.c", "f", "double f(float x) { return x; }");
    let observed = written.subject().run(&line([0.5, 0.1, 0.25]));
    let how = "argument x: 0.1 is no float (32 bits)".into();
    assert_eq!(
        observed,
        [Observed::value(0.5), Observed::Broken { how }, Observed::value(0.25)]
    );
}

#[test]
fn fixed_point_numbers_are_scaled() {
    // Q16.16: the product of two has 32 bits behind the point.
    let text = "#include <stdint.h>\nint32_t f(int32_t x, int32_t y) { return (int32_t)(((int64_t)x * y) >> 16); }";
    let written = Written::new("a.c", "f", text);
    let scales = [("x", -16), ("1", -16), ("result", -16)]
        .map(|(k, s)| (k.to_owned(), s))
        .to_vec();
    let mut subject = written
        .open(&SubjectOptions {
            scales,
            ..SubjectOptions::default()
        })
        .unwrap();
    let observed = subject.run(&[vec![1.5, -2.25], vec![1e-9, 1.0]]);
    assert_eq!(
        (bits(&observed[0]), observed[0].output()),
        ("fffca000", Observed::value(-3.375).output())
    );
    let how = "argument x: 1e-9 is no multiple of 2^-16".into();
    assert_eq!(observed[1], Observed::Broken { how });
}

#[test]
fn results_can_be_chosen_and_codes_rejected() {
    let text = "int f(double x, double *y, float *z) { *y = x; *z = 2; return x < 0 ? -1 : 0; }";
    for (file, result, at_one) in [
        ("a.c", None, 1.0),
        ("a.c", Some(0), 0.0),
        ("a.c", Some(2), 2.0),
        ("a.cpp", Some(2), 2.0),
    ] {
        let written = Written::new(file, "f", text);
        let options = SubjectOptions {
            result,
            reject_values: vec![-1.0],
            ..SubjectOptions::default()
        };
        let observed = written.open(&options).unwrap().run(&line([1.0, -7.0]));
        assert_eq!(observed[0].output(), Observed::value(at_one).output(), "{result:?}");
        assert!(
            matches!(&observed[1], Observed::Rejected { how } if how.contains("--reject-value")),
            "{observed:?}"
        );
    }
    let written = Written::new(
        "a.c",
        "f",
        "#include <math.h>\ndouble f(double x) { return x < 0 ? NAN : -1; }",
    );
    let options = SubjectOptions {
        reject_values: vec![-1.0, f64::NAN],
        ..SubjectOptions::default()
    };
    let observed = written.open(&options).unwrap().run(&line([1.0, -1.0]));
    let how = |y: &str| rejected(&format!("returned {y}, which --reject-value names"));
    assert_eq!(observed, [how("-1"), how("NaN")]);
}

#[test]
fn exceptions_errors_and_panics_are_rejections() {
    let table = [
        (
            "a.cpp",
            "#include <stdexcept>\ndouble f(double x) { if (x < 0) throw std::domain_error(\"negative\"); return x; }",
            rejected("negative"),
        ),
        (
            "a.cpp",
            "double f(double x) { if (x < 0) throw 7; return x; }",
            rejected("an exception that is no std::exception"),
        ),
        (
            "a.rs",
            "fn f(x: f64) -> f64 { assert!(x >= 0.0, \"negative {x}\"); x }",
            rejected("panic: negative -1"),
        ),
        (
            "a.rs",
            "fn f(x: f64) -> Result<f64, String> { if x < 0.0 { Err(\"negative\".into()) } else { Ok(x) } }",
            rejected("Err(\"negative\")"),
        ),
        (
            "a.rs",
            "fn f(x: f64) -> Option<f64> { (x >= 0.0).then_some(x) }",
            rejected("None"),
        ),
        (
            "a.rs",
            "#[no_mangle]\nextern \"C\" fn f(x: f64) -> f64 { assert!(x >= 0.0); x }",
            Observed::Crash {
                signal: "SIGABRT".into(),
            },
        ),
        (
            "a.rs",
            "fn f(x: f64) -> f64 { if x < 0.0 { std::process::abort() } x }",
            Observed::Crash {
                signal: "SIGABRT".into(),
            },
        ),
        (
            "a.cpp",
            "double f(double x) noexcept { if (x < 0) throw 7; return x; }",
            Observed::Crash {
                signal: "SIGABRT".into(),
            },
        ),
    ];
    for (file, text, expected) in table {
        let mut subject = Written::new(file, "f", text).subject();
        let observed = subject.run(&line([1.0, -1.0, 2.0]));
        assert_eq!(
            observed,
            [Observed::value(1.0), expected, Observed::value(2.0)],
            "{text}"
        );
    }
}

#[test]
fn one_of_several_functions_is_chosen_by_a_signature() {
    let text = "float f(float x) { return x; }\ndouble f(double x) { return x / 3; }\n";
    let written = Written::new("a.cpp", "f", text);
    let broken = written.open(&SubjectOptions::default()).err().unwrap();
    assert!(broken.remedy.contains("signature"), "{broken}");
    let signature = Some("double f(double x)".to_owned());
    let mut subject = written
        .open(&SubjectOptions {
            signature,
            ..SubjectOptions::default()
        })
        .unwrap();
    assert_eq!(subject.run(&line([1.0])), [Observed::value(1.0 / 3.0)]);
}

#[test]
fn libraries_are_loaded() {
    let written = Written::new(
        "a.c",
        "f",
        "double f(double x, double y) { return x / y; }\nfloat g(float x) { return x / 3; }\n",
    );
    let library = written.path("libf.so").display().to_string();
    let source = written.path("a.c").display().to_string();
    assert!(
        Command::new("cc")
            .args(["-shared", "-fPIC", &source, "-o", &library])
            .status()
            .unwrap()
            .success()
    );
    let reference = format!("{library}:f").parse().unwrap();
    let mut subject = Subject::open(&reference, &options(&["x", "y"])).unwrap();
    assert_eq!(subject.run(&[vec![1.0, 3.0]]), [Observed::value(1.0 / 3.0)]);
    let signature = Some("float g(float x)".to_owned());
    let g = format!("{library}:g").parse().unwrap();
    let mut subject = Subject::open(
        &g,
        &SubjectOptions {
            signature,
            ..SubjectOptions::default()
        },
    )
    .unwrap();
    assert_eq!(bits(&subject.run(&line([1.0]))[0]), "3eaaaaab");
    let missing = Subject::open(&format!("{library}:h").parse().unwrap(), &options(&["x"]))
        .err()
        .unwrap();
    assert!(missing.remedy.contains("`f`"), "{missing}");
    let unknown = Subject::open(&reference, &SubjectOptions::default()).err().unwrap();
    assert!(unknown.remedy.contains("signature"), "{unknown}");
}

#[test]
fn further_sources_and_flags_are_used() {
    let written = Written::new(
        "a.c",
        "f",
        "#include \"b.h\"\ndouble f(double x) { return third(x) + EXTRA; }\n",
    );
    std::fs::write(written.path("b.h"), "double third(double x);\n").unwrap();
    std::fs::write(written.path("b.c"), "double third(double x) { return x / 3; }\n").unwrap();
    let options = SubjectOptions {
        cflags: vec!["-DEXTRA=2".into()],
        link: vec![written.path("b.c").display().to_string()],
        ..SubjectOptions::default()
    };
    let mut subject = written.open(&options).unwrap();
    assert_eq!(subject.run(&line([1.0])), [Observed::value(1.0 / 3.0 + 2.0)]);
}

#[test]
fn the_laws_hold_for_compiled_subjects() {
    let table = [
        (
            "a.c",
            "#include <stdlib.h>\ndouble f(double x) { if (x == 2) abort(); return x / 3; }",
        ),
        (
            "a.cpp",
            "#include <cstdlib>\ndouble f(double x) { if (x == 2) abort(); return x / 3; }",
        ),
        (
            "a.rs",
            "fn f(x: f64) -> f64 { if x == 2.0 { std::process::exit(1) } x / 3.0 }",
        ),
        (
            "a.f90",
            "function f(x)\n real(8) :: x, f\n if (x == 2) stop 3\n f = x / 3\nend function",
        ),
    ];
    for (file, text) in table {
        let written = Written::new(file, "f", text);
        let inputs = line([0.0, 1.0, 2.0, 3.0, f64::INFINITY, -0.0]);
        subject_laws(&|| written.open(&SubjectOptions::default()), &inputs).unwrap();
    }
}
