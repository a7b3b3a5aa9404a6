//! What cannot be written is an error, and leaves what was there before.

mod common;

use common::{Bench, Run, contents};
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};

const SPEC: &str = "spec sum(x in [1, 2], y in [1, 2]) accuracy 1e-10 { x + y * y }\n";

const CODE: &str = "double sum(double x, double y) { if (x > y) return x + y * y; return x + y * y; }\n";

const CONTRACT: &str = "contract sum(x in [1, 2], y in [1, 2]) {\n  z = sum(x, y)\n  ensures z >= 0\n}\n";

/// A folder with a suite of a specification, its code and its contract.
fn bench() -> Bench {
    let bench = Bench::new();
    bench.write("sum.lyd", SPEC);
    bench.write("sum.c", CODE);
    bench.write("sum.contract", CONTRACT);
    bench.write("rk4.toml", example("rk4.toml"));
    fs::create_dir(bench.path("rk4")).unwrap();
    bench.write("rk4/reference.c", example("rk4/reference.c"));
    bench.lydian("generate sum.lyd").expect(0);
    bench
}

fn example(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/accuracy");
    fs::read_to_string(folder.join(name)).unwrap()
}

/// Every command, as it says something on standard output.
const SAYING: &[&str] = &[
    "--help",
    "--version",
    "help check",
    "verify --help",
    "generate sum.lyd --out other",
    "generate sum.lyd --out other --json",
    "verify lydian.out/suite.json",
    "verify lydian.out/suite.json --json",
    "check lydian.out/suite.json --subject sum.c:sum",
    "check lydian.out/suite.json --subject sum.c:sum --json",
    "compare sum.lyd sum.lyd",
    "compare sum.lyd sum.lyd --json",
    "export lydian.out/suite.json binary:0:add-to-sub --to smt2",
    "emit lydian.out/suite.json --to c",
    "report lydian.out",
    "report lydian.out --format csv",
    "accuracy rk4.toml --list",
    "learn sum.contract --subject sum.c:sum --tests 20",
    "learn sum.contract --subject sum.c:sum --tests 20 --json",
    "cover sum.c --function sum",
    "cover sum.c --function sum --json",
    "stress sum.c --function sum --range x=1:2 --range y=1:2",
    "stress sum.c --function sum --range x=1:2 --range y=1:2 --json",
];

fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

#[test]
fn a_full_standard_output_is_an_error_of_every_command() {
    let bench = bench();
    for line in SAYING {
        let plain = bench.lydian(line);
        assert!(!plain.out.is_empty(), "{line} says nothing: {}", plain.err);
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = bench.command(&words(line)).stdout(full).output().unwrap();
        let run = Run::new(output, line.to_string()).expect(5);
        let run = run.complains("standard output cannot be written");
        assert_eq!(run.err.matches("standard output").count(), 1, "{line}: {}", run.err);
    }
}

#[test]
fn a_full_standard_error_is_no_panic_and_no_success() {
    let bench = bench();
    let lines = [
        "verify none.json",
        "generate none.lyd",
        "--no-such-option",
        "cover none.c --function f",
    ];
    for line in lines {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = bench.command(&words(line)).stderr(full).output().unwrap();
        Run::new(output, line.to_string()).expect(5);
    }
}

#[test]
fn a_reader_who_goes_away_is_no_error() {
    let bench = bench();
    for line in SAYING {
        let plain = bench.lydian(line);
        let mut command = bench.command(&words(line));
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let run = Run::new(child.wait_with_output().unwrap(), line.to_string());
        assert_eq!(run.err, plain.err, "{line}");
        run.expect(plain.code);
    }
}

/// A run that may write no file longer than this many blocks of 512 bytes.
fn limited(bench: &Bench, blocks: u32, line: &str) -> Run {
    let mut command = Command::new("sh");
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    command.current_dir(bench.folder.path()).args(["-c", &script]);
    command.arg(env!("CARGO_BIN_EXE_lydian")).args(words(line));
    Run::new(command.output().unwrap(), line.to_string())
}

