//! Subjects that misbehave on one input, and the verdict that this must get. All others must not notice.

use crate::support::{Written, command, line, processes, rejected};
use std::path::Path;
use subject::{Subject, SubjectOptions};
use suite::Observed;

/// A source in `hostile`, and what it comes to at x = 3.
fn cases() -> Vec<(&'static str, Observed)> {
    let crash = |signal: &str| Observed::Crash { signal: signal.into() };
    let exit = |code| Observed::Exit { code };
    let timeout = Observed::Timeout { milliseconds: 2000 };
    let flood = Observed::Flood { limit: 1 << 20 };
    let fine = Observed::value(3.5);
    vec![
        ("segfault", crash("SIGSEGV")),
        ("stack_overflow", crash("SIGSEGV")),
        ("abort", crash("SIGABRT")),
        ("sigfpe", crash("SIGFPE")),
        ("trap", crash("SIGFPE")),
        ("endless", timeout.clone()),
        ("asleep", timeout),
        ("exit_zero", exit(0)),
        ("exit_code", exit(42)),
        ("kill_self", crash("SIGKILL")),
        ("kill_group", crash("SIGKILL")),
        ("flood_stdout", flood.clone()),
        ("flood_stderr", flood),
        ("chatter", fine.clone()),
        ("close_all", fine.clone()),
        ("close_and_crash", crash("SIGABRT")),
        ("rounding", fine.clone()),
        ("flush", fine.clone()),
        ("fork_returns", fine.clone()),
        ("fork_stays", fine.clone()),
        ("fork_session", crash("SIGABRT")),
        ("memory", crash("SIGSEGV")),
        ("big_file", crash("SIGXFSZ")),
        ("late_alarm", fine),
    ]
}

fn short() -> SubjectOptions {
    SubjectOptions {
        seconds_per_call: 2.0,
        ..SubjectOptions::default()
    }
}

/// A copy under a name that is unlike all others, so that its processes can be told from those of other tests.
fn hostile(name: &str, mark: &str) -> Subject {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/hostile/{name}.c"));
    let text = std::fs::read_to_string(file).unwrap();
    let written = Written::new(&format!("{mark}.c"), "f", &text);
    written.open(&short()).unwrap_or_else(|broken| panic!("{broken}"))
}

#[test]
fn every_misdeed_gets_its_verdict_and_disturbs_nobody_else() {
    for (name, expected) in cases() {
        let mark = format!("{name}-{}-table", std::process::id());
        let mut subject = hostile(name, &mark);
        assert!(!processes(&mark).is_empty(), "{name} runs");
        let inputs = line((0..7).map(f64::from));
        // Twice, so that the state after a misdeed is tried too.
        for round in 0..2 {
            let observed = subject.run(&inputs);
            for (i, one) in observed.iter().enumerate() {
                let right = if i == 3 {
                    expected.clone()
                } else {
                    Observed::value(i as f64 + 0.5)
                };
                assert_eq!(*one, right, "{name}, input {i}, round {round}");
            }
            assert_eq!(observed.len(), 7, "{name}");
        }
        drop(subject);
        assert_eq!(processes(&mark), Vec::<String>::new(), "{name} left processes behind");
    }
}

#[test]
fn no_zombie_is_left() {
    let mut subject = hostile("fork_session", "fork_session");
    subject.run(&line([1.0, 3.0, 3.0, 1.0]));
    drop(subject);
    let me = std::process::id().to_string();
    let children = std::fs::read_to_string(format!("/proc/{me}/task/{me}/children")).unwrap_or_default();
    for child in children.split_whitespace() {
        let status = std::fs::read_to_string(format!("/proc/{child}/stat")).unwrap_or_default();
        // Children of other tests may be zombies for a moment.
        let ours = status.contains("(hostile::no_zom") || status.contains("(driver-fork");
        assert!(!(ours && status.contains(") Z ")), "{status}");
    }
}

