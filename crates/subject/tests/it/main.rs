//! Subjects of every kind, with real compilers and interpreters.

mod arrays;
mod canaries;
mod errors;
mod hostile;
mod interpreters;
mod languages;
mod speed;
mod support;
