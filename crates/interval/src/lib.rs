//! Sound enclosures of real functions.
