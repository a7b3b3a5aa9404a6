//! What the models say of a subject of one or two inputs, on a grid.

use expr::contract::{Contract, OutputOrigin};
use learn::{InputAxis, Learner};
use suite::learn::{Surface, SurfaceOutput};

/// Points of a curve, and of each side of a surface.
const CURVE: usize = 201;
const SIDE: usize = 41;

/// Outputs that are shown at most.
const OUTPUTS: usize = 4;

/// The picture; none for more than two inputs. Models say nothing of inputs that the contract does not allow.
pub fn sample_surface(contract: &Contract, learner: &Learner) -> Option<Surface> {
    let axes: Vec<Vec<f64>> = match learner.contract().axes() {
        [x] => vec![values(x, CURVE)],
        [x, y] => vec![values(x, SIDE), values(y, SIDE)],
        _ => return None,
    };
    let credible = |outputs: &Vec<f64>| {
        outputs
            .iter()
            .zip(learner.ranges())
            .all(|(&y, range)| is_near(y, range))
    };
    let mut allowed = learner.contract().clone();
    let predict = |point: &Vec<f64>| {
        let said = allowed.requires(point).then(|| learner.predict(point)).flatten();
        said.filter(credible)
    };
    let predicted: Vec<Option<Vec<f64>>> = grid(&axes).iter().map(predict).collect();
    if predicted.iter().all(Option::is_none) {
        return None;
    }
    let output = |(n, name): (usize, String)| SurfaceOutput {
        name,
        values: predicted
            .iter()
            .map(|p| p.as_ref().map(|values| values[n]).filter(|y| y.is_finite()))
            .collect(),
    };
    let shown = contract
        .outputs
        .iter()
        .enumerate()
        .filter(|(_, o)| o.origin == OutputOrigin::Call);
    let shown = shown.map(|(n, o)| (n, o.name.clone())).take(OUTPUTS);
    Some(Surface {
        outputs: shown.map(output).collect(),
        axes,
    })
}

/// Whether a value lies within the outputs that were seen, or beyond them by their spread at most. Tests that lie badly
/// give models that run away.
fn is_near(y: f64, (lo, hi): (f64, f64)) -> bool {
    let spread = hi - lo;
    !spread.is_finite() || (lo - spread <= y && y <= hi + spread)
}

fn values(axis: &InputAxis, count: usize) -> Vec<f64> {
    let mut all: Vec<f64> = (0..count).map(|n| axis.at(n as f64 / (count - 1) as f64)).collect();
    all.dedup();
    all
}

/// All points of a grid, the last axis fastest.
fn grid(axes: &[Vec<f64>]) -> Vec<Vec<f64>> {
    axes.iter().fold(vec![vec![]], |points, axis| {
        let extended = |point: &Vec<f64>| {
            axis.iter()
                .map(|&x| [point.as_slice(), &[x]].concat())
                .collect::<Vec<_>>()
        };
        points.iter().flat_map(extended).collect()
    })
}
