//! The table of operators in the manual is the table in the code.

use std::path::Path;

#[test]
fn the_manual_lists_the_operators() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/manual/operators.md");
    let text = std::fs::read_to_string(page).expect("the page of the manual");
    let table = mutation::operators_table();
    assert!(
        text.contains(&table),
        "docs/manual/operators.md should have this table:\n{table}"
    );
}
