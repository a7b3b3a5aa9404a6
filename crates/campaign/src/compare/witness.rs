//! An input that tells two formulas apart, with its proof.

use super::inside;
use expr::eval::Tape;
use interval::{BigEnclosure, Definedness};
use proof::certify::{EnclosuresProve, tell_apart};
use proof::oracle::{PRECISIONS, enclose};
use proof::world::World;
use rug::Float;
use rug::float::Round;
use suite::How;

/// An input at which the two are provably apart.
#[derive(Clone, Debug)]
pub struct Witness {
    /// One value per argument.
    pub point: Vec<f64>,
    /// In which way the two differ.
    pub how: How,
    /// Values of the first and of the second formula.
    pub values: [ProvedValue; 2],
    /// The distance of the two values, about, in units of the distance that tells them apart; more than 1.
    pub gap: Option<f64>,
    /// Precision of the enclosures, in bits.
    pub precision: u32,
}

/// What is proved of a value.
#[derive(Clone, Debug)]
pub enum ProvedValue {
    /// The formula has no value there.
    Undefined,
    /// The value lies between these.
    Between(Float, Float),
}

/// Proves that an input tells the two formulas of a world apart, at growing precision.
pub fn prove(world: &World, point: &[f64]) -> Option<Witness> {
    if !inside(world, point) {
        return None;
    }
    let tapes = tapes(world)?;
    for precision in PRECISIONS.into_iter().take(4) {
        let values = enclosures(&tapes, point, precision);
        match tell_apart(&world.margin, &values[0], &values[1]) {
            EnclosuresProve::Apart(how) => {
                return Some(Witness {
                    point: point.to_vec(),
                    gap: gap(world, &values),
                    values: values.map(|v| value(&v)),
                    how,
                    precision,
                });
            }
            EnclosuresProve::Together => return None,
            EnclosuresProve::Open => {}
        }
    }
    None
}

/// The distance of the two values at an input, about, in units of what would tell them apart.
pub fn gap_at(world: &World, point: &[f64]) -> Option<f64> {
    gap(world, &enclosures(&tapes(world)?, point, PRECISIONS[1]))
}

fn tapes(world: &World) -> Option<[Tape; 2]> {
    let body = world.body(super::SECOND)?;
    Some([Tape::new(&world.dag, &[world.root]), Tape::new(&world.dag, &[body])])
}

fn enclosures(tapes: &[Tape; 2], point: &[f64], precision: u32) -> [BigEnclosure; 2] {
    tapes.each_ref().map(|tape| enclose(tape, point, precision))
}

fn value(enclosure: &BigEnclosure) -> ProvedValue {
    match enclosure.defined {
        Definedness::Nowhere => ProvedValue::Undefined,
        _ => ProvedValue::Between(enclosure.range.lo().clone(), enclosure.range.hi().clone()),
    }
}

/// |f − g|/(m(f) + m(g)), about.
fn gap(world: &World, values: &[BigEnclosure; 2]) -> Option<f64> {
    if values.iter().any(|v| v.defined != Definedness::Everywhere) {
        return None;
    }
    let middle = |v: &BigEnclosure| v.range.mid(256);
    let margin = |y: &Float| {
        let ordinary = y.get_exp().is_none_or(|e| e.abs() < 20_000);
        let exact = if ordinary { y.to_rational() } else { None };
        exact.map(|q| Float::with_val(256, world.margin.at(&q)))
    };
    let (f, g) = (middle(&values[0]), middle(&values[1]));
    let needed = margin(&f)? + margin(&g)?;
    let distance = Float::with_val(256, &f - &g).abs();
    let ratio = Float::with_val(64, distance / needed).to_f64_round(Round::Down);
    ratio.is_finite().then_some(ratio)
}
