//! Every target of `emit`, built and run with the real tools: right answers pass, wrong ones fail and are named.
//!
//! Unity is not packaged by Debian; `unity.h` here stands in for it. Julia is not either; its text is looked at only.

mod bench;
mod c;
mod rust;
mod scripts;
mod suites;
mod text;
