//! Every target of `emit`, built and run with the real tools: right answers pass, wrong ones fail and are named.

mod bench;
mod c;
mod suites;
