//! Subjects that misbehave at x = 3, seen from the command line.
//!
//! Each misdeed gets its verdict, all other tests theirs as if nothing had been, and no process is left behind.
//! Misdeeds after which a right answer still comes are tried with a wrong one too: nothing may cover that up.

use crate::common::Bench;
use crate::support::{Marked, by_hand, report, steps, word};
use suite::{CheckReport, Verdict};

/// What is tried: the deed as a statement, and what is seen at x = 3. `y` is what the function is about to answer.
type Deeds = &'static [(&'static str, &'static str)];

const HEAD: &str = "#define _GNU_SOURCE
#include <fenv.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>
static char block[1 << 20];
static volatile int deep(volatile char *p) { volatile char room[4096]; room[0] = *p; return deep(room) + room[0]; }
";

/// Deeds that end in something else than an answer.
const ENDINGS: Deeds = &[
    ("*(volatile int *)0 = 1;", "SIGSEGV"),
    ("abort();", "SIGABRT"),
    ("for (;;) ;", "timeout"),
    ("for (;;) sleep(1000);", "timeout"),
    (
        "signal(SIGTERM, SIG_IGN); signal(SIGINT, SIG_IGN); for (;;) ;",
        "timeout",
    ),
    (
        "sigset_t all; sigfillset(&all); sigprocmask(SIG_BLOCK, &all, 0); for (;;) ;",
        "timeout",
    ),
    ("raise(SIGSTOP);", "timeout"),
    (
        "for (int i = 0; i < 1024; i++) if (write(1, block, sizeof block) < 0) break;",
        "flood",
    ),
    (
        "for (int i = 0; i < 1024; i++) if (write(2, block, sizeof block) < 0) break;",
        "flood",
    ),
    (
        "for (int i = 0; i < 1024; i++) { fwrite(block, 1, sizeof block, stdout); fflush(stdout); }",
        "flood",
    ),
    ("raise(SIGFPE);", "SIGFPE"),
    (
        "feenableexcept(FE_DIVBYZERO); volatile double zero = 0; y += 1 / zero;",
        "SIGFPE",
    ),
    ("exit(0);", "exit 0"),
    ("_exit(0);", "exit 0"),
    ("atexit(abort); exit(0);", "SIGABRT"),
    ("y += deep(block);", "SIGSEGV"),
    ("kill(0, SIGKILL);", "SIGKILL"),
    ("kill(getpid(), SIGTERM);", "SIGTERM"),
    ("kill(getppid(), SIGKILL); sleep(1000);", "SIGKILL"),
    (
        "if (fork() == 0) { setsid(); for (;;) sleep(1000); } usleep(9000); abort();",
        "SIGABRT",
    ),
    (
        "if (fork() == 0) { setsid(); if (fork() == 0) setsid(); for (;;) sleep(1000); } exit(0);",
        "exit 0",
    ),
    ("execlp(\"true\", \"true\", (char *)0);", "exit 0"),
    (
        "char *words[] = {\"sleep\", \"1000\", 0}; execvp(\"sleep\", words);",
        "timeout",
    ),
];

/// Deeds after which the answer counts as ever.
const ANSWERS: Deeds = &[
    ("if (fork() == 0) for (;;) sleep(1000);", ""),
    ("if (fork() == 0) { setsid(); for (;;) sleep(1000); }", ""),
    ("if (fork() == 0) y = x + 0.5;", "the child answers"),
    ("for (int d = 0; d < 4096; d++) close(d);", ""),
    ("closefrom(0);", ""),
    (
        "for (int d = 0; d <= 20; d++) if (write(d, block, 4096) < 0) continue;",
        "",
    ),
    ("for (int d = 0; d <= 20; d++) dup2(1, d);", ""),
    ("fesetround(FE_UPWARD);", ""),
    ("fesetround(FE_TOWARDZERO); feraiseexcept(FE_ALL_EXCEPT);", ""),
    ("signal(SIGALRM, SIG_DFL); alarm(1);", ""),
    (
        "puts(\"0x1.cp+1\"); puts(\"3.5\"); puts(\"value double 400c000000000000\"); puts(\"d\"); fflush(stdout);",
        "",
    ),
    ("prctl(PR_SET_NAME, \"lydian\"); prctl(PR_SET_PDEATHSIG, 0);", ""),
    ("setenv(\"LD_PRELOAD\", \"none\", 1); if (chdir(\"/\")) abort();", ""),
    ("fclose(stdin); fclose(stdout); fclose(stderr);", ""),
    ("void *p = malloc(1 << 28); if (p) memset(p, 1, 1 << 28);", ""),
];

fn in_c(deed: &str, answer: &str) -> String {
    format!("{HEAD}\ndouble f(double x) {{\n  double y = {answer};\n  if (x == 3) {{ {deed} }}\n  return y;\n}}\n")
}

