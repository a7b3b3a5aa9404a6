//! The worst of each pair of parts of two inputs, for a map.

use super::meter::Measured;
use expr::spec::Input;
use inputs::InputRange;
use suite::Hex;
use suite::hunt::{HuntMap, HuntSpan, HuntSquare};

/// Parts of one side of a map: as many as the eye can tell apart.
const SIDE: usize = 40;

/// What was found in each square so far.
pub struct HuntGrid {
    /// The ends of the parts of each of the two inputs.
    sides: [Vec<InputRange>; 2],
    /// Row by row.
    squares: Vec<SquareFind>,
}

#[derive(Clone, Default)]
struct SquareFind {
    calls: u64,
    worst: Option<(f64, [f64; 2])>,
    failed: bool,
}

impl HuntGrid {
    /// An empty grid, if there are two inputs.
    pub fn new(cells: &[Vec<InputRange>]) -> Option<HuntGrid> {
        let [a, b] = cells else {
            return None;
        };
        let sides = [joined(a), joined(b)];
        let squares = vec![SquareFind::default(); sides[0].len() * sides[1].len()];
        Some(HuntGrid { sides, squares })
    }

    /// Notes an error in its square.
    pub fn note(&mut self, point: &[f64], measured: Measured) {
        let &[x, y] = point else {
            return;
        };
        let number = |side: &[InputRange], x: f64| side.partition_point(|part| part.hi < x).min(side.len() - 1);
        let at = number(&self.sides[1], y) * self.sides[0].len() + number(&self.sides[0], x);
        let find = &mut self.squares[at];
        find.calls += 1;
        find.failed |= measured.failed;
        if measured.judged && find.worst.is_none_or(|(ulps, _)| measured.ulps > ulps) {
            find.worst = Some((measured.ulps, [x, y]));
        }
    }

    /// The map as plain data.
    pub fn map(&self, inputs: &[Input]) -> HuntMap {
        let spans = |side: &[InputRange]| side.iter().map(span).collect();
        let wide = self.sides[0].len();
        let tried = self.squares.iter().enumerate().filter(|(_, find)| find.calls > 0);
        HuntMap {
            across: inputs[0].name.clone(),
            up: inputs[1].name.clone(),
            columns: spans(&self.sides[0]),
            rows: spans(&self.sides[1]),
            squares: tried.map(|(n, find)| square(n % wide, n / wide, find)).collect(),
        }
    }
}

fn span(part: &InputRange) -> HuntSpan {
    HuntSpan {
        lo: Hex(part.lo),
        hi: Hex(part.hi),
    }
}

fn square(column: usize, row: usize, find: &SquareFind) -> HuntSquare {
    HuntSquare {
        column,
        row,
        calls: find.calls,
        ulps: find.worst.map(|(ulps, _)| ulps).filter(|ulps| ulps.is_finite()),
        at: find.worst.map(|(_, [x, y])| [Hex(x), Hex(y)]),
        failed: find.failed,
    }
}

/// Neighbouring cells together, so that there are no more than fit.
fn joined(cells: &[InputRange]) -> Vec<InputRange> {
    let together = cells.len().div_ceil(SIDE).max(1);
    let join = |group: &[InputRange]| InputRange {
        hi: group[group.len() - 1].hi,
        ..group[0]
    };
    cells.chunks(together).map(join).collect()
}
