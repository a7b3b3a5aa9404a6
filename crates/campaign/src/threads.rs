//! Pools of threads with the stacks that deeply nested formulas need.

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// Stack of a worker. Trees are walked as deep as their text is nested; memory is taken only as far as a stack grows.
const STACK: usize = 64 << 20;

/// Starts a pool of workers.
pub fn start_pool(threads: usize) -> Result<ThreadPool, ThreadPoolBuildError> {
    ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build()
}
