//! The symbolic derivative against difference quotients: (f(x + h) − f(x − h))/2h lies in f'([x − h, x + h]).
//!
//! That is the mean-value theorem, so there is no tolerance to choose: both sides are MPFR enclosures.

#[path = "generator/expression.rs"]
mod expression;
#[path = "generator/random.rs"]
mod random;

use expr::dag::{Dag, Node, NodeId};
use expr::derivative::derivative;
use expr::eval::{BigArithmetic, Evaluator, Tape};
use expression::{expression, mutate, shown};
use interval::{BigEnclosure, BigInterval, Binary, Definedness, Enclosure, Unary};
use random::Random;
use rug::Float;

const INPUTS: usize = 2;
const BITS: u32 = 300;

/// h = 2^−40·|x|, so that a wrong slope shows in the twelfth digit.
const STEP: i32 = -40;

/// Values at inputs that are MPFR intervals.
fn values(tape: &Tape, inputs: &[BigInterval]) -> Vec<BigEnclosure> {
    let inputs: Vec<BigEnclosure> = inputs.iter().cloned().map(Enclosure::everywhere).collect();
    Evaluator::new(tape, BigArithmetic::new(BITS)).run(&inputs).to_vec()
}

/// Whether a function may jump on the box: a comparison is open, or a step lies inside.
fn may_jump(tape: &Tape, values: &[BigEnclosure]) -> bool {
    let open = |slot: usize| !values[slot].range.is_point();
    tape.steps().iter().enumerate().any(|(slot, step)| match step {
        Node::Compare(..) => open(slot),
        Node::Unary(f, _) => {
            matches!(
                f,
                Unary::Ceil | Unary::Floor | Unary::Trunc | Unary::Round | Unary::Nearbyint
            ) && open(slot)
        }
        Node::Binary(Binary::Atan2, y, x) => {
            values[y.index()].range.contains_zero() && *values[x.index()].range.lo() <= 0
        }
        _ => false,
    })
}

/// Whether f' at a point could be compared with a difference quotient, which must then agree.
fn check_slope(dag: &Dag, (f, slope): (NodeId, NodeId), point: &[f64], variable: usize) -> bool {
    let tape = Tape::new(dag, &[f]);
    let of_slope = Tape::new(dag, &[slope]);
    let x = Float::with_val(BITS, point[variable]);
    let h = Float::with_val(BITS, x.clone().abs().max(&Float::with_val(BITS, 1e-30)) << STEP);
    let (left, right) = (Float::with_val(BITS, &x - &h), Float::with_val(BITS, &x + &h));
    let inputs = |side: BigInterval| {
        let mut all: Vec<BigInterval> = point.iter().map(|&p| BigInterval::from_f64(p)).collect();
        all[variable] = side;
        all
    };
    let Some(whole) = BigInterval::new(left.clone(), right.clone()) else {
        return false;
    };
    let on_box = values(&tape, &inputs(whole.clone()));
    let slopes = values(&of_slope, &inputs(whole));
    let enclosed = &slopes[of_slope.roots()[0]];
    let everywhere = |v: &BigEnclosure| v.defined == Definedness::Everywhere;
    if !everywhere(&on_box[tape.roots()[0]]) || !everywhere(enclosed) || may_jump(&tape, &on_box) {
        return false;
    }
    let at = |p: Float| {
        values(&tape, &inputs(BigInterval::point(p)))[tape.roots()[0]]
            .range
            .clone()
    };
    let rise = BigInterval::binary(Binary::Sub, &at(right), &at(left), BITS);
    let quotient = BigInterval::binary(Binary::Div, &rise, &BigInterval::point(h << 1), BITS);
    assert!(
        !quotient.disjoint(&enclosed.range),
        "∂{variable} of {} at {point:?} is {}",
        shown(dag, f),
        shown(dag, slope)
    );
    true
}

/// Checks both partial derivatives of one random expression at some points; how many could be compared.
fn check(seed: u64) -> usize {
    let (mut dag, mut random) = (Dag::new(), Random(seed));
    for n in 0..INPUTS {
        dag.variable(n);
    }
    let f = expression(&mut dag, &mut random, INPUTS, 4);
    let f = if random.once_in(3) {
        mutate(&mut dag, &mut random, f, INPUTS)
    } else {
        f
    };
    let mut compared = 0;
    for variable in 0..INPUTS {
        let Some(slope) = derivative(&mut dag, f, variable) else {
            continue;
        };
        for _ in 0..4 {
            let sides = [random.ordinary_side(), random.side()];
            let point = random.point(&sides);
            compared += usize::from(check_slope(&dag, (f, slope), &point, variable));
        }
    }
    compared
}

#[test]
fn slopes_are_difference_quotients() {
    let full = std::env::var_os("LYDIAN_FULL").is_some();
    let expressions = if full { 40_000 } else { 2000 };
    let compared: usize = (0..expressions).map(check).sum();
    println!("{compared} slopes compared");
    assert!(compared > 3000, "only {compared} slopes could be compared");
}

#[test]
fn every_function_has_its_slope() {
    let points = [-2.5, -1.0625, -0.75, -0.25, 0.3125, 0.875, 1.125, 3.5];
    for &f in Unary::ALL {
        let mut dag = Dag::new();
        let x = dag.variable(0);
        let node = dag.unary(f, x);
        let Some(slope) = derivative(&mut dag, node, 0) else {
            assert!(matches!(f, Unary::Tgamma | Unary::Lgamma), "{f} has no derivative");
            continue;
        };
        let compared = points.iter().filter(|&&p| check_slope(&dag, (node, slope), &[p], 0));
        assert!(compared.count() >= 2, "{f}");
    }
}
