//! The walls between crates: which crate may depend on which.

use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// What stands before the names of packages, so that they can be published; code leaves it out.
const PREFIX: &str = "lydian-";

/// A crate and what it may depend on.
type WallRow = (&'static str, &'static [&'static str]);

/// Every crate of the workspace, lowest first.
const ALLOWED: &[WallRow] = &[
    ("chance", &[]),
    ("interval", &[]),
    ("clauses", &["chance"]),
    ("bits", &["chance", "clauses"]),
    ("expr", &["interval"]),
    ("solver", &["interval", "expr"]),
    ("inputs", &["chance", "interval", "expr", "solver"]),
    ("optimize", &["chance"]),
    // What a black box is tested at first is what every program is tested at first.
    ("learn", &["chance", "interval", "expr", "solver", "inputs"]),
    ("mutation", &["interval", "expr"]),
    ("problems", &["interval", "expr"]),
    ("suite", &[]),
    ("verify", &["interval", "expr", "mutation", "suite"]),
    ("proof", &["chance", "interval", "expr", "solver", "mutation", "suite"]),
    ("emit", &["suite"]),
    ("export", &["interval", "expr", "mutation", "suite", "proof"]),
    ("child", &[]),
    ("subject", &["suite", "child"]),
    ("instrument", &["interval", "bits", "child"]),
    (
        "native",
        &[
            "chance",
            "expr",
            // Compiled code takes the inputs of a domain that all other programs take.
            "inputs",
            "optimize",
            "mutation",
            "suite",
            "proof",
            "child",
            "instrument",
        ],
    ),
    (
        "campaign",
        &[
            "chance",
            "interval",
            "expr",
            "solver",
            "inputs",
            "optimize",
            "learn",
            "mutation",
            "problems",
            "suite",
            "proof",
            "export",
            "child",
            "subject",
            "instrument",
            "native",
        ],
    ),
    ("report", &["suite"]),
    (
        "cli",
        &[
            "expr",
            "suite",
            "verify",
            "emit",
            "export",
            "child",
            "subject",
            "instrument",
            "native",
            "campaign",
            "report",
        ],
    ),
    ("xtask", &[]),
];

/// A dependency of one crate of the workspace on another.
#[derive(Clone, Debug, PartialEq, Eq)]
struct CrateEdge {
    from: String,
    to: String,
    /// Only for tests.
    dev: bool,
}

/// Every edge of the workspace that crosses a wall.
pub fn problems(root: &Path) -> Vec<String> {
    match metadata(root) {
        Ok(metadata) => {
            let crates = names(&metadata);
            let strangers = crates.iter().filter(|name| row(name).is_none());
            let strangers =
                strangers.map(|name| format!("the crate `{name}` is not in the table of xtask/src/walls.rs"));
            strangers
                .chain(packages(&metadata).filter_map(misnamed))
                .chain(edges(&metadata, &crates).iter().filter_map(problem))
                .collect()
        }
        Err(problem) => vec![problem],
    }
}

fn metadata(root: &Path) -> Result<Value, String> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let mut command = Command::new(cargo);
    command
        .current_dir(root)
        .args(["metadata", "--no-deps", "--format-version", "1"]);
    let output = command
        .output()
        .map_err(|e| format!("cargo metadata does not start: {e}"))?;
    if !output.status.success() {
        return Err(format!(
            "cargo metadata failed: {}",
            String::from_utf8_lossy(&output.stderr)
        ));
    }
    serde_json::from_slice(&output.stdout).map_err(|e| format!("cargo metadata is not JSON: {e}"))
}

fn packages(metadata: &Value) -> impl Iterator<Item = &Value> {
    metadata["packages"].as_array().into_iter().flatten()
}

fn text(value: &Value, field: &str) -> String {
    value[field].as_str().unwrap_or_default().into()
}

fn names(metadata: &Value) -> Vec<String> {
    packages(metadata).map(crate_name).collect()
}

/// The name of a package or dependency in code.
fn crate_name(package: &Value) -> String {
    let name = text(package, "name");
    name.strip_prefix(PREFIX).map_or(name.clone(), Into::into)
}

/// Why a package has the wrong name. The chores are nobody else's, so that their package may be called as it likes.
fn misnamed(package: &Value) -> Option<String> {
    let name = text(package, "name");
    let is_fine = name.starts_with(PREFIX) || name == "xtask";
    (!is_fine).then(|| format!("the package `{name}` must be called `{PREFIX}{name}`"))
}

fn edges(metadata: &Value, crates: &[String]) -> Vec<CrateEdge> {
    let all = packages(metadata).flat_map(|package| {
        let dependencies = package["dependencies"].as_array().into_iter().flatten();
        dependencies.map(|dependency| CrateEdge {
            from: crate_name(package),
            to: crate_name(dependency),
            dev: dependency["kind"] == "dev",
        })
    });
    all.filter(|edge| crates.contains(&edge.to)).collect()
}

fn row(name: &str) -> Option<usize> {
    ALLOWED.iter().position(|(from, _)| *from == name)
}

/// Why an edge may not be. Tests may use whatever stands lower; crates only what the table names.
fn problem(edge: &CrateEdge) -> Option<String> {
    let (from, to) = (row(&edge.from)?, row(&edge.to)?);
    let allowed = ALLOWED[from].1.contains(&edge.to.as_str()) || (edge.dev && to < from);
    (!allowed).then(|| format!("`{}` must not depend on `{}`", edge.from, edge.to))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_workspace_keeps_its_walls() {
        assert_eq!(problems(&crate::tree::root()), Vec::<String>::new());
    }

    #[test]
    fn the_table_points_down_only() {
        for (from, allowed) in ALLOWED {
            assert!(allowed.iter().all(|to| row(to) < row(from)), "{from}");
        }
    }

    #[test]
    fn a_bad_edge_is_named() {
        let metadata = json!({"packages": [
            {"name": "lydian-expr", "dependencies": [{"name": "lydian-suite", "kind": null}, {"name": "rug", "kind": null}]},
            {"name": "suite", "dependencies": [{"name": "lydian-expr", "kind": "dev"}, {"name": "lydian-expr", "kind": null}]},
        ]});
        let found: Vec<String> = edges(&metadata, &names(&metadata)).iter().filter_map(problem).collect();
        assert_eq!(
            found,
            ["`expr` must not depend on `suite`", "`suite` must not depend on `expr`"]
        );
        let names: Vec<String> = packages(&metadata).filter_map(misnamed).collect();
        assert_eq!(names, ["the package `suite` must be called `lydian-suite`"]);
    }
}
