//! Room on the stack for recursion down to the deepest tree that a reader accepts.

use std::thread;

/// Texts shorter than this cannot nest deep enough to matter.
const SHORT: usize = 512;

/// Stack for the deepest trees, with a wide margin; only what is touched becomes memory.
const STACK: usize = 64 << 20;

/// Runs `job`, which recurses over a text of `length` bytes, where the stack is large enough whatever the caller's is.
///
/// If the system has no thread to spare, the caller's own stack must do.
pub(crate) fn with_room<T: Send>(length: usize, job: impl Fn() -> T + Sync) -> T {
    if length < SHORT {
        return job();
    }
    thread::scope(|scope| {
        let worker = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, &job);
        match worker.map(|w| w.join()) {
            Ok(Ok(value)) => value,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(_) => job(),
        }
    })
}