fn bench() -> Bench {
    let bench = Bench::new();
    bench.write("suite.json", steps().to_json());
    bench
}

/// Runs the suite on a subject.
#[track_caller]
fn check(bench: &Bench, subject: &str, code: i32) -> CheckReport {
    let words = [
        "check",
        "suite.json",
        "--subject",
        subject,
        "--time-limit",
        "2",
        "--quiet",
    ];
    Marked::new().run(bench, &words).expect(code);
    report(bench)
}

/// All is well but at x = 3, where this is seen.
#[track_caller]
fn only_at_three(found: &CheckReport, seen: &str, deed: &str) {
    for (x, result) in found.results.iter().enumerate() {
        let expected = if x == 3 { seen.into() } else { format!("{x}.5") };
        assert_eq!(word(&result.observed), expected, "x = {x}: {deed}");
        assert_eq!(
            result.verdict == Verdict::Ok,
            expected == format!("{x}.5"),
            "x = {x}: {deed}"
        );
    }
    assert_eq!(found.results.len(), 7);
}

#[test]
fn what_is_no_answer_is_a_verdict() {
    let bench = bench();
    for (deed, seen) in ENDINGS {
        bench.write("f.c", in_c(deed, "x + 0.5"));
        only_at_three(&check(&bench, "f.c:f", 1), seen, deed);
    }
}

#[test]
fn an_answer_is_judged_whatever_was_done_beside_it() {
    let bench = bench();
    for (deed, _) in ANSWERS {
        bench.write("f.c", in_c(deed, "x + 0.5"));
        only_at_three(&check(&bench, "f.c:f", 0), "3.5", deed);
    }
}

#[test]
fn nothing_covers_up_a_wrong_answer() {
    let bench = bench();
    for (deed, _) in ANSWERS {
        bench.write("f.c", in_c(deed, "x == 3 ? 0.25 : x + 0.5"));
        only_at_three(&check(&bench, "f.c:f", 1), "0.25", deed);
    }
}

/// Here it may be anything, but it is no green.
#[test]
fn garbage_on_every_descriptor_is_never_green() {
    let bench = bench();
    let deeds = [
        "for (int d = 0; d < 1024; d++) if (write(d, \"d\", 1) < 0) continue;",
        "for (int d = 3; d < 1024; d++) for (int i = 0; i < 9; i++) if (write(d, \"dddddddd\", 8) < 0) break;",
        "char c; for (int d = 3; d < 1024; d++) if (read(d, &c, 1) < 0) continue;",
        "for (int d = 3; d < 1024; d++) dup2(1, d);",
        "char line[512]; unsigned long a, b; FILE *m = fopen(\"/proc/self/maps\", \"r\"); \
         while (fgets(line, sizeof line, m)) \
         if (strstr(line, \"rw-s\") && sscanf(line, \"%lx-%lx\", &a, &b) == 2) memset((void *)a, 1, b - a);",
    ];
    for deed in deeds {
        bench.write("f.c", in_c(deed, "x == 3 ? 0.25 : x + 0.5"));
        let found = check(&bench, "f.c:f", 1);
        assert_eq!(found.results[3].verdict, Verdict::Ko, "{deed}");
        for (x, result) in found.results.iter().enumerate() {
            // Who gets an ok has answered rightly.
            assert!(
                result.verdict == Verdict::Ko || word(&result.observed) == format!("{x}.5"),
                "{deed}"
            );
        }
    }
}

#[test]
fn every_call_finds_the_default_rounding() {
    // These answers are right only if the mode that the first call has set is still set.
    let up = |x: f64| (x, (x / 10.0).next_up());
    let bench = Bench::new();
    bench.write("suite.json", by_hand([1.0, 3.0, 7.0].map(up)).to_json());
    let text = "#include <fenv.h>\n\
                double f(double x) { static int n; if (!n++) fesetround(FE_UPWARD);\n\
                volatile double ten = 10; return x / ten; }\n";
    bench.write("f.c", text);
    let found = check(&bench, "f.c:f", 1);
    assert!(found.results[1..].iter().any(|r| r.verdict == Verdict::Ko));
    let said = found.subject.floating_point.join("\n");
    assert!(said.contains("rounding mode was changed"), "{said}");
}

#[test]
fn a_sleep_on_the_third_call_costs_that_call_only() {
    let bench = bench();
    let c = "#include <unistd.h>\ndouble f(double x) { static int n; if (++n == 3) sleep(1000); return x + 0.5; }\n";
    let python =
        "import time\nn = 0\ndef f(x):\n  global n\n  n += 1\n  if n == 3:\n    time.sleep(1000)\n  return x + 0.5\n";
    for (file, text) in [("f.c", c), ("f.py", python)] {
        bench.write(file, text);
        let found = check(&bench, &format!("{file}:f"), 1);
        let words: Vec<String> = found.results.iter().map(|r| word(&r.observed)).collect();
        // A new process counts anew.
        assert_eq!(
            words,
            ["0.5", "1.5", "timeout", "3.5", "4.5", "timeout", "6.5"],
            "{file}"
        );
    }
}

