//! Mutants of real programs in five languages: how many, which, where, and what is refused.

use mutation::source::{
    Diff, MutantRequest, MutatedPart, SourceError, SourceLanguage, SourceMutant, SourceOperator, mutants,
    source_operators_table,
};

const SIMPSON_C: &str = include_str!("data/simpson.c");
const SPLINE_C: &str = include_str!("data/spline.c");
const RK4_C: &str = include_str!("data/rk4.c");
const RK4_M: &str = include_str!("data/rk4.m");
const OCTAVE: &str = include_str!("data/octave.m");
const SIMPSON_PY: &str = include_str!("data/simpson.py");
const RK4_F90: &str = include_str!("data/rk4.f90");
const SIMPSON_RS: &str = include_str!("data/simpson.rs.txt");

fn request(source: &str, language: SourceLanguage, scope: MutatedPart) -> MutantRequest<'_> {
    MutantRequest {
        source,
        language,
        scope,
        operators: Vec::new(),
    }
}

fn all(source: &str, language: SourceLanguage) -> Vec<SourceMutant> {
    mutants(&request(source, language, MutatedPart::Whole)).unwrap()
}

/// `before => after` of each mutant of an operator.
fn diffs(source: &str, language: SourceLanguage, operator: SourceOperator) -> Vec<String> {
    let mutants = all(source, language).into_iter().filter(|m| m.operator == operator);
    let shown = |Diff { before, after, .. }| format!("{before} => {after}");
    mutants.map(|m| shown(m.diff(source))).collect()
}

#[test]
fn programs_have_so_many_mutants_of_each_operator() {
    // Statement, branch, constant, arithmetic, comparison, logical, assignment.
    let cases = [
        (SIMPSON_C, SourceLanguage::C, [6, 3, 40, 44, 20, 2, 12]),
        (SPLINE_C, SourceLanguage::C, [21, 4, 96, 236, 20, 0, 34]),
        (RK4_C, SourceLanguage::C, [16, 8, 83, 96, 45, 2, 12]),
        (RK4_M, SourceLanguage::Octave, [12, 0, 53, 112, 0, 0, 18]),
        (OCTAVE, SourceLanguage::Octave, [12, 4, 40, 28, 20, 3, 6]),
        (SIMPSON_PY, SourceLanguage::Python, [11, 3, 49, 72, 20, 2, 14]),
        (RK4_F90, SourceLanguage::Fortran, [14, 3, 42, 100, 25, 2, 16]),
        (SIMPSON_RS, SourceLanguage::Rust, [4, 1, 34, 44, 10, 2, 10]),
    ];
    for (source, language, expected) in cases {
        let found = all(source, language);
        let count = |operator| found.iter().filter(|m| m.operator == operator).count();
        let counts = SourceOperator::ALL.map(count);
        assert_eq!(
            counts,
            expected,
            "{}: {}",
            language.name(),
            source.lines().next().unwrap()
        );
    }
}

#[test]
fn statements_are_left_out_of_python() {
    let expected = [
        "n = 2 * panels => pass",
        "h = (b - a) / n => pass",
        "total = f(a) + f(b) => pass",
        "for i in range(1, n): => pass",
        "x = a + i * h => pass",
        "if i % 2 == 1: => pass",
        "total += 4 * f(x) => pass",
        "total += 2 * f(x) => pass",
        r#"exact, text = math.e - 1.0, "1 + 1" => pass"#,
        "found = simpson(math.exp, 0.0, 1.0, panels) => pass",
        "print(text); return abs(found - exact) if panels > 0 else -1.0 => pass; return abs(found - exact) if panels > 0 else -1.0",
    ];
    assert_eq!(
        diffs(SIMPSON_PY, SourceLanguage::Python, SourceOperator::Statement),
        expected
    );
}

#[test]
fn conditions_are_negated_in_fortran() {
    let expected = [
        "if (steps < 1 .or. .not. (tend > t0)) return => if (.not. (steps < 1 .or. .not. (tend > t0))) return",
        "if (x .ne. x) exit => if (.not. (x .ne. x)) exit",
        "if (abs(x) > 1.0e300_dp) then => if (.not. (abs(x) > 1.0e300_dp)) then",
    ];
    assert_eq!(
        diffs(RK4_F90, SourceLanguage::Fortran, SourceOperator::Branch),
        expected
    );
}

