//! Re-proves a suite.
