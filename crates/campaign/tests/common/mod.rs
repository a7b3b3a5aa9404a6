//! What tests that generate suites share.

use campaign::generate::{self, Method};

/// A small budget, which is enough for small formulas.
pub fn options() -> generate::GenerateOptions {
    generate::GenerateOptions {
        order: generate::MutantOrder::First,
        strength: generate::Strength::Minimal,
        kills: 1,
        method: Method::Search,
        seed: 0,
        points: 256,
        more_points: 256,
        boxes: 50,
        tool: "test".into(),
        command: "test".into(),
        sha256: "0".repeat(64),
    }
}
