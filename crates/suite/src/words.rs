//! Words of files that the program compares: enums that keep a text that they do not know.
//!
//! A file of another version, or one that was tampered with, may hold any text in such a place. It is read, shown and
//! written again as it stands.

/// An enum of words: each variant stands for one of them, and `Other` for every other text.
macro_rules! open_words {
    (
        $(#[$about:meta])*
        $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal,)* }
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(from = "String", into = "String")]
        pub enum $name {
            $($(#[$doc])* $variant,)*
            /// Any other text. It is made by `from`, so that it is never one of the words above.
            Other(String),
        }

        impl $name {
            /// As files and reports say it.
            pub fn words(&self) -> &str {
                match self {
                    $($name::$variant => $word,)*
                    $name::Other(text) => text,
                }
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> $name {
                match text.as_str() {
                    $($word => $name::$variant,)*
                    _ => $name::Other(text),
                }
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> $name {
                text.to_string().into()
            }
        }

        impl From<$name> for String {
            fn from(word: $name) -> String {
                word.words().into()
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.words())
            }
        }
    };
}

open_words! {
    /// How a run of native code ended.
    RunEnding {
        /// It came back.
        Returned = "returned",
        /// It passed more branches than a run may.
        Cut = "did not end within the limit of branches",
        /// An alarm ended it.
        Hung = "did not end in time",
        /// It was not called, or cut short, because of what an earlier run did.
        Avoided = "was cut short",
        /// An exception of C++ left it.
        Threw = "threw an exception",
        /// It called `abort`.
        Aborted = "called abort",
        /// It reached beyond a variable.
        Outside = "read or wrote outside of a variable",
    }
}

open_words! {
    /// How a hunt ended.
    HuntEnding {
        /// It made all its calls.
        Whole = "all calls were made",
        /// The domain has no further input that could be found.
        Exhausted = "no further input could be found",
        /// Somebody wanted an end.
        Interrupted = "interrupted",
    }
}

impl RunEnding {
    /// Whether the run was ended because it took too long, so that nobody knows how it would have ended.
    pub fn is_unfinished(&self) -> bool {
        matches!(self, RunEnding::Cut | RunEnding::Hung)
    }
}

open_words! {
    /// The language that a function is written in.
    FunctionLanguage {
        /// C.
        C = "c",
        /// C++.
        Cpp = "cpp",
        /// Fortran, which passes numbers by reference.
        Fortran = "fortran",
    }
}

open_words! {
    /// The kind of fault that a test should be able to see, and that a wrong answer has.
    Objective {
        /// The wrong formula.
        Functional = "functional",
        /// The right formula, computed too coarsely.
        Precision = "precision",
        /// Something missing, superfluous, or out of its domain.
        Robustness = "robustness",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_is_written_as_it_was_read() {
        for text in [
            "returned",
            "Returned",
            "called exit(03)",
            "",
            "did not end in time",
            "\u{e9}\n\"",
            "other",
        ] {
            let json = serde_json::to_string(text).unwrap();
            let ending: RunEnding = serde_json::from_str(&json).unwrap();
            assert_eq!(serde_json::to_string(&ending).unwrap(), json);
            assert_eq!((ending.words(), ending.to_string().as_str()), (text, text));
        }
        assert_eq!(RunEnding::from("returned"), RunEnding::Returned);
        assert_eq!(HuntEnding::from("all calls were made"), HuntEnding::Whole);
        assert_eq!(FunctionLanguage::from("rust"), FunctionLanguage::Other("rust".into()));
    }
}
