//! A correct implementation passes in every language, and a wrong one fails.

use crate::support::{DOPPLER, doppler, report};
use std::process::Command;
use suite::Verdict;

/// A subject: its file, its name on the command line, further options, the text, and how to spoil it.
struct Row {
    file: &'static str,
    subject: &'static str,
    options: &'static str,
    text: &'static str,
}

/// The speed of sound in all of them, which a wrong one changes.
const RIGHT: &str = "331.4";
const WRONG: &str = "331.5";

const CPP: &str = "
#include <stdexcept>
namespace waves {
double doppler(double u, double v, double T) {
    if (!(-100 <= u && u <= 100 && 20 <= v && v <= 20000 && -30 <= T && T <= 50)) throw std::domain_error(\"outside\");
    const double c = 331.4 + 0.6 * T;
    return -c * v / ((c + u) * (c + u));
}
}
";

const FORTRAN: &str = "
function doppler(u, v, t) result(y)
  implicit none
  double precision, intent(in) :: u, v, t
  double precision :: y, c
  if (.not. (abs(u) <= 100 .and. v >= 20 .and. v <= 20000 .and. t >= -30 .and. t <= 50)) then
    y = 999
    return
  end if
  c = 331.4d0 + 0.6d0 * t
  y = -c * v / (c + u)**2
end function
";

const RUST: &str = "
pub fn doppler(u: f64, v: f64, t: f64) -> Option<f64> {
    let inside = (-100.0..=100.0).contains(&u) && (20.0..=20000.0).contains(&v) && (-30.0..=50.0).contains(&t);
    let c = 331.4 + 0.6 * t;
    inside.then(|| -c * v / ((c + u) * (c + u)))
}
";

const PYTHON: &str = "
def doppler(u, v, T):
    if not (-100 <= u <= 100 and 20 <= v <= 20000 and -30 <= T <= 50):
        raise ValueError('outside')
    c = 331.4 + 0.6 * T
    return -c * v / (c + u) ** 2
";

const OCTAVE: &str = "
function y = doppler(u, v, T)
  if ! (abs(u) <= 100 && v >= 20 && v <= 20000 && T >= -30 && T <= 50)
    error('outside');
  end
  c = 331.4 + 0.6 * T;
  y = -c * v / (c + u)^2;
end
";

const PROGRAM: &str = "
import sys
for line in sys.stdin:
    u, v, T = map(float.fromhex, line.split())
    c = 331.4 + 0.6 * T
    if abs(u) <= 100 and 20 <= v <= 20000 and -30 <= T <= 50:
        print((-c * v / (c + u) ** 2).hex(), flush=True)
    else:
        print('error outside', flush=True)
";

const SHELL: &str = "
while read -r u v T; do
  awk -v u=\"$u\" -v v=\"$v\" -v T=\"$T\" 'BEGIN {
    c = 331.4 + 0.6 * T
    if (-100 <= u && u <= 100 && 20 <= v && v <= 20000 && -30 <= T && T <= 50)
      printf \"%.17g\\n\", -c * v / ((c + u) * (c + u))
    else print \"nan\"
  }'
done
";

fn row(file: &'static str, subject: &'static str, options: &'static str, text: &'static str) -> Row {
    Row {
        file,
        subject,
        options,
        text,
    }
}

fn rows() -> Vec<Row> {
    vec![
        row("d.c", "d.c:doppler", "", DOPPLER),
        row("d.cpp", "d.cpp:waves::doppler", "", CPP),
        row("d.f90", "d.f90:doppler", "--reject-value 999", FORTRAN),
        row("d.rs", "d.rs:doppler", "", RUST),
        row("d.py", "d.py:doppler", "", PYTHON),
        row("doppler.m", "doppler.m:doppler", "", OCTAVE),
        row("lib.c", "./libd.so:doppler", "", DOPPLER),
        row("p.py", "cmd:python3 p.py", "", PROGRAM),
        row("p.sh", "cmd:sh p.sh", "--decimal", SHELL),
    ]
}

#[test]
fn right_code_passes_and_wrong_code_fails_in_every_language() {
    let bench = doppler();
    for Row {
        file,
        subject,
        options,
        text,
    } in rows()
    {
        for (text, code) in [(text.to_owned(), 0), (text.replace(RIGHT, WRONG), 1)] {
            bench.write(file, text);
            if file == "lib.c" {
                let mut cc = Command::new("gcc");
                cc.current_dir(bench.folder.path())
                    .args(["-shared", "-fPIC", "-o", "libd.so", "lib.c"]);
                assert!(cc.status().unwrap().success());
            }
            // A program is started within the time of its first call, and other tests may keep the machine busy.
            let mut words = vec!["check", "suite.json", "--subject", subject, "--time-limit", "30"];
            words.extend(options.split_whitespace());
            let run = bench.lydian_with(&words).expect(code);
            let found = report(&bench);
            assert_eq!(found.summary.ko == 0, code == 0, "{subject}");
            assert!(found.canary.caught > 0, "{subject}");
            assert_eq!(run.out.contains("✗ ko t"), code == 1, "{}", run.out);
            assert!(
                run.out.contains("Canary: an implementation that always answers"),
                "{}",
                run.out
            );
            // Who is wrong inside the domain rejects as before.
            let silent = found.results.iter().filter(|r| r.reason.contains("as it should"));
            assert!(silent.clone().count() > 0, "{subject}");
            assert!(silent.clone().all(|r| r.verdict == Verdict::Ok));
        }
    }
}

#[test]
fn results_through_pointers_and_references_count() {
    let bench = doppler();
    let body = "{ double c = 331.4 + 0.6 * T; \
                if (!(-100 <= u && u <= 100 && 20 <= v && v <= 20000 && -30 <= T && T <= 50)) return -1; \
                RESULT = -c * v / ((c + u) * (c + u)); return 0; }";
    let table = [
        ("p.c", "int doppler(double u, double v, double T, double *y)", "*y"),
        ("p.cpp", "int doppler(double u, double v, double T, double &y)", "y"),
    ];
    for (file, head, result) in table {
        bench.write(file, format!("{head}\n{}\n", body.replace("RESULT", result)));
        let subject = format!("{file}:doppler");
        let words = ["check", "suite.json", "--subject", &subject, "--result", "1"];
        // What was not written is NaN, and no number that could be taken for an answer.
        bench.lydian_with(&words).expect(0);
        bench.write(
            file,
            format!(
                "{head}\n{}\n",
                body.replace("RESULT", &format!("{result} = 1 + u, {result}"))
            ),
        );
        bench.lydian_with(&words).expect(0);
        bench.write(file, format!("{head}\n{{ {result} = 1; return 0; }}\n"));
        bench.lydian_with(&words).expect(1);
    }
}
