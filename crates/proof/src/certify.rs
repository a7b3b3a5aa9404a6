//! Proof of what a suite claims, with MPFR enclosures at growing precision.

use crate::margin::SpecMargin;
use crate::oracle::{NoOracle, Oracle, PASSING, PRECISIONS, affordable, enclose, oracle};
use crate::probe::{mutated_input, narrowed, rounded_format};
use crate::world::World;
use expr::dag::NodeId;
use expr::eval::{BigArithmetic, Evaluator, RoundedArithmetic, Tape};
use interval::{BigEnclosure, BigInterval, Definedness, Interval};
use mutation::{CoarseArithmetic, Direction, MutantChange};
use rug::float::Round;
use rug::{Float, Rational};
use suite::How;

/// What is proved of one input.
pub struct Certified {
    /// What is acceptable there.
    pub oracle: Oracle,
    /// Mutants that it kills, and how; ascending.
    pub kills: Vec<(usize, How)>,
}

/// Proves the oracle of an in-domain input and which of the mutants it kills.
pub fn certify(world: &World, point: &[f64], mutants: &[usize]) -> Result<Certified, NoOracle> {
    let formula = Tape::new(&world.dag, &[world.root]);
    let oracle = oracle(&formula, &world.margin, point)?;
    let kills = kills_at(world, point, &oracle, mutants);
    Ok(Certified { oracle, kills })
}

/// Which of the mutants an in-domain input with this oracle kills, ascending: proved.
pub fn kills_at(world: &World, point: &[f64], oracle: &Oracle, mutants: &[usize]) -> Vec<(usize, How)> {
    let mut kills = bodies(world, point, mutants);
    if let Oracle::Value(acceptable) = oracle {
        let formula = Tape::new(&world.dag, &[world.root]);
        let value = acceptable.value();
        kills.extend(programs(world, &value, point, mutants));
        for &m in mutants {
            let how = match world.mutants[m].change {
                MutantChange::Precision(arithmetic) => {
                    let results = computed(&formula, point, arithmetic);
                    inaccurate(world, &value, &results[0])
                }
                MutantChange::Bound {
                    direction: Direction::Inward,
                    ..
                } => rejects(world, &formula, &value, point, m),
                _ => None,
            };
            kills.extend(how.map(|how| (m, how)));
        }
    }
    kills.sort_unstable_by_key(|&(m, _)| m);
    kills
}

/// Which faults of programs an input kills. All of one arithmetic are computed at once, since they share most of their parts.
fn programs(world: &World, value: &BigEnclosure, point: &[f64], mutants: &[usize]) -> Vec<(usize, How)> {
    let of = |arithmetic: CoarseArithmetic| {
        let node = move |&m: &usize| match world.mutants[m].change {
            MutantChange::Program(a, _) if a == arithmetic => Some((m, world.programs[m]?)),
            _ => None,
        };
        let found: Vec<(usize, NodeId)> = mutants.iter().filter_map(node).collect();
        let roots: Vec<NodeId> = found.iter().map(|(_, node)| *node).collect();
        let results = match roots.is_empty() {
            true => Vec::new(),
            false => computed(&Tape::new(&world.dag, &roots), point, arithmetic),
        };
        let killed = found.into_iter().zip(results);
        killed.filter_map(|((m, _), result)| Some((m, inaccurate(world, value, &result)?)))
    };
    let formats = [CoarseArithmetic::Binary64, CoarseArithmetic::Binary32];
    formats.into_iter().flat_map(of).collect()
}

/// What an arithmetic computes for each root at an input.
fn computed(tape: &Tape, point: &[f64], arithmetic: CoarseArithmetic) -> Vec<Float> {
    let inputs: Vec<Float> = point.iter().map(|&x| Float::with_val(53, x)).collect();
    let mut evaluator = Evaluator::new(tape, RoundedArithmetic(rounded_format(arithmetic)));
    evaluator.run(&inputs);
    (0..tape.roots().len()).map(|n| evaluator.root(n).clone()).collect()
}

