//! The nearest of many points, in the greatest difference of a coordinate: regions are boxes.
//!
//! A k-d tree that grows: a full leaf is halved at the median of its widest coordinate.

/// Points in a leaf before it is halved. Smaller leaves cost memory and depth, larger ones comparisons; results do
/// not depend on it.
const LEAF: usize = 16;

/// Points by place.
#[derive(Clone, Debug)]
pub(crate) struct PointTree {
    dimensions: usize,
    /// One point after the other.
    coordinates: Vec<f64>,
    nodes: Vec<TreeNode>,
}

#[derive(Clone, Debug)]
enum TreeNode {
    Leaf(Vec<usize>),
    Split {
        axis: usize,
        at: f64,
        below: usize,
        above: usize,
    },
}

/// A point with its distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Near {
    pub distance: f64,
    pub point: usize,
}

impl Near {
    /// Nearer first; among equals the older.
    fn precedes(&self, other: &Near) -> bool {
        self.distance
            .total_cmp(&other.distance)
            .then(self.point.cmp(&other.point))
            .is_lt()
    }
}

/// The greatest difference of a coordinate.
pub(crate) fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

impl PointTree {
    pub fn new(dimensions: usize) -> PointTree {
        PointTree {
            dimensions,
            coordinates: Vec::new(),
            nodes: vec![TreeNode::Leaf(Vec::new())],
        }
    }

    pub fn len(&self) -> usize {
        self.coordinates.len() / self.dimensions.max(1)
    }

    pub fn point(&self, number: usize) -> &[f64] {
        &self.coordinates[number * self.dimensions..][..self.dimensions]
    }

    /// Adds a point; its number counts from 0.
    pub fn insert(&mut self, point: &[f64]) -> usize {
        let number = self.len();
        self.coordinates.extend_from_slice(point);
        let mut node = 0;
        while let TreeNode::Split { axis, at, below, above } = self.nodes[node] {
            node = if point[axis] < at { below } else { above };
        }
        if let TreeNode::Leaf(list) = &mut self.nodes[node] {
            list.push(number);
            if list.len() > LEAF {
                self.halve(node);
            }
        }
        number
    }

    /// Halves a leaf, unless its points have one coordinate on each side of every cut.
    fn halve(&mut self, node: usize) {
        let TreeNode::Leaf(list) = &self.nodes[node] else {
            return;
        };
        let Some((axis, at)) = self.cut(list) else { return };
        let (below, above) = list.iter().partition(|&&p| self.point(p)[axis] < at);
        let first = self.nodes.len();
        self.nodes.push(TreeNode::Leaf(below));
        self.nodes.push(TreeNode::Leaf(above));
        self.nodes[node] = TreeNode::Split {
            axis,
            at,
            below: first,
            above: first + 1,
        };
    }

    /// The widest coordinate and its median, if points lie on both sides of it.
    fn cut(&self, list: &[usize]) -> Option<(usize, f64)> {
        let sorted = |axis: usize| {
            let mut values: Vec<f64> = list.iter().map(|&p| self.point(p)[axis]).collect();
            values.sort_by(f64::total_cmp);
            values
        };
        let columns = (0..self.dimensions).map(|axis| (axis, sorted(axis)));
        let width = |values: &[f64]| values[values.len() - 1] - values[0];
        let (axis, values) = columns.max_by(|a, b| width(&a.1).total_cmp(&width(&b.1)))?;
        let at = values[values.len() / 2];
        (values[0] < at).then_some((axis, at))
    }

    /// The `count` nearest points, nearest first.
    pub fn nearest(&self, query: &[f64], count: usize) -> Vec<Near> {
        let mut found = Vec::with_capacity(count + 1);
        if count > 0 {
            self.visit(0, query, count, &mut found);
        }
        found
    }

    /// Distance to the nearest point; infinite if there is none.
    pub fn gap(&self, query: &[f64]) -> f64 {
        self.nearest(query, 1).first().map_or(f64::INFINITY, |n| n.distance)
    }

    fn visit(&self, node: usize, query: &[f64], count: usize, found: &mut Vec<Near>) {
        match &self.nodes[node] {
            TreeNode::Leaf(list) => {
                for &point in list {
                    let distance = distance(self.point(point), query);
                    keep(Near { distance, point }, count, found);
                }
            }
            &TreeNode::Split { axis, at, below, above } => {
                let offset = query[axis] - at;
                let (near, far) = if offset < 0.0 { (below, above) } else { (above, below) };
                self.visit(near, query, count, found);
                let full = found.len() == count;
                if !full || found.last().is_none_or(|worst| offset.abs() <= worst.distance) {
                    self.visit(far, query, count, found);
                }
            }
        }
    }
}

/// Puts a point in its place among the nearest, of which there are at most `count`.
pub(crate) fn keep(new: Near, count: usize, found: &mut Vec<Near>) {
    let at = found.partition_point(|old| old.precedes(&new));
    if at < count {
        found.insert(at, new);
        found.truncate(count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chance::Random;

    #[test]
    fn the_nearest_are_those_of_a_full_scan() {
        let mut chance = Random::new(3);
        for dimensions in 1..4 {
            let mut tree = PointTree::new(dimensions);
            let mut draw = || {
                (0..dimensions)
                    .map(|_| (chance.share() * 20.0).floor() / 20.0)
                    .collect::<Vec<_>>()
            };
            let points: Vec<Vec<f64>> = (0..400).map(|_| draw()).collect();
            for point in &points {
                tree.insert(point);
            }
            for query in &points[..50] {
                let mut scan = Vec::new();
                for (point, other) in points.iter().enumerate() {
                    let distance = distance(other, query);
                    keep(Near { distance, point }, 9, &mut scan);
                }
                assert_eq!(tree.nearest(query, 9), scan);
            }
        }
    }

    #[test]
    fn many_equal_points_and_no_points_are_fine() {
        let mut tree = PointTree::new(2);
        assert_eq!(tree.gap(&[0.0, 0.0]), f64::INFINITY);
        for _ in 0..100 {
            tree.insert(&[0.5, 0.5]);
        }
        assert_eq!(tree.nearest(&[0.5, 0.25], 3).len(), 3);
        assert_eq!(tree.gap(&[0.5, 0.25]), 0.25);
    }
}
