//! What flags of the compiler define that the language itself leaves undefined.

use crate::hazard::Hazard;
use crate::hazard::HazardOperator::{Iovflow, Iuflow, Nzpush};
use crate::hazard::HazardOrigin;
use crate::language::NativeLanguage;

/// What signed arithmetic means where its result does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Dialect {
    /// Sums, differences, products and negations wrap.
    sums_wrap: bool,
    /// Shifts to the left keep the low bits.
    shifts_wrap: bool,
}

/// Standards of C++ in which a shift of a negative number is defined.
const WRAPPING_STANDARDS: [&str; 6] = ["20", "2a", "23", "2b", "26", "2c"];

impl Dialect {
    /// By the flags; the last one of a kind counts.
    pub fn of(flags: &[String], languages: &[NativeLanguage]) -> Dialect {
        let last = |of: &[&str]| flags.iter().rev().find(|flag| of.contains(&flag.as_str()));
        // As clang reads them: `-fno-strict-overflow` matters only where nothing is said of wrapping.
        let sums_wrap = match last(&["-fwrapv", "-fno-wrapv"]) {
            Some(flag) => flag == "-fwrapv",
            None => last(&["-fstrict-overflow", "-fno-strict-overflow"]).is_some_and(|flag| flag.starts_with("-fno")),
        };
        let is_cpp = languages.iter().all(|language| *language == NativeLanguage::Cpp);
        let standard = flags.iter().rev().find_map(|flag| flag.strip_prefix("-std="));
        let year = standard.and_then(|name| name.split_once("++")).map(|(_, year)| year);
        Dialect {
            sums_wrap,
            shifts_wrap: sums_wrap || is_cpp && year.is_some_and(|year| WRAPPING_STANDARDS.contains(&year)),
        }
    }

    /// Whether what happens to a mutant is defined.
    pub fn defines(self, hazard: &Hazard) -> bool {
        let overflows = [Iovflow, Iuflow, Nzpush].map(HazardOrigin::Table);
        let wraps = match hazard.operation.as_str() {
            "add" | "sub" | "mul" | "neg" => self.sums_wrap,
            "shl" => self.shifts_wrap,
            _ => false,
        };
        wraps && overflows.contains(&hazard.operator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(flags: &str, language: NativeLanguage) -> (bool, bool) {
        let flags: Vec<String> = flags.split_whitespace().map(String::from).collect();
        let dialect = Dialect::of(&flags, &[language]);
        (dialect.sums_wrap, dialect.shifts_wrap)
    }

    #[test]
    fn the_last_flag_counts() {
        use NativeLanguage::{C, Cpp};
        for (flags, language, expected) in [
            ("", C, (false, false)),
            ("-fwrapv", C, (true, true)),
            ("-fwrapv -fno-wrapv", C, (false, false)),
            ("-fno-strict-overflow", C, (true, true)),
            ("-fno-wrapv -fno-strict-overflow", C, (false, false)),
            ("-std=c23", C, (false, false)),
            ("-std=c++20", Cpp, (false, true)),
            ("-std=gnu++2b", Cpp, (false, true)),
            ("-std=c++20 -std=c++17", Cpp, (false, false)),
        ] {
            assert_eq!(of(flags, language), expected, "{flags}");
        }
    }
}
