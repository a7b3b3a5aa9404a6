//! Tests for implementations in single precision: moved to the nearest inputs that they can take, with oracles and kills
//! proved anew there.

use expr::spec::{Format, Input};
use mutation::MutantObjective;
use proof::certify::certify;
use proof::draft::draft;
use proof::oracle::Oracle;
use proof::world::World;
use suite::{Expect, LeftOut, Suite, Test, TestKind};

/// The tests that could be moved, and those that could not.
pub fn move_tests<'s>(
    world: &World,
    suite: &Suite,
    tests: impl Iterator<Item = &'s Test>,
) -> (Vec<Test>, Vec<LeftOut>) {
    let killed = killed(world, suite);
    let (mut kept, mut left_out) = (Vec::new(), Vec::new());
    for test in tests {
        match one(world, &killed, test) {
            Ok(test) => kept.push(test),
            Err(reason) => left_out.push(LeftOut {
                test: test.id.clone(),
                reason: reason.into(),
            }),
        }
    }
    (kept, left_out)
}

/// Numbers of the mutants that the suite kills.
fn killed(world: &World, suite: &Suite) -> Vec<usize> {
    let killed: std::collections::HashSet<&str> = suite
        .mutants
        .iter()
        .filter(|m| !m.killed_by.is_empty())
        .map(|m| m.id.as_str())
        .collect();
    (0..world.mutants.len())
        .filter(|&m| killed.contains(world.mutants[m].id.as_str()))
        .collect()
}

fn one(world: &World, killed: &[usize], test: &Test) -> Result<Test, &'static str> {
    let inside = test.kind == TestKind::Normal;
    let inputs = test.inputs.iter().zip(&world.spec.inputs);
    let point: Option<Vec<f64>> = inputs.map(|(x, input)| float_near(x.hex.0, input)).collect();
    let point = point.ok_or("no float of single precision is near its input")?;
    if !inside || test.expect == Expect::Reject {
        return outside(world, test, &point);
    }
    let certified = certify(world, &point, killed).map_err(|_| "no oracle could be proved at the nearest floats")?;
    let names = certified.kills.iter().map(|&(m, _)| &world.mutants[m]);
    let objectives = MutantObjective::ALL
        .iter()
        .filter(|o| names.clone().any(|m| m.objective() == **o));
    Ok(Test {
        kills: names.clone().map(|m| m.id.clone()).collect(),
        objectives: objectives.map(|o| o.name().to_string()).collect(),
        ..draft(&world.spec, test.id.clone(), test.kind, &point, Some(&certified.oracle))
    })
}

/// A test that must be rejected stays one, if its input stays outside the domain.
fn outside(world: &World, test: &Test, point: &[f64]) -> Result<Test, &'static str> {
    // Programs in single precision have their bounds in single precision.
    let excluded = |(x, input): (&f64, &Input)| single(input).excludes(*x) && input.excludes(*x);
    if !point.iter().zip(&world.spec.inputs).any(excluded) {
        return Err("the nearest floats of single precision lie in the domain, or on a bound of it");
    }
    if test.expect != Expect::Reject {
        return Err("its oracle is for the nearest input of the domain, which single precision would move");
    }
    Ok(Test {
        kills: test.kills.clone(),
        objectives: test.objectives.clone(),
        ..draft(&world.spec, test.id.clone(), test.kind, point, None::<&Oracle>)
    })
}

/// The float nearest to `x` on the same side of the bounds of an input.
fn float_near(x: f64, input: &Input) -> Option<f64> {
    let format = Format::Binary32;
    let candidates = [format.nearest(x), format.round_down(x), format.round_up(x)];
    let rounded = single(input);
    let same_side = |y: &f64| {
        let side = if input.contains(x) {
            input.contains(*y) && !is_beyond(*y, &rounded)
        } else {
            rounded.excludes(*y)
        };
        y.is_finite() && side
    };
    candidates.into_iter().find(same_side)
}

/// Whether a float lies outside what is surely inside.
fn is_beyond(y: f64, input: &Input) -> bool {
    input.sure_floats().is_some_and(|(lo, hi)| y < lo || y > hi)
}

/// An input in single precision.
fn single(input: &Input) -> Input {
    Input {
        format: Format::Binary32,
        ..input.clone()
    }
}