#[test]
fn what_only_octave_has_is_mutated_as_it_was_written() {
    let expected = [
        "s = 0; n = 1; => ; n = 1;",
        "s = 0; n = 1; => s = 0; ;",
        "x /= 2; n++;   # both only in Octave => ; n++;   # both only in Octave",
        "x /= 2; n++;   # both only in Octave => x /= 2; ;   # both only in Octave",
        "if (! x || n != 3 && x > 1e-3), s += x'; endif => ",
        "if (! x || n != 3 && x > 1e-3), s += x'; endif => if (! x || n != 3 && x > 1e-3), ; endif",
        "while true => ",
        "s = s .* 2.^n - sum([1 -x]); => ;",
        "if s > 1, break; endif => ",
        "if s > 1, break; endif => if s > 1, ; endif",
        "x = max (x**2, # goes on => ;# end",
        r#"printf ("done %d # not a comment\n", n); => ;"#,
    ];
    assert_eq!(
        diffs(OCTAVE, SourceLanguage::Octave, SourceOperator::Statement),
        expected
    );
    let expected = [
        "if (! x || n != 3 && x > 1e-3), s += x'; endif => if (~(! x || n != 3 && x > 1e-3)), s += x'; endif",
        "until n >= limit => until ~(n >= limit)",
        "while true => while ~(true)",
        "if s > 1, break; endif => if ~(s > 1), break; endif",
    ];
    assert_eq!(diffs(OCTAVE, SourceLanguage::Octave, SourceOperator::Branch), expected);
    let expected = [
        "if (! x || n != 3 && x > 1e-3), s += x'; endif => if (x || n != 3 && x > 1e-3), s += x'; endif",
        "if (! x || n != 3 && x > 1e-3), s += x'; endif => if (! x && n != 3 && x > 1e-3), s += x'; endif",
        "if (! x || n != 3 && x > 1e-3), s += x'; endif => if (! x || n != 3 || x > 1e-3), s += x'; endif",
    ];
    assert_eq!(diffs(OCTAVE, SourceLanguage::Octave, SourceOperator::Logical), expected);
}

#[test]
fn logic_of_rust_is_exchanged() {
    let expected = [
        "if n < 2 || !(a < b) { => if n < 2 && !(a < b) {",
        "if n < 2 || !(a < b) { => if n < 2 || (a < b) {",
    ];
    assert_eq!(
        diffs(SIMPSON_RS, SourceLanguage::Rust, SourceOperator::Logical),
        expected
    );
    let expected = [
        "let h = (b - a) / n as f64; => let h = ((b - a) / n as f64) * 0.9;",
        "let h = (b - a) / n as f64; => let h = ((b - a) / n as f64) * 1.1;",
        "let mut sum = f(a) + f(b); => let mut sum = (f(a) + f(b)) * 0.9;",
        "let mut sum = f(a) + f(b); => let mut sum = (f(a) + f(b)) * 1.1;",
        "let weight = match i % 2 { => let weight = (match i % 2 {",
        "let weight = match i % 2 { => let weight = (match i % 2 {",
        "sum += weight * f(a + i as f64 * h); => sum += (weight * f(a + i as f64 * h)) * 0.9;",
        "sum += weight * f(a + i as f64 * h); => sum += (weight * f(a + i as f64 * h)) * 1.1;",
        "sum *= h; => sum *= h * 0.9;",
        "sum *= h; => sum *= h * 1.1;",
    ];
    assert_eq!(
        diffs(SIMPSON_RS, SourceLanguage::Rust, SourceOperator::Assignment),
        expected
    );
}

#[test]
fn a_masked_assignment_of_fortran_stays() {
    let source = "program p\n  real :: a(3)\n  where (a > 1) a = a + 1\n  a = 2\n  a = a / 2\nend program\n";
    let found = diffs(source, SourceLanguage::Fortran, SourceOperator::Statement);
    assert_eq!(found, ["a = 2 => continue", "a = a / 2 => continue"]);
    let names: Vec<_> = all(source, SourceLanguage::Fortran)
        .into_iter()
        .map(|m| m.function)
        .collect();
    assert!(names.contains(&Some("p".to_string())), "{names:?}");
}

#[test]
fn dotted_assignments_of_octave_are_exchanged_whole() {
    let found = diffs("s .*= t;\n", SourceLanguage::Octave, SourceOperator::Arithmetic);
    assert_eq!(
        found,
        ["s .*= t; => s += t;", "s .*= t; => s -= t;", "s .*= t; => s ./= t;"]
    );
}

#[test]
fn types_decide_what_is_scaled_in_c() {
    let source = "typedef double real; struct p { int n; double x; };\n\
        void f(double *a, int n, struct p *q) { real r; unsigned u; float *b = a;\n\
        r = n; u = n + 1; a[0] = r; b = a; q->n = n; q->x = r; n += n; *a = n; a = a + n; unknown = n; }";
    let found = diffs(source, SourceLanguage::C, SourceOperator::Assignment);
    let scaled: Vec<&str> = found
        .iter()
        .filter_map(|d| {
            d.split_once(" => ")
                .unwrap()
                .1
                .split(" * 1.1")
                .next()
                .filter(|_| d.contains("1.1"))
        })
        .map(|text| text.rsplit("; ").next().unwrap())
        .collect();
    assert_eq!(scaled, ["r = n", "a[0] = r", "q->x = r", "*a = n", "unknown = n"]);
}

