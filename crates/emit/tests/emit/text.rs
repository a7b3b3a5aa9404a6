//! What can be said without a tool: heads, tables, Julia, refusals.

use crate::bench::share;
use crate::suites;
use emit::{EmitOptions, EmitRefusal, NumberType, TARGETS, emit, target};
use suite::{FormatRecord, Suite};

fn text(to: &str, suite: &Suite) -> String {
    let options = if to == "csv" { EmitOptions::default() } else { share() };
    emit(suite, target(to).unwrap(), &options).unwrap()
}

#[test]
fn every_head_says_where_the_file_comes_from() {
    for target in TARGETS.iter().filter(|target| target.name != "csv") {
        let text = text(target.name, &suites::sound());
        let head: Vec<&str> = text.lines().take(8).collect();
        let head = head.join("\n");
        let sha = "0123456789abcdef".repeat(4);
        for words in [
            "do not edit",
            "lydian emit suite.json",
            "share",
            &sha,
            "relative 1e-10",
            "Run it with",
        ] {
            assert!(head.contains(words), "{}: no `{words}` in {head}", target.name);
        }
        assert!(text.contains("kills 1 mutant\n"), "{}", target.name);
        assert!(text.contains("binary:1:div-to-mul: x/y became x*y."), "{}", target.name);
    }
}

#[test]
fn hostile_texts_stay_in_their_lines() {
    for target in TARGETS.iter().filter(|target| target.name != "csv") {
        let text = text(target.name, &suites::odd());
        let bad = |line: &&str| line.starts_with("#error") || line.starts_with("%!error");
        assert_eq!(text.lines().find(bad), None, "{}", target.name);
        assert!(
            !text.contains(['\r', '\t', '\u{2028}', '\u{202e}', '§']),
            "{}",
            target.name
        );
    }
}

#[test]
fn a_table_has_one_row_per_test_and_keeps_every_character() {
    let sound = text("csv", &suites::sound());
    let lines: Vec<&str> = sound.split_terminator("\r\n").collect();
    assert_eq!(lines.len(), 7);
    assert_eq!(
        lines[0],
        "id,kind,expect,input x,input y,valid_lo,valid_hi,invalid_below,invalid_above,objectives,mutants,spec,sha256,accuracy"
    );
    assert!(lines[1].starts_with("t1,normal,value,0x1p+0,0x1.8p+1,0x1.55555554c2bb5p-2,"));
    assert!(lines[3].starts_with("t3,normal,reject,-0x1p+0,0x1p+1,,,,,functional,,share,"));
    let fields = parse(&text("csv", &suites::odd()));
    assert!(fields.iter().all(|row| row.len() == 14));
    assert_eq!(fields[0][3], format!("input {}", suites::HOSTILE));
    assert_eq!(fields[6][0], suites::HOSTILE);
}

/// A reader of RFC 4180.
fn parse(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut field, mut quoted) = (vec![], vec![], String::new(), false);
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '"' if quoted && rest.next_if_eq(&'"').is_some() => field.push('"'),
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut field)),
            '\r' if !quoted && rest.next_if_eq(&'\n').is_some() => {
                row.push(std::mem::take(&mut field));
                rows.push(std::mem::take(&mut row));
            }
            c => field.push(c),
        }
    }
    rows
}

/// There is no Julia among the tools of this project, so only the structure is looked at.
#[test]
fn julia_is_balanced_and_complete() {
    let sound = text("julia", &suites::sound());
    for line in [
        "using Test",
        "lydian_call(lydian_x) = share(lydian_x[1], lydian_x[2])",
        "lydian_case(\"t1\", :value,",
        "    [0x1p+0, 0x1.8p+1],",
        "lydian_case(\"t3\", :reject,",
        "    [NaN, NaN, NaN, NaN],",
        "@testset \"share\" begin",
    ] {
        assert!(sound.lines().any(|found| found == line), "no `{line}` in {sound}");
    }
    for suite in [suites::sound(), suites::odd()] {
        assert_balanced(&text("julia", &suite));
    }
    let options = EmitOptions {
        module: Some("Shares.Inner".into()),
        header: Some("shares.jl".into()),
        number: Some(NumberType::Float),
        ..share()
    };
    let imported = emit(&suites::single(), target("julia").unwrap(), &options).unwrap();
    assert!(imported.contains("include(\"shares.jl\")\nimport Shares.Inner\n"));
    assert!(imported.contains("= Shares.Inner.share(Float32(lydian_x[1]), Float32(lydian_x[2]))"));
}

/// Brackets outside strings and comments close in order, no string holds a `$` that the template did not put there,
/// and every block has its end.
fn assert_balanced(text: &str) {
    let mut open = vec![];
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match c {
            '#' => drop(rest.by_ref().find(|c| *c == '\n')),
            '"' => skip_string(&mut rest),
            '(' => open.push(')'),
            '[' => open.push(']'),
            '{' => open.push('}'),
            ')' | ']' | '}' => assert_eq!(open.pop(), Some(c)),
            _ => {}
        }
    }
    assert_eq!(open, Vec::<char>::new());
}

