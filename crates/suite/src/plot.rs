//! Values of a formula on a grid, for pictures.

/// Values at a grid. NaN where the formula has no value or the input lies outside the domain: a gap in the picture.
#[derive(Clone, Debug, PartialEq)]
pub enum Plot {
    /// One argument: inputs in ascending order and their values.
    Line {
        /// Inputs.
        xs: Vec<f64>,
        /// Values.
        ys: Vec<f64>,
    },
    /// Two arguments: `zs[j * xs.len() + i]` belongs to `xs[i]` and `ys[j]`.
    Surface {
        /// First arguments.
        xs: Vec<f64>,
        /// Second arguments.
        ys: Vec<f64>,
        /// Values.
        zs: Vec<f64>,
    },
}