#[test]
fn a_remainder_stands_only_between_integers_in_c() {
    let source = "double f(double x, int i, int j) { return g(x + i, i + j, i * (j - 1)); }";
    let found = diffs(source, SourceLanguage::C, SourceOperator::Arithmetic);
    let after: Vec<&str> = found
        .iter()
        .filter(|d| d.contains('%'))
        .map(|d| d.split("g(").nth(2).unwrap())
        .collect();
    assert_eq!(
        after,
        [
            "x + i, i % j, i * (j - 1)); }",
            "x + i, i + j, i % (j - 1)); }",
            "x + i, i + j, i * (j % 1)); }"
        ]
    );
}

#[test]
fn strings_types_imports_and_documentation_stay() {
    for (source, language) in [
        (SIMPSON_PY, SourceLanguage::Python),
        (RK4_F90, SourceLanguage::Fortran),
        (SIMPSON_RS, SourceLanguage::Rust),
    ] {
        for mutant in all(source, language) {
            let line = mutant.diff(source).before;
            let quoted = line.split(['"', '\'']).nth(1).unwrap_or_default();
            let stays = mutant.operator == SourceOperator::Statement || mutant.apply(source).contains(quoted);
            assert!(stays, "{mutant:?}");
            assert!(
                !line.starts_with("import") && !line.starts_with("//") && !line.starts_with("integer, par"),
                "{line}"
            );
        }
    }
}

#[test]
fn a_scope_chooses_and_identifiers_stay() {
    let whole = all(SPLINE_C, SourceLanguage::C);
    let chosen = mutants(&request(
        SPLINE_C,
        SourceLanguage::C,
        MutatedPart::Functions(vec!["spline_at".into()]),
    ))
    .unwrap();
    assert!(
        chosen
            .iter()
            .all(|m| m.function.as_deref() == Some("spline_at") && whole.contains(m))
    );
    assert_eq!(
        chosen.len(),
        whole
            .iter()
            .filter(|m| m.function.as_deref() == Some("spline_at"))
            .count()
    );
    let lines = mutants(&request(SPLINE_C, SourceLanguage::C, MutatedPart::Lines(10..=12))).unwrap();
    assert!(lines.iter().all(|m| (10..=12).contains(&m.line) && whole.contains(m)));
    let both = request(SPLINE_C, SourceLanguage::C, MutatedPart::Lines(10..=12));
    let constants = mutants(&MutantRequest {
        operators: vec![SourceOperator::Constant],
        ..both
    });
    let only: Vec<_> = lines
        .iter()
        .filter(|m| m.operator == SourceOperator::Constant)
        .cloned()
        .collect();
    assert_eq!(constants.unwrap(), only);
}

#[test]
fn functions_of_fortran_have_any_case() {
    let chosen = mutants(&request(
        RK4_F90,
        SourceLanguage::Fortran,
        MutatedPart::Functions(vec!["RK4".into()]),
    ))
    .unwrap();
    assert!(chosen.iter().all(|m| m.function.as_deref() == Some("rk4")));
}

#[test]
fn wrong_requests_are_refused_with_a_remedy() {
    let broken = "int f(int x)\n{\n    return x +* ;\n}\n";
    let error = mutants(&request(broken, SourceLanguage::C, MutatedPart::Whole)).unwrap_err();
    assert!(matches!(error, SourceError::Syntax { line: 3, .. }), "{error}");
    assert!(
        error.to_string().contains("line 3") && error.to_string().contains("return x +*"),
        "{error}"
    );

    let scope = MutatedPart::Functions(vec!["spline_fits".into()]);
    let error = mutants(&request(SPLINE_C, SourceLanguage::C, scope)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "there is no function `spline_fits`; there is `spline_fit`, `spline_at`"
    );

    for (source, scope) in [
        ("", MutatedPart::Whole),
        (SPLINE_C, MutatedPart::Lines(900..=901)),
        (SPLINE_C, MutatedPart::Functions(vec![])),
    ] {
        let error = mutants(&request(source, SourceLanguage::C, scope)).unwrap_err();
        assert!(matches!(error, SourceError::Empty { .. }), "{error}");
    }
    let error = mutants(&request(
        "int x;",
        SourceLanguage::C,
        MutatedPart::Functions(vec!["f".into()]),
    ))
    .unwrap_err();
    assert!(error.to_string().contains("nor any other"), "{error}");
}

#[test]
fn the_manual_lists_the_operators() {
    let page = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/manual/source-mutants.md");
    let text = std::fs::read_to_string(page).expect("the page of the manual");
    let table = source_operators_table();
    assert!(
        text.contains(&table),
        "docs/manual/source-mutants.md should have this table:\n{table}"
    );
}