#[test]
fn a_subject_that_spoils_its_memory_forges_nothing() {
    let mut subject = hostile("wild_writes", "wild_writes");
    let observed = subject.run(&line((0..7).map(f64::from)));
    assert_eq!(observed.len(), 7);
    for (i, one) in observed.iter().enumerate() {
        match one {
            Observed::Value { .. } => assert_eq!(*one, Observed::value(i as f64 + 0.5)),
            other => assert!(
                matches!(other, Observed::Crash { .. } | Observed::Broken { .. }),
                "{other:?}"
            ),
        }
    }
    assert!(!matches!(observed[3], Observed::Value { .. }));
    assert_eq!(observed[6], Observed::value(6.5));
}

#[test]
fn a_changed_rounding_mode_is_reset_and_recorded() {
    let mut subject = hostile("rounding", "rounding");
    subject.run(&line((0..7).map(f64::from)));
    let said = subject.record().floating_point.join("\n");
    assert!(
        said.contains("rounding mode was changed and left so by 1 calls"),
        "{said}"
    );
}

#[test]
fn rounding_and_flushing_do_not_reach_the_next_call() {
    for name in ["rounding", "flush"] {
        let text = std::fs::read_to_string(format!("{}/tests/hostile/{name}.c", env!("CARGO_MANIFEST_DIR"))).unwrap();
        let written = Written::new(
            "a.c",
            "g",
            &format!("{text}\ndouble g(double x) {{ f(3); return x / 3; }}\n"),
        );
        let inputs = line([1.0, 2.0, f64::MIN_POSITIVE]);
        let once = |x: &Vec<f64>| written.subject().run(std::slice::from_ref(x)).remove(0);
        let fresh: Vec<Observed> = inputs.iter().map(once).collect();
        let mut subject = written.subject();
        assert_eq!(subject.run(&inputs), fresh, "{name}");
    }
}

#[test]
fn python_misbehaves() {
    let table = [
        (
            "raise ValueError('math domain error')",
            rejected("ValueError: math domain error"),
        ),
        ("1 / 0", rejected("ZeroDivisionError: float division by zero")),
        (
            "def g(): return g()\n    g()",
            rejected("RecursionError: maximum recursion depth exceeded"),
        ),
        ("while True: pass", Observed::Timeout { milliseconds: 2000 }),
        (
            "os.abort()",
            Observed::Crash {
                signal: "SIGABRT".into(),
            },
        ),
        ("os._exit(7)", Observed::Exit { code: 7 }),
        ("sys.exit(3)", Observed::Exit { code: 3 }),
        ("print('x' * 5000000)", Observed::Flood { limit: 1 << 20 }),
        (
            "print('0x1p+0'); sys.stderr.write('d'); return 3.5",
            Observed::value(3.5),
        ),
        ("os.closerange(0, 4096); return 3.5", Observed::value(3.5)),
        ("os.fork(); return 3.5", Observed::value(3.5)),
        (
            "if os.fork() == 0: os.setsid(); time.sleep(1000)\n    return 3.5",
            Observed::value(3.5),
        ),
        (
            "return None",
            Observed::Broken {
                how: "returned a NoneType, which is no number".into(),
            },
        ),
        (
            "return [x]",
            Observed::Broken {
                how: "returned a list, which is no number".into(),
            },
        ),
        ("return (-x) ** 0.5", rejected("returned a complex number")),
    ];
    for (body, expected) in table {
        let body = body.replace("1 / 0", "1 / (x - 3)");
        let text = format!("import os, sys, time\ndef f(x):\n  if x == 3:\n    {body}\n  return x + 0.5\n");
        let written = Written::new("m.py", "f", &text);
        let options = SubjectOptions {
            seconds_per_call: 2.0,
            ..SubjectOptions::default()
        };
        let mut subject = written.open(&options).unwrap();
        let found = subject.run(&line([1.0, 3.0, 2.0, 3.0, 4.0]));
        let ends = [1.5, 2.5, 4.5].map(Observed::value);
        let right = [
            ends[0].clone(),
            expected.clone(),
            ends[1].clone(),
            expected,
            ends[2].clone(),
        ];
        assert_eq!(found, right, "{body}");
        drop(subject);
        assert_eq!(
            processes(&written.path("m.py").display().to_string()),
            Vec::<String>::new(),
            "{body}"
        );
    }
}