/// Commands that write the file `result` and need no other file of more than a kilobyte.
const WRITING: &[&str] = &[
    "emit lydian.out/suite.json --to c --out result",
    "export lydian.out/suite.json binary:0:add-to-sub --to smt2 --out result",
    "report lydian.out --out result",
    "report lydian.out --format elements --out result",
];

#[test]
fn a_file_that_does_not_fit_leaves_the_one_before_it() {
    let bench = bench();
    for line in WRITING {
        bench.write("result", "old");
        let before = contents(bench.folder.path());
        let run = limited(&bench, 1, line).expect(5);
        let run = run.complains("result: error: cannot be written: File too large");
        run.complains("make room");
        assert_eq!(contents(bench.folder.path()), before, "{line}");
        bench.lydian(line).expect(0);
        assert!(contents(bench.folder.path()).keys().eq(before.keys()), "{line}");
    }
}

#[test]
fn a_device_that_is_full_is_an_error_for_every_file() {
    let bench = bench();
    let table = [
        (
            "check lydian.out/suite.json --subject sum.c:sum",
            &["--out", "--html", "--junit", "--sarif"][..],
        ),
        ("cover sum.c --function sum", &["--out", "--suite", "--lcov", "--html"]),
        ("stress sum.c --function sum", &["--out", "--html", "--sarif"]),
        (
            "learn sum.contract --subject sum.c:sum --tests 20",
            &["--out", "--html"],
        ),
        ("accuracy rk4.toml", &["--out", "--html"]),
        ("emit lydian.out/suite.json --to c", &["--out"]),
        ("export lydian.out/suite.json binary:0:add-to-sub --to smt2", &["--out"]),
        ("report lydian.out", &["--out"]),
    ];
    for (line, options) in table {
        for option in options {
            let run = bench.lydian(&format!("{line} {option} /dev/full")).expect(5);
            run.complains("/dev/full: error: cannot be written: No space left on device");
        }
    }
}

#[test]
fn a_campaign_that_ran_out_of_room_goes_on_later() {
    let bench = bench();
    bench.lydian("generate sum.lyd --out whole").expect(0);
    let whole = contents(&bench.path("whole"));
    let size = |name: &str| whole[&bench.path("whole").join(name)].len() as u32;
    let blocks = size("suite.json").max(size("record.jsonl")) / 512;
    for blocks in [1, blocks / 4, blocks / 2, blocks] {
        let out = format!("out{blocks}");
        let run = limited(&bench, blocks, &format!("generate sum.lyd --out {out}")).expect(5);
        run.complains("File too large").complains("--resume");
        for (path, bytes) in contents(&bench.path(&out)) {
            let name = path.file_name().unwrap().to_str().unwrap();
            assert!(["lock", "record.jsonl", "suite.json"].contains(&name), "{name}");
            assert!(name == "lock" || bytes.ends_with(b"\n"), "{name} is torn");
        }
        bench
            .lydian(&format!("generate sum.lyd --out {out} --resume"))
            .expect(0);
        let suite = fs::read_to_string(bench.path(&out).join("suite.json")).unwrap();
        let plain = fs::read_to_string(bench.path("whole/suite.json")).unwrap();
        assert_eq!(suite, plain.replace("--out whole", &format!("--out {out}")));
    }
}

#[test]
fn links_modes_and_devices_stay_what_they_are() {
    use std::os::unix::fs::PermissionsExt;
    let bench = bench();
    bench.write("real", "old");
    fs::set_permissions(bench.path("real"), fs::Permissions::from_mode(0o640)).unwrap();
    std::os::unix::fs::symlink("real", bench.path("link")).unwrap();
    bench.lydian("emit lydian.out/suite.json --to c --out link").expect(0);
    assert!(fs::symlink_metadata(bench.path("link")).unwrap().is_symlink());
    assert_ne!(fs::read_to_string(bench.path("real")).unwrap(), "old");
    assert_eq!(
        fs::metadata(bench.path("real")).unwrap().permissions().mode() & 0o777,
        0o640
    );
    bench
        .lydian("emit lydian.out/suite.json --to c --out /dev/null")
        .expect(0);
    let run = bench
        .lydian("emit lydian.out/suite.json --to c --out /dev/stdout")
        .expect(0);
    assert_eq!(run.out, fs::read_to_string(bench.path("real")).unwrap());
}
