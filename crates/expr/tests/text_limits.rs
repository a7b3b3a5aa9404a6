//! Hostile texts: too deep, too long, too wrong. The readers answer soon, with errors and without a panic.

use expr::ast::{Core, MAX_DEPTH};
use expr::diagnostic::{Diagnostics, SourceText};
use expr::{fpcore, infix, read_file_text};
use std::time::{Duration, Instant};

type Read = fn(&str) -> Result<Vec<Core>, Diagnostics>;

/// A text nested `depth` times: `open`, then `inside`, then `close`.
fn nested(open: &str, inside: &str, close: &str, depth: usize) -> String {
    format!("{}{inside}{}", open.repeat(depth), close.repeat(depth))
}

fn core(body: &str) -> String {
    format!("(FPCore (x) {body})")
}

fn spec(body: &str) -> String {
    format!("spec f(x) {{ {body} }}")
}

/// The forms that recursion goes through, and the levels of parentheses that one of them takes.
const FORMS: [(&str, &str, usize); 10] = [
    ("(- ", ")", 1),
    ("(+ 1 ", ")", 1),
    ("(+ ", " 1)", 1),
    ("(fma 1 2 ", ")", 1),
    ("(if TRUE 1 ", ")", 1),
    ("(! :round toZero ", ")", 1),
    ("(let* () ", ")", 1),
    ("(let ((a ", ")) a)", 3),
    ("(while FALSE () ", ")", 1),
    ("(let ((a (while* (< ", " 1) () 1))) a)", 5),
];

#[test]
fn deepest_cores_are_read_printed_and_read_again() {
    for (open, close, levels) in FORMS {
        let text = core(&nested(open, "x", close, (MAX_DEPTH - 2) / levels));
        let cores = fpcore::read(&text).unwrap_or_else(|e| panic!("{open}: {e}"));
        assert_eq!(fpcore::read(&fpcore::print(&cores[0])).expect("printed"), cores);
        assert!(!infix::print(&cores[0]).is_empty());
    }
}

#[test]
fn deepest_specs_are_read_printed_and_read_again() {
    for (open, close) in [
        ("-", ""),
        ("(1+", ")"),
        ("2^", ""),
        ("sin(", ")"),
        ("if 0<(", ")<1 then 1 else 2"),
        ("if not 1<(", ") then 1 else 2"),
    ] {
        let levels = if open.starts_with("if") { 3 } else { 1 };
        let text = spec(&nested(open, "x", close, (MAX_DEPTH - 20) / levels));
        let cores = infix::read(&text).unwrap_or_else(|e| panic!("{open}: {e}"));
        assert_eq!(fpcore::read(&fpcore::print(&cores[0])).expect("printed"), cores);
        assert_eq!(infix::read(&infix::print(&cores[0])).expect("printed"), cores);
    }
}

/// Guards against hangs. Whatever takes time that grows with the square of these texts takes hours.
const HANG: Duration = Duration::from_secs(120);

/// The first error of a text says that it is nested too deep, and says so soon.
fn check_too_deep(read: Read, text: &str) {
    let start = Instant::now();
    let errors = read(text).expect_err("too deep");
    let message = &errors.0[0].message;
    assert!(
        message.starts_with("nested deeper than 1") && message.ends_with(" levels"),
        "{message}"
    );
    assert!(start.elapsed() < HANG, "{:?}", start.elapsed());
}

#[test]
fn a_hundred_thousand_levels_are_refused() {
    const DEEP: usize = 100_000;
    check_too_deep(fpcore::read, &"(".repeat(DEEP));
    check_too_deep(fpcore::read, &"[".repeat(DEEP));
    for (open, close, _) in FORMS {
        check_too_deep(fpcore::read, &core(&nested(open, "x", close, DEEP)));
    }
    for (open, close) in [
        ("(", ")"),
        ("-", ""),
        ("- ", ""),
        ("2^", ""),
        ("sin(", ")"),
        ("if x<1 then 1 else ", ""),
    ] {
        check_too_deep(infix::read, &spec(&nested(open, "x", close, DEEP)));
        check_too_deep(infix::read, &spec(&open.repeat(DEEP)));
    }
    for chain in ["x+", "x-", "x*", "x/"] {
        check_too_deep(infix::read, &spec(&nested(chain, "x", "", DEEP)));
    }
    check_too_deep(
        infix::read,
        &format!("spec f(x) where {}x<1 {{ x }}", "not ".repeat(DEEP)),
    );
}