/// Which mutants with a body an input kills: all at once at the first precision, those that stay open at the next ones.
pub fn bodies(world: &World, point: &[f64], mutants: &[usize]) -> Vec<(usize, How)> {
    let mut open: Vec<usize> = mutants.iter().copied().filter(|&m| world.body(m).is_some()).collect();
    let mut kills = Vec::new();
    for precision in PRECISIONS.into_iter().filter(|&p| p <= PASSING) {
        let mut roots = vec![world.root];
        roots.extend(open.iter().filter_map(|&m| world.body(m)));
        let tape = Tape::new(&world.dag, &roots);
        if precision > affordable(&tape) {
            break;
        }
        let arithmetic = BigArithmetic::new(precision);
        let inputs: Vec<BigEnclosure> = point.iter().map(|&x| arithmetic.float(x)).collect();
        let mut evaluator = Evaluator::new(&tape, arithmetic);
        evaluator.run(&inputs);
        let f = evaluator.root(0);
        let mut rest = Vec::new();
        for (i, &m) in open.iter().enumerate() {
            match tell_apart(&world.margin, f, evaluator.root(i + 1)) {
                EnclosuresProve::Apart(how) => kills.push((m, how)),
                EnclosuresProve::Together => {}
                EnclosuresProve::Open => rest.push(m),
            }
        }
        open = rest;
        if open.is_empty() {
            break;
        }
    }
    kills
}

/// Whether the acceptable sets of the formula and of a mutant with a body provably meet at an input, or neither has a value.
pub fn meet_at(world: &World, point: &[f64], mutant: usize) -> bool {
    let Some(body) = world.body(mutant) else {
        return false;
    };
    let [formula, changed] = [world.root, body].map(|root| Tape::new(&world.dag, &[root]));
    let most = PASSING.min(affordable(&formula));
    let at = |precision| {
        let [f, g] = [&formula, &changed].map(|tape| enclose(tape, point, precision));
        match tell_apart(&world.margin, &f, &g) {
            EnclosuresProve::Together => Some(true),
            EnclosuresProve::Apart(_) => Some(false),
            EnclosuresProve::Open => None,
        }
    };
    let precisions = PRECISIONS.into_iter().filter(|&p| p <= most);
    precisions.into_iter().find_map(at).unwrap_or(false)
}

/// What two enclosures prove.
pub enum EnclosuresProve {
    /// Acceptable sets do not meet, or only one has a value.
    Apart(How),
    /// Acceptable sets meet, or both are undefined: no higher precision will change that.
    Together,
    /// Not decided at this precision.
    Open,
}

/// What is proved of two values by their enclosures.
pub fn tell_apart(margin: &SpecMargin, f: &BigEnclosure, g: &BigEnclosure) -> EnclosuresProve {
    match (f.defined, g.defined) {
        (Definedness::Partly, _) | (_, Definedness::Partly) => EnclosuresProve::Open,
        (Definedness::Nowhere, Definedness::Nowhere) => EnclosuresProve::Together,
        (Definedness::Nowhere, _) | (_, Definedness::Nowhere) => EnclosuresProve::Apart(How::Definedness),
        _ if apart(margin, &f.range, &g.range) => EnclosuresProve::Apart(How::Disjoint),
        _ if overlap(margin, &f.range, &g.range) || overflow_alike(margin, &f.range, &g.range) => {
            EnclosuresProve::Together
        }
        _ => EnclosuresProve::Open,
    }
}

/// Whether acceptable sets are disjoint: proved, first with binary64 ends, then exactly.
pub fn apart(margin: &SpecMargin, f: &BigInterval, g: &BigInterval) -> bool {
    if let (Some(f), Some(g)) = (outward(f), outward(g))
        && margin.apart(&f, &g)
    {
        return true;
    }
    let Some([fl, fh, gl, gh]) = ends(f, g) else {
        return false;
    };
    let (f, g) = (margin.possible(&fl, &fh), margin.possible(&gl, &gh));
    margin.separates(&f.1, &g.0) || margin.separates(&g.1, &f.0)
}

