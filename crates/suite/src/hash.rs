//! The hash by which files name other files.

use sha2::{Digest, Sha256};

/// SHA-256 of some bytes, in lower-case hexadecimal.
///
/// ```
/// let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
/// assert_eq!(suite::sha256(b""), empty);
/// ```
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
