//! Tables in plain text: the first column to the left, numbers to the right.

/// A table with its heading.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    rows: Vec<Vec<String>>,
}

/// Longest text of a first column; what is longer is cut.
const FIRST: usize = 40;

impl Table {
    pub(crate) fn new(heading: &[&str]) -> Table {
        let heading = heading.iter().map(ToString::to_string).collect();
        Table { rows: vec![heading] }
    }

    pub(crate) fn row(&mut self, first: &str, rest: impl IntoIterator<Item = String>) {
        let row = std::iter::once(shortened(first)).chain(rest).collect();
        self.rows.push(row);
    }

    /// One line per row, indented by two, each with its line feed.
    pub(crate) fn text(&self) -> String {
        let widths = self.widths();
        self.rows.iter().map(|row| line(row, &widths)).collect()
    }

    fn widths(&self) -> Vec<usize> {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        (0..columns).map(width).collect()
    }
}

fn line(row: &[String], widths: &[usize]) -> String {
    let mut line = String::new();
    for (column, (cell, &width)) in row.iter().zip(widths).enumerate() {
        line += "  ";
        line += &if column == 0 {
            format!("{cell:<width$}")
        } else {
            format!("{cell:>width$}")
        };
    }
    line.trim_end().to_string() + "\n"
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= FIRST {
        return text.into();
    }
    let start: String = text.chars().take(FIRST - 1).collect();
    start + "…"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let mut table = Table::new(&["name", "made"]);
        table.row("é", ["7".into()]);
        table.row("a longer name", ["12345".into()]);
        let wanted = "  name            made\n  é                  7\n  a longer name  12345\n";
        assert_eq!(table.text(), wanted);
    }

    #[test]
    fn long_names_are_cut() {
        assert_eq!(shortened(&"x".repeat(50)).chars().count(), FIRST);
    }
}