/// Statements of Python, and what is seen at x = 3 if the answer behind them is wrong.
const PYTHON: Deeds = &[
    ("sys.stdout = None; sys.stderr = None", "0.25"),
    ("sys.stdout = open('/dev/full', 'w'); sys.stdout.write('x' * 9)", "0.25"),
    ("os._exit = lambda code: None; sys.exit(0)", "exit 0"),
    ("os._exit(0)", "exit 0"),
    ("os.kill(os.getpid(), 11)", "SIGSEGV"),
    ("sys.exit()", "exit 0"),
    ("raise KeyboardInterrupt", "SIGINT"),
    ("raise ValueError('no')", "rejected"),
    ("return NaNLike()", "broken"),
    ("while True: os.write(1, b'x' * 65536)", "flood"),
    ("while True: print('3.5' * 9999)", "flood"),
    (
        "print('3.5'); print('value double 400c000000000000', flush=True)",
        "0.25",
    ),
    ("os.fork()", "0.25"),
    ("os.closerange(0, 4096)", "0.25"),
    (
        "sys.setrecursionlimit(10**9); exec('def g(n): return g(n + 1)\\ng(0)')",
        "",
    ),
    (
        "import threading; threading.Thread(target=time.sleep, args=(1000,)).start()",
        "0.25",
    ),
    (
        "import subprocess; subprocess.Popen(['sleep', '1000'], start_new_session=True)",
        "0.25",
    ),
    ("import signal; signal.alarm(600); time.sleep(1000)", "timeout"),
    ("os.write = lambda *_: 0", ""),
    ("os.read = lambda *_: b'd'", ""),
    ("os.getpid = lambda: 0", ""),
    ("import struct; struct.pack = None", ""),
    ("import builtins; builtins.isinstance = lambda *_: True", ""),
];

#[test]
fn python_is_held_too() {
    let bench = bench();
    for (deed, seen) in PYTHON {
        let text = format!(
            "import os, sys, time\nclass NaNLike: pass\n\
             def f(x):\n  if x == 3:\n    {deed}\n    return 0.25\n  return x + 0.5\n"
        );
        bench.write("f.py", text);
        let found = check(&bench, "f.py:f", 1);
        assert_eq!(
            found.results[3].verdict,
            Verdict::Ko,
            "{deed}: {:?}",
            found.results[3].observed
        );
        for (x, result) in found.results.iter().enumerate() {
            let right = word(&result.observed) == format!("{x}.5");
            assert_eq!(result.verdict == Verdict::Ok, right, "x = {x}: {deed}");
        }
        if !seen.is_empty() {
            only_at_three(&found, seen, deed);
        }
    }
}

/// Commands of a shell at x = 3, and what is seen.
const COMMANDS: Deeds = &[
    ("echo 0.25", "0.25"),
    ("echo 3.5; echo 4.5", "broken"),
    ("echo 3.5; sleep 0.3; echo 4.5", "broken"),
    ("echo 3.5; echo 4.5; exit 0", "broken"),
    ("echo 3.5 3.5", "broken"),
    ("echo", "broken"),
    ("echo nan", "nan"),
    ("echo 3,5", "broken"),
    ("echo ok", "broken"),
    ("exit 0", "exit 0"),
    ("exit 3", "exit 3"),
    ("kill -9 $$", "SIGKILL"),
    ("kill -9 0", "SIGKILL"),
    ("sleep 1000", "timeout"),
    ("trap '' TERM; sleep 1000", "timeout"),
    ("exec sleep 1000", "timeout"),
    ("exec 1>&-; sleep 1000", "timeout"),
    ("yes 3.5", ""),
    ("yes >&2", "flood"),
    ("tr '\\0' x < /dev/zero", "flood"),
    ("setsid sleep 1000 & echo 0.25", "0.25"),
    ("printf 3.5", "timeout"),
    ("echo error out of range", "rejected"),
];

#[test]
fn commands_are_held_too() {
    let bench = bench();
    for (deed, seen) in COMMANDS {
        bench.write(
            "f.sh",
            format!("while read -r x; do case $x in 3.0) {deed};; *) echo ${{x%.0}}.5;; esac; done\n"),
        );
        let words = [
            "check",
            "suite.json",
            "--subject",
            "cmd:sh f.sh",
            "--decimal",
            "--time-limit",
            "2",
            "--quiet",
        ];
        Marked::new().run(&bench, &words).expect(1);
        let found = report(&bench);
        assert_eq!(
            found.results[3].verdict,
            Verdict::Ko,
            "{deed}: {:?}",
            found.results[3].observed
        );
        if !seen.is_empty() {
            only_at_three(&found, seen, deed);
        }
    }
}
