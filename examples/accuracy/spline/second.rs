//! Complete cubic spline from its slopes at the nodes, evaluated as Hermite interpolation.

/// A node with the slope of the spline there.
#[derive(Clone, Copy)]
struct Node {
    x: f64,
    y: f64,
    slope: f64,
}

/// Solves for the slopes: row i says that the second derivative is continuous at node i.
fn fit(nodes: &mut [Node]) {
    let mut ratios = vec![0.0];
    for i in 1..nodes.len() - 1 {
        let (left, right) = (nodes[i - 1], nodes[i + 1]);
        let node = &mut nodes[i];
        let before = (node.x - left.x).recip();
        let after = (right.x - node.x).recip();
        let bend = (node.y - left.y) * before.powi(2) + (right.y - node.y) * after.powi(2);
        let pivot = 2.0 * (before + after) - before * ratios[i - 1];
        node.slope = (3.0 * bend - before * left.slope) / pivot;
        ratios.push(after / pivot);
    }
    for i in (1..nodes.len() - 1).rev() {
        nodes[i].slope -= ratios[i] * nodes[i + 1].slope;
    }
}

/// The cubic between two nodes.
fn hermite(left: &Node, right: &Node, t: f64) -> f64 {
    let h = right.x - left.x;
    let p = (t - left.x) / h;
    let q = 1.0 - p;
    let value = q * q * (1.0 + 2.0 * p) * left.y + p * p * (1.0 + 2.0 * q) * right.y;
    value + h * p * q * (q * left.slope - p * right.slope)
}

pub fn spline(x: &[f64], y: &[f64], slope0: f64, slope1: f64, t: &[f64]) -> Vec<f64> {
    let mut nodes: Vec<Node> = x.iter().zip(y).map(|(&x, &y)| Node { x, y, slope: slope0 }).collect();
    if let Some(end) = nodes.last_mut() {
        end.slope = slope1;
    }
    fit(&mut nodes);
    let value = |&t: &f64| {
        let right = nodes.partition_point(|node| node.x <= t).clamp(1, nodes.len() - 1);
        hermite(&nodes[right - 1], &nodes[right], t)
    };
    t.iter().map(value).collect()
}