/// Whether acceptable sets provably meet: even the furthest values are within the least margins, or all are rounded alike.
fn overlap(margin: &SpecMargin, f: &BigInterval, g: &BigInterval) -> bool {
    if margin.is_rounded() {
        let alike = |ends: [Rational; 4]| {
            let [first, rest @ ..] = ends.map(|y| margin.nearest(&y));
            rest.iter().all(|other| *other == first)
        };
        return ends(f, g).is_some_and(alike);
    }
    let (Some(f), Some(g)) = (outward(f), outward(g)) else {
        return false;
    };
    let reach = (f.hi() - g.lo()).max(g.hi() - f.lo()).next_up();
    let Some(least) = Rational::from_f64(f.mig().min(g.mig())) else {
        return false;
    };
    Rational::from_f64(reach).is_some_and(|reach| reach <= margin.at(&least) * 2)
}

/// Whether both values provably round to the same infinity, which then is acceptable for both.
fn overflow_alike(margin: &SpecMargin, f: &BigInterval, g: &BigInterval) -> bool {
    let alike = |limit: &Rational| {
        let below = Rational::from(-limit);
        [f, g].iter().all(|x| x.lo() >= limit) || [f, g].iter().all(|x| *x.hi() <= below)
    };
    margin.overflow().is_some_and(alike)
}

fn outward(x: &BigInterval) -> Option<Interval> {
    Interval::new(x.lo().to_f64_round(Round::Down), x.hi().to_f64_round(Round::Up))
}

/// The ends as exact numbers, unless they are infinite or absurdly large or small.
fn ends(f: &BigInterval, g: &BigInterval) -> Option<[Rational; 4]> {
    let exact = |x: &Float| {
        if x.get_exp().is_none_or(|e| e.abs() < 20_000) {
            x.to_rational()
        } else {
            None
        }
    };
    Some([exact(f.lo())?, exact(f.hi())?, exact(g.lo())?, exact(g.hi())?])
}

/// Whether what an arithmetic computed is not acceptable.
fn inaccurate(world: &World, value: &BigEnclosure, result: &Float) -> Option<How> {
    if value.defined != Definedness::Everywhere {
        return None;
    }
    let off = match ends(&value.range, &value.range) {
        Some([lo, hi, ..]) => {
            let (least, greatest) = world.margin.possible(&lo, &hi);
            is_ruled_out(&world.margin, (&least, &greatest), result)
        }
        None => result.is_nan(),
    };
    off.then_some(How::Inaccurate)
}

/// Whether a result is not acceptable where nothing outside of [lo, hi] is, but what overflows alike.
fn is_ruled_out(margin: &SpecMargin, (lo, hi): (&Rational, &Rational), result: &Float) -> bool {
    let limit = margin.overflow();
    match (result.to_rational(), result.is_nan()) {
        (Some(r), _) => margin.separates(&r, lo) || margin.separates(hi, &r),
        (None, true) => true,
        (None, false) if result.is_sign_negative() => limit.is_none_or(|limit| *lo > Rational::from(-limit)),
        (None, false) => limit.is_none_or(|limit| hi < limit),
    }
}

/// Whether a mutant with a narrower domain answers otherwise: it rejects, or clamps to another value.
fn rejects(world: &World, formula: &Tape, value: &BigEnclosure, point: &[f64], mutant: usize) -> Option<How> {
    let (input, _) = mutated_input(world, mutant)?;
    if !world.clamps() {
        let (_, narrow) = mutated_input(world, mutant)?;
        return (!narrow.contains(point[input])).then_some(How::Rejects);
    }
    let (_, bound) = narrowed(world, mutant, point)?;
    let mut moved = point.to_vec();
    moved[input] = bound;
    let other = enclose(formula, &moved, PRECISIONS[1]);
    match tell_apart(&world.margin, value, &other) {
        EnclosuresProve::Apart(how) => Some(how),
        _ => None,
    }
}

