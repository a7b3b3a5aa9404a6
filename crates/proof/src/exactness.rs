//! Mutants that compute in a coarser arithmetic without ever rounding.
//!
//! If every node is a multiple of 2ᵏ and at most 2ᵉ in magnitude, it fits in e − k + 1 bits. Where all results of a
//! formula fit in the format of a mutant, the mutant computes the real value exactly: it is equivalent.

use crate::world::World;
use expr::dag::{Dag, Node, NodeId};
use expr::eval::RoundedFormat;
use expr::spec::Format;
use interval::{Binary, Interval, Unary};
use rug::Rational;
use std::collections::HashMap;

/// Multiples of 2^`step` that are at most `most` in magnitude.
#[derive(Clone, Copy, Debug)]
struct DyadicGrid {
    step: i32,
    most: f64,
}

/// Whether a format holds every intermediate result of the formula exactly, for every input: proved.
pub fn never_rounds(world: &World, format: RoundedFormat) -> bool {
    let mut grids: HashMap<NodeId, DyadicGrid> = HashMap::new();
    for id in world.dag.reachable(&[world.root]) {
        let node = world.dag.node(id);
        let Some(grid) = grid(world, &world.dag, node, &grids) else {
            return false;
        };
        // Inputs are taken as they are; everything else must fit.
        if !matches!(node, Node::Variable(_)) && !fits(grid, format) {
            return false;
        }
        grids.insert(id, grid);
    }
    true
}

/// The arithmetic of an output format, if it has floats.
pub fn output_format(format: Format) -> Option<RoundedFormat> {
    let (precision, exponent_bits) = match format {
        Format::Binary64 => (53, 11),
        Format::Binary32 => (24, 8),
        Format::Fixed(_) => return None,
    };
    Some(RoundedFormat {
        precision,
        exponent_bits,
    })
}

fn fits(grid: DyadicGrid, format: RoundedFormat) -> bool {
    let emax = (1 << (format.exponent_bits - 1)) - 1;
    let least = 1 - emax - (format.precision as i32 - 1);
    let top = exponent(grid.most);
    top - grid.step < format.precision as i32 && top <= emax && grid.step >= least
}

/// e with x < 2^(e+1), for x ≥ 0.
fn exponent(x: f64) -> i32 {
    let biased = (x.to_bits() >> 52) as i32;
    // A subnormal number is below 2^-1022.
    if biased == 0 { -1023 } else { biased - 1023 }
}

fn grid(world: &World, dag: &Dag, node: Node, known: &HashMap<NodeId, DyadicGrid>) -> Option<DyadicGrid> {
    let up = |x: Interval| x.hi();
    let point = Interval::point;
    let g = |id: NodeId| known.get(&id).copied();
    let grid = match node {
        Node::Variable(n) => input(world.domain[n as usize], world.spec.inputs[n as usize].format),
        Node::Literal(l) => literal(dag.literal_value(l))?,
        Node::Unary(Unary::Neg | Unary::Fabs, x) => g(x)?,
        Node::Binary(f, x, y) => {
            let (x, y) = (g(x)?, g(y)?);
            match f {
                Binary::Add | Binary::Sub => DyadicGrid {
                    step: x.step.min(y.step),
                    most: up(point(x.most) + point(y.most)),
                },
                Binary::Mul => DyadicGrid {
                    step: x.step + y.step,
                    most: up(point(x.most) * point(y.most)),
                },
                Binary::Fmin | Binary::Fmax => DyadicGrid {
                    step: x.step.min(y.step),
                    most: x.most.max(y.most),
                },
                _ => return None,
            }
        }
        Node::Power(x, n @ 1..=16) => {
            let x = g(x)?;
            DyadicGrid {
                step: x.step * n,
                most: up(point(x.most).powi(n)),
            }
        }
        _ => return None,
    };
    grid.most.is_finite().then_some(grid)
}

/// The floats of a range are multiples of the spacing at its least magnitude.
fn input((lo, hi): (f64, f64), format: Format) -> DyadicGrid {
    let least = if lo > 0.0 {
        lo
    } else if hi < 0.0 {
        -hi
    } else {
        0.0
    };
    let spacing = exponent(least) - (format.precision() as i32 - 1);
    DyadicGrid {
        step: spacing.max(format.least_exponent()),
        most: lo.abs().max(hi.abs()),
    }
}

/// A literal is on the grid of its own last bit, if it is dyadic.
fn literal(q: &Rational) -> Option<DyadicGrid> {
    let places = q
        .denom()
        .is_power_of_two()
        .then(|| q.denom().significant_bits() as i32 - 1)?;
    let zeros = q.numer().find_one(0).unwrap_or(0) as i32;
    Some(DyadicGrid {
        step: zeros - places,
        most: Interval::from_rational(q).mag(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use expr::spec::{Defaults, Specification};
    use mutation::MutantOrder;

    fn never(text: &str, precision: u32) -> bool {
        let core = expr::fpcore::read(text).unwrap().remove(0);
        let world = World::new(
            Specification::from_core(&core, &Defaults::default()).unwrap(),
            MutantOrder::First,
        )
        .unwrap();
        never_rounds(
            &world,
            RoundedFormat {
                precision,
                exponent_bits: 15,
            },
        )
    }

    #[test]
    fn sums_of_singles_fit_in_a_few_more_bits() {
        let sum = "(FPCore (x y) :precision binary32 :accuracy-rel 1e-10 :pre (and (<= 1 x 2) (<= 1 y 2)) (+ x y))";
        // Multiples of 2^-23 up to 4 = 2^2: 26 bits.
        assert!(never(sum, 26));
        assert!(!never(sum, 25));
    }

    #[test]
    fn what_rounds_is_not_called_exact() {
        let wide = "(FPCore (x) :accuracy-rel 1e-10 :pre (<= 0 x 2) (+ x 1))";
        let tenth = "(FPCore (x) :accuracy-rel 1e-10 :pre (<= 1 x 2) (* x 0.1))";
        let root = "(FPCore (x) :accuracy-rel 1e-10 :pre (<= 4 x 4) (sqrt x))";
        for text in [wide, tenth, root] {
            assert!(!never(text, 60), "{text}");
        }
        assert!(never("(FPCore (x) :accuracy-rel 1e-10 :pre (<= 1 x 1.5) (- x))", 53));
    }
}