#[test]
fn octave_misbehaves() {
    let table = [
        ("error('no root of %g', x);", rejected("no root of 3")),
        ("y = sqrt(-x);", rejected("returned a complex number")),
        ("while true; end", Observed::Timeout { milliseconds: 2000 }),
        ("exit(5);", Observed::Exit { code: 5 }),
        (
            "kill(getpid(), 9);",
            Observed::Crash {
                signal: "SIGKILL".into(),
            },
        ),
        (
            "while true; puts(repmat('x', 1, 100000)); end",
            Observed::Flood { limit: 1 << 20 },
        ),
        ("disp(17); y = 3.5;", Observed::value(3.5)),
        (
            "y = [1 2];",
            Observed::Broken {
                how: "returned a double of size 1x2, which is no number".into(),
            },
        ),
    ];
    for (body, expected) in table {
        let text = format!("function y = f(x)\n  y = x + 0.5;\n  if x == 3\n    {body}\n  end\nend\n");
        let written = Written::new("f.m", "f", &text);
        let options = SubjectOptions {
            seconds_per_call: 2.0,
            ..SubjectOptions::default()
        };
        let mut subject = written.open(&options).unwrap_or_else(|broken| panic!("{broken}"));
        let found = subject.run(&line([1.0, 3.0, 2.0]));
        assert_eq!(found, [Observed::value(1.5), expected, Observed::value(2.5)], "{body}");
        drop(subject);
        assert_eq!(
            processes(&written.path("f.m").display().to_string()),
            Vec::<String>::new(),
            "{body}"
        );
    }
}

#[test]
fn commands_misbehave() {
    let broken = |how: &str| Observed::Broken { how: how.into() };
    let table = [
        ("echo error no root", rejected("no root")),
        ("echo error", rejected("error")),
        ("sleep 1000", Observed::Timeout { milliseconds: 2000 }),
        ("exit 4", Observed::Exit { code: 4 }),
        ("exit 0", Observed::Exit { code: 0 }),
        (
            "kill -SEGV $$",
            Observed::Crash {
                signal: "SIGSEGV".into(),
            },
        ),
        ("echo three", broken("answered `three`, which is no number")),
        ("echo 1; echo 2", broken("it answered with more than one line")),
        ("yes no >&2", Observed::Flood { limit: 1 << 16 }),
        ("head -c 300000 /dev/zero", Observed::Flood { limit: 1 << 16 }),
        ("setsid sleep 1000 & echo 3.5", Observed::value(3.5)),
        ("exec 1>&-; sleep 1000", Observed::Timeout { milliseconds: 2000 }),
    ];
    for (body, expected) in table {
        let script = format!("while read -r x; do case $x in 3.0) {body};; *) echo ${{x}}5;; esac; done");
        let options = SubjectOptions {
            seconds_per_call: 2.0,
            output_limit: 1 << 16,
            decimal: true,
            ..SubjectOptions::default()
        };
        let mark = format!("lydian-test-{}", std::process::id());
        let reference = command(&["sh", "-c", &script, &mark]);
        let mut subject = Subject::open(&reference, &options).unwrap();
        let found = subject.run(&line([1.0, 3.0, 2.0]));
        assert_eq!(
            found,
            [Observed::value(1.05), expected, Observed::value(2.05)],
            "{body}"
        );
        drop(subject);
        assert_eq!(processes(&mark), Vec::<String>::new(), "{body}");
    }
}

#[test]
fn a_restart_forgets_earlier_calls() {
    let c = "double f(double x) { static int calls; return ++calls + 0 * x; }\n";
    let python = "calls = 0\ndef f(x):\n    global calls\n    calls += 1\n    return float(calls)\n";
    let count = command(&["sh", "-c", "n=0; while read -r x; do n=$((n + 1)); echo $n; done"]);
    let (c, python) = (Written::new("count.c", "f", c), Written::new("count.py", "f", python));
    let subjects = [
        c.subject(),
        python.subject(),
        Subject::open(&count, &SubjectOptions::default()).unwrap(),
    ];
    for mut subject in subjects {
        let expected = [1.0, 2.0].map(Observed::value);
        assert_eq!(subject.run(&line([5.0, 5.0])), expected, "{:?}", subject.record().name);
        subject.restart();
        subject.restart();
        assert_eq!(subject.run(&line([5.0, 5.0])), expected, "{:?}", subject.record().name);
    }
}