/// What is proved of an input outside the domain: the oracle (`None`: must be rejected), and whether a mutant whose
/// domain contains it answers otherwise.
pub fn certify_outside(world: &World, point: &[f64], mutant: usize) -> Option<(Option<Oracle>, How)> {
    let (_, wide) = mutated_input(world, mutant)?;
    let formula = Tape::new(&world.dag, &[world.root]);
    let outside = point.iter().zip(&world.spec.inputs).any(|(&x, i)| i.excludes(x));
    let accepted = point
        .iter()
        .zip(&world.spec.inputs)
        .all(|(&x, i)| i.contains(x) || (i.name == wide.name && wide.contains(x)));
    if !outside || !accepted || !constraint_holds(world, point) {
        return None;
    }
    let value = enclose(&formula, point, PRECISIONS[1]);
    if !world.clamps() {
        return (value.defined == Definedness::Everywhere).then_some((None, How::Accepts));
    }
    let clamped: Vec<f64> = point
        .iter()
        .zip(&world.domain)
        .map(|(&x, &(lo, hi))| x.clamp(lo, hi))
        .collect();
    let expected = oracle(&formula, &world.margin, &clamped).ok()?;
    match (
        &expected,
        tell_apart(&world.margin, &enclose(&formula, &clamped, PRECISIONS[1]), &value),
    ) {
        (Oracle::Value(_), EnclosuresProve::Apart(how)) => Some((Some(expected), how)),
        _ => None,
    }
}

/// Whether `:pre` beyond the box provably holds.
pub fn constraint_holds(world: &World, point: &[f64]) -> bool {
    let Some(constraint) = world.constraint else {
        return true;
    };
    let truth = enclose(&Tape::new(&world.dag, &[constraint]), point, PRECISIONS[1]);
    truth.defined == Definedness::Everywhere && !truth.range.contains_zero()
}

#[cfg(test)]
mod tests {
    use super::*;
    use expr::spec::{Accuracy, Format};

    fn told(f: (f64, f64), g: (f64, f64)) -> &'static str {
        let accuracy = Accuracy {
            rounded: true,
            ..Accuracy::default()
        };
        let margin = SpecMargin::new(&accuracy, Format::Binary32);
        let value = |(lo, hi)| BigEnclosure::everywhere(BigInterval::from_interval(&Interval::hull_of(lo, hi)));
        match tell_apart(&margin, &value(f), &value(g)) {
            EnclosuresProve::Apart(_) => "apart",
            EnclosuresProve::Together => "together",
            EnclosuresProve::Open => "open",
        }
    }

    #[test]
    fn values_are_told_apart_by_what_they_are_rounded_to() {
        // Singles next to 1 are 2^-23 and 2^-24 away, halfway are 2^-24 and 2^-25; the even one of each pair is 1.
        let (up, down) = ((-24f64).exp2(), (-25f64).exp2());
        let max = f64::from(f32::MAX);
        for (f, g, expected) in [
            ((1.0, 1.0), (1.0 + up, 1.0 + up), "together"),
            ((1.0, 1.0), ((1.0 + up).next_up(), 1.0 + 2.0 * up), "apart"),
            ((1.0, 1.0), (1.0 + up, (1.0 + up).next_up()), "open"),
            ((1.0, 1.0), (1.0 - down, 1.0 - down), "together"),
            ((1.0, 1.0), (1.0 - 2.0 * down, (1.0 - down).next_down()), "apart"),
            // However near they are, there is a middle between them.
            (
                ((1.0 + up).next_down(), 1.0 + up),
                ((1.0 + up).next_up(), 1.0 + 2.0 * up),
                "apart",
            ),
            ((1e39, 1e40), (1e50, 1e60), "together"),
            ((max, max), (1e39, 1e40), "apart"),
            ((-1e40, -1e39), (1e39, 1e40), "apart"),
            ((-1e-50, 1e-50), (0.0, 0.0), "together"),
            ((-1e-50, -1e-50), (1e-44, 1e-44), "apart"),
        ] {
            assert_eq!(told(f, g), expected, "{f:?} {g:?}");
            assert_eq!(told(g, f), expected, "{g:?} {f:?}");
        }
    }
}
