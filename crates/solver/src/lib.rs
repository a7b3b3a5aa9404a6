//! Constraints over boxes: contractors, search, proofs, outcome with reason.