#[test]
fn long_flat_conditions_are_no_nesting() {
    let many = "x<1 and ".repeat(100_000);
    assert!(infix::read(&format!("spec f(x) where {many} 0<x {{ x }}")).is_ok());
}

#[test]
fn copies_in_copies_are_refused() {
    let text = spec(&nested("if 0 < (", "x", ") <= 1 then 1 else 2", 100));
    let errors = infix::read(&text).expect_err("too large");
    assert_eq!(
        errors.0[0].message,
        "the middle of this chain of different comparisons is too large"
    );
}

/// Pseudo-random bytes (xorshift), the same in every run.
fn noise(length: usize, alphabet: &[u8]) -> Vec<u8> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    (0..length)
        .map(|_| alphabet[usize::try_from(next() >> 33).expect("64-bit") % alphabet.len()])
        .collect()
}

const LARGE: usize = 10_000_000;

/// Ten megabytes made of one piece.
fn full_of(piece: &str) -> Vec<u8> {
    piece.repeat(LARGE / piece.len()).into_bytes()
}

fn garbage() -> Vec<(&'static str, Vec<u8>)> {
    let every_byte: Vec<u8> = (0..=255).collect();
    let ascii: Vec<u8> = (b' '..=b'~').chain([b'\n']).collect();
    let within = |open: &str, piece: &str, close: &str| [open.as_bytes(), &full_of(piece), close.as_bytes()].concat();
    vec![
        ("random bytes", noise(LARGE, &every_byte)),
        ("random text", noise(LARGE, &ascii)),
        ("random parentheses", noise(LARGE, b"()[]x 1\n")),
        ("random operators", noise(LARGE, b"x1+-*/^(),;<={}\n ")),
        ("only (", full_of("(")),
        ("only )", full_of(")")),
        ("only quotes", full_of("\"")),
        ("escaped quotes", within("\"\n", "\\\"\n", "")),
        ("one long symbol", full_of("a")),
        ("one long number", full_of("1")),
        ("one long line", full_of("word ")),
        ("one long string", within("(FPCore (x) :name \"", "text ", "\" y)")),
        ("one long comment", within("#;", "text ", "")),
        ("wide list", within("(FPCore (x) (+ ", "argument ", "))")),
        ("wide arguments", within("(FPCore (", "argument ", ") x)")),
        (
            "unknown variables",
            within("(FPCore (x) :pre (and ", "(< first_one another) ", ") x)"),
        ),
        ("many cores", full_of("(FPCore (x) y)\n")),
        ("many openings", full_of("(FPCore\n")),
        ("many specs", full_of("spec f(argument) { something }\n")),
        ("many spec words", full_of("spec ")),
        ("wide call", within("spec f(x) { sin(", "argument,", "x) }")),
        (
            "unknown statements",
            within("spec f(x) {\n", "let first_one = another\n", "x\n}"),
        ),
    ]
}

#[test]
fn ten_megabytes_of_garbage_give_a_short_answer() {
    for (kind, bytes) in garbage() {
        for name in ["a.fpcore", "a.lyd"] {
            let start = Instant::now();
            let shown = read_file_text(name, &bytes).expect_err(kind);
            let elapsed = start.elapsed();
            assert!(elapsed < HANG, "{kind}, {name}: {elapsed:?}");
            assert!(shown.len() < 20_000, "{kind}, {name}: {} bytes of errors", shown.len());
        }
    }
}

#[test]
fn places_of_errors_lie_in_the_text() {
    let text = String::from_utf8(noise(100_000, b"()[]x 1\n\"+")).expect("ASCII");
    for read in [fpcore::read as Read, infix::read as Read] {
        let errors = read(&text).expect_err("garbage");
        assert!(
            errors
                .0
                .iter()
                .all(|d| d.span.start <= d.span.end && d.span.end as usize <= text.len())
        );
        assert!(!errors.render(&SourceText { name: "a", text: &text }).is_empty());
    }
}
