//! Every command that is interrupted or killed in the middle of its work: exit code, files, processes, temporary folders.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::marked::Marked;
use common::{Bench, complaints, copy_executable, suite_text};
use std::fs;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// When a command is in the middle of its work.
#[derive(Clone, Copy)]
enum Works {
    /// Something that it runs has said so.
    Asleep,
    /// A process of it whose command line holds this has used some processor time.
    Busy(&'static str),
    /// This file is there.
    Has(&'static str),
    /// It waits for its input, and listens to interrupts.
    Listens,
}

/// A command in the middle of its work.
struct Case {
    name: &'static str,
    /// Files of its folder.
    files: &'static [(&'static str, &'static str)],
    line: &'static str,
    works: Works,
    /// Files that an interrupted command leaves, with a part of what they hold.
    leaves: &'static [(&'static str, &'static str)],
}

/// A program that sleeps, with a child that sleeps in a session of its own. Neither can be asked to end.
const SLEEPER: &str = "#!/bin/sh
case \"$*\" in *--version*) echo sleeper 1; exit 0;; esac
trap '' INT TERM HUP
setsid sh -c \"trap '' INT TERM HUP; sleep 1000; sleep 1000\" &
touch \"$BENCH/asleep\"
sleep 1000; sleep 1000
";

const NEEDLE: &str = "(FPCore needle (x) :name \"needle\" :pre (<= 0 x 4) :accuracy-rel 1e-6
  (if (< (fabs (- (* x x) 2)) 1/1000000000) (+ x 3) (+ x 1)))";

/// The last branch needs a key that no search finds.
const LOCKED: &str = "int locked(int a, int b) {
    if (a == 7) b++;
    unsigned h = (unsigned)a * 2654435761u;
    for (int i = 0; i < 20; i++) h = (h ^ (h >> 13)) * 0x5bd1e995u + (unsigned)b;
    if (h == 0xcafebabeu) return 1 / (a - 7);
    return b;
}
";

