//! Simple decimals near an input at which something is still wrong, or an error is nearly as large.

use super::answers::{AnswerMeter, HuntAnswer};
use super::record::HuntFind;
use proof::world::World;
use subject::Subject;

/// Replaces an input, one number after the other, by the simplest nearby whose answer still serves.
pub fn simplify(
    world: &World,
    find: &mut HuntFind,
    serves: &dyn Fn(&HuntAnswer) -> bool,
    meter: &mut dyn AnswerMeter,
    subject: &mut Subject,
) {
    for input in 0..find.point.len() {
        simplify_input(world, find, input, serves, meter, subject);
    }
}

fn simplify_input(
    world: &World,
    find: &mut HuntFind,
    input: usize,
    serves: &dyn Fn(&HuntAnswer) -> bool,
    meter: &mut dyn AnswerMeter,
    subject: &mut Subject,
) {
    let tried = candidates(world, &find.point, input);
    let observed = subject.sight(&tried);
    let answers = meter.know(&tried[..observed.len()], observed);
    let mut answers = tried.into_iter().zip(answers);
    if let Some((point, answer)) = answers.find(|(_, answer)| serves(answer)) {
        *find = HuntFind { point, answer };
    }
}

/// The inputs that have a simpler number in one place, the simplest first.
fn candidates(world: &World, point: &[f64], input: usize) -> Vec<Vec<f64>> {
    let x = point[input];
    let format = world.spec.inputs[input].format;
    let mut all: Vec<Vec<f64>> = Vec::new();
    for near in (0..16).flat_map(|digits| simple_near(x, digits)) {
        let mut simple = point.to_vec();
        simple[input] = format.nearest(near) + 0.0;
        let allowed = world.is_sure(&simple) && proof::certify::constraint_holds(world, &simple);
        if allowed && simple[input] != x && !all.contains(&simple) {
            all.push(simple);
        }
    }
    all
}

/// The decimals with this many digits after the first that are nearest to a number: below, at and above it.
fn simple_near(x: f64, digits: usize) -> Vec<f64> {
    let nearest = format!("{x:.digits$e}");
    let Some((mantissa, exponent)) = nearest.split_once('e') else {
        return Vec::new();
    };
    // The digits without their point are a whole number of steps.
    let Ok(steps) = mantissa.replace('.', "").parse::<i64>() else {
        return Vec::new();
    };
    let exponent = exponent.parse::<i64>().unwrap_or(0) - digits as i64;
    let decimal = |steps: i64| format!("{steps}e{exponent}").parse::<f64>().ok();
    [steps, steps + 1, steps - 1].into_iter().filter_map(decimal).collect()
}
