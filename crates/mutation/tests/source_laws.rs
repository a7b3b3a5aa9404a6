//! What holds of every mutant of every text, and that no text makes the engine fall over.

use mutation::source::{MutantRequest, MutatedPart, SourceError, SourceLanguage, SourceMutant, combine, mutants};
use proptest::prelude::*;
use std::collections::BTreeSet;

const PROGRAMS: [(&str, SourceLanguage); 8] = [
    (include_str!("data/simpson.c"), SourceLanguage::C),
    (include_str!("data/spline.c"), SourceLanguage::C),
    (include_str!("data/rk4.c"), SourceLanguage::C),
    (include_str!("data/rk4.m"), SourceLanguage::Octave),
    (include_str!("data/octave.m"), SourceLanguage::Octave),
    (include_str!("data/simpson.py"), SourceLanguage::Python),
    (include_str!("data/rk4.f90"), SourceLanguage::Fortran),
    (include_str!("data/simpson.rs.txt"), SourceLanguage::Rust),
];

fn all(source: &str, language: SourceLanguage) -> Result<Vec<SourceMutant>, SourceError> {
    mutants(&MutantRequest {
        source,
        language,
        scope: MutatedPart::Whole,
        operators: Vec::new(),
    })
}

/// What holds of every mutant of a text that can be read.
fn check_laws(source: &str, found: &[SourceMutant]) {
    let ids: BTreeSet<&str> = found.iter().map(|m| m.id.as_str()).collect();
    assert_eq!(ids.len(), found.len());
    let texts: BTreeSet<String> = found.iter().map(|m| m.apply(source)).collect();
    assert_eq!(texts.len(), found.len());
    assert!(!texts.contains(source));
    for mutant in found {
        let text = mutant.apply(source);
        let rest = &text[mutant.range.start..];
        assert_eq!(text[..mutant.range.start], source[..mutant.range.start]);
        assert_eq!(
            rest.strip_prefix(mutant.replacement.as_str()),
            Some(&source[mutant.range.end..])
        );
        let diff = mutant.diff(source);
        assert!(diff.line >= mutant.line, "{mutant:?}");
    }
}

#[test]
fn every_mutant_is_one_edit_of_its_own() {
    for (source, language) in PROGRAMS {
        let found = all(source, language).unwrap();
        check_laws(source, &found);
        assert_eq!(found, all(source, language).unwrap());
    }
}

#[test]
fn every_mutant_can_be_read() {
    for (source, language) in PROGRAMS {
        for mutant in all(source, language).unwrap() {
            let again = all(&mutant.apply(source), language);
            let wrong = matches!(again, Err(SourceError::Syntax { .. }));
            assert!(!wrong, "{} {}: {again:?}", mutant.id, mutant.description);
        }
    }
}

#[test]
fn long_and_deep_texts_are_read() {
    let sum = format!("double f(double x) {{ return x{}; }}", " + x".repeat(500));
    let found = all(&sum, SourceLanguage::C).unwrap();
    assert_eq!(found.len(), 1500);
    let some = &found[..20];
    assert_eq!(combine(&sum, SourceLanguage::C, some, "s").included.len(), 20);
    let deep = format!(
        "double f(double x) {{ return {}x{}; }}",
        "(".repeat(2000),
        ")".repeat(2000)
    );
    assert!(all(&deep, SourceLanguage::C).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Programs with pieces cut out and letters put in: whatever is read follows the laws.
    #[test]
    fn damaged_programs_do_no_harm(
        which in 0..PROGRAMS.len(), start in 0.0..1.0f64, length in 0usize..40, junk in "[-+*/'\"#%!(){};=é0-9a-z \n]{0,6}"
    ) {
        let (source, language) = PROGRAMS[which];
        let letters: Vec<char> = source.chars().collect();
        let from = (start * letters.len() as f64) as usize;
        let to = (from + length).min(letters.len());
        let text: String = letters[..from].iter().copied().chain(junk.chars()).chain(letters[to..].iter().copied()).collect();
        if let Ok(found) = all(&text, language) {
            check_laws(&text, &found);
            let combined = combine(&text, language, &found, "s");
            prop_assert_eq!(combined.included.len() + combined.separate.len(), found.len());
        }
    }

    /// Any text at all.
    #[test]
    fn any_text_is_mutated_or_refused(text in "\\PC{0,80}", which in 0usize..5) {
        if let Ok(found) = all(&text, SourceLanguage::ALL[which]) {
            check_laws(&text, &found);
        }
    }
}
