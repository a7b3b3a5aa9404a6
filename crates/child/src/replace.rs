//! Another program in the place of this one.
#![allow(unsafe_code)] // The standard library lets all signals in before an exec, and one of them may be waiting.

use std::ffi::{CString, OsString};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// Lets a program run in this process, with the same environment. Signals that are held stay so. Returns only if that cannot
/// be.
pub fn replace(program: &Path, arguments: impl Iterator<Item = OsString>) -> io::Error {
    let words = std::iter::once(program.into()).chain(arguments);
    let words: Result<Vec<CString>, _> = words.map(|word: OsString| CString::new(word.as_bytes())).collect();
    let words = match words {
        Ok(words) => words,
        Err(error) => return error.into(),
    };
    let mut pointers: Vec<*const libc::c_char> = words.iter().map(|word| word.as_ptr()).collect();
    pointers.push(std::ptr::null());
    // SAFETY: the words end with a zero each, live until the call, and a null pointer ends their list.
    unsafe { libc::execv(pointers[0], pointers.as_ptr()) };
    io::Error::last_os_error()
}