const SLEEPY: &str = "#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
double f(double x) {
    char path[4096];
    snprintf(path, sizeof path, \"%s/asleep\", getenv(\"BENCH\"));
    if (fork() == 0) setsid();
    fclose(fopen(path, \"w\"));
    for (;;) sleep(1000);
}
";

const SIMPSON: &str =
    "double simpson(double (*f)(double), double a, double b, int n) { SLOWLY return f(a) + f(b) + n; }
";

const ALGORITHM: &str = "[algorithm]\nsource = \"simpson.c\"\nfunction = \"simpson\"\norder = 4\n[problems]\nkind = ";

const CASES: &[Case] = &[
    Case {
        name: "generate",
        files: &[("many.lyd", "MANY")],
        line: "generate many.lyd --threads 1 --points 3000",
        works: Works::Has("lydian.out/p0.suite.json"),
        leaves: &[
            ("lydian.out/summary.json", "\"exit_code\": 3"),
            ("lydian.out/p0.suite.json", "tests"),
        ],
    },
    Case {
        name: "generate --ask",
        files: &[("needle.fpcore", NEEDLE), ("bin/solver", SLEEPER)],
        line: "generate needle.fpcore --boxes 1 --points 8 --more-points 0 --ask solver --ask-seconds 300",
        works: Works::Asleep,
        leaves: &[],
    },
    Case {
        name: "generate, reading",
        files: &[("pipe.lyd", "PIPE")],
        line: "generate pipe.lyd",
        works: Works::Listens,
        leaves: &[],
    },
    Case {
        name: "check",
        files: &[("suite.json", "SUITE"), ("f.c", SLEEPY)],
        line: "check suite.json --subject f.c:f --time-limit 600",
        works: Works::Asleep,
        leaves: &[],
    },
    Case {
        name: "check, compiling",
        files: &[("suite.json", "SUITE"), ("f.c", SLEEPY), ("bin/cc", SLEEPER)],
        line: "check suite.json --subject f.c:f",
        works: Works::Asleep,
        leaves: &[],
    },
    Case {
        name: "check of a command",
        files: &[("suite.json", "SUITE"), ("bin/sleeper", SLEEPER)],
        line: "check suite.json --subject cmd:sleeper --time-limit 600",
        works: Works::Asleep,
        leaves: &[],
    },
    Case {
        name: "verify",
        files: &[("suite.json", "SUITE")],
        line: "verify suite.json --samples 100000000",
        works: Works::Busy("verify"),
        leaves: &[],
    },
    Case {
        name: "compare",
        files: &[
            (
                "a.fpcore",
                "(FPCore f (x) :pre (<= -3 x 3) :accuracy-rel 1e-9 (- (* 3 (sin x)) (* 4 (pow (sin x) 3))))",
            ),
            ("b.fpcore", "(FPCore g (x) :pre (<= -3 x 3) (sin (* 3 x)))"),
        ],
        line: "compare a.fpcore b.fpcore --boxes 100000000",
        works: Works::Busy("compare"),
        leaves: &[],
    },
    Case {
        name: "cover",
        files: &[("locked.c", LOCKED)],
        line: "cover locked.c --function locked --calls 1000000000 --out cover.json --html cover.html",
        works: Works::Busy("worker"),
        leaves: &[("cover.json", "\"unreached\": 1"), ("cover.html", "</html>")],
    },
    Case {
        name: "cover, compiling",
        files: &[("locked.c", LOCKED), ("bin/clang-19", SLEEPER)],
        line: "cover locked.c --function locked --out cover.json",
        works: Works::Asleep,
        leaves: &[],
    },
    Case {
        name: "cover, at gcov",
        files: &[("locked.c", LOCKED), ("bin/gcov", SLEEPER)],
        line: "cover locked.c --function locked --calls 1000 --verify-gcov --out cover.json",
        works: Works::Asleep,
        leaves: &[("cover.json", "\"unreached\": 1")],
    },
    Case {
        name: "stress",
        files: &[("locked.c", LOCKED)],
        line: "stress locked.c --function locked --calls 1000000000 --out stress.json",
        works: Works::Busy("worker"),
        leaves: &[("stress.json", "\"undecided\"")],
    },
    Case {
        name: "stress, linking",
        files: &[
            ("locked.c", LOCKED),
            ("other.cpp", "int f(int a) { return a + 1; }"),
            ("bin/clang++-19", SLEEPER),
        ],
        line: "stress locked.c --function locked --reference other.cpp:f --out stress.json",
        works: Works::Asleep,
        leaves: &[],
    },
    Case {
        name: "accuracy",
        files: &[
            ("a.toml", "ALGORITHM \"quadrature\"\n"),
            ("simpson.c", "SIMPSON for (;;);"),
        ],
        line: "accuracy a.toml --out accuracy.json",
        works: Works::Busy("target"),
        leaves: &[],
    },
    Case {
        name: "accuracy, compiling",
        files: &[
            ("a.toml", "ALGORITHM \"quadrature\"\n"),
            ("simpson.c", "SIMPSON"),
            ("bin/cc", SLEEPER),
        ],
        line: "accuracy a.toml --out accuracy.json",
        works: Works::Asleep,
        leaves: &[],
    },
    Case {
        name: "accuracy of a command",
        files: &[
            (
                "a.toml",
                "[algorithm]\nsource = \"simpson.c\"\nfunction = \"simpson\"\nseconds = 600\n\
                 [problems]\nkind = \"custom\"\ncommand = \"sleeper {source}\"\n",
            ),
            ("simpson.c", "SIMPSON"),
            ("bin/sleeper", SLEEPER),
        ],
        line: "accuracy a.toml --out accuracy.json",
        works: Works::Asleep,
        leaves: &[],
    },
    Case {
        name: "learn",
        files: &[
            (
                "c.contract",
                "contract f(x in [0, 1]) {\n  y = f(x)\n  ensures y >= 0\n}\n",
            ),
            (
                "bin/twice",
                "#!/bin/sh\nwhile read -r x; do echo >> \"$BENCH/calls\"; [ $(wc -c < \"$BENCH/calls\") -gt 300 ] && \
                 touch \"$BENCH/asleep\"; echo 1; done\n",
            ),
        ],
        line: "learn c.contract --subject cmd:twice --tests 100000000 --enough never --out learn.json",
        works: Works::Asleep,
        leaves: &[("learn.json", "interrupted")],
    },
    Case {
        name: "learn, asleep",
        files: &[
            (
                "c.contract",
                "contract f(x in [0, 1]) {\n  y = f(x)\n  ensures y >= 0\n}\n",
            ),
            ("bin/sleeper", SLEEPER),
        ],
        line: "learn c.contract --subject cmd:sleeper --time-limit 600 --out learn.json",
        works: Works::Asleep,
        leaves: &[("learn.json", "interrupted")],
    },
    Case {
        name: "emit",
        files: &[("pipe.json", "PIPE")],
        line: "emit pipe.json --to c --out tests.c",
        works: Works::Listens,
        leaves: &[],
    },
    Case {
        name: "export",
        files: &[("pipe.json", "PIPE")],
        line: "export pipe.json m1 --to smt2 --out m1.smt2",
        works: Works::Listens,
        leaves: &[],
    },
    Case {
        name: "report",
        files: &[("out/summary.json", "PIPE")],
        line: "report out",
        works: Works::Listens,
        leaves: &[],
    },
];

/// A case that runs.
struct Run {
    bench: Bench,
    marked: Marked,
    child: Child,
}

impl Run {
    fn of(case: &Case) -> Run {
        let (bench, marked) = (Bench::new(), Marked::new());
        fs::create_dir(bench.path("bin")).unwrap();
        fs::create_dir(bench.path("tmp")).unwrap();
        case.files.iter().for_each(|(name, text)| put(&bench, name, text));
        let words: Vec<&str> = case.line.split(' ').collect();
        let said = fs::File::create(bench.path("said")).unwrap();
        let mut command = prepared(&bench, &marked, &words);
        let child = command.stdout(Stdio::null()).stderr(said).spawn().unwrap();
        Run { bench, marked, child }
    }

    /// Waits until it works; what is wrong if it does not.
    fn begin(&mut self, works: Works) -> Option<String> {
        let begun = Instant::now();
        while !self.is_at_work(works) {
            if let Some(status) = self.child.try_wait().unwrap() {
                return Some(format!("it ended before it worked: {status}, {}", self.said()));
            }
            if begun.elapsed() > Duration::from_secs(120) {
                return Some("it never worked".into());
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        None
    }

    fn is_at_work(&self, works: Works) -> bool {
        match works {
            Works::Asleep => self.bench.path("asleep").exists(),
            Works::Has(file) => self.bench.path(file).exists(),
            Works::Busy(part) => self.marked.left().iter().any(|line| {
                let (pid, words) = line.split_once(": ").unwrap();
                words.contains(part) && ticks(pid) >= 30
            }),
            Works::Listens => {
                let threads = fs::read_dir(format!("/proc/{}/task", self.child.id()))
                    .into_iter()
                    .flatten();
                let name = |thread: fs::DirEntry| fs::read_to_string(thread.path().join("comm")).unwrap_or_default();
                threads.flatten().any(|thread| name(thread).trim() == "interrupts")
            }
        }
    }

    fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([name, &self.child.id().to_string()]).status();
        assert!(sent.unwrap().success());
    }

    /// How it ended, unless it hangs.
    fn wait(&mut self) -> Option<ExitStatus> {
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(120) {
            if let Some(status) = self.child.try_wait().unwrap() {
                return Some(status);
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        self.signal("-KILL");
        None
    }

    fn said(&self) -> String {
        fs::read_to_string(self.bench.path("said")).unwrap_or_default()
    }

    /// Temporary folders and files that are left.
    fn folders(&self) -> Vec<String> {
        let entries = fs::read_dir(self.bench.path("tmp")).unwrap().flatten();
        entries
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect()
    }
}

fn prepared(bench: &Bench, marked: &Marked, words: &[&str]) -> Command {
    let mut command = marked.command(bench, words);
    let path = std::env::var("PATH").unwrap();
    command.env("PATH", format!("{}:{path}", bench.path("bin").display()));
    command.env("TMPDIR", bench.path("tmp")).env("BENCH", bench.path(""));
    command.env_remove("CC").stdin(Stdio::null());
    command
}

/// Writes a file; some texts are made here.
fn put(bench: &Bench, name: &str, text: &str) {
    if let Some(folder) = Path::new(name).parent() {
        fs::create_dir_all(bench.path("").join(folder)).unwrap();
    }
    match text {
        "PIPE" => assert!(Command::new("mkfifo").arg(bench.path(name)).status().unwrap().success()),
        "SUITE" => bench.write(name, suite_text()),
        "MANY" => {
            let one = |n: u32| format!("spec p{n}(x in [-1, 1]) accuracy 1e-6 {{ 1 / x }}\n");
            bench.write(name, (0..12).map(one).collect::<String>());
        }
        _ if name.starts_with("bin/") => {
            bench.write("script", text);
            copy_executable(&bench.path("script"), &bench.path(name));
        }
        _ => {
            let slowly = text.strip_prefix("SIMPSON").unwrap_or("");
            let text = text.replace("ALGORITHM ", ALGORITHM);
            let text = match text.starts_with("SIMPSON") {
                true => SIMPSON.replace("SLOWLY", slowly),
                false => text,
            };
            bench.write(name, text);
        }
    }
}

/// Processor time of a process, in hundredths of a second.
fn ticks(pid: &str) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let words: Vec<&str> = stat.rsplit(") ").next().unwrap_or_default().split(' ').collect();
    let number = |n: usize| words.get(n).and_then(|word| word.parse::<u64>().ok()).unwrap_or(0);
    number(11) + number(12)
}

/// What is wrong with a case that is interrupted.
fn interrupted(case: &Case, signal: &str) -> Option<String> {
    let mut run = Run::of(case);
    if let Some(wrong) = run.begin(case.works) {
        return Some(wrong);
    }
    run.signal(signal);
    let Some(status) = run.wait() else {
        return Some("it does not end".into());
    };
    let (left, folders, said) = (run.marked.left(), run.folders(), run.said());
    let missing = case.leaves.iter().find(|(name, part)| {
        let text = fs::read_to_string(run.bench.path(name)).unwrap_or_default();
        !text.contains(part)
    });
    match () {
        () if status.code() != Some(3) => Some(format!("{status}: {said}")),
        () if !left.is_empty() => Some(format!("it leaves {left:?}")),
        () if !folders.is_empty() => Some(format!("it leaves {folders:?}")),
        () if !said.contains("interrupted") => Some(format!("it says {said:?}")),
        () => missing.map(|(name, _)| format!("{name} is not as it should be")),
    }
}

/// What is wrong with a case that is killed, and with a run after it.
fn killed(case: &Case) -> Option<String> {
    let mut run = Run::of(case);
    if let Some(wrong) = run.begin(case.works) {
        return Some(wrong);
    }
    run.signal("-KILL");
    run.wait()?;
    let begun = Instant::now();
    while !run.marked.left().is_empty() {
        if begun.elapsed() > Duration::from_secs(60) {
            return Some(format!("it leaves {:?}", run.marked.left()));
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    run.bench
        .write("quick.lyd", "spec quick(x in [0, 1]) accuracy 1e-6 { x + 1 }");
    let words = ["generate", "quick.lyd", "--out", "quick", "--ask", "true"];
    let next = prepared(&run.bench, &run.marked, &words).output().unwrap();
    let folders = run.folders();
    match () {
        () if next.status.code() != Some(0) => Some(format!("the next run: {next:?}")),
        () if !folders.is_empty() => Some(format!("the next run leaves {folders:?}")),
        () => None,
    }
}

fn all(wrong: impl Fn(&Case) -> Option<String> + Sync) {
    let only = std::env::var("CASE").ok();
    let chosen = |case: &&Case| only.as_ref().is_none_or(|name| case.name == name);
    let cases: Vec<&Case> = CASES.iter().filter(chosen).collect();
    let wrong = complaints(&cases, |case| {
        wrong(case).map(|wrong| format!("{}: {wrong}", case.name))
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn int_ends_every_command_with_what_was_found() {
    all(|case| interrupted(case, "-INT"));
}

#[test]
fn term_ends_every_command_with_what_was_found() {
    all(|case| interrupted(case, "-TERM"));
}

#[test]
fn nothing_outlives_a_killed_command() {
    all(killed);
}

/// The report goes to a pipe that nobody reads, so that the first interrupt does not end it.
#[test]
fn a_second_interrupt_ends_at_once() {
    let case = CASES.iter().find(|case| case.name == "cover").unwrap();
    let case = Case {
        files: &[("locked.c", LOCKED), ("cover.json", "PIPE")],
        ..*case
    };
    let mut run = Run::of(&case);
    assert_eq!(run.begin(case.works), None);
    run.signal("-INT");
    let worker = || run.marked.left().iter().any(|line| line.contains("worker"));
    let begun = Instant::now();
    while worker() {
        assert!(begun.elapsed() < Duration::from_secs(60), "the worker goes on");
        std::thread::sleep(Duration::from_millis(10));
    }
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(run.child.try_wait().unwrap(), None);
    run.signal("-INT");
    assert_eq!(run.wait().and_then(|status| status.code()), Some(3));
    assert_eq!((run.marked.left(), run.folders()), (vec![], vec![]));
}
