//! The command line as it is written into files: who writes, and words that a shell reads as they stand.

/// The program and its version.
pub const TOOL: &str = concat!("lydian ", env!("CARGO_PKG_VERSION"));

/// A word that a shell reads as it stands.
pub fn quote(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-+/:=@%,".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.into();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_reads_what_was_meant() {
        for word in ["", "a", "a b", "it's", "$HOME", "x=1:2", "\"", "#", "~", "*", "a\nb"] {
            assert_eq!(shlex::split(&quote(word)).unwrap(), [word], "{word}");
        }
    }
}