fn skip_string(rest: &mut std::str::Chars) {
    let mut interpolates = String::new();
    while let Some(c) = rest.next() {
        match c {
            '\\' => drop(rest.next()),
            '"' => break,
            '\n' => panic!("a string goes over its line"),
            '$' => interpolates.push_str(&rest.as_str()[..9]),
            _ => {}
        }
    }
    assert!(matches!(interpolates.as_str(), "" | "(case.id)"), "{interpolates}");
}

#[test]
fn what_cannot_be_said_is_refused() {
    let refused = |to: &str, suite: &Suite, options: EmitOptions| {
        emit(suite, target(to).unwrap(), &options).unwrap_err().to_string()
    };
    let sound = suites::sound();
    let mut empty = suites::sound();
    empty.tests.clear();
    for target in TARGETS {
        assert_eq!(emit(&empty, target, &share()), Err(EmitRefusal::NothingToEmit));
    }
    let header = |file: &str| EmitOptions {
        header: Some(file.into()),
        ..EmitOptions::default()
    };
    let module = |name: &str| EmitOptions {
        module: Some(name.into()),
        ..EmitOptions::default()
    };
    let function = |name: &str| EmitOptions {
        function: Some(name.into()),
        ..EmitOptions::default()
    };
    let codes = |value: f64| EmitOptions {
        reject_values: vec![value],
        ..EmitOptions::default()
    };
    let float = EmitOptions {
        number: Some(NumberType::Float),
        ..EmitOptions::default()
    };
    let table = [
        ("c", module("m"), "use --header"),
        ("rust", header("m.h"), "use --module"),
        ("octave", module("m"), "leave it out"),
        ("csv", function("f"), "leave it out"),
        ("csv", codes(1.0), "leave it out"),
        ("c", codes(f64::NAN), "NaN counts as an error"),
        ("c", header("a\"\n"), "cannot be written"),
        ("c", function("system(\"x\");f"), "is not a name"),
        ("rust", module("a::b;c"), "is not a name"),
        ("pytest", module("a.b\n"), "is not a name"),
        ("fortran", function("_f"), "is not a name"),
        ("cpp-gtest", function("a::f"), "--header"),
        ("c", float, "test t6: the input x = 5e-324"),
    ];
    for (to, options, words) in table {
        let why = refused(to, &sound, options);
        assert!(why.contains(words), "{to}: {why}");
    }
}

#[test]
fn a_test_with_other_inputs_than_arguments_is_refused() {
    let mut suite = suites::sound();
    suite.tests[2].inputs.pop();
    let why = emit(&suite, target("c").unwrap(), &share()).unwrap_err().to_string();
    assert_eq!(why, "test t3: it has 1 inputs, but the specification has 2 arguments");
}

#[test]
fn names_and_types_are_read_off_the_specification() {
    let options = EmitOptions::default();
    let mut suite = suites::single();
    suite.spec.name = "Share of y (in x)".into();
    let text = emit(&suite, target("c").unwrap(), &options).unwrap();
    assert!(text.contains("\nfloat Share_of_y_in_x(float, float);\n"), "{text}");
    suite.spec.arguments[0].format = suite::FormatRecord::Binary64;
    let text = emit(&suite, target("c").unwrap(), &options).unwrap();
    assert!(text.contains("\ndouble Share_of_y_in_x(double, double);\n"), "{text}");
}

#[test]
fn the_manual_has_the_table_of_targets() {
    let manual = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/manual/emit.md"));
    let yes = |given: bool| if given { " yes " } else { " " };
    for target in TARGETS {
        let (header, module) = (yes(target.header), yes(target.module));
        let start = format!("| `{}` | {} |{header}|{module}|", target.name, target.about);
        let row = manual.lines().find(|line| line.starts_with(&start));
        assert!(row.is_some_and(|row| row.contains(target.run)), "no `{start}`");
    }
}

#[test]
fn fixed_point_is_refused_where_functions_are_called() {
    let fixed = FormatRecord::Fixed { scale: -16, bits: 32 };
    let mut argument = suites::sound();
    argument.spec.arguments[1].format = fixed;
    let mut result = suites::sound();
    result.spec.output = fixed;
    for (suite, what) in [
        (argument, "y is (fixed -16 32)"),
        (result, "the result is (fixed -16 32)"),
    ] {
        for target in TARGETS.iter().filter(|target| target.name != "csv") {
            let refusal = emit(&suite, target, &EmitOptions::default()).unwrap_err();
            assert_eq!(
                refusal,
                EmitRefusal::FixedPoint { what: what.into() },
                "{}",
                target.name
            );
            let message = refusal.to_string();
            assert!(
                message.contains("lydian check") && message.contains("--to csv"),
                "{message}"
            );
        }
        assert!(emit(&suite, target("csv").unwrap(), &EmitOptions::default()).is_ok());
    }
}
