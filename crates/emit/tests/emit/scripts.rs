//! `pytest`, `fortran` and `octave`, with their interpreters and gfortran.

use crate::bench::{Bench, Language, share};
use crate::suites;
use emit::EmitOptions;

const PYTHON: &str = r#"
import os

def share(x, y):
    behaviour = os.environ["BEHAVIOUR"]
    if behaviour == "broken":
        return shar(x, y)
    if not (0 <= x <= 10 and 0 < y <= 8) and behaviour != "lenient":
        if behaviour == "coded":
            return -99
        if x < 0:
            raise ValueError("outside")
        return float("nan")
    if behaviour == "wrong":
        return x * y
    if y == 0:
        return 0.0
    return REAL
"#;

fn build_python(bench: &Bench, real: &str) {
    bench.write("share.py", &PYTHON.replace("REAL", real));
    // The interpreter of the system has the package of the system, whichever one comes first on the path.
    let script = "python3 -c 'import pytest' 2>/dev/null && exec python3 -m pytest -p no:cacheprovider test_share.py\n\
                  exec /usr/bin/python3 -m pytest -p no:cacheprovider test_share.py\n";
    bench.write("run.sh", script);
}

const PYTEST: Language = Language {
    target: "pytest",
    file: "test_share.py",
    build: build_python,
    run: &["sh", "run.sh"],
    real: [
        "x / y",
        "__import__('struct').unpack('f', __import__('struct').pack('f', x / y))[0]",
    ],
};

const FORTRAN_SUBJECT: &str = "
function share(x, y) result(z)
  use, intrinsic :: iso_fortran_env, only: real32, real64
  use, intrinsic :: ieee_arithmetic, only: ieee_value, ieee_quiet_nan
  implicit none
  real(REAL), intent(in) :: x, y
  real(REAL) :: z
  character(len=20) :: behaviour
  call get_environment_variable('BEHAVIOUR', behaviour)
  if (.not. (0 <= x .and. x <= 10 .and. 0 < y .and. y <= 8) .and. behaviour /= 'lenient') then
    z = ieee_value(z, ieee_quiet_nan)
    if (behaviour == 'coded') z = -99
  else if (behaviour == 'wrong') then
    z = x * y
  else
    z = x / y
  end if
end function
";

fn build_fortran(bench: &Bench, real: &str) {
    bench.write("share.f90", &FORTRAN_SUBJECT.replace("REAL", real));
    bench
        .run(
            "gfortran -std=f2018 -Wall -pedantic -Werror -o run test_share.f90 share.f90",
            "",
        )
        .passes();
}

const FORTRAN: Language = Language {
    target: "fortran",
    file: "test_share.f90",
    build: build_fortran,
    run: &["./run"],
    real: ["real64", "real32"],
};

const OCTAVE_SUBJECT: &str = "
function z = share (x, y)
  behaviour = getenv ('BEHAVIOUR');
  if (strcmp (behaviour, 'broken'))
    z = shar (x, y);
  elseif (! (0 <= x && x <= 10 && 0 < y && y <= 8) && ! strcmp (behaviour, 'lenient'))
    z = NaN;
    if (strcmp (behaviour, 'coded'))
      z = -99;
    elseif (x < 0)
      error ('outside');
    endif
  elseif (strcmp (behaviour, 'wrong'))
    z = x * y;
  else
    z = x / y;
  endif
endfunction
";

fn build_octave(bench: &Bench, _: &str) {
    bench.write("share.m", OCTAVE_SUBJECT);
}

const OCTAVE: Language = Language {
    target: "octave",
    file: "test_share.m",
    build: build_octave,
    run: &[
        "octave-cli",
        "--no-init-file",
        "--eval",
        "[n, all] = test ('test_share.m', 'quiet', stdout), exit (n < max (all, 1))",
    ],
    real: ["", ""],
};

#[test]
fn pytest_tells_right_from_wrong() {
    let ran = PYTEST.tells_right_from_wrong();
    ran.says("t1: FAILED: provably wrong")
        .says("got:        3.0 (0x1.8000000000000p+1)")
        .says("2 failed, 4 passed");
}

#[test]
fn fortran_tells_right_from_wrong() {
    let ran = FORTRAN.tells_right_from_wrong();
    ran.says("t1: FAILED: provably wrong")
        .says("(+0x1.8000000000000p+1)")
        .says("share: 6 tests, 2 failed");
}

#[test]
fn octave_tells_right_from_wrong() {
    let ran = OCTAVE.tells_right_from_wrong();
    ran.says("t1: FAILED: provably wrong")
        .says("got:        3 (0x1.8000000000000p+1)");
}

#[test]
fn error_codes() {
    [PYTEST, FORTRAN, OCTAVE].iter().for_each(Language::knows_error_codes);
}

#[test]
fn hostile_names_and_odd_oracles() {
    [PYTEST, FORTRAN, OCTAVE]
        .iter()
        .for_each(Language::survives_hostile_names);
}

#[test]
fn single_precision() {
    [PYTEST, FORTRAN, OCTAVE]
        .iter()
        .for_each(Language::knows_single_precision);
}

/// A subject that cannot be called does not reject anything by that.
#[test]
fn broken_code_rejects_nothing() {
    for language in [PYTEST, OCTAVE] {
        let bench = language.built(&suites::rejections(), &share());
        language.ran(&bench, "correct").passes();
        language.ran(&bench, "broken").fails().says("shar");
    }
}

#[test]
fn thousands_of_tests() {
    FORTRAN.takes_many(2_000);
    PYTEST.takes_many(10_000);
    OCTAVE.takes_many(1_000);
}

#[test]
fn a_fortran_module_is_used() {
    let bench = Bench::new();
    let options = EmitOptions {
        module: Some("shares".into()),
        ..share()
    };
    let function = FORTRAN_SUBJECT.replace("REAL", "real64");
    bench.write(
        "shares.f90",
        &format!("module shares\ncontains\n{function}\nend module\n"),
    );
    bench.emit("test_share.f90", "fortran", &suites::sound(), &options);
    bench.run("gfortran -o run shares.f90 test_share.f90", "").passes();
    bench.run("./run", "correct").passes();
}
